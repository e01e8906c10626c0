"""Catalogs: the sentences of each language, with plural forms, names for cards, and values that become sentences.

The English sentence is the message id. A language is a folder ``bot/text/<language>/remik.po``; English needs none.
"""

import gettext
import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from io import BytesIO
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from babel import Locale, UnknownLocaleError

from bot.rummy.cards import JOKER, Card, parse_card, rank_of, suit_of
from bot.rummy.codes import CodeError
from bot.rummy.refusals import Conflict, Refusal
from bot.text.po_files import PoError, PoTranslations

if TYPE_CHECKING:
    from babel.messages.catalog import Catalog

logger = logging.getLogger(__name__)

SUIT_SIGNS: Final = "♣♠♥♦"
JOKER_SIGN: Final = "🃏"
_RANK_LETTERS: Final = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
_RANK_WORDS: Final = ("ace", "2", "3", "4", "5", "6", "7", "8", "9", "10", "jack", "queen", "king")
_SUIT_WORDS: Final = ("clubs", "spades", "hearts", "diamonds")
_RANKS_WORDS: Final = ("aces", "2s", "3s", "4s", "5s", "6s", "7s", "8s", "9s", "10s", "jacks", "queens", "kings")
_TWINS_WORDS: Final = tuple(f"two {ranks}" for ranks in _RANKS_WORDS)
_INTERNATIONAL: Final = "international"
"""The word of a look with international ranks."""
_RANKS_OF: Final = "ranks-"
"""The beginning of the word of a look with the ranks of another language."""
_TEXT_ONLY: Final = "text-only"
"""The word of a look without pictures."""
OBJECT: Final = "rank in words, of a card that is taken, laid or discarded"
_RUN_END: Final = "rank in words, where a run begins or ends"
_DECLINED: Final = ("ace", "jack", "queen", "king", "joker")
AS_OBJECT: Final = " acc"
"""After the name of a placeholder in a translation: a card as what somebody takes, lays or discards, ``{card acc}``."""
CARD_MESSAGES: Final = (
    *(("rank", text) for text in _RANK_LETTERS),
    *(("rank in words", text) for text in (*_RANK_WORDS, *_RANKS_WORDS, *_TWINS_WORDS)),
    *(("suit", text) for text in _SUIT_WORDS),
    ("card in words", "joker"),
    *((OBJECT, text) for text in _DECLINED),
    *((_RUN_END, text) for text in _DECLINED if text != "joker"),
    ("card in signs", JOKER_SIGN),
)
"""The words for ranks and suits, each with its context. They are listed for extraction, which can't find them."""


class _CardWords(str):
    """One or more cards in words, and in the accusative."""

    __slots__ = ("accusative",)
    accusative: str

    def __new__(cls, words: str, accusative: str) -> "_CardWords":
        made = super().__new__(cls, words)
        made.accusative = accusative
        return made


def as_object(words: object) -> str:
    """Return cards in words as what somebody takes, lays or discards: in the accusative; anything else as it is."""
    return words.accusative if isinstance(words, _CardWords) else str(words)


def joined_cards(join: Callable[[Sequence[str]], str], words: Sequence[str]) -> str:
    """Join cards in words so that they have an accusative, too."""
    return _CardWords(join(words), join([as_object(word) for word in words]))


class _Values(dict[str, object]):
    """The values of a sentence. Names in it fill themselves in: ``{/rummy new}``, ``{option page}``, ``{button More}``.

    So a sentence has a button's label and a command's name from the same message as the button and the command.
    ``{card acc}`` is the card in the accusative: "dama pik", but "odrzuca damę pik".
    """

    def __init__(self, texts: "Texts", values: dict[str, object]) -> None:
        super().__init__(values)
        self._texts = texts

    def __missing__(self, key: str) -> str:
        if key.startswith("/"):
            return self._texts.command(key[1:])
        if key.endswith(AS_OBJECT):
            return as_object(self[key.removesuffix(AS_OBJECT)])
        match key.split(" ", 1):
            case ["button", label]:
                return self._texts.p("button", label)
            case ["command", name]:
                return self._texts.command(name).removeprefix("/")
            case ["option", name]:
                return self._texts.option(name)
        raise KeyError(key)


