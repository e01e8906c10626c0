"""Commands and buttons that sentences name: they exist, and are called there what they are called on the screen."""

import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest

from bot.text.catalogs import Catalogs, Texts
from bot.text.extraction import CatalogEntry
from cogs.edge.notices import NAMED_COMMANDS
from tests.text.extracted import command_messages, every_message, source_messages

NAMED = re.compile(r"\{(/[^{}]+|(?:button|command|option) [^{}]+)\}")
COMMAND = re.compile(r"(?<![\w/.{])/(rummy|league|me|tournament|rummy-admin)\b(?![/.])")
NAME = re.compile(r"\*\{[^{}]+\}\*")
ITALICS = re.compile(r"(?<!\*)\*[^*\s][^*]*\*(?!\*)")
BEGINNINGS = {
    "Draw": ["Draw"],
    "Take": ["Take {card}"],
    "Take back": ["Take back"],
    "Give back": ["Give back {card}"],
    "Knock": ["Knock · discard {card}", "Knock, discard {card}"],
    "Gin": ["Gin · discard {card}", "Gin, discard {card}"],
    "Play all": ["Play all · {what} · {value}", "Play all: {what}, {n} point"],
    "Go out": ["Go out: {lays}", "Go out: discard {card}", "Go out: {lays}, discard {card}"],
    "Lay {cards}": ["Lay {cards} · {value}"],
    "Swap {card} for joker": ["Swap {card} for joker (meld {n})"],
    "Text only": ["Text only: on", "Text only: off"],
    "Confirm discards": ["Confirm discards: on", "Confirm discards: off"],
}
"""Labels that begin with what sentences call the button."""
POLISH = """
msgid ""
msgstr "Content-Type: text/plain; charset=utf-8\\n"

msgctxt "button"
msgid "More"
msgstr "Więcej"

msgctxt "command name"
msgid "new"
msgstr "nowy"

msgid "`{/rummy new}` with `{option opponent}`, or *{button More}*"
msgstr "„{button More}” albo `{/rummy new}`"
"""


def sentences() -> Iterator[str]:
    for one in every_message():
        yield from filter(None, (one.entry.text, one.entry.plural))


def names(kind: str) -> set[str]:
    """Return where a command or an option is used: ``/rummy new``, ``/rummy new opponent``."""
    found = {one.comment for one in command_messages() if one.entry.context == kind}
    return {comment for comment in found if comment.startswith("/")}


def test_sentences_name_commands_and_options_that_exist() -> None:
    commands, options, count = names("command name"), names("option name"), 0
    assert commands.issuperset(f"/{name}" for name in NAMED_COMMANDS.values())
    for sentence in sentences():
        named = NAMED.findall(sentence)
        typed = [name for name in named if name.startswith("/")]
        count += len(typed)
        assert commands.issuperset(typed), sentence
        for kind, name in (one.split(" ", 1) for one in named if not one.startswith("/")):
            if kind == "command":
                assert f"{typed[0]} {name}" in commands, sentence
            if kind == "option":
                places = typed or commands
                assert any(f"{place} {name}" in options for place in places), sentence
    assert count > 50


def test_sentences_name_buttons_that_exist() -> None:
    labels = {one.entry.text for one in source_messages() if one.entry.context == "button"}
    named = {name for sentence in sentences() for name in NAMED.findall(sentence) if name.startswith("button ")}
    assert len(named) > 15
    assert {name.removeprefix("button ") for name in named} <= labels


def test_no_sentence_writes_out_a_command_or_the_label_of_a_button() -> None:
    found = {one for one in sentences() if COMMAND.search(one) or ITALICS.search(NAME.sub("", one))}
    assert not found, "write {/rummy new} or {button More}, so that the name is the same in all languages"


@pytest.mark.parametrize("language", Catalogs().languages)
def test_what_a_sentence_calls_a_button_is_on_the_button(language: str) -> None:
    texts, known = Catalogs().texts(language), {one.entry for one in source_messages()}
    for name, labels in BEGINNINGS.items():
        for label in labels:
            message = next(one for one in known if one.text == label)
            assert filled(texts, CatalogEntry(name, None, "button")).casefold() in filled(texts, message).casefold()


def filled(texts: Texts, message: CatalogEntry) -> str:
    text, plural, context = message
    values = {name: name for _, name, _, _ in Formatter().parse(text) if name}
    if plural is not None:
        return texts.n(text, plural, 1, **{name: value for name, value in values.items() if name != "n"})
    return texts.t(text, **values) if context is None else texts.p(context, text, **values)


def test_names_are_translated_where_the_button_and_the_command_are(tmp_path: Path) -> None:
    (tmp_path / "pl").mkdir()
    (tmp_path / "pl" / "remik.po").write_text(POLISH, encoding="utf-8")
    sentence = "`{/rummy new}` with `{option opponent}`, or *{button More}*"
    assert Catalogs(tmp_path).texts("pl").t(sentence) == "„Więcej” albo `/rummy nowy`"
    assert Catalogs(tmp_path).texts("en").t(sentence) == "`/rummy new` with `opponent`, or *More*"
