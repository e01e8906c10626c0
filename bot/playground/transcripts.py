"""A transcript: what everyone saw, step by step, as HTML pages without scripts, readable on a phone and by ear.

A step is what is on the screens when `note` is called. The caller has to wait until the bot is idle.
"""

from __future__ import annotations

import hashlib
import html
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import partial
from importlib.resources import files
from itertools import groupby
from pathlib import Path
from string import Template
from typing import Final

from bot.playground.messages import is_webp, picture_size
from bot.playground.modals import Modal
from bot.playground.people import Person
from bot.playground.seen import (
    SeenButton,
    SeenContainer,
    SeenFile,
    SeenGallery,
    SeenMessage,
    SeenPart,
    SeenPicture,
    SeenRow,
    SeenSection,
    SeenSelect,
    SeenSeparator,
    SeenText,
    flat,
)
from bot.playground.state import Channel

CONTENTS: Final = "index.html"
"""The file with the table of contents."""
STEPS_PER_PAGE: Final = 75
"""The most steps on one page, which with its pictures stays below 5 MB."""
_MARKS: Final = (
    (re.compile(r"\*\*(.+?)\*\*"), r"<strong>\1</strong>"),
    (re.compile(r"`([^`]+)`"), r"<code>\1</code>"),
    (re.compile(r"\[([^\]]+)\]\(https?://[^)\s]+\)"), r'<span class="link">\1</span>'),  # it would lead to Discord
    (re.compile(r"\\([*_~|`\[\]()#<>:.-])"), r"\1"),
)
_MOMENT: Final = re.compile(r"&lt;t:(-?\d+)(?::([tTdDfFR]))?&gt;")
_PLAIN: Final = "secondary"


@dataclass(frozen=True, slots=True)
class Wording:
    """The words around messages: their language, each by its English, and how to say in how many seconds a time is."""

    language: str = "en"
    words: Mapping[str, str] = field(default_factory=dict)
    from_now: Callable[[float], str] = "{:+.0f} s".format

    def say(self, english: str, **values: object) -> str:
        """Return words in the language, with their placeholders filled in."""
        return self.words.get(english, english).format(**values)


@dataclass(frozen=True, slots=True)
class ShownMessage:
    """A message after a step: ``owner`` is the only player who sees it, None for everyone; ``body`` is its HTML."""

    message: SeenMessage
    owner: str | None
    body: str


@dataclass(frozen=True, slots=True)
class Step:
    """One step: a player's action, its time, and each message that it changed; ``gone`` counts deleted messages.

    ``result`` is the heading of the result if a deal ended in this step, else empty.
    """

    number: int
    title: str
    at: float
    changed: tuple[ShownMessage, ...]
    gone: int
    marked: bool
    result: str

    @property
    def quiet(self) -> bool:
        """True if nothing changed on any screen and the step isn't marked."""
        return not (self.changed or self.gone or self.marked or self.result)


@dataclass(slots=True)
class TranscriptSection:
    """The steps of a deal, or those before or after the game."""

    title: str
    steps: list[Step] = field(default_factory=list)


class Pictures:
    """The pictures of a transcript by file name; the name is a hash of the content, so equal pictures share a file."""

    def __init__(self, suffix: str) -> None:
        self._suffix = suffix
        self.shown: dict[str, bytes] = {}

    def name(self, data: bytes) -> str:
        """Add a picture, and return the name of its file."""
        suffix = MOVING if is_webp(data) else self._suffix
        name = f"pictures/{hashlib.sha256(data).hexdigest()[:12]}{suffix}"
        self.shown[name] = data
        return name


def body_of(message: SeenMessage, pictures: Pictures, wording: Wording = Wording()) -> str:
    """Return the HTML of a message. Mentions and timestamps stay in Discord's notation."""
    return "\n".join(_part(part, pictures, wording) for part in message.parts)


