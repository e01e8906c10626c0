"""Joining words and writing points, as sentences need them."""

from collections.abc import Sequence

from bot.text.catalogs import Texts


def all_of(texts: Texts, words: Sequence[str]) -> str:
    """Join words of which all are meant: ``Ola, Kuba and Ewa``."""
    if len(words) < 2:
        return "".join(words)
    return texts.t("{words} and {last}", words=", ".join(words[:-1]), last=words[-1])


def one_of(texts: Texts, words: Sequence[str]) -> str:
    """Join words of which one is meant: ``clubs or diamonds``."""
    if len(words) < 2:
        return "".join(words)
    return texts.t("{words} or {last}", words=", ".join(words[:-1]), last=words[-1])


def signed(points: int) -> str:
    """Write a score, with a minus sign of its own where it is below zero: ``31``, ``−17``."""
    return str(points).replace("-", "−")


def gain(points: int) -> str:
    """Write by how much a score changes: ``+47``, ``−30``, ``0``."""
    return f"+{points}" if points > 0 else signed(points)
