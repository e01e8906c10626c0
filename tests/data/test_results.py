"""Results, ratings, standings and seasons, as they are kept."""

import pytest

from bot.league.books import Books
from bot.league.ports import Deed
from bot.league.values import Facts, Rated, Season, Settled
from data.database import Database
from data.results import KeptResults
from tests.data.games import CLUB, NOON, Played, Wanted, keep

ALA, BOB, EVE, DAN = (2**62 + n for n in range(1, 5))
ADMIN = 2**61
ALLOWED = 5


@pytest.fixture
def results(database: Database) -> KeptResults:
    return KeptResults(database)


def void(table: int, about: str = "agreed on") -> Deed:
    return Deed(CLUB, NOON, ADMIN, "void", about, table=table)


def in_a_row(games: dict[str, Played], wanted: list[tuple[str, tuple[int, ...]]], gap: int = 60_000) -> list[Wanted]:
    """Let games end one after the other."""
    return [Wanted(games[name], users, NOON + n * gap) for n, (name, users) in enumerate(wanted)]


EVENING = [
    ("gin", (ALA, BOB)),
    ("oklahoma", (BOB, ALA)),
    ("basic for three, given up", (ALA, BOB, EVE)),
    ("german for four, given up", (DAN, EVE, BOB, ALA)),
    ("closed", (ALA, BOB)),
    ("computer", (ALA,)),
    ("training, given up", (ALA, BOB)),
    ("friendly", (ALA, EVE)),
    ("short", (EVE, DAN)),
    ("remik, given up", (DAN, ALA)),
    ("gin", (ALA, BOB)),
    ("another gin", (ALA, BOB)),
    ("gin", (BOB, ALA)),
]
HOW = [Rated.YES] * 4 + [Rated.CLOSED, Rated.COMPUTER, Rated.TRAINING, Rated.FRIENDLY, Rated.SHORT, Rated.YES]
HOW += [Rated.YES, Rated.OFTEN, Rated.OFTEN]


def counted(facts: list[Facts], seasons: tuple[Season, ...] = (), void: frozenset[int] = frozenset()) -> list[Settled]:
    """Count games by the books, in the order in which they ended."""
    from bot.league.seasons import season_at  # noqa: PLC0415

    books = Books()
    ordered = sorted(facts, key=lambda one: (one.ended_at, one.table))
    return [books.count(one, season_at(seasons, one.ended_at), ALLOWED, void=one.table in void) for one in ordered]


async def test_x(database: Database, results: KeptResults, games: dict[str, Played]) -> None:
    facts = await keep(database, in_a_row(games, EVENING))
    assert await results.unsettled() == tuple(one.table for one in facts)
    done = [await results.settle(one, ALLOWED) for one in facts]
    assert done == counted(facts)
    assert [one and one.result.rated for one in done] == HOW
