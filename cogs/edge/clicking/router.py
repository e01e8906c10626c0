"""The listener for all buttons, selects and modals. It catches and logs every error."""

import logging
import time
from typing import Protocol

import discord
from discord import InteractionType
from discord.ext import commands

from cogs.edge.answers import Answers, notice
from cogs.edge.gateway.repeats import Repeats
from cogs.edge.languages import Languages
from cogs.edge.notices import failure_words

logger = logging.getLogger(__name__)


class ClickSection(Protocol):
    """Answers the clicks of one grammar of custom ids."""

    def takes(self, custom_id: str) -> bool:
        """Return whether a custom id belongs to this section."""
        ...

    async def answer(self, interaction: discord.Interaction, about: dict[str, object]) -> None:
        """Answer a click, and add what is known about it to ``about``, the fields for the log.

        They have no argument of the custom id, which may name a hidden card, and no name.
        """
        ...


class Router(commands.Cog):
    """Passes each click to the first section that takes its custom id, or else to the last section."""

    def __init__(self, answers: Answers, languages: Languages, *sections: ClickSection) -> None:
        self._answers = answers
        self._languages = languages
        self._sections = sections
        self._repeats = Repeats()

    @commands.Cog.listener()
    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Answer a click or a modal. The library dispatches commands itself."""
        if interaction.type not in (InteractionType.component, InteractionType.modal_submit):
            return
        if self._repeats.heard_before(interaction.id):
            return
        about: dict[str, object] = {"interaction": interaction.id, "outcome": "unanswered"}
        began = time.perf_counter()
        custom_id = str(interaction.custom_id)
        section = next((one for one in self._sections if one.takes(custom_id)), self._sections[-1])
        try:
            await section.answer(interaction, about)
            logger.debug("click", extra={**about, "ms": round((time.perf_counter() - began) * 1000, 1)})
        except Exception:
            logger.exception("click failed", extra={**about, "outcome": "failed"})
            line = failure_words(self._languages.for_user(interaction))
            await self._answers.say(interaction, notice(line).message)
