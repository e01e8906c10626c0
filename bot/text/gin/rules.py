"""The rules of the gin family in words (G-1 to G-29)."""

from collections.abc import Mapping
from typing import Final

from bot.rummy.cards import Card, parse_card
from bot.rummy.families import Variant
from bot.rummy.gin.options import FirstDealer, GinOptions, NextDealer, Reach, Shutout, Tie
from bot.rummy.options import house_rules
from bot.rummy.refusals import Topic
from bot.text.catalogs import Texts
from bot.text.rule_words import CardExample, GameWords, RuleWords


def _topics(texts: Texts, options: GinOptions) -> Mapping[Topic, str]:
    """Return the whole rules by topic: the hand, the turn, knocking, a deal's points, winning."""
    says = sentences_of(texts, options, RULES)
    if options.variant is Variant.HOLLYWOOD:
        says["series"] = _series(texts)

    def join(*names: str) -> str:
        return " ".join(says[name] for name in names if name in says)

    return {
        Topic.GOAL: _goal(texts, options),
        Topic.CARDS: texts.t("Two players, one deck, ten cards each.") + " " + join("first_dealer", "next_dealer"),
        Topic.MELDS: texts.t(
            "A meld is three or four cards of the same rank, or three or more in a row of the same suit; aces are "
            "low. Cards outside your melds are deadwood: aces count 1, face cards 10, other cards their number."
        ),
        Topic.TURN: _turn_rules(texts),
        Topic.KNOCK: join("knock_limit", "spades_double")
        + " "
        + texts.t(
            "When you knock, you lay down your hand. The other player lays down their melds too, and lays off cards "
            "on yours. Knocking with no deadwood is gin, and nothing can be laid off on it."
        ),
        Topic.POINTS: texts.t("If you knock and have less deadwood than the other player, you score the difference.")
        + " "
        + join("gin_bonus", "big_gin", "undercut_bonus", "tie"),
        Topic.NO_WINNER: texts.t(
            "A deal is void if a turn ends with two cards left in the stock, or after 20 turns in a row without a "
            "draw from the stock. The same dealer deals again."
        ),
        Topic.WINNING: join("deals", "target", "reach", "series", "play_out", "game_bonus", "shutout", "box_bonus"),
    }


def sentences_of(texts: Texts, options: GinOptions, rules: Mapping[str, RuleWords[GinOptions]]) -> dict[str, str]:
    """Return what each option that makes a difference means, by its name."""
    declared = house_rules(options.variant)
    return {
        name: words.sentence(texts, options)
        for name, words in rules.items()
        if name in declared and declared[name].is_in(options.variant) and not declared[name].is_idle(options)
    }


def _turn_rules(texts: Texts) -> str:
    return texts.t(
        "On your turn, draw from the stock or take the top discard, then discard a card or knock. You can't "
        "discard the card you just took from the discard pile. The deal starts with the upcard: first the "
        "dealer's opponent, then the dealer can take it or pass. If both pass, the dealer's opponent draws from "
        "the stock."
    )


def _goal(texts: Texts, options: GinOptions) -> str:
    if options.variant is Variant.HOLLYWOOD:
        return texts.t(
            "Win two of three games that are scored at once: collect sets and runs, and have less left over than your "
            "opponent when a deal ends."
        )
    if options.deals:
        return texts.n(
            "Score more points than your opponent in {n} deal: collect sets and runs, and have less left over when it "
            "ends.",
            "Score more points than your opponent in {n} deals: collect sets and runs, and have less left over when "
            "a deal ends.",
            options.deals,
        )
    if options.reach is Reach.EXCEEDS:
        return texts.n(
            "Be the first to get past {n} point: collect sets and runs, and have less left over than your opponent "
            "when a deal ends.",
            "Be the first to get past {n} points: collect sets and runs, and have less left over than your opponent "
            "when a deal ends.",
            options.target,
        )
    return texts.n(
        "Be the first to get {n} point: collect sets and runs, and have less left over than your opponent when a deal "
        "ends.",
        "Be the first to get {n} points: collect sets and runs, and have less left over than your opponent when a deal "
        "ends.",
        options.target,
    )


