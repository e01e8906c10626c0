"""The store of a server's presets."""

import asyncio
from collections.abc import AsyncIterator
from enum import StrEnum

import pytest
from sqlalchemy import update

from bot.play.state.errors import TableReason
from bot.play.state.names import LONGEST_PRESET, MOST_PRESETS
from bot.play.state.values import Preset
from bot.rummy.families import Variant
from bot.rummy.house_rules import Conflict
from bot.rummy.melds.options import GermanOptions
from bot.rummy.options import Options, options_for
from bot.rummy.refusals import Refused
from data import schema
from data.database import Database, open_database
from data.location import DatabaseError
from data.people.preferences import SqlPresets

CLUB, OTHER = 2**63 - 1, 7
ALA, BOB = 2**62, 2**62 + 1
HOUSE_RULES = options_for(Variant.GERMAN, {"rounds": 5, "claim": True, "joker_rule": True})
LONG = options_for(Variant.BASIC, {"target": 500})


@pytest.fixture
def presets(database: Database) -> SqlPresets:
    return SqlPresets(database)


@pytest.fixture
async def elsewhere(url: str) -> AsyncIterator[SqlPresets]:
    """Return the same presets, opened as another process would."""
    other = await open_database(url)
    yield SqlPresets(other)
    await other.close()


@pytest.mark.parametrize("variant", Variant)
async def test_saved_presets_are_found_in_every_process(
    presets: SqlPresets, elsewhere: SqlPresets, variant: Variant
) -> None:
    options = options_for(variant)
    assert await presets.save(CLUB, "Friday", options, ALA, 1_800_000_000_000) is False
    assert await elsewhere.get(CLUB, "Friday") == Preset("Friday", options, ALA, 1_800_000_000_000)
    assert await elsewhere.get(OTHER, "Friday") is None
    assert await elsewhere.list(OTHER) == ()


async def test_preset_names_ignore_case_and_keep_the_last_spelling(presets: SqlPresets) -> None:
    assert not await presets.save(CLUB, "  Żółta\u200b \tKawka ", HOUSE_RULES, ALA, 1)
    assert await presets.save(CLUB, "żółta KAWKA", LONG, BOB, 2)
    assert await presets.list(CLUB) == (Preset("żółta KAWKA", LONG, BOB, 2),)
    for name in ("ŻÓŁTA kawka", " żółta  kawka\n"):
        assert await presets.get(CLUB, name) == Preset("żółta KAWKA", LONG, BOB, 2)
    assert not await presets.save(OTHER, "żółta kawka", HOUSE_RULES, ALA, 3)
    assert await presets.delete(CLUB, "Żółta Kawka")
    assert not await presets.delete(CLUB, "Żółta Kawka")
    assert await presets.list(CLUB) == ()
    assert [preset.options for preset in await presets.list(OTHER)] == [HOUSE_RULES]


async def test_a_preset_that_was_saved_with_an_emoji_is_still_found(database: Database, presets: SqlPresets) -> None:
    """Earlier versions let variation selectors into names, and they are in the stored key."""
    await presets.save(CLUB, "Friday", HOUSE_RULES, ALA, 1)
    async with database.write() as connection:
        await connection.execute(update(schema.presets).values(name="\u2764\ufe0f", key="\u2764\ufe0f"))
    assert await presets.get(CLUB, "\u2764\ufe0f") == Preset("\u2764\ufe0f", HOUSE_RULES, ALA, 1)
    assert await presets.delete(CLUB, "\u2764\ufe0f")


async def test_presets_are_listed_by_name(presets: SqlPresets) -> None:
    for name in ("long", "Friday", "a", "Zoo", "42"):
        await presets.save(CLUB, name, HOUSE_RULES, ALA, 1)
    assert [preset.name for preset in await presets.list(CLUB)] == ["42", "a", "Friday", "long", "Zoo"]


NOT_TOGETHER = GermanOptions(Variant.GERMAN, small_deck=True, initial_40=True, no_jokers=True, joker_rule=True)


