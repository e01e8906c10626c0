"""Lists, durations, numbers and turns in four languages; and no word endings or capitals made in code."""

import ast
import gettext
import itertools
import re
from collections.abc import Iterator
from datetime import date

import pytest

from bot.rummy.cards import parse_card
from bot.rummy.events import Event, EventKind
from bot.text.catalogs import Catalogs, Texts
from bot.text.deals import turn_words
from bot.text.lists import all_of, day_of, duration_words, listed, one_of
from bot.text.ratings import average_words, season_called, share_words
from tests.text.test_catalogs import sources

TEXTS = Catalogs().texts("en")
SPOKEN = Catalogs().texts("en", "text-only")
SHOWN = ("bot/text/", "bot/play/", "bot/players/", "bot/ratings/", "bot/tournaments/", "cogs/", "render/")
EXCEPTIONS = {
    "bot/text/call_sites.py": "comments for translators, in English",
    "bot/play/state/names.py": "what is stored is in English",
    "cogs/table/commands.py": "English names of choices, which are translated by their messages",
    "render/profile.py": "the initial of a player's name",
}
"""Files that make such words, with the reason."""
ENDING = re.compile(r"(s|es|st|nd|rd|th)([ .,:)].*)?", re.DOTALL)


def speaking(language: str) -> Texts:
    """Return English sentences with the lists and numbers of a language."""
    return Texts(language, gettext.NullTranslations())


@pytest.mark.parametrize(
    ("language", "both", "either"),
    [
        ("en", "Ala, Bob and Cyd", "Ala, Bob or Cyd"),
        ("pl", "Ala, Bob i Cyd", "Ala, Bob lub Cyd"),
        ("pt-BR", "Ala, Bob e Cyd", "Ala, Bob ou Cyd"),
        ("de", "Ala, Bob und Cyd", "Ala, Bob oder Cyd"),
        ("ja", "Ala、Bob、Cyd", "Ala、Bob、またはCyd"),
    ],
)
def test_lists_are_joined_as_the_language_joins_them(language: str, both: str, either: str) -> None:
    texts, names = speaking(language), ["Ala", "Bob", "Cyd"]
    assert (all_of(texts, names), one_of(texts, names)) == (both, either)
    assert [all_of(texts, names[:1]), one_of(texts, []), listed(texts, names[:1]), listed(texts, [])] == [
        "Ala",
        "",
        "Ala",
        "",
    ]


def test_lists_without_and_have_the_commas_of_the_language() -> None:
    assert listed(TEXTS, ["Ala 48", "{0} 31", "Cyd 12"]) == "Ala 48, {0} 31, Cyd 12"
    assert listed(speaking("ja"), iter(["Ala", "Bob"])) == "Ala、Bob"


@pytest.mark.parametrize(
    ("language", "average", "share", "month"),
    [
        ("en", "−3.5", "50%", "November 2026"),
        ("pl", "−3,5", "50%", "listopad 2026"),
        ("pt-BR", "−3,5", "50%", "novembro de 2026"),
        ("de", "−3,5", "50\N{NO-BREAK SPACE}%", "November 2026"),
    ],
)
def test_numbers_and_months_are_written_as_the_language_writes_them(
    language: str, average: str, share: str, month: str
) -> None:
    texts = speaking(language)
    assert average_words(texts, -7, 2) == average
    assert share_words(texts, 1, 2) == share
    assert season_called(texts, "2026-11") == month


def test_a_duration_has_its_parts_from_the_longest_to_the_shortest() -> None:
    assert duration_words(TEXTS, 5_400_000) == "1 hour 30 minutes"
    assert duration_words(TEXTS, 3_661_000) == "1 hour 1 minute 1 second"
    assert duration_words(TEXTS, 0) == "0 seconds"


def test_equal_actions_of_a_turn_are_one() -> None:
    def cards(codes: str) -> tuple[int, ...]:
        return tuple(map(parse_card, codes.split()))

    turn = [
        Event(EventKind.DREW, 0),
        Event(EventKind.MELDED, 0, cards=cards("5H 6H 7H"), meld=0),
        Event(EventKind.MELDED, 0, cards=cards("6S 6H 6D"), meld=1),
        Event(EventKind.LAID_OFF, 0, parse_card("8H"), meld=0),
        Event(EventKind.LAID_OFF, 0, parse_card("6C"), meld=1),
        Event(EventKind.DISCARDED, 0, parse_card("5D")),
    ]
    assert (
        turn_words(TEXTS, turn, "Ala")
        == "Ala drew, laid 5-6-7♥ and 6♠ 6♥ 6♦, laid off 8♥ (meld 1) and 6♣ (meld 2), discarded 5♦"
    )
    assert turn_words(SPOKEN, turn, "Ala") == (
        "Ala drew, laid 5 to 7 of hearts and 6s of spades, hearts and diamonds, "
        "laid off 8 of hearts on meld 1 and 6 of clubs on meld 2, discarded 5 of diamonds"
    )


