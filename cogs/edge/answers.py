"""Answers interactions: each exactly once, in time, in a form that Discord accepts."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum, auto
from time import perf_counter
from typing import Any, Final, TypeAlias

import discord
from discord import InteractionType

from bot.counts import ClickOutcome, ProgramCounts
from bot.play.scheduling.thinking import PeopleFirst
from bot.play.state.ports import Clock
from cogs.edge.answer_messages import UNSENT, AnswerMessage, arrived, in_direct_messages
from cogs.edge.clock_skew import Skew
from cogs.edge.discord_errors import Trouble, trouble_of
from cogs.edge.emojis import CardEmojis
from cogs.edge.gateway.repeats import SecondBot
from cogs.edge.languages import Readers
from cogs.edge.layout import notice_screen
from cogs.edge.messages import Message, send_plainer
from cogs.edge.notices import outcome_of, refused_by

logger = logging.getLogger(__name__)

PATIENCE: Final = 1.5
"""Seconds to wait for an answer before deferring it."""
LAST_MOMENT: Final = 2.8
"""Seconds after an interaction within which its answer has to be sent. Discord waits for three."""


class Where(Enum):
    """Where an answer goes."""

    PRIVATE = auto()  # a message that only the actor can see
    PUBLIC = auto()  # the clicked public message; for a command, a new one
    POST = auto()  # a new public message, even after a click
    NOW = auto()  # a modal, which can't be deferred


_KINDS: Final = {
    InteractionType.application_command: "command",
    InteractionType.component: "click",
    InteractionType.modal_submit: "form",
}
"""Words for the kinds of interactions that are answered."""
_SEEN_BY_ALL: Final = (Where.PUBLIC, Where.POST)


@dataclass(frozen=True, slots=True)
class Delivery:
    """An answer that is ready to be sent.

    ``clicked`` is the id of the clicked message that the answer replaces; None if the answer is a new message. ``send``
    sends ``message`` and returns the message that shows it. It raises discord.HTTPException. ``coming`` is what is
    known of that message before; None if its interaction's first message may be seen by everyone.
    """

    user: int
    clicked: int | None
    message: Message
    send: Callable[[], Awaitable[AnswerMessage]]
    coming: AnswerMessage | None = None


Shown: TypeAlias = Callable[[Delivery], Awaitable[None]]
"""Sends a delivery and tracks which message shows what."""


@dataclass(frozen=True, slots=True)
class Show:
    """Show a message. ``shown`` sends it if the message is updated later; None sends it the default way."""

    message: Message
    where: Where = Where.PRIVATE
    shown: Shown | None = None


@dataclass(frozen=True, slots=True)
class Ask:
    """Open a modal."""

    modal: discord.ui.Modal


Reply: TypeAlias = Show | Ask


def notice(line: str) -> Show:
    """Return a private answer of one line."""
    return Show(Message(lambda _: notice_screen(line)))


async def send_untracked(delivery: Delivery) -> None:
    """Send an answer that is never updated afterwards."""
    await delivery.send()


class Answers:
    """Answers every interaction once. ``private`` sends the private answers whose ``shown`` is None.

    ``people`` is told what is being answered, so that computers without people wait. ``counts`` gets every answer.
    """

    def __init__(
        self,
        clock: Clock,
        emojis: CardEmojis,
        readers: Readers,
        private: Shown = send_untracked,
        people: PeopleFirst | None = None,
        *,
        counts: ProgramCounts | None = None,
    ) -> None:
        counts = counts or ProgramCounts()
        self._clock = clock
        self._counted, self._sights = counts.interactions, counts.sights
        self._declined: dict[int, ClickOutcome] = {}  # by interaction that is being answered: why it did nothing
        self._people = people or PeopleFirst()
        self._readers = readers
        self._skew = Skew(clock)
        self._second_bot = SecondBot()
        self._emojis = emojis
        self._private_shown = private
        self._under_way: set[asyncio.Future[None]] = set()

    async def give(self, interaction: discord.Interaction, place: Where, make: Callable[[], Awaitable[Reply]]) -> None:
        """Make an answer and send it. If making it takes longer than `PATIENCE`, defer it first.

        If the interaction is already too old to be deferred, ``make`` isn't called and nothing changes. Exceptions from
        ``make`` are raised. Errors from Discord are logged.
        """
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._under_way.add(done)
        began, outcome = perf_counter(), ClickOutcome.FAILED
        self._sights.arrived(interaction.user.id, began)
        try:
            with self._people.answering():
                outcome = await self._give(interaction, place, make)
        finally:
            self._under_way.discard(done)
            done.set_result(None)
            self._sights.answered(interaction.user.id, began)
            declined = self._declined.pop(interaction.id, ClickOutcome.DONE)
            kind = _KINDS.get(interaction.type, "other")
            counted = declined if outcome is ClickOutcome.DONE else outcome
            self._counted.answers[kind, counted].add(perf_counter() - began)

    def declined(self, interaction: discord.Interaction, why: Exception) -> dict[str, object]:
        """Count one of `EXPECTED`, because of which an interaction does nothing. Return the fields for the log."""
        outcome, reasons = outcome_of(why), list(refused_by(why))
        self._declined[interaction.id] = outcome
        self._counted.refusals.update(reasons)
        about: dict[str, object] = {"outcome": outcome}
        return {**about, "why": [f"{rule} {reason}".strip() for rule, reason in reasons]} if reasons else about

    async def settle(self) -> None:
        """Wait until every interaction is answered, or `LAST_MOMENT` has passed."""
        if self._under_way:
            await asyncio.wait(tuple(self._under_way), timeout=LAST_MOMENT)

    async def _give(
        self, interaction: discord.Interaction, place: Where, make: Callable[[], Awaitable[Reply]]
    ) -> ClickOutcome:
        """Make an answer and send it. Return what became of the interaction as far as Discord is concerned."""
        heard = self._clock()
        patience = min(PATIENCE, LAST_MOMENT - self._skew.age(interaction.id))
        deferred = place is not Where.NOW and patience <= 0
        if deferred and not await self._defer(interaction, place):
            return ClickOutcome.LATE
        work = asyncio.ensure_future(self._made(interaction, make))
        try:
            if not deferred and place is not Where.NOW:
                done, _ = await asyncio.wait({work}, timeout=patience)
                deferred = not done and await self._defer(interaction, place)
            reply = await work
        except Exception:
            if deferred and place in _SEEN_BY_ALL:
                with suppress(discord.HTTPException):
                    await self._take_back(interaction, place)
            raise
        finally:
            work.cancel()
        try:
            await self._show(interaction, reply, place if deferred else None, heard)
        except discord.HTTPException as error:
            self._rejected("answer was rejected", interaction, error)
            return ClickOutcome.REJECTED
        self._second_bot.note(elsewhere=False)
        return ClickOutcome.DONE

    async def _made(self, interaction: discord.Interaction, make: Callable[[], Awaitable[Reply]]) -> Reply:
        """Make an answer, in the actor's look."""
        await self._readers.prepare(interaction.user.id)
        return await make()

    async def say(self, interaction: discord.Interaction, message: Message) -> None:
        """Send the actor a private message, as a follow-up if the interaction is answered already. Used for errors."""
        try:
            if interaction.response.is_done():
                await self._follow(interaction, message)
            else:
                await self._private(interaction, message, None, self._clock())
        except discord.HTTPException as error:
            logger.warning("answer was rejected", extra=_about(interaction, error))

    async def _defer(self, interaction: discord.Interaction, place: Where) -> bool:
        """Defer the answer. Return False if Discord refuses, usually because it's too late."""
        try:
            if place is Where.POST:
                await arrived(interaction.response.defer(thinking=True))
            elif place is Where.PUBLIC or _private_clicked(interaction) is not None:
                await arrived(interaction.response.defer())
            else:
                hidden = not in_direct_messages(interaction)
                await arrived(interaction.response.defer(ephemeral=hidden, thinking=True))
        except discord.HTTPException as error:
            self._rejected("answer can't be deferred", interaction, error)
            return False
        return True

    def _rejected(self, what: str, interaction: discord.Interaction, error: discord.HTTPException) -> None:
        """Log that Discord rejected an answer."""
        logger.warning(what, extra=_about(interaction, error))
        if trouble_of(error) is Trouble.ANSWERED:
            self._second_bot.note(elsewhere=True)

    async def _show(self, interaction: discord.Interaction, reply: Reply, deferred: Where | None, heard: int) -> None:
        """Send an answer. ``deferred`` is where it was deferred to, ``heard`` when the interaction arrived."""
        match reply:
            case Ask(modal):
                modal.stop()  # the library needn't listen: the router handles the submitted modal
                await arrived(interaction.response.send_modal(modal))
            case Show(made, Where.PRIVATE, shown):
                message = self._readers.fitting(interaction.user.id, made)
                deliver = self._private_shown if shown is None else shown
                clicked = _private_clicked(interaction)

                async def send_private() -> AnswerMessage:
                    return await self._private(interaction, message, deferred, heard)

                private = deferred not in _SEEN_BY_ALL
                coming = AnswerMessage(UNSENT, interaction, heard) if private else None
                await deliver(Delivery(interaction.user.id, clicked, message, send_private, coming))
            case Show(message, where, shown):
                deliver = send_untracked if shown is None else shown
                replaced = None if where is Where.POST or interaction.message is None else interaction.message.id

                async def send_public() -> AnswerMessage:
                    sent = await self._public(interaction, message, where, deferred=deferred is not None)
                    return AnswerMessage(sent, interaction, heard)

                await deliver(Delivery(interaction.user.id, replaced, message, send_public))

    async def _private(
        self, interaction: discord.Interaction, message: Message, deferred: Where | None, heard: int
    ) -> AnswerMessage:
        """Answer privately: edit the private message that was clicked, or send a new one."""
        if deferred in _SEEN_BY_ALL:
            await self._take_back(interaction, deferred)
            # The original response is the clicked public message: editing it would show a hand to everyone.
            return AnswerMessage(await self._follow(interaction, message), interaction, heard, follow_up=True)

        clicked = _private_clicked(interaction)

        async def send(
            view: discord.ui.LayoutView, files: list[discord.File], mentions: discord.AllowedMentions
        ) -> int:
            if deferred is not None:
                edited = await arrived(
                    interaction.edit_original_response(view=view, attachments=files, allowed_mentions=mentions)
                )
                return (edited or await interaction.original_response()).id
            if clicked is not None:
                await arrived(
                    interaction.response.edit_message(view=view, attachments=files, allowed_mentions=mentions)
                )
                return clicked
            hidden = not in_direct_messages(interaction)
            return await _sent(interaction, view=view, files=files, allowed_mentions=mentions, ephemeral=hidden)

        try:
            answered = await send_plainer(send, message, self._emojis.faces)
        except discord.NotFound as error:
            if clicked is None or deferred is not None or trouble_of(error) is not Trouble.GONE:
                raise
            clicked = None  # it was deleted just after the click
            answered = await send_plainer(send, message, self._emojis.faces)
        return AnswerMessage(answered, interaction, heard)

    async def _follow(self, interaction: discord.Interaction, message: Message) -> int:
        """Send the actor a private follow-up, and return its id."""

        async def send(
            view: discord.ui.LayoutView, files: list[discord.File], mentions: discord.AllowedMentions
        ) -> int:
            sent = await interaction.followup.send(
                view=view,
                files=files,
                allowed_mentions=mentions,
                ephemeral=not in_direct_messages(interaction),
                wait=True,
            )
            return sent.id

        return await send_plainer(send, message, self._emojis.faces)

    async def _take_back(self, interaction: discord.Interaction, place: Where | None) -> None:
        """Delete the public placeholder of a deferred answer, so that a private one can follow."""
        if place is Where.POST or interaction.type is InteractionType.application_command:
            with suppress(discord.NotFound):  # a moderator has deleted it
                await interaction.delete_original_response()

    async def _public(self, interaction: discord.Interaction, message: Message, where: Where, *, deferred: bool) -> int:
        """Answer publicly, and return the message's id."""

        async def send(
            view: discord.ui.LayoutView, files: list[discord.File], mentions: discord.AllowedMentions
        ) -> int:
            if deferred:
                edited = await arrived(
                    interaction.edit_original_response(view=view, attachments=files, allowed_mentions=mentions)
                )
                return (edited or await interaction.original_response()).id
            if interaction.message is not None and where is not Where.POST:
                await arrived(
                    interaction.response.edit_message(view=view, attachments=files, allowed_mentions=mentions)
                )
                return interaction.message.id
            return await _sent(interaction, view=view, files=files, allowed_mentions=mentions)

        return await send_plainer(send, message, self._emojis.faces)


async def _sent(interaction: discord.Interaction, **about: Any) -> int:  # noqa: ANN401 - the library's
    """Answer with a new message, and return its id."""
    answer = await arrived(interaction.response.send_message(**about))
    known = None if answer is None else answer.message_id
    return known or (await interaction.original_response()).id


def is_private(interaction: discord.Interaction) -> bool:
    """Return whether the clicked message can only be seen by the actor: in direct messages with the bot all of them."""
    return _private_clicked(interaction) is not None


def _private_clicked(interaction: discord.Interaction) -> int | None:
    """Return the id of the clicked message if it's private, else None."""
    clicked = interaction.message
    if clicked is None or not (clicked.flags.ephemeral or in_direct_messages(interaction)):
        return None
    return clicked.id


def _about(interaction: discord.Interaction, error: discord.HTTPException) -> dict[str, object]:
    """Return the log fields of a refused answer, without its token."""
    return {"interaction": interaction.id, "code": error.code, "trouble": trouble_of(error).name}
