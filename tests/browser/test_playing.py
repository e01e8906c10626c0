"""Playing in the playground as people would, by clicking and typing in a browser."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from bot.rummy.codes import code_for
from bot.rummy.families import Variant
from bot.rummy.options import options_for
from tests.browser.panes import CARD, BrowserPane, Received

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

ONE_ROUND: Final = code_for(options_for(Variant.GERMAN, {"rounds": 1}))
DRAW: Final = re.compile(r"^Draw\b")
MOST_CLICKS: Final = 400
"""More clicks than a round of German Rummy takes."""


def test_a_newcomer_starts_practice_and_plays_two_turns(page: Page) -> None:
    pane = BrowserPane(page, 1)
    pane.command("rummy practice")
    for _ in range(2):
        take_a_turn(pane)


def test_the_bot_is_killed_in_the_middle_of_a_turn_and_nothing_is_lost(page: Page) -> None:
    pane = BrowserPane(page, 2)
    pane.command("rummy practice")
    draw_a_card(pane)
    held = pane.cards()
    assert len(held) == 11
    page.get_by_role("button", name="Kill the bot").click()
    page.get_by_text(re.compile("Remik is (starting|offline)")).wait_for()
    page.get_by_text("Remik is online.").wait_for()
    pane.press("More", pane.hand)
    pane.press("Back", pane.hand)
    assert pane.cards() == held
    discard_a_card(pane)


def test_neither_of_two_panes_gets_a_card_of_the_other(page: Page) -> None:
    received = Received(page)
    page.reload()
    page.get_by_text("Remik is online.").wait_for()
    ala, kuba = BrowserPane(page, 1), BrowserPane(page, 2)
    ala.command("rummy new", variant="Gin", opponent="@Kuba")
    kuba.press("Join")
    ala.press("Start")
    ala.press("My hand")
    kuba.press("My hand")
    first, second = ala.cards(), kuba.cards()
    assert len(first) == len(second) == 10
    for pane, other, hidden, number in ((ala, kuba, second, 1), (kuba, ala, first, 2)):
        everything = received.texts(number) + pane.frame.content()
        assert [card for card in hidden if card in everything] == []
        shown = other.hand.locator("img").get_attribute("src")
        assert shown is not None
        picture = page.request.get(f"{page.url.split('/?')[0].rstrip('/')}{shown}").body()
        assert picture not in received.pictures(number)
        theirs = page.request.get(f"{page.url.split('/?')[0].rstrip('/')}{shown.replace('/pane/', '/pane/9', 1)}")
        assert theirs.status == 404


def test_a_whole_game_of_german_rummy_by_clicking(page: Page) -> None:
    pane = BrowserPane(page, 1)
    pane.command("rummy new", variant="German Rummy", computers="1", level="Easy", rules=ONE_ROUND)
    pane.press("Start")
    pane.press("My hand")
    for _ in range(MOST_CLICKS):
        rematch = pane.frame.get_by_role("button", name="Rematch")
        rematch.or_(pane.hand.get_by_role("button", disabled=False).first).last.wait_for()
        if rematch.count():
            break
        click = next_click(pane)
        if click is None:
            pane.page.wait_for_timeout(50)
        else:
            click.click()
    assert pane.frame.get_by_role("button", name="Rematch").count() == 1


def take_a_turn(pane: BrowserPane) -> None:
    """Draw, discard, and wait for the next turn."""
    draw_a_card(pane)
    discard_a_card(pane)


def draw_a_card(pane: BrowserPane) -> None:
    """Draw from the stock; first pass where the rules offer the first discard."""
    draw, passing = button(pane, DRAW), button(pane, "Pass")
    draw.or_(passing).first.wait_for()
    if passing.count():
        passing.click()
    draw.click()
    button(pane, CARD).first.wait_for()


def discard_a_card(pane: BrowserPane) -> None:
    """Discard the last card that can be discarded, and wait until it's this player's turn again."""
    button(pane, CARD).last.click()
    button(pane, DRAW).wait_for()


def next_click(pane: BrowserPane) -> Locator | None:
    """Return what to click next in German Rummy: lay everything, else draw, else discard. None while others play."""
    for label in ("Play all", DRAW, CARD):
        found = button(pane, label)
        if found.count():
            return found.last
    return None


def button(pane: BrowserPane, label: str | re.Pattern[str]) -> Locator:
    """Return the enabled buttons of the hand with a label."""
    return pane.hand.get_by_role("button", name=label, disabled=False)
