"""Writes into a wheel which commit it was built from, for ``remik --version``."""

import os
import runpy
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CommitHook(BuildHookInterface[Any]):
    """Adds `bot/program/commit.txt`. An editable install has none: it asks git when it's run."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Find the commit: the variable COMMIT, for a build without the history, or what git says."""
        root = Path(self.root)
        its = runpy.run_path(str(root / "bot" / "program" / "commit.py"))
        commit = os.environ.get("COMMIT") or its["commit_of"](root)
        if version == "editable" or not commit:
            return
        with NamedTemporaryFile("w", suffix=".txt", delete=False, encoding="utf-8") as file:
            file.write(f"{commit}\n")
        self._written = Path(file.name)
        build_data["force_include"][file.name] = f"bot/program/{its['WRITTEN']}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:  # noqa: ARG002 - hatchling's
        """Delete the file: the wheel has it now."""
        if hasattr(self, "_written"):
            self._written.unlink()
