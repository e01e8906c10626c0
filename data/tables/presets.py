"""Presets as they are kept: what `bot.play.ports.Presets` asks for."""

from sqlalchemy import ColumnElement, and_, delete, func, insert, select

from bot.play.errors import TableReason, raise_refusals, refusals_for_conflicts, refused
from bot.play.names import MOST_PRESETS, preset_key, preset_name
from bot.play.values import Preset
from bot.rummy.options import Options, changes_from, conflicts
from data.database import Database
from data.schema import presets
from data.tables.rows import options_kept


class SqlPresets:
    """The store of presets."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def save(self, guild: int, name: str, options: Options, user: int, at: int) -> bool:
        """Keep options under a name, in place of what was there; say whether there was. DatabaseError.

        Refused where the name can't be one, the rules do not go together or a server has too many.
        """
        raise_refusals(*refusals_for_conflicts(conflicts(options)))
        preset = Preset(preset_name(name), options, user, at)
        async with self._database.write_alone() as connection:
            deleted = await connection.execute(delete(presets).where(_named(guild, preset.name)))
            count = await connection.execute(select(func.count()).where(presets.c.guild == guild))
            if count.scalar_one() >= MOST_PRESETS:
                raise refused(TableReason.PRESETS_FULL, most=MOST_PRESETS)
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
        """List a server's presets in the order of their names, whatever their case. DatabaseError."""
        return await self._found(presets.c.guild == guild)

    async def get(self, guild: int, name: str) -> Preset | None:
        """Find a preset by its name, written in any case. DatabaseError."""
        return next(iter(await self._found(_named(guild, name))), None)

    async def delete(self, guild: int, name: str) -> bool:
        """Forget a preset; say whether there was one. DatabaseError."""
        async with self._database.write() as connection:
            deleted = await connection.execute(delete(presets).where(_named(guild, name)))
            return deleted.rowcount > 0

    async def _found(self, condition: ColumnElement[bool]) -> tuple[Preset, ...]:
        async with self._database.read() as connection:
            found = (await connection.execute(select(presets).where(condition))).mappings().all()
        ordered = sorted(found, key=lambda kept: str(kept["key"]))
        return tuple(Preset(kept["name"], options_kept(kept), kept["user"], kept["at"]) for kept in ordered)


def _named(guild: int, name: str) -> ColumnElement[bool]:
    """Say that a preset goes by a name on a server."""
    return and_(presets.c.guild == guild, presets.c.key == preset_key(name))
