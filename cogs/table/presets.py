"""House rules by name: the server's presets, codes, and autocompletion."""

import logging
from typing import Final

from discord.app_commands import Choice

from bot.play.state.errors import StoreError
from bot.play.state.people import Server, Servers
from bot.rummy.codes import CodeError, options_from
from bot.rummy.families import Variant
from bot.rummy.options import Options, options_for
from bot.text.catalogs import Texts
from bot.text.rules import variant_name
from cogs.edge.layout import LONGEST_LIST, plain_name

logger = logging.getLogger(__name__)

_LONGEST_CHOICE: Final = 100


class UnknownRules(Exception):
    """The typed rules don't exist. The message says so in the actor's language."""


async def usual_rules(servers: Servers, server: Server, variant: Variant | None) -> Options:
    """Return a server's default rules for a variant (None: its default variant). Raises StoreError.

    The default preset applies only to its own variant, which is also the default if the server has set no other.
    """
    preset = None if server.preset is None else await servers.preset(server.guild, server.preset)
    usual = Variant.GIN if preset is None else preset.options.variant
    game = variant or server.variant or usual
    return options_for(game) if preset is None or usual is not game else preset.options


async def rules_named(
    servers: Servers, texts: Texts, server: Server, variant: Variant | None, named: str | None
) -> Options:
    """Return the rules for a typed preset or code, else the server's default. Raises UnknownRules, StoreError."""
    if named is None:
        return await usual_rules(servers, server, variant)
    preset = await servers.preset(server.guild, named.strip())
    if preset is not None:
        options = preset.options
    else:
        try:
            options = options_from(named)
        except CodeError:
            line = texts.t(
                "{name} is neither a preset of this server nor a code. Choose a preset from the list.",
                name=plain_name(named),
            )
            raise UnknownRules(line) from None
    if variant not in (None, options.variant):
        game = variant_name(texts, options.variant)
        raise UnknownRules(texts.t("Those rules are for {game}. Choose that game, or leave out `variant`.", game=game))
    return options


async def preset_choices(servers: Servers, guild: int | None, typed: str) -> list[Choice[str]]:
    """Return choices of a server's presets whose names contain the typed text; none if the database fails."""
    if guild is None:
        return []
    try:
        names = [preset.name for preset in await servers.presets(guild)]
    except StoreError:
        logger.exception("presets can't be read", extra={"guild": guild})
        return []
    found = [name for name in names if typed.strip().casefold() in name.casefold()]
    return [Choice(name=name[:_LONGEST_CHOICE], value=name) for name in found[:LONGEST_LIST]]
