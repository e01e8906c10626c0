"""The clicked public message of a table."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import discord

from cogs.edge.clicking.custom_ids import TableId, parse


class PublicMessage(NamedTuple):
    """A table's public message; ``shown`` is the custom id of one of its buttons."""

    channel: int
    message: int
    shown: TableId


def public_message(interaction: discord.Interaction) -> PublicMessage | None:
    """Return the clicked public message of a table, if there is one.

    Its content is read from the message that Discord sends with the click, since the custom id of a click may be
    forged.
    """
    clicked, channel = interaction.message, interaction.channel_id
    if clicked is None or clicked.flags.ephemeral or channel is None:
        return None
    ids = (parse(getattr(part, "custom_id", None)) for part in _parts(clicked.components))
    shown = next((found for found in ids if found is not None), None)
    return None if shown is None else PublicMessage(channel, clicked.id, shown)


def _parts(components: Sequence[Any]) -> Iterator[Any]:
    """Yield components, including nested ones."""
    for component in components:
        yield component
        yield from _parts(getattr(component, "children", ()))
