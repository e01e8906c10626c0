"""The end of a deal of any game in short; each family returns how its points add up."""

from collections.abc import Sequence

from bot.rummy.results import DealResult, Outcome
from bot.text.catalogs import Texts
from bot.text.lists import gain


def outcome_words(texts: Texts, result: DealResult, names: Sequence[str]) -> str:
    """Return how a deal ended, in short: ``Ola goes out: +47``."""
    if result.winner is None:
        return _no_winner(texts, result.outcome)
    name, points = names[result.winner], gain(result.points[result.winner])
    match result.outcome:
        case Outcome.GIN:
            return texts.t("{name} goes gin: {points}", name=name, points=points)
        case Outcome.UNDERCUT:
            return texts.t("{name} undercuts: {points}", name=name, points=points)
        case Outcome.OUT:
            return texts.t("{name} goes out: {points}", name=name, points=points)
        case Outcome.RUMMY:
            return texts.t("{name} goes rummy: {points}", name=name, points=points)
        case Outcome.KNOCK | Outcome.VOID | Outcome.STALEMATE | Outcome.EXHAUSTED:
            return texts.t("{name} knocks: {points}", name=name, points=points)


def outcome_title(texts: Texts, result: DealResult, names: Sequence[str]) -> str:
    """Return how a deal ended as a title, with an emoji if something rare happened."""
    words = outcome_words(texts, result, names)
    match result.outcome if result.winner is not None else None:
        case Outcome.GIN:
            return texts.t("🎉 {outcome}", outcome=words)
        case Outcome.UNDERCUT:
            return texts.t("✂️ {outcome}", outcome=words)
        case Outcome.RUMMY:
            return texts.t("⚡ {outcome}", outcome=words)
        case _:
            return words


def _no_winner(texts: Texts, outcome: Outcome) -> str:
    """Return how a deal without a winner ended, in short."""
    match outcome:
        case Outcome.STALEMATE:
            return texts.t("Stalemate: no points")
        case Outcome.EXHAUSTED:
            return texts.t("Nobody goes out")
        case Outcome.VOID | Outcome.GIN | Outcome.KNOCK | Outcome.UNDERCUT | Outcome.OUT | Outcome.RUMMY:
            return texts.t("Void: no points")
