"""``remik playground`` as typed on the command line."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from http.cookiejar import CookieJar
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import HTTPCookieProcessor, build_opener

import pytest

from bot.__main__ import parser
from bot.program.cli.playground.faults import BUTTONS

pytestmark = pytest.mark.slow
ROOT = Path(__file__).parents[3]


def test_the_page_is_there_before_the_bot_and_ctrl_c_ends_both_without_leftovers(tmp_path: Path) -> None:
    temporary, folder = tmp_path / "tmp", tmp_path / "empty"
    temporary.mkdir()
    folder.mkdir()
    process = subprocess.Popen(
        [sys.executable, "-m", "bot", "playground", "--port", "0", "--no-browser", "--people", "2"],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT), "TMPDIR": str(temporary)},
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    try:
        found = re.search(r"http://127\.0\.0\.1:\d+/\?token=\S+", process.stdout.readline())
        assert found
        assert "isn't Discord" in process.stdout.readline()
        browser = build_opener(HTTPCookieProcessor(CookieJar()))
        base = found[0].partition("?")[0]
        with pytest.raises(HTTPError, match="403"):
            browser.open(base)
        page = browser.open(found[0]).read().decode()
        assert "This isn't Discord" in page
        for name in re.findall(r'"(/static/[^"]+)"', page):
            assert browser.open(base.rstrip("/") + name).status == 200
        children = children_of(process.pid)
    finally:
        process.send_signal(signal.SIGINT)
        process.stdout.read()
        process.stdout.close()
        assert process.wait() == 0
    while any(Path(f"/proc/{child}/cmdline").is_file() for child in children):
        time.sleep(0.01)
    assert list(temporary.iterdir()) == []
    assert list(folder.iterdir()) == []


def children_of(pid: int) -> list[int]:
    """List the child processes of a process, where the system lists them."""
    listed = Path(f"/proc/{pid}/task/{pid}/children")
    return [int(child) for child in listed.read_text().split()] if listed.is_file() else []


def test_the_parent_doesnt_load_what_only_the_bot_needs() -> None:
    code = (
        "import json, sys, bot.program.cli.playground.control, bot.program.cli.playground.command, bot.playground.page;"
        "print(json.dumps(sorted({'discord', 'PIL', 'sqlalchemy'} & set(sys.modules))))"
    )
    done = subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert json.loads(done.stdout) == []


def test_the_guide_lists_every_option_and_every_fault() -> None:
    guide = (ROOT / "docs" / "playground.md").read_text(encoding="utf-8")
    options = vars(parser(["playground"]).parse_args(["playground"]))
    for name in options.keys() - {"run"}:
        assert f"| `--{name.replace('_', '-')}" in guide
    for button in BUTTONS:
        assert f"| {button.label.partition(' (')[0]} |" in guide
