"""Seasons: which one a game belongs to, and which monthly seasons are due."""

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
    """A monthly season to start: at ``at``, which ends the current season."""

    at: int
    name: str


def season_at(seasons: Iterable[Season], at: int) -> int:
    """Return the number of the season at a time; `ALL_TIME` if no season was running."""
    for season in seasons:
        if season.started_at <= at and (season.ended_at is None or at < season.ended_at):
            return season.number
    return ALL_TIME


def month_name(at: int, zone: str) -> str:
    """Return the name of a monthly season at a time: ``2026-11``."""
    return f"{_local(at, zone):%Y-%m}"


def is_month_name(name: str) -> bool:
    """Return whether a name is that of a monthly season; `month_turns` recognizes monthly seasons by it."""
    return _MONTH.fullmatch(name) is not None


def month_turns(season: Season | None, now: int, zone: str) -> tuple[Turn, ...]:
    """Return the seasons that are due on a server with monthly seasons, oldest first.

    ``season`` is the current one. A monthly season ends with its month, and each month since then gets a season, even
    if the bot was off. Any other season ends when the current month began. Without a current season, one begins now.
    """
    if season is None:
        return (Turn(now, month_name(now, zone)),)
    turns = tuple(Turn(at, month_name(at, zone)) for at in _month_starts(season.started_at, now, zone))
    if not is_month_name(season.name):
        return turns[-1:]
    return tuple(
        turn for turn in turns if turn.name > season.name
    )  # in another time zone the month may begin once more


def _month_starts(after: int, until: int, zone: str) -> Iterator[int]:
    """Yield the times after ``after``, up to and including ``until``, at which a month begins in a time zone."""
    first = _local(after, zone).replace(day=1, hour=0, minute=0, second=0, microsecond=0, fold=0)
    while True:
        first = (first + timedelta(days=32)).replace(day=1)
        at = int(first.timestamp()) * _SECOND
        if at > until:
            return
        yield at


def _local(at: int, zone: str) -> datetime:
    return datetime.fromtimestamp(at // _SECOND, UTC).astimezone(ZoneInfo(zone))
