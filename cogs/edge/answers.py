"""Answers interactions: each exactly once, in time, in a form that Discord accepts.

In time means by Discord's clock, which this machine's may differ from. An interaction may arrive twice, from the
gateway after a resume, or have been answered by another bot with the same token.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum, auto
from time import perf_counter
from typing import Final, TypeAlias

import discord
from cachetools import FIFOCache
from discord import InteractionType

from bot.counts import ClickOutcome, ProgramCounts
from bot.play.scheduling.thinking import PeopleFirst
from bot.play.state.ports import Clock
from bot.play.state.values import MINUTE, SECOND
from cogs.edge.answer_messages import (
    UNSENT,
    AnswerMessage,
    EditTokens,
    arrived,
    clicked_private,
    follow_up,
    in_direct_messages,
    is_private,
    send_answer,
    send_private,
)
from cogs.edge.languages import Readers
from cogs.edge.layout import notice_screen
from cogs.edge.messages import CardEmojis, Message, Trouble, trouble_of
from cogs.edge.notices import outcome_of, refused_by

logger = logging.getLogger(__name__)
clock_logger = logging.getLogger(f"{__name__}.clock")

PATIENCE: Final = 1.5
"""Seconds to wait for an answer before deferring it."""
LAST_MOMENT: Final = 2.8
"""Seconds after an interaction within which its answer has to be sent. Discord waits for three."""
_TOLERATED: Final = SECOND
"""Milliseconds of difference between the clocks that are ignored."""
_SAMPLES: Final = 20
"""Number of samples kept. Interactions that arrive within one second are one sample."""
_ENOUGH_SAMPLES: Final = 3
"""Number of samples after which a minimum delay above zero is attributed to the clock."""
_REMEMBERED: Final = 10_000
"""How many interactions are remembered, to recognize repeated ones."""
_LOOKED_AT: Final = 20
"""How many of the last answers count."""
_SUSPICIOUS: Final = 5
"""How many of them were given by another program already when a second bot is reported. One may be a repeated event."""


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
    """Show a message. ``shown`` sends it if the message is updated later; None sends it the default way.

    A private answer replaces the clicked private message; ``anew`` sends a new one, which screen readers read aloud.
    """

    message: Message
    where: Where = Where.PRIVATE
    shown: Shown | None = None
    anew: bool = False


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

    ``people`` is told what is being answered, so that computers without people wait. ``counts`` gets every answer,
    ``tokens`` those of interactions that can edit a public message. ``replaceable`` processes of a bot replace each
    other, and may both answer for a moment.
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
        tokens: EditTokens | None = None,
        replaceable: bool = False,
    ) -> None:
        counts = counts or ProgramCounts()
        self._clock = clock
        self._tokens = tokens or EditTokens(clock, used=False)
        self._counted, self._sights = counts.interactions, counts.sights
        self._declined: dict[int, ClickOutcome] = {}  # by interaction that is being answered: why it did nothing
        self._people = people or PeopleFirst()
        self._readers = readers
        self._skew = Skew(clock)
        self._second_bot = SecondBot(clock, MINUTE if replaceable else 0)
        self._emojis = emojis
        self._private_shown = private
        self._under_way: set[asyncio.Future[None]] = set()

    async def give(self, interaction: discord.Interaction, place: Where, make: Callable[[], Awaitable[Reply]]) -> None:
        """Make an answer and send it. If making it takes longer than `PATIENCE`, defer it first.

        If the interaction is already too old to be deferred, ``make`` isn't called and nothing changes. Exceptions from
        ``make`` are raised. Errors from Discord are logged.
        """
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        began, outcome = perf_counter(), ClickOutcome.FAILED
        self._sights.arrived(interaction.user.id, began)  # fails if there is no user
        self._under_way.add(done)
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
            if not deferred and place is Where.PRIVATE and self._tokens.wants(interaction):
                place = Where.PUBLIC
                deferred = await self._defer(interaction, place)
            elif not deferred and place is not Where.NOW:
                done, _ = await asyncio.wait({work}, timeout=patience)
                deferred = not done and await self._defer(interaction, place)
            reply = await work
        except Exception:
            if deferred and place in _SEEN_BY_ALL:
                with suppress(discord.HTTPException):
                    await _take_back(interaction, place)
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
        await self._readers.prepare(interaction.user.id, interaction.locale.value)
        return await make()

    async def say(self, interaction: discord.Interaction, message: Message) -> None:
        """Send the actor a private message, as a follow-up if the interaction is answered already. Used for errors."""
        try:
            if interaction.response.is_done():
                await follow_up(interaction, message, self._emojis.faces)
            else:
                await send_private(interaction, message, self._emojis.faces, self._clock(), deferred=False)
        except discord.HTTPException as error:
            logger.warning("answer was rejected", extra=_about(interaction, error))

    async def _defer(self, interaction: discord.Interaction, place: Where) -> bool:
        """Defer the answer. Return False if Discord refuses, usually because it's too late."""
        try:
            if place is Where.POST:
                await arrived(interaction.response.defer(thinking=True))
            elif place is Where.PUBLIC or is_private(interaction):
                await arrived(interaction.response.defer())
            else:
                hidden = not in_direct_messages(interaction)
                await arrived(interaction.response.defer(ephemeral=hidden, thinking=True))
        except discord.HTTPException as error:
            self._rejected("answer can't be deferred", interaction, error)
            return False
        return True

    def _rejected(self, what: str, interaction: discord.Interaction, error: discord.HTTPException) -> None:
        logger.warning(what, extra=_about(interaction, error))
        if trouble_of(error) is Trouble.ANSWERED:
            self._second_bot.note(elsewhere=True)

    async def _show(self, interaction: discord.Interaction, reply: Reply, deferred: Where | None, heard: int) -> None:
        """Send an answer. ``deferred`` is where it was deferred to, ``heard`` when the interaction arrived."""
        faces = self._emojis.faces
        match reply:
            case Ask(modal):
                modal.stop()  # the library needn't listen: the router handles the submitted modal
                await arrived(interaction.response.send_modal(modal))
            case Show(made, Where.PRIVATE, shown):
                message = self._readers.fitting(interaction.user.id, made)
                deliver = self._private_shown if shown is None else shown
                private = deferred not in _SEEN_BY_ALL
                anew = reply.anew and deferred is None

                async def send() -> AnswerMessage:
                    if private:
                        late = deferred is not None
                        return await send_private(interaction, message, faces, heard, deferred=late, anew=anew)
                    await _take_back(interaction, deferred)
                    if deferred is Where.PUBLIC:
                        self._tokens.keep_clicked(interaction, heard)
                    # The original response is the clicked public message: editing it would show a hand to everyone.
                    sent = await follow_up(interaction, message, faces)
                    return AnswerMessage(sent, interaction, heard, follow_up=True)

                coming = AnswerMessage(UNSENT, interaction, heard) if private else None
                clicked = None if anew else clicked_private(interaction)
                await deliver(Delivery(interaction.user.id, clicked, message, send, coming))
            case Show(message, where, shown):
                deliver = send_untracked if shown is None else shown
                clicked = None if where is Where.POST or interaction.message is None else interaction.message.id

                async def send_public() -> AnswerMessage:
                    late = deferred is not None
                    sent = await send_answer(interaction, message, faces, clicked, deferred=late)
                    return self._tokens.kept(AnswerMessage(sent, interaction, heard))

                await deliver(Delivery(interaction.user.id, clicked, message, send_public))


