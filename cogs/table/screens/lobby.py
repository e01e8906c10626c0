"""The lobby: what is played, by which rules, and who sits where."""

from typing import Any

from discord import ButtonStyle, ui

from bot.play.state import lobby
from bot.play.state.shuffles import BeaconUse, StartPromise
from bot.play.state.values import Player
from bot.players.levels import Level
from bot.rummy.options import changes_from, conflicts, seats_for
from bot.text.catalogs import conflict_text
from bot.text.deals import target_words
from bot.text.fairness import down_words
from bot.text.games import GAMES, game_summary, variant_name
from bot.text.players import level_bars, level_description, level_name, numbered, numbered_range, seat_name
from bot.text.rules import house_rule_words, limit_words
from cogs.edge.custom_ids import TableAction
from cogs.edge.layout import bold, layout, option, plain_name, rows, small, text, title
from cogs.table.screens.proof import cut_words, seal_words
from cogs.table.screens.scene import Scene, way_back
from cogs.table.screens.settings import manner_words, pace_words, settings_lines, time_words

WITH_BEACON = "beacon"
"""The argument of a start button that promises the public beacon: without it, the click is out of date."""

_MOST_LINES = 4
"""The most seats that have a line each."""
_SHORT_NAME = 16
"""The characters of a name where two are in one line."""


def lobby_screen(scene: Scene, promise: StartPromise, tournament: str = "") -> ui.LayoutView:
    """Show a table that hasn't started.

    ``promise`` is what a start would prove now; ``tournament`` is the tournament and matchday of its fixture, if any.
    """
    texts, row = scene.texts, scene.row
    seats = seats_for(row.options)
    against = conflicts(row.options, len(row.seats)) if len(row.seats) in seats else ()
    startable = len(row.seats) in seats and not against
    return layout(
        text(
            _headline(scene, startable=startable),
            _tournament_words(scene, tournament),
            _rules_line(scene),
            " · ".join((time_words(texts, row), *manner_words(texts, row))),
        ),
        text(*_seats(scene), *(f"⚠️ {conflict_text(texts, conflict)}" for conflict in against)),
        _buttons(scene, promise, startable=startable),
        _mistaken(scene),
        text(small(_lock_words(scene, promise))),
    )


def _mistaken(scene: Scene) -> list[ui.Item[Any]]:
    """Ask whether another game is meant, with the button that switches to it, at a table whose game has a namesake."""
    mistaken = GAMES[scene.row.options.variant].mistaken
    if mistaken is None or scene.row.fixture is not None:
        return []
    asked, other = mistaken
    switching = scene.button(variant_name(scene.texts, other), TableAction.VARIANT, other.value)
    return [ui.Section(ui.TextDisplay(small(asked(scene.texts))), accessory=switching)]


def _headline(scene: Scene, *, startable: bool) -> str:
    texts, row = scene.texts, scene.row
    game, seat = variant_name(texts, row.options.variant), row.seat_of(row.host)
    free = seats_for(row.options)[-1] - len(row.seats)
    if not free:
        full = game if seat is None else texts.t("{game} with {host}", game=game, host=scene.names[seat])
        state = texts.t("ready to start") if startable else texts.t("table full")
        return f"{bold(full)} · {state}"
    if seat is None:
        joining = texts.t("Join a game of {game}", game=game)
    else:
        joining = texts.t("Join {host} for {game}", host=scene.names[seat], game=game)
    return texts.n("{joining} · {n} seat left", "{joining} · {n} seats left", free, joining=bold(joining))


def _rules_line(scene: Scene) -> str:
    """Return the target, what it takes to knock or to lay, and every rule that differs from the standard."""
    texts, options = scene.texts, scene.row.options
    target = target_words(texts, options, max(len(scene.row.seats), seats_for(options)[0]))
    changed = house_rule_words(texts, options) if changes_from(options) else (texts.t("standard rules"),)
    return " · ".join(filter(None, (target, limit_words(texts, options), *changed)))


