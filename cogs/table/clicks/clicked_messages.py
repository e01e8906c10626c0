"""The public message that was clicked, and the table that its buttons belong to."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import discord

from cogs.edge.clicking.custom_ids import TableId, parse


class PublicMessage(NamedTuple):
    """A table's message that everyone in a channel sees; ``shown`` is the custom id of one of its buttons."""

    channel: int
    message: int
    shown: TableId


def public_message(interaction: discord.Interaction) -> PublicMessage | None:
    """Return the public message of a table that was clicked, if one was.

    What the message shows is read from the message itself, which Discord sends along: a click can claim anything.
    """
    clicked, channel = interaction.message, interaction.channel_id
    if clicked is None or clicked.flags.ephemeral or channel is None:
        return None
    ids = (parse(getattr(part, "custom_id", None)) for part in _parts(clicked.components))
    shown = next((found for found in ids if found is not None), None)
    return None if shown is None else PublicMessage(channel, clicked.id, shown)


def _parts(components: Sequence[Any]) -> Iterator[Any]:
    """Walk over components, nested ones too."""
    for component in components:
        yield component
        yield from _parts(getattr(component, "children", ()))
