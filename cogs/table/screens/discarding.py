"""What keeps a misclick from costing a card: taking back a discard (C-9), and the question before it."""

from discord import ButtonStyle, SelectOption, ui

from bot.play.state.values import TableRow, TableSettings
from bot.play.time.turn_clock import offers_take_back
from bot.rummy.cards import Card, code
from bot.rummy.views import View
from bot.text.catalogs import Texts
from cogs.edge.clicking.custom_ids import TableAction
from cogs.edge.layout import bold, layout, option, rows, small, text
from cogs.table.screens.scene import Scene

ON = "on"
OFF = "off"
"""The arguments of the button that changes whether a player is asked before each discard."""


def take_back_button(scene: Scene, view: View) -> list[ui.Button[ui.LayoutView]]:
    """Return the button that takes back the player's discard; empty if that isn't possible any more, or not here."""
    if view.takeback is None or not offers_take_back(scene.row):
        return []
    label = scene.texts.t("Take back {card}", card=scene.texts.card(view.takeback))
    return [scene.button(label, TableAction.TAKEBACK, emoji=scene.detail.faces.get(view.takeback))]


def take_back_words(texts: Texts, row: TableRow) -> str:
    """Return whether a discard can be taken back at a table; empty if the host turned it off."""
    if row.is_rated:
        return texts.t("Take back a discard: off (rated game)")
    if row.settings.final_discards:
        return ""
    return texts.t("Take back a discard: on, until the next player moves")


def no_take_back_words(texts: Texts, row: TableRow) -> str:
    """Return that no discard can be taken back because the host turned it off; empty otherwise."""
    final = row.settings.final_discards and not row.is_rated
    return texts.t("Take back a discard: off") if final else ""


def final_discards_option(texts: Texts, settings: TableSettings) -> SelectOption:
    """Return the option with which a host turns take-backs of discards off."""
    return option(
        texts.t("Final discards"),
        "final",
        chosen=settings.final_discards,
        description=texts.t("no taking back a discard (rated games never allow it)"),
    )


def question_screen(scene: Scene, card: Card) -> ui.LayoutView:
    """Ask before a discard. The buttons have the state in their ids."""
    texts = scene.texts
    name, face = texts.card(card), scene.detail.faces.get(card)
    discard = scene.button(
        texts.t("Discard {card}", card=name), TableAction.SURE, code(card), style=ButtonStyle.primary, emoji=face
    )
    return layout(
        text(
            bold(texts.t("Discard {card}?", card=name)),
            small(texts.t("You're asked before each discard. Turn that off under *More*.")),
        ),
        rows([discard, scene.button(texts.t("Keep {card}", card=name), TableAction.HAND)]),
    )


def coach_button(scene: Scene, *, coached: bool) -> ui.Button[ui.LayoutView]:
    """Return the button that turns the coach on or off."""
    texts = scene.texts
    label = texts.t("Coach: on") if coached else texts.t("Coach: off")
    return scene.button(label, TableAction.COACH, OFF if coached else ON)


def confirm_button(scene: Scene, *, confirms: bool) -> ui.Button[ui.LayoutView]:
    """Return the button that turns the question before each discard on or off."""
    texts = scene.texts
    label = texts.t("Confirm discards: on") if confirms else texts.t("Confirm discards: off")
    return scene.button(label, TableAction.CONFIRM, OFF if confirms else ON)