def _tournament_words(scene: Scene, tournament: str) -> str:
    if scene.row.fixture is None:
        return ""
    if not tournament:
        return scene.texts.t("Tournament game: players and rules are fixed.")
    return scene.texts.t("Game of {tournament}: players and rules are fixed.", tournament=bold(tournament))


def _lock_words(scene: Scene, promise: StartPromise) -> str:
    """Return that shuffles are fair, or what a start would prove while the public beacon is down."""
    if promise.beacon is not BeaconUse.DOWN:
        return scene.texts.t("🔒 Fair shuffle")
    seat = promise.proof.seat
    return down_words(scene.texts, promise.proof, "" if seat is None else plain_name(scene.seat_names[seat]))


def _buttons(scene: Scene, promise: StartPromise, *, startable: bool) -> list[ui.ActionRow[ui.LayoutView]]:
    """Return the buttons that someone can press: *Start* takes the place of *Join* once the table is full."""
    texts, row = scene.texts, scene.row
    free, awaited = seats_for(row.options)[-1] - len(row.seats), len(lobby.awaited(row))
    inviting, buttons = row.fixture is None, []
    if free and (awaited or not row.settings.invite_only):
        buttons.append(scene.button(texts.p("button", "Join"), TableAction.JOIN, style=ButtonStyle.success))
    if startable:
        promised = WITH_BEACON if promise.beacon is BeaconUse.MIXED_IN else None
        style = ButtonStyle.primary if buttons else ButtonStyle.success
        buttons.append(scene.button(texts.p("button", "Start"), TableAction.START, promised, style=style))
    if awaited and inviting:
        buttons.append(scene.button(texts.p("an invitation", "Decline"), TableAction.DECLINE))
    if inviting and free > awaited:
        buttons.append(scene.button(texts.t("Add computer"), TableAction.COMPUTERS))
    return rows([*buttons, scene.button(texts.p("button", "More"), TableAction.MORE)])


def _seats(scene: Scene) -> list[str]:
    """Return a line per seat, with the player or who it's reserved for; where there are many, two seats per line."""
    texts, row = scene.texts, scene.row
    last = seats_for(row.options)[-1]
    reserved = lobby.awaited(row)[: last - len(row.seats)]
    taken = [_player(scene, seat, player) for seat, player in enumerate(row.seats)]
    free = range(len(taken), last - len(reserved))  # the last seats are the reserved ones
    kept = [
        numbered(seat, texts.t("reserved for {name}", name=f"<@{user}>"))
        for seat, user in enumerate(reserved, last - len(reserved))
    ]
    words = texts.t("open (invite only)") if row.settings.invite_only else texts.p("a free seat", "open")
    if last <= _MOST_LINES:
        return [*taken, *(numbered(seat, words) for seat in free), *kept]
    together = [numbered_range(free[0], free[-1], words)] if free else []
    listed = [*taken, *together, *kept]
    return [" · ".join(listed[at : at + 2]) for at in range(0, len(listed), 2)]


def _player(scene: Scene, seat: int, player: Player) -> str:
    """Return a player's name, whether they host, and the cut they typed, if any; its number if others cut, too."""
    texts, many = scene.texts, seats_for(scene.row.options)[-1] > _MOST_LINES
    shown = plain_name(seat_name(texts, player), _SHORT_NAME) if many else scene.seat_names[seat]
    name = numbered(seat, bold(shown))
    if player.user == scene.row.host and not player.is_computer:
        name = texts.t("{name}, host", name=name)
    if not player.cut_number:
        return name
    order, cut = lobby.cutters(scene.row), cut_words(player.cut)
    if len(order) == 1:
        return texts.t("{name}, cut: {cut}", name=name, cut=cut)
    return texts.t("{name}, cut {number}: {cut}", name=name, number=order.index(seat) + 1, cut=cut)


