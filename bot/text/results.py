"""The end of a deal in words, for any game: its outcome in short, and how its points add up."""

from collections.abc import Sequence

from bot.rummy.results import DealResult, Outcome, Showdown
from bot.text.catalogs import Texts
from bot.text.gin.results import knock_sum
from bot.text.melds.results import out_sum


def deal_sum(texts: Texts, result: DealResult, showdown: Showdown | None, names: Sequence[str]) -> str:
    """Return how a deal's points add up, ``Ola 8 ≤ Kuba 9: undercut, 25 + 1 = 26``, or why nobody scored.

    Only deals of the gin family have a ``showdown``. In games with melds on the table ``result`` contains the terms,
    and `loss_lines` returns what the other players lose.
    """
    if result.count is not None:
        return out_sum(texts, result, result.count, names)
    return knock_sum(texts, result, showdown, names)


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
        case _:
            return texts.n("{name} knocks, {n} point", "{name} knocks, {n} points", points, name=name)


def _no_winner(texts: Texts, outcome: Outcome) -> str:
    """Return how a deal without a winner ended, in short."""
    match outcome:
        case Outcome.STALEMATE:
            return texts.t("stalemate")
        case Outcome.EXHAUSTED:
            return texts.t("nobody went out")
        case _:
            return texts.t("void")
