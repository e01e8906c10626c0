"""The schema of a database: its version, migrations to this program's, and whether it is what the migrations make.

The expected schema isn't written down anywhere: the migrations up to the database's revision run on a new one, in
memory or in a schema of the server's that is rolled back. What is compared is meaning. Names of constraints, the order
of columns, spaces and quotes differ between databases that came here through different versions of SQLAlchemy.
"""

import re
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias, cast

from sqlalchemy import Connection, create_engine, inspect, text
from sqlalchemy.pool import NullPool

from data.location import DatabaseError, NewerDatabaseError

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


class SchemaPart(NamedTuple):
    """A part of a schema: its kind in words, its table or view, and its own name."""

    kind: str
    table: str
    name: str

    def __str__(self) -> str:
        """Return the part in words for the operator."""
        own = f"the {self.kind} {_shown(self.name)}"
        return own if self.is_whole else f"{own} of {_shown(self.table)}"

    @property
    def is_whole(self) -> bool:
        """Whether this is a table or view rather than a part of one."""
        return self.kind in ("table", "view")


SchemaParts: TypeAlias = Mapping[SchemaPart, str]
"""The definition of each part."""

_WIDEST: Final = 160
"""Characters of a name or a definition that are shown."""
_RARE: Final = frozenset({"as", "check", "collate", "conflict", "deferrable", "generated"})
"""Words of columns and constraints that SQLite doesn't list: definitions with them are compared as text."""
_TOKEN: Final = re.compile(
    r"""--[^\n]* | /\*.*?(?:\*/|\Z) | '(?:[^']|'')*' | "(?:[^"]|"")*" | `[^`]*` | \[[^\]]*\] | [\w$.]+ | [^\w\s]""",
    re.DOTALL | re.VERBOSE,
)
_CHECKED: Final = "remik_expected_schema"
_OF_SERVER: Final = text("""
WITH ours AS (
    SELECT c.oid, c.relname, c.relkind, c.relpersistence, c.relrowsecurity
    FROM pg_class c WHERE c.relnamespace = CAST(:schema AS regnamespace) AND c.relkind IN ('r', 'p', 'f', 'v', 'm')
        AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = c.oid AND deptype = 'e')  -- part of an extension
)
SELECT CASE WHEN relkind IN ('v', 'm') THEN 'view' ELSE 'table' END, relname, relname,
    CASE WHEN relkind IN ('v', 'm') THEN pg_get_viewdef(oid)
    ELSE concat_ws(' ', CASE relkind WHEN 'p' THEN 'PARTITIONED' WHEN 'f' THEN 'FOREIGN' END,
        CASE relpersistence WHEN 'u' THEN 'UNLOGGED' END, CASE WHEN relrowsecurity THEN 'ROW LEVEL SECURITY' END) END
FROM ours
UNION ALL SELECT 'column', relname, attname, concat_ws(' ', format_type(atttypid, atttypmod),
    CASE WHEN attcollation <> typcollation THEN 'COLLATE ' || CAST(attcollation AS regcollation) END,
    CASE WHEN attnotnull THEN 'NOT NULL' END, nullif(attidentity, ''), nullif(attgenerated, ''),
    'DEFAULT ' || pg_get_expr(adbin, adrelid))
FROM ours JOIN pg_attribute ON attrelid = ours.oid AND attnum > 0 AND NOT attisdropped
    JOIN pg_type ON pg_type.oid = atttypid LEFT JOIN pg_attrdef ON adrelid = ours.oid AND adnum = attnum
WHERE relkind NOT IN ('v', 'm')
UNION ALL SELECT 'constraint', relname, pg_get_constraintdef(pg_constraint.oid), CAST(convalidated AS text)
FROM ours JOIN pg_constraint ON conrelid = ours.oid AND contype <> 'n'  -- NOT NULL, as with the columns
UNION ALL SELECT 'index', ours.relname, i.relname, concat_ws(' ', pg_get_indexdef(indexrelid),
    CASE WHEN NOT indisvalid THEN 'INVALID' END)
FROM ours JOIN pg_index ON indrelid = ours.oid JOIN pg_class i ON i.oid = indexrelid
UNION ALL SELECT 'trigger', relname, tgname, concat_ws(' ', pg_get_triggerdef(pg_trigger.oid), tgenabled)
FROM ours JOIN pg_trigger ON tgrelid = ours.oid AND NOT tgisinternal
UNION ALL SELECT 'rule', relname, rulename, pg_get_ruledef(pg_rewrite.oid)
FROM ours JOIN pg_rewrite ON ev_class = ours.oid AND rulename <> '_RETURN'
UNION ALL SELECT 'policy', relname, polname, concat_ws(' ', polcmd, pg_get_expr(polqual, polrelid))
FROM ours JOIN pg_policy ON polrelid = ours.oid
""")


