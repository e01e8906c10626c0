"""Names in many scripts, with joined letters and in the right order, and the licenses of fonts."""

import tomllib
import unicodedata
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageChops

from bot.text.lists import END_ISOLATE, ISOLATE, isolated
from bot.tournaments.table import table_of
from bot.tournaments.values import TournamentFormat
from render.drawing.letters import LABEL, as_drawn, cut, drawable, has_glyph, length, letters
from render.gin.ending import knock_picture
from render.gin.hand import hand_picture
from render.gin.table import table_picture
from render.melds.ending import ending_picture
from render.melds.hand import melds_hand_picture
from render.melds.table import melds_table_picture
from render.profile import profile_picture
from render.sheet import sheet_picture
from render.standings import standings_picture
from render.tournaments import bracket_picture, tournament_table_picture
from render.values import Picture
from render.versus import versus_picture
from tests.render.competition import page, played_tournament, profile, standing, versus
from tests.render.gin.test_ending import knocks
from tests.render.melds.test_ending import ENDINGS
from tests.render.melds.views import held, spectated
from tests.render.views import TEXTS, holding, public

FONTS = Path(__file__).parents[3] / "render" / "fonts"
NAMES = ("🔥Kuba🔥", "𝓞𝓵𝓪", "Łukasz", "محمد", "李雷", "Ελένη", "דוד", "W" * 32)
OTHERS = ("Jan", "Ewa", "Iga")
Draw = Callable[[str], Picture]


def named(name: str) -> dict[int, str]:
    return {1: name, 2: "Jan"}


WITH_SEATS: dict[str, Draw] = {
    "gin table": lambda name: table_picture(public(), (name, "Jan"), TEXTS),
    "german table": lambda name: melds_table_picture(spectated(), (name, *OTHERS), TEXTS),
    "gin hand": lambda name: hand_picture(holding("2C 5D KH", discards=(0,), discarders=(1,)), ("Jan", name), TEXTS),
    "german hand": lambda name: melds_hand_picture(
        held("2C 5D KH", turn=1, opened=(True,) * 4, discards=(0,), discarders=(1,)), ("Jan", name, *OTHERS[1:]), TEXTS
    ),
    "score sheet": lambda name: sheet_picture(public(), (name, "Jan"), TEXTS),
    "score sheet of four": lambda name: sheet_picture(ENDINGS["out"], (name, *OTHERS), TEXTS),
    "ending": lambda name: ending_picture(ENDINGS["out"], (name, *OTHERS), TEXTS),
    "knock": lambda name: knock_picture(knocks()["knock-2"], (name, "Jan"), TEXTS),
}
WITHOUT_SEATS: dict[str, Draw] = {
    "standings": lambda name: standings_picture(page(standing(1), standing(2)), named(name), TEXTS, "All time"),
    "profile": lambda name: profile_picture(profile(3), named(name), TEXTS),
    "profile of a rival": lambda name: profile_picture(
        profile(12, user=2, rivals=(versus(1, 2, (1, 2)),)), named(name), TEXTS
    ),
    "versus": lambda name: versus_picture(versus(1, 2, (1, 2)), named(name), TEXTS),
    "league table": lambda name: tournament_table_picture(
        table_of(played_tournament(TournamentFormat.SINGLE, 2, 1)), named(name), TEXTS, "A"
    ),
    "bracket": lambda name: bracket_picture(
        played_tournament(TournamentFormat.KNOCKOUT, 2, 1), named(name), TEXTS, "A"
    ),
}
EVERYWHERE = WITH_SEATS | WITHOUT_SEATS


@pytest.mark.parametrize("draw", EVERYWHERE.values(), ids=EVERYWHERE)
def test_a_character_that_no_font_has_removes_only_itself_from_a_name(draw: Draw) -> None:
    assert draw("🔥Kuba🔥").png == draw("Kuba").png
    assert draw("𝓞𝓵𝓪").png == draw("Ola").png
    assert draw("Kuba").png != draw("Ola").png


@pytest.mark.parametrize("draw", EVERYWHERE.values(), ids=EVERYWHERE)
def test_every_script_is_drawn_in_every_picture(draw: Draw) -> None:
    pictures = {draw(name).png for name in (*NAMES, "🔥🔥")}
    assert len(pictures) == len(NAMES) + 1, "one that shows nothing of a name is like that of 🔥🔥"


@pytest.mark.parametrize("draw", EVERYWHERE.values(), ids=EVERYWHERE)
def test_wide_names_do_not_touch_their_neighbors(draw: Draw) -> None:
    assert draw("W" * 32).png == draw("W" * 31).png, "both are cut at the same place"


def test_an_arabic_name_begins_at_the_right_and_its_letters_are_joined() -> None:
    dal_final, meem_medial, hah_medial, meem_initial = "\ufeaa\ufee4\ufea4\ufee3"
    assert as_drawn("محمد") == dal_final + meem_medial + hah_medial + meem_initial
    assert not gaps("محمد")
    assert gaps("\ufea9\ufee1\ufea1\ufee1"), "letters that are not joined have gaps between them"


