"""Whole games over the real protocol, played by people who act on what they see."""

import json
from collections.abc import Mapping
from pathlib import Path

import pytest

from bot.rummy.codes import code_for
from bot.rummy.options import GIN_PRESETS, Variant, options_for
from bot.rummy.record import check
from tests.end_to_end.club import Club, file_of, open_club
from tests.playground.spec import spec_faults


@pytest.mark.parametrize(
    ("variant", "changes"),
    [
        (Variant.OKLAHOMA, {}),
        (Variant.GIN, {"target": 40}),
        (Variant.REMIK, {"target": 40}),
        (Variant.HOLLYWOOD, {"target": 20}),
        *(pytest.param(variant, {}, marks=pytest.mark.soak) for variant in GIN_PRESETS),
    ],
)
async def test_a_whole_game_ends_with_a_record_that_checks(
    club: Club, variant: Variant, changes: Mapping[str, object]
) -> None:
    async with club.running():
        await club.table(variant, rules=code_for(options_for(variant, changes)))
        await club.game_over(seed=7)
        record = json.loads(await club.record())
        assert check(record) == record
        assert record["rules"] == {"variant": variant, "options": changes}
        assert record["seats"] == ["Ala", "Bob"]
        (shown,) = (message for message in club.eve.sees(club.channel) if "Rematch" in message.labels)
        for seat in record["result"]["winners"]:
            assert record["seats"][seat] in shown.text
        assert all(request.status < 400 for request in club.standin.requests), "the bot was refused something"


async def test_every_picture_that_people_see_is_whole_and_has_alt_text(club: Club) -> None:
    async with club.running():
        await club.table()
        await club.play(3, lambda: club.public("Next deal") is not None)
        seen = [picture for person in (club.ala, club.bob) for message in person.sees() for picture in message.pictures]
        assert len(seen) >= 3
        for picture in seen:
            assert picture.data.startswith(b"\x89PNG")
            assert picture.alt
            assert len(picture.alt) <= 250


async def test_a_rematch_seats_both_and_plays_by_the_same_rules(club: Club) -> None:
    async with club.running():
        await club.table("oklahoma")
        await club.ala.slash(club.channel, "rummy resign")
        await club.ala.click("Resign")
        await club.shown("Rematch")
        await club.bob.click("Rematch")
        await club.shown("Join")
        assert "Oklahoma" in club.public("Join").text  # type: ignore[union-attr]
        await club.ala.click("Join")
        await club.bob.click("Start")
        await club.shown("My hand")
        first, second = sorted({table for table, *_ in club.log()} | {2})
        assert (first, second) == (1, 2)


async def test_what_is_said_to_discord_fits_its_own_description(tmp_path: Path) -> None:
    async with open_club(tmp_path) as club, club.running():
        await club.table("hollywood")
        await club.play(11, lambda: len(club.log()) > 60 or club.public("Rematch") is not None)
        for command in ("rummy hand", "rummy table", "rummy rules", "rummy record", "rummy verify", "rummy resign"):
            answer = await club.ala.slash(club.channel, command)
            assert not answer.failed
        assert spec_faults(club.standin.requests) == []


async def test_a_running_games_record_holds_nothing_of_the_deal_that_runs(club: Club) -> None:
    async with club.running():
        await club.table()
        record = json.loads(file_of(await club.eve.slash(club.channel, "rummy record")))
        assert record["deals"] == []
        assert record["fairness"]["secrets"] == []
        await club.play(3, lambda: club.public("Next deal") is not None)
        await club.ala.click("Next deal")
        await club.shown("My hand")
        record = json.loads(file_of(await club.eve.slash(club.channel, "rummy record")))
        assert check(record) == record
        assert len(record["deals"]) == len(record["fairness"]["secrets"]) == 1
