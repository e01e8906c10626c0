"""The house: who may import whom, and what the rules may not touch (docs/architecture.md)."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
FOLDERS = ("bot", "cogs", "render", "data")

# Each part and the parts below it. The longest prefix that fits a module is its part.
MAY_IMPORT: dict[str, set[str]] = {
    "bot.rummy": set(),
    "bot.laydown": {"bot.rummy"},
    "bot.players": {"bot.rummy", "bot.laydown"},
    "bot.ratings": {"bot.rummy"},
    "bot.tournaments": {"bot.rummy", "bot.ratings"},
    "bot.text": {"bot.rummy", "bot.laydown", "bot.players", "bot.ratings", "bot.tournaments"},
    "bot.settings": set(),
    "bot.logs": set(),
    "bot.backoff": set(),
    "bot.playground": set(),
    "bot.play": {"bot.backoff", "bot.rummy", "bot.laydown", "bot.players", "bot.ratings", "bot.tournaments"},
    "render": {"bot.rummy", "bot.laydown", "bot.text", "bot.ratings", "bot.tournaments"},
    "data": {"bot.rummy", "bot.players", "bot.ratings", "bot.tournaments", "bot.play"},
    "cogs": {
        "bot.backoff",
        "bot.rummy",
        "bot.laydown",
        "bot.players",
        "bot.ratings",
        "bot.tournaments",
        "bot.play",
        "bot.text",
        "render",
    },
}
KNOWS_ALL = ("bot.app", "bot.cli", "bot.bench", "bot.__main__")
THIRD_PARTY: dict[str, set[str]] = {
    "discord": {"cogs", *KNOWS_ALL},
    "sqlalchemy": {"data", "bot.bench"},
    "alembic": {"data"},
    "PIL": {"render", "bot.bench"},
    "babel": {"bot.text"},
    "openskill": {"bot.ratings"},
    "aiohttp": {"bot.playground", *KNOWS_ALL},
    "pydantic_settings": {"bot.settings"},
}
IMPURE = {
    "asyncio", "datetime", "http", "io", "logging", "os", "pathlib", "random", "secrets", "shutil", "socket", "sqlite3",
    "subprocess", "tempfile", "threading", "time", "urllib", "uuid",
}  # fmt: skip


def modules() -> Iterator[tuple[str, Path]]:
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*.py")):
            parts = path.relative_to(ROOT).with_suffix("").parts
            yield ".".join(parts[:-1] if parts[-1] == "__init__" else parts), path


def imported(path: Path) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are absolute here"
            names.add(str(node.module))
            names.update(f"{node.module}.{alias.name}" for alias in node.names)
    return names


def part_of(module: str) -> str | None:
    parts = [part for part in (*MAY_IMPORT, *KNOWS_ALL) if f"{module}.".startswith(f"{part}.")]
    return max(parts, key=len, default=None)


@pytest.mark.parametrize(("module", "path"), list(modules()), ids=lambda value: value if isinstance(value, str) else "")
def test_imports_run_downwards_only(module: str, path: Path) -> None:
    part = part_of(module)
    if module == "bot":
        assert not imported(path)
        return
    assert part is not None, f"{module} belongs to no part of the house; say in MAY_IMPORT what it may use"
    if part in KNOWS_ALL:
        return
    for name in imported(path):
        other = part_of(name)
        if name.split(".")[0] in FOLDERS and other != part and name != "bot":
            assert other in MAY_IMPORT[part], f"{module} ({part}) imports {name}: not downwards"


@pytest.mark.parametrize(("module", "path"), list(modules()), ids=lambda value: value if isinstance(value, str) else "")
def test_each_library_stays_in_its_part(module: str, path: Path) -> None:
    part = part_of(module)
    for name in imported(path):
        owners = THIRD_PARTY.get(name.split(".")[0])
        assert owners is None or part in owners, f"{module} imports {name}, which belongs to {sorted(owners)}"


def test_the_rules_are_pure() -> None:
    for module, path in modules():
        if part_of(module) == "bot.rummy":
            for name in imported(path):
                top = name.split(".")[0]
                assert top in {"bot", *sys.stdlib_module_names}, f"{module} imports {name}: not the standard library"
                assert top not in IMPURE, f"{module} imports {name}: no clock, input, output or chance in the rules"
