"""The store of daily deals, which implements `bot.play.state.days.DayStore`."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import ColumnElement, Select, Table, and_, bindparam, delete, func, insert, or_, select, tuple_, update
from sqlalchemy.engine import RowMapping
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.days import calendar
from bot.days.ranking import Beaten, DayPlace, DayScore
from bot.play.state.days import DayResult, DayRow, Seen, mark_of, moment
from bot.play.state.errors import TableReason, refused
from bot.play.state.values import LogWord, Status, TableRow
from bot.rummy.families import Variant
from bot.rummy.shuffle import chain_link
from data.database import Database
from data.people.store import get_fact
from data.schema import day_results, day_shown, days, facts, moves, people, tables

_RESULTS: Final = day_results.c
_IS_FINISHED: Final = _RESULTS.points.is_not(None)
_BEST_FIRST: Final = (_RESULTS.points.desc(), _RESULTS.turns, _RESULTS.user)
_DELETE_TABLE: Final = delete(tables).where(tables.c.id == bindparam("table"))
_WAS_CLOSED: Final = select(moves.c.seq).where(moves.c.table_id == tables.c.id, moves.c.text == LogWord.CLOSE).exists()


def chain_fact(game: Variant) -> str:
    """Return the name of the fact with a game's chain: its last link in hex, and the day of its first one."""
    return f"days of {game}"


async def chain_in(connection: AsyncConnection, game: Variant) -> tuple[bytes, int] | None:
    """Return a game's chain: its last link, and the day of its first one; None without one."""
    kept = await get_fact(connection, chain_fact(game))
    if kept is None:
        return None
    last, first = kept.split()
    return bytes.fromhex(last), int(first)


async def begin_day(connection: AsyncConnection, row: TableRow) -> None:
    """Store that a person begins a day's deal at a new table. Refused if they have begun it, or its day is closed."""
    if row.day is None:
        return
    game, who = row.options.variant, (row.host, mark_of(row.secret, row.host))
    here = _of(day_results, game, row.day)
    if (await connection.execute(select(_RESULTS.user).where(here, _RESULTS.user.in_(who)))).first() is not None:
        raise refused(TableReason.DAY_PLAYED, when=moment(calendar.ends_at(row.day)))
    open_day = select(days.c.day).where(_of(days, game, row.day), ~days.c.closed, ~days.c.void)
    if (await connection.execute(open_day)).first() is None:
        raise refused(TableReason.DAY_OVER)
    begun = {"day": row.day, "game": game, "user": row.host, "table_id": row.id}
    await connection.execute(insert(day_results).values(begun))


async def forget_days(connection: AsyncConnection, user: int) -> None:
    """Delete a person's results. Of days that are open, a mark stays until they close, so that nobody plays twice."""
    kept = await connection.execute(
        select(_RESULTS.day, _RESULTS.game, days.c.number)
        .join(days, and_(days.c.day == _RESULTS.day, days.c.game == _RESULTS.game))
        .where(_RESULTS.user == user, ~days.c.closed)
    )
    for day, game, number in kept.all():
        chain = await chain_in(connection, Variant(game))
        if chain is not None:
            mark = mark_of(chain_link(chain[0], number), user)
            await connection.execute(insert(day_results).values(day=day, game=game, user=mark))
    await connection.execute(delete(day_results).where(_RESULTS.user == user))
    await connection.execute(delete(day_shown).where(day_shown.c.user == user))


def of_days(user: int) -> dict[str, Select[Any]]:
    """Return statements that select a person's results, by their keys in the export of personal data."""
    return {table.name: select(table).where(table.c.user == user) for table in (day_results, day_shown)}


async def forget_days_on(connection: AsyncConnection, guild: int) -> None:
    """Delete which results are shown on a server, and its posts."""
    await connection.execute(delete(day_shown).where(day_shown.c.guild == guild))
    post = {"guild": None, "channel": None, "message": None}
    await connection.execute(update(days).where(days.c.guild == guild).values(post))


