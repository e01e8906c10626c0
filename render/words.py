"""Words that several pictures share: rules in force, warnings, sums."""

from collections.abc import Sequence
from typing import Final

from bot.rummy.melds.rules import rules_for
from bot.rummy.options import BasicOptions, GermanOptions, GinOptions, MeldsOptions, Options
from bot.rummy.results import DealResult, Outcome, Showdown
from bot.rummy.views import QUIET_LIMIT, QUIET_WARNING, GinView, MeldsView, Phase, View
from bot.text.catalogs import Texts
from bot.text.gin.results import points_sum
from bot.text.rules import option_name

_HOUSE_RULES: Final = {
    "one_meld_per_turn": "B-14",
    "small_deck": "H-1",
    "round_the_corner": "H-4",
    "no_jokers": "H-5",
    "joker_rule": "H-6",
    "set_rule": "H-7",
    "claim": "H-8",
    "win_without_discard": "H-9",
    "casino_scoring": "H-10",
    "training": "H-11",
}


def limit_words(texts: Texts, view: GinView) -> str:
    """Say with what deadwood one may knock in this deal (G-12)."""
    if view.knock_limit == 0:
        return texts.t("Gin only")
    return texts.t("Knock at {limit}", limit=view.knock_limit)


def target_words(texts: Texts, options: Options, seats: int = 2) -> str:
    """Say when the game ends (G-23, G-27, B-13, D-15)."""
    match options:
        case GermanOptions():
            return texts.n("{n} round", "{n} rounds", options.rounds)
        case BasicOptions():
            return texts.t("To {target}", target=options.target_for(seats))
        case GinOptions() if options.deals:
            return texts.n("{n} deal", "{n} deals", options.deals)
        case GinOptions():
            return texts.t("To {target}", target=options.target)


def progress_words(texts: Texts, view: MeldsView) -> str:
    """Say how far a game with melds on the table is."""
    if isinstance(view.options, GermanOptions):
        return texts.t("Round {number} of {rounds}", number=view.deal, rounds=view.options.rounds)
    return texts.t("Deal {number}", number=view.deal)


def goal_words(texts: Texts, options: MeldsOptions, seats: int) -> str:
    """Say what a player of a game with melds on the table has to reach: a first meld (D-7), or the total that wins."""
    if isinstance(options, BasicOptions):
        return target_words(texts, options, seats)
    initial = rules_for(options).initial
    return texts.t("First meld {value}", value=initial) if initial else texts.t("Any first meld")


def house_rules(texts: Texts, options: MeldsOptions) -> dict[str, str]:
    """Name the house rules in force by their ids, but for those that `goal_words` has (H-2, H-3)."""
    return {rule: option_name(texts, name) for name, rule in _HOUSE_RULES.items() if getattr(options, name, False)}


def quiet_left(view: View) -> int | None:
    """Count the turns until the deal ends because nobody draws from the stock, once it is close (C-8)."""
    close = view.quiet_turns >= QUIET_WARNING and view.turn is not None
    return QUIET_LIMIT - view.quiet_turns if close else None


def ends_words(texts: Texts, left: int) -> str:
    """Warn that a deal with melds on the table ends unless somebody draws or lays (C-8)."""
    return texts.n("Ends in {n} turn", "Ends in {n} turns", left)


def quiet_words(texts: Texts, left: int) -> str:
    """Warn of a void deal (C-8)."""
    return texts.n("Void in {n} turn if nobody draws", "Void in {n} turns if nobody draws", left)


def shows_dealer_draw(view: GinView) -> bool:
    """Say whether the cards drawn for the first deal are still to be seen: until its first turn has ended (G-4)."""
    return bool(view.dealer_draw) and view.deal == 1 and view.turns == 0 and view.phase is not Phase.OVER


def waiting_words(view: View, texts: Texts, names: Sequence[str]) -> str:
    """Say what the owner of the hand waits for; the names are as they are to be shown."""
    match view.phase:
        case Phase.OVER:
            return texts.t("The game is over")
        case Phase.DEAL if isinstance(view.options, GermanOptions):
            return texts.t("The round is over")
        case Phase.DEAL:
            return texts.t("The deal is over")
        case _:
            return texts.t("{name}'s turn", name=names[view.turn or 0])


def outcome_word(texts: Texts, outcome: Outcome) -> str:
    """Name how a deal ended."""
    words = {
        Outcome.GIN: texts.p("outcome", "gin"),
        Outcome.KNOCK: texts.p("outcome", "knock"),
        Outcome.UNDERCUT: texts.p("outcome", "undercut"),
        Outcome.VOID: texts.p("outcome", "void"),
        Outcome.OUT: texts.p("outcome", "out"),
        Outcome.RUMMY: texts.p("outcome", "rummy"),
        Outcome.STALEMATE: texts.p("outcome", "stalemate"),
        Outcome.EXHAUSTED: texts.p("outcome", "exhausted"),
    }
    return words[outcome]


def outcome_title(texts: Texts, outcome: Outcome) -> str:
    """Head a picture with how a deal ended."""
    words = {
        Outcome.GIN: texts.p("outcome", "Gin"),
        Outcome.KNOCK: texts.p("outcome", "Knock"),
        Outcome.UNDERCUT: texts.p("outcome", "Undercut"),
        Outcome.VOID: texts.p("outcome", "Void deal"),
        Outcome.OUT: texts.p("outcome", "Out"),
        Outcome.RUMMY: texts.p("outcome", "Going rummy"),
        Outcome.STALEMATE: texts.p("outcome", "Stalemate"),
        Outcome.EXHAUSTED: texts.p("outcome", "Nobody went out"),
    }
    return words[outcome]


def count_words(texts: Texts, result: DealResult) -> str:
    """Spell out what a deal with melds on the table came to, ``(45 + 23) × 2 = 136`` (B-11, B-12, D-12 to D-14, H-10).

    ValueError for a deal of the gin family.
    """
    if result.count is None:
        raise ValueError("a deal of the gin family has its sum in the showdown")
    if result.winner is None:
        if result.outcome is Outcome.STALEMATE:
            return texts.t("No points for anybody")
        return texts.t("Everybody loses what is left in the hand")
    count = result.count
    terms = [str(points) for seat, points in enumerate(count.hands) if seat != result.winner]
    if count.laid:
        terms.append(texts.t("{points} laid", points=count.laid))
    total = result.points[result.winner]
    if count.factor > 1:
        left = " + ".join(terms)
        return f"({left}) × {count.factor} = {total}" if len(terms) > 1 else f"{left} × {count.factor} = {total}"
    if len(terms) > 1:
        return f"{' + '.join(terms)} = {total}"
    return texts.t("{points} left in the other hand", points=total)


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
        case _:
            raise ValueError(f"no knock ends a deal as {result.outcome}")
