"""Lists of words, scores and score changes, formatted for use in sentences."""

from collections.abc import Sequence

from bot.text.catalogs import Texts


def all_of(texts: Texts, words: Sequence[str]) -> str:
    """Join words with *and*: ``Ola, Kuba and Ewa``."""
    if len(words) < 2:
        return "".join(words)
    return texts.t("{words} and {last}", words=", ".join(words[:-1]), last=words[-1])


def one_of(texts: Texts, words: Sequence[str]) -> str:
    """Join words with *or*: ``clubs or diamonds``."""
    if len(words) < 2:
        return "".join(words)
    return texts.t("{words} or {last}", words=", ".join(words[:-1]), last=words[-1])


def signed(points: int) -> str:
    """Format a score, with a real minus sign if it's negative: ``31``, ``−17``."""
    return str(points).replace("-", "−")


def gain(points: int) -> str:
    """Format a score change: ``+47``, ``−30``, ``0``."""
    return f"+{points}" if points > 0 else signed(points)
