"""The port through which the scheduler shows changes and notifies players."""

from typing import Protocol

from bot.play.service.table import Table
from bot.play.state.people import Notifications
from bot.play.state.values import Ping, PingResult


class Announcer(Protocol):
    """Shows changes made by the program, and pings players. Its methods raise nothing."""

    def changed(self, table: Table) -> None:
        """Show a table that has changed, everywhere. Returns at once."""
        ...

    async def ping(
        self, table: Table, user: int, notifications: Notifications, reminder: int
    ) -> tuple[PingResult, Ping | None]:
        """Notify a player in a new short message that it is their turn; ``reminder`` 0 is the first ping of a turn.

        `delete_ping` deletes the returned ping.
        """
        ...

    async def delete_ping(self, ping: Ping) -> bool:
        """Delete a ping, unless it is deleted already. Return False if Discord can't be reached: try again later."""
        ...
