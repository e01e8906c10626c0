"""The view of a game of the gin family: everything that a seat may see (C-4)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, TypeVar

from bot.rummy.cards import Card
from bot.rummy.families import Family
from bot.rummy.gin.options import GinOptions
from bot.rummy.results import Showdown
from bot.rummy.views import View

_Value = TypeVar("_Value")


@dataclass(frozen=True, slots=True)
class GinView(View):
    """A game of the gin family. In ``moves`` a knock with no arrangement means every knock with that card."""

    family: ClassVar[Family] = Family.GIN

    options: GinOptions
    showdown: Showdown | None  # both hands, when the last deal ended with a knock
    upcard: Card | None  # the deal's first face-up card
    knock_limit: int  # in force in this deal; 0 means gin only
    factor: int  # 2 when this deal's points are doubled (G-12), else 1
    dealer_draw: tuple[tuple[Card, ...], ...]  # drawn for the first deal: a card per seat, the last decide (G-4, G3-3)
    pair: tuple[int, int]  # the non-dealer and the dealer of this deal, or of the last one

    @property
    def hand_of(self) -> int | None:
        """The seat whose cards are in ``hand``: a captain's partner sees the captain's (G3-12).

        None if the seat sees no hand, as any other that waits (G3-8).
        """
        return shown_seat(self.options, self.pair, self.seat)

    def as_pair(self) -> "GinView":
        """Return the deal as one of gin for two, as a seat that plays in it sees it (G3-1).

        Seat 0 is the first of the pair. Of the deals before, those are left in which the opponent played.
        """
        own = self.seat
        if self.waits is None or own not in self.pair:
            return self
        of_two = {seat: at for at, seat in enumerate(self.pair)}
        other = sum(self.pair) - own

        def for_two(values: Sequence[_Value]) -> tuple[_Value, ...]:
            return tuple(values[seat] for seat in self.pair)

        return replace(
            self,
            seat=of_two[own],
            dealer=1,
            waits=None,
            turn=None if self.turn is None else of_two[self.turn],
            discarders=tuple(None if seat is None else of_two[seat] for seat in self.discarders),
            counts=for_two(self.counts),
            known=for_two(self.known),
            recent=tuple(replace(event, seat=of_two[event.seat]) for event in self.recent),
            moves=tuple(replace(move, seat=of_two[move.seat]) for move in self.moves),
            deals=tuple(
                replace(deal, winner=None if deal.winner is None else of_two[other if deal.winner == other else own])
                for deal in self.deals
                if deal.waited != other
            ),
            columns=tuple(replace(column, totals=for_two(column.totals)) for column in self.columns),
            dealer_draw=(),
            pair=(0, 1),
        )


def shown_seat(options: GinOptions, pair: tuple[int, int], seat: int | None) -> int | None:
    """Return the seat whose cards a seat sees: its own, or if it waits, its captain's or nobody's (G3-8, G3-12)."""
    if not options.three or seat is None or seat in pair:
        return seat
    return pair[0] if options.has_box else None
