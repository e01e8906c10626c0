"""Settings: the environment and a file ``.env`` to one frozen value, or every fault of them in one go."""

import logging
import os
import re
from collections.abc import Callable, Iterable
from difflib import get_close_matches
from enum import StrEnum
from io import StringIO
from pathlib import Path
from typing import Annotated, Final
from urllib.parse import urlsplit

from dotenv.parser import Binding, parse_stream
from pydantic import AfterValidator, BeforeValidator, Field, SecretStr, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

PREFIX: Final = "REMIK_"
ENV_FILE: Final = Path(".env")
_NAME: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,39}")


class SettingsError(Exception):
    """Settings that can't be used: ``faults`` names every one of them, a line each; no value is repeated in them."""

    def __init__(self, faults: tuple[str, ...]) -> None:
        super().__init__("\n".join(faults))
        self.faults = faults


class LogLevel(StrEnum):
    """How much is logged: this and everything graver."""

    DEBUG = "DEBUG"
    INFO = "INFO"
    WARNING = "WARNING"
    ERROR = "ERROR"


def _token(token: SecretStr) -> SecretStr:
    """Check what can be known of a token without asking Discord."""
    text = token.get_secret_value()
    if not text.isascii() or not text.isprintable() or " " in text:
        raise ValueError("must be the token alone: no space in it, no word before it")
    return token


def _database_url(url: str) -> str:
    """Check which database a URL is for, and that it names one."""
    if url.startswith("sqlite+aiosqlite:///") and len(url) > len("sqlite+aiosqlite:///"):
        return url
    if _has_host(url, "postgresql+asyncpg"):
        return url
    raise ValueError("must be sqlite+aiosqlite:///FILE or postgresql+asyncpg://USER:PASSWORD@HOST/NAME")


def _api_url(url: str) -> str:
    """Check the address of an API; paths are put behind it, so it ends without a slash."""
    if _has_host(url, "http", "https"):
        return url.rstrip("/")
    raise ValueError("must begin with http:// or https:// and name a host")


def _gateway_url(url: str) -> str:
    """Check the address of a gateway."""
    if _has_host(url, "ws", "wss"):
        return url
    raise ValueError("must begin with ws:// or wss:// and name a host")


def _log_level(level: object) -> LogLevel:
    """Read a level in any case."""
    name = str(level).upper()
    if name not in LogLevel.__members__:
        raise ValueError(f"must be one of {', '.join(LogLevel)}")
    return LogLevel[name]


def _has_host(url: str, *schemes: str) -> bool:
    """Say whether a URL has one of the schemes, and a host and port that can be."""
    try:
        parts = urlsplit(url)
        return parts.scheme in schemes and bool(parts.hostname) and parts.port != 0
    except ValueError:
        return False


class Settings(BaseSettings):
    """What the bot has to know before it starts; ``REMIK_TOKEN`` in the environment or in ``.env`` is ``token``.

    The environment goes before the file. The descriptions are the comments of ``.env.example``.
    """

    model_config = SettingsConfigDict(
        env_prefix=PREFIX,
        env_file_encoding="utf-8",
        env_ignore_empty=True,
        extra="ignore",  # a file may serve other programs too; our own unknown keys are found by _unknown
        frozen=True,
        hide_input_in_errors=True,
    )

    token: Annotated[SecretStr, AfterValidator(_token)] = Field(
        description="The bot's token, from https://discord.com/developers/applications (Bot, Reset Token). Needed."
    )
    database_url: Annotated[str, AfterValidator(_database_url)] = Field(
        default="sqlite+aiosqlite:///remik.db",
        repr=False,  # it may hold a password
        description="Where tables are kept: an SQLite file, or postgresql+asyncpg://USER:PASSWORD@HOST/NAME.",
    )
    api_url: Annotated[str, AfterValidator(_api_url)] | None = Field(
        default=None,
        description="Discord's API under another address, for a rate-limit proxy: http://HOST:PORT/api/v10",
    )
    gateway_url: Annotated[str, AfterValidator(_gateway_url)] | None = Field(
        default=None, description="Discord's gateway under another address: ws://HOST:PORT"
    )
    log_level: Annotated[LogLevel, BeforeValidator(_log_level)] = Field(
        default=LogLevel.INFO, description="How much is logged: DEBUG, INFO, WARNING or ERROR."
    )
    computer_pause: float = Field(
        default=1.5,
        ge=0,
        le=30,
        description="Seconds that a computer waits before its turn, as a person would: 0 to 30.",
    )
    claim_delay: float = Field(
        default=4.0,
        ge=0,
        le=30,
        description="Seconds that people have to knock for a discard before a computer does: 0 to 30.",
    )


def load_settings(env_file: Path = ENV_FILE) -> Settings:
    """Read the settings from the environment and a file, which may be missing. SettingsError."""
    logging.getLogger("dotenv").setLevel(logging.ERROR)  # it warns of lines that are among the faults here
    make: Callable[..., Settings] = Settings
    faults: list[str] = []
    text = ""
    try:
        text = env_file.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        pass
    except UnicodeDecodeError as error:
        faults.append(f"{env_file} is not UTF-8 text (byte {error.start + 1}): save it again as UTF-8")
    except OSError as error:
        faults.append(f"{env_file} can't be read: {error.strerror}")
    unread = bool(faults)
    lines = list(parse_stream(StringIO(text)))
    faults += [f"{env_file}, line {line.original.line}: write it as NAME=value" for line in lines if _is_wrong(line)]
    faults += _unknown([line.key for line in lines if line.key and not _is_wrong(line)] + list(os.environ))
    try:
        settings = make(_env_file=None if unread else env_file)
    except ValidationError as error:
        faults += _sentences(error, unread=unread)
        raise SettingsError(tuple(faults)) from None  # the error holds the values
    if faults:
        raise SettingsError(tuple(faults))
    return settings


def _is_wrong(line: Binding) -> bool:
    """Say whether a line of the file is neither a comment nor NAME=value; one that is not may hold a secret as name."""
    if line.error or line.key is None:
        return line.error
    return line.value is None or _NAME.fullmatch(line.key) is None


def _unknown(keys: Iterable[str]) -> list[str]:
    """Find keys with our prefix that are no settings, each with the one that may have been meant."""
    known = [PREFIX + name.upper() for name in Settings.model_fields]
    faults = []
    for key in dict.fromkeys(key.upper() for key in keys):
        if key.startswith(PREFIX) and key not in known:
            close = get_close_matches(key, known, n=1)
            faults.append(f"{key} is no setting" + (f"; did you mean {close[0]}?" if close else ""))
    return faults


def _sentences(error: ValidationError, *, unread: bool) -> list[str]:
    """Say what is wrong with each setting, and never its value; what a file that can't be read may hold is no fault."""
    faults = []
    for fault in error.errors(include_url=False, include_context=False, include_input=False):
        key = PREFIX + str(fault["loc"][0]).upper()
        if fault["type"] == "missing":
            if not unread:
                faults.append(f"{key} is missing: put it in {ENV_FILE}, as .env.example shows, or in the environment")
        else:
            faults.append(f"{key} {fault['msg'].removeprefix('Value error, ')}")
    return faults
