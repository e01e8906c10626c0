"""`/me data`: export a user's data as a file, or delete it after a confirmation."""

import asyncio
import json
import logging
from collections.abc import Mapping, Sequence
from typing import Final
from weakref import WeakValueDictionary

import discord
from discord import ButtonStyle, app_commands, ui
from discord.ext import commands

from bot.play.service.deletion import Deletion
from bot.play.service.finished_games import FinishedGames
from bot.play.service.posting import TokenBuckets
from bot.play.state.errors import Overtaken
from bot.play.state.people import PersonalData
from bot.play.state.ports import Clock
from bot.play.state.values import MINUTE
from bot.text.catalogs import Texts
from cogs.edge.answers import Reply, Show, Where, notice
from cogs.edge.clicks import PageClick, PageHandlers, PageRoute
from cogs.edge.commands import CommandRunner
from cogs.edge.custom_ids import page_id
from cogs.edge.languages import Languages
from cogs.edge.layout import layout, notice_screen, rows, small, text, title
from cogs.edge.messages import Attachment, Detail, Message
from cogs.edge.names import DiscordNames
from cogs.standings.exports import named_file
from cogs.table.screens.scene import table_link

FORGET = "forget-me"
KEEP = "keep-me"
"""The custom id words of the two buttons."""


def export_screen(texts: Texts, detail: Detail, file: Attachment) -> ui.LayoutView:
    """Show the exported file."""
    if not detail.files:
        return notice_screen(texts.t("Discord didn't accept the file. Try again in a moment."))
    return layout(
        text(
            texts.t("This is all the data stored about you, on all servers, as JSON. Times are UTC."),
            small(texts.t("Names, pictures and messages aren't stored. `{/me data delete}` deletes your data.")),
        ),
        ui.File(file.uri),
    )


def question_screen(texts: Texts, links: Sequence[str]) -> ui.LayoutView:
    """Ask for confirmation and explain the deletion; ``links`` lead to the user's open tables."""
    return layout(
        text(
            title(texts.t("Delete your data?")),
            texts.t("This deletes your data on all servers and can't be undone."),
            _tables_words(texts, links),
            texts.t(
                "- In all games and standings, your id is replaced by a random one. Other players' results keep their "
                "numbers, but nothing stored says it was you."
            ),
            texts.t(
                "- Your settings are deleted, and your ratings and achievements stay with the random id. If you play "
                "again, you start from scratch."
            ),
            texts.t("- Your practice games and your place in the lessons are deleted."),
            texts.t("- In tournaments, you lose all unplayed fixtures by walkover."),
            texts.t(
                "- The texts you typed to cut the cards are deleted. Older games keep them, because other players' "
                "fairness proofs need them."
            ),
            texts.t("- Messages in channels stay; members who manage a server can delete them."),
            small(texts.t("To get a copy first, use `{/me data export}`.")),
        ),
        rows(
            [
                ui.Button(label=texts.t("Delete my data"), custom_id=page_id(FORGET), style=ButtonStyle.danger),
                ui.Button(label=texts.t("Keep my data"), custom_id=page_id(KEEP), style=ButtonStyle.secondary),
            ]
        ),
    )


def _tables_words(texts: Texts, links: Sequence[str]) -> str:
    if not links:
        return texts.t("- You aren't at any open table.")
    line = texts.n(
        "- You leave the open table you're at; if a game is running there, you resign and lose it:",
        "- You leave the {n} open tables you're at; if games are running there, you resign and lose them:",
        len(links),
    )
    return " ".join((line, *links))


logger = logging.getLogger(__name__)

_IN_A_ROW: Final = 3
"""How often a member can delete their data in a row: each time, others wait for the database."""
_EVERY: Final = 20 * MINUTE
"""Milliseconds until they can once more."""


def exported(held: Mapping[str, object]) -> bytes:
    """Return a person's data as a JSON file."""
    return json.dumps(held, ensure_ascii=False, indent=1).encode()


class MeData(commands.Cog):
    """The commands about the user's own data; a part of `/me`."""

    _runner: CommandRunner
    _forgetting: "Forgetting"

    data = app_commands.Group(name="data", description="The data stored about you")

    @data.command(name="export", description="Export all data stored about you as a file")
    async def data_export(self, interaction: discord.Interaction) -> None:
        """Send the user's data."""
        await self._runner.give(interaction, Where.PRIVATE, lambda: self._forgetting.held(interaction), anywhere=True)

    @data.command(name="delete", description="Delete all data stored about you")
    async def data_delete(self, interaction: discord.Interaction) -> None:
        """Ask for confirmation."""
        await self._runner.give(interaction, Where.PRIVATE, lambda: self._forgetting.ask(interaction), anywhere=True)


class Forgetting:
    """Exports and deletes the data of users."""

    def __init__(
        self,
        *,
        languages: Languages,
        deletion: Deletion,
        finished_games: FinishedGames,
        personal_data: PersonalData,
        names: DiscordNames,
        clock: Clock,
    ) -> None:
        self._languages = languages
        self._deletion = deletion
        self._finished_games = finished_games
        self._personal_data = personal_data
        self._names = names
        self._limit = TokenBuckets(clock, _IN_A_ROW, _EVERY)
        self._running: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    @property
    def ways(self) -> PageHandlers:
        """The handler of each word in a custom id (`l1:<word>`)."""
        return {FORGET: PageRoute(self._forget), KEEP: PageRoute(self._keep)}

    async def held(self, interaction: discord.Interaction) -> Reply:
        """Send all stored data of the user as a file."""
        texts, held = (
            self._languages.for_user(interaction),
            await self._personal_data.held(interaction.user.id),
        )
        data = await asyncio.to_thread(exported, held)
        file = named_file("my-data.json", data)
        return Show(Message(lambda detail: export_screen(texts, detail, file), files=(file,)))

    async def ask(self, interaction: discord.Interaction) -> Reply:
        """Ask the user to confirm the deletion, and explain it."""
        texts = self._languages.for_user(interaction)
        open_tables = [table.row for table in await self._deletion.open_tables(interaction.user.id)]
        links = [table_link(row) for row in open_tables if not row.is_practice]
        return Show(Message(lambda _: question_screen(texts, links)))

    async def _keep(self, click: PageClick) -> Reply:
        return notice(click.texts.t("Nothing was deleted."))

    async def _forget(self, click: PageClick) -> Reply:
        user, texts = click.user, click.texts
        later = self._limit.take(user)
        if later is not None:
            return notice(
                texts.n(
                    "You can delete your data {most} times in a row, then once every {n} minute. Try again {when}.",
                    "You can delete your data {most} times in a row, then once every {n} minutes. Try again {when}.",
                    _EVERY // MINUTE,
                    most=_IN_A_ROW,
                    when=f"<t:{later}:R>",
                )
            )
        lock = self._running.setdefault(user, asyncio.Lock())
        async with lock:
            try:
                guilds = await self._deletion.delete(user)
            except Overtaken:  # they just joined another table, or their table keeps changing
                return notice(
                    texts.t(
                        "I couldn't remove you from one of your tables, so nothing was deleted. Try again in a moment."
                    )
                )
            self._names.forget(user)
        if guilds is None:
            return notice(texts.t("Nothing is stored about you."))
        for guild in {*guilds} & {server.id for server in click.interaction.client.guilds}:
            self._finished_games.changed(guild)  # posted standings may contain their name
        logger.info("a user deleted their data")
        return notice(texts.t("Your data is deleted. If you play again, you start from scratch."))
