"""The gin family's implementation of `FamilyScreens`."""

from collections.abc import Callable, Sequence

from discord import ui

from bot.rummy.gin.views import GinView
from bot.rummy.views import View
from bot.text.catalogs import Texts
from bot.text.gin.results import knock_sum, showdown_lines
from bot.text.scores import bonus_lines
from cogs.edge.layout import bold
from cogs.table.screens.gin.hand import gin_hand_screen
from cogs.table.screens.gin.table import draw_buttons, table_lines
from cogs.table.screens.hand import HandDetails, HandScreen, Judge
from cogs.table.screens.scene import Picks, Scene


class GinScreens:
    """The screens of the gin family."""

    def hand_screen(self, view: View, picked: Picks, judge: Judge, *, unassisted: bool) -> HandScreen:  # noqa: ARG002 - same signature for every family
        """Return the private panel of a running deal for the seat of the view."""
        gin = gin_view(view)

        def screen(scene: Scene, details: HandDetails) -> ui.LayoutView:
            return gin_hand_screen(scene, gin, details)

        return screen

    def long_reading(self, view: View) -> Callable[[], object] | None:  # noqa: ARG002 - same signature for every family
        """Return None: hands of ten cards take no time."""
        return None

    def table_lines(self, scene: Scene, view: View) -> list[str]:
        """Return the text of the public table."""
        return table_lines(scene, gin_view(view))

    def turn_buttons(self, scene: Scene, view: View) -> list[ui.Button[ui.LayoutView]]:
        """Return the buttons that begin a turn."""
        return draw_buttons(scene, gin_view(view))

    def deal_lines(self, scene: Scene, view: View) -> list[str]:
        """Return both hands after a knock, and how the deal's points are computed."""
        texts, names, showdown = scene.texts, scene.names, gin_view(view).showdown
        shown = showdown_lines(texts, showdown, names) if showdown else ()
        return [*shown, bold(knock_sum(texts, view.deals[-1], showdown))]

    def bonus_lines(self, scene: Scene, view: View) -> Sequence[str]:
        """Return the bonuses of a finished game (G-23)."""
        return bonus_lines(scene.texts, view.result, scene.names) if view.result else ()

    def meld_lines(self, texts: Texts, view: View) -> Sequence[str]:  # noqa: ARG002 - same signature for every family
        """Return nothing: melds stay in the hand."""
        return ()

    def has_table_melds(self, view: View) -> bool:  # noqa: ARG002 - same signature for every family
        """Return False: melds stay in the hand."""
        return False

    def shows_hands(self, view: View) -> bool:
        """Return whether the last deal ended with a knock."""
        return bool(view.deals) and gin_view(view).showdown is not None

    def has_claims(self, view: View) -> bool:  # noqa: ARG002 - same signature for every family
        """Return False: nothing can be claimed in gin."""
        return False


def gin_view(view: View) -> GinView:
    """Return a view as one of the gin family. Raises TypeError for another family."""
    if not isinstance(view, GinView):
        raise TypeError(f"not a game of the gin family: {view.options.variant}")
    return view