# The look travels with the texts: about twenty places draw pictures, and one that forgot a second argument would use
# the default look.
class Texts:
    """The sentences of one language. Placeholders are filled in by name: ``t("You drew {card}", card=words)``.

    Names of buttons (``{button More}``), commands (``{/rummy new}``) and options (``{option page}``) need no value.

    ``look`` is how the reader wants messages to look, in the words of `render.look`, which pictures read. With
    ``international`` among them, ranks are written A K Q J instead of in the letters of the language, and with
    ``ranks-pl`` in those of the Polish catalog, if ``letters``, the ranks by language, has them. With ``text-only``,
    cards are ``10 of hearts`` everywhere, also on buttons, because screen readers read signs badly.
    """

    def __init__(
        self,
        language: str,
        translations: gettext.NullTranslations,
        look: str = "",
        letters: Mapping[str, Sequence[str]] = MappingProxyType({}),
    ) -> None:
        self.language = language
        self.look = look
        self._translations = translations
        self._letters = letters
        words = look.split()
        others = [letters[language] for language in letters if f"{_RANKS_OF}{language}" in words]
        self._ranks = _RANK_LETTERS if _INTERNATIONAL in words else others[0] if others else self.own_ranks
        self.spells_cards = _TEXT_ONLY in words

    def seen_as(self, look: str) -> "Texts":
        """Return the same sentences for a reader with another look."""
        return Texts(self.language, self._translations, look, self._letters)

    def with_ranks_of(self, public: "Texts") -> str:
        """Return the look of these texts with the ranks of others, which are on the same screen."""
        if self._ranks == public._ranks:
            return self.look
        return f"{self.look} {_RANKS_OF}{public.language if public.writes_own_ranks else 'en'}".strip()

    @property
    def spelled(self) -> "Texts":
        """The same sentences with all cards in words, for alt text."""
        return self if self.spells_cards else self.seen_as(f"{self.look} {_TEXT_ONLY}".strip())

    def t(self, message: str, /, **values: object) -> str:
        """Translate a sentence and fill in its placeholders."""
        return self._filled(self._translations.gettext(message), message, values)

    def n(self, one: str, many: str, n: int, /, **values: object) -> str:
        """Translate a sentence in the plural form for ``n``, which also fills in ``{n}``."""
        found = self._translations.ngettext(one, many, n)
        return self._filled(found, one if n == 1 else many, {"n": n, **values})

    def p(self, context: str, message: str, /, **values: object) -> str:
        """Translate a text whose meaning depends on the context, and fill in its placeholders."""
        return self._filled(self._translations.pgettext(context, message), message, values)

    def pn(self, context: str, one: str, many: str, n: int, /, **values: object) -> str:
        """Translate as `p` does, in the plural form for ``n``, which also fills in ``{n}``."""
        found = self._translations.npgettext(context, one, many, n)
        return self._filled(found, one if n == 1 else many, {"n": n, **values})

    def _filled(self, found: str, english: str, values: dict[str, object]) -> str:
        """Fill in placeholders; if the translation has wrong ones, those of the English sentence."""
        if "{" not in found:
            return found
        try:
            return found.format_map(_Values(self, values))
        except (LookupError, ValueError, AttributeError, TypeError):
            if found == english:
                raise
            _log_once(self.language, english)
            return english.format_map(_Values(self, values))

    def command(self, name: str) -> str:
        """Return a slash command as it's typed, ``/rummy new``."""
        return "/" + " ".join(self.p("command name", word) for word in name.split())

    def option(self, name: str) -> str:
        """Return the name of a slash command's option as it's typed."""
        return self.p("option name", name)

    def card(self, card: Card) -> str:
        """Format a card in short: rank, then suit, ``10♥``; a joker as its symbol. In words for text-only readers."""
        if self.spells_cards:
            return self.card_words(card)
        if card == JOKER:
            return self.p("card in signs", JOKER_SIGN)
        return self.p("card in signs", "{rank}{suit}", rank=self.rank(card), suit=SUIT_SIGNS[suit_of(card)])

    def joker_as(self, card: str) -> str:
        """Format a joker that stands for a card or a rank, which is in short, too: ``🃏(6)``."""
        return self.p("card in signs", "🃏({card})", card=card)

    def run(self, ranks: Iterable[str], card: Card) -> str:
        """Format a run in short from its ranks and one of its cards: ``7-8-9♠``."""
        return self.p("card in signs", "{ranks}{suit}", ranks="-".join(ranks), suit=SUIT_SIGNS[suit_of(card)])

    def rank(self, card: Card) -> str:
        """Format a card's rank in short, in the letters of the language: ``10``, ``Q``. Not for jokers."""
        return self._ranks[rank_of(card)]

    @property
    def own_ranks(self) -> Sequence[str]:
        """The ranks in the letters of the language, aces first."""
        return self._letters.get(self.language) or tuple(self.p("rank", letter) for letter in _RANK_LETTERS)

    @property
    def has_own_ranks(self) -> bool:
        """Whether the language has other letters than A K Q J for a rank."""
        return self.own_ranks != _RANK_LETTERS

    @property
    def writes_own_ranks(self) -> bool:
        """Whether these texts use other letters than A K Q J for a rank."""
        return self._ranks != _RANK_LETTERS

    def cards(self, cards: Iterable[Card]) -> str:
        """Format several cards in short, separated by spaces; in words, by commas."""
        return joined_cards((", " if self.spells_cards else " ").join, [*map(self.card, cards)])

    def card_words(self, card: Card) -> str:
        """Format a card in words for screen readers: ``10 of hearts``."""
        if card == JOKER:
            return _CardWords(self.p("card in words", "joker"), self.p(OBJECT, "joker"))
        rank, suit = self.rank_word(card), self.suit_word(card)
        named, english = self.t("{rank} of {suit}", rank=rank, suit=suit), _RANK_WORDS[rank_of(card)]
        if english not in _DECLINED:
            return named
        return _CardWords(named, self.t("{rank} of {suit}", rank=self.p(OBJECT, english), suit=suit))

    def rank_word(self, card: Card) -> str:
        """Return a card's rank in words: ``queen``. Not for jokers."""
        return self.p("rank in words", _RANK_WORDS[rank_of(card)])

    def end_word(self, card: Card) -> str:
        """Return the rank of the first or last card of a run in words: ``9 to queen``, in Polish ``od 9 do damy``."""
        word = _RANK_WORDS[rank_of(card)]
        return self.p(_RUN_END, word) if word in _DECLINED else self.rank_word(card)

    def ranks_word(self, card: Card) -> str:
        """Return the plural of a card's rank in words: ``queens``. Not for jokers."""
        return self.p("rank in words", _RANKS_WORDS[rank_of(card)])

    def twins_word(self, card: Card) -> str:
        """Return the rank of two equal cards in words: ``two queens``. Not for jokers."""
        return self.p("rank in words", _TWINS_WORDS[rank_of(card)])

    def suit_word(self, card: Card) -> str:
        """Return a card's suit in words: ``hearts``. Not for jokers."""
        return self.p("suit", _SUIT_WORDS[suit_of(card)])


