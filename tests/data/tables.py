"""Tables to keep, for tests."""

from bot.play.ports import DAY, Entry, Limits, Manner, Pace, Player, Status, TableRow, TurnClock
from bot.players.levels import Level
from bot.rummy.options import Options, Variant, options_for
from data.tables import KeptTables

ALA, BOB = Player(2**62, "", "pik"), Player(2**62 + 1, "", "kier")
COMPUTER = Player(1, "", "computer", Level.HARD)
GIN = options_for(Variant.GIN)


def row(
    *,
    channel: int = 2**63 - 1,
    status: Status = Status.LOBBY,
    seats: tuple[Player, ...] = (ALA,),
    options: Options = GIN,
    invited: tuple[int, ...] = (),
    manner: Manner = Manner(),  # noqa: B008 - it can't change
    clock: TurnClock | None = None,
) -> TableRow:
    """Make a table that is not kept yet; its ids are as large as Discord's get."""
    return TableRow(
        id=0,
        guild=2**62 + 7,
        channel=channel,
        host=ALA.user,
        options=options,
        pace=Pace.SLOW,
        limits=Limits(DAY),
        manner=manner,
        invited=invited,
        secret=bytes(range(32)),
        status=status,
        seats=seats,
        created_at=1_800_000_000_000,
        touched_at=1_800_000_000_000,
        clock=clock,
    )


def line(seq: int, interaction: int, text: str = "draw") -> Entry:
    """Make a line of a log."""
    return Entry(seq=seq, seat=seq % 2, text=text, interaction=interaction, at=1_800_000_000_000 + seq)


async def append(store: KeptTables, table: int, entry: Entry, *, over: bool = False) -> None:
    """Add a line to the log of a table at which nothing presses."""
    await store.append(table, entry, clock=None, wake=None, over=over)
