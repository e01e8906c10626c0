"""Settings, read from the environment and the file ``.env``: one frozen value, or a list of all faults."""

import logging
import os
import re
from collections.abc import Callable, Iterable, Mapping
from difflib import get_close_matches
from enum import StrEnum
from importlib.util import find_spec
from io import StringIO
from ipaddress import IPv6Address
from pathlib import Path
from typing import Annotated, Final
from urllib.parse import parse_qs, urlsplit

from dotenv.parser import Binding, parse_stream
from pydantic import AfterValidator, BeforeValidator, Field, SecretStr, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

PREFIX: Final = "REMIK_"
ENV_FILE: Final = Path(".env")
REQUESTS_PER_SECOND: Final = 50
"""How many requests per second Discord allows a bot, unless it has asked for more."""
LONGEST_CONTACT: Final = 200
LONGEST_URL: Final = 512
"""Maximum characters of a link button's URL."""
NO_TOKEN: Final = SecretStr("none")
"""Instead of a token, where none is needed."""
_NO_DAILY_BACKUPS: Final = (
    "REMIK_BACKUP_DIR works with SQLite only: remove it, and back up PostgreSQL with its own tools, such as pg_dump"
)
_NO_LOCK_URL: Final = "REMIK_DATABASE_LOCK_URL works with PostgreSQL only: remove it, since a file has its own lock"
_NO_SLOTS: Final = "REMIK_SLOTS works with PostgreSQL only: remove it, since one process serves an SQLite database"
_TOO_FEW_SHARDS: Final = "REMIK_SHARDS must be at least REMIK_SLOTS, since each slot needs a shard"
_TOO_MANY_SLOTS: Final = "REMIK_SLOTS must be at most half of REMIK_REQUESTS_PER_SECOND, of which each slot needs some"
_NO_GATEWAY: Final = "REMIK_GATEWAY_KEEPS_SESSIONS needs REMIK_GATEWAY_URL: Discord's own gateway wants pauses"
_HOST: Final = re.compile(r"[A-Za-z0-9]([A-Za-z0-9.-]{0,252}[A-Za-z0-9])?", re.ASCII)
_NAME: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,39}")


class SettingsError(Exception):
    """Invalid settings: ``faults`` has one line for each of them, never with its value."""

    def __init__(self, faults: tuple[str, ...]) -> None:
        super().__init__("\n".join(faults))
        self.faults = faults


class LogLevel(StrEnum):
    """The lowest level that is logged."""

    DEBUG = "DEBUG"
    INFO = "INFO"
    WARNING = "WARNING"
    ERROR = "ERROR"


def _token(token: SecretStr) -> SecretStr:
    """Check the form of a token; only Discord knows whether it's valid."""
    text = token.get_secret_value()
    if not text.isascii() or not text.isprintable() or " " in text:
        raise ValueError("must be only the token, without spaces or a prefix")
    return token


def _database_url(url: str) -> str:
    """Check that a URL names a supported database."""
    if url.startswith("sqlite+aiosqlite:///") and len(url) > len("sqlite+aiosqlite:///"):
        return url
    if _is_server(url):
        return url
    raise ValueError("must be sqlite+aiosqlite:///FILE or postgresql+asyncpg://USER:PASSWORD@HOST/NAME")


def _server_url(url: str) -> str:
    """Check that a URL names a PostgreSQL database."""
    if _is_server(url):
        return url
    raise ValueError("must be postgresql+asyncpg://USER:PASSWORD@HOST/NAME")


def _api_url(url: str) -> str:
    """Check the URL of an API. Return it without a trailing slash, since paths are appended."""
    if _has_host(url, "http", "https"):
        return url.rstrip("/")
    raise ValueError("must start with http:// or https:// and contain a host")


def _gateway_url(url: str) -> str:
    """Check the URL of a gateway."""
    if _has_host(url, "ws", "wss"):
        return url
    raise ValueError("must start with ws:// or wss:// and contain a host")


def _contact(words: str) -> str:
    """Check that a contact fits one line of a message."""
    words = words.strip()
    if not words.isprintable() or len(words) > LONGEST_CONTACT:
        raise ValueError(f"must be one line of at most {LONGEST_CONTACT} characters")
    return words


def _page_url(url: str) -> str:
    """Check the URL of a page for people."""
    if _has_host(url, "https") and len(url) <= LONGEST_URL:
        return url
    raise ValueError(f"must start with https://, contain a host and have at most {LONGEST_URL} characters")


