"""The texts of the command tree: names, descriptions, options and choices of every command, in all languages.

The library wraps each of them in a `locale_str` by itself (``auto_locale_strings``) and passes it to the translator. So
a translator that only records its input sees all of them. Choices that name something share its message: `choice`.
"""

import logging
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from gettext import NullTranslations
from types import MappingProxyType
from typing import Any, Final

import discord
from discord import app_commands
from discord.app_commands import TranslationContextLocation as Location
from discord.ext import commands

from bot.text.call_sites import Kind, Use
from bot.text.catalogs import Catalogs, Texts
from bot.text.extraction import LONGEST_DESCRIPTION, CatalogEntry, ExtractedMessage

ENGLISH: Final = Texts("en", NullTranslations())
"""The texts of commands where Discord wants no language, and what people may type in any."""
_WORDS: Final = "words"
_LONGEST_NAME: Final = 32
logger = logging.getLogger(__name__)

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


def choice(words: Callable[[Texts], str], value: str) -> app_commands.Choice[str]:
    """Return a choice that is called in every language what everything else calls it: ``words``."""
    return app_commands.Choice(name=app_commands.locale_str(words(ENGLISH), words=words), value=value)


class CommandTranslator(app_commands.Translator):
    """Translates the texts of commands for Discord. What isn't translated, or doesn't fit, stays English."""

    def __init__(self, catalogs: Catalogs) -> None:
        self._catalogs = catalogs

    async def translate(
        self, string: app_commands.locale_str, locale: discord.Locale, context: app_commands.TranslationContextTypes
    ) -> str | None:
        """Return a text in a language; None if it's the English one."""
        texts, english = self._catalogs.texts(locale.value), string.message
        if texts.language == ENGLISH.language:
            return None
        named, words = NAME_CONTEXTS.get(context.location), string.extras.get(_WORDS)
        found = words(texts) if words else texts.p(named, english) if named else texts.t(english)
        if found == english:
            return None
        in_menu = isinstance(context.data, app_commands.ContextMenu)
        longest = _LONGEST_NAME if named else LONGEST_DESCRIPTION
        if len(found) <= longest and (not named or in_menu or _is_name(found)):
            return found
        _log_once(texts.language, english)
        return None


@cache
def _log_once(language: str, english: str) -> None:
    logger.error("%s: a translation in a command is too long or no name, so it stays English: %r", language, english)


def _is_name(text: str) -> bool:
    """Return whether Discord accepts a text as the name of a slash command or an option."""
    return text == text.lower() and all(sign in "-_'" or unicodedata.category(sign)[0] in "LMN" for sign in text)


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
        if locale is discord.Locale.american_english and _WORDS not in string.extras:
            self.found += _extracted(string.message, context)
        return None


def _extracted(text: str, context: app_commands.TranslationContextTypes) -> Iterator[ExtractedMessage]:
    """Yield a text with comments on where it is used and what Discord allows."""
    named = NAME_CONTEXTS.get(context.location)
    entry = CatalogEntry(text, None, named)
    kind, comment = Kind.COMMAND, "An entry of a member's menu."
    if isinstance(context.data, app_commands.Parameter):
        comment = f"/{context.data.command.qualified_name} {context.data.display_name}"
    elif isinstance(context.data, app_commands.Choice):
        kind, comment = Kind.CHOICE, ""
    elif isinstance(context.data, app_commands.Command | app_commands.Group):
        comment = f"/{context.data.qualified_name}"
    yield ExtractedMessage(entry, comment=comment, uses=frozenset() if named else frozenset({Use(kind)}))
    if named is not None:
        yield ExtractedMessage(entry, comment=_RULES[named])
