"""Tables and log lines that tests store."""

from collections.abc import Sequence
from contextlib import nullcontext

from bot.play.state.values import (
    DAY,
    Debt,
    Debts,
    LogLine,
    Pace,
    Player,
    Status,
    TableRow,
    TableSettings,
    TimeLimits,
    TurnClock,
)
from bot.players.levels import Level
from bot.rummy.families import Variant
from bot.rummy.options import Options, options_for
from data.tables.store import SqlTables

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
    settings: TableSettings = TableSettings(),  # noqa: B008 - it can't change
    clock: TurnClock | None = None,
) -> TableRow:
    """Return a table that isn't stored yet; its ids are as large as Discord's can be."""
    return TableRow(
        id=0,
        guild=2**62 + 7,
        channel=channel,
        host=ALA.user,
        options=options,
        pace=Pace.SLOW,
        limits=TimeLimits(DAY),
        settings=settings,
        invited=invited,
        secret=bytes(range(32)),
        status=status,
        seats=seats,
        created_at=1_800_000_000_000,
        touched_at=1_800_000_000_000,
        clock=clock,
    )


def line(seq: int, interaction: int, text: str = "draw") -> LogLine:
    """Return a line of a log."""
    return LogLine(seq=seq, seat=seq % 2, text=text, interaction=interaction, at=1_800_000_000_000 + seq)


async def shift(store: SqlTables, by: int, least: int = 0, guilds: Sequence[int] | None = None) -> None:
    """Give time back."""
    await store.owe(Debts(2**60, [Debt(by, least, guilds)]))
    await store.give_back(lambda _: nullcontext())


async def append(store: SqlTables, table: int, entry: LogLine, *, over: bool = False) -> None:
    """Add a line to the log of a table without time limits."""
    await store.append(table, entry, clock=None, wake=None, over=over)
