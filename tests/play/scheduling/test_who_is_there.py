"""Presence as the log records it (time-outs, absence, resignations, readiness), and its effect on results."""

import random
from dataclasses import replace

import pytest

from bot.play.state.errors import TableReason
from bot.play.state.game import Game, begin, follow, replay
from bot.play.state.presence import MISSES, Agreement, open_questions, refusal_to_agree
from bot.play.state.records import events_of_deal, record_of
from bot.play.state.values import (
    LogLine,
    LogWord,
    Pace,
    Player,
    Status,
    TableRow,
    TableSettings,
    TimeLimits,
    moves_text,
    own_doing,
)
from bot.players.levels import Level
from bot.rummy.events import last_turns
from bot.rummy.families import Variant
from bot.rummy.moves import Move, Verb
from bot.rummy.options import Options, options_for
from bot.rummy.records import checking as record
from bot.rummy.refusals import Refused
from bot.rummy.views import Phase
from tests.play.melds import random_rules
from tests.play.process import BASIC, GIN, NAMES, QUICK, USERS, chosen

START = 1_800_000_000_000
HOLLYWOOD = options_for(Variant.HOLLYWOOD, {"target": 20, "play_out": False})
GERMAN = options_for(Variant.GERMAN, {"no_initial_meld": True, "rounds": 2})
COMPUTER = Player(1, "Computer", "computer", Level.EASY)


def table(options: Options, people: int, computers: int = 0, seed: int = 0) -> TableRow:
    """Make a table that has just started."""
    seats = [Player(USERS[seat], NAMES[seat], f"cut {seat}") for seat in range(people)]
    seats += [replace(COMPUTER, user=number + 1) for number in range(computers)]
    return TableRow(
        id=7,
        guild=1,
        channel=2,
        host=USERS[0],
        options=options,
        pace=Pace.LIVE,
        limits=TimeLimits(60_000, 60_000),
        settings=TableSettings(),
        invited=(),
        secret=random.Random(seed).randbytes(32),
        status=Status.PLAYING,
        seats=tuple(seats),
        created_at=START,
        touched_at=START,
    )


class Log:
    """A log that grows line by line, one second per line."""

    def __init__(self, row: TableRow) -> None:
        self.row = row
        self.game = begin(row)
        self.entries: list[LogLine] = []

    def add(self, seat: int, text: str, *, program: bool = False) -> Game:
        seq = len(self.entries)
        interaction = own_doing(self.row.id, seq) if program else seq + 1
        entry = LogLine(seq, seat, text, interaction, START + 1000 * (seq + 1))
        self.game = follow(self.row, self.game, entry)
        self.entries.append(entry)
        return self.game

    def move(self, chance: random.Random, *, late: bool = False) -> Game:
        """Make one move of the player on turn, or deal; ``late`` for a player whose time is up."""
        seat = self.game.state.turn
        if seat is None:
            return self.add(0, LogWord.NEXT, program=True)
        move = chosen(self.game.view(seat), chance)
        program = late or self.row.seats[seat].is_computer or seat in self.game.away | self.game.left
        absent = program and not self.row.seats[seat].is_computer
        return self.add(seat, moves_text([replace(move, timed_out=absent)]), program=program)

    def turn(self, chance: random.Random, *, late: bool = False) -> int:
        """Play one turn, after dealing if necessary; return whose turn it was."""
        while self.game.state.turn is None:
            self.move(chance)
        seat, turns = self.game.state.turn, (self.game.state.deal, self.game.state.turns)
        while not self.game.over and (self.game.state.turn, turns) == (
            seat,
            (self.game.state.deal, self.game.state.turns),
        ):
            self.move(chance, late=late)
        return seat

    def to_the_end(self, chance: random.Random, *, result: bool = True) -> Game:
        while not self.game.over:
            self.move(chance)
        assert (self.game.view(None).result is not None) is result
        return self.game


def refusal(log: Log, seat: int, text: str) -> str:
    """Return why a line is refused, which changes nothing."""
    before = log.game
    with pytest.raises(Refused) as caught:
        log.add(seat, text)
    assert log.game is before
    return str(caught.value.refusal.reason)


