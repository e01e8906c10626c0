"""The check of catalogs (``remik texts check``): every message translated, in its room, in the words of the language.

What only one language has is in ``bot/text/<language>/words.json``: its ``quotes``, how it writes ``percent``, words
that are ``banned`` (patterns, with what to write instead), ``terms`` (an English word, and the pattern that a
translation has to have), messages that may be the ``same`` as in English, and ``allowed`` ones that may lack a term,
each with its reason.
"""

import gettext
import json
import re
import string
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, NamedTuple

from babel.messages.catalog import Catalog, Message

from bot.rummy.options import PRESETS, OptionError, Options, house_rules, options_for
from bot.rummy.refusals import Topic
from bot.text.call_sites import Kind
from bot.text.catalogs import AS_OBJECT, Texts
from bot.text.extraction import KEPT_CONTEXTS, NAMES, ExtractedMessage, plural_forms, strings_of, template
from bot.text.games import variant_label, variant_name
from bot.text.rules import option_rule, options_of, rules_by_topic
from bot.text.terms import topic_name

NUMBERS: Final = (0, 1, 2, 5, 12, 22, 25, 100)
"""Numbers with which every plural form is tried."""
_NAME: Final = re.compile(r"[-_'\w]{1,32}")
_MARKUP: Final = re.compile(r"`[^`]*`|\*\*|\]\([^)]*\)|<[^<>]*>|^(?:-# |- |#{1,3} |> )|\n", re.MULTILINE)
_NO_WORDS: Final = re.compile(r"\{[^{}]*\}|`[^`]*`|\]\([^)]*\)|<[^<>]*>|\b\w\b|[\W\d_]")
_PLACEHOLDER: Final = re.compile(r"\{([^{}]*)\}")
_SPACES: Final = re.compile(r"\S {2,}\S| [:;!?,.](?!\.)(?=\s|$)")
_SPELLED: Final = {"card": "10♥", "other": "10♥", "cards": "10♥", "time": "<t:1:R>"}
"""What placeholders hold in a button or an option, for its length; any other name holds up to eight characters."""
_LONGEST_LINE: Final = 100
_LONGEST_MESSAGE: Final = 4000
_LONGEST_COMMAND: Final = 8000
_SIGNS: Final = "✓"
"""Signs that aren't emoji, and are kept like them."""


class CatalogFault(NamedTuple):
    """What is wrong with a message, and what to do about it."""

    language: str
    message: str
    problem: str

    def __str__(self) -> str:
        return f"{self.language}: {self.message}: {self.problem}"


@dataclass(frozen=True, slots=True)
class LanguageWords:
    """What only one language has, from its ``words.json``."""

    quotes: str = "“”"
    percent: str = "%"
    banned: Mapping[str, str] = field(default_factory=dict)
    terms: Mapping[str, str] = field(default_factory=dict)
    same: Mapping[str, str] = field(default_factory=dict)
    allowed: Mapping[str, str] = field(default_factory=dict)


def words_of(folder: Path, language: str) -> LanguageWords:
    """Read the words of a language; those of every language if it has no file."""
    file = folder / language / "words.json"
    return LanguageWords(**json.loads(file.read_text(encoding="utf-8"))) if file.exists() else LanguageWords()


def faults_in(
    catalog: Catalog, language: str, found: Sequence[ExtractedMessage], words: LanguageWords
) -> Iterator[CatalogFault]:
    """Yield what is wrong with a catalog, in the order of the template."""
    kinds: dict[tuple[str, str | None], set[Kind]] = defaultdict(set)
    for one in found:
        kinds[one.entry.text, one.entry.context] |= {use.kind for use in one.uses if use.whole}
    checking = _Checking(language, words, gettext.c2py(plural_forms(language)[1]))
    for message in template(found):
        if message.id and message.context not in KEPT_CONTEXTS - {*NAMES}:
            shown = kinds[_english(message)[0], message.context]
            problems = checking.problems(message, catalog.get(message.id, message.context), shown)
            yield from (CatalogFault(language, _id(message), problem) for problem in dict.fromkeys(problems))
    yield from _alike(catalog, language, found, words)
    known = {_english(message)[0] for message in template(found) if message.id}
    for listed in (*words.same, *words.allowed):
        if listed not in known:
            yield CatalogFault(language, repr(listed), "is an exception in words.json, but no message: remove it there")


