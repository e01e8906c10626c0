"""Pictures of knocks."""

from dataclasses import replace
from functools import cache

import pytest

from bot.rummy.cards import POINTS, Card
from bot.rummy.gin.options import GIN_PRESETS, Tie
from bot.rummy.gin.views import GinView
from bot.rummy.results import Column, Outcome
from render.drawing.faces import upright
from render.drawing.palette import SEATS, Ink
from render.gin.ending import OPEN_WIDTHS, knock_picture
from render.look import Deck, Look, Theme
from tests.render.measures import watched
from tests.render.quality import Watched, assert_format, bare_share
from tests.render.views import NAMES, TEXTS, Box, ended_deals, faces_in, ink, public, rgb, row

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
    return max((faces_in(png, upright(width)) for width in OPEN_WIDTHS), key=len)


@pytest.mark.slow
def test_the_sample_games_have_every_kind_of_knock() -> None:
    assert set(knocks()) == set(KNOCKS)


LONG = ("Kunegunda Wielka z Kórnika, Wielk", "W")


@pytest.mark.parametrize("kind", KNOCKS)
def test_G_16_both_hands_are_face_up_and_lay_offs_are_framed_on_the_knockers_melds(kind: str) -> None:
    view = knocks()[kind]
    assert view.showdown is not None
    picture = knock_picture(view, NAMES, TEXTS)
    laid, defense = view.showdown.arrangement, view.showdown.defense
    off = {lay_off.card for lay_off in defense.lay_offs}
    knocker = {*laid.loose, *(card for meld in laid.melds for card in meld), *off}
    other = {*defense.arrangement.loose, *(card for meld in defense.arrangement.melds for card in meld)}
    above, below = (knocker, other) if not kind.startswith("undercut") else (other, knocker)
    found = open_cards(picture.png)
    assert set(found) == knocker | other
    assert len(found) == 20
    if above and below:
        assert max(found[card][3] for card in above) < min(found[card][1] for card in below), "the winner comes first"
    drawn = rgb(picture.png)
    owner = ink(SEATS[1 - view.showdown.knocker])
    framed = {
        card
        for card, (left, _, right, bottom) in found.items()
        if set(row(drawn, bottom + 3, left + 10, right - 10)) == {owner}
    }
    assert framed == off


@pytest.mark.parametrize("kind", KNOCKS)
def test_a_knock_is_readable_and_full(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    readable = Watched(monkeypatch)
    for names in (LONG, LONG[::-1], ("🦊", "Ola")):
        picture = knock_picture(knocks()[kind], names, TEXTS)
        assert_format(picture.png)
        assert bare_share(picture.png) < 0.15
        assert max(box[2] for box in open_cards(picture.png).values()) <= 1050
    readable.assert_readable(LONG[0])


@pytest.mark.each_value
@pytest.mark.parametrize("theme", Theme)
@pytest.mark.parametrize("deck", Deck)
def test_a_picture_of_a_knock_is_small_in_every_look(theme: Theme, deck: Deck) -> None:
    assert_format(knock_picture(knocks()["knock-2"], NAMES, TEXTS, Look(deck, theme)).png)


@pytest.mark.parametrize("kind", KNOCKS)
def test_the_first_line_is_gold_if_anyone_has_won(kind: str) -> None:
    image = rgb(knock_picture(knocks()[kind], NAMES, TEXTS).png)
    assert (ink(Ink.GOLD) in row(image, 40, 60, 1040)) == (not kind.startswith("void"))


def banner(view: GinView, names: tuple[str, str] = NAMES) -> bytes:
    return rgb(knock_picture(view, names, TEXTS).png).crop((0, 0, 1100, 136)).tobytes()


def test_the_first_line_says_who_won_how_and_by_how_much() -> None:
    view = knocks()["knock-2"]
    deal = view.deals[-1]
    changes = (
        deal,
        replace(deal, points=tuple(points + 1 if points else 0 for points in deal.points)),
        replace(deal, outcome=Outcome.GIN),
        replace(deal, outcome=Outcome.BIG_GIN),
        replace(deal, outcome=Outcome.UNDERCUT),
        replace(deal, winner=1 - (deal.winner or 0), points=deal.points[::-1]),
    )
    assert len({banner(replace(view, deals=(*view.deals[:-1], change))) for change in changes}) == len(changes)
    assert banner(view) != banner(view, ("Ala", "Ewa"))


def test_points_before_and_after_the_deal_are_shown() -> None:
    view = knocks()["knock-2"]
    column = Column(((11, 0),), (59, 31), (True, True), None, over=False)
    columns = (
        column,
        replace(column, totals=(60, 31)),
        replace(column, entries=((12, 0),)),
        replace(column, entries=()),
    )
    pictures = {knock_picture(replace(view, columns=(each,)), NAMES, TEXTS).png for each in columns}
    assert len(pictures) == len(columns)


@pytest.mark.parametrize(("entry", "before"), [((11, 0), True), ((0, 0), False), (None, False)])
def test_unchanged_points_stand_alone(
    entry: tuple[int, int] | None, before: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    view, drawn = knocks()["knock-0"], watched(monkeypatch)
    knock_picture(replace(view, columns=(Column((entry,), (59, 56), (True, True), None, over=False),)), NAMES, TEXTS)
    arrows = [words for words in drawn if words.endswith("→")]
    assert arrows == (["48 →"] if before else [])
    assert {"59", "56"} <= set(drawn)


def test_each_of_hollywoods_scores_has_the_number_of_its_game(monkeypatch: pytest.MonkeyPatch) -> None:
    view, drawn = knocks()["knock-0"], watched(monkeypatch)
    columns = [Column(((9, 0),), (number, 90 + number), (True, True), None, over=False) for number in (71, 72, 73)]
    knock_picture(replace(view, columns=tuple(columns)), NAMES, TEXTS)
    assert {"G1 ", "G2 ", "G3 ", "71", "72", "73", "161", "162", "163"} <= set(drawn)


@pytest.mark.parametrize("kind", KNOCKS)
def test_loose_cards_come_last_the_highest_first(kind: str) -> None:
    view = knocks()[kind]
    assert view.showdown is not None
    found = open_cards(knock_picture(view, NAMES, TEXTS).png)
    for hand in (view.showdown.arrangement, view.showdown.defense.arrangement):
        shown = sorted(hand.loose, key=lambda card: found[card])
        assert [POINTS[card] for card in shown] == sorted((POINTS[card] for card in shown), reverse=True)


def test_a_deal_without_a_knock_has_no_picture_of_a_knock() -> None:
    with pytest.raises(ValueError, match="nobody has knocked"):
        knock_picture(public(), NAMES, TEXTS)
