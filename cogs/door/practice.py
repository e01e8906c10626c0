"""Practice: one step to the first card against a computer, in a private message."""

from dataclasses import replace

import discord
from discord import app_commands

from bot.play.ports import PreferencesStore
from bot.play.tables import Tables
from bot.players.levels import Level
from bot.rummy.families import Variant
from bot.rummy.options import options_for
from bot.text.players import computer_names
from cogs.edge.answers import Reply, Where
from cogs.edge.clicking.clicks import PageClick, PageHandlers, PageRoute
from cogs.edge.clicking.page_ids import PRACTICE
from cogs.edge.commands import CommandRunner
from cogs.edge.languages import Languages
from cogs.edge.notices import Meaningless
from cogs.table.commands import LEVELS, VARIANTS
from cogs.table.table_replies import TableReplies


class Practice:
    """Starts practice games, and brings unfinished ones back. Game and level are remembered."""

    def __init__(
        self, *, languages: Languages, tables: Tables, replies: TableReplies, people: PreferencesStore
    ) -> None:
        self._languages = languages
        self._tables = tables
        self._replies = replies
        self._people = people

    @property
    def handlers(self) -> PageHandlers:
        """The handler of each word in a custom id (`l1:<word>`)."""
        return {PRACTICE: PageRoute(self._clicked)}

    async def begin(self, interaction: discord.Interaction, variant: Variant | None, level: Level | None) -> Reply:
        """Show the actor's hand in a new practice game, or in their unfinished one of this game and level.

        None is what they practiced last; the first time that's Gin against an easy computer.
        """
        person, texts = await self._people.get(interaction.user.id), self._languages.for_user(interaction)
        game = variant or person.practice_variant or Variant.GIN
        skill = level or person.practice_level or Level.EASY
        chosen = replace(person, practice_variant=game, practice_level=skill)
        if chosen != person:
            await self._people.save(chosen)
        table, is_new = await self._tables.practice(
            user=person.user,
            name=interaction.user.display_name,
            options=options_for(game),
            level=skill,
            names=computer_names(texts),
            interaction=interaction.id,
        )
        line = "" if is_new else texts.t("Here's your unfinished game. To start over, press *More*, then *Resign*.")
        return await self._replies.standing(interaction, table, line)

    async def _clicked(self, click: PageClick) -> Reply:
        """Start the game in a button's id, or what the actor practiced last. Raises Meaningless."""
        if not click.asked.arguments:
            return await self.begin(click.interaction, None, None)
        try:
            game, level = Variant(click.argument(0)), Level(click.argument(1))
        except ValueError:
            raise Meaningless from None
        return await self.begin(click.interaction, game, level)


def practice_command(runner: CommandRunner, practice: Practice) -> app_commands.Command[app_commands.Group, ..., None]:
    """Return `/rummy practice`."""

    @app_commands.command(name="practice", description="Play against a computer, only for you")
    @app_commands.describe(
        variant="Which game to play (default: what you practiced last)",
        level="How well the computer plays (default: as last time)",
    )
    @app_commands.choices(variant=VARIANTS, level=LEVELS)
    async def command(interaction: discord.Interaction, variant: str | None = None, level: str | None = None) -> None:
        async def reply() -> Reply:
            game, skill = None if variant is None else Variant(variant), None if level is None else Level(level)
            return await practice.begin(interaction, game, skill)

        await runner.give(interaction, Where.PRIVATE, reply, anywhere=True)

    return command
