"""Wrong clocks: clicks are answered as quickly as with a correct clock, and the error is logged once."""

from pathlib import Path

import discord
import pytest

from bot.playground.interactions import AnswerKind
from cogs.edge.answers import Skew
from tests.end_to_end.club import open_club

START = 1_800_000_000_000
"""Initial time of Discord's clock, in epoch milliseconds."""


class World:
    """Discord's clock, and a machine's clock that is ``ahead`` by some milliseconds."""

    def __init__(self, ahead: int = 0) -> None:
        self.now, self.ahead = START, ahead
        self.skew = Skew(lambda: self.now + self.ahead)

    def click(self, delay: int = 50, after: int = 5000) -> float:
        """Deliver a click made ``delay`` ms ago, ``after`` ms after the last one. Return its age in seconds."""
        self.now += after
        return self.skew.age(((self.now - delay - discord.utils.DISCORD_EPOCH) << 22) + 1)


@pytest.mark.parametrize("ahead", [3500, -3500, 86_400_000, -86_400_000])
def test_a_wrong_clock_is_compensated_and_logged_once(ahead: int, caplog: pytest.LogCaptureFixture) -> None:
    world = World(ahead)
    for _ in range(3):
        world.click(delay=0)
    ages = [world.click() for _ in range(50)]
    assert all(0 <= age < 0.2 for age in ages)
    (warning,) = caplog.records
    assert f"{abs(ahead) / 1000:.1f} s {'ahead of' if ahead > 0 else 'behind'} Discord's" in warning.getMessage()
    assert "NTP" in warning.getMessage()


@pytest.mark.parametrize("ahead", [0, 900, -900, 3500, -3500])
def test_late_clicks_are_recognized_even_with_a_wrong_clock(ahead: int) -> None:
    world = World(ahead)
    for _ in range(5):
        world.click()
    assert world.click(delay=4000) >= 2.8
    for _ in range(30):
        assert world.click(delay=4000, after=0) >= 2.8  # many at once, as after a reconnect


def test_a_correct_clock_is_not_adjusted(caplog: pytest.LogCaptureFixture) -> None:
    world = World()
    assert world.click(delay=4000) == 4  # the very first click, delivered late
    assert world.click(delay=3000) == 3
    assert world.click(delay=500) == 0.5
    assert not caplog.records


def test_a_corrected_clock_is_noticed(caplog: pytest.LogCaptureFixture) -> None:
    world = World(3500)
    for _ in range(5):
        world.click()
    world.ahead = 0
    assert world.click() == pytest.approx(0.05)
    assert world.click(delay=4000) == pytest.approx(4)
    assert len(caplog.records) == 1


@pytest.mark.slow
@pytest.mark.three_seconds
@pytest.mark.parametrize("ahead", [3500, -3500])
async def test_clicks_are_answered_at_once_despite_a_wrong_clock(
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
