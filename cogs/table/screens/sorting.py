"""The orders in which players can sort their hands."""

from enum import StrEnum


class Sorting(StrEnum):
    """Ways to sort a hand."""

    MELDS = "melds"
    SUITS = "suits"
    RANKS = "ranks"

    def following(self, *, unassisted: bool = False) -> "Sorting":
        """Return the order that a click on the button changes to."""
        ways = ways_to_sort(unassisted=unassisted)
        return ways[(ways.index(self) + 1) % len(ways)]


def ways_to_sort(*, unassisted: bool) -> list[Sorting]:
    """Return the available orders. At an unassisted table players find their own melds."""
    return [way for way in Sorting if not (unassisted and way is Sorting.MELDS)]


def sorting_from(kept: str | None, *, unassisted: bool) -> Sorting:
    """Return a player's preferred order, or the first one if they have none or it isn't available."""
    ways = ways_to_sort(unassisted=unassisted)
    return next((way for way in ways if way.value == kept), ways[0])
