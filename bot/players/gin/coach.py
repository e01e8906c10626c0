"""What a coach can truly say about a moment of the gin family, the most fitting line first."""

from collections.abc import Iterator, Sequence

from bot.players.coaching import CoachLine, CoachTip
from bot.players.gin.choosing import judged
from bot.players.gin.hints import hint
from bot.players.reasons import Why
from bot.rummy.cards import POINTS, Card, mask_of
from bot.rummy.gin.arrange import arrange, deadwood
from bot.rummy.gin.views import GinView
from bot.rummy.moves import Move, Verb
from bot.rummy.views import Phase


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
        yield CoachTip(CoachLine.TAKE_MELD, {"card": view.discards[-1]})
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
    if advice and advice[0].verb is Verb.DISCARD:
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
        yield CoachTip(CoachLine.SAFEST)
    if card in loose and all(POINTS[card] > POINTS[other] for other in loose - {card}):
        yield CoachTip(CoachLine.HIGHEST)
