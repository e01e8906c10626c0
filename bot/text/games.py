"""Registry of the sentences that differ between the families of games."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar

from bot.rummy.families import Family
from bot.rummy.gin.views import GinView
from bot.rummy.melds.views import MeldsView
from bot.rummy.views import View
from bot.text.catalogs import Texts
from bot.text.gin import table as gin
from bot.text.melds import table as melds

V = TypeVar("V", bound=View)


@dataclass(frozen=True, slots=True)
class FamilyTexts(Generic[V]):
    """The sentences of one family; a new family has to provide all of them."""

    hand_value: Callable[[Texts, V], str]
    """Returns the value of the hand of the view's seat: its deadwood, or its points."""


_GIN: Final[FamilyTexts[GinView]] = FamilyTexts(hand_value=gin.hand_value)
_MELDS: Final[FamilyTexts[MeldsView]] = FamilyTexts(hand_value=melds.hand_value)


def texts_for(view: View) -> FamilyTexts[Any]:
    """Return the sentences of the family of a view's game."""
    match view.options.family:
        case Family.GIN:
            return _GIN
        case Family.MELDS:
            return _MELDS
