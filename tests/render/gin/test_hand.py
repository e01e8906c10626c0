"""Pictures of hands."""

from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest

from bot.rummy.cards import Card, is_meld, meld_kind, parse_card, suit_of
from bot.rummy.families import Variant
from bot.rummy.gin.arrange import deadwood
from bot.rummy.gin.game import view_for
from bot.rummy.gin.views import GinView
from bot.rummy.moves import Move, Verb
from bot.rummy.views import Phase
from render.drawing.palette import SEATS, SUITS, Ink
from render.drawing.rows import in_order
from render.gin.alt import Deadwood, deadwood_after, deadwood_of, hand_groups
from render.gin.hand import GinHandLayout, hand_picture, laid_out
from render.gin.reading import gin_rows
from render.look import Deck, Look, Sorting, Theme
from tests.cards import cards
from tests.render.measures import watched
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
from tests.rummy.helpers import FOR_TWO, twin

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
MOST_BARE = 0.3
"""Room left in a row stays felt: its button has no place there either."""
KNOCK = (Move(0, Verb.KNOCK, parse_card("KH")),)
KH = Move(0, Verb.DISCARD, parse_card("KH"))


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
    readable = Watched(monkeypatch)
    for changes in ({}, {"moves": KNOCK}, {"seat": 1}) if held[1] else HEADS.values():
        for names in ((LONG, LONG[::-1]), ("W", "W"), ("🦊", "🦊")):
            view = hand_of(*held, **changes)  # type: ignore[arg-type]
            picture = hand_picture(view, names, TEXTS, Look(large=large), unassisted=unassisted)
            assert_format(picture.png)
            assert bare_share(picture.png, Look(large=large)) < MOST_BARE
    readable.assert_readable(LONG, LONG[::-1], "Seat 2")


@pytest.mark.each_value
@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("large", [False, True])
def test_no_hand_leaves_much_bare_felt(seed: int, large: bool) -> None:
    hand = random_hand(Random(seed), 10 + seed % 2)
    view = public(seat=0, hand=hand, turn=1, discards=PILE, discarders=(None, 0, 1))
    png = hand_picture(view, NAMES, TEXTS, Look(large=large)).png
    assert_format(png)
    assert bare_share(png) < MOST_BARE


@pytest.mark.each_value
@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("large", [False, True])
@pytest.mark.parametrize("sorting", Sorting)
def test_the_cards_lie_in_the_rows_of_the_buttons_and_no_other_card_is_shown(
    seed: int, large: bool, sorting: Sorting
) -> None:
    view = public(seat=0, hand=random_hand(Random(seed), 10 + seed % 2))
    rows = gin_rows(view, sorting)
    png = hand_picture(view, NAMES, TEXTS, Look(large=large), sorting).png
    found = faces_in(png, laid_out(rows, large=large).shape)
    by_row: dict[int, list[Card]] = {}
    for card in sorted(found, key=lambda card: found[card][:2]):
        by_row.setdefault(found[card][1], []).append(card)
    assert [tuple(by_row[y]) for y in sorted(by_row)] == [in_order([row]) for row in rows]


@pytest.mark.parametrize("seed", range(60))
@pytest.mark.parametrize("large", [False, True])
def test_cards_start_at_the_margin_and_stay_apart(seed: int, large: bool) -> None:
    """Nothing overlaps, not even the piles and the deadwood."""
    view = public(seat=0, hand=random_hand(Random(seed), 10 + seed % 2))
    laid = laid_out(gin_rows(view, Sorting.MELDS), large=large)
    boxes = [box_of(laid, x, y) for _, x, y in laid.cards]
    others = [(area.x, area.y, area.x + area.width, area.y + area.height) for area in {laid.panel, laid.piles}]
    assert not any(overlap(one, other) for one in (*boxes, *others) for other in boxes if one is not other)
    assert not (len(others) == 2 and overlap(*others))
    assert max(area[2] for area in others) == 1068
    ends = [bottom for *_, bottom in boxes] + [area.y + area.height for area, _ in laid.bars]
    assert all(x >= 32 and right <= 1068 and y >= 20 for x, y, right, _ in boxes)
    assert laid.height - max(ends) >= 19
    assert {min(x for _, x, y in laid.cards if y == top) for _, _, top in laid.cards} == {32}


