"""Computers' moves in a record: replayed from view, level, budget and seed, and the same on every machine."""

import json
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from bot.__main__ import main
from bot.play.game import Game, begin, follow
from bot.play.lobby import started, with_computer
from bot.play.log import LogWord, moves_text
from bot.play.new_tables import new_table
from bot.play.records import record_of
from bot.play.requests.play import line_text
from bot.play.starts.shuffles import salts_from
from bot.play.starts.starting import with_start
from bot.play.table_reading import TableReading
from bot.play.values import LogLine, Pace, TableRow, TableSettings
from bot.players.arithmetic import added, powers
from bot.players.audit import audited
from bot.players.choose import choose, claims
from bot.players.levels import STAND_IN, Level
from bot.players.version import PLAYERS_VERSION, RELEASES
from bot.rummy.families import Variant
from bot.rummy.moves import Move, Verb
from bot.rummy.options import Options, options_for
from bot.rummy.records.checking import read
from bot.rummy.records.sealed import StartCounts
from bot.rummy.records.shape import RecordError

CHOICES = {
    Variant.GIN: "b28355900db94cd7",
    Variant.BASIC: "355886a2410ec553",
    Variant.GERMAN: "22d6c2b750139c92",
}
"""Digests of the moves of fixed games between all levels, by this version of the computer players."""
DUELS = {Variant.BASIC: "6a5fd7b5cbd08246", Variant.GERMAN: "4eb4c3175a4f56a5"}
"""The same of games between an Expert and an absent person."""


def table(options: Options, levels: Sequence[Level]) -> TableRow:
    """Return a started table with a person, who is absent, and computers."""
    row = new_table(
        guild=1,
        channel=2,
        host=101,
        name="Ala",
        options=options,
        pace=Pace.NONE,
        limits=None,
        settings=TableSettings(),
        invited=(),
        secret=bytes(range(32)),
        salts=salts_from(bytes(32)),
        at=0,
    )
    for level in levels:
        row = with_computer(row, 101, level, ("Ada", "Otto", "Iga"))
    return with_start(started(row, 101), 0, StartCounts(0, 0))


def played(row: TableRow, lines: int) -> Game:
    """Play a number of lines as the program does: for computers, and for the absent person."""
    game = begin(row)
    while not game.over and len(game.lines) < lines:
        reading, seat = TableReading(row, game), game.state.turn
        if seat is None:
            game = said(row, game, 0, LogWord.NEXT)
        elif claiming := claimers(reading):
            game = said(row, game, claiming[0], moves_text((Move(claiming[0], Verb.CLAIM),)))
        else:
            level = row.seats[seat].level
            chosen = choose(reading.view(seat), level or STAND_IN, reading.seed_for(reading.seq))
            moves = [replace(move, timed_out=level is None) for move in chosen]
            game = said(row, game, seat, line_text(reading, seat, moves))
    return game


def claimers(reading: TableReading) -> list[int]:
    """List the computers that claim the discard (H-8)."""
    levels = [(seat, player.level) for seat, player in enumerate(reading.row.seats)]
    return [seat for seat, level in levels if level is not None and claims(reading.view(seat), level)]


def said(row: TableRow, game: Game, seat: int, text: str) -> Game:
    seq = len(game.lines)
    return follow(row, game, LogLine(seq, seat, text, -seq - 1, seq))


@cache
def record_for(variant: Variant, lines: int = 120) -> str:
    """Return the record of a game between all levels that was broken off after a number of lines."""
    changes: dict[str, object] = {"claim": True} if variant is Variant.GERMAN else {}
    levels = (Level.EXPERT,) if variant is Variant.GIN else (Level.EASY, Level.HARD, Level.EXPERT)
    return recorded(options_for(variant, changes), levels, lines)


def recorded(options: Options, levels: Sequence[Level], lines: int) -> str:
    """Return the record of a game that was broken off after a number of lines."""
    row = table(options, levels)
    return json.dumps(record_of(row, replace(played(row, lines), closed=True)))


