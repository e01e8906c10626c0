"""The lobby: variant, rules and players, and where the host adds computers and removes players."""

from discord import ButtonStyle, ui

from bot.play import lobby
from bot.play.values import Player
from bot.players.levels import Level
from bot.rummy.options import conflicts, seats_for
from bot.text.players import level_description, level_name, seat_name
from bot.text.refusals import conflict_text
from bot.text.rules import differences, variant_name
from cogs.edge.clicking.custom_ids import TableAction
from cogs.edge.layout import bold, layout, option, plain_name, rows, small, text, title
from cogs.table.screens.pace import pace_words, settings_lines
from cogs.table.screens.scene import Scene


def lobby_screen(scene: Scene, commitment: str, tournament: str = "") -> ui.LayoutView:
    """Show a table that hasn't started; ``league`` names the tournament and matchday of its fixture, if any."""
    texts, row = scene.texts, scene.row
    seats = seats_for(row.options)
    against = conflicts(row.options, len(row.seats)) if len(row.seats) in seats else ()
    return layout(
        text(
            title(texts.t("{game}: a table is open", game=variant_name(texts, row.options.variant))),
            _tournament_words(scene, tournament),
            *(f"- {rule}" for rule in differences(texts, row.options) or (texts.t("The game's own rules, unchanged"),)),
            f"- {pace_words(texts, row.pace, row.limits)}",
            *(f"- {line}" for line in settings_lines(texts, row)),
            *_seats(scene),
            *(f"⚠️ {conflict_text(texts, conflict)}" for conflict in against),
            small(texts.t("Shuffle commitment: `{commitment}`", commitment=commitment)),
        ),
        rows(_sitting(scene, seats[-1] - len(row.seats))),
        rows(_arranging(scene)),
        rows(
            [
                scene.button(
                    texts.t("Start"),
                    TableAction.START,
                    style=ButtonStyle.primary,
                    disabled=len(row.seats) not in seats or bool(against),
                ),
                scene.button(texts.t("Cancel"), TableAction.CANCEL, style=ButtonStyle.danger),
            ]
        ),
    )


def _tournament_words(scene: Scene, tournament: str) -> str:
    """Return the tournament of the game, with its name if known; empty if there's none."""
    if scene.row.fixture is None:
        return ""
    if not tournament:
        return scene.texts.t("Tournament game: the players and the rules are fixed.")
    return scene.texts.t("Game of {tournament}: the players and the rules are fixed.", tournament=bold(tournament))


def computers_screen(scene: Scene, render: int, notice: str = "") -> ui.LayoutView:
    """Ask for the level of the next computer player. ``render`` makes Discord reset the select."""
    texts, row = scene.texts, scene.row
    if len(row.seats) + len(lobby.awaited(row)) >= seats_for(row.options)[-1]:
        full = texts.t("No seat is free for another one: start the game, or remove somebody first.")
        return layout(text(notice, full))
    return layout(
        text(
            title(texts.t("Add a computer")),
            notice,
            texts.t("It takes the next free seat, and sees what you see there: its own cards and the table."),
            texts.t("A game with a computer is not rated."),
        ),
        scene.select(
            texts.t("How well it plays"),
            TableAction.LEVEL,
            str(render),
            [
                option(level_name(texts, level), level.value, description=level_description(texts, level))
                for level in Level
            ],
        ),
    )


def removal_screen(scene: Scene, render: int, notice: str = "") -> ui.LayoutView:
    """Ask which player to remove. ``render`` makes Discord reset the select."""
    texts, row = scene.texts, scene.row
    others = [(number, player) for number, player in enumerate(row.seats, 1) if player.user != row.host]
    if not others:
        return layout(text(notice, texts.t("Nobody sits here beside you.")))
    return layout(
        text(
            title(texts.t("Free a seat")),
            notice,
            texts.t("It frees their seat, and ends their invitation if they had one."),
        ),
        scene.select(
            texts.t("Who gets up"),
            TableAction.SEAT,
            str(render),
            [
                option(
                    texts.t("Seat {number}: {who}", number=number, who=seat_name(texts, player)),
                    str(player.user),
                )
                for number, player in others
            ],
        ),
    )


