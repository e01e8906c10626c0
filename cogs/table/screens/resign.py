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
                scene.button(texts.t("Play on"), TableAction.STAY),
            ]
        ),
    )


def _resign_words(scene: Scene) -> str:
    """Return the question, and who would win."""
    if _goes_on_without(scene):
        return scene.texts.t(
            "Leave this game? A computer plays your hand to the end, and the game counts as a loss for you; that "
            "can't be taken back."
        )
    here = scene.presence
    if len(here.away | here.left | {scene.seat}) == len(scene.row.seats):
        return scene.texts.t("Resign this game? It ends, and nobody wins it; that can't be taken back.")
    if len(scene.row.seats) == 2:
        return scene.texts.t("Resign this game? The other player wins it; that can't be taken back.")
    return scene.texts.t(
        "Resign this game? It ends for everybody, and whoever of the others has most points wins it; that can't be "
        "taken back."
    )


def _goes_on_without(scene: Scene) -> bool:
    """Return whether the game continues if this player leaves: at least two others play, one of them a user."""
    here = scene.presence
    others = scene.people - {scene.seat} - here.away - here.left
    return len(scene.row.seats) > 2 and bool(others)
