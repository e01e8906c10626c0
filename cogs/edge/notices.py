"""Short explanations of why a request did nothing: refusals, late or repeated clicks, database errors."""

import logging
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final

from bot.counts import ClickOutcome
from bot.play.state.errors import Repeated, Stale, StoreError
from bot.ratings.ports import RequestRefused
from bot.rummy.refusals import Refused, Topic
from bot.text.catalogs import Texts, refusal_text, request_text
from cogs.edge.layout import plain_text

# `bot/ratings` and `bot/tournaments` know no commands, so their sentences have placeholders. Composing the sentences
# here would split a refusal from its reason.
NAMED_COMMANDS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "restore": "rummy-admin restore",
        "season_monthly": "rummy-admin season monthly",
        "season_start": "rummy-admin season start",
        "tournament_fixtures": "tournament fixtures",
        "void": "rummy-admin void",
    }
)
"""The commands that refusals can name, by their placeholders in the sentence (``{season_start}``)."""

logger = logging.getLogger(__name__)


class Meaningless(Exception):
    """A click whose id or values aren't valid here: forged, or from another version."""


class NotOffered(Exception):
    """A value that a command's option doesn't offer: forged, or from another version."""


EXPECTED: Final = (Refused, RequestRefused, Stale, Repeated, Meaningless, NotOffered, StoreError)
"""Exceptions that any request may raise. None of them has changed anything."""


def command_mentions(texts: Texts) -> dict[str, str]:
    """Return the values of the placeholders for commands in refusals."""
    return {placeholder: f"`{texts.command(name)}`" for placeholder, name in NAMED_COMMANDS.items()}


def why_not(texts: Texts, why: Exception) -> str:
    """Return why a request did nothing; empty if it was a repeated one."""
    match why:
        case Refused(refusals=refusals):
            return "\n".join(refusal_text(texts, refusal) for refusal in refusals)
        case RequestRefused(reason=reason, values=values):
            harmless = {name: _harmless(value) for name, value in values.items()}
            return request_text(texts, reason, **command_mentions(texts), **harmless)
        case Stale():
            return texts.t("That message was out of date. Here's the table now.")
        case Meaningless() | NotOffered():
            return _not_meant(texts, why)
        case StoreError():
            logger.error("the database failed: %s", why, exc_info=why)
            return texts.t("The database isn't answering. Nothing is lost; try again in a moment.")
        case _:
            return ""


def outcome_of(why: Exception) -> ClickOutcome:
    """Return what became of a request that did nothing, for counts and the log."""
    match why:
        case Refused() | RequestRefused():
            return ClickOutcome.REFUSED
        case Stale():
            return ClickOutcome.STALE
        case Repeated():
            return ClickOutcome.REPEATED
        case Meaningless() | NotOffered():
            return ClickOutcome.NOT_VALID
        case StoreError():
            return ClickOutcome.DATABASE_ERROR
        case _:
            return ClickOutcome.FAILED


def refused_by(why: Exception) -> Iterator[tuple[str, str]]:
    """Yield the rule and the reason's name of each refusal, which name no card and no player, unlike the sentences.

    The rule is empty if there's none behind it.
    """
    match why:
        case Refused(refusals=refusals):
            for refusal in refusals:
                yield refusal.rule, refusal.reason.name
        case RequestRefused(reason=reason):
            yield "", reason.name
        case _:
            return


def topic_of(why: Exception) -> Topic | None:
    """Return the topic of the rules that explains a refusal; None for everything else."""
    refusals = why.refusals if isinstance(why, Refused) else ()
    return next((refusal.topic for refusal in refusals if refusal.topic is not None), None)


def _not_meant(texts: Texts, why: Meaningless | NotOffered) -> str:
    if isinstance(why, NotOffered):
        return texts.t("That isn't one of the choices. Pick one from the list.")
    return texts.t("That button no longer works. Here's the table now.")


def why_not_on_page(texts: Texts, why: Exception) -> str:
    """Return why a click that belongs to no table did nothing."""
    if isinstance(why, Meaningless):
        return texts.t("That button no longer works. `{/league standings}` shows the current standings.")
    return why_not(texts, why) or texts.t("That's already done.")


def _harmless(value: object) -> object:
    """Escape a value for a sentence, since it may be a name typed by a user."""
    return plain_text(value) if isinstance(value, str) else value


def unchanged_words(texts: Texts, why: Refused) -> str:
    """Return the reasons why a change was refused, to show above a screen that stays open."""
    return "\n".join((why_not(texts, why), texts.t("Nothing was changed.")))


def paused_words(texts: Texts) -> str:
    """Return the sentence on how to continue a game whose channel was deleted."""
    return texts.t("The channel of your game was deleted. Use `{/rummy table}` to continue the game here.")


def failure_words(texts: Texts) -> str:
    """Return the sentence for an unexpected error."""
    return texts.t("Something went wrong on my side (logged). Your game is safe; please try again.")
