"""Export and deletion of the data of a person or a server, which implements `bot.play.state.people.PersonalData`.

Every column that contains user ids is listed here; `tests/data/test_personal_data.py` checks that none is missing.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from itertools import groupby
from typing import Any, Final

from sqlalchemy import ColumnElement, Select, String, cast, delete, exists, insert, or_, select, union, update
from sqlalchemy.engine import RowMapping
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.play.state.errors import Overtaken
from bot.play.state.values import OPEN, Status
from data.database import Database, of_server, of_user
from data.days import forget_days, forget_days_on, of_days
from data.notices import tell
from data.people.servers import SqlServers
from data.people.store import SqlPeople
from data.people.typed_texts import erase_cuts, erase_typed_texts
from data.ratings.schema import (
    audit_entries,
    earned,
    rating_changes,
    ratings,
    result_lines,
    rulings,
    seasons,
    standings,
)
from data.schema import (
    HAS_LEFT,
    IS_OPEN,
    IS_PINGED,
    IS_PRACTICE,
    changes,
    coach_lines,
    entrants,
    facts,
    fixtures,
    lessons,
    moves,
    panels,
    people,
    presets,
    puzzle_tries,
    puzzles,
    refused_inviters,
    removed_servers,
    seats,
    servers,
    tables,
    tournaments,
)
from data.tables.logs import read_moves_of

_IDS: Final = ("user", "guild", "channel", "message", "actor", "target", "home", "away", "void_by")
_LEFT_OUT: Final = ("invited",)  # contains other people's ids
_TIMES: Final = ("at", "deadline", "wake")


def json_values(kept: Mapping[str, object] | RowMapping) -> dict[str, object]:
    """Return a row as JSON values by column name."""
    return {str(name): _json_value(str(name), value) for name, value in kept.items() if name not in _LEFT_OUT}


def move_lines(moves: Iterable[Mapping[str, object]]) -> list[dict[str, object]]:
    """Return a player's moves by table, each as one string, since an object per move would make the export too long."""
    return [
        {"table_id": table, "lines": [f"{move['at']} {move['text']}" for move in group]}
        for table, group in groupby(moves, lambda move: move["table_id"])
    ]


def _json_value(name: str, value: object) -> object:
    if isinstance(value, int) and name in _IDS:
        return str(value)
    if isinstance(value, int) and (name in _TIMES or name.endswith("_at")):
        return datetime.fromtimestamp(value / 1000, UTC).isoformat(timespec="milliseconds")
    return value


_OF_SERVERS: Final = (tables, tournaments, presets, seasons, audit_entries, servers)
"""Tables with rows of a server; rows of other tables are deleted along with them."""
_OF_PEOPLE: Final = (lessons, coach_lines, puzzle_tries)
"""Tables with rows about one person alone."""
_UNSCRUBBED: Final = "unscrubbed deletions"
_DELETIONS: Final = select(facts.c.value).where(facts.c.name == _UNSCRUBBED)
"""How many deletions have left remains in the file that aren't removed yet, as text; no row without one."""
_NAMES: Final = (tournaments.c.name, seasons.c.name, presets.c.name, presets.c.key)
"""Columns with names chosen by members, which may mention a person."""