def _shards(number: object) -> object:
    """Return None for `auto`; anything else has to be a number."""
    return None if str(number).strip().lower() == "auto" else number


def _beacon(words: str) -> str:
    """Check the choice of a beacon: auto, off, or addresses of relays."""
    words = words.strip()
    if words in ("auto", "off"):
        return words
    urls = [url.strip() for url in words.split(",")]
    if all(_has_host(url, "http", "https") for url in urls):
        return ",".join(urls)
    raise ValueError("must be auto, off, or addresses that start with https://, separated by commas")


def listening_at(address: str) -> tuple[str, int]:
    """Parse PORT, which means this machine only, or HOST:PORT. ValueError for anything else."""
    host, _, port = address.rpartition(":") if ":" in address else ("127.0.0.1", "", address)
    inner = host[1:-1] if host.startswith("[") and host.endswith("]") else None
    known = _HOST.fullmatch(host) if inner is None else _is_ipv6(inner)
    if not known or not port.isascii() or not port.isdigit() or int(port) > 65535:
        raise ValueError("must be PORT or HOST:PORT, such as 9464, 127.0.0.1:9464 or [::1]:9464")
    return inner or host, int(port)


def _is_ipv6(host: str) -> bool:
    """Return whether this is an IPv6 address."""
    try:
        IPv6Address(host)
    except ValueError:
        return False
    return True


def _metrics(address: str) -> str:
    """Check where to listen for requests for metrics, and that they can be exported."""
    listening_at(address)
    if find_spec("prometheus_client") is None:
        raise ValueError("needs the extra metrics: pip install 'remik[metrics]'")
    return address


def _log_level(level: object) -> LogLevel:
    """Parse a log level, in upper or lower case."""
    name = str(level).upper()
    if name not in LogLevel.__members__:
        raise ValueError(f"must be one of {', '.join(LogLevel)}")
    return LogLevel[name]


def _is_server(url: str) -> bool:
    """Return whether a URL names a PostgreSQL database on a host, or on several in parameters."""
    is_several = url.startswith("postgresql+asyncpg://") and "host" in parse_qs(url.partition("?")[2])
    return is_several or _has_host(url, "postgresql+asyncpg")


def _has_host(url: str, *schemes: str) -> bool:
    """Return whether a URL has one of the schemes, a host and a valid port."""
    try:
        parts = urlsplit(url)
        return parts.scheme in schemes and bool(parts.hostname) and parts.port != 0
    except ValueError:
        return False


