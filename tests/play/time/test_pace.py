"""The clock of a table after each line of its log, and the limits that hosts may set."""

from dataclasses import replace

import pytest

from bot.play.state.errors import TableReason
from bot.play.state.game import Game, follow
from bot.play.state.limits import ABANDONED, DEFAULTS, Bounds, checked, limits_for
from bot.play.state.values import (
    LastTurn,
    LogLine,
    LogWord,
    Pace,
    Ping,
    Status,
    TableRow,
    TimeLimits,
    TurnClock,
    own_doing,
)
from bot.play.time.due import DueAction, Pauses, due_actions, wake_for
from bot.play.time.turn_clock import NEXT_DEAL, clock_after, resumed
from bot.rummy.refusals import Refused
from bot.rummy.views import Phase
from tests.play.fake_time import DAY, HOUR, MINUTE, SECOND
from tests.play.process import BASIC, QUICK
from tests.play.rows import START, began, row_of

BOUNDS = Bounds()


class Log:
    """A game that grows line by line, with its clock."""

    def __init__(self, row: TableRow) -> None:
        self.game = began(row)
        self.row = replace(row, clock=clock_after(row, None, self.game, row.touched_at))

    def line(self, text: str, at: int, seat: int | None = None, *, by_program: bool = False) -> TurnClock | None:
        if seat is None:
            seat = self.game.state.turn or 0
        seq = len(self.game.lines)
        entry = LogLine(seq, seat, text, own_doing(1, seq) if by_program else seq + 1, at)
        after = follow(self.row, self.game, entry)
        clock = clock_after(self.row, self.game, after, at)
        self.game, self.row = after, replace(self.row, clock=clock)
        return clock

    def turn(self, seconds: float, at: int) -> int:
        """Make a turn of a given length, and return when it ended."""
        at += round(seconds * SECOND)
        if self.game.state.phase is Phase.UPCARD:
            self.line("pass", at)
            return at
        self.line("draw", at)
        view = self.game.view(self.game.state.turn)
        cards = [str(move).split()[-1] for move in view.moves if move.verb == "discard"]
        self.line(f"discard {cards[0]}", at)
        return at

    @property
    def clock(self) -> TurnClock:
        assert self.row.clock is not None
        return self.row.clock


def test_a_game_begins_with_a_turn_and_full_banks() -> None:
    log = Log(row_of(BASIC))
    assert log.clock == TurnClock(START + 2 * MINUTE, (MINUTE, MINUTE))


def test_a_turn_within_its_time_uses_no_bank() -> None:
    log = Log(row_of(BASIC))
    at = log.turn(59.9, START)
    assert log.clock == TurnClock(at + 2 * MINUTE, (MINUTE, MINUTE), last_turn=LastTurn(START + 2 * MINUTE, MINUTE))


def test_a_turn_beyond_its_time_uses_the_bank() -> None:
    log = Log(row_of(BASIC))
    first = log.game.state.turn or 0
    at = log.turn(75, START)
    assert log.clock.banks[first] == 45 * SECOND
    assert log.clock.banks[1 - first] == MINUTE
    at = log.turn(10, at)
    assert log.clock.deadline == at + MINUTE + 45 * SECOND
    log.turn(500, at)  # the program was late
    assert log.clock.banks[first] == 0


def test_the_clock_continues_within_a_turn() -> None:
    log = Log(row_of(BASIC))
    clock = log.clock
    assert log.line("draw", START + 30 * SECOND) == clock


def discards(log: Log, at: int) -> int:
    """Draw and discard as the player on turn, and return their seat."""
    seat = log.game.state.turn or 0
    log.turn(0, at)
    return seat


def test_C_9_a_turn_that_goes_on_after_a_take_back_keeps_its_deadline_and_its_bank() -> None:
    log = Log(row_of(BASIC))
    log.turn(30, log.turn(30, START))
    clock, began = replace(log.clock, last_turn=None), log.game.turn_at
    seat = discards(log, START + 150 * SECOND)
    assert log.clock.banks[seat] == MINUTE - 30 * SECOND
    assert log.line("takeback", START + 170 * SECOND, seat) == clock, "20 seconds later, and not one is given back"
    assert (log.game.turn_at, log.game.state.turn) == (began, seat)
    discards_again = log.game.view(seat).moves[0]
    log.line(f"discard {str(discards_again).split()[-1]}", START + 175 * SECOND, seat)
    assert log.clock.banks[seat] == 5 * SECOND
    assert log.clock.deadline == START + (175 + 60 + 60) * SECOND, "and the next player has a whole turn"


