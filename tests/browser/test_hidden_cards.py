"""Nobody else may see a hand: two panes side by side in a fresh playground, so that no earlier hand is in them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from bot.rummy.cards import PACK
from bot.text.catalogs import Catalogs
from tests.browser.panes import CARD, DISCARD, DRAW, PRIVATE, BrowserPane, Received

if TYPE_CHECKING:
    from playwright.sync_api import Page

TURNS: Final = 4
TEXTS: Final = Catalogs().texts("en")


def test_neither_of_two_panes_gets_a_card_of_the_other(page: Page) -> None:
    received = Received(page)
    page.reload()
    page.get_by_text("Remik is online.").wait_for()
    panes = {1: BrowserPane(page, 1), 2: BrowserPane(page, 2)}
    held, public = four_turns(panes)
    for number, other in ((1, 2), (2, 1)):
        hidden = held[other] - public - held[number]
        assert len(hidden) > 5
        got = f"{received.texts(number)}\n{panes[number].frame.content()}"
        assert hidden & {*re.findall(CARD, received.texts(other))} == hidden
        assert hidden & {*re.findall(CARD, got)} == set()
        secret = panes[other].hand
        assert str(secret.get_attribute("data-message")) not in got
        for picture in secret.locator(".picture img").all():
            assert str(picture.get_attribute("alt")) not in got
            address = str(picture.evaluate("picture => picture.src"))
            drawn = page.request.get(address)
            assert drawn.ok
            assert drawn.body() in received.pictures(other)
            assert drawn.body() not in received.pictures(number)
            assert address not in received.addresses(number)
            assert page.request.get(address.replace(f"/pane/{other}/", f"/pane/{number}/")).status == 404


def four_turns(panes: dict[int, BrowserPane]) -> tuple[dict[int, set[str]], set[str]]:
    """Play gin between two people. Return the cards that each has held, and those that everyone has seen."""
    ala, kuba = panes.values()
    ala.command("rummy new", variant="Gin", opponent="@Kuba")
    kuba.press("^Join$")
    ala.press("^Start$")
    held: dict[int, set[str]] = {}
    for number, pane in panes.items():
        pane.press("^My hand$")
        pane.wait_for("^Sort$", where=PRIVATE)
        held[number] = set()
    mover = 1 if ala.hand.get_by_role("button", name=re.compile("^(Pass|Draw)"), disabled=False).count() else 2
    drawn_for_deal = str(kuba.frame.locator("img[alt*='Drawn for the deal']").first.get_attribute("alt"))
    public = {TEXTS.card(card) for card in PACK if TEXTS.card_words(card) in drawn_for_deal}
    assert len(public) >= 2
    discards = 0
    while discards < TURNS:
        label = panes[mover].step()
        if re.search(DRAW, label):
            panes[mover].wait_for(DISCARD, where=PRIVATE)
            held[mover] |= panes[mover].cards()
            continue
        if re.search(DISCARD, label):
            public |= {*re.findall(CARD, label)}
            discards += 1
        mover = 3 - mover
    panes[mover].wait_for(DRAW, where=PRIVATE)
    return held, public
