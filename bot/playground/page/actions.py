"""What a person does in a pane: the page's requests, carried out by the simulated person."""

from __future__ import annotations

import json
import re
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress

from bot.playground.answers import Answer, CannotSeeError
from bot.playground.errors import JSON
from bot.playground.modals import Filling, Modal
from bot.playground.page.commands import chosen_user, chosen_values, commands_on_page, find_command
from bot.playground.page.pane import FAILED, NOT_COMPLETED, NOT_RESPONDED, Pane
from bot.playground.page.screen import modal_on_page
from bot.playground.seeing import see
from bot.playground.seen import SeenButton, SeenSelect
from bot.playground.state import Channel, Permission, StoredMessage
from bot.playground.typing_in import CommandError, OptionValue, Typist


class ProblemError(Exception):
    """An action that isn't possible, with the sentence that the person sees."""


class PaneRequest:
    """A request from a browser. Raises ProblemError for anything that the page wouldn't send."""

    def __init__(self, text: str) -> None:
        try:
            self._body = json.loads(text)
        except (ValueError, RecursionError):
            raise ProblemError("That isn't a request of this page.") from None
        if not isinstance(self._body, dict):
            raise ProblemError("That isn't a request of this page.")

    @property
    def id(self) -> object:
        """The request's id, which the answer repeats so that the browser knows to which request it belongs."""
        return self._body.get("id")

    @property
    def action(self) -> str:
        """The name of the action."""
        return self.text("do")

    def text(self, name: str) -> str:
        """Return a text."""
        value = self._body.get(name)
        if not isinstance(value, str):
            raise ProblemError(f"The request has no text {name!r}.")
        return value

    def number(self, name: str) -> int:
        """Return an id."""
        return to_id(self.text(name))

    def texts(self, name: str) -> list[str]:
        """Return a list of texts."""
        value = self._body.get(name)
        if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
            raise ProblemError(f"The request has no list of texts {name!r}.")
        return value

    def table(self, name: str) -> Mapping[str, object]:
        """Return values by name, none if they are left out."""
        value = self._body.get(name, {})
        if not isinstance(value, dict):
            raise ProblemError(f"The request has no values {name!r}.")
        return value


def to_id(text: str) -> int:
    """Convert an id. Raises ProblemError."""
    if not (text.isascii() and text.isdecimal() and len(text) < 20):
        raise ProblemError(f"{text[:40]!r} is not an id.")
    return int(text)


LONGEST = 2000
"""The most characters of a person's message."""
_LINK = re.compile(r"(?:https?://[^/]+/channels/)?(?:@me|\d+)/(\d+)(?:/(\d+))?/?")


