"""Reads the source: which modules there are, what each imports and defines. Used by tests/test_house.py."""

import ast
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parent.parent
FOLDERS = ("bot", "cogs", "render", "data")


@dataclass(frozen=True, slots=True)
class Module:
    """A module: its dotted name, its file, and its parsed source."""

    name: str
    path: Path
    tree: ast.Module

    @property
    def package(self) -> str:
        """The package it stands in; for an `__init__`, the package itself."""
        return self.name if self.path.name == "__init__.py" else self.name.rpartition(".")[0]


def modules(*folders: str) -> tuple[Module, ...]:
    """Read all modules of some folders."""
    return tuple(
        module
        for folder in folders
        for module in _modules_in(folder.partition("/")[0])
        if module.path.is_relative_to(ROOT / folder)
    )


@cache
def _modules_in(folder: str) -> tuple[Module, ...]:
    """Read all modules of a folder, once per process."""
    found = []
    for path in sorted((ROOT / folder).rglob("*.py")):
        parts = path.relative_to(ROOT).with_suffix("").parts
        name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        found.append(Module(name, path, ast.parse(path.read_text(encoding="utf-8"))))
    return tuple(found)


@cache
def nodes(module: Module) -> tuple[ast.AST, ...]:
    """Return everything in a module, without the marks that a name is read or written."""
    return tuple(node for node in ast.walk(module.tree) if not isinstance(node, ast.expr_context))


def imported(module: Module) -> set[str]:
    """List the names that a module imports, `package.name` for each, those for type checkers too."""
    names: set[str] = set()
    for node in nodes(module):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module.path}: imports are absolute here"
            names.update(f"{node.module}.{alias.name}" for alias in node.names)
    return names


@cache
def import_graph(*folders: str) -> Mapping[str, frozenset[str]]:
    """Return the modules that each module imports, out of the modules of these folders."""
    known = {module.name for module in modules(*folders)}

    def target(name: str) -> str | None:
        parts = name.split(".")
        longest_first = (".".join(parts[:count]) for count in range(len(parts), 0, -1))
        return next((one for one in longest_first if one in known), None)

    return {
        module.name: frozenset(found for name in imported(module) if (found := target(name)) and found != module.name)
        for module in modules(*folders)
    }


def cycles(graph: Mapping[str, Iterable[str]]) -> list[frozenset[str]]:
    """Return the groups of modules that import each other, directly or through others."""
    reached = {start: _reachable(graph, start) for start in graph}
    groups = {frozenset(one for one in reached[start] if start in reached[one]) for start in graph}
    return [group for group in groups if group]


def _reachable(graph: Mapping[str, Iterable[str]], start: str) -> set[str]:
    """Return the modules that one module leads to in one step or more."""
    seen: set[str] = set()
    todo = list(graph[start])
    while todo:
        one = todo.pop()
        if one not in seen:
            seen.add(one)
            todo += graph[one]
    return seen


def public_classes(*folders: str) -> Mapping[str, list[str]]:
    """Return the modules that define a public class, by the name of the class."""
    found: dict[str, list[str]] = defaultdict(list)
    for module in modules(*folders):
        for node in module.tree.body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                found[node.name].append(module.name)
    return found


def functions(module: Module) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """Return all functions and methods of a module."""
    yield from (node for node in nodes(module) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))


def import_lines(module: Module) -> int:
    """Count the lines that a module's imports take."""
    imports = (node for node in nodes(module) if isinstance(node, ast.Import | ast.ImportFrom))
    return sum((node.end_lineno or 0) - node.lineno + 1 for node in imports)


def code_lines(module: Module) -> int:
    """Count the lines of a module that are neither empty, nor comments, nor part of a docstring."""
    strings = {
        line
        for node in nodes(module)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        for line in range(node.lineno, (node.end_lineno or 0) + 1)
    }
    lines = enumerate(module.path.read_text(encoding="utf-8").splitlines(), 1)
    return sum(1 for number, line in lines if number not in strings and line.strip() and line.strip()[0] != "#")


def switches_on(module: Module, classes: frozenset[str]) -> bool:
    """Return whether a module has an `isinstance` or a `case` on one of these classes."""
    for node in nodes(module):
        match node:
            case ast.Call(func=ast.Name("isinstance"), args=[_, kind]):
                if classes & _names(kind):
                    return True
            case ast.MatchClass(cls=kind):
                if classes & _names(kind):
                    return True
    return False


def uses_attach(module: Module) -> bool:
    """Return whether a module defines or calls anything named `attach`."""
    for node in nodes(module):
        match node:
            case ast.FunctionDef(name="attach") | ast.AsyncFunctionDef(name="attach"):
                return True
            case ast.Call(func=ast.Name("attach") | ast.Attribute(attr="attach")):
                return True
    return False


def _names(node: ast.expr) -> set[str]:
    """Return the names in an expression, without the modules that they are taken from."""
    found = {one.id for one in ast.walk(node) if isinstance(one, ast.Name)}
    return found | {one.attr for one in ast.walk(node) if isinstance(one, ast.Attribute)}
