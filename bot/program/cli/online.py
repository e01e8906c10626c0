"""``remik check-config --online``: what Discord says about token, application, servers, permissions and emojis."""

import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

import discord
from discord.http import Route

from bot.program.cli.app import differing, logged_in, refusal
from bot.program.exit_status import ExitStatus
from bot.program.settings import Settings
from cogs.edge.messages import FACED, emoji_name
from cogs.edge.permissions import INVITED, invitation
from data.database import Database, open_database
from data.people.servers import SqlServers
from data.tables.store import SqlTables
from data.tournaments import SqlTournaments


@dataclass(slots=True)
class ServerPlaces:
    """The places on a server: channels and what is there; and the channels or categories for tables, if limited."""

    used: dict[int, list[str]] = field(default_factory=dict)
    allowed: tuple[int, ...] = ()

    def add(self, channel: int, what: str) -> None:
        """Record what is in a channel, once."""
        kinds = self.used.setdefault(channel, [])
        if what not in kinds:
            kinds.append(what)


async def places_in(url: str) -> Mapping[int, ServerPlaces]:
    """Read the places of all servers from a database with the current schema. DatabaseError."""
    database = await open_database(url)
    try:
        return await _places(database)
    finally:
        await database.close()


async def _places(database: Database) -> Mapping[int, ServerPlaces]:
    found: dict[int, ServerPlaces] = {}

    def of(guild: int) -> ServerPlaces:
        return found.setdefault(guild, ServerPlaces())

    servers = SqlServers(database)
    await servers.load()
    for server in servers.all():
        of(server.guild).allowed = server.channels
        if server.lounge is not None:
            of(server.guild).add(server.lounge.channel, "the lounge")
        if server.board is not None:
            of(server.guild).add(server.board.channel, "the standings")
    for home in await SqlTables(database).homes():
        of(home.guild).add(home.channel, "a table")
    for guild, channel in await SqlTournaments(database).homes():
        of(guild).add(channel, "a tournament")
    return found


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


MOST_SERVERS: Final = 50
"""How many servers are checked besides those in which the bot has tables or posts: each takes three requests."""
_WORST: Final = (ExitStatus.OK, ExitStatus.FAILED, ExitStatus.UNAVAILABLE, ExitStatus.CONFIG)
"""The statuses of a check, the worst last."""
_PRIVILEGED: Final = {"gateway_presence": "Presence", "gateway_guild_members": "Server Members",
                      "gateway_message_content": "Message Content"}  # fmt: skip
"""Privileged intents, by the name of discord.py, with their labels on the application's page."""


class Report:
    """What the check says, line by line, and its exit status."""

    def __init__(self, status: ExitStatus = ExitStatus.OK) -> None:
        self.status = status
        self.problems = int(status is not ExitStatus.OK)

    @property
    def summary(self) -> str:
        """The last line."""
        if not self.problems:
            return "no problems"
        return f"{self.problems} problem{'s' * (self.problems != 1)}; exit status {self.status}"

    def say(self, line: str) -> None:
        """Print a line."""
        sys.stdout.write(f"{line}\n")
        sys.stdout.flush()

    def problem(self, line: str, status: ExitStatus = ExitStatus.FAILED) -> None:
        """Print what has to be changed, and count it."""
        self.say(line)
        self.problems += 1
        self.status = max(self.status, status, key=_WORST.index)


async def check_online(
    settings: Settings, places: Mapping[int, ServerPlaces], only: int | None, report: Report
) -> None:
    """Ask Discord about everything the bot needs, only about one server if given, and report it."""
    try:
        async with await logged_in(settings) as client:
            report.say(f"token: OK, {client.user}")
            about = await client.http.request(Route("GET", "/applications/@me"))
            _check_application(about, client, report)
            await _check_gateway(client, report)
            await _check_servers(client, places, only, report)
            await _check_emojis(client, report)
    except (discord.DiscordException, OSError) as error:
        status, sentence = refusal(error)
        report.problem(sentence, status)


