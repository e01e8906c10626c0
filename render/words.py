"""Words that several pictures share: rules in force, warnings, sums."""

from bot.rummy.options import GinOptions
from bot.rummy.results import DealResult, Outcome, Showdown
from bot.rummy.views import QUIET_LIMIT, QUIET_WARNING, GinView, Phase
from bot.text.catalogue import Texts
from bot.text.results import points_sum


def limit_words(texts: Texts, view: GinView) -> str:
    """Say with what deadwood one may knock in this deal (G-12)."""
    if view.knock_limit == 0:
        return texts.t("Gin only")
    return texts.t("Knock at {limit}", limit=view.knock_limit)


def target_words(texts: Texts, options: GinOptions) -> str:
    """Say when the game ends (G-23, G-27)."""
    if options.deals:
        return texts.n("{n} deal", "{n} deals", options.deals)
    return texts.t("To {target}", target=options.target)


def quiet_left(view: GinView) -> int | None:
    """Count the turns until the deal is void because nobody draws from the stock, once it is close (C-8)."""
    close = view.quiet_turns >= QUIET_WARNING and view.turn is not None
    return QUIET_LIMIT - view.quiet_turns if close else None


def quiet_words(texts: Texts, left: int) -> str:
    """Warn of a void deal (C-8)."""
    return texts.n("Void in {n} turn if nobody draws", "Void in {n} turns if nobody draws", left)


def shows_dealer_draw(view: GinView) -> bool:
    """Say whether the cards drawn for the first deal are still to be seen: until its first turn has ended (G-4)."""
    return bool(view.dealer_draw) and view.deal == 1 and view.turns == 0 and view.phase is not Phase.OVER


def outcome_word(texts: Texts, outcome: Outcome) -> str:
    """Name how a deal ended."""
    match outcome:
        case Outcome.GIN:
            return texts.p("outcome", "gin")
        case Outcome.KNOCK:
            return texts.p("outcome", "knock")
        case Outcome.UNDERCUT:
            return texts.p("outcome", "undercut")
        case Outcome.VOID:
            return texts.p("outcome", "void")


def outcome_title(texts: Texts, outcome: Outcome) -> str:
    """Head a picture with how a deal ended."""
    match outcome:
        case Outcome.GIN:
            return texts.p("outcome", "Gin")
        case Outcome.KNOCK:
            return texts.p("outcome", "Knock")
        case Outcome.UNDERCUT:
            return texts.p("outcome", "Undercut")
        case Outcome.VOID:
            return texts.p("outcome", "Void deal")


def sum_words(texts: Texts, result: DealResult, showdown: Showdown) -> str:
    """Spell out what a knock came to, ``8 ≤ 9: undercut, 25 + 1 = 26`` (G-18 to G-20)."""
    own, other = showdown.arrangement.deadwood, showdown.defence.arrangement.deadwood
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
