"""Exported results and standings: computers, unknown names, large files, texts that look like formulas."""

import csv
import gzip
import re
from dataclasses import replace
from io import StringIO

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from bot.ratings.values import (
    ALL_TIME,
    Counts,
    GameEnding,
    GameFacts,
    PlayerResult,
    Ranked,
    Rated,
    Rating,
    RatingPool,
    Result,
    Season,
    Standing,
)
from bot.rummy.families import Variant
from cogs.standings.exports import ZIPPED_FROM, moment, named_file, results_csv, safe, standings_csv
from tests.amounts import times

NOON = 1_795_262_400_000
LINES = (
    PlayerResult(0, 11, 1, won=True, forfeit=False, points=31, margin=48, counts=Counts(moves=9, gins=1)),
    PlayerResult(1, None, 2, won=False, forfeit=False, points=-17, margin=-48, counts=Counts(moves=8)),
    PlayerResult(2, -5, 3, won=False, forfeit=True, points=0, margin=-31, counts=Counts()),
)
FACTS = GameFacts(7, 1, 2, None, Variant.BASIC, GameEnding.PLAYED, Rated.COMPUTER, None, NOON, NOON + 60_999, LINES, {})


def read(data: bytes) -> list[dict[str, str]]:
    assert data.startswith(b"\xef\xbb\xbf"), "so that spreadsheets read other letters than English ones"
    return list(csv.DictReader(StringIO(data.decode("utf-8-sig"), newline="")))


def test_the_csv_has_a_line_per_player_including_computers_and_deleted_users() -> None:
    seasons = (Season(1, 1, "Łąka, autumn", NOON),)
    results = (Result(FACTS, Rated.COMPUTER, 1), Result(replace(FACTS, table=8), Rated.COMPUTER, ALL_TIME))
    lines = read(results_csv(results, seasons, {11: 'Ala "the" Cat'}))
    assert [(line["seat"], line["player_id"], line["player"]) for line in lines[:3]] == [
        ("1", "11", 'Ala "the" Cat'), ("2", "", "computer"), ("3", "-5", "Former player"),
    ]  # fmt: skip
    assert [line["points"] for line in lines[:3]] == ["31", "-17", "0"]
    assert [line["forfeit"] for line in lines[:3]] == ["0", "0", "1"]
    assert (lines[0]["gins"], lines[0]["moves"], lines[1]["knocks"]) == ("1", "9", "0")
    assert (lines[0]["started"], lines[0]["ended"]) == ("2026-11-21T12:00:00Z", "2026-11-21T12:01:00Z")
    assert [line["season"] for line in lines] == ["Łąka, autumn"] * 3 + [""] * 3
    assert (lines[0]["rated"], lines[0]["end"], lines[0]["variant"]) == ("computer", "played", "basic")


def test_exported_standings_have_ranks_and_displayed_ratings() -> None:
    one = Standing(11, 6, 4, 99, 2, 3, NOON, Rating(25, 25 / 3, 6, 1))
    rows = (Ranked(1, one), Ranked(None, replace(one, user=-5, games=2, rating=None, streak=-1)))
    lines = read(standings_csv(None, {None: rows, Variant.GIN: ()}, {}))
    assert [(line["games_of"], line["rank"], line["player_id"], line["player"]) for line in lines] == [
        ("all", "1", "11", "Player 0011"),
        ("all", "", "-5", "Former player"),
    ]
    assert [(line["rating"], line["provisional"]) for line in lines] == [("1000", "1"), ("", "")]
    assert lines[1]["streak"] == "-1"
    assert RatingPool.GIN not in {line["games_of"] for line in lines}, "nobody has played it"


@pytest.mark.parametrize("name", ["=1+1", "+1", "-1", "@SUM(A1)", "\tx", "\rx"])
def test_no_name_is_exported_as_a_formula(name: str) -> None:
    assert safe(name) == f"'{name}"
    assert read(results_csv((Result(FACTS, Rated.YES, 0),), (), {11: name}))[0]["player"] == f"'{name}"
    assert safe("Ala = Bob") == "Ala = Bob"


ATTACKS = {
    "\uff1d1+1": "'\uff1d1+1",
    "\u200b=1+1": "\u200b'=1+1",
    "  \u3164@SUM(A1)": "  \u3164'@SUM(A1)",
    "Ala;=1+1": "Ala;'=1+1",
    "Ala\t\uff20x": "Ala\t'\uff20x",
    'Ala";"=1+1': 'Ala";"\'=1+1',
    "'=1": "''=1",
    "\t=1": "'\t'=1",
}


@pytest.mark.parametrize("name", ATTACKS)
def test_full_width_signs_separators_and_invisible_characters_make_no_formula(name: str) -> None:
    assert safe(name) == ATTACKS[name]


TYPED = st.text(
    st.sampled_from("=+-@\uff1d\uff0b\uff0d\uff20\ufe62\u2212;,|\t\r\n \u200b\u3164\u0301'\"aż1"), max_size=12
)


@settings(max_examples=times(300))
@given(TYPED)
@example('";"=1+1')
def test_no_part_of_an_exported_text_starts_a_formula_and_the_text_can_be_restored(name: str) -> None:
    written = safe(name)
    assert restored(written) == name
    season = Season(1, 1, name, NOON)
    data = standings_csv(season, {None: (Ranked(1, Standing(11, 6, 4, 9, 2, 3, NOON)),)}, {11: name})
    (line,) = read(data)
    assert line["season"] == written
    _, lines = data.decode("utf-8-sig").split("\r\n", 1)
    for separators in (",", ";", "\t", "|", ";,\t|"):
        for cell in re.split(f"[{re.escape(separators)}\r\n]", lines):
            assert not starts_formula(cell), (cell, separators)


def starts_formula(cell: str) -> bool:
    """Return whether a careless spreadsheet takes a cell for a formula: it skips quotes and what nobody sees."""
    seen = cell.lstrip("\"' \u200b\u3164\u0301") if not cell.lstrip('" \u200b\u3164\u0301').startswith("'") else ""
    return seen[:1] in tuple("=+-@\uff1d\uff0b\uff0d\uff20\ufe62\u2212")


def restored(written: str) -> str:
    """Remove one apostrophe before each sign that starts a cell, as docs/commands.md says."""
    sign, blank = "[=+\\-@\uff1d\uff0b\uff0d\uff20\ufe62\u2212]", "[\u200b\u3164\u0301 \"']"
    without_first = re.sub(r"^('*)'(?=[\t\r\n])", r"\1", written)
    return re.sub(f"((?:^|[;,|\t\r\n]){blank}*)'(?={sign})", r"\1", without_first)


def test_a_large_file_is_compressed() -> None:
    small, large = b"x" * (ZIPPED_FROM - 1), b"x" * ZIPPED_FROM
    assert (named_file("a.csv", small).name, named_file("a.csv", small).data) == ("a.csv", small)
    sent = named_file("a.csv", large)
    assert sent.name == "a.csv.gz"
    assert gzip.decompress(sent.data) == large


def test_exported_times_are_in_utc() -> None:
    assert moment(0) == "1970-01-01T00:00:00Z"
