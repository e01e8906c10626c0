"""The English that people can read keeps to docs/words.md: messages, commands, the README and the pages in docs.

Each exception is listed with its reason, and has to be needed.
"""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

import pytest

from bot.text.extraction import ExtractedMessage
from tests.text.extracted import every_message

ROOT: Final = Path(__file__).parent.parent
WORDS: Final = ROOT / "docs" / "words.md"
PAGES: Final = (
    *(page for page in sorted((ROOT / "docs").glob("*.md")) if page != WORDS and "." not in page.stem),
    *(ROOT / name for name in ("README.md", "CHANGELOG.md", "CONTRIBUTING.md", ".env.example")),
)
"""The pages that are checked; docs/words.md quotes what it bans, and pages like rules.pl.md aren't English."""

EVERYWHERE: Final[Mapping[str, str]] = {
    r"\b[Uu]ntil (\{(time|end|when|moment|deadline)\}|<t:|in )": "a relative time already says 'in'",
    r"\b([Ss]omebody|[Aa]nybody|[Ww]hoever|[Ww]homever)\b": "player, member, someone",
    r"^who\b|\b(for|of|to|by|from|on) who\b": "players who ...",
    r"(\d|\}) %": "100% without a space",
    r"\b[Tt]hr(ow|ows|owing|own|ew)\b(?! away)": "discard",
    r"\b\w*(colour|favour|honour|behaviour)\w*|\bgr[e]ys?\b|\bcancelled\b|\blicence\b|\bcatalogue\b|\bcentre\b": (
        "American spelling"
    ),
    r"\b(organ|recogn|real|synchron|normal|summar|minim|maxim|custom)is(e|es|ed|ing|ation)\b": "American spelling",
    r"\b(per|a) turn a\b|\b(meld|turn|game|deal|minute|day)s? a (turn|game|deal|day)\b": "per",
    r"\bas it stands\b|\bat hand\b|\bof its own\b|\bin good order\b": "plain words",
}
"""Patterns that are banned everywhere, each with what to write instead."""
FOR_PLAYERS: Final[Mapping[str, str]] = {
    r"\b[A-H]-\d+\b": "no rule ids",
    r"\b[0-9a-f]{12,}\b|\bhex\b": "no hex digits",
    r"\bWho (?![^.]*\?)(?!can open|plays)|[,;:] who\b": "players who ...",
    r"\bany more\b": "now, no longer",
    r"\b(is|are|was|were|do|does|did|has|have|had|could|would|must|will) not\b|\bcannot\b": "contractions",
    r"(^|[.,;:] )[Ii]t is\b": "contractions",
}
"""Patterns that are banned in messages and commands: pages may name rules and show digits."""

EXCEPTIONS: Final[Mapping[str, str]] = {
    "Call it off": "the button that ends a game without a result, not a notification",
    "Call this game off": "the same",
    "call a game off": "the same",
    "Drop a ``": "a file, on a page",
    "The application did not respond": "what Discord says",
    "You do not have permission to send messages": "the same",
    "{name}, who cut last": "a grade of proof, about one named player",
}
"""Parts of sentences and pages that may break a rule, each with its reason."""


def other_words() -> dict[str, str]:
    """Return the words that docs/words.md tells not to write, each with the word to use."""
    table = WORDS.read_text(encoding="utf-8").split("## One word for one thing")[1].split("\n## ")[0]
    found: dict[str, str] = {}
    for line in table.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if len(cells) == 3:
            found |= dict.fromkeys(re.findall(r"`([^`]+)`", cells[2]), cells[0])
    return found


def faults(text: str, patterns: Mapping[str, str]) -> list[str]:
    """Return the banned parts of a text, each with what to write instead; exceptions are left out first."""
    for exception in EXCEPTIONS:
        text = text.replace(exception, "")
    return [f"{found[0]!r}: {better}" for pattern, better in patterns.items() if (found := re.search(pattern, text))]


def sentences(messages: tuple[ExtractedMessage, ...]) -> Iterator[str]:
    """Yield the English text and the plural of each message, without the names of commands and their options."""
    for (text, plural, context), *_ in messages:
        if context not in ("command name", "option name"):
            for words in (text,) if plural is None else (text, plural):
                yield re.sub(r"`[^`]*`", "``", words)


def whole_words() -> dict[str, str]:
    """Return a pattern for each word that has a better one."""
    return {rf"(?i)\b{re.escape(word)}\b": f"{better} (docs/words.md)" for word, better in other_words().items()}


@pytest.mark.slow
def test_every_sentence_keeps_to_our_words() -> None:
    patterns = {**EVERYWHERE, **FOR_PLAYERS, **whole_words()}
    assert len(patterns) > 60
    wrong = {text: found for text in sentences(every_message()) if (found := faults(text, patterns))}
    assert wrong == {}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_page_is_in_plain_american_english(page: Path) -> None:
    prose = re.sub(r"```.*?```|`[^`\n]*`|\]\([^)]*\)", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    wrong = [(at, found) for at, line in enumerate(prose.splitlines(), 1) if (found := faults(line, EVERYWHERE))]
    assert wrong == []


@pytest.mark.slow
def test_every_exception_is_needed() -> None:
    everything = "\n".join(sentences(every_message())) + "\n".join(page.read_text("utf-8") for page in PAGES)
    assert [exception for exception in EXCEPTIONS if exception not in everything] == []


@pytest.mark.parametrize(
    "text",
    [
        "Your turn, until {time}", "Until <t:1:R>: until in 2 minutes", "somebody joins", "It's for who is invited",
        "100 % of games", "{share} % won", "what you throw", "colour", "the table was cancelled", "one meld a turn",
    ],
)  # fmt: skip
def test_banned_english_is_found(text: str) -> None:
    assert faults(text, EVERYWHERE)


@pytest.mark.parametrize(
    "text",
    [
        "You can't do that (H-8).", "commitment 0123456789abcdef", "Who is invited can join",
        "They can't play any more", "It is your turn", "Nothing calls you", "Turn alert",
        "{name} gave a card to the watcher; pack it",
    ],
)  # fmt: skip
def test_banned_words_for_players_are_found(text: str) -> None:
    assert faults(text, {**FOR_PLAYERS, **whole_words()})
