"""The steps of the Dockerfile lead to a bot that runs. Docker isn't used: see `tests.packaging.dockerfile.Followed`.

The steps install from the package index, so these tests need it, and have the mark `soak`:
`pytest -n 0 -m soak tests/packaging`.
"""

import asyncio
import os
import re
import shutil
import signal
import subprocess
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from http.cookiejar import CookieJar
from pathlib import Path
from urllib.request import HTTPCookieProcessor, build_opener

import pytest

from bot.playground import NO_LIMITS, StandIn
from tests.packaging.dockerfile import Followed, last, steps

pytestmark = [pytest.mark.soak, pytest.mark.timeout(1200)]


@pytest.fixture(scope="module")
def image(tmp_path_factory: pytest.TempPathFactory) -> Followed:
    """All steps, followed in an empty folder."""
    made = Followed(tmp_path_factory.mktemp("docker"))
    for step in steps():
        made.follow(step)
    return made


def program(image: Followed, name: str) -> str:
    """Return the path of a program that the image would find."""
    found = shutil.which(name, path=image.environment()["PATH"])
    assert found is not None
    assert "/image/opt/remik/" in found
    return found


def told(
    image: Followed, *words: str, folder: Path | None = None, more: Mapping[str, str] | None = None
) -> tuple[int, str]:
    """Run a command in the image. Return its exit status and what it says."""
    done = subprocess.run(  # noqa: S603 - the image's own program
        [program(image, words[0]), *words[1:]],
        cwd=folder or image.folder,
        env=image.environment(more),
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    return done.returncode, done.stdout + done.stderr


@asynccontextmanager
async def started(
    image: Followed, standin: StandIn, more: Mapping[str, str]
) -> AsyncIterator[asyncio.subprocess.Process]:
    """Start the image with its entry point, and wait until it has registered its commands."""
    words = [*last("ENTRYPOINT").words, *last("CMD").words]
    with (image.folder.parent / "said.txt").open("wb") as said:
        process = await asyncio.create_subprocess_exec(
            *(program(image, words[0]), *words[1:]),
            cwd=image.folder,
            env=image.environment(more),
            stdout=said,
            stderr=said,
        )
    try:
        await standin.until(lambda: "rummy new" in standin.commands() and bool(standin.sessions))
        yield process
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()


async def test_the_image_starts_is_healthy_and_stops_at_sigterm(image: Followed) -> None:
    assert list(image.folder.iterdir()) == []
    async with StandIn(limits=NO_LIMITS) as standin:
        standin.add_guild("Club", locale="en-US").add_channel("rummy")
        more = {
            "REMIK_TOKEN": standin.token,
            "REMIK_API_URL": standin.api_url,
            "REMIK_GATEWAY_URL": standin.gateway_url,
            "REMIK_BEACON": "off",
        }
        healthy = last("HEALTHCHECK").words
        assert (await asyncio.to_thread(told, image, *healthy, more=more))[0] == 1
        async with started(image, standin, more) as process:
            status, sentence = await asyncio.to_thread(told, image, *healthy, more=more)
            assert (status, "the bot is running" in sentence) == (0, True), sentence
            lock = next((image.folder.parents[1] / "home").rglob("*.lock"))
            os.utime(lock, (0, 0))
            await standin.until(lambda: lock.stat().st_mtime > 0)  # the heartbeat goes on
            assert {file.name for file in image.folder.iterdir()} >= {"remik.db", "remik.db.lock"}
            process.send_signal(signal.SIGTERM)
            said = image.folder.parent / "said.txt"
            assert await process.wait() == 0, said.read_text(encoding="utf-8")


def test_the_wheel_alone_plays_a_game_with_pictures(image: Followed, tmp_path: Path) -> None:
    """Fonts, texts, the rules and the page of the demo are in the wheel: nothing of the sources is near."""
    status, said = told(
        image, "remik", "demo", "--variant", "german", "--options", "rounds=1", "--out", "out", folder=tmp_path
    )
    assert status == 0, said
    assert "record (valid)" in said
    assert len([*(tmp_path / "out").rglob("*.webp")]) > 20
    status, said = told(image, "remik", "record", "check", "out/record.json", folder=tmp_path)
    assert status == 0, said


def test_the_wheel_alone_shows_the_playground(image: Followed, tmp_path: Path) -> None:
    words = (program(image, "remik"), "playground", "--port", "0", "--no-browser", "--people", "2")
    process = subprocess.Popen(  # noqa: S603 - the image's own program
        words, cwd=tmp_path, env=image.environment(), stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    try:
        found = re.search(r"(http://127\.0\.0\.1:\d+)/\?token=\S+", process.stdout.readline())
        assert found
        browser = build_opener(HTTPCookieProcessor(CookieJar()))
        page = browser.open(found[0]).read().decode()
        files = re.findall(r'"(/static/[^"]+)"', page)
        assert files
        assert {browser.open(found[1] + name).status for name in files} == {200}
    finally:
        process.send_signal(signal.SIGINT)
        process.stdout.read()
        process.stdout.close()
        assert process.wait() == 0