def faults_of_screens(texts: Texts) -> Iterator[CatalogFault]:
    """Yield the longest screens and entries of lists that are too long: rules, all house rules, names of games."""
    for variant, options in PRESETS.items():
        told = rules_by_topic(texts, options)
        whole = sum(len(topic_name(texts, topic)) + len(words) + len("****: \n") for topic, words in told.items())
        changed = sum(_longest_rule(texts, options, name) for name in options_of(options))
        for what, length, room in (
            ("all rules on one page", whole + 40, _LONGEST_MESSAGE),
            ("the goal with all house rules", len(told[Topic.GOAL]) + changed + 100, _LONGEST_MESSAGE),
            ("its line in lists", len(variant_label(texts, variant)), _LONGEST_LINE),
        ):
            if length > room:
                problem = f"{what} takes {length} characters, at most {room}: shorten it"
                yield CatalogFault(texts.language, variant_name(texts, variant), problem)


def _longest_rule(texts: Texts, options: Options, name: str) -> int:
    """Return the characters that the longest sentence about an option takes in a list."""
    lengths = [0]
    for value in house_rules(options.variant)[name].values:
        with suppress(OptionError):  # a value that needs another one
            lengths.append(len(option_rule(texts, options_for(options.variant, {name: value}), name)) + len("- \n"))
    return max(lengths)


def faults_of_commands(payloads: Iterable[Mapping[str, Any]], languages: Sequence[Texts]) -> Iterator[CatalogFault]:
    """Yield the commands that take too many characters, each text in its longest language."""
    for payload in payloads:
        if (length := _size(payload, languages)) > _LONGEST_COMMAND:
            problem = f"takes {length} characters with its longest texts, at most {_LONGEST_COMMAND}"
            yield CatalogFault("all", f"/{payload['name']}", f"{problem}: shorten descriptions and choices")


def _size(payload: Mapping[str, Any], languages: Sequence[Texts]) -> int:
    told = payload["name"] if "value" in payload else payload.get("description", "")
    own = 0 if "value" in payload else max(len(texts.p("command name", payload["name"])) for texts in languages)
    own += max((len(texts.t(told)) for texts in languages if told), default=0) + len(str(payload.get("value", "")))
    return own + sum(_size(one, languages) for part in ("options", "choices") for one in payload.get(part) or ())


class _Checking:
    """Checks single messages of one language."""

    def __init__(self, language: str, words: LanguageWords, form: "gettext._PluralFunc") -> None:  # type: ignore[name-defined]
        self._words = words
        self._form = form
        self._count = plural_forms(language)[0]
        self._banned = {re.compile(rf"(?i)(?<!\w)(?:{one})"): better for one, better in words.banned.items()}
        self._terms = {
            re.compile(rf"(?i)\b{term}\b"): (term, re.compile(f"(?i){wanted}")) for term, wanted in words.terms.items()
        }

    def problems(self, message: Message, made: Message | None, kinds: set[Kind]) -> Iterator[str]:
        """Yield what is wrong with the translation of a message."""
        english, forms = _english(message), strings_of(made)
        if message.context in NAMES:
            if any(forms) and not _NAME.fullmatch(forms[0]):
                yield "isn't a valid name: at most 32 lower-case letters without spaces"
            return
        if made is None or not any(forms):
            yield "has no translation: add one"
            return
        if made.fuzzy:
            yield "is fuzzy: compare it with the English, then remove the mark"
            return
        if message.pluralizable and (len(forms) != self._count or not all(forms)):
            yield f"lacks plural forms: fill all {self._count}"
            return
        if forms[0] == english[0] and not self._may_be_same(english[0]):
            yield "is the same as in English: translate it, or give a reason under `same` in words.json"
        for form in dict.fromkeys(forms):
            yield from self._of_form(form, english)
        yield from self._of_numbers(forms, english)
        yield from self._of_terms(" ".join(forms), english[0])
        for kind in kinds:
            if kind.longest is not None:
                room = max(kind.longest, *(len(_filled(one)) for one in english))
                longest = max(len(_filled(form)) for form in forms)
                if longest > room:
                    yield f"is {longest} characters long, filled in ({kind.words}): at most {room}"

    def _may_be_same(self, text: str) -> bool:
        return not _NO_WORDS.sub("", text) or text in self._words.same

    def _of_form(self, form: str, english: Sequence[str]) -> Iterator[str]:
        """Yield what is wrong with one form: placeholders, markup, emoji, spaces, signs, banned words."""
        try:
            names = {
                name.removesuffix(AS_OBJECT) for _, name, _, _ in string.Formatter().parse(form) if name is not None
            }
        except ValueError as error:
            yield f"has broken braces ({error})"
            return
        each = [set(_PLACEHOLDER.findall(one)) for one in english]
        allowed, needed = set.union(*each), set.intersection(*each) - ({"n"} if len(each) > 1 else set())
        if names - allowed or needed - names:
            yield f"has the placeholders {_listed(names)}: write {_listed(allowed)}"
        for what, of in (("markup", _markup), ("emoji", _emoji)):
            if not any(of(form) == of(one) for one in english):
                yield f"has the {what} {_listed(of(form))}: write {_listed(of(english[-1]))}"
        if form != form.strip() and english[0] == english[0].strip():
            yield "has spaces at its ends: remove them"
        if _SPACES.search(form) and not _SPACES.search(english[0]):
            yield "has two spaces, or one before a sign: remove it"
        yield from self._of_signs(form)
        for pattern, better in self._banned.items():
            if (seen := pattern.search(_PLACEHOLDER.sub("{}", form))) is not None:
                yield f"has {seen[0]!r}: write {better}"

    def _of_signs(self, form: str) -> Iterator[str]:
        opening, closing = self._words.quotes[0], self._words.quotes[1]
        quoted = re.sub(r"`[^`]*`|\]\([^)]*\)", "", form)
        wrong = sorted(set(quoted) & (set('"“”„«»') - {opening, closing}))
        if wrong or quoted.count(opening) != quoted.count(closing):
            yield f"has the quotes {_listed(wrong or [opening, closing])}: write {opening}...{closing}"
        if "—" in form:
            yield "has a long dash (—): write –"
        percent = re.search(r"(?<=[\d}])\s*%", form)
        if percent is not None and percent[0] != self._words.percent:
            yield f"has {percent[0]!r} after a number: write {self._words.percent!r}"

    def _of_numbers(self, forms: Sequence[str], english: Sequence[str]) -> Iterator[str]:
        """Yield faults of a plural: a form without the number that stands for several numbers."""
        for at, form in enumerate(forms) if len(english) > 1 and "{n}" in english[1] else ():
            numbers = [n for n in (*NUMBERS, *range(30)) if self._form(n) == at]
            if "{n}" not in form and len(set(numbers)) > 1:
                yield f"lacks {{n}} in the form for {_listed(map(str, sorted(set(numbers))[:4]))}"

    def _of_terms(self, form: str, english: str) -> Iterator[str]:
        for pattern, (term, wanted) in self._terms.items():
            if (
                english not in self._words.allowed
                and pattern.search(_PLACEHOLDER.sub("", english))
                and not wanted.search(form)
            ):
                yield f"has no {wanted.pattern[4:]!r} for {term!r}: use the term, or give a reason under `allowed`"


