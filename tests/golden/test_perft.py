"""The numbers of legal continuations from fixed positions haven't changed."""

import pytest

from tests.amounts import MANY
from tests.golden.perft import FILE, Position, counted, positions

FEW = 600
"""The most continuations that the suite counts; the soak counts all."""
LINES = list(positions(FILE.read_text("utf-8")))


@pytest.mark.slow
@pytest.mark.parametrize(("position", "counts"), [pytest.param(*line[1:], id=line[0]) for line in LINES])
def test_the_numbers_of_legal_continuations_are_unchanged(position: Position, counts: tuple[int, ...]) -> None:
    depth = len(counts) if MANY else max(1, sum(count <= FEW for count in counts))
    assert counted(position, depth) == counts[:depth]
