"""The confirmation before a player resigns."""

from collections.abc import Collection

from discord import ButtonStyle, ui

from bot.play.requests.agreement import Agreement
from bot.text.lists import all_of
from cogs.edge.clicking.custom_ids import TableAction
from cogs.edge.layout import layout, rows, text
from cogs.table.screens.scene import Scene


def resign_screen(scene: Scene, line: str = "", gone: Collection[int] = ()) -> ui.LayoutView:
    """Ask a player to confirm that they resign, with a line above.

    ``gone`` are people who left the server. If there's no one else to play against, nobody has to resign.
    """
    texts = scene.texts
    others = scene.people - scene.presence.left - {scene.seat}
    if others and all(scene.row.seats[seat].user in gone for seat in others):
        label, words = _ending_words(scene, all_of(texts, [scene.names[seat] for seat in sorted(others)]))
        ending = scene.button(label, TableAction.AGREE, Agreement.CALL_OFF, style=ButtonStyle.success)
    else:
        label = texts.t("Leave the game") if _goes_on_without(scene) else texts.t("Resign")
        words, ending = _resign_words(scene), scene.button(label, TableAction.RESIGN, style=ButtonStyle.danger)
    return layout(text(line, words), rows([ending, scene.button(texts.t("Keep playing"), TableAction.STAY)]))


def _ending_words(scene: Scene, gone: str) -> tuple[str, str]:
    """Return the button that ends a game whose other players have left the server, and the question."""
    texts = scene.texts
    if scene.row.fixture is not None:
        words = texts.t("{names} left this server. You can end the game and win it. You can't undo this.", names=gone)
        return texts.t("End the game"), words
    words = texts.t(
        "{names} left this server. You can end the game without a result: no one loses. You can't undo this.",
        names=gone,
    )
    return texts.t("End without a result"), words


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
