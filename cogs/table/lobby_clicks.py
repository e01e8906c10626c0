"""What can be clicked in a lobby, for everybody to see: sit down and get up, decline, cut, start, cancel."""

from bot.play import lobby
from bot.play.errors import raise_refusals
from cogs.edge.answers import Ask, Reply
from cogs.edge.custom_ids import TableAction
from cogs.table.screens.lobby import cut_modal
from cogs.table.table_clicks import TableClick, TableHandlers
from cogs.table.table_replies import TableReplies


class LobbyClicks:
    """Carries out what is clicked in a lobby."""

    def __init__(
        self,
        replies: TableReplies,
    ) -> None:
        self._replies = replies

    @property
    def handlers(self) -> TableHandlers:
        """Say who carries out what."""
        return {
            TableAction.JOIN: self._join,
            TableAction.LEAVE: self._leave,
            TableAction.DECLINE: self._decline,
            TableAction.CUT: self._cut,
            TableAction.START: self._start,
            TableAction.CANCEL: self._cancel,
        }

    async def _join(self, click: TableClick) -> Reply:
        """Take the next free seat; at a table for quick play that may begin the game."""
        await click.table.lobby.join(click.user, click.name, click.id)
        return await self._replies.public(click.interaction, click.table)

    async def _leave(self, click: TableClick) -> Reply:
        """Free a seat."""
        await click.table.lobby.leave(click.user, click.id)
        return await self._replies.public(click.interaction, click.table)

    async def _decline(self, click: TableClick) -> Reply:
        """Give up a seat that is kept for them."""
        await click.table.lobby.decline(click.user, click.id)
        return await self._replies.public(click.interaction, click.table)

    async def _start(self, click: TableClick) -> Reply:
        """Begin to play: the lobby's message becomes the table."""
        await click.table.lobby.start(click.user, click.id)
        return await self._replies.public(click.interaction, click.table)

    async def _cancel(self, click: TableClick) -> Reply:
        """Close the lobby."""
        await click.table.lobby.cancel(click.user, click.id)
        return await self._replies.public(click.interaction, click.table)

    async def _cut(self, click: TableClick) -> Reply:
        """Ask for a cut, or take the one that was typed."""
        if not click.is_modal:
            raise_refusals(lobby.refusal_to_cut(click.table.row, click.user))
            return Ask(cut_modal(self._replies.scene(click.interaction, click.table)))
        await click.table.lobby.cut(click.user, click.typed("cut"), click.id)
        return await self._replies.public(click.interaction, click.table)