def remik(*arguments: str) -> object:
    """Run a command, and return its exit status."""
    with pytest.raises(SystemExit) as done:
        main(arguments)
    return done.value.code


@pytest.mark.parametrize("variant", CHOICES)
def test_every_move_of_computers_follows_from_what_they_saw(variant: Variant) -> None:
    record = json.loads(record_for(variant))
    seats = audited(read(record))
    assert [seat.seat for seat in seats] == list(range(len(record["seats"])))
    moves = [move for deal in record["deals"] for move in deal["moves"]]
    assert sum(seat.moves for seat in seats) == len(moves)
    assert any(move.endswith(" !") for move in moves), "also those for the absent player"


@pytest.mark.parametrize("variant", CHOICES)
def test_the_choices_of_this_version_never_change(variant: Variant) -> None:
    """If they do, raise PLAYERS_VERSION: older records name the version that checks their moves."""
    moves = [deal["moves"] for deal in json.loads(record_for(variant))["deals"]]
    assert sha256(json.dumps(moves).encode()).hexdigest()[:16] == CHOICES[variant]


@pytest.mark.parametrize("variant", DUELS)
def test_the_choices_between_two_players_never_change(variant: Variant) -> None:
    moves = [deal["moves"] for deal in json.loads(recorded(options_for(variant, {}), [Level.EXPERT], 60))["deals"]]
    assert sha256(json.dumps(moves).encode()).hexdigest()[:16] == DUELS[variant]


def test_a_move_that_a_computer_would_not_have_made_is_named() -> None:
    record = json.loads(record_for(Variant.BASIC))
    moves = record["deals"][0]["moves"]
    at = next(at for at, move in enumerate(moves) if move.startswith("1 discard"))
    other = changed_discard(record, at)
    with pytest.raises(RecordError, match=rf"^deal 1, move \d+: .*: the computer would have chosen: .*{moves[at]}"):
        audited(read(other))


def changed_discard(record: dict[str, Any], at: int) -> dict[str, Any]:
    """Return the running record of a game in which a computer discards another card, and nothing follows."""
    copy = json.loads(json.dumps(record))
    deal = copy["deals"][0]
    copy["deals"] = [deal]
    copy["fairness"]["secrets"] = copy["fairness"]["secrets"][:1]
    deal.pop("result", None)
    deal.pop("reshuffles", None)
    for card in deal["deck"]:
        deal["moves"] = [*record["deals"][0]["moves"][:at], f"1 discard {card}"]
        if deal["moves"][at] != record["deals"][0]["moves"][at]:
            try:
                read(copy)
            except RecordError:
                continue
            return dict(copy)
    raise AssertionError("no other discard is legal")


def test_the_command_line_replays_computers(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "record.json"
    file.write_text(record_for(Variant.GIN))
    assert remik("record", "verify", "--computers", str(file)) == 0
    assert "moves of Otto (Expert) follow from view, level, budget and seed" in capsys.readouterr().out
    record = json.loads(record_for(Variant.GIN))
    record["fairness"]["start"] = record["fairness"]["start"].replace(f'"players":{PLAYERS_VERSION}', '"players":77')
    for deal in record["deals"]:
        deal["moves"] = []
    del record["deals"][1:], record["fairness"]["secrets"][:]
    record["deals"][0].pop("result", None)
    file.write_text(json.dumps(record))
    assert remik("record", "verify", "--computers", str(file)) == 0
    assert "version 77 of the computer players; check their moves with a later release" in capsys.readouterr().out


def test_each_version_of_the_computer_players_names_its_release() -> None:
    assert set(RELEASES) == set(range(1, PLAYERS_VERSION + 1))


def test_numbers_are_added_in_order() -> None:
    """`sum` gives 1.0 since Python 3.12, because it keeps what is lost by rounding."""
    assert added([0.1] * 10) == 0.9999999999999999
    assert powers(0.8, 3) == (1.0, 0.8, 0.8 * 0.8, 0.8 * 0.8 * 0.8)