def test_a_language_declines_every_card_that_is_laid_off() -> None:
    turn = [
        Event(EventKind.LAID_OFF, 0, parse_card("QH"), meld=0),
        Event(EventKind.LAID_OFF, 0, parse_card("KH"), meld=0),
        Event(EventKind.LAID_OFF, 0, parse_card("JC"), meld=1),
    ]
    assert turn_words(Catalogs().texts("pl", "text-only"), turn, "Ala") == (
        "Ala: dokłada damę kier i króla kier do układu 1 i waleta trefl do układu 2"
    )


def test_lay_offs_between_melds_stay_where_they_were() -> None:
    run, kings = (tuple(map(parse_card, codes.split())) for codes in ("5H 6H 7H", "KS KH KD"))
    turn = [
        Event(EventKind.MELDED, 0, cards=run, meld=0),
        Event(EventKind.LAID_OFF, 0, parse_card("8H"), meld=0),
        Event(EventKind.MELDED, 0, cards=kings, meld=1),
    ]
    assert turn_words(TEXTS, turn, "Ala") == "Ala laid 5-6-7♥, laid off 8♥ (meld 1), laid K♠ K♥ K♦"


def made_endings(tree: ast.AST) -> Iterator[int]:
    """Yield the lines that make a plural or an ordinal: ``f"{n}th"``, ``"" if n == 1 else "s"``, ``word + "s"``."""
    for node in ast.walk(tree):
        parts: list[ast.expr] = []
        match node:
            case ast.JoinedStr(values=values):
                after = [part for before, part in itertools.pairwise(values) if not _constant(before)]
                parts = [part for part in after if _constant(part)]
            case ast.IfExp(body=body, orelse=orelse):
                parts = [body, orelse]
            case ast.BinOp(op=ast.Add(), right=right):
                parts = [right]
        yield from (part.lineno for part in parts if _constant(part) and ENDING.fullmatch(part.value))  # type: ignore[attr-defined]


def _constant(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def recased(tree: ast.AST) -> Iterator[int]:
    """Yield the lines that change the case of a translated text or of the first letter of a text."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Attribute(attr="capitalize" | "title" | "swapcase"), args=[]):
                yield node.lineno
            case ast.Call(func=ast.Attribute(attr="lower" | "upper", value=ast.Subscript())):
                yield node.lineno
            case ast.Call(
                func=ast.Attribute(
                    attr="lower" | "upper", value=ast.Call(func=ast.Attribute(attr="t" | "n" | "p" | "pn"))
                )
            ):
                yield node.lineno


def test_the_search_finds_endings_and_capitals_made_in_code() -> None:
    for code in ('f"{n}th"', 'f"{n}s left"', '"" if n == 1 else "s"', 'word + "s"'):
        assert list(made_endings(ast.parse(code))) == [1], code
    assert list(made_endings(ast.parse('f"{n} seats"; "a" if n else "b"'))) == []
    for code in ("word[:1].lower()", "texts.t('Dark').lower()", "word.capitalize()", "word[0].upper()"):
        assert list(recased(ast.parse(code))) == [1], code


def test_no_plural_ordinal_or_capital_is_made_in_code() -> None:
    made = [
        f"{path}:{line}"
        for path, tree in sources()
        if path.startswith(SHOWN) and path not in EXCEPTIONS
        for line in (*made_endings(tree), *recased(tree))
    ]
    assert made == [], "make them messages"


@pytest.mark.parametrize(
    ("typed", "language"),
    [
        *((" 2026-12-06 ", language) for language in ("pl", "pt-BR", "de", "en-US", "en-GB")),
        ("6.12.2026", "pl"), ("06.12.26", "de"), ("06/12/2026", "pt-BR"), ("6/12/2026", "en-GB"),
        ("12/6/2026", "en-US"),
    ],
)  # fmt: skip
def test_a_day_is_read_as_the_language_writes_it(typed: str, language: str) -> None:
    assert day_of(typed, language) == date(2026, 12, 6)


@pytest.mark.parametrize("typed", ["", "tomorrow", "6.12.", "30.2.2026", "2026-13-01", "6.1.0", "9" * 40])
def test_an_invalid_day_is_none(typed: str) -> None:
    assert day_of(typed, "pl") is None
