"""Reads catalogs as translators write them (``.po``), fast enough for the start: no compiled file is needed."""

import gettext
import re
from collections.abc import Iterator
from typing import Final

_STRING: Final = r'"[^"\\\n]*(?:\\.[^"\\\n]*)*"(?:\n"[^"\\\n]*(?:\\.[^"\\\n]*)*")*'
_ENTRY: Final = re.compile(
    rf"(?P<comments>(?:[ \t]*\n|#.*\n)*)(?:msgctxt (?P<context>{_STRING})\n)?msgid (?P<one>{_STRING})\n"
    rf"(?:msgid_plural (?P<many>{_STRING})\n)?(?P<forms>(?:msgstr(?:\[\d\])? {_STRING}(?:\n|\Z))+)"
)
_FORM: Final = re.compile(rf"msgstr(?:\[\d\])? ({_STRING})")
_REST: Final = re.compile(r"(?:[ \t]*\n|#.*(?:\n|\Z)|[ \t]+\Z)*")
"""Empty lines and comments below the last message, such as messages that are no longer used."""
_FUZZY: Final = re.compile(r"^#,.*\bfuzzy\b", re.MULTILINE)
_ESCAPED: Final = re.compile(r"\\(.)")
_SIGNS: Final = {"n": "\n", "t": "\t", "r": "\r"}
_PLURALS: Final = re.compile(r"^plural-forms:.*\bplural\s*=\s*([^;\n]+)", re.IGNORECASE | re.MULTILINE)
_NUMBERS: Final = range(201)
"""Numbers for which a rule for plural forms is tried."""
_CONTEXT: Final = "\x04"


class PoError(ValueError):
    """The file can't be read. The message says where, or why."""


class PoTranslations(gettext.NullTranslations):
    """The translations in a ``.po`` file. What is missing or fuzzy is returned in English.

    The plural forms are those of the file's own header. Raises PoError.
    """

    def __init__(self, source: bytes) -> None:
        super().__init__()
        self._found: dict[str, tuple[str, ...]] = {}
        try:
            for key, forms in _messages(source.decode("utf-8-sig").replace("\r\n", "\n")):
                self._found[key] = forms
        except UnicodeDecodeError as error:
            raise PoError(f"it isn't UTF-8 (byte {error.start})") from None
        header = self._found.pop("", ("",))[0]
        rule = _PLURALS.search(header)
        try:
            self._form = gettext.c2py(rule[1].strip() if rule else "n != 1")
            for number in _NUMBERS:
                self._form(number)
        except (ValueError, ArithmeticError, RecursionError) as error:
            raise PoError(f"its Plural-Forms can't be used: {error}") from None

    def gettext(self, message: str) -> str:
        """Translate a message."""
        return self._found.get(message, (message,))[0]

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """Translate a message in the form for a number."""
        return self._in_form(msgid1, msgid1, msgid2, n)

    def pgettext(self, context: str, message: str) -> str:
        """Translate a message with a context."""
        return self._found.get(f"{context}{_CONTEXT}{message}", (message,))[0]

    def npgettext(self, context: str, msgid1: str, msgid2: str, n: int) -> str:
        """Translate a message with a context, in the form for a number."""
        return self._in_form(f"{context}{_CONTEXT}{msgid1}", msgid1, msgid2, n)

    def _in_form(self, key: str, one: str, many: str, n: int) -> str:
        forms, at = self._found.get(key, ()), self._form(n)
        return forms[at] if 0 <= at < len(forms) else one if n == 1 else many


def _messages(text: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield each message with its translations, and the header with an empty one. Raises PoError."""
    at = 0
    while entry := _ENTRY.match(text, at):
        at = entry.end()
        key = _unquoted(entry["one"])
        if entry["context"] is not None:
            key = f"{_unquoted(entry['context'])}{_CONTEXT}{key}"
        forms = tuple(_unquoted(form) for form in _FORM.findall(entry["forms"]))
        own = entry["comments"].rpartition("\n\n")[2]  # those above belong to no message
        if all(forms) and (not key or not _FUZZY.search(own)):
            yield key, forms
    rest = _REST.match(text, at)
    if rest is not None and rest.end() < len(text):
        raise PoError(f"it can't be read from line {text.count(chr(10), 0, rest.end()) + 1} on")


def _unquoted(written: str) -> str:
    """Return the text of a string, which may be on several lines."""
    text = written[1:-1]
    if '"\n"' in text:
        text = text.replace('"\n"', "")
    return _ESCAPED.sub(lambda found: _SIGNS.get(found[1], found[1]), text) if "\\" in text else text
