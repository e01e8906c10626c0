"""A channel without Discord: what is posted and edited can be looked at, held up and refused."""

import asyncio
from dataclasses import dataclass, field
from typing import cast

import aiohttp
import discord

from cogs.messages import Dress, Message
from tests.cogs.scenes import shown


def refusal(status: int, code: int = 0) -> discord.HTTPException:
    """An error as the library raises it."""
    kinds = {403: discord.Forbidden, 404: discord.NotFound}
    kind = discord.DiscordServerError if status >= 500 else kinds.get(status, discord.HTTPException)
    response = cast(aiohttp.ClientResponse, _Response(status, "because"))
    return kind(response, {"code": code, "message": "because"})


@dataclass
class _Response:
    status: int
    reason: str


@dataclass
class Wall:
    """Posts and edits, oldest first, as (message, text); ``faults`` are raised instead, one after the other.

    While ``gate`` is closed nothing gets through.
    """

    done: list[tuple[str, int, str]] = field(default_factory=list)
    faults: list[Exception] = field(default_factory=list)
    gate: asyncio.Event = field(default_factory=asyncio.Event)
    arrived: asyncio.Event = field(default_factory=asyncio.Event)
    attempts: int = 0
    last: int = 0

    def __post_init__(self) -> None:
        self.gate.set()

    def locale(self, guild: int) -> str | None:
        assert guild
        return None

    async def post(self, guild: int, channel: int, message: Message) -> int:
        await self._through(guild, channel)
        self.last += 1
        self.done.append(("post", self.last, _text(message)))
        return self.last

    async def edit(self, guild: int, channel: int, target: int, message: Message) -> None:
        await self._through(guild, channel)
        self.done.append(("edit", target, _text(message)))

    async def _through(self, guild: int, channel: int) -> None:
        assert guild
        assert channel
        self.attempts += 1
        self.arrived.set()
        await self.gate.wait()
        if self.faults:
            raise self.faults.pop(0)

    @property
    def kinds(self) -> list[tuple[str, int]]:
        return [(kind, message) for kind, message, _ in self.done]

    def text(self, message: int) -> str:
        """What a message says now."""
        return [text for _, target, text in self.done if target == message][-1]


def _text(message: Message) -> str:
    return shown(message.layout(Dress(files=False))).text
