"""Pictures of hands."""

from dataclasses import replace
from random import Random

import pytest

from bot.rummy.cards import Card, parse_card, suit_of
from bot.rummy.families import Variant
from bot.rummy.gin.game import view_for
from bot.rummy.gin.options import GIN_PRESETS
from bot.rummy.meld_kinds import is_meld, meld_kind
from bot.rummy.moves import Move, Verb
from bot.rummy.views import Phase
from render.drawing.faces import upright
from render.drawing.palette import Ink
from render.gin.hand import hand_picture, spread
from render.gin.reading import hand_groups
from render.look import Deck, Look, Theme
from tests.render.views import (
    NAMES,
    TEXTS,
    Box,
    cards,
    changed,
    faces_in,
    holding,
    ink,
    ink_height,
    is_bare,
    opened,
    pieces,
    public,
    random_hand,
    rgb,
    row,
    states,
)
from tests.rummy.helpers import twin

NORMAL = upright(152)
ELEVEN = "7S 8S 9S TS QC QH QD 2C 5D KH 9C"


@pytest.mark.parametrize("theme", Theme)
@pytest.mark.parametrize("deck", Deck)
@pytest.mark.parametrize("large", [False, True])
def test_a_picture_is_a_small_palette_png_of_one_size(theme: Theme, deck: Deck, large: bool) -> None:
    image = opened(picture := hand_picture(holding(ELEVEN, "2C"), NAMES, TEXTS, Look(deck, theme, large)).png)
    assert (image.size, image.mode, image.format) == ((1100, 700), "P", "PNG")
    assert len(image.getcolors() or ()) <= 128
    assert len(image.getcolors() or ()) <= 128
    assert "transparency" not in image.info
    assert len(picture) <= 40_000


@pytest.mark.parametrize("seed", range(12))
def test_every_card_of_the_hand_is_fully_visible_and_no_other(seed: int) -> None:
    hand = random_hand(Random(seed), 10 + seed % 2)
    found = faces_in(hand_picture(public(seat=0, hand=hand), NAMES, TEXTS).png, NORMAL)
    assert tuple(sorted(found)) == hand
    assert len({box[1] for box in found.values()}) <= 2, "more than two rows"


