"""Pictures of hands."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest

from bot.rummy.cards import Card, is_meld, meld_kind, parse_card, suit_of
from bot.rummy.families import Variant
from bot.rummy.gin.arrange import deadwood
from bot.rummy.gin.game import view_for
from bot.rummy.gin.options import GIN_PRESETS
from bot.rummy.gin.views import GinView
from bot.rummy.moves import Move, Verb
from bot.rummy.views import Phase
from render.drawing.palette import SEATS, SUITS, Ink
from render.drawing.rows import groups_of
from render.gin.alt import Deadwood, deadwood_after, deadwood_of, hand_groups
from render.gin.hand import GinHandLayout, hand_picture, laid_out
from render.look import Deck, Look, Theme
from tests.cards import cards
from tests.render.quality import Watched, assert_format, bare_share
from tests.render.views import (
    NAMES,
    TEXTS,
    Box,
    changed,
    faces_in,
    holding,
    ink,
    ink_height,
    opened,
    pieces,
    public,
    random_hand,
    rgb,
    row,
    states,
)
from tests.rummy.helpers import twin

ELEVEN = "7S 8S 9S TS QC QH QD 2C 5D KH 9C"
PILE = cards("KH 2S 9D")
LONG = "Kunegunda Wielka z Kórnika, Wielk"
HANDS = {
    "two melds": ("7S 8S 9S QC QH QD TH 8H 5D 2C KD", "KD"),
    "three melds": ("7S 8S 9S QC QH QD 8H 9H TH 5D 2C", "9H"),
    "gin": ("7S 8S 9S TS QC QH QD 8H 9H TH JH", "TS"),
    "no meld": ("2S 8S 9S TC 3C 5H QD KH 8H 5D AC", "TC"),
    "a long run": ("AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS", "4S"),
    "ten cards": ("7S 8S 9S QC QH QD TH 8H 5D 2C", None),
    "one meld of four": ("7S 8S 9S TS 2H 4D 6C QH KD AC", None),
}
HEADS = {
    "draw": {"turn": 0, "phase": Phase.DRAW},
    "upcard": {"turn": 0, "phase": Phase.UPCARD, "discarders": (None, None, None)},
    "forced draw": {"turn": 0, "phase": Phase.STOCK},
    "waiting": {"turn": 1, "phase": Phase.DRAW},
    "over": {"turn": None, "phase": Phase.OVER},
    "no piles": {"turn": 0, "phase": Phase.DRAW, "discards": (), "discarders": (), "stock": 0},
    "gin only": {"turn": 0, "phase": Phase.DRAW, "knock_limit": 0},
}
KNOCK = (Move(0, Verb.KNOCK, parse_card("KH")),)


def hand_of(text: str, drawn: str | None = None, **changes: object) -> GinView:
    """Return the view of seat 0 with a pile whose top card seat 1 has discarded."""
    return holding(text, drawn, **{"discards": PILE, "discarders": (None, 0, 1), **changes})


@pytest.mark.each_value
@pytest.mark.parametrize("theme", Theme)
@pytest.mark.parametrize("deck", Deck)
@pytest.mark.parametrize("large", [False, True])
def test_a_picture_of_a_hand_is_small_in_every_look(theme: Theme, deck: Deck, large: bool) -> None:
    assert_format(hand_picture(hand_of(ELEVEN, "2C", moves=KNOCK), NAMES, TEXTS, Look(deck, theme, large)).png)


@pytest.mark.each_value
@pytest.mark.parametrize("large", [False, True])
@pytest.mark.parametrize("unassisted", [False, True])
@pytest.mark.parametrize("held", HANDS.values(), ids=HANDS)
def test_a_hand_is_readable_and_full(
    held: tuple[str, str | None], unassisted: bool, large: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    watched = Watched(monkeypatch)
    for changes in ({}, {"moves": KNOCK}, {"seat": 1}) if held[1] else HEADS.values():
        for names in ((LONG, LONG[::-1]), ("W", "W"), ("🦊", "🦊")):
            view = hand_of(*held, **changes)  # type: ignore[arg-type]
            picture = hand_picture(view, names, TEXTS, Look(large=large), unassisted=unassisted)
            assert_format(picture.png)
            assert bare_share(picture.png, Look(large=large)) < 0.15
    watched.assert_readable(LONG, LONG[::-1], "Seat 2")


@pytest.mark.each_value
@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("large", [False, True])
def test_no_hand_leaves_much_bare_felt(seed: int, large: bool) -> None:
    hand = random_hand(Random(seed), 10 + seed % 2)
    view = public(seat=0, hand=hand, turn=1, discards=PILE, discarders=(None, 0, 1))
    png = hand_picture(view, NAMES, TEXTS, Look(large=large)).png
    assert_format(png)
    assert bare_share(png) < 0.15


@pytest.mark.parametrize("seed", range(12))
def test_every_card_of_the_hand_is_fully_visible_and_no_other(seed: int) -> None:
    hand = random_hand(Random(seed), 10 + seed % 2)
    shape = laid_out(hand_groups(hand)).shape
    found = faces_in(hand_picture(public(seat=0, hand=hand), NAMES, TEXTS).png, shape)
    assert tuple(sorted(found)) == hand
    assert len({box[1] for box in found.values()}) <= 2, "more than two rows"


@pytest.mark.parametrize("seed", range(60))
@pytest.mark.parametrize("large", [False, True])
def test_cards_have_common_columns_and_stay_apart(seed: int, large: bool) -> None:
    """All cards of a row are in columns of the longer one; nothing overlaps, not even the deadwood panel."""
    hand = random_hand(Random(seed), 10 + seed % 2)
    laid = laid_out(hand_groups(hand), large=large)
    assert sorted(card for card, _, _ in laid.cards) == list(hand)
    boxes = [box_of(laid, x, y) for _, x, y in laid.cards]
    panel = (laid.panel.x, laid.panel.y, laid.panel.x + laid.panel.width, laid.panel.y + laid.panel.height)
    assert panel[2] == 1068
    assert panel[2] - panel[0] >= 214
    assert not any(overlap(one, other) for one in (*boxes, panel) for other in boxes if one is not other)
    assert all(x >= 32 and right <= 1068 and y >= 230 and bottom <= laid.height - 30 for x, y, right, bottom in boxes)
    by_row: dict[int, list[int]] = {}
    for _, x, y in laid.cards:
        by_row.setdefault(y, []).append(x)
    longest = max(by_row.values(), key=len)
    assert all(edges == longest[: len(edges)] for edges in by_row.values())


@pytest.mark.parametrize("seed", range(40))
@pytest.mark.parametrize("large", [False, True])
def test_a_meld_is_in_one_row_if_it_fits(seed: int, large: bool) -> None:
    hand = random_hand(Random(seed))
    laid = laid_out(hand_groups(hand), large=large)
    for area, kind in laid.bars:
        over = tuple(card for card, x, y in laid.cards if 0 < area.y - y < 240 and 0 <= x - area.x < area.width)
        if is_meld(over):
            assert kind is meld_kind(over)
        else:
            assert max(len(group.cards) for group in hand_groups(hand)) > (5 if large else 7)


@pytest.mark.parametrize("held", ["two melds", "three melds", "ten cards"])
def test_melds_are_farther_apart_than_their_cards(held: str) -> None:
    laid = laid_out(hand_groups(tuple(sorted(cards(HANDS[held][0])))))
    row = sorted(x for _, x, y in laid.cards if y == laid.cards[0][2])
    gaps = [after - before - laid.shape.width for before, after in pairwise(row)]
    assert len(gaps) == 5
    assert gaps[2] >= 2 * max(*gaps[:2], *gaps[3:])


@pytest.mark.parametrize("seed", range(40))
def test_loose_cards_come_after_the_melds_highest_first(seed: int) -> None:
    hand = random_hand(Random(seed))
    laid = laid_out(hand_groups(hand))
    groups = hand_groups(hand)
    loose = [card for group in groups if group.kind is None for card in group.cards]
    shown = [card for card, _, _ in laid.cards if card in loose]
    if len(groups) > 1 and loose:
        assert [min(card % 13 + 1, 10) for card in shown] == sorted(
            (min(card % 13 + 1, 10) for card in loose), reverse=True
        )


def test_a_rank_is_at_least_60_pixels_high_and_higher_in_large_hands() -> None:
    for large, least in ((False, 60), (True, 80)):
        for hand in (cards("AC 2C 3S 4S 5H 6H 7D 8D 9C TC JS"), cards("QS KS AH 2H 3D"), cards(HANDS["gin"][0])):
            held = tuple(sorted(hand))
            image = rgb(hand_picture(public(seat=0, hand=held), NAMES, TEXTS, Look(large=large)).png)
            laid = laid_out(hand_groups(held), large=large)
            for card, x, y in laid.cards:
                upper_left = (x + 3, y + 3, x + laid.shape.width * 45 // 100, y + laid.shape.height // 2 + 16)
                assert ink_height(image, upper_left, ink(SUITS[suit_of(card)])) >= least


@pytest.mark.parametrize("seed", range(8))
def test_only_the_drawn_card_has_a_frame_in_the_seats_color(seed: int) -> None:
    rng = Random(seed)
    hand = random_hand(rng)
    drawn = rng.choice(hand)
    view = replace(public(seat=0, turn=0, hand=hand, phase=Phase.DISCARD), drawn=drawn)
    image = rgb(hand_picture(view, NAMES, TEXTS).png)
    laid = laid_out(hand_groups(hand))
    for card, x, y in laid.cards:
        below = row(image, y + laid.shape.height + 2, x + 20, x + laid.shape.width - 20)
        assert (set(below) == {ink(SEATS[0])}) == (card == drawn)


def test_the_tag_says_whether_the_card_was_drawn_or_taken() -> None:
    drew = hand_of(ELEVEN, "2C")
    took = replace(drew, taken=parse_card("2C"))
    where = changed(hand_picture(drew, NAMES, TEXTS).png, hand_picture(took, NAMES, TEXTS).png)
    y = next(y for card, _, y in laid_out(hand_groups(drew.hand)).cards if card == parse_card("2C"))
    assert where is not None
    assert y - 52 <= where[1]
    assert where[3] <= y


def test_a_bar_is_solid_under_a_set_and_dashed_under_a_run() -> None:
    view = hand_of(ELEVEN)
    image = rgb(hand_picture(view, NAMES, TEXTS).png)
    laid = laid_out(hand_groups(view.hand))
    at = {card: (x, x + laid.shape.width, y) for card, x, y in laid.cards}

    def bar_under(first: str, last: str) -> int:
        left, _, top = at[parse_card(first)]
        return pieces(image, top + laid.shape.height + 16, left, at[parse_card(last)][1], ink(Ink.LABEL))

    assert bar_under("7S", "TS") > 4
    assert bar_under("QC", "QD") == 1
    assert bar_under("KH", "KH") == 0


@pytest.mark.parametrize("knocks", [False, True])
def test_G_12_the_deadwood_panel_is_gold_only_when_the_seat_can_knock(knocks: bool) -> None:
    view = hand_of(ELEVEN, "2C", moves=KNOCK if knocks else ())
    image = rgb(hand_picture(view, NAMES, TEXTS).png)
    panel = laid_out(hand_groups(view.hand)).panel
    assert (ink(Ink.GOLD) in row(image, panel.y + 6, panel.x + 30, panel.x + panel.width - 30)) == knocks
    assert ink(SEATS[0]) in row(image, 40, 60, 300), "the panel of the turn stays in the seat's color"


@pytest.mark.parametrize("seed", range(60))
def test_G_3_G_10_the_deadwood_is_the_least_that_a_legal_discard_leaves(seed: int) -> None:
    rng = Random(seed)
    hand = random_hand(rng)
    drawn = rng.choice(hand)
    view = replace(public(seat=0, turn=0, hand=hand, phase=Phase.DISCARD), drawn=drawn)
    mask = sum(1 << card for card in hand)
    for taken in (None, drawn):
        found = deadwood_of(replace(view, taken=taken))
        left = {card: deadwood(mask ^ 1 << card) for card in hand if card != taken}
        assert found.points == min(left.values())
        assert found.after in left
        assert left[found.after] == found.points
    waiting = deadwood_of(replace(view, turn=1))
    assert (waiting.points, waiting.after) == (deadwood(mask), None)


def test_the_picture_of_a_hand_follows_the_advice() -> None:
    """So that the picture, the first line and the green button say the same."""
    view = hand_of(ELEVEN, "2C")
    nine, king = (Move(0, Verb.DISCARD, parse_card(text)) for text in ("9C", "KH"))
    assert deadwood_after(view, nine) == Deadwood(17, nine.card)
    assert deadwood_after(view, None) is None
    assert deadwood_after(view, Move(0, Verb.DISCARD, parse_card("AH"))) is None
    plain = hand_picture(view, NAMES, TEXTS).png
    assert hand_picture(view, NAMES, TEXTS, advised=king).png == plain
    assert hand_picture(view, NAMES, TEXTS, advised=nine).png != plain


def heads(views: Sequence[GinView], names: tuple[str, str] = NAMES) -> list[bytes]:
    """Return the first rows of hands' pictures."""
    return [rgb(hand_picture(view, names, TEXTS).png).crop((0, 0, 1100, 190)).tobytes() for view in views]


