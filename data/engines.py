"""Engines: how connections to SQLite and PostgreSQL are set up, and how long they may take."""

import asyncio
import logging
import socket
from collections.abc import Sequence
from typing import Any, Final, cast

from sqlalchemy import Connection, ExceptionContext, event
from sqlalchemy.engine.interfaces import ExecutionContext
from sqlalchemy.exc import DisconnectionError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import NullPool

from data.location import Location
from data.sqlite import SqliteConnection, connector

PATIENCE: Final = 15.0
"""Seconds that a writer waits for another process to finish its transaction."""
WRITES: Final = {"remik_writes": True}
"""The execution options of connections that write."""
UNREAD: Final = {"remik_unread": True}
"""The execution options of statements whose result isn't read. They may fail as late as with the commit."""

CONNECTING: Final = 5.0
"""Seconds that PostgreSQL has to accept a connection, and to hand out one of the pool."""
STATEMENT: Final = 8.0
"""Seconds after which PostgreSQL gives up a statement."""
COMMAND: Final = 10.0
"""Seconds after which the bot gives up a statement that PostgreSQL doesn't answer, and drops the connection."""
_PING: Final = 3.0
"""Seconds that an idle connection has to answer before it's replaced."""
_IDLE: Final = 60.0
"""Seconds after which PostgreSQL ends a transaction of a program that has stopped."""
_KEEPALIVE: Final = (("TCP_KEEPIDLE", 30), ("TCP_KEEPINTVL", 10), ("TCP_KEEPCNT", 3))
"""After how many seconds without traffic, how often and how many times to check that the other side is still there."""

_log = logging.getLogger(__name__)


def make_engine(
    location: Location, *, migrating: bool = False, unhurried: bool = False, pooled: bool = True
) -> AsyncEngine:
    """Create an engine. For migrations, its connections have foreign keys off and aren't pooled.

    ``unhurried`` connections to PostgreSQL have no limits on how long a statement takes.
    """
    if location.is_sqlite:
        return _sqlite(location, migrating=migrating)
    return _postgres(location, pooled=pooled and not migrating, hurried=not (migrating or unhurried))


def _sqlite(location: Location, *, migrating: bool) -> AsyncEngine:
    options: dict[str, object] = {"poolclass": NullPool} if migrating else {}
    connect = connector(location.url, PATIENCE, keys=not migrating)
    engine = create_async_engine(location.url, async_creator=connect, hide_parameters=True, **options)

    @event.listens_for(engine.sync_engine, "begin")
    def begun(connection: Connection) -> None:
        # SQLite refuses to write in a transaction if another one has written since its first read: lock before reading.
        writes = migrating or "remik_writes" in connection.get_execution_options()
        _driver(connection).begin("BEGIN IMMEDIATE" if writes else "BEGIN")

    @event.listens_for(engine.sync_engine, "savepoint")
    def saved(connection: Connection, _name: str) -> None:
        _driver(connection).in_savepoint = True

    def waits(context: ExecutionContext) -> bool:
        unread = "remik_unread" in context.execution_options
        return unread and not _driver(context.root_connection).in_savepoint

    @event.listens_for(engine.sync_engine, "do_execute")
    def executed(_cursor: object, statement: str, values: Sequence[object], context: ExecutionContext) -> bool:
        if found := waits(context):
            _driver(context.root_connection).wait(statement, [values])
        return found

    @event.listens_for(engine.sync_engine, "do_executemany")
    def executed_often(
        _cursor: object, statement: str, values: Sequence[Sequence[object]], context: ExecutionContext
    ) -> bool:
        if found := waits(context):
            _driver(context.root_connection).wait(statement, values)
        return found

    return engine


def _driver(connection: Connection) -> SqliteConnection:
    return cast(SqliteConnection, connection.connection.driver_connection)


def _postgres(location: Location, *, pooled: bool, hurried: bool) -> AsyncEngine:
    limits = {"timeout": CONNECTING, **({"command_timeout": COMMAND} if hurried else {})}
    pool: dict[str, object] = {"pool_timeout": CONNECTING} if pooled else {"poolclass": NullPool}
    arguments = {**limits, **location.arguments}
    engine = create_async_engine(location.url, connect_args=arguments, hide_parameters=True, **pool)
    settings = _settings(location, hurried=hurried)

    @event.listens_for(engine.sync_engine, "connect")
    def connected(connection: Any, _record: object) -> None:  # noqa: ANN401 - SQLAlchemy's, with no public type
        _keep_alive(connection.driver_connection)
        # Not as parameters of the connection: poolers such as PgBouncer refuse those that they don't know.
        connection.run_async(lambda driver: driver.execute(settings, timeout=CONNECTING))

    @event.listens_for(engine.sync_engine, "checkout")
    def taken(connection: Any, _record: object, _proxy: object) -> None:  # noqa: ANN401 - as above
        # `pool_pre_ping` would wait for as long as any statement, and keep a connection that doesn't answer.
        try:
            connection.run_async(lambda driver: driver.execute("SELECT 1", timeout=_PING))
        except Exception as error:
            _log.info("a connection to the database is replaced: %s", type(error).__name__)
            raise DisconnectionError from error

    @event.listens_for(engine.sync_engine, "handle_error")
    def failed(context: ExceptionContext) -> None:
        # A connection whose statement was given up would make the next one wait, too.
        context.is_disconnect = context.is_disconnect or isinstance(
            context.original_exception, TimeoutError | asyncio.CancelledError
        )

    return engine


def _settings(location: Location, *, hurried: bool) -> str:
    """Return the statement that sets up a connection; what the URL's ``options`` set stays."""
    wanted: dict[str, float] = {"tcp_keepalives_idle": 30, "tcp_keepalives_interval": 10, "tcp_keepalives_count": 3}
    if hurried:
        wanted |= {"statement_timeout": STATEMENT * 1000, "idle_in_transaction_session_timeout": _IDLE * 1000}
    given = str(location.arguments.get("server_settings", ""))
    return "; ".join(f"SET {name} = {round(value)}" for name, value in wanted.items() if name not in given)


def _keep_alive(driver: object) -> None:
    """Make the system notice when the other side of an idle connection is gone."""
    transport = getattr(driver, "_transport", None)  # the driver has no public way to its socket
    opened = None if transport is None else transport.get_extra_info("socket")
    if opened is None or opened.family not in (socket.AF_INET, socket.AF_INET6):
        return
    opened.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for option, value in _KEEPALIVE:
        if hasattr(socket, option):  # not on every system
            opened.setsockopt(socket.IPPROTO_TCP, getattr(socket, option), value)