class Settings(BaseSettings):
    """The bot's settings. The field ``token`` is ``REMIK_TOKEN`` in the environment or in ``.env``, and so on.

    The environment overrides the file. The descriptions are the comments in ``.env.example``.
    """

    model_config = SettingsConfigDict(
        env_prefix=PREFIX,
        env_file_encoding="utf-8",
        env_ignore_empty=True,
        extra="ignore",  # the file may be shared with other programs; _unknown finds unknown keys with our prefix
        frozen=True,
        hide_input_in_errors=True,
    )

    token: Annotated[SecretStr, AfterValidator(_token)] = Field(
        description="The bot's token, from https://discord.com/developers/applications (Bot, Reset Token). Required."
    )
    database_url: Annotated[str, AfterValidator(_database_url)] = Field(
        default="sqlite+aiosqlite:///remik.db",
        repr=False,  # it may contain a password
        description="The database: an SQLite file, or postgresql+asyncpg://USER:PASSWORD@HOST/NAME.",
    )
    database_lock_url: Annotated[str, AfterValidator(_server_url)] | None = Field(
        default=None,
        repr=False,  # as above
        description=(
            "The PostgreSQL server's own address, for the lock that keeps a second bot away, if the database's is a "
            "pooler: postgresql+asyncpg://USER:PASSWORD@HOST/NAME"
        ),
    )
    shards: Annotated[int | None, BeforeValidator(_shards)] = Field(
        default=None,
        ge=1,
        le=10_000,
        description="How many shards the bot has, in all processes: a number, or auto for what Discord recommends.",
    )
    slots: int | None = Field(
        default=None,
        ge=1,
        description=(
            "How many processes share the bot's shards and a PostgreSQL database (docs/growing.md); further ones stand "
            "by. Without it there is one, and a second one is refused."
        ),
    )
    api_url: Annotated[str, AfterValidator(_api_url)] | None = Field(
        default=None,
        description="Another address of Discord's API, such as a rate-limit proxy: http://HOST:PORT/api/v10",
    )
    gateway_url: Annotated[str, AfterValidator(_gateway_url)] | None = Field(
        default=None, description="Another address of Discord's gateway: ws://HOST:PORT"
    )
    gateway_keeps_sessions: bool = Field(
        default=False,
        description=(
            "Whether that gateway keeps the sessions with Discord, as gateway-proxy does: then shards log in without "
            "pauses. true or false."
        ),
    )
    backup_dir: Annotated[Path, AfterValidator(Path.expanduser)] | None = Field(
        default=None,
        description=(
            "A folder for daily backups of an SQLite database, of which seven are kept; none are made without it."
        ),
    )
    pack_after_days: int | None = Field(
        default=None,
        ge=1,
        description=(
            "Days without activity after which a finished game's moves are packed into one row (docs/growing.md), "
            "which earlier versions can't read: 92 is a season. None are packed without it."
        ),
    )
    requests_per_second: int = Field(
        default=REQUESTS_PER_SECOND,
        ge=1,
        description="How many requests per second Discord allows the bot; it raises this for very large bots.",
    )
    edit_by_clicks: bool = Field(
        default=False,
        description=(
            "Edit tables through the tokens of clicks on them, which Discord doesn't count as the bot's requests: true "
            "or false. Not tried on Discord yet."
        ),
    )
    log_level: Annotated[LogLevel, BeforeValidator(_log_level)] = Field(
        default=LogLevel.INFO, description="The lowest level that is logged: DEBUG, INFO, WARNING or ERROR."
    )
    metrics: Annotated[str, AfterValidator(_metrics)] | None = Field(
        default=None,
        description=(
            "Where to serve /healthz, /readyz and /metrics (extra metrics): PORT on this machine only, or HOST:PORT. "
            "Off if it's missing."
        ),
    )
    computer_pause: float = Field(
        default=1.5,
        ge=0,
        le=30,
        description=(
            "Seconds that a computer player waits before its turn, so that people can follow: 0 to 30. "
            "Before a knock or lays it waits up to as long again, 2 seconds at most."
        ),
    )
    claim_delay: float = Field(
        default=4.0,
        ge=0,
        le=30,
        description=(
            "Seconds that a computer player waits before it knocks for a discard, so that people can go first: 0 to 30."
        ),
    )
    computer_tables_per_member: int = Field(
        default=2,
        ge=0,
        description="How many games of computers only a member can have running at once (/rummy watch).",
    )
    computer_tables_per_server: int = Field(
        default=5, ge=0, description="How many games of computers only a server can have running at once."
    )
    computer_rest_minutes: int = Field(
        default=15,
        ge=1,
        description="Minutes without a click after which a game of computers only rests until someone continues it.",
    )
    computer_backlog: float = Field(
        default=1.0,
        gt=0,
        description="Seconds that computer players may wait for their turn to think; above it no such game starts.",
    )
    lobbies_per_member: int = Field(
        default=3, ge=1, description="How many tables that wait for players a member can have open at once."
    )
    live_lobby_minutes: int = Field(
        default=60, ge=1, description="Minutes without activity after which a live table that waits for players closes."
    )
    posts_in_a_row: int = Field(
        default=10, ge=1, description="How many public messages a member can make the bot post in a row."
    )
    post_seconds: int = Field(default=30, ge=0, description="Seconds until a member can post one more; 0 is no limit.")
    invitations_per_hour: int = Field(
        default=3, ge=0, description="How many invitations a player can get from the same person per hour."
    )
    presets_per_member: int = Field(
        default=5, ge=0, description="How many presets of house rules a member can save on a server."
    )
    beacon: Annotated[str, AfterValidator(_beacon)] = Field(
        default="auto",
        description=(
            "The public random beacon in every shuffle (docs/fairness.md): auto, off, or addresses of other relays of "
            "drand, separated by commas: https://HOST,https://HOST"
        ),
    )
    contact: Annotated[str, AfterValidator(_contact)] | None = Field(
        default=None,
        description="How players reach you, shown by /rummy help: a mail address, a server invitation or a name.",
    )
    terms_url: Annotated[str, AfterValidator(_page_url)] | None = Field(
        default=None, description="The address of your terms of service (docs/terms.md is a draft): https://..."
    )
    privacy_url: Annotated[str, AfterValidator(_page_url)] | None = Field(
        default=None, description="The address of your privacy policy (docs/privacy.md is a draft): https://..."
    )


