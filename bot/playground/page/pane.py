"""One person's pane: which place is open, what was read, which notices are shown. It outlives reloads of the page."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, takewhile
from typing import Any

from bot.playground.answers import Answer
from bot.playground.errors import JSON
from bot.playground.interactions import TOKEN_LIFE, AnswerKind
from bot.playground.modals import Modal
from bot.playground.page.screen import Reader, members
from bot.playground.people import Person
from bot.playground.standin import StandIn
from bot.playground.state import Channel, ChannelKind, GuildState, StoredAttachment, StoredMessage


@dataclass(frozen=True, slots=True)
class PageStep:
    """One action: the person's name, the action's name in the pane's requests, and labels instead of ids.

    `place` in the arguments is the name of the channel or thread, empty for direct messages. Messages are counted from
    the newest: `back` is the number of newer messages that have such a button or select.
    """

    person: str
    action: str
    arguments: JSON


Recorder = Callable[[PageStep], None]
"""Called with each action that was accepted."""


def ignore(_: PageStep) -> None:
    """Record nothing."""


NEWEST = 50
"""The number of messages that a pane shows."""
FARTHEST = 200
"""The number of messages that it shows at most, to reach an old one that a link leads to."""
MOST_FILES = 200
"""The number of files that a pane can load besides those on the screen, as an edit may just have replaced them."""
MOST_UNREAD = 100
"""Up to how many unread messages of a place are counted."""
WordsOf = Callable[[str, Sequence[str]], Mapping[str, Any]]
"""Returns the words of a document in the first language that it has of some, as `bot.text.page_words` does."""
Why = tuple[str, Mapping[str, str]]
"""An English sentence, and the values of its placeholders."""
FAILED = "This interaction failed"
NOT_RESPONDED = "The application did not respond"
NOT_COMPLETED = "Loading options failed"
NOT_CONNECTED = "{bot} wasn't connected."
NO_ANSWER = "{bot} sent no answer within 3 seconds."


LanguageOf = Callable[[StoredMessage], str | None]
"""Returns the language in which a message is written now, None if that's unknown."""


def unknown(_: StoredMessage) -> None:
    """Return that nothing is known of a message's language."""


def no_words(_document: str, _wanted: Sequence[str]) -> Mapping[str, Any]:
    """Leave every document in English."""
    return {"language": "en", "languages": [], "words": {}}


