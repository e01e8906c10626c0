"""The names of languages, each in that language: ``polski``, ``português (Brasil)``."""

from babel import Locale, UnknownLocaleError

from bot.text.catalogs import Texts


def language_name(texts: Texts, language: str | None) -> str:
    """Return a language's name in that language; for None, words for the language that Discord reports for a server."""
    if language is None:
        return texts.t("same as the server's language on Discord")
    try:
        return Locale.parse(language, sep="-").display_name or language
    except (UnknownLocaleError, ValueError):
        return language