def test_consecutive_missed_turns_count_once_each() -> None:
    log, chance, counts = Log(table(BASIC, 2)), random.Random(1), []
    for _ in range(3):
        seat = log.turn(chance, late=True)
        counts.append((log.game.missed[seat], log.game.missed[1 - seat]))
        log.turn(chance)
    assert counts == [(1, 0), (2, 0), (3, 0)]
    assert " !" in log.game.lines[0]


def test_a_player_who_acts_again_has_no_missed_turns() -> None:
    log, chance = Log(table(BASIC, 2)), random.Random(1)
    late = log.turn(chance, late=True)
    log.turn(chance)
    log.move(chance)
    assert log.game.missed[late] == 0
    log.turn(chance, late=True)  # the rest of a turn that they had begun counts as missed, but only as the first
    assert log.game.missed[late] == 1


def test_turns_of_computers_and_for_absent_players_are_not_missed() -> None:
    log, chance = Log(table(BASIC, 2, computers=1)), random.Random(2)
    log.add(1, LogWord.AWAY, program=True)
    for _ in range(9):
        log.turn(chance)
    assert log.game.missed == (0, 0, 0)
    assert log.game.acted[2] is None
    marked = {line.split()[0] for line in log.game.lines if line.endswith(" !")}
    assert marked == {"1"}


def test_a_returning_player_has_the_seat_and_no_missed_turns() -> None:
    log, chance = Log(table(BASIC, 2)), random.Random(1)
    seat = log.turn(chance, late=True)
    log.turn(chance)
    log.turn(chance, late=True)
    assert log.game.missed[seat] == MISSES
    log.add(seat, LogWord.AWAY, program=True)
    assert log.game.away == {seat}
    log.turn(chance)
    assert log.add(seat, LogWord.BACK).away == frozenset()
    assert log.game.missed == (0, 0)
    assert log.game.acted[seat] == log.game.last_at
    assert refusal(log, seat, LogWord.BACK) == TableReason.NOT_AWAY


def test_lines_about_presence_do_not_make_a_click_outdated() -> None:
    """Not even for a player who has laid something that the others don't see yet (D-10)."""
    log, chance = Log(table(GERMAN, 3)), random.Random(3)
    while not log.game.stamp.own:
        log.move(chance)
    seat, stamp, views = log.game.state.turn, log.game.stamp, [log.game.view(n) for n in (None, 0, 1, 2)]
    assert seat is not None
    other, third = (seat + 1) % 3, (seat + 2) % 3
    notes = [(other, LogWord.AWAY), (other, LogWord.BACK), (other, LogWord.AWAY), (third, LogWord.LEAVE)]
    for n, (who, word) in enumerate(notes, start=1):
        log.add(who, word)
        assert (log.game.stamp, log.game.stamp_for(seat), log.game.notes) == (stamp, stamp, n)
        assert [log.game.view(n) for n in (None, 0, 1, 2)] == views
    began = log.game.turn_at
    log.turn(chance)
    assert log.game.stamp.own == 0
    assert log.game.turn_at > began


def test_a_player_who_left_is_refused_everything() -> None:
    log = Log(table(BASIC, 3))
    log.add(0, LogWord.AWAY, program=True)
    log.add(0, LogWord.LEAVE)
    assert (log.game.left, log.game.away, log.game.over) == (frozenset({0}), frozenset(), False)
    for word in (LogWord.BACK, LogWord.LEAVE, LogWord.RESIGN, LogWord.READY):
        assert refusal(log, 0, word) == TableReason.LEFT


def test_readiness_applies_only_to_the_next_deal() -> None:
    log, chance = Log(table(QUICK, 2)), random.Random(1)
    assert refusal(log, 0, LogWord.READY) == TableReason.NO_DEAL_DUE
    while log.game.state.turn is not None:
        log.move(chance)
    stamp = log.game.stamp
    assert log.add(1, LogWord.READY).ready == {1}
    assert log.add(0, LogWord.READY).ready == {0, 1}
    assert log.add(1, LogWord.AWAY, program=True).ready == {0}
    assert log.game.stamp == stamp
    assert log.add(0, LogWord.NEXT, program=True).ready == frozenset()
    assert log.game.acted[0] == START + 1000 * (len(log.entries) - 2)  # when ready: the deal came by itself


