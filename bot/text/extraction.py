"""Extraction of the messages to translate into a template (``.pot``) for translators.

Messages come from three sources: calls of `Texts.t`, `Texts.n` and `Texts.p` in the code, values that become sentences
(refusals, hints, words for cards), and the command tree, which `cogs.edge.command_texts` reads.
"""

import inspect
from collections.abc import Iterable, Iterator
from enum import StrEnum
from pathlib import Path
from typing import IO, Final, NamedTuple

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import write_po

from bot.players.reasons import Why
from bot.text import catalogs

_KEYWORDS: Final = {"t": None, "n": (1, 2), "p": ((1, "c"), 2)}
"""The calls that contain messages: `Texts.t`, `Texts.n` and `Texts.p`."""


class CatalogEntry(NamedTuple):
    """A message: the English text, its plural if it has one, and the context that distinguishes equal words."""

    text: str
    plural: str | None = None
    context: str | None = None


class ExtractedMessage(NamedTuple):
    """A message with information for translators: the file and line it comes from, and a comment."""

    entry: CatalogEntry
    location: tuple[str, int] | None = None
    comment: str = ""


def messages(root: Path, folders: Iterable[str], reasons: Iterable[type[StrEnum]]) -> Iterator[ExtractedMessage]:
    """Yield the messages of the source files in ``folders`` of ``root``, of cards, and of the enums ``reasons``."""
    for folder in folders:
        found = extract_from_dir(root / folder, [("**.py", "python")], keywords=_KEYWORDS)
        for file, line, texts, _, context in found:
            text, plural = (texts[0], texts[1]) if isinstance(texts, tuple) else (texts, None)
            yield ExtractedMessage(CatalogEntry(text, plural, context), (f"{folder}/{file}", line))
    for context, text in catalogs.CARD_MESSAGES:
        yield ExtractedMessage(CatalogEntry(text, None, context), _place(root, catalogs.__file__))
    for sentences in reasons:
        place = _place(root, inspect.getfile(sentences), inspect.getsourcelines(sentences)[1])
        for sentence in sentences:
            yield ExtractedMessage(CatalogEntry(sentence.value), place)
            if isinstance(sentence, Why) and sentence.third_person != sentence.value:
                yield ExtractedMessage(CatalogEntry(sentence.third_person), place)


def template(found: Iterable[ExtractedMessage]) -> Catalog:
    """Return a catalog without translations. Equal messages are merged and keep all their locations and comments."""
    made = Catalog(project="Remik", charset="utf-8", fuzzy=False)
    for (text, plural, context), location, comment in found:
        made.add(
            text if plural is None else (text, plural),
            locations=[] if location is None else [location],
            auto_comments=[comment] if comment else [],
            context=context,
        )
    return made


def write_catalog(made: Catalog, file: IO[bytes]) -> None:
    """Write a catalog as a ``.pot`` or ``.po`` file."""
    write_po(file, made, width=120)


def _place(root: Path, file: str, line: int = 1) -> tuple[str, int]:
    """Return a file's path relative to ``root``, and the line."""
    return Path(file).resolve().relative_to(root.resolve()).as_posix(), line
