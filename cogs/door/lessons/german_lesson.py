"""The lessons of German Rummy and Remik 51: first rounds, jokers, and when to lay melds and when to hold them."""

from typing import Final

from bot.rummy.families import Variant
from bot.rummy.options import options_for
from bot.text.catalogs import Texts
from bot.text.games import variant_name
from cogs.door.lessons.gin_lesson import draw_task, next_task
from cogs.door.lessons.script import (
    NEXT_DEAL,
    Click,
    Lesson,
    LessonDeal,
    LessonStep,
    Words,
    card_in,
    cards_in,
    other_discards,
)
from cogs.edge.custom_ids import TableAction


def play_all_task(texts: Texts) -> str:
    """Return what to tap to lay everything."""
    return texts.t("Tap *{button}*.", button=texts.p("button", "Play all"))


def discard_task(code: str) -> Words:
    """Return what to tap to discard a card."""
    return lambda texts: texts.t("Tap *{button}*.", button=texts.t("Discard {card}", card=card_in(texts, code)))


def _draw(texts: Texts) -> str:
    return texts.t("Get rid of your cards: lay sets (one rank) and runs (one suit, in order).")


def _no_take(texts: Texts) -> str:
    return texts.t("{card} makes no meld with your cards.", card=card_in(texts, "8C"))


def _first_meld(texts: Texts) -> str:
    return texts.t("Your three melds make 69 points. The first time you lay melds, they need 30 or more.")


def _not_one(texts: Texts) -> str:
    return texts.t("That lays only a part, and here you can lay everything at once.")


def _lay_first(texts: Texts) -> str:
    return texts.t("A discard ends your turn, so lay your melds first.")


def _discard(texts: Texts) -> str:
    return texts.t("{card} fits nothing, and a discard ends your turn.", card=card_in(texts, "JD"))


def _keep(texts: Texts) -> str:
    return texts.t("Keep that one: {card} counts more and fits nothing.", card=card_in(texts, "JD"))


def _draw_joker(texts: Texts) -> str:
    return texts.t("Your {card} fits the queens on the table, but first you need a card.", card=card_in(texts, "QC"))


def _no_eight(texts: Texts) -> str:
    return texts.t("{card} makes no meld with your cards.", card=card_in(texts, "8D"))


def go_out_task(texts: Texts) -> str:
    """Return what to tap to go out."""
    return texts.t("Tap *{button}*.", button=texts.p("button", "Go out"))


def _lay_off(texts: Texts) -> str:
    return texts.t(
        "Lay off on any meld: {card} joins the queens. The joker makes {cards} a run.",
        card=card_in(texts, "QC"),
        cards=cards_in(texts, "3S 4S"),
    )


def _joker_first(texts: Texts) -> str:
    return texts.t("A joker left in your hand costs 20 points, so lay it before you discard.")


def _after(texts: Texts) -> str:
    return texts.t(
        "You win what your opponent still holds: jokers 20, aces 11, face cards 10. Going out in a single turn "
        "counts double."
    )


GERMAN_LESSON: Final = Lesson(
    name="german",
    title=lambda texts: variant_name(texts, Variant.GERMAN),
    options=options_for(Variant.GERMAN),
    deals=(
        LessonDeal(
            hands=("KS KH KD 7H 8H 5C 5D 5S QC 3S 4S 9C JD", "QS QH QD 2H 2C 6D 6S TC 4D AD JC 9S 8D"),
            upcard="8C",
            stock="9H 7C XX",
        ),
    ),
    steps=(
        LessonStep(draw_task, _draw, Click(TableAction.DRAW), ("0 draw",), {Click(TableAction.TAKE): _no_take}),
        LessonStep(
            play_all_task,
            _first_meld,
            Click(TableAction.ALL),
            ("0 meld KS KH KD", "0 meld 7H 8H 9H", "0 meld 5C 5D 5S"),
            {**other_discards(_lay_first), Click(TableAction.STEP): _not_one},
        ),
        LessonStep(
            discard_task("JD"),
            _discard,
            Click(TableAction.DISCARD, "JD"),
            ("0 discard JD", "1 draw", "1 meld QS QH QD", "1 discard 8D"),
            other_discards(_keep, "9C"),
        ),
        LessonStep(draw_task, _draw_joker, Click(TableAction.DRAW), ("0 draw",), {Click(TableAction.TAKE): _no_eight}),
        LessonStep(
            go_out_task,
            _lay_off,
            Click(TableAction.ALL, "9C"),
            ("0 layoff QC 3", "0 meld 3S 4S XX", "0 discard 9C"),
            {**other_discards(_joker_first), Click(TableAction.STEP): _not_one},
        ),
    ),
    after=_after,
)


