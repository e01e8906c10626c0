"""Clicks in a lobby: public ones, those behind *More*, and the host's private ones."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TypeAlias, TypeVar

from discord import ui

from bot.play.service import table_requests
from bot.play.service.tables import Tables
from bot.play.state import lobby
from bot.play.state.errors import Stale, raise_refusals
from bot.play.state.people import Servers
from bot.play.state.shuffles import BeaconUse
from bot.play.state.values import Pace, Status
from bot.players.levels import Level
from bot.rummy.refusals import Refused
from bot.text.players import computer_names, name_in_sentence, seat_name
from cogs.edge.answer_messages import is_private
from cogs.edge.answers import Ask, Reply, Show, notice
from cogs.edge.clicks import number_in
from cogs.edge.custom_ids import TableAction
from cogs.edge.languages import Languages
from cogs.edge.layout import plain_name
from cogs.edge.messages import Message
from cogs.edge.notices import Meaningless, unchanged_words, why_not
from cogs.table.clicks.table_router import TableClick, TableHandlers
from cogs.table.inviting import Inviting
from cogs.table.public_messages import PublicMessages
from cogs.table.screens.lobby import WITH_BEACON, computers_screen, cut_modal, lobby_more_screen, removal_screen
from cogs.table.screens.proof import seal_words
from cogs.table.screens.scene import Scene
from cogs.table.screens.settings import (
    BANK,
    TURN,
    invitation_screen,
    limits_modal,
    range_of_limits,
    read_limits,
    settings_from,
    settings_screen,
)
from cogs.table.table_replies import TableReplies


@dataclass(slots=True, eq=False)
class LobbyClicks:
    """Handles clicks in a lobby, and at a game of computers that rests."""

    replies: TableReplies
    public_messages: PublicMessages
    tables: Tables
    inviting: Inviting

    @property
    def handlers(self) -> TableHandlers:
        """The handler of each action."""
        return {
            TableAction.JOIN: self._join,
            TableAction.LEAVE: self._leave,
            TableAction.DECLINE: self._decline,
            TableAction.NEVER: self._never,
            TableAction.CUT: self._cut,
            TableAction.START: self._start,
            TableAction.CANCEL: self._cancel,
            TableAction.WAKE: self._wake,
        }

    async def _join(self, click: TableClick) -> Reply:
        """Take the next free seat. At a quick-play table that may start the game."""
        await self.tables.join(click.table, click.user, click.name, click.id)
        return await self._changed(click)

    async def _leave(self, click: TableClick) -> Reply:
        await table_requests.leave(click.table, click.user, click.id)
        return await self._changed(click)

    async def _decline(self, click: TableClick) -> Reply:
        await table_requests.decline(click.table, click.user, click.id)
        return await self._changed(click)

    async def _never(self, click: TableClick) -> Reply:
        """Decline an invitation, and all further ones of this host."""
        words = await self.inviting.refuse_from(click)
        self.public_messages.changed(click.table)
        return notice(words)

    async def _start(self, click: TableClick) -> Reply:
        """Start the game, unless the public beacon that the button promised isn't there any more.

        The lobby's message becomes the table, or shows which round of the beacon the game waits for.
        """
        if click.asked.argument == WITH_BEACON and click.table.promise.beacon is not BeaconUse.MIXED_IN:
            raise Stale
        await table_requests.start(click.table, click.user, click.id)
        return await self._changed(click)

    async def _cancel(self, click: TableClick) -> Reply:
        await table_requests.cancel(click.table, click.user, click.id)
        return await self._changed(click, click.texts.t("The table is canceled."))

    async def _wake(self, click: TableClick) -> Reply:
        """Let a game of computers go on that rests because nobody has pressed anything."""
        await self.tables.wake_computers(click.table)
        if not is_private(click.interaction):
            return await self.replies.public(click.interaction, click.table)
        return await self.replies.standing(click.interaction, click.table)

    async def _cut(self, click: TableClick) -> Reply:
        if not click.is_modal:
            raise_refusals(lobby.refusal_to_cut(click.table.row, click.user))
            return Ask(cut_modal(self.replies.scene(click.interaction, click.table), click.table.seal()))
        await table_requests.cut(click.table, click.user, click.typed("cut"), click.id)
        done = click.texts.t("Your cut is in.")
        return await self._changed(click, f"{done} {seal_words(click.texts, click.table.seal())}")

    async def _changed(self, click: TableClick, notice: str = "") -> Reply:
        """Show the lobby in the clicked public message; after a click on a private one, update both."""
        if not is_private(click.interaction):
            return await self.replies.public(click.interaction, click.table)
        self.public_messages.changed(click.table)
        if click.table.row.status is not Status.LOBBY:
            return await self.replies.standing(click.interaction, click.table, notice)
        scene = self.replies.scene(click.interaction, click.table)
        return Show(Message(lambda _: lobby_more_screen(scene, click.user, notice)))


AnyWord = TypeVar("AnyWord", bound=StrEnum)
Screen: TypeAlias = Callable[[Scene, int, str], ui.LayoutView]
"""Builds a screen from a table, a number that resets its selects, and a notice."""


@dataclass(slots=True, eq=False)
class HostClicks:
    """Handles the private clicks of a lobby's host."""

    languages: Languages
    replies: TableReplies
    public_messages: PublicMessages
    servers: Servers
    inviting: Inviting

    @property
    def handlers(self) -> TableHandlers:
        """The handler of each action."""
        return {
            TableAction.COMPUTERS: self._computers,
            TableAction.LEVEL: self._level,
            TableAction.REMOVE: self._remove,
            TableAction.SEAT: self._seat,
            TableAction.KEEP: self._keep,
            TableAction.PACE: self._pace,
            TableAction.LIMITS: self._limits,
            TableAction.SETTINGS: self._settings,
            TableAction.GUESTS: self._guests,
            TableAction.INVITE: self._invite,
        }

    async def _computers(self, click: TableClick) -> Reply:
        raise_refusals(lobby.refusal_to_add_computer(click.table.row, click.user))
        return self._panel(click, computers_screen)

    async def _level(self, click: TableClick) -> Reply:
        level = _one_of(Level, click.choice)
        names = computer_names(self.languages.for_server(click.interaction))
        adding = table_requests.add_computer(click.table, click.user, level, click.id, names)
        return await self._done(click, computers_screen, adding, lambda: _seated_words(click))

    async def _remove(self, click: TableClick) -> Reply:
        click.must_host()
        return self._panel(click, removal_screen)

    async def _seat(self, click: TableClick) -> Reply:
        target = number_in(click.choice)
        name = next((name_in_sentence(click.texts, one) for one in click.table.row.seats if one.user == target), None)
        notice = click.texts.t("That player has already left.")
        if name is not None:
            notice = click.texts.t("{name} left the table.", name=plain_name(name))
        removing = table_requests.remove(click.table, click.user, target, click.id)
        return await self._done(click, removal_screen, removing, lambda: notice)

    async def _keep(self, click: TableClick) -> Reply:
        click.must_host()
        return self._panel(click, settings_screen)

    async def _pace(self, click: TableClick) -> Reply:
        bounds = self.servers.of(click.table.row.home.guild).bounds
        pace = _one_of(Pace, click.choice)
        return await self._done(
            click,
            settings_screen,
            table_requests.set_pace(click.table, click.user, pace, None, bounds, interaction=click.id),
        )

    async def _limits(self, click: TableClick) -> Reply:
        table, pace = click.table, click.table.row.pace
        bounds = self.servers.of(table.row.home.guild).bounds
        click.must_host()
        if not click.is_modal:
            if pace is Pace.NONE:
                raise Meaningless
            return Ask(limits_modal(self.replies.scene(click.interaction, table), bounds))
        if click.argument != pace:  # the typed number is in the units of another pace
            return self._panel(click, settings_screen, why_not(click.texts, Stale()))
        try:
            limits = read_limits(
                pace, click.typed(TURN).strip(), "0" if pace is Pace.SLOW else click.typed(BANK).strip()
            )
        except ValueError:
            return self._panel(click, settings_screen, range_of_limits(click.texts))
        return await self._done(
            click,
            settings_screen,
            table_requests.set_pace(table, click.user, pace, limits, bounds, interaction=click.id),
        )

    async def _settings(self, click: TableClick) -> Reply:
        try:
            settings = settings_from(click.table.row, click.choices)
        except ValueError:
            raise Meaningless from None
        row, notice = click.table.row, ""
        if not settings.friendly and row.fixture is None and not self.servers.of(row.home.guild).rated:
            settings = replace(settings, friendly=True)
            notice = click.texts.t("This server has ratings turned off, so the game stays friendly.")
        setting = table_requests.change_settings(click.table, click.user, settings, click.id)
        return await self._done(click, settings_screen, setting, lambda: notice)

    async def _guests(self, click: TableClick) -> Reply:
        click.must_host()
        return self._panel(click, invitation_screen)

    async def _invite(self, click: TableClick) -> Reply:
        """Reserve seats for exactly the chosen users. New ones are pinged by a reposted lobby."""
        click.must_host()
        bots = click.bots
        if bots:
            names = ", ".join(f"<@{user}>" for user in bots)
            notice = click.texts.t(
                "Bots can't play: {names}. Invite people, or add a computer. Nothing was changed.", names=names
            )
            return self._panel(click, invitation_screen, notice)
        before = click.table.row.invited
        people = tuple(number_in(choice, 1) for choice in click.choices)
        new = [one for one in people if one not in before]

        def pings_new_guests() -> bool:
            return not set(click.table.row.invited) <= set(before)

        def answer() -> str:
            if not pings_new_guests():
                return ""
            return click.texts.t("I reposted the lobby. They get a notification, unless they turned it off.")

        async def inviting() -> None:
            if new:
                self.replies.count_post(click.user)
                await self.inviting.must_allow(click.user, new)
            await table_requests.invite(click.table, click.user, people, click.id)
            self.inviting.invited(click.table, new)

        return await self._done(click, invitation_screen, inviting(), answer, pings_new_guests)

    async def _done(
        self,
        click: TableClick,
        screen: Screen,
        doing: Awaitable[object],
        notice: Callable[[], str] = lambda: "",
        anew: Callable[[], bool] = lambda: False,
    ) -> Reply:
        """Await a change and show the panel, with the reason if the host's change was refused.

        ``anew`` returns whether to repost the lobby, which pings the invited users.
        """
        try:
            await doing
        except Refused as why:
            if not click.hosts:
                raise
            return self._panel(click, screen, unchanged_words(click.texts, why))
        self.public_messages.changed(click.table, anew=anew())
        if click.table.row.status is not Status.LOBBY:
            return await self.replies.standing(click.interaction, click.table, notice())
        return self._panel(click, screen, notice())

    def _panel(self, click: TableClick, screen: Screen, notice: str = "") -> Show:
        scene, render = self.replies.scene(click.interaction, click.table), click.id % 10**9
        return Show(Message(lambda _: screen(scene, render, notice)))


def _seated_words(click: TableClick) -> str:
    name = plain_name(seat_name(click.texts, click.table.row.seats[-1]))
    return click.texts.t("{name} joined the table.", name=name)


def _one_of(words: type[AnyWord], choice: str) -> AnyWord:
    """Parse a choice as a member of an enum. Raises Meaningless if it isn't one."""
    try:
        return words(choice)
    except ValueError:
        raise Meaningless from None
