"""The store of servers: their settings, and the presets saved there. It implements `bot.play.state.people.Servers`."""

from collections.abc import Callable, Mapping
from dataclasses import asdict, replace
from typing import Any, Final

from sqlalchemy import ColumnElement, and_, delete, func, insert, select, update

from bot.play.state.errors import TableReason, raise_refusals, refusals_for_conflicts, refused
from bot.play.state.limits import Bounds
from bot.play.state.names import MOST_PRESETS, preset_key, preset_name
from bot.play.state.people import DayBoard, Lounge, Preset, Server, StandingsBoard
from bot.ratings.ports import AuditEntry
from bot.rummy.families import Variant
from bot.rummy.options import Options, changes_from, conflicts
from data.database import Database, of_server
from data.people.audit_log import write_entry
from data.schema import presets, servers
from data.tables.rows import options_from


class SqlServers:
    """The store of server settings. Await `load` before using it.

    All settings are in memory. Only one process serves a server, so they stay current; `change` still reads the
    database first.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._set: dict[int, Server] = {}
        self._greeted: set[int] = set()

    async def load(self) -> None:
        """Read the settings of all servers. DatabaseError."""
        async with self._database.read() as connection:
            found = (await connection.execute(select(servers))).all()
        self._set = {guild: server_from(guild, settings) for guild, settings, _ in found}
        self._greeted = {guild for guild, _, greeted_at in found if greeted_at is not None}

    def of(self, guild: int) -> Server:
        """Return a server's settings, or the defaults."""
        return self._set.get(guild) or Server(guild)

    def all(self) -> tuple[Server, ...]:
        """List the servers that changed any setting."""
        return tuple(self._set.values())

    def monthly(self) -> tuple[Server, ...]:
        """List the servers with monthly seasons, of this process's slot."""
        serves = self._database.slot.serves
        return tuple(server for server in self._set.values() if server.monthly and serves(server.guild))

    def with_lounge(self) -> tuple[Server, ...]:
        """List the servers that have a lounge, of this process's slot."""
        serves = self._database.slot.serves
        return tuple(server for server in self._set.values() if server.lounge is not None and serves(server.guild))

    def with_days(self) -> tuple[Server, ...]:
        """List the servers where news of the daily deals are posted, of this process's slot."""
        serves = self._database.slot.serves
        return tuple(server for server in self._set.values() if server.daily is not None and serves(server.guild))

    async def change(self, guild: int, change: Callable[[Server], Server], entry: AuditEntry | None = None) -> Server:
        """Change a server's settings, even if another change runs at the same time, and return them. DatabaseError.

        ``entry`` goes into the audit log with it. An error from ``change`` is raised, and changes nothing.
        """
        async with self._database.write_alone(of_server(guild)) as connection:
            found = (await connection.execute(select(servers).where(servers.c.guild == guild))).one_or_none()
            kept: Mapping[str, Any] = {} if found is None else found.settings
            server = replace(change(server_from(guild, kept)), guild=guild)
            settings = settings_of(server)
            if settings != kept:
                greeted_at = None if found is None else found.greeted_at
                await connection.execute(delete(servers).where(servers.c.guild == guild))
                if settings or greeted_at is not None:
                    row = {"guild": guild, "settings": settings, "greeted_at": greeted_at}
                    await connection.execute(insert(servers).values(row))
            await write_entry(connection, entry)
        self._set[guild] = server
        return server

    def was_greeted(self, guild: int) -> bool:
        """Return whether a server has been greeted."""
        return guild in self._greeted

    async def greet(self, guild: int, at: int) -> bool:
        """Record that a server is greeted now. Return False if it was before, in any process. DatabaseError."""
        async with self._database.write_alone(of_server(guild)) as connection:
            here = servers.c.guild == guild
            found = (await connection.execute(select(servers.c.greeted_at).where(here))).one_or_none()
            if found is None:
                await connection.execute(insert(servers).values(guild=guild, settings={}, greeted_at=at))
            elif found.greeted_at is None:
                await connection.execute(update(servers).where(here).values(greeted_at=at))
        self._greeted.add(guild)
        return found is None or found.greeted_at is None

    def forget(self, guild: int) -> None:
        """Drop a server's settings from memory; `data.people.personal_data` deletes the stored ones."""
        self._set.pop(guild, None)
        self._greeted.discard(guild)

    async def save_preset(
        self, guild: int, name: str, options: Options, user: int, at: int, *, most: int = MOST_PRESETS
    ) -> bool:
        """Store options under a name. Return whether a preset with that name was replaced. DatabaseError.

        Refused if the name isn't allowed, the rules exclude each other, or the server or the user has too many presets.
        """
        raise_refusals(*refusals_for_conflicts(conflicts(options)))
        preset = Preset(preset_name(name), options, user, at)
        async with self._database.write_alone(of_server(guild)) as connection:
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

    async def presets(self, guild: int) -> tuple[Preset, ...]:
        """List a server's presets by name, ignoring case. DatabaseError."""
        return await self._presets(presets.c.guild == guild)

    async def preset(self, guild: int, name: str) -> Preset | None:
        """Return a preset by its name, ignoring case; None if there isn't one. DatabaseError."""
        return next(iter(await self._presets(_named(guild, name))), None)

    async def delete_preset(self, guild: int, name: str, entry: AuditEntry | None = None) -> bool:
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

    async def _presets(self, condition: ColumnElement[bool]) -> tuple[Preset, ...]:
        async with self._database.read() as connection:
            found = (await connection.execute(select(presets).where(condition))).mappings().all()
        ordered = sorted(found, key=lambda kept: str(kept["key"]))
        return tuple(Preset(kept["name"], options_from(kept), kept["user"], kept["at"]) for kept in ordered)


def _named(guild: int, name: str) -> ColumnElement[bool]:
    """Return the condition for a server's preset with a name, ignoring case."""
    return and_(presets.c.guild == guild, presets.c.key == preset_key(name))


_DEFAULTS: Final = {name: value for name, value in asdict(Server(0)).items() if name != "guild"}


def settings_of(server: Server) -> dict[str, Any]:
    """Return the settings that differ from the defaults, as JSON values by name."""
    values = asdict(server)
    return {name: _plain(values[name]) for name, default in _DEFAULTS.items() if values[name] != default}


def server_from(guild: int, settings: Mapping[str, Any]) -> Server:
    """Return the settings in a row."""
    known = {name: value for name, value in settings.items() if name in _DEFAULTS}
    if "bounds" in known:
        known["bounds"] = Bounds(**{name: (least, most) for name, (least, most) in known["bounds"].items()})
    if "channels" in known:
        known["channels"] = tuple(known["channels"])
    if "variant" in known:
        known["variant"] = Variant(known["variant"])
    if "board" in known:
        board = known["board"]
        variant = board["variant"]
        known["board"] = StandingsBoard(
            board["channel"], board["message"], None if variant is None else Variant(variant)
        )
    if "lounge" in known:
        known["lounge"] = Lounge(**known["lounge"])
    if "daily" in known:
        known["daily"] = DayBoard(**known["daily"])
    return Server(guild, **known)


def _plain(value: object) -> object:
    """Return a value as it would be read from JSON, to compare it with a stored one."""
    match value:
        case dict():
            return {name: _plain(part) for name, part in value.items()}
        case tuple() | list():
            return [_plain(part) for part in value]
        case str():
            return str(value)
        case _:
            return value