class SqlPersonalData:
    """Exports and deletes personal data."""

    def __init__(self, database: Database, cached_servers: SqlServers, cached_people: SqlPeople) -> None:
        self._database = database
        self._servers = cached_servers
        self._people = cached_people

    async def held(self, user: int) -> Mapping[str, object]:
        """Return everything stored about a person, as JSON values. DatabaseError.

        Ids are strings, since most JSON readers round numbers that large; times are ISO 8601 in UTC.
        """
        await self._database.late.settle()
        async with self._database.read() as connection:
            found: dict[str, Sequence[RowMapping]] = {
                name: (await connection.execute(statement)).mappings().all()
                for name, statement in _selects(user).items()
            }
            moves_made = await read_moves_of(connection, user)
        found["invitations"] = [line for line in found["invitations"] if user in line["invited"]]
        found["deeds"] = [line for line in found["deeds"] if _mentions(user, line)]
        held = {name: list(map(json_values, lines)) for name, lines in found.items()}
        return {"user": str(user), **held, "moves": move_lines(map(json_values, moves_made))}

    async def open_tables(self, user: int) -> tuple[int, ...]:
        """List the open tables where a person plays or is the host, on all servers. DatabaseError.

        A running game that the player has left isn't listed.
        """
        async with self._database.read() as connection:
            return tuple(await _open_tables(connection, user))

    async def forget(self, user: int, marks: Callable[[], int]) -> Sequence[int] | None:
        """Delete a person's own data, and replace their id elsewhere by a mark, another per server. DatabaseError.

        Return the servers that had their id; None if nothing was stored about them, which takes no turn of writers.
        ``marks`` generates marks. Overtaken, with nothing deleted, if the person has joined a table meanwhile.
        """
        await self._database.late.settle()
        if not await self._has_data_of(user):
            return None
        guilds, known = None, set[int]()
        while guilds is None:
            guilds = await self._forget(user, marks, known)
        await self.forgotten(user)
        return guilds

    async def forgotten(self, user: int) -> None:
        """Drop from memory what was deleted about a person. DatabaseError."""
        self._people.drop(user, deleted=True)
        await self._servers.load()  # one may have the name of a preset

    async def _forget(self, user: int, marks: Callable[[], int], known: set[int]) -> Sequence[int] | None:
        """Delete a person's data, if all servers with their id are known. Otherwise add those and return None."""
        # Their ratings, tournaments and settings are replaced or counted by others, too.
        async with self._database.write_alone(of_user(user), *map(of_server, known)) as connection:
            found = {guild for guild in await _servers_of(connection, user) if guild is not None}
            if not found <= known:
                known |= found
                return None
            if await _open_tables(connection, user):
                raise Overtaken
            for table in (people, panels, *_OF_PEOPLE):
                await connection.execute(delete(table).where(table.c.user == user))
            await connection.execute(
                delete(refused_inviters).where(or_(refused_inviters.c.user == user, refused_inviters.c.inviter == user))
            )
            await forget_days(connection, user)
            sat = select(seats.c.table_id).where(seats.c.user == user, seats.c.level.is_(None))
            await connection.execute(delete(puzzles).where(puzzles.c.table_id.in_(sat)))
            await connection.execute(delete(tables).where(IS_PRACTICE, tables.c.host == user))
            await _uninvite(connection, user)
            await erase_typed_texts(connection, user)
            await erase_cuts(connection, user)
            guilds = await _servers_of(connection, user)
            await _erase_clicks(connection, user, guilds)
            put = []
            for guild in guilds:
                put.append(await _free_mark(connection, marks))
                await _put_mark(connection, guild, user, put[-1])
            # Another process may have seated them meanwhile, and their id may have been replaced there, too.
            if any([await _open_tables(connection, number) for number in (user, *put)]):
                raise Overtaken
            await _scrub_later(connection)
            await tell(connection, user, guilds)
            return guilds

    async def scrub(self, *, patiently: bool = False) -> None:
        """Remove what deletions have left in the files, unless a reader is in the way: then next time. DatabaseError.

        A large file is only written anew ``patiently``, however long it takes.
        """
        async with self._database.read() as connection:
            deletions = await connection.scalar(_DELETIONS)
        if deletions is None:
            return
        if await self._database.scrub(patiently=patiently):
            async with self._database.write() as connection:  # unless data was deleted meanwhile
                await connection.execute(delete(facts).where(facts.c.name == _UNSCRUBBED, facts.c.value == deletions))

    async def server_left(self, guild: int, at: int) -> None:
        """Record that a server removed the bot; if that's recorded already, keep the earlier time. DatabaseError."""
        row = {"guild": guild, "at": at}
        await self._database.write_rows([(self._database.insert(removed_servers), [row])])

    async def server_back(self, guild: int) -> None:
        """Record that the bot is in this server. DatabaseError."""
        async with self._database.write() as connection:
            await connection.execute(delete(removed_servers).where(removed_servers.c.guild == guild))

    async def servers_known(self) -> tuple[int, ...]:
        """List the servers with stored data. DatabaseError."""
        async with self._database.read() as connection:
            known = (select(table.c.guild).where(table.c.guild.is_not(None)) for table in _OF_SERVERS)
            found = await connection.execute(union(*known))
            return tuple(sorted(found.scalars()))

    async def servers_gone(self, before: int) -> tuple[int, ...]:
        """List the servers that removed the bot before a time and whose data isn't deleted yet. DatabaseError."""
        async with self._database.read() as connection:
            found = await connection.execute(select(removed_servers.c.guild).where(removed_servers.c.at < before))
            return tuple(sorted(found.scalars()))

    async def forget_server(self, guild: int) -> None:
        """Delete all data of a server. DatabaseError."""
        await self._database.late.settle()
        async with self._database.write_alone(of_server(guild)) as connection:
            here = select(tables.c.id).where(tables.c.guild == guild)
            await connection.execute(delete(panels).where(panels.c.table_id.in_(here)))
            for table in (ratings, standings, *_OF_SERVERS, removed_servers):
                await connection.execute(delete(table).where(table.c.guild == guild))
            await forget_days_on(connection, guild)
            await _scrub_later(connection)
        self._servers.forget(guild)

    async def _has_data_of(self, user: int) -> bool:
        """Return whether anything is stored about a person, or about an id that contains theirs."""
        async with self._database.read() as connection:
            for statement in _selects(user).values():
                if (await connection.execute(statement.limit(1))).first() is not None:
                    return True
            return bool(await _servers_of(connection, user))