@pytest.mark.parametrize(
    ("name", "options", "reasons"),
    [
        (" \u200b\n", HOUSE_RULES, [TableReason.EMPTY_NAME]),
        ("", HOUSE_RULES, [TableReason.EMPTY_NAME]),
        ("Friday\ufe0f", HOUSE_RULES, [TableReason.INVISIBLE_NAME]),
        ("x" * (LONGEST_PRESET + 1), HOUSE_RULES, [TableReason.LONG_NAME]),
        ("Friday", NOT_TOGETHER, [Conflict.SMALL_DECK_40, Conflict.NO_JOKERS_RULE]),
    ],
)
async def test_an_invalid_preset_is_refused_and_changes_nothing(
    presets: SqlPresets, name: str, options: Options, reasons: list[StrEnum]
) -> None:
    await presets.save(CLUB, "Friday", HOUSE_RULES, ALA, 1)
    with pytest.raises(Refused) as caught:
        await presets.save(CLUB, name, options, BOB, 2)
    assert [refusal.reason for refusal in caught.value.refusals] == reasons
    assert await presets.list(CLUB) == (Preset("Friday", HOUSE_RULES, ALA, 1),)
    assert await presets.get(CLUB, name) in (None, Preset("Friday", HOUSE_RULES, ALA, 1))
    await presets.save(CLUB, "x" * LONGEST_PRESET, HOUSE_RULES, BOB, 2)


async def test_the_number_of_presets_is_limited_and_one_can_be_replaced(presets: SqlPresets) -> None:
    for n in range(MOST_PRESETS):
        await presets.save(CLUB, f"preset {n}", HOUSE_RULES, ALA, n)
    before = await presets.list(CLUB)
    with pytest.raises(Refused) as caught:
        await presets.save(CLUB, "one more", HOUSE_RULES, ALA, 99)
    assert caught.value.refusal.reason is TableReason.PRESETS_FULL
    assert await presets.list(CLUB) == before
    assert await presets.save(CLUB, "PRESET 3", LONG, BOB, 99)
    assert not await presets.save(OTHER, "one more", HOUSE_RULES, ALA, 99)
    await presets.delete(CLUB, "preset 4")
    assert not await presets.save(CLUB, "one more", HOUSE_RULES, ALA, 99)


async def test_a_member_saves_few_presets_and_can_replace_their_own(presets: SqlPresets) -> None:
    for n in range(5):
        await presets.save(CLUB, f"preset {n}", HOUSE_RULES, ALA, n, most=5)
    with pytest.raises(Refused) as caught:
        await presets.save(CLUB, "one more", HOUSE_RULES, ALA, 99, most=5)
    assert caught.value.refusal.reason is TableReason.PRESETS_YOURS
    assert await presets.get(CLUB, "one more") is None
    assert await presets.save(CLUB, "preset 3", LONG, ALA, 99, most=5)
    assert not await presets.save(OTHER, "one more", HOUSE_RULES, ALA, 99, most=5)
    assert not await presets.save(CLUB, "one more", HOUSE_RULES, BOB, 99, most=5)


async def test_of_concurrent_saves_under_a_name_one_is_new(presets: SqlPresets, elsewhere: SqlPresets) -> None:
    both = (presets, elsewhere)
    replaced = await asyncio.gather(*(both[n % 2].save(CLUB, "Friday", HOUSE_RULES, n, n) for n in range(8)))
    assert sorted(replaced) == [False] + [True] * 7
    assert len(await presets.list(CLUB)) == 1


async def test_a_closed_database_raises_a_clear_error(url: str) -> None:
    database = await open_database(url)
    presets = SqlPresets(database)
    await database.close()
    for attempt in (presets.list(CLUB), presets.get(CLUB, "x"), presets.save(CLUB, "x", HOUSE_RULES, ALA, 1)):
        with pytest.raises(DatabaseError, match="is closed"):
            await attempt
