"""Pictures of replays."""

from dataclasses import replace
from functools import cache
from itertools import pairwise
from typing import cast

import pytest

from bot.play.state.records import Moment, Replay, replayed
from bot.rummy.cards import Card, parse_card
from bot.rummy.families import Variant
from bot.rummy.melds.views import MeldsView, view_for
from bot.rummy.options import Options, options_for
from render.drawing.faces import narrow, upright
from render.drawing.palette import SEATS, Ink
from render.look import Look, Theme
from render.melds.replay import replay_laid_out
from render.pictures import replay_alt, replay_picture
from tests.cards import cards
from tests.play.finished import played, row_of
from tests.render.measures import watched
from tests.render.melds.test_hand import FOURTEEN
from tests.render.melds.views import FOUR, PILE, held
from tests.render.melds.views import played as melds_played
from tests.render.quality import assert_format
from tests.render.views import TEXTS, Box, changed, faces_in, ink, is_bare, opened, rgb, row

LONG = ("W" * 40, "日本", "Kunegunda Wielka z Kórnika", "Jan")
GAMES: dict[str, tuple[Options, int]] = {
    "gin": (options_for(Variant.GIN, {"deals": 2}), 2),
    "basic": (options_for(Variant.BASIC, {"target": 30}, 2), 2),
    "german": (options_for(Variant.GERMAN, {"rounds": 2}, 4), 4),
}


@pytest.fixture(scope="module", params=GAMES)
def moments(request: pytest.FixtureRequest) -> list[Moment]:
    options, seats = GAMES[request.param]
    kept = row_of(options, seats)
    again = replayed(kept, played(kept).lines)
    return [again.moment(1, at) for at in (0, 7, len(again.moves[0]) - 1, len(again.moves[0]))] + [again.moment(2, 11)]


@cache
def _gin() -> Replay:
    kept = row_of(GAMES["gin"][0])
    return replayed(kept, played(kept, 60).lines)


def gin(at: int) -> Moment:
    return _gin().moment(1, at)


@pytest.mark.each_value
@pytest.mark.parametrize("theme", Theme)
def test_a_replay_fits_its_picture(moments: list[Moment], theme: Theme) -> None:
    look = Look(theme=theme)
    for moment in moments:
        names = LONG[: len(moment.views)]
        picture = replay_picture(moment.views, names, TEXTS, look, title="Deal 12 of 13 · move 107 of 136")
        assert_format(picture.png)
        assert is_bare(picture.png, (0, 0, 1100, 1), look)
        height = opened(picture.png).height
        assert is_bare(picture.png, (0, height - 1, 1100, height), look)


def test_no_text_is_smaller_than_30_pixels(moments: list[Moment], monkeypatch: pytest.MonkeyPatch) -> None:
    sizes = watched(monkeypatch)
    for moment in moments:
        replay_picture(moment.views, LONG[: len(moment.views)], TEXTS, title="Deal 12 of 13 · move 107 of 136")
    assert len(sizes) > 5
    assert {words: size for words, size in sizes.items() if size < 30} == {}


def test_alt_text_starts_with_the_position_in_the_game(moments: list[Moment]) -> None:
    for moment in moments:
        alt = replay_alt(moment.views, LONG[: len(moment.views)], TEXTS, title="Deal 1 of 2 · move 7 of 30")
        assert alt.startswith("Deal 1 of 2 · move 7 of 30.")
        assert len(alt) <= 1024


def hands_in(png: bytes) -> dict[Card, Box]:
    """Return the cards of all hands and their places; they have the same size."""
    return next(filter(None, (faces_in(png, upright(width)) for width in range(100, 69, -1))))


@pytest.mark.parametrize("at", [0, 7, 12, 13])
def test_gin_shows_both_hands_in_full_rows_that_can_be_read(at: int) -> None:
    moment = gin(at)
    found = hands_in(replay_picture(moment.views, ("Ala", "Bob"), TEXTS, title="x").png)
    assert set(found) == {card for view in moment.views for card in view.hand}
    assert max(right for _, _, right, _ in found.values()) >= 1000
    left, _, right, _ = next(iter(found.values()))
    assert upright(right - left).rank >= 40


@pytest.mark.parametrize("at", [0, 12])
def test_in_gin_the_player_to_move_fills_the_panel(at: int) -> None:
    moment = gin(at)
    turn = moment.views[0].turn
    image = rgb(replay_picture(moment.views, ("Ala", "Bob"), TEXTS, title="x").png)
    assert ink(SEATS[turn or 0]) in row(image, 60 if turn == 0 else 300, 500, 700)
    assert ink(SEATS[1 - (turn or 0)]) not in row(image, 300 if turn == 0 else 60, 500, 700)


