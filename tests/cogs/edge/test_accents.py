"""Accent colors are those of the pictures."""

from cogs.edge.layout import GOLD, GREEN, SEATS
from render.drawing.palette import SEATS as INKS
from render.drawing.palette import Ink, palette
from render.look import Deck, Theme


def test_accents_are_the_colors_of_the_felt_theme() -> None:
    felt = palette(Deck.DEFAULT, Theme.FELT)

    def shown(ink: Ink) -> int:
        return int.from_bytes(bytes(felt.color(ink)))

    assert tuple(map(shown, INKS)) == SEATS
    assert (shown(Ink.GOLD), shown(Ink.RIM)) == (GOLD, GREEN)
