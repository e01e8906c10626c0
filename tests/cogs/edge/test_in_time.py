"""Every click gets its first answer before Discord gives up after three seconds, however long making one takes.

The time is simulated: a story jumps from one timer to the next, so nothing depends on the machine.
"""

import asyncio
from typing import Any, cast

import discord
import pytest
from discord.http import Route
from discord.webhook.async_ import AsyncWebhookAdapter

from bot.play.service.posting import Posting
from bot.play.state.people import Preferences, Server
from bot.playground import StandIn
from bot.playground.interactions import FIRST_ANSWER
from bot.playground.state import EPHEMERAL
from bot.text.catalogs import Catalogs
from cogs.edge.answers import Answers, Reply, Where, notice
from cogs.edge.clicks import PageClick, PageClicks, PageRoute, Router
from cogs.edge.languages import Languages, Readers
from cogs.edge.messages import CardEmojis
from tests.cogs.edge.virtual_time import simulated
from tests.cogs.unplugged import Clickers

pytestmark = pytest.mark.three_seconds
NOW = 1_800_000_000.0
DEFERRED = (5, 6)
"""The types of callbacks that only say that an answer will come."""


class People:
    """Preferences that nobody has changed."""

    async def get(self, user: int) -> Preferences:
        return Preferences(user)


class Here:
    """A server that nobody has set up."""

    def of(self, guild: int) -> Server:
        return Server(guild)


class Edge:
    """Clicks on a page whose answer takes ``seconds`` to make, for a machine whose clock is ``ahead`` by some seconds.

    ``answered`` has the type of each callback, and how long after the click it was sent; ``private`` says whether
    only the actor sees the answer.
    """

    def __init__(self, where: Where, seconds: float, ahead: float = 0) -> None:
        loop = asyncio.get_running_loop()
        self.answered: list[tuple[int, float]] = []
        self.private: list[bool] = []
        self.edited = 0
        self._where, self._seconds = where, seconds
        self._people = Clickers(StandIn(clock=lambda: NOW + loop.time()))
        self._client = discord.Client(intents=discord.Intents(guilds=True))
        self._people.log_in(self._client)
        readers = Readers(cast(Any, People()))
        languages = Languages(Catalogs(), cast(Any, Here()), readers)
        self.answers = Answers(lambda: round(1000 * (NOW + loop.time() + ahead)), CardEmojis(), readers)
        pages = {"slow": PageRoute(self._slow, where)}
        sections = PageClicks(self.answers, languages, Posting(lambda: 0), pages)
        self._router = Router(self.answers, languages, sections)

    async def _slow(self, _: PageClick) -> Reply:
        await asyncio.sleep(self._seconds)
        return notice("At last.")

    async def click(self, delay: float, monkeypatch: pytest.MonkeyPatch) -> None:
        """Click, and let the click arrive after a delay."""
        loop = asyncio.get_running_loop()
        made = loop.time()

        async def request(_: AsyncWebhookAdapter, route: Route, *_rest: object, **about: Any) -> object:  # noqa: ANN401
            if route.path.endswith("/callback"):
                sent = about["payload"] or {}
                self.answered.append((sent.get("type", 4), loop.time() - made))
                self.private.append((sent.get("data") or {}).get("flags") == EPHEMERAL)
            else:
                self.edited += 1
            return self._people.reply(route)

        monkeypatch.setattr(AsyncWebhookAdapter, "request", request)
        payload = await self._people.payload(self._people.ala, "l1:slow")
        await asyncio.sleep(delay)
        interaction = discord.Interaction(data=cast(Any, payload), state=self._client._connection)
        await self._router.on_interaction(interaction)


CLICKS = [(0.0, delay / 10) for delay in range(28)] + [(-0.9, delay / 10) for delay in range(5)]
"""How far the machine's clock is ahead, and how long a click takes to arrive, in seconds.

A difference of up to a second between the clocks isn't corrected, so a click may seem to be younger than it is.
"""


@pytest.mark.parametrize("where", [Where.PRIVATE, Where.PUBLIC, Where.POST])
def test_a_slow_answer_is_deferred_before_discord_gives_up(where: Where, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(ahead: float, delay: float) -> list[tuple[int, float]]:
        edge = Edge(where, 20, ahead)
        await edge.click(delay, monkeypatch)
        return edge.answered

    for ahead, delay in CLICKS:
        ((kind, after), *others) = simulated(story(ahead, delay))
        assert kind in DEFERRED
        assert after < FIRST_ANSWER, f"a click that arrived after {delay} s was answered after {after} s"
        assert others == []


@pytest.mark.parametrize("where", [Where.PRIVATE, Where.PUBLIC, Where.POST])
def test_a_private_answer_to_a_click_on_a_public_message_stays_private_when_deferred(
    where: Where, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> list[bool]:
        edge = Edge(where, 20)
        await edge.click(0, monkeypatch)
        return edge.private

    assert simulated(story()) == [where is Where.PRIVATE]


def test_an_answer_that_is_ready_is_sent_at_once_and_not_deferred(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> list[tuple[int, float]]:
        edge = Edge(Where.PRIVATE, 1.2)
        await edge.click(0.1, monkeypatch)
        return edge.answered

    ((kind, after),) = simulated(story())
    assert kind not in DEFERRED
    assert after == pytest.approx(1.3, abs=0.01)


def test_a_bot_that_stops_waits_for_answers_but_not_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(seconds: float) -> tuple[int, float]:
        edge, loop = Edge(Where.PRIVATE, seconds), asyncio.get_running_loop()
        clicking = asyncio.create_task(edge.click(0, monkeypatch))
        await asyncio.sleep(0.1)
        began = loop.time()
        await edge.answers.settle()
        done = len(edge.answered) + edge.edited, loop.time() - began
        clicking.cancel()
        return done

    answered, waited = simulated(story(2.0))
    assert answered == 2
    assert waited < FIRST_ANSWER
    _, waited = simulated(story(1000.0))
    assert waited < FIRST_ANSWER
