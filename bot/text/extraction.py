"""Every message of the program, for those who translate it and for the tests that hold catalogues to be whole."""

from collections.abc import Iterable, Iterator
from enum import StrEnum
from pathlib import Path
from typing import Final, NamedTuple

from babel.messages.extract import extract_from_dir

from bot.players.hints import Why
from bot.text.catalogue import CARD_MESSAGES

_KEYWORDS: Final = {"t": None, "n": (1, 2), "p": ((1, "c"), 2), "locale_str": None}
"""The calls that hold messages: `Texts.t`, `Texts.n`, `Texts.p`, and the names of commands."""


class Message(NamedTuple):
    """One message: English, its plural if it has one, the context that tells it from its like."""

    text: str
    plural: str | None = None
    context: str | None = None


def messages(folders: Iterable[Path], reasons: Iterable[type[StrEnum]]) -> Iterator[Message]:
    """List the messages of the source files in ``folders``, of cards, and of the refusals in ``reasons``."""
    for folder in folders:
        for _, _, found, _, context in extract_from_dir(folder, [("**.py", "python")], keywords=_KEYWORDS):
            if isinstance(found, tuple):
                yield Message(found[0], found[1], context)
            else:
                yield Message(found, None, context)
    for context, text in CARD_MESSAGES:
        yield Message(text, None, context)
    for sentences in reasons:
        for sentence in sentences:
            yield Message(sentence.value)
            if isinstance(sentence, Why) and sentence.third_person != sentence.value:
                yield Message(sentence.third_person)
