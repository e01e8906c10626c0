"""The times at which tables need attention next."""

import random

from bot.play.time.due import DueTimes


def test_due_tables_come_soonest_first() -> None:
    due = DueTimes()
    for table, at in ((1, 30), (2, 10), (3, 20), (4, 40)):
        due.set(table, at)
    assert due.soonest() == 10
    assert list(due.pop_until(30)) == [2, 3, 1]
    assert list(due.pop_until(30)) == []
    assert due.soonest() == 40


def test_only_the_newest_time_of_a_table_counts() -> None:
    due = DueTimes()
    due.set(1, 10)
    due.set(1, 50)
    due.set(2, 50)
    due.set(2, 20)
    due.set(3, 10)
    due.remove(3)
    assert list(due.pop_until(20)) == [2]
    assert list(due.pop_until(50)) == [1]
    assert due.soonest() is None


def test_postponed_times_do_not_pile_up_in_memory() -> None:
    due, chance = DueTimes(), random.Random(1)
    for table in range(5000):
        due.set(table, table)
    for _ in range(20_000):
        due.set(7, chance.randrange(10**6, 10**9))
    assert len(due) < 3 * 5000
