"""The store of presets of house rules, which implements `bot.play.ports.Presets`."""

from dataclasses import replace

from sqlalchemy import ColumnElement, and_, delete, func, insert, select

from bot.play.errors import TableReason, raise_refusals, refusals_for_conflicts, refused
from bot.play.names import MOST_PRESETS, preset_key, preset_name
from bot.play.values import Preset
from bot.ratings.ports import AuditEntry
from bot.rummy.options import Options, changes_from, conflicts
from data.database import Database
from data.people.audit_log import write_entry
from data.schema import presets
from data.tables.rows import options_from


class SqlPresets:
    """The store of servers' presets."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def save(
        self, guild: int, name: str, options: Options, user: int, at: int, *, most: int = MOST_PRESETS
    ) -> bool:
        """Store options under a name. Return whether a preset with that name was replaced. DatabaseError.

        Refused if the name isn't allowed, the rules exclude each other, or the server or the user has too many presets.
        """
        raise_refusals(*refusals_for_conflicts(conflicts(options)))
        preset = Preset(preset_name(name), options, user, at)
        async with self._database.write_alone() as connection:
            deleted = await connection.execute(delete(presets).where(_named(guild, preset.name)))
            count = await connection.execute(select(func.count()).where(presets.c.guild == guild))
            if count.scalar_one() >= MOST_PRESETS:
                raise refused(TableReason.PRESETS_FULL, most=MOST_PRESETS)
            theirs = presets.c.guild == guild, presets.c.user == user
            if (await connection.execute(select(func.count()).where(*theirs))).scalar_one() >= most:
                raise refused(TableReason.PRESETS_YOURS, most=most)
            await connection.execute(
                insert(presets).values(
                    guild=guild,
                    key=preset_key(preset.name),
                    name=preset.name,
                    variant=preset.options.variant,
                    options=changes_from(preset.options),
                    user=preset.user,
                    at=preset.at,
                )
            )
            return deleted.rowcount > 0

    async def list(self, guild: int) -> tuple[Preset, ...]:
        """List a server's presets by name, ignoring case. DatabaseError."""
        return await self._found(presets.c.guild == guild)

    async def get(self, guild: int, name: str) -> Preset | None:
        """Return a preset by its name, ignoring case; None if there isn't one. DatabaseError."""
        return next(iter(await self._found(_named(guild, name))), None)

    async def delete(self, guild: int, name: str, entry: AuditEntry | None = None) -> bool:
        """Delete a preset, and note ``entry``. Return whether there was one. DatabaseError.

        The entry tells who typed the name that it repeats: without the preset, nothing else does.
        """
        async with self._database.write() as connection:
            gone = delete(presets).where(_named(guild, name)).returning(presets.c.user)
            author = (await connection.execute(gone)).scalar_one_or_none()
            if author is None:
                return False
            await write_entry(connection, entry and replace(entry, target=author))
            return True

    async def _found(self, condition: ColumnElement[bool]) -> tuple[Preset, ...]:
        async with self._database.read() as connection:
            found = (await connection.execute(select(presets).where(condition))).mappings().all()
        ordered = sorted(found, key=lambda kept: str(kept["key"]))
        return tuple(Preset(kept["name"], options_from(kept), kept["user"], kept["at"]) for kept in ordered)


def _named(guild: int, name: str) -> ColumnElement[bool]:
    """Return the condition for a server's preset with a name, ignoring case."""
    return and_(presets.c.guild == guild, presets.c.key == preset_key(name))