@pytest.mark.parametrize("seed", range(40))
@pytest.mark.parametrize("large", [False, True])
def test_a_bar_is_below_each_meld(seed: int, large: bool) -> None:
    view = public(seat=0, hand=random_hand(Random(seed)))
    laid = laid_out(gin_rows(view, Sorting.MELDS), large=large)
    for area, kind in laid.bars:
        over = tuple(card for card, x, y in laid.cards if 0 < area.y - y < 240 and 0 <= x - area.x < area.width)
        if is_meld(over):
            assert kind is meld_kind(over)
        else:
            assert max(len(group.cards) for group in hand_groups(view.hand)) > 5


@pytest.mark.parametrize("seed", range(60))
@pytest.mark.parametrize("large", [False, True])
def test_gaps_mean_groups_and_nothing_else(seed: int, large: bool) -> None:
    view = public(seat=0, hand=random_hand(Random(seed), 10 + seed % 2))
    rows = gin_rows(view, Sorting.MELDS)
    laid = laid_out(rows, large=large)
    edges = {card: x for card, x, _ in laid.cards}
    within: set[int] = set()
    between: set[int] = set()
    for groups in rows:
        ends = {group.cards[-1] for group in groups}
        for before, after in pairwise(in_order([groups])):
            (between if before in ends else within).add(edges[after] - edges[before] - laid.shape.width)
    assert len(within) <= 1
    assert len(between) <= 1
    assert not between or min(between) >= 2 * max(within)


@pytest.mark.parametrize("text", ["AS 2S 3S 4S QC QH QD 4D 6H KD JH", "5S 6S 7S 8S 9S QC 4D 6H KD JH 2C"])
def test_a_hand_stays_in_its_place_from_turn_to_turn(text: str) -> None:
    before = laid_out(gin_rows(holding(text), Sorting.MELDS))
    after = laid_out(gin_rows(holding(text[:-3]), Sorting.MELDS))
    assert (before.piles, before.panel, before.height) == (after.piles, after.panel, after.height)