def _turn(texts: Texts, options: GinOptions) -> tuple[str, ...]:
    """Return how a turn is played, step by step, in the words of the buttons."""
    steps = [
        texts.t(
            "Press *{button Draw}* at the table for a card from the stock, or *{take}* for the top discard. Your hand "
            "opens, and only you can see it.",
            take=texts.p("button", "Take"),
        ),
        texts.t("Press a card to discard it. That ends your turn."),
        texts.t("With no deadwood left, press *{button Gin}* instead. That ends the deal."),
    ]
    if options.big_gin:
        steps.append(
            texts.t("With all eleven cards in melds, press *{button Big gin}*. That ends the deal without a discard.")
        )
    if options.knock_limit != 0:
        steps.append(
            texts.t(
                "With little deadwood left, press *{button Knock}* instead if it's there. That ends the deal too, but "
                "your opponent can lay off cards on your melds."
            )
        )
    return tuple(steps)


def _examples(texts: Texts, _options: GinOptions) -> tuple[CardExample, ...]:
    """Return a set, a run, and cards outside of melds."""
    return (
        CardExample(texts.p("cards", "Set"), _cards("7C", "7S", "7H")),
        CardExample(texts.p("cards", "Run"), _cards("4H", "5H", "6H", "7H")),
        CardExample(texts.t("Deadwood {deadwood}", deadwood=13), _cards("QS", "3D"), is_meld=False),
    )


def _cards(*codes: str) -> tuple[Card, ...]:
    return tuple(map(parse_card, codes))


def _knock_limit(texts: Texts, options: GinOptions) -> str:
    """Return the sentence on the deadwood with which players may knock (G-12)."""
    if options.knock_limit is None:
        return texts.t("The upcard's value is the knock limit for the deal. If it's an ace, only gin ends the deal.")
    if options.knock_limit == 0:
        return texts.t("Only gin ends a deal.")
    return texts.t("You can knock with {limit} deadwood or less.", limit=options.knock_limit)


def _limit(texts: Texts, options: GinOptions) -> str:
    """Return the same in a few words."""
    if options.knock_limit is None:
        return texts.t("The upcard is the knock limit")
    if options.knock_limit == 0:
        return texts.t("Only gin ends a deal")
    return texts.t("Knock with {limit} or less", limit=options.knock_limit)


def _spades_double(texts: Texts, options: GinOptions) -> str:
    """Return the sentence on a spade as upcard (G-12)."""
    if options.spades_double:
        return texts.t("If the upcard is a spade, the deal's points count double.")
    return texts.t("The upcard's suit doesn't change the score.")


def _gin_bonus(texts: Texts, options: GinOptions) -> str:
    """Return the sentence on the gin bonus (G-18)."""
    return texts.t("Gin scores {bonus} plus the other player's deadwood.", bonus=options.gin_bonus)


def _big_gin(texts: Texts, options: GinOptions) -> str:
    """Return the sentence on big gin (G-28, G-29)."""
    if not options.big_gin:
        return texts.t("There's no big gin: even with all eleven cards in melds, you discard one.")
    return texts.t(
        "With all eleven cards in melds, you can go big gin and discard nothing. It scores {bonus} plus the other "
        "player's deadwood.",
        bonus=options.big_gin,
    )


def _undercut_bonus(texts: Texts, options: GinOptions) -> str:
    """Return the sentence on the undercut bonus (G-20)."""
    return texts.t(
        "If the other player has less deadwood, it's an undercut: they score {bonus} plus the difference.",
        bonus=options.undercut_bonus,
    )


def _tie(texts: Texts, options: GinOptions) -> str:
    """Return the sentence on equal deadwood (G-20)."""
    if options.tie is Tie.VOID:
        return texts.t("If both have the same deadwood, the deal is void.")
    return texts.t("Equal deadwood is an undercut, too.")


def _first_dealer(texts: Texts, options: GinOptions) -> str:
    """Return the sentence on who deals first (G-4)."""
    if options.first_dealer is FirstDealer.DRAW:
        return texts.t("Both players draw a card, and the higher card deals first.")
    return texts.t("The first dealer is chosen at random.")


def _next_dealer(texts: Texts, options: GinOptions) -> str:
    """Return the sentence on who deals next (G-6)."""
    match options.next_dealer:
        case NextDealer.OTHER:
            return texts.t("The players take turns dealing.")
        case NextDealer.WINNER:
            return texts.t("The winner of a deal deals next.")
        case NextDealer.LOSER:
            return texts.t("The loser of a deal deals next.")


