"""Daily deals: one deck a day and game for everyone, against an Expert, once each; rankings, proofs and the posts."""

from collections.abc import Callable, Sequence
from dataclasses import KW_ONLY, dataclass

from bot.fairness.beacon import PublicBeacon
from bot.play.service.table import Table
from bot.play.service.tables import Tables
from bot.play.state.days import (
    DayAnnouncer,
    DayCode,
    DayProof,
    DayRanking,
    DayResult,
    DayStanding,
    DayStore,
    DayToday,
)
from bot.play.state.people import PeopleStore, Servers
from bot.play.state.ports import Clock
from bot.rummy.families import Variant


@dataclass(slots=True, eq=False)
class Days:
    """The daily deals of a process.

    ``token`` returns 32 random bytes. Without a ``beacon`` there are no daily deals. ``leads``: this process does what
    is for all servers.
    """

    store: DayStore
    tables: Tables
    people: PeopleStore
    servers: Servers
    clock: Clock
    _: KW_ONLY
    token: Callable[[], bytes]
    beacon: PublicBeacon | None = None
    leads: bool = True

    async def today(self, user: int) -> tuple[DayToday, ...]:
        """Return the day's deal of each game for a person, and yesterday's while they can still finish it.

        Refused (no beacon), StoreError.
        """
        raise NotImplementedError

    async def open(
        self, *, user: int, name: str, game: Variant, guild: int | None, names: Sequence[str], interaction: int
    ) -> tuple[Table, bool]:
        """Return the table of a person's deal of the day, and whether it's new.

        A deal of yesterday that they can still finish comes first. ``guild`` is the server where they play, whose
        ranking shows them; ``names`` are names for the computer. Refused: they have finished it, or given up; another
        game; no beacon; its round hasn't come yet; the day is void. Repeated, StoreError.
        """
        raise NotImplementedError

    async def codes(self) -> tuple[DayCode, ...]:
        """Return the codes of the next day's deals, for who has opened today's, and store that they were shown now.

        Empty without a beacon. StoreError.
        """
        raise NotImplementedError

    async def result(self, user: int, game: Variant, day: int) -> DayResult | None:
        """Return what a person did in a day's deal, counted if its game is over; None if not begun. StoreError."""
        raise NotImplementedError

    async def standing(self, user: int, game: Variant, day: int, guild: int | None) -> DayStanding | None:
        """Return how a person did in a day's deal; None until they have finished it. StoreError."""
        raise NotImplementedError

    async def ranking(
        self, user: int, game: Variant, day: int, guild: int | None, *, first: int = 0, most: int = 10
    ) -> DayRanking:
        """Return a part of a server's ranking, or of that of all who are listed (None), from line ``first`` on.

        Refused as long as the reader hasn't finished the deal and the day isn't over. StoreError.
        """
        raise NotImplementedError

    async def show_here(self, user: int, game: Variant, day: int, guild: int) -> None:
        """Show a person's result in a server's ranking. Refused if they haven't finished the deal. StoreError."""
        raise NotImplementedError

    async def list_me(self, user: int, listed: bool) -> None:
        """Store whether a person's name may be in the ranking of all (`Preferences.listed`). StoreError."""
        raise NotImplementedError

    async def proof(self, game: Variant, day: int, guild: int | None = None) -> DayProof | None:
        """Return what the shuffle of a day proves, for a reader on this server; None for a day that isn't known.

        StoreError.
        """
        raise NotImplementedError

    async def may_replay(self, table: Table, user: int) -> bool:
        """Return whether a person may see the replay of a day's table: it's over, and theirs or the best."""
        raise NotImplementedError

    async def tick(self) -> None:
        """Open and close days, count results and delete old tables, as far as it's due. A chore. StoreError."""
        raise NotImplementedError


@dataclass(slots=True, eq=False)
class DayPosting:
    """Posts the news of days on servers, each morning, where somebody played. ``reaches`` tells which are ours."""

    days: Days
    servers: Servers
    announcer: DayAnnouncer
    clock: Clock
    reaches: Callable[[int | None], bool] = lambda _: True

    async def tick(self) -> None:
        """Post what is due, and store that; what Discord doesn't take now is tried again. A chore. StoreError."""
        raise NotImplementedError
