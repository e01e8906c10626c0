"""Private panels: each player's at each table, kept up to date.

A private message can only be edited through the token of an interaction that sent or edited it, and only for fifteen
minutes. For as long, the panel is stored, so that the next start brings it up to date (`cogs.table.panels.stored`).
Half a minute before that ends, `_retire` shows how to open the hand again; a click revives the panel with a new token.

Screen readers don't read edits aloud. So where a player who listens can do something new, the panel is sent again as a
new message, which replaces the one before: `_announce`.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from functools import partial
from itertools import count
from typing import Final, TypeVar

import discord

from bot.play.service.table import Table
from bot.play.state.ports import Clock
from bot.play.state.values import Status
from bot.text.catalogs import Texts
from cogs.edge.answer_messages import AnswerMessage
from cogs.edge.answers import Delivery
from cogs.edge.channel_writer import Current, Sent, bring_up_to_date
from cogs.edge.messages import CardEmojis, Message, Trouble, trouble_of
from cogs.edge.tasks import Tasks
from cogs.table.panels.hands import NO_PANEL, Hands, Owner, PanelState, Said, ShownPanel, announces
from cogs.table.panels.stored import Expiring, StoredPanels
from cogs.table.public_messages import mark_of
from cogs.table.screens.scene import NO_NOTICE, Chance, Notice, chance_in, expired_screen, restarting_words
from cogs.table.table_messages import TableMessages, scene_of, seat_at

T = TypeVar("T")
logger = logging.getLogger(__name__)
_WAITS: Final = (5.0, 10.0)
"""Seconds between attempts while Discord is down."""
_FAREWELL: Final = 1.5
"""Seconds that the last edits may take before the program stops."""
_OVERLAP: Final = 1.0
"""Seconds to wait before repeating an edit that overlapped with another."""
_PASSING: Final = (Trouble.BUSY, Trouble.DOWN)
_LOST: Final = (Trouble.GONE, Trouble.TOKEN_EXPIRED, Trouble.NO_CHANNEL)


@dataclass(frozen=True, slots=True)
class Panel:
    """The panel of a user at a table. ``told`` is what the user has last heard that they can do; None if nothing."""

    message: AnswerMessage
    table: Table
    said: Said
    told: Chance | None = None


class _Superseded(Exception):
    """A newer answer changed the panel, so what was made for it is outdated."""


class Panels:
    """The panels of all players, one per player and table, kept up to date while their tokens work.

    ``sleep`` takes seconds and follows ``clock``.
    """

    def __init__(
        self,
        showing: TableMessages,
        hands: Hands,
        clock: Clock,
        emojis: CardEmojis,
        *,
        stored: StoredPanels,
        sleep: Callable[[float], Awaitable[object]] = asyncio.sleep,
    ) -> None:
        self._showing = showing
        self._hands = hands
        self._clock = clock
        self._emojis = emojis
        self._stored = stored
        self._sleep = sleep
        hands.preferred.subscribe(self._prefer)
        self._tasks = Tasks()
        self._numbers = count(1)
        self._panels = Expiring[Panel](_heard, clock, sleep, self._expired)
        self._owners: dict[int, Owner] = {}  # by the id of the panel's message
        # the last private message about a table that isn't a panel, such as a screen of the lobby
        self._asides = Expiring[AnswerMessage](lambda message: message.heard, clock, sleep)
        self._current: Current[PanelState] = Current()
        self._pushing: set[Owner] = set()
        self._answering: Counter[Owner] = Counter()  # number of answers being sent
        self._answered = asyncio.Event()  # the next answer is sent

    def look(self, table: Table, user: int) -> PanelState:
        """Return the state that a user's panel should show, without the notices of answers."""
        picks, taste = self._hands.picks(table, user), self._hands.taste(user)
        return PanelState(mark_of(table), table.stamp(seat_at(table, user)), picks, taste=taste)

    async def answer(self, delivery: Delivery, shown: ShownPanel | int | None = None) -> None:
        """Send a private answer. If it shows a hand, its message becomes the player's panel.

        ``shown`` is the id of a table if the answer is about that table but doesn't show the hand. Raises what
        ``delivery.send`` raises.
        """
        user, clicked, message, send = delivery.user, delivery.clicked, delivery.message, delivery.send
        if isinstance(shown, ShownPanel):
            owner, table, look = Owner(shown.table.row.id, user), shown.table, shown.look
            said = Said(next(self._numbers), look.stamp, shown.notice, shown.screen)
        elif (panel := self._panel_in(clicked, user)) is not None:
            owner, table, look = Owner(panel.table.row.id, user), panel.table, self.look(panel.table, user)
            said = Said(next(self._numbers), look.stamp, screen=message)
        else:
            answered = await send()
            if shown is not None:
                self._set_aside(Owner(shown, user), answered)
            return
        with self.answering(owner, table):
            if delivery.coming is not None and clicked not in self._owners:
                await self._stored.expect(owner, delivery.coming)
            answered = await self._sent(clicked, said.on(look), send)
            if isinstance(shown, ShownPanel):
                self._adopt(owner, Panel(answered, table, said, shown.told))
                if shown.told is not None:
                    self._drop_aside(owner)  # for a listener, the hand is the last message
            elif answered.id == clicked:
                self._adopt(owner, Panel(answered, table, said, panel.told if panel else None))
            else:
                self._stored.drop(answered)

    @contextmanager
    def answering(self, owner: Owner, table: Table | None = None) -> Iterator[None]:
        """Don't update a panel during the block, whose answer probably shows it; otherwise it's updated afterward."""
        self._answering[owner] += 1
        try:
            yield
        finally:
            self._answering[owner] -= 1
            self._answering += Counter()  # drop zero counts
            answered, self._answered = self._answered, asyncio.Event()
            answered.set()
            if (panel := self._panels.get(owner)) is not None:
                self.push(table or panel.table, owner.user)  # even after a failure: the table may have changed

    def is_news(self, owner: Owner, clicked: int | None, told: Chance, notice: Notice) -> bool:
        """Return whether the answer to a click in a panel has something that its player has to be told."""
        panel = self._panels.get(owner)
        if panel is None or clicked is None or panel.message.id != clicked:
            aside = self._asides.get(owner)
            return aside is not None and aside.id == clicked  # it asks for the hand
        return bool(notice) or panel.told != told

    async def _sent(
        self, clicked: int | None, look: PanelState, send: Callable[[], Awaitable[AnswerMessage]]
    ) -> AnswerMessage:
        if clicked is None:
            answered = await send()
        else:
            with self._current.writing(clicked) as write:
                answered = await send()
                if answered.id == clicked:
                    write.looks = look
        if answered.id != clicked:
            self._current.wrote(answered.id, look)
        return answered

    def _panel_in(self, message: int | None, user: int) -> Panel | None:
        owner = None if message is None else self._owners.get(message)
        return None if owner is None or owner.user != user else self._panels[owner]

    def _set_aside(self, owner: Owner, message: AnswerMessage) -> None:
        """Record a private message about a table that isn't a panel, and delete the previous one."""
        before = self._asides.pop(owner, None)
        if before is not None and before.is_newer(message):
            before, message = message, before
        if before is not None and before.id != message.id:
            self._tasks.start(self._delete(before), _about(owner))
        self._asides.keep(owner, message.kept())

    def _drop_aside(self, owner: Owner) -> None:
        aside = self._asides.pop(owner, None)
        if aside is not None:
            self._tasks.start(self._delete(aside), _about(owner))

    def restore(self, owner: Owner, message: AnswerMessage, table: Table) -> None:
        """Make a message from before the start its owner's panel again, unless they have a newer one; update it."""
        self._adopt(owner, Panel(message, table, Said(next(self._numbers), table.stamp(None))))
        self._panels.sort()
        self.push(table, owner.user)

    # The panel before is deleted rather than edited, because it's far up in the channel. A click on a panel that nobody
    # knows any more makes it the panel again.
    def _adopt(self, owner: Owner, panel: Panel) -> None:
        """Make a message its owner's panel, and delete the panel that it replaces."""
        before, after = self._panels.get(owner), None
        if before is not None:
            is_late = before.message.is_newer(panel.message)
            other = panel.message if is_late else before.message
            if before.message.id != panel.message.id:
                self._tasks.start(self._delete(other), _about(owner))
            else:
                self._stored.drop(other)
                after = before.message.heard
            if is_late:
                return
            self._drop(owner)
        if panel.message.id in self._owners:
            self._stored.drop(self._drop(self._owners[panel.message.id]).message)
        aside = self._asides.get(owner)
        if aside is not None and aside.id == panel.message.id:
            del self._asides[owner]
        elif before is None:  # a screen of the lobby: the game has begun
            self._drop_aside(owner)
        self._panels.keep(owner, replace(panel, message=panel.message.kept()))
        self._owners[panel.message.id] = owner
        self._stored.put(owner, panel.message, after)

    def _drop(self, owner: Owner) -> Panel:
        panel = self._panels.pop(owner)
        del self._owners[panel.message.id]
        return panel

    def push(self, table: Table, user: int) -> None:
        """Update a user's panel soon, if its token still works."""
        owner = Owner(table.row.id, user)
        panel = self._fresh(owner)
        if panel is None:
            return
        if panel.table is not table:  # it was loaded again
            self._panels[owner] = panel = replace(panel, table=table)
        if owner in self._pushing or owner in self._answering:
            return  # that updates the panel when it ends
        if self._current.shows(panel.message.id) != self._wanted(owner):
            self._pushing.add(owner)
            self._tasks.start(self._push(owner, asyncio.get_running_loop().time()), _about(owner))
        elif self._hands.begins_moment(table, user):
            self._tasks.start(self._animate(owner, panel, self._wanted(owner)), _about(owner))

    def _prefer(self, user: int) -> None:
        for owner in [owner for owner in self._panels if owner.user == user]:
            self.push(self._panels[owner].table, user)

    async def idle(self) -> None:
        """Wait until every panel is up to date."""
        await self._tasks.idle()

    # Hands keep their cards during a restart: retiring them would hide them for seconds at each deploy. Without a word,
    # a bot that stays away longer than the tokens work leaves hands that look current.
    async def say_restarting(self) -> None:
        """Show in the open hands that the bot is restarting, in as many as `_FAREWELL` seconds allow.

        The next start takes that back. If it comes too late for that, the hand doesn't pretend to be up to date.
        """
        for owner, panel in reversed(self._panels.items()):
            look = self.look(panel.table, owner.user)
            if panel.table.row.status is Status.PLAYING and panel.said.on(look).mark is not None:
                texts = await self._texts(owner, panel)
                words = Notice(restarting_words(texts, watching=seat_at(panel.table, owner.user) is None))
                self._panels[owner] = replace(panel, said=Said(next(self._numbers), look.stamp, words))
                self.push(panel.table, owner.user)
        with suppress(TimeoutError):
            async with asyncio.timeout(_FAREWELL):
                await self._tasks.idle()

    async def close(self) -> None:
        """Stop updating panels."""
        await self._panels.close()
        await self._asides.close()
        await self._tasks.close()

    def _fresh(self, owner: Owner) -> Panel | None:
        panel = self._panels.get(owner)
        return panel if panel is not None and self._panels.is_fresh(panel) else None

    def _wanted(self, owner: Owner) -> PanelState:
        panel = self._panels.get(owner)
        return NO_PANEL if panel is None else panel.said.on(self.look(panel.table, owner.user))

    async def _push(self, owner: Owner, since: float) -> None:
        """Edit a panel until it's up to date or can't be edited any more; ``since`` is a time of the loop."""
        try:
            while await self._insisted(partial(self._pushed, owner, since)):
                since = asyncio.get_running_loop().time()
        except (discord.HTTPException, OSError) as error:
            logger.info("panel can't be pushed", extra={**_about(owner), "trouble": _trouble(error).name})
            return
        finally:
            self._pushing.discard(owner)
        if (panel := self._panels.get(owner)) is not None:
            self.push(panel.table, owner.user)

    async def _animate(self, owner: Owner, panel: Panel, look: PanelState) -> None:
        """Put a winning moment in the place of the still, if the panel still shows it once that is drawn."""
        message = await self._hands.moment(panel.table, owner.user, panel.message.interaction.locale.value)
        if message is None or owner in self._answering or self._fresh(owner) is not panel:
            return
        if self._current.shows(panel.message.id) == look == self._wanted(owner):
            with suppress(discord.HTTPException, OSError), self._current.writing(panel.message.id) as write:
                await panel.message.edit(message, self._emojis.faces)
                write.looks = look

    async def _pushed(self, owner: Owner, since: float) -> bool:
        """Edit a panel if it's out of date. Return whether to check it again."""
        panel = self._fresh(owner)
        if panel is None or owner in self._answering:
            return False
        try:
            if await self._has_news(owner, panel):
                await self._announce(owner, panel, since)
                return True
            sent = await bring_up_to_date(
                self._current, panel.message.id, partial(self._wanted, owner), partial(self._edit, owner, panel, since)
            )
        except _Superseded:
            return True
        except (discord.HTTPException, OSError) as error:
            if self._owners.get(panel.message.id) != owner:
                return True  # another panel has replaced it
            if _trouble(error) in _LOST:
                self._stored.drop(self._drop(owner).message)
            raise
        return sent is Sent.AGAIN or self._panels.get(owner) is not panel  # the one that replaced it waits for this

    async def _has_news(self, owner: Owner, panel: Panel) -> bool:
        """Return whether a player who listens can do something new in a game, or can't any more."""
        if panel.table.game is None or not announces(await self._hands.person(owner.user)):
            return False
        return chance_in(panel.table.view(seat_at(panel.table, owner.user))).is_news_after(panel.told)

    # A second attempt could show the hand twice, because a lost response doesn't say whether the message arrived, and
    # Discord has no nonces for follow-ups. So there is one attempt; after a failure, the panel before is edited.
    async def _announce(self, owner: Owner, panel: Panel, since: float) -> None:
        """Send a panel as a new message that replaces the one before. Raises _Superseded.

        A click that is being answered meanwhile decides whether its message is the panel or the new one.
        """
        async with self._showing.low_priority(since):
            look, told = self._wanted(owner), chance_in(panel.table.view(seat_at(panel.table, owner.user)))
            message = await self._hands.panel(panel.table, owner.user, panel.message.interaction.locale.value)
        if owner in self._answering or not self._is_still(owner, panel):
            raise _Superseded
        try:
            sent = await panel.message.followed(message, self._emojis.faces)
        except (discord.HTTPException, OSError) as error:
            logger.info("a turn can't be announced", extra={**_about(owner), "trouble": _trouble(error).name})
            if self._is_still(owner, panel):
                self._panels[owner] = replace(self._panels[owner], told=told)
            return
        while owner in self._answering:
            await self._answered.wait()
        if self._is_still(owner, panel):
            self._current.wrote(sent.id, look)
            self._adopt(owner, Panel(sent, panel.table, Said(next(self._numbers), look.stamp), told))
            self._panels.sort()
        elif sent.id not in self._owners:
            self._tasks.start(self._delete(sent), _about(owner))

    def _is_still(self, owner: Owner, panel: Panel) -> bool:
        """Return whether no newer answer or message has become the panel; its table may have been loaded again."""
        current = self._panels.get(owner)
        return current is not None and current.message is panel.message

    async def _edit(self, owner: Owner, panel: Panel, since: float) -> PanelState:
        """Edit a panel and return the state it shows. Raises what `AnswerMessage.edit` does, and _Superseded."""
        look = self._wanted(owner)
        message = panel.said.screen
        if message is None or look.mark is not None:
            async with self._showing.low_priority(since):
                if owner in self._answering:
                    raise _Superseded
                look = self._wanted(owner)
                notice = panel.said.notice if look.said else NO_NOTICE
                locale = panel.message.interaction.locale.value
                message = await self._hands.panel(panel.table, owner.user, locale, notice)
        if owner in self._answering or self._panels.get(owner) is not panel:
            raise _Superseded
        await panel.message.edit(message, self._emojis.faces)
        return look

    async def _delete(self, message: AnswerMessage) -> None:
        """Delete a message that was replaced, unless its token has expired."""
        with suppress(discord.HTTPException, OSError):
            if message.usable(self._clock) and message.id not in self._owners:  # a click has made it the panel again
                await self._insisted(message.delete)
        self._current.forget(message.id)
        self._stored.drop(message)

    def _expired(self, owner: Owner, panel: Panel) -> None:
        del self._owners[panel.message.id]
        self._tasks.start(self._retire(owner, panel), _about(owner))

    async def _retire(self, owner: Owner, panel: Panel) -> None:
        """Show how to open the hand again while the token works, then forget the panel; after a game also picks."""
        await self._show_expired(owner, panel)
        self._stored.drop(panel.message)
        if panel.message.id not in self._owners:
            self._current.forget(panel.message.id)
        if panel.table.row.status is Status.OVER and owner not in self._panels:
            self._hands.forget(owner)

    async def _show_expired(self, owner: Owner, panel: Panel) -> None:
        """Edit a panel to show how to open the hand again. The end of a game stays, and so do direct messages."""
        if panel.table.row.status is not Status.PLAYING or panel.message.is_direct:
            return
        texts = await self._texts(owner, panel)
        scene = scene_of(panel.table, texts, seat_at(panel.table, owner.user))

        async def show() -> bool:
            if not panel.message.usable(self._clock) or panel.message.id in self._owners:
                return True
            with self._current.writing(panel.message.id) as write:
                await panel.message.edit(Message(lambda _: expired_screen(scene)), self._emojis.faces)
            return write.alone

        try:
            while not await self._insisted(show):
                await self._sleep(_OVERLAP)
        except (discord.HTTPException, OSError) as error:
            logger.info("panel can't be retired", extra={**_about(owner), "trouble": _trouble(error).name})

    async def _texts(self, owner: Owner, panel: Panel) -> Texts:
        person = await self._hands.person(owner.user)
        return self._hands.texts(panel.table, person, panel.message.interaction.locale.value)

    async def _insisted(self, doing: Callable[[], Awaitable[T]]) -> T:
        """Call ``doing``, retrying while Discord is down. Raises discord.HTTPException or OSError."""
        for wait in _WAITS:
            try:
                return await doing()
            except (discord.HTTPException, OSError) as error:
                if _trouble(error) not in _PASSING:
                    raise
            await self._sleep(wait)
        return await doing()


def _heard(panel: Panel) -> int:
    return panel.message.heard


def _trouble(error: discord.HTTPException | OSError) -> Trouble:
    return trouble_of(error) if isinstance(error, discord.HTTPException) else Trouble.DOWN


def _about(owner: Owner) -> dict[str, int]:
    return {"table": owner.table}
