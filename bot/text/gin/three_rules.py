"""The rules of three-handed gin in words (G3-1 to G3-19): what isn't said here is as in gin."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from bot.rummy.gin.options import FirstDealer, Form, GinOptions, Shutout
from bot.rummy.refusals import Topic
from bot.text.catalogs import Texts
from bot.text.gin import rules as gin
from bot.text.rule_words import GameWords, RuleWords


def _topics(texts: Texts, options: GinOptions) -> Mapping[Topic, str]:
    """Return the whole rules by topic: those of gin, and who plays, who scores, and what is paid in the end."""
    says = gin.sentences_of(texts, options, _RULES)

    def join(*names: str) -> str:
        return " ".join(says[name] for name in names if name in says)

    usual = dict(gin.WORDS.topics(texts, options))
    goal = _goal(texts, options) if options.deals else usual.pop(Topic.GOAL)
    return {
        Topic.GOAL: goal,
        Topic.CARDS: texts.t("Three players, one deck, ten cards each for the two who play the deal."),
        Topic.WAITING: texts.t("In each deal two play, and the third waits and gives no advice.")
        + " "
        + join("first_dealer", "form"),
        **{topic: usual[topic] for topic in (Topic.MELDS, Topic.TURN, Topic.KNOCK)},
        Topic.POINTS: usual[Topic.POINTS] + " " + _scores(texts, options),
        Topic.NO_WINNER: texts.t(
            "A deal is void if a turn ends with two cards left in the stock, or after 20 turns in a row without a "
            "draw from the stock. The same player deals again, and the same one waits."
        ),
        Topic.WINNING: join("deals", "target", "reach", "game_bonus", "box_bonus")
        + ("" if options.deals else " " + _settling(texts) + " " + join("shutout")),
    }


def _goal(texts: Texts, options: GinOptions) -> str:
    return texts.n(
        "Score the most points in {n} deal: collect sets and runs, and have less left over than your opponent when it "
        "ends.",
        "Score the most points in {n} deals: collect sets and runs, and have less left over than your opponent when a "
        "deal ends.",
        options.deals,
    )


def _scores(texts: Texts, options: GinOptions) -> str:
    """Return who scores a deal (G3-9, G3-13)."""
    if options.has_box:
        return texts.t(
            "If the box wins, only the box scores. If the captain wins, captain and partner each score the points."
        )
    return texts.t("The player who waits scores nothing.")


def _settling(texts: Texts) -> str:
    """Return how a game is settled (G3-16)."""
    return texts.t("In the end, each player pays each other player the difference of their points.")


def _form(texts: Texts, options: GinOptions) -> str:
    """Return the sentences on who comes in after a deal (G3-6, G3-10 to G3-12)."""
    if options.has_box:
        return texts.t(
            "One player is in the box, deals and plays alone. The two others are a side: the captain plays, and the "
            "partner waits and sees the captain's hand. If the box wins, captain and partner change places. If it "
            "loses, the captain goes into the box, the partner is the next captain, and the player from the box waits."
        )
    return texts.t(
        "Everyone plays alone. The loser of a deal waits in the next one, and the player who waited comes in and deals."
    )


def _first_dealer(texts: Texts, options: GinOptions) -> str:
    """Return the sentence on the first deal's roles (G3-3)."""
    by_draw = options.first_dealer is FirstDealer.DRAW
    if options.has_box:
        if by_draw:
            return texts.t(
                "Each player draws a card: the highest goes into the box, the middle one is captain, the lowest waits."
            )
        return texts.t("The first player in the box and the first captain are chosen at random.")
    if by_draw:
        return texts.t("Each player draws a card: the lowest waits, the middle one deals.")
    return texts.t("The player who waits first and the first dealer are chosen at random.")


def _deals(texts: Texts, options: GinOptions) -> str:
    """Return the sentence on the number of deals (G3-18)."""
    if not options.deals:
        return texts.t("You play until one of you has won.")
    words = texts.n(
        "The highest total after {n} deal wins. Void deals don't count, there are no bonuses, and nothing is paid.",
        "The highest total after {n} deals wins. Void deals don't count, there are no bonuses, and nothing is paid.",
        options.deals,
    )
    return words if options.deals % 3 == 0 else words + " " + texts.t("A multiple of three is fairer.")


def _shutout(texts: Texts, options: GinOptions) -> str:
    """Return the sentence on players who won no deal (G3-16)."""
    if options.shutout is Shutout.PAY:
        return texts.t("If you've won no deal, you pay each winner 100 more.")
    return texts.t("A player who has won no deal pays nothing extra.")


def _limit(texts: Texts, options: GinOptions) -> str:
    """Return what it takes to knock, and that another number of deals would be fairer (G3-18)."""
    words = gin.WORDS.limit(texts, options)
    if options.deals % 3 == 0:
        return words
    fairer = texts.t("A multiple of three deals is fairer")
    return f"{words} · {fairer}"


_RULES: Final[Mapping[str, RuleWords[GinOptions]]] = {
    "form": RuleWords(
        name=lambda texts: texts.p("option", "Form"),
        sentence=_form,
        values={
            Form.CUTTHROAT: lambda texts: texts.p("value", "everyone alone"),
            Form.CAPTAIN: lambda texts: texts.p("value", "captain, whose partner sees the hand"),
        },
    ),
    **{name: gin.RULES[name] for name in ("knock_limit", "gin_bonus", "big_gin", "undercut_bonus", "tie")},
    "first_dealer": replace(
        gin.RULES["first_dealer"],
        sentence=_first_dealer,
    ),
    **{name: gin.RULES[name] for name in ("target", "reach", "game_bonus", "box_bonus")},
    "shutout": RuleWords(
        name=gin.RULES["shutout"].name,
        sentence=_shutout,
        values={
            Shutout.PAY: lambda texts: texts.p("value", "pays each winner 100"),
        },
    ),
    "deals": replace(
        gin.RULES["deals"],
        sentence=_deals,
    ),
}
WORDS: Final = GameWords(
    _RULES,
    _topics,
    gin.WORDS.turn,
    gin.WORDS.examples,
    limit=_limit,
)
"""The words for the rules and options of three-handed gin."""
