"""``remik texts screens``: the screens of a language on one page, each text with its message, for translators.

The screens are those of whole games, and of what commands and the buttons below their answers show. One is on the page
if it shows a message that none above it shows; at the end are the messages that no screen showed.
"""

import html
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from bot.players.levels import Level
from bot.playground.transcripts import Pictures, Step, body_of
from bot.program.cli.demo import play
from bot.program.cli.guests.table import Computers
from bot.rummy.families import Variant
from bot.rummy.options import Options, options_for
from bot.text.extraction import TranslatedMessage
from render.drawing.png import SUFFIX, compact

GAMES: Final[tuple[tuple[Options, int, int, int], ...]] = (
    (options_for(Variant.GIN, {"deals": 2}), 2, 0, 2),
    (options_for(Variant.GERMAN, {"rounds": 2, "claim": True}), 2, 1, 3),
    (options_for(Variant.HOLLYWOOD), 1, 1, 1),
    (options_for(Variant.RUM500), 2, 0, 1),
)
"""The games whose screens are shown: options, people, computers, seed."""
_PAGE: Final = """<!doctype html>
<html lang="{language}"><head><meta charset="utf-8"><title>{title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>
body {{ font: 15px/1.4 system-ui, sans-serif; background: #1a1b1e; color: #e6e3dc; margin: 1rem }}
main {{ display: flex; flex-wrap: wrap; gap: 1rem; align-items: start }}
article {{ width: 350px; background: #26272b; border-radius: 8px; padding: .6rem; overflow-wrap: anywhere }}
article h3 {{ font-size: .8rem; color: #b3ad9f; margin: 0 0 .4rem }} img {{ width: 100%; height: auto }}
p, h4 {{ margin: .25rem 0 }} .buttons {{ list-style: none; padding: 0; display: flex; flex-wrap: wrap; gap: .3rem }}
.buttons li {{ background: #4e5058; border-radius: 4px; padding: .15rem .5rem }} .spoken {{ display: none }}
[title] {{ text-decoration: underline dotted #777 }} [title]:hover {{ background: #44506b }}
td {{ border-top: 1px solid #45464c; padding: .2rem .6rem; vertical-align: top }}
</style></head><body><h1>{title}</h1>
<p>Hold the mouse over a text to see its message.</p>
<main>
{screens}
</main>
<h2>{count} messages that no screen above shows</h2>
<table>{rest}</table></body></html>
"""
_WORDS: Final = re.compile(r'(?<=>)([^<>]*\w[^<>]*)(?=<)|alt="([^"]+)"')
_FEWEST: Final = 2
"""The fewest letters by which a text is recognized: others are in too many."""


class Known(NamedTuple):
    """A message: its id, and what its translation always has, in order, as a page writes it."""

    id: str
    parts: tuple[str, ...]
    length: int


def known_messages(catalog: Iterable[TranslatedMessage]) -> tuple[Known, ...]:
    """Return how the messages of a catalog are recognized, those with the most letters first."""
    found = []
    for message in catalog:
        for form in dict.fromkeys(message.forms):
            pieces = re.split(r"\{[^{}]*\}|\*+|`|^-# |^#+ |\n", form)
            parts = tuple(html.escape(piece.strip()) for piece in pieces if piece.strip())
            length = sum(map(len, parts))
            if length >= _FEWEST:
                found.append(Known(message.id, parts, length))
    return tuple(sorted(found, key=lambda one: (-one.length, one.id)))


def messages_in(text: str, known: Iterable[Known]) -> list[str]:
    """Return the ids of the messages that a text is made of, the longest first."""
    found, left = [], text
    for one in known:
        at, rest = 0, left
        for part in one.parts:
            place = re.search(rf"(?<!\w){re.escape(part)}(?!\w)", rest[at:]) if part in rest else None
            if place is None:
                break
            rest = f"{rest[: at + place.start()]}{' ' * len(part)}{rest[at + place.end() :]}"
            at += place.end()
        else:
            found.append(one.id)
            left = rest
            if not re.search(r"\w", left):
                break
    return found


async def screens_page(language: str, catalog: Sequence[TranslatedMessage], folder: Path) -> Path:
    """Play the games, and write the page with its pictures to a folder. DemoError."""
    known, pictures, seen = known_messages(catalog), Pictures(SUFFIX), set[str]()
    cards: list[str] = []
    for number, (rules, people, computers, seed) in enumerate(GAMES):
        game = await play(rules, people, seed, language, Computers(computers, Level.EASY), everything=number == 0)
        cards += _screens(game.transcript.steps, known, pictures, seen)
    rest = [message for message in catalog if message.id not in seen]
    page = _PAGE.format(
        language=language, title=f"Remik: {language}", screens="\n".join(cards), count=len(rest), rest=_rows(rest)
    )
    (folder / "pictures").mkdir(parents=True, exist_ok=True)
    for name, data in pictures.shown.items():
        if f'"{name}"' in page:
            (folder / name).write_bytes(compact(data) if name.endswith(SUFFIX) else data)
    (folder / "index.html").write_text(page, encoding="utf-8")
    return folder / "index.html"


def _screens(steps: Sequence[Step], known: Sequence[Known], pictures: Pictures, seen: set[str]) -> Iterator[str]:
    """Yield the screens that show a message for the first time, and note what they show."""
    for step in steps:
        for one in step.changed:
            body, ids = body_of(one.message, pictures), set[str]()

            def marked(words: re.Match[str], ids: set[str] = ids) -> str:
                found = messages_in(words[1] or words[2] or "", known)
                ids.update(found)
                if not found:
                    return words[0]
                title = html.escape("\n".join(found), quote=True)
                return f'<span title="{title}">{words[0]}</span>' if words[1] else f'{words[0]} title="{title}"'

            body = _WORDS.sub(marked, f">{body}<")[1:-1]
            if ids - seen:
                seen |= ids
                yield f"<article><h3>{html.escape(step.title)}</h3>\n{body}</article>"


def _rows(messages: Iterable[TranslatedMessage]) -> str:
    """Return the rows of the table of messages: their ids, translations, and where they appear."""
    cells = ((message.id, " / ".join(message.forms), message.comment) for message in messages)
    return "\n".join(f"<tr>{''.join(f'<td>{html.escape(cell)}</td>' for cell in row)}</tr>" for row in cells)
