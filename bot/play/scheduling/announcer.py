"""The port through which the scheduler shows changes and notifies players."""

from typing import Protocol

from bot.play.people import Calls
from bot.play.session import Table
from bot.play.values import Called, Ping


class Announcer(Protocol):
    """Shows changes made by the program, and pings players. Its methods raise nothing."""

    def changed(self, table: Table) -> None:
        """Show a table that has changed, everywhere. Returns at once."""
        ...

    async def call(self, table: Table, user: int, calls: Calls, reminder: int) -> tuple[Called, Ping | None]:
        """Notify a player in a new short message that it is their turn; ``reminder`` 0 is the first ping of a turn.

        `uncall` deletes the returned ping.
        """
        ...

    async def uncall(self, ping: Ping) -> bool:
        """Delete a ping, unless it is deleted already. Return False if Discord can't be reached: try again later."""
        ...
