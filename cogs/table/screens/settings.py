"""The host's private screens for a table's pace, time limits and settings, and for invitations."""

from types import MappingProxyType
from typing import Final

import discord
from discord import ButtonStyle, SelectOption, ui

from bot.play.state.limits import Bounds, limits_for
from bot.play.state.values import HOUR, OPEN, SECOND, Pace, Status, TableRow, TableSettings, TimeLimits
from bot.rummy.options import seats_for
from bot.text.catalogs import Texts
from bot.text.lists import duration_words
from cogs.edge.custom_ids import TableAction
from cogs.edge.layout import LONGEST_NUMBER, layout, option, rows, small, text, title
from cogs.table.screens.scene import Scene, way_back


def pace_words(texts: Texts, pace: Pace, limits: TimeLimits | None) -> str:
    """Return the pace and its time limits."""
    if limits is None or pace is Pace.NONE:
        return texts.t("No time limit")
    turn = duration_words(texts, limits.turn)
    if pace is Pace.SLOW:
        return texts.t("Slow: {turn} per turn", turn=turn)
    if not limits.bank:
        return texts.t("Live: {turn} per turn", turn=turn)
    bank = duration_words(texts, limits.bank)
    return texts.t("Live: {turn} per turn + {bank} reserve", turn=turn, bank=bank)


def time_words(texts: Texts, row: TableRow) -> str:
    """Return the time per turn, as short as the lobby shows it."""
    if row.limits is None or row.pace is Pace.NONE:
        return texts.t("No time limit")
    return texts.t("{turn} per turn", turn=duration_words(texts, row.limits.turn))


def manner_words(texts: Texts, row: TableRow) -> tuple[str, ...]:
    """Return a word or two for each setting of a lobby apart from rules and pace."""
    settings, inviting = row.settings, row.fixture is None  # the players of a fixture are fixed
    words = (
        _rated_briefly(texts, row),
        texts.t("starts with the next player") if settings.quick and inviting else "",
        texts.t("starts when both have joined") if not inviting else "",
        texts.t("invite only") if settings.invite_only and inviting else "",
        texts.t("no assistance") if settings.unassisted else "",
        texts.t("no taking back a discard") if settings.final_discards and not row.is_rated else "",
    )
    return tuple(word for word in words if word)


def _rated_briefly(texts: Texts, row: TableRow) -> str:
    if row.is_rated:
        return texts.p("a game", "rated")
    if row.settings.friendly:
        return texts.t("friendly (not rated)")
    if any(player.is_computer for player in row.seats):
        return texts.t("not rated (a computer plays)")
    return texts.t("not rated (training)")


def settings_lines(texts: Texts, row: TableRow) -> tuple[str, ...]:
    """Return a line for each setting of a table apart from rules and pace."""
    settings = row.settings
    inviting = row.status is Status.LOBBY and row.fixture is None  # the players of a fixture are fixed
    lines = (
        texts.t("Starts as soon as another player joins") if settings.quick and inviting else "",
        texts.t("Invite only") if settings.invite_only and inviting else "",
        texts.t("No assistance: you find melds and count deadwood yourself") if settings.unassisted else "",
        no_take_back_words(texts, row),
        _rated_words(texts, row),
    )
    return tuple(line for line in lines if line)


def bounds_screen(texts: Texts, bounds: Bounds, notice: str = "") -> ui.LayoutView:
    """Show moderators the server's bounds for time limits, and the limits of a new table."""
    return layout(
        text(
            title(texts.t("Time limits on this server")),
            notice,
            texts.t(
                "- Live: hosts can set {least} to {most} per turn, and up to {bank} reserve.",
                least=duration_words(texts, bounds.live_turn[0]),
                most=duration_words(texts, bounds.live_turn[1]),
                bank=duration_words(texts, bounds.live_bank[1]),
            ),
            texts.t(
                "- Slow: hosts can set {least} to {most} per turn.",
                least=duration_words(texts, bounds.slow_turn[0]),
                most=duration_words(texts, bounds.slow_turn[1]),
            ),
            texts.t("New tables start with:"),
            *(f"- {pace_words(texts, pace, limits_for(pace, bounds))}" for pace in (Pace.LIVE, Pace.SLOW)),
            small(texts.t("`{/rummy-admin pace}` changes this. Open tables keep their limits.")),
        )
    )


def _rated_words(texts: Texts, row: TableRow) -> str:
    """Return whether a game is rated, and if not, why. Empty for a rated game that is over."""
    if row.is_rated:
        rated = texts.t("Rated (very short games and repeated pairings don't count)")
        return rated if row.status in OPEN else ""
    hints = not row.settings.unassisted
    if row.settings.friendly:
        return texts.t("Friendly: not rated, hints allowed") if hints else texts.t("Friendly: not rated")
    if any(player.is_computer for player in row.seats):
        return (
            texts.t("Not rated (a computer plays), hints allowed") if hints else texts.t("Not rated (a computer plays)")
        )
    return texts.t("Not rated (training), hints allowed") if hints else texts.t("Not rated (training)")


TURN: Final = "turn"
BANK: Final = "bank"
"""The custom ids of the fields in the modal for time limits."""
SETTINGS: Final = MappingProxyType(
    {
        "bare": "unassisted",
        "friendly": "friendly",
        "closed": "invite_only",
        "final": "final_discards",
        "beacon": "beacon",
    }
)
"""The settings that the host can switch: the select's value, and the field of `TableSettings`."""


