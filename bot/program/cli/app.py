"""``remik app``: set what Discord shows about the application: description, tags, install link.

What commands need that log in without connecting to the gateway is here, too.
"""

import argparse
import asyncio
import sys
from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, Any, Final

import discord
from discord.http import Route

from bot.program.app import point_library_at
from bot.program.exit_status import ExitStatus
from bot.program.serving import REJECTED
from bot.program.settings import Settings, SettingsError, load_settings
from cogs.edge.permissions import INVITED, SCOPES


async def logged_in(settings: Settings) -> discord.Client:
    """Return a client that is logged in but not connected to the gateway. Raises discord.DiscordException, OSError."""
    point_library_at(settings)
    client = discord.Client(intents=discord.Intents.none())
    try:
        await client.login(settings.token.get_secret_value())
    except BaseException:
        await client.close()
        raise
    return client


def print_result(work: Callable[[Settings], Awaitable[str]]) -> ExitStatus:
    """Do something on Discord with the settings, and print the result or the error. Return the exit status."""
    try:
        result = asyncio.run(_done(work))
    except SettingsError as error:
        sys.stderr.write("".join(f"{fault}\n" for fault in error.faults))
        return ExitStatus.CONFIG
    except (discord.DiscordException, OSError) as error:
        status, sentence = refusal(error)
        sys.stderr.write(f"{sentence}\n")
        return status
    sys.stdout.write(result)
    return ExitStatus.OK


def refusal(error: discord.DiscordException | OSError) -> tuple[ExitStatus, str]:
    """Return an exit status and a sentence for an error of a request or of the login."""
    if isinstance(error, discord.LoginFailure):
        return ExitStatus.CONFIG, REJECTED
    if isinstance(error, OSError):
        return ExitStatus.UNAVAILABLE, f"Discord can't be reached, check the network and REMIK_API_URL: {error}"
    if isinstance(error, discord.HTTPException) and (error.status >= 500 or error.status == 429):
        return ExitStatus.UNAVAILABLE, f"Discord doesn't work at the moment, try again later: {error}"
    return ExitStatus.FAILED, f"Discord refused: {error}"


async def _done(work: Callable[[Settings], Awaitable[str]]) -> str:
    return await work(load_settings())


if TYPE_CHECKING:
    Parsers = argparse._SubParsersAction[argparse.ArgumentParser]

DESCRIPTION: Final = (
    "Play rummy in your channels: gin for two or three, Remik 51, Remi 51, Rommé 40, Kaluki 51, Basic and German "
    "Rummy, 500 Rum, with friends or against the computer. Everyone sees the table, only you see your hand, and a "
    "turn takes two buttons. Shuffles anyone can check, your own house rules, ratings, tournaments. Free, no ads. "
    "Start with `/rummy help`."
)
"""At most 400 characters; `docs/listing.md` has it too."""
TAGS: Final = ("rummy", "card games", "gin rummy", "multiplayer", "tournaments")
"""At most five, of at most 20 characters each."""
_BY_HAND: Final = {"terms_of_service_url": "Terms of Service URL", "privacy_policy_url": "Privacy Policy URL"}
"""Fields that Discord's documentation doesn't let a bot set, and their labels in the Developer Portal."""
_NAMES: Final = {
    "description": "description",
    "tags": "tags",
    "install_params": "install link",
    "integration_types_config": "installation contexts",
    **_BY_HAND,
}


def add_parser(commands: "Parsers") -> None:
    """Add the command to the command line."""
    parser = commands.add_parser("app", help="set the application's description, tags and install link on Discord")
    parser.set_defaults(run=run)


def run(_options: argparse.Namespace) -> int:
    """Set what differs, and print a line per field. Return the exit status."""

    async def work(settings: Settings) -> str:
        return "".join(f"{line}\n" for line in await set_up_application(settings))

    return print_result(work)


async def set_up_application(settings: Settings) -> list[str]:
    """Set what differs from what we want, and return a line per field. Raises discord.DiscordException.

    Each field is set by itself, so that one that Discord refuses doesn't keep the others from being set.
    """
    pages = {"terms_of_service_url": settings.terms_url, "privacy_policy_url": settings.privacy_url}
    wanted = {**_wanted(), **{name: url for name, url in pages.items() if url is not None}}
    lines = []
    async with await logged_in(settings) as client:
        about = await client.http.request(Route("GET", "/applications/@me"))
        for name, value in wanted.items():
            if _plain(about.get(name)) == _plain(value):
                lines.append(f"{_NAMES[name]}: OK")
                continue
            now = await _set(client, name, value)
            if _plain(now) == _plain(value):
                lines.append(f"{_NAMES[name]}: set")
            else:
                where = f"https://discord.com/developers/applications/{about['id']}/information"
                lines.append(f"{_NAMES[name]}: set it by hand at {where}: {value}")
    return lines


def differing(about: Mapping[str, Any]) -> list[str]:
    """Return the names of the fields of an application that `set_up_application` would set."""
    return [_NAMES[name] for name, value in _wanted().items() if _plain(about.get(name)) != _plain(value)]


def _wanted() -> dict[str, object]:
    """Return the fields that the application should have."""
    server = {"scopes": list(SCOPES), "permissions": INVITED.value}
    member = {"scopes": ["applications.commands"], "permissions": 0}
    return {
        "description": DESCRIPTION,
        "tags": list(TAGS),
        "install_params": server,
        "integration_types_config": {
            "0": {"oauth2_install_params": server},  # installed on a server
            "1": {"oauth2_install_params": member},  # installed for oneself
        },
    }


# Discord's guide and discord.py send a description as text; its OpenAPI description asks for an object. One field per
# request, since a single refused field would lose the rest.
async def _set(client: discord.Client, name: str, value: object) -> object:
    """Set one field, and return what Discord has for it then. Raises discord.HTTPException."""
    if name == "description":
        try:
            return await _patch(client, name, {"default": value})
        except discord.HTTPException as error:
            if error.status != 400:
                raise
    try:
        return await _patch(client, name, value)
    except discord.HTTPException as error:
        if name in _BY_HAND and error.status == 400:
            return None
        raise


async def _patch(client: discord.Client, name: str, value: object) -> object:
    """Send one field, and return what Discord answers for it."""
    about: Mapping[str, Any] = await client.http.edit_application_info(reason=None, payload={name: value})
    return about.get(name)


def _plain(value: object) -> object:
    """Return a field for comparisons: Discord sorts lists, and returns permissions as text."""
    match value:
        case {"scopes": list(scopes), **rest}:
            return sorted(scopes), str(rest.get("permissions", 0))
        case dict():
            return {name: _plain(part) for name, part in value.items()}
        case list():
            return sorted(value)
        case _:
            return value
