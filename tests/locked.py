"""Reads requirements.lock: each pin with its marker and hashes."""

import re
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT: Final = Path(__file__).parent.parent
NOT_AT_RUN_TIME: Final = {"dev", "browser", "bench"}
"""Extras that no operator needs; requirements.lock has all others."""
_HASH: Final = re.compile(r"--hash=sha256:([0-9a-f]{64})\b")


@dataclass(frozen=True, slots=True)
class Locked:
    """A pin of requirements.lock: the requirement, and the digests of all files that may be installed for it."""

    requirement: Requirement
    digests: tuple[str, ...]

    @property
    def name(self) -> str:
        return canonicalize_name(self.requirement.name)

    @property
    def version(self) -> str:
        return str(self.requirement.specifier).removeprefix("==")


def project() -> dict[str, Any]:
    """Return pyproject.toml's table `project`."""
    table: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return table


def run_time_extras() -> set[str]:
    return set(project()["optional-dependencies"]) - NOT_AT_RUN_TIME


def locked() -> tuple[Locked, ...]:
    text = (ROOT / "requirements.lock").read_text(encoding="utf-8").replace("\\\n", " ")
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return tuple(Locked(Requirement(line.split(" --hash=")[0].strip()), tuple(_HASH.findall(line))) for line in lines)


def command() -> str:
    """Return the command in docs/releasing.md that makes requirements.lock."""
    text = (ROOT / "docs" / "releasing.md").read_text(encoding="utf-8").replace("\\\n", " ")
    return " ".join(re.findall(r"^uv pip compile .*$", text, re.MULTILINE)[0].split())
