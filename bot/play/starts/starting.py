"""The start of a game: what it fixes for good, and how strong the proof of its shuffles will be. Pure."""

from dataclasses import replace

from bot.fairness.grades import Proof, grade_of_cuts
from bot.play.lobby import cutters
from bot.play.values import Start, Status, TableRow
from bot.players.version import PLAYERS_VERSION
from bot.rummy.records.sealed import StartCounts
from bot.rummy.records.starts import PERSON, StartTerms, cut_digest, options_in_start, salt_digest
from bot.rummy.shuffle import commitment


def with_start(row: TableRow, at: int, counts: StartCounts) -> TableRow:
    """Return a table whose game starts, with the line that fixes everything that goes into its shuffles.

    ``counts`` are the server's starts before this one.
    """
    salts = [salt for salt in row.salts if salt is not None]
    terms = StartTerms(
        number=len(row.starts) + 1,
        variant=row.options.variant.value,
        options=options_in_start(row.options, len(row.seats)),
        seats=tuple(player.level or PERSON for player in row.seats),
        players=PLAYERS_VERSION,
        chain=commitment(row.secret),
        salts=tuple(map(salt_digest, salts)),
        cuts=tuple((seat, cut_digest(salts[seat], row.seats[seat].cut)) for seat in cutters(row)),
        last=not row.recut_due,
    )
    return replace(row, starts=(*row.starts, Start(terms.number, terms.line, at, counts)))


def is_to_start(row: TableRow) -> bool:
    """Return whether a table's game has just been started, and nothing has been fixed yet."""
    return row.status is Status.PLAYING and row.start is None


def proof_now(row: TableRow) -> Proof:
    """Return what the shuffles would prove if the game of a lobby started now."""
    return grade_of_cuts(cutters(row), last=not row.recut_due)
