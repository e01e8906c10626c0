"""Words for refusals: each is a complete sentence with the engine's values filled in."""

import re

import pytest

from bot.rummy import games
from bot.rummy.families import Variant
from bot.rummy.games import State
from bot.rummy.moves import Move
from bot.rummy.options import conflicts, options_for
from bot.rummy.refusals import Conflict, Reason, Refusal
from bot.text.catalogs import Catalogs, conflict_text, refusal_text
from tests.rummy import test_scenarios as scenes

TEXTS = Catalogs().texts("en")
CODE = re.compile(r"\b([A2-9TJQK][CSHD]|XX)\b")
"""A card in the notation of records, which players shouldn't see."""


@pytest.mark.slow
def test_C_5_every_refusal_of_the_scenarios_is_a_sentence_with_its_rule(monkeypatch: pytest.MonkeyPatch) -> None:
    told = {}

    def refuse(state: State, move: Move, *_: str) -> str:
        refusal = games.refusal_for(state, move)
        assert refusal is not None
        told[refusal.reason] = (refusal, refusal_text(TEXTS, refusal))
        return refusal.reason

    monkeypatch.setattr(scenes, "refuse", refuse)
    for family in scenes.RULES:
        for scenario in scenes.scenarios(family):
            if "deals" in scenario:
                scenes.played(scenario)
    assert set(told) == set(Reason)
    for refusal, line in told.values():
        assert "{" not in line
        assert not CODE.search(line), line
        assert refusal.rule not in line, "rule ids are for logs"


def test_D_4_a_refused_meld_has_readable_jokers() -> None:
    line = refusal_text(TEXTS, Refusal("H-7", Reason.SET_ORDER, {"melds": "XX 7C 7S"}))
    assert "🃏 7♣ 7♠" in line


def test_conflicts_name_their_rules_in_words() -> None:
    for conflict, rules in {
        Conflict.SMALL_DECK_40: ("small deck", "40"),
        Conflict.NO_VALUE_40: ("any value", "40"),
        Conflict.NO_JOKERS_RULE: ("Without jokers", "joker rule"),
        Conflict.CLAIM_FOR_TWO: ("Knocking",),
        Conflict.USE_CLAIM: ("knocking", "only to lay"),
    }.items():
        assert all(rule in conflict_text(TEXTS, conflict) for rule in rules)
    (told,) = conflicts(options_for(Variant.GERMAN, {"claim": True}), 2)
    assert "at least three players" in conflict_text(TEXTS, told)
