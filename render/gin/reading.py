"""The rows of a gin hand, which its picture, buttons, texts and alt text share. This module doesn't load Pillow."""

from collections.abc import Iterator, Sequence
from typing import Final

from bot.rummy.cards import POINTS, Card, mask_of, rank_of
from bot.rummy.gin.arrange import arrange
from bot.rummy.gin.views import GinView
from bot.rummy.moves import Verb
from render.drawing.rows import LOOSE, Group, GroupRow, evenly, groups_of, in_sequence
from render.look import Sorting

_IN_A_ROW: Final = 5
"""The most cards in a row, which is also the most buttons in a row."""
_ROWS: Final = 3


def can_call_big_gin(view: GinView) -> bool:
    """Return whether the view's seat may call big gin now (G-28)."""
    return any(move.verb is Verb.BIGGIN for move in view.moves)


def gin_rows(view: GinView, sorting: Sorting) -> tuple[GroupRow, ...]:
    """Return a gin hand in three rows of at most five: one per meld, then the loose cards, the highest first.

    A run longer than five goes on in the next row. The last of three melds shares its row with the loose cards.
    """
    if sorting is not Sorting.MELDS:
        return in_sequence(view.hand, sorting, _ROWS, _IN_A_ROW)
    found = arrange(mask_of(view.hand))
    melds = sorted(groups_of(found.melds, ()), key=lambda group: -len(group.cards))
    pieces = [
        Group(meld.kind, meld.cards[at : at + _IN_A_ROW])
        for meld in melds
        for at in range(0, len(meld.cards), _IN_A_ROW)
    ]
    return tuple(_gin_rows(pieces, highest_first(found.loose), goes_on=len(pieces) > len(melds)))


def highest_first(cards: Sequence[Card]) -> tuple[Card, ...]:
    """Return loose cards of gin in their order."""
    return tuple(sorted(cards, key=lambda card: (-POINTS[card], -rank_of(card), card)))


def _gin_rows(pieces: Sequence[Group], loose: Sequence[Card], *, goes_on: bool) -> Iterator[GroupRow]:
    """Yield rows of melds, cut into pieces, and of loose cards; ``goes_on``: the second piece continues the first."""
    match len(pieces):
        case 0:
            yield from ((Group(LOOSE, part),) for part in evenly(loose, _ROWS))
        case 1:
            yield (pieces[0],)
            yield from ((Group(LOOSE, part),) for part in evenly(loose, _ROWS - 1))
        case 2 if goes_on:
            rest = len(pieces[1].cards)
            beside = max(-(-(rest + len(loose)) // 2) - rest, 0)
            yield (pieces[0],)
            yield _with_loose(pieces[1], loose[:beside])
            if loose[beside:]:
                yield (Group(LOOSE, tuple(loose[beside:])),)
        case 2:
            yield from ((piece,) for piece in pieces)
            if loose:
                yield (Group(LOOSE, tuple(loose)),)
        case _:
            yield from ((piece,) for piece in pieces[:-1])
            yield _with_loose(pieces[-1], loose)


def _with_loose(meld: Group, loose: Sequence[Card]) -> GroupRow:
    return (meld, Group(LOOSE, tuple(loose))) if loose else (meld,)
