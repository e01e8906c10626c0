"""Pictures and alt texts of three-handed gin: who waits, what a partner sees, what is settled, and nothing hidden."""

from random import Random

import pytest

from bot.rummy.cards import code
from bot.rummy.families import Variant
from bot.rummy.gin.game import view_for
from bot.rummy.gin.options import Form
from bot.rummy.gin.state import GinState
from bot.rummy.views import Phase
from render.gin.alt import hand_alt, knock_alt, table_alt
from render.gin.ending import knock_picture
from render.gin.hand import hand_picture, hand_words
from render.gin.table import table_picture
from render.look import WHOLE
from render.pictures import replay_picture
from render.sheet import sheet_picture
from tests.render.measures import watched
from tests.render.quality import assert_format
from tests.render.views import NAMES, TEXTS, states
from tests.rummy.helpers import twin

TRIO = (*NAMES, "Ewa")
LONG = ("Kunegunda Wielka z Kórnika, Wielk", "Bartholomew the Third (Expert)", "W" * 32)
FORMS = pytest.mark.parametrize("form", Form)


def game(form: Form, seed: int = 7) -> tuple[GinState, ...]:
    return states(Variant.THREE_HANDED, seed, form=form)


@FORMS
def test_C_4_nobody_sees_a_hidden_card_but_a_partner_the_captains(form: Form) -> None:
    """All that the waiting seat, the others and spectators get is the same to the byte with other hidden cards."""
    rng = Random(form.value)
    for state in rng.sample(game(form), 12):
        for seat in (None, 0, 1, 2):
            one, other = view_for(state, seat), view_for(twin(state, seat, rng), seat)
            assert table_picture(one, TRIO, TEXTS) == table_picture(other, TRIO, TEXTS)
            assert sheet_picture(one, TRIO, TEXTS) == sheet_picture(other, TRIO, TEXTS)
            if seat is not None:
                assert hand_picture(one, TRIO, TEXTS) == hand_picture(other, TRIO, TEXTS)
                assert hand_words(one, TRIO, TEXTS) == hand_words(other, TRIO, TEXTS)
        alt = table_picture(view_for(state, None), LONG, TEXTS).alt
        assert len(alt) <= 1024
        assert not set("♣♠♥♦🃏") & set(alt)


@FORMS
def test_G3_8_the_table_shows_who_waits(form: Form, monkeypatch: pytest.MonkeyPatch) -> None:
    words = watched(monkeypatch)
    state = next(state for state in game(form) if state.turns == 3)
    assert state.waits is not None
    view = view_for(state, None)
    picture = table_picture(view, TRIO, TEXTS)
    assert_format(picture.png)
    assert TRIO[state.waits] in words
    assert ("partner, waits" if form is Form.CAPTAIN else "waits") in words
    assert f"{TRIO[state.waits]} 0, waits" in table_alt(view, TRIO, TEXTS)
    assert_format(table_picture(view, LONG, TEXTS).png)


def test_G3_3_the_first_table_shows_the_three_cards_that_were_drawn() -> None:
    state = game(Form.CUTTHROAT)[1]
    alt = table_alt(view_for(state, None), TRIO, TEXTS)
    drawn = ", ".join(
        f"{name} {TEXTS.card_words(card)}" for name, card in zip(TRIO, state.dealer_draw[-1], strict=True)
    )
    assert f"Drawn for the deal: {drawn}." in alt


def test_G3_12_a_partner_sees_the_captains_hand_and_reads_whose_it_is() -> None:
    state = next(state for state in game(Form.CAPTAIN) if state.turns == 4)
    assert state.waits is not None
    captain = state.pair[0]
    partners, captains = view_for(state, state.waits), view_for(state, captain)
    assert partners.hand == captains.hand
    assert f"The hand of {TRIO[captain]}, 10 cards." in hand_alt(partners, TRIO, TEXTS)
    news, words = hand_words(partners, TRIO, TEXTS).split("\n", 1)
    assert news.startswith(f"{TRIO[state.turn or 0]}'s turn. {TRIO[captain]} ")
    assert words == f"Hand of {TRIO[captain]}:\n{hand_words(captains, TRIO, TEXTS)}"
    assert hand_picture(partners, TRIO, TEXTS).png == hand_picture(captains, TRIO, TEXTS).png


def test_G3_8_anyone_else_who_waits_sees_the_table_in_place_of_a_hand() -> None:
    state = next(state for state in game(Form.CUTTHROAT) if state.turns == 4)
    view = view_for(state, state.waits)
    assert hand_picture(view, TRIO, TEXTS) == table_picture(view_for(state, None), TRIO, TEXTS)
    assert hand_words(view, TRIO, TEXTS, most=WHOLE) == table_alt(view, TRIO, TEXTS)
    assert len(hand_words(view, TRIO, TEXTS).split()) < 34


@FORMS
def test_an_ending_shows_all_three_totals(form: Form, monkeypatch: pytest.MonkeyPatch) -> None:
    words = watched(monkeypatch)
    state = next(state for state in game(form) if state.showdown and state.deals[-1].winner is not None)
    view = view_for(state, None)
    assert_format(knock_picture(view, TRIO, TEXTS).png)
    assert set(TRIO) <= set(words)
    assert all(name in knock_alt(view, TRIO, TEXTS) for name in TRIO)
    assert_format(knock_picture(view, LONG, TEXTS).png)


@FORMS
def test_G3_16_the_sheet_shows_who_waited_and_what_is_settled(form: Form, monkeypatch: pytest.MonkeyPatch) -> None:
    seed = next(seed for seed in range(20) if game(form, seed)[-1].phase is Phase.OVER)
    view = view_for(game(form, seed)[-1], None)
    assert view.result is not None
    assert view.result.settled is not None
    words = watched(monkeypatch)
    picture = sheet_picture(view, TRIO, TEXTS)
    assert_format(picture.png)
    assert {"waited", "Settled"} <= set(words)
    assert all(f"{points:+}".replace("-", "−") in picture.alt for points in view.result.settled)
    assert_format(sheet_picture(view, LONG, TEXTS).png)


@FORMS
def test_a_replay_shows_two_hands_and_who_waits(form: Form) -> None:
    state = next(state for state in game(form) if state.turns == 5)
    views = [view_for(state, seat) for seat in range(3)]
    picture = replay_picture(views, TRIO, TEXTS, title="Deal 1")
    assert_format(picture.png)
    assert picture.alt.count("deadwood") == 2
    assert state.waits is not None
    assert f"{TRIO[state.waits]} waits" in picture.alt
    assert all(len(code(card)) == 2 for card in views[0].hand)
