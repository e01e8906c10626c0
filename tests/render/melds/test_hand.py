"""Pictures of hands in games with melds on the table."""

from dataclasses import replace
from itertools import combinations
from random import Random
from typing import Any

import pytest

from bot.rummy.cards import JOKER, Card, parse_card, suit_of
from bot.rummy.families import Variant
from bot.rummy.meld_kinds import MeldKind
from bot.rummy.melds.game import view_for
from bot.rummy.melds.rules import rules_for
from bot.rummy.melds.views import MeldsView
from bot.rummy.views import Phase
from render.drawing.canvas import Area
from render.drawing.faces import face, joker
from render.drawing.palette import Ink, palette
from render.look import DEFAULT, Deck, Look, Theme
from render.melds.hand import MeldsHandSpread, melds_hand_picture, spread, staged_blocks, strip_area
from render.melds.reading import read_hand, unassisted_reading
from tests.render.gin.test_hand import overlap
from tests.render.melds.views import BASIC, FOUR, GERMAN, held, lying, played, spectated
from tests.render.views import TEXTS, Box, cards, changed, ink, ink_height, is_bare, opened, pieces, rgb, row
from tests.rummy.helpers import melds_twin

FOURTEEN = "7S 8S 9S TS QC QH QD 2C 5D KH 9C 9C AD XX"
TABLE = lying("7S 8S 9S / QC QH QD / XX 4H 5H 6H / AC AS AD / 2D 3D XX 5D 6D / 7H 8H 9H")


def drawn(view: MeldsView, look: Look = DEFAULT) -> bytes:
    return melds_hand_picture(view, FOUR, TEXTS, look).png


def laid(view: MeldsView, *, large: bool = False) -> MeldsHandSpread:
    """Return the hand spread out, if no cards were laid this turn."""
    return spread(read_hand(view).groups, 700 - 84, large=large)


def random_hand(rng: Random, size: int) -> tuple[Card, ...]:
    """Return cards of German Rummy's pack, or of a few ranks of it, which makes many melds."""
    pack = list(GERMAN.pack)
    if rng.random() < 0.5:
        low = rng.randrange(7)
        pack = [card for card in pack if card == JOKER or low <= card % 13 < low + 6]
    return tuple(sorted(rng.sample(pack, size)))


def holding(hand: tuple[Card, ...], **changes: Any) -> MeldsView:  # noqa: ANN401 - any field of a view
    return replace(held("2C"), hand=hand, **changes)


def boxes(areas: list[Area]) -> list[Box]:
    return [(area.x, area.y, area.x + area.width, area.y + area.height) for area in areas]


@pytest.mark.parametrize("theme", Theme)
@pytest.mark.parametrize("deck", Deck)
@pytest.mark.parametrize("large", [False, True])
def test_a_picture_is_a_small_palette_png_of_one_size(theme: Theme, deck: Deck, large: bool) -> None:
    image = opened(picture := drawn(held(FOURTEEN, "2C"), Look(deck, theme, large)))
    assert (image.size, image.mode, image.format) == ((1100, 700), "P", "PNG")
    assert len(image.getcolors() or ()) <= 128
    assert len(picture) <= 55_000


@pytest.mark.parametrize("size", range(1, 28))
@pytest.mark.parametrize("large", [False, True])
def test_hands_of_1_to_27_cards_are_fully_visible_in_a_few_rows(size: int, large: bool) -> None:
    colors = palette(DEFAULT.deck, DEFAULT.theme)
    for seed in range(2):
        view = holding(random_hand(Random(100 * size + seed), size))
        hand = laid(view, large=large)
        assert sorted(card for card, _ in hand.cards) == list(view.hand)
        areas = [area for _, area in hand.cards]
        assert len({area.y for area in areas}) <= (4 if large else 3)
        assert not any(overlap(one, other) for one, other in combinations(boxes(areas), 2))
        assert all(x >= 0 and right <= 1100 and y >= 84 and bottom <= 700 for x, y, right, bottom in boxes(areas))
        assert all(bar.y >= 84 and bar.y + bar.height <= 700 for bar, _ in hand.bars)
        image = opened(drawn(view, Look(large=large)))
        for card, area in hand.cards:
            if card == JOKER:
                wanted = joker(colors, (), hand.shape, Ink.FELT)
            else:
                wanted = face(colors, TEXTS.rank(card), card, hand.shape, Ink.FELT)
            whole = image.crop((area.x + 8, area.y + 8, area.x + area.width - 8, area.y + area.height - 8))
            inner = wanted.crop((8, 8, area.width - 8, area.height - 8))
            assert whole.tobytes() == inner.tobytes(), TEXTS.card_words(card)