def is_of_open_day() -> ColumnElement[bool]:
    """Return the condition that a table's cards are still secret, since others play the same daily deal."""
    same = days.c.day == tables.c.day, days.c.game == tables.c.variant
    return select(days.c.day).where(*same, ~days.c.closed).exists()


@dataclass(slots=True, eq=False)
class SqlDays:
    """Stores the days, their results, and where these are shown."""

    database: Database

    async def chain(self, game: Variant, day: int, token: bytes) -> tuple[bytes, int]:
        """Return a game's chain, or make one that begins on a day. DatabaseError."""
        async with self.database.read() as connection:
            kept = await chain_in(connection, game)
        if kept is None:
            row = {"name": chain_fact(game), "value": f"{token.hex()} {day}"}
            await self.database.write_rows([(self.database.insert(facts), [row])])
            async with self.database.read() as connection:
                kept = await chain_in(connection, game)
        return kept or (token, day)

    async def day(self, game: Variant, day: int) -> DayRow | None:
        """Return a day's deal. DatabaseError."""
        found = await self._days(_of(days, game, day))
        return found[0] if found else None

    async def open_days(self) -> Sequence[DayRow]:
        """List the days that aren't closed or void, the oldest first. DatabaseError."""
        return await self._days(and_(~days.c.closed, ~days.c.void))

    async def fix(self, row: DayRow) -> DayRow:
        """Store a new day, unless it's there, and return what is stored. DatabaseError."""
        values = {"day": row.day, "game": row.game, "number": row.number, "line": row.line, "due": row.due}
        values |= {"void": False, "closed": False}
        await self.database.write_rows([(self.database.insert(days), [values])])
        return await self.day(row.game, row.day) or row

    async def see(self, game: Variant, day: int, seen: Seen) -> None:
        """Store when the code of a day was first shown, and the first public post with it. DatabaseError."""
        here = _of(days, game, day)
        async with self.database.write() as connection:
            await connection.execute(update(days).where(here, days.c.seen_at.is_(None)).values(seen_at=seen.at))
            if seen.message is not None:
                post = {"guild": seen.guild, "channel": seen.channel, "message": seen.message}
                await connection.execute(update(days).where(here, days.c.message.is_(None)).values(post))

    async def sign(self, game: Variant, day: int, signature: bytes | None, par: DayScore | None = None) -> None:
        """Store the signature of a day's round and its par, or None: that it's void. DatabaseError."""
        unknown = _of(days, game, day), ~days.c.void, or_(days.c.signature.is_(None), days.c.signature == signature)
        values: dict[str, object] = {"void": signature is None, "signature": signature}
        if par is not None:
            values |= {"par_points": par.points, "par_turns": par.turns}
        async with self.database.write() as connection:
            await connection.execute(update(days).where(*unknown).values(values))

    async def close(self, game: Variant, day: int, at: int) -> None:
        """Close a day: keep its best table, end what isn't finished, and drop the marks. DatabaseError."""
        here = _of(day_results, game, day)
        best = select(_RESULTS.table_id).where(here, _IS_FINISHED).order_by(*_BEST_FIRST).limit(1)
        async with self.database.write() as connection:
            table = await connection.scalar(best)
            await connection.execute(update(days).where(_of(days, game, day)).values(closed=True, best=table))
            await connection.execute(delete(day_results).where(here, _RESULTS.user < 0))
            await connection.execute(update(day_results).where(here, _RESULTS.ended_at.is_(None)).values(ended_at=at))

    async def result(self, game: Variant, day: int, user: int) -> DayResult | None:
        """Return a person's deal of a day. DatabaseError."""
        async with self.database.read() as connection:
            kept = await connection.execute(
                select(day_results).where(_of(day_results, game, day), _RESULTS.user == user)
            )
            return next(map(_result_from, kept.mappings()), None)

    async def unfinished(self) -> Sequence[int]:
        """List the tables of days whose game is over, and wasn't closed, but isn't counted. DatabaseError."""
        over = tables.c.status == Status.OVER, _RESULTS.ended_at.is_(None), ~_WAS_CLOSED
        async with self.database.read() as connection:
            found = await connection.execute(
                select(tables.c.id).join(day_results, tables.c.id == _RESULTS.table_id).where(*over)
            )
            return list(found.scalars())

    async def finish(self, result: DayResult, players: int, at: int) -> None:
        """Store how a person's deal ended, unless that's known; not after the day's end. DatabaseError."""
        points, turns = (None, None) if result.score is None else (result.score.points, result.score.turns)
        values = {"points": points, "turns": turns, "players": players, "ended_at": at}
        mine = _of(day_results, result.game, result.day), _RESULTS.user == result.user, _RESULTS.ended_at.is_(None)
        async with self.database.write() as connection:
            await connection.execute(update(day_results).where(*mine).values(values))

    async def show(self, game: Variant, day: int, user: int, guild: int) -> None:
        """Store that a person's result is shown on a server. DatabaseError."""
        row = {"day": day, "game": game, "guild": guild, "user": user}
        await self.database.write_rows([(self.database.insert(day_shown), [row])])

    async def ranking(
        self, game: Variant, day: int, guild: int | None, first: int, most: int
    ) -> tuple[Sequence[DayPlace], int]:
        """Return a part of a ranking, and how many are in all of it. DatabaseError."""
        scores = _scores(game, day, guild)
        place = func.rank().over(order_by=(_RESULTS.points.desc(), _RESULTS.turns)).label("place")
        part = scores.add_columns(place).order_by(*_BEST_FIRST).offset(first).limit(most)
        async with self.database.read() as connection:
            lines = [
                DayPlace(place, user, DayScore(points, turns))
                for user, points, turns, place in await connection.execute(part)
            ]
            return lines, await connection.scalar(select(func.count()).select_from(scores.subquery())) or 0

    async def place(self, game: Variant, day: int, guild: int | None, user: int) -> DayPlace | None:
        """Return a person's line in a ranking. DatabaseError."""
        async with self.database.read() as connection:
            mine = _scores(game, day, guild).where(_RESULTS.user == user)
            found = (await connection.execute(mine)).first()
            if found is None:
                return None
            score = DayScore(found.points, found.turns)
            better = _scores(game, day, guild).where(_is_better(score)).subquery()
            place = 1 + (await connection.scalar(select(func.count()).select_from(better)) or 0)
            return DayPlace(place, user, score)

    async def summary(self, game: Variant, day: int) -> tuple[int, DayScore | None]:
        """Return how many people finished a day's deal, and the best score. DatabaseError."""
        here = _of(day_results, game, day), _IS_FINISHED
        async with self.database.read() as connection:
            count = await connection.scalar(select(func.count()).select_from(day_results).where(*here))
            scores = select(_RESULTS.points, _RESULTS.turns).where(*here).order_by(*_BEST_FIRST).limit(1)
            best = (await connection.execute(scores)).first()
            return count or 0, None if best is None else DayScore(*best)

    async def beaten(self, game: Variant, day: int, score: DayScore) -> Beaten:
        """Return how many of the others a score beats. DatabaseError."""
        worse = or_(_RESULTS.points < score.points, and_(_RESULTS.points == score.points, _RESULTS.turns > score.turns))
        here = _of(day_results, game, day), _IS_FINISHED
        async with self.database.read() as connection:
            beaten = await connection.scalar(select(func.count()).select_from(day_results).where(*here, worse))
            others = await connection.scalar(select(func.count()).select_from(day_results).where(*here))
            return Beaten(beaten or 0, max(0, (others or 0) - 1))

    async def days_of(self, user: int) -> Sequence[int]:
        """List the days on which a person finished a deal. DatabaseError."""
        async with self.database.read() as connection:
            mine = select(_RESULTS.day).where(_RESULTS.user == user, _IS_FINISHED).distinct().order_by(_RESULTS.day)
            return list((await connection.execute(mine)).scalars())

    async def days_dealt(self, since: int) -> Sequence[int]:
        """List the days since one on which every deal could be played. DatabaseError."""
        dealt = select(days.c.day).where(days.c.day >= since).group_by(days.c.day)
        async with self.database.read() as connection:
            found = await connection.execute(dealt.having(func.count() == func.count(days.c.signature)))
            return list(found.scalars())

    async def clear(self, before: int, most: int) -> bool:
        """Delete some tables of days before one, except the best lines. Return whether there may be more."""
        kept = select(days.c.best).where(days.c.best.is_not(None))
        old = select(tables.c.id).where(tables.c.day < before, tables.c.id.not_in(kept)).limit(most)
        async with self.database.read() as connection:
            numbers = list((await connection.execute(old)).scalars())
        await self.database.write_rows([(_DELETE_TABLE, [{"table": number} for number in numbers])])
        return len(numbers) == most

    async def _days(self, condition: ColumnElement[bool]) -> list[DayRow]:
        async with self.database.read() as connection:
            rows = (await connection.execute(select(days).where(condition).order_by(days.c.day))).mappings().all()
            found: dict[tuple[int, str], list[int]] = {(row["day"], row["game"]): [] for row in rows}
            key = tuple_(_RESULTS.day, _RESULTS.game)
            versions = (
                select(_RESULTS.day, _RESULTS.game, _RESULTS.players)
                .where(key.in_(list(found)), _RESULTS.players.is_not(None))
                .distinct()
            )
            for day, game, players in (await connection.execute(versions)).all() if found else ():
                found[day, game].append(players)
            best = [row["best"] for row in rows if row["best"] is not None]
            there = set((await connection.execute(select(tables.c.id).where(tables.c.id.in_(best)))).scalars())
        return [_day_from(row, found[row["day"], row["game"]], there) for row in rows]


