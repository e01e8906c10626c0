"""The reasons for an Expert's moves in games of the gin family."""

from collections.abc import Sequence
from dataclasses import replace

from bot.players.gin.choosing import ending, weighed
from bot.players.gin.discards import Discard, Future, open_discards
from bot.players.gin.reading import GinReading, read
from bot.players.levels import Level
from bot.players.reasons import Figures, Hint, Why
from bot.rummy.cards import mask_of
from bot.rummy.gin.arrange import deadwood, discards
from bot.rummy.gin.views import GinView
from bot.rummy.moves import Move, Verb
from bot.rummy.views import Phase


def hint(view: GinView, move: Move) -> Hint:
    """Return an Expert's move with a reason whose sentence is literally true."""
    match move.verb:
        case Verb.TAKE:
            return Hint(move, Why.TAKE, {"card": view.discards[-1]})
        case Verb.PASS:
            return Hint(move, Why.PASS_NO_MELD if _lowers(view) else Why.PASS, {"card": view.discards[-1]})
        case Verb.DRAW if view.phase is Phase.STOCK:
            return Hint(move, Why.DRAW_AFTER_PASSES)
        case Verb.DRAW:
            return Hint(move, Why.DRAW_NO_MELD if _lowers(view) else Why.DRAW, {"card": view.discards[-1]})
        case _:
            reading = read(view, move.seat)
            found = open_discards(reading.hand, reading.taken)
            return _knock(move, reading, found) if move.verb is Verb.KNOCK else _discard(move, reading, found)


def _lowers(view: GinView) -> bool:
    """Return whether taking the top discard, which makes no meld, would lower the deadwood."""
    hand, card = mask_of(view.hand), view.discards[-1]
    return min(left for discarded, left in discards(hand | 1 << card) if discarded != card) < deadwood(hand)


def _knock(move: Move, reading: GinReading, found: list[Discard]) -> Hint:
    """Return why to knock."""
    values = {"card": move.named, "deadwood": found[0].deadwood}
    if found[0].deadwood == 0:
        return Hint(move, Why.GIN, values)
    if reading.last:
        return Hint(move, Why.KNOCK_LAST, values)
    looked = weighed(reading, found, Level.EXPERT.budget)
    return Hint(move, Why.KNOCK, values, _knock_or_wait(reading, found, looked))


def _discard(move: Move, reading: GinReading, found: list[Discard]) -> Hint:
    """Return why to discard a card: a knock would be worse, or the other discards would."""
    card, may_knock = move.named, found[0].deadwood <= reading.limit
    if reading.last:
        return Hint(move, Why.VOID if may_knock else Why.LAST, {"card": card})
    looked = weighed(reading, found, Level.EXPERT.budget)
    if may_knock:
        outs, figures = _future(looked[0]).gins, _knock_or_wait(reading, found, looked)
        if outs:
            return Hint(move, Why.WAIT, {"card": card, "outs": outs}, figures)
        return Hint(move, Why.PLAY_ON, {"card": card, "deadwood": found[0].deadwood}, figures)
    return replace(_loose(move, found[0], looked), figures=_next_best(looked))


def _loose(move: Move, least: Discard, looked: Sequence[Discard]) -> Hint:
    """Return why to discard the best of the discards that were weighed; ``least`` leaves the least deadwood."""
    best, card = looked[0], move.named
    boldest = min(looked, key=lambda choice: (round(choice.cost - choice.risk, 6), -choice.risk))
    if boldest.risk > best.risk and boldest.card != card:
        return Hint(move, Why.DISCARD_SAFELY, {"card": card, "other": boldest.card})
    if least.deadwood == best.deadwood:
        return Hint(move, Why.DISCARD, {"card": card, "deadwood": best.deadwood})
    return _keeping(move, best, next(choice for choice in looked if choice.card == least.card))


def _knock_or_wait(reading: GinReading, found: Sequence[Discard], looked: Sequence[Discard]) -> Figures | None:
    """Return the points that a knock and playing on earn on average, as an Expert compared them."""
    end = ending(reading, found, looked)
    if end is None or end.compared is None:
        return None
    knock, wait = round(end.compared.knock), round(end.compared.wait)
    if knock == wait:
        return Figures(Why.KNOCK_EVEN, {"knock": knock})
    return Figures(Why.KNOCK_OR_WAIT, {"knock": knock, "wait": wait})


def _next_best(looked: Sequence[Discard]) -> Figures | None:
    """Return how much more the second best discard costs, in points; None if only one was weighed."""
    if len(looked) == 1:
        return None
    other, points = looked[1].card, round(looked[1].cost - looked[0].cost)
    match points:
        case 0:
            return Figures(Why.NEXT_CLOSE, {"other": other})
        case 1:
            return Figures(Why.NEXT_BY_ONE, {"other": other})
        case _:
            return Figures(Why.NEXT, {"other": other, "points": points})


def _keeping(move: Move, best: Discard, least: Discard) -> Hint:
    """Return why to keep more deadwood than necessary: the drawback of the discard that leaves the least."""
    values = {"card": best.card, "other": least.card}
    if _future(best).gain > _future(least).gain:
        return Hint(move, Why.DISCARD_KEEPING, values)
    if _future(best).gin > _future(least).gin:
        return Hint(move, Why.DISCARD_FOR_GIN, values)
    return Hint(move, Why.DISCARD_SAFELY, values)


def _future(choice: Discard) -> Future:
    """Return the `Future` of a discard that has been weighed."""
    if choice.future is None:
        raise ValueError("this discard hasn't been weighed")
    return choice.future
