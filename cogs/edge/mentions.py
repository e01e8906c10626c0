"""Names of slash commands for sentences of layers that don't know the commands."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

COMMAND_MENTIONS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "restore": "`/rummy-admin restore`",
        "season_monthly": "`/rummy-admin season monthly`",
        "season_start": "`/rummy-admin season start`",
        "tournament_fixtures": "`/tournament fixtures`",
        "void": "`/rummy-admin void`",
    }
)
"""The commands that refusals can name, by their placeholders in the sentence (``{season_start}``)."""
