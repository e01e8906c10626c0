"""The implementation of `FamilyScreens` for Basic and German Rummy."""

from collections.abc import Callable, Sequence
from functools import partial

from discord import ui

from bot.laydown import may_take_long, position_of
from bot.rummy.melds.rules import rules_for
from bot.rummy.melds.views import MeldsView
from bot.rummy.views import View
from bot.text.catalogs import Texts
from bot.text.melds.table import hand_lines, loss_lines, meld_lines, out_sum
from cogs.edge.layout import bold
from cogs.table.screens.hand import HandDetails, HandScreen, Judge
from cogs.table.screens.melds.hand import melds_hand_screen
from cogs.table.screens.melds.offers import offers_for
from cogs.table.screens.melds.table import claim_button, draw_buttons, table_lines
from cogs.table.screens.scene import Picks, Scene
from render.melds.reading import read_hand


class MeldsScreens:
    """The screens of games with melds on the table."""

    def hand_screen(self, view: View, picked: Picks, judge: Judge, *, unassisted: bool) -> HandScreen:
        """Return the private panel of a running deal for the seat of the view."""
        melds = melds_view(view)
        offers = offers_for(melds, picked, judge, unassisted=unassisted)

        def screen(scene: Scene, details: HandDetails) -> ui.LayoutView:
            return melds_hand_screen(scene, melds, offers.advised(details.advice), details)

        return screen

    def long_reading(self, view: View) -> Callable[[], object] | None:
        """Return the search for the best lay-down if it might take long."""
        melds = melds_view(view)
        return partial(read_hand, melds) if may_take_long(position_of(melds)) else None

    def table_lines(self, scene: Scene, view: View) -> list[str]:
        """Return the text of the public table."""
        return table_lines(scene, melds_view(view))

    def turn_buttons(self, scene: Scene, view: View) -> list[ui.Button[ui.LayoutView]]:
        """Return the buttons that begin a turn or claim the discard."""
        melds = melds_view(view)
        return draw_buttons(scene, melds) + claim_button(scene, melds)

    def deal_lines(self, scene: Scene, view: View) -> list[str]:
        """Return all melds and hands at the end of a deal, how its points are computed, and the losses."""
        melds, texts, names = melds_view(view), scene.texts, scene.names
        result = melds.deals[-1]
        return [
            *meld_lines(texts, melds),
            *hand_lines(texts, melds, names),
            bold(out_sum(texts, result, names)),
            *loss_lines(texts, result, names),
        ]

    def bonus_lines(self, scene: Scene, view: View) -> Sequence[str]:  # noqa: ARG002 - same signature for every family
        """Return nothing: no bonuses are added to the totals."""
        return ()

    def meld_lines(self, texts: Texts, view: View) -> Sequence[str]:
        """Return the melds on the table, one per line."""
        return meld_lines(texts, melds_view(view))

    def has_table_melds(self, view: View) -> bool:
        """Return whether there are melds on the table."""
        return bool(melds_view(view).melds)

    def shows_hands(self, view: View) -> bool:
        """Return whether a deal has ended."""
        return bool(view.deals)

    def has_claims(self, view: View) -> bool:
        """Return whether the house rules allow claims (H-8)."""
        return rules_for(melds_view(view).options).claim


def melds_view(view: View) -> MeldsView:
    """Return a view as one of a game with melds on the table. Raises TypeError for another family."""
    if not isinstance(view, MeldsView):
        raise TypeError(f"not a game with melds on the table: {view.options.variant}")
    return view
