"""The README is correct: pictures, links, commands, buttons and settings; also the example cog of how-to."""

import importlib
import re
from pathlib import Path

import pytest

from bot.__main__ import COMMANDS, parser
from bot.cli.texts import FOLDERS, ROOT, commands_of_the_bot
from bot.settings import PREFIX, Settings
from bot.text.extraction import messages
from tests.end_to_end.club import open_club
from tests.readme_pictures import FOLDER, pictures

README = Path(__file__).parent.parent / "README.md"
TEXT = README.read_text(encoding="utf-8")
HOW_TO = (README.parent / "docs" / "how-to.md").read_text(encoding="utf-8")
DISCORDS_OWN = {"Bot", "Reset Token", "Apps"}
"""Labels on Discord's pages and menus."""


def test_its_pictures_are_up_to_date() -> None:
    for name, png in pictures().items():
        assert f"docs/pictures/{name}" in TEXT
        assert (FOLDER / name).read_bytes() == png, "draw them again: python -m tests.readme_pictures"


def test_its_links_work() -> None:
    links = re.findall(r"\]\(([^)#]+)\)", TEXT)
    assert len(links) > 5
    for link in links:
        assert link.startswith("https://") or (README.parent / link).is_file(), link


def test_it_lists_every_setting() -> None:
    for name in Settings.model_fields:
        assert f"`{PREFIX}{name.upper()}`" in TEXT


def test_it_names_every_command_and_no_other() -> None:
    named = set(re.findall(r"(?:bin/|`)remik ([a-z-]+)", TEXT))
    assert named == set(COMMANDS)
    for command in COMMANDS:
        with pytest.raises(SystemExit) as ended:
            parser([command]).parse_args([command, "--help"])
        assert ended.value.code == 0


async def test_the_buttons_it_names_exist() -> None:
    found = (*messages(ROOT, FOLDERS, ()), *await commands_of_the_bot())
    known = {message.entry.text.removesuffix(" ▶") for message in found}
    named = set(re.findall(r"(?<!\*)\*([A-Z][^*\n]+)\*(?!\*)", TEXT)) - DISCORDS_OWN
    assert "Show everybody" in named
    assert named <= known


def test_the_shuffle_check_has_the_stated_number_of_lines() -> None:
    page = (README.parent / "docs" / "fairness.md").read_text(encoding="utf-8")
    (code,) = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    lines = [line for line in code.splitlines() if line.strip()]
    (said,) = re.findall(r"about ([0-9]+) lines of Python", TEXT)
    assert abs(len(lines) - int(said)) <= 3


async def test_the_example_cog_of_how_to_works(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (source,) = (code for code in re.findall(r"```python\n(.*?)```", HOW_TO, re.DOTALL) if "commands.Cog" in code)
    (tmp_path / "readme_cog.py").write_text(source, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    async with open_club(tmp_path) as club, club.built() as bot:
        cog = importlib.import_module("readme_cog").Here(bot.games.tables, bot.edge.languages)
        await bot.client.add_cog(cog)
        async with club.serving(bot):
            assert (await club.ala.slash(club.channel, "tables")).notice == "Nothing yet"
            await club.table("oklahoma")
            answer = await club.bob.slash(club.channel, "tables")
            assert "Oklahoma" in answer.notice
