"""Tables to keep, for tests."""

from bot.play.ports import Entry, Pace, Player, Status, TableRow
from bot.rummy.options import Options, Variant, options_for

ALA, BOB = Player(2**62, "Ala", "pik"), Player(2**62 + 1, "Bob", "kier")
GIN = options_for(Variant.GIN)


def row(
    *,
    channel: int = 2**63 - 1,
    status: Status = Status.LOBBY,
    seats: tuple[Player, ...] = (ALA,),
    options: Options = GIN,
    invited: int | None = None,
) -> TableRow:
    """Make a table that is not kept yet; its ids are as large as Discord's get."""
    return TableRow(
        id=0,
        guild=2**62 + 7,
        channel=channel,
        host=ALA.user,
        options=options,
        pace=Pace.SLOW,
        invited=invited,
        secret=bytes(range(32)),
        status=status,
        seats=seats,
        created_at=1_800_000_000_000,
    )


def line(seq: int, interaction: int, text: str = "draw") -> Entry:
    """Make a line of a log."""
    return Entry(seq=seq, seat=seq % 2, text=text, interaction=interaction, at=1_800_000_000_000 + seq)
