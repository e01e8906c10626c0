"""Pictures of tables."""

from dataclasses import replace
from random import Random

import pytest

from bot.rummy.cards import parse_card
from bot.rummy.families import Variant
from bot.rummy.gin.game import view_for
from bot.rummy.gin.options import GIN_PRESETS
from bot.rummy.gin.views import GinView
from bot.rummy.results import Column
from bot.rummy.views import Phase
from render.drawing.faces import upright
from render.drawing.palette import Ink
from render.gin.table import table_picture
from render.look import Deck, Look, Theme
from tests.render.views import NAMES, TEXTS, Box, cards, changed, faces_in, ink, opened, pieces, public, rgb, states
from tests.rummy.helpers import twin

TOP, PAST = upright(130), upright(80)
PILE = cards("KH 2S 9C 4D JS TH 9D")


@pytest.mark.parametrize("theme", Theme)
@pytest.mark.parametrize("deck", Deck)
def test_a_picture_is_a_small_palette_png_of_one_size(theme: Theme, deck: Deck) -> None:
    png = table_picture(public(discards=PILE), NAMES, TEXTS, Look(deck, theme)).png
    image = opened(png)
    assert (image.size, image.mode, image.format) == ((1100, 700), "P", "PNG")
    assert len(image.getcolors() or ()) <= 128
    assert len(png) <= 40_000


@pytest.mark.parametrize("length", range(8))
def test_the_top_discard_is_large_and_the_three_before_are_small(length: int) -> None:
    png = table_picture(public(discards=PILE[:length]), NAMES, TEXTS).png
    assert set(faces_in(png, TOP)) == set(PILE[:length][-1:])
    past = faces_in(png, PAST)
    assert sorted(past, key=lambda card: past[card][0]) == list(reversed(PILE[:length][-4:-1]))


@pytest.mark.parametrize("variant", GIN_PRESETS)
def test_C_4_only_public_cards_are_shown(variant: Variant) -> None:
    rng = Random(variant.value)
    for state in rng.sample(states(variant, 11), 10):
        view = view_for(state, None)
        picture = table_picture(view, NAMES, TEXTS)
        assert picture == table_picture(view_for(twin(state, None, rng), None), NAMES, TEXTS)
        shown = set(faces_in(picture.png, TOP)) | set(faces_in(picture.png, PAST))
        assert shown <= {*view.discards[-4:], *(card for pair in view.dealer_draw for card in pair)}


def test_public_facts_are_shown() -> None:
    before = public(discards=PILE)
    plain = table_picture(before, NAMES, TEXTS).png
    changes: tuple[dict[str, object], ...] = (
        {"stock": 20},
        {"counts": (11, 10)},
        {"turn": 1},
        {"turn": None},
        {"dealer": 0},
        {"deal": 4},
        {"knock_limit": 7},
        {"knock_limit": 0},
        {"factor": 2},
        {"options": GIN_PRESETS[Variant.REMIK]},
        {"options": replace(GIN_PRESETS[Variant.GIN], target=150)},
        {"columns": (Column((), (48, 32), (True, True), None, over=False),)},
    )
    pictures = [table_picture(replace(before, **change), NAMES, TEXTS).png for change in changes]  # type: ignore[arg-type]
    assert len({plain, *pictures}) == len(changes) + 1


def test_only_the_seat_whose_turn_it_is_has_a_bright_frame() -> None:
    for turn in (0, 1, None):
        image = rgb(table_picture(public(turn=turn), NAMES, TEXTS).png)
        framed = [pieces(image, 200, *half, ink(Ink.GOLD)) > 0 for half in ((0, 550), (550, 1100))]
        assert framed == [turn == 0, turn == 1]


@pytest.mark.parametrize(("quiet", "warned"), [(0, False), (14, False), (15, True), (19, True)])
def test_C_8_the_table_warns_five_turns_before_the_deal_is_void(quiet: int, warned: bool) -> None:
    plain = table_picture(public(discards=PILE), NAMES, TEXTS).png
    quietly = table_picture(public(discards=PILE, quiet_turns=quiet), NAMES, TEXTS)
    where = changed(plain, quietly.png)
    assert (where is not None) == warned
    assert (f"Void in {20 - quiet} turn" in quietly.alt) == warned
    assert where is None or where[1] > 600


@pytest.mark.parametrize(("deal", "turns", "seen"), [(1, 0, True), (1, 1, False), (2, 0, False)])
def test_G_4_the_cards_drawn_for_the_first_deal_are_shown_until_its_first_turn_ends(
    deal: int, turns: int, seen: bool
) -> None:
    drew = ((parse_card("5C"), parse_card("5D")), (parse_card("9C"), parse_card("KH")))
    view = public(deal=deal, turns=turns, phase=Phase.UPCARD, discards=PILE[-1:], dealer_draw=drew)
    picture = table_picture(view, NAMES, TEXTS)
    assert set(faces_in(picture.png, PAST)) == (set(drew[-1]) if seen else set())
    assert ("9 of clubs" in picture.alt) == seen


def hollywood(scores: tuple[int, ...], counts: tuple[int, int]) -> GinView:
    sheet = tuple(Column((), (score, 0), (True, True), None, over=False) for score in scores)
    return public(options=GIN_PRESETS[Variant.HOLLYWOOD], columns=sheet, counts=counts)


@pytest.mark.parametrize(
    ("low", "high"), [((0,), (100,)), ((111,), (188,)), ((0, 0, 0), (100, 100, 100)), ((111,) * 3, (188,) * 3)]
)
def test_counts_and_scores_do_not_overlap(low: tuple[int, ...], high: tuple[int, ...]) -> None:
    def drawn(scores: tuple[int, ...], count: int) -> bytes:
        return table_picture(hollywood(scores, (count, 10)), NAMES, TEXTS).png

    count = changed(drawn(high, 10), drawn(high, 11))
    score = changed(drawn(low, 11), drawn(high, 11))
    assert count is not None
    assert score is not None
    assert count[2] + 8 <= score[0]


def test_a_long_name_stays_in_its_panel() -> None:
    def drawn(name: str) -> bytes:
        return table_picture(public(), (name, "Kuba"), TEXTS).png

    def inside(box: Box | None) -> bool:
        return box is not None and box[0] >= 32 and box[2] <= 32 + 504 and box[1] >= 126 and box[3] <= 296

    assert inside(changed(drawn("I"), drawn("W" * 80)))
    assert inside(changed(drawn("I"), drawn("Zażółć gęślą jaźń i jeszcze trochę")))


def test_a_name_that_no_font_can_draw_leaves_only_the_badge() -> None:
    strange = {table_picture(public(), (name, "Kuba"), TEXTS).png for name in ("🦊", "🔥🔥", "\u3164", "")}
    assert len(strange) == 1
    assert table_picture(public(), ("Ola", "Kuba"), TEXTS).png not in strange


def test_an_unassisted_table_shows_only_the_top_discard() -> None:
    piles = [cards(pile) for pile in ("4D JS TH 9D", "KH 2C 5S 9D")]
    unassisted = [table_picture(public(discards=pile), NAMES, TEXTS, unassisted=True) for pile in piles]
    assert unassisted[0] == unassisted[1]
    assert set(faces_in(unassisted[0].png, TOP)) == {parse_card("9D")}
    assert table_picture(public(discards=piles[0]), NAMES, TEXTS) != unassisted[0]