def _target(texts: Texts, options: GinOptions) -> str:
    """Return the sentence on the target score (G-23, G-24)."""
    if options.variant is Variant.HOLLYWOOD:
        return texts.n(
            "Three games are scored at once, each to {n} point. Win two of them to win.",
            "Three games are scored at once, each to {n} points. Win two of them to win.",
            options.target,
        )
    return texts.n("The game is played to {n} point.", "The game is played to {n} points.", options.target)


def _series(texts: Texts) -> str:
    """Return the sentences on how deals count in Hollywood's three games (G-24, G-25)."""
    return texts.t(
        "The first deal you win counts in game 1, the second in games 1 and 2, every later one in all three. Once a "
        "game has ended, nothing is added to it, and both players can score in the next one."
    )


def _reach(texts: Texts, options: GinOptions) -> str:
    """Return the sentence on whether reaching the target is enough (G-23)."""
    if options.reach is Reach.EXCEEDS:
        return texts.t("To win, you need more points than the target.")
    return texts.t("Reaching the target wins.")


def _game_bonus(texts: Texts, options: GinOptions) -> str:
    """Return the sentence on the bonus for winning the game (G-23)."""
    if not options.game_bonus:
        return texts.t("There's no bonus for winning the game.")
    return texts.t("Winning the game adds {bonus}.", bonus=options.game_bonus)


def _box_bonus(texts: Texts, options: GinOptions) -> str:
    """Return the sentence on the bonus for each deal won (G-23)."""
    if not options.box_bonus:
        return texts.t("There's no bonus for deals won.")
    return texts.t("Each deal won adds {bonus} at the end.", bonus=options.box_bonus)


def _shutout(texts: Texts, options: GinOptions) -> str:
    """Return the sentence on a loser who won no deal (G-23)."""
    if options.shutout is Shutout.DOUBLE:
        return texts.t(
            "If the loser didn't win a deal, it's a shutout: the winner's total and game bonus count double."
        )
    return texts.t("A shutout scores nothing extra.")


def _deals(texts: Texts, options: GinOptions) -> str:
    """Return the sentence on the number of deals (G-27)."""
    if not options.deals:
        return texts.t("You play until one of you has won.")
    return texts.n(
        "The higher total after {n} deal wins. Void deals don't count, and there are no bonuses.",
        "The higher total after {n} deals wins. Void deals don't count, and there are no bonuses.",
        options.deals,
    )


def _play_out(texts: Texts, options: GinOptions) -> str:
    """Return the sentence on when a Hollywood series ends (G-24)."""
    if options.play_out:
        return texts.t("All three games are played to the end.")
    return texts.t("It's over as soon as one of you has won two games.")


RULES: Final[Mapping[str, RuleWords[GinOptions]]] = {
    "knock_limit": RuleWords(
        name=lambda texts: texts.p("option", "Knock limit"),
        sentence=_knock_limit,
        values={
            None: lambda texts: texts.p("value", "set by the upcard"),
            0: lambda texts: texts.p("value", "gin only"),
        },
    ),
    "gin_bonus": RuleWords(
        name=lambda texts: texts.p("option", "Gin bonus"),
        sentence=_gin_bonus,
    ),
    "big_gin": RuleWords(
        name=lambda texts: texts.p("option", "Big gin"),
        sentence=_big_gin,
        values={
            0: lambda texts: texts.p("value", "off"),
        },
    ),
    "undercut_bonus": RuleWords(
        name=lambda texts: texts.p("option", "Undercut bonus"),
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
            FirstDealer.RANDOM: lambda texts: texts.p("value", "random"),
        },
    ),
    "next_dealer": RuleWords(
        name=lambda texts: texts.p("option", "Next dealer"),
        sentence=_next_dealer,
        values={
            NextDealer.OTHER: lambda texts: texts.p("value", "alternating"),
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
            Reach.REACHES: lambda texts: texts.p("value", "reaching the target"),
        },
    ),
    "game_bonus": RuleWords(
        name=lambda texts: texts.p("option", "Game bonus"),
        sentence=_game_bonus,
    ),
    "box_bonus": RuleWords(
        name=lambda texts: texts.p("option", "Bonus per deal won"),
        sentence=_box_bonus,
    ),
    "shutout": RuleWords(
        name=lambda texts: texts.p("option", "Shutout"),
        sentence=_shutout,
        values={
            Shutout.DOUBLE: lambda texts: texts.p("value", "doubles the winner's points"),
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
"""The words of each option."""
WORDS: Final = GameWords(
    RULES,
    _topics,
    _turn,
    _examples,
    limit=_limit,
)
"""The words for the rules and options of the family."""
