"""The operator's view of a running bot: /healthz, /readyz and /metrics over HTTP."""

import logging
import re
import socket
from collections.abc import Callable
from pathlib import Path

import aiohttp
import pytest
from prometheus_client import ProcessCollector, generate_latest
from prometheus_client.parser import text_string_to_metric_families

from bot.play.state.errors import LIMITS
from bot.play.state.slots import Slot
from bot.program.app import monitored
from bot.program.exit_status import ExitStatus
from bot.program.monitoring import _Registry
from bot.program.serving import CannotListenError
from data.database import Database
from data.location import DatabaseError
from tests.end_to_end.club import Club

OPERATING = Path(__file__).parents[3] / "docs" / "operating.md"
QUICK = "metrics are on "


class Metrics:
    """The samples of a /metrics page."""

    def __init__(self, page: str) -> None:
        families = list(text_string_to_metric_families(page))
        self.names = {
            family.name + ("_total" if family.type == "counter" else "")
            for family in families
            if family.name.startswith("remik_")
        }
        self.samples = [sample for family in families for sample in family.samples if family.name in page]

    def sum(self, name: str, **labels: str) -> float:
        """Return the sum of the samples with a name and these labels."""
        return sum(
            sample.value for sample in self.samples if sample.name == name and labels.items() <= sample.labels.items()
        )

    def values(self) -> set[str]:
        """Return all values of labels."""
        return {value for sample in self.samples for value in sample.labels.values()}


async def got(url: str) -> tuple[int, str]:
    async with aiohttp.ClientSession() as session, session.get(url) as response:
        return response.status, await response.text()


@pytest.fixture
def address(caplog: pytest.LogCaptureFixture) -> Callable[[], str]:
    """Return where the bot's log says that the last server listens, without the path."""
    caplog.set_level(logging.INFO, "bot.program.monitoring")

    def newest() -> str:
        lines = [record.getMessage() for record in caplog.records if QUICK in record.getMessage()]
        return lines[-1].removeprefix(QUICK).removesuffix("/metrics")

    return newest


@pytest.mark.discord(None)
async def test_an_operator_sees_when_the_bot_is_ready_and_what_it_does(
    club: Club, address: Callable[[], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    club.limits["metrics"] = "127.0.0.1:0"
    club.limits["lobbies_per_member"] = 1
    async with club.built() as bot:
        here = address()
        assert here.startswith("http://127.0.0.1:")
        assert await got(f"{here}/healthz") == (200, "ok\n")
        assert await got(f"{here}/readyz") == (503, "logged in: no (shard 0)\ndatabase: yes\ncaught up: no\n")
        async with club.serving(bot):
            assert await got(f"{here}/readyz") == (200, "logged in: yes\ndatabase: yes\ncaught up: yes\n")
            before = Metrics((await got(f"{here}/metrics"))[1])
            await played(club)
            after = Metrics((await got(f"{here}/metrics"))[1])
            monkeypatch.setattr(Database, "answers", no_answer)
            assert await got(f"{here}/readyz") == (503, "logged in: yes\ndatabase: no\ncaught up: yes\n")
            assert await got(f"{here}/healthz") == (200, "ok\n")
    assert_counted(club, before, after)
    assert after.names == documented()
    with pytest.raises(aiohttp.ClientConnectorError):
        await got(f"{here}/healthz")


@pytest.mark.parametrize(("slot", "label"), [(Slot(), ""), (Slot(1, 2, 8), '{slot="1"}')])
def test_metrics_of_one_of_several_processes_name_its_slot(slot: Slot, label: str) -> None:
    registry = _Registry(slot)
    registry.register(ProcessCollector(registry=None))
    lines = generate_latest(registry).decode().splitlines()
    assert any(line.startswith(f"process_open_fds{label} ") for line in lines)


async def no_answer(_: Database) -> None:
    raise DatabaseError("it doesn't answer")


async def played(club: Club) -> None:
    """Play a few turns, with refusals by a rule, of a stranger and by a limit, and an edit that Discord refuses."""
    await club.table()
    await club.play(1, lambda: len(club.log()) >= 6)
    await club.settled()
    assert not (await club.eve.click("Draw")).failed
    answer = await club.waiting().click("Draw", message=club.public("Draw"))
    assert not answer.failed
    for name in ("one", "another"):
        await club.ala.slash(club.guild.add_channel(name), "rummy new", variant="gin", pace="none")
    club.standin.fail_next("PATCH", "/channels/", 400)
    await club.play(2, lambda: len(club.log()) >= 10)
    await club.settled()


def assert_counted(club: Club, before: Metrics, after: Metrics) -> None:
    """Assert that the metrics show what was played, and contain no ids."""
    seconds = "remik_interaction_duration_seconds_count"
    assert before.sum(seconds) == 0
    assert after.sum(seconds, kind="click", outcome="done") > 10
    assert after.sum(seconds, kind="command", outcome="refused") >= 1
    assert after.sum("remik_refusals_total", rule="C-1", reason="not_seated") == 1
    assert after.sum("remik_refusals_total", reason="not_your_turn") >= 1
    assert {f"{reason.name.lower()}" for reason in LIMITS} <= after.values()
    assert after.sum("remik_limits_hit_total") == after.sum("remik_limits_hit_total", limit="lobbies_full") >= 1
    assert 1 <= after.sum("remik_move_visible_seconds_count") <= len(club.log())
    assert after.sum("remik_edits_sent_total") > before.sum("remik_edits_sent_total")
    assert after.sum("remik_picture_duration_seconds_count", kind="hand") > 2
    assert after.sum("remik_commit_duration_seconds_count") > len(club.log())
    assert after.sum("remik_discord_requests_total", status="400") == 1
    assert after.sum("remik_discord_errors_total") == after.sum("remik_discord_requests_total", status="400")
    assert after.sum("remik_tables_open") == 2
    assert after.sum("remik_tables_loaded", status="playing") == 1
    assert after.sum("remik_servers") == after.sum("remik_connected") == after.sum("remik_caught_up") == 1
    people = {str(person.id) for person in (club.ala, club.bob, club.eve)}
    assert not after.values() & {*people, str(club.guild.id), str(club.channel.id), "Ala", "Bob"}


async def test_a_bot_that_cannot_listen_says_so_and_another_one_listens_on_ipv6(
    club: Club, address: Callable[[], str]
) -> None:
    async with club.built() as bot:
        async with monitored(bot, "127.0.0.1:0"):
            taken = address().removeprefix("http://")
            with pytest.raises(CannotListenError, match="another program listens there") as error:
                async with monitored(bot, taken):
                    pass
            assert error.value.status is ExitStatus.UNAVAILABLE
        with pytest.raises(CannotListenError, match="isn't an address of this machine") as error:
            async with monitored(bot, "192.0.2.1:0"):
                pass
        assert error.value.status is ExitStatus.CONFIG
        if not has_ipv6():
            return
        async with monitored(bot, "[::1]:0"):
            assert address().startswith("http://[::1]:")
            assert (await got(f"{address()}/healthz"))[0] == 200


def has_ipv6() -> bool:
    """Return whether this machine has an IPv6 address of its own."""
    try:
        with socket.create_server(("::1", 0), family=socket.AF_INET6):
            return True
    except OSError:
        return False


def documented() -> set[str]:
    """Return the metrics in the operator's handbook."""
    return set(re.findall(r"^\| `(remik_[a-z_]+)` \|", OPERATING.read_text(encoding="utf-8"), re.MULTILINE))
