"""``remik check-config --online``: what Discord says about token, application, servers, permissions and emojis."""

import sys
from collections.abc import Mapping
from typing import Any, Final

import discord
from discord.http import Route

from bot.cli.app import differing
from bot.cli.login import logged_in, refusal
from bot.exit_status import ExitStatus
from bot.permission_check import ServerCheck, check_server
from bot.places import ServerPlaces
from bot.settings import Settings
from cogs.edge.emojis import FACED, emoji_name
from cogs.edge.permissions import invitation

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
