"""The lesson of Gin: take the upcard, draw, discard, knock, and a lay-off at the end."""

from typing import Final

from bot.rummy.families import Variant
from bot.rummy.options import options_for
from bot.text.catalogs import Texts
from cogs.door.lessons.script import Click, Lesson, LessonStep, card_in, cards_in, explained
from cogs.edge.custom_ids import TableAction


def _upcard(texts: Texts) -> str:
    return texts.t(
        "Goal: put your ten cards into melds. A meld is three or four cards of a rank, or a run of a suit such as "
        "{run}. Cards in no meld are deadwood, and you want little of it. You start: {card} and your {nines} make a "
        "meld. Press **Take {card}**.",
        run=cards_in(texts, "5H 6H 7H"),
        card=card_in(texts, "9C"),
        nines=cards_in(texts, "9S 9D"),
    )


def _no_pass(texts: Texts) -> str:
    return texts.t(
        "You may pass, but {card} completes your set of nines. Press **Take {card}**.", card=card_in(texts, "9C")
    )


def _first_discard(texts: Texts) -> str:
    return texts.t(
        "Every turn ends with a discard. Keep your melds and get rid of what counts most: picture cards count 10. "
        "Press **{card}**.",
        card=card_in(texts, "QC"),
    )


def _not_that_discard(texts: Texts) -> str:
    return texts.t(
        "Keep that card for now: it belongs to a meld, or counts less than {card}. Press **{card}**.",
        card=card_in(texts, "QC"),
    )


def _draw(texts: Texts) -> str:
    return texts.t(
        "A turn starts with one card: from the stock, or the top discard. {card} fits nothing of yours. "
        "Press **Draw**.",
        card=card_in(texts, "KS"),
    )


def _no_king(texts: Texts) -> str:
    return texts.t("{card} makes no meld with your cards and counts 10. Press **Draw**.", card=card_in(texts, "KS"))


def _longer_run(texts: Texts) -> str:
    return texts.t(
        "You drew {drawn}: runs can be longer than three cards. Now {card} is the loose card that counts most. Press "
        "**{card}**.",
        drawn=card_in(texts, "8H"),
        card=card_in(texts, "8D"),
    )


def _not_that_second(texts: Texts) -> str:
    return texts.t(
        "That leaves more deadwood than necessary, or breaks a meld. Press **{card}**.", card=card_in(texts, "8D")
    )


def _draw_again(texts: Texts) -> str:
    return texts.t(
        "Your loose cards count 13. With 10 or less after a discard you may knock, which ends the deal. {card} doesn't "
        "help: press **Draw**.",
        card=card_in(texts, "JS"),
    )


def _no_jack(texts: Texts) -> str:
    return texts.t("{card} would add 10 points of deadwood. Press **Draw**.", card=card_in(texts, "JS"))


def _knock(texts: Texts) -> str:
    return texts.t(
        "After discarding {card} your deadwood is 9 ({cards}), so you can knock. You could wait for gin, which is no "
        "deadwood at all and pays a bonus, but your opponent might knock first. Press **Knock 9**.",
        card=card_in(texts, "7S"),
        cards=cards_in(texts, "4C 3C 2D"),
    )


def _no_discard(texts: Texts) -> str:
    return texts.t("A discard would play on. Here you can end the deal and win it: press **Knock 9**.")


def _after(texts: Texts) -> str:
    return texts.t(
        "Your opponent laid off {card} on your meld, which the other player may do after a knock. You get the "
        "difference in deadwood. If theirs were 9 or less, that would be an undercut: they would get the difference "
        "and a bonus. A game goes to 100 points.",
        card=card_in(texts, "9H"),
    )


GIN_LESSON: Final = Lesson(
    name="gin",
    options=options_for(Variant.GIN),
    hands=("5H 6H 7H 9S 9D QC 8D 7S 4C 2D", "KS JS 9H 3D 3H 3S TC TD 6C 5S"),
    upcard="9C",
    stock="AH 8H AC 3C",
    steps=(
        LessonStep(_upcard, Click(TableAction.TAKE), ("0 take",), explained(**{"pass": _no_pass})),
        LessonStep(
            _first_discard,
            Click(TableAction.DISCARD, "QC"),
            ("0 discard QC", "1 draw", "1 discard KS"),
            explained(discard=_not_that_discard),
        ),
        LessonStep(_draw, Click(TableAction.DRAW), ("0 draw",), explained(take=_no_king)),
        LessonStep(
            _longer_run,
            Click(TableAction.DISCARD, "8D"),
            ("0 discard 8D", "1 draw", "1 discard JS"),
            explained(discard=_not_that_second),
        ),
        LessonStep(_draw_again, Click(TableAction.DRAW), ("0 draw",), explained(take=_no_jack)),
        LessonStep(
            _knock, Click(TableAction.KNOCK, "7S"), ("0 knock 7S",), explained(discard=_no_discard, knock=_no_discard)
        ),
    ),
    after=_after,
)
