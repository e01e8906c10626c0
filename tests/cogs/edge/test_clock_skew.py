"""A machine whose clock is wrong answers clicks as quickly as any other, and says once what is wrong."""

from pathlib import Path

import discord
import pytest

from bot.playground.interactions import AnswerKind
from cogs.edge.clock_skew import Skew
from tests.end_to_end.club import open_club

START = 1_800_000_000_000
"""When Discord's clock starts, epoch milliseconds."""


class World:
    """Discord's clock, and that of a machine which is ``ahead`` by a number of milliseconds."""

    def __init__(self, ahead: int = 0) -> None:
        self.now, self.ahead = START, ahead
        self.skew = Skew(lambda: self.now + self.ahead)

    def click(self, delay: int = 50, after: int = 5000) -> float:
        """Deliver a click that was made ``delay`` ms ago, ``after`` ms after the last one. Return its age in s."""
        self.now += after
        return self.skew.age(((self.now - delay - discord.utils.DISCORD_EPOCH) << 22) + 1)


@pytest.mark.parametrize("ahead", [3500, -3500, 86_400_000, -86_400_000])
def test_a_clock_that_is_wrong_is_allowed_for_and_named_once(ahead: int, caplog: pytest.LogCaptureFixture) -> None:
    world = World(ahead)
    for _ in range(3):
        world.click(delay=0)
    ages = [world.click() for _ in range(50)]
    assert all(0 <= age < 0.2 for age in ages)
    (warning,) = caplog.records
    assert f"{abs(ahead) / 1000:.1f} s {'ahead of' if ahead > 0 else 'behind'} Discord's" in warning.getMessage()
    assert "NTP" in warning.getMessage()


@pytest.mark.parametrize("ahead", [0, 900, -900, 3500, -3500])
def test_what_is_delivered_late_is_late_whatever_the_clock_says(ahead: int) -> None:
    world = World(ahead)
    for _ in range(5):
        world.click()
    assert world.click(delay=4000) >= 2.8
    for _ in range(30):
        assert world.click(delay=4000, after=0) >= 2.8  # many at once, after a connection was resumed


def test_a_clock_that_is_right_is_left_alone(caplog: pytest.LogCaptureFixture) -> None:
    world = World()
    assert world.click(delay=4000) == 4  # the very first click, delivered late
    assert world.click(delay=3000) == 3
    assert world.click(delay=500) == 0.5
    assert not caplog.records


def test_a_clock_that_was_put_right_is_believed(caplog: pytest.LogCaptureFixture) -> None:
    world = World(3500)
    for _ in range(5):
        world.click()
    world.ahead = 0
    assert world.click() == pytest.approx(0.05)
    assert world.click(delay=4000) == pytest.approx(4)
    assert len(caplog.records) == 1


@pytest.mark.parametrize("ahead", [3500, -3500])
async def test_clicks_are_answered_at_once_on_a_machine_whose_clock_is_wrong(
    tmp_path: Path, ahead: int, caplog: pytest.LogCaptureFixture
) -> None:
    async with open_club(tmp_path) as club:
        right = club.now
        club.now = lambda: right() + ahead  # type: ignore[method-assign]
        async with club.running():
            for _ in range(3):
                await club.ala.slash(club.channel, "rummy rules")
                club.standin.advance(2)
            await club.table()
            answer = await club.ala.click("My hand", message=club.public("My hand"))
            assert answer.kind in (AnswerKind.MESSAGE, AnswerKind.UPDATE)
    assert caplog.text.count("this machine's clock is 3.") == 1
