"""Computers' moves in a record: replayed from view, level, budget and seed, and the same on every machine."""

import json
import re
from collections.abc import Sequence
from contextlib import suppress
from copy import deepcopy
from dataclasses import replace
from functools import cache
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

import pytest

from bot.__main__ import main
from bot.play.service.new_tables import TableOrigin, new_table
from bot.play.service.play_requests import line_text
from bot.play.service.table import TableReading
from bot.play.state import shuffles
from bot.play.state.game import Game, begin, follow, replay
from bot.play.state.lobby import started, with_computer
from bot.play.state.records import record_of
from bot.play.state.shuffles import salts_from, with_start
from bot.play.state.values import LogLine, LogWord, Pace, TableRow, TableSettings, moves_text, split_line
from bot.players.arithmetic import added, powers
from bot.players.audit import audited
from bot.players.games import choose, claims
from bot.players.levels import STAND_IN, Level
from bot.players.seeds import CHECKED, PLAYERS_VERSION, RELEASES, counts_before
from bot.ratings.game_facts import replayed
from bot.rummy.cards import code
from bot.rummy.families import Variant
from bot.rummy.moves import Move, Verb, parse_move
from bot.rummy.options import Options, options_for
from bot.rummy.records.checking import check, read
from bot.rummy.records.sealed import StartCounts
from bot.rummy.records.shape import RecordError
from bot.rummy.refusals import Refused
from bot.rummy.views import TAKE_BACK_LIMIT, Phase
from tests.rummy.helpers import random_game

CHOICES = {
    (4, Variant.GIN): "15afb08c46998dc0",
    (4, Variant.BASIC): "69f7f4c4007326d9",
    (4, Variant.GERMAN): "ace4f1c4002f8eca",
}
"""Digests of the moves of fixed games between all levels, by the versions of the computer players that can be checked.

The line of the start names the version, so each has other cards, too.
"""
DUELS = {
    (4, Variant.BASIC): "8c641614278234f0",
    (4, Variant.GERMAN): "d8339d9b90d9bcdc",
}
"""The same of games between an Expert and an absent person."""
TRIO = "5H 6H 7H"


def table(options: Options, levels: Sequence[Level], version: int = PLAYERS_VERSION) -> TableRow:
    """Return a table, started by a version of the computer players, with a person, who is absent, and computers."""
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
        origin=TableOrigin(0, bytes(range(32)), salts_from(bytes(32))[:4]),  # as of earlier versions
    )
    for level in levels:
        row = with_computer(row, 101, level, ("Ada", "Otto", "Iga"))
    with patch.object(shuffles, "PLAYERS_VERSION", version):
        return with_start(started(row, 101), 0, StartCounts(0, 0))


def played(row: TableRow, lines: int) -> Game:
    """Play a number of lines as the program does: for computers, and for the absent person."""
    return played_on(row, begin(row), lines)


def played_on(row: TableRow, game: Game, lines: int) -> Game:
    """Play on until a game has this number of lines."""
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
def record_for(variant: Variant, lines: int = 120, version: int = PLAYERS_VERSION) -> str:
    """Return the record of a game between all levels that was broken off after a number of lines."""
    changes: dict[str, object] = {"claim": True} if variant is Variant.GERMAN else {}
    levels = (Level.EXPERT,) if variant is Variant.GIN else (Level.EASY, Level.HARD, Level.EXPERT)
    return recorded(options_for(variant, changes), levels, lines, version)


def recorded(options: Options, levels: Sequence[Level], lines: int, version: int = PLAYERS_VERSION) -> str:
    """Return the record of a game that was broken off after a number of lines."""
    row = table(options, levels, version)
    return json.dumps(record_of(row, replace(played(row, lines), closed=True)))


def remik(*arguments: str) -> object:
    """Run a command, and return its exit status."""
    with pytest.raises(SystemExit) as done:
        main(arguments)
    return done.value.code


@pytest.mark.parametrize(("version", "variant"), CHOICES)
def test_every_move_of_computers_follows_from_what_they_saw(version: int, variant: Variant) -> None:
    record = json.loads(record_for(variant, version=version))
    seats = audited(read(record))
    assert [seat.seat for seat in seats] == list(range(len(record["seats"])))
    moves = [move for deal in record["deals"] for move in deal["moves"]]
    assert sum(seat.checked for seat in seats) == len(moves)
    assert not any(seat.unchecked for seat in seats)
    assert any(move.endswith(" !") for move in moves), "also those for the absent player"


@pytest.mark.parametrize(("version", "variant"), CHOICES)
def test_the_choices_of_these_versions_never_change(version: int, variant: Variant) -> None:
    """If they do, raise PLAYERS_VERSION: older records name the version that checks their moves."""
    moves = [deal["moves"] for deal in json.loads(record_for(variant, version=version))["deals"]]
    assert sha256(json.dumps(moves).encode()).hexdigest()[:16] == CHOICES[version, variant]


