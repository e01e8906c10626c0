"""The lesson of 500 Rum: a first deal, in which laid cards count and a card is taken from below."""

from typing import Final

from bot.rummy.families import Variant
from bot.rummy.options import options_for
from bot.text.catalogs import Texts
from bot.text.games import variant_name
from bot.text.lists import and_more
from cogs.door.lessons.german_lesson import discard_task, go_out_task, play_all_task
from cogs.door.lessons.gin_lesson import draw_task
from cogs.door.lessons.script import Click, Lesson, LessonDeal, LessonStep, card_in, cards_in, other_discards
from cogs.edge.custom_ids import TableAction


def _goal(texts: Texts) -> str:
    return texts.t("What you lay counts for you, what you hold counts against you.")


def _no_take(texts: Texts) -> str:
    return texts.t("{card} makes no meld with your cards.", card=card_in(texts, "5C"))


def _points(texts: Texts) -> str:
    return texts.t("The kings are worth 30, the aces 45, the run 15. Any meld may be laid, also the first.")


def _not_one(texts: Texts) -> str:
    return texts.t("That lays only a part, and here you can lay everything at once.")


def _lay_first(texts: Texts) -> str:
    return texts.t("A discard ends your turn, so lay your melds first.")


def _costs(texts: Texts) -> str:
    return texts.t("In your hand, {card} costs 10 points.", card=card_in(texts, "QD"))


def _keep(texts: Texts) -> str:
    return texts.t("Keep that one: {card} counts more and fits nothing.", card=card_in(texts, "QD"))


def _one_eight(texts: Texts) -> str:
    return texts.t("{card} is no use yet: you have only one 8.", card=card_in(texts, "8H"))


def _in_reach(texts: Texts) -> str:
    return texts.t(
        "You have two 8s now. {card} stays in the pile, and you can still get it.", card=card_in(texts, "8H")
    )


def _keep_pairs(texts: Texts) -> str:
    return texts.t("Keep that one: {card} fits nothing.", card=card_in(texts, "2H"))


def _below_task(texts: Texts) -> str:
    return texts.t("Tap *{button}*.", button=texts.t("Take {card}", card=and_more(texts, card_in(texts, "8H"), 2)))


def _below(texts: Texts) -> str:
    return texts.t("Take a card that you lay now, with all cards on it: {cards}.", cards=_eights(texts))


def _eights(texts: Texts) -> str:
    return cards_in(texts, "8C 8H 8D")


def _all_three(texts: Texts) -> str:
    return texts.t(
        "{card} makes a run, but {other} brings it along.", card=card_in(texts, "JS"), other=card_in(texts, "8H")
    )


def _no_draw(texts: Texts) -> str:
    return texts.t("The discard pile has what you need.")


def _owed(texts: Texts) -> str:
    return texts.t("You have to lay {card} in this turn, or give all three back.", card=card_in(texts, "8H"))


def _after(texts: Texts) -> str:
    return texts.t(
        "Everyone scores what they laid minus what they hold, also in a deal that someone else ends. Take many cards "
        "from below only if you can lay most of them in time."
    )


RUM_LESSON: Final = Lesson(
    name="rum500",
    title=lambda texts: variant_name(texts, Variant.RUM500),
    options=options_for(Variant.RUM500),
    deals=(
        LessonDeal(
            hands=("KC KS 4D 5D 6D AH AD AC 8C 9S TS 2H QD", "8H JS 3C 3S 3H 7C 6H TD QH 4S 9D 2D JC"),
            upcard="5C",
            stock="KH 6S 8D 5H",
        ),
    ),
    steps=(
        LessonStep(draw_task, _goal, Click(TableAction.DRAW), ("0 draw",), {Click(TableAction.TAKE): _no_take}),
        LessonStep(
            play_all_task,
            _points,
            Click(TableAction.ALL),
            ("0 meld KC KS KH", "0 meld AC AH AD", "0 meld 4D 5D 6D"),
            {**other_discards(_lay_first), Click(TableAction.STEP): _not_one},
        ),
        LessonStep(
            discard_task("QD"),
            _costs,
            Click(TableAction.DISCARD, "QD"),
            ("0 discard QD", "1 draw", "1 meld 3C 3S 3H", "1 discard 8H"),
            other_discards(_keep, "2H"),
        ),
        LessonStep(draw_task, _one_eight, Click(TableAction.DRAW), ("0 draw",), {Click(TableAction.TAKE): _one_eight}),
        LessonStep(
            discard_task("2H"),
            _in_reach,
            Click(TableAction.DISCARD, "2H"),
            ("0 discard 2H", "1 draw", "1 discard JS"),
            other_discards(_keep_pairs, "TS"),
        ),
        LessonStep(
            _below_task,
            _below,
            Click(TableAction.TAKE, "8H"),
            ("0 take 8H",),
            {Click(TableAction.DRAW): _no_draw, Click(TableAction.TAKE): _all_three},
        ),
        LessonStep(
            go_out_task,
            _owed,
            Click(TableAction.ALL, "2H"),
            ("0 meld 8C 8H 8D", "0 meld 9S TS JS", "0 discard 2H"),
            {},
        ),
    ),
    after=_after,
)
