"""Why an Expert would make a move in the gin family, and what a coach can truly say, the most fitting line first."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from bot.players.coaching import CoachLine, CoachTip
from bot.players.gin.choosing import Judgment, judged
from bot.players.gin.discards import Discard, Future
from bot.players.reasons import Figures, Hint, Why
from bot.rummy.cards import POINTS, Card, mask_of
from bot.rummy.gin.arrange import arrange, arrangements, deadwood, discards
from bot.rummy.gin.views import GinView
from bot.rummy.moves import Move, Verb
from bot.rummy.views import Phase

_ANY: Final = 110
"""More deadwood than any hand has."""
_MUCH: Final = 2.0
"""The least difference, in points, that is named."""
_LITTLE: Final = 0.5
"""A discard that costs less than this more is nearly as good."""


def hint(view: GinView, move: Move) -> Hint:
    """Return an Expert's move with a reason whose sentence is literally true."""
    match move.verb:
        case Verb.TAKE:
            return Hint(move, Why.TAKE, {"card": view.discards[-1]}, meld=_meld_with_top(view))
        case Verb.PASS:
            return Hint(move, Why.PASS_NO_MELD if _lowers(view) else Why.PASS, {"card": view.discards[-1]})
        case Verb.DRAW if view.phase is Phase.STOCK:
            return Hint(move, Why.DRAW_AFTER_PASSES)
        case Verb.DRAW:
            return Hint(move, Why.DRAW_NO_MELD if _lowers(view) else Why.DRAW, {"card": view.discards[-1]})
        case Verb.BIGGIN:
            return Hint(move, Why.BIG_GIN)
        case _:
            judgment = judged(view, move.seat)
            return _knock(move, judgment) if move.verb is Verb.KNOCK else _discard(move, judgment)


def _meld_with_top(view: GinView) -> tuple[Card, ...]:
    """Return the meld that the face-up card makes with the hand; () if it makes none."""
    card = view.discards[-1]
    ways = arrangements(mask_of((*view.hand, card)), _ANY)
    return next((meld for laid in ways for meld in laid.melds if card in meld), ())


def _lowers(view: GinView) -> bool:
    hand, card = mask_of(view.hand), view.discards[-1]
    return min(left for discarded, left in discards(hand | 1 << card) if discarded != card) < deadwood(hand)


def _knock(move: Move, judgment: Judgment) -> Hint:
    left = judgment.found[0].deadwood
    values = {"card": move.named, "deadwood": left}
    if left == 0:
        return Hint(move, Why.GIN, values)
    if judgment.reading.last:
        return Hint(move, Why.KNOCK_LAST, values)
    return Hint(move, Why.KNOCK, values)


def _discard(move: Move, judgment: Judgment) -> Hint:
    """Return why to discard a card: a knock would be worse, or the other discards would."""
    card, least, looked, end = move.named, judgment.found[0], judgment.looked, judgment.end
    if judgment.reading.last:
        return Hint(move, Why.LAST if end is None else Why.VOID, {"card": card})
    if end is not None:
        outs = _future(looked[0]).gins
        if outs:
            return Hint(move, Why.WAIT, {"card": card, "outs": outs})
        return Hint(move, Why.PLAY_ON, {"card": card, "deadwood": least.deadwood})
    reason = _loose(move, least, looked)
    return replace(reason, figures=_next_best(looked, reason))


def _loose(move: Move, least: Discard, looked: Sequence[Discard]) -> Hint:
    """Return why to discard the best of the discards that were weighed; ``least`` leaves the least deadwood."""
    best, card = looked[0], move.named
    boldest = min(looked, key=lambda choice: (round(choice.cost - choice.risk, 6), -choice.risk))
    if boldest.risk > best.risk and boldest.card != card:
        return Hint(move, Why.DISCARD_SAFELY, {"card": card, "other": boldest.card})
    if least.deadwood == best.deadwood:
        return Hint(move, Why.DISCARD, {"card": card, "deadwood": best.deadwood})
    return _keeping(move, best, next(choice for choice in looked if choice.card == least.card))


def _next_best(looked: Sequence[Discard], reason: Hint) -> Figures | None:
    """Return how much worse the next best discard is, if that is much, or that it's hardly worse at all.

    It is not nearly as good if the reason has just said what is wrong with it.
    """
    if len(looked) == 1:
        return None
    other, worse = looked[1].card, looked[1].cost - looked[0].cost
    if worse >= _MUCH:
        return Figures(Why.NEXT, {"other": other, "points": round(worse)})
    close = worse < _LITTLE and reason.values.get("other") != other
    return Figures(Why.NEXT_CLOSE, {"other": other}) if close else None