def test_C_9_the_next_players_bank_is_untouched_by_a_take_back_in_their_turn() -> None:
    log = Log(row_of(BASIC))
    seat = discards(log, START + SECOND)
    log.line("takeback", START + 100 * SECOND, seat)
    assert log.clock.banks == (MINUTE, MINUTE)


def test_C_9_pings_and_reminders_of_a_turn_count_on_after_a_take_back() -> None:
    log = Log(row_of(BASIC, pace=Pace.SLOW))
    log.row = replace(log.row, clock=replace(log.clock, pinged=True, reminded=1, nudged=True))
    clock = log.clock
    seat = discards(log, START + SECOND)
    assert not log.clock.pinged
    assert log.line("takeback", START + 2 * SECOND, seat) == clock


def test_C_9_a_turn_without_a_time_limit_goes_on_without_one() -> None:
    log = Log(row_of(BASIC, pace=Pace.NONE))
    clock = log.clock
    seat = discards(log, START + SECOND)
    assert log.line("takeback", START + DAY, seat) == clock == TurnClock(None, (0, 0))


def test_C_9_a_player_who_comes_back_in_between_does_not_change_the_clock_of_the_turn_before() -> None:
    log = Log(row_of(BASIC))
    clock = log.clock
    seat = discards(log, START + SECOND)
    log.line(LogWord.AWAY, START + 2 * SECOND, 1 - seat, by_program=True)
    log.line(LogWord.BACK, START + 3 * SECOND, 1 - seat)
    assert log.line("takeback", START + 4 * SECOND, seat) == clock


def test_C_9_a_paused_game_gives_a_turn_that_can_go_on_its_time_back() -> None:
    log = Log(row_of(BASIC))
    clock = log.clock
    seat = discards(log, START + SECOND)
    log.row = replace(log.row, clock=resumed(replace(log.row, paused_at=START + MINUTE), START + DAY))
    taken_back = log.line("takeback", START + DAY, seat)
    assert taken_back is not None
    assert (taken_back.deadline or 0) == (clock.deadline or 0) + DAY - MINUTE


def test_a_computers_turn_has_no_deadline() -> None:
    log = Log(row_of(BASIC, seats=2, computers=2))
    assert log.clock == TurnClock(None, (MINUTE, MINUTE))
    assert wake_for(log.row, log.game, log.clock) == log.game.turn_at


def test_a_returning_player_has_a_whole_turn() -> None:
    log = Log(row_of(BASIC))
    turn = log.game.state.turn or 0
    clock = log.line(LogWord.AWAY, START + MINUTE, turn, by_program=True)
    assert clock is not None
    assert clock.deadline is None
    clock = log.line(LogWord.BACK, START + 3 * MINUTE, turn)
    assert clock is not None
    assert clock.deadline == START + 5 * MINUTE


def test_others_clocks_continue_when_a_player_leaves_or_returns() -> None:
    log = Log(row_of(BASIC))
    other = 1 - (log.game.state.turn or 0)
    clock = log.clock
    assert log.line(LogWord.AWAY, START + 5, other, by_program=True) == clock
    assert log.line(LogWord.BACK, START + 6, other) == clock


@pytest.mark.parametrize(
    ("pace", "limits", "wait"),
    [
        (Pace.LIVE, TimeLimits(MINUTE, MINUTE), NEXT_DEAL),
        (Pace.SLOW, TimeLimits(24 * HOUR), 24 * HOUR),
        (Pace.NONE, None, None),
    ],
)
def test_the_next_deal_comes_by_itself_after_a_while(pace: Pace, limits: TimeLimits | None, wait: int | None) -> None:
    log = between_deals(pace, limits)
    assert log.clock.deadline == (None if wait is None else log.game.last_at + wait if log.game.last_at else None)


