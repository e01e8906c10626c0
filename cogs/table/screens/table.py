"""The public table: whose turn it is, the buttons that begin a turn, the hand, and *More*."""

from discord import ButtonStyle, ui

from bot.rummy.views import View
from bot.text.deals import table_heading
from cogs.edge.clicking.custom_ids import TableAction
from cogs.edge.layout import layout, picture, rows, text, title
from cogs.edge.messages import Attachment
from cogs.table.screens.games import screens_for
from cogs.table.screens.scene import Scene
from cogs.table.screens.turns import absent_lines, continue_button, table_accent, turn_line


def table_screen(scene: Scene, view: View, file: Attachment | None) -> ui.LayoutView:
    """Show a running deal; ``view`` is the public one."""
    screens = screens_for(view.family)
    return layout(
        text(title(table_heading(scene.texts, view)), turn_line(scene, view), *absent_lines(scene)),
        picture(scene.detail, file),
        text(*screens.table_lines(scene, view)),
        rows(screens.turn_buttons(scene, view) if scene.people and not scene.watching else []),
        rows(_looking_buttons(scene)),
        accent=table_accent(view),
    )


def _looking_buttons(scene: Scene) -> list[ui.Button[ui.LayoutView]]:
    """Return the button that shows the player's hand, and the one for everything else."""
    texts = scene.texts
    if scene.watching:
        hand = scene.button(texts.t("Look again"), TableAction.HAND)
    else:
        hand = scene.button(texts.t("My hand"), TableAction.HAND, style=ButtonStyle.success)
    return [*continue_button(scene), hand, scene.button(texts.t("More"), TableAction.MORE)]
