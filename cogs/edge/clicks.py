"""Clicks on buttons and selects, and submitted modals: parsed, and passed to their handlers.

The router listens for all of them, and catches and logs every error.
"""

import logging
import re
import time
from collections.abc import Awaitable, Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, Protocol, TypeAlias

import discord
from discord import InteractionType
from discord.ext import commands

from bot.play.service.posting import Posting
from bot.text.catalogs import Texts
from cogs.edge.answers import Answers, Repeats, Reply, Where, notice
from cogs.edge.custom_ids import HIGHEST, PREFIX, PageId, parse_page_id
from cogs.edge.languages import Languages
from cogs.edge.notices import EXPECTED, Meaningless, failure_words, why_not_on_page

logger = logging.getLogger(__name__)

_NUMBER: Final = re.compile(r"-?(?:0|[1-9][0-9]{0,18})", re.ASCII)


@dataclass(frozen=True, slots=True)
class UserClick:
    """A parsed click. Only ``user`` can be trusted: everything else is checked before it's used."""

    interaction: discord.Interaction
    texts: Texts  # in the actor's language

    @property
    def user(self) -> int:
        """The id of the user who clicked."""
        return self.interaction.user.id

    @property
    def name(self) -> str:
        """The display name of the user on this server."""
        return self.interaction.user.display_name

    @property
    def id(self) -> int:
        """The id of the interaction, by which repeated requests are recognized."""
        return self.interaction.id

    @property
    def is_modal(self) -> bool:
        """Whether this is a submitted modal."""
        return self.interaction.type is InteractionType.modal_submit

    @property
    def choice(self) -> str:
        """The option chosen in a select. Raises Meaningless if there isn't exactly one."""
        choices = self.choices
        if len(choices) != 1:
            raise Meaningless
        return choices[0]

    @property
    def choices(self) -> tuple[str, ...]:
        """The options chosen in a select. Raises Meaningless if this isn't a select."""
        values = _data(self.interaction).get("values")
        if not isinstance(values, list) or not all(isinstance(value, str) for value in values):
            raise Meaningless
        return tuple(values)

    @property
    def bots(self) -> tuple[int, ...]:
        """The ids of the bots among the users chosen in a select."""
        resolved = _data(self.interaction).get("resolved")
        users = resolved.get("users") if isinstance(resolved, dict) else None
        known = users if isinstance(users, dict) else {}
        about = ((choice, known.get(choice)) for choice in self.choices)
        return tuple(number_in(choice, 1) for choice, user in about if isinstance(user, dict) and user.get("bot"))

    def typed(self, field: str) -> str:
        """Return the text typed in a field of a modal. Raises Meaningless if there is no such field."""
        for component in _fields(_data(self.interaction).get("components")):
            if component.get("custom_id") == field and isinstance(component.get("value"), str):
                return str(component["value"])
        raise Meaningless


@dataclass(frozen=True, slots=True)
class PageClick(UserClick):
    """A click on a page, a message that belongs to no table."""

    asked: PageId

    @property
    def guild(self) -> int:
        """The id of the server where the click happened, the only one whose data pages show.

        Raises Meaningless in a direct message.
        """
        if self.interaction.guild_id is None:
            raise Meaningless
        return self.interaction.guild_id

    def argument(self, at: int) -> str:
        """Return an argument of the custom id by index. Raises Meaningless if there are fewer."""
        if at >= len(self.asked.arguments):
            raise Meaningless
        return self.asked.arguments[at]

    def number(self, at: int, least: int = 0, most: int = HIGHEST) -> int:
        """Return an argument that is an integer within bounds. Raises Meaningless if it isn't."""
        return number_in(self.argument(at), least, most)


def number_in(written: str, least: int = 0, most: int = HIGHEST) -> int:
    """Parse an integer within bounds, from an id or a chosen option. Raises Meaningless if it isn't one."""
    if not _NUMBER.fullmatch(written) or not least <= int(written) <= most:
        raise Meaningless
    return int(written)


PageHandler: TypeAlias = Callable[[PageClick], Awaitable[Reply]]


@dataclass(frozen=True, slots=True)
class PageRoute:
    """The handler of a word in page ids, and where its answer goes.

    With `Where.NOW` it opens a modal. The submitted modal goes to the same handler and is answered privately.
    """

    handler: PageHandler
    place: Where = Where.PRIVATE


PageHandlers: TypeAlias = Mapping[str, PageRoute]


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


def _data(interaction: discord.Interaction) -> Mapping[str, Any]:
    data: Any = interaction.data
    return data if isinstance(data, dict) else {}


def _fields(components: object) -> Iterator[Mapping[str, Any]]:
    """Yield the fields of a modal, which are nested in labels or rows."""
    for component in components if isinstance(components, list) else []:
        if isinstance(component, dict):
            if isinstance(inner := component.get("component"), dict):
                yield inner
            yield from _fields(component.get("components"))
