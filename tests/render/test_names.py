"""Names as pictures show them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from render.letters import SMALLEST, cut, length
from render.names import clean, drawable, drawable_part, on_one_line, title_of
from render.table import table_picture
from tests.render.views import TEXTS, public


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Ola", "Ola"),
        ("Zażółć Gęślą", "Zażółć Gęślą"),
        ("Zoe\u0301", "Zoé"),
        ("\u202eOla\u202c", "Ola"),
        ("O\u0007l\ta\n", "Ol a"),
        ("  two   words ", "two words"),
        ("Ola\u200d\ufe0f", "Ola"),
        ("Дмитрий", "Дмитрий"),
        ("Ωmega ★", "Ωmega ★"),
    ],
)
def test_a_name_is_composed_and_has_no_control_or_direction_characters(name: str, shown: str) -> None:
    assert drawable(name) == shown


@pytest.mark.parametrize("name", ["日本", "Ola 🦊", "עברית", "محمد", "q\u0323\u0307", "", "\u200b", "\u202e"])
def test_a_name_that_cannot_be_drawn_well_is_left_to_the_badge(name: str) -> None:
    assert drawable(name) is None


@pytest.mark.parametrize(
    ("name", "part"),
    [
        ("Ola 🦊", "Ola"),
        ("日本 Kuba", "Kuba"),
        ("🦊", None),
        ("日本", None),
        ("★★", None),
        ("", None),
        ("a\u0301b", "áb"),
    ],
)
def test_of_a_name_in_a_list_as_much_is_shown_as_can_be(name: str, part: str | None) -> None:
    assert drawable_part(name) == part
    assert part is None or drawable(part) == part


def test_a_title_loses_what_can_not_be_drawn() -> None:
    assert title_of("🏆 Winter  Cup ★ 日本 2026\n") == "Winter Cup ★ 2026"
    assert title_of("🏆") == ""


@given(st.text(max_size=40), st.integers(40, 500))
def test_any_name_can_be_drawn_within_any_width(name: str, width: int) -> None:
    shown = cut(drawable(name) or "?", SMALLEST, True, width)
    assert length(shown, SMALLEST, True) <= width
    assert clean(clean(name)) == clean(name)


def test_a_cut_name_ends_with_an_ellipsis() -> None:
    assert cut("Kunegunda z Kórnika", SMALLEST, True, 200).endswith("…")
    assert cut("Ola", SMALLEST, True, 200) == "Ola"


@pytest.mark.parametrize("name", ["{name}", "%s", "<@1>", "a" * 200, "\x00", "👩‍👩‍👧", "\ud83d"])
def test_no_name_breaks_a_picture(name: str) -> None:
    assert table_picture(public(), (name, name), TEXTS).png.startswith(b"\x89PNG")


@given(st.text(max_size=60), st.integers(250, 900))
def test_a_sentence_with_any_name_fits_and_keeps_its_words(name: str, width: int) -> None:
    line = on_one_line((name, "Ola"), TEXTS, lambda shown: f"{shown[0]}'s turn", SMALLEST, width)
    assert length(line, SMALLEST, True) <= width
    assert line.endswith("'s turn")
    assert line.startswith("Seat 1") == (drawable(name) is None) or drawable(name) == "Seat 1"
