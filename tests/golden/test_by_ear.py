"""What players hear who listen: whole games stay as they were read aloud, and every turn is short."""

import re

import pytest

from bot.text.catalogs import Catalogs
from cogs.edge import answers
from cogs.table.screens.ear import MOST_WORDS, count_words
from tests.end_to_end.club import MINUTE_FOR_ANSWERS
from tests.golden.by_ear import GAMES, LANGUAGES, TRANSLATED, file_of, framed, transcript

SIGNS = set("♣♠♥♦🃏")
STOPS = 8
ALL = [*((name, "en") for name in GAMES), *TRANSLATED]
"""Each transcript: the game and the language."""


@pytest.fixture(autouse=True)
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answers, "PATIENCE", MINUTE_FOR_ANSWERS)
    monkeypatch.setattr(answers, "LAST_MOMENT", MINUTE_FOR_ANSWERS)


def messages(name: str, language: str = "en") -> list[tuple[str, list[str]]]:
    """Return what was done before each private message of a transcript, and the message's lines."""
    found, did = [], ""
    for part in file_of(name, language).read_text("utf-8").split("\n\n"):
        first, *lines = part.strip().splitlines() or [""]
        if first.startswith("> "):
            did = first
        elif first == framed(language, "Only you see this."):
            found.append((did, lines))
    return found


@pytest.mark.slow
@pytest.mark.parametrize(("name", "language"), ALL)
async def test_a_game_sounds_as_it_was_read_aloud(name: str, language: str) -> None:
    heard = await transcript(name, "en-US" if language == "en" else language)
    assert heard == file_of(name, language).read_text("utf-8")


@pytest.mark.parametrize(("name", "language"), ALL)
def test_a_turn_has_at_most_forty_words_after_the_news_and_hardly_ever_more(name: str, language: str) -> None:
    texts = Catalogs().texts(language)
    table = f"{framed(language, 'button')}: {texts.t('Read table')}"
    control = tuple(f"{framed(language, role)}: " for role in ("button", "menu"))
    hint = texts.p("button", "Hint")
    first = {"en": "Your turn: |Waiting for ", "pl": "Twój ruch: |Ruch: ", "pt-BR": "Sua vez: |Vez de "}
    turns = [lines for did, lines in messages(name, language) if table in lines and hint not in did]
    assert len(turns) >= 8
    long = 0
    for lines in turns:
        said = [line for line in lines if not line.startswith(control)]
        to_do = re.search(first.get(language, "Du bist dran: |Bob ist dran"), said[0])
        assert to_do
        long += count_words(" ".join(said)) > MOST_WORDS
        assert count_words(" ".join((said[0][to_do.start() :], *said[1:]))) <= MOST_WORDS, said
    assert long <= len(turns) / 10


@pytest.mark.parametrize(("name", "language"), ALL)
def test_private_messages_have_neither_signs_nor_dead_buttons_nor_pictures(name: str, language: str) -> None:
    for _, lines in messages(name, language):
        spoken = "\n".join(lines)
        assert not SIGNS & set(spoken), spoken
        assert framed(language, " (unavailable)") not in spoken
        assert f"{framed(language, 'image')}:" not in spoken


@pytest.mark.parametrize(("name", "end"), [("gin", "Ala knocked"), ("german", "Ala laid off"), ("rum500", "Ala took")])
def test_the_end_says_first_who_ended_it_and_how(name: str, end: str) -> None:
    _, lines = next((did, lines) for did, lines in messages(name) if lines[0].startswith("🏆"))
    assert lines[1].startswith(end)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_game_is_the_same_in_every_language(language: str) -> None:
    for name in ("gin", "german"):
        english, other = (messages(name, one) for one in ("en", language))
        assert len(other) == len(english)


@pytest.mark.parametrize("name", GAMES)
def test_the_first_useful_control_is_near(name: str) -> None:
    useful = re.compile("button: (Draw|Take|Pass|Discard|Knock|Gin|Lay|Play all|Swap|Go out)")
    turns = [
        lines for _, lines in messages(name) if "button: Read table" in lines and "Your turn" in " ".join(lines[:2])
    ]
    assert turns
    for lines in turns:
        assert next(at for at, line in enumerate(lines) if useful.match(line)) < STOPS, lines
