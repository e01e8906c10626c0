"""The listener for all buttons, selects and modals. It catches and logs every error."""

import logging
import time
from typing import Protocol

import discord
from discord import InteractionType
from discord.ext import commands

from bot.play.service.posting import Posting
from cogs.edge.answers import Answers, Reply, Where, notice
from cogs.edge.clicking.clicks import PageClick, PageHandlers
from cogs.edge.clicking.page_ids import PREFIX, parse_page_id
from cogs.edge.gateway.repeats import Repeats
from cogs.edge.languages import Languages
from cogs.edge.notices import EXPECTED, Meaningless, failure_words, why_not_on_page

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


class PageClicks:
    """Answers clicks on standings, profiles, games and tournaments."""

    def __init__(self, answers: Answers, languages: Languages, posting: Posting, *handlers: PageHandlers) -> None:
        self._answers = answers
        self._languages = languages
        self._posting = posting
        self.handlers: PageHandlers = {word: route for part in handlers for word, route in part.items()}

    def takes(self, custom_id: str) -> bool:
        """Return whether a custom id belongs to a page."""
        return custom_id.startswith(PREFIX)

    async def answer(self, interaction: discord.Interaction, about: dict[str, object]) -> None:
        """Answer a click on a page."""
        asked = parse_page_id(interaction.custom_id)
        route = None if asked is None else self.handlers.get(asked.word)
        if asked is not None and route is not None:
            about["page"] = asked.word

        async def reply() -> Reply:
            texts = self._languages.for_user(interaction)
            try:
                if asked is None or route is None:
                    raise Meaningless
                if route.place is Where.POST:
                    self._posting.take(interaction.user.id)
                made = await route.handler(PageClick(interaction, texts, asked))
            except EXPECTED as why:
                about.update(self._answers.declined(interaction, why))
                return notice(why_not_on_page(texts, why))
            about["outcome"] = "done"
            return made

        place = Where.PRIVATE if route is None else route.place
        if place is Where.NOW and interaction.type is InteractionType.modal_submit:
            place = Where.PRIVATE
        await self._answers.give(interaction, place, reply)
