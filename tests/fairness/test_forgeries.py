"""Forged records are refused, or called by what they prove; the script in docs/fairness.md agrees about all of them."""

import contextlib
import io
import json
import re
import sys
from dataclasses import replace
from functools import cache
from hashlib import sha256
from pathlib import Path
from random import Random
from types import CodeType
from typing import Any

import pytest

from bot.fairness.chains import QUICKNET
from bot.program.cli.record import INVALID, VALID, findings, grade_sentence
from bot.rummy.families import Variant
from bot.rummy.gin.options import GinOptions
from bot.rummy.melds.options import MELDS_PRESETS, MeldsOptions
from bot.rummy.options import PRESETS, Options, options_for
from bot.rummy.records.checking import RecordError, verify
from bot.rummy.records.starts import NEWEST_PLAYERS, BeaconRound, StartTerms, cut_digest
from tests.amounts import times
from tests.cli.test_record import remik
from tests.fairness.forgeries import FORGERIES, REFUSED, Forger, announced
from tests.fairness.vectors import PUBLISHED
from tests.rummy import helpers

PAGE = Path(__file__).parents[2] / "docs" / "fairness.md"


@cache
def script() -> CodeType:
    """Return the script of the page."""
    (source,) = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    return compile(source, str(PAGE), "exec")


def said_by_script(record: dict[str, Any], folder: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Run the script in this process, with what the relay says about the round. Return its grade, or a refusal."""
    file, out = folder / "record.json", io.StringIO()
    file.write_text(json.dumps(record), encoding="utf-8")
    monkeypatch.setattr(sys, "argv", ["verify.py", str(file), *relay(record)])
    try:
        with contextlib.redirect_stdout(out):
            exec(script(), {"__name__": "__main__"})  # noqa: S102 - our own page
    except SystemExit as end:
        out.write(str(end))
    except Exception as error:  # noqa: BLE001 - any error is a refusal: the script ends with its traceback
        return f"{REFUSED}{error!r}"
    return out.getvalue().splitlines()[-1].removeprefix("grade: ")


def relay(record: dict[str, Any]) -> list[str]:
    """Return the randomness that a relay shows for a record's round; nothing if there is none."""
    line = re.search(r'"round":(\d+)', record["fairness"].get("start", ""))
    if line is None:
        return []
    published = PUBLISHED.get(int(line[1]), "")
    return [sha256(bytes.fromhex(published)).hexdigest() if published else "not yet"]


def said_by_verify(record: dict[str, Any]) -> str:
    """Return the headline of `remik record verify`, or that it refuses the record."""
    try:
        return grade_sentence(verify(record))
    except RecordError as error:
        return f"{REFUSED}{error}"


@pytest.mark.parametrize("name", FORGERIES)
def test_no_forged_record_is_called_proven(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    forge, expected = FORGERIES[name]
    record = forge()
    said = said_by_verify(record)
    assert said.startswith(expected)
    by_script = said_by_script(record, tmp_path, monkeypatch)
    assert by_script == said or (by_script.startswith(REFUSED) and said.startswith(REFUSED))
    capsys.readouterr()
    status = remik("verify", str(tmp_path / "record.json"))
    failed = said.startswith(REFUSED) or any(word in said for word in ("isn't the public one", "forged", "in time"))
    assert status == (INVALID if failed else VALID)
    assert bool(capsys.readouterr().err) is failed


def test_an_honest_record_isnt_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """So each forgery differs from it by its idea only."""
    record = Forger().written()
    assert said_by_verify(record) == 'proven for Bob, if Bob typed "bob\'s cut" as the last cut'
    assert said_by_script(record, tmp_path, monkeypatch) == said_by_verify(record)


def test_a_deal_whose_secret_is_kept_back_isnt_proven_by_those_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    options = options_for(Variant.GIN, {"deals": 2})
    record = game(Random(5), options, 2, helpers.started(options, 2))
    last = record["deals"][1]
    last["deck"].reverse()
    del last["result"], last["moves"][:], record["result"], record["fairness"]["secrets"][1:]
    said = said_by_verify(record)
    assert said.startswith("deal 2 not proven, its secret hasn't been revealed; the deals before it: proven for ")
    assert said_by_script(record, tmp_path, monkeypatch) == said


def test_what_cant_be_seen_is_escaped_and_counted() -> None:
    record = Forger(names=("A\ufe0fla", "B\u200bob"), cuts=((0, "żółw\ufe0f"), (1, "bob's cut"))).written()
    lines = list(findings(verify(record)))
    assert "  cut 1, by A\\ufe0fla: \"żółw\\ufe0f\" (5 characters, '\\u017c\\xf3\\u0142w\\ufe0f')".strip() in lines
    assert 'cut 2, by B\\u200bob: "bob\'s cut" (9 characters)' in lines
    assert "fixed: gin, target 150" in lines
    who = "fixed: A\\ufe0fla (person), B\\u200bob (person)"
    assert f"{who}; computer players of version 2 (Remik 0.3.0.dev0, commit 1d6ed9d5)" in lines


def random_record(rng: Random, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """Return a whole game that started in some way or other, honest or not."""
    variant = rng.choice(list(Variant))
    seats = rng.choice(PRESETS[variant].seat_counts)
    options = (
        helpers.random_melds_options(rng, variant, seats)
        if variant in MELDS_PRESETS
        else helpers.random_options(rng, variant)
    )
    if rng.random() < 0.1:
        return game(rng, options, seats, None)
    number = rng.choice(sorted(PUBLISHED))
    chain = QUICKNET.hash if rng.random() < 0.8 else "ab" * 32
    monkeypatch.setattr(helpers, "SIGNATURE", bytes.fromhex(PUBLISHED[number if rng.random() < 0.8 else 42]))
    cutters = rng.sample(range(seats), rng.randint(0, seats))
    start = helpers.started(
        options,
        seats,
        cuts=cutters,
        number=rng.choice((1, 1, 1, 2, 5)),
        beacon=BeaconRound(chain, number) if rng.random() < 0.5 else None,
    )
    texts = {seat: rng.choice(("a cut", "żółw", "a\ufe0f", f"{rng.random()}")) for seat in cutters}
    cuts = tuple((seat, cut_digest(helpers.SALTS[seat], texts[seat])) for seat in cutters)
    start = replace(start, cuts=cuts, last=rng.random() < 0.8, players=rng.randint(1, NEWEST_PLAYERS))
    record = game(rng, options, seats, start)
    for cut in record["fairness"]["cuts"]:
        cut["text"] = texts[cut["seat"]]
        if rng.random() < 0.1:
            del cut["text"], cut["salt"]
    if "beacon" in record["fairness"]:
        record["fairness"]["beacon"]["message"] = announced(rng.choice((8, 8, 8, 3, 90)), number)
    record["fairness"]["server"] = {"started": 9, "never_dealt": 5}
    return record


def game(rng: Random, options: Options, seats: int, start: StartTerms | None) -> dict[str, Any]:
    """Return the record of a random game."""
    if isinstance(options, MeldsOptions):
        return helpers.random_melds_game(options, seats, rng, 400, start=start)[0]
    assert isinstance(options, GinOptions)
    return helpers.random_game(options, rng, 400, start=start)[0]


@pytest.mark.slow
def test_the_script_agrees_about_random_records(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    grades = set()
    for seed in range(times(20)):
        record = random_record(Random(f"script {seed}"), monkeypatch)
        said = said_by_verify(record)
        assert not said.startswith(REFUSED), said
        assert said_by_script(record, tmp_path, monkeypatch) == said, seed
        grades.add(re.split(r"[,(]|best of", said)[0])
    assert len(grades) > 5