@cache
def _log_once(language: str, english: str) -> None:
    """Log a translation with a wrong placeholder, without the values, which may be names."""
    logger.error("%s: a translation has wrong placeholders, so it's shown in English: %r", language, english)


def compiled(catalog: "Catalog") -> bytes:
    """Return a catalog as a compiled file (.mo)."""
    from babel.messages.mofile import write_mo  # slow to import, and rarely needed  # noqa: PLC0415

    file = BytesIO()
    write_mo(file, catalog)
    return file.getvalue()


class Catalogs:
    """The texts of all languages. ``catalogs.texts("pl")`` returns the English ones if there's no Polish catalog."""

    def __init__(self, folder: Path = Path(__file__).parent) -> None:
        """Read all catalogs. One that can't be read is left out, so that its readers get English."""
        self._letters: dict[str, Sequence[str]] = {"en": _RANK_LETTERS}
        self._texts = {"en": Texts("en", gettext.NullTranslations(), letters=self._letters)}
        self._seen: dict[tuple[str, str], Texts] = {}
        self.faults: list[str] = []  # why catalogs can't be used, with their paths
        for path in sorted(folder.glob("*/remik.po")):
            self._read(path, path.parent.name.replace("_", "-"))

    def _read(self, path: Path, language: str) -> None:
        if language.split("-", maxsplit=1)[0] == "en":
            self.faults.append(f"{path}: English is the language of the messages, so it has no catalog")
            return
        try:
            self._put(language, PoTranslations(path.read_bytes()))
        except (OSError, PoError) as error:
            self.faults.append(f"{path}: {error}")

    def _put(self, language: str, translations: gettext.NullTranslations) -> None:
        self._letters.pop(language, None)
        self._texts[language] = Texts(language, translations, letters=self._letters)
        self._letters[language] = self._texts[language].own_ranks

    def add(self, language: str, catalog: bytes) -> None:
        """Add a language, or a Discord locale such as ``en-GB``, by its compiled catalog."""
        self._put(language, gettext.GNUTranslations(BytesIO(catalog)))

    @property
    def languages(self) -> tuple[str, ...]:
        """All languages, English first."""
        return tuple(self._texts)

    def texts(self, locale: str | None, look: str = "") -> Texts:
        """Return the texts for a Discord locale (``pt-BR``) or a language; English if it has no catalog or is None.

        ``look`` is the reader's. Equal arguments return the same object, so that pictures can be cached by it.
        """
        texts = self._in_language(locale)
        if not look:
            return texts
        seen = self._seen.get((texts.language, look))
        return seen or self._seen.setdefault((texts.language, look), texts.seen_as(look))

    def _in_language(self, locale: str | None) -> Texts:
        if locale is None:
            return self._texts["en"]
        return self._texts.get(locale) or self._texts.get(locale.split("-")[0]) or self._texts["en"]


