"""Rows of a benchmark: our figure, other programs' figures from the same run, and the goal."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from statistics import median
from time import perf_counter
from types import MappingProxyType
from typing import Protocol

_NONE: Mapping[str, float] = MappingProxyType({})


class Better(StrEnum):
    """Whether more or less is better."""

    MORE = "more"
    LESS = "less"


@dataclass(frozen=True, slots=True)
class Row:
    """One measurement: our figure and those of other programs (``peers``), in the same unit.

    ``least`` is the goal by peer: how many times as good ours has to be. 15 means fifteen times as many hands per
    second or a fifteenth of the time, 0.2 means at most five times the time. ``limit`` is the goal in the row's unit.
    A peer that couldn't be measured is missing from ``peers``, and a note says why. ``faults`` are wrong results: a row
    with any fault misses its goal, no matter how fast it is.
    """

    name: str
    unit: str
    ours: float
    peers: Mapping[str, float] = field(default_factory=lambda: _NONE)
    better: Better = Better.MORE
    least: Mapping[str, float] = field(default_factory=lambda: _NONE)
    limit: float | None = None
    notes: tuple[str, ...] = ()
    faults: tuple[str, ...] = ()

    @property
    def ratios(self) -> dict[str, float]:
        """How many times as good ours is as each measured peer's; above 1, ours is better."""
        if self.better is Better.MORE:
            return {peer: self.ours / figure for peer, figure in self.peers.items()}
        return {peer: figure / self.ours for peer, figure in self.peers.items()}

    @property
    def goal(self) -> str:
        """The goal in words."""
        goals = [f"{times:g} x {peer}" for peer, times in self.least.items()]
        if self.limit is not None:
            goals.append(f"{'at least' if self.better is Better.MORE else 'at most'} {self.limit:g} {self.unit}")
        return ", ".join(goals)

    @property
    def met(self) -> bool | None:
        """Whether all goals were met; None if they may be, but a peer couldn't be measured."""
        ratios = self.ratios
        missed = any(ratios.get(peer, times) < times for peer, times in self.least.items())
        if self.limit is not None:
            missed |= self.ours < self.limit if self.better is Better.MORE else self.ours > self.limit
        if missed or self.faults:
            return False
        return True if self.least.keys() <= ratios.keys() else None

    def as_json(self) -> dict[str, object]:
        """Return the row with its ratios, in the format of the JSON file."""
        return {
            "name": self.name,
            "unit": self.unit,
            "better": self.better,
            "ours": self.ours,
            "peers": dict(self.peers),
            "ratios": self.ratios,
            "goal": self.goal,
            "met": self.met,
            "notes": list(self.notes),
            "faults": list(self.faults),
        }


class Work(Protocol):
    """A piece of work to measure."""

    def __call__(self) -> object:
        """Do the work once."""


@dataclass(frozen=True, slots=True)
class Times:
    """The seconds that each piece of work took in each round."""

    seconds: Mapping[str, list[float]] = field(default_factory=dict)

    def rate(self, name: str, count: int) -> float:
        """Return the median rate per second of work that does ``count`` things."""
        return count / median(self.seconds[name])


def in_turn(works: Mapping[str, Work], repeats: int) -> Times:
    """Time pieces of work in rounds, so that a busy spell of the machine affects all of them."""
    seconds: dict[str, list[float]] = {name: [] for name in works}
    for _ in range(repeats):
        for name, work in works.items():
            begin = perf_counter()
            work()
            seconds[name].append(perf_counter() - begin)
    return Times(seconds)
