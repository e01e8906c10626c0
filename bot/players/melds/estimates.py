"""Estimates of how a deal ends: small models that `remik bench train` fits to played deals."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.players.arithmetic import added, logistic
from bot.players.melds.moments import LayMoment


@dataclass(frozen=True, slots=True)
class Estimate:
    """The weights of `odds_terms` in the log odds to win a deal, and of `point_terms` in what it counts if won or lost.

    Points are in full hands, so they follow from the rules of a game.
    """

    odds: tuple[float, ...]
    won: tuple[float, ...]
    lost: tuple[float, ...]

    def wins(self, moment: LayMoment) -> float:
        """Return the chance to win the deal."""
        return logistic(weighted(self.odds, odds_terms(moment)))


@dataclass(frozen=True, slots=True)
class CrowdEstimate:
    """How a deal is estimated to end after holding, or after laying. Points are in hands as they are dealt."""

    start: float  # log odds to win the deal with no loose card, before the first turn
    left: float
    outs: float
    turns: float
    won: float  # by a seat that wins the deal
    lost: float  # by a seat that doesn't, for each point that it keeps in hand
    theirs: float  # by the other player who wins it then

    def wins(self, moment: LayMoment) -> float:
        """Return the chance to win the deal."""
        return logistic(self.start + self.left * moment.left + self.outs * moment.outs + self.turns * moment.turns)


@dataclass(frozen=True, slots=True)
class CrowdEstimates:
    """Both ways on."""

    hold: CrowdEstimate
    lay: CrowdEstimate


def weighted(weights: Sequence[float], terms: Sequence[float]) -> float:
    """Add up terms by their weights."""
    return added(weight * term for weight, term in zip(weights, terms, strict=True))


def odds_terms(moment: LayMoment) -> tuple[float, ...]:
    """Return what the chance to win a deal depends on."""
    left, outs, turns = moment.left, moment.outs, moment.turns
    return (
        1.0,
        left,
        left * left / 10,
        outs,
        turns,
        moment.theirs,
        moment.taken,
        moment.stock / 10,
        moment.laid,
        turns * left,
        turns * outs,
        moment.kept / 10,
    )


def point_terms(moment: LayMoment, hand: float) -> tuple[float, ...]:
    """Return what the points of a deal depend on; ``hand`` is the value of a full hand."""
    return 1.0, moment.held / hand, moment.kept / hand, moment.turns, moment.theirs, moment.left
