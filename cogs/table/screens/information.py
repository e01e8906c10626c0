"""Private screens without moves: the rules, the discards, the table's settings, the record."""

from collections.abc import Sequence

from discord import ButtonStyle, ui

from bot.play.values import Status
from bot.rummy.options import Options
from bot.rummy.views import View
from bot.text.catalogs import Texts
from bot.text.rules import rules_in_words, variant_name
from cogs.edge.clicking.custom_ids import TableAction
from cogs.edge.layout import layout, notice_screen, rows, small, text, title
from cogs.edge.messages import Attachment, Detail
from cogs.table.screens.pace import pace_words, settings_lines
from cogs.table.screens.scene import Scene, way_back


def expired_screen(scene: Scene) -> ui.LayoutView:
    """Replace a panel that can't be updated any more with a button that opens the hand or the table."""
    texts = scene.texts
    if scene.seat is None:
        return layout(text(texts.t("Press *The table* to see the game.")), way_back(scene))
    return layout(text(texts.t("Press *My hand* to see your cards.")), way_back(scene))


def rules_screen(
    texts: Texts, options: Options, hint: str = "", back: Sequence[ui.ActionRow[ui.LayoutView]] = ()
) -> ui.LayoutView:
    """Show the rules in force; ``back`` are the buttons that lead back to the previous screen."""
    lines = rules_in_words(texts, options)
    return layout(text(title(variant_name(texts, options.variant)), *lines, small(hint)), back)


def discards_screen(scene: Scene, view: View) -> ui.LayoutView:
    """Show the discard pile, from the top."""
    texts = scene.texts
    cards = texts.cards(view.discards[::-1])
    line = texts.t("Discard pile, top first: {cards}", cards=cards) if cards else texts.t("The discard pile is empty.")
    return layout(text(line), way_back(scene))


def more_screen(scene: Scene) -> ui.LayoutView:
    """Show the table's settings and rarely needed buttons. Players get more buttons than spectators."""
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
    """Return how to stop a game of computers only; empty for other games."""
    texts, row = scene.texts, scene.row
    if row.status is not Status.PLAYING or not all(player.is_computer for player in row.seats):
        return ""
    return texts.t("Computers play here. Who let them play can stop them by `/rummy resign`.")


def record_screen(texts: Texts, detail: Detail, file: Attachment, words: str) -> ui.LayoutView:
    """Show the record of a game; ``words`` describe it."""
    if not detail.files:
        return notice_screen(texts.t("Discord did not take the file. Ask for the record again in a moment."))
    return layout(text(words), ui.File(file.uri))


def undelivered_words(texts: Texts) -> str:
    """Return an explanation for a player whose direct messages can't be delivered."""
    return texts.t(
        "A direct message to you was not delivered, so you are called in the channel. Allow messages from members of "
        "this server, then choose `direct` again by `/me notifications`."
    )
