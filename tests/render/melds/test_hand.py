"""Pictures of hands in games with melds on the table."""

from dataclasses import replace
from itertools import combinations
from random import Random
from typing import Any

import pytest

from bot.rummy.cards import JOKER, Card, MeldKind, parse_card
from bot.rummy.families import Variant
from bot.rummy.melds.views import MeldsView, view_for
from bot.rummy.moves import Move, Verb
from bot.rummy.views import Phase
from render.drawing.faces import face, joker
from render.drawing.palette import SEATS, Ink, palette
from render.drawing.rows import LOOSE
from render.look import DEFAULT, Deck, Look, Theme
from render.melds.hand import hand_spread, melds_hand_picture
from render.melds.hand_layout import HandLayout
from render.melds.reading import read_hand, unassisted_reading
from tests.cards import cards
from tests.render.gin.test_hand import overlap
from tests.render.melds.views import BASIC, FOUR, GERMAN, held, lying, played, spectated
from tests.render.quality import Watched, assert_format, bare_share
from tests.render.views import TEXTS, Box, changed, ink, opened, pieces, rgb, row
from tests.rummy.helpers import melds_twin

FOURTEEN = "7S 8S 9S TS QC QH QD 2C 5D KH 9C 9C AD XX"
TABLE = lying("7S 8S 9S / QC QH QD / XX 4H 5H 6H / AC AS AD / 2D 3D XX 5D 6D / 7H 8H 9H")
STAGED = (
    frozenset[int](),
    frozenset[int](),
    frozenset({3}),
    frozenset[int](),
    frozenset(range(5)),
    frozenset(range(3)),
)
LONG = ("Kunegunda Wielka z Kórnika, Wielk", "W", "Maximiliana von Hohenlohe-Oehringe", "I")
TOP, FOOT = 258, 863
"""Between the strip with the points and the lower edge."""


def drawn(view: MeldsView, look: Look = DEFAULT) -> bytes:
    return melds_hand_picture(view, FOUR, TEXTS, look).png


def laid(view: MeldsView, *, large: bool = False) -> HandLayout:
    return hand_spread(view, read_hand(view), TEXTS, Look(large=large)).layout


def random_hand(rng: Random, size: int) -> tuple[Card, ...]:
    """Return cards of German Rummy's pack, or of a few ranks of it, which makes many melds."""
    pack = list(GERMAN.pack)
    if rng.random() < 0.5:
        low = rng.randrange(7)
        pack = [card for card in pack if card == JOKER or low <= card % 13 < low + 6]
    return tuple(sorted(rng.sample(pack, size)))


def holding(hand: tuple[Card, ...], **changes: Any) -> MeldsView:  # noqa: ANN401 - any field of a view
    return replace(held("2C"), hand=hand, **changes)


def boxes(layout: HandLayout) -> list[Box]:
    return [(x, y, x + layout.shape.width, y + layout.shape.height) for _, x, y in layout.cards]


def places(layout: HandLayout) -> dict[Card, tuple[int, int]]:
    return {card: (x, y) for card, x, y in layout.cards}


