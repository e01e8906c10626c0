"""Clicks on pages, which belong to no table: the first word of the id selects the handler."""

import discord
from discord import InteractionType

from bot.play.limits.posting import Posting
from cogs.edge.answers import Answers, Reply, Where, notice
from cogs.edge.clicking.clicks import PageClick, PageHandlers
from cogs.edge.clicking.page_ids import PREFIX, parse_page_id
from cogs.edge.languages import Languages
from cogs.edge.notices import EXPECTED, Meaningless, why_not_on_page


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
