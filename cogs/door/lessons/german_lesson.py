"""The lesson of German Rummy: a first meld, a lay-off, a joker, and going out."""

from typing import Final

from bot.rummy.families import Variant
from bot.rummy.options import options_for
from bot.text.catalogs import Texts
from cogs.door.lessons.script import Click, Lesson, LessonStep, card_in, cards_in, explained
from cogs.edge.custom_ids import TableAction


def _draw(texts: Texts) -> str:
    return texts.t(
        "Goal: get rid of all your cards first. You lay melds on the table: three or four of a rank in different "
        "suits, or a run of a suit. A turn starts with one card, from the stock or the top discard. {card} doesn't "
        "help you: press **Draw**.",
        card=card_in(texts, "8C"),
    )


def _no_take(texts: Texts) -> str:
    return texts.t("{card} makes no meld with your cards. Press **Draw**.", card=card_in(texts, "8C"))


def _first_meld(texts: Texts) -> str:
    return texts.t(
        "Your first melds have to be worth 30 points together, laid in one turn. Picture cards count 10, others their "
        "number. You drew {drawn}, and have three melds worth 69. Press **Play all**.",
        drawn=card_in(texts, "9H"),
    )


def _not_one(texts: Texts) -> str:
    return texts.t("That lays only a part. It's fine in a game, but here lay everything at once: press **Play all**.")


def _lay_first(texts: Texts) -> str:
    return texts.t("A discard ends your turn, so lay your melds first: press **Play all**.")


def _discard(texts: Texts) -> str:
    return texts.t(
        "Until you discard, the others don't see what you laid, and you can take it back. Every turn ends with a "
        "discard. {card} counts 10 and fits nothing: press **Discard {card}**.",
        card=card_in(texts, "JD"),
    )


def _keep(texts: Texts) -> str:
    return texts.t(
        "Keep that one: {cards} wait for a third card, and you'll soon need the others, too. Press **Discard {card}**.",
        cards=cards_in(texts, "3S 4S"),
        card=card_in(texts, "JD"),
    )


def _draw_joker(texts: Texts) -> str:
    return texts.t(
        "Your opponent laid a set of queens, and your {card} fits it. First, press **Draw**.", card=card_in(texts, "QC")
    )


def _no_eight(texts: Texts) -> str:
    return texts.t("{card} fits nothing of yours. Press **Draw**.", card=card_in(texts, "8D"))


def _lay_off(texts: Texts) -> str:
    return texts.t(
        "Once you've melded, you can lay cards off on any meld on the table, also your opponent's: {card} fits the "
        "queens. A joker stands for any card, so {cards} and the joker are a run. Press **Play all**.",
        card=card_in(texts, "QC"),
        cards=cards_in(texts, "3S 4S"),
    )


def _joker_first(texts: Texts) -> str:
    return texts.t("A joker left in your hand costs 20 points. Lay it before you discard: press **Play all**.")


def _go_out(texts: Texts) -> str:
    return texts.t(
        "One card is left, and a discard is how you go out. Press **Discard {card}**.", card=card_in(texts, "9C")
    )


def _after(texts: Texts) -> str:
    return texts.t(
        "You're out, so you win what your opponent still holds. Jokers left in hand count 20, aces 11. Going out in a "
        "single turn doubles everything. A game has three rounds."
    )


GERMAN_LESSON: Final = Lesson(
    name="german",
    options=options_for(Variant.GERMAN),
    hands=("KS KH KD 7H 8H 5C 5D 5S QC 3S 4S 9C JD", "QS QH QD 2H 2C 6D 6S TC 4D AD JC 9S 8D"),
    upcard="8C",
    stock="9H 7C XX",
    steps=(
        LessonStep(_draw, Click(TableAction.DRAW), ("0 draw",), explained(take=_no_take)),
        LessonStep(
            _first_meld,
            Click(TableAction.ALL),
            ("0 meld KS KH KD", "0 meld 7H 8H 9H", "0 meld 5C 5D 5S"),
            explained(step=_not_one, discard=_lay_first, throw=_lay_first),
        ),
        LessonStep(
            _discard,
            Click(TableAction.DISCARD, "JD"),
            ("0 discard JD", "1 draw", "1 meld QS QH QD", "1 discard 8D"),
            explained(discard=_keep, throw=_keep),
        ),
        LessonStep(_draw_joker, Click(TableAction.DRAW), ("0 draw",), explained(take=_no_eight)),
        LessonStep(
            _lay_off,
            Click(TableAction.ALL),
            ("0 layoff QC 3", "0 meld 3S 4S XX"),
            explained(step=_not_one, discard=_joker_first, throw=_joker_first),
        ),
        LessonStep(_go_out, Click(TableAction.DISCARD, "9C"), ("0 discard 9C",), {}),
    ),
    after=_after,
)
