"""The documentation works: the test commands in CONTRIBUTING run tests, and the steps in docs/how-to.md suffice."""

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
COMMANDS = re.findall(r"((?:[A-Z_]+=\S+ )*)\.venv/bin/pytest([^`#\n]*)", (ROOT / "CONTRIBUTING.md").read_text("utf-8"))
"""Each test command: the environment, and the arguments."""


def run(code: str, folder: Path) -> str:
    """Run Python code in a folder, without the rest of the project in its path. Return the output."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("REMIK_")}
    done = subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-c", code],
        cwd=folder,
        env={**environment, "PYTHONPATH": str(folder)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of the program that tests can change, with its compiled modules."""
    for name in ("bot", "cogs", "render", "data"):
        shutil.copytree(ROOT / name, tmp_path / name)
    return tmp_path


def test_contributing_has_commands_for_one_rule_the_fast_tests_and_the_soak() -> None:
    arguments = [found.strip() for _, found in COMMANDS]
    for wanted in ("", '-m "not slow"', "-m soak"):
        assert wanted in arguments
    assert any("-k " in one for one in arguments)


@pytest.mark.parametrize(("environment", "arguments"), COMMANDS, ids=[found.strip() or "all" for _, found in COMMANDS])
def test_each_command_in_contributing_runs_tests(environment: str, arguments: str) -> None:
    """A command without tests collects only those of gin, because collecting all of them takes much longer."""
    words = shlex.split(arguments)
    places = [] if any(word.startswith("tests") for word in words) else ["tests/rummy/gin"]
    settings = dict(word.split("=", 1) for word in environment.split())
    done = subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-m", "pytest", *words, *places, "--collect-only", "-q", "-n", "0"],
        cwd=ROOT,
        env={**os.environ, **settings},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    assert re.search(r"\b[1-9]\d*(/\d+)? tests collected", done.stdout), done.stdout[-500:]


CZECH = {
    "ace": ("rank in words", "eso"),
    "queen": ("rank in words", "dáma"),
    "clubs": ("suit", "kříže"),
    "hearts": ("suit", "srdce"),
    "{rank} of {suit}": (None, "{suit}: {rank}"),
    "My hand": ("button", "Moje karty"),
    "Draw": ("button", "Líznout"),
    "Give back {card}": (None, "Vrátit {card}"),
    "Take {card}": (None, "Vzít {card}"),
}


def test_a_fifth_language_is_one_file_with_ten_messages(copy: Path) -> None:
    catalog = copy / "bot" / "text" / "cs" / "remik.po"
    run("import sys; sys.argv[1:] = ['texts', 'update', 'cs']; from bot.__main__ import main; assert not main()", copy)
    words = catalog.read_text(encoding="utf-8")
    for english, (context, czech) in CZECH.items():
        head = f'msgid "{english}"\nmsgstr "'
        head = head if context is None else f'msgctxt "{context}"\n{head}'
        assert words.count(f"\n{head}") == 1, english
        words = words.replace(f"\n{head}", f"\n{head}{czech}")
    cards = 'msgid "{n} card"\nmsgid_plural "{n} cards"\n'
    assert cards in words
    empty, full = (
        "".join(f'msgstr[{at}] "{form}"\n' for at, form in enumerate(forms))
        for forms in (("", "", ""), ("{n} karta", "{n} karty", "{n} karet"))
    )
    catalog.write_text(words.replace(cards + empty, cards + full), encoding="utf-8")
    code = (
        "from bot.text.catalogs import Catalogs; from bot.rummy.cards import parse_card; made = Catalogs();"
        "cs = made.texts('cs'); print(made.languages, cs.card_words(parse_card('QH')), cs.p('button', 'Draw'),"
        "[cs.n('{n} card', '{n} cards', n) for n in (1, 3, 5, 22)], cs.p('button', 'More'))"
    )
    assert run(code, copy) == (
        "('en', 'cs', 'de', 'pl', 'pt-BR') srdce: dáma Líznout ['1 karta', '3 karty', '5 karet', '22 karet'] More\n"
    )


def test_a_setting_is_one_field_and_its_lines_in_the_example_and_the_readme(copy: Path) -> None:
    module = copy / "bot" / "program" / "settings.py"
    source = module.read_text(encoding="utf-8")
    field = '    greeting: str = Field("Hello", description="How the bot greets a server.")\n'
    changed = re.sub(r"(\n    token: [^\n]*(?:\n(?!    \w)[^\n]*)*\n)", lambda found: found[1] + field, source, count=1)
    assert changed != source
    module.write_text(changed, encoding="utf-8")
    (copy / ".env").write_text("REMIK_TOKEN=abc\nREMIK_GREETING=Good evening\n", encoding="utf-8")
    assert (
        run("from bot.program.settings import load_settings; print(load_settings().greeting)", copy) == "Good evening\n"
    )


GUIDES = [*sorted((ROOT / "docs").glob("*.md")), ROOT / "README.md", ROOT / "CONTRIBUTING.md"]
PATHS = re.compile(r"`((?:bot|cogs|render|data|tests|docs)/[\w./-]+)`")


@pytest.mark.parametrize("guide", GUIDES, ids=lambda guide: guide.name)
def test_every_path_that_a_guide_names_exists(guide: Path) -> None:
    missing = [path for path in PATHS.findall(guide.read_text(encoding="utf-8")) if not (ROOT / path).exists()]
    assert missing == []
