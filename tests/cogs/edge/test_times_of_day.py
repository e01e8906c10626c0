"""Times of day and time zones, as people type them and as they are offered."""

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
def test_a_time_of_day_is_read_in_the_ways_people_write_it(typed: str, minutes: int) -> None:
    assert minutes_of(typed) == minutes


@pytest.mark.parametrize(
    "typed", ["", "x", "25", "24:01", "7:60", "7:5", "13 pm", "0 am", "-1", "22:30:00", "٢٢", "1" * 99]
)
def test_what_is_no_time_of_day_is_not_read(typed: str) -> None:
    assert minutes_of(typed) is None


@given(st.integers(0, 24 * 60 - 1))
def test_a_time_of_day_as_it_is_written_reads_back(minutes: int) -> None:
    assert minutes_of(clock_words(minutes)) == minutes


def test_hours_are_offered_from_the_evening_on_and_none_at_all_first() -> None:
    offered = [choice.value for choice in hour_choices(TEXTS, "")]
    assert offered[:3] == [OFF, "20:00", "21:00"]
    assert len(offered) == 25
    assert [choice.value for choice in hour_choices(TEXTS, "7:30")] == ["07:30"]
    assert [choice.value for choice in hour_choices(TEXTS, "10 pm")] == ["22:00"]
    assert [choice.value for choice in hour_choices(TEXTS, "of")] == [OFF]
    assert is_off(TEXTS, " OFF ")
    assert not is_off(TEXTS, "22:00")


@pytest.mark.parametrize("typed", ["Europe/Warsaw", "europe/warsaw", " EUROPE/Warsaw ", "america/new york", "UTC"])
def test_a_zone_is_found_however_it_is_written(typed: str) -> None:
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
def test_what_is_no_zone_is_not_found(typed: str) -> None:
    assert zone_named(typed) is None


def test_zones_are_offered_by_the_city_with_the_time_there() -> None:
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
def test_with_nothing_typed_the_own_country_comes_first(locale: str, first: str) -> None:
    offered = zone_choices("", locale, NOON)
    assert offered[0].value == first
    assert len({choice.value for choice in offered}) == len(offered) <= 25


@given(st.text(max_size=20))
def test_whatever_is_typed_what_is_offered_is_a_zone_and_fits(typed: str) -> None:
    offered = zone_choices(typed, "en-US", NOON)
    assert len(offered) <= 25
    for choice in offered:
        assert zone_named(str(choice.value)) == choice.value
        assert 1 <= len(choice.name) <= 100
