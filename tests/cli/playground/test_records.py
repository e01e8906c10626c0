"""The routes of the page of a record: files are checked, steps are shown one at a time, and nothing changes."""

import json
import subprocess
import sys
import threading
from collections.abc import AsyncIterator
from typing import Any
from unittest.mock import patch

import pytest
from aiohttp import web
from aiohttp.test_utils import TestClient, TestServer

from bot.playground.errors import JSON
from bot.program.cli.playground.record_screens import RecordScreens
from bot.program.cli.playground.records import LARGEST, record_routes
from tests.cli.playground.recorded import earlier_records

Viewer = TestClient[web.Request, web.Application]

GIN, BASIC = earlier_records()[0], earlier_records()[3]
BROKEN = {
    "nothing": (b"", "This file isn't a record: not JSON"),
    "a picture": (b"\x89PNG\r\n", "This file isn't a record: not UTF-8 at byte 1."),
    "other JSON": (b'{"name": "remik"}', 'This isn\'t a valid record: unknown key "name".'),
    "an illegal move": (
        json.dumps(GIN).replace('"0 draw"', '"1 draw"', 1).encode(),
        "This isn't a valid record: deal 1, move 3: 1 draw:",
    ),
    "another deck": (json.dumps(GIN).replace("AC", "XX", 1).encode(), "This isn't a valid record: deal 1: deck:"),
    "a later version": (json.dumps({**GIN, "version": 4}).encode(), "This isn't a valid record: version: must be 1"),
    "too much": (b" " * (LARGEST + 1), "This file is too large for a record."),
}


@pytest.fixture
async def viewer() -> AsyncIterator[Viewer]:
    app = web.Application()
    app.add_routes(record_routes())
    async with TestClient(TestServer(app)) as client:
        yield client


async def opened(viewer: Viewer, record: object) -> JSON:
    """Open a record, and return what the page is told."""
    data = record if isinstance(record, bytes) else json.dumps(record).encode()
    async with viewer.post("/record/open", data=data) as response:
        told: JSON = await response.json()
        return told


async def asked(viewer: Viewer, path: str) -> JSON:
    async with viewer.get(path) as response:
        assert response.status == 200
        told: JSON = await response.json()
        return told


def pictures_in(part: Any) -> list[JSON]:  # noqa: ANN401 - any JSON
    """Return all pictures of a message as the page gets it."""
    if isinstance(part, list):
        return [picture for one in part for picture in pictures_in(one)]
    if not isinstance(part, dict):
        return []
    return [*part.get("items", []), *pictures_in(part.get("parts", []))]


async def test_a_record_is_opened_and_stepped_through_by_seats(viewer: Viewer) -> None:
    about = await opened(viewer, BASIC)
    assert about["game"] == "Basic Rummy"
    assert about["names"] == BASIC["seats"]
    assert about["about"] == f"{', '.join(BASIC['seats'])} · {about['steps']} steps"
    assert about["steps"] == 1 + len(BASIC["deals"][0]["moves"])
    assert [deal["step"] for deal in about["deals"]] == [0]
    assert await asked(viewer, f"/record/{about['id']}") == about
    step = await asked(viewer, f"/record/{about['id']}/7?seats=0,2")
    assert list(step["seats"]) == ["0", "2"]
    assert not step["table"]["ephemeral"]
    assert all(panel["ephemeral"] for panel in step["seats"].values())
    shown = [
        picture for message in (step["table"], *step["seats"].values()) for picture in pictures_in(message["parts"])
    ]
    assert len(shown) == 3
    for picture in shown:
        async with viewer.get(picture["url"]) as response:
            assert response.content_type == "image/png"
            assert (await response.read()).startswith(b"\x89PNG")
        assert picture["alt"]


async def test_a_broken_file_gets_a_sentence_and_the_open_record_stays(viewer: Viewer) -> None:
    about = await opened(viewer, GIN)
    for data, problem in BROKEN.values():
        told = await opened(viewer, data)
        assert list(told) == ["problem"]
        assert told["problem"].startswith(problem)
    assert await asked(viewer, f"/record/{about['id']}") == about


@pytest.mark.parametrize(
    "path", ["42", "-1", "x", "1?seats=2", "1?seats=0,x", "999999999999999999", "1/2/en/picture/1/x"]
)
async def test_what_a_record_does_not_have_is_not_found(viewer: Viewer, path: str) -> None:
    about = await opened(viewer, GIN)
    async with viewer.get(f"/record/{about['id']}/{path}") as response:
        assert response.status == 404


async def test_a_record_that_was_closed_has_to_be_opened_again(viewer: Viewer) -> None:
    assert "Open its file again" in (await asked(viewer, "/record/0123456789abcdef"))["problem"]
    first, *others = [await opened(viewer, record) for record in earlier_records()[:5]]
    assert "Open its file again" in (await asked(viewer, f"/record/{first['id']}/0"))["problem"]
    for about in others:
        assert (await asked(viewer, f"/record/{about['id']}/0"))["step"] == 0


async def test_everything_that_takes_time_happens_in_one_thread(viewer: Viewer) -> None:
    threads: set[str] = set()
    message = RecordScreens.message

    def noted(*arguments: Any) -> Any:  # noqa: ANN401 - passed on
        threads.add(threading.current_thread().name)
        return message(*arguments)

    about = await opened(viewer, GIN)
    with patch.object(RecordScreens, "message", noted):
        await asked(viewer, f"/record/{about['id']}/3?seats=0,1&language=pl")
    assert threads == {"records_0"}


def test_the_screens_are_imported_when_a_record_is_opened() -> None:
    module = "bot.program.cli.playground.records"
    code = f"import sys; import {module}; print(*sorted({{'discord', 'PIL', 'babel'}} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)  # noqa: S603 - our own
    assert done.stdout.strip() == ""
