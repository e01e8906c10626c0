"""`remik check-config --online`: what Discord says about everything the bot needs."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import TypeAlias

import pytest

from bot.play.state.people import Lounge
from bot.playground.guild import Guild
from bot.playground.state import INVITED, Channel, Emoji, Permission
from bot.program.cli import online
from bot.program.cli.app import set_up_application
from bot.program.cli.config import checked
from bot.program.settings import Settings
from cogs.edge.messages import FACED, emoji_name
from data.database import open_database
from data.people.servers import SqlServers
from tests.end_to_end.club import Club, open_club
from tests.playground.spec import spec_faults

Check: TypeAlias = Callable[..., Awaitable[tuple[int, str]]]


@pytest.fixture
def check(capsys: pytest.CaptureFixture[str]) -> Check:
    """Return a function that runs the check, and returns its exit status and what it says."""

    async def run(settings: Settings, only: int | None = None) -> tuple[int, str]:
        capsys.readouterr()
        status = await checked(settings, online=True, only=only)
        return int(status), capsys.readouterr().out

    return run


async def settle_in(club: Club, lounge: Channel, evening: Guild, limited_to: Channel) -> None:
    """Open a table in the club's channel, set its lounge, and limit the channels for tables on another server."""
    async with club.running():
        await club.open("gin", players=1)
    database = await open_database(club.settings.database_url)
    servers = SqlServers(database)
    await servers.load()
    await servers.change(club.guild.id, lambda server: replace(server, lounge=Lounge(lounge.id)))
    await servers.change(evening.id, lambda server: replace(server, channels=(limited_to.id,)))
    await database.close()


async def test_the_check_lists_what_keeps_tables_and_posts_from_working(tmp_path: Path, check: Check) -> None:
    async with open_club(tmp_path) as club:
        club.guild.add_channel("rules", bot_permissions=INVITED & ~Permission.SEND_MESSAGES)
        club.guild.add_channel("staff", bot_permissions=0)
        lounge = club.guild.add_thread("lounge", club.guild.add_channel("hall"))
        evening = club.standin.add_guild("Evening")
        games = evening.add_category("Games")
        cards = evening.add_channel("cards", category=games)
        evening.add_channel("chat")
        await settle_in(club, lounge, evening, games)
        status, said = await check(club.settings)
        assert status == 0
        for line in (
            f"  {club.guild.id} (Club): tables can be opened in 2 of 4 channels\n"
            "    note: tables can't be opened in #rules: Send Messages is missing\n"
            "    note: tables can't be opened in #staff: View Channel is missing\n",
            f"  {evening.id} (Evening): tables can be opened in 1 of 1 channels\n",
        ):
            assert line in said
        assert said.endswith("no problems\n")

        club.guild.revoke(Permission.ATTACH_FILES, club.channel)
        assert lounge.parent is not None
        club.guild.revoke(Permission.SEND_MESSAGES_IN_THREADS, lounge.parent)
        evening.revoke(Permission.SEND_MESSAGES | Permission.ATTACH_FILES, cards)
        evening.revoke(Permission.CREATE_PUBLIC_THREADS)
        status, said = await check(club.settings)
        assert status == 1
        assert "note: the bot's role lacks Create Public Threads, which its invitation asks for" in said
        assert [line.strip() for line in said.splitlines() if "problem" in line] == [
            "problem: the lounge in a thread of #hall: Send Messages in Threads is missing",
            "problem: a table in #rummy: Attach Files is missing",
            "problem: tables can't be opened in #cards: Send Messages is missing",
            "3 problems; exit status 1",
        ]
        status, said = await check(club.settings, only=evening.id)
        assert "Club" not in said
        assert said.endswith("1 problem; exit status 1\n")
        assert spec_faults(club.standin.requests) == []


async def test_the_check_says_how_token_application_and_gateway_are(
    tmp_path: Path, check: Check, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(online, "MOST_SERVERS", 1)
    async with open_club(tmp_path) as club:
        standin, settings = club.standin, club.settings
        standin.add_guild("Evening")
        fresh = (await check(settings))[1]
        assert "install settings: description, tags, install link, installation contexts not set up" in fresh
        assert "emojis: 53 of 53 card faces missing" in fresh
        assert "1 more without tables or posts" in fresh
        await set_up_application(settings)
        standin.bot.emojis = {number: Emoji(number, emoji_name(card), b"") for number, card in enumerate(FACED)}
        status, said = await check(settings)
        assert status == 0
        for line in (
            "token: OK, Remik#0000",
            "install settings: OK",
            "gateway: OK, 1 shard, 1000 of",
            "emojis: OK, 53",
        ):
            assert f"\n{line}" in said

        standin.allow_logins(0)
        assert (await check(settings))[0] == 75
        standin.bot.profile |= {
            "interactions_endpoint_url": "https://x",
            "bot_require_code_grant": True,
            "flags": 1 << 19,
        }
        status, said = await check(settings)
        assert status == 78
        for words in ("problem: an Interactions Endpoint URL is set", "Requires OAuth2", "doesn't use Message Content"):
            assert words in said
        standin.fail_next("GET", "/users/@me", 503)
        assert (await check(settings))[0] == 75
        standin.reset_token()
        status, said = await check(settings)
        assert status == 78
        assert "\nDiscord rejects the token: copy it again" in said
        assert settings.token.get_secret_value() not in said
