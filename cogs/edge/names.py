"""Names of members, cached in memory only: taken from interactions, or looked up on Discord."""

import asyncio
import logging
from collections.abc import Collection, Iterator, Mapping
from typing import Any, Final, NamedTuple

import discord
from cachetools import LRUCache, TTLCache

from bot.play.state.names import LONGEST_NAME
from bot.play.state.ports import Clock, Signal
from bot.play.state.values import MINUTE
from bot.rummy.shown import visible

logger = logging.getLogger(__name__)

PATIENCE: Final = 1.0
"""Seconds to wait for members from Discord. Names that come later are cached for the next time."""
_REMEMBERED: Final = 50_000
_AT_ONCE: Final = 4
"""Concurrent requests. They're few, to leave most of Discord's rate limit to messages."""
_MOST: Final = 64
"""Maximum number of lookups under way. Other names aren't looked up."""
_UNKNOWN_FOR: Final = 5 * MINUTE
_HERE_FOR: Final = MINUTE
_NOT_THERE: Final = (10007, 10013)
"""Discord's codes for an unknown member and an unknown user. Without its server (10004) the bot knows nothing."""
_LATEST: Final = 15.0
"""Seconds after which a lookup times out."""


class NamedMember(NamedTuple):
    """A member whose name was just looked up; ``guild`` None is their name without a server."""

    guild: int | None
    user: int


class Directory:
    """Looks up members on Discord; the library caches none."""

    def __init__(self, client: discord.Client, clock: Clock) -> None:
        self._http = client.http
        self._here: TTLCache[tuple[int, int], None] = TTLCache(_REMEMBERED, _HERE_FOR, timer=clock)

    async def member(self, guild: int, user: int) -> str:
        """Return a member's name on a server. Raises discord.HTTPException."""
        found: Mapping[str, Any] = await self._http.get_member(guild, user)
        return found.get("nick") or _user_name(found["user"])

    async def user(self, user: int) -> str:
        """Return the name of a user who may have left the server. Raises discord.HTTPException."""
        return _user_name(await self._http.get_user(user))

    # Discord sends departures only with the members intent, which large bots have to get approved. Asking when a player
    # wants what only that member could do is enough; anything but a clear no counts as still there.
    async def has_left(self, guild: int, user: int) -> bool:
        """Return whether a user isn't a member of a server any more; False if Discord doesn't say. Raises nothing.

        A member who is still there isn't looked up again for a minute.
        """
        if (guild, user) in self._here:
            return False
        try:
            async with asyncio.timeout(PATIENCE):
                await self._http.get_member(guild, user)
            self._here[guild, user] = None
        except (discord.HTTPException, OSError, TimeoutError) as error:
            if isinstance(error, discord.NotFound) and error.code in _NOT_THERE:
                return True
            logger.info("a member can't be looked up: %s", type(error).__name__, extra={"guild": guild})
        return False


