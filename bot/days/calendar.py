"""The calendar of daily deals. A day is a UTC date, as the number of days since 1970; times are epoch milliseconds."""

from datetime import UTC, date, datetime, time, timedelta
from types import MappingProxyType
from typing import Final
from zoneinfo import ZoneInfo

from bot.rummy.families import Variant
from bot.rummy.options import Options, options_for

_HOUR: Final = 60 * 60 * 1000
LENGTH: Final = 24 * _HOUR
GAMES: Final = (Variant.GIN, Variant.GERMAN)
"""The games that have a daily deal."""
_ONE_DEAL: Final = MappingProxyType({Variant.GIN: {"deals": 1}, Variant.GERMAN: {"rounds": 1}})
_EPOCH: Final = date(1970, 1, 1).toordinal()
_GRACE: Final = 30_000
"""Milliseconds between the last possible move and the closing, in which moves are still being committed."""
MORNING: Final = (time(9), time(12))
"""Between which hours a server reads about a day, in its own time: from nine on, unless the day ends later."""


def options_of(game: Variant) -> Options:
    """Return the rules of a game's daily deal: the standard ones, for one deal or round. KeyError for other games."""
    return options_for(game, _ONE_DEAL[game])


def day_at(at: int) -> int:
    """Return the day that a time is in."""
    return at // LENGTH


def date_of(day: int) -> date:
    """Return the date of a day."""
    return date.fromordinal(day + _EPOCH)


def opens_at(day: int) -> int:
    """Return when a day begins, from which on its first beacon round is due: 00:00 UTC."""
    return day * LENGTH


def ends_at(day: int) -> int:
    """Return when a day's deal can't be begun any more: 24:00 UTC."""
    return opens_at(day + 1)


def closes_at(day: int) -> int:
    """Return until when a deal that was begun in time can be played: 02:00 UTC on the next date."""
    return ends_at(day) + 2 * _HOUR


def reveals_at(day: int) -> int:
    """Return when a day is over: its results are final, and its secret and all cards can be shown."""
    return closes_at(day) + _GRACE


def void_at(day: int) -> int:
    """Return when a day whose beacon round hasn't come is given up: 06:00 UTC."""
    return opens_at(day) + 6 * _HOUR


def news_at(day: int, zone: str) -> int:
    """Return when a server in a time zone (an IANA name) reads about a day: in the first morning after it is over."""
    there, (begins, ends) = ZoneInfo(zone), MORNING
    over = datetime.fromtimestamp(reveals_at(day) / 1000, UTC).astimezone(there)
    if begins <= over.time() < ends:
        return reveals_at(day)
    date = over.date() if over.time() < begins else over.date() + timedelta(days=1)
    return round(datetime.combine(date, begins, there).timestamp() * 1000)
