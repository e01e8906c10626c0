"""Share cards, and pictures of a win that move."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from io import BytesIO
from itertools import pairwise

import pytest
from PIL import Image, ImageChops

from bot.ratings.highlights import Highlight, HighlightKind, ShareCardFacts
from bot.rummy.families import Variant
from bot.rummy.options import PRESETS
from bot.rummy.views import View
from render.drawing.palette import Ink
from render.look import Deck, Look, Theme
from render.pictures import ending_moment, pictures_for
from render.share import share_card, share_moment
from render.values import Picture
from tests.cards import cards
from tests.render.gin.test_ending import knocks
from tests.render.measures import LONGER, largest_bare, watched
from tests.render.melds.test_ending import ENDINGS
from tests.render.views import TEXTS, ink, opened, rgb, row

RUN = "3C 4C 5C 6C 7H 8H 9H KS KH KD"
GIN = ShareCardFacts(
    PRESETS[Variant.GIN],
    (0,),
    (278, 95),
    5,
    Highlight(HighlightKind.GIN, 0, 5, 44, cards("3C 4C 5C 6C 7H 8H 9H KS KH KD")),
)
NAMES = ("Ala", "Ola", "Zoë", "Łukasz")
LONG = ("W" * 32, "Kunegunda Wielka z Kórnika Pozna", "Z", "日本太郎")


def facts(kind: HighlightKind, variant: Variant, hand: str, seats: int = 2) -> ShareCardFacts:
    scores = (412, -31, 120, -137)[:seats]
    return ShareCardFacts(PRESETS[variant], (0,), scores, 5, Highlight(kind, 0, 5, 348, cards(hand)))


ALL = {
    "gin": GIN,
    "tens": facts(HighlightKind.UNDERCUT, Variant.OKLAHOMA, "TC TS TH TD QC QS QH AD 2D 3D JS"),
    "four players, jokers": facts(
        HighlightKind.RUMMY, Variant.GERMAN, "2H 3H XX 5H 7C 7S 7D XX JS QS KS AS KC KH KD", 4
    ),
    "one meld": facts(HighlightKind.OUT, Variant.BASIC, "4H 5H 6H", 3),
    "one card": facts(HighlightKind.OUT, Variant.BASIC, "4H", 3),
    "series": replace(facts(HighlightKind.SWEEP, Variant.HOLLYWOOD, RUN), scores=(3, 0)),
    "shared": replace(GIN, winners=(0, 1), scores=(100, 100)),
    "won by forfeit": replace(GIN, scores=(0, 20), deals=1, highlight=None),
    "nobody": replace(GIN, winners=(), highlight=None),
}


@pytest.mark.parametrize(
    ("each", "theme"),
    [*((each, Theme.FELT) for each in ALL.values()), *((GIN, theme) for theme in Theme if theme is not Theme.FELT)],
)
def test_a_share_card_has_the_usual_format(each: ShareCardFacts, theme: Theme) -> None:
    for names in (NAMES, LONG, ("A", "", "\U0001f525", "x")):
        picture = share_card(each, names[: len(each.scores)], TEXTS, Look(theme=theme))
        image = opened(picture.png)
        assert (image.width, image.mode) == (1100, "P")
        assert 380 <= image.height <= 900
        assert len(image.getcolors() or ()) <= 128
        assert len(picture.png) <= 70_000
        assert largest_bare(picture.png, Look(theme=theme)) < 0.15
        assert 0 < len(picture.alt) <= 1024


@pytest.mark.parametrize("each", ALL.values(), ids=ALL)
def test_nothing_is_cut_off_in_longer_languages_either(each: ShareCardFacts, monkeypatch: pytest.MonkeyPatch) -> None:
    words = watched(monkeypatch)
    for texts in (TEXTS, LONGER):
        share_card(each, ("Al", "Ola", "Zoë", "Jan")[: len(each.scores)], texts)
    assert words.too_small == {}
    assert words.cut_off == set()


def test_a_share_card_shows_who_won_the_score_and_the_best_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    words = watched(monkeypatch)
    picture = share_card(GIN, NAMES[:2], TEXTS)
    assert set(words) == {"Remik", "Gin · 5 deals", "Ala wins", "278–95", "Gin in deal 5", "+44", "against Ola"}
    assert picture.alt.startswith(
        "Ala wins. Ala 278, Ola 95. Gin in deal 5: +44. Gin · 5 deals. Cards: 3 of clubs, 4 of clubs, "
    )
    assert ink(Ink.GOLD) in row(rgb(picture.png), 130, 640, 1040)


def test_a_winner_who_was_behind_has_no_score(monkeypatch: pytest.MonkeyPatch) -> None:
    words = watched(monkeypatch)
    share_card(ALL["won by forfeit"], NAMES[:2], TEXTS)
    assert set(words) == {"Remik", "Gin · 1 deal", "Ala wins", "against Ola"}


def test_of_several_winners_the_one_with_the_best_moment_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    words = watched(monkeypatch)
    share_card(ALL["shared"], NAMES[:2], TEXTS)
    assert {"Ala and Ola share the win", "Ala: Gin in deal 5"} <= set(words)


@pytest.mark.parametrize("deck", Deck)
def test_each_card_of_the_fan_is_drawn(deck: Deck) -> None:
    look = Look(deck=deck)
    plain = share_card(GIN, NAMES[:2], TEXTS, look).png
    hand = GIN.highlight.cards if GIN.highlight else ()
    for number in range(len(hand)):
        other = (*hand[:number], *cards("2D"), *hand[number + 1 :])
        changed = replace(GIN, highlight=replace(GIN.highlight, cards=other)) if GIN.highlight else GIN
        assert share_card(changed, NAMES[:2], TEXTS, look).png != plain


def frames(picture: Picture) -> list[tuple[Image.Image, int]]:
    """Return the frames of a picture that moves, each with the milliseconds for which it's shown."""
    found = []
    with Image.open(BytesIO(picture.png)) as image:
        assert image.format == "WEBP"
        assert image.info["loop"] == 1, "it plays once"
        for number in range(getattr(image, "n_frames", 1)):
            image.seek(number)
            image.load()
            found.append((image.convert("RGB"), int(image.info["duration"])))
    return found


