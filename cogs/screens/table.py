"""The public table: the whole game as everybody may see it, and the buttons that begin a turn."""

from discord import ButtonStyle, ui

from bot.rummy.views import GinView, MeldsView
from bot.text.deals import table_heading
from cogs.custom_ids import Action
from cogs.messages import Attachment
from cogs.screens import gin_table, melds_table
from cogs.screens.parts import Scene, bold, layout, picture, rows, text, title
from cogs.screens.words import whose_turn


def table_screen(scene: Scene, view: GinView | MeldsView, file: Attachment | None) -> ui.LayoutView:
    """Show a running deal; ``view`` is the public one."""
    texts = scene.texts
    match view:
        case GinView():
            lines = gin_table.table_lines(texts, view, scene.names)
            buttons = gin_table.draw_buttons(scene, view)
        case MeldsView():
            lines = melds_table.table_lines(texts, view, scene.names)
            buttons = melds_table.draw_buttons(scene, view) + melds_table.claim_button(scene, view)
    return layout(
        text(title(table_heading(texts, view)), bold(whose_turn(texts, view, scene.names))),
        picture(scene.dress, file),
        text(*lines),
        rows(buttons),
        rows(
            [
                scene.button(texts.t("My hand"), Action.HAND, style=ButtonStyle.success),
                scene.button(texts.t("Rules"), Action.RULES),
                scene.button(texts.t("Discards"), Action.DISCARDS),
            ]
        ),
    )
