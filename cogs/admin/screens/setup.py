"""The screens behind `/rummy-admin setup`: a page with controls per main setting, and where permissions are missing."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NamedTuple

import discord
from discord import ButtonStyle, ui

from bot.days.calendar import MORNING
from bot.play.state.people import Changes, Preset, Server
from bot.text.catalogs import Texts, language_name
from cogs.admin.screens.settings import setting_lines
from cogs.edge.custom_ids import button, channel_chooser, chooser, role_chooser
from cogs.edge.layout import LONGEST_LIST, game_options, layout, option, rows, small, text, title
from cogs.edge.permissions import permission_names

SETUP: Final = "setup"  # opens the settings, or with a page and a counter that page
SET: Final = "setup-set"  # page, value: a button that sets something
CHOOSE: Final = "setup-choose"  # page, field, counter: a select that sets something
AUTOMATIC: Final = "automatic"
NONE: Final = "none"
MOST_CHANNELS: Final = 25
"""The most channels for tables that can be set."""
_TABLE: Final = ("view_channel", "send_messages", "attach_files")
_LOUNGE: Final = (*_TABLE, "create_public_threads", "send_messages_in_threads")
_MOST_LINES: Final = 8


class SetupPage(StrEnum):
    """The pages behind the buttons of the setup."""

    CHANNELS = "channels"
    LANGUAGE = "language"
    LOUNGE = "lounge"
    STANDINGS = "standings"
    DAILY = "daily"
    DEFAULTS = "defaults"


SETTINGS: Final = {
    SetupPage.CHANNELS: ("channels", "openers"),
    SetupPage.LANGUAGE: ("language",),
    SetupPage.LOUNGE: ("lounge",),
    SetupPage.STANDINGS: ("board",),
    SetupPage.DAILY: ("daily", "puzzles"),
    SetupPage.DEFAULTS: ("variant", "preset", "rated"),
}
"""The settings on each page."""


@dataclass(frozen=True, slots=True)
class SetupScene:
    """What a page shows: the settings, what was just changed, and what there is to choose from.

    ``render`` makes the ids of selects new, so that the same choice can be made twice.
    """

    texts: Texts
    server: Server
    render: int
    languages: Sequence[str] = ()
    presets: Sequence[Preset] = ()
    changes: Changes | None = None
    notice: str = ""


def page_buttons(texts: Texts) -> list[ui.ActionRow[ui.LayoutView]]:
    """Return the buttons that open the pages."""
    return rows([button(_name(texts, page), SETUP, page) for page in SetupPage])


def page_screen(scene: SetupScene, page: SetupPage) -> ui.LayoutView:
    """Show a page: its settings and their controls."""
    texts = scene.texts
    lines = setting_lines(texts, scene.server, SETTINGS[page], scene.changes or {})
    back = button(texts.p("button", "Back"), SETUP)
    return layout(
        text(title(_name(texts, page)), scene.notice, *lines, small(_hint(scene, page))),
        _selects(scene, page),
        rows([*_buttons(scene, page), back]),
    )


class Lacking(NamedTuple):
    """A channel, and what the bot lacks there, by discord.py's names."""

    channel: int
    permissions: tuple[str, ...]


def lacking(guild: discord.Guild | None, server: Server) -> list[Lacking]:
    """List the channels for tables, the lounge, the standings and the daily deal where the bot lacks a permission.

    Without chosen table channels these are all text channels that every member sees.
    """
    if guild is None or guild.me is None:
        return []
    needed: dict[int, tuple[str, ...]] = {}
    for channel in _table_channels(guild, server):
        needed[channel.id] = _TABLE
    if server.board is not None:
        needed[server.board.channel] = _TABLE
    if server.daily is not None:
        needed[server.daily.channel] = _TABLE
    if server.lounge is not None:
        reading = ("read_message_history",) if server.lounge.reposts else ()
        needed[server.lounge.channel] = (*_LOUNGE, *reading)
    return [found for channel, names in needed.items() if (found := _lacking(guild, channel, names)).permissions]


def permission_lines(texts: Texts, found: Sequence[Lacking]) -> list[str]:
    """Return a line for each channel in which the bot lacks permissions."""
    if not found:
        return [texts.t("- ✓ I have all permissions I need.")]
    lines = [
        texts.t(
            "- ⚠️ In {channel} I'm missing: {permissions}",
            channel=f"<#{one.channel}>",
            permissions=permission_names(texts, one.permissions),
        )
        for one in found[:_MOST_LINES]
    ]
    left = len(found) - len(lines)
    if left > 0:
        lines.append(texts.n("- ⚠️ {n} more channel lacks permissions", "- ⚠️ {n} more channels lack permissions", left))
    return lines


def _name(texts: Texts, page: SetupPage) -> str:
    """Return the name of a page, which is also the label of its button."""
    match page:
        case SetupPage.CHANNELS:
            return texts.p("page of settings", "Channels")
        case SetupPage.LANGUAGE:
            return texts.p("page of settings", "Language")
        case SetupPage.LOUNGE:
            return texts.p("page of settings", "Lounge")
        case SetupPage.STANDINGS:
            return texts.p("page of settings", "Standings")
        case SetupPage.DAILY:
            return texts.p("page of settings", "Daily deal and puzzles")
        case SetupPage.DEFAULTS:
            return texts.p("page of settings", "Defaults")


