"""A pseudo language: every message longer, with accents, in another word order and in brackets, to test translations.

A screen in it shows at a glance what isn't translatable: words without accents. What is cut off lacks its bracket.
"""

import re
from collections.abc import Iterable
from typing import Final

from babel import Locale, UnknownLocaleError
from babel.messages.catalog import Catalog

from bot.text.extraction import ExtractedMessage, template

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
        locale = Locale.parse(language, sep="-")
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
