"""A whole game of German Rummy in the pseudo language: nothing is left in English, cut off, or too long for Discord.

The stand-in refuses what is too long for Discord. Words drawn in pictures are recorded on their way to the fonts.
"""

import re
from collections.abc import Iterator
from typing import Final

import pytest

from bot.cli.demo_game import Computers
from bot.cli.demo_play import NAMES, play
from bot.players.levels import Level
from bot.playground.seen import SeenButton, SeenMessage, SeenPicture, SeenSelect, flat
from bot.rummy.families import Variant
from bot.rummy.options import options_for
from bot.text.catalogs import Catalogs
from bot.text.extraction import write_catalog
from bot.text.players import computer_names
from bot.text.pseudo import CLOSE, OPEN, pseudo_catalog, pseudo_text
from render.drawing import letters
from tests.text.extracted import every_message

PLAYERS: Final = (*NAMES, *computer_names(Catalogs().texts("en")))
NOT_TRANSLATED: Final = re.compile(
    r"`[^`]*`|https?://\S+|<[@#][^>]*>|<t:[^>]*>|:\w+:|\b\S*\d\S*\b|\b("
    + "|".join((*PLAYERS, "cuts at", "Remik", "UTC"))
    + r")\b"
)
"""What stays the same in every language: commands, links, mentions, times, codes, names, and what guests type."""
WORD: Final = re.compile(r"[A-Za-z]{2,}")
ELLIPSIS: Final = "…"


def words_on(message: SeenMessage) -> Iterator[tuple[str, str]]:
    """Yield every text on a message with its kind: texts, labels, placeholders, options, descriptions, alt texts."""
    for part in flat(message.parts):
        match part:
            case str():
                yield "text", part
            case SeenButton():
                yield "button", part.label
            case SeenPicture():
                yield "alt text", part.alt or ""
            case SeenSelect():
                yield "placeholder", part.placeholder
                for option in part.options:
                    yield "option", option.label
                    yield "description", option.description


def english_in(text: str) -> list[str]:
    """Return the English words in a text: those without any accent, except what stays the same in every language."""
    words = re.findall(r"[^\W\d_]+(?:'[^\W\d_]+)?", NOT_TRANSLATED.sub(" ", text))
    return [word for word in words if WORD.fullmatch(word)]


def is_cut(text: str) -> bool:
    """Return whether the end of a text is missing: a bracket or an ellipsis says so. Players' names may be cut."""
    kept = text.removesuffix(ELLIPSIS)
    if kept != text and any(name.startswith(kept) for name in PLAYERS):
        return False
    return text.count(OPEN) != text.count(CLOSE) or kept != text


@pytest.fixture(scope="module")
def catalogs(tmp_path_factory: pytest.TempPathFactory) -> Catalogs:
    """English, and the pseudo language in the place of German."""
    folder = tmp_path_factory.mktemp("pseudo")
    (folder / "de").mkdir()
    with (folder / "de" / "remik.po").open("wb") as file:
        write_catalog(pseudo_catalog(every_message(), "de"), file)
    return Catalogs(folder)


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """Record all words that pictures measure or draw."""
    found: set[str] = set()
    split = letters._runs

    def watched(words: str, bold: bool) -> object:
        found.add(words)
        return split(words, bold)

    monkeypatch.setattr(letters, "_runs", watched)
    for cached in (letters.letters, letters.cut):
        cached.cache_clear()
    return found


def test_a_pseudo_text_is_longer_has_accents_another_order_and_keeps_its_placeholders() -> None:
    assert pseudo_text("Your turn: draw or take {card}") == "«táké {card} Ýóúr túrñ: dráw ór óúáéíóú»"
    assert pseudo_text("- {name}: `/rummy new`") == "- «{name}: `/rummy new` óúáé»"
    assert english_in("«Ýóúr túrñ» Your {ala}") == ["Your", "ala"]
    assert english_in("`/rummy new` Ala 10♥ <t:1:R>") == []
    assert is_cut("«Ýóúr tú…")
    assert not is_cut("«Ýóúr túrñ»")


@pytest.mark.parametrize("seed", [3])
async def test_a_whole_german_game_in_the_pseudo_language(catalogs: Catalogs, drawn: set[str], seed: int) -> None:
    rules = options_for(Variant.GERMAN, {"rounds": 2, "claim": True})
    game = await play(rules, 2, seed, "de", Computers(1, Level.EASY), catalogs=catalogs)
    shown = {words for step in game.transcript.steps for one in step.changed for words in words_on(one.message)}
    assert len(shown) > 300
    assert [(found, kind, text) for kind, text in sorted(shown) if (found := english_in(text))] == []
    assert [(kind, text) for kind, text in shown if is_cut(text)] == []
    assert sum(OPEN in words for words in drawn) > 20
    assert sorted(words for words in drawn if not words.endswith(ELLIPSIS) and english_in(words)) == []
    cut = sorted(words for words in drawn if words.endswith(ELLIPSIS) and is_cut(words))
    assert cut == [], "sentences are drawn in parts, around cards, so a bracket alone says nothing here"
