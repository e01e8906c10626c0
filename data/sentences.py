"""Sentences for drivers' errors, each with what the operator can do about it."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from shlex import quote
from socket import gaierror
from typing import Final

from sqlalchemy.exc import DBAPIError, IntegrityError, SQLAlchemyError

from data.errors import DatabaseError, DatabaseUnavailableError
from data.location import Location


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
    "shutting down": "is shutting down: start the server again",
}
"""Sentences for the operator, by a part of the driver's message."""
_LATER: Final = ("doesn't answer", "can't be reached", "has no connection left", "is starting", "is shutting down")
"""Parts of the sentences after which a server may work later."""
