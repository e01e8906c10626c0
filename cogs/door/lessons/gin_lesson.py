"""The lessons of the gin family: a first deal, when to knock, and Hollywood's three columns."""

from typing import Final

from bot.rummy.families import Variant
from bot.rummy.options import PRESETS, options_for
from bot.text.catalogs import Texts
from bot.text.deals import next_deal
from bot.text.games import variant_name
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

_NEXT: Final = Click(TableAction.NEXT)


def draw_task(texts: Texts) -> str:
    """Return the instruction to draw."""
    return texts.t("Tap *{button}*.", button=texts.p("button", "Draw"))


def next_task(variant: Variant) -> Words:
    """Return the instruction to go on to the next deal or round."""
    return lambda texts: texts.t("Tap *{button}*.", button=next_deal(texts, PRESETS[variant]))


def _take_task(code: str) -> Words:
    return lambda texts: texts.t("Tap *{button}*.", button=texts.t("Take {card}", card=card_in(texts, code)))


def _card_task(code: str) -> Words:
    return lambda texts: texts.t("Tap *{button}*.", button=card_in(texts, code))


def _upcard(texts: Texts) -> str:
    return texts.t("Collect melds: sets like three nines, or runs like {run}.", run=cards_in(texts, "5H 6H 7H"))


def _no_pass(texts: Texts) -> str:
    return texts.t("You may pass, but {card} completes a set of nines.", card=card_in(texts, "9C"))


def _first_discard(texts: Texts) -> str:
    return texts.t("Cards in no meld are deadwood: discard what counts most.")


def _counts_less(texts: Texts) -> str:
    return texts.t("Keep that one for now: it counts less than {card}.", card=card_in(texts, "QC"))


def _draw(texts: Texts) -> str:
    return texts.t(
        "Each turn starts with a card from the stock or the top discard. {card} doesn't help.",
        card=card_in(texts, "KS"),
    )


def _no_king(texts: Texts) -> str:
    return texts.t("{card} makes no meld with your cards and counts 10.", card=card_in(texts, "KS"))


def _longer_run(texts: Texts) -> str:
    return texts.t(
        "{drawn} made your run longer. Now {card} is your highest loose card.",
        drawn=card_in(texts, "8H"),
        card=card_in(texts, "8D"),
    )


def _not_that_second(texts: Texts) -> str:
    return texts.t("That leaves more deadwood than discarding {card}.", card=card_in(texts, "8D"))


def _draw_again(texts: Texts) -> str:
    return texts.t("Your deadwood is 13. With 10 or less you may knock, which ends the deal.")


def _no_jack(texts: Texts) -> str:
    return texts.t("{card} would add 10 points of deadwood.", card=card_in(texts, "JS"))


def _knock_task(texts: Texts) -> str:
    return texts.t("Tap *{button}*.", button=texts.p("button", "Knock"))


def _gin_task(texts: Texts) -> str:
    return texts.t("Tap *{button}*.", button=texts.p("button", "Gin"))


def _knock(texts: Texts) -> str:
    return texts.t("Without {card} you have 9 deadwood, so you can end the deal and win it.", card=card_in(texts, "7S"))


def _plays_on(texts: Texts) -> str:
    return texts.t("A discard plays on, and here you can win the deal.")


def _after(texts: Texts) -> str:
    return texts.t(
        "Your opponent lays off what fits your melds. With no more deadwood than you, they'd win. No deadwood at all "
        "is gin, which pays a bonus."
    )


GIN_LESSON: Final = Lesson(
    name="gin",
    title=lambda texts: variant_name(texts, Variant.GIN),
    options=options_for(Variant.GIN),
    deals=(
        LessonDeal(
            hands=("5H 6H 7H 9S 9D QC 8D 7S 4C 2D", "KS JS 9H 3D 3H 3S TC TD 6C 5S"),
            upcard="9C",
            stock="AH 8H AC 3C",
        ),
    ),
    steps=(
        LessonStep(
            _take_task("9C"), _upcard, Click(TableAction.TAKE), ("0 take",), {Click(TableAction.PASS): _no_pass}
        ),
        LessonStep(
            _card_task("QC"),
            _first_discard,
            Click(TableAction.DISCARD, "QC"),
            ("0 discard QC", "1 draw", "1 discard KS"),
            other_discards(_counts_less, "8D 7S 4C"),
        ),
        LessonStep(draw_task, _draw, Click(TableAction.DRAW), ("0 draw",), {Click(TableAction.TAKE): _no_king}),
        LessonStep(
            _card_task("8D"),
            _longer_run,
            Click(TableAction.DISCARD, "8D"),
            ("0 discard 8D", "1 draw", "1 discard JS"),
            other_discards(_not_that_second, "8H 7S 4C"),
        ),
        LessonStep(draw_task, _draw_again, Click(TableAction.DRAW), ("0 draw",), {Click(TableAction.TAKE): _no_jack}),
        LessonStep(
            _knock_task,
            _knock,
            Click(TableAction.KNOCK, "7S"),
            ("0 knock 7S",),
            {**other_discards(_plays_on, "7S 4C"), Click(TableAction.KNOCK): _plays_on},
        ),
    ),
    after=_after,
)