def test_the_next_deal_is_dealt_at_once_when_all_are_ready() -> None:
    log = between_deals(Pace.LIVE, TimeLimits(MINUTE, MINUTE))
    waiting, at = log.clock.deadline, log.game.last_at or 0
    clock = log.line(LogWord.READY, at + 1000, 0)
    assert clock is not None
    assert clock.deadline == waiting
    log.line(LogWord.READY, at + 2000, 1)
    assert dues(log) == {DueAction.DEAL: 0, DueAction.CLOSE: log.row.touched_at + ABANDONED}


def test_absent_players_need_not_be_ready() -> None:
    log = between_deals(Pace.LIVE, TimeLimits(MINUTE, MINUTE))
    at = log.game.last_at or 0
    log.line(LogWord.READY, at + 1000, 0)
    log.line(LogWord.AWAY, at + 2000, 1, by_program=True)
    assert dues(log) == {DueAction.DEAL: 0, DueAction.CLOSE: log.row.touched_at + ABANDONED}


def test_a_returning_player_has_time_to_look_at_the_result_of_the_deal() -> None:
    log = between_deals(Pace.LIVE, TimeLimits(MINUTE, MINUTE))
    at = log.game.last_at or 0
    log.line(LogWord.READY, at + 1000, 0)
    log.line(LogWord.AWAY, at + 2000, 1, by_program=True)
    clock = log.line(LogWord.BACK, at + 3000, 1)
    assert clock is not None
    assert dues(log)[DueAction.DEAL] == clock.deadline == at + 3000 + NEXT_DEAL


def dues(log: Log) -> dict[DueAction, int]:
    """List what is due at a table and when."""
    return {due.action: due.at for due in due_actions(log.row, log.game, log.clock)}


def test_no_deal_is_dealt_while_all_players_are_away() -> None:
    log = between_deals(Pace.LIVE, TimeLimits(MINUTE, MINUTE))
    at = log.game.last_at or 0
    log.line(LogWord.AWAY, at + 1, 0, by_program=True)
    log.line(LogWord.AWAY, at + 2, 1, by_program=True)
    assert log.clock.deadline is None
    assert {due.action for due in due_actions(log.row, log.game, log.clock)} == {DueAction.CLOSE}
    clock = log.line(LogWord.BACK, at + HOUR, 1)
    assert clock is not None
    assert clock.deadline == at + HOUR + NEXT_DEAL


def test_a_deal_begins_a_turn() -> None:
    log = between_deals(Pace.LIVE, TimeLimits(MINUTE, MINUTE))
    at = (log.game.last_at or 0) + NEXT_DEAL
    log.line(LogWord.NEXT, at, 0, by_program=True)
    assert log.clock.deadline == at + MINUTE + log.clock.banks[log.game.state.turn or 0]


def test_a_game_that_is_over_has_no_clock_and_nothing_to_do() -> None:
    row = row_of()
    game = replace(began(row), closed=True)
    assert clock_after(row, began(row), game, START) is None
    assert wake_for(replace(row, status=Status.OVER), game, None) is None
    assert due_actions(replace(row, status=Status.OVER), game, None) == []


def test_a_table_without_activity_is_due_after_seven_days() -> None:
    lobby = replace(row_of(), status=Status.LOBBY)
    assert wake_for(lobby, None, None) == START + 7 * DAY == START + ABANDONED
    row = row_of(pace=Pace.NONE)
    game = began(row)
    clock = clock_after(row, None, game, START)
    assert clock is not None
    assert wake_for(row, game, replace(clock, pinged=True)) == START + 7 * DAY


def test_an_outdated_ping_is_deleted_at_once_even_at_a_closed_table() -> None:
    row = replace(row_of(), status=Status.OVER, ping=Ping(101, 77, 5))
    game = replace(began(row), closed=True)
    assert [due.action for due in due_actions(row, game, None)] == [DueAction.DELETE_PING]


