"""A page for the people of a club, and browsers that show panes."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field

import aiohttp
import pytest

from bot.playground.errors import JSON
from bot.playground.page import PageStep, PlaygroundPage
from bot.playground.standin import WAIT
from tests.playground.conftest import Club

TOKEN = "secret"
LOCALES = (("en-US", "English"), ("pl", "Polski"))


@dataclass(slots=True)
class Tab:
    """A browser tab with one pane, which applies what the page sends. `received` is everything that came."""

    socket: aiohttp.ClientWebSocketResponse
    received: list[str] = field(default_factory=list)
    hello: JSON = field(default_factory=dict)
    screen: JSON = field(default_factory=dict)
    messages: JSON = field(default_factory=dict)
    done: dict[object, JSON] = field(default_factory=dict)
    notices: list[JSON] = field(default_factory=list)
    resets: int = 0
    asked: int = 0

    async def until(self, condition: Callable[[], object]) -> None:
        """Apply what comes until a condition is true."""
        async with asyncio.timeout(WAIT):
            while not condition():
                self.apply(await self.socket.receive_json())

    def apply(self, sent: JSON) -> None:
        self.received.append(repr(sent))
        match sent["type"]:
            case "hello":
                self.hello = sent
            case "changes":
                if sent.get("reset"):
                    self.messages.clear()
                    self.resets += 1
                self.screen |= {name: value for name, value in sent.items() if name not in ("messages", "removed")}
                self.messages |= {one["id"]: one for one in sent.get("messages", ())}
                for number in sent.get("removed", ()):
                    del self.messages[number]
            case "done":
                self.done[sent["id"]] = sent
            case "notify":
                self.notices.append(sent)

    async def ask(self, do: str, **arguments: object) -> object:
        """Send a request."""
        self.asked += 1
        await self.socket.send_json({"id": self.asked, "do": do, **arguments})
        return self.asked

    async def do(self, do: str, **arguments: object) -> object:
        """Send a request, and return its result. AssertionError if there is a problem."""
        answer = await self.answer(do, **arguments)
        assert answer["problem"] is None
        result: object = answer["result"]
        return result

    async def problem(self, do: str, **arguments: object) -> str:
        """Send a request that isn't possible, and return what the person is told."""
        problem = (await self.answer(do, **arguments))["problem"]
        assert isinstance(problem, str)
        return problem

    async def answer(self, do: str, **arguments: object) -> JSON:
        number = await self.ask(do, **arguments)
        await self.until(lambda: number in self.done)
        return self.done.pop(number)

    @property
    def newest(self) -> JSON:
        """The newest message."""
        message: JSON = self.messages[max(self.messages, key=int)]
        return message

    def part(self, kind: str, message: JSON | None = None) -> JSON:
        """The first part of a kind in a message, which may be in a container."""
        return next(one for one in flat((message or self.newest)["parts"]) if one["kind"] == kind)

    def texts(self) -> list[str]:
        """The first text of each message."""
        shown = sorted(self.messages.values(), key=lambda one: int(one["id"]))
        return [next((one["text"] for one in flat(message["parts"]) if one["kind"] == "text"), "") for message in shown]

    async def click(self, label: str, message: JSON | None = None) -> None:
        """Click a button by its label."""
        await self.do("click", **self.button(label, message))

    def button(self, label: str, message: JSON | None = None) -> dict[str, str]:
        """The arguments of a click."""
        found = message or self.newest
        buttons = [one for part in flat(found["parts"]) for one in part.get("buttons", ())]
        custom_id = next(one["custom_id"] for one in buttons if one["label"] == label)
        return {"message": found["id"], "custom_id": custom_id}


def flat(parts: list[JSON]) -> list[JSON]:
    return [one for part in parts for one in (part, *flat(part.get("parts", [])))]


class Browser:
    """A browser that opened the page's address."""

    def __init__(self, page: PlaygroundPage, session: aiohttp.ClientSession) -> None:
        self.page = page
        self.session = session
        self.origin = f"http://127.0.0.1:{page.port}"
        self.tabs: list[Tab] = []

    def url(self, path: str) -> str:
        return self.origin + path

    async def get(self, path: str) -> tuple[int, bytes]:
        async with self.session.get(self.url(path)) as response:
            return response.status, await response.read()

    async def open(self, number: int) -> Tab:
        """Open a pane, and wait until it shows everything."""
        path = f"/pane/{number}/live"
        tab = Tab(await self.session.ws_connect(self.url(path), headers={"Origin": self.origin}))
        self.tabs.append(tab)
        await tab.until(lambda: tab.screen)
        return tab


@pytest.fixture
def steps() -> list[PageStep]:
    return []


@pytest.fixture
async def page(club: Club, steps: list[PageStep]) -> AsyncIterator[PlaygroundPage]:
    people = (club.ala, club.bob)
    made = PlaygroundPage(club.standin, club.guild, people, token=TOKEN, locales=LOCALES, recorder=steps.append)
    async with made:
        yield made


@pytest.fixture
async def browser(page: PlaygroundPage) -> AsyncIterator[Browser]:
    jar = aiohttp.CookieJar(unsafe=True)  # cookies of 127.0.0.1, too
    async with aiohttp.ClientSession(cookie_jar=jar) as session:
        one = Browser(page, session)
        await one.get(f"/?token={TOKEN}")
        yield one
        for tab in one.tabs:
            await tab.socket.close()
