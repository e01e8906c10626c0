"""Waits for answers, also deferred ones."""

from collections.abc import Awaitable

from bot.playground import Person, SeenMessage
from bot.playground.answers import Answer
from bot.playground.interactions import AnswerKind
from tests.end_to_end.club import Club


async def said(club: Club, asking: Awaitable[Answer]) -> SeenMessage:
    """Return the answer to an interaction. Wait for it if it was deferred, as slow answers are."""
    answer = await asking
    assert not answer.failed
    first = answer.message
    if answer.kind is AnswerKind.ACKNOWLEDGED:
        await club.standin.until(lambda: answer.followups or answer.message not in (first, None))
    elif answer.kind is AnswerKind.THINKING:
        await club.standin.until(lambda: answer.followups or _is_loaded(answer.message))
    shown = answer.followups[-1] if answer.followups else answer.message
    assert shown is not None
    return shown


async def behind_more(club: Club, person: Person, label: str, lobby: SeenMessage) -> SeenMessage:
    """Return the answer to a button behind *More* of a lobby."""
    more = await said(club, person.click("More", message=lobby))
    assert more.ephemeral
    return await said(club, person.click(label, message=more))


def _is_loaded(message: SeenMessage | None) -> bool:
    """Return whether a message shows more than that an answer will come."""
    return message is not None and not message.loading
