"""A pseudo language: every message longer, with accents, in another word order and in brackets, to test translations.

A screen in it shows at a glance what isn't translatable: words without accents. What is cut off lacks its bracket.
"""

import re
from collections.abc import Iterable
from typing import Final

from babel.messages.catalog import Catalog

from bot.text.catalogs import CARD_MESSAGES
from bot.text.extraction import CatalogEntry, ExtractedMessage, template

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
_COMMANDS: Final = ("command name", "option name")
"""Contexts whose texts have a form that Discord prescribes, and stay as they are."""
_CARDS: Final = frozenset(context for context, _ in CARD_MESSAGES if context == "rank")
"""Contexts of single letters on cards, which only get shorter in other languages, never longer."""


def pseudo_text(text: str) -> str:
    """Translate a text: accents, words in another order, at least 35% longer, brackets; placeholders stay.

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
    return f"{before}{OPEN}{accented}{_filling(missing)}{CLOSE}{after}"


def pseudo_catalog(found: Iterable[ExtractedMessage], language: str) -> Catalog:
    """Return the pseudo catalog of all messages; commands, options and the letters on cards stay English."""
    catalog = template(found)
    made = Catalog(locale=language, project="Remik", charset="utf-8", fuzzy=False)
    for message in catalog:
        if not message.id or message.context in _COMMANDS or message.context in _CARDS:
            continue
        one, *plural = (message.id,) if isinstance(message.id, str) else message.id
        forms = tuple(pseudo_text(form) for form in (one, *plural))
        entry = CatalogEntry(one, plural[0] if plural else None, message.context)
        if entry.plural is None:
            made.add(entry.text, forms[0], context=entry.context)
        else:
            many = (forms[0], *(forms[1],) * (made.num_plurals - 1))
            made.add((entry.text, entry.plural), many, context=entry.context)
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