def _their_joker(texts: Texts) -> str:
    return texts.t(
        "Your opponent laid {run}: the joker stands for {card}.",
        run=cards_in(texts, "TC JC XX KC"),
        card=card_in(texts, "QC"),
    )


def _no_other_eight(texts: Texts) -> str:
    return texts.t("{card} makes no meld with your cards.", card=card_in(texts, "8H"))


def _a_third_king(texts: Texts) -> str:
    return texts.t("A joker counts as the card it stands for: here a king, 10.")


def _pair_left(texts: Texts) -> str:
    return texts.t("{cards} need one more card.", cards=cards_in(texts, "8S 9S"))


def _swap_later(texts: Texts) -> str:
    return texts.t("With {card}, your opponent's joker could be yours.", card=card_in(texts, "QC"))


def _no_six(texts: Texts) -> str:
    return texts.t("{card} makes no meld with your cards.", card=card_in(texts, "6C"))


def _swap_task(texts: Texts) -> str:
    return texts.t("Tap *{button}*.", button=texts.p("button", "Swap {card} for joker", card=card_in(texts, "QC")))


def _swap(texts: Texts) -> str:
    return texts.t("Put the real card there, and the joker is yours.")


def _lay_it(texts: Texts) -> str:
    return texts.t("A joker in your hand costs 20, so lay it: with {cards} it's a run.", cards=cards_in(texts, "8S 9S"))


def _jokers_after(texts: Texts) -> str:
    return texts.t(
        "A meld never has more jokers than other cards. Everyone who has melded can swap, so a joker on the table "
        "isn't safe."
    )


JOKERS_LESSON: Final = Lesson(
    name="jokers",
    title=lambda texts: texts.p("a lesson", "Jokers"),
    options=options_for(Variant.GERMAN),
    deals=(
        LessonDeal(
            hands=("KS KH XX 4C 4S 4H 4D 5D 6D 7D 8S 9S JD", "TC JC XX KC 5C 7S 8H 6C 9H 3D QD AS 2S"),
            upcard="AH",
            stock="2C 3C 2H 9D QC",
            before=("0 draw", "0 discard 2C", "1 draw", "1 meld TC JC XX KC", "1 discard 8H"),
        ),
    ),
    steps=(
        LessonStep(
            draw_task, _their_joker, Click(TableAction.DRAW), ("0 draw",), {Click(TableAction.TAKE): _no_other_eight}
        ),
        LessonStep(
            play_all_task,
            _a_third_king,
            Click(TableAction.ALL),
            ("0 meld KS KH XX", "0 meld 4D 5D 6D 7D", "0 meld 4C 4S 4H"),
            {},
        ),
        LessonStep(
            discard_task("JD"),
            _pair_left,
            Click(TableAction.DISCARD, "JD"),
            ("0 discard JD", "1 draw", "1 discard 6C"),
            other_discards(_keep),
        ),
        LessonStep(draw_task, _swap_later, Click(TableAction.DRAW), ("0 draw",), {Click(TableAction.TAKE): _no_six}),
        LessonStep(_swap_task, _swap, Click(TableAction.STEP, "swap_QC_0"), ("0 swap QC 0",), {}),
        LessonStep(go_out_task, _lay_it, Click(TableAction.ALL, "2H"), ("0 meld 8S 9S XX", "0 discard 2H"), {}),
    ),
    after=_jokers_after,
)


def _lay_or_hold(texts: Texts) -> str:
    return texts.t("Lay melds, or hold them?")


