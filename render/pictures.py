"""All pictures: those of each family of games, the replay of a game, and what else the studio can order.

The studio's thread loads this module and with it Pillow, so that the program starts without.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from bot.rummy.cards import Card
from bot.rummy.families import Family
from bot.rummy.options import Options
from bot.rummy.views import Phase, View
from bot.text.catalogs import Texts
from bot.text.deals import worth_words
from bot.text.lists import by_suit, gain
from render.alt import alt_names, first_fitting, in_words, joined, piles_alt
from render.drawing.canvas import Area, Canvas, PlacedCard, seen_canvases
from render.drawing.png import MANY_CARDS
from render.examples import examples_picture
from render.gin.ending import draw_gin_replay, knock_picture
from render.gin.hand import hand_picture, hand_words
from render.gin.table import table_picture
from render.look import DEFAULT, Look
from render.melds.ending import ending_picture
from render.melds.hand import melds_hand_picture, melds_hand_words
from render.melds.replay import draw_melds_replay
from render.melds.table import melds_table_picture
from render.profile import profile_picture
from render.share import MovingPicture, share_card, share_moment
from render.sheet import sheet_picture
from render.standings import standings_picture
from render.tournaments import bracket_picture, tournament_table_picture
from render.values import UNFINISHED, FaceUpHand, Picture
from render.versus import versus_picture

__all__ = (
    "FamilyPictures",
    "bracket_picture",
    "ending_moment",
    "examples_picture",
    "pictures_for",
    "profile_picture",
    "replay_picture",
    "share_card",
    "share_moment",
    "sheet_picture",
    "standings_picture",
    "tournament_table_picture",
    "versus_picture",
)


@dataclass(frozen=True, slots=True)
class FamilyPictures:
    """The pictures of one family. Each takes a view of that family, the names in seat order, texts and a look.

    On an ``unassisted`` table, they show less: no melds, no deadwood, no earlier discards.
    """

    hand: Callable[..., Picture]
    """The hand of the view's seat; ``advised`` is the discard or knock that the panel suggests."""
    hand_words: Callable[..., str]
    """The same in words and without a look, for players who don't want pictures."""
    table: Callable[..., Picture]
    """The table as all players see it."""
    ending: Callable[..., Picture]
    """All hands after a deal. ValueError if the view has nothing to show: no deal has ended, or nobody knocked."""
    replay: Callable[[Look, Sequence[Any], Sequence[FaceUpHand], Texts], Canvas]
    """Draws a moment of a finished game: what each seat saw, and all hands."""


_FAMILIES: Final[Mapping[Family, FamilyPictures]] = {
    Family.GIN: FamilyPictures(hand_picture, hand_words, table_picture, knock_picture, draw_gin_replay),
    Family.MELDS: FamilyPictures(
        melds_hand_picture, melds_hand_words, melds_table_picture, ending_picture, draw_melds_replay
    ),
}


def ending_moment(view: View, names: Sequence[str], texts: Texts, look: Look = DEFAULT) -> Iterator[Picture]:
    """Draw all hands after a deal as a picture that moves: its cards turn up group by group, then the plate lights up.

    Each step draws a frame; the last one has the picture.
    """
    with seen_canvases() as seen:
        still = pictures_for(view.options).ending(view, names, texts, look)
    canvas = seen[0]
    groups = _groups(canvas.cards)
    moment = MovingPicture(canvas, _around([card.area for card in canvas.cards]), len(groups))
    for turned in range(len(groups)):
        yield UNFINISHED
        moment.show(canvas.face_down(card for group in groups[turned:] for card in group))
    yield UNFINISHED
    moment.light()
    yield moment.picture(still.alt)


def _groups(cards: Sequence[PlacedCard]) -> list[list[PlacedCard]]:
    """Return the groups of cards that lie side by side: melds, and loose cards."""
    groups: list[list[PlacedCard]] = []
    for card in cards:
        before = groups[-1][-1].area if groups else None
        gap = None if before is None or before.y != card.area.y else card.area.x - before.x - before.width
        if gap is not None and 0 <= gap < _GAP:
            groups[-1].append(card)
        else:
            groups.append([card])
    return groups


def _around(areas: Sequence[Area]) -> Area:
    """Return the smallest area that contains others."""
    x, y = min(area.x for area in areas), min(area.y for area in areas)
    return Area(x, y, max(area.x + area.width for area in areas) - x, max(area.y + area.height for area in areas) - y)


def pictures_for(options: Options) -> FamilyPictures:
    """Return the pictures of the family of a game."""
    return _FAMILIES[options.family]


_GAP: Final = 16
"""Cards at least this far apart belong to different groups."""


def replay_picture(
    views: Sequence[View],
    names: Sequence[str],
    texts: Texts,
    look: Look = DEFAULT,
    *,
    title: str,
    advised: Card | None = None,
) -> Picture:
    """Draw all hands of a finished game at one moment; ``views`` contains what each seat saw then.

    ``title`` names the moment in the alt text; ``advised`` is the card that an Expert would discard in the acting
    player's place.
    """
    hands = [
        _hand(view, seat, name, texts, advised) for seat, (view, name) in enumerate(zip(views, names, strict=True))
    ]
    canvas = pictures_for(views[0].options).replay(look, views, hands, texts)
    return Picture(canvas.png(MANY_CARDS), replay_alt(views, names, texts, title=title))


def replay_alt(views: Sequence[View], names: Sequence[str], texts: Texts, *, title: str) -> str:
    """Describe a moment of a game: its title, whose turn it is, the piles, then the hands in words."""
    players = alt_names(texts, names)
    first = views[0]
    head = [f"{title}.", texts.t("{name}'s turn.", name=players[first.turn]) if first.turn is not None else ""]
    if first.discards:
        head.append(piles_alt(first, texts))
    worth = [f"{name} {_counted(view, texts)}" for name, view in zip(players, views, strict=True)]
    forms = [
        [f"{one}: {form(texts, _own(view))}" if _own(view) else one for one, view in zip(worth, views, strict=True)]
        for form in (in_words, by_suit)
    ]
    return first_fitting(joined([*head, f"{'. '.join(seats)}."]) for seats in (*forms, worth))


def _hand(view: View, seat: int, name: str, texts: Texts, advised: Card | None) -> FaceUpHand:
    acts = view.turn == seat
    return FaceUpHand(
        name,
        _own(view),
        _counted(view, texts),
        _mark(view, seat),
        framed=view.drawn if acts else None,
        advised=advised if acts else None,
    )


def _own(view: View) -> tuple[Card, ...]:
    """Return the cards that a seat holds itself, not those that it sees as a partner (G3-12)."""
    return view.hand if view.hand_of == view.seat else ()


def _counted(view: View, texts: Texts) -> str:
    """Return what a hand is worth, or that its seat waits in the deal (G3-1)."""
    return worth_words(texts, view) if view.hand_of == view.seat else texts.p("said about a player", "waits")


def _mark(view: View, seat: int) -> str:
    """Return what a seat won in the deal that has just ended; empty for the others, and during a deal."""
    if view.phase in (Phase.DEAL, Phase.OVER) and view.deals and view.deals[-1].winner == seat:
        return gain(view.deals[-1].points[seat])
    return ""