@pytest.mark.parametrize("size", range(1, 16))
def test_a_rank_is_at_least_60_pixels_high_for_up_to_15_cards(size: int) -> None:
    for seed in range(3):
        view = holding(random_hand(Random(size + 50 * seed), size))
        image = rgb(drawn(view))
        for card, area in laid(view).cards:
            if card != JOKER:
                upper_half = (area.x, area.y, area.x + area.width, area.y + area.height // 2 - 4)
                assert ink_height(image, upper_half, ink(Ink(suit_of(card)))) >= 60


@pytest.mark.parametrize("size", range(1, 28))
def test_large_ranks_are_larger(size: int) -> None:
    view = holding(random_hand(Random(size), size))
    assert laid(view, large=True).shape.rank > laid(view).shape.rank


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
    image = rgb(drawn(view))
    framed = [
        each
        for each, area in laid(view).cards
        if set(row(image, area.y + area.height + 2, area.x + 10, area.x + area.width - 10)) == {ink(Ink.GOLD)}
    ]
    assert framed == [card]


def test_a_drawn_joker_has_a_frame() -> None:
    where = changed(drawn(held(FOURTEEN)), drawn(held(FOURTEEN, "XX")))
    at = next(area for card, area in laid(held(FOURTEEN)).cards if card == JOKER)
    assert where is not None
    assert where[0] <= at.x - 6
    assert at.x + at.width + 6 <= where[2]


def test_the_tag_says_whether_the_card_was_drawn_or_taken() -> None:
    drew = held(FOURTEEN, "2C")
    took = replace(drew, taken=parse_card("2C"))
    where = changed(drawn(drew), drawn(took))
    at = dict(laid(drew).cards)[parse_card("2C")]
    assert where is not None
    assert at.y - 40 <= where[1]
    assert where[3] <= at.y + 12


@pytest.mark.slow
def test_the_tag_of_a_card_at_the_edge_is_inside_the_picture() -> None:
    for size in (9, 14, 21, 27):
        for seed in range(3):
            hand = random_hand(Random(1000 * seed + size), size)
            view = holding(hand)
            for card, _ in (laid(view).cards[0], laid(view).cards[-1]):
                drawn_one, taken_one = (drawn(holding(hand, drawn=card, taken=taken)) for taken in (None, card))
                words = changed(drawn_one, taken_one)
                assert words is not None
                assert words[0] >= 4
                assert words[2] <= 1096


def test_a_bar_is_solid_under_a_set_and_dashed_under_a_run() -> None:
    view = held(FOURTEEN)
    image, hand = rgb(drawn(view)), laid(view)
    kinds = {kind for _, kind in hand.bars}
    assert kinds == {MeldKind.RUN, MeldKind.SET}
    for bar, kind in hand.bars:
        solid = pieces(image, bar.y + 4, bar.x, bar.x + bar.width, ink(Ink.LABEL)) == 1
        assert solid == (kind is MeldKind.SET)


@pytest.mark.parametrize("seed", range(40))
def test_a_meld_that_fits_a_row_is_in_one_row(seed: int) -> None:
    view = holding(random_hand(Random(seed), 14))
    hand, own = laid(view), read_hand(view)
    melds = sorted(group.cards for group in own.groups if group.kind is not None)
    under = sorted(
        tuple(card for card, at in hand.cards if at.y + at.height + 10 == bar.y and bar.x <= at.x < bar.x + bar.width)
        for bar, _ in hand.bars
    )
    if all(len(meld) <= 7 for meld in melds):
        assert under == melds


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


STAGED = (
    frozenset[int](),
    frozenset[int](),
    frozenset({3}),
    frozenset[int](),
    frozenset(range(5)),
    frozenset(range(3)),
)


def laying(text: str = "QC QS 2C KH", staged: tuple[frozenset[int], ...] = STAGED, **changes: Any) -> MeldsView:  # noqa: ANN401 - any field of a view
    return replace(held(text, "2C"), melds=TABLE, staged=staged, laid=42, **changes)


def test_a_hand_shows_the_melds_laid_this_turn_with_their_numbers_and_no_others() -> None:
    blocks = staged_blocks(laying(), rules_for(GERMAN))
    assert [(block.number, block.cards) for block in blocks] == [
        (3, cards("6H")),
        (5, cards("2D 3D XX 5D 6D")),
        (6, cards("7H 8H 9H")),
    ]
    assert blocks[1].stands_for[2] == cards("4D")
    other = laying(staged=(*STAGED[:5], frozenset[int]()))
    assert drawn(other) != drawn(laying())
    elsewhere = replace(laying(), melds=(TABLE[1], *TABLE[1:]))
    assert drawn(elsewhere) == drawn(laying())


def test_D_9_only_the_card_swapped_into_a_meld_is_shown() -> None:
    swap = (frozenset[int](), frozenset[int](), frozenset({0}), *(frozenset[int](),) * 3)
    view = replace(laying("XX 2C"), melds=(*TABLE[:2], lying("3H 4H 5H 6H")[0], *TABLE[3:]), staged=swap)
    (block,) = staged_blocks(view, rules_for(GERMAN))
    assert (block.number, block.cards) == (3, cards("3H"))


def test_the_strip_has_a_dashed_frame_and_is_below_the_hand() -> None:
    view = laying()
    image = rgb(drawn(view))
    strip = strip_area(staged_blocks(view, rules_for(GERMAN)), 92)
    lines = [pieces(image, y, 0, 1100, ink(Ink.GOLD)) for y in range(strip.y, 700)]
    assert max(lines) >= 12, "dashes"
    plain = drawn(replace(view, staged=(frozenset[int](),) * 6))
    assert changed(plain, drawn(view)) is not None
    assert pieces(rgb(plain), strip.y + 2, 0, 1100, ink(Ink.GOLD)) < 12


@pytest.mark.parametrize("seed", range(40))
def test_hand_and_strip_fit_together_for_any_cards_laid(seed: int) -> None:
    rng = Random(seed)
    size, melds = rng.randint(0, 14), tuple(rng.choice(TABLE) for _ in range(rng.randint(1, 9)))
    staged = tuple(frozenset(rng.sample(range(len(meld.cards)), rng.choice((1, 1, len(meld.cards))))) for meld in melds)
    view = holding(random_hand(rng, size), melds=melds, staged=staged, opened=(True,) * 4)
    blocks = staged_blocks(view, rules_for(GERMAN))
    strips = [strip_area(blocks, width) for width in (92, 74, 64)]
    spreads = [spread(read_hand(view).groups, strip.y - 84) for strip in strips]
    strip, hand = next(
        (pair for pair in zip(strips, spreads, strict=True) if pair[1].shape.rank >= 60), (strips[-1], spreads[-1])
    )
    assert all(area.y >= 84 and area.y + area.height + 10 <= strip.y for _, area in hand.cards)
    assert strip.y + strip.height <= 700
    assert size + sum(map(len, staged)) > 15 or hand.shape.rank >= 60
    png = drawn(view)
    assert opened(png).size == (1100, 700)
    assert is_bare(png, (0, 693, 1100, 700))


def header(view: MeldsView) -> bytes:
    return rgb(drawn(view)).crop((0, 0, 1100, 84)).tobytes()


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


def test_words_of_the_header_do_not_overlap() -> None:
    busy = held("2C 5D KH QS QD AC AD AH", laid=25, owed=2)
    image = rgb(drawn(busy))
    tag_end = max(x for x in range(1100) if image.getpixel((x, 50)) == ink(Ink.GOLD))
    text_start = min(x for x in range(tag_end + 1, 1100) if image.getpixel((x, 50)) == ink(Ink.TEXT))
    assert text_start - tag_end >= 20


def test_a_hand_without_cards_is_drawn() -> None:
    view = spectated(seat=0, turn=None, phase=Phase.DEAL, options=BASIC, needs=None)
    assert opened(drawn(view)).size == (1100, 700)


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
    assert where[3] <= 84
    counted = (700, 0, 1100, 84)
    assert rgb(short).crop(counted).tobytes() == rgb(long).crop(counted).tobytes()


@pytest.mark.parametrize("large", [False, True])
def test_an_unassisted_hand_is_sorted_with_no_melds_and_no_points(large: bool) -> None:
    view = held(FOURTEEN, opened=(True,) * 4)
    hand = spread(unassisted_reading(view).groups, 700 - 84, large=large)
    assert [card for card, _ in hand.cards] == list(view.hand)
    assert not hand.bars
    png = melds_hand_picture(view, FOUR, TEXTS, Look(large=large), unassisted=True).png
    image = rgb(png)
    assert ink(Ink.LABEL) not in {
        found for _, area in hand.cards for found in row(image, area.y + area.height + 14, 0, 1100)
    }
    assert is_bare(png, (700, 40, 1100, 60)), "nothing is counted"


def test_an_unassisted_hand_does_not_show_that_the_player_can_go_out() -> None:
    out = held("7S 8S 9S 2C", "2C", opened=(True,) * 4)
    assert "You can go out." in melds_hand_picture(out, FOUR, TEXTS).alt
    assert "go out" not in melds_hand_picture(out, FOUR, TEXTS, unassisted=True).alt
    assert drawn(out) != melds_hand_picture(out, FOUR, TEXTS, unassisted=True).png
