"""``remik demo`` and ``remik run`` as typed on the command line."""

import asyncio
import contextlib
import html
import io
import json
import logging
import math
import os
import re
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from importlib.metadata import version
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from bot.__main__ import COMMANDS, main, parser
from bot.playground.seeing import see
from bot.playground.state import new_token
from bot.playground.transcripts import STEPS_PER_PAGE, Step, Transcript
from bot.program.cli.demo import play
from bot.program.cli.guests.base import meaning_of
from bot.program.cli.guests.table import Computers
from bot.program.cli.playground.record_screens import RecordScreens, recorded_game
from bot.program.exit_status import ExitStatus
from bot.program.serving import Remik, serve
from bot.rummy.families import Variant
from bot.rummy.options import options_for
from bot.rummy.records.checking import check, verify

SHORT = ("demo", "--variant", "remik", "--seed", "6", "--options", "deals=1")
MINUTE = 60.0
FOUR = {"rounds": 1, "small_deck": True, "claim": True, "training": True}
ENVIRONMENT = {name: value for name, value in os.environ.items() if not name.startswith("REMIK_")}


@dataclass(frozen=True, slots=True)
class Finished:
    """A finished command: its exit status and output."""

    returncode: int
    stdout: str
    stderr: str


def remik(*arguments: str, folder: Path, **environment: str) -> Finished:
    """Run a command in its own process."""
    here = str(Path(__file__).parents[2])
    done = subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-m", "bot", *arguments],
        cwd=folder,
        env={**ENVIRONMENT, "PYTHONPATH": here, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    return Finished(done.returncode, done.stdout, done.stderr)


def called(*arguments: str, folder: Path, **environment: str) -> Finished:
    """Run a command in this process, which saves imports. Warnings become part of its standard error."""
    out, err = io.StringIO(), io.StringIO()
    warnings = logging.StreamHandler(err)
    warnings.setLevel(logging.WARNING)
    with (
        contextlib.chdir(folder),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
        patch.dict(os.environ, {**ENVIRONMENT, **environment}, clear=True),
        patch("bot.program.cli.progress.LOG_INTERVAL", math.inf),  # a slow machine prints no more lines
        patch("bot.playground.interactions.FIRST_ANSWER", MINUTE),  # and isn't late
        patch("cogs.edge.answers.PATIENCE", MINUTE),
        patch("cogs.edge.answers.LAST_MOMENT", MINUTE),
        patch("bot.program.cli.demo.set_up"),  # would replace the log handlers for all later tests
        logged_by(warnings),
    ):
        try:
            options = parser(arguments).parse_args(arguments)
            status = options.run(options)
        except SystemExit as ended:  # from argparse, after an unknown argument
            status = ended.code
    return Finished(status, out.getvalue(), err.getvalue())


@contextlib.contextmanager
def logged_by(handler: logging.Handler) -> Iterator[None]:
    """Add a handler to all logs."""
    logging.getLogger().addHandler(handler)
    try:
        yield
    finally:
        logging.getLogger().removeHandler(handler)


@dataclass(slots=True)
class Watch:
    """Compares each step of a demo with the table; custom ids of buttons contain the table's state at that time."""

    checked: int = 0
    stale: list[str] = field(default_factory=list)


@contextlib.contextmanager
def watching() -> Iterator[Watch]:
    """Watch the demo that is played in the block."""
    watch = Watch()
    bots: list[Remik] = []

    async def watched(bot: Remik, token: str, stop: asyncio.Event) -> None:
        bots.append(bot)
        await serve(bot, token, stop)

    class Watching(Transcript):
        def note(self, title: str, *, marked: bool = False, result: bool = False) -> Step:
            step = super().note(title, marked=marked, result=result)
            shown = [meaning for message in self._people[0].sees(self._channel) if not message.ephemeral
                     for button in message.buttons if (meaning := meaning_of(button.custom_id))]  # fmt: skip
            table = bots[0].games.tables.at_hand(shown[-1].table) if shown else None
            if table is not None:
                watch.checked += 1
                if shown[-1].stamp != str(table.stamp(None)):
                    watch.stale.append(f"{title}: {shown[-1].stamp} instead of {table.stamp(None)}")
            return step

    with patch("bot.program.cli.demo.serve", watched), patch("bot.program.cli.demo.Transcript", Watching):
        yield watch


def compressed_less() -> contextlib.AbstractContextManager[object]:
    """Write the pictures of the demos in the block as the bot sent them, which takes half the time of a demo.

    The demo of the fixture `demo` compresses its pictures.
    """
    return patch("bot.program.cli.demo.compact", lambda png: png)


@dataclass(frozen=True, slots=True)
class Demo:
    """A demo for several tests: the finished command, the output folder, and the comparison of its steps."""

    done: Finished
    out: Path
    watch: Watch


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Demo:
    """A demo of one deal of remik with two players."""
    folder = tmp_path_factory.mktemp("demo")
    with watching() as watch:
        return Demo(called(*SHORT, "--out", "out", folder=folder), folder / "out", watch)


@pytest.fixture(scope="module")
def demo_of_four(tmp_path_factory: pytest.TempPathFactory) -> Demo:
    """A demo of a round of German Rummy with four players and several house rules."""
    folder = tmp_path_factory.mktemp("demo")
    with watching() as watch, compressed_less():
        return Demo(called(*melds_demo("german", 4, FOUR), folder=folder), folder / "demo-out", watch)


def melds_demo(variant: str, players: int, options: dict[str, Any]) -> list[str]:
    """Return the arguments for a demo of a game with melds on the table."""
    words = [f"{name}={str(value).lower()}" for name, value in options.items()]
    return ["demo", "--variant", variant, "--players", str(players), "--options", *words, "--seed", "7"]


def record_in(folder: Path) -> dict[str, Any]:
    record: dict[str, Any] = json.loads((folder / "record.json").read_text(encoding="utf-8"))
    return record


def page_in(folder: Path) -> str:
    """Return all pages in the order of the table of contents."""
    parts = sorted(folder.glob("part-*.html"), key=lambda file: int(file.stem.partition("-")[2]))
    return "".join(file.read_text(encoding="utf-8") for file in (folder / "index.html", *parts))


def test_the_demo_plays_a_game_and_writes_a_record_that_checks(demo: Demo) -> None:
    done = demo.done
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    record = record_in(demo.out)
    assert check(record) == record
    verify(record)
    winner = record["seats"][record["result"]["winners"][0]]
    assert f"won by {winner}" in done.stdout


def test_the_demo_page_shows_what_each_player_saw(demo: Demo) -> None:
    out = demo.out
    page = page_in(out)
    pictures = set(re.findall(r'src="([^"]+)"', page))
    assert len(pictures) > 20
    assert {f"pictures/{file.name}" for file in (out / "pictures").iterdir()} == pictures
    assert page.count("Only Ala sees this") > 10
    assert page.count("Only Kuba sees this") > 10
    assert "Everyone sees this" in page
    assert not re.search(r"&lt;@\d+&gt;", page), "a mention is shown as a number"
    assert re.search(r"in (2 minutes|1 minute|\d+ seconds)", page), "a deadline is not shown as people read it"
    assert "&lt;t:" not in page


class Page(HTMLParser):
    """The parts of a page that matter to a screen reader or a phone."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.alts: list[str | None] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = dict(attrs)
        self.tags.append(tag)
        self.ids += [told["id"] or ""] if "id" in told else []
        self.links += [told["href"] or ""] if "href" in told else []
        self.alts += [told.get("alt")] if tag == "img" else []


def test_the_page_works_without_scripts_and_with_a_screen_reader(demo: Demo) -> None:
    page = page_in(demo.out)
    read = Page(page)
    assert not {"script", "link", "iframe"} & set(read.tags)
    assert {"header", "nav", "main", "h1", "h2", "h3", "h4"} <= set(read.tags)
    assert read.alts
    assert all(read.alts), "a picture has no words"
    assert len(read.ids) == len(set(read.ids))
    assert "prefers-color-scheme: dark" in page
    assert 'name="viewport" content="width=device-width' in page


def test_the_contents_lead_to_every_deal_knock_and_result(demo: Demo) -> None:
    page = page_in(demo.out)
    read = Page(page)
    contents = (demo.out / "index.html").read_text(encoding="utf-8")
    for link in read.links:
        file, _, anchor = link.partition("#")
        assert not anchor or anchor in Page((demo.out / file).read_text(encoding="utf-8")).ids
        assert (demo.out / file).exists()
    assert {link for link in read.links if "#" not in link} >= {
        "index.html",
        "part-1.html",
        "part-2.html",
        "part-3.html",
    }
    named = re.findall(r'<a href="part-\d+.html#?([a-z]*)(?:-\d+)?">([^<]+)</a>', contents)
    assert [where for where, _ in named] == ["", "", "step", "result", ""]
    assert [title for where, title in named if not where] == ["Sitting down", "Deal 1", "After the game"]
    winner = record_in(demo.out)["seats"][record_in(demo.out)["result"]["winners"][0]]
    assert winner in named[3][1]


def test_the_demo_prints_the_result_of_each_deal_and_the_address_of_the_page(demo: Demo) -> None:
    out = demo.out
    lines = demo.done.stdout.splitlines()
    assert lines[0].startswith("deal 1: ")
    assert lines[1].startswith("remik, 1 deal, ")
    assert lines[-1].endswith((out / "index.html").resolve().as_uri())


def test_the_page_and_its_pictures_stay_small(demo: Demo) -> None:
    out = demo.out
    for page in out.glob("*.html"):
        text = page.read_text(encoding="utf-8")
        size = page.stat().st_size + sum(
            (out / name).stat().st_size for name in set(re.findall(r'src="([^"]+)"', text))
        )
        share = max(3, Page(text).tags.count("h3")) / STEPS_PER_PAGE
        assert size < 5_000_000 * share, "a full page takes more than 5 MB"


def assert_every_step_was_current(watch: Watch, steps: int) -> None:
    """Assert that each step showed the current state of the table."""
    assert watch.checked > 20
    assert watch.checked >= steps - 1
    assert watch.stale == []


@pytest.mark.parametrize("played", ["demo", pytest.param("demo_of_four", marks=pytest.mark.soak)])
def test_the_viewer_shows_every_step_of_the_record_as_it_was_shown_in_play(
    request: pytest.FixtureRequest, played: str
) -> None:
    seen: Demo = request.getfixturevalue(played)
    described = Page(page_in(seen.out)).alts
    screens, recorded = RecordScreens(), recorded_game(record_in(seen.out))
    for number in range(len(recorded.steps)):
        for file in screens.message(recorded, number, None, "en").attachments:
            assert file.description in described, f"step {number}"
    over = see(screens.message(recorded, len(recorded.steps) - 1, None, "en"))
    assert over.text.splitlines()[0].removeprefix("### ") in html.unescape(page_in(seen.out))


@pytest.mark.parametrize("played", ["demo", pytest.param("demo_of_four", marks=pytest.mark.soak)])
def test_every_step_shows_the_table_as_it_is_after_that_step(request: pytest.FixtureRequest, played: str) -> None:
    seen: Demo = request.getfixturevalue(played)
    assert_every_step_was_current(seen.watch, page_in(seen.out).count("<h3"))


@pytest.mark.soak
async def test_every_step_of_hollywood_shows_the_table_as_it_is_after_that_step() -> None:
    with watching() as watch:
        played = await play(options_for(Variant.HOLLYWOOD, {"target": 20}), 2, 3, "en", Computers())
    assert_every_step_was_current(watch, len(played.transcript.steps))


@pytest.mark.soak
def test_the_same_seed_gives_the_same_game(demo: Demo, tmp_path: Path) -> None:
    done = called(*SHORT, "--out", "again", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    assert record_in(tmp_path / "again") == record_in(demo.out)


@pytest.mark.soak
def test_the_demo_seats_four_players_with_house_rules(demo_of_four: Demo) -> None:
    assert_shows_a_game_with_melds(demo_of_four.done, demo_of_four.out, "german", 4, FOUR)


@pytest.mark.soak
def test_the_demo_seats_three_players(tmp_path: Path) -> None:
    done = remik(*melds_demo("basic", 3, {"target": 10}), folder=tmp_path)
    assert_shows_a_game_with_melds(done, tmp_path / "demo-out", "basic", 3, {"target": 10})


def assert_shows_a_game_with_melds(
    done: Finished, out: Path, variant: str, players: int, options: dict[str, Any]
) -> None:
    """Assert that a demo of a game with melds succeeded and that its pages show each player's screen."""
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    record = record_in(out)
    assert check(record) == record
    assert record["rules"] == {"variant": variant, "options": options}
    assert record["seats"] == ["Ala", "Kuba", "Ewa", "Olek"][:players]
    winners = " and ".join(record["seats"][seat] for seat in record["result"]["winners"])
    assert f"by {winners}; final points {record['seats'][0]} " in done.stdout
    page = page_in(out)
    for name in record["seats"]:
        assert page.count(f"Only {name} sees this") > 5
    assert re.search(r'<p class="select">Pick cards[^<]*: ([^<]*\| )?<strong>', page), "no card was ever picked by hand"
    assert re.search(r"</span> \w+: Discard ", page)


@pytest.mark.soak
def test_the_demo_seats_computers_next_to_players(tmp_path: Path) -> None:
    words = ["--variant", "german", "--players", "1", "--computers", "2", "--level", "hard", "--seed", "4"]
    words += ["--options", "rounds=1", "small_deck=on"]
    for folder in ("one", "other"):
        with compressed_less():
            done = called("demo", *words, "--out", folder, folder=tmp_path)
        assert done.returncode == 0, done.stderr
        assert done.stderr == ""
    record = record_in(tmp_path / "one")
    seats = record["seats"]
    assert seats[0] == "Ala"
    assert all(seat.endswith(" (Hard)") and not seat.startswith("Computer") for seat in seats[1:])
    assert len(set(seats)) == 3
    assert record_in(tmp_path / "other") == record, "a computer plays the same by the same seed"
    page = page_in(tmp_path / "one")
    assert page.count("Only Ala sees this") > 5
    assert set(re.findall(r"Only (.+?) sees this", page)) == {"Ala"}


@pytest.mark.soak
def test_H_8_the_same_seed_deals_the_same_cards_with_claims(tmp_path: Path) -> None:
    for folder in ("one", "other"):
        rules = "--variant german --players 3 --options rounds=1 claim=on small_deck=on"
        done = remik("demo", *rules.split(), "--seed", "8", "--out", folder, folder=tmp_path)
        assert done.returncode == 0, done.stderr
    one, other = record_in(tmp_path / "one"), record_in(tmp_path / "other")
    for key in ("rules", "seats", "fairness"):
        assert one[key] == other[key]
    assert [deal["deck"] for deal in one["deals"]] == [deal["deck"] for deal in other["deals"]]
    assert any("claim" in move for deal in one["deals"] for move in deal["moves"])


def test_all_unknown_options_are_reported_before_the_demo_starts(tmp_path: Path) -> None:
    done = called("demo", "--variant", "german", "--options", "rounds=99", "claim", "foo=1", folder=tmp_path)
    assert done.returncode == 2
    assert [line.partition(":")[0] for line in done.stderr.splitlines()] == [
        "claim",
        "rounds",
        'german has no option "foo"',
    ]
    assert not (tmp_path / "demo-out").exists()
    done = called("demo", "--variant", "gin", "--players", "3", folder=tmp_path)
    assert (done.returncode, done.stderr) == (2, "gin is for 2 players, not 3\n")
    done = called("demo", "--variant", "basic", "--players", "2", "--computers", "3", folder=tmp_path)
    assert (done.returncode, done.stderr) == (2, "basic is for 2 to 4 players, not 5\n")


def test_an_output_folder_that_cannot_be_created_is_reported_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    done = remik("demo", "--out", "file/out", folder=tmp_path)
    assert done.returncode == 1
    assert "the demo failed" in done.stderr
    assert "Traceback" not in done.stderr


def test_run_without_settings_reports_every_error_and_exits(tmp_path: Path) -> None:
    done = remik("run", folder=tmp_path, REMIK_LOG_LEVEL="loud", REMIK_API_URL="nowhere", REMIK_TOCKEN="x y")
    assert done.returncode == ExitStatus.CONFIG
    lines = done.stderr.splitlines()
    for part in ("REMIK_TOKEN is missing", "REMIK_LOG_LEVEL", "REMIK_API_URL", "REMIK_TOCKEN isn't a setting"):
        assert any(part in line for line in lines), part
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("command", ["app", "emojis"])
def test_an_unreachable_discord_is_reported_in_one_line(tmp_path: Path, command: str) -> None:
    nowhere = "http://127.0.0.1:9/api/v10"
    done = called(command, folder=tmp_path, REMIK_TOKEN="secret-token", REMIK_API_URL=nowhere)
    assert done.returncode == ExitStatus.UNAVAILABLE
    assert "can't be reached" in done.stderr.splitlines()[-1]
    assert "Traceback" not in done.stderr
    assert "secret-token" not in done.stderr


def content(file: Path) -> list[str]:
    """Return the contents of a database, or the bytes of any other file."""
    connection = sqlite3.connect(file)
    try:
        return list(connection.iterdump())
    except sqlite3.DatabaseError:
        return [file.read_bytes().hex()]
    finally:
        connection.close()


@pytest.mark.parametrize("kind", ["newer", "text"])
def test_run_reports_an_unusable_database_and_does_not_change_it(tmp_path: Path, kind: str) -> None:
    file = tmp_path / "remik.db"
    if kind == "newer":
        with sqlite3.connect(file) as connection:
            connection.execute("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL)")
            connection.execute("INSERT INTO alembic_version VALUES ('9999')")
        connection.close()
    else:
        file.write_text("This is no database, but a letter to one. " * 50, encoding="utf-8")
    before, token = content(file), new_token(1406510800037740544)
    for run, command in ((remik, "run"), (called, "check-config")):
        done = run(command, folder=tmp_path, REMIK_TOKEN=token, REMIK_LOG_LEVEL="ERROR")
        assert done.returncode == ExitStatus.CONFIG
        assert len(done.stderr.splitlines()) == 1
        assert "remik.db" in done.stderr
        assert token not in done.stderr + done.stdout
    assert content(file) == before


def test_without_a_command_the_help_is_printed_and_a_version_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    for arguments in ([], ["--version"]):
        with pytest.raises(SystemExit) as ended:
            main(arguments)
        assert ended.value.code == 0
    said = capsys.readouterr()
    assert said.err == ""
    for command in COMMANDS:
        assert re.search(rf"^    {command}\s", said.out, re.MULTILINE), command
    assert re.search(rf"\nremik {re.escape(version('remik'))}( \([0-9a-f]{{12}}(-dirty)?\))?\n$", said.out)


def test_an_unknown_command_is_refused_with_a_list_of_commands(tmp_path: Path) -> None:
    done = called("play", folder=tmp_path)
    assert done.returncode == 2
    for command in ("run", "demo", "record", "check-config", "emojis", "bench"):
        assert command in done.stderr
