"""The rules of the gin family in words (G-1 to G-27)."""

from collections.abc import Mapping
from typing import Final

from bot.rummy.families import Variant
from bot.rummy.gin.options import FirstDealer, GinOptions, NextDealer, Reach, Shutout, Tie
from bot.rummy.options import house_rules
from bot.text.catalogs import Texts
from bot.text.rule_words import GameWords, RuleWords


def _paragraphs(texts: Texts, options: GinOptions) -> tuple[str, ...]:
    """Return the whole rules in paragraphs: the hand, the turn, knocking, a deal's points, winning."""
    declared = house_rules(options.variant)
    says = {
        name: words.sentence(texts, options)
        for name, words in _RULES.items()
        if declared[name].is_in(options.variant) and not declared[name].is_idle(options)
    }
    if options.variant is Variant.HOLLYWOOD:
        says["series"] = _series(texts)

    def join(*names: str) -> str:
        return " ".join(says[name] for name in names if name in says)

    return (
        texts.t(
            "Two players, one pack, ten cards each. A meld is three or four cards of one rank, or three or more of one "
            "suit in order; the ace is low. Cards in no meld are deadwood: an ace counts 1, a jack, queen or king 10, "
            "any other card its number."
        ),
        texts.t(
            "In a turn you draw from the stock or take the top discard, then discard a card or knock. A card taken "
            "from the discard pile can't be discarded in the same turn. First of all the dealer's opponent, then the "
            "dealer, may take the upcard or pass; if both pass, the dealer's opponent draws from the stock."
        ),
        join("knock_limit", "spades_double")
        + " "
        + texts.t(
            "Who knocks lays the hand open; the other player lays out melds too and adds cards to the knocker's melds. "
            "With no deadwood the knock is gin, and nothing can be added to it."
        ),
        texts.t("A knock with less deadwood than the other player scores the difference.")
        + " "
        + join("gin_bonus", "undercut_bonus", "tie"),
        texts.t(
            "A deal is void when a turn ends with two cards left in the stock, or after 20 turns in a row in which "
            "nobody drew from the stock; the same dealer deals again."
        ),
        join("first_dealer", "next_dealer"),
        join("deals", "target", "reach", "series", "play_out", "game_bonus", "shutout", "box_bonus"),
    )


def _knock_limit(texts: Texts, options: GinOptions) -> str:
    """Return the sentence on the deadwood with which players may knock (G-12)."""
    if options.knock_limit is None:
        return texts.t("The upcard's value is the knock limit of the deal; when it is an ace, only gin ends the deal.")
    if options.knock_limit == 0:
        return texts.t("Only gin ends a deal.")
    return texts.t("You may knock with a deadwood of {limit} or less.", limit=options.knock_limit)


def _spades_double(texts: Texts, options: GinOptions) -> str:
    """Return the sentence on a spade as upcard (G-12)."""
    if options.spades_double:
        return texts.t("When the upcard is a spade, the deal's points count double.")
    return texts.t("A spade as upcard changes nothing.")


def _gin_bonus(texts: Texts, options: GinOptions) -> str:
    """Return the sentence on the gin bonus (G-18)."""
    return texts.t("Gin scores {bonus} and the other player's deadwood.", bonus=options.gin_bonus)


def _undercut_bonus(texts: Texts, options: GinOptions) -> str:
    """Return the sentence on the undercut bonus (G-20)."""
    return texts.t(
        "An undercut, when the other player's deadwood is lower, scores {bonus} and the difference for them.",
        bonus=options.undercut_bonus,
    )


def _tie(texts: Texts, options: GinOptions) -> str:
    """Return the sentence on equal deadwood (G-20)."""
    if options.tie is Tie.VOID:
        return texts.t("With equal deadwood the deal is void.")
    return texts.t("Equal deadwood is an undercut.")


def _first_dealer(texts: Texts, options: GinOptions) -> str:
    """Return the sentence on who deals first (G-4)."""
    if options.first_dealer is FirstDealer.DRAW:
        return texts.t("Both players draw a card, and the higher one deals first.")
    return texts.t("Chance decides who deals first.")


def _next_dealer(texts: Texts, options: GinOptions) -> str:
    """Return the sentence on who deals next (G-6)."""
    match options.next_dealer:
        case NextDealer.OTHER:
            return texts.t("The players deal in turns.")
        case NextDealer.WINNER:
            return texts.t("The winner of a deal deals the next one.")
        case NextDealer.LOSER:
            return texts.t("The loser of a deal deals the next one.")


def _target(texts: Texts, options: GinOptions) -> str:
    """Return the sentence on the target score (G-23, G-24)."""
    if options.variant is Variant.HOLLYWOOD:
        return texts.t(
            "Three games are scored at once, each to {target} points; two of them win.", target=options.target
        )
    return texts.t("The game is played to {target} points.", target=options.target)


def _series(texts: Texts) -> str:
    """Return the sentences on how deals count in Hollywood's three games (G-24, G-25)."""
    return texts.t(
        "The first deal you win counts in game 1, the second in games 1 and 2, every later one in all three. Once a "
        "game has ended, nothing is added to it, and both players can score in the next one."
    )


def _reach(texts: Texts, options: GinOptions) -> str:
    """Return the sentence on whether reaching the target is enough (G-23)."""
    if options.reach is Reach.EXCEEDS:
        return texts.t("A total has to be more than the target to win.")
    return texts.t("A total that reaches the target wins.")


