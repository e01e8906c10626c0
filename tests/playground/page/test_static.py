"""Simple facts about the files of a pane: they keep to the policy, to this host, and to their size."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

STATIC = Path(__file__).parents[3] / "bot" / "playground" / "page" / "static"
PAGE = STATIC / "pane.html"
ALLOWED = 120 * 1024
"""The most bytes of everything that a pane loads before pictures."""
MODULE_LINES = 400


def loaded() -> list[Path]:
    """List the files that the document of a pane loads, directly or through imports."""
    found = [PAGE]
    for path in found:
        text = path.read_text(encoding="utf-8")
        names = re.findall(r'"(?:/static/|\./)([\w.-]+)"', text)
        found += [STATIC / name for name in dict.fromkeys(names) if STATIC / name not in found]
    return found


FILES = loaded()


def test_a_pane_loads_scripts_and_styles_that_exist_and_stay_small() -> None:
    assert {"pane.js", "pane.css", "messages.js", "markdown.js", "spoken.js"} <= {path.name for path in FILES}
    assert all(path.is_file() for path in FILES)
    assert sum(path.stat().st_size for path in FILES) < ALLOWED
    for path in FILES:
        assert len(path.read_text(encoding="utf-8").splitlines()) <= MODULE_LINES, path.name


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_nothing_is_requested_from_another_host(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert not re.search(r"""(?:src|href|url)\s*[=(]\s*["']?(?:https?:)?//""", text)
    assert not re.search(r"""(?:import|fetch|WebSocket)\W{1,4}(?:https?|wss?):""", text)
    assert "@import" not in text


def test_the_document_fits_the_strict_policy() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert not re.search(r"\son\w+\s*=", text), "an inline handler"
    assert not re.search(r"\sstyle\s*=|<style", text), "an inline style"
    assert not re.search(r"<script(?![^>]*\ssrc=)", text), "an inline script"


@pytest.mark.parametrize("path", [path for path in FILES if path.suffix == ".js"], ids=lambda path: path.name)
def test_scripts_build_elements_instead_of_parsing_markup(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    for risky in ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "new Function"):
        assert risky not in text
    assert not re.search(r"""setAttribute\(\s*["']style""", text), "the policy blocks it"


def test_the_language_of_the_document_and_its_landmarks_are_there() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert '<html lang="en"' in text
    for landmark in ("<header>", "<main>", "<footer", 'role="log"', "<h1>"):
        assert landmark in text
