"""The port through which the scheduler shows changes and notifies players."""

from typing import Protocol

from bot.play.people import Calls
from bot.play.session import Table
from bot.play.values import Called, Ping


class Announcer(Protocol):
    """Shows what the program did by itself, and calls players. Nothing here raises, or takes long."""

    def changed(self, table: Table) -> None:
        """Show a table that has changed, to everybody who looks at it."""
        ...

    async def call(self, table: Table, user: int, calls: Calls, reminder: int) -> tuple[Called, Ping | None]:
        """Tell somebody in a new short message that it is their turn; ``reminder`` counts from 0, which is the first.

        The ping is what `uncall` deletes.
        """
        ...

    async def uncall(self, ping: Ping) -> bool:
        """Delete the message that has called somebody; one that is gone already is no trouble.

        False where Discord can't be reached, so that it has to be tried again.
        """
        ...
