"""What the sentences of hints in the gin family claim, as predicates over the view."""

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from bot.players.gin.choosing import judged
from bot.players.reasons import Figures, Hint, Why
from bot.rummy.cards import FULL_MASK, Card, cards_in, mask_of
from bot.rummy.games import State
from bot.rummy.gin.arrange import arrangements, deadwood
from bot.rummy.gin.views import GinView
from bot.rummy.moves import Verb
from bot.rummy.views import Phase, View

GIN_CLAIMS: Final[dict[Why, Callable[[State, GinView, Hint], bool]]] = {
    Why.TAKE: lambda _, view, hint: names_meld(view, hint) and makes_meld(view, hint) and lowers(view),
    Why.PASS: lambda _, view, __: view.phase is Phase.UPCARD and not lowers(view),
    Why.PASS_NO_MELD: lambda _, view, hint: view.phase is Phase.UPCARD and not makes_meld(view, hint),
    Why.DRAW: lambda _, view, __: not lowers(view),
    Why.DRAW_NO_MELD: lambda _, view, hint: not makes_meld(view, hint),
    Why.DRAW_AFTER_PASSES: lambda _, view, __: view.phase is Phase.STOCK and not view.turns,
    Why.DISCARD: lambda _, view, hint: left(view, hint.move.named) == least(view) == hint.values["deadwood"],
    Why.DISCARD_KEEPING: lambda _, view, hint: (
        less_now(view, hint) and gain(view, "card", hint) > gain(view, "other", hint)
    ),
    Why.DISCARD_FOR_GIN: lambda _, view, hint: (
        less_now(view, hint) and gin(view, "card", hint) > gin(view, "other", hint)
    ),
    Why.DISCARD_SAFELY: lambda _, view, hint: danger(view, "card", hint) < danger(view, "other", hint),
    Why.WAIT: lambda _, view, hint: (
        may_knock(view) and not void_after(view) and outs(view, hint) == hint.values["outs"] > 0
    ),
    Why.PLAY_ON: lambda _, view, hint: (
        may_knock(view)
        and not void_after(view)
        and not knock_worth_more(view)
        and least(view) == hint.values["deadwood"]
    ),
    Why.VOID: lambda _, view, __: (
        may_knock(view) and least(view) > 0 and void_after(view) and not knock_worth_more(view)
    ),
    Why.LAST: lambda _, view, __: not may_knock(view) and void_after(view),
    Why.KNOCK: lambda _, view, hint: (
        0 < left(view, hint.move.named) == hint.values["deadwood"] <= view.knock_limit and knock_worth_more(view)
    ),
    Why.KNOCK_LAST: lambda _, view, hint: 0 < left(view, hint.move.named) <= view.knock_limit and void_after(view),
    Why.GIN: lambda _, view, hint: left(view, hint.move.named) == 0,
    Why.BIG_GIN: lambda _, view, hint: (
        replace(hint.move, melds=None) in view.moves and deadwood(mask_of(view.hand)) == 0
    ),
}
GIN_FIGURES: Final[dict[Why, Callable[[View, Hint, Figures], bool]]] = {
    Why.NEXT: lambda view, hint, figures: round(next_best(view, hint, figures)) == figures.values["points"] > 1,
    Why.NEXT_CLOSE: lambda view, hint, figures: (
        next_best(view, hint, figures) < 0.5 and figures.values["other"] != hint.values.get("other")
    ),
}


def left(view: GinView, thrown: Card, drawn: Card | None = None) -> int:
    """Return the deadwood after a discard, or the least after one more draw and discard."""
    hand = mask_of(view.hand) ^ 1 << thrown
    if drawn is None:
        return deadwood(hand)
    more = hand | 1 << drawn
    return min(deadwood(more ^ 1 << card) for card in cards_in(more))


def discardable(view: GinView) -> list[Card]:
    return [move.named for move in view.moves if move.verb is Verb.DISCARD]


def least(view: GinView) -> int:
    return min(left(view, card) for card in discardable(view))


def may_knock(view: GinView) -> bool:
    return any(move.verb is Verb.KNOCK for move in view.moves)


def knock_worth_more(view: GinView) -> bool:
    """Return whether a knock is worth more than playing on, in an Expert's estimate."""
    end = judged(view, view.seat or 0).end
    return end is not None and end.knocks


def next_best(view: View, hint: Hint, figures: Figures) -> float:
    """Return how many points more the named card costs than the advised one; every other card costs more still."""
    assert isinstance(view, GinView)
    looked = judged(view, view.seat or 0).looked
    costs = {choice.card: choice.cost for choice in looked}
    best = costs.pop(hint.move.named)
    assert best <= costs[figures.values["other"]] == min(costs.values())
    return min(costs.values()) - best


def void_after(view: GinView) -> bool:
    """Return whether the deal ends without points when this turn ends with a discard (G-11, C-8)."""
    return view.stock == 2 or (view.taken is not None and view.quiet_turns == 19)


def lowers(view: GinView) -> bool:
    """Return whether taking the open card and discarding another leaves less deadwood."""
    more = mask_of(view.hand) | 1 << view.discards[-1]
    return min(deadwood(more ^ 1 << card) for card in view.hand) < deadwood(mask_of(view.hand))


def names_meld(view: GinView, hint: Hint) -> bool:
    """Return whether the named cards are a meld of the open card and cards of the hand."""
    meld, card = hint.meld, hint.values["card"]
    return card in meld and set(meld) <= {*view.hand, card} and deadwood(mask_of(meld)) == 0


def makes_meld(view: GinView, hint: Hint) -> bool:
    card = hint.values["card"]
    return any(card in meld for laid in arrangements(mask_of((*view.hand, card)), 110) for meld in laid.melds)


def unseen(view: GinView) -> tuple[Card, ...]:
    known = mask_of(view.known[1 - (view.seat or 0)])
    return cards_in(FULL_MASK & ~mask_of(view.hand) & ~mask_of(view.discards) & ~known)


def outs(view: GinView, hint: Hint) -> int:
    return sum(left(view, hint.move.named, drawn) == 0 for drawn in unseen(view))


def less_now(view: GinView, hint: Hint) -> bool:
    return left(view, hint.values["other"]) < left(view, hint.values["card"])


def gain(view: GinView, name: str, hint: Hint) -> float:
    """Return the deadwood that the next card saves on average if it makes a meld."""
    thrown, odds = hint.values[name], judged(view, view.seat or 0).reading.odds
    now, hand = left(view, thrown), mask_of(view.hand) ^ 1 << thrown
    likely = {card: 1 - 0.6 * odds[card] for card in unseen(view)}
    saved = (
        weight * (now - left(view, thrown, card))
        for card, weight in likely.items()
        if deadwood(hand | 1 << card) < now + deadwood(1 << card)
    )
    return sum(saved)


def gin(view: GinView, name: str, hint: Hint) -> float:
    odds = judged(view, view.seat or 0).reading.odds
    return sum(1 - 0.6 * odds[card] for card in unseen(view) if left(view, hint.values[name], card) == 0)


def danger(view: GinView, name: str, hint: Hint) -> float:
    """Return the probability that the opponent can meld a card, by what they took and discarded."""
    return judged(view, view.seat or 0).reading.danger(hint.values[name])