def test_gin_shows_the_newest_discards_first() -> None:
    views = gin(13).views

    def drawn(*pile: Card) -> bytes:
        return replay_picture([replace(view, discards=pile) for view in views], ("Ala", "Bob"), TEXTS, title="x").png

    oldest, newest = parse_card("9C"), parse_card("9D")
    plain = drawn(oldest, newest)
    places = [changed(plain, other) for other in (drawn(oldest, parse_card("8D")), drawn(parse_card("8C"), newest))]
    assert places[0] is not None
    assert places[1] is not None
    assert places[0][2] < places[1][0]
    assert places[0][1] > opened(plain).height - 100


def test_drawn_and_advised_cards_are_marked_differently() -> None:
    at = next(at for at in range(1, 20) if gin(at).views[0].turn is not None and gin(at).coming.move.verb == "discard")  # type: ignore[union-attr]
    moment = gin(at)
    turn = moment.views[0].turn
    assert turn is not None
    view = moment.views[turn]
    other = next(card for card in view.hand if card != view.drawn)
    names = ("Ala", "Bob")
    plain = replay_picture(moment.views, names, TEXTS, title="x").png
    advised = replay_picture(moment.views, names, TEXTS, title="x", advised=other).png
    where = changed(plain, advised)
    assert where is not None
    assert where[2] - where[0] < 110
    assert where[3] - where[1] < 150
    assert ink(Ink.ON_COLOR) in {
        found for y in range(where[1], where[3]) for found in row(rgb(advised), y, where[0], where[2])
    }


def melds_moments() -> list[Moment]:
    found = []
    for name in ("basic", "german"):
        options, seats = GAMES[name]
        kept = row_of(options, seats)
        again = replayed(kept, played(kept).lines)
        found += [again.moment(1, at) for at in range(0, len(again.moves[0]) + 1, 3)]
    return found


@pytest.mark.slow
def test_ranks_of_replays_with_melds_are_at_least_30_pixels_high_and_every_card_is_shown() -> None:
    for moment in melds_moments():
        views = cast("tuple[MeldsView, ...]", moment.views)
        layout = replay_laid_out(views)
        for view, hand in zip(views, layout.hands, strict=True):
            cards = sorted(card for row in hand.rows for group in row for card in group.cards)
            assert cards == list(view.hand)
            assert hand.shape.rank >= 30
        assert layout.melds.shape.rank >= 30
        assert layout.line.y + layout.line.height <= 876
        acting = views[views[0].turn or 0]
        assert sorted(block.number for block, _, _ in layout.melds.places) == list(range(1, len(acting.melds) + 1))


@pytest.mark.slow
@pytest.mark.parametrize("seats", [5, 6])
def test_five_and_six_hands_of_real_games_fit_a_replay_with_their_melds(seats: int) -> None:
    states = melds_played(Variant.GERMAN, seats, 2)
    for state in states[:: max(len(states) // 6, 1)]:
        views = [view_for(state, seat) for seat in range(seats)]
        layout = replay_laid_out(views)
        shown = [sorted(card for row in hand.rows for group in row for card in group.cards) for hand in layout.hands]
        assert shown == [list(view.hand) for view in views]
        assert min(hand.shape.rank for hand in layout.hands) >= 30
        assert all(one.panel.y + one.panel.height < other.panel.y for one, other in pairwise(layout.hands))
        picture = replay_picture(views, (*LONG, *LONG)[:seats], TEXTS, title="x")
        assert_format(picture.png, most=80_000)
        assert len(picture.alt) <= 1024


@pytest.mark.parametrize("count", [1, 11, 12, 14])
def test_up_to_eleven_cards_of_a_replay_are_upright_and_more_are_narrow(count: int) -> None:
    views = [held(FOURTEEN, seat=seat, discards=PILE) for seat in range(3)]
    views[1] = replace(views[1], hand=tuple(sorted(cards(FOURTEEN)[:count])))
    shape = replay_laid_out(views).hands[1].shape
    assert shape == (upright(78) if count <= 11 else narrow(64))


def test_whose_turn_it_is_fills_a_panel_of_a_replay() -> None:
    for turn in range(3):
        views = [held(FOURTEEN, seat=seat, turn=turn, discards=PILE) for seat in range(3)]
        image = rgb(replay_picture(views, FOUR[:3], TEXTS, title="x").png)
        panels = [hand.panel for hand in replay_laid_out(views).hands]
        filled = [set(row(image, panel.y + 8, 500, 520)) == {ink(SEATS[seat])} for seat, panel in enumerate(panels)]
        assert filled == [seat == turn for seat in range(3)]


def test_the_line_of_a_replay_shows_the_newest_discards_first() -> None:
    def line(discards: str) -> bytes:
        views = [held(FOURTEEN, seat=seat, discards=cards(discards)) for seat in range(2)]
        area = replay_laid_out(views).line
        png = replay_picture(views, FOUR[:2], TEXTS, title="x").png
        return rgb(png).crop((area.x, area.y, area.x + area.width, area.y + area.height)).tobytes()

    assert len({line("9D"), line("9D 4C"), line("4C 9D"), line("4C 9D 2S")}) == 4