def _knock_or_not(deadwood: int) -> Words:
    return lambda texts: texts.t("Knock with {deadwood}, or play on?", deadwood=deadwood)


def _early(texts: Texts) -> str:
    return texts.t("It's only your second turn.")


def _too_careful(texts: Texts) -> str:
    return texts.t("So early, your opponent's hand is full of loose cards: end the deal before that changes.")


def _early_result(texts: Texts) -> str:
    return texts.t("Early on, knock at once.")


def _close_to_gin(texts: Texts) -> str:
    return texts.t("Gin pays 25 extra. Four cards make it: {cards}.", cards=cards_in(texts, "7S JS 2C 4D"))


def _impatient(texts: Texts) -> str:
    return texts.t("Four cards make gin, and your opponent has hardly started: a turn or two of waiting is worth it.")


def _gin_drawn(texts: Texts) -> str:
    return texts.t("You drew {card}. Nobody can lay off cards on gin.", card=card_in(texts, "4D"))


def _gin_result(texts: Texts) -> str:
    return texts.t("A knock would have won 45.")


def _later(texts: Texts) -> str:
    return texts.t("Your opponent has discarded {cards}: they keep low cards.", cards=cards_in(texts, "JC QD KD"))


def _undercut(texts: Texts) -> str:
    return texts.t("Too risky: if your opponent has 10 or less, that's an undercut, and they get 25 extra.")


def _third_run(texts: Texts) -> str:
    return texts.t("It makes a third run, and then all your cards are in melds.")


def _not_the_stock(texts: Texts) -> str:
    return texts.t("The top discard is the card that you need.")


def _patience(texts: Texts) -> str:
    return texts.t("Waiting paid off: your opponent would have undercut you with 9.")


def _knocking_after(texts: Texts) -> str:
    return texts.t(
        "Early on, knock with anything, unless three or four cards make gin. Later, playing on is usually worth more."
    )


KNOCKING_LESSON: Final = Lesson(
    name="knocking",
    title=lambda texts: texts.t("When to knock"),
    options=options_for(Variant.GIN),
    deals=(
        LessonDeal(
            hands=("2H 2D 3C 5C QC KC 9H 8H JC 9C", "5S 6C JH KD 5D AC JS 8C 6S KH"),
            upcard="9D",
            stock="TH TC",
            before=("0 take", "0 discard 8H", "1 draw", "1 discard JS", "0 draw"),
        ),
        LessonDeal(
            hands=("2S 4S 4H 4C TS 2H 9S 2D 3D QS", "3S 5H 9H 5S 8H KD KH JD KC 8C"),
            upcard="AH",
            stock="8S 6H 4D",
            before=("0 pass", "1 pass", "0 draw"),
        ),
        LessonDeal(
            hands=("8H 6S 6D KC 7H 5C TH AS 8D 7S", "QD 9H 8S 6H QS JC KS 9C AH JS"),
            upcard="2S",
            stock="5S 9S 7D KD 2D 4S TD 2H 4C",
            before=(
                *("0 pass", "1 pass", "0 draw", "0 discard KC", "1 draw", "1 discard JC"),
                *("0 draw", "0 discard TH", "1 draw", "1 discard QD", "0 draw", "0 discard 5C"),
                *("1 draw", "1 discard KD", "0 draw", "0 discard TD", "1 draw", "1 discard 8S", "0 take"),
            ),
        ),
    ),
    steps=(
        LessonStep(
            _knock_or_not(7),
            _early,
            Click(TableAction.KNOCK, "5C"),
            ("0 knock 5C",),
            other_discards(_too_careful, "5C"),
            asks=True,
        ),
        LessonStep(next_task(Variant.GIN), _early_result, _NEXT, (NEXT_DEAL,), {}),
        LessonStep(
            _knock_or_not(3),
            _close_to_gin,
            Click(TableAction.DISCARD, "QS"),
            ("0 discard QS", "1 draw", "1 discard JD", "0 draw"),
            {Click(TableAction.KNOCK, "QS"): _impatient},
            asks=True,
        ),
        LessonStep(_gin_task, _gin_drawn, Click(TableAction.KNOCK, "3D"), ("0 knock 3D",), {}),
        LessonStep(next_task(Variant.GIN), _gin_result, _NEXT, (NEXT_DEAL,), {}),
        LessonStep(
            _knock_or_not(10),
            _later,
            Click(TableAction.DISCARD, "2D"),
            ("0 discard 2D", "1 draw", "1 discard 6H"),
            {Click(TableAction.KNOCK, "8H"): _undercut},
            asks=True,
        ),
        LessonStep(
            _take_task("6H"),
            _third_run,
            Click(TableAction.TAKE),
            ("0 take",),
            {Click(TableAction.DRAW): _not_the_stock},
        ),
        LessonStep(_gin_task, _patience, Click(TableAction.KNOCK, "AS"), ("0 knock AS",), {}),
    ),
    after=_knocking_after,
)


