"""The grades of shuffles in words, in the lobby and in Verify."""

import pytest

from bot.fairness.grades import Doubt, Grade, Proof
from bot.text.catalogs import Catalogs
from bot.text.fairness import grade_meaning, grade_of_start, grade_words

TEXTS = Catalogs().texts("en")


@pytest.mark.parametrize("grade", [Grade.NOBODY, Grade.UNLESS_OPERATOR])
@pytest.mark.parametrize("decks", [1, 2, 257])
def test_starts_that_were_never_dealt_are_in_the_headline(grade: Grade, decks: int) -> None:
    for words in (grade_words, grade_of_start):
        headline = words(TEXTS, Proof(grade, decks=decks), "")
        assert (f"est of {decks} decks" in headline) is (decks > 1)
        assert headline.startswith("⚠️" if decks > 1 else "🛡️")


def test_the_best_grade_rests_on_the_announcement_and_the_last_cut_on_who_typed_it() -> None:
    assert "if the announcement shows the code" in grade_words(TEXTS, Proof(Grade.NOBODY), "")
    assert "if Ola typed the last cut" in grade_words(TEXTS, Proof(Grade.LAST_CUT, 1), "Ola")


@pytest.mark.parametrize("doubt", Doubt)
def test_whatever_could_have_been_chosen_is_not_proven(doubt: Doubt) -> None:
    proof = Proof(Grade.NOT_PROVEN, doubt=doubt)
    assert grade_words(TEXTS, proof, "").startswith("⚠️ Not proven: ")
    assert grade_of_start(TEXTS, proof, "").startswith("⚠️ Fair cards aren't proven")
    assert grade_meaning(TEXTS, proof)


@pytest.mark.parametrize("grade", Grade)
def test_a_reason_is_one_sentence(grade: Grade) -> None:
    for doubt in (*Doubt, None) if grade is Grade.NOT_PROVEN else (None,):
        reason = grade_meaning(TEXTS, Proof(grade, 1, doubt))
        assert reason.count(". ") == 0, reason
        assert reason.endswith(".")
