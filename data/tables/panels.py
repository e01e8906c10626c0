"""The store of open panels, which implements `bot.play.state.ports.PanelStore`. The tokens in it are encrypted."""

import hashlib
import hmac
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from sqlalchemy import bindparam, delete, func, insert, or_, select

from bot.play.state.values import StoredPanel
from data.database import Database
from data.schema import in_slot, panels, tables

_CHECK: Final = 32
"""Bytes of the HMAC in front of what is sealed."""


# A synthetic initialization vector (RFC 5297) of what Python has: HMAC-SHA256 of the secret is both the vector of the
# SHAKE256 key stream and the check of what is decrypted. No package that the bot has encrypts; one that does, such as
# cryptography, is several megabytes of compiled code for two hundred bytes that expire after a quarter of an hour.
# The check doubles as initialization vector: it can't repeat for different texts.
class Seal:
    """Encrypts texts and decrypts them again.

    ``secret``, the bot's token, stays in memory and has at least 128 random bits. Someone who has the database or a
    backup, but not the token, can't read what is encrypted.
    """

    def __init__(self, secret: str) -> None:
        self._check, self._stream = (
            hmac.digest(secret.encode(), f"remik: {purpose}".encode(), "sha256") for purpose in ("check", "stream")
        )

    def sealed(self, text: str) -> bytes:
        """Return an encrypted text. Equal texts are equal afterward."""
        clear = text.encode()
        check = hmac.digest(self._check, clear, "sha256")
        return check + self._mixed(check, clear)

    def opened(self, sealed: bytes) -> str | None:
        """Return a text that was sealed; None if it was sealed with another secret, or changed."""
        check, clear = sealed[:_CHECK], self._mixed(sealed[:_CHECK], sealed[_CHECK:])
        return clear.decode() if hmac.compare_digest(check, hmac.digest(self._check, clear, "sha256")) else None

    def _mixed(self, check: bytes, data: bytes) -> bytes:
        stream = hashlib.shake_256(self._stream + check).digest(len(data))
        return bytes(one ^ other for one, other in zip(data, stream, strict=True))


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
            "guild_locale": panel.guild_locale,
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
        """Return the panels that this program can read, the newest first, and delete the others. DatabaseError.

        These are the panels at tables of this process's slot. Those of practice tables may have been any process's.
        """
        mine = or_(in_slot(tables.c.guild, self.database.slot), tables.c.guild.is_(None))
        newest = select(panels).outerjoin(tables, tables.c.id == panels.c.table_id).where(mine)
        async with self.database.read() as connection:
            rows = (await connection.execute(newest.order_by(panels.c.interaction.desc()))).all()
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
                    guild_locale=row.guild_locale,
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
