"""The connection parameters of PostgreSQL's own library in a URL, which managed databases hand out, for asyncpg."""

import logging
import os
import ssl
from collections.abc import Mapping, Sequence
from typing import Final, TypeAlias
from urllib.parse import urlencode

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
