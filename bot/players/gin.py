"""Computer players of the gin family."""

from bot.players.levels import Budget, Level
from bot.rummy.arrange import deadwood, discards
from bot.rummy.cards import mask_of
from bot.rummy.moves import Move, Verb
from bot.rummy.views import GinView, Phase


def choose(view: GinView, level: Level, seed: int, budget: Budget) -> Move:  # noqa: ARG001
    """Choose what the seat that has to act does."""
    hand, moves = mask_of(view.hand), {move.verb: move for move in view.moves}
    if view.phase is not Phase.DISCARD:
        if Verb.TAKE in moves and min(left for _, left in discards(hand | 1 << view.discards[-1])) < deadwood(hand):
            return moves[Verb.TAKE]
        return moves.get(Verb.PASS) or moves[Verb.DRAW]
    left = dict(discards(hand))
    best = min(left, key=lambda card: (card == view.taken, left[card], card))
    knock = [move for move in view.moves if move.verb is Verb.KNOCK and move.card == best]
    return knock[0] if knock else Move(moves[Verb.DISCARD].seat, Verb.DISCARD, best)
