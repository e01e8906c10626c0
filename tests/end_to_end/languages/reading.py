"""What language the words on a screen are in, and people who find buttons by the words of their language."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from bot import text
from bot.playground import Answer, Person, SeenButton, SeenMessage, SeenPicture, SeenSelect
from bot.playground.seen import flat
from bot.rummy.cards import PACK
from bot.text.catalogs import Catalogs, Texts
from bot.text.po_files import PoTranslations
from tests.text.extracted import source_messages

CATALOGS = Catalogs()
NO_WORDS = re.compile(r"`[^`]*`|https?://\S+|<[@#:t][^>]*>|:\w+:|\{[^{}]*\}|\w*\d\w*")
"""What is the same in every language: commands, codes, links, mentions, times, emoji, numbers, and placeholders."""
WORD = re.compile(r"[^\W\d_]{2,}")
RANKS = re.compile(r"([\w-]+)[♣♠♥♦]|🃏\((\w+)\)")
"""The ranks in front of a suit, and the rank that a joker stands for."""
CARD = re.compile("[A-Z]")
DRAWS = (("button", "Draw"), ("button", "Pass"), "Next deal", "Next round")
"""Buttons to begin a turn, or the deal after a void one."""
ENDS = {
    "gin": (("button", "Big gin"), "Gin · discard {card}", "Knock · discard {card}"),
    "german": (
        "Go out: {lays}, discard {card}",
        "Go out: discard {card}",
        "Go out: {lays}",
        "Play all · {what} · {value}",
    ),
}
"""Buttons that come before a discard, by game: messages, with their context."""
Message = str | tuple[str, str]


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


def words_in(written: str) -> set[str]:
    return {word.casefold() for word in WORD.findall(NO_WORDS.sub(" ", written))}


@cache
def vocabulary(language: str) -> frozenset[str]:
    """Return all words of a language: those of its catalog, or of the source for English."""
    if language == "en":
        written = [one for message in source_messages() for one in message.entry[:2] if one]
    else:
        catalog = Path(text.__file__).parent / language / "remik.po"
        written = [form for forms in PoTranslations(catalog.read_bytes())._found.values() for form in forms]
    return frozenset(word for one in written for word in words_in(one))


@cache
def _all_but(language: str) -> frozenset[str]:
    return frozenset[str]().union(*(vocabulary(one) for one in CATALOGS.languages if one != language))


def foreign(written: str, language: str) -> set[str]:
    """Return the words of a text that aren't in the vocabulary of a language, but in that of another one."""
    return (words_in(written) - vocabulary(language)).intersection(_all_but(language))


def own(written: str, language: str) -> set[str]:
    """Return the words of a text that only this language has."""
    return (words_in(written) & vocabulary(language)) - _all_but(language)


def letters_in(written: str) -> set[str]:
    """Return the letters for ranks in a text: ``{"Q", "K"}``."""
    return {letter for found in RANKS.findall(written) for letter in CARD.findall("".join(found))}


def label(texts: Texts, message: Message, **values: object) -> str:
    """Return a label from its message, with its context if it has one."""
    return texts.t(message, **values) if isinstance(message, str) else texts.p(*message, **values)


@dataclass(frozen=True, slots=True)
class Reading:
    """A person who plays by the labels of the private buttons, all in the person's language.

    The discard is the green card, or the first one.
    """

    person: Person
    texts: Texts
    game: str

    async def act(self) -> Answer | None:
        """Make one click if there's something to do."""
        found = self.offered()
        return None if found is None else await self.person.click(found[1].label, message=found[0])

    def offered(self) -> tuple[SeenMessage, SeenButton] | None:
        """Return the button that the person would click, and its message."""
        for message in reversed([one for one in self.person.sees() if one.ephemeral]):
            buttons = [one for one in message.buttons if not one.disabled]
            for wanted in (*DRAWS, *ENDS[self.game], "Discard {card}", "{card}"):
                shown = [one for one in buttons if self._says(wanted, one.label)]
                if shown:
                    return message, next((one for one in shown if one.style == "success"), shown[0])
        return None

    def _says(self, message: Message, shown: str) -> bool:
        values = {name: f"<{name}>" for name in ("card", "lays", "what", "value")}
        pattern = re.escape(label(self.texts, message, **values) if message != "{card}" else "<card>")
        cards = "|".join(re.escape(self.texts.card(card)) for card in PACK)
        pattern = pattern.replace("<card>", f"({cards})").replace("<lays>", ".+")
        return re.fullmatch(re.sub("<(what|value)>", ".+", pattern), shown) is not None
