"""`/rummy-admin setup`, `channels`, `openers` and `language`: show all settings and change some.

Clicks on the screens behind `setup`, and on *Set up* in the greeting, also change the lounge, standings and defaults.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.days.calendar import day_at
from bot.play.state.names import LONGEST_PRESET
from bot.play.state.people import Changes, DayBoard, Server
from bot.rummy.families import Variant
from bot.text.catalogs import Texts, language_name
from cogs.admin.posts import AdminLounge, AdminStandings, with_reposts
from cogs.admin.screens.settings import SettingsSection, setup_screen
from cogs.admin.screens.setup import (
    AUTOMATIC,
    CHOOSE,
    MOST_CHANNELS,
    NONE,
    SET,
    SETUP,
    SetupPage,
    SetupScene,
    lacking,
    page_buttons,
    page_screen,
    permission_lines,
)
from cogs.admin.section import AdminSection, CanNotBeSetError, offered_to_admins
from cogs.edge.answers import Reply, Show, Where
from cogs.edge.clicks import PageClick, PageHandlers, PageRoute, number_in
from cogs.edge.languages import is_typed
from cogs.edge.layout import LONGEST_LIST, plain_name
from cogs.edge.messages import Message
from cogs.edge.notices import Meaningless

_PLACES: Final = (
    discord.ChannelType.text,
    discord.ChannelType.news,
    discord.ChannelType.voice,
    discord.ChannelType.stage_voice,
    discord.ChannelType.forum,
    discord.ChannelType.category,
    discord.ChannelType.public_thread,
    discord.ChannelType.private_thread,
    discord.ChannelType.news_thread,
)
"""Types of channels where tables can be opened, and categories of such channels."""
_Change = Callable[[Server], Server]
_BUTTONS: Final[dict[tuple[SetupPage, str], _Change]] = {
    (SetupPage.CHANNELS, "everywhere"): lambda server: replace(server, channels=()),
    (SetupPage.CHANNELS, "everyone"): lambda server: replace(server, openers=None),
    (SetupPage.LOUNGE, "again"): lambda server: with_reposts(server, reposts=True),
    (SetupPage.LOUNGE, "once"): lambda server: with_reposts(server, reposts=False),
    (SetupPage.DAILY, "remove"): lambda server: replace(server, daily=None),
    (SetupPage.DAILY, "puzzles"): lambda server: replace(server, puzzles=True),
    (SetupPage.DAILY, "without-puzzles"): lambda server: replace(server, puzzles=False),
    (SetupPage.DEFAULTS, "rated"): lambda server: replace(server, rated=True),
    (SetupPage.DEFAULTS, "friendly"): lambda server: replace(server, rated=False),
}
"""What the buttons change that only set something."""


class _ChannelId(app_commands.Transformer):
    """Parses a channel option to its id, limited to `_PLACES`; the library has no annotation for that."""

    @property
    def type(self) -> discord.AppCommandOptionType:
        """The type of the option."""
        return discord.AppCommandOptionType.channel

    @property
    def channel_types(self) -> list[discord.ChannelType]:
        """The types of channels to choose from."""
        return list(_PLACES)

    async def transform(self, _: discord.Interaction, value: discord.Object) -> int:
        """Return the id of the chosen channel."""
        return value.id


class AdminSettings(AdminSection):
    """The commands that change settings."""

    @app_commands.command(name="setup", description="Set up this server: all settings, and what I may do where")
    async def setup(self, interaction: discord.Interaction) -> None:
        """Show all settings."""
        await self._runner.give(interaction, Where.PRIVATE, lambda: self.overview(interaction))

    @app_commands.command(name="channels", description="Set the channels in which tables can open")
    @app_commands.describe(
        add="Add a channel and its threads, or a category and its channels",
        remove="Remove a channel or category",
        everywhere="Allow tables in all channels again",
    )
    async def channels(
        self,
        interaction: discord.Interaction,
        add: app_commands.Transform[int, _ChannelId] | None = None,
        remove: str | None = None,
        everywhere: bool = False,
    ) -> None:
        """Set the channels for tables, and show them."""

        async def reply() -> Reply:
            return await self._channels(interaction, add, remove, everywhere=everywhere)

        await self._runner.give(interaction, Where.PRIVATE, reply)

    @channels.autocomplete("remove")
    @offered_to_admins
    async def channels_there(self, interaction: discord.Interaction, current: str) -> list[Choice[str]]:
        """Offer the allowed channels, including deleted ones."""
        server = self._services.servers.of(interaction.guild_id or 0)
        named = [(_channel_name(self.texts(interaction), interaction.guild, one), one) for one in server.channels]
        wanted = current.strip().removeprefix("#")
        return [Choice(name=name, value=str(one)) for name, one in named if is_typed(wanted, name)][:LONGEST_LIST]

    @app_commands.command(name="openers", description="Who can open tables")
    @app_commands.describe(
        role="The role that can; members who manage the server always can",
        everyone="Allow everyone again",
    )
    async def openers(
        self, interaction: discord.Interaction, role: discord.Role | None = None, everyone: bool = False
    ) -> None:
        """Set the role that can open tables, and show it."""
        await self._runner.give(interaction, Where.PRIVATE, lambda: self._openers(interaction, role, everyone=everyone))

    @app_commands.command(name="language", description="Set the language of public messages")
    @app_commands.describe(language="Which language; private messages use each player's own")
    async def language(self, interaction: discord.Interaction, language: str | None = None) -> None:
        """Set the language of public messages, and show it."""
        await self._runner.give(interaction, Where.PRIVATE, lambda: self._language(interaction, language))

    @language.autocomplete("language")
    @offered_to_admins
    async def languages(self, interaction: discord.Interaction, current: str) -> list[Choice[str]]:
        """Offer the available languages."""
        texts, known = self.texts(interaction), self._runner.languages.names
        named = [(language_name(texts, None), AUTOMATIC), *((language_name(texts, one), one) for one in known)]
        found = [Choice(name=name, value=value) for name, value in named if is_typed(current, value, name)]
        return found[:LONGEST_LIST]

    async def overview(self, interaction: discord.Interaction) -> Reply:
        """Show all settings, with a warning if the default preset was deleted, or if permissions are missing."""
        deps, texts, guild = self._services, self.texts(interaction), interaction.guild_id or 0
        server = deps.servers.of(guild)
        seasons = await deps.seasons.list(guild)
        running = next((season for season in seasons if season.ended_at is None), None)
        amiss = ""
        if server.preset is not None and await deps.servers.preset(guild, server.preset) is None:
            amiss = texts.t(
                "The default preset, {name}, was deleted: new tables use standard rules.",
                name=plain_name(server.preset, LONGEST_PRESET),
            )
        permissions = permission_lines(texts, lacking(interaction.guild, server))
        return Show(
            Message(
                lambda _: setup_screen(
                    texts, server, running, amiss, permissions=permissions, pages=page_buttons(texts)
                )
            )
        )

    async def _channels(
        self, interaction: discord.Interaction, add: int | None, remove: str | None, *, everywhere: bool
    ) -> Reply:
        texts = self.texts(interaction)

        def change(server: Server) -> Server:
            channels = () if everywhere else server.channels
            if remove is not None:
                gone = _channel_meant(interaction.guild, server.channels, remove)
                if gone is None:
                    raise CanNotBeSetError(
                        texts.t(
                            "{typed} isn't one of the table channels. Choose one from the list.",
                            typed=plain_name(remove),
                        )
                    )
                channels = tuple(one for one in channels if one != gone)
            if add is not None and add not in channels:
                channels = (*channels, add)
            if len(channels) > MOST_CHANNELS:
                raise CanNotBeSetError(
                    texts.n(
                        "You can set at most {n} channel. Add its category instead, or allow tables everywhere.",
                        "You can set at most {n} channels. Add a category instead, or allow tables everywhere.",
                        MOST_CHANNELS,
                    )
                )
            return replace(server, channels=channels)

        hint = texts.t(
            "Change this with `{/rummy-admin channels}`: `{option add}`, `{option remove}` or `{option everywhere}`. "
            "Open tables stay. A channel includes its threads, a category its channels."
        )
        return await self.set(interaction, change, SettingsSection(("channels",), hint))

    async def _openers(self, interaction: discord.Interaction, role: discord.Role | None, *, everyone: bool) -> Reply:
        texts = self.texts(interaction)
        all_members = everyone or (role is not None and role.id == interaction.guild_id)

        def change(server: Server) -> Server:
            if all_members or role is None:
                return replace(server, openers=None) if all_members else server
            return replace(server, openers=role.id)

        hint = texts.t(
            "Change this with `{/rummy-admin openers}`: `{option role}` or `{option everyone}`. Everyone can join a "
            "table that is already open."
        )
        return await self.set(interaction, change, SettingsSection(("openers",), hint))

    async def _language(self, interaction: discord.Interaction, language: str | None) -> Reply:
        texts, known = self.texts(interaction), self._runner.languages.names
        wanted = {one.casefold(): one for one in known} | {AUTOMATIC: None}

        def change(server: Server) -> Server:
            if language is None:
                return server
            if language.strip().casefold() not in wanted:
                raise CanNotBeSetError(
                    texts.t("I don't speak {typed}. Choose a language from the list.", typed=plain_name(language))
                )
            return replace(server, language=wanted[language.strip().casefold()])

        hint = texts.t(
            "Change this with `{/rummy-admin language}`. It's for public messages; private ones use each player's own "
            "Discord language."
        )
        reply = await self.set(interaction, change, SettingsSection(("language",), hint))
        self.show_again(interaction.guild_id or 0)
        return reply


def _channel_meant(guild: discord.Guild | None, channels: tuple[int, ...], typed: str) -> int | None:
    """Return the channel that was typed as an id, a mention or a name."""
    wanted = typed.strip().strip("<#>").casefold()
    for one in channels:
        channel = None if guild is None else guild.get_channel_or_thread(one)
        if wanted in (str(one), "" if channel is None else channel.name.casefold()):
            return one
    return None


def _channel_name(texts: Texts, guild: discord.Guild | None, channel: int) -> str:
    """Return a channel's name for a list; the id of a deleted one."""
    found = None if guild is None else guild.get_channel_or_thread(channel)
    return texts.t("{channel} (deleted)", channel=channel) if found is None else f"#{found.name}"


