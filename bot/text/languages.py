"""What languages are called, each in itself: ``polski``, ``português (Brasil)``."""

from babel import Locale, UnknownLocaleError

from bot.text.catalogs import Texts


def language_name(texts: Texts, language: str | None) -> str:
    """Name a language as those call it who speak it; None is the one that Discord says of a server."""
    if language is None:
        return texts.t("as Discord says of this server")
    try:
        return Locale.parse(language, sep="-").display_name or language
    except (UnknownLocaleError, ValueError):
        return language
