"""Pictures of the end of deals with melds on the table."""

from collections.abc import Iterable
from itertools import combinations, islice
from random import Random

import pytest
from PIL import Image

from bot.rummy.cards import JOKER, Card, code
from bot.rummy.families import Variant
from bot.rummy.melds.options import GermanOptions
from bot.rummy.melds.views import MeldsView, view_for
from bot.rummy.views import Phase
from render.drawing.faces import face, joker
from render.drawing.palette import Ink, palette
from render.look import DEFAULT, Deck, Look, Theme
from render.melds.ending import EndingLayout, ending_laid_out, ending_picture, seats_in_order, sum_words
from tests.render.gin.test_hand import overlap
from tests.render.measures import watched
from tests.render.melds.views import BASIC, FOUR, GERMAN, REAL, SIX, ended, played, spectated
from tests.render.quality import Watched, assert_format, bare_share
from tests.render.views import TEXTS, Box, changed, ink, opened, rgb, row

LONG = ("Kunegunda Wielka z Kórnika, Wielk", "W", "Maximiliana von Hohenlohe-Oehringe", "I", "Bartłomiej Brzęczyk", "Ł")
CASINO = GermanOptions(Variant.GERMAN, casino_scoring=True)
MANY = "AC AC AD KH KH QS JD JS 9S 8H 7H 6D XX XX"
ENDINGS = {
    "out": ended("", "2C 3C 5H KH XX", "QS QD 7H", "AC AC TD JD 9S 8H 7H 6D", winner=0),
    "rummy, casino": ended("2C 3C 5H KH XX", "", "AC AC TD JD", winner=1, rummy=True, options=CASINO),
    "exhausted": ended("2C 3C 5H KH XX", "AC AC TD JD 9S 8H"),
    "stalemate": ended("2C", "3C", "4D", options=BASIC),
    "five, out": ended("2C 3C 5H KH XX", "", MANY, "QS QD 7H", "AC", winner=1),
    "six, out": ended(MANY, "2C 3C 5H KH XX", "QS QD 7H", "", MANY, "AC TD", winner=3, options=CASINO),
    "six, exhausted": ended(*[MANY] * 6),
    "basic": ended("2C 5C KD", "", options=BASIC, winner=1),
}


def layout(view: MeldsView) -> EndingLayout:
    return ending_laid_out(view)


def drawn(view: MeldsView, look: Look = DEFAULT) -> bytes:
    return ending_picture(view, SIX[: len(view.counts)], TEXTS, look).png


def lying_open(view: MeldsView, cards: Iterable[Card] = range(53)) -> list[tuple[Card, Box]]:
    """Return every card that is face up in the picture, identical cards twice."""
    image, colors = opened(drawn(view)), palette(DEFAULT.deck, DEFAULT.theme)
    shape = layout(view).shape
    found: list[tuple[Card, Box]] = []
    for card in set(cards):
        if card == JOKER:
            whole = joker(colors, (), shape, Ink.PANEL)
        else:
            whole = face(colors, TEXTS.rank(card), card, shape, Ink.PANEL)
        found += [(card, box) for box in places(image, whole)]
    return found


def places(image: Image.Image, part: Image.Image) -> list[Box]:
    pixels, line = image.tobytes(), part.tobytes()[part.width * 20 :][: part.width]
    found, at = [], pixels.find(line)
    while at >= 0:
        x, y = at % image.width, at // image.width - 20
        box = (x, y, x + part.width, y + part.height)
        if image.crop(box).tobytes() == part.tobytes():
            found.append(box)
        at = pixels.find(line, at + 1)
    return found


@pytest.mark.each_value
@pytest.mark.parametrize("theme", Theme)
@pytest.mark.parametrize("deck", Deck)
def test_a_picture_of_an_ending_is_small_in_every_look(theme: Theme, deck: Deck) -> None:
    for name in ("out", "stalemate"):
        assert_format(drawn(ENDINGS[name], Look(deck, theme)))


@pytest.mark.parametrize("view", ENDINGS.values(), ids=ENDINGS)
def test_an_ending_is_readable_and_full(view: MeldsView, monkeypatch: pytest.MonkeyPatch) -> None:
    watched = Watched(monkeypatch)
    for names in (LONG, LONG[::-1], ("🦊", "🔥", "Jan", "🦊", "Wu", "🔥")):
        picture = ending_picture(view, names[: len(view.counts)], TEXTS)
        assert_format(picture.png)
        assert bare_share(picture.png) < 0.15
        assert 0 < len(picture.alt) <= 1024
    watched.assert_readable(*LONG)


@pytest.mark.parametrize("view", ENDINGS.values(), ids=ENDINGS)
def test_every_hand_is_face_up_and_no_other_card(view: MeldsView) -> None:
    held = [card for hand in view.hands for card in hand]
    found = lying_open(view)
    assert sorted(map(code, (card for card, _ in found))) == sorted(map(code, held))
    assert not any(overlap(one, other) for (_, one), (_, other) in combinations(found, 2))
    for seat, panel in zip(layout(view).seats, layout(view).panels, strict=True):
        right, foot = panel.x + panel.width, panel.y + panel.height
        inside = [card for card, box in found if panel.x < box[0] < right and panel.y < box[1] < foot]
        assert sorted(inside) == sorted(view.hands[seat])