def _keeping(move: Move, best: Discard, least: Discard) -> Hint:
    """Return why to keep more deadwood than necessary: the drawback of the discard that leaves the least."""
    values = {"card": best.card, "other": least.card}
    if _future(best).gain > _future(least).gain:
        return Hint(move, Why.DISCARD_KEEPING, values)
    if _future(best).gin > _future(least).gin:
        return Hint(move, Why.DISCARD_FOR_GIN, values)
    return Hint(move, Why.DISCARD_SAFELY, values)


def _future(choice: Discard) -> Future:
    if choice.future is None:
        raise ValueError("this discard hasn't been weighed")
    return choice.future


def tips(view: GinView, advice: Sequence[Move]) -> Iterator[CoachTip]:
    """Yield what is true now in the view's seat; ``advice`` are an Expert's moves. Nothing out of turn."""
    if view.seat is None or view.turn != view.seat:
        return
    if view.phase is Phase.DISCARD:
        yield from _knocking(view, advice)
        yield from _discarding(view, advice)
    else:
        yield from _drawing(view, advice)
    if view.knock_limit == 0:
        yield CoachTip(CoachLine.GIN_ONLY)


def _drawing(view: GinView, advice: Sequence[Move]) -> Iterator[CoachTip]:
    verbs = {move.verb for move in view.moves}
    if advice and advice[0].verb is Verb.TAKE:
        yield CoachTip(CoachLine.TAKE_MELD, {"card": view.discards[-1], "meld": _meld_with_top(view)})
    if view.phase is Phase.UPCARD:
        yield CoachTip(CoachLine.UPCARD_SECOND if view.seat == view.dealer else CoachLine.UPCARD_FIRST)
    if {Verb.DRAW, Verb.TAKE} <= verbs:
        yield CoachTip(CoachLine.DRAW_OR_TAKE)


def _knocking(view: GinView, advice: Sequence[Move]) -> Iterator[CoachTip]:
    hand = mask_of(view.hand)
    left = [deadwood(hand & ~(1 << move.named)) for move in view.moves if move.verb is Verb.KNOCK]
    if not left:
        if view.knock_limit:
            yield CoachTip(CoachLine.KNOCK_LIMIT, {"limit": view.knock_limit})
        return
    if min(left) == 0:
        if all(move.verb is not Verb.BIGGIN for move in advice):
            yield CoachTip(CoachLine.GIN_NOW)
    elif advice:
        yield from _weighing(view, advice[0], min(left))
    if view.knock_limit:
        yield CoachTip(CoachLine.KNOCK_ENDS)


def _weighing(view: GinView, move: Move, least: int) -> Iterator[CoachTip]:
    """Yield why to knock now, or why not; ``least`` is the least deadwood of a knock."""
    if move.verb is Verb.KNOCK and not judged(view, move.seat).reading.last:
        now = deadwood(mask_of(view.hand) & ~(1 << move.named))
        yield CoachTip(CoachLine.KNOCK_NOW, {"deadwood": now})
    elif move.verb is Verb.DISCARD and (why := hint(view, move)).why is Why.WAIT:
        yield CoachTip(CoachLine.PLAY_ON, {"deadwood": least, "outs": why.values["outs"]})


def _discarding(view: GinView, advice: Sequence[Move]) -> Iterator[CoachTip]:
    if view.taken is not None:
        yield CoachTip(CoachLine.TAKEN_STAYS)
    waits = any(move.verb is Verb.KNOCK for move in view.moves)  # then no discard is green
    if advice and advice[0].verb is Verb.DISCARD and not waits:
        yield from _green(view, advice[0].named)
    yield CoachTip(CoachLine.DEADWOOD)


def _green(view: GinView, card: Card) -> Iterator[CoachTip]:
    laid, seat = arrange(mask_of(view.hand)), view.turn or 0
    loose = set(laid.loose)
    melded = {one for meld in laid.melds for one in meld}
    if loose - {card} and melded - {card}:
        yield CoachTip(CoachLine.COLORS)
    others = {move.named for move in view.moves if move.verb is Verb.DISCARD} - {card}
    reading = judged(view, seat).reading
    if others and all(reading.danger(card) < reading.danger(other) for other in others):
        yield CoachTip(CoachLine.SAFEST, {"card": card})
    if card in loose and all(POINTS[card] > POINTS[other] for other in loose - {card}):
        yield CoachTip(CoachLine.HIGHEST, {"card": card})
