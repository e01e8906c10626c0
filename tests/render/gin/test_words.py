"""Words in pictures."""

from dataclasses import replace

import pytest

from bot.rummy.families import Variant
from bot.rummy.gin.options import GIN_PRESETS
from bot.rummy.results import Arrangement, DealResult, Defense, Ending, Outcome, Showdown
from bot.text.deals import target_words
from render.gin.alt import limit_words, sum_words
from tests.render.views import TEXTS, public


def knocked(own: int, other: int, bonus: int = 0, factor: int = 1) -> Showdown:
    nothing = Arrangement((), (), own)
    defense = Defense(other, Arrangement((), (), other), ())
    return Showdown(0, nothing, defense, abs(own - other), bonus, factor)


@pytest.mark.parametrize(
    ("outcome", "showdown", "words"),
    [
        (Outcome.KNOCK, knocked(6, 54), "6 < 54: knock, 54 − 6 = 48"),
        (Outcome.UNDERCUT, knocked(9, 8, 25), "8 ≤ 9: undercut, 25 + 1 = 26"),
        (Outcome.UNDERCUT, knocked(9, 9, 10), "9 ≤ 9: undercut, 10 + 0 = 10"),
        (Outcome.GIN, knocked(0, 14, 25), "Gin: 25 + 14 = 39"),
        (Outcome.GIN, knocked(0, 14, 25, 2), "Gin: (25 + 14) × 2 = 78"),
        (Outcome.KNOCK, knocked(6, 16, 0, 2), "6 < 16: knock, (16 − 6) × 2 = 20"),
        (Outcome.VOID, knocked(9, 9), "9 = 9: void, no points"),
    ],
)
def test_G_18_to_G_20_the_points_of_a_knock_add_up(outcome: Outcome, showdown: Showdown, words: str) -> None:
    ending = Ending.TIE if outcome is Outcome.VOID else None
    assert sum_words(TEXTS, DealResult(outcome, None, (0, 0), ending), showdown) == words


def test_limit_and_target_are_named() -> None:
    assert limit_words(TEXTS, public(knock_limit=10)) == "Knock with 10 or less"
    assert limit_words(TEXTS, public(knock_limit=0)) == "Gin only"
    gin = GIN_PRESETS[Variant.GIN]
    assert target_words(TEXTS, gin, 2) == "First to 100"
    assert target_words(TEXTS, replace(gin, deals=1), 2) == "1 deal"
    assert target_words(TEXTS, replace(gin, deals=5), 2) == "5 deals"