def test_another_first_letter_changes_the_right_end_of_a_name() -> None:
    for name, other in (("محمد", "بحمد"), ("אבג", "רבג")):
        one, two = (letters(each, 60, True).mask for each in (name, other))
        left = (0, 0, min(one.width, two.width) // 3, min(one.height, two.height))
        assert changed(one.crop(left), two.crop(left)) is None
        assert changed(right_end(one), right_end(two)) is not None


@pytest.mark.parametrize(
    ("written", "drawn"),
    [
        ("Ola", "Ola"),
        ("אבג", "גבא"),
        ("אבג 12", "12 גבא"),
        ("אבג 1,000", "1,000 גבא"),
        ("אבג 5%", "5% גבא"),
        ("אבג (דה)", "(הד) גבא"),
        ("אבג (Ola)", "(Ola) גבא"),
        ("Ola אבג דה!", "Ola הד גבא!"),
        ("Ola 12 אבג", "Ola 12 גבא"),
        ("أحمد ٣", "٣ \ufeaa\ufee4\ufea3\ufe83"),
        ("سلام", "\ufee1\ufefc\ufeb3"),
        ("لا", "\ufefb"),
        (f"{ISOLATE}אבג!{END_ISOLATE}'s turn", "!גבא's turn"),
        (
            f"{ISOLATE}אבג 1{END_ISOLATE}: 48, {ISOLATE}דה{END_ISOLATE}: 31",
            "1 גבא: 48, הד: 31",
        ),
        (f"against {ISOLATE}אבג Ola{END_ISOLATE}", "against Ola גבא"),
        (f"against {ISOLATE}אבג…", "against …גבא"),
        (f"{ISOLATE}{END_ISOLATE}אב", "בא"),
    ],
)
def test_a_line_is_drawn_in_the_order_of_its_scripts(written: str, drawn: str) -> None:
    assert as_drawn(written) == drawn


@given(st.text(st.sampled_from(f"aZ1 ٣,.+%()[]!אבגסلامحمد{ISOLATE}{END_ISOLATE}"), max_size=20))
def test_every_character_is_drawn_once(words: str) -> None:
    shown = unicodedata.normalize("NFKC", as_drawn(words))
    mirrored = str.maketrans(")]", "([")
    plain = words.replace(ISOLATE, "").replace(END_ISOLATE, "")
    assert sorted(shown.translate(mirrored)) == sorted(plain.translate(mirrored))


@given(st.text(max_size=40), st.integers(40, 500))
def test_any_name_fits_any_width_in_any_sentence(name: str, width: int) -> None:
    words = f"{isolated(drawable(name) or '?')}'s turn"
    assert length(cut(words, LABEL, True, width), LABEL, True) <= width
    assert letters(words, LABEL, True).mask.width >= 1


def test_a_cut_name_keeps_its_beginning_on_its_own_side() -> None:
    assert as_drawn(cut("אבגדהוזחטיכלמנ", 40, True, 200)).startswith("…")
    assert as_drawn(cut("Kunegunda Wielka", 40, True, 200)).endswith("…")


@pytest.mark.parametrize("bold", [True, False])
def test_characters_that_a_font_lacks_come_from_another_font(bold: bool) -> None:
    parts = [length(part, 40, bold) for part in ("Ola ", "李雷", " Ewa")]
    assert abs(length("Ola 李雷 Ewa", 40, bold) - sum(parts)) <= 2
    assert letters("李", 40, bold).mask.tobytes() != letters("雷", 40, bold).mask.tobytes()


@pytest.mark.parametrize(
    "alphabet",
    ["ĄĆĘŁŃÓŚŹŻẞßñåØœ", "ЁЙїґђљ", "ΆΈώς", "אבםןץ", "ابپچگیے", "あアんンゝー", "가힣", "李们們龍龙桜"],
)
def test_fonts_have_the_letters_of_many_languages(alphabet: str) -> None:
    assert all(map(has_glyph, alphabet))


def test_every_font_comes_with_its_license() -> None:
    root = FONTS.parents[1]
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    licenses = "".join((root / path).read_text(encoding="utf-8") for path in project["license-files"])
    fonts = [path for path in FONTS.iterdir() if path.suffix in (".ttf", ".otf")]
    for path in fonts:
        words = "DejaVu Sans and DejaVu Sans Bold" if path.name.startswith("DejaVu") else path.name
        assert words in licenses
    assert "SIL OPEN FONT LICENSE" in licenses
    assert sum(path.stat().st_size for path in fonts) < 6_500_000


def gaps(words: str) -> int:
    """Count the gaps between the ink of a text and the ink to the right of it."""
    mask = letters(words, 60, True).mask
    mask = mask.crop(mask.getbbox())
    inked = [mask.crop((x, 0, x + 1, mask.height)).getbbox() is not None for x in range(mask.width)]
    return sum(before and not after for before, after in pairwise(inked))


def right_end(mask: Image.Image) -> Image.Image:
    """Return the last 30 columns of a mask, 80 pixels high."""
    end = Image.new("L", (30, 80))
    end.paste(mask.crop((mask.width - 30, 0, mask.width, mask.height)))
    return end


def changed(one: Image.Image, other: Image.Image) -> tuple[int, int, int, int] | None:
    return ImageChops.difference(one, other).getbbox()
