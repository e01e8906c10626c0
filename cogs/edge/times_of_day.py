"""Times of day and time zones, parsed from typed text and offered as choices."""

import re
from collections.abc import Iterable
from datetime import datetime
from functools import cache
from typing import Final
from zoneinfo import ZoneInfo, available_timezones

from discord.app_commands import Choice

from bot.text.catalogs import Texts
from cogs.edge.languages import folded
from cogs.edge.layout import LONGEST_LIST

OFF: Final = "off"
"""The value that turns quiet hours off."""
_DAY: Final = 24 * 60
_TIME: Final = re.compile(r"(?P<hour>\d{1,2})(?::?(?P<minute>\d{2}))?\s*(?P<half>[ap])?(?:\.?m\.?)?", re.ASCII)
_OWN_ZONES: Final = {
    "pl": "Europe/Warsaw", "pt": "America/Sao_Paulo", "de": "Europe/Berlin", "fr": "Europe/Paris",
    "es": "Europe/Madrid", "it": "Europe/Rome", "uk": "Europe/Kyiv", "cs": "Europe/Prague", "en-GB": "Europe/London",
}  # fmt: skip
"""The most common time zone of each Discord language; offered first."""
_FIRST_ZONES: Final = (
    "UTC", "Europe/London", "Europe/Warsaw", "Europe/Lisbon", "Europe/Kyiv", "America/Sao_Paulo", "America/Manaus",
    "America/New_York", "America/Chicago", "America/Denver", "America/Los_Angeles", "Africa/Luanda", "Africa/Cairo",
    "Asia/Dubai", "Asia/Kolkata", "Asia/Singapore", "Asia/Tokyo", "Australia/Sydney", "Pacific/Auckland",
)  # fmt: skip


def minutes_of(typed: str) -> int | None:
    """Parse a time of day (``22``, ``22:30``, ``10:30 pm``) to minutes since midnight; None if it isn't one."""
    match = _TIME.fullmatch(typed.strip().casefold())
    if match is None:
        return None
    hour, minute = int(match["hour"]), int(match["minute"] or 0)
    if match["half"]:
        if not 1 <= hour <= 12:
            return None
        hour = hour % 12 + (12 if match["half"] == "p" else 0)
    at = hour * 60 + minute
    return at % _DAY if minute < 60 and at <= _DAY else None


def clock_words(minutes: int) -> str:
    """Format minutes since midnight: ``22:30``."""
    return f"{minutes // 60:02}:{minutes % 60:02}"


def clock_in(zone: str, now: int) -> str:
    """Format the current time of day in a time zone; ``now`` in epoch milliseconds."""
    return datetime.fromtimestamp(now / 1000, ZoneInfo(zone)).strftime("%H:%M")


def is_off(texts: Texts, typed: str) -> bool:
    """Return whether the typed text turns quiet hours off."""
    return typed.strip().casefold() in (OFF, texts.p("quiet hours", "off").casefold())


def hour_choices(texts: Texts, typed: str) -> list[Choice[str]]:
    """Return choices for quiet hours: off, the typed time if it's valid, and full hours from 20:00 on."""
    off = Choice(name=texts.t("off: no quiet hours"), value=OFF)
    hours = [clock_words(hour % 24 * 60) for hour in range(20, 44)]
    wanted = folded(typed.strip())
    at = minutes_of(wanted)
    found = [] if at is None else [clock_words(at)]
    found += [hour for hour in hours if hour.startswith(wanted) and hour not in found]
    offered = [Choice(name=hour, value=hour) for hour in found]
    is_off_typed = folded(off.name).startswith(wanted) or OFF.startswith(wanted)
    return ([off, *offered] if is_off_typed else offered)[:LONGEST_LIST]


@cache
def zones() -> frozenset[str]:
    """Return the names of all time zones."""
    return frozenset(available_timezones())


def zone_named(typed: str) -> str | None:
    """Return the time zone with a typed name or city, ignoring case; None if there isn't exactly one."""
    wanted = _plain(typed)
    named = [zone for zone in zones() if _plain(zone) == wanted]
    cities = [zone for zone in zones() if _is_place(zone) and _plain(zone.rpartition("/")[2]) == wanted]
    found = named or cities
    return found[0] if len(found) == 1 else None


def zone_choices(typed: str, locale: str, now: int) -> list[Choice[str]]:
    """Return choices of time zones whose names contain all typed words, with the current time there."""
    words = _plain(typed).split()
    if words:
        found = [zone for zone in zones() if _is_place(zone) and all(word in _plain(zone) for word in words)]
        found.sort(key=lambda zone: (not _plain(zone.rpartition("/")[2]).startswith(words[0]), zone))
    else:
        own = _OWN_ZONES.get(locale) or _OWN_ZONES.get(locale.partition("-")[0])
        found = list(_known(dict.fromkeys([*([own] if own else []), *_FIRST_ZONES])))
    return [
        Choice(name="{} · {}".format(zone.replace("_", " "), clock_in(zone, now)), value=zone)
        for zone in found[:LONGEST_LIST]
    ]


def _known(names: Iterable[str]) -> Iterable[str]:
    return (name for name in names if name in zones())


def _is_place(zone: str) -> bool:
    """Return whether a zone is named after an inhabited place."""
    return zone == "UTC" or ("/" in zone and not zone.startswith(("Etc/", "SystemV/")))


def _plain(typed: str) -> str:
    """Normalize a zone's name, or a part of it, for comparisons: lower case, words separated by spaces."""
    return " ".join(folded(typed).replace("_", " ").split())