class Actions:
    """Carries out one request of a pane."""

    def __init__(self, pane: Pane) -> None:
        self._pane = pane
        self._person = pane.person

    async def perform(self, request: PaneRequest) -> object:
        """Carry out a request, and return its result once the bot has answered. Raises ProblemError."""
        deed = _DEEDS.get(request.action)
        if deed is None:
            raise ProblemError("That isn't a request of this page.")
        try:
            return await deed(self, request)
        except CannotSeeError as error:
            raise ProblemError(f"{error.what[0].upper()}{error.what[1:]}.") from None
        except CommandError as error:
            raise ProblemError(str(error)) from None

    # --- messages -----------------------------------------------------------------------------------------

    async def click(self, request: PaneRequest) -> None:
        """Click a button."""
        message, custom_id = self._message(request), request.text("custom_id")
        button = next((one for one in see(message).buttons if one.custom_id == custom_id), None)
        answer = await self._person.press(message.id, custom_id, wait=False)
        if button is not None:
            label = button.label or button.emoji
            self._record("click", message, label=label, back=self._back(message, _has_button(label)))
        await self._answered(answer, message)

    async def choose(self, request: PaneRequest) -> None:
        """Choose in a select: values of options, or ids of people, channels or roles."""
        message, custom_id = self._message(request), request.text("custom_id")
        values = request.texts("values")
        part = next((one for one in see(message).selects if one.custom_id == custom_id), None)
        answer = await self._person.pick(message.id, custom_id, values, wait=False)
        if part is not None and answer.interaction is not None:
            named = self._named(part, values)
            back = self._back(message, _has_select(part.placeholder))
            self._record("choose", message, select=part.placeholder, options=named, back=back)
        await self._answered(answer, message)

    def _named(self, part: SeenSelect, values: list[str]) -> list[str]:
        """Return the labels of chosen options, or the names of chosen people, channels and roles."""
        labels = {option.value: option.label for option in part.options}
        return [labels.get(value) or self._pane.name_of(int(value)) for value in values]

    async def dismiss(self, request: PaneRequest) -> None:
        """Remove a private message from the screen."""
        message = self._message(request)
        if message.owner is None:
            raise ProblemError("Only messages that only you can see can be dismissed.")
        back = self._back(message, lambda one: one.owner is not None)
        self._person.dismiss(see(message))
        self._record("dismiss", message, back=back)

    def _message(self, request: PaneRequest) -> StoredMessage:
        message = self._find(request.number("message"))
        if message is None:
            raise ProblemError("This message no longer exists.")
        return message

    def _back(self, message: StoredMessage, has: Callable[[StoredMessage], bool]) -> int:
        """Count the newer messages in the same place of which a description is true."""
        count = 0
        for one in self._person.newest(message.channel):
            if one.id <= message.id:
                break
            count += has(one)
        return count

    # --- modals -------------------------------------------------------------------------------------------

    async def submit(self, request: PaneRequest) -> None:
        """Submit the open modal. It stays open until the bot answers, and if the bot doesn't."""
        modal = self._person.modal
        if modal is None:
            raise ProblemError("No form is open.")
        fields = {name: _filling(value) for name, value in request.table("fields").items()}
        source = modal.interaction.source
        answer = await self._person.submit(fields, by_ids=True, wait=False)
        self._pane.submitting = modal
        self._pane.record("submit", title=modal.title, fields=self._labeled(modal, fields))
        self._pane.watch(answer, source)
        await answer
        self._pane.submitting = None
        if answer.failed and self._person.modal is None:
            self._person.modal = modal
        self._expect(answer, FAILED)

    def _labeled(self, modal: Modal, fields: Mapping[str, Filling]) -> JSON:
        """Return what was filled in, with labels and names instead of ids."""
        labeled: JSON = {}
        for part in modal_on_page(modal, self._pane.reader())["parts"]:
            if part["kind"] == "label" and part["field"]["custom_id"] in fields:
                field, value = part["field"], fields[part["field"]["custom_id"]]
                names = {one["value"]: one["label"] for one in field.get("choices") or field.get("options") or ()}
                labeled[part["label"]] = [names.get(one, one) for one in value] if isinstance(value, list) else value
        return labeled

    async def close(self, _: PaneRequest) -> None:
        """Close the modal."""
        if self._person.modal is not None:
            self._person.modal = None
            self._pane.record("close")

    # --- commands -----------------------------------------------------------------------------------------

    async def commands(self, _: PaneRequest) -> list[JSON]:
        """List the commands offered here, in the person's language."""
        return commands_on_page(self._typist())

    async def complete(self, request: PaneRequest) -> list[JSON]:
        """List the choices that the bot offers for an option that is being typed."""
        typist, line, option = self._typist(), request.text("command"), request.text("option")
        path = find_command(typist, line)
        given: dict[str, OptionValue] = {}
        for name, value in request.table("options").items():
            with suppress(CommandError):  # other options may be incomplete still
                given |= chosen_values(typist, path, {name: value} if name != option else {})
        typed = request.text("typed")
        answer = await self._person.complete(typist.channel, line, option, typed, **given)
        self._expect(answer, NOT_COMPLETED)
        return [{"name": name, "value": value} for name, value in answer.choices]

    async def slash(self, request: PaneRequest) -> None:
        """Send a slash command."""
        typist, line = self._typist(), request.text("command")
        path = find_command(typist, line)
        values = chosen_values(typist, path, request.table("options"))
        answer = await self._person.slash(typist.channel, line, wait=False, **values)
        said = {name: getattr(getattr(value, "user", value), "name", value) for name, value in values.items()}
        command = " ".join(part["name"] for part in path)
        self._pane.record("slash", command=command, options=said, place=_where(typist.channel))
        await self._answered(answer)

    async def menu(self, _: PaneRequest) -> list[str]:
        """List what a right-click on a person offers."""
        return self._person.menu(self._place())

    async def context(self, request: PaneRequest) -> None:
        """Choose an entry of the menu that a right-click on a person opens."""
        entry, number, place = request.text("entry"), request.number("person"), self._place()
        target = chosen_user(self._typist(), number)
        if target is None:
            raise ProblemError("This person is no longer there.")
        answer = await self._person.context_menu(entry, target, channel=place, wait=False)
        self._pane.record("context", entry=entry, person=self._pane.name_of(number), place=_where(place))
        await self._answered(answer)

    def _typist(self) -> Typist:
        return Typist(self._pane.world, self._place(), self._person.user)

    # --- places -------------------------------------------------------------------------------------------

    async def say(self, request: PaneRequest) -> None:
        """Write a message."""
        text, place = request.text("text").strip(), self._place()
        if not 0 < len(text) <= LONGEST:
            raise ProblemError(f"A message has 1 to {LONGEST} characters.")
        needed = Permission.SEND_MESSAGES_IN_THREADS if place.is_thread else Permission.SEND_MESSAGES
        if place.guild is not None and not (place.parent or place).member_permissions & needed:
            raise ProblemError("You do not have permission to send messages in this channel.")
        self._person.say(place, text)
        self._pane.record("say", text=text, place=_where(place))

    async def go(self, request: PaneRequest) -> JSON:
        """Open a place, or the place of a message link, at that message."""
        wanted = request.text("place")
        link = _LINK.fullmatch(wanted)
        number, message = (to_id(link[1]), link[2]) if link else (to_id(wanted), None)
        place = next((one for one in self._pane.places() if one.id == number), None)
        if place is None:
            raise ProblemError("You don't have access to this place, or it no longer exists.")
        shown = None if message is None else self._find(to_id(message))
        self._pane.go(place, None if shown is None else shown.id)
        self._pane.record("go", place=_where(place))
        if message is not None and shown is None:
            raise ProblemError("This message no longer exists.")
        return {"place": str(place.id), "message": message}

    def _find(self, number: int) -> StoredMessage | None:
        try:
            return self._person.message(number)
        except CannotSeeError:
            return None

    async def direct(self, _: PaneRequest) -> JSON:
        """Open the direct messages with the bot."""
        place = self._person.direct_channel
        self._pane.go(place)
        self._pane.record("direct")
        return {"place": str(place.id)}

    async def language(self, request: PaneRequest) -> None:
        """Switch the person's client to another language."""
        code = request.text("code")
        if code not in dict(self._pane.locales):
            raise ProblemError("This language isn't available.")
        self._person.user.locale = code
        self._pane.record("language", code=code)

    def _place(self) -> Channel:
        if self._pane.place is None:
            raise ProblemError("There is no channel.")
        return self._pane.place

    # --- answers ------------------------------------------------------------------------------------------

    def _record(self, action: str, message: StoredMessage, **arguments: object) -> None:
        self._pane.record(action, place=_where(message.channel), **arguments)

    async def _answered(self, answer: Answer, message: StoredMessage | None = None) -> None:
        self._pane.watch(answer, message)
        await answer
        self._expect(answer, NOT_RESPONDED if message is None else FAILED)

    def _expect(self, answer: Answer, notice: str) -> None:
        if answer.failed:
            raise ProblemError(self._pane.failure(notice, answer))


def _filling(value: object) -> Filling:
    """Return what was filled in as a text, a check mark, or a list of options."""
    if isinstance(value, bool):
        return value
    return [str(one) for one in value] if isinstance(value, list) else str(value)


def _where(place: Channel) -> str:
    return "" if place.recipient is not None else place.name


def _has_button(label: str) -> Callable[[StoredMessage], bool]:
    def usable(button: SeenButton) -> bool:
        return not button.disabled and label in (button.label, button.emoji)

    return lambda message: any(map(usable, see(message).buttons))


def _has_select(placeholder: str) -> Callable[[StoredMessage], bool]:
    return lambda message: any(one.placeholder == placeholder and not one.disabled for one in see(message).selects)


_DEEDS: dict[str, Callable[[Actions, PaneRequest], Awaitable[object]]] = {
    "click": Actions.click,
    "choose": Actions.choose,
    "submit": Actions.submit,
    "close": Actions.close,
    "commands": Actions.commands,
    "complete": Actions.complete,
    "slash": Actions.slash,
    "menu": Actions.menu,
    "context": Actions.context,
    "say": Actions.say,
    "go": Actions.go,
    "direct": Actions.direct,
    "dismiss": Actions.dismiss,
    "language": Actions.language,
}
