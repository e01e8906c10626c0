"""Servers that the bot can't reach, where clocks stop: Discord has an outage there, or they removed the bot."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable


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

    def find(self, guild: int) -> None:
        """Record that a server can be reached again and owes its tables no more time."""
        self._lost.pop(guild, None)

    def since(self, guild: int) -> int | None:
        """Return until when the tables of a lost server have been given time back; None if it isn't lost."""
        return self._lost.get(guild)

    def owed(self, until: int) -> dict[int, list[int]]:
        """Return the time that the tables of lost servers are owed up to ``until``: {milliseconds: servers}."""
        owed: defaultdict[int, list[int]] = defaultdict(list)
        for guild, since in self._lost.items():
            if since < until:
                owed[until - since].append(guild)
        return owed

    def repaid(self, until: int, guilds: Collection[int] | None = None) -> None:
        """Record that the tables of these lost servers, or of all, have been given back their time up to ``until``."""
        for guild in tuple(self._lost if guilds is None else self._lost.keys() & set(guilds)):
            self._lost[guild] = until

    def compare(self, guilds: Iterable[int], now: int) -> None:
        """Check again which of these servers, and of the lost ones, are out of reach."""
        for guild in {*guilds, *self._lost}:
            if self._reachable(guild):
                self.find(guild)
            else:
                self.lose(guild, now)
