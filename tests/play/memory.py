"""A store in memory, for thousands of games: it raises the same errors as the real one."""

from collections.abc import Collection
from dataclasses import replace

from bot.play.state.errors import Overtaken, Repeated
from bot.play.state.limits import UNLIMITED, Limits
from bot.play.state.ports import Hold
from bot.play.state.values import OPEN, Debts, LogLine, Pace, Ping, Status, TableHome, TableRow, TimeLimits, TurnClock
from bot.play.time.turn_clock import moved_by
from bot.ratings.ports import AuditEntry
from bot.rummy.records.sealed import StartCounts


class MemoryStore:
    """Stores tables in memory; processes can share it."""

    def __init__(self) -> None:
        self._rows: dict[int, TableRow] = {}
        self._logs: dict[int, list[LogLine]] = {}
        self._wakes: dict[int, int | None] = {}
        self._seen: set[int] = set()
        self._owed: Debts | None = None

    async def create(
        self,
        row: TableRow,
        interaction: int,
        rematch_of: int | None = None,  # noqa: ARG002 - no rematches
        limits: Limits = UNLIMITED,  # noqa: ARG002 - no limits
    ) -> TableRow:
        self._once(interaction)
        kept = replace(row, id=len(self._rows) + 1)
        self._rows[kept.id], self._logs[kept.id], self._wakes[kept.id] = kept, [], 0
        return kept

    async def pack(self, before: int) -> bool:  # noqa: ARG002 - as it is in memory
        return False

    async def load(self, table: int) -> tuple[TableRow, tuple[LogLine, ...]] | None:
        row = self._rows.get(table)
        return None if row is None else (row, tuple(self._logs[table]))

    async def save(self, row: TableRow, interaction: int, audit: AuditEntry | None = None) -> TableRow:  # noqa: ARG002
        kept = self._rows[row.id]
        if interaction in self._seen:
            raise Repeated
        if kept.version != row.version:
            raise Overtaken
        self._once(interaction)
        self._rows[row.id] = replace(
            row, version=row.version + 1, message=kept.message, rematch=kept.rematch, ping=kept.ping
        )
        self._wakes[row.id] = 0
        return self._rows[row.id]

    async def append(
        self,
        table: int,
        entry: LogLine,
        *,
        clock: TurnClock | None,
        wake: int | None,
        over: bool = False,
        slow: TimeLimits | None = None,
        audit: AuditEntry | None = None,  # noqa: ARG002
    ) -> None:
        row = self._rows[table]
        if entry.interaction in self._seen:
            raise Repeated
        if entry.seq != len(self._logs[table]):
            raise Overtaken
        self._once(entry.interaction)
        self._logs[table].append(entry)
        self._rows[table] = replace(
            row if slow is None else replace(row, pace=Pace.SLOW, limits=slow),
            clock=clock,
            status=Status.OVER if over else row.status,
            touched_at=entry.at if entry.interaction > 0 else row.touched_at,
        )
        self._wakes[table] = wake

    async def set_clock(
        self, table: int, clock: TurnClock | None, wake: int | None, *, seq: int, was: TurnClock | None
    ) -> None:
        row, kept = self._rows[table], self._rows[table].clock
        calls = was and kept and (was.pinged, was.reminded) != (kept.pinged, kept.reminded)
        if row.status not in OPEN or len(self._logs[table]) != seq or calls:
            raise Overtaken
        self._rows[table], self._wakes[table] = replace(row, clock=clock), wake

    async def set_ping(self, table: int, ping: Ping | None) -> None:
        self._rows[table] = replace(self._rows[table], ping=ping)

    async def wakes(
        self, guilds: Collection[int] | None = None, changed_since: int | None = None
    ) -> tuple[tuple[int, int], ...]:
        rows = [row for row in self._rows.values() if guilds is None or row.guild in guilds]
        fresh = {row.id for row in rows if changed_since is not None and row.touched_at >= changed_since}
        due = {row.id: 0 if row.id in fresh else self._wakes[row.id] or 0 for row in rows}
        return tuple(sorted((due[row.id], row.id) for row in rows if row.status in OPEN or row.ping))

    async def overdue_practices(self, before: int) -> tuple[tuple[int, int], ...]:
        rows = (row for row in self._rows.values() if row.is_practice and row.status in OPEN)
        due = ((self._wakes[row.id] or before, row.id) for row in rows)
        return tuple((wake, table) for wake, table in due if wake < before)

    async def in_play(self) -> tuple[int, ...]:
        return tuple({row.home.guild for row in self._rows.values() if row.status in OPEN and not row.is_practice})

    async def owe(self, debts: Debts) -> None:
        self._owed = debts

    async def give_back(self, hold: Hold) -> Debts | None:  # noqa: ARG002 - nothing happens in between
        owed, self._owed = self._owed, None
        for debt in () if owed is None else owed.debts:
            self._shift(debt.by, debt.least, debt.guilds)
        return owed

    def _shift(self, by: int, least: int, guilds: Collection[int] | None) -> None:
        for row in [row for row in self._rows.values() if row.status in OPEN and (not guilds or row.guild in guilds)]:
            clock, wake = row.clock, self._wakes[row.id]
            if clock is not None and clock.deadline is not None:
                clock = replace(clock, deadline=max(clock.deadline + by, least))
            if clock is not None:
                clock = replace(clock, last_turn=moved_by(clock.last_turn, by))
            self._rows[row.id] = replace(row, clock=clock, touched_at=row.touched_at + by)
            self._wakes[row.id] = None if wake is None else wake + by

    async def open_lobbies(self, guild: int) -> tuple[int, ...]:
        return tuple(row.id for row in self._rows.values() if (row.guild, row.status) == (guild, Status.LOBBY))

    async def hosted_lobbies(self, user: int) -> int:
        return sum(row.host == user and row.status is Status.LOBBY for row in self._rows.values())

    async def set_message(self, table: int, message: int | None, at: int) -> None:
        self._rows[table] = replace(self._rows[table], message=message, message_at=at)

    async def touch(self, row: TableRow, wake: int | None, limits: Limits = UNLIMITED) -> None:
        raise NotImplementedError

    async def in_channel(self, channel: int) -> int | None:
        return next((row.id for row in self._rows.values() if row.channel == channel and row.status in OPEN), None)

    async def seated_at(self, guild: int, user: int) -> int | None:
        rows = [row for row in self._rows.values() if row.guild == guild and row.status in OPEN and not row.paused_at]
        return next((row.id for row in rows if user in [player.user for player in row.seats]), None)

    async def pause(self, table: int, at: int, wake: int | None) -> None:
        self._rows[table], self._wakes[table] = replace(self._rows[table], paused_at=at), wake

    async def move_to_channel(self, row: TableRow, wake: int | None, interaction: int) -> None:
        self._once(interaction)
        self._rows[row.id], self._wakes[row.id] = row, wake

    async def paused_game(self, guild: int, user: int) -> int | None:
        rows = [row for row in self._rows.values() if row.guild == guild and row.paused_at is not None]
        return next((row.id for row in rows if user in [player.user for player in row.seats]), None)

    async def homes(self, guild: int | None = None) -> tuple[TableHome, ...]:
        rows = [row for row in self._rows.values() if row.status in OPEN and not row.is_practice]
        return tuple(row.home for row in rows if guild in (None, row.guild) and row.paused_at is None)

    async def practices(self, user: int) -> tuple[int, ...]:
        rows = [row for row in self._rows.values() if row.is_practice and row.status in OPEN]
        return tuple(row.id for row in rows if row.host == user)

    async def finished_games(self, user: int, most: int) -> tuple[TableRow, ...]:
        rows = [row for row in self._rows.values() if row.status is Status.OVER]
        return tuple(row for row in reversed(rows) if user in [player.user for player in row.seats])[:most]

    async def start_counts(self, guild: int | None) -> StartCounts:
        starts = [start for row in self._rows.values() if row.guild == guild for start in row.starts]
        return StartCounts(len(starts), sum(start.voided is not None for start in starts))

    async def seen(self, interaction: int) -> bool:
        return interaction in self._seen

    def _once(self, interaction: int) -> None:
        if interaction in self._seen:
            raise Repeated
        self._seen.add(interaction)
