"""Daily deals: one deck a day and game for everyone, against an Expert, once each; rankings, proofs and the posts.

A game's days share one chain of secrets, from the first day that someone asks for. What a day fixes is stored a day
before, and its code shown; its cards come with the first round of the beacon after midnight. Every step is stored, so a
restart goes on with it, and any process may take it twice.
"""

import asyncio
import logging
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import KW_ONLY, InitVar, dataclass, field, replace
from typing import Final, TypeVar

from bot.days import calendar
from bot.days.ranking import streak
from bot.fairness.beacon import PublicBeacon
from bot.play.service.new_tables import day_table
from bot.play.service.table import Table
from bot.play.service.tables import Tables
from bot.play.state.days import (
    DayCode,
    DayProof,
    DayRanking,
    DayResult,
    DayRow,
    DayStanding,
    DayStore,
    DayToday,
    Seen,
    mark_of,
    moment,
    par_of,
    proof_of_day,
    score_of_game,
    terms_of,
)
from bot.play.state.errors import StoreError, TableReason, UnknownTable, refused
from bot.play.state.game import BrokenLog
from bot.play.state.ports import Clock, Signal
from bot.play.state.values import Status
from bot.players.seeds import PLAYERS_VERSION
from bot.rummy.families import Variant
from bot.rummy.records.starts import BeaconRound, read_start
from bot.rummy.refusals import Refused
from bot.rummy.shuffle import CHAIN_LENGTH, chain_link, commitment

_KEPT: Final = 7
"""How many days the tables of a day are kept, apart from the best one."""
_CLEARED: Final = 200
"""How many old tables are deleted at once."""
PATIENCE: Final = 1.0
"""Seconds for which a click waits for the beacon."""

_log = logging.getLogger(__name__)
T = TypeVar("T")


