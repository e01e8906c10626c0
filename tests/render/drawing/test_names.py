"""Names in pictures."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from render.drawing.letters import LABEL, clean, cut, drawable, length, on_one_line, title_of
from render.gin.table import table_picture
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
        ("Łukasz", "Łukasz"),
        ("Ελένη", "Ελένη"),
        ("محمد", "محمد"),
        ("דוד", "דוד"),
        ("李雷", "李雷"),
        ("김철수", "김철수"),
        ("さくら サクラ", "さくら サクラ"),
        ("...", "..."),
    ],
)
def test_a_name_is_composed_and_has_no_control_or_direction_characters(name: str, shown: str) -> None:
    assert drawable(name) == shown


@pytest.mark.parametrize("name", ["🦊", "🔥🔥", "!🦊", "", "\u200b", "\u202e", "\u3164", "\u2800", "\u0301"])
def test_a_name_that_can_not_be_drawn_leaves_only_the_badge(name: str) -> None:
    assert drawable(name) is None


@pytest.mark.parametrize(
    ("name", "part"),
    [
        ("Ola 🦊", "Ola"),
        ("🔥Kuba🔥", "Kuba"),
        ("👩\u200d👩\u200d👧 Ewa", "Ewa"),
        ("Ola 🇵🇱", "Ola"),
        ("🦊★", "★"),
        ("q\u0323\u0307", "q"),
        ("a\u0301b", "áb"),
        ("ณัฐ Nat", "Nat"),
    ],
)
def test_as_much_of_a_name_is_shown_as_can_be_drawn(name: str, part: str) -> None:
    assert drawable(name) == part
    assert drawable(part) == part


@pytest.mark.parametrize("name", ["𝓞𝓵𝓪", "𝕺𝖑𝖆", "𝑶𝒍𝒂", "Ｏｌａ", "Ⓞⓛⓐ", "🅞ⓛⓐ", "🅾ⓛⓐ"])
def test_fancy_letters_that_no_font_has_are_plain(name: str) -> None:
    assert drawable(name) == "Ola"


def test_a_title_loses_characters_that_can_not_be_drawn() -> None:
    assert title_of("🏆 Winter  Cup ★ 日本 2026\n") == "Winter Cup ★ 日本 2026"
    assert title_of("🏆") == ""


@given(st.text(max_size=40), st.integers(40, 500))
def test_any_name_can_be_drawn_within_any_width(name: str, width: int) -> None:
    shown = cut(drawable(name) or "?", LABEL, True, width)
    assert length(shown, LABEL, True) <= width
    assert clean(clean(name)) == clean(name)


def test_a_cut_name_ends_with_an_ellipsis() -> None:
    assert cut("Kunegunda z Kórnika", LABEL, True, 200).endswith("…")
    assert cut("Ola", LABEL, True, 200) == "Ola"


@pytest.mark.parametrize("name", ["{name}", "%s", "<@1>", "a" * 200, "\x00", "👩‍👩‍👧", "\ud83d"])
def test_no_name_breaks_a_picture(name: str) -> None:
    assert table_picture(public(), (name, name), TEXTS).png.startswith(b"\x89PNG")


@given(st.text(max_size=60), st.integers(250, 900))
def test_a_sentence_with_any_name_fits_and_keeps_its_words(name: str, width: int) -> None:
    line = on_one_line((name, "Ola"), TEXTS, lambda shown: f"{shown[0]}'s turn", LABEL, width)
    assert length(line, LABEL, True) <= width
    assert line.endswith("'s turn")
    assert line.startswith("Seat 1") == (drawable(name) is None) or drawable(name) == "Seat 1"
