"""Seasons: which one a game belongs to, and when the month turns."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from bot.ratings.values import ALL_TIME, Season

_SECOND: Final = 1000
_MONTH: Final = re.compile("[0-9]{4}-[0-9]{2}")


@dataclass(frozen=True, slots=True)
class Turn:
    """A season that begins by the calendar at ``at``, and is called that; the one that runs by then ends there."""

    at: int
    name: str


def season_at(seasons: Iterable[Season], at: int) -> int:
    """Give the number of the season that ran at a moment; `ALL_TIME` if none did."""
    for season in seasons:
        if season.started_at <= at and (season.ended_at is None or at < season.ended_at):
            return season.number
    return ALL_TIME


def month_name(at: int, zone: str) -> str:
    """Name the month of a moment as seasons of a month are called: 2026-11."""
    return f"{_local(at, zone):%Y-%m}"


def is_month_name(name: str) -> bool:
    """Say whether a season of a month is called like that, which is how `month_turns` knows one."""
    return _MONTH.fullmatch(name) is not None


def month_turns(season: Season | None, now: int, zone: str) -> tuple[Turn, ...]:
    """List the seasons that are due on a server where each month is one, the oldest first; () while all is well.

    ``season`` is the one that runs. A season of a month ends when that month does, and after it every month has its
    own, also those in which the program did not run. Any other season ends when the present month began. Where none
    runs, one begins now.
    """
    if season is None:
        return (Turn(now, month_name(now, zone)),)
    turns = tuple(Turn(at, month_name(at, zone)) for at in _month_starts(season.started_at, now, zone))
    if not is_month_name(season.name):
        return turns[-1:]
    return tuple(turn for turn in turns if turn.name > season.name)  # by another zone it may begin once more


def _month_starts(after: int, until: int, zone: str) -> Iterator[int]:
    """List the moments after one and up to another, that included, at which a month begins in a time zone."""
    first = _local(after, zone).replace(day=1, hour=0, minute=0, second=0, microsecond=0, fold=0)
    while True:
        first = (first + timedelta(days=32)).replace(day=1)
        at = int(first.timestamp()) * _SECOND
        if at > until:
            return
        yield at


def _local(at: int, zone: str) -> datetime:
    """Give the date and time of a moment in a time zone."""
    return datetime.fromtimestamp(at // _SECOND, UTC).astimezone(ZoneInfo(zone))
