"""Playing in the playground as people would, by clicking and typing in a browser."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from bot.rummy.codes import code_for
from bot.rummy.families import Variant
from bot.rummy.options import options_for
from tests.browser.panes import DISCARD, DRAW, PRIVATE, TURN, BrowserPane, expect, open_tools, serious_violations

if TYPE_CHECKING:
    from playwright.sync_api import Page

ONE_ROUND: Final = code_for(options_for(Variant.GERMAN, {"rounds": 1}))
MOST_CLICKS: Final = 400
"""More clicks than a round of German Rummy takes."""
MOST_TABS: Final = 400
"""More presses of Tab than it takes to go through the page once."""
FOCUSED: Final = """() => {
    if (!document.hasFocus()) return null;
    const at = document.activeElement;
    return at.getAttribute("aria-label") ?? at.textContent.trim();
}"""


def test_a_newcomer_starts_practice_plays_two_turns_and_finds_the_hand_after_a_reload(page: Page) -> None:
    pane = BrowserPane(page, 1)
    pane.press("^Practice$")
    for _ in range(2):
        pane.take_turn()
    shown = pane.hand.inner_text()
    page.reload()
    again = BrowserPane(page, 1)
    again.wait_for(".", where=PRIVATE)
    assert again.hand.inner_text() == shown
    again.take_turn()


def test_a_kill_in_the_middle_of_a_turn_loses_nothing(page: Page) -> None:
    pane = BrowserPane(page, 2)
    pane.command("rummy practice")
    pane.play_until(DRAW)
    pane.wait_for(DISCARD)
    held = pane.cards()
    assert len(held) == 11
    open_tools(page, "Faults")
    page.get_by_role("button", name="Kill the bot").click()
    page.locator("#wire-list").get_by_text("The bot was killed.").first.wait_for(state="attached")
    page.get_by_text("Remik is online.").wait_for()
    pane.press("^Sort$")
    pane.wait_for(DISCARD)
    assert pane.cards() == held
    pane.take_turn()


def test_a_whole_game_of_german_rummy_by_clicking(page: Page) -> None:
    open_tools(page)
    page.locator("#guest-seed").fill("8")
    page.locator("#guest-form").get_by_role("button", name="Start over").click()
    page.get_by_text("Remik is starting.").wait_for()
    page.get_by_text("Remik is online.").wait_for()
    pane = BrowserPane(page, 1)
    pane.command("rummy new", variant="German Rummy", computers="1", level="Easy", rules=ONE_ROUND)
    pane.press("^Start$")
    pane.press("^My hand$")
    pane.wait_for(DRAW, where=PRIVATE)
    clicks = 0
    while pane.wait_for(*TURN, where=PRIVATE)[1] != "Rematch":
        pane.step()
        clicks += 1
        assert clicks < MOST_CLICKS
    assert clicks > 10
    assert "wins" in pane.frame.locator("#messages").inner_text()


def test_a_turn_by_keyboard_alone(page: Page) -> None:
    tab_to(page, "^Ewa$")
    frame = page.locator('iframe[src*="/pane/3"]')
    page.keyboard.press("Enter")
    expect(frame).to_have_count(0)
    page.keyboard.press("Enter")
    expect(frame).to_have_count(1)
    pane = BrowserPane(page, 3)
    tab_to(page, "^Message", pane)
    page.keyboard.type("/rummy practice")
    pane.frame.locator("#commands .current").get_by_text("/rummy practice", exact=True).wait_for()
    page.keyboard.press("Enter")
    tab_to(page, "^Send$", pane)
    page.keyboard.press("Enter")
    held, label = set[str](), ""
    while not re.search(DISCARD, label):
        custom_id, label = pane.wait_for(*TURN, where=PRIVATE)
        held = pane.cards()
        tab_to(page, f"^{re.escape(label)}$", pane)
        page.keyboard.press("Enter")
        pane.done(custom_id)
    assert len(held) == 11
    assert label in held
    pane.wait_for(*TURN, where=PRIVATE)
    expect(pane.hand.get_by_role("img").first).to_have_attribute("alt", re.compile(r"^Your hand, 10 cards\."))


def tab_to(page: Page, label: str, pane: BrowserPane | None = None) -> None:
    """Press Tab until an element with a label has the focus. It's in a pane, or in the page around the panes."""
    frame = page.main_frame if pane is None else pane.frame
    for _ in range(MOST_TABS):
        focused = frame.evaluate(FOCUSED)
        if focused is not None and re.search(label, focused):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{label} can't be reached by keyboard")


def test_a_turn_on_a_phone_without_sideways_scrolling(page: Page) -> None:
    page.set_viewport_size({"width": 375, "height": 760})
    page.get_by_role("navigation", name="Panes").get_by_role("button", name="Kuba").click()
    pane = BrowserPane(page, 2)
    pane.command("rummy practice")
    for _ in range(2):
        assert not pane.overflows()
        pane.step()
    pane.take_turn()
    assert not pane.overflows()
    for tab in ("Tools", "Kuba"):
        page.get_by_role("navigation", name="Panes").get_by_role("button", name=tab).click()
        assert page.evaluate("document.documentElement.scrollWidth") == 375


def test_two_tabs_of_a_pane_show_the_same_game(page: Page) -> None:
    first = alone(page)
    second = alone(page.context.new_page(), page.url)
    first.command("rummy practice")
    first.play_until(DRAW)
    second.wait_for(DISCARD)
    assert second.cards() == first.cards()
    held = second.cards()
    discarded = second.play_until(DISCARD)
    first.play_until(DRAW)
    assert discarded not in first.cards()
    assert len(held & first.cards()) == 10


def alone(page: Page, address: str = "") -> BrowserPane:
    """Open the third person's pane alone in a tab."""
    page.goto((address or page.url).split("/pane")[0].partition("?")[0].rstrip("/") + "/pane/3")
    return BrowserPane(page)


def test_no_serious_violation_on_the_top_page_nor_with_a_modal_in_both_themes(page: Page) -> None:
    open_tools(page, "Faults")
    for theme in ("Light", "Dark"):
        page.get_by_label("Theme").select_option(theme)
        assert serious_violations(page) == []
    pane = alone(page)
    pane.command("rummy new")
    pane.press("^More$")
    pane.press("^Cut the cards$")
    pane.frame.get_by_role("dialog").wait_for()
    for theme in ("light", "dark"):
        page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", theme)
        assert serious_violations(page) == []


def test_commands_that_are_typed_while_the_bot_starts_appear_once_it_is_online(page: Page) -> None:
    open_tools(page)
    page.locator("#guest-form").get_by_role("button", name="Start over").click()
    pane = BrowserPane(page, 1)
    pane.frame.get_by_text("Remik is starting…").wait_for()
    pane.line.fill("/rummy practice")
    pane.frame.get_by_text("There are no commands yet").wait_for()
    pane.frame.locator("#commands .current").get_by_text("/rummy practice", exact=True).wait_for()