def _alike(
    catalog: Catalog, language: str, found: Iterable[ExtractedMessage], words: LanguageWords
) -> Iterator[CatalogFault]:
    """Yield labels of one function that differ in English and are equal in the translation, and equal command names."""
    panels: dict[object, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    for one in found:
        shown = {use.kind for use in one.uses if use.whole} & {Kind.BUTTON, Kind.FACED_BUTTON, Kind.OPTION}
        text = strings_of(catalog.get(one.entry.text, one.entry.context))[0]
        if shown and text and one.location is not None:
            panels[one.location[0], one.comment][text].add(one.entry.text)
        elif one.entry.context in NAMES and one.comment.startswith("/"):
            panels[one.entry.context, one.comment.rpartition(" ")[0]][text or one.entry.text].add(one.entry.text)
    for same in panels.values():
        for text, english in same.items():
            if len({one.casefold() for one in english}) > 1 and not english & words.allowed.keys():
                yield CatalogFault(
                    language, _listed(sorted(english)), f"are all {text!r} on one panel: make them differ"
                )


def _english(message: Message) -> tuple[str, ...]:
    """Return the English of a message: in the singular, and in the plural if it has one."""
    return (message.id,) if isinstance(message.id, str) else tuple(message.id)


def _id(message: Message) -> str:
    text = _english(message)[0]
    short = text if len(text) <= 60 else f"{text[:59]}…"
    return f"[{message.context}] {short!r}" if message.context else repr(short)


def _markup(text: str) -> Counter[str]:
    return Counter(_MARKUP.findall(text))


def _emoji(text: str) -> Counter[str]:
    """Count the emoji and signs in a text. Signs of suits belong to cards, whose order is each language's."""
    return Counter(one for one in text if (unicodedata.category(one) == "So" or one in _SIGNS) and one not in "♣♠♥♦°")


def _filled(text: str) -> str:
    """Return a text with placeholders filled in as they are on a button."""
    text = text.replace(f"{AS_OBJECT}}}", "}")
    return _PLACEHOLDER.sub(lambda name: _SPELLED.get(name[1], "12" if len(name[1]) == 1 else name[1][:8]), text)


def _listed(names: Iterable[str]) -> str:
    return " ".join(sorted(names.elements() if isinstance(names, Counter) else names)) or "none"
