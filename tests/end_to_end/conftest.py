"""What end-to-end tests are handed."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.end_to_end.club import Club, open_club


@pytest.fixture
async def club(tmp_path: Path) -> AsyncIterator[Club]:
    """A club whose bot is not running yet."""
    async with open_club(tmp_path) as opened:
        yield opened


@pytest.fixture
async def playing(club: Club) -> AsyncIterator[Club]:
    """A club with the bot running and a table of gin that has just started, both hands open."""
    async with club.running():
        await club.table()
        yield club
