"""docs/fairness.md: its Python code, run without the project on a real record and on tampered ones."""

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.fairness.chains import DISCORD_EPOCH, QUICKNET
from bot.rummy.families import Variant
from bot.rummy.gin.options import GinOptions
from bot.rummy.melds.options import MELDS_PRESETS
from bot.rummy.options import options_for
from bot.rummy.records.starts import BeaconRound
from tests.amounts import times
from tests.fairness.vectors import PUBLISHED
from tests.rummy.helpers import random_game, random_melds_game, random_melds_options, random_options, started

PAGE = Path(__file__).parents[3] / "docs" / "fairness.md"


def run_the_page(record: dict[str, Any], folder: Path) -> subprocess.CompletedProcess[str]:
    (code,) = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    (folder / "verify.py").write_text(code, encoding="utf-8")
    (folder / "record.json").write_text(json.dumps(record), encoding="utf-8")
    command = [sys.executable, "-I", "-X", "dev", "-W", "ignore", "verify.py", "record.json"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)  # noqa: S603 - our own page


@pytest.fixture(scope="module")
def record() -> dict[str, Any]:
    options = random_options(Random(5), Variant.GIN)
    return random_game(options, Random(5), start=started(options, 2))[0]


def test_the_page_verifies_a_real_record(record: dict[str, Any], tmp_path: Path) -> None:
    done = run_the_page(record, tmp_path)
    assert done.returncode == 0, done.stderr
    assert shuffled(done.stdout) == [f"deal {k}: the same 52 cards" for k in range(1, len(record["deals"]) + 1)]
    assert f"seal: {record['fairness']['seal']} " in done.stdout
    assert 'cut: Ala "Ala\'s cut | \\xe9 0"' in done.stdout
    assert done.stdout.endswith('grade: proven for Ala, if Ala typed "Ala\'s cut | é 0" as the last cut\n')


@pytest.mark.parametrize("form", ["cutthroat", "captain"])
@pytest.mark.parametrize("first_dealer", ["draw", "random"])
def test_G3_4_the_page_verifies_who_deals_and_who_waits_first(form: str, first_dealer: str, tmp_path: Path) -> None:
    options = options_for(Variant.THREE_HANDED, {"form": form, "first_dealer": first_dealer, "target": 30})
    assert isinstance(options, GinOptions)
    for seed in range(3):
        record: dict[str, Any] = random_game(options, Random(seed), start=started(options, 3))[0]
        done = run_the_page(record, tmp_path)
        assert done.returncode == 0, done.stderr
        first = record["deals"][0]
        first["waits"] = 3 - first["dealer"] - first["waits"]
        assert "another seat waits" in run_the_page(record, tmp_path).stderr


def shuffled(output: str) -> list[str]:
    """Return the lines about the deals."""
    return [line for line in output.splitlines() if line.startswith("deal ")]


def test_the_page_verifies_a_beacon_and_voided_starts(tmp_path: Path) -> None:
    """With a round of the real chain, announced ten seconds before."""
    options = random_options(Random(6), Variant.GIN)
    start = started(options, 2, cuts=(1, 0), number=3, beacon=BeaconRound(QUICKNET.hash, 657413))
    record: dict[str, Any] = random_game(options, Random(6), start=start)[0]
    message = str(QUICKNET.due(657413) - 10_000 - DISCORD_EPOCH << 22)
    record["fairness"]["beacon"]["message"] = message
    done = run_the_page(record, tmp_path)
    assert done.returncode == 0, done.stderr
    assert len(shuffled(done.stdout)) == len(record["deals"])
    assert f"announced 10.0 seconds before (6 to 60 are right) by message {message}" in done.stdout
    code = sha256(record["fairness"]["start"].encode()).hexdigest()[:32]
    address = f"https://api.drand.sh/{QUICKNET.hash}/public/657413"
    assert done.stdout.endswith(
        f"grade: at worst the best of 3 decks, if the announcement of this start shows {code}, and {address} "
        "shows this randomness\n"
    ), "the script can't check the signature, so the reader has to"
    for place, value in (("signature", "ff" * 48), ("signature", PUBLISHED[657413])):
        other = json.loads(json.dumps(record))
        other["fairness"]["beacon"][place] = value
        assert "deal 1: these are other cards" in run_the_page(other, tmp_path).stderr


