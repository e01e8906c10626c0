"""What the program runs with: clocks, randomness, pauses, limits, and the beacon."""

import asyncio
import math
import secrets
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TypeAlias

from bot.fairness.beacon import PublicBeacon
from bot.play.limits.limits import Limits
from bot.play.ports import Clock
from bot.play.scheduling.scheduler import STALL
from bot.play.values import MINUTE, SECOND
from bot.program.settings import Settings
from bot.program.steady_clock import SteadyClock
from cogs.door.help import Contact
from cogs.edge.channel_writer import EDIT_INTERVAL, LONGEST_HOLD

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
    operator. ``beacon`` is the public beacon that is mixed into shuffles, if any.
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


def random_token() -> bytes:
    """Return 32 unpredictable bytes (C-2)."""
    return secrets.token_bytes(32)


def conditions_of(
    settings: Settings,
    *,
    edit_interval: float = EDIT_INTERVAL,
    hold: float = LONGEST_HOLD,
    token: Token = random_token,
    clock: Clock | None = None,
    pause: float | None = None,
    claim_delay: float | None = None,
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    beacon: PublicBeacon | None = None,
) -> Conditions:
    """Return what the program runs with.

    ``clock`` defaults to one that doesn't jump, ``pause`` and ``claim_delay`` to the settings.
    """
    steady = SteadyClock()
    return Conditions(
        clock or steady,
        clock or steady.uptime,
        steady.follow if clock is None else lambda: 0,
        sleep,
        token,
        edit_interval,
        hold,
        settings.computer_pause if pause is None else pause,
        settings.claim_delay if claim_delay is None else claim_delay,
        STALL if sleep is asyncio.sleep else math.inf,  # a clock that tests set may jump
        Contact(settings.contact, settings.terms_url, settings.privacy_url),
        _limits(settings),
        beacon,
    )


def _limits(settings: Settings) -> Limits:
    """Return the limits in the settings."""
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
