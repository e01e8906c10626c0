"""Playing in the playground as a newcomer would, by clicking and typing in a browser."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from playwright.sync_api import expect

from tests.browser.panes import CARD, BrowserPane

if TYPE_CHECKING:
    from playwright.sync_api import Page


def test_a_newcomer_starts_practice_and_plays_two_turns(page: Page) -> None:
    pane = BrowserPane(page, 1)
    pane.command("rummy practice")
    for _ in range(2):
        expect(pane.hand).to_contain_text("Your turn")
        _take_a_turn(pane)


def _take_a_turn(pane: BrowserPane) -> None:
    """Draw, and discard the last card that can be discarded."""
    draw = pane.hand.get_by_role("button", name=re.compile("^Draw"), disabled=False)
    passing = pane.hand.get_by_role("button", name="Pass", exact=True, disabled=False)
    expect(draw.or_(passing).first).to_be_visible()
    if passing.count():
        passing.click()
        expect(draw).to_be_visible()
    draw.click()
    expect(pane.hand).to_contain_text(re.compile("tap a card|Your turn: knock"))
    pane.hand.get_by_role("button", name=CARD, disabled=False).last.click()
    expect(pane.hand.get_by_role("button", name=re.compile("^Draw"), disabled=False)).to_be_visible()
