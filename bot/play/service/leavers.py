"""People at a table who have left its server: a lobby passes on from them, and a game can end without them.

Discord doesn't send the bot who leaves a server, so it asks when it matters: when a player wants what only the absent
one could do.
"""

import asyncio
from contextlib import suppress
from dataclasses import dataclass

from bot.play.service import program_actions
from bot.play.service.table import Table, Watch
from bot.play.state.errors import Stale
from bot.play.state.ports import HasLeft, nobody_left
from bot.play.state.presence import people
from bot.play.state.values import Status


@dataclass(frozen=True, slots=True)
class Leavers:
    """Finds out who has left; ``shown`` is called with a lobby that was passed on or closed because of that."""

    has_left: HasLeft = nobody_left
    shown: Watch = lambda _: None

    async def pass_on(self, table: Table) -> bool:
        """Pass a lobby on to the next seat if its host has left the server, or close it. Return whether that was done.

        Not a tournament's: its players join by the fixture's button, which needs no host. StoreError.
        """
        done = False
        while await self._has_no_host(table):
            with suppress(Stale):  # then the host has changed meanwhile
                await program_actions.drop_host(table, table.row.host)
                self.shown(table)
                done = True
        return done

    async def gone(self, table: Table, user: int) -> frozenset[int]:
        """Return the other people in a game who have left the server, those left out who have resigned."""
        guild, game = table.row.guild, table.game
        if guild is None or game is None or game.over:
            return frozenset()
        others = [player for seat in people(table.row) - game.left if (player := table.row.seats[seat].user) != user]
        left = await asyncio.gather(*(self.has_left(guild, other) for other in others))
        return frozenset(other for other, has_left in zip(others, left, strict=True) if has_left)

    async def _has_no_host(self, table: Table) -> bool:
        """Return whether a lobby's host has left the server."""
        row = table.row
        if row.guild is None or row.status is not Status.LOBBY or row.is_starting or row.fixture is not None:
            return False
        return await self.has_left(row.guild, row.host)
