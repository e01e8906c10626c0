"""Logging in and staying connected: what ends the bot does so in one sentence, everything else is waited out."""

import asyncio
import itertools
import logging
import socket
from pathlib import Path
from typing import Any

import pytest
from pydantic import SecretStr

from bot.backoff import Backoff
from bot.program import serving
from bot.program.app import bot_for
from bot.program.cli import run as command
from bot.program.exit_status import ExitStatus
from bot.program.logs import InOneLine
from bot.program.serving import NotAdmittedError, log_in, serve
from cogs.edge import gateway
from cogs.edge.client import DiscordClient
from cogs.edge.gateway import UNREACHABLE
from tests.end_to_end.club import Club

pytestmark = pytest.mark.discord(None)
QUICK = Backoff(0.01, 0.01)


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make all pauses short."""
    monkeypatch.setattr(gateway, "_BACKOFF", QUICK)
    monkeypatch.setattr(serving, "_BACKOFF", QUICK)

    async def at_once(_client: DiscordClient, _shard: int | None, *, initial: bool) -> None:
        """Skip the five seconds between identifies."""
        assert initial in (True, False)

    monkeypatch.setattr(DiscordClient, "before_identify_hook", at_once)


def warnings(caplog: pytest.LogCaptureFixture) -> list[str]:
    assert not any(record.exc_info for record in caplog.records), "a traceback"
    return [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING]


async def refused(club: Club) -> NotAdmittedError:
    """Serve until the bot gives up, and return why."""
    async with club.built() as bot:
        with pytest.raises(NotAdmittedError) as caught:
            await serve(bot, club.standin.token, asyncio.Event())
    assert "\n" not in str(caught.value)
    return caught.value


@pytest.mark.parametrize(
    ("code", "sentence"),
    [
        (4004, "Discord rejects the token"),
        (4010, "doesn't know this shard"),
        (4011, "asks for more shards"),
        (4012, "no longer supports this version"),
        (4013, "doesn't know an intent"),
        (4014, "doesn't allow an intent"),
    ],
)
async def test_a_login_that_discord_refuses_for_good_ends_in_a_sentence(
    club: Club, caplog: pytest.LogCaptureFixture, code: int, sentence: str
) -> None:
    club.standin.refuse_logins(code)
    error = await refused(club)
    assert sentence in str(error)
    assert error.status == 78
    assert warnings(caplog) == []


async def test_the_first_of_several_processes_asks_how_many_shards_there_are(club: Club) -> None:
    club.standin.recommend_shards(3)
    assert await command.recommended_shards(club.settings) == 3
    assert await command.recommended_shards(club.settings.model_copy(update={"slots": 4})) == 4, "one for each slot"
    with pytest.raises(NotAdmittedError, match="Discord rejects the token") as caught:
        await command.recommended_shards(club.settings.model_copy(update={"token": SecretStr("MTAx.Gabc.s3cr3t")}))
    assert caught.value.status == 78
    club.standin.fail_next("GET", "/gateway/bot$", 503, times=20)
    with pytest.raises(NotAdmittedError, match="Discord doesn't say how many shards") as caught:
        await command.recommended_shards(club.settings)
    assert caught.value.status == 75


async def test_a_token_that_is_reset_while_the_bot_runs_ends_it(club: Club, caplog: pytest.LogCaptureFixture) -> None:
    for closed in (True, False):  # Discord closes the connection, or a request is refused first
        async with club.built() as bot:
            serving_ = asyncio.create_task(serve(bot, club.standin.token, asyncio.Event()))
            await club.ready()
            await club.standin.until(bot.client.is_ready)
            club.standin.reset_token()
            if closed:
                club.standin.close_gateway(4004)
            else:
                with pytest.raises(Exception, match="401"):
                    await bot.client.http.get_channel(club.channel.id)
            with pytest.raises(NotAdmittedError, match="no longer accepts the token, which was probably reset"):
                await serving_
    assert warnings(caplog) == []


async def test_a_single_401_does_not_end_the_bot(club: Club) -> None:
    async with club.running() as bot:
        club.standin.fail_next("GET", "/channels/", 401)
        with pytest.raises(Exception, match="401"):
            await bot.client.http.get_channel(club.channel.id)
        assert not bot.client.token_refused.is_set()


async def test_connections_that_discord_closes_are_opened_again_with_a_line_per_pause(
    club: Club, caplog: pytest.LogCaptureFixture
) -> None:
    club.standin.refuse_logins(4000, 4008, 4000)
    async with club.running():
        assert not (await club.ala.slash(club.channel, "rummy help")).failed
    assert warnings(caplog) == ["Discord closed the connection; trying again in 0 s"] * 2  # the first time at once


async def test_without_logins_left_the_bot_waits(
    club: Club, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def wait(_: gateway.Patience, why: str, seconds: float) -> None:
        gateway.logger.warning("%s; %d", why, seconds)
        club.standin.allow_logins(None)

    monkeypatch.setattr(gateway.Patience, "_wait", wait)
    club.standin.allow_logins(0)
    async with club.running():
        assert club.standin.identified == 1
    assert warnings(caplog) == ["Discord allows no more logins for now; 86401"]


async def test_a_gateway_that_cannot_be_found_is_waited_for(club: Club, caplog: pytest.LogCaptureFixture) -> None:
    club.standin.fail_next("GET", "/gateway/bot", 503, times=2)
    async with club.running():
        assert club.standin.identified == 1
    assert warnings(caplog) == ["Discord doesn't say how to connect (HTTP 503); trying again in 0 s"] * 2


async def test_a_login_that_fails_for_a_while_succeeds_with_a_line_per_pause(
    club: Club, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    club.standin.fail_next("GET", "/users/@me", 503, times=2)
    club.standin.fail_next("PUT", "/commands", 503)
    real, tries = DiscordClient.login, itertools.count()

    async def login(client: DiscordClient, token: str) -> None:
        if next(tries) == 0:
            raise socket.gaierror(-3, "Temporary failure in name resolution")  # the network isn't up yet
        await real(client, token)

    monkeypatch.setattr(DiscordClient, "login", login)
    async with club.running():
        assert not (await club.ala.slash(club.channel, "rummy help")).failed
    first, *others = warnings(caplog)
    assert first.startswith("Discord can't be reached (gaierror: ")
    assert others == ["Discord can't be reached (HTTP 503); trying again in 0 s"] * 3


async def test_a_login_that_fails_for_ten_minutes_ends_with_its_own_status(
    club: Club, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(serving, "_BACKOFF", Backoff(5, 60))
    passed, slept = itertools.count(step=20), list[float]()

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    club.standin.fail_next("GET", "/users/@me", 503, times=1000)
    async with club.built() as bot:
        with pytest.raises(NotAdmittedError, match=r"couldn't be reached for ten minutes \(HTTP 503\)") as caught:
            await log_in(bot.client, club.standin.token, sleep=sleep, timer=lambda: next(passed))
    assert caught.value.status == 75
    assert slept[:5] == [5, 10, 20, 40, 60]
    assert len(warnings(caplog)) == len(slept)
    assert 25 <= len(slept) <= 30


def test_the_command_line_exits_with_the_status_of_the_refusal(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, tmp_path: Path
) -> None:
    never_written = list[str]()

    async def fail(*_: object) -> None:
        raise NotAdmittedError("Discord couldn't be reached", ExitStatus.UNAVAILABLE)

    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("REMIK_TOKEN", "secret")
    monkeypatch.setattr(command, "_serve", fail)
    monkeypatch.setattr(command, "set_up", lambda *_, secrets, **__: never_written.extend(secrets))
    monkeypatch.setattr("os.umask", lambda _: 0)
    options: Any = None
    assert command.run(options) == 75
    assert warnings(caplog) == ["Discord couldn't be reached"]
    assert never_written == ["secret"]


def test_errors_of_the_network_that_the_library_logs_take_one_line() -> None:
    error = ConnectionResetError("reset by peer")
    about = (type(error), error, None)
    for name, line in (
        ("discord.shard", f"Retrying 5 (ConnectionResetError: {error})"),
        ("bot.program.app", "Retrying 5"),
    ):
        record = logging.LogRecord(name, logging.ERROR, "", 0, "Retrying %d", (5,), about)
        assert InOneLine(*UNREACHABLE).filter(record)
        assert record.getMessage() == line
        assert (record.exc_info is None) == name.startswith("discord")


async def test_a_wrong_token_is_refused_at_once(club: Club) -> None:
    async with bot_for(club.settings) as bot:
        with pytest.raises(NotAdmittedError, match="Discord rejects the token"):
            await serve(bot, "another-token", asyncio.Event())
