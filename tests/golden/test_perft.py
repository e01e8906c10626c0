"""Legal continuations from fixed positions are as many as ever."""

import pytest

from tests.golden.perft import FILE, Position, counted, positions

LINES = list(positions(FILE.read_text("utf-8")))


@pytest.mark.parametrize(("position", "counts"), [pytest.param(*line[1:], id=line[0]) for line in LINES])
def test_as_many_moves_are_legal_as_ever(position: Position, counts: tuple[int, ...]) -> None:
    assert counted(position, len(counts)) == counts