def test_the_first_row_says_what_to_do() -> None:
    mine = hand_of(ELEVEN, turn=0, phase=Phase.DISCARD)
    views = [
        mine,
        replace(mine, moves=KNOCK),
        replace(mine, phase=Phase.DRAW),
        replace(mine, phase=Phase.UPCARD),
        replace(mine, phase=Phase.STOCK),
        replace(mine, turn=1),
        replace(mine, turn=None, phase=Phase.OVER),
        replace(mine, turn=None, phase=Phase.DEAL),
    ]
    assert len(set(heads(views))) == len(views)


def test_the_first_row_shows_the_piles_and_who_discarded_the_top_card() -> None:
    mine = hand_of(ELEVEN, turn=0, phase=Phase.DRAW)
    views = [
        mine,
        replace(mine, stock=20),
        replace(mine, discards=cards("KH 2S 8D")),
        replace(mine, discarders=(None, 0, 0)),
        replace(mine, discarders=(None, 0, None)),
        replace(mine, discards=(), discarders=()),
    ]
    assert len(set(heads(views))) == len(views)
    png = hand_picture(mine, NAMES, TEXTS).png
    assert ink(SEATS[1]) in row(rgb(png), 104, 850, 1080)
    assert heads([mine], ("Ola", "Ala")) != heads([mine])


