"""A transcript: what everyone saw, step by step, as HTML pages.

A step is what is on the screens when `note` is called. The caller has to wait until the bot is idle.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from bot.playground.people import Person
from bot.playground.seen import SeenMessage, flat
from bot.playground.state import Channel
from bot.playground.transcripts.pages import (
    CONTENTS,
    Pictures,
    ShownMessage,
    Step,
    TranscriptSection,
    body_of,
    pages_of,
)

_OURS: Final = re.compile(r"[0-9a-f]{12,16}\.(png|webp)|part-\d+\.html")
_HEADING: Final = re.compile(r"#{1,3} (.+)")


@dataclass(frozen=True, slots=True)
class PictureEncoding:
    """A file format for pictures: the suffix of file names, and a function that converts PNG bytes to it."""

    suffix: str
    encode: Callable[[bytes], bytes]


AS_SENT: Final = PictureEncoding(".png", lambda png: png)


class Transcript:
    """Records what people see in a channel; `now` returns the time in seconds since 1970."""

    def __init__(
        self, channel: Channel, people: Sequence[Person], now: Callable[[], float], encoding: PictureEncoding = AS_SENT
    ) -> None:
        self._channel = channel
        self._people = people
        self._now = now
        self._encoding = encoding
        self._mentions = {html.escape(person.mention): html.escape(f"@{person.name}") for person in people}
        self._pictures = Pictures(encoding.suffix)
        self._known: dict[int, str] = {}  # the HTML of each message on a screen at the last step
        self._everyones: set[int] = set()  # the ids of those that everyone sees
        self.sections: list[TranscriptSection] = []

    @property
    def steps(self) -> list[Step]:
        """All steps so far."""
        return [step for section in self.sections for step in section.steps]

    def begin(self, title: str) -> None:
        """Begin a section for the following steps."""
        self.sections.append(TranscriptSection(title))

    def note(self, title: str, *, marked: bool = False, result: bool = False) -> Step:
        """Record a step: everything that has changed on a screen since the last one.

        A ``marked`` step is listed in the table of contents. With ``result``, so is the result that it led to.
        """
        if not self.sections:
            self.begin(title)
        seen: dict[int, tuple[str | None, SeenMessage]] = {}
        for person in self._people:
            for message in person.sees(self._channel):
                seen[message.id] = (person.name if message.ephemeral else None, message)
        shown = [self._shown(owner, message) for _, (owner, message) in sorted(seen.items())]
        changed = tuple(one for one in shown if self._known.get(one.message.id) != one.body)
        gone = len(self._everyones - seen.keys())
        self._known = {one.message.id: one.body for one in shown}
        self._everyones = {one.message.id for one in shown if one.owner is None}
        heading = _heading(changed) if result else ""
        step = Step(len(self.steps) + 1, title, self._now(), changed, gone, marked, heading)
        self.sections[-1].steps.append(step)
        return step

    def write(self, folder: Path, title: str, language: str) -> Path:
        """Write the pages and pictures to a folder. Return the path of the first page.

        Each picture is written once and named by its content. Files of an earlier transcript are deleted.
        """
        (folder / "pictures").mkdir(parents=True, exist_ok=True)
        pages = pages_of(self.sections, title, language)
        for old in (*(folder / "pictures").iterdir(), *folder.iterdir()):
            if (
                _OURS.fullmatch(old.name)
                and old.relative_to(folder).as_posix() not in self._pictures.shown.keys() | pages
            ):
                old.unlink()

        def keep(picture: tuple[str, bytes]) -> None:
            name, data = picture
            (folder / name).write_bytes(self._encoding.encode(data))

        with ThreadPoolExecutor() as pool:
            list(pool.map(keep, self._pictures.shown.items()))
        for name, page in pages.items():
            (folder / name).write_text(page, encoding="utf-8")
        return folder / CONTENTS

    def _shown(self, owner: str | None, message: SeenMessage) -> ShownMessage:
        body = body_of(message, self._pictures)
        for mention, name in self._mentions.items():
            body = body.replace(mention, name)
        return ShownMessage(message, owner, body)


def _heading(changed: Sequence[ShownMessage]) -> str:
    """Return the heading of the newest public message."""
    for one in reversed(changed):
        for part in flat(one.message.parts) if one.owner is None else ():
            found = _HEADING.match(part) if isinstance(part, str) else None
            if found is not None:
                return found[1].replace("*", "")
    return "Result"
