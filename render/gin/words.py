"""Words in pictures of the gin family: limits, targets, warnings, how a knock's points add up."""

from bot.rummy.gin.views import GinView
from bot.rummy.results import DealResult, Outcome, Showdown
from bot.rummy.views import Phase
from bot.text.catalogs import Texts
from bot.text.gin.results import points_sum


def limit_words(texts: Texts, view: GinView) -> str:
    """Return the highest deadwood with which players may knock in this deal (G-12)."""
    if view.knock_limit == 0:
        return texts.t("Gin only")
    return texts.t("Knock with {limit} or less", limit=view.knock_limit)


def quiet_words(texts: Texts, left: int) -> str:
    """Warn that the deal will be void after ``left`` more turns without a draw from the stock (C-8)."""
    return texts.n("Void in {n} turn if nobody draws", "Void in {n} turns if nobody draws", left)


def shows_dealer_draw(view: GinView) -> bool:
    """Return whether the cards drawn for the first deal are still shown, which is until its first turn ends (G-4)."""
    return bool(view.dealer_draw) and view.deal == 1 and view.turns == 0 and view.phase is not Phase.OVER


def sum_words(texts: Texts, result: DealResult, showdown: Showdown) -> str:
    """Write how a knock's points add up, ``8 ≤ 9: undercut, 25 + 1 = 26`` (G-18 to G-20)."""
    own, other = showdown.arrangement.deadwood, showdown.defense.arrangement.deadwood
    points = points_sum(showdown)
    match result.outcome:
        case Outcome.GIN:
            return texts.t("Gin: {points}", points=points)
        case Outcome.KNOCK:
            return texts.t("{lower} < {higher}: knock, {points}", lower=own, higher=other, points=points)
        case Outcome.UNDERCUT:
            return texts.t("{lower} ≤ {higher}: undercut, {points}", lower=other, higher=own, points=points)
        case Outcome.VOID:
            return texts.t("{lower} = {higher}: void, no points", lower=own, higher=other)
        case _:
            raise ValueError(f"no knock ends a deal as {result.outcome}")
