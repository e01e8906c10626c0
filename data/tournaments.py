"""The store of tournaments (in the database: leagues). Implements `bot.play.state.tournament_ports.TournamentStore`."""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from sqlalchemy import ColumnElement, and_, bindparam, case, delete, func, insert, or_, select, update
from sqlalchemy.engine import RowMapping
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.play.state.errors import FixtureTaken, Overtaken
from bot.play.state.tournament_ports import TournamentRow
from bot.play.state.values import Pace, Status, TimeLimits
from bot.ratings.ports import AuditEntry, RequestRefused
from bot.ratings.values import Rated
from bot.rummy.options import changes_from
from bot.tournaments.tournament import wake_of
from bot.tournaments.values import (
    Entrant,
    Fixture,
    FixtureOutcome,
    FixtureResult,
    Tournament,
    TournamentFormat,
    TournamentReason,
    TournamentStage,
)
from data.database import Database, hold, of_server
from data.people.audit_log import write_entry
from data.ratings.schema import result_lines, results
from data.schema import IS_AWAITED, IS_OPEN, IS_SUGGESTED, entrants, fixtures, in_slot, seats, tables, tournaments
from data.tables.rows import options_from, settings_from, settings_value


def tournament_columns(row: TournamentRow) -> dict[str, object]:
    """Return the column values of a new tournament, without entrants and fixtures."""
    return {
        "guild": row.guild,
        "channel": row.channel,
        "message": row.message,
        "name": row.name,
        "host": row.host,
        "variant": row.options.variant,
        "options": changes_from(row.options),
        "pace": row.pace,
        "turn_ms": None if row.limits is None else row.limits.turn,
        "bank_ms": None if row.limits is None else row.limits.bank,
        "manner": settings_value(row.settings),
        "created_at": row.created_at,
        "format": row.tournament.format,
        "hours": row.tournament.hours,
        **stage_values(row.tournament),
    }


def stage_values(tournament: Tournament) -> dict[str, object]:
    """Return the column values that change during a tournament."""
    return {"stage": tournament.stage, "matchday": tournament.matchday, "seed": tournament.seed}


def fixture_values(tournament: Tournament, fixture: Fixture, now: int) -> dict[str, object]:
    """Return the column values of a fixture, with the time at which something is due (``wake``)."""
    decided = fixture.decided
    winners = () if decided is None else decided.winners
    home_points, away_points = (0, 0) if decided is None else decided.points
    return {
        "matchday": fixture.matchday,
        "place": fixture.place,
        "home": fixture.home,
        "away": fixture.away,
        "begun_at": fixture.begun_at,
        "deadline": fixture.deadline,
        "wake": wake_of(tournament, fixture, now),
        "home_came": fixture.home in fixture.came,
        "away_came": fixture.away in fixture.came,
        "reminded": fixture.reminded,
        "spent": fixture.spent,
        "ending": None if decided is None else decided.outcome,
        "home_won": fixture.home in winners,
        "away_won": fixture.away in winners,
        "home_points": home_points,
        "away_points": away_points,
        "table_id": None if decided is None else decided.table,
        "meeting": fixture.meeting,
        "home_agreed": fixture.home in fixture.agreed,
        "away_agreed": fixture.away in fixture.agreed,
        "home_told": fixture.home in fixture.told,
        "away_told": fixture.away in fixture.told,
    }


def fixture_from(kept: RowMapping, table: int | None, playing: bool, sitting: frozenset[int]) -> Fixture:
    """Return the fixture in a row, with its open table and the players who have joined there."""
    home, away = kept["home"], kept["away"]

    def players(what: str) -> frozenset[int]:
        return frozenset(user for user, side in ((home, "home"), (away, "away")) if kept[f"{side}_{what}"])

    return Fixture(
        id=kept["id"],
        matchday=kept["matchday"],
        place=kept["place"],
        home=home,
        away=away,
        begun_at=kept["begun_at"],
        deadline=kept["deadline"],
        came=players("came") | sitting,
        reminded=kept["reminded"],
        spent=kept["spent"],
        decided=_decision_from(kept),
        table=table,
        playing=playing,
        meeting=kept["meeting"],
        agreed=players("agreed"),
        told=players("told"),
    )


def tournament_from(kept: RowMapping, entrants: tuple[Entrant, ...], fixtures: tuple[Fixture, ...]) -> TournamentRow:
    """Return the tournament in a row, with its entrants and fixtures."""
    return TournamentRow(
        id=kept["id"],
        guild=kept["guild"],
        channel=kept["channel"],
        name=kept["name"],
        host=kept["host"],
        options=options_from(kept),
        pace=Pace(kept["pace"]),
        limits=None if kept["turn_ms"] is None else TimeLimits(kept["turn_ms"], kept["bank_ms"]),
        settings=settings_from(kept["manner"]),
        created_at=kept["created_at"],
        tournament=Tournament(
            format=TournamentFormat(kept["format"]),
            hours=kept["hours"],
            stage=TournamentStage(kept["stage"]),
            entrants=entrants,
            fixtures=fixtures,
            matchday=kept["matchday"],
            seed=kept["seed"],
        ),
        message=kept["message"],
    )


