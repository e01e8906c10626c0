"""Words for hints: the same advice for a player and about that player."""

import re
from difflib import SequenceMatcher
from string import Formatter

import pytest

from bot.players.reasons import Hint, Why
from bot.rummy.cards import parse_card
from bot.rummy.moves import Move, Verb
from bot.text.catalogs import Catalogs
from bot.text.deals import reason_words

TEXTS = Catalogs().texts("en")
SECOND_PERSON = re.compile(r"\b(you|your|yours|yourself)\b", re.IGNORECASE)


def words_of(why: Why, name: str | None) -> str:
    fields = {field for _, field, _, _ in Formatter().parse(why.value) if field}
    values = {field: parse_card("TH") if field in ("card", "other") else 7 for field in fields}
    return reason_words(TEXTS, Hint(Move(0, Verb.DRAW), why, values), name)


@pytest.mark.parametrize("why", Why)
def test_a_reason_about_another_player_names_them_and_never_says_you(why: Why) -> None:
    third = words_of(why, "Kuba")
    assert not SECOND_PERSON.search(third)
    assert "{" not in third
    if "your" in words_of(why, None):
        assert "Kuba" in third


@pytest.mark.parametrize("why", Why)
def test_both_sentences_of_a_reason_give_the_same_advice(why: Why) -> None:
    second, third = words_of(why, None).split(), words_of(why, "Kuba").split()
    assert second[0] == third[0]
    assert SequenceMatcher(None, second, third).ratio() > 0.7, (second, third)
