"""What is stored about people and servers: preferences, settings with their changes as JSON, presets; and the ports."""

import json
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from typing import Protocol, TypeAlias

from bot.play.state.errors import StoreError
from bot.play.state.limits import Bounds
from bot.play.state.names import MOST_PRESETS
from bot.players.levels import Level
from bot.ratings.ports import AuditEntry
from bot.rummy.families import Variant
from bot.rummy.options import Options


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
    ``language`` is the one they have chosen for what only they read; None is that of their Discord client. ``locale``
    is the client's, when they last used the bot, for what it writes to them unasked; None if that isn't known.
    ``listed``: their name may be in the ranking of all who play the daily deal. ``puzzles``: their finished games may
    give puzzles to others on the server.
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
    language: str | None = None
    locale: str | None = None
    listed: bool = False
    puzzles: bool = True


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
class DayBoard:
    """Where a server's news of the daily deals are posted each morning. ``posted`` is the last day that was dealt with.

    To set a channel, use the day before today's as ``posted``, so that the first post comes the next morning.
    """

    channel: int
    posted: int


@dataclass(frozen=True, slots=True)
class Server:
    """The settings of a server, with their defaults.

    ``channels`` are the channels in which tables can open, with their threads; empty is all. ``openers`` is the role
    that can open tables; None is everyone. ``preset`` is the server's preset for new tables, ``variant`` the game if
    none is named. ``rated`` false makes every new table friendly. ``meetings`` is how many games between the same two
    players are rated per day. ``language`` None is the language that Discord has for the server. With ``monthly`` each
    month is a season, in the time zone ``zone``. ``look`` is how public messages look, in the words of `render.look`.
    ``puzzles``: finished games give puzzles to the server's members.
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
    daily: DayBoard | None = None
    puzzles: bool = True


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
    match value:
        case Bounds():
            return {name: list(getattr(value, name)) for name in ("live_turn", "live_bank", "slow_turn")}
        case StandingsBoard(channel=channel, variant=variant):
            return {"channel": channel, "variant": None if variant is None else str(variant)}
        case Lounge() | DayBoard():
            return {name: getattr(value, name) for name in ("channel", "reposts") if hasattr(value, name)}
        case tuple():
            return list(value)
        case None | bool() | int():
            return value
        case _:
            return str(value)


@dataclass(frozen=True, slots=True)
class Preset:
    """House rules under a name, with the user who saved them on a server and the time in epoch milliseconds."""

    name: str
    options: Options
    user: int
    at: int


class PeopleStore(Protocol):
    """Stores users' preferences, their lessons, what the coach has told them, and whose invitations they don't want.

    Every method may raise StoreError, apart from `give` and `hear`.
    """

    async def get(self, user: int) -> Preferences:
        """Return a user's preferences; the defaults if they have chosen nothing."""
        ...

    async def save(self, person: Preferences) -> None:
        """Replace a user's preferences."""
        ...

    def drop(self, user: int) -> None:
        """Read a user's preferences again, which another process has changed. Raises nothing."""
        ...

    def hear(self, user: int, locale: str) -> None:
        """Record the locale of a user's Discord client; it's stored soon."""
        ...

    async def coached(self, user: int, variants: Collection[Variant]) -> Coached:
        """Return how many games of these variants a user has finished, and all lines the coach has given them."""
        ...

    def give(self, user: int, line: str) -> bool:
        """Record that a user is given a line; it's stored soon. Return False if it was given since the start."""
        ...

    async def lessons(self, user: int) -> Mapping[str, int]:
        """Return the steps that a person has done in each lesson that they have begun."""
        ...

    async def save_lesson(self, user: int, lesson: str, step: int) -> None:
        """Store how many steps of a lesson a person has done."""
        ...

    async def refused_by(self, user: int) -> tuple[int, ...]:
        """List whose invitations a user doesn't want."""
        ...

    async def refusing(self, inviter: int, users: Collection[int]) -> frozenset[int]:
        """Return which of these users don't want a user's invitations."""
        ...

    async def refuse_inviter(self, user: int, inviter: int) -> None:
        """Record that a user doesn't want another one's invitations."""
        ...

    async def accept_inviters(self, user: int, inviters: Collection[int]) -> None:
        """Record that a user wants these users' invitations again."""
        ...


