"""A transcript: what everybody saw, step by step, as a page that can be read without the program."""

from __future__ import annotations

import hashlib
import html
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from string import Template
from typing import Final

from bot.playground.people import Person
from bot.playground.seen import SeenButton, SeenMessage, SeenPicture, SeenSelect
from bot.playground.state import Channel

_PAGE: Final = Template("""<!doctype html>
<html lang="$language"><head><meta charset="utf-8"><title>$title</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>
body { font: 16px/1.45 system-ui, sans-serif; max-width: 62rem; margin: 2rem auto; padding: 0 1rem;
       background: #f4f1ea; color: #222 }
h2 { font-size: 1.05rem; margin: 2.2rem 0 .5rem; border-top: 1px solid #cbc4b4; padding-top: .8rem }
article { background: #fff; border: 1px solid #d8d2c4; border-radius: 8px; padding: .7rem 1rem; margin: .6rem 0 }
article.private { border-left: 6px solid #7a4ea3; background: #faf6ff }
.who { font-size: .85rem; color: #5b5648; margin: 0 0 .3rem }
.private .who { color: #6a3d94; font-weight: 600 }
p { margin: .25rem 0 } h3 { margin: .3rem 0; font-size: 1.05rem } small { color: #5b5648 }
img { display: block; width: 100%; max-width: 550px; height: auto; border-radius: 6px; margin: .5rem 0 }
.buttons span { display: inline-block; border-radius: 4px; padding: .15rem .5rem; margin: .15rem .25rem .15rem 0;
                background: #4e5058; color: #fff; font-size: .9rem }
.buttons .primary { background: #4654c0 } .buttons .success { background: #1d6b3c }
.buttons .danger { background: #b3282d }
.buttons .off { background: #e3e1db; color: #77736a }
</style></head><body>
<h1>$title</h1>
$steps
</body></html>
""")
_MARKS: Final = ((re.compile(r"\*\*(.+?)\*\*"), r"<strong>\1</strong>"), (re.compile(r"`([^`]+)`"), r"<code>\1</code>"))


_MOMENT: Final = re.compile(r"<t:(-?\d+):R>")
_UNITS: Final = (("day", 86_400), ("hour", 3600), ("minute", 60), ("second", 1))


@dataclass(frozen=True, slots=True)
class Step:
    """One step: what somebody did and when, and each message that it made or changed, with whoever alone can see it."""

    title: str
    at: float
    changed: tuple[tuple[str | None, SeenMessage], ...]


class Transcript:
    """Watches a channel with the eyes of its people; `now` tells the time in seconds since 1970."""

    def __init__(self, channel: Channel, people: Sequence[Person], now: Callable[[], float]) -> None:
        self._channel = channel
        self._people = people
        self._now = now
        self._known: dict[int, SeenMessage] = {}
        self.steps: list[Step] = []

    def note(self, title: str) -> None:
        """Take down what has changed on anybody's screen since the last note."""
        changed: dict[int, tuple[str | None, SeenMessage]] = {}
        for person in self._people:
            for message in self._new_to(person):
                changed[message.id] = (person.name if message.ephemeral else None, message)
        self._known.update({number: message for number, (_, message) in changed.items()})
        self.steps.append(Step(title, self._now(), tuple(changed[number] for number in sorted(changed))))

    def write(self, folder: Path, title: str, language: str) -> Path:
        """Write ``index.html`` and the pictures, each once, into a folder."""
        (folder / "pictures").mkdir(parents=True, exist_ok=True)
        steps = "\n".join(self._step(folder, step) for step in self.steps)
        page = folder / "index.html"
        page.write_text(_PAGE.substitute(language=language, title=html.escape(title), steps=steps), encoding="utf-8")
        return page

    def _new_to(self, person: Person) -> list[SeenMessage]:
        return [message for message in person.sees(self._channel) if self._known.get(message.id) != message]

    def _shown(self, text: str, at: float) -> str:
        """Write mentions, and moments as seen from a time, as Discord shows them."""
        for person in self._people:
            text = text.replace(person.mention, f"@{person.name}")
        return _MOMENT.sub(lambda found: _from_now(int(found[1]) - at), text)

    def _step(self, folder: Path, step: Step) -> str:
        articles = "\n".join(self._article(folder, step.at, owner, message) for owner, message in step.changed)
        return f"<h2>{html.escape(step.title)}</h2>\n{articles}"

    def _article(self, folder: Path, at: float, owner: str | None, message: SeenMessage) -> str:
        who = f"Only {owner} sees this" if owner else "Everybody sees this"
        parts = [f'<article class="{"private" if owner else "public"}"><p class="who">{html.escape(who)}</p>']
        parts += [_line(self._shown(line, at)) for line in message.text.splitlines() if line]
        for picture in message.pictures:
            parts.append(_file(folder, picture))
        if message.buttons:
            parts.append('<p class="buttons">' + "".join(map(_button, message.buttons)) + "</p>")
        parts += map(_select, message.selects)
        return "\n".join([*parts, "</article>"])


def _from_now(seconds: float) -> str:
    """Say how far away a moment is, in the largest unit of which it is one or more."""
    name, size = next((unit for unit in _UNITS if abs(seconds) >= unit[1]), _UNITS[-1])
    count = round(abs(seconds) / size)
    words = f"{count} {name}{'' if count == 1 else 's'}"
    return f"in {words}" if seconds >= 0 else f"{words} ago"


def _file(folder: Path, file: SeenPicture) -> str:
    """Show a picture, or name another kind of file."""
    if not file.filename.endswith(".png"):
        return f"<p><code>{html.escape(file.filename)}</code>, {len(file.data)} bytes</p>"
    name = f"pictures/{hashlib.sha256(file.data).hexdigest()[:16]}.png"
    (folder / name).write_bytes(file.data)
    return f'<img loading="lazy" src="{name}" alt="{html.escape(file.alt or "", quote=True)}">'


def _line(text: str) -> str:
    """Show the little of Discord's Markdown that messages use."""
    tag = "p"
    for mark, name in (("### ", "h3"), ("-# ", "small")):
        if text.startswith(mark):
            text, tag = text.removeprefix(mark), name
    escaped = html.escape(text)
    for pattern, replacement in _MARKS:
        escaped = pattern.sub(replacement, escaped)
    return f"<p><small>{escaped}</small></p>" if tag == "small" else f"<{tag}>{escaped}</{tag}>"


def _select(select: SeenSelect) -> str:
    """List what can be chosen, what is chosen already in bold."""
    listed = (html.escape(option.label) for option in select.options)
    marked = (
        f"<strong>{label}</strong>" if option.chosen else label
        for label, option in zip(listed, select.options, strict=True)
    )
    return f"<p><small>{html.escape(select.placeholder)}: {' | '.join(marked)}</small></p>"


def _button(button: SeenButton) -> str:
    style = "off" if button.disabled else button.style
    return f'<span class="{style}">{html.escape(button.label or button.emoji)}</span>'