def _hint(scene: SetupScene, page: SetupPage) -> str:
    texts = scene.texts
    match page:
        case SetupPage.CHANNELS:
            return texts.t(
                "Tables can open in these channels, their threads, and the channels of these categories. Open tables "
                "stay."
            )
        case SetupPage.LANGUAGE:
            return texts.t("For public messages. Private ones use each player's own Discord language.")
        case SetupPage.LOUNGE:
            return texts.t(
                "A message with buttons to play and the open tables. Each new table gets a thread in the lounge's "
                "channel. Reposts keep the lounge in sight: once an hour at most, without notifications."
            )
        case SetupPage.STANDINGS:
            return texts.t("A message with the standings of the current season, which updates itself.")
        case SetupPage.DAILY:
            return texts.t(
                "A silent message at {hour} in the morning, if members played the daily deal the day before: the best "
                "hand, the top five, and today's deal. Time zone: {zone}. Change it with "
                "`{/rummy-admin season monthly}`. Puzzles from games here are for this server only, and name nobody.",
                hour=MORNING[0].hour,
                zone=scene.server.zone.replace("_", " "),
            )
        case SetupPage.DEFAULTS:
            return texts.t(
                "Every new table starts with these; its host can choose others. `{/rummy-admin}` has more settings."
            )


def _selects(scene: SetupScene, page: SetupPage) -> list[ui.ActionRow[ui.LayoutView]]:
    texts, server, render = scene.texts, scene.server, scene.render
    match page:
        case SetupPage.CHANNELS:
            places = (discord.ChannelType.text, discord.ChannelType.category)
            which = texts.t("Choose channels for tables")
            role = texts.t("Choose who can open tables")
            return [
                channel_chooser(
                    which, places, (CHOOSE, page, "channels", render), chosen=server.channels, most=MOST_CHANNELS
                ),
                role_chooser(role, (CHOOSE, page, "openers", render), chosen=server.openers),
            ]
        case SetupPage.LANGUAGE:
            options = [
                option(language_name(texts, None), AUTOMATIC, chosen=server.language is None),
                *(option(language_name(texts, one), one, chosen=server.language == one) for one in scene.languages),
            ]
            which = texts.t("Choose a language")
            return [chooser(which, options[:LONGEST_LIST], CHOOSE, page, "language", render)]
        case SetupPage.LOUNGE | SetupPage.STANDINGS | SetupPage.DAILY:
            which = texts.t("Choose a channel to post it in")
            return [channel_chooser(which, (discord.ChannelType.text,), (CHOOSE, page, "channel", render))]
        case SetupPage.DEFAULTS:
            games = [
                option(texts.t("Gin, or as house rules say"), NONE, chosen=server.variant is None),
                *game_options(texts, server.variant),
            ]
            rules = [
                option(texts.t("Standard rules"), NONE, chosen=server.preset is None),
                *(option(one.name, f"={one.name}", chosen=server.preset == one.name) for one in scene.presets),
            ]
            which, how = texts.t("Choose the game of new tables"), texts.t("Choose the house rules of new tables")
            return [
                chooser(which, games, CHOOSE, page, "variant", render),
                chooser(how, rules[:LONGEST_LIST], CHOOSE, page, "preset", render),
            ]


def _buttons(scene: SetupScene, page: SetupPage) -> list[ui.Button[ui.LayoutView]]:
    texts, server, lounge = scene.texts, scene.server, scene.server.lounge
    here = button(texts.t("Post it here"), SET, page, "here", style=ButtonStyle.primary)
    remove = button(texts.p("a message", "Remove"), SET, page, "remove")
    found: list[ui.Button[ui.LayoutView]] = []
    match page:
        case SetupPage.CHANNELS:
            if server.channels:
                found.append(button(texts.t("All channels"), SET, page, "everywhere"))
            if server.openers is not None:
                found.append(button(texts.t("Everyone can open tables"), SET, page, "everyone"))
        case SetupPage.LOUNGE if lounge is not None:
            again = texts.t("No reposts") if lounge.reposts else texts.t("Repost when it scrolls up")
            found = [button(again, SET, page, "once" if lounge.reposts else "again"), remove]
        case SetupPage.LOUNGE:
            found = [here]
        case SetupPage.STANDINGS:
            found = [here if server.board is None else remove]
        case SetupPage.DAILY:
            make = texts.t("No puzzles from games here") if server.puzzles else texts.t("Make puzzles from games here")
            found = [
                here if server.daily is None else remove,
                button(make, SET, page, "without-puzzles" if server.puzzles else "puzzles"),
            ]
        case SetupPage.DEFAULTS:
            rate = texts.t("Don't rate games") if server.rated else texts.t("Rate games")
            found = [button(rate, SET, page, "friendly" if server.rated else "rated")]
        case SetupPage.LANGUAGE:
            pass
    return found


def _table_channels(guild: discord.Guild, server: Server) -> Iterator[discord.TextChannel]:
    for channel in guild.text_channels:
        chosen = bool({channel.id, channel.category_id} & {*server.channels})
        if chosen or (not server.channels and channel.permissions_for(guild.default_role).view_channel):
            yield channel


def _lacking(guild: discord.Guild, channel: int, needed: tuple[str, ...]) -> Lacking:
    """Return which permissions the bot lacks in a channel; a deleted channel lacks none."""
    found = guild.get_channel_or_thread(channel)
    granted = discord.Permissions.all() if found is None else found.permissions_for(guild.me)
    if not granted.view_channel:
        return Lacking(channel, ("view_channel",))
    return Lacking(channel, tuple(name for name in needed if not getattr(granted, name)))
