"""Durations in words: ``1 minute 30 seconds``, ``24 hours``."""

from typing import Final

from bot.text.catalogs import Texts

_SECOND: Final = 1000
_MINUTE: Final = 60 * _SECOND
_HOUR: Final = 60 * _MINUTE
_DAY: Final = 24 * _HOUR


def duration_words(texts: Texts, milliseconds: int) -> str:
    """Return a duration in words, to the second. Two or more whole days are in days; one day is ``24 hours``."""
    if milliseconds >= 2 * _DAY and milliseconds % _DAY == 0:
        return texts.n("{n} day", "{n} days", milliseconds // _DAY)
    hours, rest = divmod(milliseconds, _HOUR)
    minutes, rest = divmod(rest, _MINUTE)
    seconds = rest // _SECOND
    parts = [
        texts.n("{n} hour", "{n} hours", hours) if hours else "",
        texts.n("{n} minute", "{n} minutes", minutes) if minutes else "",
        texts.n("{n} second", "{n} seconds", seconds) if seconds or milliseconds < _MINUTE else "",
    ]
    return " ".join(part for part in parts if part)
