"""The public messages of tables: when they're edited, when a new one is posted, what happens to old ones."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import KW_ONLY, dataclass, field, replace
from functools import partial
from typing import Final

import discord

from bot.counts import SightCounts
from bot.play.service.table import Table, TableReading
from bot.play.state.game import FIRST, DealStage
from bot.play.state.ports import Clock, Signal
from bot.play.state.shuffles import StartPromise
from bot.play.state.values import Stamp, Status
from bot.ratings.values import Rated
from bot.rummy.events import EventKind
from bot.rummy.views import Phase
from bot.text.catalogs import Catalogs, Texts
from cogs.edge.channel_writer import Channels, ChannelWriter, Current, Job, Sent, bring_up_to_date
from cogs.edge.messages import Message, Post, Trouble, trouble_of
from cogs.table.table_messages import TableMessages, presence_of

STALE_AFTER: Final = 50 * 60 * 1000
"""Milliseconds after which a table gets a new message: Discord limits edits of messages older than an hour."""
_MOMENT: Final = 10.0
"""Seconds for which an edit that shows a winning moment may wait."""
_DELETED: Final = 0
_NOT_REFUSED: Final = (Trouble.BUSY, Trouble.DOWN, Trouble.GONE, Trouble.NO_CHANNEL)
"""Errors after which a message that couldn't be deleted isn't edited instead."""


@dataclass(frozen=True, slots=True)
class Mark:
    """The state of a table that a message shows. Two messages with equal marks show the same.

    ``part`` decides which message a table needs: the lobby and the first deal share one, every other part has its own.
    ``rated`` is whether its game counts, once that's known; ``promise`` is what the start of a lobby would prove.
    """

    table: int
    part: DealStage
    version: int
    stamp: Stamp
    status: Status
    notes: int = 0
    deadline: int | None = None
    nudged: bool = False
    names: tuple[str, ...] = ()
    rated: Rated | None = None
    resting: bool = False
    promise: StartPromise | None = None


def mark_of(table: Table) -> Mark:
    """Return the mark of a table's current state."""
    row, part = table.row, table.game.part if table.game else FIRST
    clock, here = row.clock, presence_of(table)
    deadline, nudged = (clock.deadline, clock.nudged) if clock else (None, False)
    names = tuple(player.name for player in row.seats)
    rated = table.outcome.result.rated if table.outcome else None
    return Mark(
        row.id,
        part,
        row.version,
        table.stamp(None),
        row.status,
        here.notes,
        deadline,
        nudged,
        names,
        rated,
        here.resting,
        table.promise if row.status is Status.LOBBY else None,
    )


def has_only_drawn(table: Table, shown: Mark) -> bool:
    """Return whether all that has happened since a mark is that the player whose turn it is has drawn or taken a card.

    Others can do nothing about that but wait for the discard. So False where discards can be claimed (H-8), which the
    draw ends. A take-back (C-9) is ended by it, too, but only its player's panel offers that, and it's updated at once.
    """
    if table.row.options.claims or table.game is None:
        return False
    if table.stamp(None).public != shown.stamp.public + 1 or replace(mark_of(table), stamp=shown.stamp) != shown:
        return False
    view = table.view(None)
    last = view.recent[-1] if view.recent else None
    drawn = last is not None and last.kind in (EventKind.DREW, EventKind.TOOK) and last.seat == view.turn
    return drawn and view.phase in (Phase.DISCARD, Phase.LAY)


class _OutgrownError(Exception):
    """A deal has begun or ended while a message was being built: the table needs a new one."""