SWAPPING = lying("7S XX 9S / QC QH QD / 3H 4H 5H 6H / 2D 3D 4D 5D 6D 7D 8D")
VIEWS = {
    "14 cards": held(FOURTEEN, "2C"),
    "15 cards": held(FOURTEEN + " 4S", "4S"),
    "draw": held(FOURTEEN, phase=Phase.DRAW),
    "no discards": held(FOURTEEN, phase=Phase.DRAW, discards=()),
    "waiting": held(FOURTEEN, turn=3, phase=Phase.DRAW),
    "claim": held(FOURTEEN, turn=1, phase=Phase.DRAW, claim=parse_card("9D"), moves=(Move(0, Verb.CLAIM),)),
    "one card": held("9H", opened=(True,) * 4),
    "one card that fits": held("7H", opened=(True,) * 4, melds=SWAPPING),
    "two cards": held("9H 9C", "9C", opened=(True,) * 4, options=BASIC, needs=None),
    "7 cards": held("7S 8S 9S KH KD 2C 4D", "KD", opened=(True,) * 4, melds=SWAPPING),
    "20 cards": held(FOURTEEN + " 3H 4H 5H KC QS 7D", "7D", opened=(True,) * 4, melds=SWAPPING),
    "25 cards": held(FOURTEEN + " 3H 4H 5H KC QS 7D 2D 6C 8C JS JH", "JS"),
    "staged": held("4H 5H XX AD KC 9D 2C", "KC", melds=TABLE, laid=42, staged=STAGED),
    "a joker owed": held("4H 5H XX AD KC 9D 2C", "KC", owed=1),
    "first meld too low": held("2C 2D 2H 9S KH", "KH", laid=6),
    "basic": held("7S 8S 9S KH KD 2C 4D", "KD", options=BASIC, needs=None),
    "no assistance needed": held("AS 2S 3S", needs=0),
    "round over": held("7S 8S 2C", turn=None, phase=Phase.DEAL),
}


@pytest.mark.each_value
@pytest.mark.parametrize("theme", Theme)
@pytest.mark.parametrize("deck", Deck)
@pytest.mark.parametrize("large", [False, True])
def test_a_picture_of_a_hand_is_small_in_every_look(theme: Theme, deck: Deck, large: bool) -> None:
    for name in ("14 cards", "staged"):
        assert_format(drawn(VIEWS[name], Look(deck, theme, large)))


@pytest.mark.each_value
@pytest.mark.parametrize("way", ["usual", "large", "unassisted"])
@pytest.mark.parametrize("view", VIEWS.values(), ids=VIEWS)
def test_a_hand_is_readable_and_full(view: MeldsView, way: str, monkeypatch: pytest.MonkeyPatch) -> None:
    watched = Watched(monkeypatch)
    look = Look(large=way == "large")
    for names in (LONG, LONG[::-1], ("🦊", "🔥", "Jan", "🦊")):
        picture = melds_hand_picture(view, names, TEXTS, look, unassisted=way == "unassisted")
        assert_format(picture.png)
        if way != "unassisted" or len(view.hand) > 7:
            assert bare_share(picture.png) < 0.15
        assert 0 < len(picture.alt) <= 1024
    watched.assert_readable(*LONG)


