"""What members are called: in memory alone, from what they click, and else from Discord."""

import asyncio
import logging
from collections.abc import Collection, Iterator, Mapping
from typing import Any, Final, NamedTuple

import discord
from cachetools import LRUCache, TTLCache

from bot.play.names import LONGEST_NAME, visible
from bot.play.ports import Clock
from bot.play.signals import Signal
from bot.play.values import MINUTE

logger = logging.getLogger(__name__)

PATIENCE: Final = 1.0
"""Seconds for which somebody who needs names waits for Discord; what comes later is there the next time."""
_REMEMBERED: Final = 50_000
_AT_ONCE: Final = 4
"""Requests at a time: names leave Discord's limits to messages."""
_MOST: Final = 64
"""Members who are asked for at a time; nobody waits for more of them."""
_UNKNOWN_FOR: Final = 5 * MINUTE
_LATEST: Final = 15.0
"""Seconds after which a request is given up."""


class NamedMember(NamedTuple):
    """A member whose name Discord has just told."""

    guild: int
    user: int


class Directory:
    """Discord's members, with nothing asked of the library's cache, which holds none."""

    def __init__(self, client: discord.Client) -> None:
        self._http = client.http

    async def member(self, guild: int, user: int) -> str:
        """Say what a member is called on a server. discord.HTTPException."""
        found: Mapping[str, Any] = await self._http.get_member(guild, user)
        return found.get("nick") or _user_name(found["user"])

    async def user(self, user: int) -> str:
        """Say what somebody is called who may have left the server. discord.HTTPException."""
        return _user_name(await self._http.get_user(user))


class DiscordNames:
    """Remembers the names of members, those needed last, and asks ``directory`` for the others.

    ``arrived`` is sent every member whose name the directory has just told.
    """

    def __init__(self, directory: Directory, clock: Clock, *, patience: float = PATIENCE) -> None:
        self._directory = directory
        self._clock = clock
        self._patience = patience
        self.arrived = Signal[NamedMember]()
        self._closed = False
        self._known: LRUCache[tuple[int, int], str] = LRUCache(_REMEMBERED)
        self._unknown: TTLCache[tuple[int, int], None] = TTLCache(
            _REMEMBERED, _UNKNOWN_FOR, timer=clock
        )  # not asked for
        self._asked: dict[tuple[int, int], asyncio.Task[None]] = {}
        self._requests = asyncio.Semaphore(_AT_ONCE)

    def heard(self, interaction: discord.Interaction) -> None:
        """Take note of whoever clicks, and of those whom they name."""
        guild = interaction.guild_id
        if guild is None:
            return
        self.put(guild, interaction.user.id, interaction.user.display_name)
        for user, name in _resolved(interaction.data):
            self.put(guild, user, name)

    def put(self, guild: int, user: int, name: str) -> None:
        """Remember what somebody is called."""
        key, name = (guild, user), visible(name)[:LONGEST_NAME]
        if name:
            self._unknown.pop(key, None)
            self._known[key] = name

    def at_hand(self, guild: int, users: Collection[int]) -> Mapping[int, str]:
        """Return the names at hand of members of a server. Raises nothing."""
        return {user: self._known[guild, user] for user in users if (guild, user) in self._known}

    def ask(self, guild: int, users: Collection[int]) -> None:
        """Look the names of members up in the background, and tell ``arrived`` about each. Raises nothing."""
        self._ask_all(guild, users)

    async def names(self, guild: int, users: Collection[int]) -> Mapping[int, str]:
        """Say what members of a server are called there. Whom nobody can name in time is missing. Raises nothing."""
        asked = self._ask_all(guild, users)
        if asked:
            await asyncio.wait(asked, timeout=self._patience)
        return self.at_hand(guild, users)

    def forget(self, user: int) -> None:
        """Forget what somebody is called, everywhere, and that they were asked for."""
        for known in (self._known, self._unknown):
            for key in [key for key in known if key[1] == user]:
                known.pop(key, None)

    def forget_server(self, guild: int) -> None:
        """Forget what everybody is called on a server."""
        for key in [key for key in self._known if key[0] == guild]:
            del self._known[key]

    async def close(self) -> None:
        """Stop asking."""
        self._closed = True
        for task in self._asked.values():
            task.cancel()
        await asyncio.gather(*self._asked.values(), return_exceptions=True)

    def _ask_all(self, guild: int, users: Collection[int]) -> set[asyncio.Task[None]]:
        """Have Discord asked for the names that are missing."""
        missing = [(guild, user) for user in users if user > 0 and (guild, user) not in self._known]
        return {task for key in missing if (task := self._asking(key)) is not None}

    def _asking(self, key: tuple[int, int]) -> asyncio.Task[None] | None:
        """Have Discord asked for a name; None where that is of no use, or too many are asked for already."""
        task = self._asked.get(key)
        if task is not None or self._closed or key in self._unknown:
            return task
        if len(self._asked) >= _MOST:
            return None
        task = self._asked[key] = asyncio.create_task(self._ask(*key), name="a name")
        task.add_done_callback(lambda _: self._asked.pop(key))
        return task

    async def _ask(self, guild: int, user: int) -> None:
        """Ask Discord for a name, and remember it, or that there is none to be had."""
        key = guild, user
        try:
            async with self._requests, asyncio.timeout(_LATEST):
                if key not in self._known:
                    self.put(guild, user, await _asked(self._directory, guild, user))
                    self.arrived.send(NamedMember(guild, user))
        except (discord.HTTPException, OSError, TimeoutError) as error:
            logger.info("nobody knows a name: %s", type(error).__name__, extra={"guild": guild})
        if key not in self._known:
            self._unknown[key] = None


async def _asked(directory: Directory, guild: int, user: int) -> str:
    """Ask for a member, and for who is none any more as for anybody."""
    try:
        return await directory.member(guild, user)
    except discord.NotFound:
        return await directory.user(user)


def _user_name(user: Mapping[str, Any]) -> str:
    """Read what somebody is called from what Discord says of them."""
    name: str = user.get("global_name") or user["username"]
    return name


def _resolved(data: object) -> Iterator[tuple[int, str]]:
    """List the people whom an interaction names, with what they are called."""
    resolved = data.get("resolved") if isinstance(data, dict) else None
    users = resolved.get("users") if isinstance(resolved, dict) else None
    members = (resolved.get("members") if isinstance(resolved, dict) else None) or {}
    for number, user in (users or {}).items():
        yield int(number), members.get(number, {}).get("nick") or _user_name(user)
