"""The page around the panes: addresses that lead to a state, faults, the wire, and pictures of panes."""

from __future__ import annotations

import io
import re
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from PIL import Image

from tests.browser.panes import BrowserPane, expect, open_tools

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Page, WebSocketRoute

STATE = "#seed=11&step=22"
CLOCK = re.compile(r"\d+:\d\d [AP]M|⏳.*|\(edited\)|\b(in )?\d+ (seconds?|minutes?)\b.*")
"""What differs on the same screens at different times."""


def screens(page: Page) -> list[str]:
    """Return the texts of both panes, once they show the last step."""
    expect(page.locator("#guest-state")).to_contain_text("Step 22 (")
    expect(page.locator("#guest-progress")).to_be_hidden()
    panes = [BrowserPane(page, number) for number in (1, 2)]
    for pane in panes:
        expect(pane.hand.get_by_role("img").first).to_be_visible()
    return [CLOCK.sub("", pane.frame.get_by_role("log").inner_text()) for pane in panes]


def test_the_same_address_shows_the_same_screens_and_people_can_take_over(page: Page, tmp_path: Path) -> None:
    home = page.url.partition("#")[0]
    page.goto(home + STATE)
    before = screens(page)
    open_tools(page)
    with page.expect_download() as download:
        page.get_by_role("button", name="Save a picture of Ala's screen").click()
    download.value.save_as(tmp_path / "ala.png")
    with Image.open(io.BytesIO((tmp_path / "ala.png").read_bytes())) as picture:
        assert picture.width >= 580
        assert len(picture.convert("RGB").getcolors(1 << 24) or []) > 50
    page.get_by_role("button", name="Play 1 click").click()
    expect(page.locator("#guest-state")).to_contain_text("Step 23 (")
    assert page.url.endswith("#seed=11&step=23")
    page.goto(home + STATE)
    assert screens(page) == before

    BrowserPane(page, 1).press("More")
    expect(page.locator("#guest-state")).to_contain_text("the link no longer leads here")
    assert "#" not in page.url


def test_everyone_who_plays_has_an_open_pane(page: Page) -> None:
    page.goto(page.url.partition("#")[0] + "#seed=3&step=1&game=basic&players=4")
    expect(page.locator(".pane h2")).to_have_text(["Ala", "Kuba", "Ewa", "Olek"])
    open_tools(page)
    page.locator("#count").select_option("3")
    expect(page.locator(".pane h2")).to_have_text(["Ala", "Kuba", "Ewa"])


def test_a_killed_bot_comes_back_and_the_wire_shows_it(page: Page) -> None:
    open_tools(page, "Faults")
    page.get_by_role("button", name="Wire").click()
    page.locator("#wire-kind").select_option("gateway")
    page.locator("#wire-clear").click()
    page.get_by_role("button", name="Kill the bot").click()
    expect(page.locator("#bot")).to_have_text("The bot was killed. It starts again on the same database.")
    expect(page.locator("#bot")).to_have_text("Remik is online.")
    expect(page.locator("#wire-list")).to_contain_text("The bot identifies.")
    page.locator("#wire-kind").select_option("event")
    page.locator("#wire-list summary", has_text="READY").last.click()
    expect(page.locator("#wire-list pre")).to_contain_text("session_id")

    delay = page.get_by_role("button", name="Delay", exact=True)
    delay.click()
    expect(delay).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Mend all").click()
    expect(delay).to_have_attribute("aria-pressed", "false")


def test_the_page_is_in_the_language_that_is_chosen(page: Page) -> None:
    open_tools(page)
    page.select_option("#language", "pl")
    expect(page.locator("html")).to_have_attribute("lang", "pl")
    expect(page.locator("h1")).to_have_text("Plac zabaw Remika")
    expect(page.locator("#bot")).to_have_text("Remik jest online.")
    expect(page.locator("#language")).to_be_focused()
    expect(page.get_by_label("Język: Kuba")).to_be_visible()
    expect(page.locator("#copy")).to_have_text("Kopiuj link")
    expect(page.locator("#faults")).to_have_attribute("lang", "en")
    page.get_by_label("Język: Kuba").select_option("de")
    page.locator("summary", has_text="Co mówi czytnik ekranu").click()
    page.locator("#spoken-person").select_option("Kuba")
    expect(page.locator("#spoken-lines")).to_have_attribute("lang", "de")
    expect(page.locator("#spoken-lines")).to_contain_text("Schaltfläche: Practice")
    page.get_by_label("Język: Kuba").select_option("en-US")
    page.reload()
    expect(page.locator("h1")).to_have_text("Plac zabaw Remika")
    assert page.evaluate("document.documentElement.scrollWidth") <= page.evaluate("innerWidth")
    page.click("#record-link")
    expect(page.locator("h1")).to_have_text("Zapis partii")