def test_the_winner_is_first_then_those_who_had_the_most_points_in_hand() -> None:
    hands = ("QS QD 7H", "AC AC TD JD 9S 8H 7H 6D", "2C 3C 5H KH", "")
    assert seats_in_order(ended(*hands, winner=3)) == [3, 1, 0, 2]
    assert seats_in_order(ended(*hands[:3])) == [0, 1, 2]


def test_the_sum_is_in_the_order_of_the_hands() -> None:
    hands = ("QS QD 7H", "", "2C 3C 5H KH XX")
    assert sum_words(TEXTS, ended(*hands, winner=1))[0] == "40 + 27"
    assert sum_words(TEXTS, ended(*hands, winner=1, rummy=True))[0] == "(40 + 27) × 2"
    assert sum_words(TEXTS, ended(*hands, winner=1, options=CASINO)) == ("55 + 25 + 77 laid", "55 + 25 + 77")
    assert sum_words(TEXTS, ended("2C 5C KD", "", winner=1))[0] == "", "the points in the headline"
    assert sum_words(TEXTS, ended("2C 5C KD", "", winner=1, rummy=True))[0] == "17 × 2"


def test_scores_that_have_not_changed_stand_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    words = watched(monkeypatch)
    view = ended("2C 5C KD", "", options=BASIC, winner=1)
    drawn(view)
    assert "0 →" in words
    assert {"17", "0"} <= set(words)
    words.clear()
    drawn(ENDINGS["stalemate"])
    assert not any("→" in each for each in words)


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_full_hands_of_all_players_fit(seats: int) -> None:
    for seed in range(6):
        rng = Random(seed)
        pack = rng.sample(GERMAN.pack, 14 * seats)
        hands = [" ".join(map(code, pack[14 * seat : 14 * seat + rng.randint(12, 14)])) for seat in range(seats)]
        view = ended(*hands)
        found = lying_open(view)
        assert len(found) == sum(map(len, view.hands))
        assert all(left >= 32 and right <= 1068 and bottom <= 870 for _, (left, _, right, bottom) in found)
        assert min(right - left for _, (left, _, right, _) in found) >= 48
        assert_format(drawn(view))


def test_hands_that_grew_by_claims_fit_too() -> None:
    rng = Random(1)
    pack = rng.sample(GERMAN.pack, 110)
    hands = [" ".join(map(code, pack[start:end])) for start, end in ((0, 27), (27, 52), (52, 70), (70, 83))]
    found = lying_open(ended(*hands))
    assert len(found) == 83
    assert max(bottom for _, (_, _, _, bottom) in found) <= 870


def test_gold_is_for_the_headline_of_a_winner_alone() -> None:
    for winner in (0, 1, 2, None):
        hands = ["2C 3C" if seat != winner else "" for seat in range(3)]
        image = rgb(drawn(ended(*hands, winner=winner)))
        golden = [y for y in range(image.height) if ink(Ink.GOLD) in row(image, y, 0, 1100)]
        assert bool(golden) == (winner is not None)
        assert all(28 <= y < 126 for y in golden)


def test_the_points_of_the_deal_are_shown() -> None:
    base = ("", "2C 3C 5H KH XX", "QS QD 7H")
    views = (
        ended(*base, winner=0),
        ended(*base, winner=0, rummy=True),
        ended(*base, winner=0, options=CASINO),
        ended(*base),
        ended("", "2C 3C 5H KH XX", "QS QD 8H", winner=0),
        ended(*base, winner=0, options=BASIC),
    )
    assert len({drawn(view) for view in views}) == len(views)
    assert drawn(ended(*base, winner=0, deal=4)) == drawn(views[0]), "which round it was is left to the message"


def test_long_names_and_points_do_not_overlap() -> None:
    view = ended("QS QS QS AC AC KD KH", "", "2C", winner=1, rummy=True, options=CASINO)
    short, long = (
        ending_picture(view, (name, "Kuba", "Jan"), TEXTS).png for name in ("I", "Kunegunda Wielka z Kórnika i okolic")
    )
    where = changed(short, long)
    assert where is not None
    assert where[1] >= layout(view).panels[0].y
    line = rgb(long).crop((where[2], where[1], where[2] + 16, where[3]))
    assert set(row(line, line.height // 2, 0, 16)) == {ink(Ink.PANEL)}


@pytest.mark.parametrize("phase", [Phase.DRAW, Phase.LAY])
def test_C_4_a_running_deal_has_no_picture_of_all_hands(phase: Phase) -> None:
    with pytest.raises(ValueError, match="no deal has ended"):
        ending_picture(spectated(phase=phase), FOUR, TEXTS)


@pytest.mark.slow
@pytest.mark.parametrize(("variant", "seats"), REAL)
def test_the_ends_of_real_deals_are_drawn(variant: Variant, seats: int) -> None:
    states = (state for seed in range(3) for state in played(variant, seats, seed))
    over = (state for state in states if state.phase in (Phase.DEAL, Phase.OVER) and state.deals)
    views = [view_for(state, None) for state in islice(over, 4)]
    assert views
    for view in views:
        found = lying_open(view, {card for hand in view.hands for card in hand})
        assert sorted(card for card, _ in found) == sorted(card for hand in view.hands for card in hand)
