"""The confirmation before a player resigns."""

from discord import ButtonStyle, ui

from cogs.edge.clicking.custom_ids import TableAction
from cogs.edge.layout import layout, rows, text
from cogs.table.screens.scene import Scene


def resign_screen(scene: Scene) -> ui.LayoutView:
    """Ask a player to confirm that they resign."""
    texts = scene.texts
    return layout(
        text(_resign_words(scene)),
        rows(
            [
                scene.button(
                    texts.t("Leave the game") if _goes_on_without(scene) else texts.t("Resign"),
                    TableAction.RESIGN,
                    style=ButtonStyle.danger,
                ),
                scene.button(texts.t("Keep playing"), TableAction.STAY),
            ]
        ),
    )


def _resign_words(scene: Scene) -> str:
    """Return the question, and who would win."""
    if scene.row.is_practice:
        return scene.texts.t("End this practice game? It doesn't count for anything.")
    if _goes_on_without(scene):
        return scene.texts.t(
            "Leave this game? A computer finishes it for you, and it counts as a loss. You can't undo this."
        )
    here = scene.presence
    if len(here.away | here.left | {scene.seat}) == len(scene.row.seats):
        return scene.texts.t("Resign? The game ends and nobody wins. You can't undo this.")
    if len(scene.row.seats) == 2:
        return scene.texts.t("Resign? The other player wins. You can't undo this.")
    return scene.texts.t(
        "Resign? The game ends for everyone, and the player with the most points wins. You can't undo this."
    )


def _goes_on_without(scene: Scene) -> bool:
    """Return whether the game continues if this player leaves: at least two others play, one of them a user."""
    here = scene.presence
    others = scene.people - {scene.seat} - here.away - here.left
    return len(scene.row.seats) > 2 and bool(others)
