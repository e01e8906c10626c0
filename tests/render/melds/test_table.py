"""Pictures of tables with melds."""

from dataclasses import fields, replace
from random import Random
from typing import Any

import pytest

from bot.rummy.cards import Card, parse_card
from bot.rummy.families import Variant
from bot.rummy.melds.game import view_for
from bot.rummy.melds.options import GermanOptions
from bot.rummy.melds.views import MeldsView
from bot.rummy.results import Column
from render.drawing import canvas
from render.drawing.faces import upright
from render.drawing.letters import Letters, letters
from render.drawing.palette import Ink
from render.look import Deck, Look, Theme
from render.melds.blocks import label_width
from render.melds.table import melds_laid_out, melds_table_picture
from render.melds.words import house_rules
from tests.render.melds.views import BASIC, FOUR, PILE, german, lying, played, random_table, spectated
from tests.render.views import TEXTS, Box, cards, changed, faces_in, ink, opened, pieces, rgb
from tests.rummy.helpers import melds_twin

TOP, PAST = upright(130), upright(80)
THREE = lying("7S XX 9S / QC QH QD / 3H 4H 5H 6H")
FULL = random_table(Random(3), 13, 50)
ALL_RULES = GermanOptions(
    Variant.GERMAN,
    small_deck=True,
    round_the_corner=True,
    joker_rule=True,
    set_rule=True,
    claim=True,
    win_without_discard=True,
    casino_scoring=True,
    training=True,
)


def drawn(view: MeldsView, names: tuple[str, ...] = FOUR) -> bytes:
    return melds_table_picture(view, names[: len(view.counts)], TEXTS).png


def places(view: MeldsView) -> dict[tuple[int, int], Box]:
    """Return the place of each card of each meld, by the indexes of meld and card."""
    laid = melds_laid_out(view)
    found = {}
    for block, x, y in laid.places:
        for at in range(len(block.cards)):
            left = x + label_width(block.number) + 3 + at * (laid.shape.width + 2)
            found[block.number - 1, at] = (left, y, left + laid.shape.width, y + laid.shape.height)
    return found


def inside(box: Box | None, other: Box) -> bool:
    assert box is not None
    return other[0] <= box[0] and other[1] <= box[1] and box[2] <= other[2] and box[3] <= other[3]


@pytest.mark.parametrize("theme", Theme)
@pytest.mark.parametrize("deck", Deck)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_picture_is_a_small_palette_png_of_one_size(theme: Theme, deck: Deck, seats: int) -> None:
    view = spectated(seats, melds=FULL[:7])
    png = melds_table_picture(view, FOUR[:seats], TEXTS, Look(deck, theme)).png
    image = opened(png)
    assert (image.size, image.mode, image.format) == ((1100, 700), "P", "PNG")
    assert len(image.getcolors() or ()) <= 128
    assert "transparency" not in image.info
    assert len(png) <= 55_000


@pytest.mark.parametrize("seed", range(6))
def test_each_card_of_each_meld_is_shown_in_its_place(seed: int) -> None:
    view = spectated(melds=random_table(Random(seed), 2 + 2 * seed, 50))
    plain = drawn(view)
    for (number, at), box in places(view).items():
        meld = view.melds[number]
        card: Card = 7 if meld.cards[at] != 7 else 9
        if meld.jokers:
            continue
        other = replace(meld, cards=(*meld.cards[:at], card, *meld.cards[at + 1 :]))
        melds = (*view.melds[:number], other, *view.melds[number + 1 :])
        assert inside(changed(plain, drawn(replace(view, melds=melds))), box)


def test_a_joker_in_a_run_shows_the_card_that_it_stands_for() -> None:
    runs = ("7S XX 9S", "7H XX 9H", "4S XX 6S", "XX 9S TS")
    pictures = {drawn(spectated(melds=lying(run))) for run in runs}
    assert len(pictures) == len(runs)
    natural, joker = (spectated(melds=lying(run)) for run in ("7S 8S 9S", "7S XX 9S"))
    assert inside(changed(drawn(natural), drawn(joker)), places(natural)[0, 1])


