"""The recipe for a house rule in docs/how-to.md: a rule added by it to a copy holds everywhere, in few files."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bot.players.levels import Level
from bot.rummy.melds.options import GermanOptions
from tests.golden.codes import next_place
from tests.house import ROOT

MOST_FILES = 4
RULE = "long_run"
ADDED: tuple[tuple[str, str, str], ...] = (  # a file, a text in it, and what goes before that text
    (
        "bot/rummy/melds/options.py",
        "\n    @property\n    def pack(self)",
        f'    long_run: bool = switch("H-99", {next_place(GermanOptions)})\n',
    ),
    (
        "bot/rummy/refusals.py",
        "    LAST_CARD = (",
        '    LONG_RUN = ("One of your first melds has to be a run of four cards. Lay one too.", Topic.FIRST_MELD)\n',
    ),
    (
        "bot/rummy/melds/rules.py",
        "    return tuple(needs)\n",
        '    if options.long_run:\n        needs.append(Need("H-99", 1, _long_runs, Reason.LONG_RUN))\n',
    ),
    (
        "bot/rummy/melds/rules.py",
        "def _value(",
        "def _long_runs(meld: TableMeld, _: MeldRules) -> int:\n"
        '    """Count a run of four cards or more (H-99)."""\n'
        "    return int(meld.kind is MeldKind.RUN and len(meld.cards) > 3)\n\n\n",
    ),
    ("bot/rummy/melds/rules.py", "from bot.rummy.melds.table_meld", "from bot.rummy.cards import MeldKind\n"),
    (
        "bot/rummy/melds/rules.py",
        "from bot.rummy.moves import Verb",
        "from bot.rummy.melds.table_meld import TableMeld\n",
    ),
    (
        "bot/text/melds/german_rules.py",
        "def _small_deck(",
        "def _long_run(texts: Texts, options: GermanOptions) -> str:\n"
        '    """Return the sentence on a long run (H-99)."""\n'
        "    if options.long_run:\n"
        '        return texts.t("One of them has to be a run of four cards.")\n'
        '    return texts.t("None of them has to be a run of four cards.")\n\n\n',
    ),
    (
        "bot/text/melds/german_rules.py",
        '        texts.t("Before that you can\'t lay off cards. After that you can, even in the same turn.")\n',
        "        *([_long_run(texts, options)] if options.long_run else ()),\n",
    ),
    (
        "bot/text/melds/german_rules.py",
        '    "training": RuleWords(',
        '    "long_run": RuleWords(\n'
        '        name=lambda texts: texts.p("option", "Long run"),\n'
        "        sentence=_long_run,\n"
        '        brief=lambda texts: texts.t("A first meld has to be a run of four cards"),\n'
        "    ),\n",
    ),
)


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of the program with the rule added."""
    copied = tmp_path_factory.mktemp("with a house rule")
    for folder in ("bot", "cogs", "render", "data"):
        shutil.copytree(ROOT / folder, copied / folder)  # with its compiled modules
    for name, before, text in ADDED:
        file = copied / name
        old = file.read_text("utf-8")
        assert old.count(before) == 1, f"{before!r} in {name}"
        file.write_text(old.replace(before, text + before), "utf-8")
    return copied


@pytest.fixture(scope="module")
def played(copy: Path) -> dict[str, Any]:
    """Play games in the copy and return what happened."""
    script = Path(__file__).with_name("house_rule_games.py")
    done = subprocess.run(  # noqa: S603 - this interpreter and a file of the tests
        [sys.executable, str(script), RULE],
        cwd=copy,
        env={**os.environ, "PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    assert Path(found["program"]).is_relative_to(copy)
    return found


def changed(copy: Path) -> Iterator[Path]:
    """Yield the files of the copy that differ from the program's."""
    for file in copy.rglob("*.py"):
        original = ROOT / file.relative_to(copy)
        if not original.exists() or original.read_bytes() != file.read_bytes():
            yield file.relative_to(copy)


def test_a_house_rule_takes_few_files(copy: Path) -> None:
    files = list(changed(copy))
    steps = (ROOT / "docs" / "how-to.md").read_text("utf-8").split("## Add a house rule", 1)[1].split("\n## ", 1)[0]
    assert len(files) <= MOST_FILES
    assert all(f"`{file.as_posix()}`" in steps for file in files), "the how-to names them"


@pytest.mark.slow
def test_computers_and_play_all_follow_a_house_rule_about_first_melds(played: dict[str, Any]) -> None:
    assert played["refused"] == []
    assert played["plans"] == 100
    assert min(played["first"], played["jokers"]) >= 30
    assert all(played["opened"][level] for level in Level), "every level has laid first melds"
    assert not played["short"]
    assert played["long"], "every plan for first melds lays a run of four cards"
    assert played["other"], "and some are others than without the rule"


@pytest.mark.slow
def test_the_rules_refuse_what_the_house_rule_forbids_and_tell_it(played: dict[str, Any]) -> None:
    without, with_long_run = played["turns"]
    assert without == "One of your first melds has to be a run of four cards. Lay one too. (H-99)"
    assert with_long_run is None
    assert played["code"]
    assert any("One of them has to be a run of four cards." in line for line in played["words"])
    assert any("Long run" in line for line in played["words"])
