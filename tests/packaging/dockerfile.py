"""Reads the Dockerfile, and follows its steps without Docker: in a folder, with this machine's Python."""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
KNOWN: Final = (
    *("FROM", "RUN", "COPY", "ENV", "ARG", "WORKDIR"),
    *("VOLUME", "USER", "HEALTHCHECK", "ENTRYPOINT", "CMD"),
)
FOLDERS: Final = ("src", "build", "opt/remik", "wheel", "data")
"""The folders of the image that steps write to."""
_ABSOLUTE: Final = re.compile(rf"(?<![\w.])/({'|'.join(FOLDERS)})(?=[/:\s]|$)")
_STAND_INS: Final = {
    "python": f'exec {shlex.quote(str(Path(sys.executable).resolve()))} "$@"',
    "useradd": "exit 0",  # needs root
    "install": 'for last; do :; done; mkdir -p -m 0700 "$last"',  # changes the owner, which needs root
}
"""Programs of the base image that this machine has elsewhere, or that only root may run."""


@dataclass(frozen=True, slots=True)
class Step:
    """An instruction of a Dockerfile: its word, and the rest of the line."""

    word: str
    rest: str

    @property
    def words(self) -> list[str]:
        """The rest as a list, which most instructions write as JSON."""
        found = re.search(r"\[.*\]$", self.rest)
        words: list[str] = json.loads(found[0]) if found else shlex.split(self.rest)
        return words

    @property
    def copied(self) -> list[str]:
        """What a COPY takes from the project, without its target; nothing if it copies from another stage."""
        return [] if self.word != "COPY" or "--from=" in self.rest else self.rest.split()[:-1]


def steps() -> list[Step]:
    """Return all instructions. ValueError for one that `follow` doesn't know."""
    text = (ROOT / "Dockerfile").read_text(encoding="utf-8").replace("\\\n", " ")
    lines = [" ".join(line.split()) for line in text.splitlines() if line.strip() and not line.startswith("#")]
    found = [Step(*line.split(" ", 1)) for line in lines]
    if unknown := {step.word for step in found} - {*KNOWN}:
        raise ValueError(f"tests/packaging doesn't know {', '.join(unknown)}: teach it, or use another instruction")
    return found


def last(word: str) -> Step:
    """Return the last instruction with a word: the one that holds for the image."""
    return [step for step in steps() if step.word == word][-1]


def pairs(line: str) -> Iterator[tuple[str, str]]:
    """Return the names and values that an ENV sets."""
    for word in shlex.split(line):
        name, _, value = word.partition("=")
        yield name, value


def variables() -> Iterator[tuple[str, str]]:
    """Return the environment that the image sets, from the last FROM on."""
    found = steps()
    first = max(number for number, step in enumerate(found) if step.word == "FROM")
    for step in found[first:]:
        if step.word == "ENV":
            yield from pairs(step.rest)


def ignored() -> list[str]:
    """Return the lines of .dockerignore."""
    lines = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]


class Followed:
    """The image's folders below another one. What is not tried: the base image, the user, and a read-only disk."""

    def __init__(self, folder: Path) -> None:
        self._image = folder / "image"
        self._tools = folder / "tools"
        self._home = folder / "home"
        for made in (self._image, self._tools, self._home):
            made.mkdir()
        for name, line in _STAND_INS.items():
            (self._tools / name).write_text(f"#!/bin/sh\n{line}\n", encoding="utf-8")
            (self._tools / name).chmod(0o700)
        self._set: dict[str, str] = {}
        self.folder = self._image

    def inside(self, text: str) -> str:
        """Return a text with the folders of the image below ours."""
        return _ABSOLUTE.sub(rf"{self._image}/\1", text)

    def environment(self, more: Mapping[str, str] | None = None) -> dict[str, str]:
        """Return the environment in which a step or the image runs, with this machine's settings for pip."""
        outer = {name: value for name, value in os.environ.items() if name.startswith(("PIP_", "SSL_", "https_"))}
        path = self._set.get("PATH", "").replace("$PATH", "")
        own = {"PATH": f"{path}{self._tools}:/usr/local/bin:/usr/bin:/bin", "HOME": str(self._home)}
        return {**outer, "TMPDIR": str(self._home), **self._set, **own, **(more or {})}

    def follow(self, step: Step) -> None:
        """Do what an instruction says."""
        match step.word:
            case "FROM":
                self._set, self.folder = {}, self._image
            case "ENV" | "ARG":
                self._set.update(pairs(self.inside(step.rest)))
            case "WORKDIR":
                self.folder = Path(self.inside(step.rest))
                self.folder.mkdir(parents=True, exist_ok=True)
            case "COPY":
                for name in step.copied:
                    self._copy(name, self.folder / step.rest.split()[-1])
            case "RUN":
                self._run(step.rest)

    def _copy(self, name: str, target: Path) -> None:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            target.mkdir(exist_ok=True)  # COPY makes the folder, too
            shutil.copy(source, target)

    def _run(self, line: str) -> None:
        done = subprocess.run(  # noqa: S603 - the lines of our own Dockerfile
            ["/bin/sh", "-ec", self.inside(line)],
            cwd=self.folder,
            env=self.environment(),
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, f"RUN {line}\n{done.stdout[-3000:]}{done.stderr[-3000:]}"
