"""A small discord.py bot that uses a bit of everything that the stand-in must support."""

from __future__ import annotations

import asyncio
import io
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

import discord
import yarl
from discord import app_commands, ui
from discord.gateway import DiscordWebSocket
from discord.http import Route
from PIL import Image

from bot.playground import StandIn


def picture(color: str) -> discord.File:
    data = io.BytesIO()
    Image.new("P", (110, 70), color).save(data, "PNG")
    data.seek(0)
    return discord.File(data, filename=f"{color}.png", description=f"A {color} picture")


class Screen(ui.LayoutView):
    """A message without callbacks: a text, a picture, buttons and a select. discord.py doesn't store it."""

    def __init__(self, text: str, *, color: str | None = None, buttons: dict[str, str] | None = None) -> None:
        super().__init__(timeout=None)
        box: ui.Container[Screen] = ui.Container(ui.TextDisplay(text), accent_color=0x123456)
        if color:
            box.add_item(
                ui.MediaGallery(discord.MediaGalleryItem(f"attachment://{color}.png", description=f"A {color} picture"))
            )
        self.add_item(box)
        shown = list((buttons or {}).items())
        for start in range(0, len(shown), 5):
            row: ui.ActionRow[Screen] = ui.ActionRow()
            for label, custom_id in shown[start : start + 5]:
                row.add_item(ui.Button(label=label, custom_id=custom_id, disabled=label.startswith("Not")))
            self.add_item(row)
        self.stop()

    def with_select(self, custom_id: str, options: list[str]) -> Screen:
        choice: ui.Select[Screen] = ui.Select(custom_id=custom_id, placeholder="Pick a card", min_values=1)
        for option in options:
            choice.add_option(label=option, value=option.lower(), default=False)
        self.add_item(ui.ActionRow(choice))
        return self

    def with_cards(self, custom_id: str, chosen: Sequence[str]) -> Screen:
        """Add a select of several cards, two of them equal, with the chosen ones marked."""
        cards: ui.Select[Screen] = ui.Select(custom_id=custom_id, placeholder="Pick cards", min_values=1, max_values=3)
        for label, value in (("7♥", "7H"), ("7♥", "7H_1"), ("8♠", "8S"), ("🃏", "XX")):
            cards.add_option(label=label, value=value, default=value in chosen)
        self.add_item(ui.ActionRow(cards))
        return self

    def with_people(self, custom_id: str, *chosen: discord.abc.Snowflake) -> Screen:
        """Add a select of up to three people, some of them chosen by default."""
        people: ui.UserSelect[Screen] = ui.UserSelect(
            custom_id=custom_id,
            placeholder="Who",
            min_values=0,
            max_values=3,
            default_values=[discord.SelectDefaultValue.from_user(discord.Object(one.id)) for one in chosen],
        )
        self.add_item(ui.ActionRow(people))
        return self


class Form(ui.Modal):
    """A modal with a text field, a select and radio buttons."""

    def __init__(self) -> None:
        super().__init__(title="House rules", custom_id="form", timeout=None)
        self.add_item(ui.Label(text="Name", component=ui.TextInput(custom_id="name", max_length=20)))
        pace = ui.Select[Any](custom_id="pace", required=False, min_values=0)
        pace.add_option(label="Live", value="live")
        pace.add_option(label="Slow", value="slow")
        self.add_item(ui.Label(text="Pace", component=pace))
        who: ui.UserSelect[Any] = ui.UserSelect(custom_id="who", required=False, min_values=0, max_values=2)
        self.add_item(ui.Label(text="Who", component=who))
        self.stop()


class _Translator(app_commands.Translator):
    """Returns the translations that are in the text itself."""

    async def translate(
        self, string: app_commands.locale_str, locale: discord.Locale, _: app_commands.TranslationContextTypes
    ) -> str | None:
        return string.extras.get(str(locale))


