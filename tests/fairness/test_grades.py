"""Grades of records with a round that drand has published: by its signature, and by when it was announced."""

import random
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from bot.__main__ import main
from bot.fairness.chains import DISCORD_EPOCH, QUICKNET
from bot.fairness.grades import Doubt, Grade, Proof, grade_of
from bot.play.state.values import Start
from bot.rummy.families import Variant
from bot.rummy.options import options_for
from bot.rummy.records.checking import verify
from bot.rummy.records.sealed import SealedFairness
from bot.rummy.records.starts import BeaconRound
from bot.rummy.records.writing import record_text
from bot.text.catalogs import Catalogs
from cogs.table.screens.proof import start_line
from tests.cogs.table.scenes import shown
from tests.fairness.vectors import PUBLISHED
from tests.rummy import helpers

GIN = options_for(Variant.GIN, {"deals": 1})
ANNOUNCED = {
    "before": (
        "🔒 **Gin**: the cards are fixed by round 657413 of the public beacon drand, out <t:1694775603:T>.\n① **Ala**\n"
        "② **Bob**\n-# Start 1, fixed as `c530ab3e0a9799a5ce86684ca822d72c` (*Verify*)"
    ),
    "now": "-# 🔒 Shuffle c530ab3e0a9799a5ce86684ca822d72c",
}
"""The announcement of the same start by an earlier version, and by this one. Both stay in channels for years."""


def record_of(monkeypatch: pytest.MonkeyPatch, number: int, signature: str, seconds: float) -> dict[str, Any]:
    """Return a record with a round that was announced some seconds before it was due."""
    monkeypatch.setattr(helpers, "SIGNATURE", bytes.fromhex(signature))
    start = helpers.started(GIN, 2, cuts=(), beacon=BeaconRound(QUICKNET.hash, number))
    record: dict[str, Any] = helpers.random_game(GIN, random.Random(1), start=start)[0]
    record["fairness"]["beacon"]["message"] = str(int(QUICKNET.due(number) - 1000 * seconds - DISCORD_EPOCH) << 22)
    return record


@pytest.mark.parametrize(
    ("number", "signature", "seconds", "proof"),
    [
        (657413, PUBLISHED[657413], 8, Proof(Grade.NOBODY)),
        (42, PUBLISHED[42], 59, Proof(Grade.NOBODY)),
        (42, PUBLISHED[43], 8, Proof(Grade.NOT_PROVEN, doubt=Doubt.FORGED)),
        (42, PUBLISHED[42], 5.9, Proof(Grade.NOT_PROVEN, doubt=Doubt.NOT_IN_TIME)),
        (42, PUBLISHED[42], -1, Proof(Grade.NOT_PROVEN, doubt=Doubt.NOT_IN_TIME)),
        (42, PUBLISHED[42], 61, Proof(Grade.NOT_PROVEN, doubt=Doubt.NOT_IN_TIME)),
    ],
)
def test_the_beacon_counts_with_its_signature_and_in_time(
    number: int, signature: str, seconds: float, proof: Proof, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = record_of(monkeypatch, number, signature, seconds)
    assert grade_of(verify(record).fairness) == proof


def test_the_command_line_says_what_holds_and_where_to_look(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    def verified(number: int, signature: str, seconds: float, status: int = 1) -> str:
        """Return what is printed. A failed check is also on standard error."""
        file = tmp_path / "record.json"
        record = record_of(monkeypatch, number, signature, seconds)
        record["fairness"]["beacon"]["channel"] = "17/23"
        file.write_text(record_text(record))
        with pytest.raises(SystemExit) as done:
            main(["record", "verify", str(file)])
        assert done.value.code == status
        out, err = capsys.readouterr()
        assert err == (out.splitlines()[0] + "\n" if status else "")
        return out

    good = verified(657413, PUBLISHED[657413], 8, 0)
    fairness = verify(record_of(monkeypatch, 657413, PUBLISHED[657413], 8)).fairness
    assert isinstance(fairness, SealedFairness)
    code = sha256(fairness.line.encode()).hexdigest()[:32]
    assert all(code in text for text in ANNOUNCED.values())
    assert shown(start_line(Catalogs().texts("en"), Start(1, fairness.line, 0))).text == ANNOUNCED["now"]
    message = (QUICKNET.due(657413) - 8000 - DISCORD_EPOCH) << 22
    for words in (
        f": nobody could have chosen the cards, if the announcement of this start shows {code}\n",
        f"https://discord.com/channels/17/23/{message}\n",
        "announced: 2023-09-15 10:59:55 UTC, 8.0 seconds before\n",
        f"compare: open that message in Discord; it has to show the code {code}, and not be edited",
        "beacon: drand quicknet, round 657413, due 2023-09-15 11:00:03 UTC",
        f"compare it with https://api.drand.sh/{QUICKNET.hash}/public/657413",
        "9 starts before this game, 2 of them never dealt",
    ):
        assert words in good
    assert "signature is NOT the one of this round" in verified(42, PUBLISHED[43], 8)
    late = verified(42, PUBLISHED[42], 3)
    assert "NOT in time" in late
    assert late.splitlines()[0].endswith(": not proven: the beacon's round wasn't announced in time")
