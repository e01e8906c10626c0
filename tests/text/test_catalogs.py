"""Catalogs: extraction finds every message, and every text shown to users is a message."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.program.cli.texts import FOLDERS, REASONS, ROOT
from bot.rummy.cards import JOKER, PACK, parse_card
from bot.rummy.refusals import Reason, Refusal
from bot.text.catalogs import Catalogs, Texts, refusal_text
from bot.text.extraction import CatalogEntry
from bot.text.lists import short_meld
from cogs.edge.notices import NAMED_COMMANDS
from tests.cards import cards
from tests.house import modules
from tests.text.extracted import command_messages, source_messages

CODES = re.compile(r"(\d [a-z]+ )?([2-9TJQKA][CSHD]|XX)( ([2-9TJQKA][CSHD]|XX|\d))*")
"""Cards and moves as records write them."""
CALLS = {"t": 1, "n": 2, "p": 2, "pn": 3}
FROM_VARIABLES = (
    "bot/text/catalogs.py",
    "bot/program/cli/guests/",
    "cogs/edge/command_texts.py",
    "bot/text/catalog_check.py",
    "bot/text/page_words.py",
)
"""Files that translate variables: cards, refusals, commands, texts guests look for. Other tests cover those."""
NOT_SHOWN = (
    "bot/text/catalogs.py",
    "cogs/edge/command_texts.py",
    "bot/text/extraction.py",
    "bot/text/call_sites.py",
    "bot/text/catalog_check.py",
    "render/look.py",
    "render/rooms.py",
    "cogs/edge/gateway.py",
)
"""Files whose texts users don't see: words for cards, comments for translators, pseudo texts, looks, rooms, logs."""
UNTRANSLATED = ("commands of {application}", "rummy · /rummy help", *NAMED_COMMANDS.values())
"""A key in the database, which users don't see, the bot's activity, which is the same for all servers, and commands."""

POLISH = """
msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\\n"
"Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2);\\n"

msgid "Your turn"
msgstr "Twój ruch"

msgid "{n} card"
msgid_plural "{n} cards"
msgstr[0] "{n} karta"
msgstr[1] "{n} karty"
msgstr[2] "{n} kart"

msgctxt "rank"
msgid "Q"
msgstr "D"
"""


def sources() -> Iterator[tuple[str, ast.Module]]:
    return ((module.path.relative_to(ROOT).as_posix(), module.tree) for module in modules(*FOLDERS))


def literals(call: ast.Call, count: int) -> list[str] | None:
    found = [argument.value for argument in call.args[:count] if isinstance(argument, ast.Constant)]
    return [str(value) for value in found] if len(found) == count else None


def calls(tree: ast.AST) -> Iterator[tuple[str, ast.Call]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if name in CALLS and isinstance(node.func, ast.Attribute):
                yield name, node


@pytest.fixture(scope="module")
def found() -> frozenset[CatalogEntry]:
    return frozenset(one.entry for one in source_messages())


@pytest.mark.slow
def test_every_message_is_a_literal_that_extraction_finds(found: frozenset[CatalogEntry]) -> None:
    count = 0
    for path, tree in sources():
        for name, call in calls(tree):
            given = literals(call, CALLS[name])
            if given is None:
                assert path.startswith(FROM_VARIABLES), f"{path}:{call.lineno}: a message has to be a literal"
                continue
            match name:
                case "n":
                    message = CatalogEntry(given[0], given[1])
                case "p":
                    message = CatalogEntry(given[1], None, given[0])
                case "pn":
                    message = CatalogEntry(given[1], given[2], given[0])
                case _:
                    message = CatalogEntry(given[0])
            assert message in found, f"{path}:{call.lineno}: extraction misses {given}, as in a formatted string"
            count += 1
    assert count > 150


@pytest.mark.slow
def test_no_message_exists_both_with_and_without_a_plural(found: frozenset[CatalogEntry]) -> None:
    assert len({(message.text, message.context) for message in found}) == len(found)


def test_extraction_lists_refusals_conflicts_and_cards(found: frozenset[CatalogEntry]) -> None:
    assert {CatalogEntry(reason.value) for reasons in REASONS for reason in reasons} <= found
    for word in ("queen", "queens", "Q", "hearts", "joker"):
        assert any(message.text == word and message.context for message in found)


def sentences(tree: ast.AST) -> Iterator[ast.Constant]:
    """Yield string literals that look like English sentences for users."""
    silent: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            for_developers = ("exception", "error", "warning", "info", "_rejected", "TypeVar", "extract_from_dir")
            if name in (*CALLS, *for_developers) or name.endswith("Error"):
                silent.update(id(inner) for argument in node.args for inner in ast.walk(argument))
        if isinstance(node, ast.Raise | ast.Expr) and not (
            isinstance(node, ast.Expr) and not isinstance(node.value, ast.Constant)
        ):
            silent.update(id(inner) for inner in ast.walk(node))
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and id(node) not in silent
            and not CODES.fullmatch(node.value)
        ):
            words = [word for word in node.value.replace("{", " ").split() if word.isalpha() and len(word) > 1]
            if len(words) >= 2:
                yield node


