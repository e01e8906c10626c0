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
    assert first is not None
    if answer.kind in (AnswerKind.THINKING, AnswerKind.ACKNOWLEDGED):
        await club.standin.until(lambda: answer.followups or answer.message not in (first, None))
    shown = answer.followups[-1] if answer.followups else answer.message
    assert shown is not None
    return shown
