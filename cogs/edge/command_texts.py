"""The texts of the command tree for translators: names, descriptions, options and choices of every command.

The library wraps each of them in a `locale_str` by itself (``auto_locale_strings``) and passes it to the translator. So
a translator that only records its input sees all of them.
"""

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any, Final

import discord
from discord import app_commands
from discord.app_commands import TranslationContextLocation as Location
from discord.ext import commands

from bot.text.catalogs import Texts
from bot.text.extraction import CatalogEntry, ExtractedMessage

NAME_CONTEXTS: Final[Mapping[Location, str]] = MappingProxyType(
    {
        Location.command_name: "command name",
        Location.group_name: "command name",
        Location.parameter_name: "option name",
    }
)
"""The message contexts of names. Descriptions and choices have none: they're ordinary sentences."""
_RULES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "command name": "At most 32 characters; lower case without spaces unless the English is otherwise.",
        "option name": "At most 32 characters, lower case, no spaces.",
    }
)


async def command_messages(tree: app_commands.CommandTree[Any]) -> tuple[ExtractedMessage, ...]:
    """Return every translatable text of a command tree, in its order, with where it is used."""
    collector = _Collector()
    for kind in discord.AppCommandType:
        for command in tree.get_commands(type=kind):
            await command.get_translated_payload(tree, collector)
    return tuple(dict.fromkeys(collector.found))


def command_lines(client: discord.Client, texts: Texts, group: str, *, of_group: bool) -> Iterator[tuple[str, str]]:
    """Yield the name of each slash command with what it does: those of a group, or all others."""
    tree = client.tree if isinstance(client, commands.Bot | commands.AutoShardedBot) else None
    for top in [] if tree is None else tree.get_commands(type=discord.AppCommandType.chat_input):
        found = top.walk_commands() if isinstance(top, app_commands.Group) else [top]
        for command in found if (top.name == group) is of_group else []:
            if isinstance(command, app_commands.Command):
                yield command.qualified_name, texts.t(command.description)


# Texts of commands are read from the real bot's command tree, so nothing needs `locale_str`: one forgotten call would
# be a text that nobody can translate. "table" the command isn't "Table" the button.
class _Collector(app_commands.Translator):
    """Records every text that it's asked to translate, and translates none."""

    def __init__(self) -> None:
        self.found: list[ExtractedMessage] = []

    async def translate(
        self, string: app_commands.locale_str, locale: discord.Locale, context: app_commands.TranslationContextTypes
    ) -> str | None:
        """Record a text; for one language only, since Discord asks once per language."""
        if locale is discord.Locale.american_english:
            self.found += _extracted(string.message, context)
        return None


def _extracted(text: str, context: app_commands.TranslationContextTypes) -> Iterator[ExtractedMessage]:
    """Yield a text with comments on where it is used and what Discord allows."""
    named = NAME_CONTEXTS.get(context.location)
    entry = CatalogEntry(text, None, named)
    if isinstance(context.data, app_commands.Parameter):
        yield ExtractedMessage(entry, comment=f"/{context.data.command.qualified_name} {context.data.display_name}")
    elif isinstance(context.data, app_commands.Choice):
        yield ExtractedMessage(entry, comment="A choice of a command's option, at most 100 characters.")
    elif isinstance(context.data, app_commands.Command | app_commands.Group):
        yield ExtractedMessage(entry, comment=f"/{context.data.qualified_name}")
    else:
        yield ExtractedMessage(entry, comment="An entry of a member's menu.")
    if named is not None:
        yield ExtractedMessage(entry, comment=_RULES[named])
