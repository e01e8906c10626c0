"""What the league needs from outside: a store of results and what follows from them. Whatever returns is committed."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from bot.ratings.seasons import Turn
from bot.ratings.values import GameFacts, GameOutcome, Page, Profile, Result, Scope, Season, Settled, Versus


@dataclass(frozen=True, slots=True)
class AuditEntry:
    """What an admin did, as the audit log of a server has it; ``what`` is a word, ``about`` its details as text."""

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
    """What making everything again has come to: so many games, and rows that were not as they should have been."""

    games: int
    differing: int


class Results(Protocol):
    """Keeps results, ratings and standings. Every method may raise StoreError."""

    async def unsettled(self) -> tuple[int, ...]:
        """List the tables that are over and have no result yet, in the order in which they ended."""
        ...

    async def settle(self, facts: GameFacts, meetings_allowed: int) -> Settled | None:
        """Count a finished game, once and for all; None if that has been done.

        A game that ended before one that has been counted already is put in its place: all after it are counted anew.
        """
        ...

    async def outcome(self, table: int) -> GameOutcome | None:
        """Tell what a game came to; None if it has not been counted."""
        ...

    async def standings(self, guild: int, season: int, scope: Scope, first: int, count: int) -> Page:
        """Read a part of standings, in their order."""
        ...

    async def place(self, guild: int, season: int, scope: Scope, user: int) -> int | None:
        """Say how many rows come before somebody's; None if they have none."""
        ...

    async def profile(self, guild: int, user: int) -> Profile:
        """Gather what there is of somebody."""
        ...

    async def versus(self, guild: int, one: int, other: int) -> Versus:
        """Gather the games of two."""
        ...

    async def history(self, guild: int, user: int | None, first: int, count: int) -> tuple[int, tuple[Result, ...]]:
        """List games, the newest first, and say how many there are; ``user`` None is everybody."""
        ...

    async def result(self, guild: int, table: int) -> Result | None:
        """Find one game of a server."""
        ...

    async def void(self, deed: AuditEntry) -> None:
        """Take the result of ``deed.table`` back, and count all after it anew. Refusal."""
        ...

    async def restore(self, deed: AuditEntry) -> None:
        """Let a voided result count again. Refusal."""
        ...

    async def recompute(self) -> Recomputed:
        """Make all that is derived again from the records."""
        ...


class Seasons(Protocol):
    """Keeps the seasons of servers; one runs at a time. Every method may raise StoreError."""

    async def list(self, guild: int) -> tuple[Season, ...]:
        """List the seasons of a server, the oldest first."""
        ...

    async def start(self, guild: int, name: str, at: int, deed: AuditEntry | None) -> Season:
        """Start a season. Refusal if one runs."""
        ...

    async def end(self, guild: int, at: int, deed: AuditEntry | None) -> Season:
        """End the season that runs. Refusal if none does."""
        ...

    async def turn(self, guild: int, was: int | None, turns: Sequence[Turn]) -> Season:
        """End the season that runs where the first of ``turns`` begins, and start these, each where the last one ends.

        Refusal if another season runs than ``was``, or one while it is None: somebody else was quicker.
        """
        ...

    async def rename(self, guild: int, number: int, name: str, deed: AuditEntry) -> Season:
        """Give a season another name. Refusal if there is none of that number."""
        ...


class Audit(Protocol):
    """Keeps what admins did. Every method may raise StoreError."""

    async def note(self, deed: AuditEntry) -> None:
        """Write down what an admin did."""
        ...

    async def deeds(self, guild: int, first: int, count: int) -> tuple[int, Sequence[AuditEntry]]:
        """List what admins did, the newest first, and say how many entries there are."""
        ...
