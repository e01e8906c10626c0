"""A transcript shows each step's changes once, in the order in which Discord shows them."""

import re
from functools import partial
from pathlib import Path

from bot.playground.transcripts import STEPS_PER_PAGE, PictureEncoding, Transcript, Wording
from bot.text.catalogs import Catalogs
from bot.text.page_words import from_now, page_words
from tests.playground.conftest import Club


def page_of(transcript: Transcript, folder: Path) -> str:
    return "".join(pages_of(transcript, folder)[1:])


def pages_of(transcript: Transcript, folder: Path) -> list[str]:
    """Write a transcript and return its pages, the table of contents first."""
    transcript.write(folder, "A game")
    return [file.read_text(encoding="utf-8") for file in sorted(folder.glob("*.html"))]


def transcript_of(club: Club, encoding: PictureEncoding | None = None) -> Transcript:
    people = [club.ala, club.bob]
    if encoding is None:
        return Transcript(club.channel, people, club.standin.now)
    return Transcript(club.channel, people, club.standin.now, encoding)


async def test_a_step_shows_what_changed_with_text_pictures_and_buttons_in_order(club: Club, tmp_path: Path) -> None:
    transcript = transcript_of(club)
    await club.ala.slash(club.channel, "rummy new", variant="gin", opponent=club.bob)
    step = transcript.note("Ala: /rummy new")
    assert [one.owner for one in step.changed] == [None]
    await club.bob.click("Draw")
    transcript.note("Bob: Draw")
    page = page_of(transcript, tmp_path)
    first, second = re.findall(r"<article.*?</article>", page, re.DOTALL)
    assert first.index("Gin against @Bob") < first.index("<img") < first.index('class="buttons"')
    assert "Drawn" in second
    alts = re.findall(r'<img [^>]*width="110" height="70" alt="([^"]+)"', page)
    assert alts[0] == "A red picture"


async def test_a_form_is_shown_while_it_is_open(club: Club) -> None:
    transcript = transcript_of(club)
    await club.ala.slash(club.channel, "rummy new", variant="gin")
    transcript.note("opened")
    await club.ala.click("Form")
    [form] = transcript.note("asked").changed
    assert form.owner == "Ala"
    assert [re.sub("<[^>]+>", "", line) for line in form.body.splitlines()][:2] == ["House rules", "Name"]
    club.ala.modal = None
    assert transcript.note("closed").quiet


async def test_steps_that_change_nothing_are_folded(club: Club, tmp_path: Path) -> None:
    transcript = transcript_of(club)
    await club.ala.slash(club.channel, "rummy new", variant="gin")
    for title in ("opened", "looked", "looked again"):
        transcript.note(title)
    assert [step.quiet for step in transcript.steps] == [False, True, True]
    page = page_of(transcript, tmp_path)
    assert page.count("<article") == 1
    folded = page.partition("<details")[2].partition("</details>")[0]
    assert "Steps with nothing new to see: 2" in folded
    assert "looked again" in folded


async def test_a_long_section_takes_several_pages(club: Club, tmp_path: Path) -> None:
    transcript = transcript_of(club)
    for number in range(2 * STEPS_PER_PAGE + 1):
        transcript.note(f"look {number}", marked=True)
    contents, *parts = pages_of(transcript, tmp_path)
    assert [page.count('id="step-') for page in parts] == [STEPS_PER_PAGE, STEPS_PER_PAGE, 1]
    assert "part 3" in contents
    assert all(f'.html#step-{number + 1}"' in contents for number in range(2 * STEPS_PER_PAGE + 1))


async def test_a_deleted_public_message_is_announced(club: Club, tmp_path: Path) -> None:
    transcript = transcript_of(club)
    await club.ala.slash(club.channel, "rummy new", variant="gin")
    transcript.note("opened")
    club.standin.delete_message(club.ala.sees(club.channel)[0])
    assert transcript.note("deleted").gone == 1
    assert transcript.note("looked").gone == 0
    assert "Public messages deleted: 1" in page_of(transcript, tmp_path)


async def test_the_words_around_messages_are_in_the_language_of_the_game(club: Club, tmp_path: Path) -> None:
    words = page_words(Catalogs(), "transcript.html", ["pl"])
    wording = Wording(words["language"], words["words"], partial(from_now, "pl"))
    transcript = Transcript(club.channel, [club.ala, club.bob], club.standin.now, wording=wording)
    await club.ala.slash(club.channel, "rummy new", variant="gin")
    await club.ala.click("My hand")
    transcript.note("Ala: My hand")
    transcript.note("nic")
    contents, page = pages_of(transcript, tmp_path)
    assert '<html lang="pl">' in contents
    assert "Spis treści" in contents
    for said in ("Widzi to tylko Ala", "Widzą to wszyscy", "niedostępne", "Kroki bez widocznych zmian: 1"):
        assert said in page
    assert [from_now("pl", 125), from_now("pl", -3600)] == ["za 2 minuty", "1 godzinę temu"]


async def test_a_folder_keeps_only_the_pictures_of_its_page_each_once(club: Club, tmp_path: Path) -> None:
    (tmp_path / "pictures").mkdir()
    old, own = tmp_path / "pictures" / "0123456789ab.webp", tmp_path / "pictures" / "holiday.png"
    for file in (old, own):
        file.write_bytes(b"something")
    transcript = transcript_of(club, PictureEncoding(".webp", lambda png: b"small " + png))
    for _ in range(2):
        await club.ala.slash(club.channel, "rummy new", variant="gin")
        transcript.note("opened")
    page = page_of(transcript, tmp_path)
    named = re.findall(r'src="([^"]+)"', page)
    assert len(named) == 2
    assert len(set(named)) == 1
    assert not old.exists()
    assert own.exists()
    [kept] = [file for file in (tmp_path / "pictures").iterdir() if file != own]
    assert f"pictures/{kept.name}" == named[0]
    assert kept.read_bytes().startswith(b"small \x89PNG")