def test_a_waiting_hand_names_the_player_whose_turn_it_is() -> None:
    waiting = hand_of(ELEVEN, discarders=(None, None, None))
    short, long, other = (hand_picture(waiting, ("Ola", name), TEXTS).png for name in ("Jan", "W" * 32, "Ewa"))
    for picture in (long, other):
        where = changed(short, picture)
        assert where is not None
        assert where[3] <= 190


def test_a_hand_without_cards_is_drawn() -> None:
    assert_format(hand_picture(public(seat=0, turn=None, phase=Phase.DEAL), NAMES, TEXTS).png)


@pytest.mark.parametrize("variant", GIN_PRESETS)
def test_C_4_a_hand_shows_nothing_of_what_its_owner_cannot_see(variant: Variant) -> None:
    rng = Random(variant.value)
    for state in rng.sample(states(variant, 7), 12):
        for seat in (0, 1):
            one, other = view_for(state, seat), view_for(twin(state, seat, rng), seat)
            assert hand_picture(one, NAMES, TEXTS) == hand_picture(other, NAMES, TEXTS)


def box_of(laid: GinHandLayout, x: int, y: int) -> Box:
    return x, y, x + laid.shape.width, y + laid.shape.height


def overlap(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


@pytest.mark.parametrize("drawn", [None, "2C"])
def test_an_unassisted_hand_is_sorted_with_no_melds_and_no_deadwood(drawn: str | None) -> None:
    view = hand_of(ELEVEN, drawn)
    picture = hand_picture(view, NAMES, TEXTS, unassisted=True)
    image = rgb(picture.png)
    shape = laid_out(groups_of((), view.hand)).shape
    found = faces_in(picture.png, shape)
    in_order = sorted((box[1] // 100, box[0], card) for card, box in found.items())
    assert [card for *_, card in in_order] == list(view.hand)
    for _, _, _, bottom in found.values():
        assert not pieces(image, bottom + 16, 0, 1100, ink(Ink.LABEL)), "no bars"
    swapped: tuple[Card, ...] = tuple(sorted({*view.hand} - {parse_card("KH")} | {parse_card("KD")}))
    other = hand_picture(replace(view, hand=swapped), NAMES, TEXTS, unassisted=True).png
    where = changed(picture.png, other)
    assert where is not None
    assert where[2] <= 860, "nothing is counted"


def test_an_unassisted_hand_shows_that_the_player_can_knock_but_not_with_what() -> None:
    mine = hand_of(ELEVEN, "2C")
    knock = replace(mine, moves=KNOCK)
    assert hand_picture(mine, NAMES, TEXTS, unassisted=True) != hand_picture(knock, NAMES, TEXTS, unassisted=True)
    gold = hand_picture(knock, NAMES, TEXTS, unassisted=True).png
    assert ink(Ink.GOLD) not in set(rgb(gold).get_flattened_data())


def test_the_largest_hand_fits_the_picture() -> None:
    assert opened(hand_picture(hand_of(ELEVEN, "2C"), NAMES, TEXTS, Look(large=True)).png).height <= 900
