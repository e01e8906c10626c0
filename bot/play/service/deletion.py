"""Deletion of a person's data: they leave all tables and tournaments, and what is stored about them is deleted."""

from collections.abc import Callable, Sequence

from bot.play.service import play_requests, table_requests
from bot.play.service.finished_games import FinishedGames
from bot.play.service.table import Table
from bot.play.service.tables import Tables
from bot.play.service.tournaments import Tournaments
from bot.play.state.errors import Overtaken, Repeated, Stale, UnknownTable
from bot.play.state.ports import PersonalData
from bot.play.state.values import Status
from bot.rummy.refusals import Refused

_TRIES = 5
"""Attempts to leave tables that others are changing at the same time."""


class Deletion:
    """Deletes the data of people, for `/me data delete` and for the bot's operator.

    ``chance`` returns a random number with this many bits. ``changed`` is told each table that a person has left.
    """

    def __init__(
        self,
        tables: Tables,
        tournaments: Tournaments,
        finished_games: FinishedGames,
        personal_data: PersonalData,
        *,
        chance: Callable[[int], int],
        changed: Callable[[Table], None] = lambda _: None,
    ) -> None:
        self._tables = tables
        self._tournaments = tournaments
        self._finished_games = finished_games
        self._personal_data = personal_data
        self._chance = chance
        self._changed = changed

    async def delete(self, user: int) -> Sequence[int] | None:
        """Delete a person's data. Return the servers that had their id; None if nothing was stored about them.

        Overtaken, with nothing deleted, if they're still at a table. StoreError.
        """
        await self._tournaments.withdraw_everywhere(user)  # first, because it closes lobbies of fixtures
        await self._leave_all(user)
        guilds = await self._personal_data.forget(user, self._mark)
        await self._tables.forget(user)
        return guilds

    async def open_tables(self, user: int) -> list[Table]:
        """Return the open tables that a person has to leave first. StoreError."""
        found = []
        for number in await self._personal_data.open_tables(user):
            try:
                table = await self._tables.get(number)
            except UnknownTable:
                continue
            if _is_there(table, user):
                found.append(table)
        return found

    async def _leave_all(self, user: int) -> None:
        """Remove a person from all open tables, and settle games that end by it. Raises Overtaken."""
        for _ in range(_TRIES):
            tables = await self.open_tables(user)
            if not tables:
                return
            for table in tables:
                try:
                    await self._leave(table, user)
                except (Refused, Repeated, Stale):
                    await table.refresh()  # someone else changed it at the same time
                self._changed(table)
                if table.row.status is Status.OVER:
                    await self._finished_games.outcome(table)
        raise Overtaken

    async def _leave(self, table: Table, user: int) -> None:
        """Free a person's seat at a table, decline their invitation, or close their game of computers."""
        row, seat, doing = table.row, table.seat_of(user), -self._chance(62) - 1
        if row.status is Status.LOBBY and seat is not None:
            await table_requests.leave(table, user, doing)
        elif row.status is Status.LOBBY and user in row.invited:
            await table_requests.decline(table, user, doing)
        elif seat is not None:
            await play_requests.resign(table, user, interaction=doing)
        elif row.host == user:
            await table_requests.close(table, doing)

    def _mark(self) -> int:
        """Return a random negative number that replaces the id of a deleted person."""
        return -self._chance(52) - 1


def _is_there(table: Table, user: int) -> bool:
    """Return whether a person has to leave a table before their data can be deleted."""
    row, seat = table.row, table.seat_of(user)
    match row.status:
        case Status.LOBBY:
            return seat is not None or user in row.invited
        case Status.PLAYING if seat is None:
            return row.host == user
        case Status.PLAYING:
            return table.game is not None and seat not in table.game.left
        case _:
            return False
