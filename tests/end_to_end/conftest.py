"""Fixtures of the end-to-end tests."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from cogs.edge import answers
from tests.data.broken import Disk, breakable
from tests.end_to_end.club import MINUTE_FOR_ANSWERS, ROUGH, Club, open_club


@pytest.fixture(autouse=True)
def unhurried(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Allow the bot in this process a minute per answer, except in tests marked `three_seconds`.

    It would defer them otherwise, and tests could look at a message before the answer is in it.
    """
    if request.node.get_closest_marker("three_seconds") is None:
        monkeypatch.setattr(answers, "PATIENCE", MINUTE_FOR_ANSWERS)
        monkeypatch.setattr(answers, "LAST_MOMENT", MINUTE_FOR_ANSWERS)


@pytest.fixture
async def club(tmp_path: Path, request: pytest.FixtureRequest) -> AsyncIterator[Club]:
    """A club whose bot isn't running yet; the marker `discord` sets how rough Discord is."""
    marker = request.node.get_closest_marker("discord")
    async with open_club(tmp_path, rough=marker.args[0] if marker else ROUGH) as opened:
        yield opened


@pytest.fixture
async def playing(club: Club) -> AsyncIterator[Club]:
    """A club with the bot running and a table of gin that has just started, both hands open."""
    async with club.running():
        await club.table()
        yield club


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> Disk:
    """The disk under the bot that runs in this process, which can fail."""
    return breakable(monkeypatch)