def finished(steps: Iterator[Picture]) -> Picture:
    *before, last = steps
    assert not any(each.png for each in before)
    assert last.suffix == ".webp"
    return last


def differ(one: Image.Image, other: Image.Image) -> tuple[int, int, int, int] | None:
    """Return the box in which two pictures differ; None if they're the same."""
    return ImageChops.difference(one, other).getbbox()


def ending(view: View) -> Picture:
    return pictures_for(view.options).ending(view, NAMES[: len(view.counts)], TEXTS)


def moving_ending(view: View) -> Iterator[Picture]:
    return ending_moment(view, NAMES[: len(view.counts)], TEXTS)


def drawn(facts: ShareCardFacts) -> Picture:
    return share_card(facts, NAMES[: len(facts.scores)], TEXTS)


def moving(facts: ShareCardFacts) -> Iterator[Picture]:
    return share_moment(facts, NAMES[: len(facts.scores)], TEXTS)


MOVING: dict[str, tuple[Callable[[], Picture], Callable[[], Iterator[Picture]], int]] = {
    "share card": (partial(drawn, GIN), partial(moving, GIN), 12),
    "one card": (partial(drawn, ALL["one card"]), partial(moving, ALL["one card"]), 3),
    "gin": (lambda: ending(knocks()["gin-0"]), lambda: moving_ending(knocks()["gin-0"]), 5),  # games are played for it
    "rummy": (partial(ending, ENDINGS["out"]), partial(moving_ending, ENDINGS["out"]), 5),
}


@pytest.mark.parametrize("kind", MOVING)
def test_a_winning_moment_plays_once_for_two_seconds_at_most_and_ends_in_the_still(kind: str) -> None:
    draw, begin, least = MOVING[kind]
    still, moment = draw(), finished(begin())
    assert moment.alt == still.alt
    shown = frames(moment)
    assert len(shown) >= least
    assert sum(milliseconds for _, milliseconds in shown) <= 2000
    assert differ(shown[-1][0], rgb(still.png)) is None
    assert differ(shown[0][0], rgb(still.png)) is None, "where it isn't played, the first frame is all there is"
    assert len(moment.png) <= 200_000


def test_the_cards_of_a_moving_share_card_turn_up_one_after_the_other_and_then_the_score_lights_up() -> None:
    shown = [image for image, _ in frames(finished(share_moment(GIN, NAMES[:2], TEXTS)))]
    turns = [differ(one, other) for one, other in pairwise(shown[1:])]
    cards_turned, lit = turns[:10], turns[10:]
    lefts = [box[0] for box in cards_turned if box is not None]
    assert len(lefts) == 10
    assert lefts == sorted(lefts)
    assert all(box is not None and box[1] >= 232 for box in cards_turned), "the score stays as it is"
    assert len(lit) == 2, "lit, and as before"
    assert all(box is not None and box[3] <= 260 for box in lit)
