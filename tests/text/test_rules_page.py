"""Pages in the docs list every house rule and command, and say the same in each language."""

import re
from collections.abc import Iterator

import pytest

from bot.program.cli.texts import CATALOGS as TEXTS_FOLDER
from bot.rummy.families import Variant
from bot.rummy.options import house_rules
from bot.text.catalog_check import words_of
from bot.text.catalogs import Texts
from tests.rules_page import (
    CATALOGS,
    COMMANDS,
    FRAMES,
    PAGE,
    links,
    on_page,
    page_of,
    tables,
    translated,
    with_commands,
)


def test_the_rules_page_has_the_declared_house_rules() -> None:
    assert on_page(PAGE.read_text("utf-8")) == tables(), "run `python -m tests.rules_page`"


def test_every_house_rule_has_a_line_with_the_id_of_its_rule() -> None:
    declared = {(rule.rule, rule.name) for variant in Variant for rule in house_rules(variant).values()}
    lines = [line.split(" | ")[:2] for line in tables().splitlines() if line.startswith("| ") and "`" in line]
    assert {(rule.removeprefix("| "), name.strip("`")) for rule, name in lines} == declared


@pytest.mark.parametrize("language", FRAMES)
def test_the_rules_in_other_languages_are_what_the_bot_says(language: str) -> None:
    assert page_of(language).read_text("utf-8") == translated(language), "run `python -m tests.rules_page`"


@pytest.mark.parametrize("name", ["rules", "commands", "README"])
def test_pages_lead_to_those_in_other_languages(name: str) -> None:
    assert {"en", *FRAMES} <= set(CATALOGS.languages)
    for language in ("en", *FRAMES):
        assert links(language, name) in page_of(language, name).read_text("utf-8").splitlines()


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", *FRAMES])
def test_the_pages_of_commands_have_the_texts_of_the_commands(language: str) -> None:
    page = page_of(language, "commands").read_text("utf-8")
    assert with_commands(page, language) == page, "run `python -m tests.rules_page`"


def labels(texts: Texts, page: str) -> Iterator[str]:
    """Yield the labels of buttons that an English page names, in a language."""
    for label in re.findall(r"\*\*([A-Z][^*.\n]*)\*\*", page):
        if label.endswith(card := " K♠"):
            yield texts.t(label.replace(card, " {card}"), card="K♠")
        else:
            forms = (texts.p("button", label), texts.t(label), texts.t(f"{label}: on").partition(":")[0])
            yield next((form for form in forms if form != label), label)


@pytest.mark.parametrize("language", FRAMES)
def test_pages_of_commands_name_the_same_commands_and_buttons(language: str) -> None:
    english, own = (page_of(one, "commands").read_text("utf-8") for one in ("en", language))
    for pattern in (r"(?m)^#+ ", r"`/[^`]+`", r"(?m)^\*\*[^*]+[.?]\*\*", r"\]\((?!\w+\.[\w-]+\.md)"):
        assert len(re.findall(pattern, own)) == len(re.findall(pattern, english)), pattern
    assert set(re.findall(r"`[^`]+`", own)) == set(re.findall(r"`[^`]+`", english))
    quotes, by_hand = words_of(TEXTS_FOLDER, language).quotes, COMMANDS.sub("", own).replace("\n", " ")
    named = re.findall(f"{quotes[0]}([^{quotes[1]}]+){quotes[1]}", by_hand)
    assert set(named) == set(labels(CATALOGS.texts(language), english))


@pytest.mark.parametrize("language", FRAMES)
def test_readmes_have_the_first_screen_of_the_english_one(language: str) -> None:
    first, own = (
        page_of("en", "README").read_text("utf-8").partition("\n## ")[0],
        page_of(language, "README").read_text("utf-8"),
    )
    code = r"```sh\n(.*?)```"
    assert re.findall(code, own, re.DOTALL) == re.findall(code, first, re.DOTALL)
    pictures = re.findall(r"!\[[^\]]{20,}\]\(docs/([^)]+)\)", first)
    assert re.findall(r"!\[[^\]]{20,}\]\(([^)]+)\)", own) == pictures
    assert {f"(rules.{language}.md)", f"(commands.{language}.md)"} <= set(re.findall(r"\([^()]*\)", own))