async def _take_back(interaction: discord.Interaction, place: Where | None) -> None:
    """Delete the public placeholder of a deferred answer, so that a private one can follow."""
    if place is Where.POST or interaction.type is InteractionType.application_command:
        with suppress(discord.NotFound):  # a moderator has deleted it
            await interaction.delete_original_response()


def _about(interaction: discord.Interaction, error: discord.HTTPException) -> dict[str, object]:
    """Return the log fields of a refused answer, without its token."""
    return {"interaction": interaction.id, "code": error.code, "trouble": trouble_of(error).name}


class Repeats:
    """The ids of the last interactions. After a resume, the gateway may send one again."""

    def __init__(self) -> None:
        self._heard: FIFOCache[int, None] = FIFOCache(_REMEMBERED)

    def heard_before(self, interaction: int) -> bool:
        """Record an interaction, and return whether it arrived before."""
        if interaction in self._heard:
            return True
        self._heard[interaction] = None
        return False


class SecondBot:
    """Reports once that answers keep failing because the clicks were answered elsewhere.

    The first ``tolerated`` milliseconds of that don't count: a process that was replaced ends within seconds.
    """

    def __init__(self, clock: Clock, tolerated: int = 0) -> None:
        self._clock = clock
        self._tolerated = tolerated
        self._since = self._last = -tolerated - 1  # the first and last click in a row that was answered elsewhere
        self._elsewhere: deque[bool] = deque(maxlen=_LOOKED_AT)
        self._reported = False

    def note(self, *, elsewhere: bool) -> None:
        """Record an answer: it was given by another program already (40060), or arrived."""
        if elsewhere:
            now = self._clock()
            self._since = now if now - self._last > self._tolerated else self._since
            self._last = now
            elsewhere = now - self._since >= self._tolerated
        self._elsewhere.append(elsewhere)
        if not self._reported and sum(self._elsewhere) >= _SUSPICIOUS:
            self._reported = True
            logger.error(
                'another bot answers the same clicks ("already acknowledged"): it uses this bot\'s token; stop it, or '
                "reset the token on the application's Bot page and start this one with the new token"
            )


# Not from the HTTP Date header, which has whole seconds and may be a proxy's. Setting the machine's clock is the
# operating system's job.
class Skew:
    """Measures how long ago users clicked, even if this machine's clock is off.

    An id contains the time of the click by Discord's clock, and no click arrives before it's made. So the smallest
    recent delay is the difference between the clocks. A negative one proves a difference; a positive one counts only
    after several samples, since a single delivery may be late, as after a lost connection.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._delays: deque[tuple[int, float]] = deque(maxlen=_SAMPLES)  # (when it arrived, the smallest delay)
        self._warned = False

    def age(self, interaction: int) -> float:
        """Return how many seconds ago an interaction was made, by its id."""
        now = self._clock()
        delay = now - discord.utils.snowflake_time(interaction).timestamp() * SECOND
        self._note(now, delay)
        return (delay - self._offset()) / SECOND

    def _note(self, now: int, delay: float) -> None:
        """Add a delay in milliseconds to the samples."""
        if self._delays and abs(now - self._delays[-1][0]) < SECOND:
            began, smallest = self._delays.pop()
            self._delays.append((began, min(smallest, delay)))
        else:
            self._delays.append((now, delay))

    def _offset(self) -> float:
        """Return by how many milliseconds this machine's clock is ahead; 0 for a tolerated difference."""
        smallest = min(delay for _, delay in self._delays)
        if -_TOLERATED <= smallest <= _TOLERATED or (smallest > 0 and len(self._delays) < _ENOUGH_SAMPLES):
            return 0
        if not self._warned:
            self._warned = True
            clock_logger.warning(
                "this machine's clock is %.1f s %s Discord's: synchronize it, for example with NTP; until then the bot "
                "allows for the difference",
                abs(smallest) / SECOND,
                "ahead of" if smallest > 0 else "behind",
            )
        return smallest