async def switch_off_direct_messages(people: PeopleStore, user: int) -> None:
    """Turn off a user's direct messages, since Discord refuses them; they are told at their next click.

    If that can't be stored, the next direct message fails as well, and it is tried again.
    """
    with suppress(StoreError):
        person = await people.get(user)
        if person.notifications is Notifications.DIRECT:
            await people.save(replace(person, notifications=Notifications.CHANNEL, failure_shown=False))


class Servers(Protocol):
    """Stores the settings of servers, all of which it holds in memory, and the presets saved there.

    Names of presets ignore case. Every method of presets may raise StoreError.
    """

    def of(self, guild: int) -> Server:
        """Return the settings of a server."""
        ...

    def monthly(self) -> Sequence[Server]:
        """List the servers where each month is a season."""
        ...

    async def change(self, guild: int, change: Callable[[Server], Server], entry: AuditEntry | None = None) -> Server:
        """Change settings in one transaction: ``change`` gets the current ones and returns the new ones. StoreError.

        ``entry`` goes into the audit log with it. An error from ``change`` is raised, and changes nothing.
        """
        ...

    def with_lounge(self) -> Sequence[Server]:
        """List the servers that have a lounge."""
        ...

    def with_days(self) -> Sequence[Server]:
        """List the servers where news of the daily deals are posted."""
        ...

    def was_greeted(self, guild: int) -> bool:
        """Return whether a server has been greeted."""
        ...

    async def greet(self, guild: int, at: int) -> bool:
        """Record that a server is greeted now. Return False if it was before, in any process. StoreError."""
        ...

    async def save_preset(
        self, guild: int, name: str, options: Options, user: int, at: int, *, most: int = MOST_PRESETS
    ) -> bool:
        """Store options under a name. Return whether that replaced a preset.

        Refused, also if the user would have more than ``most`` presets there.
        """
        ...

    async def presets(self, guild: int) -> tuple[Preset, ...]:
        """List a server's presets by name."""
        ...

    async def preset(self, guild: int, name: str) -> Preset | None:
        """Return a preset by its name, in any case; None if it doesn't exist."""
        ...

    async def delete_preset(self, guild: int, name: str, entry: AuditEntry | None = None) -> bool:
        """Delete a preset. Return whether it existed; then ``entry`` goes into the audit log with it."""
        ...


class PersonalData(Protocol):
    """Finds and deletes everything stored about a person or a server. Every method may raise StoreError."""

    async def held(self, user: int) -> Mapping[str, object]:
        """Return everything stored about a user, as JSON values."""
        ...

    async def open_tables(self, user: int) -> tuple[int, ...]:
        """List the open tables at which a user sits, or which they opened, on all servers."""
        ...

    async def forget(self, user: int, marks: Callable[[], int]) -> Sequence[int] | None:
        """Replace a user's id by a random negative one for each server, and delete what is only theirs, all or nothing.

        Return the servers that had their id; None if nothing was stored about them. They must not sit at an open table.
        Results keep their numbers. ``marks`` returns random negative numbers.
        """
        ...

    async def forgotten(self, user: int) -> None:
        """Drop from memory what another process has deleted about a user."""
        ...

    async def scrub(self, *, patiently: bool = False) -> None:
        """Remove what deletions have left in the store's files since the last time, if there were any.

        ``patiently`` also where that takes so long that a running bot's players would notice.
        """
        ...

    async def server_left(self, guild: int, at: int) -> None:
        """Record when a server removed the bot; an earlier record stays."""
        ...

    async def server_back(self, guild: int) -> None:
        """Record that the bot is in this server."""
        ...

    async def servers_known(self) -> tuple[int, ...]:
        """List the servers about which anything is stored."""
        ...

    async def servers_gone(self, before: int) -> tuple[int, ...]:
        """List the servers that removed the bot before a time, and whose data is not deleted yet."""
        ...

    async def forget_server(self, guild: int) -> None:
        """Delete everything stored about a server."""
        ...
