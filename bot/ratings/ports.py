"""Stores that ratings need: results, seasons and the audit log. A method that returns has committed."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from bot.ratings.seasons import Turn
from bot.ratings.values import GameFacts, GameOutcome, Page, Profile, Result, Scope, Season, Settled, Versus


@dataclass(frozen=True, slots=True)
class AuditEntry:
    """An entry of a server's audit log; ``what`` is a word for the action, ``about`` its details as text."""

    guild: int
    at: int
    actor: int
    what: str  # such as season-start, void, remove, settings
    about: str = ""
    target: int | None = None  # a user
    table: int | None = None


class RequestRefused(Exception):
    """A refused request: ``reason`` is a `RatingsReason` or `TournamentReason`, ``values`` fill in its sentence."""

    def __init__(self, reason: str, **values: object) -> None:
        super().__init__(reason)
        self.reason = reason
        self.values = values


@dataclass(frozen=True, slots=True)
class Recomputed:
    """The outcome of a recompute: the number of games, and of rows that differed."""

    games: int
    differing: int


class Results(Protocol):
    """Stores results, ratings and standings. Every method may raise StoreError."""

    async def unsettled(self) -> tuple[int, ...]:
        """Return the finished tables that haven't been counted, in the order in which they ended."""
        ...

    async def settle(self, facts: GameFacts, meetings_allowed: int) -> Settled | None:
        """Count a finished game; None if it has been counted before.

        A game that ended before others that have been counted is put in its place: all after it are counted anew.
        """
        ...

    async def outcome(self, table: int) -> GameOutcome | None:
        """Return the outcome of a game; None if it hasn't been counted."""
        ...

    async def standings(self, guild: int, season: int, scope: Scope, first: int, count: int) -> Page:
        """Return a part of standings, in order."""
        ...

    async def place(self, guild: int, season: int, scope: Scope, user: int) -> int | None:
        """Return how many rows come before a player's; None if they have no row."""
        ...

    async def profile(self, guild: int, user: int) -> Profile:
        """Return a player's profile."""
        ...

    async def versus(self, guild: int, one: int, other: int) -> Versus:
        """Return the head-to-head record of two players."""
        ...

    async def history(self, guild: int, user: int | None, first: int, count: int) -> tuple[int, tuple[Result, ...]]:
        """Return the total number of games and a part of them, newest first; ``user`` None is all players."""
        ...

    async def result(self, guild: int, table: int) -> Result | None:
        """Return a game of a server."""
        ...

    async def void(self, entry: AuditEntry) -> None:
        """Void the result of ``entry.table``, and count all later games anew. RequestRefused."""
        ...

    async def restore(self, entry: AuditEntry) -> None:
        """Restore a voided result. RequestRefused."""
        ...

    async def recompute(self) -> Recomputed:
        """Compute everything again from the records."""
        ...


class Seasons(Protocol):
    """Stores the seasons of servers, one at a time. Every method may raise StoreError."""

    async def list(self, guild: int) -> tuple[Season, ...]:
        """Return the seasons of a server, oldest first."""
        ...

    async def start(self, guild: int, name: str, at: int, entry: AuditEntry | None) -> Season:
        """Start a season. RequestRefused if there is a current one."""
        ...

    async def end(self, guild: int, at: int, entry: AuditEntry | None) -> Season:
        """End the current season. RequestRefused if there is none."""
        ...

    async def turn(self, guild: int, was: int | None, turns: Sequence[Turn]) -> Season:
        """End the current season where the first of ``turns`` begins, and start these one after the other.

        RequestRefused if the current season isn't number ``was`` (None: no season): another process was faster.
        """
        ...

    async def rename(self, guild: int, number: int, name: str, entry: AuditEntry) -> Season:
        """Rename a season. RequestRefused if there is no such season."""
        ...


class Audit(Protocol):
    """Stores the audit log of servers. Every method may raise StoreError."""

    async def note(self, entry: AuditEntry) -> None:
        """Add an entry."""
        ...

    async def entries(self, guild: int, first: int, count: int) -> tuple[int, Sequence[AuditEntry]]:
        """Return the total number of entries and a part of them, newest first."""
        ...
