"""Slash commands: each runs and is answered once, and every error is caught and logged."""

import logging
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final, TypeAlias

import discord
from discord import app_commands, ui

from bot.play.service.posting import Posting
from bot.text.catalogs import Texts
from cogs.edge.answers import Answers, Repeats, Reply, Show, Where, notice
from cogs.edge.custom_ids import learn_button, link_button, practice_button
from cogs.edge.languages import Languages
from cogs.edge.layout import layout, rows, text
from cogs.edge.messages import Message
from cogs.edge.notices import EXPECTED, NotOffered, failure_words, why_not
from cogs.edge.permissions import invitation

logger = logging.getLogger(__name__)

_UNREADABLE: Final = (
    app_commands.TransformerError,
    app_commands.CommandSignatureMismatch,
    app_commands.CommandNotFound,
    app_commands.CheckFailure,
)
"""Exceptions that the library raises for commands that are forged, or from another version."""

Check: TypeAlias = Callable[[discord.Interaction], Awaitable[None]]


@dataclass(slots=True, eq=False)
class CommandRunner:
    """Answers each command exactly once."""

    answers: Answers
    languages: Languages
    posting: Posting
    must_allow: Check | None = None

    def guarded(self, must_allow: Check) -> "CommandRunner":
        """Return a runner for commands that only some members can use; the check raises Refused for the others."""
        return CommandRunner(self.answers, self.languages, self.posting, must_allow)

    def texts(self, interaction: discord.Interaction) -> Texts:
        """Return the texts in the actor's language."""
        return self.languages.for_user(interaction)

    # The contexts of a command hold for its whole group, and `/rummy` has commands for tables and for practice. So what
    # needs a server is refused here, once, unless the caller passes ``anywhere``.
    async def give(
        self,
        interaction: discord.Interaction,
        place: Where,
        make: Callable[[], Awaitable[Reply]],
        *,
        anywhere: bool = False,
    ) -> None:
        """Answer a command with the reply of ``make``. Raises nothing.

        ``anywhere`` is for commands that also work in direct messages. In a server that hasn't added the bot none does.
        """
        about = _about(interaction)

        async def reply() -> Reply:
            texts = self.texts(interaction)
            if _is_absent(interaction):
                return Show(Message(lambda _: _absent_screen(texts, interaction.application_id)))
            if interaction.guild_id is None and not anywhere:
                return Show(Message(lambda _: no_server_screen(texts)))
            try:
                _must_be_offered(interaction)
                if self.must_allow is not None:
                    await self.must_allow(interaction)
                if place is Where.PUBLIC:
                    self.posting.take(interaction.user.id)
                made = await make()
            except EXPECTED as why:
                about.update(self.answers.declined(interaction, why))
                return notice(why_not(texts, why) or texts.t("That's already done."))
            about["outcome"] = "done"
            return made

        began = time.perf_counter()
        try:
            await self.answers.give(interaction, place, reply)
            logger.debug("command", extra={**about, "ms": round((time.perf_counter() - began) * 1000, 1)})
        except Exception:
            logger.exception("command failed", extra={**about, "outcome": "failed"})
            await self.answers.say(interaction, notice(failure_words(self.texts(interaction))).message)

    async def failed(self, interaction: discord.Interaction, error: app_commands.AppCommandError) -> None:
        """Answer a command that the library couldn't parse, or that the bot doesn't have: see `CommandTree.error`.

        Discord may still show commands of an earlier version after an update.
        """
        about: dict[str, object] = {"interaction": interaction.id}
        if isinstance(error, _UNREADABLE):
            logger.info("command can't be read: %s", type(error).__name__, extra=about)
        else:
            logger.error("command failed", extra=about, exc_info=error)
        if interaction.type is discord.InteractionType.autocomplete:
            return  # there is no message to answer with
        line = self.texts(interaction).t("That command didn't work. Please try again.")
        await self.answers.say(interaction, notice(line).message)


class OnceTree(app_commands.CommandTree[discord.Client]):
    """A command tree that runs each command once."""

    def __init__(self, client: discord.Client) -> None:
        super().__init__(client)
        self._repeats = Repeats()

    async def interaction_check(self, interaction: discord.Interaction[discord.Client]) -> bool:
        """Return whether a command arrived for the first time."""
        return not self._repeats.heard_before(interaction.id)


def _about(interaction: discord.Interaction) -> dict[str, object]:
    """Return the log fields of a command, without its options, in which members may have typed anything."""
    command = interaction.command
    return {
        "command": None if command is None else command.qualified_name,
        "interaction": interaction.id,
        "guild": interaction.guild_id,
        "channel": interaction.channel_id,
        "outcome": "unanswered",
    }


def _is_absent(interaction: discord.Interaction) -> bool:
    """Return whether the actor installed the bot for themselves and uses it in a server that hasn't added it."""
    in_server = interaction.guild_id is not None
    return in_server and interaction.is_user_integration() and not interaction.is_guild_integration()


def _must_be_offered(interaction: discord.Interaction) -> None:
    """Raise NotOffered for a value that an option doesn't offer or that is out of range.

    Discord's clients don't send such values, so the library doesn't check them, but a forged command may contain them.
    """
    command = interaction.command
    for option in command.parameters if isinstance(command, app_commands.Command) else ():
        value = getattr(interaction.namespace, option.display_name, None)
        if isinstance(value, bool) or not isinstance(value, str | int | float):
            continue
        size = len(value) if isinstance(value, str) else value
        low, high = option.min_value, option.max_value
        if option.choices and value not in {choice.value for choice in option.choices}:
            raise NotOffered
        if (low is not None and size < low) or (high is not None and size > high):
            raise NotOffered


def no_server_screen(texts: Texts) -> ui.LayoutView:
    """Answer a command that needs a server, in direct messages."""
    line = texts.t("That only works on a server. Here you can practice against the computer, or learn to play.")
    return layout(text(line), rows([practice_button(texts), learn_button(texts)]))


def _absent_screen(texts: Texts, application: int) -> ui.LayoutView:
    """Answer in a server that hasn't added the bot how to add it."""
    line = texts.t("This server hasn't added me yet. A member who manages it can, with the button below.")
    return layout(text(line), rows([link_button(texts.t("Add me to a server"), invitation(application))]))
