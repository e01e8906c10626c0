"""The view of a game of the gin family: everything that a seat may see (C-4)."""

from dataclasses import dataclass
from typing import ClassVar

from bot.rummy.cards import Card
from bot.rummy.families import Family
from bot.rummy.gin.options import GinOptions
from bot.rummy.results import Showdown
from bot.rummy.views import View


@dataclass(frozen=True, slots=True)
class GinView(View):
    """A game of the gin family. In ``moves`` a knock with no arrangement means every knock with that card."""

    family: ClassVar[Family] = Family.GIN

    options: GinOptions
    showdown: Showdown | None  # both hands, when the last deal ended with a knock
    upcard: Card | None  # the deal's first face-up card
    knock_limit: int  # in force in this deal; 0 means gin only
    factor: int  # 2 when this deal's points are doubled (G-12), else 1
    dealer_draw: tuple[
        tuple[Card, Card], ...
    ]  # pairs drawn for the first deal: (seat 0, seat 1), the last decides (G-4)
