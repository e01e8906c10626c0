"""Tables as values, for tests that need no store."""

from bot.play.state.game import Game, begin
from bot.play.state.values import Pace, Player, Status, TableRow, TableSettings, TimeLimits
from bot.players.levels import Level
from bot.rummy.options import Options
from tests.play.fake_time import MINUTE
from tests.play.process import GIN, NAMES, USERS

START = 1_800_000_000_000


def row_of(options: Options = GIN, *, seats: int = 2, computers: int = 0, pace: Pace = Pace.LIVE) -> TableRow:
    """Return a started table of ``seats`` seats: people first, then ``computers``."""
    people = [Player(*them, "cut") for them in list(zip(USERS, NAMES, strict=True))[: seats - computers]]
    machines = [Player(n + 1, "", "computer", Level.EASY) for n in range(computers)]
    return TableRow(
        id=1,
        guild=1,
        channel=77,
        host=USERS[0],
        options=options,
        pace=pace,
        limits=None if pace is Pace.NONE else TimeLimits(MINUTE, MINUTE),
        settings=TableSettings(),
        invited=(),
        secret=bytes(32),
        status=Status.PLAYING,
        seats=(*people, *machines),
        created_at=START,
        touched_at=START,
    )


def began(row: TableRow) -> Game:
    """Return the game with its first deal dealt."""
    return begin(row)