@dataclass(slots=True, eq=False)
class PublicMessages:
    """Keeps the public messages of tables up to date, through the channel writer.

    ``lost`` is sent each table whose channel was deleted.
    """

    showing: TableMessages
    catalogs: Catalogs
    clock: Clock
    channels: Channels
    writer: ChannelWriter
    _: KW_ONLY
    sights: SightCounts = field(default_factory=SightCounts)
    lost: Signal[Table] = field(init=False, default_factory=Signal)
    _current: Current[Mark] = field(init=False, default_factory=Current)
    # old messages: the deal whose result they show, or _DELETED
    _old: Current[int] = field(init=False, default_factory=Current)
    _anew: set[int] = field(init=False, default_factory=set)  # tables to repost
    # by table: the last posted message, until it's stored as the table's
    _posted: dict[int, int] = field(init=False, default_factory=dict)
    # by table: undeletable old messages, now links to the new one
    _links: dict[int, list[int]] = field(init=False, default_factory=dict)
    # by table: when the change was requested that isn't being shown yet
    _since: dict[int, float] = field(init=False, default_factory=dict)
    # tables that an answer is going to show for the first time
    _expected: set[int] = field(init=False, default_factory=set)

    def changed(self, table: Table, *, anew: bool = False) -> None:
        """Update a table's public message soon; a practice table has none. ``anew`` reposts it."""
        if table.row.is_practice:
            return
        if not anew and (self._current.shows(table.row.message) == mark_of(table) or table.row.id in self._expected):
            return
        if anew:
            self._anew.add(table.row.id)
        row = table.row
        self._since.setdefault(row.id, asyncio.get_running_loop().time())
        write, given_up = partial(self._show, table, row.home.channel), partial(self._given_up, table)
        follows = partial(self._discard_follows, table)
        self.writer.request(
            Job(row.home.guild, row.home.channel, ("table", row.id), write, given_up, more_follows=follows)
        )

    # A game is one message per deal: a single message would scroll away, and edits of old ones are slow. A link in each
    # old message would be clutter, so those without a result are deleted.
    def leave(self, table: Table, message: int, part: DealStage) -> None:
        """Remove a message that doesn't show the table any more. The result of a deal stays.

        ``part`` is the part of the game that the message shows.
        """
        deal = _result(table, part)
        if self._old.shows(message) == (deal or _DELETED):
            return
        if deal is None:
            self._clear(table, message)
        else:
            self._keep_result(table, message, deal)

    def expect(self, table: Table) -> None:
        """Post nothing until `arrived`: an answer is going to show this table for the first time."""
        self._expected.add(table.row.id)

    def arrived(self, table: Table) -> None:
        """Update a table after an answer has shown it, or failed."""
        self._expected.discard(table.row.id)
        self.changed(table)

    @contextmanager
    def answering(self, message: int | None, mark: Mark | None) -> Iterator[None]:
        """Track an answer that shows a table in the clicked message; None for a new message."""
        if message is None:
            yield
            return
        with self._current.writing(message) as write:
            yield
            write.looks = mark

    async def adopt(self, table: Table, message: int, posted: Mark | None = None) -> None:
        """Make the message of an answer the table's public message. Raises StoreError.

        ``posted`` is what a new message shows; None if the answer edited the clicked message.
        """
        if posted is not None:
            self._current.wrote(message, posted)
        if table.row.message != message:
            await table.set_message(message)

    def paused_at(self, channel: int) -> int | None:
        """Return when a channel was paused for a missing permission, in epoch milliseconds; None if it isn't."""
        return self.writer.paused_at(channel)

    def explained(self, table: Table) -> None:
        """Pause a table's channel after telling a player which permission is missing."""
        self.writer.pause(table.row.home.guild, table.row.home.channel, 0)

    def resume(self, table: Table, *, anew: bool = False) -> None:
        """Resume a channel that was paused for a missing permission. ``anew`` reposts the table."""
        self.changed(table, anew=anew)
        self.writer.resume(table.row.home.channel)

    def part_shown(self, table: Table, message: int) -> DealStage:
        """Return the part of the game that a table's message shows; if unknown, the part when it was posted."""
        shown, game, at = self._current.shows(message), table.game, table.row.message_at
        if shown is not None:
            return shown.part
        return FIRST if game is None or at is None else game.part_at(at)

    # Most draws are followed by a discard within seconds, and change nothing for the others. A longer pace for all
    # edits would delay discards; no edit for draws would show a slow player's card count wrong.
    def _discard_follows(self, table: Table) -> bool:
        """Return whether a message lacks nothing but a draw, so that the discard can be shown with it."""
        shown = self._current.shows(table.row.message)
        return shown is not None and table.row.id not in self._anew and has_only_drawn(table, shown)

    async def _show(self, table: Table, channel: int) -> Sent:
        if table.row.home.channel != channel:  # the table has moved meanwhile
            self.changed(table)
            return Sent.NOTHING
        await self.showing.ready(table)
        await self._record(table)
        row = table.row
        if row.message is None or row.id in self._anew or self._outgrown(table, row.message):
            return await self._post(table)

        async def edit() -> Mark:
            mark, message = await self._made(table)
            if mark.part != self.part_shown(table, target):
                raise _OutgrownError
            await self.channels.edit(row.home.guild, row.home.channel, target, message)
            self.sights.shown(row.id, mark.stamp.public)
            return mark

        target = row.message
        try:
            sent = await bring_up_to_date(self._current, target, lambda: mark_of(table), edit)
        except _OutgrownError:
            return await self._post(table)
        except discord.HTTPException as error:
            if trouble_of(error) not in (Trouble.GONE, Trouble.TOO_OLD):
                raise
            if table.row.message != target:  # a click on another message has made that one the table's
                return Sent.AGAIN
            return await self._post(table)
        if sent is Sent.NOTHING:
            self._since.pop(row.id, None)
        return sent

    async def _made(self, table: Table) -> tuple[Mark, Message]:
        async with self.showing.low_priority(self._since.get(table.row.id)):
            self._since.pop(table.row.id, None)
            mark = mark_of(table)
            return mark, await self.showing.public(table, self.texts_of(table))

    async def _post(self, table: Table) -> Sent:
        mark, message = await self._made(table)
        row = table.row
        what = ("table", row.id, row.created_at, row.home.channel, row.message)
        posted = await self.channels.post(row.home.guild, row.home.channel, message, Post(what, lasting=True))
        self.sights.shown(row.id, mark.stamp.public)
        self._anew.discard(row.id)
        self._current.wrote(posted, mark)
        self._posted[row.id] = posted
        await self._record(table)
        for link in self._links.pop(row.id, []):
            self._clear(table, link)
        if mark.part.ended or mark.status is Status.OVER:
            self.writer.prepare(self._animate(table, posted, mark), row.home.channel)
        return Sent.DONE if mark == mark_of(table) else Sent.AGAIN

    # The result is out with the still. What moves takes one edit more, so it's left out where edits are scarce, and
    # once the message has changed or the moment is over.
    async def _animate(self, table: Table, posted: int, mark: Mark) -> None:
        """Draw a winning moment, and put it in the place of the still, if the message still shows that then."""
        message = await self.showing.moment(table, self.texts_of(table))
        if message is None:
            return
        guild, channel, loop = table.row.home.guild, table.row.home.channel, asyncio.get_running_loop()
        until = loop.time() + _MOMENT

        async def write() -> Sent:
            fresh = self._current.shows(posted) == mark == mark_of(table) and loop.time() < until
            if not fresh or not self.writer.has_room(channel):
                return Sent.NOTHING
            with self._current.writing(posted) as editing:
                await self.channels.edit(guild, channel, posted, message)
                editing.looks = mark
            return Sent.DONE

        self.writer.request(Job(guild, channel, ("moment", table.row.id), write, can_wait=True))

    async def _record(self, table: Table) -> None:
        """Store the last posted message as the table's, and remove the previous one.

        Raises StoreError; then the next call tries again.
        """
        posted, before = self._posted.get(table.row.id), table.row.message
        if posted is None:
            return
        part = None if before is None else self.part_shown(table, before)
        if before != posted:  # a click on it may have stored it already
            await table.set_message(posted)
        del self._posted[table.row.id]
        if before is not None and part is not None and before != posted:
            self._current.forget(before)
            self.leave(table, before, part)

    async def _given_up(self, table: Table, trouble: Trouble) -> None:
        """Report a table whose channel is gone. Other tables are updated again with their next change."""
        self._since.pop(table.row.id, None)
        self._anew.discard(table.row.id)
        if trouble is Trouble.NO_CHANNEL:
            self.lost.send(table)

    def _clear(self, table: Table, message: int) -> None:
        """Delete an old message of a table soon. If that's forbidden, turn it into a link to the new one."""
        guild, channel = table.row.home.guild, table.row.home.channel

        async def write() -> Sent:
            self._old.wrote(message, _DELETED)  # so that a click on it meanwhile doesn't delete it twice
            try:
                await self.channels.delete(channel, message)
            except (discord.HTTPException, OSError) as error:
                self._old.forget(message)
                if isinstance(error, OSError) or trouble_of(error) in _NOT_REFUSED:
                    raise
                link = self.showing.moved(table, self.texts_of(table))
                await self.channels.edit(guild, channel, message, link)
                self._links.setdefault(table.row.id, []).append(message)
                return Sent.DONE
            return Sent.NOTHING

        self.writer.request(Job(guild, channel, ("old", message), write, can_wait=True))

    def _keep_result(self, table: Table, message: int, deal: int) -> None:
        """Turn an old message that showed the end of a deal into the result of that deal, soon."""
        guild, channel = table.row.home.guild, table.row.home.channel

        async def edit() -> int:
            async with self.showing.low_priority():
                result = await self.showing.result_of_deal(table, deal, self.texts_of(table))
            await self.channels.edit(guild, channel, message, result)
            return deal

        async def write() -> Sent:
            return await bring_up_to_date(self._old, message, lambda: deal, edit)

        self.writer.request(Job(guild, channel, ("old", message), write, can_wait=True))

    def _outgrown(self, table: Table, message: int) -> bool:
        """Return whether a table needs a new message: a deal has begun or ended, or the message is too old."""
        if self.part_shown(table, message) != mark_of(table).part:
            return True
        at = table.row.message_at
        return table.row.status is Status.PLAYING and at is not None and self.clock() - at > STALE_AFTER

    def texts_of(self, table: TableReading) -> Texts:
        """Return the texts in which everyone sees a table: those of its server."""
        guild = table.row.home.guild
        return self.catalogs.texts(self.channels.locale(guild), self.channels.look(guild))


def _result(table: Table, part: DealStage) -> int | None:
    """Return the deal whose result an old message for this part shows; None if the message can be deleted.

    The last deal has no message of its own before the one of the game's end, so the message of its table shows it.
    """
    shown, game = mark_of(table).part, table.game
    if part.ended:
        return part.deal if part != shown else None
    played = game is not None and game.over and not game.broken_off
    return part.deal if played and part.deal == shown.deal else None
