"""`/rummy-admin look`: how public pictures look on a server."""

from dataclasses import replace

import discord
from discord import app_commands

from bot.play.people import Server
from cogs.admin.screens.settings import change_words
from cogs.admin.section import AdminSection
from cogs.edge.answers import Reply, Where
from cogs.edge.clicking.clicks import PageClick, PageHandlers, PageRoute
from cogs.me.look import SERVERS
from cogs.me.tastes import changed_look


class AdminLook(AdminSection):
    """The command that opens the look of a server, and its controls."""

    @property
    def handlers(self) -> PageHandlers:
        """The handler of each word in a custom id (`l1:<word>`)."""
        return {SERVERS: PageRoute(self.for_admins(self._change_look))}

    @app_commands.command(name="look", description="How public pictures look: deck, theme, card back")
    async def look(self, interaction: discord.Interaction) -> None:
        """Show the server's look with an example table."""
        await self._runner.give(interaction, Where.PRIVATE, lambda: self._services.tastes.server_look(interaction))

    async def _change_look(self, click: PageClick) -> Reply:
        """Make the choice that was clicked."""
        texts = click.texts

        def change(server: Server) -> Server:
            return replace(server, look=changed_look(click, server.look))

        _, changes = await self.change(click.interaction, change)
        told = "\n".join(change_words(texts, name, values) for name, values in changes.items())
        return await self._services.tastes.server_look(click.interaction, told)
