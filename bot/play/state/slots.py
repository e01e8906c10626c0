"""Slots: the part of all servers that one process serves, when several share a token and a database."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

HEART: Final = "heartbeat"
"""The name of the first slot's heartbeat, and the beginning of all others."""


@dataclass(frozen=True, slots=True)
class Slot:
    """One of ``slots`` parts, which has about as many of the ``shards`` of Discord's gateway as every other one.

    Practice tables and direct messages belong to no server: the first slot looks after them. The only slot has all
    servers, however many shards there are; with ``shards`` 0, Discord recommends that at each login.
    """

    number: int = 0
    slots: int = 1
    shards: int = 0

    @property
    def is_only(self) -> bool:
        """Whether one process serves everything."""
        return self.slots == 1

    @property
    def own_shards(self) -> range:
        """The numbers of its shards, which follow each other; none if they aren't known before the login."""
        return range(self._first(self.number), self._first(self.number + 1))

    @property
    def heart(self) -> str:
        """The name under which the last heartbeat of its process is stored, as epoch milliseconds."""
        return f"{HEART} {self.number}" if self.number else HEART

    def shard_of(self, guild: int) -> int:
        """Return the shard that gets the events of a server."""
        return (guild >> 22) % (self.shards or 1)

    def serves(self, guild: int | None) -> bool:
        """Return whether a server belongs to this slot; None is a practice table."""
        if self.is_only:
            return True
        return self.number == 0 if guild is None else self.shard_of(guild) in self.own_shards

    def owns(self, guild: int | None) -> bool:
        """Return whether this slot's process alone changes the tables of a server, and none of practice."""
        return self.is_only or (guild is not None and self.serves(guild))

    def _first(self, slot: int) -> int:
        """Return the first shard of a slot."""
        return slot * self.shards // self.slots


ONLY_SLOT: Final = Slot()
"""The slot of a process that serves everything, as it does unless the settings say something else."""


def least_share(budget: int, slots: int) -> int:
    """Return the requests per second that a slot always has: half of an equal share."""
    return max(1, budget // (2 * slots))


def shares(budget: int, wanted: Sequence[int]) -> list[int]:
    """Share requests per second among slots by how many each has wanted in the last second.

    A slot that wants little keeps its least share, so that it can begin at once. What others want beyond that is
    granted evenly, and what nobody wants is shared by all.
    """
    slots, left = len(wanted), budget
    granted, least = [0] * slots, least_share(budget, slots)
    modest_first = sorted(range(slots), key=wanted.__getitem__)
    for place, slot in enumerate(modest_first):
        granted[slot] = max(1, min(max(wanted[slot], least), left // (slots - place)))
        left -= granted[slot]
    for place, slot in enumerate(reversed(modest_first)):
        granted[slot] += max(0, (left + slots - 1 - place) // slots)
    return granted