MADE_UP: Final = "en-GB"
"""The locale of the made-up language (`bot.text.extraction`), which only the playground has.

Discord has to know it, and the bot has no texts of its own for it.
"""
_MADE_UP_NAME: Final = "Made-up English"


def babel_locale(language: str) -> Locale:
    """Return what Babel knows about a language or a locale of Discord, for numbers, dates and lists.

    This is the one place where Discord's codes become Babel's. Of a language that Babel doesn't know: English.
    """
    try:
        return Locale.parse(language.replace("_", "-"), sep="-")
    except (UnknownLocaleError, ValueError):
        return Locale("en")


def language_name(texts: Texts, language: str | None) -> str:
    """Return a language's name in that language; for None, words for the language that Discord reports for a server."""
    if language is None:
        return texts.t("same as the server on Discord")
    if language == MADE_UP:
        return _MADE_UP_NAME
    locale = babel_locale(language)
    if locale.language != language.split("-")[0]:
        return language
    return locale.display_name or language


_CARD_VALUES = ("card", "melds")


def refusal_text(texts: Texts, refusal: Refusal) -> str:
    """Return why an action is refused and what to do instead, with cards as ``10♥``. Rule ids are for logs and docs."""
    values = {
        name: texts.cards(map(parse_card, str(value).split())) if name in _CARD_VALUES else value
        for name, value in refusal.values.items()
    }
    return texts.t(refusal.reason.value, **values)


def request_text(texts: Texts, reason: str, **values: object) -> str:
    """Return a sentence that is a value, such as why a request is refused; ``values`` fill its placeholders."""
    return texts.t(reason, **values)


def conflict_text(texts: Texts, conflict: Conflict) -> str:
    """Return which house rules exclude each other, and what to do instead."""
    return texts.t(conflict.value)


def code_text(texts: Texts, fault: CodeError) -> str:
    """Return why a text isn't a code of house rules."""
    return texts.t(fault.fault.value, **fault.values)