class Pane:
    """A person's pane; every browser tab that shows it has its own live connection."""

    def __init__(
        self,
        standin: StandIn,
        guild: GuildState,
        person: Person,
        numbers: Mapping[int, int],
        *,
        locales: Sequence[tuple[str, str]],
        recorder: Recorder,
        words: WordsOf = no_words,
        language_of: LanguageOf = unknown,
    ) -> None:
        self._recorder = recorder
        self._numbers = numbers
        self._words = words
        self._language_of = language_of
        self._languages: dict[int, tuple[int, str | None]] = {}
        self._failed: dict[int, tuple[int, Why]] = {}
        self._read: dict[int, int] = {}
        self._files: dict[int, StoredAttachment] = {}
        self._far: int | None = None
        self._place: Channel | None = None
        self.standin = standin
        self.world = standin.world
        self.guild = guild
        self.person = person
        self.number = numbers[person.id]
        self.locales = tuple(locales)
        self.submitting: Modal | None = None

    # --- what the pane shows ----------------------------------------------------------------------------------

    @property
    def place(self) -> Channel | None:
        """The open place; the first channel if no place is open or that place is gone."""
        place = self._place
        if place is None or place.id not in self.world.channels or not place.seen_by(self.person.user):
            self._place, self._far = next((one for one in self.places() if not one.is_thread), None), None
        return self._place

    def places(self) -> list[Channel]:
        """List the channels, threads and direct messages that the person can open."""
        channels = self.world.channels.values()
        return [one for one in channels if one.kind != ChannelKind.CATEGORY and one.seen_by(self.person.user)]

    def messages(self) -> list[StoredMessage]:
        """List the messages that the pane shows, oldest first."""
        if self.place is None:
            return []
        newest = self.person.newest(self.place)
        shown = list(islice(newest, NEWEST))
        if self._far is not None and shown and shown[-1].id > self._far:
            for message in islice(newest, FARTHEST - NEWEST):
                shown.append(message)
                if message.id <= self._far:
                    break
        return shown[::-1]

    def reader(self) -> Reader:
        """Return the person as the reader of messages."""
        base, chosen = f"/pane/{self.number}", self.person.chosen
        return Reader(self.person.user, base, self.guild, chosen, self._notices(), self._language)

    def _notices(self) -> dict[int, str]:
        """Return the notices below messages, which disappear when a message changes."""
        shown, notices = self.messages(), {}
        for message in shown:
            failed = self._failed.get(message.id)
            if failed is not None and failed[0] == message.edits:
                notices[message.id] = self._failure(FAILED, failed[1])
            elif message.is_loading and self.world.now() - message.created > TOKEN_LIFE:
                notices[message.id] = self.translated(NOT_RESPONDED)
        return notices

    def offer(self, messages: Iterable[StoredMessage]) -> None:
        """Let the page load the files of messages that it's about to show.

        They stay for a while: a picture may be replaced before the browser has loaded it.
        """
        for message in messages:
            for file in message.attachments:
                self._files.pop(file.id, None)
                self._files[file.id] = file
        for number in list(self._files)[:-MOST_FILES]:
            del self._files[number]

    def file(self, number: int, name: str) -> StoredAttachment | None:
        """Return a file that the pane shows, or showed just before; None for all others."""
        shown = {file.id: file for message in self.messages() for file in message.attachments}
        file = shown.get(number) or self._files.get(number)
        return file if file is not None and file.filename == name else None

    @property
    def modal(self) -> Modal | None:
        """The modal on the screen; a submitted one stays until it's answered."""
        return self.person.modal or self.submitting

    def people(self) -> list[JSON]:
        """List the people of the guild, with the numbers of the panes (None for people without one)."""
        people = [user for user in members(self.guild) if not user.bot]
        return [{"id": str(user.id), "name": user.name, "number": self._numbers.get(user.id)} for user in people]

    def name_of(self, number: int) -> str:
        """Return the name of a user, channel or role of the guild by its id."""
        named = self.world.users.get(number) or self.guild.channels.get(number) or self.guild.roles.get(number)
        return "" if named is None else named.name

    @property
    def status(self) -> str:
        """Return whether the bot is connected, or never was yet."""
        bot = self.standin.bot
        if any(session.application is bot for session in self.standin.sessions) and bot.commands.get(None):
            return "online"
        return "offline" if bot.commands.get(None) else "starting"

    # --- what was read ------------------------------------------------------------------------------------

    def read(self) -> None:
        """Mark everything in the open place as read."""
        newest = None if self.place is None else next(self.person.newest(self.place), None)
        if self.place is not None and newest is not None:
            self._read[self.place.id] = newest.id

    def unread(self, place: Channel) -> tuple[int, int]:
        """Return the number of a place's messages that the person hasn't read, and of pings among them."""
        seen = self._read.get(place.id, 0)
        unread = 0
        for message in self.person.newest(place):
            if message.id <= seen or unread >= MOST_UNREAD:
                break
            unread += message.sender is not self.person.user and message.owner is None
        pings = takewhile(lambda ping: ping.id > seen, reversed(self.person.user.pings))
        return unread, sum(ping.channel is place and not ping.gone for ping in pings)

    # --- what the person does -----------------------------------------------------------------------------

    def go(self, place: Channel, message: int | None = None) -> None:
        """Open a place, at a message if given."""
        self._place, self._far = place, message
        self.world.ring()

    def record(self, action: str, **arguments: object) -> None:
        """Record an action that was accepted."""
        self._recorder(PageStep(self.person.name, action, arguments))

    def watch(self, answer: Answer, message: StoredMessage | None = None) -> None:
        """Show a notice below a message if the bot doesn't answer, even if the page is reloaded meanwhile."""
        if message is not None:
            self._failed.pop(message.id, None)
        if answer.interaction is not None:
            answer.interaction.done.add_done_callback(lambda _: self._settle(answer, message))
        self.world.ring()

    def _settle(self, answer: Answer, message: StoredMessage | None) -> None:
        if message is not None and answer.kind is AnswerKind.FAILED:
            self.person.unchoose(message.id)
            self._failed[message.id] = message.edits, self._why(answer)
            self.world.ring()

    def failure(self, notice: str, answer: Answer) -> str:
        """Return a notice with the reason why an interaction failed, as far as the stand-in knows."""
        return self._failure(notice, self._why(answer))

    def _failure(self, notice: str, why: Why) -> str:
        sentence, values = why
        return f"{self.translated(notice)}: {self.translated(sentence, **values)}"

    def _why(self, answer: Answer) -> Why:
        values = {"bot": self.standin.bot.user.name}
        refused = self.standin.refused_answer(answer.interaction)
        if refused is not None:
            return "{bot}'s answer was refused ({refused}).", {**values, "refused": refused}
        return NOT_CONNECTED if self.status != "online" else NO_ANSWER, values

    # --- in which language ----------------------------------------------------------------------------------

    def _language(self, message: StoredMessage) -> str | None:
        """Return the language of a message: the one that it had when the pane first showed it as it is."""
        edits, language = self._languages.get(message.id, (-1, None))
        if edits != message.edits:
            language = self._language_of(message)
            self._languages[message.id] = message.edits, language
        return language

    @property
    def words(self) -> Mapping[str, Any]:
        """The words of the pane in the language of the person's Discord."""
        return self._words("pane.html", (self.person.user.locale,))

    def translated(self, sentence: str, **values: object) -> str:
        """Return a sentence in the person's language, or as it is if there's no translation."""
        found: str = self.words["words"].get(sentence, sentence)
        return found.format(**values) if values else found