def test_a_reload_keeps_open_panes_and_a_phone_shows_one_at_a_time(page: Page) -> None:
    expect(page.locator(".pane h2")).to_have_text(["Ala", "Kuba", "Ewa"])
    expect(page.locator(".owns:visible")).to_have_count(1)
    expect(page.locator(".pane", has=page.locator(".owns:visible")).locator("h2")).to_have_text("Ala")
    page.locator("#opened").get_by_role("button", name="Kuba").click()
    page.reload()
    expect(page.locator(".pane h2")).to_have_text(["Ala", "Ewa"])
    page.set_viewport_size({"width": 375, "height": 700})
    assert shown(page) == ["Ala"]
    page.locator("#tabs").get_by_role("button", name="Ewa").click()
    assert shown(page) == ["Ewa"]
    page.locator("#tabs").get_by_role("button", name="Tools").click()
    assert shown(page) == []
    page.locator("#faults summary").click()
    expect(page.get_by_role("button", name="Kill the bot")).to_be_visible()
    page.get_by_role("button", name="Wire").click()
    expect(page.locator("#wire-list")).to_be_visible()
    assert page.evaluate("() => document.documentElement.scrollWidth") == 375


def shown(page: Page) -> list[str]:
    """List whose panes are on the screen."""
    sections = page.locator(".pane").filter(visible=True).all()
    return [str(section.get_attribute("aria-label")).removesuffix("'s pane") for section in sections]


@pytest.mark.parametrize(("width", "height", "panes"), [(390, 844, 1), (1280, 800, 3), (2560, 1200, 3)])
def test_panes_fill_the_window_with_their_newest_messages_and_the_tools_are_folded(
    page: Page, width: int, height: int, panes: int
) -> None:
    page.set_viewport_size({"width": width, "height": height})
    page.reload()
    expect(page.locator("body")).to_have_attribute("data-ready", "")
    expect(page.locator("#tools")).to_be_hidden()
    expect(page.locator("#wire")).to_be_hidden()
    boxes = [section.bounding_box() for section in page.locator(".pane").filter(visible=True).all()]
    assert len(boxes) == panes
    edges = [(box["x"], box["x"] + box["width"], box["y"], box["y"] + box["height"]) for box in boxes if box]
    assert edges[0][0] <= 8
    assert edges[-1][1] >= width - 8
    assert all(0 <= right[0] - left[1] <= 8 for left, right in pairwise(edges))
    assert all(top <= 70 and bottom >= height - 8 for _, _, top, bottom in edges)
    for number in range(1, panes + 1):
        expect(BrowserPane(page, number).frame.get_by_role("article").last).to_be_in_viewport()


def test_the_page_waits_for_the_bot_with_one_line(page: Page) -> None:
    page.route_web_socket("**/top/live", not_yet_greeted)
    page.reload()
    expect(page.locator("#waiting")).to_have_text("Remik is starting ...")
    expect(page.locator("#bot")).to_be_hidden()
    expect(page.locator("iframe").first).to_be_hidden()


def not_yet_greeted(socket: WebSocketRoute) -> None:
    """Pass on what the server says, as before the bot's greeting."""
    server = socket.connect_to_server()
    server.on_message(lambda text: socket.send(str(text).replace('"greeted":true', '"greeted":false')))


def test_without_a_choice_the_page_is_dark_unless_the_system_is_light(page: Page) -> None:
    for scheme, theme, back in (("dark", "dark", "rgb(49, 51, 56)"), ("light", "light", "rgb(255, 255, 255)")):
        page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
        page.reload()
        expect(page.locator("html")).to_have_attribute("data-theme", theme)
        inside = BrowserPane(page, 1).frame.locator("body")
        expect(inside).to_have_css("background-color", back)
