"""The store of server settings, which implements `bot.play.ports.Servers`."""

from collections.abc import Callable, Mapping
from dataclasses import asdict, replace
from typing import Any, Final

from sqlalchemy import delete, insert, select

from bot.play.people import Server, StandingsBoard
from bot.play.values import Bounds
from bot.ratings.ports import AuditEntry
from bot.rummy.families import Variant
from data.database import Database
from data.people.audit_log import write_entry
from data.schema import servers


class SqlServers:
    """The store of server settings. Await `load` before using it.

    All settings are in memory. Only one process serves a server, so they stay current; `change` still reads the
    database first.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._set: dict[int, Server] = {}

    async def load(self) -> None:
        """Read the settings of all servers. DatabaseError."""
        async with self._database.read() as connection:
            found = await connection.execute(select(servers.c.guild, servers.c.settings))
            self._set = {guild: server_from(guild, settings) for guild, settings in found}

    def of(self, guild: int) -> Server:
        """Return a server's settings, or the defaults."""
        return self._set.get(guild) or Server(guild)

    def monthly(self) -> tuple[Server, ...]:
        """List the servers with monthly seasons."""
        return tuple(server for server in self._set.values() if server.monthly)

    async def change(self, guild: int, change: Callable[[Server], Server], entry: AuditEntry | None = None) -> Server:
        """Change a server's settings, even if another change runs at the same time, and return them. DatabaseError.

        ``entry`` goes into the audit log with it. An error from ``change`` is raised, and changes nothing.
        """
        async with self._database.write_alone() as connection:
            kept: Mapping[str, Any] = (
                await connection.scalar(select(servers.c.settings).where(servers.c.guild == guild)) or {}
            )
            server = replace(change(server_from(guild, kept)), guild=guild)
            settings = settings_of(server)
            if settings != kept:
                await connection.execute(delete(servers).where(servers.c.guild == guild))
                if settings:
                    await connection.execute(insert(servers).values(guild=guild, settings=settings))
            await write_entry(connection, entry)
        self._set[guild] = server
        return server

    def forget(self, guild: int) -> None:
        """Drop a server's settings from memory; `data.people.personal_data` deletes the stored ones."""
        self._set.pop(guild, None)


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
