"""Checks the bot's permissions on a server: where it has tables and posts, and where tables may be opened."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

import discord

from bot.places import ServerPlaces
from cogs.edge.permissions import INVITED

_NEEDED: Final = ("view_channel", "send_messages", "attach_files")
_NEEDED_IN_THREADS: Final = ("view_channel", "send_messages_in_threads", "attach_files")
_WANTED: Final = tuple(name for name, asked in INVITED if asked)
_MOST_LISTED: Final = 10
"""How many channels one line lists."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing to know about a server, and whether something doesn't work because of it."""

    text: str
    is_problem: bool = False


@dataclass(frozen=True, slots=True)
class ServerCheck:
    """A server: in how many of its channels tables can be opened, and what was found."""

    name: str
    usable: int
    channels: int
    findings: tuple[Finding, ...]


async def check_server(client: discord.Client, guild_id: int, places: ServerPlaces) -> ServerCheck:
    """Check a server. Raises discord.HTTPException, OSError."""
    guild = await client.fetch_guild(guild_id, with_counts=False)
    me = await guild.fetch_member(client.user.id if client.user else 0)
    channels = {channel.id: channel for channel in await guild.fetch_channels()}
    texts = [one for one in channels.values() if isinstance(one, discord.TextChannel) and _allows(places, one)]
    lacking = {channel.id: _lacking(channel.permissions_for(me), _NEEDED) for channel in texts}
    usable = sum(not missing for missing in lacking.values())
    findings = [await _used(client, channels, me, channel, what) for channel, what in places.used.items()]
    shut = [one for one in texts if lacking[one.id] and one.id not in places.used]
    findings += _unusable(shut, {one.id: lacking[one.id] for one in shut}, usable, limited=bool(places.allowed))
    wanted = _lacking(me.guild_permissions, _WANTED)
    if wanted:
        findings.append(Finding(f"the bot's role lacks {_words(wanted)}, which its invitation asks for"))
    return ServerCheck(guild.name, usable, len(texts), tuple(one for one in findings if one is not None))


def _allows(places: ServerPlaces, channel: discord.TextChannel) -> bool:
    """Return whether tables may be opened in a channel."""
    return not places.allowed or bool({channel.id, channel.category_id} & set(places.allowed))


async def _used(
    client: discord.Client,
    channels: Mapping[int, discord.abc.GuildChannel],
    me: discord.Member,
    number: int,
    what: list[str],
) -> Finding | None:
    """Check a channel or thread in which something of the bot is."""
    about, thread, found = " and ".join(what), None, channels.get(number)
    if found is None:
        try:
            thread = await client.fetch_channel(number)
        except discord.NotFound:
            return Finding(f"the channel {number} with {about} was deleted")
        except discord.Forbidden:
            return Finding(f"{about} in the channel {number}: View Channel is missing", is_problem=True)
        found = channels.get(thread.parent_id or 0) if isinstance(thread, discord.Thread) else None
    if found is None:
        return Finding(f"{about} in the channel {number}: its permissions can't be checked")
    granted = found.permissions_for(me)
    missing = _lacking(granted, _NEEDED if thread is None else _NEEDED_IN_THREADS)
    if thread is not None and not granted.send_messages:  # the library then assumes that no files can be sent, either
        missing = tuple(name for name in missing if name != "attach_files")
    if not missing:
        return None
    where = f"#{found.name}" if thread is None else f"a thread of #{found.name}"
    return Finding(f"{about} in {where}: {_missing(missing)}", is_problem=True)


def _unusable(
    shut: list[discord.TextChannel], lacking: dict[int, tuple[str, ...]], usable: int, *, limited: bool
) -> Iterator[Finding]:
    """Yield what keeps the bot from channels in which tables may be opened, one line per set of permissions."""
    by_permissions: dict[tuple[str, ...], list[str]] = {}
    for channel in shut:
        by_permissions.setdefault(lacking[channel.id], []).append(f"#{channel.name}")
    for missing, names in by_permissions.items():
        more = f" and {len(names) - _MOST_LISTED} more" if len(names) > _MOST_LISTED else ""
        listed = ", ".join(names[:_MOST_LISTED]) + more
        yield Finding(f"tables can't be opened in {listed}: {_missing(missing)}", is_problem=limited or not usable)


def _lacking(granted: discord.Permissions, names: tuple[str, ...]) -> tuple[str, ...]:
    """Return which permissions are missing; only the one that takes all others away, if it is."""
    missing = tuple(name for name in names if not getattr(granted, name))
    return missing[:1] if {"view_channel", "send_messages"} & set(missing[:1]) else missing


def _words(names: tuple[str, ...]) -> str:
    """Return permissions as Discord shows them in English."""
    return ", ".join(name.replace("_", " ").title().replace(" In ", " in ") for name in names)


def _missing(names: tuple[str, ...]) -> str:
    """Return that permissions are missing."""
    return f"{_words(names)} {'is' if len(names) == 1 else 'are'} missing"
