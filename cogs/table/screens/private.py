"""Short private screens: a notice, the rules, the discards, a resignation to confirm, the record, the cut."""

from collections.abc import Sequence

from discord import ButtonStyle, ui

from bot.play.lobby import LONGEST_CUT
from bot.play.values import Status
from bot.rummy.options import Options
from bot.rummy.views import View
from bot.text.catalogs import Texts
from bot.text.rules import rules_in_words, variant_name
from cogs.edge.custom_ids import TableAction
from cogs.edge.layout import layout, notice_screen, rows, small, text, title
from cogs.edge.messages import Attachment, Detail
from cogs.table.screens.pace import pace_words, settings_lines
from cogs.table.screens.parts import Scene, way_back


def expired_screen(scene: Scene) -> ui.LayoutView:
    """Replace a panel that can't be updated any longer with the button back to the hand or the table."""
    texts = scene.texts
    if scene.seat is None:
        return layout(text(texts.t("Press *The table* to see the game.")), way_back(scene))
    return layout(text(texts.t("Press *My hand* to see your cards.")), way_back(scene))


def rules_screen(
    texts: Texts, options: Options, hint: str = "", back: Sequence[ui.ActionRow[ui.LayoutView]] = ()
) -> ui.LayoutView:
    """Show the rules in force; ``back`` are the rows that lead back to the previous screen."""
    lines = rules_in_words(texts, options)
    return layout(text(title(variant_name(texts, options.variant)), *lines, small(hint)), back)


def discards_screen(scene: Scene, view: View) -> ui.LayoutView:
    """List the discard pile, the top one first."""
    texts = scene.texts
    cards = texts.cards(view.discards[::-1])
    line = texts.t("Discard pile, top first: {cards}", cards=cards) if cards else texts.t("The discard pile is empty.")
    return layout(text(line), way_back(scene))


def more_screen(scene: Scene) -> ui.LayoutView:
    """Show the table's settings and the buttons that are rarely needed; players get more of them than spectators."""
    texts, row, seated = scene.texts, scene.row, scene.seat is not None
    playing = seated and row.status is Status.PLAYING
    buttons = [
        *([scene.button(texts.t("My hand"), TableAction.HAND, style=ButtonStyle.success)] if seated else []),
        *([scene.button(texts.t("Post the table again"), TableAction.DOWN)] if playing else []),
        scene.button(texts.t("Record"), TableAction.RECORD),
        scene.button(texts.t("Verify"), TableAction.VERIFY),
        *([scene.button(texts.t("Resign"), TableAction.GIVE_UP, style=ButtonStyle.danger)] if playing else []),
    ]
    return layout(
        text(
            title(variant_name(texts, row.options.variant)),
            pace_words(texts, row.pace, row.limits),
            *settings_lines(texts, row),
            small(texts.t("`/me notifications` says how you are called when it is your turn.")),
            small(_stopping_words(scene)),
        ),
        rows(buttons),
    )


def _stopping_words(scene: Scene) -> str:
    """Return how to stop a game between computers, in words; empty for other games."""
    texts, row = scene.texts, scene.row
    if row.status is not Status.PLAYING or not all(player.is_computer for player in row.seats):
        return ""
    return texts.t("Computers play here. Who let them play can stop them by `/rummy resign`.")


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
    """Return the question, including who wins."""
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
    """Return whether the others play on without this player: if there are at least two, including a person."""
    here = scene.presence
    others = scene.people - {scene.seat} - here.away - here.left
    return len(scene.row.seats) > 2 and bool(others)


def record_screen(texts: Texts, dress: Detail, file: Attachment, words: str) -> ui.LayoutView:
    """Show the record of a game; ``words`` describe it."""
    if not dress.files:
        return notice_screen(texts.t("Discord did not take the file. Ask for the record again in a moment."))
    return layout(text(words), ui.File(file.uri))


def cut_modal(scene: Scene) -> ui.Modal:
    """Ask for a cut: any text."""
    texts = scene.texts
    modal = ui.Modal(title=texts.t("Cut the cards"), custom_id=scene.id(TableAction.CUT))
    modal.add_item(
        ui.Label(
            text=texts.t("Any text"),
            description=texts.t("It goes into every shuffle, so that nobody alone can choose the cards."),
            component=ui.TextInput(custom_id="cut", min_length=1, max_length=LONGEST_CUT, required=True),
        )
    )
    return modal


def undelivered_words(texts: Texts) -> str:
    """Return an explanation for a player whose direct messages can't be delivered."""
    return texts.t(
        "A direct message to you was not delivered, so you are called in the channel. Allow messages from members of "
        "this server, then choose `direct` again by `/me notifications`."
    )
