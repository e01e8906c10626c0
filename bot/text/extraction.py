"""Tools for translators: extraction of the messages to translate, and a pseudo language to test with.

Messages come from three sources: calls of `Texts.t`, `n`, `p` and `pn` in the code, values that become sentences
(refusals, hints, words for cards), and the command tree, which `cogs.edge.command_texts` reads. They are written into a
template (``.pot``).

In the pseudo language every message is longer, with accents, in another word order and in brackets. A screen in it
shows at a glance what isn't translatable: words without accents. What is cut off lacks its bracket.
"""

import inspect
import re
from collections.abc import Iterable, Iterator
from enum import StrEnum
from pathlib import Path
from typing import IO, Final, NamedTuple

from babel import Locale, UnknownLocaleError
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import write_po

from bot.players.coaching import CoachLine
from bot.players.reasons import Why
from bot.text import catalogs

_KEYWORDS: Final = {"t": None, "n": (1, 2), "p": ((1, "c"), 2), "pn": ((1, "c"), 2, 3)}
"""The calls that contain messages: `Texts.t`, `Texts.n`, `Texts.p` and `Texts.pn`."""


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
            if isinstance(sentence, Why | CoachLine) and sentence.short:
                yield ExtractedMessage(CatalogEntry(sentence.short), place)


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


OPEN: Final = "«"
CLOSE: Final = "»"
LONGER: Final = 0.35
"""How much longer a message is than the English one."""
_ACCENTS: Final = str.maketrans("aeiouyAEIOUYcnszCNSZ", "áéíóúýÁÉÍÓÚÝćñśźĆÑŚŹ")
_FILLER: Final = "óúáéíóúáéí"
_KEPT: Final = re.compile(r"(\{[^{}]*\}|`[^`]*`|\]\([^()]*\)|<[^<>]*>)")
"""Parts that stay as they are: placeholders, commands, links, timestamps."""
_MARKED: Final = re.compile(r"[`\[\]<>|]|\*\*")
"""Signs of markup that reordering words would break."""
_EDGES: Final = re.compile(r"^([\s·#>-]*)(.*?)(\s*)$", re.DOTALL)
KEPT_CONTEXTS: Final = frozenset({"command name", "option name", "rank", "names of computer players"})
"""Contexts whose texts stay as they are: names whose form Discord prescribes, letters on cards, names of computers."""
LONGEST_DESCRIPTION: Final = 100
"""The maximum characters of descriptions and choices of commands."""


def pseudo_text(text: str, longest: int | None = None) -> str:
    """Translate a text: accents, words in another order, about 35% longer, brackets; placeholders stay.

    With ``longest``, it doesn't get longer than that by the filling.

    >>> pseudo_text("Your turn: draw or take {card}")
    '«tákó {card} Ýóúr túrñ: dráẃ ór»'
    """
    before, words, after = _edges(text)
    if not words:
        return text
    turned = words if _MARKED.search(words) else _reordered(words)
    accented = "".join(
        part if _KEPT.fullmatch(part) else part.translate(_ACCENTS) for part in _KEPT.split(turned) if part
    )
    missing = max(2, round(len(words) * LONGER)) - len(OPEN) - len(CLOSE)
    if longest is not None:
        missing = min(missing, longest - len(text) - len(OPEN) - len(CLOSE))
    return f"{before}{OPEN}{accented}{_filling(missing)}{CLOSE}{after}"


def pseudo_catalog(found: Iterable[ExtractedMessage], language: str) -> Catalog:
    """Return the pseudo catalog of all messages; names of commands and the letters on cards stay English.

    Raises ValueError if there is no such language.
    """
    try:
        locale = Locale.parse(language.replace("_", "-"), sep="-")
    except UnknownLocaleError as error:
        raise ValueError(str(error)) from None
    made = Catalog(locale=locale, project="Remik", charset="utf-8", fuzzy=False)
    for message in template(found):
        if not message.id or message.context in KEPT_CONTEXTS:
            continue
        longest = None if message.locations else LONGEST_DESCRIPTION
        if isinstance(message.id, str):
            made.add(message.id, pseudo_text(message.id, longest), context=message.context)
        else:
            one, many = (pseudo_text(form, longest) for form in message.id)
            made.add(message.id, (one, *(many,) * (made.num_plurals - 1)), context=message.context)
    return made


def _edges(text: str) -> tuple[str, str, str]:
    """Split a text into leading signs, its words, and trailing spaces."""
    found = _EDGES.match(text)
    return found.groups() if found else ("", text, "")  # type: ignore[return-value]


def _reordered(words: str) -> str:
    """Move the last third of a text's words to its beginning."""
    parts = words.split(" ")
    at = len(parts) - len(parts) // 3
    return " ".join((*parts[at:], *parts[:at]))


def _filling(length: int) -> str:
    """Return letters to lengthen a text; as words of ten letters, so that lines can break."""
    if length <= 0:
        return ""
    filler = " ".join([_FILLER] * (length // len(_FILLER) + 1))
    return f" {filler}"[:length].rstrip()
