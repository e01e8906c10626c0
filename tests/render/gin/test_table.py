"""Pictures of tables."""

from dataclasses import replace
from random import Random

import pytest

from bot.rummy.cards import parse_card
from bot.rummy.events import Event, EventKind
from bot.rummy.families import Variant
from bot.rummy.gin.game import view_for
from bot.rummy.gin.options import GIN_PRESETS
from bot.rummy.gin.views import GinView
from bot.rummy.results import Column
from bot.rummy.views import Phase
from render.drawing.faces import upright
from render.drawing.palette import SEATS, Ink
from render.gin.table import table_picture
from render.look import DEFAULT, Deck, Look, Theme
from tests.cards import cards
from tests.render.measures import watched
from tests.render.quality import Watched, assert_format, bare_share
from tests.render.views import NAMES, TEXTS, changed, faces_in, ink, opened, public, rgb, row, states
from tests.rummy.helpers import twin

TOP, PAST = upright(118), upright(92)
PILE = cards("KH 2S 9C 4D JS TH 9D")
SEATS_OF_PILE = (None, 0, 1, 0, 1, 0, 1)
TOOK = (Event(EventKind.TOOK, 1, parse_card("4C")), Event(EventKind.DISCARDED, 1, PILE[-1]))
DREW = (Event(EventKind.DREW, 1), Event(EventKind.DISCARDED, 1, PILE[-1]))
LONG = ("Kunegunda Wielka z Kórnika, Wielk", "W")


def piled(length: int = 7, **changes: object) -> GinView:
    """Return a table with discards of both seats, after a turn of seat 1."""
    return public(**{"discards": PILE[:length], "discarders": SEATS_OF_PILE[:length], "recent": TOOK, **changes})


def hollywood(*scores: int) -> GinView:
    sheet = tuple(Column((), (score, 188), (True, True), None, over=False) for score in scores)
    return piled(options=GIN_PRESETS[Variant.HOLLYWOOD], columns=sheet)


VIEWS = {
    "draw": piled(),
    "discard": piled(6, turn=1, phase=Phase.DISCARD, counts=(10, 11), taken=PILE[-1]),
    "upcard": piled(1, phase=Phase.UPCARD, turns=0, deal=1, recent=()),
    "dealer draw": piled(
        1, phase=Phase.UPCARD, turns=0, deal=1, recent=(), dealer_draw=((parse_card("TH"), parse_card("TC")),)
    ),
    "upcard taken": piled(0, phase=Phase.DISCARD, counts=(11, 10)),
    "forced draw": piled(1, phase=Phase.STOCK),
    "one earlier discard": piled(2),
    "quiet": piled(quiet_turns=18),
    "no stock": piled(stock=0),
    "oklahoma": piled(options=GIN_PRESETS[Variant.OKLAHOMA], knock_limit=7, factor=2),
    "gin only": piled(knock_limit=0),
    "hollywood": hollywood(188, 188, 188),
    "over": piled(turn=None, phase=Phase.OVER),
}


@pytest.mark.each_value
@pytest.mark.parametrize("theme", Theme)
@pytest.mark.parametrize("deck", Deck)
def test_a_picture_of_a_table_is_small_in_every_look(theme: Theme, deck: Deck) -> None:
    assert_format(table_picture(piled(), NAMES, TEXTS, Look(deck, theme)).png)


