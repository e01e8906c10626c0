"""The rules page in the docs lists every house rule as declared in the code."""

import pytest

from bot.rummy.families import Variant
from bot.rummy.options import house_rules
from tests.rules_page import CATALOGS, FRAMES, PAGE, links, on_page, page_of, tables, translated


def test_the_rules_page_has_the_declared_house_rules() -> None:
    assert on_page(PAGE.read_text("utf-8")) == tables(), "run `python -m tests.rules_page`"


def test_every_house_rule_has_a_line_with_the_id_of_its_rule() -> None:
    declared = {(rule.rule, rule.name) for variant in Variant for rule in house_rules(variant).values()}
    lines = [line.split(" | ")[:2] for line in tables().splitlines() if line.startswith("| ") and "`" in line]
    assert {(rule.removeprefix("| "), name.strip("`")) for rule, name in lines} == declared


@pytest.mark.parametrize("language", FRAMES)
def test_the_rules_in_other_languages_are_what_the_bot_says(language: str) -> None:
    assert page_of(language).read_text("utf-8") == translated(language), "run `python -m tests.rules_page`"


def test_the_rules_lead_to_those_in_other_languages() -> None:
    assert {"en", *FRAMES} <= set(CATALOGS.languages)
    for language in ("en", *FRAMES):
        assert links(language) in page_of(language).read_text("utf-8").splitlines()
