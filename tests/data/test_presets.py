"""The store of a server's presets."""

import asyncio
from collections.abc import AsyncIterator
from enum import StrEnum

import pytest
from sqlalchemy import update

from bot.play.state.errors import TableReason
from bot.play.state.names import LONGEST_PRESET, MOST_PRESETS
from bot.play.state.people import Preset
from bot.rummy.families import Variant
from bot.rummy.melds.options import GermanOptions
from bot.rummy.options import Options, options_for
from bot.rummy.refusals import Conflict, Refused
from data import schema
from data.database import Database, open_database
from data.location import DatabaseError
from data.people.servers import SqlServers

CLUB, OTHER = 2**63 - 1, 7
ALA, BOB = 2**62, 2**62 + 1
HOUSE_RULES = options_for(Variant.GERMAN, {"rounds": 5, "claim": True, "joker_rule": True})
LONG = options_for(Variant.BASIC, {"target": 500})


@pytest.fixture
def servers(database: Database) -> SqlServers:
    return SqlServers(database)


@pytest.fixture
async def elsewhere(url: str) -> AsyncIterator[SqlServers]:
    """Return the same presets, opened as another process would."""
    other = await open_database(url)
    yield SqlServers(other)
    await other.close()


@pytest.mark.parametrize("variant", Variant)
async def test_saved_presets_are_found_in_every_process(
    servers: SqlServers, elsewhere: SqlServers, variant: Variant
) -> None:
    options = options_for(variant)
    assert await servers.save_preset(CLUB, "Friday", options, ALA, 1_800_000_000_000) is False
    assert await elsewhere.preset(CLUB, "Friday") == Preset("Friday", options, ALA, 1_800_000_000_000)
    assert await elsewhere.preset(OTHER, "Friday") is None
    assert await elsewhere.presets(OTHER) == ()


async def test_preset_names_ignore_case_and_keep_the_last_spelling(servers: SqlServers) -> None:
    assert not await servers.save_preset(CLUB, "  Żółta\u200b \tKawka ", HOUSE_RULES, ALA, 1)
    assert await servers.save_preset(CLUB, "żółta KAWKA", LONG, BOB, 2)
    assert await servers.presets(CLUB) == (Preset("żółta KAWKA", LONG, BOB, 2),)
    for name in ("ŻÓŁTA kawka", " żółta  kawka\n"):
        assert await servers.preset(CLUB, name) == Preset("żółta KAWKA", LONG, BOB, 2)
    assert not await servers.save_preset(OTHER, "żółta kawka", HOUSE_RULES, ALA, 3)
    assert await servers.delete_preset(CLUB, "Żółta Kawka")
    assert not await servers.delete_preset(CLUB, "Żółta Kawka")
    assert await servers.presets(CLUB) == ()
    assert [preset.options for preset in await servers.presets(OTHER)] == [HOUSE_RULES]


async def test_a_preset_that_was_saved_with_an_emoji_is_still_found(database: Database, servers: SqlServers) -> None:
    """Earlier versions let variation selectors into names, and they are in the stored key."""
    await servers.save_preset(CLUB, "Friday", HOUSE_RULES, ALA, 1)
    async with database.write() as connection:
        await connection.execute(update(schema.presets).values(name="\u2764\ufe0f", key="\u2764\ufe0f"))
    assert await servers.preset(CLUB, "\u2764\ufe0f") == Preset("\u2764\ufe0f", HOUSE_RULES, ALA, 1)
    assert await servers.delete_preset(CLUB, "\u2764\ufe0f")


async def test_presets_are_listed_by_name(servers: SqlServers) -> None:
    for name in ("long", "Friday", "a", "Zoo", "42"):
        await servers.save_preset(CLUB, name, HOUSE_RULES, ALA, 1)
    assert [preset.name for preset in await servers.presets(CLUB)] == ["42", "a", "Friday", "long", "Zoo"]


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
    servers: SqlServers, name: str, options: Options, reasons: list[StrEnum]
) -> None:
    await servers.save_preset(CLUB, "Friday", HOUSE_RULES, ALA, 1)
    with pytest.raises(Refused) as caught:
        await servers.save_preset(CLUB, name, options, BOB, 2)
    assert [refusal.reason for refusal in caught.value.refusals] == reasons
    assert await servers.presets(CLUB) == (Preset("Friday", HOUSE_RULES, ALA, 1),)
    assert await servers.preset(CLUB, name) in (None, Preset("Friday", HOUSE_RULES, ALA, 1))
    await servers.save_preset(CLUB, "x" * LONGEST_PRESET, HOUSE_RULES, BOB, 2)


async def test_the_number_of_presets_is_limited_and_one_can_be_replaced(servers: SqlServers) -> None:
    for n in range(MOST_PRESETS):
        await servers.save_preset(CLUB, f"preset {n}", HOUSE_RULES, ALA, n)
    before = await servers.presets(CLUB)
    with pytest.raises(Refused) as caught:
        await servers.save_preset(CLUB, "one more", HOUSE_RULES, ALA, 99)
    assert caught.value.refusal.reason is TableReason.PRESETS_FULL
    assert await servers.presets(CLUB) == before
    assert await servers.save_preset(CLUB, "PRESET 3", LONG, BOB, 99)
    assert not await servers.save_preset(OTHER, "one more", HOUSE_RULES, ALA, 99)
    await servers.delete_preset(CLUB, "preset 4")
    assert not await servers.save_preset(CLUB, "one more", HOUSE_RULES, ALA, 99)


async def test_a_member_saves_few_presets_and_can_replace_their_own(servers: SqlServers) -> None:
    for n in range(5):
        await servers.save_preset(CLUB, f"preset {n}", HOUSE_RULES, ALA, n, most=5)
    with pytest.raises(Refused) as caught:
        await servers.save_preset(CLUB, "one more", HOUSE_RULES, ALA, 99, most=5)
    assert caught.value.refusal.reason is TableReason.PRESETS_YOURS
    assert await servers.preset(CLUB, "one more") is None
    assert await servers.save_preset(CLUB, "preset 3", LONG, ALA, 99, most=5)
    assert not await servers.save_preset(OTHER, "one more", HOUSE_RULES, ALA, 99, most=5)
    assert not await servers.save_preset(CLUB, "one more", HOUSE_RULES, BOB, 99, most=5)


async def test_of_concurrent_saves_under_a_name_one_is_new(servers: SqlServers, elsewhere: SqlServers) -> None:
    both = (servers, elsewhere)
    replaced = await asyncio.gather(*(both[n % 2].save_preset(CLUB, "Friday", HOUSE_RULES, n, n) for n in range(8)))
    assert sorted(replaced) == [False] + [True] * 7
    assert len(await servers.presets(CLUB)) == 1


async def test_a_closed_database_raises_a_clear_error(url: str) -> None:
    database = await open_database(url)
    servers = SqlServers(database)
    await database.close()
    for attempt in (
        servers.presets(CLUB),
        servers.preset(CLUB, "x"),
        servers.save_preset(CLUB, "x", HOUSE_RULES, ALA, 1),
    ):
        with pytest.raises(DatabaseError, match="is closed"):
            await attempt