@pytest.mark.parametrize("seed", range(12))
def test_large_cards_are_in_three_rows_and_do_not_overlap(seed: int) -> None:
    hand = random_hand(Random(seed))
    laid = [area for _, area in spread(hand_groups(hand), large=True).cards]
    assert len({area.y for area in laid}) == 3
    boxes = [(area.x, area.y, area.x + area.width, area.y + area.height) for area in laid]
    assert not any(overlap(one, other) for one in boxes for other in boxes if one is not other)
    assert all(x >= 0 and right <= 1100 and y >= 0 and bottom <= 700 for x, y, right, bottom in boxes)
    image = rgb(hand_picture(public(seat=0, hand=hand), NAMES, TEXTS, Look(large=True)).png)
    for card, area in spread(hand_groups(hand), large=True).cards:
        left_half = (area.x, area.y, area.x + area.width * 55 // 100, area.y + area.height)
        assert ink_height(image, left_half, ink(Ink(suit_of(card)))) >= 90


def test_a_rank_is_at_least_60_pixels_high() -> None:
    for hand in (cards("AC 2C 3S 4S 5H 6H 7D 8D 9C TC JS"), cards("QS KS AH 2H 3D")):
        image = rgb(hand_picture(public(seat=0, hand=tuple(sorted(hand))), NAMES, TEXTS).png)
        for card, area in spread(hand_groups(tuple(sorted(hand)))).cards:
            upper_half = (area.x, area.y, area.x + area.width, area.y + area.height // 2 - 8)
            assert ink_height(image, upper_half, ink(Ink(suit_of(card)))) >= 60


@pytest.mark.parametrize("seed", range(8))
def test_only_the_drawn_card_has_a_frame(seed: int) -> None:
    rng = Random(seed)
    hand = random_hand(rng)
    drawn = rng.choice(hand)
    view = replace(public(seat=0, hand=hand, phase=Phase.DISCARD), drawn=drawn)
    image = rgb(hand_picture(view, NAMES, TEXTS).png)
    for card, area in spread(hand_groups(hand)).cards:
        below = row(image, area.y + area.height + 2, area.x + 10, area.x + area.width - 10)
        assert (set(below) == {ink(Ink.GOLD)}) == (card == drawn)


def test_the_tag_says_whether_the_card_was_drawn_or_taken() -> None:
    drew = holding(ELEVEN, "2C")
    took = replace(drew, taken=parse_card("2C"))
    where = changed(hand_picture(drew, NAMES, TEXTS).png, hand_picture(took, NAMES, TEXTS).png)
    at = dict(spread(hand_groups(drew.hand)).cards)[parse_card("2C")]
    assert where is not None
    assert at.y - 40 <= where[1]
    assert where[3] <= at.y + 12


def test_a_bar_is_solid_under_a_set_and_dashed_under_a_run() -> None:
    view = holding(ELEVEN)
    image = rgb(hand_picture(view, NAMES, TEXTS).png)
    at = {card: (area.x, area.x + area.width, area.y) for card, area in spread(hand_groups(view.hand)).cards}

    def bar_under(first: str, last: str) -> int:
        left, _, top = at[parse_card(first)]
        return pieces(image, top + NORMAL.height + 14, left, at[parse_card(last)][1], ink(Ink.LABEL))

    assert bar_under("7S", "TS") > 4
    assert bar_under("QC", "QD") == 1
    assert bar_under("KH", "KH") == 0


@pytest.mark.parametrize("seed", range(60))
@pytest.mark.parametrize("large", [False, True])
def test_a_meld_is_in_one_row_if_it_fits(seed: int, large: bool) -> None:
    hand = random_hand(Random(seed))
    laid = spread(hand_groups(hand), large=large)
    assert sorted(card for card, _ in laid.cards) == list(hand)
    rows: dict[int, list[Card]] = {}
    for card, area in laid.cards:
        rows.setdefault(area.y, []).append(card)
        assert area.x >= 8
        assert area.x + area.width <= 1092
    for area, kind in laid.bars:
        over = tuple(card for card, at in laid.cards if at.y < area.y < at.y + 250 and 0 <= at.x - area.x < area.width)
        if is_meld(over):
            assert kind is meld_kind(over)
        else:
            assert max(len(group.cards) for group in hand_groups(hand)) > (5 if large else 7)


def test_the_header_says_whose_turn_it_is() -> None:
    mine, theirs = holding(ELEVEN, turn=0), holding(ELEVEN, turn=1)
    knock = replace(mine, moves=(Move(0, Verb.KNOCK, parse_card("KH")),))
    pictures = [
        hand_picture(view, NAMES, TEXTS).png
        for view in (mine, theirs, knock, replace(mine, turn=None, phase=Phase.OVER))
    ]
    assert len(set(pictures)) == 4
    for other in pictures[1:]:
        where = changed(pictures[0], other)
        assert where is not None
        assert where[3] <= 88


def test_a_hand_without_cards_is_drawn() -> None:
    assert opened(hand_picture(public(seat=0, turn=None, phase=Phase.DEAL), NAMES, TEXTS).png).size == (1100, 700)


@pytest.mark.parametrize("variant", GIN_PRESETS)
def test_C_4_a_hand_shows_nothing_of_what_its_owner_cannot_see(variant: Variant) -> None:
    rng = Random(variant.value)
    for state in rng.sample(states(variant, 7), 12):
        for seat in (0, 1):
            one, other = view_for(state, seat), view_for(twin(state, seat, rng), seat)
            assert hand_picture(one, NAMES, TEXTS) == hand_picture(other, NAMES, TEXTS)


def overlap(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def test_the_header_names_the_player_whose_turn_it_is() -> None:
    waiting = holding(ELEVEN)
    short, long, other = (
        hand_picture(waiting, (name, "Ola"), TEXTS).png
        if waiting.turn == 0
        else hand_picture(waiting, ("Ola", name), TEXTS).png
        for name in ("Jan", "W" * 80, "Ewa")
    )
    for picture in (long, other):
        where = changed(short, picture)
        assert where is not None
        assert where[3] <= 88
    deadwood = (740, 0, 1100, 88)
    assert rgb(short).crop(deadwood).tobytes() == rgb(long).crop(deadwood).tobytes()


@pytest.mark.parametrize("drawn", [None, "2C"])
def test_an_unassisted_hand_is_sorted_with_no_melds_and_no_deadwood(drawn: str | None) -> None:
    view = holding(ELEVEN, drawn)
    picture = hand_picture(view, NAMES, TEXTS, unassisted=True)
    image = rgb(picture.png)
    found = faces_in(picture.png, NORMAL)
    in_order = sorted((box[1] // 100, box[0], card) for card, box in found.items())
    assert [card for *_, card in in_order] == list(view.hand)
    for _, top, _, bottom in found.values():
        assert bottom - top == NORMAL.height
        assert not pieces(image, bottom + 14, 0, 1100, ink(Ink.LABEL)), "no bars"
    assert is_bare(picture.png, (700, 46, 1080, 66)), "nothing is counted"


def test_an_unassisted_hand_shows_that_the_player_can_knock() -> None:
    mine = holding(ELEVEN, "2C")
    knock = replace(mine, moves=(Move(0, Verb.KNOCK, parse_card("KH")),))
    assert hand_picture(mine, NAMES, TEXTS, unassisted=True) != hand_picture(knock, NAMES, TEXTS, unassisted=True)
