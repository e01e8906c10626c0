"""The screens of each family of games."""

from collections.abc import Callable, Sequence
from typing import Protocol

from discord import ui

from bot.rummy.families import Family
from bot.rummy.views import View
from bot.text.catalogs import Texts
from cogs.table.screens.gin.screens import GinScreens
from cogs.table.screens.hand import HandScreen, Judge
from cogs.table.screens.melds.screens import MeldsScreens
from cogs.table.screens.scene import Picks, Scene


class FamilyScreens(Protocol):
    """The screens of one family. Every method takes a view of that family."""

    def hand_screen(self, view: View, picked: Picks, judge: Judge, *, unassisted: bool) -> HandScreen:
        """Return the private panel of a running deal for the seat of the view."""
        ...

    def long_reading(self, view: View) -> Callable[[], object] | None:
        """Return what to do in a thread before the hand of the view's seat is shown; None if that takes no time.

        The screens find its results in caches.
        """
        ...

    def table_lines(self, scene: Scene, view: View) -> list[str]:
        """Return the text of the public table: cards, scores, recent moves, rules in force."""
        ...

    def turn_buttons(self, scene: Scene, view: View) -> list[ui.Button[ui.LayoutView]]:
        """Return the public table's buttons that begin a turn or claim the discard."""
        ...

    def deal_lines(self, scene: Scene, view: View) -> list[str]:
        """Return all hands at the end of a deal, and how its points are computed."""
        ...

    def bonus_lines(self, scene: Scene, view: View) -> Sequence[str]:
        """Return the bonuses added to the totals at the end of the game; empty if there are none."""
        ...

    def meld_lines(self, texts: Texts, view: View) -> Sequence[str]:
        """Return the melds on the table, one per line; empty if there aren't any."""
        ...

    def has_table_melds(self, view: View) -> bool:
        """Return whether there are melds on the table."""
        ...

    def shows_hands(self, view: View) -> bool:
        """Return whether all hands are shown at the end of the last deal."""
        ...

    def has_claims(self, view: View) -> bool:
        """Return whether players can claim discards out of turn in this game (H-8)."""
        ...


def screens_for(family: Family) -> FamilyScreens:
    """Return the screens of a family."""
    match family:
        case Family.GIN:
            return GinScreens()
        case Family.MELDS:
            return MeldsScreens()
