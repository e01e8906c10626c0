"""Pictures of tables with melds."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from PIL import ImageChops

from bot.rummy.cards import Card, parse_card
from bot.rummy.events import Event, EventKind
from bot.rummy.families import Variant
from bot.rummy.melds.options import MELDS_PRESETS, GermanOptions
from bot.rummy.melds.views import MeldsView, view_for
from bot.rummy.moves import RunEnd
from bot.rummy.results import Column
from bot.rummy.views import Phase
from render.drawing.faces import upright
from render.drawing.palette import SEATS, Ink
from render.look import DEFAULT, Deck, Look, Theme
from render.melds.blocks import padding
from render.melds.table import MELDS, melds_laid_out, melds_table_picture, rule_lines
from tests.amounts import MANY
from tests.cards import cards
from tests.render.melds.views import BASIC, PILE, REAL, SIX, german, lying, played, random_table, spectated
from tests.render.quality import Watched, assert_format, bare_share
from tests.render.views import TEXTS, Box, changed, faces_in, ink, opened, rgb, row
from tests.rummy.helpers import melds_twin

TOP, PAST = upright(130), upright(80)
OF_PILE = (None, 0, 1, 2, 3, 0, 3)
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


LONG = ("Kunegunda Wielka z Kórnika, Wielk", "W", "Maximiliana von Hohenlohe-Oehringe", "I", "Bartłomiej Brzęczyk", "Ł")
LAST = (
    Event(EventKind.DREW, 1), Event(EventKind.MELDED, 1, meld=1), Event(EventKind.DISCARDED, 1, PILE[-3]),
    Event(EventKind.DREW, 2), Event(EventKind.DISCARDED, 2, PILE[-2]),
    Event(EventKind.TOOK, 3, parse_card("4C")), Event(EventKind.LAID_OFF, 3, parse_card("6H"), meld=2, end=RunEnd.HIGH),
    Event(EventKind.DISCARDED, 3, PILE[-1]),
)  # fmt: skip


def tabled(seats: int = 4, **changes: Any) -> MeldsView:  # noqa: ANN401 - any field of a view
    """Return a table of three melds after turns of all players, with changes."""
    recent = tuple(event for event in LAST if event.seat < seats)
    discarders = tuple(None if seat is None else seat % seats for seat in OF_PILE)
    return spectated(seats, **({"melds": THREE, "recent": recent, "discarders": discarders} | changes))


VIEWS = {
    "draw": tabled(),
    "lay": tabled(phase=Phase.LAY, recent=(*LAST, Event(EventKind.DREW, 0))),
    "took": tabled(
        phase=Phase.LAY, discards=PILE[:-1], discarders=OF_PILE[:-1], recent=(*LAST, Event(EventKind.TOOK, 0))
    ),
    "claim": tabled(claim=PILE[-1]),
    "start": spectated(discards=PILE[:1], discarders=(None,)),
    "start with all rules": spectated(discards=PILE[:1], discarders=(None,), options=ALL_RULES),
    "no discards": tabled(discards=(), discarders=(), stock=0),
    "two": tabled(2),
    "two, start": spectated(2, discards=PILE[:1], discarders=(None,), options=BASIC),
    "three": tabled(3),
    "five": tabled(5),
    "six": tabled(6, turn=5),
    "six, claim, 17 melds": tabled(6, turn=5, melds=FULL, claim=PILE[-1], options=ALL_RULES),
    "one meld": tabled(melds=THREE[:1], recent=()),
    "full": tabled(melds=FULL),
    "17 melds": tabled(melds=lying(" / ".join(["7S XX 9S", "QC QH QD", "3H 4H 5H"] * 5 + ["AS AH AD", "KC KS XX"]))),
    "quiet": tabled(quiet_turns=15),
    "over": tabled(turn=None, phase=Phase.DEAL),
    "large numbers": tabled(
        counts=(28, 27, 1, 26), columns=(Column((), (-1888, 1999, -1000, 888), (True,) * 4, None, over=False),)
    ),
}


def drawn(view: MeldsView, names: tuple[str, ...] = SIX, look: Look = DEFAULT) -> bytes:
    return melds_table_picture(view, names[: len(view.counts)], TEXTS, look).png


def places(view: MeldsView) -> dict[tuple[int, int], Box]:
    """Return the place of each card of each meld, by the indexes of meld and card."""
    laid = melds_laid_out(view)
    found = {}
    for block, x, y in laid.places:
        for at, edge in enumerate(block.cards_at(laid.shape)):
            left, top = x + edge, y + padding(laid.shape)
            found[block.number - 1, at] = (left, top, left + laid.shape.width, top + laid.shape.height)
    return found


def inside(box: Box | None, other: Box) -> bool:
    assert box is not None
    return other[0] <= box[0] and other[1] <= box[1] and box[2] <= other[2] and box[3] <= other[3]


@pytest.mark.each_value
@pytest.mark.parametrize("theme", Theme)
@pytest.mark.parametrize("deck", Deck)
def test_a_picture_of_a_table_is_small_in_every_look(theme: Theme, deck: Deck) -> None:
    for name in ("draw", "claim", "full", "two", "six, claim, 17 melds"):
        assert_format(drawn(VIEWS[name], look=Look(deck, theme)), most=80_000)


@pytest.mark.each_value
@pytest.mark.parametrize("unassisted", [False, True])
@pytest.mark.parametrize("view", VIEWS.values(), ids=VIEWS)
def test_a_table_is_readable_and_full(view: MeldsView, unassisted: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    watched = Watched(monkeypatch)
    for names in (LONG, LONG[::-1], ("🦊", "Ola", "🔥", "Jo", "🦊", "Wu")):
        picture = melds_table_picture(view, names[: len(view.counts)], TEXTS, unassisted=unassisted)
        assert_format(picture.png, most=80_000)
        assert bare_share(picture.png) < (0.15 if view.discards else 0.2), "empty piles are only outlines"
        assert 0 < len(picture.alt) <= 1024
    watched.assert_readable(*LONG)


def test_few_melds_take_no_more_than_55_kilobytes_and_many_little_more() -> None:
    assert len(drawn(VIEWS["draw"])) <= 55_000
    assert len(drawn(VIEWS["two"])) <= 55_000
    assert len(drawn(VIEWS["full"])) <= 62_000


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


def test_melds_are_numbered_from_1() -> None:
    view = tabled(2, melds=FULL, recent=())
    laid = melds_laid_out(view)
    numbers = {
        rgb(drawn(view)).crop((area.x, area.y, area.x + 38, area.y + area.height)).tobytes() for area in laid.areas()
    }
    assert len(numbers) == len(FULL)


@pytest.mark.guard
def test_the_stock_is_on_the_left_the_discard_pile_next_to_it_and_earlier_discards_behind() -> None:
    view = spectated(discards=PILE, discarders=(None, *(0 for _ in PILE[1:])), melds=THREE)
    png = drawn(view)
    stock = changed(png, drawn(replace(view, stock=0)))
    assert stock == (56, 161, 167, 373)
    upcard = drawn(spectated(discards=PILE[:1], discarders=(None,), melds=THREE))
    assert faces_in(upcard, TOP)[PILE[0]][:2] == (206, 174)
    assert [box[:2] for box in (faces_in(png, TOP)[PILE[-1]], faces_in(png, PAST)[PILE[-2]])] == [
        (206, 174),
        (428, 265),
    ]


@pytest.mark.parametrize("length", range(8))
def test_the_top_discard_is_large_and_the_three_before_are_small(length: int) -> None:
    png = drawn(spectated(discards=PILE[:length], melds=THREE))
    assert set(faces_in(png, TOP)) == set(PILE[:length][-1:])
    assert set(faces_in(png, PAST)) == set(PILE[:length][-2:-1]), "the newest of the earlier ones is in front"
    older = [drawn(spectated(discards=(*pile, *PILE[-1:]), melds=THREE)) for pile in (PILE[2:6], PILE[1:3] + PILE[4:6])]
    assert (older[0] != older[1]) == (PILE[3] != PILE[2])


@pytest.mark.parametrize(("variant", "seats"), REAL)
def test_C_4_only_public_cards_are_shown(variant: Variant, seats: int) -> None:
    rng = Random(seats)
    states = played(variant, seats, 1)
    unlaid = [state for state in states if state.lays is None and state.turn is not None]
    for state in rng.sample(unlaid, 6):
        other = melds_twin(state, None, rng)
        one, two = (melds_table_picture(view_for(each, None), SIX[:seats], TEXTS) for each in (state, other))
        assert one == two
        assert state == other or other.hands != state.hands or not state.stock
    for state in [state for state in states if state.lays is not None][:4]:
        assert state.lays is not None
        one, two = (
            melds_table_picture(view_for(each, None), SIX[:seats], TEXTS) for each in (state, state.lays.before)
        )
        assert one == two, "D-10: what is being laid is seen when the turn ends"


def test_public_facts_are_shown() -> None:
    before = tabled()
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
        {"discarders": (*OF_PILE[:-1], 2)},
        {"recent": LAST[:-1]},
        {"recent": LAST[3:]},
        {"recent": (*LAST[:5], Event(EventKind.DREW, 3), *LAST[6:])},
        {"columns": (Column((), (48, -31, 120, 137), (True,) * 4, None, over=False),)},
    )
    pictures = [drawn(replace(before, **change)) for change in changes]
    assert len({drawn(before), *pictures}) == len(changes) + 1


def test_what_to_do_now_is_left_to_the_message() -> None:
    assert drawn(tabled(phase=Phase.LAY)) == drawn(tabled(phase=Phase.DRAW))


def test_an_empty_pile_is_an_outline_with_a_word_in_it() -> None:
    image = rgb(drawn(VIEWS["no discards"]))
    for left, top, shape in ((56, 161, upright(96)), (206, 174, TOP)):
        assert ink(Ink.RIM) in row(image, top + 20, left, left + 8)
        middle = top + shape.height // 2
        inside = {found for y in range(middle - 10, middle + 10) for found in row(image, y, left + 6, left + 90)}
        assert ink(Ink.LABEL) in inside


def test_before_the_first_meld_the_table_shows_the_rules_in_force() -> None:
    start = spectated(options=ALL_RULES)
    rules = " ".join(rule_lines(start, TEXTS))
    for words in ("Any first meld", "Joker rule", "Knocking", "Casino scoring"):
        assert words.lower() in rules.lower()
    pictures = {
        drawn(spectated(options=german(**{name: True})))
        for name in ("small_deck", "round_the_corner", "no_jokers", "claim", "joker_rule", "set_rule", "casino_scoring")
    }
    assert len(pictures) == 7


def test_H_12_to_H_22_the_table_shows_numbers_that_are_not_standard() -> None:
    options = german(initial=51, pure_run=True, jokers=4, hand_cards=14, losers_pay=True, end_at=150, joker_value=15)
    rules = " · ".join(rule_lines(spectated(options=options), TEXTS))
    for words in ("First meld 51", "Pure run", "Jokers: 4", "Cards in each hand: 14", "Ends at minus: 150"):
        assert words in rules
    assert "Losers pay" in rules
    assert "Joker left in hand: 15" in rules
    usual = german(rounds=5, jokers=6, small_deck=True)
    assert rule_lines(spectated(options=usual), TEXTS) == ("Any first meld · Small deck",)


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_only_the_panel_of_the_seat_whose_turn_it_is_has_its_color(seats: int) -> None:
    for turn in (*range(seats), None):
        image = rgb(drawn(tabled(seats, turn=turn, recent=())))
        filled = [any(set(row(image, y, 562, 568)) == {ink(color)} for y in range(84, 400)) for color in SEATS[:seats]]
        assert filled == [seat == turn for seat in range(seats)]


def test_the_top_discard_is_framed_in_its_players_color() -> None:
    for seat in range(4):
        image = rgb(drawn(tabled(discarders=(*OF_PILE[:-1], seat), recent=())))
        assert ink(SEATS[seat]) in set(row(image, 250, 190, 360))


def test_new_melds_and_cards_have_their_players_color_until_their_next_turn() -> None:
    view = tabled()
    for turn, meld, card in ((0, True, True), (1, False, True), (3, True, False)):
        image, laid = rgb(drawn(replace(view, turn=turn))), melds_laid_out(replace(view, turn=turn))
        plates = {block.number: area for (block, _, _), area in zip(laid.places, laid.areas(), strict=True)}
        new, longer = plates[2], plates[3]
        assert (ink(SEATS[1]) in set(row(image, new.y + 3, new.x + 20, new.x + new.width - 20))) == meld
        assert (ink(SEATS[3]) in set(row(image, longer.y - 2, longer.x, longer.x + longer.width + 6))) == card


@pytest.mark.parametrize("shape", ["whole", "narrow"])
def test_new_melds_and_cards_have_a_large_badge_above_all_plates(shape: str) -> None:
    melds = THREE if shape == "whole" else lying(" / ".join(["7S XX 9S", "QC QH QD", "3H 4H 5H 6H"] * 5))
    badged = tabled(melds=melds, turn=0)
    laid, image = melds_laid_out(badged), rgb(drawn(badged))
    plates = {block.number: area for (block, _, _), area in zip(laid.places, laid.areas(), strict=True)}
    for number, seat in ((2, 1), (3, 3)):
        right, top = plates[number].x + plates[number].width, plates[number].y
        dark = [
            (x, y)
            for y in range(top - 40, top + 40)
            for x, found in enumerate(row(image, y, right - 60, min(right + 40, 1099)), right - 60)
            if found == ink(Ink.ON_COLOR)
        ]
        left, high = min(x for x, _ in dark), min(y for _, y in dark)
        across, down = max(x for x, _ in dark) - left + 1, max(y for _, y in dark) - high + 1
        assert 50 <= down <= 56
        assert 50 <= across <= 56
        assert high < top - 16, "half of it is outside"
        middle = high + down // 2
        digit = [y for y in range(middle - 20, middle + 21) if ink(SEATS[seat]) in row(image, y, left + 12, left + 42)]
        assert len(digit) >= 28, "capital 30"


@pytest.mark.parametrize(("quiet", "warned"), [(0, False), (14, False), (15, True), (19, True)])
def test_C_8_the_table_warns_five_turns_before_the_deal_ends(quiet: int, warned: bool) -> None:
    plain, quietly = spectated(melds=THREE), spectated(melds=THREE, quiet_turns=quiet)
    where = changed(drawn(plain), drawn(quietly))
    assert (where is not None) == warned
    assert where is None or where[3] < 80
    assert (f"Ends in {20 - quiet} turn" in melds_table_picture(quietly, SIX[:4], TEXTS).alt) == warned


def test_H_8_an_open_claim_turns_the_discard_gold() -> None:
    plain, gold = drawn(tabled()), drawn(tabled(claim=PILE[-1]))
    where = changed(plain, gold)
    assert where is not None
    assert inside(where, (32, 86, 532, 410))
    assert ink(Ink.GOLD) in set(row(rgb(gold), 250, 190, 210)), "the frame"
    assert ink(Ink.GOLD) in set(row(rgb(gold), 375, 60, 120)), "what can be done"
    assert ink(Ink.GOLD) not in set(rgb(plain).get_flattened_data())


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
        (name, *SIX[1:]),
    )


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_names_counts_and_scores_do_not_overlap(seats: int) -> None:
    def at(one: bytes, other: bytes) -> Box:
        box = ImageChops.difference(
            *(rgb(png).crop((548, 80, 1100, 160 if seats == 2 else 406)) for png in (one, other))
        ).getbbox()
        assert box is not None
        return box

    score = at(seat_with(score=-1888, seats=seats), seat_with(score=-1999, seats=seats))
    long = at(seat_with("W" * 60, score=-1888, seats=seats), seat_with("M" * 60, score=-1888, seats=seats))
    count = at(seat_with(count=11, score=-1888, seats=seats), seat_with(count=28, score=-1888, seats=seats))
    mark = at(
        seat_with("W" * 60, score=-1888, seats=seats), seat_with("W" * 60, score=-1888, seats=seats, opened=False)
    )
    assert long[2] <= count[0] < count[2] < score[0]
    assert mark[2] <= count[0]
    assert score[2] <= 1068 - 548


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
    assert jokers != drawn(spectated(discards=cards("9C 2C XX")))


@pytest.mark.parametrize("variant", MELDS_PRESETS)
def test_every_state_of_real_games_can_be_drawn(variant: Variant) -> None:
    counts = MELDS_PRESETS[variant].seat_counts
    for seats in counts if MANY else {counts[0], counts[-1]}:
        for state in played(variant, seats, 2)[1 :: 17 if MANY else 41]:
            assert 380 <= opened(drawn(view_for(state, None))).height <= 900


def test_an_unassisted_table_shows_only_the_top_discard() -> None:
    one, other = (
        melds_table_picture(spectated(discards=cards(pile)), SIX[:4], TEXTS, unassisted=True)
        for pile in ("4D JS TH 9D", "KH 2C XX 9D")
    )
    assert one == other
    assert set(faces_in(one.png, PAST)) == set()


def test_rows_of_melds_end_where_the_picture_ends() -> None:
    for count in (1, 4, 9, 17):
        view = tabled(melds=tuple(THREE[at % 3] for at in range(count)), recent=())
        assert opened(drawn(view)).height == melds_laid_out(view).foot + 30
        assert melds_laid_out(view).foot <= MELDS.y + MELDS.height
