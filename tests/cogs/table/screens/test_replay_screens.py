"""Replays: the text is complete, Discord accepts the screens, and every button leads to a moment."""

import re
from dataclasses import replace

import pytest

from bot.play.state.records import Moment, Replay, replayed
from bot.play.state.values import Stamp
from bot.rummy.families import Variant
from bot.rummy.melds.views import MeldsView
from bot.rummy.options import Options, options_for
from bot.text.catalogs import Catalogs
from cogs.edge.custom_ids import parse_page_id
from cogs.edge.messages import Attachment
from cogs.table.screens.replay import Looked, replay_more_screen, replay_screen
from cogs.table.screens.scene import Scene
from tests.cogs.table.scenes import FULL_DETAIL, Shown, assert_discord_takes, shown
from tests.play.finished import played, row_of

TEXTS = Catalogs().texts("en")
HANDS = Attachment("replay-1.png", b"png", "x" * 250)
GIN = options_for(Variant.GIN, {"deals": 3})
GERMAN = options_for(Variant.GERMAN, {"rounds": 2}, 4)


def game_of(options: Options, seats: int) -> tuple[Scene, Replay, Looked]:
    row = row_of(options, seats)
    game = played(row)
    again = replayed(row, game.lines)
    return (
        Scene(TEXTS, row, Stamp(9), FULL_DETAIL),
        again,
        Looked(again.moment(1, 0), game.view(None).deals, render=10**18),
    )


@pytest.fixture(scope="module")
def gin() -> tuple[Scene, Replay, Looked]:
    return game_of(GIN, 2)


@pytest.fixture(scope="module")
def german() -> tuple[Scene, Replay, Looked]:
    return game_of(GERMAN, 4)


def seen(scene: Scene, looked: Looked, moment: Moment) -> Shown:
    layout = replay_screen(scene, replace(looked, moment=moment, hint=moment.hint, hands=HANDS))
    assert_discord_takes(layout)
    return shown(layout)


def more(scene: Scene, looked: Looked, moment: Moment) -> Shown:
    """Return what is behind *More*."""
    layout = replay_more_screen(scene, replace(looked, moment=moment, hint=moment.hint))
    assert_discord_takes(layout)
    return shown(layout)


def pressed(shown_: Shown, label: str) -> tuple[str, ...]:
    """Return the arguments of the custom id of the button with a label."""
    read = parse_page_id(next(button["custom_id"] for button in shown_.buttons if label in button["label"]))
    assert read is not None
    assert read.word == "replay"
    return read.arguments


def test_a_moment_shows_all_hands_and_both_moves(gin: tuple[Scene, Replay, Looked]) -> None:
    scene, again, looked = gin
    moment = again.moment(1, 7)
    here = seen(scene, looked, moment)
    assert here.text.splitlines()[0] == f"**Move 7 of {len(moment.made)}** · deal 1 of 3"
    assert "💡 An Expert " in here.text
    assert here.labels == ["Previous", "Next", "Review", "More"]
    told = more(scene, looked, moment).text
    assert "Gin: replay" in told
    assert f"Deal 1 of 3 · move 7 of {len(moment.made)}" in told
    for view in moment.views:
        assert TEXTS.cards(view.hand) in told
    assert TEXTS.cards(moment.views[0].discards[:-7:-1]) in told
    assert moment.last is not None
    assert moment.coming is not None
    name = scene.names[moment.coming.move.seat]
    assert f"Next: {name} " in told
    assert f"Expert, seeing only {name}'s hand" in told
    assert "Score: " in told


def advice(scene: Scene, looked: Looked, moment: Moment) -> str:
    """Return the line with an Expert's advice."""
    (line,) = (line for line in more(scene, looked, moment).text.splitlines() if "Expert" in line)
    return line


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["gin", "german"])
def test_advice_says_you_only_to_the_player_who_moves(kind: str, request: pytest.FixtureRequest) -> None:
    scene, again, looked = request.getfixturevalue(kind)
    for at in range(0, len(again.moves[0]), 3):
        moment = again.moment(1, at)
        assert moment.coming is not None
        mover = moment.coming.move.seat
        for reader in (None, *range(len(moment.views))):
            line = advice(replace(scene, seat=reader), looked, moment)
            own = reader == mover
            assert (re.search(r"\b[Yy]our?\b", line) is not None) == own, line
            assert (scene.names[mover] in line) != own, line


