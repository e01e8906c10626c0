"""The private screens of a lobby: what a player and the host can do besides joining and starting."""

from discord import ButtonStyle, ui

from bot.play import lobby
from bot.players.levels import Level
from bot.rummy.options import seats_for
from bot.text.players import level_bars, level_description, level_name, seat_name
from cogs.edge.clicking.custom_ids import TableAction
from cogs.edge.layout import layout, option, rows, text, title
from cogs.table.screens.scene import Scene


def lobby_more_screen(scene: Scene, user: int, notice: str = "") -> ui.LayoutView:
    """Show what else a user can do in a lobby; the host has more buttons than others."""
    texts, row = scene.texts, scene.row
    hosts, arranges = user == row.host, user == row.host and row.fixture is None
    buttons = [
        scene.button(texts.t("Rules"), TableAction.RULES),
        scene.button(texts.t("Verify"), TableAction.VERIFY),
        *([scene.button(texts.t("Cut the cards"), TableAction.CUT)] if lobby.seat_of(row, user) is not None else []),
    ]
    arranging = [
        scene.button(texts.t("House rules"), TableAction.HOUSE_RULES),
        scene.button(texts.t("Table settings"), TableAction.KEEP),
        scene.button(texts.t("Invite"), TableAction.GUESTS),
        *([scene.button(texts.t("Remove"), TableAction.REMOVE)] if _others(scene) else []),
    ]
    closing = scene.button(texts.t("Cancel table"), TableAction.CANCEL, style=ButtonStyle.danger)
    hint = "" if arranges or row.fixture is not None else texts.t("The host sets rules and time, and invites players.")
    return layout(
        text(title(texts.t("More")), notice, hint),
        rows(buttons),
        rows([*(arranging if arranges else []), *([closing] if hosts else [])]),
    )


def computers_screen(scene: Scene, render: int, notice: str = "") -> ui.LayoutView:
    """Ask for the level of the next computer player. ``render`` makes Discord reset the select."""
    texts, row = scene.texts, scene.row
    if len(row.seats) + len(lobby.awaited(row)) >= seats_for(row.options)[-1]:
        return layout(text(notice, texts.t("No free seat. Start the game, or remove a player first.")))
    return layout(
        text(
            title(texts.t("Add a computer")),
            notice,
            texts.t("It sees only its own cards and the table, as you do. Games with computers aren't rated."),
        ),
        scene.select(
            texts.t("Choose a level"),
            TableAction.LEVEL,
            str(render),
            [
                option(
                    texts.t("{level} {bars}", level=level_name(texts, level), bars=level_bars(level)),
                    level.value,
                    description=level_description(texts, level),
                )
                for level in Level
            ],
        ),
    )


def removal_screen(scene: Scene, render: int, notice: str = "") -> ui.LayoutView:
    """Ask which player to remove. ``render`` makes Discord reset the select."""
    texts, others = scene.texts, _others(scene)
    if not others:
        return layout(text(notice, texts.t("You're the only one here.")))
    return layout(
        text(
            title(texts.t("Remove a player")),
            notice,
            texts.t("This frees their seat and withdraws their invitation."),
        ),
        scene.select(
            texts.t("Who leaves?"),
            TableAction.SEAT,
            str(render),
            [
                option(
                    texts.t("Seat {number}: {name}", number=number, name=seat_name(texts, scene.row.seats[number - 1])),
                    str(scene.row.seats[number - 1].user),
                )
                for number in others
            ],
        ),
    )


def cut_modal(scene: Scene) -> ui.Modal:
    """Return the modal that asks for a cut: any text."""
    texts = scene.texts
    modal = ui.Modal(title=texts.t("Cut the cards"), custom_id=scene.id(TableAction.CUT))
    modal.add_item(
        ui.Label(
            text=texts.t("Any text"),
            description=texts.t("It's mixed into every shuffle. Everyone at the table can read it."),
            component=ui.TextInput(custom_id="cut", min_length=1, max_length=lobby.LONGEST_CUT, required=True),
        )
    )
    return modal


def _others(scene: Scene) -> list[int]:
    """Return the numbers of the seats, from 1, whose players the host can remove."""
    row = scene.row
    return [number for number, player in enumerate(row.seats, 1) if player.user != row.host]
