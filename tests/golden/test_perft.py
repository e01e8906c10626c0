"""The numbers of legal continuations from fixed positions haven't changed."""

import pytest

from tests.golden.perft import FILE, Position, counted, positions

LINES = list(positions(FILE.read_text("utf-8")))


@pytest.mark.slow
@pytest.mark.parametrize(("position", "counts"), [pytest.param(*line[1:], id=line[0]) for line in LINES])
def test_the_numbers_of_legal_continuations_are_unchanged(position: Position, counts: tuple[int, ...]) -> None:
    assert counted(position, len(counts)) == counts
