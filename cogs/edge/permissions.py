"""The permissions that the bot asks for, those it needs in a channel, and which of them are missing."""

from collections.abc import Iterable
from typing import Final

import discord

from bot.text.catalogs import Texts

SCOPES: Final = ("bot", "applications.commands")
"""What servers are asked to allow."""
INVITED: Final = discord.Permissions(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    create_public_threads=True,
    embed_links=True,
    attach_files=True,
    read_message_history=True,
)
"""The permissions that the invitation asks for."""


def invitation(application: int) -> str:
    """Return the link by which members who manage a server add the bot to it."""
    return discord.utils.oauth_url(application, permissions=INVITED, scopes=SCOPES)


def missing(interaction: discord.Interaction) -> tuple[str, ...]:
    """Return the permissions that a table needs here and the bot lacks, by discord.py's names."""
    granted = interaction.app_permissions
    in_thread = isinstance(interaction.channel, discord.Thread)
    needed = ("view_channel", "send_messages_in_threads" if in_thread else "send_messages", "attach_files")
    return tuple(name for name in needed if not getattr(granted, name))


def missing_words(texts: Texts, names: tuple[str, ...]) -> str:
    """Return a sentence that lists the missing permissions."""
    return texts.t("I can't post here. I'm missing: {permissions}.", permissions=permission_names(texts, names))


def permission_names(texts: Texts, names: Iterable[str]) -> str:
    """Return a list of permissions as Discord shows them."""
    return ", ".join(permission_name(texts, name) for name in names)


def permission_name(texts: Texts, name: str) -> str:
    """Return the name of a permission as Discord shows it."""
    match name:
        case "view_channel":
            return texts.p("permission", "View Channel")
        case "send_messages":
            return texts.p("permission", "Send Messages")
        case "send_messages_in_threads":
            return texts.p("permission", "Send Messages in Threads")
        case "create_public_threads":
            return texts.p("permission", "Create Public Threads")
        case "read_message_history":
            return texts.p("permission", "Read Message History")
        case _:
            return texts.p("permission", "Attach Files")