def test_a_turn_begins_with_the_line_that_ends_the_one_before() -> None:
    log, chance = Log(table(BASIC, 2)), random.Random(4)
    assert log.game.turn_at == START
    for _ in range(6):
        log.turn(chance)
        assert log.game.turn_at == log.game.last_at
        log.move(chance)
        assert log.game.turn_at < (log.game.last_at or 0)


@pytest.mark.parametrize("options", [QUICK, HOLLYWOOD, options_for(Variant.OKLAHOMA, {"deals": 1})])
@pytest.mark.parametrize("seed", range(4))
def test_a_player_loses_a_game_that_a_computer_finishes_for_them(options: Options, seed: int) -> None:
    """The other player of two wins, no matter who won by the rules."""
    absent = seed % 2
    log = Log(table(options, 2, seed=seed))
    log.add(absent, LogWord.AWAY, program=True)
    assert (log.game.forfeits, log.game.winners) == (frozenset(), ())
    game = log.to_the_end(random.Random(seed))
    assert game.forfeits == {absent}
    assert game.winners == (1 - absent,)


def test_a_player_who_returns_before_the_end_forfeits_nothing() -> None:
    log = Log(table(QUICK, 2))
    log.add(1, LogWord.AWAY, program=True)
    log.move(random.Random(1))
    log.add(1, LogWord.BACK)
    game = log.to_the_end(random.Random(5))
    result = game.view(None).result
    assert result is not None
    assert (game.forfeits, game.winners) == (frozenset(), result.winners)


@pytest.mark.slow
@pytest.mark.parametrize(("options", "seed"), [(GERMAN, 0), (GERMAN, 1), (BASIC, 2), (GERMAN, 3), (GERMAN, 4)])
def test_only_players_who_played_to_the_end_can_win(options: Options, seed: int) -> None:
    """If the winner by the rules forfeited, the others with the highest total win, computers included."""
    chance = random.Random(seed)
    log = Log(table(options, 3, computers=1, seed=seed))
    lost = set(chance.sample(range(3), 2))
    for seat, word in zip(sorted(lost), (LogWord.LEAVE, LogWord.AWAY), strict=True):
        for _ in range(chance.randrange(20)):
            log.move(chance)
        log.add(seat, word)
    game = log.to_the_end(chance)
    result, totals = game.view(None).result, game.view(None).columns[0].totals
    assert result is not None
    assert game.forfeits == lost
    stands = [seat for seat in result.winners if seat not in lost]
    others = [seat for seat in range(4) if seat not in lost]
    most = max(totals[seat] for seat in others)
    assert list(game.winners) == (stands or [seat for seat in others if totals[seat] == most])


def test_computers_win_if_the_last_person_resigns() -> None:
    chance, log = random.Random(6), Log(table(GERMAN, 2, computers=2))
    while not log.game.view(None).deals:
        log.move(chance)
    log.add(1, LogWord.LEAVE)
    log.add(0, LogWord.RESIGN)
    totals = log.game.view(None).columns[0].totals
    assert (log.game.over, log.game.forfeits) == (True, frozenset({0, 1}))
    assert log.game.winners == tuple(seat for seat in (2, 3) if totals[seat] == max(totals[2:]))


def test_a_game_that_no_player_finished_has_no_winner() -> None:
    log = Log(table(GIN, 2))
    log.add(0, LogWord.AWAY, program=True)
    log.add(1, LogWord.RESIGN)
    assert (log.game.forfeits, log.game.winners) == (frozenset({0, 1}), ())


