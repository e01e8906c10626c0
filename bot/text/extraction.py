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
from difflib import get_close_matches
from enum import StrEnum
from io import BytesIO
from pathlib import Path
from typing import IO, Final, NamedTuple

from babel import Locale
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po, write_po

from bot.players.coaching import CoachLine
from bot.players.reasons import Why
from bot.text import catalogs
from bot.text.call_sites import Kind, Sources, Use, first_line

_PLURAL_FORMS: Final = {"pt-BR": (2, "(n != 1)")}
"""The plural forms of languages for which Babel's rule is wrong: it gives "0 ponto"."""
_SIMILAR: Final = 0.75
"""How similar two English texts are if one is a changed version of the other, 1 being equal."""
_MOST_COMMENTS: Final = 4
"""How many places of a message are described."""


NAMES: Final = ("command name", "option name")
"""The contexts of names, which a catalog needn't have."""


class CatalogEntry(NamedTuple):
    """A message: the English text, its plural if it has one, and the context that distinguishes equal words."""

    text: str
    plural: str | None = None
    context: str | None = None


class ExtractedMessage(NamedTuple):
    """A message with information for translators: the file and line it comes from, a comment, and what shows it."""

    entry: CatalogEntry
    location: tuple[str, int] | None = None
    comment: str = ""
    uses: frozenset[Use] = frozenset()


def messages(root: Path, folders: Iterable[str], reasons: Iterable[type[StrEnum]]) -> Iterator[ExtractedMessage]:
    """Yield the messages of the source files in ``folders`` of ``root``, of cards, and of the enums ``reasons``."""
    for one in Sources(root, folders).messages:
        entry = CatalogEntry(one.text, one.plural, one.context)
        yield ExtractedMessage(entry, (one.file, one.line), one.comment, one.uses or _looks(entry, one.file))
    for context, text in catalogs.CARD_MESSAGES:
        entry = CatalogEntry(text, None, context)
        yield ExtractedMessage(entry, _place(root, catalogs.__file__), uses=_looks(entry))
    for sentences in reasons:
        place = _place(root, inspect.getfile(sentences), inspect.getsourcelines(sentences)[1])
        told = first_line(inspect.getdoc(sentences))
        for sentence in sentences:
            forms = {sentence.value: told}
            if isinstance(sentence, Why):
                forms.setdefault(sentence.third_person, f"{told} This one is about {{name}}.")
            if isinstance(sentence, Why | CoachLine) and sentence.short:
                forms[sentence.short] = f"{told} This one is short, for a small line above a picture."
            for text, comment in forms.items():
                yield ExtractedMessage(entry := CatalogEntry(text), place, comment, _looks(entry))


def _looks(entry: CatalogEntry, file: str = "") -> frozenset[Use]:
    """Return what a message looks like, by its file, its context and its end, where nothing tells what shows it."""
    named = {"button": Kind.BUTTON, "heading": Kind.HEADING}.get(re.split(r"\W", entry.context or "")[0])
    is_sentence = entry.text.rstrip("*`_)” ").endswith((".", "!", "?", ":"))
    kind = Kind.PAGE if file.endswith("page_words.py") else named or (Kind.SENTENCE if is_sentence else Kind.WORDS)
    return frozenset({Use(kind)})


def template(found: Iterable[ExtractedMessage]) -> Catalog:
    """Return a catalog without translations, by place in the source: that of commands first.

    Equal messages are merged and keep all their locations. Their comments say what shows them, and where.
    """
    made = Catalog(project="Remik", charset="utf-8", fuzzy=False)
    merged: dict[tuple[str, str | None], list[ExtractedMessage]] = {}
    for one in found:
        merged.setdefault((one.entry.text, one.entry.context), []).append(one)
    for (text, context), places in merged.items():
        plural = next((one.entry.plural for one in places if one.entry.plural is not None), None)
        uses = sorted({use for one in places for use in one.uses}, key=str)
        uses = [use for use in uses if use.kind not in (Kind.SENTENCE, Kind.WORDS)] or uses[:1]
        limits = [use.kind.longest for use in uses if use.whole and use.kind.longest is not None]
        comments = dict.fromkeys(line for one in places for line in one.comment.splitlines())
        made.add(
            text if plural is None else (text, plural),
            locations=dict.fromkeys(one.location for one in places if one.location is not None),
            auto_comments=(*shown_as(uses), *tuple(comments)[:_MOST_COMMENTS]),
            flags=[f"max-length:{min(limits)}"] if limits else [],
            context=context,
        )
    return made