def pages_of(sections: Sequence[TranscriptSection], title: str, wording: Wording) -> dict[str, str]:
    """Return the HTML of each page by file name: the table of contents, and one page per section, more if it's long."""
    sections = [part for section in sections for part in _parts(section, wording)]
    template = Template((files("bot.playground") / "transcript.html").read_text(encoding="utf-8"))
    listed = "\n".join(_entry(number, section) for number, section in enumerate(sections, 1))
    heading = f'<h2 id="contents">{wording.say("Contents")}</h2>'
    contents = f'<nav aria-labelledby="contents">{heading}\n<ol>\n{listed}\n</ol></nav>'
    about = wording.say("What everyone saw after each step. Only one player sees messages with a purple edge.")
    page = partial(template.substitute, language=wording.language, title=html.escape(title), about=about)
    pages = {CONTENTS: page(page=html.escape(title), body=contents)}
    for number, section in enumerate(sections, 1):
        way = _way(number, sections, wording)
        body = f"{way}\n<main>\n{_section(number, section, wording)}\n</main>\n{way}"
        pages[_file_of(number)] = page(page=html.escape(f"{title}: {section.title}"), body=body)
    return pages


def _parts(section: TranscriptSection, wording: Wording) -> Iterator[TranscriptSection]:
    """Split a section into parts of at most `STEPS_PER_PAGE` steps. The first one keeps the title."""
    yield TranscriptSection(section.title, section.steps[:STEPS_PER_PAGE])
    for start in range(STEPS_PER_PAGE, len(section.steps), STEPS_PER_PAGE):
        title = wording.say("{title}, part {number}", title=section.title, number=start // STEPS_PER_PAGE + 1)
        yield TranscriptSection(title, section.steps[start : start + STEPS_PER_PAGE])


def _file_of(number: int) -> str:
    """Return the name of a section's file."""
    return f"part-{number}.html"


def _way(number: int, sections: Sequence[TranscriptSection], wording: Wording) -> str:
    """Return links to the previous and next sections and to the table of contents."""
    titles = [html.escape(section.title) for section in sections]
    before = [f'<a href="{_file_of(number - 1)}">← {titles[number - 2]}</a>'] if number > 1 else []
    after = [f'<a href="{_file_of(number + 1)}">{titles[number]} →</a>'] if number < len(titles) else []
    links = [*before, f'<a href="{CONTENTS}">{wording.say("Contents")}</a>', *after]
    return f'<nav class="way" aria-label="{wording.say("Pages")}">{" ".join(links)}</nav>'


def _entry(number: int, section: TranscriptSection) -> str:
    """Return a section's entry in the table of contents, with its marked steps and results."""
    found = "".join(f"<li>{link}</li>" for step in section.steps for link in _links(_file_of(number), step))
    title = f'<a href="{_file_of(number)}">{html.escape(section.title)}</a>'
    return f"<li>{title}{f'<ul>{found}</ul>' if found else ''}</li>"


def _links(file: str, step: Step) -> Iterator[str]:
    if step.marked:
        yield f'<a href="{file}#step-{step.number}">{html.escape(step.title)}</a>'
    if step.result:
        yield f'<a href="{file}#result-{step.number}">{_inline(step.result)}</a>'


def _section(number: int, section: TranscriptSection, wording: Wording) -> str:
    steps: list[str] = []
    for quiet, run in groupby(section.steps, key=lambda step: step.quiet):
        found = list(run)
        steps += [_folded(found, wording)] if quiet else [_step(step, wording) for step in found]
    heading = f'<h2 id="part-{number}">{html.escape(section.title)}</h2>'
    return f'<section aria-labelledby="part-{number}">\n{heading}\n' + "\n".join(steps) + "\n</section>"


def _folded(steps: Sequence[Step], wording: Wording) -> str:
    """Return steps without any change on a screen, collapsed."""
    count = wording.say("Steps with nothing new to see: {count}", count=len(steps))
    listed = "".join(f'<li id="step-{step.number}">{_title(step)}</li>' for step in steps)
    return f'<details class="step"><summary>{count}</summary><ul>{listed}</ul></details>'


def _step(step: Step, wording: Wording) -> str:
    result = next((one for one in reversed(step.changed) if one.owner is None), None) if step.result else None
    articles = [_article(step, one, wording, result=one is result) for one in step.changed]
    gone = wording.say("Public messages deleted: {count}", count=step.gone)
    return "\n".join(
        [
            f'<div class="step"><h3 id="step-{step.number}">{_title(step)}</h3>',
            *([f'<p class="gone">{gone}</p>'] if step.gone else []),
            *articles,
            "</div>",
        ]
    )


def _title(step: Step) -> str:
    return f'<span class="number">{step.number}</span> {html.escape(step.title)}'


def _article(step: Step, shown: ShownMessage, wording: Wording, *, result: bool) -> str:
    who = wording.say("Only {name} sees this", name=shown.owner) if shown.owner else wording.say("Everyone sees this")
    kind, anchor = "private" if shown.owner else "public", f' id="result-{step.number}"' if result else ""
    body = _MOMENT.sub(partial(_moment, step.at, wording), shown.body)
    return f'<article{anchor} class="{kind}"><p class="who">{html.escape(who)}</p>\n{body}</article>'


def _moment(now: float, wording: Wording, found: re.Match[str]) -> str:
    """Format a timestamp as Discord shows it: relative to now, or as a date."""
    at = int(found[1])
    return wording.from_now(at - now) if found[2] == "R" else f"{datetime.fromtimestamp(at, UTC):%Y-%m-%d %H:%M} UTC"


def _form(modal: Modal) -> tuple[SeenPart, ...]:
    """Return a form as parts of a message: its title, and each field with its description, value and options."""
    told = ((f"**{one.label}**", one.description, one.value, *(of.label for of in one.options)) for one in modal.fields)
    return tuple(map(SeenText, filter(None, (f"### {modal.title}", modal.text, *map("\n".join, told)))))


def _part(part: SeenPart, pictures: Pictures, wording: Wording) -> str:
    match part:
        case SeenText(text):
            lines = [_text(text)]
        case SeenGallery(shown):
            lines = [_picture(one, pictures) for one in shown]
        case SeenFile(file):
            lines = [_file(file)]
        case SeenRow(buttons):
            lines = [_buttons(buttons, wording)]
        case SeenSelect():
            lines = [_select(part)]
        case SeenSection(texts, accessory):
            lines = [*map(_text, texts), *_accessory(accessory, pictures, wording)]
        case SeenSeparator():
            lines = ["<hr>"]
        case SeenContainer(inner):
            lines = ['<div class="container">', *(_part(one, pictures, wording) for one in inner), "</div>"]
    return "\n".join(lines)


def _accessory(shown: SeenButton | SeenPicture | None, pictures: Pictures, wording: Wording) -> list[str]:
    match shown:
        case SeenButton():
            return [_buttons([shown], wording)]
        case SeenPicture():
            return [_picture(shown, pictures)]
        case None:
            return []


def _picture(shown: SeenPicture, pictures: Pictures) -> str:
    """Return a picture with its size, so that the layout doesn't shift while pictures load."""
    size = picture_size(shown.data)
    if size is None:
        return _file(shown)
    width, height = size
    alt = html.escape(shown.alt or "", quote=True)
    name = pictures.name(shown.data)
    return f'<img loading="lazy" src="{name}" width="{width}" height="{height}" alt="{alt}">'


def _file(file: SeenPicture) -> str:
    return f"<p><code>{html.escape(file.filename)}</code>, {len(file.data)} B</p>"


def _text(text: str) -> str:
    """Convert the part of Discord's Markdown that messages use to HTML."""
    lines = [line for line in text.splitlines() if line]
    blocks = []
    for listed, run in groupby(lines, key=lambda line: line.startswith("- ")):
        if listed:
            blocks.append("<ul>" + "".join(f"<li>{_inline(line[2:])}</li>" for line in run) + "</ul>")
        else:
            blocks += map(_line, run)
    return "\n".join(blocks)


def _line(line: str) -> str:
    for mark, before, after in (("-# ", "<p><small>", "</small></p>"), ("### ", "<h4>", "</h4>"),
                                ("## ", "<h4>", "</h4>"), ("# ", "<h4>", "</h4>"),
                                ("> ", "<blockquote>", "</blockquote>")):  # fmt: skip
        if line.startswith(mark):
            return f"{before}{_inline(line.removeprefix(mark))}{after}"
    return f"<p>{_inline(line)}</p>"


def _inline(text: str) -> str:
    escaped = html.escape(text)
    for pattern, replacement in _MARKS:
        escaped = pattern.sub(replacement, escaped)
    return escaped


def _select(select: SeenSelect) -> str:
    """Return the list of a select's options, the chosen ones in bold."""
    listed = (html.escape(option.label) for option in select.options)
    marked = (
        f"<strong>{label}</strong>" if option.chosen else label
        for label, option in zip(listed, select.options, strict=True)
    )
    return f'<p class="select">{html.escape(select.placeholder)}: {" | ".join(marked)}</p>'


def _buttons(buttons: Sequence[SeenButton], wording: Wording) -> str:
    """Return a row of buttons; label the disabled ones, or the row if all of them are."""
    if all(button.disabled for button in buttons):
        listed = "".join(f"<li>{_label(button)}</li>" for button in buttons)
        return f'<ul class="buttons off" aria-label="{wording.say("disabled")}">{listed}</ul>'
    return '<ul class="buttons">' + "".join(_button(one, wording) for one in buttons) + "</ul>"


def _button(button: SeenButton, wording: Wording) -> str:
    if button.disabled:
        return f'<li class="off">{_label(button)}<span class="spoken"> ({wording.say("disabled")})</span></li>'
    style = "" if button.style == _PLAIN else f' class="{button.style}"'
    return f"<li{style}>{_label(button)}</li>"


def _label(button: SeenButton) -> str:
    return html.escape(" ".join(part for part in (button.emoji, button.label) if part))


_OURS: Final = re.compile(r"[0-9a-f]{12,16}\.(png|webp)|part-\d+\.html")
_HEADING: Final = re.compile(r"#{1,3} (.+)")


@dataclass(frozen=True, slots=True)
class PictureEncoding:
    """A file format for pictures: the suffix of file names, and a function that converts PNG bytes to it."""

    suffix: str
    encode: Callable[[bytes], bytes]


AS_SENT: Final = PictureEncoding(".png", lambda png: png)
MOVING: Final = ".webp"
"""The suffix of pictures that move, which stay as they were sent."""


class Transcript:
    """Records what people see in a channel; `now` returns the time in seconds since 1970."""

    def __init__(
        self,
        channel: Channel,
        people: Sequence[Person],
        now: Callable[[], float],
        encoding: PictureEncoding = AS_SENT,
        wording: Wording = Wording(),
    ) -> None:
        self._channel = channel
        self._people = people
        self._now = now
        self._encoding = encoding
        self._wording = wording
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
                if person.modal is not None:
                    seen[-person.user.id] = person.name, replace(message, id=-person.user.id, parts=_form(person.modal))
        shown = [self._shown(owner, message) for _, (owner, message) in sorted(seen.items())]
        changed = tuple(one for one in shown if self._known.get(one.message.id) != one.body)
        gone = len(self._everyones - seen.keys())
        self._known = {one.message.id: one.body for one in shown}
        self._everyones = {one.message.id for one in shown if one.owner is None}
        heading = (_heading(changed) or self._wording.say("Result")) if result else ""
        step = Step(len(self.steps) + 1, title, self._now(), changed, gone, marked, heading)
        self.sections[-1].steps.append(step)
        return step

    def write(self, folder: Path, title: str) -> Path:
        """Write the pages and pictures to a folder. Return the path of the first page.

        Each picture is written once and named by its content. Files of an earlier transcript are deleted.
        """
        (folder / "pictures").mkdir(parents=True, exist_ok=True)
        pages = pages_of(self.sections, title, self._wording)
        for old in (*(folder / "pictures").iterdir(), *folder.iterdir()):
            if (
                _OURS.fullmatch(old.name)
                and old.relative_to(folder).as_posix() not in self._pictures.shown.keys() | pages
            ):
                old.unlink()

        def keep(picture: tuple[str, bytes]) -> None:
            name, data = picture
            (folder / name).write_bytes(data if is_webp(data) else self._encoding.encode(data))

        with ThreadPoolExecutor() as pool:
            list(pool.map(keep, self._pictures.shown.items()))
        for name, page in pages.items():
            (folder / name).write_text(page, encoding="utf-8")
        return folder / CONTENTS

    def _shown(self, owner: str | None, message: SeenMessage) -> ShownMessage:
        body = body_of(message, self._pictures, self._wording)
        for mention, name in self._mentions.items():
            body = body.replace(mention, name)
        return ShownMessage(message, owner, body)


def _heading(changed: Sequence[ShownMessage]) -> str:
    """Return the heading of the newest public message, or else the first sentence about its picture."""
    for one in reversed(changed):
        if one.owner is not None:
            continue
        for part in flat(one.message.parts):
            found = _HEADING.match(part) if isinstance(part, str) else None
            if found is not None:
                return found[1].replace("*", "")
        for picture in one.message.pictures:
            if picture.alt:
                return picture.alt.partition(".")[0]
    return ""
