"""Registry of the texts that differ between the families of games."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar

from bot.rummy.families import Family
from bot.rummy.gin.options import GinOptions
from bot.rummy.gin.views import GinView
from bot.rummy.melds.options import BasicOptions, GermanOptions
from bot.rummy.melds.views import MeldsView
from bot.rummy.options import Options
from bot.rummy.views import View
from bot.text.catalogs import Texts
from bot.text.gin import results as gin
from bot.text.gin import rules as gin_rules
from bot.text.melds import basic_rules, german_rules
from bot.text.melds import table as melds
from bot.text.rule_words import GameWords

V = TypeVar("V", bound=View)


@dataclass(frozen=True, slots=True)
class FamilyTexts(Generic[V]):
    """The texts of one family; a new family has to provide all of them."""

    hand_value: Callable[[Texts, V], str]
    """Returns the value of the hand of the view's seat: its deadwood, or its points."""
    rules: Mapping[type[Options], GameWords[Any]]
    """The rules in words for each class of options."""


_GIN: Final[FamilyTexts[GinView]] = FamilyTexts(hand_value=gin.hand_value, rules={GinOptions: gin_rules.WORDS})
_MELDS: Final[FamilyTexts[MeldsView]] = FamilyTexts(
    hand_value=melds.hand_value,
    rules={BasicOptions: basic_rules.WORDS, GermanOptions: german_rules.WORDS},
)


def texts_for(family: Family) -> FamilyTexts[Any]:
    """Return the texts of a family."""
    match family:
        case Family.GIN:
            return _GIN
        case Family.MELDS:
            return _MELDS