def shown_as(uses: Iterable[Use]) -> tuple[str, ...]:
    """Return a comment that says what shows a message, and how much room it has; none if that isn't known."""
    told = []
    for kind, whole in uses:
        room = f", at most {kind.longest} characters" if kind.longest is not None and whole else ""
        about = ", hardly longer than the English" if kind is Kind.PICTURE else ""
        told.append(f"{'' if whole else 'Part of: '}{kind.words}{room}{about}")
    return (f"{'; '.join(told)}.",) if told else ()


class Changes(NamedTuple):
    """What an update did to a catalog: the numbers of messages."""

    kept: int
    fuzzy: int
    missing: int
    obsolete: int

    def __str__(self) -> str:
        return (
            f"{self.kept} translated, {self.fuzzy} to check (fuzzy), {self.missing} missing, "
            f"{self.obsolete} no longer used"
        )


def updated(made: Catalog, old: Catalog, language: str) -> tuple[Catalog, Changes]:
    """Return a catalog with the messages of a template and the translations of an older catalog.

    A message whose English, context or plural changed keeps its translation, marked as fuzzy. What is no longer used
    stays in the file, and is taken again if the message comes back.
    """
    new = read_po(BytesIO(catalog_header(language).encode()), locale=known_locale(language))
    unused = {_key(message): message for message in (*old.obsolete.values(), *old) if message.id and message.string}
    wanted = {_key(message) for message in made}
    spare = {key: message for key, message in unused.items() if key not in wanted and isinstance(key[0], str)}
    kept = fuzzy = missing = 0
    for message in made:
        if not message.id:
            continue
        found = unused.pop(_key(message), None) or _closest(message, spare, unused)
        flags = message.flags - {"fuzzy"}
        if found is not None:
            flags |= {"fuzzy"} if found.fuzzy or (found.id, found.context) != (message.id, message.context) else set()
        forms = _forms(found, message.pluralizable, new.num_plurals)
        fuzzy, kept = fuzzy + ("fuzzy" in flags), kept + (any(forms) and "fuzzy" not in flags)
        missing += not any(forms) and message.context not in NAMES
        was = found.previous_id if found is not None and found.id == message.id else found.id if found else ()
        new.add(
            message.id,
            forms if message.pluralizable else forms[0],
            locations=message.locations,
            flags=flags,
            auto_comments=message.auto_comments,
            user_comments=found.user_comments if found is not None else (),
            previous_id=was if "fuzzy" in flags else (),
            context=message.context,
        )
    new.obsolete = {message.id if message.context is None else (message.id, message.context): message
                    for message in unused.values()}  # fmt: skip
    return new, Changes(kept, fuzzy, missing, len(new.obsolete))


def catalog_header(language: str) -> str:
    """Return the beginning of a catalog's file, without anything that changes by itself."""
    forms, rule = plural_forms(language)
    lines = (
        "Project-Id-Version: Remik",
        f"Language: {known_locale(language)}",
        "MIME-Version: 1.0",
        "Content-Type: text/plain; charset=utf-8",
        "Content-Transfer-Encoding: 8bit",
        f"Plural-Forms: nplurals={forms}; plural={rule};",
    )
    return 'msgid ""\nmsgstr ""\n' + "".join(f'"{line}\\n"\n' for line in lines) + "\n"


def plural_forms(language: str) -> tuple[int, str]:
    """Return the number of plural forms of a language, and gettext's rule for them."""
    made = Catalog(locale=known_locale(language))
    return _PLURAL_FORMS.get(language) or (made.num_plurals, made.plural_expr)


def known_locale(language: str) -> Locale:
    """Return Babel's locale for a language or a locale of Discord. Raises ValueError if there is none."""
    found = catalogs.babel_locale(language)
    if found.language != language.replace("_", "-").split("-")[0]:
        raise ValueError(f"unknown language {language!r}")
    return found


def languages_in(folder: Path) -> tuple[str, ...]:
    """Return the languages that have a catalog in a folder."""
    return tuple(sorted(path.parent.name for path in folder.glob("*/remik.po")))


def catalog_in(file: Path, language: str) -> Catalog:
    """Read a catalog; an empty one if there is no file. Raises ValueError if it can't be read."""
    if not file.exists():
        return Catalog(locale=known_locale(language))
    with file.open("rb") as source:
        return read_po(source, locale=known_locale(language), abort_invalid=True)


class TranslatedMessage(NamedTuple):
    """A message of a catalog: its context and English, its translations (the English if it has none), its comments."""

    id: str
    forms: tuple[str, ...]
    comment: str


