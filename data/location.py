"""Where a database is, and what can go wrong there, each in one sentence that the operator can act on.

A URL from the settings is checked and parsed, with the parameters of PostgreSQL's own library.
"""

import logging
import os
import sqlite3
import ssl
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from shlex import quote
from socket import gaierror
from typing import Final, TypeAlias
from urllib.parse import quote as quoted
from urllib.parse import urlencode

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError, SQLAlchemyError

from bot.play.state.errors import StoreError


class DatabaseError(StoreError):
    """The database can't be opened, read or written; the message says why, and what to do about it."""


class DatabaseUnavailableError(DatabaseError):
    """The database's server can't be reached or isn't ready; later it may be."""


class DatabaseInUseError(DatabaseError):
    """Another bot or another program uses the database, or another bot uses the token."""


class SlotLostError(DatabaseInUseError):
    """Another process serves the servers of this one, so this one mustn't write any more."""

    def __init__(self, name: str, slot: int) -> None:
        super().__init__(f"another process has taken slot {slot} of {name}, so this one ends")


class DatabaseLostError(DatabaseError):
    """The database's file was deleted or replaced while it was open: what is written to it is lost."""

    def __init__(self, name: str) -> None:
        super().__init__(
            f"{name} was deleted or replaced while the bot was running, so nothing can be stored: put the file back or "
            "restore a backup, and start the bot again"
        )


class NewerDatabaseError(DatabaseError):
    """The database was written by a newer version of this program."""

    def __init__(self, name: str, revision: str, newest: str) -> None:
        super().__init__(
            f"{name} was written by a newer version of this program (its schema is {revision}, the newest known here "
            f"is {newest}): update the program, or go back to a backup"
        )


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


# Managed databases hand out libpq's parameters, which asyncpg doesn't know. Passing everything on would end in a
# traceback, so unknown ones are refused by name.
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
    if given.get("sslrootcert") == "system":  # the system's certificate authorities, which asyncpg doesn't know
        return {"ssl": ssl.create_default_context()}
    for name in ("sslrootcert", "sslcert", "sslkey", "sslcrl"):
        if name in given and not os.access(given[name], os.R_OK):
            raise DatabaseError(f"the file {given[name]} can't be read: check {name} in the database URL")
    return {"dsn": f"postgresql:///?{urlencode(given)}"} if given else {}


def _number(name: str, value: str) -> int:
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
        if self.is_sqlite:
            return str(self.url.database)
        hosts = self.url.query.get("host", self.url.host)
        return f"{self.url.database} on {hosts if isinstance(hosts, str) else ' or '.join(hosts or ())}"

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
    hosts = several.get("host", "")
    if "port" not in several and not isinstance(hosts, str) and not all(":" in host for host in hosts):
        raise DatabaseError("the database URL names several hosts: add the port of each, host=ONE:5432&host=TWO:5432")
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


# SQLite goes on writing to a deleted file without an error. Opening the new file instead may be an older copy, in which
# running games go back in time; so the bot ends.
class FileIdentity:
    """Which file a path led to when it was opened."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._was = _identity(path)

    def is_same(self) -> bool:
        """Return whether the path still leads to that file."""
        try:
            return self._was is not None and _identity(self._path) == self._was
        except OSError:  # such as a disk that doesn't answer: reading or writing will report it
            return True


def _identity(path: Path) -> tuple[int, int] | None:
    """Return the device and the number of a file; None if there's none."""
    try:
        found = path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return None
    return found.st_dev, found.st_ino


@contextmanager
def readable_errors(location: Location, name: str | None = None) -> Iterator[None]:
    """Turn drivers' errors into DatabaseError with one sentence, which begins with ``name``.

    IntegrityError isn't caught: writers handle it.
    """
    try:
        yield
    except IntegrityError:
        raise
    except (SQLAlchemyError, sqlite3.Error, OSError) as fault:
        sentence = location.without_password(_sentence(location, name or location.name, fault))
        if not location.is_sqlite and any(part in sentence for part in _LATER):
            raise DatabaseUnavailableError(sentence) from fault
        raise DatabaseError(sentence) from fault


def _sentence(location: Location, name: str, fault: Exception) -> str:
    """Return what went wrong and, if known, what to do about it."""
    cause = fault.orig if isinstance(fault, DBAPIError) and fault.orig is not None else fault
    if isinstance(cause, TimeoutError):
        return f"{name} doesn't answer: check that the server and the network work"
    reason = str(cause).splitlines()
    said = reason[0] if reason else type(fault).__name__
    if missing := _missing(location, said, getattr(cause, "sqlstate", None)):
        return f"{name} {missing}"
    for part, sentence in _SENTENCES.items():
        if part in said:
            return f"{name} {sentence}"
    if isinstance(fault, ConnectionError | gaierror) or "Connect call failed" in said:
        return f"{name} can't be reached ({said}): check that the server runs, and the host and port in the URL"
    return f"{name} can't be used: {said}"


def _missing(location: Location, said: str, code: str | None) -> str:
    """Return what to do if a server has no such database or user; empty otherwise. Its words may be in any language."""
    user, database = (quote(name or "remik") for name in (location.url.username, location.url.database))
    if code == "3D000" or (code == "08P01" and "database" in said):  # the second one is PgBouncer's for everything
        return f"doesn't exist: create it on the server with `createdb --owner={user} {database}`"
    if code == "28000":
        create = f"create it on the server with `createuser --pwprompt {user}`, or let it connect in pg_hba.conf"
        return f"refuses the user {user} ({said}): {create}"
    return ""


_SENTENCES: Final = {
    "not a database": "is no database: name another file, or move this one away",
    "malformed": "is damaged: stop the bot and restore a backup (`remik db backup` makes them)",
    "locked": "is locked by another program: stop that program, or wait until it's done",
    "readonly": "can't be written: check who owns the file and its folder, and that the disk isn't mounted read-only",
    "unable to open": "can't be opened: check that its folder exists and who owns it",
    "is full": "can't be written: the disk is full, so free some space",
    "No space left": "can't be written: the disk is full, so free some space there",
    "disk I/O error": "can't be read or written (disk I/O error): check the disk and its mount, and the system's log; "
    "if files are damaged, restore a backup",
    "password authentication failed": "refuses the password: check the user and password in the URL, and that the "
    "server has this user",
    'prepared statement "__asyncpg': "is reached through a pooler: add "
    "statement_cache_size=0&prepared_statement_cache_size=0 to the URL, and set REMIK_DATABASE_LOCK_URL",
    "statement timeout": "is too slow: check the server's load, and whether something holds its locks",
    "lock timeout": "is locked by another program: stop that program, or wait until it's done",
    "QueuePool limit": "doesn't answer: check that the server and the network work",
    "too many clients": "has no connection left: raise max_connections on the server, or stop other programs",
    "remaining connection slots": "has no connection left: raise max_connections on the server, or stop other programs",
    "starting up": "is starting: wait a moment",
    "target attribute": "can't be reached: no host is what target_session_attrs asks for, so promote one of them",
    "shutting down": "is shutting down: start the server again",
}
"""Sentences for the operator, by a part of the driver's message."""
_LATER: Final = ("doesn't answer", "can't be reached", "has no connection left", "is starting", "is shutting down")
"""Parts of the sentences after which a server may work later."""
