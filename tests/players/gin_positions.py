"""Positions of the gin family, written as cards."""

from random import Random

from bot.rummy.cards import PACK, mask_of, parse_card
from bot.rummy.families import Variant
from bot.rummy.gin.game import view_for
from bot.rummy.gin.options import GinOptions
from bot.rummy.gin.score_sheet import blank_sheet, with_deal
from bot.rummy.gin.state import GinState
from bot.rummy.gin.views import GinView
from bot.rummy.options import options_for
from bot.rummy.results import DealResult
from bot.rummy.views import Phase
from tests.cards import cards

SEAT = 0


def position(
    hand: str,
    lying: str = "",
    *,
    phase: Phase = Phase.DISCARD,
    taken: str = "",
    known: str = "",
    stock: int | None = None,
    turns: int | None = None,
    deals: tuple[DealResult, ...] = (),
    variant: Variant = Variant.GIN,
    changes: dict[str, object] | None = None,
) -> GinView:
    """Return seat 0's view of a deal: its hand, the discard pile bottom first, the opponent's ``known`` cards.

    The opponent has these and random others. ``stock`` cards are in the stock; the rest are at the bottom of the pile.
    """
    options = options_for(variant, changes or {})
    assert isinstance(options, GinOptions)
    mine, pile, seen = cards(hand), cards(lying), cards(known)
    rest = [card for card in PACK if card not in (*mine, *pile, *seen)]
    Random(hand + lying).shuffle(rest)
    hidden, rest = rest[: 10 - len(seen)], rest[10 - len(seen) :]
    left = len(rest) if stock is None else stock
    buried, rest = rest[: len(rest) - left], rest[len(rest) - left :]
    pile = (*buried, *pile)
    gone = [*mine, *hidden, *seen, *pile]
    gone[20], gone[gone.index(pile[0] if pile else mine[0])] = pile[0] if pile else mine[0], gone[20]
    sheet = blank_sheet(options)
    for deal in deals:
        sheet = with_deal(options, sheet, deal)
    state = GinState(
        options=options,
        dealer=1,
        sheet=sheet,
        phase=phase,
        deal=len(deals) + 1,
        turn=SEAT,
        hands=(mask_of(mine), mask_of((*hidden, *seen))),
        deck=bytes([*gone, *rest]),
        gone=len(gone),
        discards=bytes(pile),
        discarders=bytes((len(pile) - at) % 2 for at in range(1, len(pile))),
        drawn=None if phase is not Phase.DISCARD else parse_card(taken) if taken else mine[-1],
        took=bool(taken),
        turns=len(pile) if turns is None else turns,
        known=(0, mask_of(seen)),
        deals=deals,
    )
    return view_for(state, SEAT)
