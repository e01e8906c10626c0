"""Checks requests and responses against Discord's own description of its API, if that is available."""

from __future__ import annotations

import functools
import importlib.util
import os
import warnings
from collections.abc import Iterable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from bot.playground import LoggedRequest


def load_checker() -> ModuleType:
    """Load the checker, or skip the test with instructions."""
    beside = Path(__file__).resolve().parents[2].parent / "shared" / "discord-spec"
    folder = Path(os.environ.get("DISCORD_SPEC_FOLDER") or beside)
    path = folder / "check.py"
    if not path.is_file():
        pytest.skip(
            f"no {path}: set DISCORD_SPEC_FOLDER to a folder with Discord's openapi.json and its check.py "
            "to hold requests and answers against them"
        )
    return _load(path)


@functools.cache
def _load(path: Path) -> ModuleType:
    described = importlib.util.spec_from_file_location("discord_spec_check", path)
    assert described is not None
    assert described.loader is not None
    module = importlib.util.module_from_spec(described)
    described.loader.exec_module(module)
    with warnings.catch_warnings():
        # The checker opens its file at first use and doesn't close it.
        warnings.simplefilter("ignore", ResourceWarning)
        module.find_operation("GET", "/gateway")
    return module


def _numbered(answer: Any) -> Any:  # noqa: ANN401  # any JSON
    """Replace field names in faults by numbers, which the description requires."""
    if isinstance(answer, dict) and "_errors" in answer:
        return {**answer, "_errors": [{**error, "code": 0} for error in answer["_errors"]]}
    if isinstance(answer, dict):
        return {key: _numbered(value) for key, value in answer.items()}
    return answer


_VALID: set[object] = set()
"""The shapes that were valid before in this process."""
_WORDS = {"type", "style", "flags", "kind", "code"}
"""Fields whose values, not just their types, determine which part of the description applies."""


def _shape(value: Any, key: str = "") -> object:  # noqa: ANN401  # any JSON
    """Return a value's properties that matter to the description: fields, types, and lengths in powers of two."""
    match value:
        case dict():
            return frozenset((name, _shape(one, name)) for name, one in value.items())
        case list() | tuple():
            return (len(value).bit_length(), frozenset(_shape(one) for one in value))
        case str() if value.isdecimal():
            return "id"
        case str():
            return (str, len(value).bit_length())
        case bool() | None:
            return value
        case _:
            return value if key in _WORDS else type(value)


def _route(path: str) -> str:
    """Return a path without its ids and tokens."""
    parts = path.partition("?")[0].split("/")
    return "/".join(part if part.isalpha() or part.startswith("@") else "*" for part in parts)


def spec_faults(requests: Iterable[LoggedRequest]) -> list[str]:
    """List the violations of Discord's description in requests and responses.

    Only one of each shape is checked, once per process.
    """
    checker = load_checker()
    found: list[str] = []
    shapes = {
        (one.method, _route(one.path), one.status, _shape(one.body), len(one.files or ()), _shape(one.response)): one
        for one in requests
    }
    for shape, one in shapes.items():
        if shape in _VALID:
            continue
        files = {upload.index: upload.filename for upload in one.files} if one.files else None
        asked = checker.validate(one.method, one.path, one.body, files=files)
        told = checker.validate_response(one.method, one.path, one.status, _numbered(one.response))
        found += [f"{one.method} {one.path}: request {fault}" for fault in asked]
        found += [f"{one.method} {one.path}: answer {one.status} {fault}" for fault in told]
        if not asked and not told:
            _VALID.add(shape)
    return found
