"""Registry of the pictures of each family of games."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, Generic, Protocol, TypeVar

from bot.rummy.families import Family
from bot.rummy.gin.views import GinView
from bot.rummy.melds.views import MeldsView
from bot.rummy.moves import Move
from bot.rummy.options import Options
from bot.rummy.views import View
from bot.text.catalogs import Texts
from render.drawing.canvas import Canvas
from render.gin.ending import knock_picture
from render.gin.hand import hand_picture, hand_words
from render.gin.replay import draw_gin_replay
from render.gin.table import table_picture
from render.hands import FaceUpHand
from render.look import Look
from render.melds.ending import draw_melds_replay, ending_picture
from render.melds.hand import melds_hand_picture, melds_hand_words
from render.melds.table import melds_table_picture
from render.picture import Picture

V = TypeVar("V", bound=View)
V_contra = TypeVar("V_contra", bound=View, contravariant=True)


class DrawView(Protocol[V_contra]):
    """Draws a picture that shows less on an unassisted table: no melds, no deadwood, no earlier discards."""

    def __call__(
        self, view: V_contra, names: Sequence[str], texts: Texts, look: Look = ..., *, unassisted: bool = ...
    ) -> Picture:
        """Draw a view; names in seat order."""
        ...


class DrawHand(Protocol[V_contra]):
    """Draws a hand; ``advised`` is the discard or knock that the panel suggests, so that both say the same."""

    def __call__(
        self,
        view: V_contra,
        names: Sequence[str],
        texts: Texts,
        look: Look = ...,
        *,
        unassisted: bool = ...,
        advised: Move | None = ...,
    ) -> Picture:
        """Draw the hand of the view's seat; names in seat order."""
        ...


class DescribeHand(Protocol[V_contra]):
    """Describes a hand in words; on an unassisted table, only its cards."""

    def __call__(self, view: V_contra, names: Sequence[str], texts: Texts, *, unassisted: bool = ...) -> str:
        """Describe the hand of the view's seat; names in seat order."""
        ...


@dataclass(frozen=True, slots=True)
class FamilyPictures(Generic[V]):
    """The pictures of one family. A new family fills in every field."""

    hand: DrawHand[V]
    """The hand of the view's seat."""
    hand_words: DescribeHand[V]
    """The same in words, for players who don't want pictures."""
    table: DrawView[V]
    """The table as all players see it."""
    ending: Callable[[V, Sequence[str], Texts, Look], Picture]
    """All hands after a deal. ValueError if the view has nothing to show: no deal has ended, or nobody knocked."""
    replay: Callable[[Canvas, V, Sequence[FaceUpHand], str, Texts], None]
    """Draws a moment of a finished game under a title: what one seat saw, and all hands."""


_GIN: Final[FamilyPictures[GinView]] = FamilyPictures(
    hand=hand_picture,
    hand_words=hand_words,
    table=table_picture,
    ending=knock_picture,
    replay=draw_gin_replay,
)
_MELDS: Final[FamilyPictures[MeldsView]] = FamilyPictures(
    hand=melds_hand_picture,
    hand_words=melds_hand_words,
    table=melds_table_picture,
    ending=ending_picture,
    replay=draw_melds_replay,
)


def pictures_for(options: Options) -> FamilyPictures[Any]:
    """Return the pictures of the family of a game."""
    match options.family:
        case Family.GIN:
            return _GIN
        case Family.MELDS:
            return _MELDS
