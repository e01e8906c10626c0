"""Engines: how connections to SQLite and PostgreSQL are set up, and how long they may take."""

import asyncio
import logging
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, TypeAlias

from sqlalchemy import Connection, Delete, Engine, ExceptionContext, Insert, Update, create_engine, event
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import DisconnectionError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import NullPool

from data.location import Location

PATIENCE: Final = 15.0
"""Seconds that a writer waits for another process to finish its transaction."""
WRITES: Final = {"remik_writes": True}
"""The execution options of connections that write."""
_SQLITE: Final = (
    "journal_mode = WAL",
    "synchronous = FULL",
    "secure_delete = ON",  # deleted data must not stay in free pages
)

CONNECTING: Final = 5.0
"""Seconds that PostgreSQL has to accept a connection, and to hand out one of the pool."""
STATEMENT: Final = 8.0
"""Seconds after which PostgreSQL gives up a statement."""
# A stopped server answers nothing, and `pool_pre_ping` waits as long as any statement. One limit for a whole
# transaction would break long ones. Migrations and `remik db` have none.
COMMAND: Final = 10.0
"""Seconds after which the bot gives up a statement that PostgreSQL doesn't answer, and drops the connection."""
_PING: Final = 3.0
"""Seconds that an idle connection has to answer before it's replaced."""
_IDLE: Final = 60.0
"""Seconds after which PostgreSQL ends a transaction of a program that has stopped."""

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
    # Without an isolation level the driver doesn't begin transactions by itself.
    arguments = {"timeout": PATIENCE, "isolation_level": None}
    engine = create_async_engine(location.url, connect_args=arguments, hide_parameters=True, **options)
    _set_up(engine.sync_engine, migrating=migrating)

    @event.listens_for(engine.sync_engine, "begin")
    def begun(connection: Connection) -> None:
        # SQLite refuses to write in a transaction if another one has written since its first read: lock before reading.
        writes = migrating or "remik_writes" in connection.get_execution_options()
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    return engine


def _set_up(engine: Engine, *, migrating: bool = False) -> None:
    """Make the connections of an engine for SQLite lose nothing."""

    @event.listens_for(engine, "connect")
    def connected(connection: DBAPIConnection, _record: object) -> None:
        try:
            cursor = connection.cursor()
            for setting in (*_SQLITE, f"foreign_keys = {'OFF' if migrating else 'ON'}"):
                cursor.execute(f"PRAGMA {setting}")
            cursor.close()
        except BaseException:
            connection.close()  # ends its thread
            raise


Statement: TypeAlias = Insert | Update | Delete
Work: TypeAlias = Sequence[tuple[Statement, Sequence[Mapping[str, object]]]]
"""Statements, and the rows of values for each of which they are executed."""


# Saves 0.7 to 1.2 of a click's 20 ms of CPU (4 to 6%): a move takes one trip to a thread instead of eleven.
# Measured: 0.7 by `remik bench clicks --parts answers` in turn, 1.2 by process_time around `append` and `settle`.
# It uses nothing private. Delete it, and let `write_rows` use `write`, once a driver takes a trip or two by itself.
class SqliteWriter:
    """Executes transactions in a thread, each in one trip there, on a synchronous connection."""

    def __init__(self, location: Location) -> None:
        # The driver begins such a transaction by itself, as each one starts with a statement that writes.
        arguments = {"timeout": PATIENCE, "isolation_level": "IMMEDIATE"}
        url = location.url.set(drivername="sqlite")
        self._engine = create_engine(url, connect_args=arguments, hide_parameters=True)
        _set_up(self._engine)
        self._connection: Connection | None = None
        self._thread = ThreadPoolExecutor(1, "sqlite writer")

    async def write(self, work: Work) -> None:
        """Execute statements in one transaction."""
        await asyncio.get_running_loop().run_in_executor(self._thread, self._write, work)

    async def close(self) -> None:
        """Close the connection, and end the thread."""
        loop = asyncio.get_running_loop()
        await loop.run_in_executor(self._thread, self._release)
        await loop.run_in_executor(self._thread, self._engine.dispose)
        self._thread.shutdown(wait=False)

    def _write(self, work: Work) -> None:
        if self._connection is None:
            self._connection = self._engine.connect()
        try:
            with self._connection.begin():
                for statement, rows in work:
                    self._connection.execute(statement, rows)
        except BaseException:
            self._release()
            raise

    def _release(self) -> None:
        """Give the connection back to the engine, which resets it."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None


class _Hosts:
    """Connects to one of several hosts, first to the one that worked last.

    The driver would wait for a host that doesn't answer for as long as it may take to connect, and try no other one.
    """

    def __init__(self) -> None:
        self._order: list[tuple[str, int]] = []

    async def connect(self, **how: Any) -> object:  # noqa: ANN401 - the driver's arguments
        """Connect to the first host that answers in its part of the time, and is what the URL asks for."""
        # It may not be installed, and has no types.
        from asyncpg import InternalClientError, PostgresError, connect  # type: ignore[import-untyped]  # noqa: PLC0415

        self._order = self._order or list(zip(how["host"], how["port"], strict=True))
        how["timeout"] /= len(self._order)
        faults = []
        for one in tuple(self._order):
            try:
                made = await connect(**how | {"host": one[0], "port": one[1]})
            except (OSError, PostgresError, InternalClientError) as fault:
                faults.append(fault)
            else:
                self._order.sort(key=one.__ne__)  # the others stay in their order behind it
                return made
        raise faults[0]


def _postgres(location: Location, *, pooled: bool, hurried: bool) -> AsyncEngine:
    limits = {"timeout": CONNECTING, **({"command_timeout": COMMAND} if hurried else {})}
    pool: dict[str, object] = {"pool_timeout": CONNECTING} if pooled else {"poolclass": NullPool}
    arguments = {**limits, **location.arguments}
    if isinstance(location.url.query.get("host"), tuple):
        arguments["async_creator_fn"] = _Hosts().connect
    engine = create_async_engine(location.url, connect_args=arguments, hide_parameters=True, **pool)
    settings = _settings(location, hurried=hurried)

    @event.listens_for(engine.sync_engine, "connect")
    def connected(connection: Any, _record: object) -> None:  # noqa: ANN401 - SQLAlchemy's, with no public type
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