@pytest.mark.parametrize("kind", ["gin", "german"])
def test_discord_accepts_every_moment_and_its_buttons_lead_to_moments(
    kind: str, request: pytest.FixtureRequest
) -> None:
    scene, again, looked = request.getfixturevalue(kind)
    for deal in range(1, len(again.dealt) + 1):
        for at in {0, 1, 9, len(again.moves[deal - 1]) // 2, len(again.moves[deal - 1])}:
            moment = again.moment(deal, at)
            here = replace(looked, before=len(again.moves[deal - 2]))
            view, behind = seen(scene, here, moment), more(scene, here, moment)
            table, end = str(scene.row.id), len(moment.made)
            assert all(not button.get("disabled") for button in (*view.buttons, *behind.buttons))
            assert pressed(behind, "Back") == (table, str(deal), str(moment.at), "here")
            if moment.at:
                assert pressed(behind, "Start") == (table, str(deal), "0", "start")
            if moment.at < end:
                assert pressed(behind, "End") == (table, str(deal), str(end), "end")
            following = (deal, moment.at + 1) if moment.at < end else (deal + 1, 0)
            assert ("Next" in view.labels) == (moment.at < end or deal < len(again.dealt))
            if "Next" in view.labels:
                assert pressed(view, "Next") == (table, *map(str, following), "next")
            assert ("Previous" in view.labels) == (moment.at > 0 or deal > 1)
            (moves,) = behind.listed("Go to a move")
            assert str(moment.at) in moves
            assert str(moment.at) in behind.marked


@pytest.mark.parametrize("kind", ["gin", "german"])
def test_turning_points_are_what_was_laid_and_knocked_and_how_each_deal_ended(
    kind: str, request: pytest.FixtureRequest
) -> None:
    scene, again, looked = request.getfixturevalue(kind)
    (points,) = seen(scene, looked, again.moment(1, 0)).listed("Turning points")
    assert points[0] == "1-0"
    assert points[-1] == f"{len(again.dealt)}-{10**6}"
    laid = [f"1-{at}" for at, move in enumerate(again.moves[0][:-1], 1) if move.verb in ("meld", "layoff", "swap")]
    assert set(laid[:10]) <= set(points)
    assert len(points) <= 25


def test_back_at_the_start_of_a_deal_leads_to_the_end_of_the_previous_one(gin: tuple[Scene, Replay, Looked]) -> None:
    scene, again, looked = gin
    view = seen(scene, replace(looked, before=len(again.moves[0])), again.moment(2, 0))
    assert pressed(view, "Previous")[1:3] == ("1", str(len(again.moves[0])))


def test_next_discard_stops_before_the_move_that_ends_the_turn(gin: tuple[Scene, Replay, Looked]) -> None:
    scene, again, looked = gin
    at = 0
    while at < len(again.moves[0]):
        moment = again.moment(1, at)
        _, deal, following, _ = pressed(more(scene, looked, moment), "Next discard")
        assert int(deal) == 1
        assert int(following) > at
        at = int(following)
        if at < len(again.moves[0]):
            assert again.moves[0][at].verb in ("discard", "knock")


def test_an_ended_deal_says_how_it_ended(german: tuple[Scene, Replay, Looked]) -> None:
    scene, again, looked = german
    line = seen(scene, looked, again.moment(1, 10**6)).text.splitlines()[1]
    assert "goes out: +" in line
    assert "Expert" not in line
    told = more(scene, looked, again.moment(1, 10**6)).text
    assert "Round 1 · " in told
    assert " · 0 points in hand: no cards left" in told
    assert "Next: " not in told
    assert "Expert" not in told


def test_melds_on_the_table_are_shown(german: tuple[Scene, Replay, Looked]) -> None:
    scene, again, looked = german
    moment = again.moment(1, 10**6)
    view = moment.views[0]
    assert isinstance(view, MeldsView)
    assert f"\nMeld {len(view.melds)}: " in more(scene, looked, moment).text


def test_a_broken_off_game_is_labeled() -> None:
    row = row_of(GIN)
    again = replayed(row, played(row, 7).lines)
    looked = Looked(again.moment(1, 7), ())
    told = seen(Scene(TEXTS, row, Stamp(9), FULL_DETAIL), looked, again.moment(1, 7)).text
    assert "The game ended here." in told


def test_one_deal_has_no_list_of_deals(gin: tuple[Scene, Replay, Looked]) -> None:
    scene, again, looked = gin
    assert len(more(scene, looked, again.moment(1, 0)).listed("Go to a deal")[0]) == 3
    row = row_of(options_for(Variant.GIN, {"deals": 1}))
    alone = replayed(row, played(row).lines)
    assert (
        more(Scene(TEXTS, row, Stamp(9), FULL_DETAIL), Looked(alone.moment(1, 0), ()), alone.moment(1, 0)).listed(
            "Go to a deal"
        )
        == []
    )
