"""The common base of all games' options; each family declares its own, with their house rules."""

from dataclasses import dataclass
from typing import ClassVar, Self

from bot.rummy.cards import PACK, Card
from bot.rummy.families import Family, Variant


@dataclass(frozen=True, slots=True)
class GameOptions:
    """The options of any game. Subclasses declare their house rules as fields.

    The defaults here are right for games without the rule in question.
    """

    family: ClassVar[Family]
    seat_counts: ClassVar[range]  # possible numbers of players
    dealer_by_chance: ClassVar[bool] = False  # a random seat begins each deal, not only the first (D-5)
    reshuffles: ClassVar[int] = 0  # how often in a deal the discard pile becomes a new stock (B-7)
    deals_are_rounds: ClassVar[bool] = False  # players call a deal a round
    mostly_switches: ClassVar[bool] = False  # its house rules are on or off, but for the number of rounds

    variant: Variant

    @property
    def pack(self) -> tuple[Card, ...]:
        """The pack, sorted."""
        return PACK

    @property
    def draws_for_deal(self) -> bool:
        """True if the players draw cards for the first deal (G-4)."""
        return False

    @property
    def deals_to_play(self) -> int:
        """The number of deals after which the game ends (D-15, G-27); 0 if it is played to a target."""
        return 0

    @property
    def claims(self) -> bool:
        """True if players may claim a discard out of turn (H-8)."""
        return False

    @property
    def columns_decide(self) -> bool:
        """True if the winner has won more columns of the score sheet, not more points (G-24)."""
        return False

    @property
    def is_training(self) -> bool:
        """True if the game doesn't count for ratings (H-11)."""
        return False

    def hand_size(self, seats: int) -> int:
        """Return how many cards each of this number of players is dealt (G-5, B-1, H-1)."""
        return 10 if seats == 2 else 7

    def target_for(self, seats: int) -> int | None:
        """Return the total that ends the game (G-23, B-13); None if it ends after a number of deals."""
        del seats
        return None

    def as_recorded(self, seats: int) -> Self:
        """Return the options with a value that is the default for this number of players left out (B-13)."""
        del seats
        return self