class Bot(discord.Client):
    """The bot. One listener answers every component and modal by its custom id."""

    def __init__(self) -> None:
        super().__init__(intents=discord.Intents(guilds=True), max_messages=None, guild_ready_timeout=0.01)
        self.tree = app_commands.CommandTree(self)
        self.clicks: list[discord.Interaction] = []
        self.said: list[str] = []
        self.silent = False
        self.errors: list[BaseException] = []
        _add_commands(self)

    async def setup_hook(self) -> None:
        await self.tree.set_translator(_Translator())
        await self.tree.sync()

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Skip the five seconds between identifies."""

    async def on_ready(self) -> None:
        self.said.append("ready")

    async def on_disconnect(self) -> None:
        self.said.append("disconnected")

    async def on_resumed(self) -> None:
        self.said.append("resumed")

    async def on_error(self, _event: str, /, *_args: object, **_more: object) -> None:
        error = sys.exc_info()[1]
        if error is not None:
            self.errors.append(error)

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        if interaction.type not in (discord.InteractionType.component, discord.InteractionType.modal_submit):
            return
        self.clicks.append(interaction)
        if self.silent:
            return
        data: Any = interaction.data
        answer = _ANSWERS.get(data["custom_id"].partition(":")[0])
        if answer is None:
            await interaction.response.send_message("That button is old.", ephemeral=True)
        else:
            await answer(interaction)


_TABLE = {
    "Draw (31)": "draw",
    "My hand": "hand",
    "Form": "form",
    "Later": "later",
    "Leave": "leave",
    "Not now": "no",
}


def _add_commands(bot: Bot) -> None:
    group = app_commands.Group(name="rummy", description="Rummy tables")

    @group.command(name="new", description="Open a table")
    @app_commands.describe(variant="Which game to play", opponent="Against whom")
    @app_commands.choices(
        variant=[app_commands.Choice(name="Gin", value="gin"), app_commands.Choice(name="Remik", value="remik")]
    )
    async def new(
        interaction: discord.Interaction,
        variant: app_commands.Choice[str],
        opponent: discord.Member | None = None,
    ) -> None:
        against = "nobody" if opponent is None else opponent.mention
        view = Screen(
            f"{variant.name} against {against}",
            color="red",
            buttons=_TABLE,
        ).with_select("pick:1", ["Ace", "Two"])
        await interaction.response.send_message(view=view, file=picture("red"))

    @group.command(name="hand", description="Your hand")
    async def hand(interaction: discord.Interaction) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        await interaction.edit_original_response(view=Screen("Your hand"))

    @group.command(name="record", description="A record")
    async def record(interaction: discord.Interaction, game: str) -> None:
        await interaction.response.send_message(f"record of {game}", ephemeral=True)

    @record.autocomplete("game")
    async def games(_: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return [app_commands.Choice(name=f"Game {typed}{n}", value=f"{typed}{n}") for n in range(3)]

    @app_commands.command(name="who", description="Choose a member")
    async def who(interaction: discord.Interaction) -> None:
        view = Screen("Who?").with_people("who:1", interaction.user)
        await interaction.response.send_message(view=view, ephemeral=True)

    @app_commands.command(name="rights", description="Who may do what where")
    async def rights(
        interaction: discord.Interaction, role: discord.Role | None = None, place: discord.TextChannel | None = None
    ) -> None:
        member = interaction.user
        assert isinstance(member, discord.Member)
        has = [one.name for one in member.roles if not one.is_default()]
        asked = (None if role is None else role.name, None if place is None else place.name)
        await interaction.response.send_message(f"{asked}, you have {has}", ephemeral=True)

    @app_commands.context_menu(name=app_commands.locale_str("Challenge to rummy", pl="Wyzwij na remika"))
    @app_commands.guild_only()
    async def challenge(interaction: discord.Interaction, member: discord.Member) -> None:
        await interaction.response.send_message(f"{interaction.user.mention} challenges {member.mention}")

    bot.tree.add_command(group)
    bot.tree.add_command(who)
    bot.tree.add_command(rights)
    bot.tree.add_command(challenge)


async def _draw(interaction: discord.Interaction) -> None:
    view = Screen("Drawn", color="blue", buttons={"Draw (30)": "draw", "My hand": "hand"})
    await interaction.response.edit_message(view=view, attachments=[picture("blue")])


async def _hand(interaction: discord.Interaction) -> None:
    view = Screen(f"Hand of {interaction.user.display_name}", color="green", buttons={"10♥": "card:10h"})
    view.with_cards("cards:1", ["8S"])
    await interaction.response.send_message(view=view, file=picture("green"), ephemeral=True)


async def _card(interaction: discord.Interaction) -> None:
    await interaction.response.edit_message(view=Screen("You laid 10♥"), attachments=[])


async def _pick(interaction: discord.Interaction) -> None:
    data: Any = interaction.data
    await interaction.response.send_message(f"picked {data['values']}", ephemeral=True)


async def _cards(interaction: discord.Interaction) -> None:
    data: Any = interaction.data
    counter = int(data["custom_id"].partition(":")[2]) + 1
    view = Screen(f"picked {data['values']}").with_cards(f"cards:{counter}", data["values"])
    await interaction.response.edit_message(view=view, attachments=[])


async def _who(interaction: discord.Interaction) -> None:
    data: Any = interaction.data
    names = [user["username"] for user in data["resolved"]["users"].values()]
    await interaction.response.send_message(f"chose {names}", ephemeral=True)


async def _form(interaction: discord.Interaction) -> None:
    if interaction.type is discord.InteractionType.component:
        await interaction.response.send_modal(Form())
        return
    data: Any = interaction.data
    filled = [part["component"].get("value") or part["component"].get("values") for part in data["components"]]
    filled[2] = [data["resolved"]["users"][number]["global_name"] for number in filled[2]]
    await interaction.response.send_message(f"form {filled}", ephemeral=True)


async def _later(interaction: discord.Interaction) -> None:
    await interaction.response.defer()
    await interaction.followup.send("later", ephemeral=True)


_ANSWERS = {
    "draw": _draw,
    "hand": _hand,
    "card": _card,
    "pick": _pick,
    "cards": _cards,
    "who": _who,
    "form": _form,
    "later": _later,
}


@asynccontextmanager
async def running(standin: StandIn, bot: discord.Client, token: str | None = None) -> AsyncIterator[None]:
    """Log the bot in to the stand-in, wait until it's ready, and stop it at the end of the block."""
    base, gateway = Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY
    Route.BASE = standin.api_url
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(standin.gateway_url)
    task = asyncio.create_task(bot.start(token or standin.token))
    try:
        ready = asyncio.create_task(standin.connected())
        await asyncio.wait({task, ready}, return_when=asyncio.FIRST_COMPLETED)
        if task.done():
            ready.cancel()
            task.result()
        await bot.wait_until_ready()
        yield
    finally:
        await bot.close()
        await asyncio.gather(task, return_exceptions=True)
        Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY = base, gateway
