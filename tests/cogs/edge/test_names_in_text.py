"""Names in texts: visible characters only, no effect on the text around them, numbered seats, one label per user."""

import unicodedata
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.play.state.names import recorded_name
from bot.play.state.values import Player
from bot.players.levels import Level
from bot.rummy.families import Variant
from bot.rummy.gin.game import deal, new_game
from bot.rummy.options import options_for
from bot.rummy.shown import visible
from bot.text.lists import END_ISOLATE, ISOLATE
from bot.text.players import seat_name, short_name
from bot.text.ratings import member_name
from cogs.edge.layout import plain_name
from cogs.edge.messages import Detail
from cogs.standings.screens.standings import StandingsScene
from tests.cogs.table.scenes import NAMES, TEXTS, private_layout, public_layout, shown
from tests.render.melds.views import six_may_play
from tests.rummy.helpers import melds_states, random_melds_options

STRANGER, OTHER = 80351110224678912, 80351110224674711
CONTROLS = "\u200b\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u0000\n\t\ufeff"


@given(st.text(st.sampled_from(f"aŁ1 *_<@#محمדו🔥{CONTROLS}"), max_size=40))
def test_control_and_direction_characters_are_removed_from_names(name: str) -> None:
    safe = plain_name(name)
    inside = safe[1:-1] if safe.startswith(ISOLATE) else safe
    assert not any(unicodedata.category(sign) in ("Cc", "Cf") for sign in inside.replace("@\u200b", "@"))
    assert safe.startswith(ISOLATE) == safe.endswith(END_ISOLATE) == any(letter in name for letter in "محمדו")


def test_characters_that_show_nothing_are_removed_from_names() -> None:
    assert visible("\u2764\ufe0f A\u034fla\U000e0100 \u180b\u3164") == "\u2764 Ala"
    assert visible("\ufe0f\u034f") == ""


def test_a_right_to_left_name_does_not_move_the_numbers_next_to_it() -> None:
    for name in ("محمد", "דוד"):
        assert plain_name(name) == f"{ISOLATE}{name}{END_ISOLATE}"
        assert StandingsScene(TEXTS, {7: name}).label(7) == f"{ISOLATE}{name}{END_ISOLATE}"
    assert plain_name("Łukasz") == "Łukasz"


@pytest.mark.parametrize("name", ["\u3164", "\u2800\u2800", "\U0001d159", " \u115f ", "\u202e", "\ufe0f", "\u0301", ""])
def test_an_invisible_name_is_empty(name: str) -> None:
    assert visible(name) == ""


def test_a_player_without_a_name_has_the_same_name_at_every_seat_and_in_standings() -> None:
    stranger, other = Player(STRANGER, "", ""), Player(OTHER, "", "")
    for name in (seat_name, short_name):
        assert [name(TEXTS, player) for player in (stranger, other)] == ["Player 8912", "Player 4711"]
    assert [recorded_name(player) for player in (stranger, other)] == ["Player 8912", "Player 4711"]
    assert [member_name(TEXTS, user, {}) for user in (STRANGER, OTHER)] == ["Player 8912", "Player 4711"]
    former = Player(-STRANGER, "", "")
    assert seat_name(TEXTS, former) == recorded_name(former) == member_name(TEXTS, -STRANGER, {}) == "Former player"
    computer = replace(stranger, user=2, level=Level.HARD)
    assert (seat_name(TEXTS, computer), short_name(TEXTS, computer)) == ("Computer 2 (Hard)", "Computer 2")


def test_the_text_of_a_gin_table_numbers_seats_like_the_picture() -> None:
    state = deal(new_game(options_for(Variant.GIN), 0), list(range(52)))
    seen = shown(public_layout(state, Detail(files=False), names=("🔥🔥", "محمد"))).text
    assert "① 🔥🔥 (dealer): 10 cards" in seen
    assert f"② {ISOLATE}محمد{END_ISOLATE}: 10 cards" in seen
    assert "you 0, 🔥🔥 0" in shown(private_layout(state, 1, names=("🔥🔥", "محمد"))).text


@pytest.mark.parametrize("seats", [2, 3, 4, 6])
def test_the_text_of_a_table_with_melds_numbers_seats_like_the_picture(seats: int) -> None:
    rng = Random(seats)
    with six_may_play():
        states = melds_states(random_melds_options(rng, Variant.GERMAN, seats), seats, rng, 3)
    seen = shown(public_layout(states[-1], Detail(files=False))).text
    for number, name in zip("①②③④⑤⑥", NAMES[:seats], strict=False):
        assert f"{number} {name}" in seen
