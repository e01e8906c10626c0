"""The stores that ratings need: results, seasons and the audit log. Changes are committed when a method returns."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from bot.ratings.seasons import Turn
from bot.ratings.values import GameFacts, GameOutcome, Page, Profile, Result, Scope, Season, Settled, Versus


@dataclass(frozen=True, slots=True)
class AuditEntry:
    """An entry of a server's audit log: ``what`` names the action, ``about`` gives its details as text."""

    guild: int
    at: int
    actor: int
    what: str  # such as season-start, void, remove, settings
    about: str = ""
    target: int | None = None  # a user
    table: int | None = None


class RequestRefused(Exception):
    """A refused request: ``reason`` is a `RatingsReason` or `TournamentReason`, ``values`` fill its placeholders."""

    def __init__(self, reason: StrEnum, **values: object) -> None:
        super().__init__(reason)
        self.reason = reason
        self.values = values


@dataclass(frozen=True, slots=True)
class Recomputed:
    """The outcome of a recompute: how many games were counted, and how many rows differed."""

    games: int
    differing: int


class Results(Protocol):
    """The store of results, ratings and standings. Every method may raise StoreError."""

    async def unsettled(self) -> tuple[int, ...]:
        """Return the finished tables that haven't been counted, in the order in which they ended."""
        ...

    async def settle(self, facts: GameFacts, meetings_allowed: int) -> Settled | None:
        """Count a finished game; None if it has been counted already or its table is gone.

        If later games have already been counted, they are recounted.
        """
        ...

    async def outcome(self, table: int) -> GameOutcome | None:
        """Return the outcome of a game; None if it hasn't been counted."""
        ...

    async def standings(self, guild: int, season: int, scope: Scope, first: int, count: int) -> Page:
        """Return up to ``count`` rows of the standings, after the ``first`` rows."""
        ...

    async def place(self, guild: int, season: int, scope: Scope, user: int) -> int | None:
        """Return how many rows come before a player's; None if the player has no row."""
        ...

    async def profile(self, guild: int, user: int) -> Profile:
        """Return a player's profile."""
        ...

    async def versus(self, guild: int, one: int, other: int) -> Versus:
        """Return the head-to-head record of two players."""
        ...

    async def history(self, guild: int, user: int | None, first: int, count: int) -> tuple[int, tuple[Result, ...]]:
        """Return the number of games, and up to ``count`` of them after the ``first``, newest first.

        Only the games of ``user``; None for all players.
        """
        ...

    async def result(self, guild: int, table: int) -> Result | None:
        """Return one game of a server; None if it hasn't been counted."""
        ...

    async def void(self, entry: AuditEntry) -> None:
        """Void the result of ``entry.table``, and recount all later games. RequestRefused."""
        ...

    async def restore(self, entry: AuditEntry) -> None:
        """Restore the voided result of ``entry.table``, and recount all later games. RequestRefused."""
        ...

    async def recompute(self) -> Recomputed:
        """Recompute all derived data from the records."""
        ...


class Seasons(Protocol):
    """The store of seasons; a server has at most one at a time. Every method may raise StoreError."""

    async def list(self, guild: int) -> tuple[Season, ...]:
        """Return the seasons of a server, oldest first."""
        ...

    async def start(self, guild: int, name: str, at: int, entry: AuditEntry | None) -> Season:
        """Start a season. RequestRefused if another one is running."""
        ...

    async def end(self, guild: int, at: int, entry: AuditEntry | None) -> Season:
        """End the current season. RequestRefused if there isn't one."""
        ...

    async def turn(self, guild: int, was: int | None, turns: Sequence[Turn]) -> Season:
        """End the current season when the first of ``turns`` begins. Start each of them, ending the one before.

        RequestRefused if the current season isn't number ``was`` (None: no season) because another process was faster.
        """
        ...

    async def rename(self, guild: int, number: int, name: str, entry: AuditEntry) -> Season:
        """Rename a season. RequestRefused if there is no such season."""
        ...


class Audit(Protocol):
    """The store of servers' audit logs. Every method may raise StoreError."""

    async def note(self, entry: AuditEntry) -> None:
        """Add an entry."""
        ...

    async def entries(self, guild: int, first: int, count: int) -> tuple[int, Sequence[AuditEntry]]:
        """Return the number of entries, and up to ``count`` of them after the ``first``, newest first."""
        ...
