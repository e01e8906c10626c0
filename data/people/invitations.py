"""The store of whose invitations people don't want, which implements `bot.play.ports.RefusedInviters`."""

from collections.abc import Collection

from sqlalchemy import delete, insert, select

from data.database import Database
from data.schema import refused_inviters


class SqlRefusedInviters:
    """The store of refused inviters."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, user: int) -> tuple[int, ...]:
        """List whose invitations a user doesn't want. DatabaseError."""
        own = select(refused_inviters.c.inviter).where(refused_inviters.c.user == user)
        async with self._database.read() as connection:
            return tuple(await connection.scalars(own.order_by(refused_inviters.c.inviter)))

    async def among(self, inviter: int, users: Collection[int]) -> frozenset[int]:
        """Return which of these users don't want a user's invitations. DatabaseError."""
        if not users:
            return frozenset()
        there = refused_inviters.c.inviter == inviter, refused_inviters.c.user.in_(users)
        async with self._database.read() as connection:
            return frozenset(await connection.scalars(select(refused_inviters.c.user).where(*there)))

    async def add(self, user: int, inviter: int) -> None:
        """Record that a user doesn't want another one's invitations. DatabaseError."""
        pair = refused_inviters.c.user == user, refused_inviters.c.inviter == inviter
        async with self._database.write_alone() as connection:
            if await connection.scalar(select(refused_inviters.c.user).where(*pair)) is None:
                await connection.execute(insert(refused_inviters).values(user=user, inviter=inviter))

    async def remove(self, user: int, inviters: Collection[int]) -> None:
        """Record that a user wants these users' invitations again. DatabaseError."""
        there = refused_inviters.c.user == user, refused_inviters.c.inviter.in_(inviters)
        async with self._database.write() as connection:
            await connection.execute(delete(refused_inviters).where(*there))