def test_a_table_sleeps_while_all_people_are_away_but_not_with_computers_only() -> None:
    row = row_of(BASIC, seats=3, computers=1)
    game = replace(began(row), away=frozenset({0, 1}))
    assert {due.action for due in due_actions(row, game, None)} == {DueAction.CLOSE}
    machines = row_of(BASIC, seats=3, computers=3)
    assert DueAction.ACT in {due.action for due in due_actions(machines, began(machines), None)}


def test_a_player_who_left_does_not_keep_a_table_awake() -> None:
    log = Log(row_of(BASIC, seats=3, computers=0))
    log.line(LogWord.LEAVE, START + 1, 0)
    log.line(LogWord.AWAY, START + 2, 1, by_program=True)
    log.line(LogWord.AWAY, START + 3, 2, by_program=True)
    assert {due.action for due in due_actions(log.row, log.game, log.clock)} == {DueAction.CLOSE}


def test_a_computer_pauses_before_its_turn() -> None:
    row = row_of(BASIC, seats=2, computers=2)
    game = replace(began(row), turn_at=START)
    due = next(due for due in due_actions(row, game, None, Pauses(1500, 4000)) if due.action is DueAction.ACT)
    assert due.at == START + 1500


@pytest.mark.parametrize(
    ("pace", "limits", "reason"),
    [
        (Pace.LIVE, TimeLimits(14 * SECOND, MINUTE), TableReason.LIVE_TURN),
        (Pace.LIVE, TimeLimits(11 * MINUTE, MINUTE), TableReason.LIVE_TURN),
        (Pace.LIVE, TimeLimits(MINUTE, -1), TableReason.LIVE_BANK),
        (Pace.LIVE, TimeLimits(MINUTE, HOUR), TableReason.LIVE_BANK),
        (Pace.SLOW, TimeLimits(59 * MINUTE), TableReason.SLOW_TURN),
        (Pace.SLOW, TimeLimits(4 * DAY), TableReason.SLOW_TURN),
    ],
)
def test_limits_outside_the_servers_bounds_are_refused(pace: Pace, limits: TimeLimits, reason: TableReason) -> None:
    with pytest.raises(Refused) as caught:
        checked(pace, limits, BOUNDS)
    assert caught.value.refusal.reason is reason
    assert caught.value.refusal.values["least"] != caught.value.refusal.values["most"]


def test_limits_within_the_servers_bounds_are_accepted_including_both_ends() -> None:
    for limits in (TimeLimits(15 * SECOND, 0), TimeLimits(10 * MINUTE, 30 * MINUTE)):
        assert checked(Pace.LIVE, limits, BOUNDS) == limits
    for turn in (HOUR, 3 * DAY):
        assert checked(Pace.SLOW, TimeLimits(turn, MINUTE), BOUNDS) == TimeLimits(turn)  # a slow turn has no bank
    assert checked(Pace.NONE, TimeLimits(MINUTE, MINUTE), BOUNDS) is None


def test_default_limits_are_adjusted_to_the_servers_bounds() -> None:
    assert {pace: limits_for(pace, BOUNDS) for pace in Pace} == dict(DEFAULTS)
    narrow = Bounds(live_turn=(90 * SECOND, 2 * MINUTE), live_bank=(0, 0), slow_turn=(HOUR, 12 * HOUR))
    assert limits_for(Pace.LIVE, narrow) == checked(Pace.LIVE, None, narrow) == TimeLimits(90 * SECOND, 0)
    assert limits_for(Pace.SLOW, narrow) == TimeLimits(12 * HOUR)


def between_deals(pace: Pace, limits: TimeLimits | None) -> Log:
    """Play until a deal has ended, each line a second after the one before."""
    log, at = Log(replace(row_of(QUICK), pace=pace, limits=limits)), START
    while log.game.state.phase is not Phase.DEAL:
        at += SECOND
        log.line(str(soonest_end(log.game)).split(" ", 1)[1], at)
    return log


def soonest_end(game: Game) -> object:
    """Return a legal move that brings the deal closer to its end."""
    moves = game.view(game.state.turn).moves
    order = ("knock", "pass", "draw", "discard")
    return min((move for move in moves if move.verb in order), key=lambda move: order.index(move.verb))
