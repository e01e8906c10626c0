"""Public clicks in a lobby: join, leave, decline, cut, start, cancel."""

from bot.play import lobby
from bot.play.errors import raise_refusals
from cogs.edge.answers import Ask, Reply
from cogs.edge.clicking.custom_ids import TableAction
from cogs.table.clicks.table_clicks import TableClick, TableHandlers
from cogs.table.screens.lobby import cut_modal
from cogs.table.table_replies import TableReplies


class LobbyClicks:
    """Handles public clicks in a lobby."""

    def __init__(
        self,
        replies: TableReplies,
    ) -> None:
        self._replies = replies

    @property
    def handlers(self) -> TableHandlers:
        """The handler of each action."""
        return {
            TableAction.JOIN: self._join,
            TableAction.LEAVE: self._leave,
            TableAction.DECLINE: self._decline,
            TableAction.CUT: self._cut,
            TableAction.START: self._start,
            TableAction.CANCEL: self._cancel,
        }

    async def _join(self, click: TableClick) -> Reply:
        """Take the next free seat. At a quick-play table that may start the game."""
        await click.table.lobby.join(click.user, click.name, click.id)
        return await self._replies.public(click.interaction, click.table)

    async def _leave(self, click: TableClick) -> Reply:
        """Leave the lobby."""
        await click.table.lobby.leave(click.user, click.id)
        return await self._replies.public(click.interaction, click.table)

    async def _decline(self, click: TableClick) -> Reply:
        """Decline an invitation."""
        await click.table.lobby.decline(click.user, click.id)
        return await self._replies.public(click.interaction, click.table)

    async def _start(self, click: TableClick) -> Reply:
        """Start the game. The lobby's message becomes the table."""
        await click.table.lobby.start(click.user, click.id)
        return await self._replies.public(click.interaction, click.table)

    async def _cancel(self, click: TableClick) -> Reply:
        """Close the lobby."""
        await click.table.lobby.cancel(click.user, click.id)
        return await self._replies.public(click.interaction, click.table)

    async def _cut(self, click: TableClick) -> Reply:
        """Ask for a cut, or use the typed one."""
        if not click.is_modal:
            raise_refusals(lobby.refusal_to_cut(click.table.row, click.user))
            return Ask(cut_modal(self._replies.scene(click.interaction, click.table)))
        await click.table.lobby.cut(click.user, click.typed("cut"), click.id)
        return await self._replies.public(click.interaction, click.table)
