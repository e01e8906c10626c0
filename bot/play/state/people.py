"""Preferences of people and settings of servers, as values, with their changes as JSON."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from typing import TypeAlias

from bot.play.state.limits import Bounds
from bot.players.levels import Level
from bot.rummy.families import Variant


class Notifications(StrEnum):
    """The ways to notify a player of their turn."""

    CHANNEL = "channel"
    DIRECT = "direct"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Quiet:
    """Hours without notifications: minutes since midnight in a time zone; they can span midnight."""

    start: int
    end: int  # not included
    zone: str  # an IANA name such as Europe/Warsaw


@dataclass(frozen=True, slots=True)
class Preferences:
    """A user's own preferences, on all servers.

    ``sorting`` is how they sort a hand, in the words of `cogs.table.screens.scene`. ``failure_shown`` is False if
    direct messages were turned off because one failed, and the user hasn't been shown that yet. ``confirms_discards``:
    their panels ask before each discard. ``practice_variant`` and ``practice_level`` are what they practiced last.
    ``look`` is how their private messages look, in the words of `render.look`. ``assisted``: their panels count
    deadwood, find melds and suggest moves, where a table allows it. ``coach``: a coach comments on their first games.
    """

    user: int
    notifications: Notifications = Notifications.CHANNEL
    quiet: Quiet | None = None
    sorting: str | None = None
    failure_shown: bool = True
    confirms_discards: bool = False
    practice_variant: Variant | None = None
    practice_level: Level | None = None
    look: str = ""
    assisted: bool = True
    coach: bool = True


@dataclass(frozen=True, slots=True)
class Coached:
    """How many games of a family a player has finished, and the names of all lines the coach has given them."""

    games: int
    lines: frozenset[str]


@dataclass(frozen=True, slots=True)
class StandingsBoard:
    """The message on a server that always shows the current standings.

    They are of the current season, or of all time without one; ``variant`` None is all games.
    """

    channel: int
    message: int | None = None
    variant: Variant | None = None


@dataclass(frozen=True, slots=True)
class Lounge:
    """The message on a server that lists open tables and opens new ones.

    With ``reposts`` it's posted again at the bottom of its channel when other messages have pushed it up.
    """

    channel: int
    message: int | None = None
    reposts: bool = False


@dataclass(frozen=True, slots=True)
class Server:
    """The settings of a server, with their defaults.

    ``channels`` are the channels in which tables can open, with their threads; empty is all. ``openers`` is the role
    that can open tables; None is everyone. ``preset`` is the server's preset for new tables, ``variant`` the game if
    none is named. ``rated`` false makes every new table friendly. ``meetings`` is how many games between the same two
    players are rated per day. ``language`` None is the language that Discord has for the server. With ``monthly`` each
    month is a season, in the time zone ``zone``. ``look`` is how public messages look, in the words of `render.look`.
    """

    guild: int
    bounds: Bounds = Bounds()  # noqa: RUF009 - it can't change
    channels: tuple[int, ...] = ()
    openers: int | None = None
    variant: Variant | None = None
    preset: str | None = None
    rated: bool = True
    meetings: int = 5
    language: str | None = None
    monthly: bool = False
    zone: str = "UTC"  # an IANA name
    board: StandingsBoard | None = None
    lounge: Lounge | None = None
    look: str = ""


Plain: TypeAlias = Mapping[str, object]
"""The settings of a server as JSON values."""
Changes: TypeAlias = Mapping[str, tuple[object, object]]
"""The old and the new value, by field name."""


def plain(server: Server) -> Plain:
    """Return the settings of a server as JSON values."""
    return {field.name: _value(getattr(server, field.name)) for field in fields(server) if field.name != "guild"}


def changes_between(before: Server, after: Server) -> Changes:
    """Return the fields in which settings differ."""
    was, now = plain(before), plain(after)
    return {name: (was[name], now[name]) for name in now if was[name] != now[name]}


def changes_text(changes: Changes) -> str:
    """Return changes as text for the audit log; `changes_from` parses it."""
    return json.dumps(changes, separators=(",", ":"))


def changes_from(written: str) -> Changes:
    """Parse changes from the audit log; ValueError for any other text."""
    found = json.loads(written)
    if not isinstance(found, dict) or not all(isinstance(pair, list) and len(pair) == 2 for pair in found.values()):
        raise ValueError(f"{written!r} are no changes of settings")
    return {name: (was, now) for name, (was, now) in found.items()}


def _value(value: object) -> object:
    """Return a setting as a JSON value."""
    match value:
        case Bounds():
            return {name: list(getattr(value, name)) for name in ("live_turn", "live_bank", "slow_turn")}
        case StandingsBoard(channel=channel, variant=variant):
            return {"channel": channel, "variant": None if variant is None else str(variant)}
        case Lounge(channel=channel, reposts=reposts):
            return {"channel": channel, "reposts": reposts}
        case tuple():
            return list(value)
        case None | bool() | int():
            return value
        case _:
            return str(value)
