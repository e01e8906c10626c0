"""Tables of three-handed gin: exactly three seats, and no clock or ping for the seat that waits (G3-8, G3-19)."""

from dataclasses import replace

import pytest

from bot.play.service.new_tables import ComputerSeats, TableOrigin, practice_table
from bot.play.state.game import Game, begin
from bot.play.state.lobby import declined, joined, refusals_to_start, with_computer
from bot.play.state.presence import all_ready, awaited, giving_up, present, seat_to_play, seat_to_take_over
from bot.play.state.values import LogWord, Pace, Player, Status, TableRow, TimeLimits, TurnClock
from bot.play.time.due import DueAction, due_actions
from bot.players.games import choose
from bot.players.levels import Level
from bot.rummy.families import Variant
from bot.rummy.moves import parse_move
from bot.rummy.options import options_for
from bot.rummy.refusals import Reason, Refused
from bot.rummy.views import Phase
from tests.play.finished import row_of, said

THREE = options_for(Variant.THREE_HANDED)
ORIGIN = TableOrigin(0, bytes(32), (bytes(16),) * 6)


def running(seats: int = 3) -> tuple[TableRow, Game]:
    row = replace(
        row_of(THREE, seats),
        status=Status.PLAYING,
        pace=Pace.LIVE,
        limits=TimeLimits(60_000, 60_000),
        clock=TurnClock(60_000, (60_000,) * seats),
    )
    return row, begin(row)


def to_next_deal(row: TableRow, game: Game) -> Game:
    while game.state.phase is not Phase.DEAL:
        turn = game.state.turn or 0
        for move in choose(game.view(turn), Level.NORMAL, 1):
            game = said(row, game, turn, str(move).split(" ", 1)[1])
    return game


def test_the_lobby_needs_exactly_three() -> None:
    row = replace(row_of(THREE, 2), status=Status.LOBBY, pace=Pace.LIVE)
    (refused,) = refusals_to_start(row, 101)
    assert (
        str(refused) == "Not enough players yet (this game needs 3). Start it when all have joined, or add computers."
    )
    full = with_computer(row, 101, Level.EASY, ("Ada",))
    assert refusals_to_start(full, 101) == ()
    with pytest.raises(Refused, match="All seats are taken"):
        joined(full, 104, "Dan")


def test_two_who_sit_keep_their_table_if_the_third_declines() -> None:
    row = replace(row_of(THREE, 2), status=Status.LOBBY, invited=(103,))
    closed = replace(row, settings=replace(row.settings, invite_only=True))
    assert declined(closed, 103).status is Status.LOBBY
    alone = replace(closed, seats=closed.seats[:1])
    assert declined(alone, 103).status is Status.CANCELLED


def test_practice_has_two_computers() -> None:
    row = practice_table(
        user=101, name="Ala", options=THREE, computers=ComputerSeats((Level.EASY,) * 2, ("Ada", "Bo")), origin=ORIGIN
    )
    assert [player.level for player in row.seats] == [None, Level.EASY, Level.EASY]


def test_G3_8_only_the_two_who_play_are_awaited_and_timed() -> None:
    row, game = running()
    waits = game.state.waits
    for _ in range(12):
        if game.state.phase is Phase.DEAL:
            game = said(row, game, 0, LogWord.NEXT)
        assert awaited(row, game) != game.state.waits
        due = {action for _, action in due_actions(row, game, row.clock)}
        assert DueAction.TIME_OUT in due
        turn = game.state.turn or 0
        for move in choose(game.view(turn), Level.NORMAL, 1):
            game = said(row, game, turn, str(move).split(" ", 1)[1])
        assert game.missed == (0, 0, 0)
    assert waits is not None


def test_G3_8_the_next_deal_does_not_wait_for_a_seat_that_waits_in_it() -> None:
    row, game = running()
    game = to_next_deal(row, game)
    waits = game.state.waits
    assert waits is not None
    for seat in sorted({0, 1, 2} - {waits}):
        assert not all_ready(row, game)
        game = said(row, game, seat, LogWord.READY)
    assert all_ready(row, game)


def test_a_person_who_waits_for_two_computers_sees_the_result_first() -> None:
    row, game = running()
    game = to_next_deal(row, game)
    waits = game.state.waits or 0
    computers = [player if seat == waits else Player(1, "Ada", "", Level.EASY) for seat, player in enumerate(row.seats)]
    row = replace(row, seats=tuple(computers))
    assert present(row, game) == {waits}
    assert not all_ready(row, game)
    assert all_ready(row, said(row, game, waits, LogWord.READY))


@pytest.mark.parametrize("place", ["waits", "plays"])
def test_G3_19_a_computer_plays_on_for_a_player_who_leaves_and_does_nothing_while_it_waits(place: str) -> None:
    row, game = running()
    leaving = game.state.waits if place == "waits" else game.state.turn
    assert leaving is not None
    assert giving_up(row, game, leaving) is LogWord.LEAVE
    game = said(row, game, leaving, LogWord.LEAVE)
    assert not game.over
    assert seat_to_play(row, game) == (None if place == "waits" else leaving)
    assert seat_to_take_over(row, game) is None
    game = to_next_deal(row, game)
    game = said(row, game, next(seat for seat in range(3) if seat != leaving), LogWord.NEXT)
    if place == "waits":
        assert game.state.waits != leaving, "the computer comes in"


@pytest.mark.parametrize("text", ["pass", "draw", "takeback", "discard 7H"])
def test_a_move_of_the_seat_that_waits_is_refused_in_words(text: str) -> None:
    _, game = running()
    refusal = game.refusal_for(parse_move(f"{game.state.waits} {text}"))
    assert refusal is not None
    assert refusal.reason is Reason.WAITS
    assert "You wait in this deal" in str(refusal)


@pytest.mark.parametrize("form", ["cutthroat", "captain"])
def test_a_player_who_resigns_leaves_the_win_to_the_others_with_the_most_points(form: str) -> None:
    row = replace(row_of(options_for(Variant.THREE_HANDED, {"form": form})), status=Status.PLAYING)
    row = replace(row, seats=row_of(THREE, 3).seats)
    game = to_next_deal(row, begin(row))
    totals = game.state.sheet[0].totals
    game = said(row, game, 0, LogWord.RESIGN)
    assert game.over
    best = max(totals[1:])
    assert game.winners == tuple(seat for seat in (1, 2) if totals[seat] == best)
