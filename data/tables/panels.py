"""The store of open panels, which implements `bot.play.state.ports.PanelStore`. The tokens in it are encrypted."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from sqlalchemy import bindparam, delete, func, insert, select

from bot.play.state.values import StoredPanel
from data.database import Database
from data.schema import panels
from data.sealing import Seal

_DELETE: Final = delete(panels).where(panels.c.interaction == bindparam("old"))
_INSERT: Final = insert(panels)


@dataclass(slots=True, eq=False)
class SqlPanels:
    """The store of open panels. Only programs with the same ``seal`` can read them."""

    database: Database
    seal: Seal

    def put(self, panel: StoredPanel) -> None:
        """Store a panel soon, in place of the row with the same interaction."""
        row = {
            "interaction": panel.interaction,
            "table_id": panel.table,
            "user": panel.user,
            "token": self.seal.sealed(panel.token),
            "at": panel.at,
            "locale": panel.locale,
            "channel": panel.channel,
            "message": panel.message,
            "follow_up": panel.follow_up,
        }
        self.database.late.replace(
            (panels, panel.interaction), ((_DELETE, [{"old": panel.interaction}]), (_INSERT, [row]))
        )

    def drop(self, interaction: int) -> None:
        """Delete a panel soon."""
        self.database.late.replace((panels, interaction), ((_DELETE, [{"old": interaction}]),))

    async def settle(self) -> None:
        """Store what waits, now. DatabaseError."""
        await self.database.late.settle()

    async def load(self) -> Sequence[StoredPanel]:
        """Return all panels that this program can read, the newest first, and delete the others. DatabaseError."""
        async with self.database.read() as connection:
            rows = (await connection.execute(select(panels).order_by(panels.c.interaction.desc()))).all()
        found = []
        for row in rows:
            token = self.seal.opened(row.token)
            if token is None:  # the bot's token was reset, so this one doesn't work any more
                self.drop(row.interaction)
                continue
            found.append(
                StoredPanel(
                    interaction=row.interaction,
                    table=row.table_id,
                    user=row.user,
                    token=token,
                    at=row.at,
                    locale=row.locale,
                    channel=row.channel,
                    message=row.message,
                    follow_up=row.follow_up,
                )
            )
        return found

    async def expire(self, before: int) -> None:
        """Delete the panels whose interaction arrived before a time in epoch milliseconds. DatabaseError."""
        async with self.database.read() as connection:
            oldest = await connection.scalar(select(func.min(panels.c.at)))
        if oldest is not None and oldest < before:
            async with self.database.write() as connection:
                await connection.execute(delete(panels).where(panels.c.at < before))