def _arranging(scene: Scene) -> list[ui.Button[ui.LayoutView]]:
    """Return the buttons for rules and settings. In a tournament these are fixed."""
    texts = scene.texts
    buttons = [scene.button(texts.t("Rules"), TableAction.RULES)]
    if scene.row.fixture is None:
        buttons.append(scene.button(texts.t("House rules"), TableAction.HOUSE_RULES))
        buttons.append(scene.button(texts.t("Table settings"), TableAction.KEEP))
    return [*buttons, scene.button(texts.t("Cut the cards"), TableAction.CUT)]


def _sitting(scene: Scene, free: int) -> list[ui.Button[ui.LayoutView]]:
    """Return the buttons for seats, without those that nobody can use."""
    texts, row = scene.texts, scene.row
    buttons = [
        scene.button(texts.t("Join"), TableAction.JOIN, style=ButtonStyle.success, disabled=not free),
        scene.button(texts.t("Leave"), TableAction.LEAVE),
    ]
    if row.fixture is not None:
        return buttons
    awaited = len(lobby.awaited(row))
    if awaited:
        buttons.append(scene.button(texts.t("Decline"), TableAction.DECLINE))
    buttons.append(scene.button(texts.t("Add computer"), TableAction.COMPUTERS, disabled=free <= awaited))
    if any(player.user != row.host for player in row.seats):
        buttons.append(scene.button(texts.t("Remove"), TableAction.REMOVE))
    return buttons


def _seats(scene: Scene) -> list[str]:
    """Return a line per seat, with the player or who it's reserved for, and then what the game waits for."""
    texts, row = scene.texts, scene.row
    lines = [
        texts.t("Seat {number}: {who}", number=number, who=_player(scene, number - 1, player))
        for number, player in enumerate(row.seats, 1)
    ]
    last = seats_for(row.options)[-1]
    kept = lobby.awaited(row)[: last - len(row.seats)]
    for number in range(len(lines) + 1, last + 1):
        waiting = number - (last - len(kept)) - 1  # the last seats are the reserved ones
        if waiting >= 0:
            lines.append(texts.t("Seat {number}: kept for {who}", number=number, who=f"<@{kept[waiting]}>"))
        elif row.settings.invite_only:
            lines.append(texts.t("Seat {number}: free, by invitation", number=number))
        else:
            lines.append(texts.t("Seat {number}: free", number=number))
    if len(row.seats) < seats_for(row.options)[0]:
        lines.append(_lacking(scene, free=last - len(row.seats) - len(kept)))
    return lines


def _lacking(scene: Scene, free: int) -> str:
    """Return how a table with too few players can fill up; ``free`` is the number of seats not reserved."""
    texts, row = scene.texts, scene.row
    if row.fixture is not None:
        return texts.t("The game begins as soon as both sit here.")
    if not free:
        return texts.t("A game needs two players: who is invited joins or declines.")
    if row.settings.invite_only and not row.invited:
        return texts.t("A game needs two players: the host invites somebody in the table settings, or adds a computer.")
    return texts.t("A game needs two players: somebody joins, or the host adds a computer.")


def _player(scene: Scene, seat: int, player: Player) -> str:
    """Return a player's name, whether they host, and their cut. Computers have only a name."""
    name, shown_cut = bold(scene.names[seat]), plain_name(player.cut)
    if player.is_computer:
        return name
    if player.user == scene.row.host:
        return scene.texts.t("{name} (host) · cut {cut}", name=name, cut=shown_cut)
    return scene.texts.t("{name} · cut {cut}", name=name, cut=shown_cut)


def cut_modal(scene: Scene) -> ui.Modal:
    """Return the modal that asks for a cut: any text."""
    texts = scene.texts
    modal = ui.Modal(title=texts.t("Cut the cards"), custom_id=scene.id(TableAction.CUT))
    modal.add_item(
        ui.Label(
            text=texts.t("Any text"),
            description=texts.t("It goes into every shuffle, so that nobody alone can choose the cards."),
            component=ui.TextInput(custom_id="cut", min_length=1, max_length=lobby.LONGEST_CUT, required=True),
        )
    )
    return modal
