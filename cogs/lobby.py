"""What can be clicked in a lobby, for everybody to see: sit down and get up, decline, cut, start, cancel."""

from bot.play import lobby
from cogs.answers import Ask, Reply
from cogs.click import Click, Handlers
from cogs.custom_ids import Action
from cogs.room import Room
from cogs.screens.private import cut_modal


class Lobby:
    """Carries out what is clicked in a lobby."""

    def __init__(self, room: Room) -> None:
        self._room = room

    @property
    def handlers(self) -> Handlers:
        """Say who carries out what."""
        return {
            Action.JOIN: self._join,
            Action.LEAVE: self._leave,
            Action.DECLINE: self._decline,
            Action.CUT: self._cut,
            Action.START: self._start,
            Action.CANCEL: self._cancel,
        }

    async def _join(self, click: Click) -> Reply:
        """Take the next free seat; at a table for quick play that may begin the game."""
        await click.table.join(click.user, click.name, click.id)
        return await self._room.public(click.interaction, click.table)

    async def _leave(self, click: Click) -> Reply:
        """Free a seat."""
        await click.table.leave(click.user, click.id)
        return await self._room.public(click.interaction, click.table)

    async def _decline(self, click: Click) -> Reply:
        """Give up a seat that is kept for them."""
        await click.table.decline(click.user, click.id)
        return await self._room.public(click.interaction, click.table)

    async def _start(self, click: Click) -> Reply:
        """Begin to play: the lobby's message becomes the table."""
        await click.table.start(click.user, click.id)
        return await self._room.public(click.interaction, click.table)

    async def _cancel(self, click: Click) -> Reply:
        """Close the lobby."""
        await click.table.cancel(click.user, click.id)
        return await self._room.public(click.interaction, click.table)

    async def _cut(self, click: Click) -> Reply:
        """Ask for a cut, or take the one that was typed."""
        if not click.is_modal:
            lobby.with_cut(click.table.row, click.user, "x")  # who can't cut is told before they type
            return Ask(cut_modal(self._room.scene(click.interaction, click.table)))
        await click.table.cut(click.user, click.typed("cut"), click.id)
        return await self._room.public(click.interaction, click.table)