@pytest.mark.parametrize(("one", "other"), [("9C 9S XX", "9C 9H XX"), ("9C 9S 9H XX", "9C 9S 9D XX")])
def test_D_9_a_joker_in_a_set_shows_the_suits_that_are_missing(one: str, other: str) -> None:
    views = [spectated(melds=lying(text)) for text in (one, other)]
    box = places(views[0])[0, len(views[0].melds[0].cards) - 1]
    jokers = [rgb(drawn(view)).crop(box).tobytes() for view in views]
    assert jokers[0] != jokers[1]


def test_melds_are_numbered_from_1(monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[str] = []

    def watched(words: str, size: int, bold: bool) -> Letters:
        written.append(words)
        return letters(words, size, bold)

    monkeypatch.setattr(canvas, "letters", watched)
    drawn(spectated(2, melds=FULL, counts=(20, 21), stock=30))
    numbers = dict.fromkeys(int(words) for words in written if words in map(str, range(14)))
    assert sorted(list(numbers)[:13]) == list(range(1, 14))


@pytest.mark.parametrize("length", range(8))
def test_the_top_discard_is_large_and_the_three_before_are_small(length: int) -> None:
    png = drawn(spectated(discards=PILE[:length], melds=THREE))
    assert set(faces_in(png, TOP)) == set(PILE[:length][-1:])
    past = faces_in(png, PAST)
    assert sorted(past, key=lambda card: past[card][0]) == list(reversed(PILE[:length][-4:-1]))


@pytest.mark.parametrize("variant", [Variant.BASIC, Variant.GERMAN])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_C_4_only_public_cards_are_shown(variant: Variant, seats: int) -> None:
    rng = Random(seats)
    states = played(variant, seats, 1)
    unlaid = [state for state in states if state.lays is None and state.turn is not None]
    for state in rng.sample(unlaid, 6):
        other = melds_twin(state, None, rng)
        one, two = (melds_table_picture(view_for(each, None), FOUR[:seats], TEXTS) for each in (state, other))
        assert one == two
        assert state == other or other.hands != state.hands or not state.stock
    for state in [state for state in states if state.lays is not None][:4]:
        assert state.lays is not None
        one, two = (
            melds_table_picture(view_for(each, None), FOUR[:seats], TEXTS) for each in (state, state.lays.before)
        )
        assert one == two, "D-10: what is being laid is seen when the turn ends"


def test_public_facts_are_shown() -> None:
    before = spectated(melds=THREE)
    changes: tuple[dict[str, Any], ...] = (
        {"stock": 40},
        {"counts": (12, 9, 11, 4)},
        {"counts": (13, 9, 11, 5)},
        {"turn": 1},
        {"turn": 3},
        {"turn": None},
        {"deal": 4},
        {"opened": (True, True, True, True)},
        {"opened": (False, True, True, False)},
        {"claim": PILE[-1]},
        {"melds": THREE[:2]},
        {"melds": (THREE[1], THREE[0], THREE[2])},
        {"quiet_turns": 15},
        {"options": german(rounds=6)},
        {"options": german(initial_40=True)},
        {"options": german(no_initial_meld=True)},
        *({"options": german(**{name: True})} for name in ("small_deck", "round_the_corner", "no_jokers", "claim")),
        *({"options": german(**{name: True})} for name in ("joker_rule", "set_rule", "training", "casino_scoring")),
        {"options": german(win_without_discard=True)},
        {"columns": (Column((), (48, -31, 120, 137), (True,) * 4, None, over=False),)},
    )
    pictures = [drawn(replace(before, **change)) for change in changes]
    assert len({drawn(before), *pictures}) == len(changes) + 1


@pytest.mark.parametrize("melds", [THREE, FULL], ids=["few melds", "many melds"])
def test_every_house_rule_in_force_is_shown_even_on_a_full_table(melds: tuple[object, ...]) -> None:
    everything = spectated(melds=melds, options=ALL_RULES)
    rules: dict[str, Any] = {field.name: getattr(ALL_RULES, field.name) for field in fields(ALL_RULES)}
    without = [
        GermanOptions(**(rules | {name: False}))
        for name in ("round_the_corner", "joker_rule", "set_rule", "claim", "casino_scoring", "training")
    ]
    pictures = {drawn(replace(everything, options=options)) for options in (ALL_RULES, *without)}
    assert len(pictures) == 7
    assert len(house_rules(TEXTS, ALL_RULES)) == 8


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_only_the_seat_whose_turn_it_is_has_a_bright_frame(seats: int) -> None:
    def framed(turn: int | None) -> list[bool]:
        image = rgb(drawn(spectated(seats, turn=turn)))
        height = (182 - 6 * (seats - 1)) // seats
        middles = [54 + seat * (height + 6) + height // 2 for seat in range(seats)]
        return [pieces(image, y, 505, 523, ink(Ink.GOLD)) > 0 for y in middles]

    for turn in (*range(seats), None):
        assert framed(turn) == [seat == turn for seat in range(seats)]


@pytest.mark.parametrize(("quiet", "warned"), [(0, False), (14, False), (15, True), (19, True)])
def test_C_8_the_table_warns_five_turns_before_the_deal_ends(quiet: int, warned: bool) -> None:
    plain, quietly = spectated(melds=THREE), spectated(melds=THREE, quiet_turns=quiet)
    where = changed(drawn(plain), drawn(quietly))
    assert (where is not None) == warned
    assert where is None or where[3] < 54
    assert (f"Ends in {20 - quiet} turn" in melds_table_picture(quietly, FOUR, TEXTS).alt) == warned


def test_H_8_an_open_claim_is_shown_next_to_the_discard() -> None:
    where = changed(drawn(spectated(melds=THREE)), drawn(spectated(melds=THREE, claim=PILE[-1])))
    assert where is not None
    assert inside(where, (248, 54, 508, 124))


def seat_with(name: str = "Ola", count: int = 13, score: int = 48, *, seats: int = 4, opened: bool = True) -> bytes:
    totals = (score, *(0,) * (seats - 1))
    return drawn(
        spectated(
            seats,
            counts=(count, *(4,) * (seats - 1)),
            columns=(Column((), totals, (True,) * seats, None, over=False),),
            opened=(opened, *(True,) * (seats - 1)),
            turn=None,
        ),
        (name, "Kuba", "Jan", "Ewa"),
    )


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_names_counts_and_scores_do_not_overlap(seats: int) -> None:
    def at(one: bytes, other: bytes) -> Box:
        box = changed(one, other)
        assert box is not None
        return box

    name = at(seat_with("I", seats=seats), seat_with("W" * 60, seats=seats))
    count = at(seat_with(count=11, seats=seats), seat_with(count=28, seats=seats))
    mark = at(seat_with(seats=seats), seat_with(seats=seats, opened=False, name="Ola"))
    score = at(seat_with(score=-1888, seats=seats), seat_with(score=-1999, seats=seats))
    long = at(seat_with("W" * 60, score=-1888, seats=seats), seat_with("M" * 60, score=-1888, seats=seats))
    height = (182 - 6 * (seats - 1)) // seats
    line = (524, 54, 1080, 54 + height)
    for box in (name, count, mark, score, long):
        assert inside(box, line)
    if seats > 2:
        assert long[2] < mark[0] < mark[2] < count[0] < count[2] < score[0] + 60
    else:
        assert max(long[2], mark[2], count[2]) < score[0]
        assert long[3] <= min(count[1], mark[1])


def test_basic_rummy_shows_no_first_melds() -> None:
    melds = lying("7S 8S 9S", BASIC)
    views = [spectated(options=BASIC, melds=melds, opened=(opened,) * 4) for opened in (False, True)]
    assert drawn(views[0]) == drawn(views[1])


def test_a_name_that_no_font_can_draw_leaves_only_the_badge() -> None:
    strange = {seat_with(name) for name in ("🦊", "🔥🔥", "\u3164", "")}
    assert len(strange) == 1


def test_a_joker_can_be_on_the_discard_pile() -> None:
    jokers = drawn(spectated(discards=cards("9C XX XX")))
    assert jokers != drawn(spectated(discards=cards("9C XX 2C")))
    assert parse_card("9C") in faces_in(jokers, PAST)


@pytest.mark.parametrize("variant", [Variant.BASIC, Variant.GERMAN])
def test_every_state_of_real_games_can_be_drawn(variant: Variant) -> None:
    for seats in (2, 3, 4):
        for state in played(variant, seats, 2)[1::17]:
            assert opened(drawn(view_for(state, None))).size == (1100, 700)


def test_an_unassisted_table_shows_only_the_top_discard() -> None:
    one, other = (
        melds_table_picture(spectated(discards=cards(pile)), FOUR, TEXTS, unassisted=True)
        for pile in ("4D JS TH 9D", "KH 2C XX 9D")
    )
    assert one == other
    assert set(faces_in(one.png, PAST)) == set()
