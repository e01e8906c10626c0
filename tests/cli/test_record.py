"""``remik record``: exit status, standard output and standard error, with several files and lines."""

import argparse
import io
import json
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.cli.record import add_parser
from bot.rummy.families import Variant
from bot.rummy.options import options_for
from bot.rummy.records.writing import record_text
from tests.rummy.helpers import random_game, random_melds_game


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
    record = game(1)
    assert remik("verify", str(good)) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert out.startswith(f"{good}: proven unless the bot's operator was playing\n")
    assert f"seal {record['fairness']['commitment']}" in out
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