@pytest.mark.parametrize(("version", "variant"), DUELS)
def test_the_choices_between_two_players_never_change(version: int, variant: Variant) -> None:
    record = json.loads(recorded(options_for(variant, {}), [Level.EXPERT], 60, version))
    moves = [deal["moves"] for deal in record["deals"]]
    assert sha256(json.dumps(moves).encode()).hexdigest()[:16] == DUELS[version, variant]


def seed_after(row: TableRow, game: Game, *texts: str) -> int:
    """Return the next computer's seed after more lines of the person in seat 0."""
    for text in texts:
        game = said(row, game, 0, text)
    return TableReading(row, game).seed_for(len(game.lines))


@pytest.mark.parametrize("variant", [Variant.GIN, Variant.BASIC, Variant.GERMAN])
def test_C_9_a_person_cannot_choose_a_computers_seed_by_taking_back(variant: Variant) -> None:
    """The operator, who knows the secrets, would otherwise try until the computer makes a mistake."""
    seeds = {}
    for version in (2, PLAYERS_VERSION):
        row = table(options_for(variant, {}), [Level.EASY], version)
        game = drawn_by_person(row)
        first, second = TableReading(row, game).view(0).hand[:2]
        discard, other = f"discard {code(first)}", f"discard {code(second)}"
        seeds[version] = {
            seed_after(row, game, discard),
            seed_after(row, game, discard, "takeback", discard),
            seed_after(row, game, discard, "takeback", discard, "takeback", other),
        }
    assert len(seeds[2]) == 3, "games of earlier versions keep their seeds"
    assert len(seeds[PLAYERS_VERSION]) == 1


def test_D_10_nor_by_laying_in_other_steps_or_taking_that_back() -> None:
    moves = [parse_move(f"0 {text}") for text in ("draw", f"meld {TRIO}", "layoff 8H 0", "undo", "discard KS")]
    assert list(counts_before(moves, earlier=False)) == [0, 1, 1, 1, 1, 2]
    assert list(counts_before(moves, earlier=True)) == [0, 1, 2, 3, 4, 5]


def test_H_18_nor_by_giving_a_card_back() -> None:
    def counts(*texts: str) -> list[int]:
        return list(counts_before([parse_move(f"0 {text}") for text in texts], earlier=False))

    assert counts("take", "undo", "draw", "discard KS") == [0, 1, 0, 1, 2]
    assert counts("take", f"meld {TRIO}", "undo", "undo", "draw") == [0, 1, 1, 1, 0, 1]
    assert counts("take", f"meld {TRIO}", "discard KS", "takeback", "undo", "undo") == [0, 1, 1, 2, 1, 1, 0]


def drawn_by_person(row: TableRow) -> Game:
    """Play until the person in seat 0 has drawn from the stock, without a card that may not be discarded."""
    for lines in range(40):
        game = played(row, lines)
        if game.state.turn == 0 and game.state.phase in (Phase.DISCARD, Phase.LAY) and game.state.taken is None:
            return game
    raise AssertionError("the person never draws")


def test_a_game_with_take_backs_is_checked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    row = table(options_for(Variant.GIN, {}), [Level.EASY])
    game = drawn_by_person(row)
    discard = f"discard {code(TableReading(row, game).view(0).hand[-1])}"
    for text in (discard, "takeback", discard):
        game = said(row, game, 0, text)
    record = record_of(row, replace(played_on(row, game, len(game.lines) + 12), closed=True))
    assert check(record) == record
    person, computer = audited(read(record))
    assert person.level is None
    assert computer.level is Level.EASY
    assert computer.checked > 5
    assert person.unchecked == computer.unchecked == 0
    status, _ = verified(record, tmp_path, capsys)
    assert status == 0