@pytest.mark.each_value
@pytest.mark.parametrize("size", [1, 2, 5, 7, 8, 11, 13, 14, 15, 16, 18, 20, 22, 25, 27])
@pytest.mark.parametrize("large", [False, True])
def test_every_card_is_whole_inside_the_picture_and_covers_no_other(size: int, large: bool) -> None:
    for seed in range(4):
        view = holding(random_hand(Random(100 * size + seed), size))
        hand = laid(view, large=large)
        assert sorted(card for card, _, _ in hand.cards) == list(view.hand)
        assert hand.panel is not None
        panel = hand.panel.x, hand.panel.y, hand.panel.x + hand.panel.width, hand.panel.y + hand.panel.height
        for left, top, right, bottom in (found := [*boxes(hand), panel]):
            assert left >= 32
            assert right <= 1068
            assert top > TOP
            assert bottom <= hand.foot <= FOOT
        assert not any(overlap(one, other) for one, other in combinations(found, 2))
        png = drawn(view, Look(large=large))
        image, colors = opened(png), palette(DEFAULT.deck, DEFAULT.theme)
        for group, at in hand.groups:
            for card, (x, y), possible in zip(
                group.cards, at, read_hand(view).stands_for.get(group.cards, ((),) * len(group.cards)), strict=True
            ):
                signs = tuple((TEXTS.rank(each), each // 13) for each in possible)
                if card == JOKER:
                    wanted = joker(colors, signs, hand.shape, Ink.FELT)
                else:
                    wanted = face(colors, TEXTS.rank(card), card, hand.shape, Ink.FELT)
                edges = (12, 12, wanted.width - 12, wanted.height - 12)
                shown = image.crop((x, y, x + wanted.width, y + wanted.height))
                assert shown.crop(edges).tobytes() == wanted.crop(edges).tobytes()


@pytest.mark.parametrize("size", range(1, 28))
def test_rows_of_a_hand_share_their_columns(size: int) -> None:
    hand = laid(holding(random_hand(Random(size), size)))
    columns = {x for _, x, _ in hand.cards}
    assert len(columns) == max(sum(y == top for _, _, y in hand.cards) for _, _, top in hand.cards) or size == 1
    assert all(
        later - sooner >= hand.shape.width for sooner, later in zip(sorted(columns), sorted(columns)[1:], strict=False)
    )


def test_ranks_of_hands_of_up_to_15_cards_are_at_least_60_pixels_high() -> None:
    for size in range(1, 16):
        assert laid(holding(random_hand(Random(size), size))).shape.rank >= 60


@pytest.mark.parametrize("size", range(1, 28))
def test_large_ranks_are_larger(size: int) -> None:
    view = holding(random_hand(Random(size), size))
    assert laid(view, large=True).shape.rank > laid(view).shape.rank


def test_the_height_does_not_depend_on_which_card_was_drawn() -> None:
    for text in (FOURTEEN, FOURTEEN + " 4S", FOURTEEN + " 3H 4H 5H KC QS 7D"):
        heights = {opened(drawn(held(text, card))).height for card in ("7S", "QC", "2C", None)}
        assert len(heights) == 1


def test_each_card_changes_the_picture() -> None:
    view = held(FOURTEEN)
    for place in range(13):
        hand = list(view.hand)
        hand[place] = parse_card("3D")
        assert drawn(holding(tuple(sorted(hand)))) != drawn(view)


@pytest.mark.parametrize("seed", range(8))
def test_only_the_drawn_card_has_a_frame_and_only_one_of_two_identical_cards(seed: int) -> None:
    rng = Random(seed)
    hand = random_hand(rng, 14)
    card = rng.choice(hand)
    view = holding(hand, drawn=card)
    image, layout = rgb(drawn(view)), laid(view)
    framed = [
        each
        for each, x, y in layout.cards
        if set(row(image, y + layout.shape.height + 3, x + 10, x + layout.shape.width - 10)) == {ink(SEATS[0])}
    ]
    assert framed == [card]


def test_the_tag_says_whether_the_card_was_drawn_or_taken() -> None:
    drew = held(FOURTEEN, "2C")
    took = replace(drew, taken=parse_card("2C"))
    where = changed(drawn(drew), drawn(took))
    _, y = places(laid(drew))[parse_card("2C")]
    assert where is not None
    assert y - 60 <= where[1]
    assert where[3] <= y + 12


@pytest.mark.slow
def test_the_tag_of_a_card_at_the_edge_is_inside_the_picture() -> None:
    for size in (9, 14, 21, 27):
        for seed in range(3):
            hand = random_hand(Random(1000 * seed + size), size)
            for card, _, _ in (laid(holding(hand)).cards[0], laid(holding(hand)).cards[-1]):
                drawn_one, taken_one = (drawn(holding(hand, drawn=card, taken=taken)) for taken in (None, card))
                words = changed(drawn_one, taken_one)
                assert words is not None
                assert words[0] >= 16
                assert words[2] <= 1084


def test_a_bar_is_solid_under_a_set_and_dashed_under_a_run() -> None:
    view = held(FOURTEEN)
    image, hand = rgb(drawn(view)), laid(view)
    kinds = {kind for _, kind in hand.bars}
    assert kinds == {MeldKind.RUN, MeldKind.SET}
    for bar, kind in hand.bars:
        solid = pieces(image, bar.y + 4, bar.x, bar.x + bar.width, ink(Ink.LABEL)) == 1
        assert solid == (kind is MeldKind.SET)


@pytest.mark.parametrize("seed", range(40))
def test_a_meld_that_fits_a_row_is_in_one_row_above_its_bar(seed: int) -> None:
    view = holding(random_hand(Random(seed), 14))
    hand, own = laid(view), read_hand(view)
    melds = sorted(group.cards for group in own.groups if group.kind is not LOOSE)
    under = sorted(
        tuple(
            card
            for card, x, y in hand.cards
            if y + hand.shape.height + 12 == bar.y and bar.x - 8 <= x < bar.x + bar.width
        )
        for bar, _ in hand.bars
    )
    if all(len(meld) <= 7 for meld in melds):
        assert under == melds


def test_loose_cards_are_last_the_highest_first() -> None:
    last = read_hand(held("7S 8S 9S 2C KH QD 5D")).groups[-1]
    assert last.kind is LOOSE
    assert last.cards == cards("KH QD 5D 2C")
    assert read_hand(held("7S 8S 9S 2C KH QD 5D")).loose == 10 + 10 + 5 + 2


def test_a_joker_in_a_meld_shows_the_card_that_it_stands_for() -> None:
    one, other = (rgb(drawn(held(text, opened=(True,) * 4))) for text in ("7S 8S XX KD", "7H 8H XX KD"))
    assert one.tobytes() != other.tobytes()
    assert read_hand(held("7S XX 9S KD", opened=(True,) * 4)).stands_for[cards("7S XX 9S")][1] == cards("8S")


def test_a_hand_is_grouped_before_it_can_open_and_after() -> None:
    low = held("2C 3C 4C 7H 8D KS QD 5S")
    assert next(iter(read_hand(low).groups)).cards == cards("2C 3C 4C")
    assert read_hand(low).ready == 9
    assert read_hand(replace(low, opened=(True,) * 4)).ready == 0


def test_melds_to_lay_take_precedence_over_overlapping_melds() -> None:
    # Only the queens and the run up to the king reach 30.
    view = held("TD JD QD KD QS QH QC 2C")
    melds = [group.cards for group in read_hand(view).groups if group.kind is not None]
    assert sum(len(meld) for meld in melds) == 7


def laying(text: str = "QC QS 2C KH", staged: tuple[frozenset[int], ...] = STAGED, **changes: Any) -> MeldsView:  # noqa: ANN401 - any field of a view
    return replace(held(text, "2C"), melds=TABLE, staged=staged, laid=42, **changes)


def test_the_top_discard_and_the_stock_are_shown() -> None:
    view = held(FOURTEEN, "2C")
    pictures = {drawn(replace(view, **change)) for change in ({}, {"stock": 7}, {"discards": cards("9D 4C")})}
    assert len(pictures) == 3
    assert "Stock 41, top discard 9 of diamonds." in melds_hand_picture(view, FOUR, TEXTS).alt


def test_H_8_a_hand_that_may_claim_the_discard_says_so_in_gold() -> None:
    gold = {name: ink(Ink.GOLD) in set(rgb(drawn(VIEWS[name])).get_flattened_data()) for name in ("claim", "waiting")}
    assert gold == {"claim": True, "waiting": False}


def header(view: MeldsView) -> bytes:
    return rgb(drawn(view)).crop((0, 0, 1100, 262)).tobytes()


def test_D_7_the_header_shows_the_value_of_the_first_melds() -> None:
    views = (
        held("2C 5D KH"),
        held("2C 2D 2H"),
        held("2C 5D KH", laid=21),
        held("2C 5D KH", laid=42),
        held("2C 5D KH", opened=(True,) * 4),
        held("2C 5D KH", needs=40, options=replace(GERMAN, initial_40=True)),
        held("2C 5D KH", needs=0, options=replace(GERMAN, no_initial_meld=True)),
        held("2C 5D KH", owed=1),
        held("2C 5D KH", turn=1),
        held("2C 5D KH", turn=2),
        held("2C 5D KH", turn=None, phase=Phase.DEAL),
        held("2C 5D KH", turn=None, phase=Phase.OVER),
    )
    assert len({header(view) for view in views}) == len(views)


def test_the_header_shows_that_the_player_can_go_out() -> None:
    out = held("2C 2D 2H KS", opened=(True,) * 4)
    assert "You can go out." in melds_hand_picture(out, FOUR, TEXTS).alt
    assert header(out) != header(held("2C 2D 3H KS", opened=(True,) * 4, options=GERMAN))
    for waiting in (replace(out, turn=1), replace(out, phase=Phase.DRAW)):
        assert "You can go out." not in melds_hand_picture(waiting, FOUR, TEXTS).alt
        assert header(waiting) != header(out)


def test_a_hand_without_cards_is_drawn() -> None:
    view = spectated(seat=0, turn=None, phase=Phase.DEAL, options=BASIC, needs=None)
    assert_format(drawn(view))


@pytest.mark.each_value
@pytest.mark.parametrize("variant", [Variant.BASIC, Variant.GERMAN])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_C_4_a_hand_shows_nothing_of_what_its_owner_cannot_see(variant: Variant, seats: int) -> None:
    rng = Random(seats)
    states = played(variant, seats, 3)
    unlaid = [state for state in states if state.lays is None and state.turn is not None]
    for state in rng.sample(unlaid, 5):
        for seat in range(seats):
            one, other = (view_for(each, seat) for each in (state, melds_twin(state, seat, rng)))
            assert melds_hand_picture(one, FOUR, TEXTS) == melds_hand_picture(other, FOUR, TEXTS)
    for state in [state for state in states if state.lays is not None][:4]:
        assert state.lays is not None
        for seat in range(seats):
            before, now = (melds_hand_picture(view_for(each, seat), FOUR, TEXTS) for each in (state.lays.before, state))
            assert (before == now) == (seat != state.turn), "D-10"


def test_the_header_names_the_player_whose_turn_it_is() -> None:
    waiting = held(FOURTEEN, turn=2)
    short, long = (melds_hand_picture(waiting, ("Ola", "Kuba", name, "Ewa"), TEXTS).png for name in ("Jan", "W" * 80))
    where = changed(short, long)
    assert where is not None
    assert where[3] <= 178
    assert where[2] <= 560


@pytest.mark.parametrize("large", [False, True])
def test_an_unassisted_hand_is_sorted_with_no_melds_and_no_points(large: bool) -> None:
    view = held(FOURTEEN, opened=(True,) * 4)
    hand = hand_spread(view, unassisted_reading(view), TEXTS, Look(large=large)).layout
    assert [card for card, _, _ in hand.cards] == list(view.hand)
    assert not hand.bars
    assert hand.panel is None
    png = melds_hand_picture(view, FOUR, TEXTS, Look(large=large), unassisted=True).png
    image = rgb(png)
    below = {found for _, _, y in hand.cards for found in row(image, y + hand.shape.height + 16, 0, 1100)}
    assert ink(Ink.LABEL) not in below
    points = rgb(png).crop((560, 194, 1040, 258)).getcolors()
    assert points is not None
    assert len(points) == 1, "nothing is counted"


def test_an_unassisted_hand_does_not_show_that_the_player_can_go_out() -> None:
    out = held("7S 8S 9S 2C", "2C", opened=(True,) * 4)
    assert "You can go out." in melds_hand_picture(out, FOUR, TEXTS).alt
    assert "go out" not in melds_hand_picture(out, FOUR, TEXTS, unassisted=True).alt
    assert drawn(out) != melds_hand_picture(out, FOUR, TEXTS, unassisted=True).png
