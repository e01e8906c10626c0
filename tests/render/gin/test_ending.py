"""Pictures of knocks."""

from functools import cache

import pytest

from bot.rummy.cards import Card
from bot.rummy.gin.options import GIN_PRESETS, Tie
from bot.rummy.gin.views import GinView
from render.drawing.faces import upright
from render.drawing.palette import Ink
from render.gin.ending import WIDTHS, knock_picture
from tests.render.views import NAMES, TEXTS, Box, ended_deals, faces_in, ink, opened, public, rgb, row

KNOCKS = (
    *("gin-0", "knock-0", "knock-1", "knock-2", "knock-3"),
    *("undercut-0", "undercut-1", "undercut-2", "void-0", "void-1"),
)
"""Kinds of knocks: the outcome, and the number of cards laid off."""


@cache
def knocks() -> dict[str, GinView]:
    """Find a knock of every kind in random games, among them many with lay-offs."""
    kinds: dict[str, GinView] = {}
    for variant in GIN_PRESETS:
        for seed in range(3):
            for view in ended_deals(variant, seed, tie=Tie.VOID if seed == 2 else Tie.UNDERCUT):
                if view.showdown is not None:
                    kinds.setdefault(f"{view.deals[-1].outcome}-{len(view.showdown.defense.lay_offs)}", view)
    return kinds


def open_cards(png: bytes) -> dict[Card, Box]:
    """Return the cards in a picture and their places; all cards have the same size."""
    return max((faces_in(png, upright(width)) for width in WIDTHS), key=len)


@pytest.mark.slow
def test_the_sample_games_have_every_kind_of_knock() -> None:
    assert set(knocks()) == set(KNOCKS)


@pytest.mark.parametrize("kind", KNOCKS)
def test_G_16_both_hands_are_face_up_and_lay_offs_are_framed_on_the_knockers_melds(kind: str) -> None:
    view = knocks()[kind]
    assert view.showdown is not None
    picture = knock_picture(view, NAMES, TEXTS)
    image = opened(picture.png)
    assert (image.size, image.mode) == ((1100, 700), "P")
    assert len(picture.png) <= 40_000
    laid, defense = view.showdown.arrangement, view.showdown.defense
    off = {lay_off.card for lay_off in defense.lay_offs}
    above = {*laid.loose, *(card for meld in laid.melds for card in meld), *off}
    below = {*defense.arrangement.loose, *(card for meld in defense.arrangement.melds for card in meld)}
    found = open_cards(picture.png)
    assert set(found) == above | below
    assert len(found) == 20
    if below:
        assert max(found[card][3] for card in above) < min(found[card][1] for card in below)
    drawn = rgb(picture.png)
    framed = {
        card
        for card, (left, _, right, bottom) in found.items()
        if set(row(drawn, bottom + 1, left + 10, right - 10)) == {ink(Ink.GOLD)}
    }
    assert framed == off
    for lay_off in defense.lay_offs:
        meld = {*laid.melds[lay_off.meld], *(other.card for other in defense.lay_offs if other.meld == lay_off.meld)}
        assert len({found[card][1] for card in meld}) == 1, "a meld and the cards laid off on it are in one row"


@pytest.mark.parametrize("kind", KNOCKS)
def test_the_hands_leave_room_for_the_sum(kind: str) -> None:
    lowest = max(box[3] for box in open_cards(knock_picture(knocks()[kind], NAMES, TEXTS).png).values())
    assert lowest <= 628


def test_a_deal_without_a_knock_has_no_picture_of_a_knock() -> None:
    with pytest.raises(ValueError, match="nobody has knocked"):
        knock_picture(public(), NAMES, TEXTS)