@pytest.mark.slow
def test_no_sentence_bypasses_the_catalog() -> None:
    commands = {one.entry.text for one in command_messages()}
    for path, tree in sources():
        if path.startswith(("cogs/", "render/", "bot/text/")) and path not in NOT_SHOWN:
            for literal in sentences(tree):
                known = literal.value in commands or literal.value in UNTRANSLATED
                assert known, f"{path}:{literal.lineno}: {literal.value!r} is not in the catalog"


@pytest.fixture
def polish(tmp_path: Path) -> Texts:
    (tmp_path / "pl").mkdir()
    (tmp_path / "pl" / "remik.po").write_text(POLISH, encoding="utf-8")
    catalogs = Catalogs(tmp_path)
    assert catalogs.languages == ("en", "pl")
    return catalogs.texts("pl")


def test_a_language_has_its_plural_forms_its_ranks_and_english_for_missing_messages(polish: Texts) -> None:
    assert [polish.n("{n} card", "{n} cards", n) for n in (1, 3, 5, 22)] == ["1 karta", "3 karty", "5 kart", "22 karty"]
    assert polish.t("Your turn") == "Twój ruch"
    assert polish.t("Take {card}", card=polish.card(parse_card("QH"))) == "Take D♥"


@pytest.mark.parametrize("locale", ["pt-BR", "xx", None, "en-GB"])
def test_an_unknown_locale_gets_english(tmp_path: Path, locale: str | None) -> None:
    assert Catalogs(tmp_path).texts(locale).language == "en"


def test_every_card_has_a_different_short_form_and_name() -> None:
    texts = Catalogs().texts("en")
    assert len({texts.card(card) for card in (*PACK, JOKER)}) == 53
    assert len({texts.card_words(card) for card in (*PACK, JOKER)}) == 53
    assert (texts.card(JOKER), texts.card_words(JOKER)) == ("🃏", "joker")
    assert texts.card(parse_card("TH")) == "10♥"
    assert texts.card_words(parse_card("QS")) == "queen of spades"


def test_C_5_a_refusal_has_readable_cards_and_no_rule_id() -> None:
    texts = Catalogs().texts("en")
    taken = Refusal("G-10", Reason.JUST_TAKEN, {"card": "TH"})
    assert refusal_text(texts, taken).startswith("You just took 10♥ from the discard pile")
    assert "G-10" not in refusal_text(texts, taken)
    assert "G-10" in str(taken)


def test_text_only_readers_get_cards_in_words_in_every_sentence() -> None:
    texts = Catalogs().texts("en", "text-only")
    assert texts.card(parse_card("TH")) == "10 of hearts"
    assert texts.card(JOKER) == "joker"
    assert texts.cards(map(parse_card, ("QC", "AS"))) == "queen of clubs, ace of spades"
    assert short_meld(texts, cards("7S XX 9S")) == "7 to 9 of spades, joker as the 8"
    assert short_meld(texts, cards("QS QH XX")) == "queens of spades and hearts with a joker"
    assert short_meld(texts, cards("QS XX XX")) == "queen of spades with 2 jokers"
    refusal = Refusal("G-10", Reason.JUST_TAKEN, {"card": "TH"})
    assert "10 of hearts" in refusal_text(texts, refusal)
    short = Catalogs().texts("en")
    assert short.spelled.card(parse_card("TH")) == "10 of hearts"
    assert texts.spelled is texts


def test_a_translator_chooses_the_case_of_a_card_in_words() -> None:
    for_blind, signs = Catalogs().texts("pl", "text-only"), Catalogs().texts("pl")
    for card, words in (("QC", "damę trefl"), ("AS", "asa pik"), ("9H", "9 kier"), ("XX", "jokera")):
        value = for_blind.card(parse_card(card))
        assert for_blind.p("said about a player", "discarded {card}", card=value) == f"odrzuca {words}"
    assert for_blind.card(parse_card("QC")) == "dama trefl"
    assert signs.p("said about a player", "discarded {card}", card=signs.card(parse_card("QC"))) == "odrzuca D♣"
    assert short_meld(for_blind, cards("TC JC QC")) == "trefl od 10 do damy"
