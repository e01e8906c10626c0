"""The lobby: what is played, by which rules, who sits where, and what the game waits for."""

from discord import ButtonStyle, ui

from bot.play.state import lobby
from bot.play.state.shuffles import BeaconUse, StartPromise
from bot.play.state.values import Player
from bot.players.levels import Level
from bot.rummy.options import conflicts, seats_for
from bot.text.catalogs import conflict_text
from bot.text.fairness import grade_of_start
from bot.text.players import level_bars, level_description, level_name, numbered, seat_name
from bot.text.rules import differences, game_summary, variant_name
from cogs.edge.custom_ids import TableAction
from cogs.edge.layout import bold, layout, option, plain_name, rows, small, text, title
from cogs.table.screens.proof import cut_words, no_beacon_words, seal_words
from cogs.table.screens.scene import Scene
from cogs.table.screens.settings import pace_words, settings_lines

_IN_ONE_ROW = 5
_IN_TWO_ROWS = 3
WITH_BEACON = "beacon"
"""The argument of a start button that promises the public beacon: without it, the click is out of date."""


def lobby_screen(scene: Scene, seal: str, promise: StartPromise, tournament: str = "") -> ui.LayoutView:
    """Show a table that hasn't started.

    ``promise`` is what a start would prove now; ``tournament`` is the tournament and matchday of its fixture, if any.
    """
    texts, row = scene.texts, scene.row
    seats = seats_for(row.options)
    against = conflicts(row.options, len(row.seats)) if len(row.seats) in seats else ()
    return layout(
        text(
            title(texts.t("{game}: open table", game=variant_name(texts, row.options.variant))),
            game_summary(texts, row.options.variant),
            _tournament_words(scene, tournament),
        ),
        text(
            *(f"- {rule}" for rule in differences(texts, row.options) or (texts.t("Standard rules"),)),
            f"- {pace_words(texts, row.pace, row.limits)}",
            *(f"- {line}" for line in settings_lines(texts, row)),
        ),
        text(
            *_seats(scene),
            *(f"⚠️ {conflict_text(texts, conflict)}" for conflict in against),
            small(seal_words(texts, seal)),
            small(_promised(scene, promise)),
            small(no_beacon_words(texts, promise.beacon)),
        ),
        _buttons(scene, promise, startable=len(row.seats) in seats and not against),
    )


def _tournament_words(scene: Scene, tournament: str) -> str:
    if scene.row.fixture is None:
        return ""
    if not tournament:
        return scene.texts.t("Tournament game: players and rules are fixed.")
    return scene.texts.t("Game of {tournament}: players and rules are fixed.", tournament=bold(tournament))


def _promised(scene: Scene, promise: StartPromise) -> str:
    seat = promise.proof.seat
    return grade_of_start(scene.texts, promise.proof, "" if seat is None else plain_name(scene.seat_names[seat]))


def _buttons(scene: Scene, promise: StartPromise, *, startable: bool) -> list[ui.ActionRow[ui.LayoutView]]:
    texts, row = scene.texts, scene.row
    free, awaited = seats_for(row.options)[-1] - len(row.seats), len(lobby.awaited(row))
    inviting = row.fixture is None
    buttons = [
        scene.button(texts.t("Join"), TableAction.JOIN, style=ButtonStyle.success, disabled=not free),
        *(_declining(scene) if awaited and inviting else []),
        scene.button(texts.t("Leave"), TableAction.LEAVE),
        scene.button(
            texts.t("Start"),
            TableAction.START,
            WITH_BEACON if promise.beacon is BeaconUse.MIXED_IN else None,
            style=ButtonStyle.primary,
            disabled=not startable,
        ),
        *([scene.button(texts.t("Add computer"), TableAction.COMPUTERS, disabled=free <= awaited)] if inviting else []),
        scene.button(texts.t("More"), TableAction.MORE),
    ]
    if len(buttons) > _IN_ONE_ROW:
        return [*rows(buttons[:_IN_TWO_ROWS]), *rows(buttons[_IN_TWO_ROWS:])]
    return rows(buttons)


def _declining(scene: Scene) -> list[ui.Button[ui.LayoutView]]:
    texts = scene.texts
    return [
        scene.button(texts.t("Decline"), TableAction.DECLINE),
        scene.button(texts.t("Don't invite me again"), TableAction.NEVER),
    ]


def _seats(scene: Scene) -> list[str]:
    """Return a line per seat, with the player or who it's reserved for, and then what the game waits for."""
    texts, row = scene.texts, scene.row
    lines = [_player(scene, seat, player) for seat, player in enumerate(row.seats)]
    last = seats_for(row.options)[-1]
    reserved = lobby.awaited(row)[: last - len(row.seats)]
    for seat in range(len(lines), last):
        waiting = seat - (last - len(reserved))  # the last seats are the reserved ones
        if waiting >= 0:
            words = texts.t("reserved for {name}", name=f"<@{reserved[waiting]}>")
        else:
            words = texts.t("free (invite only)") if row.settings.invite_only else texts.t("free")
        lines.append(numbered(seat, words))
    if len(row.seats) < seats_for(row.options)[0]:
        lines.append(_lacking(scene, free=last - len(row.seats) - len(reserved)))
    return lines


def _lacking(scene: Scene, free: int) -> str:
    """Return how a table with too few players can fill up; ``free`` is the number of seats not reserved."""
    texts, row = scene.texts, scene.row
    if row.fixture is not None:
        return texts.t("The game starts as soon as both players join.")
    if not free:
        names = ", ".join(f"<@{user}>" for user in lobby.awaited(row))
        return texts.t("Waiting for {name} to join or decline.", name=names)
    if row.settings.invite_only and not row.invited:
        return texts.t("Waiting for the host to invite a player (*More*) or add a computer.")
    return texts.t("Waiting for one more player (or add a computer).")


def _player(scene: Scene, seat: int, player: Player) -> str:
    """Return a player's name, whether they host, and the cut they typed, if any; its number if others cut, too."""
    texts, name = scene.texts, numbered(seat, bold(scene.seat_names[seat]))
    if player.user == scene.row.host and not player.is_computer:
        name = texts.t("{name} (host)", name=name)
    if not player.cut_number:
        return name
    order, cut = lobby.cutters(scene.row), cut_words(player.cut)
    if len(order) == 1:
        return texts.t("{name}, cut: {cut}", name=name, cut=cut)
    return texts.t("{name}, cut {number}: {cut}", name=name, number=order.index(seat) + 1, cut=cut)


def lobby_more_screen(scene: Scene, user: int, notice: str = "") -> ui.LayoutView:
    """Show what else a user can do in a lobby; the host has more buttons than others."""
    texts, row = scene.texts, scene.row
    hosts, arranges = user == row.host, user == row.host and row.fixture is None
    buttons = [
        scene.button(texts.t("Rules"), TableAction.RULES),
        scene.button(texts.t("Verify"), TableAction.VERIFY),
        *([scene.button(texts.t("Cut the cards"), TableAction.CUT)] if row.seat_of(user) is not None else []),
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
