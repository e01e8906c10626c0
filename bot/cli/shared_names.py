"""Finds other programs in this environment whose packages have the names of ours: they overwrite each other's files."""

from collections.abc import Iterator
from importlib.metadata import distributions
from typing import Final

OURS: Final = frozenset({"bot", "cogs", "data", "render"})
"""The packages of the wheel: common names, so each bot needs a separate environment (docs/decisions.md)."""


def others_with_our_names() -> Iterator[str]:
    """Yield a sentence for each other distribution that installs a module or package of ours."""
    for distribution in distributions():
        if distribution.name == "remik":
            continue
        files = distribution.files or ()
        shared = sorted({file.parts[0].removesuffix(".py") for file in files} & OURS)
        if shared:
            yield (
                f"{distribution.name} also installs {', '.join(shared)}: "
                "install Remik in a separate environment (python3 -m venv)"
            )