async def _scrub_later(connection: AsyncConnection) -> None:
    """Store that data was deleted whose remains are still in the file, in the transaction that deletes it.

    The stored text counts these deletions. A server cleans up by itself.
    """
    if connection.dialect.name == "sqlite":
        deletions = int(await connection.scalar(_DELETIONS) or 0)
        await connection.execute(delete(facts).where(facts.c.name == _UNSCRUBBED))
        await connection.execute(insert(facts).values(name=_UNSCRUBBED, value=str(deletions + 1)))


def _selects(user: int) -> dict[str, Select[Any]]:
    """Return statements that select a person's data, by their keys in the export."""
    about = tournaments.c.id, tournaments.c.guild, tournaments.c.name
    return {
        "settings": select(people).where(people.c.user == user),
        **_of_tables(user),
        **(_of_results(user) | of_days(user)),
        "leagues": select(*about, entrants.c.number, entrants.c.withdrawn)
        .join(entrants)
        .where(entrants.c.user == user),
        "fixtures": select(fixtures)
        .where(or_(fixtures.c.home == user, fixtures.c.away == user))
        .order_by(fixtures.c.id),
        "leagues_opened": select(*about).where(tournaments.c.host == user),
        "deeds": select(audit_entries).where(_is_in_entry(user)).order_by(audit_entries.c.id),
        "rulings": select(rulings).where(rulings.c.void_by == user),
        **{one.name: select(one).where(one.c.user == user) for one in (presets, refused_inviters, *_OF_PEOPLE)},
        "panels": select(panels.c.table_id, panels.c.message, panels.c.at).where(panels.c.user == user),
    }


def _of_tables(user: int) -> dict[str, Select[Any]]:
    mine = seats.c.user == user, seats.c.level.is_(None)
    return {
        "tables": select(
            tables.c.id,
            tables.c.guild,
            tables.c.channel,
            tables.c.variant,
            tables.c.status,
            tables.c.created_at,
            tables.c.message,
            (tables.c.host == user).label("opened_by_me"),
            seats.c.seat,
            seats.c.cut,
        )
        .join(seats)
        .where(*mine)
        .order_by(tables.c.id),
        "opened": select(tables.c.id, tables.c.guild, tables.c.created_at).where(tables.c.host == user),
        "invitations": select(tables.c.id, tables.c.guild, tables.c.created_at, tables.c.invited).where(
            _is_invited(user)
        ),
    }


