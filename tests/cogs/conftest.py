"""A process with tables, a studio, and a place where public messages can be looked at."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from render.studio import Studio
from tests.play.house import Process, process


@pytest.fixture
async def here(tmp_path: Path) -> AsyncIterator[Process]:
    async with process(f"sqlite+aiosqlite:///{tmp_path / 'remik.db'}") as started:
        yield started


@pytest.fixture
def studio() -> Iterator[Studio]:
    studio = Studio()
    yield studio
    studio.close()