@pytest.mark.each_value
@pytest.mark.parametrize("unassisted", [False, True])
@pytest.mark.parametrize("view", VIEWS.values(), ids=VIEWS)
def test_a_table_is_readable_and_full(view: GinView, unassisted: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    readable = Watched(monkeypatch)
    for names in (LONG, LONG[::-1], ("🦊", "Ola")):
        picture = table_picture(view, names, TEXTS, unassisted=unassisted)
        assert_format(picture.png)
        assert bare_share(picture.png) < 0.23
        assert 0 < len(picture.alt) <= 1024
    readable.assert_readable(LONG[0])


@pytest.mark.guard
def test_the_stock_is_on_the_left_the_discard_pile_in_the_middle_and_earlier_discards_on_the_right() -> None:
    png = table_picture(piled(recent=()), NAMES, TEXTS).png
    stock = changed(png, table_picture(piled(recent=(), stock=0), NAMES, TEXTS).png)
    assert stock is not None
    assert 60 <= stock[0] <= stock[2] <= 330
    upcard = table_picture(VIEWS["upcard"], NAMES, TEXTS).png
    assert faces_in(upcard, TOP) == {PILE[0]: (372, 268, 490, 433)}
    assert faces_in(png, TOP) == {PILE[-1]: (372, 268, 490, 433)}
    past = faces_in(png, PAST)
    assert [past[card][:2] for card in reversed(PILE[-4:-1])] == [(726, 301), (832, 301), (938, 301)]


@pytest.mark.parametrize("length", range(8))
def test_the_top_discard_and_the_three_before_it_are_shown(length: int) -> None:
    png = table_picture(piled(length, recent=DREW), NAMES, TEXTS).png
    assert set(faces_in(png, TOP)) == set(PILE[:length][-1:])
    past = faces_in(png, PAST)
    assert sorted(past, key=lambda card: past[card][0]) == list(reversed(PILE[:length][-4:-1]))


@pytest.mark.parametrize(
    "variant", [one if one is Variant.GIN else pytest.param(one, marks=pytest.mark.soak) for one in GIN_PRESETS]
)
def test_C_4_only_public_cards_are_shown(variant: Variant) -> None:
    rng = Random(variant.value)
    for state in rng.sample(states(variant, 11), 10):
        view = view_for(state, None)
        picture = table_picture(view, NAMES, TEXTS)
        assert picture == table_picture(view_for(twin(state, None, rng), None), NAMES, TEXTS)
        shown = set(faces_in(picture.png, TOP)) | set(faces_in(picture.png, PAST))
        assert shown <= set(view.discards[-4:])


def test_public_facts_are_shown() -> None:
    before = piled()
    plain = table_picture(before, NAMES, TEXTS).png
    changes: tuple[dict[str, object], ...] = (
        {"stock": 20},
        {"counts": (11, 10)},
        {"turn": 1},
        {"turn": None},
        {"knock_limit": 7},
        {"knock_limit": 0},
        {"factor": 2},
        {"columns": (Column((), (48, 32), (True, True), None, over=False),)},
        {"discarders": (*SEATS_OF_PILE[:-1], 0)},
        {"discarders": (None, 0, 1, 0, 1, 1, 1)},
        {"recent": DREW},
        {"recent": (Event(EventKind.PASSED, 1),)},
    )
    pictures = [table_picture(replace(before, **change), NAMES, TEXTS).png for change in changes]  # type: ignore[arg-type]
    assert len({plain, *pictures}) == len(changes) + 1


@pytest.mark.parametrize("phase", [Phase.UPCARD, Phase.STOCK, Phase.DISCARD])
def test_the_picture_leaves_to_the_message_what_to_do(phase: Phase) -> None:
    assert table_picture(piled(phase=phase), NAMES, TEXTS).png == table_picture(piled(), NAMES, TEXTS).png


def test_the_start_of_a_deal_shows_who_deals_and_the_limit_for_a_knock() -> None:
    start = VIEWS["upcard"]
    changes: tuple[dict[str, object], ...] = ({"dealer": 0}, {"knock_limit": 7}, {"knock_limit": 0}, {"factor": 2})
    pictures = {table_picture(replace(start, **change), NAMES, TEXTS).png for change in ({}, *changes)}  # type: ignore[arg-type]
    assert len(pictures) == len(changes) + 1
    assert opened(table_picture(start, NAMES, TEXTS).png).height <= 520


@pytest.mark.parametrize("view", VIEWS.values(), ids=VIEWS)
def test_a_table_leaves_room_for_its_buttons(view: GinView) -> None:
    assert opened(table_picture(view, NAMES, TEXTS).png).height <= 690


@pytest.mark.parametrize("turn", [0, 1, None])
def test_only_the_panel_of_the_seat_whose_turn_it_is_is_filled_with_its_color(turn: int | None) -> None:
    image = rgb(table_picture(piled(turn=turn), NAMES, TEXTS).png)
    for seat, (left, right) in enumerate(((60, 520), (590, 1040))):
        filled = set(row(image, 206, left, right)) == {ink(SEATS[seat])}
        assert filled == (turn == seat)


@pytest.mark.guard
@pytest.mark.parametrize("seat", [0, 1])
def test_the_top_discard_is_framed_in_the_color_of_its_discarder(seat: int) -> None:
    png = table_picture(piled(discarders=(*SEATS_OF_PILE[:-1], seat), recent=()), NAMES, TEXTS).png
    left, top, right, bottom = faces_in(png, TOP)[PILE[-1]]
    image = rgb(png)
    assert set(row(image, bottom + 6, left + 20, right - 20)) == {ink(SEATS[seat])}
    assert set(row(image, bottom + 1, left + 20, right - 20)) == {ink(Ink.ON_COLOR)}
    assert ink(SEATS[seat]) in row(image, top + 44, right + 20, right + 60), "the tag with the name"


def test_the_upcard_has_no_frame() -> None:
    png = table_picture(VIEWS["upcard"], NAMES, TEXTS).png
    left, _, right, bottom = faces_in(png, TOP)[PILE[0]]
    assert not {ink(seat) for seat in SEATS} & set(row(rgb(png), bottom + 6, left, right))


def test_earlier_discards_show_their_seats_by_number_and_color() -> None:
    """Two pictures of discards by other seats differ in more than color."""
    one, other = (
        rgb(table_picture(piled(discarders=(None, *seats, 1)), NAMES, TEXTS, Look(theme=Theme.FELT)).png)
        for seats in ((0, 1, 0, 1, 0), (0, 1, 1, 0, 1))
    )
    left, _, right, bottom = faces_in(table_picture(piled(), NAMES, TEXTS).png, PAST)[PILE[-2]]
    assert ink(SEATS[0]) in row(one, bottom + 19, left, right)
    assert ink(SEATS[1]) in row(other, bottom + 19, left, right)
    numbers = [
        [color == ink(Ink.ON_COLOR) for y in range(bottom, bottom + 44) for color in row(image, y, left, right)]
        for image in (one, other)
    ]
    assert numbers[0] != numbers[1]


def test_a_disc_is_on_the_pile_that_was_drawn_from() -> None:
    def disc(view: GinView, left: int, right: int) -> bool:
        image = rgb(table_picture(view, NAMES, TEXTS).png)
        return ink(SEATS[1]) in row(image, 450, left, right)

    stock, discard = (180, 210), (480, 515)
    assert [disc(piled(recent=DREW), *at) for at in (stock, discard)] == [True, False]
    assert [disc(piled(recent=TOOK), *at) for at in (stock, discard)] == [False, True]


@pytest.mark.parametrize(("quiet", "warned"), [(0, False), (14, False), (15, True), (19, True)])
def test_C_8_the_table_warns_five_turns_before_the_deal_is_void(quiet: int, warned: bool) -> None:
    plain = table_picture(piled(), NAMES, TEXTS).png
    quietly = table_picture(piled(quiet_turns=quiet), NAMES, TEXTS)
    assert (quietly.png != plain) == warned
    assert (f"Void in {20 - quiet} turn" in quietly.alt) == warned
    assert quietly.png == plain or opened(quietly.png).height == opened(plain).height + 68, "a line of its own"


@pytest.mark.parametrize(("deal", "turns", "seen"), [(1, 0, True), (1, 1, False), (2, 0, False)])
def test_G_4_the_cards_drawn_for_the_first_deal_are_shown_until_its_first_turn_ends(
    deal: int, turns: int, seen: bool
) -> None:
    drew = ((parse_card("5C"), parse_card("5D")), (parse_card("9C"), parse_card("KH")))
    view = piled(1, deal=deal, turns=turns, phase=Phase.UPCARD, recent=())
    picture = table_picture(replace(view, dealer_draw=drew), NAMES, TEXTS)
    assert (picture.png != table_picture(view, NAMES, TEXTS).png) == seen
    assert ("9 of clubs" in picture.alt) == seen


def test_hollywood_shows_all_three_scores() -> None:
    pictures = {
        table_picture(hollywood(*scores), NAMES, TEXTS).png for scores in ((1, 2, 3), (9, 2, 3), (1, 9, 3), (1, 2, 9))
    }
    assert len(pictures) == 4


def test_each_of_hollywoods_scores_has_the_number_of_its_game(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = watched(monkeypatch)
    table_picture(hollywood(12, 34, 56), NAMES, TEXTS)
    assert {"G1 ", "G2 ", "G3 ", "12", "34", "56"} <= set(drawn)
    assert not any(" · " in words for words in drawn)


def test_a_long_name_stays_in_its_places() -> None:
    """It may only change its panel, the tag of the top discard and the sentence of the last move."""
    for seat in (0, 1):
        short, long = (("Ola", "Kuba"), ("Ola", "Kuba"))
        long = tuple("W" * 32 if place == seat else name for place, name in enumerate(long))  # type: ignore[assignment]
        where = changed(
            table_picture(piled(discarders=(), recent=(), dealer=1 - seat), short, TEXTS).png,
            table_picture(piled(discarders=(), recent=(), dealer=1 - seat), long, TEXTS).png,
        )
        assert where is not None
        left = 32 + seat * 526
        assert left <= where[0]
        assert where[2] <= left + 510
        assert where[3] <= 110


def test_a_name_that_no_font_can_draw_leaves_only_the_badge() -> None:
    strange = {table_picture(piled(recent=()), (name, "Kuba"), TEXTS).png for name in ("🦊", "🔥🔥", "\u3164", "")}
    assert len(strange) == 1
    assert table_picture(piled(recent=()), ("Ola", "Kuba"), TEXTS).png not in strange


def test_an_unassisted_table_shows_only_the_top_discard() -> None:
    piles = [cards(pile) for pile in ("4D JS TH 9D", "KH 2C 5S 9D")]
    unassisted = [table_picture(public(discards=pile), NAMES, TEXTS, unassisted=True) for pile in piles]
    assert unassisted[0] == unassisted[1]
    assert set(faces_in(unassisted[0].png, TOP)) == {parse_card("9D")}
    assert table_picture(public(discards=piles[0]), NAMES, TEXTS) != unassisted[0]


def test_themes_and_decks_look_different() -> None:
    looks = [Look(deck, theme) for deck in Deck for theme in Theme]
    assert len({table_picture(piled(), NAMES, TEXTS, look).png for look in looks}) == len(looks)
    assert table_picture(piled(), NAMES, TEXTS, DEFAULT).png == table_picture(piled(), NAMES, TEXTS).png