@dataclass(slots=True, eq=False)
class Days:
    """The daily deals of a process.

    ``token`` returns 32 random bytes. Without a ``beacon`` there are no daily deals. ``leads``: this process does what
    is for all servers. Results are counted when a table is ``touched`` by the end of its game.
    """

    store: DayStore
    tables: Tables
    clock: Clock
    _: KW_ONLY
    token: Callable[[], bytes]
    beacon: PublicBeacon | None = None
    leads: bool = True
    touched: InitVar[Signal[Table] | None] = None
    patience: float = PATIENCE
    _chains: dict[Variant, tuple[bytes, int]] = field(init=False, default_factory=dict)
    _working: dict[tuple[Variant, int, str], asyncio.Task[None]] = field(init=False, default_factory=dict)
    _counting: dict[int, asyncio.Task[None]] = field(init=False, default_factory=dict)

    def __post_init__(self, touched: Signal[Table] | None) -> None:
        if touched is not None:
            touched.subscribe(self.watch)

    def watch(self, table: Table) -> None:
        """Count the result of a day's table in the background, if its game has just ended."""
        number = table.row.id
        if table.row.day is not None and table.row.status is Status.OVER and number not in self._counting:
            task = self._counting[number] = asyncio.create_task(
                _safely(self._count, table), name=f"day's table {number}"
            )
            task.add_done_callback(lambda _: self._counting.pop(number, None))

    async def idle(self) -> None:
        """Wait until all results are counted, and no round of the beacon is being asked for."""
        while tasks := [*self._counting.values(), *self._working.values()]:
            await asyncio.wait(tasks)

    async def close(self) -> None:
        """Stop. What is left is done after the next start."""
        tasks = [*self._counting.values(), *self._working.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def today(self, user: int) -> tuple[DayToday, ...]:
        """Return the day's deal of each game for a person, and yesterday's while they can still finish it.

        Refused (no beacon), StoreError.
        """
        self._must_have_beacon()
        now, found = self.clock(), []
        day = calendar.day_at(now)
        for game in calendar.GAMES:
            late = await self._late(game, user, now)
            if late is not None:
                found.append(_as_today(await self._fixed(game, day - 1), late, played=False))
            row = await self._signed(await self._fixed(game, day))
            played = await self._is_marked(row, user)
            found.append(_as_today(row, await self.result(user, game, day), played=played))
        return tuple(found)

    async def open(
        self, *, user: int, name: str, game: Variant, guild: int | None, names: Sequence[str], interaction: int
    ) -> tuple[Table, bool]:
        """Return the table of a person's deal of the day, and whether it's new.

        A deal of yesterday that they can still finish comes first. ``guild`` is the server where they play, whose
        ranking shows them; ``names`` are names for the computer. Refused: they have finished it, or given up; another
        game; no beacon; its round hasn't come yet; the day is void. Repeated, StoreError.
        """
        self._must_have_beacon()
        if game not in calendar.GAMES:
            raise refused(TableReason.DAY_GAME)
        now = self.clock()
        day = calendar.day_at(now)
        found = await self._late(game, user, now) or await self.result(user, game, day)
        if found is not None and not found.ended:
            return await self.tables.get(found.table), False
        row = await self._signed(await self._fixed(game, day))
        if found is not None or await self._is_marked(row, user):
            raise refused(TableReason.DAY_PLAYED, when=moment(calendar.ends_at(day)))
        if row.void:
            raise refused(TableReason.DAY_VOID, when=moment(calendar.ends_at(day)))
        if row.signature is None:
            raise refused(TableReason.DAY_WAITS)
        if guild is not None:
            await self.store.show(game, day, user, guild)
        table = day_table(row, await self._secret(row), user=user, name=name, at=self.clock(), names=names)
        try:
            return await self.tables.created(table, interaction), True
        except Refused:
            found = await self.store.result(game, day, user)
            if found is None or found.ended:
                raise
            return await self.tables.get(found.table), False  # another click was faster

    async def codes(self) -> tuple[DayCode, ...]:
        """Return the codes of the next day's deals, for who has opened today's, and store that they were shown now.

        Empty without a beacon. StoreError.
        """
        codes = await self.next_codes()
        await self.see(Seen(self.clock()))
        return codes

    async def next_codes(self) -> tuple[DayCode, ...]:
        """Return the codes of the next day's deals, which aren't shown to anyone yet. StoreError."""
        if self.beacon is None:
            return ()
        day = calendar.day_at(self.clock()) + 1
        rows = [await self._fixed(game, day) for game in calendar.GAMES]
        return tuple(DayCode(day, row.game, row.code, calendar.opens_at(day)) for row in rows)

    async def see(self, seen: Seen) -> None:
        """Store that the codes of the day after this time have been shown, unless they were before. StoreError."""
        day = calendar.day_at(seen.at) + 1
        for game in calendar.GAMES:
            row = await self.store.day(game, day)
            if row is not None and (row.seen is None or (seen.message and row.seen.message is None)):
                await self.store.see(game, day, seen)

    async def result(self, user: int, game: Variant, day: int) -> DayResult | None:
        """Return what a person did in a day's deal, counted if its game is over; None if not begun. StoreError."""
        found = await self.store.result(game, day, user)
        if found is None or found.ended:
            return found
        try:
            table = await self.tables.get(found.table)
        except UnknownTable:
            return found
        if table.row.status is not Status.OVER:
            return found
        await self._count(table)
        return await self.store.result(game, day, user)

    async def standing(self, user: int, game: Variant, day: int, guild: int | None) -> DayStanding | None:
        """Return how a person did in a day's deal; None until they have finished it. StoreError."""
        found, row = await self.result(user, game, day), await self.store.day(game, day)
        if found is None or found.score is None or row is None:
            return None
        here = None if guild is None else await self.store.place(game, day, guild, user)
        of_all = await self.store.place(game, day, None, user)
        return DayStanding(
            number=row.number,
            day=day,
            game=game,
            score=found.score,
            par=row.par,
            beaten=await self.store.beaten(game, day, found.score),
            streak=await self.streak(user),
            place=None if here is None else here.place,
            place_of_all=None if of_all is None else of_all.place,
            is_shown_here=here is not None,
            is_listed=of_all is not None,
            closed=row.closed,
            closes_at=calendar.closes_at(day),
            players_changed=row.players_changed,
        )

    async def streak(self, user: int) -> int:
        """Return on how many days in a row a person has finished a deal; void days don't count. StoreError."""
        finished = await self.store.days_of(user)
        if not finished:
            return 0
        today = calendar.day_at(self.clock())
        void = {*range(finished[0], today)} - {*await self.store.days_dealt(finished[0])}
        return streak({*finished}, void, today)

    async def ranking(
        self, user: int, game: Variant, day: int, guild: int | None, *, first: int = 0, most: int = 10
    ) -> DayRanking:
        """Return a part of a server's ranking, or of that of all who are listed (None), from line ``first`` on.

        Refused as long as the reader hasn't finished the deal and the day isn't over. StoreError.
        """
        row = await self.store.day(game, day)
        found = await self.result(user, game, day)
        if row is None or not (row.closed or (found is not None and found.ended)):
            raise refused(TableReason.DAY_UNFINISHED)
        lines, total = await self.store.ranking(game, day, guild, first, most)
        finished, _ = await self.store.summary(game, day)
        return DayRanking(
            number=row.number,
            day=day,
            game=game,
            lines=tuple(lines),
            total=total,
            finished=finished,
            par=row.par,
            own=await self.store.place(game, day, guild, user),
            closed=row.closed,
            players_changed=row.players_changed,
        )

    async def show_here(self, user: int, game: Variant, day: int, guild: int) -> None:
        """Show a person's result in a server's ranking. Refused if they haven't finished the deal. StoreError."""
        found = await self.result(user, game, day)
        if found is None or found.score is None:
            raise refused(TableReason.DAY_UNFINISHED)
        await self.store.show(game, day, user, guild)

    async def proof(self, game: Variant, day: int, guild: int | None = None) -> DayProof | None:
        """Return what the shuffle of a day proves, for a reader on this server; None for a day that isn't known.

        StoreError.
        """
        row = await self.store.day(game, day)
        if row is None:
            return None
        terms, over = read_start(row.line, "start"), self.clock() >= calendar.reveals_at(day)
        beacon = terms.beacon or BeaconRound("", 0)
        seen = row.seen
        if seen is not None and (guild is None or seen.guild != guild):
            seen = Seen(seen.at)
        last, _ = await self._chain(game)
        return DayProof(
            number=row.number,
            day=day,
            game=game,
            proof=proof_of_day(row),
            code=row.code,
            line=row.line,
            chain=terms.chain,
            seen=seen,
            beacon=beacon.chain,
            round=beacon.round,
            due=row.due,
            closes_at=calendar.closes_at(day),
            signature=row.signature if over else None,
            secret=(await self._secret(row)).hex() if over else None,
            fault=None if commitment(last) == terms.chain else "the bot's chain of secrets isn't the one in the line",
            players_changed=row.players_changed,
        )

    async def may_replay(self, table: Table, user: int) -> bool:
        """Return whether a person may see the replay of a day's table: it's over, and theirs or the best."""
        if table.row.day is None or table.hidden is not None:
            return False
        if table.seat_of(user) is not None:
            return True
        row = await self.store.day(table.row.options.variant, table.row.day)
        return row is not None and row.closed and row.best == table.row.id

    async def is_over(self, day: int) -> bool:
        """Return whether no deal of a day is open any more, so that its results are final. StoreError."""
        return all(row.day != day for row in await self.store.open_days())

    async def tick(self) -> None:
        """Open and close days, count results and delete old tables, as far as it's due. A chore. StoreError.

        Nothing is fixed before someone has asked for a daily deal.
        """
        if not self.leads:
            return
        now = self.clock()
        today = calendar.day_at(now)
        for number in await self.store.unfinished():
            await self._count_late(number)
        rows = await self.store.open_days()
        for row in rows:
            if row.day <= today:
                await self._advance(row, now)
        for game in {row.game for row in rows}:
            for day in (today, today + 1):
                await self._fixed(game, day)
        await self.store.clear(today - _KEPT, _CLEARED)

    async def _advance(self, row: DayRow, now: int) -> None:
        """Do what a day's deal needs next: its round of the beacon, its par, its closing."""
        row = await self._signed(row)
        if row.signature is not None and row.par is None:
            self._begin(row, self._set_par)
        if row.signature is not None and now >= calendar.reveals_at(row.day):
            await self.store.close(row.game, row.day, calendar.closes_at(row.day))
            _log.info("a day is closed", extra={"day": str(calendar.date_of(row.day)), "game": str(row.game)})

    async def _fixed(self, game: Variant, day: int) -> DayRow:
        """Return a day's deal, fixed now if it hasn't been."""
        row = await self.store.day(game, day)
        if row is not None or self.beacon is None:
            return row or DayRow(day, game, 0, "", 0, void=True)
        last, first = await self._chain(game)
        number = day - first + 1
        if not 1 <= number <= CHAIN_LENGTH:
            raise ValueError(f"the chain of {game} has no link {number}")
        beacon = self.beacon.chain
        named = BeaconRound(beacon.hash, beacon.first_due(calendar.opens_at(day)))
        line = terms_of(game, day, number, last, named).line
        return await self.store.fix(DayRow(day, game, number, line, beacon.due(named.round)))

    async def _signed(self, row: DayRow) -> DayRow:
        """Return a day's deal with its round of the beacon, if that is there within a moment."""
        if row.signature is not None or row.void or self.clock() < row.due:
            return row
        await asyncio.wait({self._begin(row, self._sign)}, timeout=self.patience)
        return await self.store.day(row.game, row.day) or row

    def _begin(self, row: DayRow, work: Callable[[DayRow], Coroutine[None, None, None]]) -> asyncio.Task[None]:
        """Begin some work for a day in the background, unless it's under way."""
        key = row.game, row.day, work.__name__
        task = self._working.get(key)
        if task is None:
            task = self._working[key] = asyncio.create_task(_safely(work, row), name=f"day {row.day}: {key[-1]}")
            task.add_done_callback(lambda _: self._working.pop(key, None))
        return task

    async def _sign(self, row: DayRow) -> None:
        """Get the round of a day from the beacon. One that hasn't come by the morning makes the day void."""
        named, now, signature = read_start(row.line, "start").beacon, self.clock(), None
        if self.beacon is not None and named is not None and now < calendar.ends_at(row.day):
            known = named.chain == self.beacon.chain.hash
            signature = await self.beacon.published(named.round) if known else None
        if signature is not None or now >= calendar.void_at(row.day):
            await self.store.sign(row.game, row.day, signature)
        if signature is not None:
            self._begin(replace(row, signature=signature), self._set_par)

    async def _set_par(self, row: DayRow) -> None:
        """Store an Expert's score in the person's seat."""
        table = day_table(row, await self._secret(row), user=0, name="", at=row.due)
        await self.store.sign(row.game, row.day, row.signature, await asyncio.to_thread(par_of, table))

    async def _count(self, table: Table) -> None:
        """Store the result of a day's table whose game is over. One that was closed has none."""
        row, game = table.row, table.game
        if row.day is None or row.status is not Status.OVER or game is None or game.closed:
            return
        score = score_of_game(game)
        result = DayResult(row.day, row.options.variant, row.host, row.id, score, ended=True)
        await self.store.finish(result, PLAYERS_VERSION, self.clock() if game.last_at is None else game.last_at)

    async def _count_late(self, number: int) -> None:
        """Count a table that wasn't counted when its game ended."""
        try:
            await self._count(await self.tables.get(number))
        except UnknownTable:
            pass
        except BrokenLog:
            _log.exception("a day's result can't be counted", extra={"table": number})

    async def _late(self, game: Variant, user: int, now: int) -> DayResult | None:
        """Return a person's deal of yesterday that they can still finish."""
        day = calendar.day_at(now) - 1
        found = await self.result(user, game, day) if now < calendar.closes_at(day) else None
        return None if found is None or found.ended else found

    async def _is_marked(self, row: DayRow, user: int) -> bool:
        """Return whether a person has deleted their data since they began a day's deal."""
        return await self.store.result(row.game, row.day, mark_of(await self._secret(row), user)) is not None

    async def _chain(self, game: Variant) -> tuple[bytes, int]:
        """Return a game's chain, which begins on the day when someone first asks for it."""
        if game not in self._chains:
            self._chains[game] = await self.store.chain(game, calendar.day_at(self.clock()), self.token())
        return self._chains[game]

    async def _secret(self, row: DayRow) -> bytes:
        last, _ = await self._chain(row.game)
        return chain_link(last, row.number)

    def _must_have_beacon(self) -> None:
        if self.beacon is None:
            raise refused(TableReason.DAY_NO_BEACON)


async def _safely(work: Callable[[T], Coroutine[None, None, None]], about: T) -> None:
    """Do something in the background; what fails is done again later."""
    try:
        await work(about)
    except StoreError as error:
        _log.warning("a day waits for the database: %s", error)
    except Exception:  # noqa: BLE001 - logged
        _log.exception("something for a day failed")


def _as_today(row: DayRow, result: DayResult | None, *, played: bool) -> DayToday:
    return DayToday(
        day=row.day,
        game=row.game,
        number=row.number,
        ends_at=calendar.ends_at(row.day),
        closes_at=calendar.closes_at(row.day),
        is_ready=row.signature is not None,
        void=row.void,
        result=result,
        played_before=played,
    )
