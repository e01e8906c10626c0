"""Whole games with melds on the table, for two to four players, with standard rules and with every house rule."""

import json
import random
from collections.abc import Mapping
from dataclasses import fields
from typing import Any

import pytest

from bot.rummy.codes import code_for
from bot.rummy.families import Variant
from bot.rummy.melds.options import GermanOptions
from bot.rummy.options import changes_from, conflicts, options_for, switches_of
from bot.rummy.records.checking import check, verify
from tests.debug_log import debug_log
from tests.end_to_end.club import Club
from tests.playground.spec import spec_faults
from tests.rummy.helpers import random_melds_options

HOUSE_RULES = switches_of(Variant.GERMAN)
WITH_JOKERS = tuple(name for name in HOUSE_RULES if name not in {"initial_40", "no_jokers", "losers_pay"})
_WITHOUT = {"small_deck", "no_initial_meld", "joker_rule", "casino_scoring"}
WITHOUT_JOKERS = tuple(name for name in HOUSE_RULES if name not in _WITHOUT)


async def whole_game(club: Club, variant: Variant, players: int, changes: Mapping[str, object]) -> dict[str, Any]:
    """Play a whole game, check its record and return it."""
    await club.table(variant, players=players, rules=code_for(options_for(variant, changes)) if changes else None)
    await club.game_over(seed=7)
    club.standin.mend()
    record: dict[str, Any] = json.loads(await club.record())
    assert check(record) == record
    verify(record)
    assert record["rules"] == {"variant": variant, "options": dict(changes)}
    assert record["seats"] == [person.name for person in club.players]
    (shown,) = (message for message in club.eve.sees(club.channel) if "Rematch" in message.labels)
    for seat in record["result"]["winners"]:
        assert record["seats"][seat] in shown.text
    return record


@pytest.mark.parametrize(
    ("variant", "players", "changes"),
    [
        pytest.param(Variant.GERMAN, 3, {"rounds": 1}, marks=pytest.mark.soak),
        pytest.param(Variant.GERMAN, 3, {"rounds": 2}, marks=pytest.mark.soak),
        pytest.param(Variant.BASIC, 4, {"target": 10}, marks=pytest.mark.soak),
        pytest.param(Variant.BASIC, 2, {"one_meld_per_turn": True, "target": 10}, marks=pytest.mark.soak),
        (Variant.BASIC, 3, {"target": 10}),
        pytest.param(Variant.RUM500, 2, {"target": 100}, marks=pytest.mark.soak),
        pytest.param(Variant.RUM500, 4, {"target": 100}, marks=pytest.mark.soak),
        pytest.param(Variant.GERMAN, 4, {"rounds": 1}, marks=pytest.mark.soak),
        pytest.param(Variant.GERMAN, 2, {"rounds": 1}, marks=pytest.mark.soak),
    ],
)
async def test_a_whole_game_ends_with_a_valid_record(
    club: Club, variant: Variant, players: int, changes: Mapping[str, object]
) -> None:
    with debug_log() as log:
        async with club.running():
            record = await whole_game(club, variant, players, changes)
        log.hides_everything(club)
        log.helps()
        moves = " ".join(move for deal in record["deals"] for move in deal["moves"])
        assert "meld" in moves
        assert club.refused() == []
        if variant is Variant.BASIC:  # the short games suffice here
            assert spec_faults(club.standin.requests) == []


@pytest.mark.parametrize(
    ("players", "rules", "rounds"),
    [
        pytest.param(3, WITH_JOKERS, 1, marks=pytest.mark.soak),
        pytest.param(4, WITHOUT_JOKERS, 2, marks=pytest.mark.soak),
    ],
)
async def test_a_game_with_all_compatible_house_rules(
    club: Club, players: int, rules: tuple[str, ...], rounds: int
) -> None:
    async with club.running():
        changes = {"rounds": rounds, **dict.fromkeys(rules, True)}
        record = await whole_game(club, Variant.GERMAN, players, dict(sorted(changes.items(), key=in_order)))
        assert len(record["deals"]) == rounds
        assert club.refused() == []
        for deal in record["deals"]:
            zero = sum(deal["result"]["points"]) == 0
            paid = deal["result"]["winner"] is not None and "losers_pay" not in rules
            assert zero == paid, "points sum to zero exactly in deals whose winner is paid"
        if players == 3:
            assert spec_faults(club.standin.requests) == []


def in_order(change: tuple[str, object]) -> int:
    """Return the position of an option in a record."""
    return [field.name for field in fields(GermanOptions)].index(change[0])


def test_the_two_games_together_use_every_house_rule_that_is_a_switch() -> None:
    switches = set(switches_of(Variant.GERMAN))
    assert set(WITH_JOKERS) | set(WITHOUT_JOKERS) == switches
    for players, rules in ((3, WITH_JOKERS), (4, WITHOUT_JOKERS)):
        assert conflicts(options_for(Variant.GERMAN, dict.fromkeys(rules, True)), players) == ()
        for other in switches - set(rules):
            changes: dict[str, Any] = dict.fromkeys((*rules, other), True)
            assert conflicts(GermanOptions(Variant.GERMAN, **changes), players), f"{other} could be on too"


@pytest.mark.soak
@pytest.mark.parametrize("variant", [Variant.BASIC, Variant.GERMAN])
async def test_a_whole_game_can_be_played_by_text_if_every_picture_is_refused(club: Club, variant: Variant) -> None:
    async with club.running():
        club.standin.refuse_pictures(400)
        changes: Mapping[str, object] = {"rounds": 1} if variant is Variant.GERMAN else {"target": 10}
        await whole_game(club, variant, 2, changes)
        seen = [message for person in (*club.players, club.eve) for message in person.sees()]
        assert not any(p.filename.endswith(".png") for message in seen for p in message.pictures)


@pytest.mark.soak
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("seed", range(200))
async def test_whole_games_with_random_house_rules(club: Club, seed: int, soak_seed: str) -> None:
    rng = random.Random(f"{soak_seed} {seed}")
    variant, players = rng.choice([Variant.BASIC, Variant.GERMAN]), rng.randint(2, 4)
    async with club.running():
        options = random_melds_options(rng, variant, players)
        await whole_game(club, variant, players, changes_from(options))