def _far_from_out(texts: Texts) -> str:
    return texts.t("One more card and you go out, for double. They have nine.")


def _too_soon(texts: Texts) -> str:
    return texts.t("That's no longer going out in a single turn, and your opponent could lay off on your melds.")


def _all_at_once(texts: Texts) -> str:
    return texts.t("{card} was the one. Nothing laid before, so all points are doubled.", card=card_in(texts, "2S"))


def _doubled(texts: Texts) -> str:
    return texts.t("Hold when you're close and the others aren't.")


def _nearly_out(texts: Texts) -> str:
    return texts.t("Your opponent has only three cards left.")


def _too_late(texts: Texts) -> str:
    return texts.t("Your opponent may go out next turn, and then all cards in your hand count against you.")


def _the_rest(texts: Texts) -> str:
    return texts.t("It's the highest card that you have left.")


def _holding_after(texts: Texts) -> str:
    return texts.t("You lose 26 and not 92. Hold while you're close to going out, and lay when someone else is.")


HOLDING_LESSON: Final = Lesson(
    name="holding",
    title=lambda texts: texts.t("Hold or lay"),
    options=options_for(Variant.GERMAN),
    deals=(
        LessonDeal(
            hands=("9H 2C 4C 4S XX XX 3S QH 9C KC 8S 4S 4D", "KS TS TD JH 8D KD KH TS 9C 7S 5D QC KD"),
            upcard="9D",
            stock="6D 7S 3H 6C 8S 2S",
            before=(
                *("0 take", "0 discard KC", "1 take", "1 meld KC KS KH KD", "1 discard QC", "0 take", "0 discard 8S"),
                *("1 draw", "1 discard JH", "0 draw", "0 discard 7S", "1 draw", "1 discard KD", "0 draw"),
            ),
        ),
        LessonDeal(
            hands=("3D QS JS 6D QC QS TS 2S 9C 6C 4H QD 5D", "AC 2C XX 8D 9D TD 7C XX TC 9H 4D 5D KS"),
            upcard="5H",
            stock="7S 6C 6D",
            before=(
                *("0 draw", "0 discard 9C", "1 take", "1 meld AC 2C XX", "1 meld 8D 9D TD", "1 meld 7C XX 9C TC"),
                *("1 discard 9H", "0 draw"),
            ),
        ),
    ),
    steps=(
        LessonStep(
            _lay_or_hold,
            _far_from_out,
            Click(TableAction.DISCARD, "6C"),
            ("0 discard 6C", "1 draw", "1 discard 9C", "0 draw"),
            {Click(TableAction.ALL): _too_soon, Click(TableAction.STEP): _too_soon},
            asks=True,
        ),
        LessonStep(
            go_out_task,
            _all_at_once,
            Click(TableAction.ALL, "2C"),
            ("0 meld QC QH XX", "0 meld 9C 9H 9D", "0 meld 4C 4S 4D", "0 meld 2S 3S 4S XX", "0 discard 2C"),
            {},
        ),
        LessonStep(next_task(Variant.GERMAN), _doubled, Click(TableAction.NEXT), (NEXT_DEAL,), {}),
        LessonStep(
            _lay_or_hold,
            _nearly_out,
            Click(TableAction.ALL),
            ("0 meld TS JS QS", "0 meld QC QS QD", "0 layoff 6C 2"),
            other_discards(_too_late, "7S"),
            asks=True,
        ),
        LessonStep(
            discard_task("7S"),
            _the_rest,
            Click(TableAction.DISCARD, "7S"),
            ("0 discard 7S", "1 draw", "1 meld 4D 5D 6D", "1 discard KS"),
            {},
        ),
    ),
    after=_holding_after,
)


def _without_draw(texts: Texts) -> str:
    return texts.t("You start with 14 cards, so you don't draw. {card} fits nothing.", card=card_in(texts, "KD"))


def _counts_least(texts: Texts) -> str:
    return texts.t("Keep that one: {card} costs more at the end.", card=card_in(texts, "KD"))


def _not_open(texts: Texts) -> str:
    return texts.t("Before your first melds, you may take a discard only to lay it in the same turn.")


