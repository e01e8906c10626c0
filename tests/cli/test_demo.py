"""``remik demo`` and ``remik run``, as somebody types them."""

import asyncio
import json
import os
import re
import sqlite3
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from bot.app import Remik, serve
from bot.cli.demo_game import Computers
from bot.cli.demo_play import play
from bot.cli.guests.ids import meaning_of
from bot.playground.transcript import Step, Transcript
from bot.rummy.options import Variant, options_for
from bot.rummy.records.checking import check, verify

SHORT = ("demo", "--variant", "remik", "--seed", "3", "--options", "deals=1")
ENVIRONMENT = {name: value for name, value in os.environ.items() if not name.startswith("REMIK_")}


def remik(*arguments: str, folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "bot", *arguments]
    here = str(Path(__file__).parents[2])
    return subprocess.run(  # noqa: S603 - our own program
        command,
        cwd=folder,
        env={**ENVIRONMENT, "PYTHONPATH": here, **environment},
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> tuple[subprocess.CompletedProcess[str], Path]:
    """One run of the demo, and the folder that it wrote."""
    folder = tmp_path_factory.mktemp("demo")
    return remik(*SHORT, "--out", "out", folder=folder), folder / "out"


def record_in(folder: Path) -> dict[str, Any]:
    record: dict[str, Any] = json.loads((folder / "record.json").read_text(encoding="utf-8"))
    return record


def page_in(folder: Path) -> str:
    """All pages, in the order of the table of contents."""
    parts = sorted(folder.glob("part-*.html"), key=lambda file: int(file.stem.partition("-")[2]))
    return "".join(file.read_text(encoding="utf-8") for file in (folder / "index.html", *parts))


def test_the_demo_plays_a_game_and_writes_a_record_that_checks(
    demo: tuple[subprocess.CompletedProcess[str], Path],
) -> None:
    done, out = demo
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    record = record_in(out)
    assert check(record) == record
    verify(record)
    winner = record["seats"][record["result"]["winners"][0]]
    assert f"won by {winner}" in done.stdout


def test_the_demo_writes_down_what_everyone_saw(demo: tuple[subprocess.CompletedProcess[str], Path]) -> None:
    _, out = demo
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
    """What a browser makes of a page, as far as a reader with a screen reader or a phone notices."""

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


def test_the_page_is_readable_without_script_or_eyes(demo: tuple[subprocess.CompletedProcess[str], Path]) -> None:
    page = page_in(demo[1])
    read = Page(page)
    assert not {"script", "link", "iframe"} & set(read.tags)
    assert {"header", "nav", "main", "h1", "h2", "h3", "h4"} <= set(read.tags)
    assert read.alts
    assert all(read.alts), "a picture has no words"
    assert len(read.ids) == len(set(read.ids))
    assert "prefers-color-scheme: dark" in page
    assert 'name="viewport" content="width=device-width' in page


def test_the_contents_lead_to_every_deal_knock_and_result(
    demo: tuple[subprocess.CompletedProcess[str], Path],
) -> None:
    page = page_in(demo[1])
    read = Page(page)
    contents = (demo[1] / "index.html").read_text(encoding="utf-8")
    for link in read.links:
        file, _, anchor = link.partition("#")
        assert not anchor or anchor in Page((demo[1] / file).read_text(encoding="utf-8")).ids
        assert (demo[1] / file).exists()
    assert {link for link in read.links if "#" not in link} >= {
        "index.html",
        "part-1.html",
        "part-2.html",
        "part-3.html",
    }
    named = re.findall(r'<a href="part-\d+.html#?([a-z]*)(?:-\d+)?">([^<]+)</a>', contents)
    assert [where for where, _ in named] == ["", "", "step", "result", ""]
    assert [title for where, title in named if not where] == ["Sitting down", "Deal 1", "After the game"]
    winner = record_in(demo[1])["seats"][record_in(demo[1])["result"]["winners"][0]]
    assert winner in named[3][1]


def test_the_demo_tells_how_far_it_is_and_ends_with_the_address_of_the_page(
    demo: tuple[subprocess.CompletedProcess[str], Path],
) -> None:
    done, out = demo
    lines = done.stdout.splitlines()
    assert lines[0] == "sitting down: Ala, Kuba"
    assert "deal 1 ..." in lines
    assert lines[-1].endswith((out / "index.html").resolve().as_uri())


def test_the_page_and_its_pictures_stay_small(demo: tuple[subprocess.CompletedProcess[str], Path]) -> None:
    _, out = demo
    for page in out.glob("*.html"):
        text = page.read_text(encoding="utf-8")
        size = page.stat().st_size + sum(
            (out / name).stat().st_size for name in set(re.findall(r'src="([^"]+)"', text))
        )
        assert size < 26_000 * max(3, Page(text).tags.count("h3")), "a deal of 190 steps takes more than 5 MB"


@pytest.mark.parametrize(
    ("variant", "players", "changed"),
    [
        (Variant.REMIK, 2, {"deals": 1}),
        (Variant.HOLLYWOOD, 2, {"target": 20}),
        (Variant.GERMAN, 4, {"rounds": 1, "small_deck": True, "claim": True}),
    ],
)
async def test_every_step_shows_the_table_as_it_is_after_that_step(
    monkeypatch: pytest.MonkeyPatch, variant: Variant, players: int, changed: dict[str, object]
) -> None:
    """The ids of the buttons say how far the table was when its message was made."""
    bots: list[Remik] = []

    async def watched(bot: Remik, token: str, stop: asyncio.Event) -> None:
        bots.append(bot)
        await serve(bot, token, stop)

    stale: list[str] = []
    checked = 0

    class Watching(Transcript):
        def note(self, title: str, *, marked: bool = False, result: bool = False) -> Step:
            nonlocal checked
            step = super().note(title, marked=marked, result=result)
            shown = [meaning for message in self._people[0].sees(self._channel) if not message.ephemeral
                     for button in message.buttons if (meaning := meaning_of(button.custom_id))]  # fmt: skip
            table = bots[0].games.tables.at_hand(shown[-1].table) if shown else None
            if table is not None:
                checked += 1
                if shown[-1].stamp != str(table.stamp(None)):
                    stale.append(f"{title}: {shown[-1].stamp} instead of {table.stamp(None)}")
            return step

    monkeypatch.setattr("bot.cli.demo_play.serve", watched)
    monkeypatch.setattr("bot.cli.demo_game.Transcript", Watching)
    played = await play(options_for(variant, changed), players, 3, "en", Computers())
    assert checked > 20
    assert checked >= len(played.transcript.steps) - 1
    assert stale == []


def test_the_same_seed_gives_the_same_game(demo: tuple[subprocess.CompletedProcess[str], Path], tmp_path: Path) -> None:
    done = remik(*SHORT, "--out", "again", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    assert record_in(tmp_path / "again") == record_in(demo[1])


@pytest.mark.parametrize(
    ("variant", "players", "options"),
    [
        pytest.param("basic", 3, {"target": 10}, marks=pytest.mark.soak),
        ("german", 4, {"rounds": 1, "small_deck": True, "training": True}),
    ],
)
def test_the_demo_seats_up_to_four_who_lay_melds_by_any_house_rules(
    tmp_path: Path, variant: str, players: int, options: dict[str, Any]
) -> None:
    words = [f"{name}={str(value).lower()}" for name, value in options.items()]
    done = remik("demo", "--variant", variant, "--players", str(players), "--options", *words, "--seed", "7",
                 folder=tmp_path)  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    record = record_in(tmp_path / "demo-out")
    assert check(record) == record
    assert record["rules"] == {"variant": variant, "options": options}
    assert record["seats"] == ["Ala", "Kuba", "Ewa", "Olek"][:players]
    winners = " and ".join(record["seats"][seat] for seat in record["result"]["winners"])
    assert f"by {winners}; final points {record['seats'][0]} " in done.stdout
    page = page_in(tmp_path / "demo-out")
    for name in record["seats"]:
        assert page.count(f"Only {name} sees this") > 5
    assert re.search(r'<p class="select">Pick cards[^<]*: ([^<]*\| )?<strong>', page), "no card was ever picked by hand"
    assert re.search(r"</span> \w+: Discard: ", page)


def test_the_demo_seats_computers_beside_people(tmp_path: Path) -> None:
    words = ["--variant", "german", "--players", "1", "--computers", "2", "--level", "hard", "--seed", "4"]
    words += ["--options", "rounds=1", "small_deck=on"]
    for folder in ("one", "other"):
        done = remik("demo", *words, "--out", folder, folder=tmp_path)
        assert done.returncode == 0, done.stderr
        assert done.stderr == ""
    record = record_in(tmp_path / "one")
    assert record["seats"] == ["Ala", "Computer (Hard)", "Computer 2 (Hard)"]
    assert record_in(tmp_path / "other") == record, "a computer plays the same by the same seed"
    page = page_in(tmp_path / "one")
    assert page.count("Only Ala sees this") > 5
    assert set(re.findall(r"Only (.+?) sees this", page)) == {"Ala"}


@pytest.mark.soak
def test_the_same_seed_deals_the_same_cards_where_people_race_for_discards(tmp_path: Path) -> None:
    for folder in ("one", "other"):
        rules = "--variant german --players 3 --options rounds=1 claim=on small_deck=on"
        done = remik("demo", *rules.split(), "--seed", "8", "--out", folder, folder=tmp_path)
        assert done.returncode == 0, done.stderr
    one, other = record_in(tmp_path / "one"), record_in(tmp_path / "other")
    for key in ("rules", "seats", "fairness"):
        assert one[key] == other[key]
    assert [deal["deck"] for deal in one["deals"]] == [deal["deck"] for deal in other["deals"]]
    assert any("claim" in move for deal in one["deals"] for move in deal["moves"])


def test_options_that_no_game_has_are_all_told_before_anything_begins(tmp_path: Path) -> None:
    done = remik("demo", "--variant", "german", "--options", "rounds=99", "claim", "foo=1", folder=tmp_path)
    assert done.returncode == 2
    assert [line.partition(":")[0] for line in done.stderr.splitlines()] == [
        "claim",
        "rounds",
        'german has no option "foo"',
    ]
    assert not (tmp_path / "demo-out").exists()
    done = remik("demo", "--variant", "gin", "--players", "3", folder=tmp_path)
    assert (done.returncode, done.stderr) == (2, "gin is for 2 players, not 3\n")
    done = remik("demo", "--variant", "basic", "--players", "2", "--computers", "3", folder=tmp_path)
    assert (done.returncode, done.stderr) == (2, "basic is for 2 to 4 players, not 5\n")


def test_a_folder_that_cannot_be_made_is_said_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    done = remik("demo", "--out", "file/out", folder=tmp_path)
    assert done.returncode == 1
    assert "the demo failed" in done.stderr
    assert "Traceback" not in done.stderr


def test_run_without_settings_names_every_fault_and_ends(tmp_path: Path) -> None:
    done = remik("run", folder=tmp_path, REMIK_LOG_LEVEL="loud", REMIK_API_URL="nowhere", REMIK_TOCKEN="x y")
    assert done.returncode == 1
    lines = done.stderr.splitlines()
    for part in ("REMIK_TOKEN is missing", "REMIK_LOG_LEVEL", "REMIK_API_URL", "REMIK_TOCKEN isn't a setting"):
        assert any(part in line for line in lines), part
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("command", ["run", "emojis"])
def test_a_discord_that_cannot_be_reached_is_said_in_one_line(tmp_path: Path, command: str) -> None:
    nowhere = "http://127.0.0.1:9/api/v10"
    done = remik(command, folder=tmp_path, REMIK_TOKEN="secret-token", REMIK_API_URL=nowhere)
    assert done.returncode == 1
    assert "can't be reached" in done.stderr.splitlines()[-1]
    assert "Traceback" not in done.stderr
    assert "secret-token" not in done.stderr


def content(file: Path) -> list[str]:
    """What a database holds; of another file, its bytes."""
    connection = sqlite3.connect(file)
    try:
        return list(connection.iterdump())
    except sqlite3.DatabaseError:
        return [file.read_bytes().hex()]
    finally:
        connection.close()


@pytest.mark.parametrize("kind", ["newer", "text"])
def test_run_on_a_database_that_it_cannot_use_says_why_and_leaves_it_alone(tmp_path: Path, kind: str) -> None:
    file = tmp_path / "remik.db"
    if kind == "newer":
        with sqlite3.connect(file) as connection:
            connection.execute("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL)")
            connection.execute("INSERT INTO alembic_version VALUES ('9999')")
        connection.close()
    else:
        file.write_text("This is no database, but a letter to one. " * 50, encoding="utf-8")
    before = content(file)
    for command in ("run", "check-config"):
        done = remik(command, folder=tmp_path, REMIK_TOKEN="secret-token")
        assert done.returncode == 1
        assert len(done.stderr.splitlines()) == 1
        assert "remik.db" in done.stderr
        assert "secret-token" not in done.stderr + done.stdout
    assert content(file) == before


def test_a_command_that_is_not_there_is_refused_with_those_that_are(tmp_path: Path) -> None:
    done = remik("play", folder=tmp_path)
    assert done.returncode == 2
    for command in ("run", "demo", "record", "check-config", "emojis", "bench"):
        assert command in done.stderr
