"""Exponential back-off."""

from bot.backoff import Backoff


def test_waits_double_with_each_failure_and_never_exceed_the_longest() -> None:
    assert [Backoff(5, 60).after(failures) for failures in range(1, 8)] == [5, 10, 20, 40, 60, 60, 60]
    assert Backoff(1, 3600).after(10_000) == 3600
