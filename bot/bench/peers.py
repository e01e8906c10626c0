"""Two other bots to compare with: one only defers, the other draws as most bots do, from one PNG file per card.

``python -m bot.bench.peers defer|png FOLDER`` runs one against ``REMIK_API_URL`` and ``REMIK_GATEWAY_URL``.
"""

import sys
from io import BytesIO
from pathlib import Path
from typing import Final

import discord
from discord import app_commands

from bot.bench.pictures import card_image, fan, pasted, write_cards
from bot.program.app import point_library_at
from bot.program.settings import load_settings
from bot.rummy.cards import PACK
from render.drawing.faces import upright

OPEN: Final = "open"
CLICK: Final = "Go"
_CARD: Final = upright(74)
_PLACES: Final = [(card, 20 + 82 * (card % 13), 60 + 150 * (card // 13)) for card in PACK]


class Peer(discord.AutoShardedClient):
    """A bot with one command, which posts a button. With a ``folder`` of card images, clicks get pictures."""

    def __init__(self, folder: Path | None) -> None:
        super().__init__(intents=discord.Intents(guilds=True), max_messages=None, guild_ready_timeout=0.05)
        self._folder = folder
        self._hand = [card_image(card, upright(152)) for card in PACK[:11]] if folder else []
        self.tree: app_commands.CommandTree[Peer] = app_commands.CommandTree(self)

    async def setup_hook(self) -> None:
        """Register the command with Discord."""

        @self.tree.command(name=OPEN, description="Post a button")
        async def open_(interaction: discord.Interaction) -> None:
            view = discord.ui.View(timeout=None)
            view.add_item(discord.ui.Button(label=CLICK, custom_id="go"))
            view.stop()
            await interaction.response.send_message("A button", view=view)

        await self.tree.sync()

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Answer a click: defer, or draw a table and a hand in the event loop."""
        if interaction.type is not discord.InteractionType.component:
            return
        if self._folder is None:
            await interaction.response.defer()
            return
        drawn = [pasted(self._folder, _PLACES, _CARD), fan(self._hand)]
        files = [discord.File(BytesIO(png), f"{number}.png") for number, png in enumerate(drawn)]
        await interaction.response.edit_message(attachments=files)


def main() -> None:
    """Run the bot named in the arguments."""
    kind, folder = sys.argv[1], Path(sys.argv[2])
    settings = load_settings()
    point_library_at(settings)
    if kind == "png":
        folder /= "cards"
        write_cards(folder, {card: card_image(card, _CARD) for card in PACK})
    Peer(folder if kind == "png" else None).run(settings.token.get_secret_value(), log_handler=None)


if __name__ == "__main__":
    main()