def _of_results(user: int) -> dict[str, Select[Any]]:
    return {
        "results": select(result_lines).where(result_lines.c.user == user).order_by(result_lines.c.ended_at),
        "rating_changes": select(rating_changes)
        .join(
            result_lines,
            (result_lines.c.table_id == rating_changes.c.table_id) & (result_lines.c.seat == rating_changes.c.seat),
        )
        .where(result_lines.c.user == user)
        .order_by(rating_changes.c.table_id),
        "ratings": select(ratings).where(ratings.c.user == user),
        "standings": select(*(column for column in standings.c if column.name != "position")).where(
            standings.c.user == user
        ),
        "achievements": select(earned).where(earned.c.user == user).order_by(earned.c.at),
    }


async def _open_tables(connection: AsyncConnection, user: int) -> list[int]:
    """List the open tables where a person plays or is the host, except running games that they left."""
    own_seat = (seats.c.table_id == tables.c.id) & (seats.c.user == user) & seats.c.level.is_(None)
    opened, plays = (tables.c.host == user) & seats.c.seat.is_(None), seats.c.seat.is_not(None) & ~HAS_LEFT
    found = await connection.execute(
        select(tables.c.id).join(seats, own_seat, isouter=True).where(IS_OPEN, or_(opened, plays))
    )
    return sorted(found.scalars())  # with ORDER BY, the database would scan all tables rather than the open ones


async def _servers_of(connection: AsyncConnection, user: int) -> list[int]:
    """List the servers that store a person's id."""
    found = await connection.execute(
        union(
            select(tables.c.guild).join(seats).where(seats.c.user == user, seats.c.level.is_(None)),
            select(tables.c.guild).where(tables.c.host == user),
            select(tables.c.guild).where(IS_PINGED, _is_pinged(user)),
            select(tables.c.guild).join(rulings).where(rulings.c.void_by == user),
            select(tournaments.c.guild)
            .join(entrants, isouter=True)
            .where(or_(tournaments.c.host == user, entrants.c.user == user)),
            select(presets.c.guild).where(presets.c.user == user),
            select(audit_entries.c.guild).where(_is_in_entry(user)),
            *(select(column.table.c.guild).where(column.contains(str(user))) for column in _NAMES),
        )
    )
    return list(found.scalars())


async def _free_mark(connection: AsyncConnection, marks: Callable[[], int]) -> int:
    """Return a new mark that isn't in use."""
    while True:
        mark = marks()
        taken = await connection.execute(select(seats.c.user).where(seats.c.user == mark).limit(1))
        if taken.first() is None:
            return mark


async def _put_mark(connection: AsyncConnection, guild: int, user: int, mark: int) -> None:
    """Replace a person's id by a mark in all data of a server."""
    here = select(tables.c.id).where(tables.c.guild == guild)
    of_tournaments = select(tournaments.c.id).where(tournaments.c.guild == guild)
    for column, condition in (
        (seats.c.user, seats.c.table_id.in_(here) & seats.c.level.is_(None)),
        (tables.c.host, tables.c.guild == guild),
        (rulings.c.void_by, rulings.c.table_id.in_(here)),
        (result_lines.c.user, result_lines.c.guild == guild),
        (ratings.c.user, ratings.c.guild == guild),
        (standings.c.user, standings.c.guild == guild),
        (earned.c.user, earned.c.guild == guild),
        (tournaments.c.host, tournaments.c.guild == guild),
        (fixtures.c.home, fixtures.c.league_id.in_(of_tournaments)),
        (fixtures.c.away, fixtures.c.league_id.in_(of_tournaments)),
        (entrants.c.user, entrants.c.league_id.in_(of_tournaments)),
        (presets.c.user, presets.c.guild == guild),
        (audit_entries.c.actor, audit_entries.c.guild == guild),
        (audit_entries.c.target, audit_entries.c.guild == guild),
    ):
        await connection.execute(update(column.table).where(condition, column == user).values({column.name: mark}))
    await _put_mark_in_texts(connection, guild, user, mark)