def translated(catalog: Catalog) -> Iterator[TranslatedMessage]:
    """Yield what a catalog has."""
    for message in catalog:
        if message.id:
            text, context = _key(message)
            forms = tuple(filter(None, strings_of(message))) or (
                (text,) if isinstance(message.id, str) else tuple(message.id)
            )
            name = f"[{context}] {text}" if context else text
            yield TranslatedMessage(name, forms, " ".join(message.auto_comments))


def strings_of(message: Message | None) -> tuple[str, ...]:
    """Return the translations of a message: one, or one per plural form; an empty one if there is none."""
    strings = None if message is None else message.string
    return (strings,) if isinstance(strings, str) else tuple(one or "" for one in strings or ()) or ("",)


def _key(message: Message) -> tuple[str, str | None]:
    """Return what identifies a message, as gettext does: its English in the singular, and its context."""
    return (message.id if isinstance(message.id, str) else message.id[0]), message.context


def _closest(
    message: Message, spare: dict[tuple[str, str | None], Message], unused: dict[tuple[str, str | None], Message]
) -> Message | None:
    """Take the message that this one was before its context or its English changed; None if it is new."""
    text, _ = _key(message)
    same = [key for key in spare if key[0] == text]
    near = get_close_matches(text, [old for old, _ in spare], 1, _SIMILAR) if not same else []
    found = next(iter(same or (key for key in spare if key[0] in near)), None)
    if found is None:
        return None
    if not same:  # one sentence may have become several with contexts, but others are changed once
        del spare[found]
    return unused.pop(found, None) or spare.get(found)


def _forms(found: Message | None, plural: bool, count: int) -> tuple[str, ...]:
    """Return a translation in the number of forms that a message needs; empty where there is none."""
    had = () if found is None else strings_of(found)
    wanted = count if plural else 1
    return (*had, *(had[-1:] or ("",)) * wanted)[:wanted] if plural or len(had) < 2 else (had[-1],)


def write_catalog(made: Catalog, file: IO[bytes], header: str = "") -> None:
    """Write a catalog as a ``.pot`` or ``.po`` file; ``header`` replaces Babel's, which has the time in it."""
    file.write(header.encode())
    write_po(file, made, width=120, omit_header=bool(header), include_lineno=not header, include_previous=True)


def _place(root: Path, file: str, line: int = 1) -> tuple[str, int]:
    """Return a file's path relative to ``root``, and the line."""
    return Path(file).resolve().relative_to(root.resolve()).as_posix(), line


OPEN: Final = "«"
CLOSE: Final = "»"
LONGER: Final = 0.35
"""How much longer a message is than the English one."""
MUCH_LONGER: Final = 0.6
"""How much longer one of up to `SHORT` characters is: "Lobby" and "poczekalnia", "Next" and "Następne"."""
SHORT: Final = 12
_ACCENTS: Final = str.maketrans("aeiouyAEIOUYcnszCNSZ", "áéíóúýÁÉÍÓÚÝćñśźĆÑŚŹ")
_FILLER: Final = "óúáéíóúáéí"
_KEPT: Final = re.compile(r"(\{[^{}]*\}|`[^`]*`|\]\([^()]*\)|<[^<>]*>)")
"""Parts that stay as they are: placeholders, commands, links, timestamps."""
_MARKED: Final = re.compile(r"[`\[\]<>|]|\*\*")
"""Signs of markup that reordering words would break."""
_EDGES: Final = re.compile(r"^([\s·#>-]*)(.*?)(\s*)$", re.DOTALL)
KEPT_CONTEXTS: Final = frozenset({"command name", "option name", "rank", "card in signs", "names of computer players"})
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
    more = MUCH_LONGER if len(words) <= SHORT else LONGER
    missing = max(2, round(len(words) * more)) - len(OPEN) - len(CLOSE)
    if longest is not None:
        missing = min(missing, longest - len(text) - len(OPEN) - len(CLOSE))
    return f"{before}{OPEN}{accented}{_filling(missing)}{CLOSE}{after}"


def pseudo_catalog(found: Iterable[ExtractedMessage], language: str) -> Catalog:
    """Return the pseudo catalog of all messages; names of commands and the letters on cards stay English.

    Raises ValueError if there is no such language.
    """
    made = Catalog(locale=known_locale(language), project="Remik", charset="utf-8", fuzzy=False)
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
    parts = re.split(r" (?![^{}]*\})", words)  # not inside of {button Play all}
    at = len(parts) - len(parts) // 3
    return " ".join((*parts[at:], *parts[:at]))


def _filling(length: int) -> str:
    """Return letters to lengthen a text; as words of ten letters, so that lines can break."""
    if length <= 0:
        return ""
    filler = " ".join([_FILLER] * (length // len(_FILLER) + 1))
    return f" {filler}"[:length].rstrip()