def _no_meld(texts: Texts) -> str:
    return texts.t("{card} makes no meld with your cards, and you'd have to lay it.", card=card_in(texts, "3D"))


def _try_task(texts: Texts) -> str:
    return texts.t(
        "Try it: tap *{button}*.", button=texts.p("button", "Lay {cards}", cards=cards_in(texts, "QC QS QD"))
    )


def _51(texts: Texts) -> str:
    return texts.t("First melds need 51 points in one turn, and a run without jokers.")


def _try_it(texts: Texts) -> str:
    return texts.t("Try the queens first, to see what happens.")


def _take_back_task(texts: Texts) -> str:
    return texts.t("Tap *{button}*.", button=texts.p("button", "Take back"))


def _refused(texts: Texts) -> str:
    return texts.t(
        "A discard would be refused: the queens make 30 of 51, and {cards} is no run without jokers.",
        cards=cards_in(texts, "9H XX JH"),
    )


def _wait_for_a_run(texts: Texts) -> str:
    return texts.t("{cards} wait for one more card, and that run will be pure.", cards=cards_in(texts, "4S 5S"))


def _keep_the_others(texts: Texts) -> str:
    return texts.t("Keep that one: {card} is your highest loose card.", card=card_in(texts, "TC"))


def _take_task(texts: Texts) -> str:
    return texts.t("Tap *{button}*.", button=texts.t("Take {card}", card=card_in(texts, "6S")))


def _pure(texts: Texts) -> str:
    return texts.t(
        "{cards}: a run without jokers. You lay it at once, so you may take it.", cards=cards_in(texts, "4S 5S 6S")
    )


def _do_take(texts: Texts) -> str:
    return texts.t("{card} completes the run that you need.", card=card_in(texts, "6S"))


def _all_melds(texts: Texts) -> str:
    return texts.t("With that run you may lay everything.")


def _remik_51_after(texts: Texts) -> str:
    return texts.t(
        "Nobody gains points: the others lose what they hold, jokers 20. The game ends when a player has lost 500."
    )


REMIK_51_LESSON: Final = Lesson(
    name="remik51",
    title=lambda texts: variant_name(texts, Variant.REMIK51),
    options=options_for(Variant.REMIK51),
    deals=(
        LessonDeal(
            hands=("QC QS QD 9H XX 4S 5S TC 7C 7D 7H 7S 2C", "KC KS TH 9S 2D 6H 5C 8C 3C 6S JD 4H 3D"),
            upcard="KD",
            stock="8D JH 2H",
        ),
    ),
    steps=(
        LessonStep(
            discard_task("KD"),
            _without_draw,
            Click(TableAction.DISCARD, "KD"),
            ("0 discard KD", "1 draw", "1 discard 3D"),
            other_discards(_counts_least, "2C"),
        ),
        LessonStep(draw_task, _not_open, Click(TableAction.DRAW), ("0 draw",), {Click(TableAction.TAKE): _no_meld}),
        LessonStep(
            _try_task,
            _51,
            Click(TableAction.LAY, "meld_QC_QS_QD"),
            ("0 meld QC QS QD",),
            other_discards(_try_it),
            picks="QC QS QD",
        ),
        LessonStep(_take_back_task, _refused, Click(TableAction.UNDO), ("0 undo",), {}),
        LessonStep(
            discard_task("TC"),
            _wait_for_a_run,
            Click(TableAction.DISCARD, "TC"),
            ("0 discard TC", "1 draw", "1 discard 6S"),
            other_discards(_keep_the_others, "2C"),
        ),
        LessonStep(_take_task, _pure, Click(TableAction.TAKE), ("0 take",), {Click(TableAction.DRAW): _do_take}),
        LessonStep(
            go_out_task,
            _all_melds,
            Click(TableAction.ALL, "2C"),
            ("0 meld QC QS QD", "0 meld 4S 5S 6S", "0 meld 9H XX JH", "0 meld 7C 7D 7H 7S", "0 discard 2C"),
            {**other_discards(_lay_first), Click(TableAction.STEP): _not_one},
        ),
    ),
    after=_remik_51_after,
)
