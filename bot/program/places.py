"""The channels in which the bot has tables and posts, or may open tables: those whose permissions matter most."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from data.database import Database, open_database
from data.people.servers import SqlServers
from data.tables.store import SqlTables
from data.tournaments import SqlTournaments


@dataclass(slots=True)
class ServerPlaces:
    """The places on a server: channels and what is there; and the channels or categories for tables, if limited."""

    used: dict[int, list[str]] = field(default_factory=dict)
    allowed: tuple[int, ...] = ()

    def add(self, channel: int, what: str) -> None:
        """Record what is in a channel, once."""
        kinds = self.used.setdefault(channel, [])
        if what not in kinds:
            kinds.append(what)


async def places_in(url: str) -> Mapping[int, ServerPlaces]:
    """Read the places of all servers from a database with the current schema. DatabaseError."""
    database = await open_database(url)
    try:
        return await _places(database)
    finally:
        await database.close()


async def _places(database: Database) -> Mapping[int, ServerPlaces]:
    found: dict[int, ServerPlaces] = {}

    def of(guild: int) -> ServerPlaces:
        return found.setdefault(guild, ServerPlaces())

    servers = SqlServers(database)
    await servers.load()
    for server in servers.all():
        of(server.guild).allowed = server.channels
        if server.lounge is not None:
            of(server.guild).add(server.lounge.channel, "the lounge")
        if server.board is not None:
            of(server.guild).add(server.board.channel, "the standings")
    for home in await SqlTables(database).homes():
        of(home.guild).add(home.channel, "a table")
    for guild, channel in await SqlTournaments(database).homes():
        of(guild).add(channel, "a tournament")
    return found