def _of(table: Table, game: Variant, day: int) -> ColumnElement[bool]:
    return and_(table.c.day == day, table.c.game == game)


def _scores(game: Variant, day: int, guild: int | None) -> Select[Any]:
    """Select the scores of a ranking: a server's, or that of all who are listed."""
    scores = select(_RESULTS.user, _RESULTS.points, _RESULTS.turns).where(_of(day_results, game, day), _IS_FINISHED)
    if guild is None:
        return scores.join(people, people.c.user == _RESULTS.user).where(people.c.listed)
    here = _of(day_shown, game, day), day_shown.c.guild == guild
    return scores.join(day_shown, day_shown.c.user == _RESULTS.user).where(*here)


def _is_better(score: DayScore) -> ColumnElement[bool]:
    same = and_(_RESULTS.points == score.points, _RESULTS.turns < score.turns)
    return or_(_RESULTS.points > score.points, same)


def _result_from(kept: RowMapping) -> DayResult:
    score = None if kept["points"] is None else DayScore(kept["points"], kept["turns"])
    ended = kept["ended_at"] is not None
    return DayResult(kept["day"], Variant(kept["game"]), kept["user"], kept["table_id"], score, ended)


def _day_from(kept: RowMapping, players: Sequence[int], there: set[int]) -> DayRow:
    seen = kept["seen_at"]
    par = kept["par_points"]
    return DayRow(
        day=kept["day"],
        game=Variant(kept["game"]),
        number=kept["number"],
        line=kept["line"],
        due=kept["due"],
        seen=None if seen is None else Seen(seen, kept["guild"], kept["channel"], kept["message"]),
        signature=kept["signature"],
        void=kept["void"],
        par=None if par is None else DayScore(par, kept["par_turns"]),
        closed=kept["closed"],
        best=kept["best"] if kept["best"] in there else None,
        players=tuple(sorted(players)),
    )
