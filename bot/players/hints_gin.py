"""Why an Expert would do what it does at a table of the gin family."""

from typing import Final

from bot.players.gin import choose, ending, weighed
from bot.players.gin_hands import Throw, throws
from bot.players.gin_reading import Reading, read
from bot.players.levels import BUDGETS, Level
from bot.players.reasons import Hint, Why
from bot.rummy.gin import LAST_STOCK
from bot.rummy.moves import Move, Verb
from bot.rummy.views import GinView, Phase

_LEVEL: Final = Level.EXPERT


def hint(view: GinView, seat: int) -> Hint:
    """Say what to do in a seat that has to act, and why."""
    move = choose(view, seat, _LEVEL, 0, BUDGETS[_LEVEL])
    match move.verb:
        case Verb.TAKE:
            return Hint(move, Why.TAKE, {"card": view.discards[-1]})
        case Verb.PASS:
            return Hint(move, Why.PASS, {"card": view.discards[-1]})
        case Verb.DRAW if view.phase is Phase.STOCK:
            return Hint(move, Why.DRAW_ONLY)
        case Verb.DRAW:
            return Hint(move, Why.DRAW, {"card": view.discards[-1]})
        case _:
            reading = read(view, seat)
            found = throws(reading.hand, reading.taken)
            return _knock(move, reading, found) if move.verb is Verb.KNOCK else _discard(move, reading, found)


def _knock(move: Move, reading: Reading, found: list[Throw]) -> Hint:
    """Say why to knock."""
    values = {"card": move.named, "deadwood": found[0].deadwood}
    if found[0].deadwood == 0:
        return Hint(move, Why.GIN, values)
    return Hint(move, Why.KNOCK_LAST if reading.stock == LAST_STOCK else Why.KNOCK, values)


def _discard(move: Move, reading: Reading, found: list[Throw]) -> Hint:
    """Say why to throw a card: that to knock is worse, or what other discards lack."""
    looked = weighed(reading, found, BUDGETS[_LEVEL])
    best = looked[0]
    boldest = min(looked, key=lambda throw: (round(throw.cost - throw.risk, 6), -throw.risk))
    card, outs = move.named, best.future.gins if best.future else 0
    if found[0].deadwood <= reading.limit and ending(reading, found, _LEVEL, BUDGETS[_LEVEL]) is None:
        return (
            Hint(move, Why.WAIT, {"card": card, "outs": outs})
            if outs
            else Hint(move, Why.WAIT_FOR_KNOCK, {"card": card})
        )
    if boldest.risk > best.risk and boldest.card != card:
        return Hint(move, Why.THROW_SAFELY, {"card": card, "other": boldest.card})
    if found[0].deadwood < best.deadwood:
        return Hint(move, Why.THROW_KEEPING, {"card": card, "other": found[0].card})
    return Hint(move, Why.THROW, {"card": card, "deadwood": best.deadwood})