def settings_screen(scene: Scene, render: int, notice: str = "") -> ui.LayoutView:
    """Show the host the table's settings. ``render`` makes Discord reset the selects."""
    texts, row = scene.texts, scene.row
    buttons = []
    if row.pace is not Pace.NONE:
        buttons.append(scene.button(texts.t("Change time per turn"), TableAction.LIMITS, style=ButtonStyle.primary))
    return layout(
        text(
            title(texts.t("Table settings")),
            notice,
            pace_words(texts, row.pace, row.limits),
            *settings_lines(texts, row),
            take_back_words(texts, row),
        ),
        _paces(scene, render),
        _settings(scene, render),
        rows(buttons),
        way_back(scene),
    )


def invitation_screen(scene: Scene, render: int, notice: str = "") -> ui.LayoutView:
    """Show the host who is invited, and ask who else. ``render`` makes Discord reset the select."""
    return layout(
        text(title(scene.texts.t("Invite players")), notice, _invited_words(scene.texts, scene.row)),
        _people(scene, render),
        way_back(scene),
    )


def limits_modal(scene: Scene, bounds: Bounds) -> ui.Modal:
    """Return the modal that asks for time limits, within the server's bounds."""
    texts, row = scene.texts, scene.row
    limits = row.limits or TimeLimits(0)
    modal = ui.Modal(title=texts.t("Time per turn"), custom_id=scene.id(TableAction.LIMITS, row.pace.value))
    if row.pace is Pace.SLOW:
        label = texts.t("Hours per turn")
        modal.add_item(_number(texts, label, field=TURN, value=limits.turn, allowed=bounds.slow_turn, unit=HOUR))
        return modal
    label = texts.t("Seconds per turn")
    modal.add_item(_number(texts, label, field=TURN, value=limits.turn, allowed=bounds.live_turn, unit=SECOND))
    label = texts.t("Reserve in seconds, for the whole game")
    modal.add_item(_number(texts, label, field=BANK, value=limits.bank, allowed=bounds.live_bank, unit=SECOND))
    return modal


def read_limits(pace: Pace, turn: str, bank: str) -> TimeLimits:
    """Parse the typed time limits. Raises ValueError if they aren't whole numbers."""
    unit = HOUR if pace is Pace.SLOW else SECOND
    return TimeLimits(_whole(turn) * unit, _whole(bank) * SECOND)


def range_of_limits(texts: Texts) -> str:
    """Return the notice for a player who typed something that isn't a whole number."""
    return texts.t("Type a whole number, such as 90. Nothing was changed.")


def _invited_words(texts: Texts, row: TableRow) -> str:
    if row.invited:
        people = ", ".join(f"<@{user}>" for user in row.invited)
        return texts.t("Invited: {people}", people=people)
    return texts.t("Nobody invited yet. Pick players below: their seats are reserved and they get one ping.")


def _paces(scene: Scene, render: int) -> ui.ActionRow[ui.LayoutView]:
    texts = scene.texts
    descriptions = {
        Pace.LIVE: (texts.p("pace", "Live"), texts.t("everyone stays at the table, about a minute per turn")),
        Pace.SLOW: (texts.p("pace", "Slow"), texts.t("a day per turn")),
        Pace.NONE: (texts.p("pace", "No time limit"), texts.t("take as long as you like")),
    }
    return scene.select(
        texts.t("Time per turn"),
        TableAction.PACE,
        str(render),
        [
            option(name, pace.value, chosen=pace is scene.row.pace, description=description)
            for pace, (name, description) in descriptions.items()
        ],
    )


def _settings(scene: Scene, render: int) -> ui.ActionRow[ui.LayoutView]:
    texts, settings = scene.texts, scene.row.settings
    listed = [
        option(
            texts.t("No assistance"),
            "bare",
            chosen=settings.unassisted,
            description=texts.t("you find melds and count deadwood yourself"),
        ),
        option(
            texts.p("a game", "Friendly"),
            "friendly",
            chosen=settings.friendly,
            description=texts.t("not rated, hints allowed"),
        ),
        option(
            texts.t("Invite only"),
            "closed",
            chosen=settings.invite_only,
            description=texts.t("only invited players can join"),
        ),
        final_discards_option(texts, settings),
        option(
            texts.t("Public beacon"),
            "beacon",
            chosen=settings.beacon,
            description=texts.t("in every shuffle, even if only one person plays"),
        ),
    ]
    return scene.select(
        texts.t("Choose what applies at this table"), TableAction.SETTINGS, str(render), listed, several=True
    )


def _people(scene: Scene, render: int) -> ui.ActionRow[ui.LayoutView]:
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
    """Return the chosen settings. Raises ValueError if one of the values isn't in `SETTINGS`."""
    if not set(chosen) <= SETTINGS.keys():
        raise ValueError(f"{chosen!r} are not all settings of a table")
    return TableSettings(quick=row.settings.quick, **{field: value in chosen for value, field in SETTINGS.items()})


def _number(
    texts: Texts, label: str, *, field: str, value: int, allowed: tuple[int, int], unit: int
) -> ui.Label[ui.Modal]:
    """Return a field for a number of hours or seconds, filled in with the current value in milliseconds."""
    low, high = (bound // unit for bound in allowed)
    return ui.Label(
        text=label,
        description=texts.t("{low} to {high} on this server", low=low, high=high),
        component=ui.TextInput(
            custom_id=field, default=str(value // unit), min_length=1, max_length=len(str(high)), required=True
        ),
    )


def _whole(typed: str) -> int:
    """Parse a whole number. Raises ValueError for anything else."""
    if not (typed.isascii() and typed.isdigit() and len(typed) <= LONGEST_NUMBER):
        raise ValueError(f"{typed!r} isn't a whole number")
    return int(typed)


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
