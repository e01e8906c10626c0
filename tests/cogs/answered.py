"""What somebody is shown in answer to what they did, however slow the machine is."""

from collections.abc import Awaitable

from bot.playground import SeenMessage
from bot.playground.answers import Answer
from bot.playground.interactions import AnswerKind
from tests.end_to_end.club import Club


async def said(club: Club, asking: Awaitable[Answer]) -> SeenMessage:
    """Wait for the answer itself where it is only announced at first, as after a second and a half it is."""
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


def _is_loaded(message: SeenMessage | None) -> bool:
    """Return whether a message shows more than that an answer will come."""
    return message is not None and not message.loading
