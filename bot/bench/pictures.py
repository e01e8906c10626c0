"""Benchmark of pictures: time and bytes compared with the usual ways to draw them, and the lag of the event loop."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from statistics import quantiles
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Final, TypeAlias

from PIL import Image

from bot.bench.list_pictures import list_rows, saved
from bot.bench.rows import Better, Row, Work, in_turn
from bot.rummy.cards import JOKER, PACK, Card, code, parse_card
from bot.rummy.families import Variant
from bot.rummy.gin.game import apply, deal, legal_moves, new_game, view_for
from bot.rummy.gin.options import GIN_PRESETS
from bot.rummy.gin.views import GinView
from bot.rummy.melds import game as table_melds
from bot.rummy.melds.options import GermanOptions
from bot.rummy.melds.rules import rules_for
from bot.rummy.melds.table_meld import TableMeld, read_meld
from bot.rummy.melds.views import MeldsView
from bot.rummy.melds.views import view_for as melds_view
from bot.rummy.moves import Move, Verb
from bot.rummy.views import Phase, View
from bot.text.catalogs import Catalogs
from render.drawing.canvas import HEIGHT, WIDTH, Canvas
from render.drawing.faces import CardFormat, face, joker, upright
from render.drawing.palette import Ink, palette
from render.drawing.png import forget_strips
from render.drawing.shapes import rounded
from render.gin.hand import hand_picture
from render.gin.table import table_picture
from render.look import DEFAULT
from render.melds.hand import melds_hand_picture
from render.melds.table import melds_laid_out, melds_table_picture
from render.queue.studio import Studio

Place: TypeAlias = tuple[Card, int, int]
Draw: TypeAlias = Callable[[GinView, GinView], Awaitable[None]]

REPEATS: Final = 15
BURSTS: Final = 40
CLICKS: Final = 4
"""Clicks at the same moment, each on a different table; each needs a picture of a hand and one of a table."""

_TEXTS: Final = Catalogs().texts("en")
_NAMES: Final = ("Ola", "Kuba")
_CARD: Final = upright(74)
_FAN: Final = upright(152)
_BIG: Final = upright(500)
_TICK: Final = 0.001
_MELDS: Final = (
    "7S XX 9S", "QC QH QD XX", "XX 4H 5H 6H", "9C 9S XX", "2D 3D 4D 5D", "AC 2C 3C", "TC TS TH TD",
    "5S 6S XX 8S 9S", "KC KS KH", "JD QD KD AD", "6C 7C 8C", "3H 3S XX XX", "8H 9H TH JH QH KH",
)  # fmt: skip
_DISCARDS: Final = tuple(map(parse_card, ("4D", "JS", "TH", "9D")))
_FELT: Final = (31, 91, 71)


def rows(repeats: int = REPEATS, bursts: int = BURSTS, seed: int = 1) -> list[Row]:
    """Measure all rows; the same seed gives the same cards."""
    rng = Random(seed)  # noqa: S311 - cards to measure with, not to play with
    games = [views(rng) for _ in range(CLICKS)]
    hand, _ = games[0]
    melds_hand, melds_table = melds_views(rng)
    with TemporaryDirectory() as folder:
        made = table_rows(rng, Path(folder), repeats)
    with TemporaryDirectory() as folder:
        made += melds_table_rows(melds_table, Path(folder), repeats)
    hands = [
        hand_row(hand, lambda: hand_picture(hand, _NAMES, _TEXTS), repeats),
        hand_row(melds_hand, lambda: melds_hand_picture(melds_hand, _NAMES, _TEXTS), repeats),
    ]
    return [*made, *hands, *list_rows(rng, repeats), asyncio.run(lag_row(games, bursts))]


def table_rows(rng: Random, folder: Path, repeats: int) -> list[Row]:
    """Measure the time and the bytes of a picture of 52 face-up cards."""
    places = [
        (card, 20 + 82 * (number % 13), 60 + 150 * (number // 13))
        for number, card in enumerate(rng.sample(PACK, len(PACK)))
    ]
    write_cards(folder / "small", {card: reduced(card_image(card, _BIG), _CARD) for card in PACK})
    write_cards(folder / "flat", {card: card_image(card, _CARD) for card in PACK})
    write_cards(folder / "big", {card: card_image(card, _BIG) for card in PACK})
    canvas = Image.new("P", (WIDTH, HEIGHT))
    works = {
        "ours": lambda: drawn(places),
        "one PNG per card": lambda: pasted(folder / "small", places, _CARD),
        "big PNGs, resized": lambda: pasted(folder / "big", places, _CARD),
        "copying the canvas": canvas.copy,
    }
    times = in_turn(works, repeats)
    rates = {name: times.rate(name, 1) for name in works}
    sizes = {
        "one PNG per card": len(pasted(folder / "small", places, _CARD)),
        "one PNG per card, our own flat faces": len(pasted(folder / "flat", places, _CARD)),
    }
    picture = f"52 cards, {WIDTH:,} x {HEIGHT}"
    return [
        Row(f"picture of {picture}", "pictures/s", rates.pop("ours"), rates, least={"one PNG per card": 6}),
        Row(
            f"bytes of {picture}",
            "bytes",
            len(drawn(places)),
            sizes,
            better=Better.LESS,
            least={"one PNG per card": 1 / 0.4},
            notes=("the peer's cards are scaled down from large ones in full color, as in most free decks",),
        ),
    ]


def melds_table_rows(view: MeldsView, folder: Path, repeats: int) -> list[Row]:
    """Measure the picture of a full table with melds, compared with just its face-up cards drawn the usual way."""
    laid = melds_laid_out(view)
    cards = [card for meld in view.melds for card in meld.cards] + list(view.discards[-4:])
    step = laid.shape.width + 4
    places = [(card, 10 + step * (number % 15), 10 + 120 * (number // 15)) for number, card in enumerate(cards)]
    write_cards(folder / "small", {card: reduced(card_image(card, _BIG), laid.shape) for card in set(cards)})
    names = ("Ola", "Kuba", "Jan", "Ewa")
    works: dict[str, Work] = {
        "ours": anew(lambda: melds_table_picture(view, names, _TEXTS)),
        "one PNG per card": lambda: pasted(folder / "small", places, laid.shape),
    }
    for work in works.values():
        work()
    times = in_turn(works, repeats)
    title = f"a table, {len(view.melds)} melds of {sum(len(meld.cards) for meld in view.melds)} cards"
    note = "the peer draws only the face-up cards, without seats, numbers and words"
    return [
        Row(
            f"picture of {title}",
            "pictures/s",
            times.rate("ours", 1),
            {"one PNG per card": times.rate("one PNG per card", 1)},
            least={"one PNG per card": 6},
            notes=(note,),
        ),
        Row(
            f"bytes of {title}",
            "bytes",
            len(melds_table_picture(view, names, _TEXTS).png),
            {"one PNG per card": len(pasted(folder / "small", places, laid.shape))},
            better=Better.LESS,
            least={"one PNG per card": 1 / 0.4},
            notes=(note,),
        ),
    ]


def hand_row(view: View, ours: Work, repeats: int) -> Row:
    """Measure the picture of a hand, compared with a rotated fan of the same cards."""
    sprites = [card_image(card, _FAN) for card in view.hand]
    works: dict[str, Work] = {"ours": anew(ours), "a rotated fan": lambda: fan(sprites)}
    for work in works.values():
        work()
    times = in_turn(works, repeats)
    peers = {"a rotated fan": times.rate("a rotated fan", 1)}
    title = f"picture of a hand, {len(view.hand)} cards"
    return Row(title, "pictures/s", times.rate("ours", 1), peers, least={"a rotated fan": 10})


async def lag_row(games: Sequence[tuple[GinView, GinView]], bursts: int) -> Row:
    """Measure the lag of the event loop while pictures are drawn in the render thread, and in the loop itself."""
    studio = Studio()

    async def threaded(hand: GinView, table: GinView) -> None:
        await asyncio.gather(studio.hand(hand, _NAMES, _TEXTS), studio.table(table, _NAMES, _TEXTS))

    async def inline(hand: GinView, table: GinView) -> None:
        hand_picture(hand, _NAMES, _TEXTS)
        table_picture(table, _NAMES, _TEXTS)

    lags: dict[str, list[float]] = {"threaded": [], "inline": []}
    for number in range(bursts):
        lags["inline"] += await burst(inline, games, number)
        lags["threaded"] += await burst(threaded, games, number)
    studio.close()
    late = {name: quantiles(seconds, n=100)[-1] * 1000 for name, seconds in lags.items()}
    return Row(
        "lag of the event loop while pictures are drawn, p99",
        "ms",
        late["threaded"],
        {"drawn inline": late["inline"]},
        better=Better.LESS,
        least={"drawn inline": 1 / 0.35},
        notes=(f"{CLICKS} clicks at a time, two new pictures each",),
    )


async def burst(draw: Draw, games: Sequence[tuple[GinView, GinView]], number: int) -> list[float]:
    """Make one click per game at the same moment. Return the event loop's lag at each check, in seconds."""
    forget_strips()
    clicks = asyncio.gather(
        *(draw(replace(hand, deal=number + 1), replace(table, deal=number + 1)) for hand, table in games)
    )
    lags, until = [], perf_counter() + 0.05
    while not clicks.done() or perf_counter() < until:
        begin = perf_counter()
        await asyncio.sleep(_TICK)
        lags.append(perf_counter() - begin - _TICK)
    await clicks
    return lags


