"""Replays of finished games."""

from itertools import pairwise

import pytest

from bot.play.state.game import Game
from bot.play.state.records import Moment, Replay, replayed
from bot.play.state.values import LogWord, TableRow, word_of
from bot.players.games import choose
from bot.players.levels import Level
from bot.rummy.events import EventKind
from bot.rummy.families import Variant
from bot.rummy.gin.views import GinView
from bot.rummy.melds.views import MeldsView
from bot.rummy.moves import Verb
from bot.rummy.options import Options, options_for
from tests.play.finished import played, row_of, said

GIN = options_for(Variant.GIN, {"deals": 2})
GERMAN = options_for(Variant.GERMAN, {"rounds": 2}, 3)
GAMES: dict[str, tuple[Options, int]] = {
    "gin": (GIN, 2),
    "hollywood": (options_for(Variant.HOLLYWOOD, {"target": 60}), 2),
    "basic": (options_for(Variant.BASIC, {"target": 30}, 4), 4),
    "german": (GERMAN, 3),
}


@pytest.fixture(scope="module", params=GAMES)
def over(request: pytest.FixtureRequest) -> tuple[TableRow, Game, Replay]:
    options, seats = GAMES[request.param]
    row = row_of(options, seats)
    game = played(row)
    return row, game, replayed(row, game.lines)


def last(game: Replay) -> Moment:
    return game.moment(10**6, 10**6)


def test_a_replay_ends_with_the_end_of_the_game(over: tuple[TableRow, Game, Replay]) -> None:
    row, game, again = over
    end = last(again)
    assert end.views == tuple(game.view(seat) for seat in range(len(row.seats)))
    assert end.deals == len(game.view(None).deals)
    assert end.coming is None
    assert end.hint is None


def test_every_move_of_the_log_is_a_step(over: tuple[TableRow, Game, Replay]) -> None:
    _, game, again = over
    count = sum(len(line.split("; ")) for line in game.lines if word_of(line.split(" ", 1)[1]) is None)
    assert sum(map(len, again.moves)) == count
    assert len(again.dealt) == 1 + sum(line.endswith(LogWord.NEXT) for line in game.lines)


def test_each_step_shows_one_move_more(over: tuple[TableRow, Game, Replay]) -> None:
    _, _, again = over
    steps = [again.moment(1, at) for at in range(15)]
    assert [step.last and step.last.move for step in steps] == [None, *again.moves[0][:14]]
    assert [step.coming and step.coming.move for step in steps] == [*again.moves[0][:15]]
    for before, after in pairwise(steps):
        assert before.views != after.views
        assert after.last is not None
        assert after.last.events, "every move but taking back tells what happened"
        assert {event.seat for event in after.last.events} == {after.last.move.seat}


def test_all_hands_are_open_and_a_drawn_card_is_named(over: tuple[TableRow, Game, Replay]) -> None:
    _, _, again = over
    for at in range(0, len(again.moves[0]) + 1, 3):
        moment = again.moment(1, at)
        for seat, view in enumerate(moment.views):
            assert len(view.hand) == view.counts[seat]
        if moment.last is not None and moment.last.move.verb is Verb.DRAW:
            (event, *_) = moment.last.events
            assert event.kind is EventKind.DREW
            assert event.card == moment.views[event.seat].drawn


def test_numbers_out_of_range_lead_to_the_nearest_moment() -> None:
    row = row_of(GIN)
    again = replayed(row, played(row).lines)
    first, end = again.moment(-5, -5), last(again)
    assert (first.deal, first.at) == (1, 0)
    assert (end.deal, end.at) == (len(again.dealt), len(again.moves[-1]))
    assert again.moment(1, 10**9).at == len(again.moves[0])


def test_the_hint_is_an_experts_based_only_on_that_seats_view(over: tuple[TableRow, Game, Replay]) -> None:
    _, _, again = over
    for at in range(0, len(again.moves[-1]), 9):
        moment = again.moment(len(again.dealt), at)
        turn = moment.views[0].turn
        assert turn is not None
        assert moment.hint is not None
        assert moment.hint.move == choose(moment.views[turn], Level.EXPERT, 0)[0]


def test_a_resigned_game_ends_within_its_last_deal() -> None:
    row = row_of(GIN)
    game = said(row, played(row, 7), 1, LogWord.RESIGN)
    again = replayed(row, game.lines)
    end = last(again)
    assert (end.deal, end.at, len(end.made)) == (1, 7, 7)
    assert end.coming is None
    assert end.hint is None
    assert isinstance(end.views[0], GinView)


def test_a_replay_contains_no_personal_data() -> None:
    row = row_of(GIN)
    again = replayed(row, played(row, 7).lines)
    assert {(player.user, player.name) for player in again.row.seats} == {(0, "")}
    assert again.moment(1, 7).views


def test_lines_about_presence_are_not_steps() -> None:
    row = row_of(GERMAN, 3)
    game = said(row, played(row, 5), 2, LogWord.LEAVE)
    again = replayed(row, game.lines)
    assert sum(map(len, again.moves)) == sum(len(line.split("; ")) for line in game.lines[:5])


def test_D_10_a_replay_shows_lays_that_were_taken_back() -> None:
    row = row_of(options_for(Variant.GERMAN, {"rounds": 1, "no_initial_meld": True}), seed=4)
    game = played(row)
    at = next(number for number, line in enumerate(game.lines) if " meld " in line and "; discard" in line)
    seat, text = int(game.lines[at][0]), game.lines[at].split(" ", 1)[1].split("; ")
    begun = played(row, at)
    for line in (text[0], "undo", "; ".join(text)):
        begun = said(row, begun, seat, line)
    again = replayed(row, begun.lines)
    first = next(number for number, move in enumerate(again.moves[0]) if move.verb is Verb.UNDO)
    laid, taken_back = again.moment(1, first), again.moment(1, first + 1)
    assert taken_back.last is not None
    assert taken_back.last.took_back
    assert taken_back.last.events == ()
    views = laid.views[seat], taken_back.views[seat]
    assert isinstance(views[0], MeldsView)
    assert isinstance(views[1], MeldsView)
    assert len(views[0].melds) == len(views[1].melds) + 1
    assert len(views[0].hand) < len(views[1].hand)
