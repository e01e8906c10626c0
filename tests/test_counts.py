"""What the program counts: durations by size, and the time until the others see a move."""

import pytest

from bot.counts import Durations, SightCounts

TABLE, OTHER, ALA, BOB = 1, 2, 11, 12


def test_a_duration_counts_for_the_smallest_bound_that_is_not_below_it() -> None:
    durations = Durations((0.1, 1.0))
    for seconds in (0.05, 0.1, 0.5, 1.0, 7.0):
        durations.add(seconds)
    assert durations.counts == [2, 2, 1]
    assert durations.total == pytest.approx(8.65)


class Sights:
    """Counts on a clock that the test sets; ``times`` are the durations counted so far, rounded down to bounds."""

    def __init__(self) -> None:
        self.now = 100.0
        self.counts = SightCounts(lambda: self.now)

    @property
    def counted(self) -> tuple[int, float]:
        return sum(self.counts.durations.counts), self.counts.durations.total


def test_a_move_is_seen_when_the_public_message_shows_it_and_its_time_began_with_the_click() -> None:
    sights = Sights()
    sights.counts.arrived(ALA, 98.0)
    sights.counts.moved(TABLE, 5, ALA)
    sights.counts.answered(ALA, 98.0)
    sights.counts.shown(TABLE, 4)  # an edit that was on its way
    sights.counts.shown(OTHER, 9)
    assert sights.counted == (0, 0)
    sights.now = 101.0
    sights.counts.shown(TABLE, 5)
    sights.counts.shown(TABLE, 5)
    assert sights.counted == (1, 3.0)


def test_an_edit_that_shows_several_moves_counts_each_from_its_click() -> None:
    sights = Sights()
    for user, at, public in ((ALA, 97.0, 5), (BOB, 99.0, 6)):
        sights.counts.arrived(user, at)
        sights.counts.moved(TABLE, public, user)
    sights.counts.shown(TABLE, 7)
    assert sights.counted == (2, 4.0)


def test_moves_of_computers_and_of_the_program_have_no_click() -> None:
    sights = Sights()
    sights.counts.arrived(ALA, 99.0)
    sights.counts.answered(ALA, 99.0)
    sights.counts.moved(TABLE, 5, None)
    sights.counts.moved(TABLE, 6, ALA)
    sights.counts.shown(TABLE, 6)
    assert sights.counted == (0, 0)


def test_a_second_click_of_a_user_is_not_forgotten_with_the_first() -> None:
    sights = Sights()
    sights.counts.arrived(ALA, 98.0)
    sights.counts.arrived(ALA, 99.0)
    sights.counts.answered(ALA, 98.0)
    sights.counts.moved(TABLE, 5, ALA)
    sights.counts.shown(TABLE, 5)
    assert sights.counted == (1, 1.0)


def test_moves_that_nobody_ever_sees_do_not_pile_up() -> None:
    sights = Sights()
    sights.counts.arrived(ALA, 100.0)
    for public in range(1000):
        sights.counts.moved(TABLE, public, ALA)
    sights.counts.shown(TABLE, 1000)
    assert sights.counted[0] < 100
