"""``remik check-config``: list all faults in the settings, check the database, and ask Discord if wanted.

Only this command looks for placeholders and for strings that can't be a bot's token: ``remik run`` leaves that
judgment to Discord and the database.
"""

import argparse
import asyncio
import base64
import binascii
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from importlib.metadata import distributions
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from bot.program.exit_status import ExitStatus
from bot.program.settings import PREFIX, Settings, SettingsError, load_settings
from bot.text.catalogs import Catalogs
from data.copies import folder_fault
from data.database import look_at
from data.location import DatabaseError, DatabaseUnavailableError
from data.process_lock import check_lock_address

if TYPE_CHECKING:
    from bot.program.cli.online import ServerPlaces
    from data.migrate import SchemaState


_SHAPE: Final = re.compile(r"([A-Za-z0-9_-]{18,30})\.[A-Za-z0-9_-]{5,8}\.([A-Za-z0-9_-]{27,})")
"""The application's id in base64, when the token was made, and a signature."""
_ID: Final = re.compile(rb"[1-9][0-9]{14,19}")
_PLACEHOLDER: Final = re.compile(
    r"your|token|secret|change|paste|insert|example|xxx|\*\*\*|\.\.\.|…|[<>\[\]{}]", re.IGNORECASE
)
_FEWEST: Final = 4
"""A signature with fewer different characters is made up."""
_DATABASE_PARTS: Final = ("USER", "PASSWORD", "HOST", "NAME")
"""The parts of the URL in .env.example."""
_EXAMPLE_HOST: Final = re.compile(r"(?:^|[.@/])example\.(?:com|net|org)\b|\.example\b|^\.\.\.$|^host$", re.IGNORECASE)
_COPY: Final = (
    "copy the token from the application's Bot page (Reset Token), https://discord.com/developers/applications"
)
_DATABASES: Final = ("database_url", "database_lock_url")
_PAGES: Final = ("api_url", "gateway_url", "terms_url", "privacy_url", "beacon", "contact")


def faults_of(settings: Settings) -> list[str]:
    """Return a sentence for each setting that can't work, without its value."""
    faults = [_token_fault(settings.token.get_secret_value())]
    faults += [_database_fault(name, getattr(settings, name) or "") for name in _DATABASES]
    faults += [_page_fault(name, getattr(settings, name) or "") for name in _PAGES]
    return [fault for fault in faults if fault]


# Only `check-config` judges the form: Discord never promised one, and refusing it in the settings could lock out valid
# tokens one day. `run` asks Discord.
def _token_fault(token: str) -> str:
    """Return why a string can't be a bot's token; empty if it can."""
    key = f"{PREFIX}TOKEN"
    shape = _SHAPE.fullmatch(token)
    if shape is not None and _is_id(shape[1]):
        return "" if len(set(shape[2])) >= _FEWEST else f"{key} is still a placeholder: {_COPY}"
    if re.fullmatch(r"[0-9a-f]{64}", token):
        return f"{key} is the application's public key, not the bot's token: {_COPY}"
    if re.fullmatch(r"[0-9]{15,20}", token):
        return f"{key} is an id, not the bot's token: {_COPY}"
    if _PLACEHOLDER.search(token):
        return f"{key} is still a placeholder: {_COPY}"
    if re.fullmatch(r"[A-Za-z0-9_-]{32}", token):
        return f"{key} looks like the application's client secret, not like the bot's token: {_COPY}"
    return f"{key} can't be a bot's token, which has three parts separated by dots; part of it may be missing: {_COPY}"


def _is_id(part: str) -> bool:
    """Return whether the first part of a token contains an application's id."""
    try:
        decoded = base64.urlsafe_b64decode(part + "=" * (-len(part) % 4))
    except (binascii.Error, ValueError):
        return False
    return _ID.fullmatch(decoded) is not None


def _database_fault(name: str, url: str) -> str:
    """Return which parts of a database URL are still those of the example; empty if none is."""
    if not url or url.startswith("sqlite"):
        return ""
    user, _, server = url.partition("://")[2].partition("?")[0].rpartition("@")
    parts = (*user.split(":"), *re.split(r"[:/]", server))
    left = [part for part in _DATABASE_PARTS if part in parts]
    return f"{PREFIX}{name.upper()} still has the placeholder{'s' * (len(left) > 1)} {', '.join(left)}" if left else ""


