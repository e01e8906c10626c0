"""The public table, with the buttons that begin a turn."""

from discord import ButtonStyle, ui

from bot.play.values import Pace
from bot.rummy.views import View
from bot.text.deals import table_heading
from bot.text.players import name_in_sentence
from cogs.edge.clicking.custom_ids import TableAction
from cogs.edge.layout import layout, picture, rows, text, title
from cogs.edge.messages import Attachment
from cogs.table.screens.games import screens_for
from cogs.table.screens.scene import Scene
from cogs.table.screens.turns import absent_lines, back_button, turn_line


def table_screen(scene: Scene, view: View, file: Attachment | None) -> ui.LayoutView:
    """Show a running deal; ``view`` is the public one."""
    screens = screens_for(view.family)
    return layout(
        text(title(table_heading(scene.texts, view)), turn_line(scene, view), *absent_lines(scene)),
        picture(scene.detail, file),
        text(*screens.table_lines(scene, view)),
        rows(screens.turn_buttons(scene, view) if scene.people and not scene.watching else []),
        rows(looking_buttons(scene)),
        rows([] if scene.watching else _waiting_buttons(scene, view)),
    )


def looking_buttons(scene: Scene) -> list[ui.Button[ui.LayoutView]]:
    """Return the buttons that only show something. *More* leads to rarely needed ones."""
    texts = scene.texts
    if scene.watching:
        first, last = scene.button(texts.t("Look again"), TableAction.HAND), []
    else:
        first = scene.button(texts.t("My hand"), TableAction.HAND, style=ButtonStyle.success)
        last = [scene.button(texts.t("More"), TableAction.MORE)]
    past = [
        scene.button(texts.t("Moves"), TableAction.MOVES),
        scene.button(texts.t("Discards"), TableAction.DISCARDS),
    ]
    return [first, *([] if scene.unassisted else past), scene.button(texts.t("Rules"), TableAction.RULES), *last]


def _waiting_buttons(scene: Scene, view: View) -> list[ui.Button[ui.LayoutView]]:
    """Return the button for absent players to come back, and the one to nudge a slow player."""
    buttons = [back_button(scene)] if scene.presence.away else []
    if view.turn is not None and _may_nudge(scene, view.turn):
        label = scene.texts.t("Nudge {name}", name=name_in_sentence(scene.texts, scene.row.seats[view.turn]))
        buttons.append(scene.button(label, TableAction.NUDGE))
    return buttons


def _may_nudge(scene: Scene, turn: int) -> bool:
    """Return whether the player whose turn it is may be nudged. The table decides how soon."""
    row, here, people = scene.row, scene.presence, scene.people
    nudged = row.clock is None or row.clock.nudged
    return row.pace is Pace.SLOW and not nudged and len(people) > 1 and turn in people - here.away - here.left