def differences(expected: SchemaParts, found: SchemaParts) -> list[str]:
    """Return how a schema differs from the expected one, a sentence for each part."""
    faults = []
    known, there = ({part.table for part in parts if part.is_whole} for parts in (expected, found))
    for part in sorted({*expected, *found}):
        if not part.is_whole and part.table not in known & there:
            continue  # the table itself is a fault
        if part not in found:
            faults.append(f"schema: {part} is missing")
        elif part not in expected:
            faults.append(f"schema: {part} doesn't belong there")
        elif expected[part] != found[part]:
            made, wanted = _shown(found[part]) or "plain", _shown(expected[part]) or "plain"
            faults.append(f"schema: {part} is {made} rather than {wanted}")
    return faults


def sqlite_faults(database: sqlite3.Connection, revision: str) -> list[str]:
    """Return how the schema of an SQLite database differs from the one of its revision."""
    return differences(_made_in_memory(revision), _parts_of_file(database))


def server_faults(connection: Connection, revision: str) -> list[str]:
    """Return how the schema of a PostgreSQL database differs from the one of its revision.

    Makes a schema in the connection's transaction, which the caller has to roll back. The user must be allowed to.
    """
    schema = connection.scalar(text("SELECT quote_ident(current_schema())"))
    connection.exec_driver_sql(f"CREATE SCHEMA {_CHECKED}")
    connection.exec_driver_sql(f"SET LOCAL search_path TO {_CHECKED}")
    upgrade(connection, _CHECKED, to=revision)
    expected = _parts_of_server(connection, _CHECKED)
    connection.exec_driver_sql(f"SET LOCAL search_path TO {schema}")
    return differences(expected, _parts_of_server(connection, schema))


@cache
def _made_in_memory(revision: str) -> SchemaParts:
    """Return the schema that the migrations up to a revision make in SQLite."""
    with create_engine("sqlite://", poolclass=NullPool).begin() as connection:
        upgrade(connection, "memory", to=revision)
        return _parts_of_file(cast(sqlite3.Connection, connection.connection.driver_connection))


def _parts_of_server(connection: Connection, schema: str) -> SchemaParts:
    """Read a schema of a server's database, which must be the search path's."""
    found = connection.execute(_OF_SERVER, {"schema": schema}).all()
    return {SchemaPart(*map(str, part)): str(made).replace(f"{schema}.", "") for *part, made in found}


def _parts_of_file(database: sqlite3.Connection) -> SchemaParts:
    found = dict[SchemaPart, str]()
    # SQLite's own: indexes of keys, which have no text, and these tables. Whoever edits the schema by hand can give any
    # trigger or view a name like theirs.
    made = (
        "SELECT type, name, tbl_name, sql FROM sqlite_master WHERE sql IS NOT NULL "
        "AND NOT (type = 'table' AND name IN ('sqlite_sequence', 'sqlite_stat1', 'sqlite_stat4'))"
    )
    for kind, name, table, sql in database.execute(made).fetchall():
        match kind:
            case "table":
                found[SchemaPart("table", name, name)] = _table_words(sql)
                found.update(_columns(database, name))
                found.update(_keys(database, name))
            case "view":
                found[SchemaPart("view", name, name)] = _normal(sql)
            case "trigger":
                found[SchemaPart("trigger", table, name)] = _normal(sql)
            case _:
                found[SchemaPart("index", table, name)] = _index_words(database, name, sql)
    return found


def _columns(database: sqlite3.Connection, table: str) -> Iterator[tuple[SchemaPart, str]]:
    for name, kind, required, default, key, hidden in _pragma(
        database, 'SELECT name, type, "notnull", dflt_value, pk, hidden FROM pragma_table_xinfo(?)', table
    ):
        words = [
            str(kind).upper(),
            "NOT NULL" * required,
            f"PRIMARY KEY {key}" * bool(key),
            f"HIDDEN {hidden}" * hidden,
        ]
        if default is not None:
            words.append(f"DEFAULT {_unwrapped(_normal(default))}")
        yield SchemaPart("column", table, name), " ".join(filter(None, words))


