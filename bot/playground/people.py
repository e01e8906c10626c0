"""Simulated people, who click, choose, fill in modals and type commands, using only what is on their screen."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Mapping, Sequence
from typing import Final

from bot.playground.answers import Answer
from bot.playground.errors import JSON
from bot.playground.interactions import AnswerKind, Interaction, InteractionKind, Interactions
from bot.playground.messages import post
from bot.playground.modals import Filling, Modal, submission
from bot.playground.payloads import message_json
from bot.playground.personal_screen import PersonalScreen
from bot.playground.places import archive, direct_channel
from bot.playground.registry import MESSAGE_MENU, USER_MENU
from bot.playground.seeing import see
from bot.playground.seen import SeenMessage, SeenSelect
from bot.playground.state import Channel, Role, StoredMessage, User, World
from bot.playground.typing_in import (
    HasUser,
    OptionValue,
    Typist,
    forged_data,
    menu_data,
    resolved,
    resolved_users,
    slash_data,
)
from bot.playground.validate import (
    BUTTON,
    CHANNEL_SELECT,
    INPUT,
    LABEL,
    MENTIONABLE_SELECT,
    ROLE_SELECT,
    SELECT,
    USER_SELECT,
)

_NONE: Mapping[int, JSON] = {
    USER_SELECT: {"users": {}, "members": {}},
    ROLE_SELECT: {"roles": {}},
    MENTIONABLE_SELECT: {"users": {}, "members": {}, "roles": {}},
    CHANNEL_SELECT: {"channels": {}},
}
"""The `resolved` object for a select in which nothing is chosen."""
_WAIT: Final = 90.0
"""Seconds after which a person waits no longer for the bot's answer, if the stand-in hasn't called it too late."""


class Person(PersonalScreen):
    """A person with a Discord account. Every action returns the bot's answer, once it no longer says "thinking".

    With `wait=False` an action returns before the answer has come, so that two people can act at the same time; `await`
    the answer later. On a rough stand-in, people wait a few seconds for a button to appear.
    """

    def __init__(self, world: World, interactions: Interactions, user: User) -> None:
        super().__init__(world, user)
        self._interactions = interactions
        self._place: Channel | None = None
        self.modal: Modal | None = None

    @property
    def direct_channel(self) -> Channel:
        """The direct-message channel of the bot and the person."""
        return direct_channel(self._world, self.user)

    def refuse_direct_messages(self, *, refuse: bool = True) -> None:
        """Turn direct messages from members and bots of shared servers off, or on again."""
        self.user.takes_direct_messages = not refuse

    def commands(self, channel: Channel) -> list[str]:
        """List the slash commands that Discord offers the person in a channel, in the person's language."""
        return Typist(self._world, self._enter(channel), self.user).lines()

    def menu(self, channel: Channel) -> list[str]:
        """List the entries that a right-click on a member offers in a channel, in the person's language."""
        return Typist(self._world, self._enter(channel), self.user).menu(USER_MENU)

    def say(self, channel: Channel, words: str) -> None:
        """Write a message in a channel. Bots can't read it without an intent, but they can count messages."""
        place = self._enter(channel)
        archive(self._world, place, archived=False)  # a new message opens an archived thread
        post(self._world, place, self.user, words)

    def install(self) -> None:
        """Install every bot for oneself, as its profile's *Add App* offers."""
        for application in self._world.applications.values():
            application.installed.add(self.user.id)

    def forget(self) -> None:
        """Close the modal, and forget what was dismissed and chosen."""
        self.modal, self._place = None, None
        self._dismissed.clear()
        self._chosen.clear()

    async def click(
        self,
        label: str,
        *,
        message: SeenMessage | None = None,
        channel: Channel | None = None,
        wait: bool = True,
    ) -> Answer:
        """Click the newest enabled button with that label.

        The label may also be an emoji or a custom id. It may be a prefix, if only one button begins with it in the
        newest message that has such a button. Raises CannotSeeError.
        """
        found, button = await self._waiting_for(lambda: self._find_button(self._looked_at(message, channel), label))
        return await self._component(found, {"component_type": BUTTON, "custom_id": button.custom_id}, wait)

    async def press(self, message_id: int, custom_id: str, *, wait: bool = True) -> Answer:
        """Click the enabled button with a custom id in one message. Raises CannotSeeError."""
        message = self.message(message_id)
        if not any(button.custom_id == custom_id and not button.disabled for button in see(message).buttons):
            raise self._cannot("this button is no longer there")
        return await self._component(message, {"component_type": BUTTON, "custom_id": custom_id}, wait)

    async def choose(
        self,
        select: str,
        *options: str | Person | Channel | Role,
        message: SeenMessage | None = None,
        channel: Channel | None = None,
        wait: bool = True,
    ) -> Answer:
        """Choose options by label in the newest select whose placeholder begins with `select`.

        If several options have the same label, each use of the label chooses the next of them, from the top. In a
        select of users the options are people, and so on. Choosing the same options again, in any order, sends nothing.
        Raises CannotSeeError.
        """
        found, part = await self._waiting_for(lambda: self._find_select(self._looked_at(message, channel), select))
        kinds: dict[int, type] = {CHANNEL_SELECT: Channel, ROLE_SELECT: Role, USER_SELECT: Person}
        if part.kind == SELECT:
            values = self._option_values(part, options)
        else:
            values = [str(one.id) for one in options if not isinstance(one, str) and isinstance(one, kinds[part.kind])]
            if len(values) != len(options):
                raise self._cannot(f"{select!r} takes people, channels or roles, not {options!r}")
        return await self._choice(found, part, values, wait)

    async def pick(self, message_id: int, custom_id: str, values: Sequence[str], *, wait: bool = True) -> Answer:
        """Choose in the select with a custom id: values of options, or ids. Raises CannotSeeError."""
        message = self.message(message_id)
        part = next((one for one in see(message).selects if one.custom_id == custom_id and not one.disabled), None)
        if part is None:
            raise self._cannot("this select is no longer there")
        if part.kind == SELECT and not set(values) <= {option.value for option in part.options}:
            raise self._cannot("this option is no longer there")
        return await self._choice(message, part, values, wait)

    async def _choice(self, found: StoredMessage, part: SeenSelect, values: Sequence[str], wait: bool) -> Answer:
        """Send a choice of options, or of people, channels or roles by id, unless it's the same as before."""
        if not part.fewest <= len(values) <= part.most:
            raise self._cannot(f"{part.placeholder!r} takes {part.fewest} to {part.most} options, not {len(values)}")
        data: JSON = {"component_type": part.kind, "custom_id": part.custom_id}
        if part.kind != SELECT:
            try:
                data["resolved"] = _NONE[part.kind] | resolved(self._world, found.channel.guild, values)
            except (KeyError, ValueError):
                raise self._cannot("this choice is no longer there") from None
        key = (found.id, part.custom_id)
        before = self._chosen.get(key, part.chosen)
        if sorted(before) == sorted(values):
            return Answer(None, lambda: None)
        self._chosen[key] = tuple(values)
        return await self._component(found, {**data, "values": list(values)}, wait)

    def _option_values(self, part: SeenSelect, options: Sequence[str | Person | Channel | Role]) -> list[str]:
        left = list(part.options)
        values = []
        for wanted in options:
            found = next((option for option in left if option.label == wanted), None)
            if found is None:
                raise self._cannot(f"{part.placeholder!r} offers {[option.label for option in left]}, not {wanted!r}")
            left.remove(found)
            values.append(found.value)
        return values

    async def forge(
        self, message: SeenMessage, custom_id: str, *, values: Sequence[str] | None = None, wait: bool = True
    ) -> Answer:
        """Send a click with any custom id, even if the message doesn't have it, which Discord's client wouldn't allow.

        With `values` it's a choice in a string select. The message may be deleted or another person's private one.
        """
        for channel in self._world.channels.values():
            if message.id in channel.messages:
                data: JSON = {"component_type": BUTTON, "custom_id": custom_id}
                if values is not None:
                    data = {**data, "component_type": SELECT, "values": list(values)}
                return await self._component(channel.messages[message.id], data, wait)
        raise self._cannot(f"the message {message.id} is gone")

    async def forge_modal(
        self, message: SeenMessage, custom_id: str, fields: Mapping[str, str], *, wait: bool = True
    ) -> Answer:
        """Submit a modal that was never opened; `fields` are its texts by custom id."""
        source = self._current(message)
        inputs = [
            {"type": LABEL, "id": number, "component": {"type": INPUT, "id": 0, "custom_id": name, "value": value}}
            for number, (name, value) in enumerate(fields.items(), 1)
        ]
        asked = (source.application, {"custom_id": custom_id, "components": inputs, "resolved": {}})
        sent = self._interactions.send(InteractionKind.MODAL, self.user, source.channel, asked, source=source)
        return await self._answer(sent, wait)

    async def forge_slash(
        self,
        channel: Channel,
        command: str,
        options: Mapping[str, str | float],
        *,
        focused: str | None = None,
        wait: bool = True,
    ) -> Answer:
        """Send a slash command with any options, in any channel, which Discord's client wouldn't allow.

        With `focused`, ask for that option's autocomplete choices instead. To type a command, use `slash`.
        """
        asked = forged_data(Typist(self._world, channel, self.user), command, options, focused)
        kind = InteractionKind.COMMAND if focused is None else InteractionKind.AUTOCOMPLETE
        return await self._answer(self._interactions.send(kind, self.user, channel, asked), wait)

    async def submit(
        self, fields: Mapping[str, Filling] | None = None, *, by_ids: bool = False, wait: bool = True
    ) -> Answer:
        """Fill in the modal on the screen, by the labels of its fields and options, and submit it.

        With `by_ids`, `fields` has the custom ids of fields and the values of options instead.
        """
        modal = self.modal
        if modal is None:
            raise self._cannot("no modal is open")
        origin = modal.interaction
        try:
            data, chosen = submission(modal, fields or {}, by_ids=by_ids)
            if chosen:
                data["resolved"] = resolved(self._world, origin.channel.guild, chosen)
        except KeyError:
            raise self._cannot("this choice is no longer there") from None
        except ValueError as error:
            raise self._cannot(str(error)) from None
        self.modal = None
        sent = self._interactions.send(
            InteractionKind.MODAL,
            self.user,
            origin.channel,
            (origin.application, data),
            source=origin.source,
            trigger=origin,
        )
        return await self._answer(sent, wait)

    async def slash(self, channel: Channel, command: str, /, *, wait: bool = True, **options: OptionValue) -> Answer:
        """Type a registered slash command, without the slash: `slash(channel, "rummy new", variant="gin")`.

        An option with choices takes a choice's name or value. Raises CommandError if Discord's client wouldn't send
        the command.
        """
        asked = slash_data(Typist(self._world, self._enter(channel), self.user), command, options)
        sent = self._interactions.send(InteractionKind.COMMAND, self.user, channel, asked)
        return await self._answer(sent, wait)

    async def autocomplete(
        self, channel: Channel, command: str, option: str, typed: str, **others: OptionValue
    ) -> list[tuple[str, str | int | float]]:
        """Type the beginning of an option. Return the choices that the bot offers, as (name, value)."""
        return (await self.complete(channel, command, option, typed, **others)).choices

    async def complete(self, channel: Channel, command: str, option: str, typed: str, **others: OptionValue) -> Answer:
        """Type the beginning of an option, and return the bot's answer with its choices."""
        given = {**others, option: typed}
        asked = slash_data(Typist(self._world, self._enter(channel), self.user), command, given, focused=option)
        sent = self._interactions.send(InteractionKind.AUTOCOMPLETE, self.user, channel, asked)
        return await self._answer(sent, wait=True)

    async def context_menu(
        self, entry: str, target: HasUser | SeenMessage, *, channel: Channel | None = None, wait: bool = True
    ) -> Answer:
        """Right-click a person or a message, and choose an entry of the Apps menu.

        `channel` is where that happens: by default the channel where the person last typed a command, or else the
        first one that the person sees.
        """
        if isinstance(target, HasUser):
            place = self._enter(channel or self._place or self._first_channel())
            asked = menu_data(
                Typist(self._world, place, self.user),
                entry,
                (USER_MENU, target.user.id),
                resolved_users([target.user], place.guild),
            )
        else:
            message = self._current(target)
            place = self._enter(message.channel)
            about = {"messages": {str(message.id): message_json(message)}}
            asked = menu_data(Typist(self._world, place, self.user), entry, (MESSAGE_MENU, message.id), about)
        sent = self._interactions.send(InteractionKind.COMMAND, self.user, place, asked)
        return await self._answer(sent, wait)

    def _first_channel(self) -> Channel:
        for channel in self._world.channels.values():
            if channel.guild is not None and channel.seen_by(self.user):
                return channel
        raise self._cannot("there is no channel to be in")

    def _enter(self, channel: Channel) -> Channel:
        if not channel.seen_by(self.user):
            raise self._cannot(f"the channel #{channel.name} is not there")
        self._place = channel
        return channel

    async def _component(self, message: StoredMessage, data: JSON, wait: bool) -> Answer:
        sent = self._interactions.send(
            InteractionKind.COMPONENT, self.user, message.channel, (message.application, data), source=message
        )
        return await self._answer(sent, wait)

    async def _answer(self, interaction: Interaction, wait: bool) -> Answer:
        interaction.done.add_done_callback(lambda _: self._open_modal(interaction))
        answer = Answer(interaction, lambda: self._modal_of(interaction))
        if wait:
            # With a stopped clock, the answer never counts as too late.
            await asyncio.wait((interaction.done,), timeout=_WAIT)
            if answer.pending:
                raise self._cannot("neither an answer nor three seconds came: does the clock stand still?")
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(_WAIT):
                    while answer.message is not None and answer.message.loading:
                        await asyncio.wait((self._world.change(),))
        return answer

    def _open_modal(self, interaction: Interaction) -> None:
        if interaction.done.result() is AnswerKind.MODAL and interaction.modal is not None:
            self.modal = Modal(interaction, interaction.modal)

    def _modal_of(self, interaction: Interaction) -> Modal | None:
        return self.modal if self.modal is not None and self.modal.interaction is interaction else None
