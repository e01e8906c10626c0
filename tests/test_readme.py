"""The README and its guides are correct: length, pictures, links, commands, buttons, settings, the example cog."""

import importlib
import re
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image, ImageSequence

from bot.__main__ import COMMANDS, parser
from bot.program.settings import PREFIX, Settings
from tests.browser.pictures import COLORS
from tests.end_to_end.club import open_club
from tests.readme_pictures import FOLDER, pictures
from tests.text.extracted import every_message

README = Path(__file__).parent.parent / "README.md"
TEXT = README.read_text(encoding="utf-8")
DOCS = README.parent / "docs"
HOW_TO = (DOCS / "how-to.md").read_text(encoding="utf-8")
GUIDES = {page.name: page.read_text(encoding="utf-8") for page in (README, *sorted(DOCS.glob("*.md")))}
DISCORDS_OWN = {"Bot", "Reset Token", "Apps"}
"""Labels on Discord's pages and menus."""
GAMES = {"Gin", "Remik", "Hollywood", "Oklahoma", "Basic Rummy", "German Rummy", "Remik 51", "Remi 51", "Rommé 40"}
GAMES |= {"Kaluki 51", "Three-handed Gin", "500 Rum"}


def test_its_pictures_are_up_to_date() -> None:
    for name, png in pictures().items():
        assert f"docs/pictures/{name}" in TEXT
        with Image.open(FOLDER / name) as kept, Image.open(BytesIO(png)) as drawn:
            same = kept.size == drawn.size and kept.convert("RGBA").tobytes() == drawn.convert("RGBA").tobytes()
        assert same, f"draw {name} again: python -m tests.readme_pictures"


def test_it_is_short_and_its_first_screen_has_a_moving_picture_and_one_command() -> None:
    assert len(TEXT.split()) < 900
    first_screen, _, _ = TEXT.partition("\n## ")
    assert "(docs/pictures/turn.webp)" in first_screen
    assert first_screen.count("```sh") == 1
    assert "remik playground" in first_screen


def test_it_shows_every_picture_in_the_folder_each_with_alt_text() -> None:
    shown = re.findall(r"!\[([^\]]*)\]\(docs/pictures/([^)]+)\)", TEXT)
    assert {name for _, name in shown} == {path.name for path in FOLDER.iterdir()}
    assert all(len(alt) > 20 for alt, _ in shown)


def test_the_screenshots_of_the_playground_are_small_and_show_it() -> None:
    with Image.open(FOLDER / "playground.png") as page:
        assert (page.width, page.height) == (1280, 900)
        assert 32 <= len(page.convert("RGB").getcolors() or ()) <= COLORS
    assert (FOLDER / "playground.png").stat().st_size < 150_000
    with Image.open(FOLDER / "turn.webp") as turn:
        frames = [(one.convert("RGB"), one.info["duration"]) for one in ImageSequence.Iterator(turn)]
    assert (FOLDER / "turn.webp").stat().st_size < 100_000
    assert len({frame.tobytes() for frame, _ in frames}) == len(frames) == 5
    assert frames[0][1] == frames[-1][1] > frames[1][1]
    assert all(frame.width < 400 for frame, _ in frames)
    assert 32 <= len({color for frame, _ in frames for _, color in frame.getcolors() or ()}) <= COLORS


@pytest.mark.parametrize("page", GUIDES)
def test_links_work(page: str) -> None:
    folder = README.parent if page == README.name else DOCS
    for link in re.findall(
        r"\]\(([^)#]+)(?:#[^)]*)?\)", re.sub(r"```.*?```|`[^`\n]*`", "", GUIDES[page], flags=re.DOTALL)
    ):
        assert link.startswith("https://") or (folder / link).is_file(), link


def test_the_readme_leads_to_every_page_for_players_and_operators() -> None:
    for page in (
        "commands",
        "computers",
        "operating",
        "dependencies",
        "how-to",
        "rules",
        "fairness",
        "words",
        "privacy",
        "playground",
    ):
        assert f"(docs/{page}.md)" in TEXT


def test_operating_lists_every_setting() -> None:
    for name in Settings.model_fields:
        assert f"`{PREFIX}{name.upper()}`" in GUIDES["operating.md"]


def test_the_guides_name_every_command_and_no_other() -> None:
    named = {name for text in GUIDES.values() for name in re.findall(r"(?:bin/|`)remik ([a-z-]+)", text)}
    assert named == set(COMMANDS)
    for command in COMMANDS:
        with pytest.raises(SystemExit) as ended:
            parser([command]).parse_args([command, "--help"])
        assert ended.value.code == 0


def test_the_buttons_it_names_exist() -> None:
    known = {message.entry.text.removesuffix(" ▶") for message in every_message()}
    pages = TEXT + GUIDES["commands.md"] + GUIDES["absence.md"]
    named = set(re.findall(r"(?<!\*)\*{1,2}([A-Z][^*.:\n]+)\*{1,2}(?!\*)", pages)) - DISCORDS_OWN
    assert {"Verify", "Save as preset", "I'm back"} <= named
    unknown = named - known - GAMES
    forms = [re.escape(text).replace(r"\ ", " ") for text in known]
    filled = [re.sub(r"\\\{\w+\\\}", ".+", form) for form in forms if len(form) < 60]
    assert {
        name
        for name in unknown
        if not any(text.startswith((f"{name} ", f"{name}:")) for text in known)
        and not any(re.fullmatch(form, name) for form in filled if form.strip(".+ "))
    } == set()


def test_the_shuffle_check_has_the_stated_number_of_lines() -> None:
    page = GUIDES["fairness.md"]
    (code,) = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    lines = [line for line in code.splitlines() if line.strip()]
    (said,) = re.findall(r"about ([0-9]+) lines of Python", TEXT)
    assert abs(len(lines) - int(said)) <= 3


async def test_the_example_cog_of_how_to_works(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (source,) = (code for code in re.findall(r"```python\n(.*?)```", HOW_TO, re.DOTALL) if "commands.Cog" in code)
    (tmp_path / "readme_cog.py").write_text(source, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    async with open_club(tmp_path) as club, club.built() as bot:
        cog = importlib.import_module("readme_cog").Here(bot.packages.tables.runner, bot.games.tables)
        await bot.client.add_cog(cog)
        async with club.serving(bot):
            assert (await club.ala.slash(club.channel, "tables")).notice == "Nothing yet"
            await club.table("oklahoma")
            answer = await club.bob.slash(club.channel, "tables")
            assert "Oklahoma" in answer.notice
