"""A fixed deal that shows what a look changes. It's never a real one: all of its cards are listed here."""

from functools import lru_cache
from typing import Final

from bot.rummy.cards import PACK, Card, parse_card
from bot.rummy.families import Variant
from bot.rummy.games import apply, deal, new_game, view_for
from bot.rummy.moves import parse_move
from bot.rummy.options import PRESETS
from bot.rummy.views import View

_HAND: Final = "9HTHJHQCQSQDASKD4C7D"
_OPPONENT: Final = "2C2S3H5D6C8S8DKCKSJD"
_STOCK: Final = "KH5S9C"
"""The first upcard, then the cards that are drawn."""
_MOVES: Final = ("0 pass", "1 pass", "0 draw", "0 discard 4C", "1 take", "1 discard JD", "0 draw")


@lru_cache
def example_view(seat: int | None) -> View:
    """Return the example deal as the player sees it after drawing a card (seat 0), or as everyone sees it (None)."""
    mine, theirs, stock = map(_cards, (_HAND, _OPPONENT, _STOCK))
    dealt = [card for pair in zip(mine, theirs, strict=True) for card in pair]
    rest = [card for card in PACK if card not in {*dealt, *stock}]
    state = deal(new_game(PRESETS[Variant.GIN], 2, dealer=1), [*dealt, *stock, *rest])
    for move in _MOVES:
        state = apply(state, parse_move(move))
    return view_for(state, seat)


def _cards(codes: str) -> list[Card]:
    """Parse codes of cards that follow each other without spaces."""
    return [parse_card(codes[at : at + 2]) for at in range(0, len(codes), 2)]
