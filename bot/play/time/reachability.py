"""Servers that the bot can't reach, where clocks stop: their shard is lost, they have an outage, or removed the bot."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator
from typing import Final

_AT_ONCE: Final = 1000
"""The most servers that one statement of the database names."""


class Reachability:
    """Knows which servers are out of reach, and until when their tables have been given time back.

    ``reachable`` looks a server up in Discord's own list; `compare` calls it after the bot was away and may have missed
    events. All times are epoch milliseconds.
    """

    def __init__(self, reachable: Callable[[int], bool] = lambda _: True) -> None:
        self._reachable = reachable
        self._lost: dict[int, int] = {}

    def reaches(self, guild: int) -> bool:
        """Return whether the bot can reach a server."""
        return guild not in self._lost

    def lose(self, guild: int, now: int) -> None:
        """Record that a server is out of reach from now on."""
        self._lost.setdefault(guild, now)

    def back(self, guilds: Collection[int] | None = None) -> list[int]:
        """Return the lost servers among these, or among all, that the bot could reach again."""
        lost = self._lost if guilds is None else self._lost.keys() & set(guilds)
        return [guild for guild in lost if self._reachable(guild)]

    def find(self, guilds: Iterable[int]) -> None:
        """Record that servers owe their tables no more time, unless they have been lost again meanwhile."""
        for guild in guilds:
            if self._reachable(guild):
                self._lost.pop(guild, None)

    def owed(self, until: int, guilds: Collection[int] | None = None) -> Iterator[tuple[int, list[int]]]:
        """Yield the time that the tables of these lost servers, or of all, are owed: (milliseconds, servers).

        That's up to ``until``, and negative for a server that was lost later.
        """
        owed: defaultdict[int, list[int]] = defaultdict(list)
        for guild in self._lost if guilds is None else guilds:
            owed[until - self._lost[guild]].append(guild)
        for by, servers in owed.items():
            for start in range(0, len(servers), _AT_ONCE):
                yield by, servers[start : start + _AT_ONCE]

    def repaid(self, until: int, guilds: Collection[int] | None = None) -> None:
        """Record that the tables of these lost servers, or of all, have been given back their time up to ``until``."""
        for guild in tuple(self._lost if guilds is None else self._lost.keys() & set(guilds)):
            self._lost[guild] = until

    def compare(self, guilds: Iterable[int], now: int) -> None:
        """Check again which of these servers, and of the lost ones, are out of reach."""
        for guild in {*guilds, *self._lost}:
            if not self._reachable(guild):
                self.lose(guild, now)
        self.find(tuple(self._lost))