def anew(work: Work) -> Work:
    """Return work that draws a picture which shares nothing with earlier ones."""

    def work_anew() -> None:
        forget_strips()
        work()

    return work_anew


def views(rng: Random) -> tuple[GinView, GinView]:
    """Play some turns of gin. Return the view of a player who has drawn a card, and the public view."""
    state = deal(new_game(GIN_PRESETS[Variant.GIN], 0, ((12, 20),)), rng.sample(PACK, len(PACK)))
    while state.turns < 8 or state.phase is not Phase.DISCARD:
        state = apply(state, legal_moves(state)[0])
    return view_for(state, state.turn), view_for(state, None)


def melds_views(rng: Random) -> tuple[MeldsView, MeldsView]:
    """Deal a round of German Rummy to four. Return the first player's view after the draw, and a full table."""
    options = GermanOptions(Variant.GERMAN)
    state = table_melds.deal(table_melds.new_game(options, 4, 0), rng.sample(options.pack, 110))
    state = table_melds.apply(state, Move(1, Verb.DRAW))
    hand, table = melds_view(state, 1), melds_view(state, None)
    read = [read_meld(tuple(map(parse_card, text.split())), rules_for(options)) for text in _MELDS]
    melds = tuple(meld for meld in read if isinstance(meld, TableMeld))
    return hand, replace(
        table, melds=melds, staged=(frozenset[int](),) * len(melds), opened=(True,) * 4, discards=_DISCARDS
    )