def _keys(database: sqlite3.Connection, table: str) -> Iterator[tuple[SchemaPart, str]]:
    """Yield a table's foreign keys, and its unique constraints."""
    rows = _pragma(
        database,
        'SELECT id, "from", "table", "to", on_update, on_delete FROM pragma_foreign_key_list(?) ORDER BY id, seq',
        table,
    )
    for _, pairs in groupby(rows, key=lambda row: row[0]):
        key = list(pairs)
        mine, theirs = (", ".join(str(row[place]) for row in key) for place in (1, 3))
        _, _, parent, _, on_update, on_delete = key[0]
        definition = f"({mine}) to {parent} ({theirs}) ON UPDATE {on_update} ON DELETE {on_delete}"
        yield SchemaPart("foreign key", table, definition), ""
    for name, origin in _pragma(database, "SELECT name, origin FROM pragma_index_list(?)", table):
        if origin != "c":
            words = _index_words(database, name, None)
            yield SchemaPart("key" if origin == "u" else "primary key", table, words), ""


def _index_words(database: sqlite3.Connection, name: str, sql: str | None) -> str:
    """Return the columns of an index, and the rest of its definition."""
    columns = _pragma(database, 'SELECT name, "desc", coll FROM pragma_index_xinfo(?) WHERE key ORDER BY seqno', name)
    words = ", ".join(
        " ".join(filter(None, (str(column), "DESC" * down, f"COLLATE {order}" * (order != "BINARY"))))
        for column, down, order in columns
    )
    if sql is None:
        return f"({words})"
    tokens = _tokens(sql)
    unique = "UNIQUE " * (tokens[1] == "unique")
    expressions = f" {' '.join(tokens)}" * any(column is None for column, *_ in columns)
    condition = f" WHERE {' '.join(tokens[tokens.index('where') + 1 :])}" if "where" in tokens else ""
    return f"{unique}({words}){expressions}{condition}"


def _table_words(sql: str) -> str:
    """Return what SQLite tells about a table only in its text: its kind, its constraints and AUTOINCREMENT."""
    tokens = _tokens(sql)
    if tokens[1] != "table":  # a virtual one
        return " ".join(tokens)
    first = tokens.index("(")
    definitions, rest = _definitions(tokens[first + 1 :])
    words = [" ".join(rest).upper(), "AUTOINCREMENT" * ("autoincrement" in tokens)]
    words += sorted(" ".join(_unnamed(one)) for one in definitions if _RARE & set(one))
    return "; ".join(filter(None, words))


def _definitions(tokens: Sequence[str]) -> tuple[list[list[str]], Sequence[str]]:
    """Split what is between the parentheses of a table at the commas. Return that, and what follows."""
    depth, definitions = 0, [list[str]()]
    for place, word in enumerate(tokens):
        if word == ")" and not depth:
            return definitions, tokens[place + 1 :]
        depth += (word == "(") - (word == ")")
        if word == "," and not depth:
            definitions.append([])
        else:
            definitions[-1].append(word)
    return definitions, ()


def _unnamed(definition: list[str]) -> list[str]:
    """Return a definition without the name of a constraint."""
    return definition[2:] if definition[0] == "constraint" else definition


def _normal(sql: str) -> str:
    return " ".join(_tokens(sql))


def _tokens(sql: str) -> list[str]:
    """Split SQL into words and signs, without comments and quotes of names, in lower case except for strings."""
    found = []
    for token in _TOKEN.findall(sql):
        if token.startswith(("--", "/*")):
            continue
        quoted = token[0] in '"`['
        found.append(token if token[0] == "'" else token[1:-1].lower() if quoted else token.lower())
    return found


def _unwrapped(default: str) -> str:
    """Return a default without parentheses and quotes around it."""
    while default.startswith("( ") and default.endswith(" )"):
        default = default[2:-2]
    return default.strip("'")


def _pragma(database: sqlite3.Connection, query: str, name: str) -> list[tuple[Any, ...]]:
    return database.execute(query, (name,)).fetchall()


def _shown(words: str) -> str:
    """Return text of a database that anyone may have written in one line that can be printed."""
    shown = words if words.isprintable() else words.encode("unicode_escape").decode("ascii")
    return shown if len(shown) <= _WIDEST else f"{shown[:_WIDEST]}..."
