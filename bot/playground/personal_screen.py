"""The screens of simulated people: which messages, buttons and selects they see."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TypeVar

from bot.playground.answers import CannotSeeError
from bot.playground.seeing import see
from bot.playground.seen import SeenButton, SeenMessage, SeenSelect
from bot.playground.state import Channel, StoredMessage, User, World

T = TypeVar("T")


class PersonalScreen:
    """A person's screen: what the person sees, and finds there to click or choose."""

    def __init__(self, world: World, user: User) -> None:
        self._world = world
        self._dismissed: set[int] = set()
        self._chosen: dict[tuple[int, str], tuple[str, ...]] = {}
        self.user = user

    @property
    def id(self) -> int:
        """The user id."""
        return self.user.id

    @property
    def name(self) -> str:
        """The display name."""
        return self.user.name

    @property
    def mention(self) -> str:
        """The mention of the person in messages."""
        return f"<@{self.user.id}>"

    @property
    def pings(self) -> list[SeenMessage]:
        """The messages that notified the person, by a mention or as direct messages. Deleted ones are `gone`."""
        return [see(message) for message in self.user.pings]

    def sees(self, channel: Channel | None = None) -> list[SeenMessage]:
        """Return every message on the person's screen, in one channel or in all, newest last."""
        return [see(message) for message in reversed(list(self._newest_first(channel)))]

    def _newest_first(self, channel: Channel | None = None) -> Iterator[StoredMessage]:
        places = [channel] if channel else list(self._world.channels.values())
        visible = [
            message
            for place in places
            if place.seen_by(self.user)
            for message in place.messages.values()
            if self._shows(message)
        ]
        return iter(sorted(visible, key=lambda message: message.id, reverse=True))

    def _shows(self, message: StoredMessage) -> bool:
        return (message.owner is None or message.owner is self.user) and message.id not in self._dismissed

    def newest(self, channel: Channel) -> Iterator[StoredMessage]:
        """Yield the messages on the person's screen in a channel, newest first."""
        if channel.seen_by(self.user):
            yield from filter(self._shows, reversed(channel.messages.values()))

    def message(self, message_id: int) -> StoredMessage:
        """Return a message on the person's screen by its id. Raises CannotSeeError."""
        for channel in self._world.channels.values():
            message = channel.messages.get(message_id)
            if message is not None and channel.seen_by(self.user) and self._shows(message):
                return message
        raise self._cannot(f"the message {message_id} is gone")

    def _current(self, seen: SeenMessage) -> StoredMessage:
        return self.message(seen.id)

    @property
    def chosen(self) -> Mapping[tuple[int, str], tuple[str, ...]]:
        """The options chosen in selects, by message and custom id, if other than the default ones."""
        return self._chosen

    def unchoose(self, message_id: int) -> None:
        """Return a message's selects to their default options, so that a choice can be repeated after a failure."""
        for key in [key for key in self._chosen if key[0] == message_id]:
            del self._chosen[key]

    def dismiss(self, message: SeenMessage) -> None:
        """Remove a private message from the screen ("Dismiss message")."""
        self._dismissed.add(message.id)

    def _looked_at(self, message: SeenMessage | None, channel: Channel | None) -> list[StoredMessage]:
        """List the messages to search: a given one, or all, newest first."""
        return [self._current(message)] if message else list(self._newest_first(channel))

    async def _waiting_for(self, find: Callable[[], T]) -> T:
        """Find something on the screen, or wait until it's there. Raises CannotSeeError if that takes too long."""
        loop = asyncio.get_running_loop()
        end = loop.time() + self._world.patience
        while True:
            try:
                return find()
            except CannotSeeError:
                left = end - loop.time()
                if left <= 0:
                    raise
            await asyncio.wait((self._world.change(),), timeout=left)

    def _find_button(self, candidates: Sequence[StoredMessage], label: str) -> tuple[StoredMessage, SeenButton]:
        shown: list[tuple[StoredMessage, tuple[SeenButton, ...]]] = []
        disabled = False
        for message in candidates:
            shown.append((message, see(message).buttons))
            for button in shown[-1][1]:
                if label and label in (button.label, button.emoji, button.custom_id):
                    if not button.disabled and button.custom_id:
                        return message, button
                    disabled = True
        for message, buttons in shown:
            starting = [b for b in buttons if b.label.startswith(label) and not b.disabled and b.custom_id]
            if len(starting) == 1:
                return message, starting[0]
            if starting:
                raise self._cannot(f"{label!r} begins {[button.label for button in starting]}")
        raise self._cannot(f"the button {label!r} is " + ("disabled" if disabled else "not there"))

    def _find_select(self, candidates: Sequence[StoredMessage], name: str) -> tuple[StoredMessage, SeenSelect]:
        shown = [(message, part) for message in candidates for part in see(message).selects if not part.disabled]
        for message, part in shown:
            if name in (part.placeholder, part.custom_id):
                return message, part
        for message, part in shown:
            if part.placeholder.startswith(name):
                return message, part
        raise self._cannot(f"there is no select {name!r} to use")

    def _cannot(self, what: str) -> CannotSeeError:
        return CannotSeeError(self.name, what, self.sees())
