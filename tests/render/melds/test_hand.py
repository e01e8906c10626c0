"""Pictures of hands in games with melds on the table."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations, pairwise, product
from random import Random
from typing import Any

import pytest
from PIL import Image

from bot.rummy.cards import JOKER, Card, MeldKind, parse_card
from bot.rummy.families import Variant
from bot.rummy.melds.views import MeldsView, view_for
from bot.rummy.moves import Move, Verb
from bot.rummy.views import Phase
from render.drawing.faces import CardFormat, face, joker
from render.drawing.palette import SEATS, SUITS, Ink, palette
from render.drawing.rows import LOOSE, in_order
from render.look import DEFAULT, Deck, Look, Sorting, Theme
from render.melds.hand import Spread, hand_spread, melds_hand_picture
from render.melds.hand_layout import HandLayout
from render.melds.reading import melds_rows, read_hand, unassisted_reading
from tests.cards import cards
from tests.render.gin.test_hand import overlap
from tests.render.melds.views import BASIC, FOUR, GERMAN, PILE, SIX, held, lying, played, spectated
from tests.render.quality import Watched, assert_format, bare_share
from tests.render.views import TEXTS, Box, ink, ink_height, opened, pieces, rgb, row
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
STRIP = (32, 28, 1068, 112)
MOST, MOST_LARGE = 700, 870
"""The most that pictures are high, usually and with large cards."""


def drawn(view: MeldsView, look: Look = DEFAULT, sorting: Sorting = Sorting.MELDS) -> bytes:
    return melds_hand_picture(view, FOUR, TEXTS, look, sorting).png


def spread(view: MeldsView, *, large: bool = False, sorting: Sorting = Sorting.MELDS) -> Spread:
    return hand_spread(view, read_hand(view), TEXTS, Look(large=large), sorting)


def laid(view: MeldsView, *, large: bool = False, sorting: Sorting = Sorting.MELDS) -> HandLayout:
    return spread(view, large=large, sorting=sorting).layout


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
    "three cards that fit": held("7H 8S KD", "KD", opened=(True,) * 4, melds=SWAPPING),
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
        assert opened(picture.png).height <= (MOST_LARGE if look.large else MOST)
        if 12 <= len(view.hand) <= 16:
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
        for left, top, right, bottom in (found := boxes(hand)):
            assert left >= 32
            assert right <= 1068
            assert top >= 128
            assert bottom <= hand.foot <= spread(view, large=large).height - 26
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


@pytest.mark.parametrize("sorting", Sorting)
@pytest.mark.parametrize("size", range(1, 28))
def test_a_picture_has_the_rows_and_the_order_that_buttons_have(size: int, sorting: Sorting) -> None:
    view = holding(random_hand(Random(size), size))
    rows = melds_rows(view, sorting)
    for large in (False, True):
        hand = laid(view, large=large, sorting=sorting)
        in_picture = sorted(hand.cards, key=lambda place: (place[2], place[1]))
        assert [card for card, _, _ in in_picture] == list(in_order(rows))
        tops = sorted({y for _, _, y in hand.cards})
        assert [sum(y == top for _, _, y in hand.cards) for top in tops] == [len(in_order([row])) for row in rows]


@pytest.mark.parametrize("seed", range(20))
def test_gaps_are_the_same_within_groups_and_wider_between_them(seed: int) -> None:
    hand = laid(holding(random_hand(Random(seed), 14)))
    within, between = set(), set()
    rows: dict[int, list[list[int]]] = {}
    for _, places in hand.groups:
        rows.setdefault(places[0][1], []).append([x for x, _ in places])
    for row_of in rows.values():
        for edges in row_of:
            within |= {later - sooner - hand.shape.width for sooner, later in pairwise(edges)}
        between |= {later[0] - sooner[-1] - hand.shape.width for sooner, later in pairwise(row_of)}
    assert len(within) == 1
    assert len(between) <= 1
    assert not between or min(between) >= 3 * max(within)


def test_ranks_of_hands_of_up_to_15_cards_are_at_least_60_pixels_high() -> None:
    for size in range(1, 16):
        assert laid(holding(random_hand(Random(size), size))).shape.rank >= 60


@pytest.mark.parametrize("size", range(1, 28))
def test_large_ranks_and_suits_are_at_least_40_percent_larger(size: int) -> None:
    view = holding(random_hand(Random(size), size))
    usual, large = laid(view).shape, laid(view, large=True).shape
    assert large.rank >= 1.39 * usual.rank
    for card in cards("8C 8S 8H 8D"):
        usual_suit, large_suit = (_suit_height(card, shape) for shape in (usual, large))
        assert large_suit >= 1.38 * usual_suit


def _drawn_face(card: Card, shape: CardFormat) -> Image.Image:
    colors = palette(DEFAULT.deck, DEFAULT.theme)
    alone = face(colors, TEXTS.rank(card), card, shape, Ink.FELT)
    alone.putpalette(colors.rgb)
    return alone.convert("RGB")


def _below_rank(shape: CardFormat) -> int:
    return shape.rank + round(0.075 * shape.unit)


def _suit_height(card: Card, shape: CardFormat) -> int:
    box = (8, _below_rank(shape) + 1, shape.width - 8, shape.height - 4)
    return ink_height(_drawn_face(card, shape), box, ink(SUITS[card // 13]))


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


@pytest.mark.parametrize("large", [False, True])
@pytest.mark.parametrize("card", ["7S", "TS", "QD", "KS", "2C"])
def test_the_drawn_card_has_an_arrow_on_a_disc_that_covers_no_rank(card: str, large: bool) -> None:
    view = held(FOURTEEN.replace("KH", "KS"), card)
    look, hand = Look(large=large), laid(view, large=large)
    x, y = places(hand)[parse_card(card)]
    image = rgb(drawn(view, look))
    right = x + hand.shape.width
    marked = {found for line in range(y - 34, y + 20) for found in row(image, line, right - 10, right)}
    assert {ink(SEATS[0]), ink(Ink.ON_COLOR)} <= marked
    shown, wanted = image.crop((x, y, right, y + hand.shape.height)), _drawn_face(parse_card(card), hand.shape)
    color = ink(SUITS[parse_card(card) // 13])
    hidden = sum(
        want == color and got != color
        for line in range(6, _below_rank(hand.shape))
        for want, got in zip(row(wanted, line, 0, wanted.width), row(shown, line, 0, wanted.width), strict=True)
    )
    assert hidden <= 6, "pixels at its edge"
    assert drawn(replace(view, taken=parse_card(card)), look) == drawn(view, look), (
        "the alt text says that it was taken"
    )


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
            card for card, x, y in hand.cards if y + hand.shape.height + 8 == bar.y and bar.x <= x < bar.x + bar.width
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


def strip(view: MeldsView, names: Sequence[str] = FOUR, **more: Any) -> bytes:  # noqa: ANN401 - any argument
    return rgb(melds_hand_picture(view, names, TEXTS, **more).png).crop(STRIP).tobytes()


OF_PILE = (None, 0, 1, 2, 3, 0, 3)


def test_the_stock_is_shown_and_while_drawing_the_top_discard_with_its_player() -> None:
    lay = held(FOURTEEN, "2C", discarders=OF_PILE)
    draw = replace(lay, phase=Phase.DRAW, drawn=None)
    assert strip(replace(lay, stock=7)) != strip(lay)
    assert strip(replace(lay, discards=PILE[:-1] + cards("4C"))) == strip(lay)
    for view in (draw, replace(draw, turn=2)):
        assert strip(replace(view, discards=PILE[:-1] + cards("4C"))) != strip(view)
        assert strip(view, ("Ola", "Kuba", "Jan", "Eva")) != strip(view), "the name"
        assert strip(replace(view, discarders=(*OF_PILE[:-1], 1))) != strip(view)
    assert "Stock 41, top discard 9 of diamonds." in melds_hand_picture(lay, FOUR, TEXTS).alt


def test_H_8_a_hand_that_may_claim_the_discard_says_so_in_gold() -> None:
    gold = {name: ink(Ink.GOLD) in set(rgb(drawn(VIEWS[name])).get_flattened_data()) for name in ("claim", "waiting")}
    assert gold == {"claim": True, "waiting": False}


def test_D_7_the_strip_shows_the_value_of_the_first_melds_or_the_score() -> None:
    views = (
        held("2C 5D KH"),
        held("2C 2D 2H"),
        held("2C 5D KH", laid=21),
        held("2C 5D KH", laid=42),
        held("2C 5D KH", opened=(True,) * 4),
        held("2C 5D KH", needs=40, options=replace(GERMAN, initial_40=True)),
        held("2C 5D KH", needs=0, options=replace(GERMAN, no_initial_meld=True)),
    )
    assert len({strip(view) for view in views}) == len(views)
    over = held("2C 5D KH", turn=None, phase=Phase.DEAL)
    assert strip(over) == strip(replace(over, opened=(True,) * 4)), "the score"


def test_the_picture_leaves_what_to_do_to_the_message() -> None:
    view = held("2C 5D KH", opened=(True,) * 4)
    assert drawn(replace(view, owed=1)) == drawn(view)
    out = held("2C 2D 2H KS", opened=(True,) * 4)
    assert "You can go out." in melds_hand_picture(out, FOUR, TEXTS).alt
    for waiting in (replace(out, turn=1), replace(out, phase=Phase.DRAW)):
        assert "You can go out." not in melds_hand_picture(waiting, FOUR, TEXTS).alt


def test_a_hand_without_cards_is_drawn() -> None:
    view = spectated(seat=0, turn=None, phase=Phase.DEAL, options=BASIC, needs=None)
    assert opened(drawn(view)).size == (1100, 142), "just the strip"


def test_a_hand_of_few_cards_is_as_low_as_its_content() -> None:
    for text in ("KD", "KD 2D", "KD 2D 9S"):
        view = held(text, opened=(True,) * 4)
        assert opened(drawn(view)).height == 400
        assert laid(view).shape.width == 168


@pytest.mark.each_value
@pytest.mark.parametrize(
    ("variant", "seats"),
    [*product((Variant.BASIC, Variant.GERMAN, Variant.RUM500), (2, 3, 4)), (Variant.REMIK51, 6)],
)
def test_C_4_a_hand_shows_nothing_of_what_its_owner_cannot_see(variant: Variant, seats: int) -> None:
    rng = Random(seats)
    states = played(variant, seats, 3)
    unlaid = [state for state in states if state.lays is None and state.turn is not None]
    for state in rng.sample(unlaid, 5):
        for seat in range(seats):
            one, other = (view_for(each, seat) for each in (state, melds_twin(state, seat, rng)))
            assert melds_hand_picture(one, SIX, TEXTS) == melds_hand_picture(other, SIX, TEXTS)
    for state in [state for state in states if state.lays is not None][:4]:
        assert state.lays is not None
        for seat in range(seats):
            before, now = (melds_hand_picture(view_for(each, seat), SIX, TEXTS) for each in (state.lays.before, state))
            assert (before == now) == (seat != state.turn), "D-10"


@pytest.mark.parametrize("large", [False, True])
@pytest.mark.parametrize("sorting", Sorting)
def test_an_unassisted_hand_is_sorted_with_no_melds_and_no_points(large: bool, sorting: Sorting) -> None:
    view, look = held(FOURTEEN, opened=(True,) * 4), Look(large=large)
    hand = hand_spread(view, unassisted_reading(view), TEXTS, look, sorting).layout
    shown = Sorting.SUITS if sorting is Sorting.MELDS else sorting
    assert [card for card, _, _ in hand.cards] == list(in_order(melds_rows(view, shown)))
    assert not hand.bars
    png = melds_hand_picture(view, FOUR, TEXTS, look, sorting, unassisted=True).png
    image = rgb(png)
    below = {found for _, _, y in hand.cards for found in row(image, y + hand.shape.height + 12, 0, 1100)}
    assert ink(Ink.LABEL) not in below
    points = replace(view, options=replace(GERMAN, casino_scoring=True))
    assert strip(points, unassisted=True) == strip(view, unassisted=True), "nothing is counted"
    assert strip(points) != strip(view)


def test_an_unassisted_hand_does_not_show_that_the_player_can_go_out() -> None:
    out = held("7S 8S 9S 2C", "2C", opened=(True,) * 4)
    assert "You can go out." in melds_hand_picture(out, FOUR, TEXTS).alt
    assert "go out" not in melds_hand_picture(out, FOUR, TEXTS, unassisted=True).alt
