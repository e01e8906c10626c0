"""`/me language`: in which language a player reads what only they see."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import discord
from discord import ui
from discord.app_commands import Choice

from bot.play.state.people import PeopleStore
from bot.text.catalogs import Texts, language_name
from cogs.edge.answers import Reply, Show
from cogs.edge.clicks import PageClick, PageHandlers, PageRoute
from cogs.edge.custom_ids import chooser
from cogs.edge.languages import Languages, folded, is_typed
from cogs.edge.layout import LONGEST_LIST, layout, option, plain_name, small, text, title
from cogs.edge.messages import Message
from cogs.edge.notices import Meaningless
from cogs.table.panels.hands import Hands

LANGUAGE: Final = "language"
"""The custom id word of the select."""
AUTOMATIC: Final = "automatic"
"""The value for the language of Discord's client."""


def language_screen(
    texts: Texts, chosen: str | None, named: Sequence[tuple[str, str]], notice: str = ""
) -> ui.LayoutView:
    """Show the user's language with a select; ``named`` are all languages as (code, name), `AUTOMATIC` among them."""
    words = texts.t("This is the language of everything that only you read, on all servers.")
    hint = texts.t("Tables and other public messages are in the server's language.")
    options = [option(name, code, chosen=code == (chosen or AUTOMATIC)) for code, name in named[:LONGEST_LIST]]
    return layout(
        text(title(texts.t("Your language")), notice, words),
        chooser(texts.t("Your language"), options, LANGUAGE),
        text(small(hint)),
    )


@dataclass(slots=True, eq=False)
class OwnLanguage:
    """Shows and changes a user's language."""

    languages: Languages
    people: PeopleStore
    hands: Hands

    @property
    def handlers(self) -> PageHandlers:
        """The handler of each word in a custom id (`l1:<word>`)."""
        return {LANGUAGE: PageRoute(self._choose)}

    def choices(self, interaction: discord.Interaction, typed: str) -> list[Choice[str]]:
        """Return the languages whose names, in themselves or as codes, contain what was typed."""
        named = self._named(self.languages.for_user(interaction))
        found = [Choice(name=name, value=code) for code, name in named if is_typed(typed, code, name)]
        return found[:LONGEST_LIST]

    async def change(self, interaction: discord.Interaction, language: str | None) -> Reply:
        """Change the language if one is given, and show it in that language."""
        texts, notice = self.languages.for_user(interaction), ""
        person = await self.people.get(interaction.user.id)
        wanted = None if language is None else folded(language.strip())
        known = [code for code, name in self._named(texts) for one in (code, name) if wanted == folded(one)]
        if known:
            person = replace(person, language=None if known[0] == AUTOMATIC else known[0])
            await self.hands.prefer(person)
            texts = await self.languages.read_for_user(interaction)
        elif language is not None:
            typed = plain_name(language)
            notice = texts.t("I don't speak {typed}. Choose a language from the list.", typed=typed)
        named, chosen = self._named(texts), person.language
        return Show(Message(lambda _: language_screen(texts, chosen, named, notice)))

    async def _choose(self, click: PageClick) -> Reply:
        if click.choice not in (AUTOMATIC, *self.languages.names):
            raise Meaningless
        return await self.change(click.interaction, click.choice)

    def _named(self, texts: Texts) -> list[tuple[str, str]]:
        automatic = texts.t("automatic: the language of your Discord")
        return [(AUTOMATIC, automatic), *((code, language_name(texts, code)) for code in self.languages.names)]