@pytest.mark.parametrize("options", [GIN, GERMAN])
def test_a_closed_game_has_no_result(options: Options) -> None:
    """There are no winners or losers; the record contains the moves, but no result."""
    chance, log = random.Random(3), Log(table(options, 2))
    log.add(0, LogWord.AWAY, program=True)
    for _ in range(40):
        log.move(chance)
    acted = log.game.acted
    game = log.add(0, LogWord.CLOSE, program=True)
    assert (game.over, game.closed, game.winners, game.forfeits, game.acted) == (True, True, (), frozenset(), acted)
    view = game.view(0)
    assert (view.phase, view.turn, view.moves, view.result) == (Phase.OVER, None, (), None)
    for word in (LogWord.NEXT, LogWord.BACK, LogWord.RESIGN, LogWord.CLOSE, "draw"):
        assert refusal(log, 0, word) == TableReason.OVER
    written = checked(log)
    assert "result" not in written
    assert record.verify(written).proven == tuple(range(1, game.state.deal + 1))


def checked(log: Log) -> dict[str, object]:
    """Return the record of a finished game after checking it."""
    written = record_of(log.row, log.game)
    assert record.check(written) == written
    assert record.verify(written).unproven == ()
    return written


def test_the_record_marks_moves_for_absent_players_and_names_computers() -> None:
    log = Log(table(options_for(Variant.BASIC, {"target": 10}), 1, computers=1))
    chance = random.Random(1)
    log.turn(chance, late=True)
    log.add(0, LogWord.AWAY, program=True)
    log.to_the_end(chance)
    written = checked(log)
    assert written["seats"] == ["Ala", "Computer (Easy)"]
    deals = written["deals"]
    assert isinstance(deals, list)
    moves = [move for deal in deals for move in deal["moves"]]
    assert all(move.endswith(" !") for move in moves if move.startswith("0 "))
    assert not any(move.endswith(" !") for move in moves if move.startswith("1 "))
    assert moves
    assert {*map(len, map(str.split, moves))}  # words such as `away` are in no record
    assert not {LogWord.AWAY, LogWord.NEXT} & {move.split()[1] for move in moves}


def test_what_cannot_be_agreed_on_is_refused_and_consent_lapses_with_the_deal() -> None:
    row = table(GERMAN, 3)
    log = Log(row)
    assert refusal_to_agree(row, log.game, Agreement.PAUSE) is None
    for other, about, reason in (
        (replace(row, fixture=5), Agreement.PAUSE, TableReason.AGREE_FIXTURE),
        (replace(row, fixture=5), Agreement.CALL_OFF, TableReason.AGREE_FIXTURE),
        (replace(row, pace=Pace.SLOW), Agreement.PAUSE, TableReason.PAUSE_LIVE),
        (table(GERMAN, 1, computers=2), Agreement.CALL_OFF, TableReason.CALL_OFF_ALONE),
    ):
        refused = refusal_to_agree(other, begin(other), about)
        assert refused is not None
        assert refused.reason == reason
    log.add(0, LogWord.PAUSE)
    log.add(1, LogWord.CALL_OFF)
    assert [(one.about, one.agreed, one.others) for one in open_questions(row, log.game)] == [
        (Agreement.PAUSE, frozenset({0}), frozenset({1, 2})),
        (Agreement.CALL_OFF, frozenset({1}), frozenset({0, 2})),
    ]
    assert log.add(0, LogWord.GO_ON).pausing == frozenset()
    assert log.add(1, LogWord.LEAVE).calling_off == frozenset()
    log.add(0, LogWord.PAUSE)
    chance = random.Random(3)
    while log.game.state.phase is not Phase.DEAL:
        log.move(chance)
    assert log.game.pausing == {0}
    assert log.add(0, LogWord.NEXT, program=True).pausing == frozenset()
    log.add(0, LogWord.PAUSE)
    assert log.add(2, LogWord.PAUSE).paused
    assert replay(row, log.entries) == log.game