def load_settings(env_file: Path = ENV_FILE, *, needs_token: bool = True) -> Settings:
    """Return the settings from the environment and a file, which may be missing. SettingsError if any is invalid.

    Unless ``needs_token``, for programs that don't log in, the token isn't read.
    """
    logging.getLogger("dotenv").setLevel(logging.ERROR)  # the faults listed here include its warnings
    make: Callable[..., Settings] = Settings
    faults: list[str] = []
    text = ""
    try:
        text = env_file.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        pass
    except UnicodeDecodeError as error:
        faults.append(f"{env_file} isn't UTF-8 text (byte {error.start + 1}): save it as UTF-8")
    except OSError as error:
        faults.append(f"{env_file} can't be read: {error.strerror}")
    unread = bool(faults)
    lines = list(parse_stream(StringIO(text)))
    faults += [f"{env_file}, line {line.original.line}: write it as NAME=value" for line in lines if _is_wrong(line)]
    faults += _unknown([line.key for line in lines if line.key and not _is_wrong(line)] + list(os.environ))
    try:
        token = {} if needs_token else {"token": NO_TOKEN}
        settings = make(_env_file=None if unread else env_file, **token)
    except ValidationError as error:
        faults += _sentences(error, unread=unread)
        raise SettingsError(tuple(faults)) from None  # the original error contains the values
    faults += _conflicts(settings)
    if faults:
        raise SettingsError(tuple(faults))
    return settings


def _conflicts(settings: Settings) -> list[str]:
    """Return what is wrong with settings that are valid by themselves."""
    is_file, slots = settings.database_url.startswith("sqlite"), settings.slots
    rules = {
        _NO_DAILY_BACKUPS: settings.backup_dir is not None and not is_file,
        _NO_LOCK_URL: settings.database_lock_url is not None and is_file,
        _NO_SLOTS: slots is not None and is_file,
        _TOO_FEW_SHARDS: settings.shards is not None and settings.shards < (slots or 1),
        _TOO_MANY_SLOTS: slots is not None and 2 * slots > settings.requests_per_second,
        _NO_GATEWAY: settings.gateway_keeps_sessions and settings.gateway_url is None,
    }
    return [fault for fault, is_broken in rules.items() if is_broken]


def _is_wrong(line: Binding) -> bool:
    """Return whether a line isn't NAME=value, a comment or empty. Don't show it: it may contain a secret."""
    if line.error or line.key is None:
        return line.error
    return line.value is None or _NAME.fullmatch(line.key) is None


def _unknown(keys: Iterable[str]) -> list[str]:
    """Return faults for unknown keys with our prefix, each with the most similar setting."""
    known = [PREFIX + name.upper() for name in Settings.model_fields]
    faults = []
    for key in dict.fromkeys(key.upper() for key in keys):
        if key.startswith(PREFIX) and key not in known:
            close = get_close_matches(key, known, n=1)
            faults.append(f"{key} isn't a setting" + (f"; did you mean {close[0]}?" if close else ""))
    return faults


def _sentences(error: ValidationError, *, unread: bool) -> list[str]:
    """Return a sentence per invalid setting, never with its value; skip missing settings if the file is unreadable."""
    faults = []
    for fault in error.errors(include_url=False, include_input=False):
        key = PREFIX + str(fault["loc"][0]).upper()
        if fault["type"] == "missing":
            if not unread:
                faults.append(f"{key} is missing: put it in {ENV_FILE}, as .env.example shows, or in the environment")
        else:
            faults.append(f"{key} {_requirement(fault['type'], fault.get('ctx', {}), fault['msg'])}")
    return faults


def _requirement(kind: str, bounds: Mapping[str, object], message: str) -> str:
    """Return what a setting must be, from the kind of a fault; ``message`` is what pydantic says."""
    match kind:
        case "int_parsing" | "int_from_float" | "int_type" | "int_parsing_size" | "float_parsing" | "finite_number":
            return "must be a whole number" if kind.startswith("int") else "must be a number"
        case "bool_parsing":
            return "must be true or false"
        case "less_than_equal":
            return f"must be at most {bounds['le']:g}"
        case "greater_than_equal":
            return f"must be at least {bounds['ge']:g}"
        case "greater_than":
            return f"must be more than {bounds['gt']:g}"
        case _:
            return message.removeprefix("Value error, ")
