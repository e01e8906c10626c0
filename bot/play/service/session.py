"""A live table: its current state, and the requests and actions that change it."""

from collections.abc import Callable
from typing import TypeAlias

from bot.fairness.beacon import PublicBeacon
from bot.play.service.lobby_requests import LobbyRequests, ModerationRequests
from bot.play.service.locked_table import LockedTable
from bot.play.service.play_requests import PlayRequests
from bot.play.service.program_actions import ProgramActions
from bot.play.state.limits import UNLIMITED, Limits
from bot.play.state.names import NoNames
from bot.play.state.ports import Clock, Names, Store
from bot.play.state.values import LogLine, Status, TableRow
from bot.rummy.records.sealed import StartCounts


class Table(LockedTable):
    """One table of a channel, as it is now. `Tables` creates them, one for each id in a process.

    Every request that changes something has committed it when it returns. It raises `Refused` with a `Reason` of the
    game or a `TableReason`; `Stale` if another player was faster or the click is from an outdated message; `Repeated`
    if the interaction was already handled; StoreError. After any of these nothing has changed, except that the table
    may have caught up with another process.
    """

    __slots__ = ("_watch",)

    def __init__(
        self,
        store: Store,
        clock: Clock,
        row: TableRow,
        entries: tuple[LogLine, ...] = (),
        *,
        watch: "Watch | None" = None,
        names: Names = NoNames(),  # noqa: B008 - it can't change
        limits: Limits = UNLIMITED,
        beacon: PublicBeacon | None = None,
    ) -> None:
        super().__init__(store, clock, row, entries, names=names, limits=limits, beacon=beacon)
        self._watch = watch

    @property
    def lobby(self) -> LobbyRequests:
        """Requests before the game."""
        return LobbyRequests(self)

    @property
    def play(self) -> PlayRequests:
        """Requests of players in the game."""
        return PlayRequests(self)

    @property
    def moderation(self) -> ModerationRequests:
        """Requests of moderators."""
        return ModerationRequests(self)

    @property
    def program(self) -> ProgramActions:
        """Actions of the program."""
        return ProgramActions(self)

    async def start_counts(self) -> StartCounts | None:
        """Return the starts on the server before that of this game, until now if it hasn't started. StoreError.

        None in practice, and for games that started before the starts were counted.
        """
        if self.row.is_practice:
            return None
        if self.row.start is not None:
            return self.row.start.counts
        has_started = self.row.status in (Status.PLAYING, Status.OVER)
        return None if has_started else await self.store.start_counts(self.row.guild)

    def has_changed(self) -> None:
        """Call the watch."""
        if self._watch is not None:
            self._watch(self)


Watch: TypeAlias = Callable[[Table], None]
"""Called with a table that has changed, or was loaded; it returns at once and raises nothing."""
