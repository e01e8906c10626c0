"""A discard pile that lies spread (R-1): all of it in order, readable on a phone; and large hands after a deep take."""

from dataclasses import replace
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from bot.rummy.cards import PACK, Card
from bot.rummy.families import Variant
from bot.rummy.melds.options import RumOptions
from bot.rummy.melds.rules import rules_for
from bot.rummy.melds.views import MeldsView
from bot.rummy.views import Phase
from render.look import DEFAULT, Look, Sorting
from render.melds.alt import hand_alt, table_alt, told_hand
from render.melds.blocks import block_of, owners_of
from render.melds.hand import hand_spread, melds_hand_picture
from render.melds.pile import AREA, CARDS_AREA, pile_laid_out
from render.melds.reading import read_hand
from render.melds.table import melds_table_picture
from tests.render.melds.views import FOUR, lying, spectated
from tests.render.quality import assert_format
from tests.render.views import TEXTS, faces_in

RUM = RumOptions(Variant.RUM500)
LEAST_RANK = 30
"""Pixels of a rank that is ten pixels high on a phone."""
LONG = ("Kunegunda Wielka z Kórnika", "W", "Maximiliana von Hohenlohe", "Bartłomiej Brzęczyszczykiewicz")


def pile(count: int, seats: int = 3, **changes: Any) -> MeldsView:  # noqa: ANN401 - any field of a view
    """Return a public view of 500 Rum with this many cards in the discard pile."""
    discards = tuple(Random(count).sample(PACK, count))
    by = (None, *(at % seats for at in range(count - 1)))[:count]
    usual: dict[str, Any] = {"options": RUM, "discards": discards, "discarders": by, "needs": None, "stock": 2}
    return spectated(seats, **(usual | changes))


def holding(count: int, discards: int = 0, **changes: Any) -> MeldsView:  # noqa: ANN401 - any field of a view
    """Return the view of seat 0 in its turn, holding this many cards; the pile has others."""
    deck = Random(count).sample(PACK, count + discards)
    mine = tuple(sorted(deck[:count]))
    there: dict[str, Any] = {"seat": 0, "hand": mine, "phase": Phase.LAY, "drawn": mine[0]}
    return pile(0, 2, **(there | {"discards": tuple(deck[count:]), "discarders": (1,) * discards} | changes))


@pytest.mark.parametrize("count", range(1, 32))
def test_R_1_the_whole_pile_lies_in_order_and_can_be_read_on_a_phone(count: int) -> None:
    view = pile(count)
    png = melds_table_picture(view, LONG[:3], TEXTS).png
    assert_format(png)
    layout = pile_laid_out(count, CARDS_AREA)
    assert layout.shape.rank >= LEAST_RANK
    faces = faces_in(png, layout.shape)
    below = {card: place for card, place in zip(view.discards, layout.places, strict=True) if card in faces}
    assert {*view.discards[:-1]} <= below.keys()
    for card in view.discards[:-1]:
        (left, top, *_), (x, y) = faces[card], below[card]
        assert 0 <= left - x < layout.shape.width // 3
        assert 0 <= top - y < layout.shape.height // 3
    assert list(layout.places) == sorted(layout.places, key=lambda place: (place[1], place[0]))
    assert max(x for x, _ in layout.places) + layout.shape.width < AREA.x + AREA.width


@pytest.mark.parametrize("discards", [2, 14, 20, 26])
def test_R_6_a_hand_shows_the_pile_until_its_owner_has_drawn(discards: int) -> None:
    drawing = holding(13, discards, phase=Phase.DRAW, drawn=None)
    spread = hand_spread(drawing, read_hand(drawing), TEXTS)
    assert spread.pile is not None
    assert len(spread.pile.places) == discards
    assert spread.pile.shape.rank >= LEAST_RANK
    assert spread.pile.foot < min(y for _, _, y in spread.layout.cards)
    assert spread.height <= 700
    laying = replace(drawing, phase=Phase.LAY)
    assert hand_spread(laying, read_hand(laying), TEXTS).pile is None
    assert "discard pile, bottom first" in hand_alt(drawing, FOUR, read_hand(drawing), TEXTS)


@pytest.mark.parametrize("sorting", Sorting)
@pytest.mark.parametrize("count", [17, 22, 25, 31, 39])
def test_hands_of_nearly_forty_cards_can_be_read_on_a_phone(count: int, sorting: Sorting) -> None:
    for view in (holding(count), holding(count, 12, phase=Phase.DRAW, drawn=None)):
        for look in (DEFAULT, Look(large=True)):
            layout = hand_spread(view, read_hand(view), TEXTS, look, sorting).layout
            assert layout.shape.rank >= LEAST_RANK
            assert len(layout.cards) == count
            for row in ({x for _, x, y in layout.cards if y == top} for top in {y for _, _, y in layout.cards}):
                assert all(right - left >= layout.shape.width for left, right in pairwise(sorted(row)))
        assert_format(melds_hand_picture(view, LONG[:2], TEXTS, sorting=sorting).png)
        alt = hand_alt(view, FOUR, read_hand(view), TEXTS, sorting)
        assert 0 < len(alt) <= 1024
    assert len(told_hand(holding(count), read_hand(holding(count)), TEXTS.spelled).split()) <= 25


def test_R_9_each_card_on_the_table_is_marked_with_who_laid_it() -> None:
    melds = lying("7C 7S 7H 7D / 3H 4H 5H 6H", RUM)
    view = pile(3, melds=melds, laid_by=((1, 1, 1, 0), (2, 0, 0, 0)), table_points=(26, 21, 3))
    blocks = [
        block_of(number, meld, rules_for(RUM), owners=owners_of(view, number)) for number, meld in enumerate(melds)
    ]
    assert [block.owned() for block in blocks] == [[(1, 2), (0, 3)], [(2, 0), (0, 3)]]
    alt = table_alt(view, FOUR[:3], TEXTS)
    assert "(Kuba 7 of clubs, 7 of spades, 7 of hearts, Ola 7 of diamonds)" in alt
    assert "Ola 48, 13 cards, 26 points laid" in alt
    assert_format(melds_table_picture(view, LONG[:3], TEXTS).png)
    other = replace(view, laid_by=((1, 1, 0, 0), (2, 0, 0, 0)))
    assert melds_table_picture(view, LONG[:3], TEXTS).png != melds_table_picture(other, LONG[:3], TEXTS).png


def test_a_long_alt_text_of_a_table_has_the_whole_pile_and_fewer_melds() -> None:
    melds = lying("AC 2C 3C / AS 2S 3S / KC KS KH / QC QS QH / JC JS JH / TC TS TH", RUM)
    left: list[Card] = [card for card in PACK if card % 13 in range(3, 9)]
    view = pile(0, melds=melds, laid_by=((0, 1, 2),) * 6, discards=tuple(left), discarders=(1,) * 24)
    alt = table_alt(view, ("W" * 20,) * 3, TEXTS)
    assert len(alt) <= 1024
    assert TEXTS.spelled.cards(left) in alt
    assert "more melds: press More, then In words" in alt