@pytest.mark.parametrize(
    ("path", "value", "fault"),
    [
        (("seal",), "0" * 64, "another seal"),
        (("cuts", 0, "text"), "another", "another cut"),
        (("cuts", 0, "salt"), "1" * 32, "another salt"),
        (("cuts",), [], "other players cut"),
    ],
)
def test_the_page_detects_a_changed_seal_or_cut(
    path: tuple[Any, ...], value: object, fault: str, record: dict[str, Any], tmp_path: Path
) -> None:
    changed = json.loads(json.dumps(record))
    place = changed["fairness"]
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value
    assert fault in run_the_page(changed, tmp_path).stderr


def melds(variant: Variant, seats: int, seed: int) -> dict[str, Any]:
    rng = Random(f"{variant} {seats} {seed}")
    options = random_melds_options(rng, variant, seats)
    return random_melds_game(options, seats, rng, start=started(options, seats))[0]


@pytest.fixture(scope="module")
def basic() -> dict[str, Any]:
    """Return the record of a game of three with a reshuffle after the first deal."""
    games = (melds(Variant.BASIC, 3, seed) for seed in range(99))
    return next(game for game in games if any("reshuffles" in deal for deal in game["deals"][1:]))


@pytest.mark.slow
@pytest.mark.each_value
@pytest.mark.parametrize(
    ("variant", "seats"),
    [(game, seats) for game, preset in MELDS_PRESETS.items() for seats in preset.seat_counts],
)
def test_the_page_verifies_games_with_melds_on_the_table(variant: Variant, seats: int, tmp_path: Path) -> None:
    for seed in range(times(1)):
        record = melds(variant, seats, seed)
        done = run_the_page(record, tmp_path)
        assert done.returncode == 0, done.stderr
        cards = len(record["deals"][0]["deck"])
        assert shuffled(done.stdout) == [
            f"deal {k}: the same {cards} cards" for k in range(1, len(record["fairness"]["secrets"]) + 1)
        ]


@pytest.mark.slow
def test_B_7_the_page_detects_a_changed_reshuffle(basic: dict[str, Any], tmp_path: Path) -> None:
    assert run_the_page(basic, tmp_path).returncode == 0
    changed = json.loads(json.dumps(basic))
    k = next(k for k, deal in enumerate(changed["deals"], start=1) if "reshuffles" in deal)
    stock = changed["deals"][k - 1]["reshuffles"][0]
    stock[0], stock[1] = stock[1], stock[0]
    done = run_the_page(changed, tmp_path)
    assert done.returncode == 1
    assert f"deal {k}: another reshuffle" in done.stderr


@pytest.mark.slow
@pytest.mark.parametrize("rules", [{"small_deck": True, "claim": True}, {"take": "use"}])
def test_H_19_the_page_verifies_a_reshuffle_of_german_rummy(rules: dict[str, object], tmp_path: Path) -> None:
    options = options_for(Variant.GERMAN, {"reshuffle": True, "rounds": 1, **rules}, 4)
    games = (random_melds_game(options, 4, Random(seed), start=started(options, 4))[0] for seed in range(99))
    found: Iterator[Any] = (game for game in games if "result" in game)
    record = next(game for game in found if "reshuffles" in game["deals"][0])
    assert run_the_page(record, tmp_path).returncode == 0
    (stock,) = record["deals"][0]["reshuffles"]
    stock.append(stock.pop(0))
    assert "deal 1: another reshuffle" in run_the_page(record, tmp_path).stderr


@pytest.mark.slow
@pytest.mark.parametrize(("variant", "k"), [(Variant.BASIC, 1), (Variant.GERMAN, 2)])
def test_B_2_D_5_the_page_detects_a_changed_dealer(variant: Variant, k: int, tmp_path: Path) -> None:
    record = next(game for game in (melds(variant, 3, seed) for seed in range(99)) if len(game["deals"]) > 1)
    record["deals"][k - 1]["dealer"] = (record["deals"][k - 1]["dealer"] + 1) % 3
    done = run_the_page(record, tmp_path)
    assert done.returncode == 1
    assert f"deal {k}: another seat deals" in done.stderr


def test_the_page_detects_a_changed_deck(record: dict[str, Any], tmp_path: Path) -> None:
    changed = json.loads(json.dumps(record))
    deck = changed["deals"][1]["deck"]
    deck[50], deck[51] = deck[51], deck[50]
    done = run_the_page(changed, tmp_path)
    assert done.returncode == 1
    assert "deal 2: these are other cards" in done.stderr


def test_the_page_detects_another_chain(record: dict[str, Any], tmp_path: Path) -> None:
    changed = json.loads(json.dumps(record))
    changed["fairness"]["secrets"][0] = "0" * 64
    done = run_the_page(changed, tmp_path)
    assert done.returncode == 1
    assert "deal 1: the secret is not the chain's" in done.stderr