def _page_fault(name: str, value: str) -> str:
    """Return that an address or a contact is a placeholder; empty if it isn't."""
    hosts = [urlsplit(part.strip()).hostname or part for part in value.split(",")]
    if not any(_EXAMPLE_HOST.search(host) for host in hosts if host):
        return ""
    return f"{PREFIX}{name.upper()} is still a placeholder: set it to an address of yours, or remove the line"


OURS: Final = frozenset({"bot", "cogs", "data", "render"})
"""The packages of the wheel: common names, so each bot needs a separate environment (docs/decisions.md)."""


def others_with_our_names() -> Iterator[str]:
    """Yield a sentence for each other distribution that installs a module or package of ours."""
    for distribution in distributions():
        if distribution.name == "remik":
            continue
        files = distribution.files or ()
        shared = sorted({file.parts[0].removesuffix(".py") for file in files} & OURS)
        if shared:
            yield (
                f"{distribution.name} also installs {', '.join(shared)}: "
                "install Remik in a separate environment (python3 -m venv)"
            )


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command to the command line."""
    parser = subparsers.add_parser(
        "check-config",
        help="check the settings, the database and, with --online, everything on Discord",
        description="Check the settings and whether the database can be opened, and change nothing. With --online, "
        "also ask Discord about the token, the application, the servers, the permissions in their channels, and the "
        "emojis. Exit status 0 if the bot can start, 78 if something has to be changed first, 75 if the server of the "
        "database or Discord can't be reached at the moment, 1 if the bot can start but something won't work.",
    )
    parser.add_argument("--online", action="store_true", help="ask Discord, too; the bot can keep running")
    parser.add_argument("--server", type=int, metavar="ID", help="with --online, check only this server")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Check settings and database, then Discord. Faults go to standard error, one per line."""
    faults: Sequence[str]
    try:
        settings = load_settings()
        faults = faults_of(settings)
    except SettingsError as error:
        faults = error.faults
    if faults:
        sys.stderr.write("".join(f"{fault}\n" for fault in faults))
        return ExitStatus.CONFIG
    sys.stdout.write("settings: OK\n")
    if strangers := tuple(others_with_our_names()):
        sys.stderr.write("".join(f"environment: {stranger}\n" for stranger in strangers))
        return ExitStatus.CONFIG
    if settings.backup_dir is not None:
        if fault := folder_fault(settings.backup_dir):
            sys.stderr.write(f"REMIK_BACKUP_DIR: {fault}\n")
            return ExitStatus.CONFIG
        sys.stdout.write("backups: OK\n")
    broken = Catalogs().faults
    sys.stderr.write("".join(f"texts: {fault}; the language is shown in English\n" for fault in broken))
    status = asyncio.run(checked(settings, online=options.online or options.server is not None, only=options.server))
    return ExitStatus.FAILED if broken and status is ExitStatus.OK else status


async def checked(settings: Settings, *, online: bool, only: int | None) -> ExitStatus:
    """Check the database, and Discord if wanted. Return the worse status."""
    places: Mapping[int, ServerPlaces] = {}
    status = ExitStatus.OK
    try:
        schema = await look_at(settings.database_url)
        await check_lock_address(settings.database_url, settings.database_lock_url)
        sys.stdout.write(f"database: {_schema_words(schema)}\n")
        if online and schema is not None and schema.revision == schema.newest:
            from bot.program.cli.online import places_in  # noqa: PLC0415 - takes a while, and the usual check doesn't need it

            places = await places_in(settings.database_url)
    except DatabaseError as error:
        sys.stderr.write(f"database: {error}\n")
        status = ExitStatus.UNAVAILABLE if isinstance(error, DatabaseUnavailableError) else ExitStatus.CONFIG
    if not online:
        return status
    from bot.program.cli.online import Report, check_online  # noqa: PLC0415 - as above

    report = Report(status)
    await check_online(settings, places, only, report)
    report.say(report.summary)
    return report.status


def _schema_words(schema: "SchemaState | None") -> str:
    """Describe the state of the database's schema."""
    if schema is None:
        return "doesn't exist yet; the first start creates it"
    if schema.revision is None:
        return f"empty; the next start creates schema {schema.newest}"
    if schema.revision != schema.newest:
        return f"schema {schema.revision}; the next start migrates it to {schema.newest}"
    return f"OK, schema {schema.revision}"
