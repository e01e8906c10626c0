"""How ``remik run`` starts: its event loop, and what it prints once the bot is online."""

import asyncio
from collections.abc import Callable, Sequence
from importlib import import_module
from importlib.metadata import version

from bot.program import Remik
from cogs.edge.permissions import invitation


def startup_lines(bot: Remik, database: str) -> list[str]:
    """Describe a bot that is online; ``database`` is the database in words."""
    client, user = bot.client, bot.client.user
    name, servers = "the bot" if user is None else str(user), len(client.servers())
    link = invitation(client.application_id or 0)
    lines = [
        f"Remik {version('remik')} is online as {name} (application {client.application_id})",
        f"  database   {database}",
        f"  languages  {', '.join(sorted(bot.edge.languages.names))}",
        f"  servers    {servers}",
    ]
    if servers:
        return [*lines, f"  invite     {link}"]
    return [*lines, *_boxed(("It isn't on any server yet. Open this link to add it to one:", "", link))]


def _boxed(lines: Sequence[str]) -> list[str]:
    """Print lines between two rules, so that they stand out."""
    rule = "=" * max(map(len, lines))
    return ["", rule, *lines, rule, ""]


def installed_loop() -> tuple[str, Callable[[], asyncio.AbstractEventLoop]]:
    """Return the name of the event loop for the log, and the function that makes it."""
    try:
        made: Callable[[], asyncio.AbstractEventLoop] = import_module("uvloop").new_event_loop
    except ImportError:  # not installed, or not for this system
        return "asyncio", asyncio.new_event_loop
    return f"uvloop {version('uvloop')}", made
