"""The seal of a shuffle, as players see it: the first characters of the commitment."""

from typing import Final

from bot.text.catalogs import Texts

_LENGTH: Final = 6


def seal_words(texts: Texts, commitment: str) -> str:
    """Return the line with the seal of a table's shuffles and where it's explained."""
    return texts.t("🔒 Shuffle sealed: `{seal}` (*More*, then *Verify* explains)", seal=commitment[:_LENGTH])