def _game_bonus(texts: Texts, options: GinOptions) -> str:
    """Return the sentence on the bonus for winning the game (G-23)."""
    if not options.game_bonus:
        return texts.t("There is no bonus for winning the game.")
    return texts.t("Winning the game adds {bonus}.", bonus=options.game_bonus)


def _box_bonus(texts: Texts, options: GinOptions) -> str:
    """Return the sentence on the bonus for each deal won (G-23)."""
    if not options.box_bonus:
        return texts.t("There is no bonus for the deals won.")
    return texts.t("Each deal won adds {bonus} at the end.", bonus=options.box_bonus)


def _shutout(texts: Texts, options: GinOptions) -> str:
    """Return the sentence on a loser who won no deal (G-23)."""
    if options.shutout is Shutout.DOUBLE:
        return texts.t("If the loser won no deal, the winner's total and game bonus count double.")
    return texts.t("A loser who won no deal changes nothing.")


def _deals(texts: Texts, options: GinOptions) -> str:
    """Return the sentence on the number of deals (G-27)."""
    if not options.deals:
        return texts.t("Deals are played until somebody has won.")
    return texts.n(
        "After {n} deal, void ones not counted, the higher total wins; there are no bonuses.",
        "After {n} deals, void ones not counted, the higher total wins; there are no bonuses.",
        options.deals,
    )


def _play_out(texts: Texts, options: GinOptions) -> str:
    """Return the sentence on when a Hollywood series ends (G-24)."""
    if options.play_out:
        return texts.t("All three games are played to their end.")
    return texts.t("It is over as soon as somebody has won two games.")


_RULES: Final[Mapping[str, RuleWords[GinOptions]]] = {
    "knock_limit": RuleWords(
        name=lambda texts: texts.p("option", "Knock limit"),
        sentence=_knock_limit,
        values={
            None: lambda texts: texts.p("value", "by the upcard"),
            0: lambda texts: texts.p("value", "gin only"),
        },
    ),
    "gin_bonus": RuleWords(
        name=lambda texts: texts.p("option", "Bonus for gin"),
        sentence=_gin_bonus,
    ),
    "undercut_bonus": RuleWords(
        name=lambda texts: texts.p("option", "Bonus for an undercut"),
        sentence=_undercut_bonus,
    ),
    "tie": RuleWords(
        name=lambda texts: texts.p("option", "Equal deadwood"),
        sentence=_tie,
        values={
            Tie.UNDERCUT: lambda texts: texts.p("value", "undercut"),
            Tie.VOID: lambda texts: texts.p("value", "void deal"),
        },
    ),
    "first_dealer": RuleWords(
        name=lambda texts: texts.p("option", "First dealer"),
        sentence=_first_dealer,
        values={
            FirstDealer.DRAW: lambda texts: texts.p("value", "high card"),
            FirstDealer.RANDOM: lambda texts: texts.p("value", "at random"),
        },
    ),
    "next_dealer": RuleWords(
        name=lambda texts: texts.p("option", "Next dealer"),
        sentence=_next_dealer,
        values={
            NextDealer.OTHER: lambda texts: texts.p("value", "in turns"),
            NextDealer.WINNER: lambda texts: texts.p("value", "the winner"),
            NextDealer.LOSER: lambda texts: texts.p("value", "the loser"),
        },
    ),
    "target": RuleWords(
        name=lambda texts: texts.p("option", "Target"),
        sentence=_target,
    ),
    "reach": RuleWords(
        name=lambda texts: texts.p("option", "Winning total"),
        sentence=_reach,
        values={
            Reach.EXCEEDS: lambda texts: texts.p("value", "more than the target"),
            Reach.REACHES: lambda texts: texts.p("value", "the target is enough"),
        },
    ),
    "game_bonus": RuleWords(
        name=lambda texts: texts.p("option", "Bonus for the game"),
        sentence=_game_bonus,
    ),
    "box_bonus": RuleWords(
        name=lambda texts: texts.p("option", "Bonus for each deal won"),
        sentence=_box_bonus,
    ),
    "shutout": RuleWords(
        name=lambda texts: texts.p("option", "Loser without a deal"),
        sentence=_shutout,
        values={
            Shutout.DOUBLE: lambda texts: texts.p("value", "winner's points double"),
            Shutout.NONE: lambda texts: texts.p("value", "nothing extra"),
        },
    ),
    "deals": RuleWords(
        name=lambda texts: texts.p("option", "Number of deals"),
        sentence=_deals,
        values={
            0: lambda texts: texts.p("value", "to the target"),
        },
    ),
    "play_out": RuleWords(
        name=lambda texts: texts.p("option", "Play out all three games"),
        sentence=_play_out,
    ),
    "spades_double": RuleWords(
        name=lambda texts: texts.p("option", "Spades double"),
        sentence=_spades_double,
    ),
}
WORDS: Final = GameWords(
    _RULES,
    _paragraphs,
    names={
        Variant.GIN: lambda texts: texts.p("game", "Gin"),
        Variant.REMIK: lambda texts: texts.p("game", "Remik"),
        Variant.HOLLYWOOD: lambda texts: texts.p("game", "Hollywood Gin"),
        Variant.OKLAHOMA: lambda texts: texts.p("game", "Oklahoma Gin"),
    },
)
"""The words for the rules and options of the family."""
