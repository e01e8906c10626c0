"""Starts that wait for a round of the beacon: announced, waited for in the background, then dealt or void.

Everything is stored before it has an effect, so another run of the program continues with the same start.
"""

import asyncio
import logging
from dataclasses import KW_ONLY, InitVar, dataclass, field, replace
from itertools import count
from typing import Final, Protocol

from bot.backoff import Backoff
from bot.fairness.beacon import PublicBeacon
from bot.play.service.table import Table
from bot.play.service.tables import Tables
from bot.play.state import lobby
from bot.play.state.errors import Overtaken, Repeated, Stale, StoreError, UnknownTable
from bot.play.state.ports import Clock, Signal
from bot.play.state.shuffles import late_in_a_row
from bot.play.state.values import Start, Status, VoidReason, own_doing
from bot.play.time.turn_clock import touched

MOST_LATE: Final = 3
"""How many starts in a row are made again because their message came too late."""
_RETRIES: Final = Backoff(1, 30)
"""Seconds between attempts while the store fails."""
_ANNOUNCED: Final = 0
_ENDED: Final = 1
_STEPS_OF_STARTS: Final = 980_000
"""Added to the number of a step of a table's starts, so that no line of its log has the same number."""

_log = logging.getLogger(__name__)


class StartNotices(Protocol):
    """Shows everyone at a table which round its start waits for. The methods raise nothing."""

    async def announce(self, table: Table, start: Start) -> int | None:
        """Post the message that fixes the round, and return its id; None if that fails."""
        ...

    async def void(self, table: Table, start: Start, message: int | None) -> None:
        """Show everyone that a start is void. ``message`` is the one that announced it, if any."""
        ...

    def dealt(self, table: Table) -> None:
        """Show a table whose cards have just been dealt, in a new message."""
        ...


@dataclass(slots=True, eq=False)
class Starter:
    """Looks after each table that is starting, in one task per table.

    ``beacon`` None is switched off: then starts that an earlier run has announced are void.
    """

    tables: Tables
    beacon: PublicBeacon | None
    notices: StartNotices
    clock: Clock
    _: KW_ONLY
    touched: InitVar[Signal[Table]]
    _running: dict[int, asyncio.Task[None]] = field(init=False, default_factory=dict)

    def __post_init__(self, touched: Signal[Table]) -> None:
        touched.subscribe(self.watch)

    def watch(self, table: Table) -> None:
        """Begin to look after a table if it is starting."""
        number = table.row.id
        if table.row.is_starting and number not in self._running:
            self._running[number] = asyncio.create_task(self._look_after(number), name=f"start of table {number}")

    async def idle(self) -> None:
        """Wait until no table is starting."""
        while self._running:
            await asyncio.wait(list(self._running.values()))

    async def close(self) -> None:
        """Stop. The next run of the program continues with what is stored."""
        running = list(self._running.values())
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)

    async def _look_after(self, number: int) -> None:
        """Do what a table's start needs next, until it isn't starting any more."""
        try:
            for failures in count(1):
                try:
                    while await self._advance(number):
                        failures = 0  # noqa: PLW2901 - counted anew after a success
                except UnknownTable:
                    return
                except (StoreError, Stale, Repeated, Overtaken) as error:
                    _log.warning("the start of table %s waits: %r", number, error)
                except Exception:  # noqa: BLE001 - logged, and tried again
                    _log.exception("the start of a table failed", extra={"table": number})
                else:
                    return
                await asyncio.sleep(_RETRIES.after(max(1, failures)))
        finally:
            del self._running[number]

    async def _advance(self, number: int) -> bool:
        """Do the next step of a table's start. Return whether there may be another one."""
        table = await self.tables.get(number)
        start = table.row.start
        if not table.row.is_starting or start is None:
            return False
        if start.message is None:
            await self._announce(table, start)
        else:
            await self._deal(table, start)
        return True

    async def _announce(self, table: Table, start: Start) -> None:
        """Post the round, or void the start if that came too late for it."""
        beacon, named = self.beacon, start.beacon
        message = None
        if beacon is not None and named is not None and named.chain == beacon.chain.hash:
            if beacon.chain.has_time_for(named.round, self.clock()):
                message = await self.notices.announce(table, start)
            if message is not None and beacon.chain.was_early(named.round, message):
                await _keep_message(table, start.number, message)
                return
        await self._void(table, start, VoidReason.LATE, message)

    async def _deal(self, table: Table, start: Start) -> None:
        """Wait for the round and deal the cards, or void the start if the round doesn't come."""
        beacon, named = self.beacon, start.beacon
        signature = None
        if beacon is not None and named is not None and named.chain == beacon.chain.hash:
            signature = await beacon.signature(named.round)
        if signature is None:
            await self._void(table, start, VoidReason.BEACON_DOWN, start.message)
            return
        await _deal_cards(table, start.number, signature)
        self.notices.dealt(table)

    async def _void(self, table: Table, start: Start, why: VoidReason, message: int | None) -> None:
        """Void a start in plain sight. One whose message came late is made again, a few times."""
        again = why is VoidReason.LATE and late_in_a_row(table.row.starts) + 1 < MOST_LATE and self.beacon is not None
        await _void_start(table, start.number, why, again=again)
        await self.notices.void(table, start, message)


async def _keep_message(table: Table, number: int, message: int) -> None:
    """Store the message that announced the round of a start."""
    async with table.changing(None):
        start = _waiting_start(table, number)
        row = replace(table.row, starts=(*table.row.starts[:-1], replace(start, message=message)))
        await table.save(row, _own_step(row.id, number, _ANNOUNCED))


async def _deal_cards(table: Table, number: int, signature: bytes) -> None:
    """Deal the cards of a start with the signature of its round: the game begins."""
    async with table.changing(None):
        start = replace(_waiting_start(table, number), signature=signature)
        row = replace(table.row, starts=(*table.row.starts[:-1], start), status=Status.PLAYING)
        await table.save(touched(row, table.clock()), _own_step(row.id, start.number, _ENDED))


async def _void_start(table: Table, number: int, why: VoidReason, *, again: bool) -> None:
    """Void a start: its secret is revealed, and the lobby is open again, unless it is started ``again`` at once."""
    async with table.changing(None):
        start = _waiting_start(table, number)
        row = lobby.with_void_start(table.row, why)
        if again:
            row = await table.with_start(replace(row, status=Status.PLAYING), table.clock())
        await table.save(touched(row, table.clock()), _own_step(row.id, start.number, _ENDED))


def _waiting_start(table: Table, number: int) -> Start:
    """Return the start with this number; Stale if it doesn't wait for its round any more."""
    start = table.row.start
    if not table.row.is_starting or start is None or start.number != number:
        raise Stale
    return start


def _own_step(table: int, number: int, step: int) -> int:
    """Return the number in place of an interaction for a step of a start by the program."""
    return own_doing(table, _STEPS_OF_STARTS + 2 * number + step)
