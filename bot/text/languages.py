"""The names of languages, each in that language: ``polski``, ``português (Brasil)``."""

from typing import Final

from babel import Locale, UnknownLocaleError

from bot.text.catalogs import Texts

MADE_UP: Final = "en-GB"
"""The locale of the made-up language (`bot.text.pseudo`), which only the playground has.

Discord has to know it, and the bot has no texts of its own for it.
"""
_MADE_UP_NAME: Final = "Made-up English"


def language_name(texts: Texts, language: str | None) -> str:
    """Return a language's name in that language; for None, words for the language that Discord reports for a server."""
    if language is None:
        return texts.t("same as the server's language on Discord")
    if language == MADE_UP:
        return _MADE_UP_NAME
    try:
        return Locale.parse(language, sep="-").display_name or language
    except (UnknownLocaleError, ValueError):
        return language