def drawn(places: Sequence[Place]) -> bytes:
    """Draw face-up cards as this program does. Return the PNG."""
    canvas = Canvas(DEFAULT, _TEXTS)
    for card, x, y in places:
        canvas.card(card, x, y, _CARD)
    return canvas.png()


def pasted(folder: Path, places: Sequence[Place], shape: CardFormat) -> bytes:
    """Draw the same cards as bots usually do: open one PNG per card, paste it with its alpha, save."""
    picture = Image.new("RGBA", (WIDTH, HEIGHT), _FELT)
    for card, x, y in places:
        with Image.open(folder / f"{code(card)}.png") as opened:
            face_up = opened if opened.width == shape.width else opened.resize((shape.width, shape.height))
            picture.paste(face_up, (x, y), face_up)
    return saved(picture)


def fan(cards: Sequence[Image.Image]) -> bytes:
    """Draw a hand as bots often do: rotate every card, and paste it over the one before. Return the PNG."""
    picture = Image.new("RGBA", (WIDTH, HEIGHT), _FELT)
    for number, card in enumerate(cards):
        off = number - (len(cards) - 1) / 2
        turned = card.rotate(-6 * off, Image.Resampling.BICUBIC, expand=True)
        corner = (WIDTH // 2 + round(70 * off) - turned.width // 2, 240 + round(3 * off * off))
        picture.paste(turned, corner, turned)
    return saved(picture)


def write_cards(folder: Path, cards: Mapping[Card, Image.Image]) -> None:
    """Write one PNG per card to a new folder."""
    folder.mkdir()
    for card, image in cards.items():
        image.save(folder / f"{code(card)}.png")


def reduced(card: Image.Image, shape: CardFormat) -> Image.Image:
    """Scale down the image of a large card in full color."""
    return card.resize((shape.width, shape.height), Image.Resampling.LANCZOS)


def card_image(card: Card, shape: CardFormat) -> Image.Image:
    """Draw a card in full color with transparent corners."""
    colors = palette(DEFAULT.deck, DEFAULT.theme)
    if card == JOKER:
        drawn = joker(colors, (), shape, Ink.FELT).copy()
    else:
        drawn = face(colors, _TEXTS.rank(card), card, shape, Ink.FELT).copy()
    drawn.putpalette(colors.rgb)
    full = drawn.convert("RGBA")
    full.putalpha(rounded(shape.width, shape.height, shape.corner))
    return full
