"""``remik record``: exit status, standard output and standard error, with several files and lines."""

import argparse
import io
import json
import re
import sys
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.fairness.chains import QUICKNET
from bot.program.cli.record import add_parser
from bot.rummy.families import Variant
from bot.rummy.gin.options import GinOptions
from bot.rummy.options import options_for
from bot.rummy.records.checking import MOST_MOVES
from bot.rummy.records.starts import BeaconRound
from bot.rummy.records.writing import record_text
from tests.amounts import times
from tests.rummy.helpers import random_game, random_melds_game, started

ABSURD: tuple[object, ...] = (
    0, -1, 2**31, 2**53, 999999999999999, -999999999999999, 10**20, -0.0, 0.5, 1.0, 1e308, float("inf"), float("nan"),
    True, False, None, "", "0", "\ud800", "9" * 20, [], [0], {}, {"a": 1},
)  # fmt: skip
"""Values that a record may have in place of any of its own."""


def remik(*arguments: str) -> int:
    """Run the command as if typed on the command line. Return its exit status."""
    parser = argparse.ArgumentParser()
    add_parser(parser.add_subparsers())
    options = parser.parse_args(["record", *arguments])
    status = options.run(options)
    assert isinstance(status, int)
    return status


def game(seed: int) -> dict[str, Any]:
    return random_game(options_for(Variant.GIN), Random(seed))[0]


@pytest.fixture
def good(tmp_path: Path) -> Path:
    path = tmp_path / "good.json"
    path.write_text(record_text(game(1)), encoding="utf-8")
    return path


@pytest.fixture
def bad(tmp_path: Path) -> Path:
    record = game(2)
    record["deals"][1]["moves"][2] = "1 discard 1H"
    path = tmp_path / "bad.json"
    path.write_text(json.dumps(record), encoding="utf-8")
    return path


