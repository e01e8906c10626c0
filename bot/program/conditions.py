"""What the program runs with: clocks, randomness, pauses, limits, and the beacon."""

import asyncio
import math
import secrets
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final, TypeAlias, TypedDict, Unpack

from bot.fairness.beacon import PublicBeacon
from bot.play.scheduling.scheduler import STALL
from bot.play.state.limits import Limits
from bot.play.state.ports import Clock
from bot.play.state.values import DAY, MINUTE, SECOND
from bot.program.settings import Settings
from cogs.door.help import Contact
from cogs.edge.channel_writer import EDIT_INTERVAL, LONGEST_HOLD

TOLERATED: Final = 2000
"""Milliseconds by which the clocks may differ: as much as the machine's clock is corrected in passing."""
_NANOSECONDS: Final = 1_000_000


def _wall() -> int:
    """Return the machine's time in epoch milliseconds."""
    return time.time_ns() // _NANOSECONDS


def _elapsed() -> int:
    """Return milliseconds since the machine's start, if possible with the time in which it was asleep."""
    if hasattr(time, "CLOCK_BOOTTIME"):
        return time.clock_gettime_ns(time.CLOCK_BOOTTIME) // _NANOSECONDS
    return time.monotonic_ns() // _NANOSECONDS


# If a machine's clock is set back an hour, turns would wait an hour. Never following it would show wrong times until a
# restart; deadlines in monotonic time would be lost by one.
class SteadyClock:
    """The time in epoch milliseconds, counted from the machine's time at the start."""

    def __init__(self, wall: Callable[[], int] = _wall, elapsed: Callable[[], int] = _elapsed) -> None:
        self._wall = wall
        self._elapsed = elapsed
        self._first = self._offset = wall() - elapsed()

    def __call__(self) -> int:
        """Return the time, in epoch milliseconds."""
        return self._elapsed() + self._offset

    def uptime(self) -> int:
        """Return a time that never follows the machine's clock, for durations within a process."""
        return self._elapsed() + self._first

    def follow(self) -> int:
        """Follow the machine's clock. Return by how many milliseconds it was set; 0 if it's only inaccurate."""
        by = self._wall() - self()
        self._offset += by
        return by if abs(by) > TOLERATED else 0


Token: TypeAlias = Callable[[], bytes]
"""Returns 32 bytes: the last link of a table's shuffle chain, from which the other links are computed (C-2)."""


@dataclass(frozen=True, slots=True)
class Conditions:
    """Clock, randomness and pauses (in seconds) that the program runs with.

    ``uptime`` is a clock for durations, which nobody sets; ``follow`` makes ``clock`` follow the machine's and returns
    by how many milliseconds that was set. ``sleep`` follows ``clock``. ``edit_interval`` is the time between two edits
    in a channel, ``hold`` the longest time for which a draw waits to be shown with the discard, ``pause`` the time
    before a computer's turn, and ``claim_delay`` the time before a computer claims a discard (H-8). If the scheduler
    wakes up more than ``stall`` late, nobody could reach the bot meanwhile. ``contact`` is how to reach the bot's
    operator. ``beacon`` is the public beacon that is mixed into shuffles, if any. ``pack_after`` is in milliseconds:
    games that ended earlier are packed, none without it.
    """

    clock: Clock
    uptime: Clock
    follow: Callable[[], int]
    sleep: Callable[[float], Awaitable[None]]
    token: Token
    edit_interval: float
    hold: float
    pause: float
    claim_delay: float
    stall: float
    contact: Contact
    limits: Limits
    beacon: PublicBeacon | None
    pack_after: int | None


def random_token() -> bytes:
    """Return 32 unpredictable bytes (C-2)."""
    return secrets.token_bytes(32)


class Chosen(TypedDict, total=False):
    """The conditions that may be chosen. The rest follow from the settings.

    ``clock`` defaults to one that doesn't jump, ``pause`` and ``claim_delay`` to the settings.
    """

    edit_interval: float
    hold: float
    token: Token
    clock: Clock | None
    pause: float | None
    claim_delay: float | None
    sleep: Callable[[float], Awaitable[None]]
    beacon: PublicBeacon | None


def conditions_of(settings: Settings, **chosen: Unpack[Chosen]) -> Conditions:
    """Return what the program runs with."""
    steady, clock, sleep = SteadyClock(), chosen.get("clock"), chosen.get("sleep", asyncio.sleep)
    pause, claim_delay = chosen.get("pause"), chosen.get("claim_delay")
    return Conditions(
        clock or steady,
        clock or steady.uptime,
        steady.follow if clock is None else lambda: 0,
        sleep,
        chosen.get("token", random_token),
        chosen.get("edit_interval", EDIT_INTERVAL),
        chosen.get("hold", LONGEST_HOLD),
        settings.computer_pause if pause is None else pause,
        settings.claim_delay if claim_delay is None else claim_delay,
        STALL if sleep is asyncio.sleep else math.inf,  # a clock that tests set may jump
        Contact(settings.contact, settings.terms_url, settings.privacy_url),
        _limits(settings),
        chosen.get("beacon"),
        None if settings.pack_after_days is None else settings.pack_after_days * DAY,
    )


def _limits(settings: Settings) -> Limits:
    return Limits(
        computer_tables_per_member=settings.computer_tables_per_member,
        computer_tables_per_server=settings.computer_tables_per_server,
        computer_rest=settings.computer_rest_minutes * MINUTE,
        computer_backlog=round(settings.computer_backlog * SECOND),
        lobbies_per_member=settings.lobbies_per_member,
        live_lobby=settings.live_lobby_minutes * MINUTE,
        posts=settings.posts_in_a_row,
        post_every=settings.post_seconds * SECOND,
        invitations_per_hour=settings.invitations_per_hour,
        presets_per_member=settings.presets_per_member,
    )
