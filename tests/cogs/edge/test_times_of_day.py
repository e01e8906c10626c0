"""Times of day and time zones, as users type them and as they're offered."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cogs.edge.times_of_day import (
    OFF,
    clock_in,
    clock_words,
    hour_choices,
    is_off,
    minutes_of,
    zone_choices,
    zone_named,
    zones,
)
from tests.cogs.table.scenes import TEXTS

NOON = int(datetime(2026, 7, 1, 12, tzinfo=UTC).timestamp() * 1000)


@pytest.mark.parametrize(
    ("typed", "minutes"),
    [
        ("22", 1320), ("22:30", 1350), (" 7:05 ", 425), ("2230", 1350), ("0:00", 0), ("24:00", 0), ("24", 0),
        ("10 pm", 1320), ("10PM", 1320), ("12 am", 0), ("12:15 a.m.", 15), ("12 pm", 720), ("7 a", 420),
    ],
)  # fmt: skip
def test_common_notations_of_a_time_of_day_are_parsed(typed: str, minutes: int) -> None:
    assert minutes_of(typed) == minutes


@pytest.mark.parametrize(
    "typed", ["", "x", "25", "24:01", "7:60", "7:5", "13 pm", "0 am", "-1", "22:30:00", "٢٢", "1" * 99]
)
def test_an_invalid_time_of_day_is_none(typed: str) -> None:
    assert minutes_of(typed) is None


@given(st.integers(0, 24 * 60 - 1))
def test_a_formatted_time_of_day_reads_back(minutes: int) -> None:
    assert minutes_of(clock_words(minutes)) == minutes


def test_off_is_offered_first_and_then_hours_from_the_evening_on() -> None:
    offered = [choice.value for choice in hour_choices(TEXTS, "")]
    assert offered[:3] == [OFF, "20:00", "21:00"]
    assert len(offered) == 25
    assert [choice.value for choice in hour_choices(TEXTS, "7:30")] == ["07:30"]
    assert [choice.value for choice in hour_choices(TEXTS, "10 pm")] == ["22:00"]
    assert [choice.value for choice in hour_choices(TEXTS, "of")] == [OFF]
    assert is_off(TEXTS, " OFF ")
    assert not is_off(TEXTS, "22:00")


@pytest.mark.parametrize("typed", ["Europe/Warsaw", "europe/warsaw", " EUROPE/Warsaw ", "america/new york", "UTC"])
def test_a_zone_is_found_regardless_of_case_and_separators(typed: str) -> None:
    found = zone_named(typed)
    assert found in zones()
    assert found is not None
    assert found.replace("_", " ").casefold() == typed.strip().casefold()


@pytest.mark.parametrize(
    ("typed", "zone"), [("warsaw", "Europe/Warsaw"), ("NEW york", "America/New_York"), ("utc", "UTC")]
)
def test_a_zone_is_found_by_its_city_alone(typed: str, zone: str) -> None:
    assert zone_named(typed) == zone


@pytest.mark.parametrize("typed", ["", "Krakow", "Europe", "../etc/passwd", "Europe/Nowhere", "\0", "x" * 6000])
def test_an_unknown_zone_is_none(typed: str) -> None:
    assert zone_named(typed) is None


def test_zones_are_offered_by_city_with_their_current_time() -> None:
    [warsaw] = zone_choices("warsaw", "en-US", NOON)
    assert (warsaw.name, warsaw.value) == ("Europe/Warsaw · 14:00", "Europe/Warsaw")
    assert zone_choices("york", "en-US", NOON)[0].value == "America/New_York"
    assert zone_choices("sao p", "pl", NOON)[0].name == "America/Sao Paulo · 09:00"
    assert zone_choices("no such place", "en-US", NOON) == []
    assert [choice.value for choice in zone_choices("utc", "en-US", NOON)] == ["UTC"]
    assert clock_in("Asia/Kolkata", NOON) == "17:30"


@pytest.mark.parametrize(
    ("locale", "first"), [("pl", "Europe/Warsaw"), ("pt-BR", "America/Sao_Paulo"), ("en-GB", "Europe/London")]
)
def test_without_typed_text_the_zone_of_the_users_language_comes_first(locale: str, first: str) -> None:
    offered = zone_choices("", locale, NOON)
    assert offered[0].value == first
    assert len({choice.value for choice in offered}) == len(offered) <= 25


@given(st.text(max_size=20))
def test_any_typed_text_gives_valid_choices(typed: str) -> None:
    offered = zone_choices(typed, "en-US", NOON)
    assert len(offered) <= 25
    for choice in offered:
        assert zone_named(str(choice.value)) == choice.value
        assert 1 <= len(choice.name) <= 100
