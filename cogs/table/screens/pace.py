"""How a table is kept, beside its rules: its pace in words, and where the host sets pace, settings and invitations."""

from types import MappingProxyType
from typing import Final

import discord
from discord import ButtonStyle, ui

from bot.play import lobby
from bot.play.timing.pace import limits_for
from bot.play.values import HOUR, OPEN, SECOND, Bounds, Pace, Status, TableRow, TableSettings, TimeLimits
from bot.rummy.options import seats_for
from bot.text.catalogs import Texts
from bot.text.durations import duration_words
from cogs.edge.custom_ids import TableAction
from cogs.edge.layout import LONGEST_NUMBER, layout, option, rows, small, text, title
from cogs.table.screens.parts import Scene

TURN: Final = "turn"
BANK: Final = "bank"
"""The fields of the modal for limits."""
SETTINGS: Final = MappingProxyType({"bare": "unassisted", "friendly": "friendly", "closed": "closed"})
"""The settings that the host can choose: the field by the value in the select, which may be an older word."""
"""What of a `TableSettings` the host can switch on and off."""


def pace_words(texts: Texts, pace: Pace, limits: TimeLimits | None) -> str:
    """Say how fast the players mean to play, and what a turn may take."""
    if limits is None or pace is Pace.NONE:
        return texts.t("Pace: none, a turn takes as long as it takes")
    turn = duration_words(texts, limits.turn)
    if pace is Pace.SLOW:
        return texts.t("Pace: slow, {turn} a turn", turn=turn)
    if not limits.bank:
        return texts.t("Pace: live, {turn} a turn", turn=turn)
    bank = duration_words(texts, limits.bank)
    return texts.t("Pace: live, {turn} a turn and {bank} in reserve for the whole game", turn=turn, bank=bank)


def settings_lines(texts: Texts, row: TableRow) -> tuple[str, ...]:
    """Say all that holds at a table beside its rules and its pace, a line each."""
    settings, inviting = (
        row.settings,
        row.status is Status.LOBBY and row.fixture is None,
    )  # a tournament fixes the players
    lines = (
        texts.t("Starts by itself as soon as somebody joins") if settings.quick and inviting else "",
        texts.t("Closed: only who is invited can sit down") if settings.closed and inviting else "",
        texts.t("Bare: no deadwood is counted, no melds are found, nothing is suggested")
        if settings.unassisted
        else "",
        _rated_words(texts, row),
    )
    return tuple(line for line in lines if line)


def keep_screen(scene: Scene, render: int, notice: str = "") -> ui.LayoutView:
    """Show the host how the table is kept; ``render`` makes the lists new ones for Discord."""
    texts, row = scene.texts, scene.row
    buttons = []
    if row.pace is not Pace.NONE:
        buttons.append(
            scene.button(texts.t("Change the time for a turn"), TableAction.LIMITS, style=ButtonStyle.primary)
        )
    return layout(
        text(
            title(texts.t("Table settings")),
            notice,
            pace_words(texts, row.pace, row.limits),
            *settings_lines(texts, row),
            _invited_words(texts, row),
        ),
        _paces(scene, render),
        _settings(scene, render),
        _people(scene, render),
        rows(buttons),
    )


def limits_modal(scene: Scene, bounds: Bounds) -> ui.Modal:
    """Ask how long a turn may take, within what the server allows."""
    texts, row = scene.texts, scene.row
    limits = row.limits or TimeLimits(0)
    modal = ui.Modal(title=texts.t("Time for a turn"), custom_id=scene.id(TableAction.LIMITS, row.pace.value))
    if row.pace is Pace.SLOW:
        label = texts.t("Hours a turn")
        modal.add_item(_number(texts, label, field=TURN, value=limits.turn, allowed=bounds.slow_turn, unit=HOUR))
        return modal
    label = texts.t("Seconds a turn")
    modal.add_item(_number(texts, label, field=TURN, value=limits.turn, allowed=bounds.live_turn, unit=SECOND))
    label = texts.t("Seconds in reserve for the whole game")
    modal.add_item(_number(texts, label, field=BANK, value=limits.bank, allowed=bounds.live_bank, unit=SECOND))
    return modal


def read_limits(pace: Pace, turn: str, bank: str) -> TimeLimits:
    """Read what was typed; ValueError if it is not numbers."""
    unit = HOUR if pace is Pace.SLOW else SECOND
    return TimeLimits(_whole(turn) * unit, _whole(bank) * SECOND)


def bounds_screen(texts: Texts, bounds: Bounds, notice: str = "") -> ui.LayoutView:
    """Show those who run a server within what hosts can set limits there, and what a new table has."""
    return layout(
        text(
            title(texts.t("Time at the tables of this server")),
            notice,
            texts.t(
                "- Live: a host can set {least} to {most} a turn, and at most {bank} in reserve.",
                least=duration_words(texts, bounds.live_turn[0]),
                most=duration_words(texts, bounds.live_turn[1]),
                bank=duration_words(texts, bounds.live_bank[1]),
            ),
            texts.t(
                "- Slow: a host can set {least} to {most} a turn.",
                least=duration_words(texts, bounds.slow_turn[0]),
                most=duration_words(texts, bounds.slow_turn[1]),
            ),
            texts.t("What a new table has:"),
            *(f"- {pace_words(texts, pace, limits_for(pace, bounds))}" for pace in (Pace.LIVE, Pace.SLOW)),
            small(texts.t("`/rummy-admin pace` changes this; tables that are open keep what they have.")),
        )
    )


