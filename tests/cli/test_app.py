"""`remik app` sets up the application, and `remik run` introduces the bot."""

import asyncio
from collections.abc import Callable, Coroutine
from importlib.metadata import version
from pathlib import Path

import pytest

from bot.playground.directory import MAX_DESCRIPTION, MAX_TAG, MAX_TAGS
from bot.playground.state import INVITED as ASKED_FOR
from bot.program.cli.app import DESCRIPTION, TAGS, set_up_application
from bot.program.cli.run import introduce, startup_lines
from cogs.edge.client import ACTIVITY, DiscordClient
from cogs.edge.permissions import INVITED, invitation
from data.database import described
from tests.cogs.answered import said
from tests.end_to_end.club import Club, open_club
from tests.playground.spec import spec_faults

LISTING = Path(__file__).parents[2] / "docs" / "listing.md"


def test_the_invitation_asks_for_what_tables_threads_and_the_lounge_need() -> None:
    assert INVITED.value == ASKED_FOR == 309237763072
    link = invitation(5)
    assert link.startswith("https://discord.com/oauth2/authorize?client_id=5&")
    assert "scope=bot+applications.commands" in link
    assert "permissions=309237763072" in link


def test_the_texts_for_directories_are_those_that_are_set() -> None:
    page = LISTING.read_text(encoding="utf-8")
    assert f"## Description\n{DESCRIPTION}\n" in page
    assert f"## Tags\n{', '.join(TAGS)}\n" in page
    assert len(DESCRIPTION) <= MAX_DESCRIPTION
    assert len(TAGS) <= MAX_TAGS
    assert max(map(len, TAGS)) <= MAX_TAG


async def test_the_application_is_set_up_once_and_the_rest_is_explained(tmp_path: Path) -> None:
    async with open_club(tmp_path) as club:
        settings = club.settings.model_copy(update={"terms_url": "https://remik.example/terms"})
        first = await set_up_application(settings)
        assert first[:4] == ["description: set", "tags: set", "install link: set", "installation contexts: set"]
        assert first[4].startswith("Terms of Service URL: set it by hand at https://discord.com/developers/")
        assert first[4].endswith(": https://remik.example/terms")
        profile = club.standin.bot.profile
        assert (profile["description"], profile["tags"]) == (DESCRIPTION, list(TAGS))
        assert profile["install_params"]["permissions"] == "309237763072"
        assert profile["integration_types_config"]["1"]["oauth2_install_params"]["scopes"] == ["applications.commands"]
        sent = [one for one in club.standin.requests if one.method == "PATCH"]
        assert [line for line in await set_up_application(club.settings) if not line.endswith(": OK")] == []
        assert [one for one in club.standin.requests if one.method == "PATCH"] == sent
        assert spec_faults(club.standin.requests) == []


async def test_a_description_is_sent_in_the_other_form_if_discord_refuses_it(tmp_path: Path) -> None:
    async with open_club(tmp_path) as club:
        club.standin.fail_next("PATCH", "/applications/@me", 400, 50035)
        assert (await set_up_application(club.settings))[0] == "description: set"
        assert club.standin.bot.profile["description"] == DESCRIPTION


async def test_the_bot_introduces_itself_with_its_invitation(tmp_path: Path) -> None:
    async with open_club(tmp_path) as club, club.running() as bot:
        database = described(club.settings.database_url)
        lines = startup_lines(bot, database)
        told = "\n".join(lines)
        for words in (
            f"Remik {version('remik')} is online as Remik",
            "remik.db (SQLite)",
            "languages  de, en, pl, pt-BR",
            "servers    1",
        ):
            assert words in told
        assert lines[-1].endswith(invitation(club.standin.bot.id))
        assert club.standin.bot.activity == ACTIVITY
        club.guild.remove_bots()
        await club.standin.until(lambda: not bot.client.servers())
        alone = startup_lines(bot, database)
        assert alone[-3:-1] == [invitation(club.standin.bot.id), "=" * len(alone[-3])]
        assert "It isn't on any server yet" in alone[-5]


async def test_run_prints_the_introduction_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async def at_once(_: DiscordClient, __: int | None, *, initial: bool = False) -> None:
        """Skip the five seconds between identifies."""

    monkeypatch.setattr(DiscordClient, "before_identify_hook", at_once)
    told: list[str] = []
    async with open_club(tmp_path) as club, club.built() as bot:
        introduce(bot, club.settings, 0, lambda: told.append("ready"))
        ready = asyncio.Event()
        async with club.serving(bot):
            bot.client.add_listener(setting(ready), "on_ready")
            club.standin.drop_gateway(0, resumable=False)
            await ready.wait()
    assert capsys.readouterr().out.count("is online as Remik") == 1
    assert told == ["ready"]


def setting(ready: asyncio.Event) -> Callable[[], Coroutine[None, None, None]]:
    """Return a listener that sets an event."""

    async def on_ready() -> None:
        ready.set()

    return on_ready


async def test_help_shows_the_contact_and_the_pages_of_the_settings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_club(tmp_path) as club:
        set_ = {"contact": "cards@example.org", "terms_url": "https://remik.example/terms"}
        monkeypatch.setattr(Club, "settings", club.settings.model_copy(update=set_))
        async with club.running():
            page = await said(club, club.ala.slash(club.channel, "rummy help"))
            page = await said(club, club.ala.click("Contact", message=page))
            assert "cards@example.org" in page.text
            assert "Terms of service" in [button.label for button in page.buttons]
            assert "Privacy policy" not in [button.label for button in page.buttons]


def test_a_database_is_named_without_its_password() -> None:
    named = described("postgresql+asyncpg://me:hunter2@host/name")
    assert named == "name on host (PostgreSQL)"


@pytest.mark.parametrize("page", ["terms.md", "listing.md"])
def test_pages_for_directories_are_there(page: str) -> None:
    assert (LISTING.parent / page).read_text(encoding="utf-8").startswith("# ")
