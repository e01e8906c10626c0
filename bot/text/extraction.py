"""Every message of the program, for those who translate it and for the tests that hold catalogs to be whole."""

from collections.abc import Iterable, Iterator
from enum import StrEnum
from pathlib import Path
from typing import Final, NamedTuple

from babel.messages.extract import extract_from_dir

from bot.players.hints import Why
from bot.text.catalogs import CARD_MESSAGES

_KEYWORDS: Final = {"t": None, "n": (1, 2), "p": ((1, "c"), 2), "locale_str": None}
"""The calls that hold messages: `Texts.t`, `Texts.n`, `Texts.p`, and the names of commands."""


class CatalogEntry(NamedTuple):
    """One message: English, its plural if it has one, the context that tells it from its like."""

    text: str
    plural: str | None = None
    context: str | None = None


def messages(folders: Iterable[Path], reasons: Iterable[type[StrEnum]]) -> Iterator[CatalogEntry]:
    """List the messages of the source files in ``folders``, of cards, and of the refusals in ``reasons``."""
    for folder in folders:
        for _, _, found, _, context in extract_from_dir(folder, [("**.py", "python")], keywords=_KEYWORDS):
            if isinstance(found, tuple):
                yield CatalogEntry(found[0], found[1], context)
            else:
                yield CatalogEntry(found, None, context)
    for context, text in CARD_MESSAGES:
        yield CatalogEntry(text, None, context)
    for sentences in reasons:
        for sentence in sentences:
            yield CatalogEntry(sentence.value)
            if isinstance(sentence, Why) and sentence.third_person != sentence.value:
                yield CatalogEntry(sentence.third_person)