def lobby_more_screen(scene: Scene, user: int, notice: str = "") -> ui.LayoutView:
    """Show what else a user can do in a lobby, and how the table is set; the host has more buttons than others."""
    texts, row = scene.texts, scene.row
    hosts, arranges = user == row.host, user == row.host and row.fixture is None
    arranging = [
        scene.button(texts.p("button", "House rules"), TableAction.HOUSE_RULES),
        scene.button(texts.p("button", "Table settings"), TableAction.KEEP),
        scene.button(texts.p("button", "Invite"), TableAction.GUESTS),
        *([scene.button(texts.p("a player", "Remove"), TableAction.REMOVE)] if _others(scene) else []),
    ]
    closing = scene.button(texts.t("Cancel table"), TableAction.CANCEL, style=ButtonStyle.danger)
    hint = "" if arranges or row.fixture is not None else texts.t("The host sets rules and time, and invites players.")
    return layout(
        text(
            title(variant_name(texts, row.options.variant)),
            notice,
            game_summary(texts, row.options.variant),
            pace_words(texts, row.pace, row.limits),
            *settings_lines(texts, row),
            hint,
        ),
        rows(_own_buttons(scene, user)),
        rows([*(arranging if arranges else []), *([closing] if hosts else [])]),
    )


def _own_buttons(scene: Scene, user: int) -> list[ui.Button[ui.LayoutView]]:
    """Return what a user can look up, and what they can do about their own seat."""
    texts, row = scene.texts, scene.row
    buttons = [
        scene.button(texts.p("button", "Rules"), TableAction.RULES),
        scene.button(texts.p("button", "Verify"), TableAction.VERIFY),
    ]
    if row.seat_of(user) is not None:
        buttons.append(scene.button(texts.t("Cut the cards"), TableAction.CUT))
        buttons.append(scene.button(texts.p("a table", "Leave"), TableAction.LEAVE))
    elif user in row.invited and row.fixture is None:
        buttons.append(scene.button(texts.p("an invitation", "Decline"), TableAction.DECLINE))
        buttons.append(scene.button(texts.t("Don't invite me again"), TableAction.NEVER))
    return buttons


def computers_screen(scene: Scene, render: int, notice: str = "") -> ui.LayoutView:
    """Ask for the level of the next computer player. ``render`` makes Discord reset the select."""
    texts, row = scene.texts, scene.row
    if len(row.seats) + len(lobby.awaited(row)) >= seats_for(row.options)[-1]:
        return layout(text(notice, texts.t("No free seat. Start the game, or remove a player first.")), way_back(scene))
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
        way_back(scene),
    )


def removal_screen(scene: Scene, render: int, notice: str = "") -> ui.LayoutView:
    """Ask which player to remove. ``render`` makes Discord reset the select."""
    texts, others = scene.texts, _others(scene)
    if not others:
        return layout(text(notice, texts.t("You're the only one here.")), way_back(scene))
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
        way_back(scene),
    )


def cut_modal(scene: Scene, seal: str) -> ui.Modal:
    """Return the modal that asks for a cut: any text. It shows the seal of what was fixed before."""
    texts = scene.texts
    modal = ui.Modal(title=texts.t("Cut the cards"), custom_id=scene.id(TableAction.CUT))
    modal.add_item(
        ui.Label(
            text=texts.t("Any text"),
            description=texts.t("It's mixed into every shuffle. Everyone at the table can read it."),
            component=ui.TextInput(
                custom_id="cut",
                placeholder=seal_words(texts, seal),
                min_length=1,
                max_length=lobby.LONGEST_CUT,
                required=True,
            ),
        )
    )
    return modal


def _others(scene: Scene) -> list[int]:
    """Return the numbers of the seats, from 1, whose players the host can remove."""
    row = scene.row
    return [number for number, player in enumerate(row.seats, 1) if player.user != row.host]