class DiscordNames:
    """Caches the names of members, and looks up the others in ``directory``.

    ``arrived`` is sent each member whose name was looked up.
    """

    def __init__(self, directory: Directory, clock: Clock, *, patience: float = PATIENCE) -> None:
        self._directory = directory
        self._clock = clock
        self._patience = patience
        self.arrived = Signal[NamedMember]()
        self._closed = False
        self._known: LRUCache[tuple[int | None, int], str] = LRUCache(_REMEMBERED)
        self._unknown: TTLCache[tuple[int | None, int], None] = TTLCache(
            _REMEMBERED, _UNKNOWN_FOR, timer=clock
        )  # failed lookups
        self._asked: dict[tuple[int | None, int], asyncio.Task[None]] = {}
        self._requests = asyncio.Semaphore(_AT_ONCE)

    def heard(self, interaction: discord.Interaction) -> None:
        """Cache the names of an interaction's actor and of the users mentioned in it."""
        guild, actor = interaction.guild_id, interaction.user
        self.put(None, actor.id, actor.global_name or actor.name)
        if guild is None:
            return
        self.put(guild, actor.id, actor.display_name)
        for user, name in _resolved(interaction.data):
            self.put(guild, user, name)

    def put(self, guild: int | None, user: int, name: str) -> None:
        """Cache a member's name."""
        key, name = (guild, user), visible(name)[:LONGEST_NAME]
        if name:
            self._unknown.pop(key, None)
            self._known[key] = name

    def at_hand(self, guild: int | None, users: Collection[int]) -> Mapping[int, str]:
        """Return the cached names of members. Raises nothing."""
        return {user: self._known[guild, user] for user in users if (guild, user) in self._known}

    def ask(self, guild: int | None, users: Collection[int]) -> None:
        """Look up the missing names of members in the background; `arrived` is sent each. Raises nothing."""
        self._ask_all(guild, users)

    async def names(self, guild: int | None, users: Collection[int]) -> Mapping[int, str]:
        """Return the names of members, looking up missing ones, without those not found in time. Raises nothing."""
        asked = self._ask_all(guild, users)
        if asked:
            await asyncio.wait(asked, timeout=self._patience)
        return self.at_hand(guild, users)

    def forget(self, user: int) -> None:
        """Remove a user's names on all servers, and failed lookups of them, from the cache."""
        for known in (self._known, self._unknown):
            for key in [key for key in known if key[1] == user]:
                known.pop(key, None)

    def forget_server(self, guild: int) -> None:
        """Remove all names on a server from the cache."""
        for key in [key for key in self._known if key[0] == guild]:
            del self._known[key]

    async def close(self) -> None:
        """Cancel all lookups."""
        self._closed = True
        for task in self._asked.values():
            task.cancel()
        await asyncio.gather(*self._asked.values(), return_exceptions=True)

    def _ask_all(self, guild: int | None, users: Collection[int]) -> set[asyncio.Task[None]]:
        """Start looking up the names that are missing."""
        missing = [(guild, user) for user in users if user > 0 and (guild, user) not in self._known]
        return {task for key in missing if (task := self._asking(key)) is not None}

    def _asking(self, key: tuple[int | None, int]) -> asyncio.Task[None] | None:
        """Start looking up a name; None if that failed recently or too many lookups are under way."""
        task = self._asked.get(key)
        if task is not None or self._closed or key in self._unknown:
            return task
        if len(self._asked) >= _MOST:
            return None
        task = self._asked[key] = asyncio.create_task(self._ask(*key), name="a name")
        task.add_done_callback(lambda _: self._asked.pop(key))
        return task

    async def _ask(self, guild: int | None, user: int) -> None:
        """Look up a name and cache it, or that it wasn't found."""
        key = guild, user
        try:
            async with self._requests, asyncio.timeout(_LATEST):
                if key not in self._known:
                    self.put(guild, user, await _asked(self._directory, guild, user))
                    self.arrived.send(NamedMember(guild, user))
        except (discord.HTTPException, OSError, TimeoutError) as error:
            logger.info("a name can't be looked up: %s", type(error).__name__, extra={"guild": guild})
        if key not in self._known:
            self._unknown[key] = None


async def _asked(directory: Directory, guild: int | None, user: int) -> str:
    """Look up a member, or the user without a server or if they have left it."""
    if guild is None:
        return await directory.user(user)
    try:
        return await directory.member(guild, user)
    except discord.NotFound:
        return await directory.user(user)


def _user_name(user: Mapping[str, Any]) -> str:
    name: str = user.get("global_name") or user["username"]
    return name


def _resolved(data: object) -> Iterator[tuple[int, str]]:
    """Yield the users mentioned in an interaction, with their names."""
    resolved = data.get("resolved") if isinstance(data, dict) else None
    users = resolved.get("users") if isinstance(resolved, dict) else None
    members = (resolved.get("members") if isinstance(resolved, dict) else None) or {}
    for number, user in (users or {}).items():
        yield int(number), members.get(number, {}).get("nick") or _user_name(user)