def _three_games(texts: Texts) -> str:
    return texts.t("You play three games at once: a deal counts in one, two or all three.")


def _first_win(texts: Texts) -> str:
    return texts.t("Your first win counts in game 1 only. The winner deals.")


def _second_deal(texts: Texts) -> str:
    return texts.t("With points in game 1, you score in game 2, too.")


def _second_win(texts: Texts) -> str:
    return texts.t("It counts in games 1 and 2, and opens game 3 for you.")


def _their_turn(texts: Texts) -> str:
    return texts.t("Games open for each player alone: your opponent is still at game 1.")


def _keep_low(texts: Texts) -> str:
    return texts.t("{card} is loose and counts more.", card=card_in(texts, "QC"))


def _their_win(texts: Texts) -> str:
    return texts.t("Your opponent's 15 points are in game 1 only.")


def _third_win(texts: Texts) -> str:
    return texts.t("Your third win counts in all games. At 100, a game is over.")


def _hollywood_after(texts: Texts) -> str:
    return texts.t("You've reached 100, so game 1 is over. The other two go on: win two of the three to win.")


HOLLYWOOD_LESSON: Final = Lesson(
    name="hollywood",
    title=lambda texts: variant_name(texts, Variant.HOLLYWOOD),
    options=options_for(Variant.HOLLYWOOD),
    deals=(
        LessonDeal(
            hands=("KD 3H 6D 2H KC 5D KH 2C 7D 9C", "QC JD 3C 3D 8C 2S 8D 9D 8S 4D"),
            upcard="AS",
            stock="2D JS 5C",
            before=("0 pass", "1 pass", "0 draw", "0 discard 9C", "1 draw", "1 discard QC", "0 draw"),
        ),
        LessonDeal(
            hands=("9D AS 4S 9C 2S 4C TD 8D KD AD", "7S KH 6H AC 3H 7D 6C 6D TH QS"),
            upcard="4H",
            stock="JC 4D",
            before=("1 pass", "0 take", "0 discard KD", "1 draw", "1 discard JC", "0 draw"),
        ),
        LessonDeal(
            hands=("7H TS 3S AH 7C 6H 9D 9C 9H QC", "KD 7D 2H 4D KH 7S 3H 2C 3C KC"),
            upcard="4C",
            stock="4H",
            before=("1 take", "1 discard 7S", "0 take"),
        ),
        LessonDeal(
            hands=("6D 3S 6S 3C 4S 6C 3D KH 4D 9D", "7D 5S 7S 7H TH JD QS TD 6H JS"),
            upcard="2S",
            stock="AS 4H",
            before=("0 take", "0 discard KH", "1 draw", "1 discard QS", "0 draw"),
        ),
    ),
    steps=(
        LessonStep(_knock_task, _three_games, Click(TableAction.KNOCK, "5C"), ("0 knock 5C",), {}),
        LessonStep(next_task(Variant.HOLLYWOOD), _first_win, _NEXT, (NEXT_DEAL,), {}),
        LessonStep(_knock_task, _second_deal, Click(TableAction.KNOCK, "9C"), ("0 knock 9C",), {}),
        LessonStep(next_task(Variant.HOLLYWOOD), _second_win, _NEXT, (NEXT_DEAL,), {}),
        LessonStep(
            _card_task("QC"),
            _their_turn,
            Click(TableAction.DISCARD, "QC"),
            ("0 discard QC", "1 draw", "1 knock 7D"),
            other_discards(_keep_low, "TS 6H 3S"),
        ),
        LessonStep(next_task(Variant.HOLLYWOOD), _their_win, _NEXT, (NEXT_DEAL,), {}),
        LessonStep(_knock_task, _third_win, Click(TableAction.KNOCK, "9D"), ("0 knock 9D",), {}),
    ),
    after=_hollywood_after,
    one_game=True,
)
