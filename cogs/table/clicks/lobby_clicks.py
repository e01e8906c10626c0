"""Public clicks of a lobby, also in the private screen behind *More*, and *Continue* at a game of computers."""

from bot.play import lobby
from bot.play.errors import Stale, raise_refusals
from bot.play.starts.starting import BeaconUse
from bot.play.tables import Tables
from bot.play.values import Status
from cogs.edge.answers import Ask, Reply, Show, is_private, notice
from cogs.edge.clicking.custom_ids import TableAction
from cogs.edge.messages import Message
from cogs.table.clicks.table_clicks import TableClick, TableHandlers
from cogs.table.inviting import Inviting
from cogs.table.public_messages import PublicMessages
from cogs.table.screens.lobby import WITH_BEACON
from cogs.table.screens.lobby_more import cut_modal, lobby_more_screen
from cogs.table.table_replies import TableReplies


class LobbyClicks:
    """Handles clicks in a lobby, and at a game of computers that rests."""

    def __init__(
        self, replies: TableReplies, public_messages: PublicMessages, tables: Tables, inviting: Inviting
    ) -> None:
        self._inviting = inviting
        self._tables = tables
        self._replies = replies
        self._public_messages = public_messages

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
        await self._tables.join(click.table, click.user, click.name, click.id)
        return await self._changed(click)

    async def _leave(self, click: TableClick) -> Reply:
        """Leave the lobby."""
        await click.table.lobby.leave(click.user, click.id)
        return await self._changed(click)

    async def _decline(self, click: TableClick) -> Reply:
        """Decline an invitation."""
        await click.table.lobby.decline(click.user, click.id)
        return await self._changed(click)

    async def _never(self, click: TableClick) -> Reply:
        """Decline an invitation, and all further ones of this host."""
        words = await self._inviting.refuse_from(click)
        self._public_messages.changed(click.table)
        return notice(words)

    async def _start(self, click: TableClick) -> Reply:
        """Start the game, unless the public beacon that the button promised isn't there any more.

        The lobby's message becomes the table, or shows which round of the beacon the game waits for.
        """
        if click.asked.argument == WITH_BEACON and click.table.promise.beacon is not BeaconUse.MIXED_IN:
            raise Stale
        await click.table.lobby.start(click.user, click.id)
        return await self._changed(click)

    async def _cancel(self, click: TableClick) -> Reply:
        """Close the lobby."""
        await click.table.lobby.cancel(click.user, click.id)
        return await self._changed(click, click.texts.t("The table is canceled."))

    async def _wake(self, click: TableClick) -> Reply:
        """Let a game of computers go on that rests because nobody has pressed anything."""
        await self._tables.wake_computers(click.table)
        if not is_private(click.interaction):
            return await self._replies.public(click.interaction, click.table)
        return await self._replies.standing(click.interaction, click.table)

    async def _cut(self, click: TableClick) -> Reply:
        """Ask for a cut, or use the typed one."""
        if not click.is_modal:
            raise_refusals(lobby.refusal_to_cut(click.table.row, click.user))
            return Ask(cut_modal(self._replies.scene(click.interaction, click.table)))
        await click.table.lobby.cut(click.user, click.typed("cut"), click.id)
        return await self._changed(click, click.texts.t("Your cut is in."))

    async def _changed(self, click: TableClick, notice: str = "") -> Reply:
        """Show the lobby in the clicked public message; after a click on a private one, update both."""
        if not is_private(click.interaction):
            return await self._replies.public(click.interaction, click.table)
        self._public_messages.changed(click.table)
        if click.table.row.status is not Status.LOBBY:
            return await self._replies.standing(click.interaction, click.table, notice)
        scene = self._replies.scene(click.interaction, click.table)
        return Show(Message(lambda _: lobby_more_screen(scene, click.user, notice)))