def _check_application(about: Mapping[str, Any], client: discord.Client, report: Report) -> None:
    """Check what the application's pages on Discord set."""
    page = f"https://discord.com/developers/applications/{about['id']}"
    report.say(f"application: {about['name']} ({about['id']})")
    endpoint = about.get("interactions_endpoint_url")
    if endpoint:
        why = "an Interactions Endpoint URL is set, so the bot gets no clicks and commands; remove it"
        report.problem(f"  problem: {why} at {page}/information", ExitStatus.CONFIG)
    if about.get("bot_require_code_grant"):
        report.problem(
            f"  problem: Requires OAuth2 Code Grant is on, so the invitation fails; turn it off at {page}/bot"
        )
    if not about.get("bot_public", True):
        report.say(f"  note: Public Bot is off, so only you can add the bot to servers ({page}/bot)")
    flags = client.application_flags
    on = [label for name, label in _PRIVILEGED.items() if getattr(flags, name) or getattr(flags, f"{name}_limited")]
    report.say("intents: OK, the bot needs no privileged one")
    if on:
        report.say(f"  note: the bot doesn't use {', '.join(on)}, which you can turn off at {page}/bot")
    fields = differing(about)
    if fields:
        report.say(f"install settings: {', '.join(fields)} not set up; `remik app` does it")
    else:
        report.say("install settings: OK")
    report.say(f"invitation: {invitation(client.application_id or 0)}")


async def _check_gateway(client: discord.Client, report: Report) -> None:
    """Check how many connections Discord wants, and whether it allows another login today."""
    shards, _, limits = await client.http.get_bot_gateway()
    left = f"{limits['remaining']} of {limits['total']} logins left today"
    if limits["remaining"] > 0:
        report.say(f"gateway: OK, {shards} shard{'s' * (shards != 1)}, {left}")
        return
    hours = limits["reset_after"] / 3_600_000
    report.problem(f"gateway: {left}; a start waits {hours:.1f} hours for the next", ExitStatus.UNAVAILABLE)


async def _check_servers(
    client: discord.Client, places: Mapping[int, ServerPlaces], only: int | None, report: Report
) -> None:
    """Check the permissions on the servers, first on those in which the bot has something."""
    there = [guild.id async for guild in client.fetch_guilds(limit=None, with_counts=False)]
    if only is not None and only not in there:
        report.problem(f"servers: the bot isn't on the server {only}")
        return
    report.say(f"servers: {len(there)}" if there else "servers: none yet; open the invitation to add the bot to one")
    used = [guild for guild in there if guild in places]
    others = [guild for guild in there if guild not in places]
    chosen = [*used, *others[:MOST_SERVERS]] if only is None else [only]
    for guild in chosen:
        try:
            checked = await check_server(client, guild, places.get(guild, ServerPlaces()))
        except (discord.Forbidden, discord.NotFound) as error:
            report.problem(f"  {guild}: can't be read (HTTP {error.status})")
        else:
            _report_server(guild, checked, report)
    if only is None and len(there) > len(chosen):
        report.say(f"  {len(there) - len(chosen)} more without tables or posts; `--server ID` checks one of them")


def _report_server(guild: int, checked: ServerCheck, report: Report) -> None:
    """Print the result of checking a server."""
    report.say(f"  {guild} ({checked.name}): tables can be opened in {checked.usable} of {checked.channels} channels")
    for finding in checked.findings:
        if finding.is_problem:
            report.problem(f"    problem: {finding.text}")
        else:
            report.say(f"    note: {finding.text}")


async def _check_emojis(client: discord.Client, report: Report) -> None:
    """Check whether the card faces for buttons are uploaded."""
    there = {emoji.name for emoji in await client.fetch_application_emojis()}
    missing = sum(emoji_name(card) not in there for card in FACED)
    if not missing:
        report.say(f"emojis: OK, {len(FACED)} card faces")
    else:
        report.say(f"emojis: {missing} of {len(FACED)} card faces missing; `remik emojis` uploads them (optional)")
