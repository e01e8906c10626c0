"""The commit that the program was built from, for ``--version``."""

import subprocess
from pathlib import Path
from typing import Final

WRITTEN: Final = "commit.txt"
"""The file next to this one that names the commit: only in a wheel, whose build (`deploy/commit_hook.py`) adds it."""


def commit() -> str | None:
    """Return the commit that a wheel was built from, or the one of a checkout; None if nothing says it."""
    written = Path(__file__).with_name(WRITTEN)
    if written.exists():
        return written.read_text(encoding="utf-8").strip() or None
    return commit_of(Path(__file__).parents[2])


def commit_of(folder: Path) -> str | None:
    """Return the commit of a checkout, ``a1b2c3d4e5f6``, with ``-dirty`` if it was changed; None without git."""
    if not (folder / ".git").exists():  # git would look for one above, and find that of another project
        return None
    command = ("git", "-C", str(folder), "describe", "--always", "--exclude=*", "--abbrev=12", "--dirty")
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=5)  # noqa: S603 - our own
    except (OSError, subprocess.SubprocessError):
        return None
    return done.stdout.strip() or None