def differing(kept: RowMapping, values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the column values that differ from the stored row."""
    return {name: value for name, value in values.items() if value != kept[name]}


def _decision_from(kept: RowMapping) -> FixtureResult | None:
    if kept["ending"] is None:
        return None
    sides = ((kept["home"], kept["home_won"]), (kept["away"], kept["away_won"]))
    winners = tuple(user for user, won in sides if won and user is not None)
    return FixtureResult(
        FixtureOutcome(kept["ending"]), winners, (kept["home_points"], kept["away_points"]), kept["table_id"]
    )


SHOWN: Final = 25
"""The most tournaments listed for a server: as many as fit into a select."""
_GOES_ON: Final = tournaments.c.stage.in_((TournamentStage.JOINING, TournamentStage.RUNNING))
DUE: Final = select(fixtures.c.league_id).join(tournaments).where(IS_AWAITED, fixtures.c.wake <= bindparam("now"))
"""Finds the tournaments in which something is due. It runs often, so it reads only fixtures that can be played."""
AWAITED_ON: Final = select(tournaments.c.guild).join(fixtures).where(IS_AWAITED)
"""Finds the servers with fixtures that can be played."""
_AGREED: Final = and_(fixtures.c.home_agreed, fixtures.c.away_agreed)
_UNTOLD: Final = or_(~fixtures.c.home_told, ~fixtures.c.away_told)
MEETINGS: Final = (
    select(fixtures.c.id)
    .join(tournaments)
    .where(
        IS_SUGGESTED,
        fixtures.c.meeting > bindparam("now"),
        or_(~_AGREED, fixtures.c.meeting <= bindparam("until")),
        _UNTOLD,
        tournaments.c.stage == TournamentStage.RUNNING,
    )
    .order_by(fixtures.c.id)
)
"""Finds fixtures with a time of which a player has to be told."""
ENDED: Final = (
    select(tables.c.id, fixtures.c.id)
    .select_from(fixtures)
    .join(tournaments)
    .join(tables, tables.c.fixture == fixtures.c.id)
    .where(
        IS_AWAITED,
        tournaments.c.stage == TournamentStage.RUNNING,
        tables.c.status == Status.OVER,
        tables.c.id > fixtures.c.spent,
    )
    .order_by(tables.c.id)
)
"""Finds games that are over but whose tournaments don't know their results yet. Reads only fixtures in play."""
_WINNERS: Final = (
    select(func.count()).where(result_lines.c.table_id == results.c.table_id, result_lines.c.won).scalar_subquery()
)
_TAKEN_BACK: Final = and_(
    results.c.rated == Rated.VOID,
    fixtures.c.table_id == results.c.table_id,
    or_(
        tournaments.c.format != TournamentFormat.KNOCKOUT, fixtures.c.matchday == tournaments.c.matchday
    ),  # else it stays
)
_RESTORED: Final = and_(
    fixtures.c.ending.is_(None),
    results.c.rated.not_in((Rated.VOID, Rated.CLOSED)),
    or_(tournaments.c.format != TournamentFormat.KNOCKOUT, _WINNERS < 2),  # a shared win decides nothing there
)
RULED: Final = (
    select(results.c.table_id, fixtures.c.id)
    .select_from(fixtures)
    .join(tournaments)
    .join(results, results.c.table_id == func.coalesce(fixtures.c.table_id, fixtures.c.spent))
    .where(tournaments.c.stage == TournamentStage.RUNNING, or_(_TAKEN_BACK, _RESTORED))
    .order_by(results.c.table_id)
)
"""Finds games that were voided or restored but whose tournaments don't know that yet."""


@dataclass(slots=True, eq=False)
class SqlTournaments:
    """The store of tournaments. Changes on a server run one after the other; what is due is the slot's."""

    database: Database

    async def create(self, row: TournamentRow, most: int, entry: AuditEntry | None = None) -> TournamentRow:
        """Store a new tournament, and return it with its id. DatabaseError.

        RequestRefused if the server has ``most`` active tournaments, or one with that name.
        """
        async with self.database.write_alone(of_server(row.guild)) as connection:
            others = await connection.execute(
                select(tournaments.c.name).where(tournaments.c.guild == row.guild, _GOES_ON)
            )
            called = [name.casefold() for name in others.scalars()]
            if len(called) >= most:
                raise RequestRefused(TournamentReason.MANY_ACTIVE, most=most)
            if row.name.casefold() in called:
                raise RequestRefused(TournamentReason.SAME_NAME, name=row.name)
            made = await connection.execute(
                insert(tournaments).values(tournament_columns(row)).returning(tournaments.c.id)
            )
            kept = replace(row, id=made.scalar_one())
            await _write_entrants(connection, kept.id, kept.tournament)
            await write_entry(connection, entry)
            return kept

    async def get(self, tournament: int) -> TournamentRow | None:
        """Return a tournament; None if it doesn't exist. DatabaseError."""
        async with self.database.read() as connection:
            return await _read_tournament(connection, tournament)

    async def of_fixture(self, fixture: int) -> TournamentRow | None:
        """Return the tournament of a fixture; None if it doesn't exist. DatabaseError."""
        async with self.database.read() as connection:
            tournament = await connection.scalar(select(fixtures.c.league_id).where(fixtures.c.id == fixture))
            return None if tournament is None else await _read_tournament(connection, tournament)

    async def of_guild(self, guild: int) -> Sequence[TournamentRow]:
        """List a server's last tournaments, active ones first, and newest first among each. DatabaseError."""
        over = case((_GOES_ON, 0), else_=1)
        chosen = (
            select(tournaments.c.id)
            .where(tournaments.c.guild == guild)
            .order_by(over, tournaments.c.id.desc())
            .limit(SHOWN)
        )
        async with self.database.read() as connection:
            numbers = (await connection.execute(chosen)).scalars().all()
            found = {row.id: row for row in await _read_tournaments(connection, tournaments.c.id.in_(numbers))}
        return tuple(found[number] for number in numbers)

    async def of_user(self, user: int) -> Sequence[int]:
        """List the ids of a player's active tournaments. DatabaseError."""
        async with self.database.read() as connection:
            found = await connection.execute(
                select(tournaments.c.id)
                .join(entrants)
                .where(entrants.c.user == user, _GOES_ON)
                .order_by(tournaments.c.id)
            )
            return tuple(found.scalars())

    async def change(
        self, tournament: int, change: Callable[[Tournament], Tournament], now: int, entry: AuditEntry | None = None
    ) -> tuple[TournamentRow, TournamentRow] | None:
        """Change a tournament exclusively. Return it before and after; None if it doesn't exist. DatabaseError.

        ``entry`` is added to the audit log in the same transaction. If ``change`` raises an error, nothing changes.
        """
        async with self.database.write() as connection:
            guild = await connection.scalar(select(tournaments.c.guild).where(tournaments.c.id == tournament))
            if guild is None:
                return None
            # Not only this tournament: whoever deletes data of a person or of the server changes all that is there.
            await hold(connection, of_server(guild))
            before = await _read_tournament(connection, tournament)
            if before is None:
                return None
            state = change(before.tournament)
            if state.entrants != before.tournament.entrants:
                await connection.execute(delete(entrants).where(entrants.c.league_id == tournament))
                await _write_entrants(connection, tournament, state)
            stage = stage_values(state)
            if stage != stage_values(before.tournament):
                await connection.execute(update(tournaments).where(tournaments.c.id == tournament).values(stage))
            await _write_fixtures(connection, tournament, state, now)
            await write_entry(connection, entry)
            after = (
                await _read_tournament(connection, tournament) if _is_new(state) else replace(before, tournament=state)
            )
            return None if after is None else (before, after)

    async def set_message(self, tournament: int, message: int | None) -> None:
        """Store which message shows a tournament. DatabaseError."""
        async with self.database.write() as connection:
            await connection.execute(update(tournaments).where(tournaments.c.id == tournament).values(message=message))

    async def due(self, now: int) -> Sequence[int]:
        """List the ids of tournaments in which something is due. DatabaseError."""
        async with self.database.read() as connection:
            found = await connection.execute(DUE.where(self._mine), {"now": now})
            return tuple(sorted(set(found.scalars())))

    async def meetings_due(self, now: int, until: int) -> Sequence[int]:
        """List undecided fixtures with a time after ``now`` of which a player has to be told. DatabaseError."""
        async with self.database.read() as connection:
            found = await connection.execute(MEETINGS.where(self._mine), {"now": now, "until": until})
            return tuple(found.scalars())

    async def homes(self) -> Sequence[tuple[int, int]]:
        """List the servers and channels of tournaments that aren't over. DatabaseError."""
        running = tournaments.c.stage.in_((TournamentStage.JOINING, TournamentStage.RUNNING))
        async with self.database.read() as connection:
            found = await connection.execute(select(tournaments.c.guild, tournaments.c.channel).where(running))
            return tuple((guild, channel) for guild, channel in found)

    async def ended(self) -> Sequence[tuple[int, int]]:
        """List tables, with their fixtures, whose games have ended or been ruled on unknown to the tournament.

        DatabaseError.
        """
        async with self.database.read() as connection:
            found = [row for known in (ENDED, RULED) for row in await connection.execute(known.where(self._mine))]
            return tuple((table, fixture) for table, fixture in found)

    @property
    def _mine(self) -> ColumnElement[bool]:
        return in_slot(tournaments.c.guild, self.database.slot)


async def check_fixture(connection: AsyncConnection, fixture: int | None) -> None:
    """Raise FixtureTaken if a fixture has an open table, Overtaken if it's decided."""
    if fixture is None:
        return
    taken = await connection.scalar(select(tables.c.id).where(tables.c.fixture == fixture, IS_OPEN))
    if taken is not None:
        raise FixtureTaken(taken)
    if await connection.scalar(select(fixtures.c.ending).where(fixtures.c.id == fixture)) is not None:
        raise Overtaken


async def _read_tournament(connection: AsyncConnection, tournament: int) -> TournamentRow | None:
    return next(iter(await _read_tournaments(connection, tournaments.c.id == tournament)), None)


async def _read_tournaments(connection: AsyncConnection, condition: ColumnElement[bool]) -> list[TournamentRow]:
    """Read tournaments with their entrants, fixtures, and the fixtures' open tables."""
    found = (await connection.execute(select(tournaments).where(condition))).mappings().all()
    numbers = [kept["id"] for kept in found]
    people: dict[int, list[Entrant]] = defaultdict(list)
    joined = select(entrants).where(entrants.c.league_id.in_(numbers)).order_by(entrants.c.number)
    for kept in (await connection.execute(joined)).mappings():
        people[kept["league_id"]].append(Entrant(kept["user"], kept["withdrawn"]))
    opened, meetings = await _open_tables(connection, numbers), defaultdict(list)
    for kept in await _fixtures(connection, fixtures.c.league_id.in_(numbers)):
        table, playing, sitting = opened.get(kept["id"], (None, False, frozenset()))
        meetings[kept["league_id"]].append(fixture_from(kept, table, playing, sitting))
    return [tournament_from(kept, tuple(people[kept["id"]]), tuple(meetings[kept["id"]])) for kept in found]


async def _fixtures(connection: AsyncConnection, condition: ColumnElement[bool]) -> Sequence[RowMapping]:
    """Read fixtures, sorted by matchday and place."""
    statement = select(fixtures).where(condition).order_by(fixtures.c.matchday, fixtures.c.place)
    return (await connection.execute(statement)).mappings().all()


async def _open_tables(
    connection: AsyncConnection, numbers: Sequence[int]
) -> Mapping[int, tuple[int, bool, frozenset[int]]]:
    """Return the open tables of tournaments, by fixture: the table's id, whether its game has started, its players.

    A finished table counts as open until its tournament knows the result.
    """
    not_entered = and_(tables.c.status == Status.OVER, fixtures.c.ending.is_(None), tables.c.id > fixtures.c.spent)
    found = await connection.execute(
        select(fixtures.c.id, tables.c.id, tables.c.status, seats.c.user)
        .select_from(fixtures)
        .join(tables, tables.c.fixture == fixtures.c.id)
        .join(seats, seats.c.table_id == tables.c.id)
        .where(fixtures.c.league_id.in_(numbers), or_(IS_OPEN, not_entered))
    )
    opened: dict[int, tuple[int, bool, frozenset[int]]] = {}
    for fixture, table, status, user in found:
        others = opened[fixture][2] if fixture in opened else frozenset()
        opened[fixture] = (table, status != Status.LOBBY, others | {user})
    return opened


async def _write_entrants(connection: AsyncConnection, tournament: int, state: Tournament) -> None:
    values = [
        {"league_id": tournament, "user": entrant.user, "number": number, "withdrawn": entrant.withdrawn}
        for number, entrant in enumerate(state.entrants, start=1)
    ]
    if values:
        await connection.execute(insert(entrants), values)


async def _write_fixtures(connection: AsyncConnection, tournament: int, state: Tournament, now: int) -> None:
    """Store new fixtures of a tournament and changes of the others."""
    kept = {row["id"]: row for row in await _fixtures(connection, fixtures.c.league_id == tournament)}
    values = [(fixture.id, fixture_values(state, fixture, now)) for fixture in state.fixtures]
    new = [{"league_id": tournament, **each} for number, each in values if not number]
    if new:
        await connection.execute(insert(fixtures), new)
    for number, each in values:
        changed = differing(kept[number], each) if number else {}
        if changed:
            await connection.execute(update(fixtures).where(fixtures.c.id == number).values(changed))


def _is_new(state: Tournament) -> bool:
    """Return whether there are new fixtures, which get their ids from the database."""
    return any(not fixture.id for fixture in state.fixtures)