async def _put_mark_in_texts(connection: AsyncConnection, guild: int, user: int, mark: int) -> None:
    """Replace a person's id by a mark inside texts and JSON values of a server."""
    pings = await connection.execute(
        select(tables.c.id, tables.c.ping).where(IS_PINGED, _is_pinged(user), tables.c.guild == guild)
    )
    for table, ping in pings.all():
        if ping["user"] == user:  # rather than a longer id that contains this one
            await connection.execute(update(tables).where(tables.c.id == table).values(ping={**ping, "user": mark}))
    here = select(tables.c.id).where(tables.c.guild == guild)
    for column, condition in (
        (audit_entries.c.about, audit_entries.c.guild == guild),
        (rulings.c.void_why, rulings.c.table_id.in_(here)),
        *((column, column.table.c.guild == guild) for column in _NAMES),
    ):
        found = await connection.execute(select(column).where(condition, column.contains(str(user))).distinct())
        for text in found.scalars().all():
            written = _number(user).sub(str(mark), text)
            await connection.execute(
                update(column.table).where(condition, column == text).values({column.name: written})
            )


async def _erase_clicks(connection: AsyncConnection, user: int, guilds: Sequence[int]) -> None:
    """Replace the ids of a person's clicks in logs, and delete those of lobbies that are over, which don't say whose.

    An id only keeps a click that Discord repeats from counting twice. The number in its place is positive, since that
    tells a click in the log from the program's own lines, and far below every id of Discord. A moderator's click is in
    the log under a seat of the table, so there all ids are replaced.
    """
    closed = tables.c.status.not_in(OPEN)
    sat = select(seats.c.table_id).where(seats.c.user == user, seats.c.level.is_(None))
    own = exists().where(seats.c.table_id == moves.c.table_id, seats.c.seat == moves.c.seat, seats.c.user == user)
    ruled = select(audit_entries.c.table_id).join(tables, tables.c.id == audit_entries.c.table_id)
    ruled = ruled.where(audit_entries.c.actor == user, closed)
    number = moves.c.table_id * 1_000_000 + moves.c.seq + 1  # as in `bot.play.state.values.own_doing`
    for condition in (moves.c.table_id.in_(sat) & own, moves.c.table_id.in_(ruled)):
        await connection.execute(update(moves).where(condition, moves.c.interaction > 0).values(interaction=number))
    there = select(tables.c.id).where(tables.c.status != Status.LOBBY, tables.c.guild.in_(guilds))
    await connection.execute(delete(changes).where(changes.c.interaction > 0, changes.c.table_id.in_(there)))


async def _uninvite(connection: AsyncConnection, user: int) -> None:
    """Remove a person's invitations. The new version makes a process with such a table in memory read it again."""
    found = await connection.execute(select(tables.c.id, tables.c.invited, tables.c.version).where(_is_invited(user)))
    for table, invited, version in found.all():
        if user in invited:
            others = [other for other in invited if other != user]
            await connection.execute(
                update(tables).where(tables.c.id == table).values(invited=others, version=version + 1)
            )


def _number(user: int) -> re.Pattern[str]:
    """Return a pattern that matches an id in a text, but not within a longer number."""
    return re.compile(rf"(?<!\d){user}(?!\d)")


def _is_invited(user: int) -> ColumnElement[bool]:
    """Return the condition that a table has invited this person, or one with a longer id that contains this one."""
    return cast(tables.c.invited, String).contains(str(user))


def _is_pinged(user: int) -> ColumnElement[bool]:
    return cast(tables.c.ping, String).contains(str(user))


def _is_in_entry(user: int) -> ColumnElement[bool]:
    return or_(audit_entries.c.actor == user, audit_entries.c.target == user, audit_entries.c.about.contains(str(user)))


def _mentions(user: int, kept: RowMapping) -> bool:
    return user in (kept["actor"], kept["target"]) or _number(user).search(kept["about"]) is not None
