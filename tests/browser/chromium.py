"""Where the browser of the browser tests is."""

import os
import shutil
from importlib.util import find_spec
from typing import Final

NAMES: Final = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""Programs to look for on the PATH, in this order."""
HOW: Final = "run `.ci/browser`, which installs playwright and a headless Chromium, or set BROWSER to a Chromium's path"


def path() -> str | None:
    """Return the path of a Chromium: `BROWSER` if it's set, else the first one on the PATH. None if there is none."""
    named = os.environ.get("BROWSER")
    return shutil.which(named) if named else next(filter(None, map(shutil.which, NAMES)), None)


def missing() -> str | None:
    """Return the reason why the browser tests can't run here, and how to change that. None if they can."""
    for package in ("playwright", "axe_playwright_python"):
        if find_spec(package) is None:
            return f"{package} isn't installed: {HOW}"
    return None if path() else f"there is no browser: {HOW}"
