"""Pictures of replays."""

from functools import cache

import pytest

from bot.play.state.records import Moment, Replay, replayed
from bot.rummy.families import Variant
from bot.rummy.options import Options, options_for
from render.drawing.faces import upright
from render.drawing.palette import Ink
from render.look import Look, Theme
from render.pictures import replay_alt, replay_picture
from tests.play.finished import played, row_of
from tests.render.measures import watched
from tests.render.quality import assert_format
from tests.render.views import TEXTS, changed, faces_in, ink, is_bare, rgb, row

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
        assert is_bare(picture.png, (0, 811, 1100, 812), look)


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


def test_gin_shows_the_newest_discards() -> None:
    moment = gin(13)
    picture = replay_picture(moment.views, ("Ala", "Bob"), TEXTS, title="x")
    lying = {card: box for card, box in faces_in(picture.png, upright(74)).items() if box[1] > 640}
    newest_first = sorted(lying, key=lambda card: lying[card][0])
    assert newest_first == list(moment.views[0].discards[::-1][:10])


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
    assert ink(Ink.GOLD) in {
        found for y in range(where[1], where[3]) for found in row(rgb(advised), y, where[0], where[2])
    }
