"""Migrations: update a database to this program's schema, all steps in one transaction."""

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from sqlalchemy import Connection, inspect, text

from data.errors import DatabaseError, NewerDatabaseError

MIGRATIONS: Final = Path(__file__).parent / "migrations"
VERSION_TABLE: Final = "remik_version"
_LOCK: Final = 0x72656D696B  # any number, the same in every process


@dataclass(frozen=True, slots=True)
class SchemaState:
    """The versions of a database's schema, None before the first migration, and of this program's schema."""

    revision: str | None
    newest: str


def schema_state(connection: Connection, name: str, folder: Path = MIGRATIONS) -> SchemaState:
    """Return the state of a database's schema. DatabaseError if it belongs to another program or a newer version."""
    known = {path.stem[1:5] for path in (folder / "versions").glob("v*.py")}
    newest, tables = max(known), set(inspect(connection).get_table_names())
    revision: str | None = None
    if VERSION_TABLE in tables:
        kept = connection.scalars(text(f"SELECT version_num FROM {VERSION_TABLE}")).all()  # noqa: S608 - a name of ours
        if len(kept) > 1:
            raise DatabaseError(f"{name} has {len(kept)} revisions in {VERSION_TABLE} rather than one: use a backup")
        revision = kept[0] if kept else None
    if revision is None:
        if tables - {VERSION_TABLE}:
            raise DatabaseError(f"{name} contains tables of another program: use an empty database or a new file")
        return SchemaState(None, newest)
    if revision not in known:
        raise NewerDatabaseError(name, revision, newest)
    return SchemaState(revision, newest)


def lock(connection: Connection) -> None:
    """Make other migrating processes wait until this transaction ends. On SQLite, BEGIN IMMEDIATE already does."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _LOCK})


def upgrade(connection: Connection, name: str, folder: Path = MIGRATIONS, to: str = "head") -> None:
    """Migrate to a revision, by default the newest schema, in the transaction of ``connection``, with foreign keys off.

    Foreign keys are off because Alembic's batch mode copies, drops and renames tables, and dropping one would delete
    the rows that refer to it. They are checked once, at the end. DatabaseError if a row refers to a missing one; the
    caller rolls back.
    """
    from alembic import command  # noqa: PLC0415 - takes a fifth of a second, and only migrations need it
    from alembic.config import Config  # noqa: PLC0415

    config = Config()
    config.set_main_option("script_location", str(folder).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, to)
    if connection.dialect.name == "sqlite":
        broken = connection.exec_driver_sql("PRAGMA foreign_key_check").fetchall()
        if broken:
            raise DatabaseError(f"{name} was left unchanged: {len(broken)} rows would refer to missing rows")