@pytest.mark.parametrize("version", [2, 3])
def test_a_game_of_an_earlier_version_says_which_program_checks_its_computers(
    version: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = json.loads(record_for(Variant.GIN, version=version))
    assert check(record) == record
    assert not any(seat.checked for seat in audited(read(record)))
    status, printed = verified(record, tmp_path, capsys)
    assert status == 3
    told = f"played by version {version} of the computer players; check their moves with Remik 0.3.0.dev0, commit"
    assert told in printed


@pytest.mark.parametrize("version", [2, 3])
def test_C_10_games_of_earlier_versions_go_on_with_more_take_backs(version: int) -> None:
    row = table(options_for(Variant.GIN, {}), [Level.EASY], version)
    game = drawn_by_person(row)
    discard = f"discard {code(TableReading(row, game).view(0).hand[-1])}"
    taken_back = 0
    with suppress(Refused):
        for _ in range(30):
            game = said(row, said(row, game, 0, discard), 0, "takeback")
            taken_back += 1
    assert taken_back == (30 if version == 2 else TAKE_BACK_LIMIT)
    entries = [LogLine(seq, *split_line(line), -seq - 1, seq) for seq, line in enumerate(game.lines)]
    assert replay(row, entries).state == game.state, "a restart"
    record = record_of(row, replace(game, closed=True))
    assert check(record) == record, "and its record is valid"
    assert replayed(record, row.options, 2).moves
    if version == 3:
        more: Any = deepcopy(record)
        more["deals"][0]["moves"] += [f"0 {discard}", "0 takeback"]
        with pytest.raises(RecordError, match=r"^deal 1, move \d+: 0 takeback: You've already .* 20 times .*\(C-10\)"):
            check(more)


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
    copy.pop("result", None)
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


def verified(record: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> tuple[object, str]:
    """Verify a record with its computers. Return the exit status, and what was printed."""
    file = tmp_path / "record.json"
    file.write_text(json.dumps(record))
    status = remik("record", "verify", "--computers", str(file))
    out, err = capsys.readouterr()
    return status, out + err


def undealt(record: dict[str, Any], **start: object) -> dict[str, Any]:
    """Return a record whose first deal is still to be played, with changes to its start: its cards don't matter yet."""
    record = deepcopy(record)
    terms = {**json.loads(record["fairness"]["start"]), **start}
    record["fairness"] |= {"start": json.dumps(terms, sort_keys=True, separators=(",", ":")), "secrets": []}
    record["deals"] = [{**record["deals"][0], "moves": []}]
    record["deals"][0].pop("result", None)
    record.pop("result", None)
    return record


def test_the_command_line_replays_computers_and_accounts_for_each_seat(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, said = verified(json.loads(record_for(Variant.GIN)), tmp_path, capsys)
    assert status == 0
    assert re.search(r"^  seat 0: a person, not checked; made for them while absent: \d+", said, re.MULTILINE)
    computer = r"  seat 1: a computer \(expert\), \d+ moves follow from view, level, budget and seed: Otto \(Expert\)"
    assert any(re.fullmatch(computer, line) for line in said.splitlines())


def test_what_could_not_be_checked_is_status_3(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = json.loads(record_for(Variant.GIN))
    other = undealt(record)
    other["deals"][0]["moves"] = record["deals"][0]["moves"][:6]
    status, said = verified(other, tmp_path, capsys)
    assert status == 3
    assert "moves NOT checked: Otto (Expert)" in said
    status, said = verified(undealt(record, players=1), tmp_path, capsys)
    assert status == 3
    assert "played by version 1 of the computer players; check their moves with Remik 0.2.0" in said
    status, said = verified(random_game(options_for(Variant.GIN), Random(1))[0], tmp_path, capsys)
    assert status == 3
    assert "seat 1: a person or a computer, not checked" in said
    assert "records of version 1 have no seeds" in said


def test_levels_and_versions_that_do_not_exist_are_errors(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = json.loads(record_for(Variant.GIN))
    for start, words in (
        ({"players": PLAYERS_VERSION + 1}, "players"),
        ({"players": 2**31}, "players"),
        ({"seats": ["person", "grandmaster"]}, "seats"),
        ({"seats": ["person", "Expert"]}, "seats"),
    ):
        status, said = verified(undealt(record, **start), tmp_path, capsys)
        assert status == 1, said
        assert said.startswith(f"{tmp_path}/record.json: fairness.start: {words}"), said
        assert said.count("\n") == 1


@pytest.mark.parametrize(
    "name",
    [
        "Otto (Expert)",
        "Otto (expert)",
        "Otto [HARD]",
        "Otto_Hard",
        "Computer 2",
        "🤖 Otto",
        "Ｏｔｔｏ （Ｅａｓｙ）",
        "Otto (Ha\u200brd)",
        "Otto (Ha\ufe0frd)",
        "Otto (\u041d\u0430rd)",  # Cyrillic
        "Otto (\u0397ard)",  # Greek
        "Otto (Ha\u0301rd)",
    ],
)
def test_a_person_with_a_name_like_a_computers_is_pointed_out(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = json.loads(record_for(Variant.GIN))
    record = {**undealt(record, seats=["person", "person"]), "seats": ["Ala", name]}
    status, said = verified(record, tmp_path, capsys)
    assert status == 3
    assert "seat 1: a person, not checked (the name says computer, but the start says person)" in said
    assert "seat 0: a person, not checked: Ala" in said


def test_the_worst_status_of_several_records_is_that_of_a_fault(tmp_path: Path) -> None:
    record = json.loads(record_for(Variant.GIN))
    files = [tmp_path / name for name in ("good", "unchecked", "wrong")]
    for file, content in zip(files, (record, undealt(record), {**record, "format": ""}), strict=True):
        file.write_text(json.dumps(content))
    paths = list(map(str, files))
    assert remik("record", "verify", "--computers", *paths[:2]) == 3
    assert remik("record", "verify", "--computers", *paths) == 1
    assert remik("record", "verify", "--computers", *paths, "missing") == 2


def test_each_version_of_the_computer_players_names_its_release() -> None:
    assert set(RELEASES) == set(range(1, PLAYERS_VERSION + 1))
    assert {version for version, _ in CHOICES} == CHECKED


def test_numbers_are_added_in_order() -> None:
    """`sum` gives 1.0 since Python 3.12, because it keeps what is lost by rounding."""
    assert added([0.1] * 10) == 0.9999999999999999
    assert powers(0.8, 3) == (1.0, 0.8, 0.8 * 0.8, 0.8 * 0.8 * 0.8)
