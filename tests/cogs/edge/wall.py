"""A fake channel, which records posts and edits and can delay or refuse them."""

import asyncio
from dataclasses import dataclass, field
from typing import cast

import aiohttp
import discord

from cogs.edge.messages import Attachment, Detail, Message, Post
from tests.cogs.table.scenes import shown


def refusal(status: int, code: int = 0) -> discord.HTTPException:
    """Return an error as the library raises it."""
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
    """Records posts and edits, oldest first, as (kind, message, text). ``faults`` are raised one after the other.

    While ``gate`` is closed, requests wait.
    """

    done: list[tuple[str, int, str]] = field(default_factory=list)
    buttons: dict[int, list[str]] = field(default_factory=dict)
    pictures: dict[int, list[Attachment]] = field(default_factory=dict)
    looks: str = ""
    deleted: list[int] = field(default_factory=list)
    undeletable: set[int] = field(default_factory=set)
    faults_of: dict[str, list[Exception]] = field(default_factory=dict)
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

    def look(self, guild: int) -> str:
        assert guild
        return self.looks

    async def post(self, guild: int, channel: int, message: Message, post: Post) -> int:
        assert post.what
        await self._through(guild, channel)
        self.last += 1
        self._put("post", self.last, message)
        return self.last

    async def edit(self, guild: int, channel: int, target: int, message: Message) -> None:
        await self._through(guild, channel)
        assert target not in self.deleted
        self._put("edit", target, message)

    async def delete(self, channel: int, message: int) -> None:
        await self._through(1, channel)
        if faults := self.faults_of.get("delete"):
            raise faults.pop(0)
        if message in self.undeletable:
            raise refusal(403, 50013)
        self.deleted.append(message)
        self.done.append(("delete", message, ""))

    async def _through(self, guild: int, channel: int) -> None:
        assert guild
        assert channel
        self.attempts += 1
        self.arrived.set()
        await self.gate.wait()
        if self.faults:
            raise self.faults.pop(0)

    def _put(self, kind: str, target: int, message: Message) -> None:
        seen = shown(message.layout(Detail(files=False)))
        self.done.append((kind, target, seen.text))
        self.buttons[target] = seen.labels
        self.pictures.setdefault(target, []).extend(message.files)

    def labels(self, message: int) -> list[str]:
        """Return the current buttons of a message."""
        return self.buttons[message]

    @property
    def kinds(self) -> list[tuple[str, int]]:
        return [(kind, message) for kind, message, _ in self.done]

    def text(self, message: int) -> str:
        """Return the current text of a message."""
        return [text for _, target, text in self.done if target == message][-1]
