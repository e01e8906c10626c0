"""Limits that keep one member from slowing everyone down. The settings have their values."""

from dataclasses import dataclass
from typing import Final

from bot.play.state.game import Game
from bot.play.state.presence import people
from bot.play.state.values import DAY, HOUR, MINUTE, SECOND, Pace, Status, TableRow

ABANDONED: Final = 7 * DAY
"""Milliseconds without activity after which a table is closed."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How much members can have open at once, and how much they can post. Times are in milliseconds.

    Games of computers only: how many run at once per member and per server, after how long without a click they rest
    (``computer_rest``), and for how long computers' moves may wait until no further game starts (``computer_backlog``).
    ``live_lobby`` is how long a live lobby stays open without activity. ``posts`` is how many public messages a member
    can cause in a row; a further one is allowed every ``post_every``.
    """

    computer_tables_per_member: int = 2
    computer_tables_per_server: int = 5
    computer_rest: int = 15 * MINUTE
    computer_backlog: int = SECOND
    lobbies_per_member: int = 3
    live_lobby: int = HOUR
    posts: int = 10
    post_every: int = 30 * SECOND
    invitations_per_hour: int = 3
    presets_per_member: int = 5


_ANY: Final = 10**9
UNLIMITED: Final = Limits(_ANY, _ANY, _ANY * SECOND, _ANY, _ANY, ABANDONED, _ANY, 0, _ANY, _ANY)
"""Limits that nobody reaches, for tools and tests."""


def is_of_computers(row: TableRow) -> bool:
    """Return whether only computers play at a table that has started."""
    return row.status is Status.PLAYING and not people(row)


def is_resting(row: TableRow, game: Game | None, limits: Limits) -> bool:
    """Return whether a game of computers has stopped because nobody has pressed anything there for a while.

    It stops after the first move past that time, so that the table shows it at once.
    """
    if game is None or game.over or not is_of_computers(row):
        return False
    last = game.turn_at if game.last_at is None else game.last_at
    return last >= row.touched_at + limits.computer_rest


def closes_at(row: TableRow, limits: Limits) -> int:
    """Return when an open table closes without activity, in epoch milliseconds: a live lobby soon, any other in days.

    A tournament's lobby waits for its players.
    """
    if row.status is Status.LOBBY and row.pace is Pace.LIVE and row.fixture is None:
        return row.touched_at + limits.live_lobby
    return row.touched_at + ABANDONED
