"""The page of a record in a browser: opened, stepped through by keyboard, at a phone's width, in both themes."""

import json
import os
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from bot.cli.playground.records import record_routes
from bot.playground import StandIn
from bot.playground.page import PlaygroundPage
from tests.cli.playground.recorded import earlier_records, record_of

pytestmark = [pytest.mark.browser, pytest.mark.slow]

INSTALL = "install a browser: apt-get install chromium-headless-shell libatomic1; pip install -e '.[browser]'"
BROWSER = os.environ.get("BROWSER", "") or shutil.which("chromium-headless-shell")
SERIOUS = ("serious", "critical")


def missing(reason: str) -> None:
    """Skip the test, or fail it where a browser is required."""
    if os.environ.get("BROWSER_REQUIRED"):
        pytest.fail(reason)
    pytest.skip(reason)


@asynccontextmanager
async def browser() -> AsyncIterator[Any]:
    """Start a browser."""
    try:
        from playwright.async_api import async_playwright  # noqa: PLC0415 - an extra
    except ImportError:
        missing(INSTALL)
    if BROWSER is None:
        missing(INSTALL)
    async with async_playwright() as playwright:
        started = await playwright.chromium.launch(executable_path=BROWSER, args=["--no-sandbox"])
        try:
            yield started
        finally:
            await started.close()


@asynccontextmanager
async def record_page() -> AsyncIterator[str]:
    """Serve the page, and return its address."""
    async with StandIn() as standin:
        guild = standin.add_guild("Club")
        guild.add_channel("rummy")
        async with PlaygroundPage(standin, guild, (), token="secret", routes=record_routes()) as page:
            yield page.address.replace("/?", "/record?")


class Tab:
    """A tab of the browser with the page of records, and what its console says."""

    def __init__(self, page: Any) -> None:  # noqa: ANN401 - of a library that may be missing
        self.page = page
        self.said: list[str] = []
        page.on("console", lambda message: self.said.append(message.text))
        page.on("pageerror", lambda error: self.said.append(str(error)))

    async def open(self, file: Path) -> None:
        """Choose a file."""
        await self.page.set_input_files("#file", str(file))

    async def press(self, key: str, step: int) -> None:
        """Press a key, and wait until a step is shown."""
        await self.page.keyboard.press(key)
        await self.at(step)

    async def at(self, step: int) -> None:
        """Wait until a step is shown."""
        await self.page.wait_for_selector(f'#columns[data-step="{step}"]')
        assert await self.page.evaluate("location.hash") == f"#step={step}"

    async def columns(self) -> list[str]:
        """List the headings of what is shown side by side."""
        shown: list[str] = await self.page.locator(".column > h2").all_inner_texts()
        return [heading.removesuffix(" · to play") for heading in shown]

    async def axe(self) -> list[str]:
        """List the serious violations that axe finds."""
        from axe_playwright_python.async_playwright import Axe  # noqa: PLC0415 - an extra

        found = await Axe().run(self.page)
        violations = [one for one in found.response["violations"] if one["impact"] in SERIOUS]
        return [f"{one['id']}: {one['nodes'][0]['html']}" for one in violations]


@pytest.fixture
async def files(tmp_path: Path) -> dict[str, Path]:
    """Write records and a broken one to files."""
    records = {"gin": earlier_records()[0], "german": await record_of("german"), "broken": {"format": "other"}}
    for name, record in records.items():
        (tmp_path / f"{name}.json").write_text(json.dumps(record), encoding="utf-8")
    return {name: tmp_path / f"{name}.json" for name in records}


async def test_a_record_is_stepped_through_by_keyboard_in_a_browser(files: dict[str, Path]) -> None:
    async with record_page() as address, browser() as started:
        tab = Tab(await started.new_page(viewport={"width": 1600, "height": 900}))
        page = tab.page
        await page.goto(address)
        await tab.open(files["broken"])
        await page.wait_for_selector("#problem:not([hidden])")
        assert "This isn't a valid record" in await page.inner_text("#problem")
        assert await page.is_hidden("#game")
        await tab.open(files["gin"])
        await tab.at(0)
        assert await page.is_hidden("#problem")
        assert await tab.columns() == ["Table", "1 Player 3842", "2 Player 3843"]
        await tab.press("ArrowRight", 1)
        assert await page.inner_text("#words") == "Player 3842 passed"
        await tab.press("PageDown", 21)
        assert await page.inner_text("#where") == "Deal 2 of 2 · move 0 of 20"
        await tab.press("End", 41)
        assert "Player 3842 knocks: +10" in await page.inner_text("#words")
        await tab.press("ArrowLeft", 40)
        await page.keyboard.press("2")
        assert await tab.columns() == ["Table", "1 Player 3842"]
        assert await page.locator(".column button.button:enabled").count() == 0
        assert "read-only" in await page.inner_text(".note")
        await tab.open(files["broken"])
        await page.wait_for_selector("#problem:not([hidden])")
        assert await tab.columns() == ["Table", "1 Player 3842"], "a broken file closed the record"
        await page.reload()
        await tab.at(40)
        await page.evaluate("location.hash = 'step=7'")
        await tab.at(7)
        await page.select_option("#pace", "700")
        await page.locator("h1").click()
        await page.keyboard.press("Space")
        await page.wait_for_selector('#columns[data-step="9"]')
        await page.click("#play")
        assert "same 52 cards in the same order" in (await page.text_content("#proof") or "")
        assert tab.said == []


async def test_the_page_of_a_record_fits_a_phone_and_is_accessible(files: dict[str, Path]) -> None:
    async with record_page() as address, browser() as started:
        for theme in ("light", "dark"):
            tab = Tab(await started.new_page(viewport={"width": 375, "height": 800}, color_scheme=theme))
            await tab.page.goto(address)
            assert await tab.axe() == []
            await tab.open(files["german"])
            await tab.at(0)
            for step in range(1, 8):
                await tab.press("ArrowRight", step)
            assert await tab.columns() == ["Table", "1 Ala"]
            assert await tab.page.evaluate("document.documentElement.scrollWidth") == 375
            assert await tab.axe() == []
            assert tab.said == []