def random_log(seed: int) -> Log:
    """Play a random game in which people come, go, stay away and resign, until it is over."""
    chance = random.Random(seed)
    seats = chance.choice([2, 2, 3, 4])
    gin: list[Options] = [
        QUICK,
        HOLLYWOOD,
        options_for(Variant.OKLAHOMA, {"deals": 1}),
        options_for(Variant.REMIK, {"target": 20}),
    ]
    melds: list[Options] = [options_for(Variant.BASIC, {"target": 10}), random_rules(chance, seats, 1)]
    people = chance.randint(1, seats)
    options = chance.choice(gin + melds if seats == 2 else melds)
    log = Log(table(options, people, seats - people, seed))
    while not log.game.over:
        seat, draw = chance.randrange(people), chance.random()
        game = log.game
        if draw < 0.02 and seat not in game.away | game.left:
            log.add(seat, LogWord.AWAY, program=True)
        elif draw < 0.04 and seat in game.away:
            log.add(seat, LogWord.BACK)
        elif draw < 0.05 and seat not in game.left:
            others = set(range(people)) - game.away - game.left - {seat}
            log.add(seat, LogWord.LEAVE if others and seats > 2 else LogWord.RESIGN)
        elif draw < 0.051:
            log.add(0, LogWord.CLOSE, program=chance.random() < 0.5)
        elif draw < 0.06 and seat not in game.away | game.left:
            log.add(seat, chance.choice([LogWord.PAUSE, LogWord.PAUSE, LogWord.CALL_OFF, LogWord.GO_ON]))
        elif game.state.phase is Phase.DEAL and draw < 0.5 and seat not in game.away | game.left:
            log.add(seat, LogWord.READY)
        else:
            log.move(chance, late=draw < 0.2)
        if draw > 0.9:
            events = events_of_deal(log.row, log.game)
            assert last_turns(events, seats) == log.game.view(None).recent
    return log


@pytest.mark.parametrize("seed", range(30))
def test_random_games_with_absences_replay_identically_and_have_the_right_result(seed: int) -> None:
    log = random_log(seed)
    game, row = log.game, log.row
    assert replay(row, log.entries) == game
    middle = len(log.entries) // 2
    again = replay(row, log.entries[:middle])
    for entry in log.entries[middle:]:
        again = follow(row, again, entry)
    assert again == game
    result = checked(log).get("result")
    people = [seat for seat, player in enumerate(row.seats) if not player.is_computer]
    assert (result is None) is (game.closed or game.resigned is not None)
    assert set(game.forfeits) <= set(people)
    assert not set(game.winners) & game.forfeits
    if game.closed:
        assert (game.winners, game.forfeits) == ((), frozenset())
    else:
        assert game.winners or game.forfeits == set(range(len(row.seats)))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2))
def test_D_10_the_list_of_events_includes_lays_once_their_turn_ends(seed: int) -> None:
    """The list contains all events of the deal in order, without anything that was taken back."""
    chance, log = random.Random(seed), Log(table(GERMAN, 3, seed=seed))
    listed, laid = events_of_deal(log.row, log.game), 0
    assert listed == ()
    for _ in range(100):
        deal = log.game.state.deal
        log.move(chance)
        if log.game.over:
            break
        now = events_of_deal(log.row, log.game)
        if log.game.stamp.own:
            laid += 1
            assert now == listed
        elif log.game.state.deal == deal:
            assert now[: len(listed)] == listed
            assert len(now) > len(listed)
        else:
            assert now == ()
        listed = now
        assert all(event.card is None for event in now if event.kind == "drew")
    assert laid


def test_H_8_a_claim_for_an_absent_player_is_marked_and_is_not_a_missed_turn() -> None:
    options = options_for(Variant.GERMAN, {"claim": True, "rounds": 2})
    log, chance = Log(table(options, 2, computers=2)), random.Random(2)
    log.add(0, LogWord.AWAY, program=True)
    while log.game.refusal_for(Move(0, Verb.CLAIM)) is not None:
        log.move(chance)
    turn = log.game.state.turn
    log.add(0, "claim !", program=True)
    assert (log.game.state.turn, log.game.missed) == (turn, (0, 0, 0, 0))
    log.add(1, LogWord.CLOSE, program=True)
    checked(log)
