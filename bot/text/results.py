"""The end of a deal of any game in short; each family returns how its points add up."""

from collections.abc import Sequence

from bot.rummy.results import DealResult, Outcome
from bot.text.catalogs import Texts


def outcome_words(texts: Texts, result: DealResult, names: Sequence[str]) -> str:
    """Return how a deal ended, in short: ``Ola goes out, 47 points``."""
    if result.winner is None:
        return _no_winner(texts, result.outcome)
    name, points = names[result.winner], result.points[result.winner]
    match result.outcome:
        case Outcome.GIN:
            return texts.n("{name} has gin, {n} point", "{name} has gin, {n} points", points, name=name)
        case Outcome.UNDERCUT:
            return texts.n("{name} undercuts, {n} point", "{name} undercuts, {n} points", points, name=name)
        case Outcome.OUT:
            return texts.n("{name} goes out, {n} point", "{name} goes out, {n} points", points, name=name)
        case Outcome.RUMMY:
            return texts.n("{name} goes rummy, {n} point", "{name} goes rummy, {n} points", points, name=name)
        case Outcome.KNOCK | Outcome.VOID | Outcome.STALEMATE | Outcome.EXHAUSTED:
            return texts.n("{name} knocks, {n} point", "{name} knocks, {n} points", points, name=name)


def _no_winner(texts: Texts, outcome: Outcome) -> str:
    """Return how a deal without a winner ended, in short."""
    match outcome:
        case Outcome.STALEMATE:
            return texts.t("stalemate")
        case Outcome.EXHAUSTED:
            return texts.t("nobody went out")
        case Outcome.VOID | Outcome.GIN | Outcome.KNOCK | Outcome.UNDERCUT | Outcome.OUT | Outcome.RUMMY:
            return texts.t("void")
