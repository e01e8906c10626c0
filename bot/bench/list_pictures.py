"""Benchmark of the pictures without a table: score sheet, standings, profile, share card."""

from collections.abc import Callable
from io import BytesIO
from random import Random
from typing import Final

from PIL import Image, ImageDraw, ImageFont

from bot.bench.rows import Better, Row, Work, in_turn
from bot.ratings.highlights import Highlight, HighlightKind, ShareCardFacts
from bot.ratings.values import Counts, Page, Profile, Ranked, Rating, Standing, Tally
from bot.rummy.cards import PACK, parse_card
from bot.rummy.families import Variant
from bot.rummy.gin.game import apply, deal, legal_moves, new_game, view_for
from bot.rummy.gin.options import GIN_PRESETS
from bot.rummy.gin.views import GinView
from bot.rummy.views import Phase
from bot.text.catalogs import Catalogs
from render.drawing.canvas import HEIGHT, WIDTH
from render.drawing.letters import font
from render.profile import profile_picture
from render.share import share_card
from render.sheet import sheet_picture
from render.standings import standings_picture
from render.values import Picture

_TEXTS: Final = Catalogs().texts("en")
_NAMES: Final = ("Ola", "Kuba")
_PLAYERS: Final = dict(enumerate(("Ola", "Kuba", "Jan", "Ewa", "Zoë", "Ala", "Łukasz", "Iga")))
_RATING: Final = Rating(31, 2, 20)
_FAN: Final = tuple(map(parse_card, ("3C", "4C", "5C", "6C", "7H", "8H", "9H", "KS", "KH", "KD")))
_MOST: Final = 55_000
_MOST_SHARED: Final = 70_000
_SHARE_CARD: Final = "share card"
_PEER: Final = "words in full color"
_FELT, _PLATE, _WHITE = (23, 89, 74), (14, 64, 52), (255, 251, 240)
_ROWS, _COLUMNS = 8, 5


def list_rows(rng: Random, repeats: int) -> list[Row]:
    """Measure each picture's time, compared with a table of words as bots usually draw it, and its bytes."""
    view, profile = _some_deals(rng), _profile()
    ranked = (Ranked(user + 1, Standing(user, 20, 11, 840, 3, 5, 0, _RATING)) for user in _PLAYERS)
    standings = Page(1, 0, None, 0, len(_PLAYERS), tuple(ranked))
    facts = ShareCardFacts(view.options, (0,), (278, 95), 5, Highlight(HighlightKind.GIN, 0, 5, 44, _FAN))
    pictures: dict[str, Callable[[], Picture]] = {
        "score sheet": lambda: sheet_picture(view, _NAMES, _TEXTS),
        "page of standings": lambda: standings_picture(standings, _PLAYERS, _TEXTS, "Gin", me=2),
        "profile": lambda: profile_picture(profile, _PLAYERS, _TEXTS),
        _SHARE_CARD: lambda: share_card(facts, _NAMES, _TEXTS),
    }
    return [row for title, draw in pictures.items() for row in _measured(title, draw, repeats)]


def _measured(title: str, draw: Callable[[], Picture], repeats: int) -> tuple[Row, Row]:
    """Measure one picture. A share card is drawn once per game, so it may take as long as the peer."""
    works: dict[str, Work] = {"ours": draw, _PEER: _words}
    for work in works.values():
        work()
    times = in_turn(works, repeats)
    shared = title == _SHARE_CARD
    rate = Row(
        f"picture of a {title}",
        "pictures/s",
        times.rate("ours", 1),
        {_PEER: times.rate(_PEER, 1)},
        least={_PEER: 1 if shared else 6},
        notes=(f"the peer draws {_ROWS} plates with {_COLUMNS} words each",),
    )
    limit = _MOST_SHARED if shared else _MOST
    return rate, Row(f"bytes of a {title}", "bytes", len(draw().png), better=Better.LESS, limit=limit)


def _words() -> bytes:
    """Draw a table of words as bots usually do: open the font, draw plates and words in full color, save."""
    picture = Image.new("RGBA", (WIDTH, HEIGHT), _FELT)
    pen, letters = ImageDraw.Draw(picture), ImageFont.truetype(str(font(42, True).path), 42)
    for row in range(_ROWS):
        pen.rounded_rectangle((32, 24 + 82 * row, WIDTH - 32, 98 + 82 * row), 14, fill=_PLATE)
        for column in range(_COLUMNS):
            pen.text((60 + 200 * column, 36 + 82 * row), f"Word {row}{column}", _WHITE, letters)
    return saved(picture)


def _some_deals(rng: Random) -> GinView:
    """Play a few deals of gin by discarding at random. Return the public view after them."""
    options = GIN_PRESETS[Variant.GIN]
    state = new_game(options, 0, ((12, 20),))
    while len(state.deals) < 5 and state.phase is not Phase.OVER:
        if state.phase is Phase.DEAL or not state.hands:
            state = deal(state, rng.sample(PACK, len(PACK)))
        state = apply(state, rng.choice(legal_moves(state)))
    return view_for(state, None)


def _profile() -> Profile:
    """Return a profile after sixty games."""
    counts = Counts(3000, 200, 110, 40, 60, 240, 9, 7)
    tally = Tally(60, 33, 4100, counts)
    return Profile(
        user=0,
        guild=1,
        rating=_RATING,
        pools={},
        curve=tuple((number, 1000 + 7.0 * number - (number % 9) * 31) for number in range(60)),
        rated={None: tally, Variant.GIN: tally},
        all={None: tally, Variant.GIN: tally},
        streak=3,
        best_streak=8,
        experience=1230,
        level=7,
        level_from=1050,
        level_to=1400,
        rivals=(),
        earned=(),
    )


def saved(picture: Image.Image) -> bytes:
    """Return a picture as a PNG, saved with Pillow's default settings."""
    out = BytesIO()
    picture.save(out, "PNG")
    return out.getvalue()