def range_of_limits(texts: Texts) -> str:
    """Say what has to be typed, to somebody who typed something else."""
    return texts.t("A time is a whole number, such as 90; nothing was changed.")


def _rated_words(texts: Texts, row: TableRow) -> str:
    """Say that a game is rated, until it is over; or why it is not, and what that opens."""
    if lobby.is_rated(row):
        rated = texts.t("Rated, unless somebody makes fewer than three moves or two of you have met too often today")
        return rated if row.status in OPEN else ""
    if row.settings.friendly:
        why = texts.t("Friendly: the game is not rated")
    elif any(player.is_computer for player in row.seats):
        why = texts.t("Not rated, as a computer plays")
    else:
        why = texts.t("Not rated, as it is training")
    return why if row.settings.unassisted else texts.t("{why}; hints are open", why=why)


def _invited_words(texts: Texts, row: TableRow) -> str:
    """Say for whom seats are kept, or how to keep one."""
    if row.invited:
        people = ", ".join(f"<@{user}>" for user in row.invited)
        return texts.t("Invited: {people}", people=people)
    return texts.t("Nobody is invited. Choose people below: each has a seat kept, and is called here once.")


def _paces(scene: Scene, render: int) -> ui.ActionRow[ui.LayoutView]:
    """List the paces, the one that is agreed on chosen."""
    texts = scene.texts
    told = {
        Pace.LIVE: (texts.p("pace", "live"), texts.t("everybody stays at the table; a turn is a minute or so")),
        Pace.SLOW: (texts.p("pace", "slow"), texts.t("a move whenever there is time; a turn is a day or so")),
        Pace.NONE: (texts.p("pace", "none"), texts.t("nothing presses, and nobody moves for anybody")),
    }
    return scene.select(
        texts.t("Pace"),
        TableAction.PACE,
        str(render),
        [
            option(
                texts.t("Pace: {pace}", pace=name), pace.value, chosen=pace is scene.row.pace, description=description
            )
            for pace, (name, description) in told.items()
        ],
    )


def _settings(scene: Scene, render: int) -> ui.ActionRow[ui.LayoutView]:
    """List what can hold at a table, what does chosen."""
    texts, settings = scene.texts, scene.row.settings
    listed = [
        option(
            texts.t("Bare"),
            "bare",
            chosen=settings.unassisted,
            description=texts.t("no help: no deadwood counted, no melds found, nothing suggested"),
        ),
        option(
            texts.t("Friendly"),
            "friendly",
            chosen=settings.friendly,
            description=texts.t("the game is not rated, so hints are open"),
        ),
        option(
            texts.t("Closed"),
            "closed",
            chosen=settings.closed,
            description=texts.t("only who is invited can sit down"),
        ),
    ]
    return scene.select(texts.t("What holds at this table"), TableAction.SETTINGS, str(render), listed, several=True)


def _people(scene: Scene, render: int) -> ui.ActionRow[ui.LayoutView]:
    """List people to invite, those who are invited chosen."""
    texts, row = scene.texts, scene.row
    most = seats_for(row.options)[-1] - 1
    select: ui.UserSelect[ui.LayoutView] = ui.UserSelect(
        custom_id=scene.id(TableAction.INVITE, str(render)),
        placeholder=texts.t("Invite players"),
        min_values=0,
        max_values=most,
        required=False,
        default_values=[discord.Object(user, type=discord.User) for user in row.invited[:most]],
    )
    return ui.ActionRow(select)


def settings_from(row: TableRow, chosen: tuple[str, ...]) -> TableSettings:
    """Read which of `SETTINGS` were chosen; ValueError if there is another among them."""
    if not set(chosen) <= SETTINGS.keys():
        raise ValueError(f"{chosen!r} are not all settings of a table")
    return TableSettings(quick=row.settings.quick, **{field: value in chosen for value, field in SETTINGS.items()})


def _number(
    texts: Texts, label: str, *, field: str, value: int, allowed: tuple[int, int], unit: int
) -> ui.Label[ui.Modal]:
    """Ask for a whole number of a unit of time, what holds now filled in."""
    low, high = (bound // unit for bound in allowed)
    return ui.Label(
        text=label,
        description=texts.t("From {low} to {high}, as this server allows", low=low, high=high),
        component=ui.TextInput(
            custom_id=field, default=str(value // unit), min_length=1, max_length=len(str(high)), required=True
        ),
    )


def _whole(typed: str) -> int:
    """Read a whole number; ValueError if it is none."""
    if not (typed.isascii() and typed.isdigit() and len(typed) <= LONGEST_NUMBER):
        raise ValueError(f"{typed!r} is no whole number")
    return int(typed)
