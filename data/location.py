"""Where a database is: a URL from the settings, checked and parsed, with the parameters of PostgreSQL's own library."""

import logging
import os
import ssl
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from shlex import quote
from typing import Final, TypeAlias
from urllib.parse import quote as quoted
from urllib.parse import urlencode

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from data.errors import DatabaseError

Query: TypeAlias = Mapping[str, str | Sequence[str]]

_TLS: Final = ("sslmode", "sslrootcert", "sslcert", "sslkey", "sslcrl", "sslpassword", "sslnegotiation")
"""Parameters that asyncpg only reads from a connection string."""
_FOR_THE_SERVER: Final = ("application_name", "options", "client_encoding")
_AS_THEY_ARE: Final = ("target_session_attrs", "passfile", "ssl", "user", "password", "host", "port", "database")
_NUMBERS: Final = ("connect_timeout", "statement_cache_size", "prepared_statement_cache_size", "command_timeout")
_UNNEEDED: Final = (
    *("channel_binding", "gssencmode", "fallback_application_name", "keepalives", "keepalives_idle"),
    *("keepalives_interval", "keepalives_count", "tcp_user_timeout"),
)
"""Parameters that asyncpg doesn't have, or that the bot sets itself."""
KNOWN: Final = (*_TLS, *_FOR_THE_SERVER, *_AS_THEY_ARE, *_NUMBERS, *_UNNEEDED)

_log = logging.getLogger(__name__)


def driver_arguments(query: Query) -> dict[str, object]:
    """Translate the parameters of a URL into arguments of asyncpg. DatabaseError for one that isn't known."""
    if unknown := [name for name in query if name not in KNOWN]:
        raise DatabaseError(
            f"the database URL has the unknown parameter {unknown[0]}: remove it; known are {', '.join(sorted(KNOWN))}"
        )
    given = {name: value if isinstance(value, str) else ",".join(value) for name, value in query.items()}
    arguments: dict[str, object] = {name: given[name] for name in _AS_THEY_ARE if name in given}
    for name in (name for name in _NUMBERS if name in given):
        arguments["timeout" if name == "connect_timeout" else name] = _number(name, given[name])
    if settings := {name: given[name] for name in _FOR_THE_SERVER if name in given}:
        arguments["server_settings"] = settings
    if given.get("channel_binding") == "require":
        _log.warning("the driver can't do channel_binding=require; sslmode=verify-full protects as well")
    return arguments | _tls({name: given[name] for name in _TLS if name in given})


def _tls(given: Mapping[str, str]) -> dict[str, object]:
    """Return the arguments for an encrypted connection. DatabaseError."""
    if given.get("sslrootcert") == "system":  # the system's certificate authorities, which asyncpg doesn't know
        return {"ssl": ssl.create_default_context()}
    for name in ("sslrootcert", "sslcert", "sslkey", "sslcrl"):
        if name in given and not os.access(given[name], os.R_OK):
            raise DatabaseError(f"the file {given[name]} can't be read: check {name} in the database URL")
    return {"dsn": f"postgresql:///?{urlencode(given)}"} if given else {}


def _number(name: str, value: str) -> int:
    """Return a number of the URL. DatabaseError."""
    if not value.isascii() or not value.isdigit():
        raise DatabaseError(f"the database URL's parameter {name} must be a whole number")
    return int(value)


SQLITE, POSTGRES = DRIVERS = ("sqlite+aiosqlite", "postgresql+asyncpg")
_SHORTEST_SECRET: Final = 3
"""Shorter passwords aren't removed from errors: they are parts of words."""


@dataclass(frozen=True, slots=True)
class Location:
    """A parsed URL. ``arguments`` are for the driver's connections."""

    url: URL = field(repr=False)
    arguments: Mapping[str, object] = field(repr=False)

    @property
    def is_sqlite(self) -> bool:
        """Whether this is an SQLite file rather than a PostgreSQL server."""
        return self.url.drivername == SQLITE

    @property
    def name(self) -> str:
        """A name for the database that the operator recognizes, without the password."""
        return str(self.url.database) if self.is_sqlite else f"{self.url.database} on {self.url.host}"

    @property
    def file(self) -> Path | None:
        """The SQLite file; None for a server, and for an SQLite URI (``file:...``), which only SQLite understands."""
        if not self.is_sqlite or self.url.database is None or self.url.database.startswith("file:"):
            return None
        return Path(self.url.database)

    def without_password(self, words: str) -> str:
        """Remove the password from a text, such as a driver's message."""
        passwords = (self.url.password, self.arguments.get("password"))
        for secret in (str(password) for password in passwords if password):
            if len(secret) >= _SHORTEST_SECRET:
                words = words.replace(secret, "***").replace(quoted(secret, safe=""), "***")
        return words


def located(url: str) -> Location:
    """Parse a URL. DatabaseError, which never repeats the URL, since it may contain a password."""
    try:
        place = make_url(url)
    except (ArgumentError, ValueError):
        raise DatabaseError("the database URL isn't valid: write it as sqlite+aiosqlite:///remik.db") from None
    if place.drivername not in DRIVERS:
        raise DatabaseError(f"{place.drivername} isn't a supported database; use {' or '.join(DRIVERS)}")
    if place.drivername == SQLITE:
        if place.database in (None, "", ":memory:"):
            raise DatabaseError(
                "a database in memory is lost at shutdown: name a file, as in sqlite+aiosqlite:///remik.db"
            )
        return Location(place, {})
    if url.partition("?")[0].count("@") > 1:
        raise DatabaseError("the database URL has more than one @: write the one in the password as %40")
    if find_spec("asyncpg") is None:
        raise DatabaseError("PostgreSQL needs the extra postgres: pip install -c constraints.txt -e '.[postgres]'")
    arguments = driver_arguments(place.query)
    several = {name: place.query[name] for name in ("host", "port") if name in place.query}
    return Location(place.set(query=several), {name: arguments[name] for name in arguments if name not in several})


def check_file(location: Location) -> Path | None:
    """Check an SQLite file without opening it. Return its path; None if there is none to check. DatabaseError."""
    path, name = location.file, location.name
    if path is None:
        return None
    if not path.parent.is_dir():
        raise DatabaseError(f"{name}: the folder {path.parent} doesn't exist; create it, or name another file")
    if path.is_dir():
        raise DatabaseError(f"{name} is a folder: name a file in it")
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        raise DatabaseError(f"{name} can't be written: check who owns it and its folder")
    if path.exists() and _has_other_names(path):
        raise DatabaseError(
            f"{name} has another name, a hard link, under which another program could open it without noticing: delete "
            f"one of them, or replace it by a copy (`find / -xdev -samefile {quote(name)}` lists them)"
        )
    return path


def _has_other_names(path: Path) -> bool:
    """Return whether a file has names that the program didn't make. SQLite keeps logs and locks by name, not by file.

    Names that begin with the file's own are ours: a restore that was killed leaves the earlier database with two.
    """
    about, file = path.stat(), path.resolve()
    if about.st_nlink == 1:
        return False
    ours = [other for other in file.parent.iterdir() if other.name.startswith(f"{file.name}.")]
    return about.st_nlink > 1 + sum(os.path.samestat(other.lstat(), about) for other in ours)