def test_a_valid_record_is_status_0(good: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert remik("check", str(good)) == 0
    assert capsys.readouterr() == (f"{good}: valid\n", "")


def test_an_invalid_record_is_status_1_with_the_reason_on_standard_error(
    bad: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert remik("check", str(bad)) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"{bad}: deal 2, move 3: 1 discard 1H: '1H' is no card")
    assert err.count("\n") == 1


@pytest.mark.parametrize("data", [None, b"", b"\xff", b"{]", b"[" * 100_000])
def test_an_unreadable_record_is_status_2(
    data: bytes | None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "broken.json"
    if data is not None:
        path.write_bytes(data)
    for part in (["check"], ["check", "--print"], ["verify"]):
        assert remik(*part, str(path)) == 2
        out, err = capsys.readouterr()
        assert out == ""
        assert err.startswith(f"{path}: ")
        assert err.count("\n") == 1
    assert remik("check", str(tmp_path)) == 2


def test_several_files_are_all_checked_and_the_worst_status_counts(
    good: Path, bad: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert remik("check", str(bad), str(good)) == 1
    assert remik("check", str(good), "missing.json", str(bad)) == 2
    out, err = capsys.readouterr()
    assert out.count("valid") == 2
    assert [line.split(": ")[0] for line in err.splitlines()] == [str(bad), "missing.json", str(bad)]


def test_print_writes_only_the_completed_record(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = game(3)
    stripped = {key: value for key, value in record.items() if key != "result"}
    stripped["deals"] = [{key: value for key, value in deal.items() if key != "result"} for deal in record["deals"]]
    stripped["seats"] = record["seats"] = ["Żółw ♠", "Bob"]
    path = tmp_path / "bare.json"
    path.write_text(json.dumps(stripped), encoding="utf-8")
    assert remik("check", "--print", str(path)) == 0
    out, err = capsys.readouterr()
    assert (json.loads(out), err) == (record, "")
    assert "Żółw ♠" in out
    assert len(out.splitlines()) < 30, "a line a key and a deal"


def test_jsonl_answers_every_line_with_a_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    record = game(4)
    wrong = json.dumps({**record, "seats": ["a\u2028b", 1]}, ensure_ascii=False)
    lines = "\n".join([json.dumps(record), wrong, "", "{", json.dumps(record)])
    path = tmp_path / "many.jsonl"
    path.write_text(lines, encoding="utf-8")
    assert remik("check", "--jsonl", str(path)) == 1
    from_file = capsys.readouterr()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(lines.encode())))
    assert remik("check", "--jsonl", "-") == 1
    assert capsys.readouterr() == from_file
    answers = [json.loads(line) for line in from_file.out.splitlines()]
    assert answers[0] == answers[4] == {"ok": True, "record": record}
    assert answers[1] == {"ok": False, "error": "seats: the name of seat 1: must be a text, not 1"}
    assert [list(answer) for answer in answers[2:4]] == [["ok", "error"]] * 2
    assert from_file.err == ""


def test_verify_reports_what_is_proven_and_what_is_not(good: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A record of version 1, which fits, but proves nothing any more."""
    record = game(1)
    assert remik("verify", str(good)) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert out.startswith(f"{good}: not proven: anyone could write a record of version 1 today\n")
    assert f"seal {record['fairness']['commitment']}" in out
    assert "  cut of Bob: \"Ala/cut é\" (9 characters, 'Ala/cut \\xe9')\n" in out
    assert f"first dealer: seat {record['deals'][0]['dealer']}" in out
    for k in range(1, len(record["deals"]) + 1):
        assert f"  deal {k}: shuffled again: the same 52 cards in the same order\n" in out
    assert "\n  not proven: " in out


def test_verify_finds_a_changed_deck_and_a_record_without_shuffles(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = game(1)
    deck = record["deals"][0]["deck"]
    deck[50], deck[51] = deck[51], deck[50]
    path = tmp_path / "changed.json"
    path.write_text(json.dumps(record), encoding="utf-8")
    assert remik("verify", str(path)) == 1
    assert capsys.readouterr().err == f"{path}: deal 1: deck: not the one that the secret and the cuts give\n"
    del record["fairness"]
    path.write_text(json.dumps(record), encoding="utf-8")
    assert remik("check", str(path)) == 0
    assert remik("verify", str(path)) == 1
    assert capsys.readouterr().err == f"{path}: fairness: missing, so nothing can be proven about the shuffles\n"


def test_verify_reports_the_running_deal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record, _ = random_game(options_for(Variant.REMIK), Random(6), limit=100)
    path = tmp_path / "running.json"
    path.write_text(json.dumps(record), encoding="utf-8")
    assert remik("verify", str(path)) == 0
    deals = record["deals"]
    assert isinstance(deals, list)
    assert f"  deal {len(deals)}: its secret hasn't been revealed" in capsys.readouterr().out


def test_verify_reports_who_goes_first_in_each_round_of_german_rummy(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record: Any = random_melds_game(options_for(Variant.GERMAN, {"rounds": 2}), 3, Random(1))[0]
    path = tmp_path / "german.json"
    path.write_text(json.dumps(record), encoding="utf-8")
    assert remik("verify", str(path)) == 0
    out = capsys.readouterr().out
    for k, deal in enumerate(record["deals"], start=1):
        begins = deal["moves"][0][0]
        assert f"  deal {k}: seat {begins} goes first, by the first secret\n" in out
        assert f"  deal {k}: shuffled again: the same 110 cards in the same order\n" in out


@pytest.mark.slow
def test_B_7_verify_reports_deals_whose_discard_pile_was_reshuffled(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    played = (random_melds_game(options_for(Variant.BASIC), 2, Random(seed))[0] for seed in range(99))
    record: Any = next(record for record in played if "reshuffles" in str(record["deals"]))
    path = tmp_path / "basic.json"
    path.write_text(json.dumps(record), encoding="utf-8")
    assert remik("verify", str(path)) == 0
    out = capsys.readouterr().out
    assert f"  first dealer: seat {record['deals'][0]['dealer']}, by the first secret\n" in out
    for k, deal in enumerate(record["deals"][: len(record["fairness"]["secrets"])], start=1):
        pile = ", and the discard pile too" if "reshuffles" in deal else ""
        assert f"  deal {k}: shuffled again: the same 52 cards in the same order{pile}\n" in out


def test_G3_21_verify_reports_who_waits_first_and_the_three_cards_drawn(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    options = options_for(Variant.THREE_HANDED, {"target": 20})
    assert isinstance(options, GinOptions)
    record: Any = random_game(options, Random(4))[0]
    path = tmp_path / "three.json"
    path.write_text(json.dumps(record), encoding="utf-8")
    assert remik("verify", str(path)) == 0
    out = capsys.readouterr().out
    first = record["deals"][0]
    assert f"  first dealer: seat {first['dealer']}, by the first secret\n" in out
    assert f"  first to wait: seat {first['waits']}, by the first secret\n" in out
    (drawn,) = re.findall(r"  drawn for the first deal: seat 0 (\S)\S, seat 1 (\S)\S, seat 2 (\S)\S\n", out)
    ranks = ["A23456789TJQK".index(rank) for rank in drawn]
    assert sorted(range(3), key=lambda seat: ranks[seat])[:2] == [first["waits"], first["dealer"]]


def sealed(number: int, beacon: BeaconRound | None) -> dict[str, Any]:
    """Return the record of a game whose first deal has just been dealt."""
    options = options_for(Variant.GIN, {"deals": 2})
    start = started(options, 2, cuts=(1, 0), number=number, beacon=beacon)
    record: dict[str, Any] = random_game(options, Random(3), start=start)[0]
    record["fairness"]["secrets"] = []
    record["deals"] = [{key: value for key, value in record["deals"][0].items() if key != "result"} | {"moves": []}]
    del record["result"]
    return record


def places(value: object) -> Iterator[tuple[str | int, ...]]:
    """Yield the path to each value of some JSON, and of three items of a list."""
    yield ()
    inside = value.items() if isinstance(value, dict) else enumerate(value[:3]) if isinstance(value, list) else ()
    for step, part in inside:
        yield from ((step, *path) for path in places(part))


def replaced(value: Any, path: tuple[str | int, ...], by: object) -> Any:  # noqa: ANN401 - any JSON
    """Return some JSON with another value at a place."""
    if not path:
        return by
    copy: Any = deepcopy(value)
    place = copy
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = by
    return copy


def line_of(terms: object) -> str:
    return json.dumps(terms, sort_keys=True, separators=(",", ":"))


def absurd(record: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the record with each absurd value at each place, in the lines of its starts as well."""
    fairness = record["fairness"]
    lines: list[tuple[str | int, ...]] = [("fairness", "start")]
    lines += [("fairness", "voided", at, "start") for at in range(len(fairness.get("voided", ())))]
    for by in ABSURD:
        for path in places(record):
            yield replaced(record, path, by)
        for line in lines:
            terms = json.loads(fairness["start"] if len(line) == 2 else fairness["voided"][line[2]]["start"])
            for path in places(terms):
                yield replaced(record, line, line_of(replaced(terms, path, by)))


SEALED = {"beacon": sealed(1, BeaconRound(QUICKNET.hash, 42)), "voided": sealed(3, None)}


@pytest.mark.parametrize("name", SEALED)
def test_absurd_values_anywhere_are_a_clear_error(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    every = list(absurd(SEALED[name]))
    for one in Random(1).sample(every, min(len(every), times(600))):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(json.dumps(one).encode())))
        status = remik("verify", "--computers", "-")
        out, err = capsys.readouterr()
        if status in (1, 2):  # with findings only if everything fits but the beacon
            assert err.count("\n") == 1, one
            assert not out or (name == "beacon" and "not proven: the beacon" in err), one
        else:
            assert (status, err) == (3, ""), one


@pytest.mark.parametrize("number", [0, -1, 2**36 + 1, 999999999999999])
def test_a_round_that_is_never_due_is_refused(number: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = sealed(1, BeaconRound(QUICKNET.hash, 42))
    start = json.loads(record["fairness"]["start"])
    start["beacon"]["round"] = number
    record["fairness"]["start"] = line_of(start)
    path = tmp_path / "record.json"
    path.write_text(json.dumps(record))
    assert remik("verify", str(path)) == 1
    assert (
        capsys.readouterr().err == f"{path}: fairness.start: beacon: round: must be a whole number from 1 to {2**36}\n"
    )
    start["beacon"]["round"] = 2**36
    record["fairness"]["start"] = line_of(start)
    path.write_text(json.dumps(record))
    assert remik("verify", str(path)) == 1
    said, why = capsys.readouterr()
    assert re.search(r"round 68719476736, due 8\d{3}-", said)
    assert why == f"{path}: not proven: the beacon's signature is forged\n"


def test_a_record_with_endless_moves_is_refused_before_they_are_replayed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Games of earlier versions had no limit on take-backs, and a file can say that it's one of them."""
    record = game(1)
    record["deals"][0]["moves"] += ["0 takeback"] * MOST_MOVES
    path = tmp_path / "record.json"
    path.write_text(json.dumps(record))
    assert remik("check", str(path)) == 1
    assert re.fullmatch(
        r".*: deals: there are 20\d{3} moves, and a record has at most 20000\n", capsys.readouterr().err
    )
