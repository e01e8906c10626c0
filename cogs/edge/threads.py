"""New public threads for tables."""

import logging
from typing import Final

import discord

from cogs.edge.layout import cut

logger = logging.getLogger(__name__)

_LONGEST_NAME: Final = 100
_NEEDED: Final = ("create_public_threads", "send_messages_in_threads", "attach_files")


def missing_for_threads(granted: discord.Permissions) -> tuple[str, ...]:
    """Return the permissions that a table in a new thread needs and the bot lacks, by discord.py's names."""
    return tuple(name for name in _NEEDED if not getattr(granted, name))


async def new_thread(interaction: discord.Interaction, called: str, archived_after: int) -> int | None:
    """Create a public thread in the channel of a click; None if that isn't possible.

    Discord archives it when it was quiet for ``archived_after`` minutes.
    """
    channel = interaction.channel
    if not isinstance(channel, discord.TextChannel) or missing_for_threads(interaction.app_permissions):
        return None
    try:
        made = await channel.create_thread(
            name=cut(called, _LONGEST_NAME),
            type=discord.ChannelType.public_thread,
            auto_archive_duration=archived_after,  # type: ignore[arg-type]  # any of Discord's four lengths
        )
    except discord.HTTPException as error:
        logger.warning("no thread for a table", extra={"channel": channel.id, "code": error.code})
        return None
    return made.id