def test_a_rank_is_at_least_76_pixels_high_and_higher_by_two_fifths_in_large_hands() -> None:
    for large, least in ((False, 76), (True, 110)):
        for hand in (cards("AC 2C 3S 4S 5H 6H 7D 8D 9C TC JS"), cards("QS KS AH 2H 3D"), cards(HANDS["gin"][0])):
            held = tuple(sorted(hand))
            view = public(seat=0, hand=held)
            image = rgb(hand_picture(view, NAMES, TEXTS, Look(large=large)).png)
            laid = laid_out(gin_rows(view, Sorting.MELDS), large=large)
            for card, x, y in laid.cards:
                upper_left = (x + 3, y + 3, x + laid.shape.width * 36 // 100, y + laid.shape.rank + 24)
                assert ink_height(image, upper_left, ink(SUITS[suit_of(card)])) >= least


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("large", [False, True])
def test_only_the_drawn_card_has_a_frame_in_the_seats_color_and_a_disc_with_an_arrow(seed: int, large: bool) -> None:
    rng = Random(seed)
    hand = random_hand(rng)
    drawn = rng.choice(hand)
    view = replace(public(seat=0, turn=0, hand=hand, phase=Phase.DISCARD), drawn=drawn)
    image = rgb(hand_picture(view, NAMES, TEXTS, Look(large=large)).png)
    laid = laid_out(gin_rows(view, Sorting.MELDS), large=large)
    for card, x, y in laid.cards:
        below = row(image, y + laid.shape.height + 2, x + 20, x + laid.shape.width - 20)
        assert (set(below) == {ink(SEATS[0])}) == (card == drawn)
        corner = row(image, y + 16, x + laid.shape.width - 30, x + laid.shape.width + 8)
        assert ({ink(SEATS[0]), ink(Ink.ON_COLOR)} <= set(corner)) == (card == drawn)


@pytest.mark.parametrize("large", [False, True])
def test_the_disc_of_the_drawn_card_hides_no_rank(large: bool) -> None:
    for text in ("QS", "KD", "8H", "AD", "TC"):
        view = hand_of("7S 8S 9S 2D 2C 4C 6H 5D JH " + ("QS " if text != "QS" else "KS ") + text, text)
        plain = replace(view, drawn=None)
        card = parse_card(text)
        color = ink(SUITS[suit_of(card)])
        laid = laid_out(gin_rows(view, Sorting.MELDS), large=large)
        [(x, y)] = [(x, y) for each, x, y in laid.cards if each == card]
        box = (x, y, x + laid.shape.width, y + 80)
        counts = [
            sum(pixel == color for pixel in rgb(png).crop(box).get_flattened_data())
            for png in (hand_picture(each, NAMES, TEXTS, Look(large=large)).png for each in (plain, view))
        ]
        assert counts[1] >= 0.98 * counts[0]


def test_a_taken_card_looks_like_a_drawn_one_and_the_alt_text_tells_which_it_is() -> None:
    drew = hand_of(ELEVEN, "2C")
    took = replace(drew, taken=parse_card("2C"))
    assert hand_picture(drew, NAMES, TEXTS, advised=KH).png == hand_picture(took, NAMES, TEXTS, advised=KH).png


def test_a_bar_is_solid_under_a_set_and_dashed_under_a_run() -> None:
    view = hand_of(ELEVEN)
    image = rgb(hand_picture(view, NAMES, TEXTS).png)
    laid = laid_out(gin_rows(view, Sorting.MELDS))
    at = {card: (x, x + laid.shape.width, y) for card, x, y in laid.cards}

    def bar_under(first: str, last: str) -> int:
        left, _, top = at[parse_card(first)]
        return pieces(image, top + laid.shape.height + 12, left, at[parse_card(last)][1], ink(Ink.LABEL))

    assert bar_under("7S", "TS") > 4
    assert bar_under("QC", "QD") == 1
    assert bar_under("KH", "KH") == 0


@pytest.mark.parametrize("knocks", [False, True])
def test_G_12_the_deadwood_panel_is_gold_only_when_the_seat_can_knock(knocks: bool) -> None:
    view = hand_of(ELEVEN, "2C", moves=KNOCK if knocks else ())
    image = rgb(hand_picture(view, NAMES, TEXTS).png)
    panel = laid_out(gin_rows(view, Sorting.MELDS)).panel
    assert (ink(Ink.GOLD) in row(image, panel.y + 6, panel.x + 30, panel.x + panel.width - 30)) == knocks
    large = rgb(hand_picture(view, NAMES, TEXTS, Look(large=True)).png)
    assert (ink(Ink.GOLD) in row(large, 32, 60, 1000)) == knocks


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


def test_the_deadwood_is_that_of_the_knock_button_if_there_is_one() -> None:
    """Even if the advice is to hold, so that panel and button have one number."""
    nine, king, two = (parse_card(text) for text in ("9C", "KH", "2C"))
    knocks = tuple(Move(0, Verb.KNOCK, card) for card in (two, king))
    view = hand_of("7S 8S 9S TS QC QH QD 2C AD KH 9C", "2C", moves=knocks)
    assert deadwood_after(view, Move(0, Verb.DISCARD, nine)) == Deadwood(12, king)
    assert deadwood_after(view, None) == Deadwood(12, king)
    assert deadwood_after(view, Move(0, Verb.KNOCK, two)) == Deadwood(20, two)


def test_G_28_with_big_gin_the_deadwood_is_0_without_a_discard() -> None:
    jack = parse_card("JS")
    view = hand_of("7S 8S 9S TS QC QH QD 4H 5H 6H JS", "JS", moves=(Move(0, Verb.KNOCK, jack), Move(0, Verb.BIGGIN)))
    assert deadwood_of(view) == deadwood_after(view, None) == deadwood_after(view, Move(0, Verb.BIGGIN)) == Deadwood(0)
    assert deadwood_after(view, Move(0, Verb.KNOCK, jack)) == Deadwood(0, jack)


@pytest.mark.parametrize("large", [False, True])
def test_the_picture_leaves_to_the_message_what_to_do(large: bool) -> None:
    mine = hand_of("7S 8S 9S TS QC QH QD 2C 5D KH", turn=0, phase=Phase.DRAW)
    views = [mine, *(replace(mine, turn=1, phase=phase) for phase in (Phase.DRAW, Phase.STOCK, Phase.DISCARD))]
    assert len({hand_picture(view, NAMES, TEXTS, Look(large=large)).png for view in views}) == 1
    assert not {ink(SEATS[0])} & set(rgb(hand_picture(mine, NAMES, TEXTS, Look(large=large)).png).get_flattened_data())


@pytest.mark.parametrize("large", [False, True])
@pytest.mark.parametrize("text", ["7S 8S 9S QC QH QD TH 8H 5D 2C", "7S 8S 9S TS JS QD TH 8H 5D 2C"])
def test_the_piles_show_stock_and_top_discard_and_who_discarded_it(text: str, large: bool) -> None:
    mine = hand_of(text, turn=0, phase=Phase.DRAW)
    views = [
        mine,
        replace(mine, stock=19),
        replace(mine, discards=cards("KH 2S 8D")),
        replace(mine, discarders=(None, 0, 0)),
        replace(mine, discarders=(None, 0, None)),
        replace(mine, discards=(), discarders=()),
    ]
    laid = laid_out(gin_rows(mine, Sorting.MELDS), large=large)
    area = laid.piles
    pictures = [hand_picture(view, NAMES, TEXTS, Look(large=large)).png for view in views]
    assert len(set(pictures)) == len(views)
    for png in pictures[1:]:
        where = changed(pictures[0], png)
        assert where is not None
        assert area.x <= where[0]
        assert where[3] <= area.y + area.height + 10
    framed = rgb(pictures[0]).crop((area.x, area.y, area.x + area.width, area.y + area.height))
    assert ink(SEATS[1]) in set(framed.get_flattened_data())
    assert hand_picture(mine, ("Ola", "Ala"), TEXTS, Look(large=large)).png != pictures[0]


def test_an_empty_pile_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = watched(monkeypatch)
    hand_picture(hand_of(ELEVEN, "2C"), NAMES, TEXTS)
    assert "empty" not in drawn
    hand_picture(hand_of(ELEVEN, "2C", discards=(), discarders=()), NAMES, TEXTS)
    assert "empty" in drawn


@pytest.mark.parametrize("large", [False, True])
def test_a_long_name_stays_in_its_place(large: bool) -> None:
    view = hand_of(ELEVEN, turn=0, phase=Phase.DRAW)
    short, long = (hand_picture(view, ("Ola", name), TEXTS, Look(large=large)).png for name in ("Jan", "W" * 32))
    where = changed(short, long)
    assert where is not None
    assert where[3] <= 115
    assert where[2] <= 1060


def test_a_hand_without_cards_is_drawn() -> None:
    assert_format(hand_picture(public(seat=0, turn=None, phase=Phase.DEAL), NAMES, TEXTS).png)


@pytest.mark.parametrize("variant", FOR_TWO)
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
@pytest.mark.parametrize("sorting", Sorting)
def test_an_unassisted_hand_is_sorted_with_no_melds_and_no_deadwood(drawn: str | None, sorting: Sorting) -> None:
    view = hand_of(ELEVEN, drawn)
    picture = hand_picture(view, NAMES, TEXTS, sorting=sorting, unassisted=True)
    image = rgb(picture.png)
    laid = laid_out(gin_rows(view, Sorting.SUITS if sorting is Sorting.MELDS else sorting))
    found = faces_in(picture.png, laid.shape)
    shown = [card for card, _, _ in laid.cards if card != view.drawn]
    assert sorted(found, key=lambda card: found[card][1::-1]) == shown
    for left, _, right, bottom in found.values():
        assert not pieces(image, bottom + 12, left, right, ink(Ink.LABEL)), "no bars"
    swapped: tuple[Card, ...] = tuple(sorted({*view.hand} - {parse_card("KH")} | {parse_card("AH")}))
    other = hand_picture(replace(view, hand=swapped), NAMES, TEXTS, sorting=sorting, unassisted=True).png
    panel = laid.panel
    box = (panel.x, panel.y, panel.x + panel.width, panel.y + panel.height)
    assert rgb(other).crop(box).tobytes() == image.crop(box).tobytes(), "nothing is counted"


def test_an_unassisted_hand_does_not_show_that_the_player_can_knock() -> None:
    knock = hand_of(ELEVEN, "2C", moves=KNOCK)
    gold = hand_picture(knock, NAMES, TEXTS, unassisted=True).png
    assert ink(Ink.GOLD) not in set(rgb(gold).get_flattened_data())


@pytest.mark.parametrize(("large", "most"), [(False, 700), (True, 870)])
@pytest.mark.parametrize("held", HANDS.values(), ids=HANDS)
def test_a_hand_leaves_room_for_its_buttons(held: tuple[str, str | None], large: bool, most: int) -> None:
    assert opened(hand_picture(hand_of(*held), NAMES, TEXTS, Look(large=large)).png).height <= most