class SetupClicks(AdminLounge, AdminStandings, AdminSettings):
    """Handles the clicks, for members who may use `/rummy-admin`."""

    @property
    def handlers(self) -> PageHandlers:
        """The handler of each word in a custom id (`l1:<word>`)."""
        return {
            SETUP: PageRoute(self.for_admins(self._open)),
            SET: PageRoute(self.for_admins(self._press)),
            CHOOSE: PageRoute(self.for_admins(self._choose)),
        }

    async def _open(self, click: PageClick) -> Reply:
        if not click.asked.arguments:
            return await self.overview(click.interaction)
        return await self._page(click, _page_of(click))

    async def _press(self, click: PageClick) -> Reply:
        page, wanted, interaction = _page_of(click), click.argument(1), click.interaction
        if (page, wanted) in _BUTTONS:
            _, changes = await self.change(interaction, _BUTTONS[page, wanted])
            return await self._page(click, page, changes)
        match page, wanted:
            case SetupPage.LOUNGE, "here":
                done = await self.with_lounge(interaction, interaction.channel_id or 0)
            case SetupPage.LOUNGE, "remove":
                done = await self.without_lounge(interaction)
            case SetupPage.STANDINGS, "here":
                done = await self.with_standings(interaction, interaction.channel_id or 0, None)
            case SetupPage.STANDINGS, "remove":
                done = await self.without_standings(interaction)
            case SetupPage.DAILY, "here":
                return await self._with_daily(click, interaction.channel_id or 0)
            case _:
                raise Meaningless
        return await self._page(click, page, notice=done)

    async def _choose(self, click: PageClick) -> Reply:
        page, field, interaction = _page_of(click), click.argument(1), click.interaction
        match page, field:
            case SetupPage.LOUNGE, "channel":
                return await self._page(click, page, notice=await self.with_lounge(interaction, _channels(click)[0]))
            case SetupPage.STANDINGS, "channel":
                done = await self.with_standings(interaction, _channels(click)[0], None)
                return await self._page(click, page, notice=done)
            case SetupPage.DAILY, "channel":
                return await self._with_daily(click, _channels(click)[0])
            case _:
                values = await self._chosen(click, field)
        _, changes = await self.change(interaction, lambda server: replace(server, **values))
        self.show_again(interaction.guild_id or 0)
        return await self._page(click, page, changes)

    async def _with_daily(self, click: PageClick, channel: int) -> Reply:
        """Set the channel for the message about the daily deal. Moving it doesn't post a day again."""

        def change(server: Server) -> Server:
            posted = day_at(self._services.clock()) - 1 if server.daily is None else server.daily.posted
            return replace(server, daily=DayBoard(channel, posted))

        server, changes = await self.change(click.interaction, change)
        found = [one for one in lacking(click.interaction.guild, server) if one.channel == channel]
        notice = "\n".join(permission_lines(click.texts, found)) if found else ""
        return await self._page(click, SetupPage.DAILY, changes, notice)

    async def _chosen(self, click: PageClick, field: str) -> dict[str, Any]:
        """Return the settings that were chosen, by field. Raises Meaningless if they don't exist."""
        match field:
            case "channels":
                return {"channels": _channels(click)}
            case "openers":
                role = number_in(click.choice, 1)
                if click.interaction.guild is None or click.interaction.guild.get_role(role) is None:
                    raise Meaningless
                return {"openers": None if role == click.guild else role}
            case "language":
                if click.choice not in (AUTOMATIC, *self._runner.languages.names):
                    raise Meaningless
                return {"language": None if click.choice == AUTOMATIC else click.choice}
            case "variant":
                if click.choice not in (NONE, *Variant):
                    raise Meaningless
                return {"variant": None if click.choice == NONE else Variant(click.choice)}
            case "preset" if click.choice == NONE:
                return {"preset": None}
            case "preset":
                found = await self._services.servers.preset(click.guild, click.choice.removeprefix("="))
                if found is None:
                    raise Meaningless
                return {"preset": found.name}
            case _:
                raise Meaningless

    async def _page(self, click: PageClick, page: SetupPage, changes: Changes | None = None, notice: str = "") -> Reply:
        presets = await self._services.servers.presets(click.guild) if page is SetupPage.DEFAULTS else ()
        scene = SetupScene(
            click.texts,
            self._services.servers.of(click.guild),
            click.id,
            self._runner.languages.names,
            presets,
            changes,
            notice,
        )
        return Show(Message(lambda _: page_screen(scene, page)))


def _page_of(click: PageClick) -> SetupPage:
    """Return the page that a click is about. Raises Meaningless if there is no such page."""
    try:
        return SetupPage(click.argument(0))
    except ValueError:
        raise Meaningless from None


def _channels(click: PageClick) -> tuple[int, ...]:
    """Return the chosen channels. Raises Meaningless if one isn't on this server, or none was chosen."""
    guild: discord.Guild | None = click.interaction.guild
    chosen = tuple(number_in(choice, 1) for choice in click.choices)
    if not chosen or guild is None or any(guild.get_channel(one) is None for one in chosen):
        raise Meaningless
    return chosen
