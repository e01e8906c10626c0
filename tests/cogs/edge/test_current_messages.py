"""Known content of messages: always correct, whatever the order in which Discord applies requests."""

from contextlib import AbstractContextManager

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cogs.edge.channel_writer import Current, Sent, Write, bring_up_to_date

MESSAGE = 7
STEPS = st.lists(st.sampled_from(["send", "apply", "apply last", "answer", "lose"]), max_size=40)


class Discord:
    """One message, and pending requests that change it. Each is applied before it's answered, in any order."""

    def __init__(self) -> None:
        self.current: Current[int] = Current()
        self.shows = 0
        self.sent = 0
        self._waiting: list[int] = []
        self._applied: list[int] = []
        self._open: dict[int, tuple[AbstractContextManager[Write[int]], Write[int]]] = {}

    def step(self, what: str) -> None:
        match what:
            case "send":
                self.sent += 1
                request = self.current.writing(MESSAGE)
                self._open[self.sent] = request, request.__enter__()
                self._waiting.append(self.sent)
            case "apply" | "apply last" if self._waiting:
                self.shows = self._waiting.pop(-1 if what == "apply last" else 0)
                self._applied.append(self.shows)
            case "answer" if self._applied:
                looks = self._applied.pop(0)
                held, write = self._open.pop(looks)
                write.looks = looks
                held.__exit__(None, None, None)
            case "lose" if self._applied:  # applied, but the answer never arrives
                self._open.pop(self._applied.pop(0))[0].__exit__(None, None, None)
            case _:
                pass


@pytest.mark.slow
@given(STEPS)
def test_known_content_is_always_what_the_message_shows(steps: list[str]) -> None:
    discord = Discord()
    for step in steps:
        discord.step(step)
        known = discord.current.shows(MESSAGE)
        assert discord.current.is_changing(MESSAGE) or known in (None, discord.shows)


async def test_a_message_is_sent_again_until_it_is_up_to_date() -> None:
    current: Current[str] = Current()
    wanted = "a lobby"

    async def send() -> str:
        return "a lobby"

    async def overtaken() -> str:
        with current.writing(MESSAGE) as answer:
            answer.looks = "a game"
        return "a lobby"

    assert await bring_up_to_date(current, MESSAGE, lambda: wanted, overtaken) is Sent.AGAIN
    assert await bring_up_to_date(current, MESSAGE, lambda: wanted, send) is Sent.DONE
    assert await bring_up_to_date(current, MESSAGE, lambda: wanted, send) is Sent.NOTHING
    assert await bring_up_to_date(current, MESSAGE, lambda: "a game", send) is Sent.AGAIN, "it has moved on meanwhile"


async def test_the_request_answered_last_sends_again() -> None:
    current: Current[str] = Current()

    async def send() -> str:
        return "a lobby"

    with current.writing(MESSAGE) as answer:
        assert await bring_up_to_date(current, MESSAGE, lambda: "a lobby", send) is Sent.DONE
        answer.looks = "a lobby"
    assert current.shows(MESSAGE) is None, "nobody knows which was applied last"
    assert await bring_up_to_date(current, MESSAGE, lambda: "a lobby", send) is Sent.DONE
