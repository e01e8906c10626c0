"""A row of the benchmark: a figure of ours, the same of others from the same run, and what was to be reached."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from statistics import median
from time import perf_counter
from types import MappingProxyType
from typing import Protocol

_NONE: Mapping[str, float] = MappingProxyType({})


class Better(StrEnum):
    """Which way a figure is good."""

    MORE = "more"
    LESS = "less"


@dataclass(frozen=True, slots=True)
class Row:
    """One thing measured, ours and others' in the same unit.

    ``least`` says for a peer how many times as good as it ours has to be: 15 for fifteen times as many hands a second
    or a fifteenth of the time, 0.2 for at most five times the time. ``limit`` is a figure not to be passed, for what
    has no peer. A peer that could not be measured is missing from ``peers``, and a note says why. ``faults`` are
    results that came out wrong: a row with any is not met, however fast.
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
        """How many times as good as each peer ours is, as far as they were measured."""
        if self.better is Better.MORE:
            return {peer: self.ours / figure for peer, figure in self.peers.items()}
        return {peer: figure / self.ours for peer, figure in self.peers.items()}

    @property
    def goal(self) -> str:
        """What was to be reached, in words."""
        goals = [f"{times:g} x {peer}" for peer, times in self.least.items()]
        if self.limit is not None:
            goals.append(f"{'at least' if self.better is Better.MORE else 'at most'} {self.limit:g} {self.unit}")
        return ", ".join(goals)

    @property
    def met(self) -> bool | None:
        """Whether all of the goal was reached; None where nothing was missed, but a peer is missing."""
        ratios = self.ratios
        missed = any(ratios.get(peer, times) < times for peer, times in self.least.items())
        if self.limit is not None:
            missed |= self.ours < self.limit if self.better is Better.MORE else self.ours > self.limit
        if missed or self.faults:
            return False
        return True if self.least.keys() <= ratios.keys() else None

    def as_json(self) -> dict[str, object]:
        """Give the row with its ratios, as the JSON file has it."""
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
    """Something to measure."""

    def __call__(self) -> object:
        """Do all of it once."""


@dataclass(frozen=True, slots=True)
class Times:
    """Seconds that each of several pieces of work took, repeated in turn."""

    seconds: Mapping[str, list[float]] = field(default_factory=dict)

    def rate(self, name: str, count: int) -> float:
        """Give the median of how many of ``count`` things were done in a second."""
        return count / median(self.seconds[name])


def in_turn(works: Mapping[str, Work], repeats: int) -> Times:
    """Time each piece of work once, then each once more, and so on, so that a busy spell of the machine hits all."""
    seconds: dict[str, list[float]] = {name: [] for name in works}
    for _ in range(repeats):
        for name, work in works.items():
            begin = perf_counter()
            work()
            seconds[name].append(perf_counter() - begin)
    return Times(seconds)
