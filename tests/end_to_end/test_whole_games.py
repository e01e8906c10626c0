"""Whole games over the real protocol, played by people who act on what they see."""

import json
import re
from collections.abc import Mapping
from pathlib import Path

import pytest

from bot.rummy.codes import code_for
from bot.rummy.families import Variant
from bot.rummy.gin.options import GIN_PRESETS
from bot.rummy.options import options_for
from bot.rummy.records.checking import check
from tests.debug_log import debug_log
from tests.end_to_end.club import ROUGH, Club, file_of, open_club
from tests.playground.spec import spec_faults

HEX = "[0-9a-f]{64}"


@pytest.mark.parametrize(
    ("variant", "changes"),
    [
        pytest.param(Variant.GIN, {"target": 40}, marks=pytest.mark.soak),
        (Variant.OKLAHOMA, {"deals": 1}),
        pytest.param(Variant.OKLAHOMA, {"target": 20}, marks=pytest.mark.soak),
        pytest.param(Variant.REMIK, {"target": 20}, marks=pytest.mark.soak),
        pytest.param(Variant.HOLLYWOOD, {"target": 10}, marks=pytest.mark.soak),
        *(
            pytest.param(variant, {}, marks=pytest.mark.soak)
            for variant, preset in GIN_PRESETS.items()
            if 2 in preset.seat_counts
        ),
    ],
)
async def test_a_whole_game_ends_with_a_valid_record(
    club: Club, variant: Variant, changes: Mapping[str, object]
) -> None:
    with debug_log() as log:
        async with club.running():
            await club.table(variant, rules=code_for(options_for(variant, changes)))
            await club.game_over(seed=1)
            await check_result(club, variant, changes)
    log.hides_everything(club)
    log.helps()


async def check_result(club: Club, variant: Variant, changes: Mapping[str, object]) -> None:
    """Check a game's record and the result that everyone sees."""
    record = json.loads(await club.record())
    assert check(record) == record
    assert record["rules"] == {"variant": variant, "options": changes}
    assert record["seats"] == ["Ala", "Bob"]
    (shown,) = (message for message in club.eve.sees(club.channel) if "Rematch" in message.labels)
    (winner,) = record["result"]["winners"]
    name, finals, line = record["seats"][winner], record["result"]["final"], shown.text.splitlines()[0]
    assert f"{name} wins." in (shown.pictures[0].alt or "")
    await club.eve.click("More", message=shown)
    sheet = await club.eve.click("Score sheet")
    if variant is Variant.HOLLYWOOD:
        assert re.fullmatch(rf"Final score, {name} first: \d+–\d+ · \d+–\d+ · \d+–\d+", line)
        assert re.search(rf"🏆 {name} wins [23] games to [01]\*", sheet.text)
    else:
        assert line.startswith(f"Final score: {name}\xa0{finals[winner]}")
        assert line.endswith(f", {record['seats'][1 - winner]}\xa0{finals[1 - winner]}")
        assert f"🏆 {name} wins {finals[winner]}–{finals[1 - winner]}**" in sheet.text
        assert f" · by {finals[winner] - finals[1 - winner]} points\n" in sheet.text
    assert club.refused() == []


async def test_a_result_shows_no_secret_and_verify_shows_them_all_or_sends_them_as_a_file(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with club.running():
        await club.lobby("oklahoma", rules=code_for(options_for(Variant.OKLAHOMA, {"deals": 2})))
        await club.cut_the_cards()
        await club.ala.click("Start")
        await club.open_hands()
        await club.play(3, lambda: club.public("Next deal") is not None)
        first = await verified(club)
        await club.game_over(seed=3)
        whole = await verified(club)
        assert len(whole) > len(first) > 1
        assert whole[: len(first)] == first
        fairness = json.loads(await club.record())["fairness"]
        assert whole == [fairness["seal"], *fairness["secrets"]]
        monkeypatch.setattr("cogs.table.screens.proof.LISTED", 1)  # so the secrets of a long game
        secrets = fairness["secrets"]
        await club.eve.click("More", message=club.newest())
        answer = await club.eve.click("Verify")
        assert answer.message is not None
        (file,) = answer.message.pictures
        assert file.filename == "secrets.txt"
        assert file.data.decode().splitlines() == [f"{number} {secret}" for number, secret in enumerate(secrets, 1)]
        assert len(secrets) > 1


async def verified(club: Club) -> list[str]:
    """Return every long hex number that *Verify* shows for the result of a deal or game."""
    result = club.newest()
    assert re.findall(HEX, result.text) == []
    await club.eve.click("More", message=result)
    answer = await club.eve.click("Verify")
    assert answer.message is not None
    assert answer.message.ephemeral
    assert "✅" in answer.text
    return re.findall(HEX, answer.text)


async def test_every_picture_loads_and_has_alt_text(club: Club) -> None:
    async with club.running():
        await club.table()
        await club.play(3, lambda: club.public("Next deal") is not None)
        seen = [picture for person in (club.ala, club.bob) for message in person.sees() for picture in message.pictures]
        assert len(seen) >= 2, "both see the result"
        for picture in seen:
            assert picture.data.startswith((b"\x89PNG", b"RIFF")), "a deal won by gin moves"
            assert picture.alt
            assert len(picture.alt) <= 1024


async def test_a_rematch_has_the_same_players_and_rules(club: Club) -> None:
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


async def test_requests_match_the_openapi_description_of_discord(tmp_path: Path) -> None:
    async with open_club(tmp_path, rough=ROUGH) as club, club.running():
        await club.table("hollywood")
        await club.play(11, lambda: len(club.log()) > 25 or club.public("Rematch") is not None)
        for command in ("rummy hand", "rummy table", "rummy rules", "rummy record", "rummy verify", "rummy resign"):
            answer = await club.ala.slash(club.channel, command)
            assert not answer.failed
        assert spec_faults(club.standin.requests) == []


async def test_the_record_of_a_running_game_excludes_the_current_deal(club: Club) -> None:
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
