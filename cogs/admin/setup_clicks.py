"""Clicks on the screens behind `/rummy-admin setup`, and on *Set up* in the greeting."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

import discord

from bot.play.state.people import Changes, Server
from bot.rummy.families import Variant
from cogs.admin.lounge import AdminLounge, with_reposts
from cogs.admin.screens.setup import AUTOMATIC, CHOOSE, NONE, SET, SETUP, SetupPage, SetupScene, page_screen
from cogs.admin.settings import AdminSettings
from cogs.admin.standings import AdminStandings
from cogs.edge.answers import Reply, Show
from cogs.edge.clicking.clicks import PageClick, PageHandlers, PageRoute, number_in
from cogs.edge.messages import Message
from cogs.edge.notices import Meaningless

_Change = Callable[[Server], Server]
_BUTTONS: Final[dict[tuple[SetupPage, str], _Change]] = {
    (SetupPage.CHANNELS, "everywhere"): lambda server: replace(server, channels=()),
    (SetupPage.CHANNELS, "everyone"): lambda server: replace(server, openers=None),
    (SetupPage.LOUNGE, "again"): lambda server: with_reposts(server, reposts=True),
    (SetupPage.LOUNGE, "once"): lambda server: with_reposts(server, reposts=False),
    (SetupPage.DEFAULTS, "rated"): lambda server: replace(server, rated=True),
    (SetupPage.DEFAULTS, "friendly"): lambda server: replace(server, rated=False),
}
"""What the buttons change that only set something."""


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
        """Show all settings, or one page."""
        if not click.asked.arguments:
            return await self.overview(click.interaction)
        return await self._page(click, _page_of(click))

    async def _press(self, click: PageClick) -> Reply:
        """Change the setting of a button."""
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
            case _:
                raise Meaningless
        return await self._page(click, page, notice=done)

    async def _choose(self, click: PageClick) -> Reply:
        """Set the option chosen in a select."""
        page, field, interaction = _page_of(click), click.argument(1), click.interaction
        match page, field:
            case SetupPage.LOUNGE, "channel":
                return await self._page(click, page, notice=await self.with_lounge(interaction, _channels(click)[0]))
            case SetupPage.STANDINGS, "channel":
                done = await self.with_standings(interaction, _channels(click)[0], None)
                return await self._page(click, page, notice=done)
            case _:
                values = await self._chosen(click, field)
        _, changes = await self.change(interaction, lambda server: replace(server, **values))
        self.show_again(interaction.guild_id or 0)
        return await self._page(click, page, changes)

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
        """Show a page with the current settings."""
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
