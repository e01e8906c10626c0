"""The HTTP server for the bot's operator: /healthz, /readyz, and /metrics in Prometheus' format (docs/operating.md)."""

import asyncio
import errno
import logging
import socket
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from importlib.metadata import version
from itertools import accumulate
from typing import Final

from aiohttp import web
from prometheus_client import CollectorRegistry, ProcessCollector
from prometheus_client.exposition import choose_encoder
from prometheus_client.metrics_core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector

from bot.counts import MOMENTS, Durations, ProgramCounts
from bot.play.state.errors import LIMITS
from bot.play.state.slots import Slot
from bot.program.exit_status import ExitStatus
from bot.program.serving import CannotListenError, Remik
from bot.program.settings import listening_at
from data.location import DatabaseError


class Exposition:
    """The metrics of one bot, and of its process."""

    def __init__(self, bot: Remik, lags: Durations) -> None:
        self._registry = _Registry(bot.client.slot)
        self._registry.register(_BotCollector(bot, lags))
        ProcessCollector(registry=self._registry)

    def page(self, accept: str) -> tuple[bytes, str]:
        """Return all metrics and their content type, in the best format that the reader accepts."""
        encode, content_type = choose_encoder(accept)
        return encode(self._registry), content_type


class _Registry(CollectorRegistry):
    """Labels all metrics with the slot of this process, if there are others."""

    def __init__(self, slot: Slot) -> None:
        super().__init__()
        self._label = {} if slot.is_only else {"slot": str(slot.number)}

    def collect(self) -> Iterator[Metric]:
        """Yield all metrics."""
        for metric in super().collect():
            metric.samples = [one._replace(labels={**one.labels, **self._label}) for one in metric.samples]
            yield metric


class _BotCollector(Collector):
    """Reads the counts of a bot whenever someone asks for metrics."""

    def __init__(self, bot: Remik, lags: Durations) -> None:
        self._bot = bot
        self._lags = lags

    def collect(self) -> Iterator[Metric]:
        """Yield all metrics."""
        counts = self._bot.edge.counts
        yield from _interactions(counts)
        yield _histogram(
            "remik_move_visible_seconds",
            "Time from a click until the public message shows its move to the others",
            [((), counts.sights.durations)],
        )
        yield _counter("remik_edits_sent", "Background edits, posts and deletions of messages", counts.writes.sent)
        yield _counter(
            "remik_edits_coalesced", "Edits replaced by a newer one before they were sent", counts.writes.coalesced
        )
        yield _counters("remik_edits_failed", "Background edits that failed", counts.writes.failed, "trouble")
        yield _histogram(
            "remik_picture_duration_seconds",
            "Time from the request for a picture until it's drawn",
            [((kind,), durations) for kind, durations in counts.pictures.drawn.items()],
            "kind",
        )
        yield _counters("remik_pictures_cached", "Pictures taken from the cache", counts.pictures.cached, "kind")
        yield _histogram(
            "remik_commit_duration_seconds",
            "Time of a writing transaction, with the wait for the ones before",
            [((), counts.commits.committed)],
        )
        yield _counter("remik_commits_failed", "Writing transactions that the database failed", counts.commits.failed)
        yield _counters("remik_discord_requests", "Responses of Discord", counts.requests.statuses, "status")
        yield _counters("remik_discord_errors", "Errors of Discord by its code", counts.requests.errors, "code")
        yield _counter(
            "remik_discord_global_limits",
            "How often Discord reported its limit for all requests",
            self._bot.client.request_limit.hits,
        )
        yield _histogram("remik_loop_lag_seconds", "How late the event loop is", [((), self._lags)])
        yield from self._gauges()

    def _gauges(self) -> Iterator[Metric]:
        """Yield the state of the bot now."""
        bot = self._bot
        loaded = GaugeMetricFamily("remik_tables_loaded", "Tables in memory", labels=["status"])
        for status, number in bot.games.tables.statuses().items():
            loaded.add_metric([status], number)
        yield loaded
        yield GaugeMetricFamily("remik_tables_open", "Open tables, in memory or not", value=bot.scheduler.open_tables)
        yield GaugeMetricFamily("remik_servers", "Servers that have the bot", value=len(bot.client.servers()))
        yield GaugeMetricFamily("remik_connected", "1 while all shards have a session", value=bot.connection.is_up)
        shards, lost = len(bot.client.own_shards), len(bot.client.lost_shards)
        by_state = GaugeMetricFamily("remik_shards", "Shards", labels=["state"])
        by_state.add_metric(["connected"], shards - lost)
        by_state.add_metric(["lost"], lost)
        yield by_state
        yield GaugeMetricFamily(
            "remik_caught_up", "1 while clocks run, except on servers of lost shards", value=not bot.scheduler.is_away
        )
        about = GaugeMetricFamily("remik_build_info", "The version of the bot", labels=["version"])
        about.add_metric([version("remik")], 1)
        yield about


def _interactions(counts: ProgramCounts) -> Iterator[Metric]:
    """Yield what became of clicks, commands and forms. Limits are exported apart from all other refusals."""
    yield _histogram(
        "remik_interaction_duration_seconds",
        "Time from an interaction's arrival until Discord has the answer",
        [((kind, outcome), durations) for (kind, outcome), durations in counts.interactions.answers.items()],
        "kind",
        "outcome",
    )
    limits = Counter({reason.name: 0 for reason in LIMITS})
    refusals = CounterMetricFamily("remik_refusals", "Refusals by rule and reason", labels=["rule", "reason"])
    for (rule, reason), number in counts.interactions.refusals.items():
        if reason in limits:
            limits[reason] += number
        else:
            refusals.add_metric([rule, reason.lower()], number)
    yield refusals
    yield _counters("remik_limits_hit", "Requests that exceeded one of the bot's limits", limits, "limit")


def _counter(name: str, about: str, value: int) -> Metric:
    """Return a counter without labels."""
    return CounterMetricFamily(name, about, value=value)


def _counters(name: str, about: str, values: Counter[str], label: str) -> Metric:
    family = CounterMetricFamily(name, about, labels=[label])
    for value, number in values.items():
        family.add_metric([value.lower()], number)
    return family


def _histogram(name: str, about: str, series: Iterable[tuple[Sequence[str], Durations]], *labels: str) -> Metric:
    """Return a histogram with one series for each combination of labels."""
    family = HistogramMetricFamily(name, about, labels=labels)
    for values, durations in series:
        sums = accumulate(durations.counts)
        bounds = [*(str(bound) for bound in durations.bounds), "+Inf"]
        family.add_metric(values, buckets=list(zip(bounds, sums, strict=True)), sum_value=durations.total)
    return family


_PATIENCE: Final = 2.0
"""Seconds that the database has to answer."""


@dataclass(frozen=True, slots=True)
class Readiness:
    """What a bot needs before people can play."""

    lost_shards: frozenset[int]
    database: bool
    caught_up: bool

    @property
    def is_ready(self) -> bool:
        """Whether nothing is missing."""
        return not self.lost_shards and self.database and self.caught_up

    def __str__(self) -> str:
        """Return a line for each condition."""
        lost = f"no (shard {', '.join(map(str, sorted(self.lost_shards)))})" if self.lost_shards else "yes"
        others = (("database", self.database), ("caught up", self.caught_up))
        return f"logged in: {lost}\n" + "".join(f"{name}: {'yes' if holds else 'no'}\n" for name, holds in others)


class ReadinessCheck:
    """Finds out whether a bot is ready. Checks at the same time share one question to the database."""

    def __init__(self, bot: Remik) -> None:
        self._bot = bot
        self._asking: asyncio.Task[bool] | None = None

    async def now(self) -> Readiness:
        """Return whether the bot is ready now."""
        if self._asking is None or self._asking.done():
            self._asking = asyncio.create_task(self._database_answers())
        database = await asyncio.shield(self._asking)
        return Readiness(self._bot.client.lost_shards, database, not self._bot.scheduler.is_away)

    async def close(self) -> None:
        """Stop waiting for the database."""
        if self._asking is not None:
            self._asking.cancel()
            await asyncio.wait({self._asking})

    async def _database_answers(self) -> bool:
        """Return whether the database answers a question in time."""
        try:
            async with asyncio.timeout(_PATIENCE):
                await self._bot.database.answers()
        except (DatabaseError, TimeoutError):
            return False
        return True


_EVERY: Final = 0.5


async def measure_lag(lags: Durations, sleep: Callable[[float], Awaitable[None]] = asyncio.sleep) -> None:
    """Measure twice a second how much later than asked for a sleeping task continues."""
    loop = asyncio.get_running_loop()
    while True:
        due = loop.time() + _EVERY
        await sleep(_EVERY)
        lags.add(max(0.0, loop.time() - due))


logger = logging.getLogger(__name__)


@asynccontextmanager
async def serving(bot: Remik, address: str) -> AsyncIterator[None]:
    """Serve at an address in the block. CannotListenError."""
    lags, check = Durations(MOMENTS), ReadinessCheck(bot)
    exposition = Exposition(bot, lags)

    async def healthz(_: web.Request) -> web.Response:
        return web.Response(text="ok\n")

    async def readyz(_: web.Request) -> web.Response:
        readiness = await check.now()
        return web.Response(text=str(readiness), status=200 if readiness.is_ready else 503)

    async def metrics(request: web.Request) -> web.Response:
        page, content_type = exposition.page(request.headers.get("Accept", ""))
        return web.Response(body=page, headers={"Content-Type": content_type})

    app = web.Application()
    app.add_routes([web.get("/healthz", healthz), web.get("/readyz", readyz), web.get("/metrics", metrics)])
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.5)
    await runner.setup()
    measuring = asyncio.create_task(measure_lag(lags), name="loop lag")
    try:
        await _listen(runner, address)
        yield
    finally:
        measuring.cancel()
        with suppress(asyncio.CancelledError):
            await measuring
        await runner.cleanup()
        await check.close()


async def _listen(runner: web.AppRunner, address: str) -> None:
    """Listen at an address, and log where. CannotListenError."""
    host, port = listening_at(address)
    try:
        await web.TCPSite(runner, host, port).start()
    except OSError as error:
        raise _refusal(address, error) from None
    for bound, number, *_ in runner.addresses:
        logger.info("metrics are on http://%s:%d/metrics", f"[{bound}]" if ":" in bound else bound, number)


def _refusal(address: str, error: OSError) -> CannotListenError:
    """Return why the program can't listen at an address, and what to do about it."""
    where = f"can't serve metrics at {address} (REMIK_METRICS)"
    if isinstance(error, socket.gaierror) or error.errno == errno.EADDRNOTAVAIL:
        return CannotListenError(f"{where}: that isn't an address of this machine", ExitStatus.CONFIG)
    if error.errno == errno.EADDRINUSE:
        sentence = f"{where}: another program listens there; stop it, or choose another port"
        return CannotListenError(sentence, ExitStatus.UNAVAILABLE)
    return CannotListenError(f"{where}: {error.strerror or error}", ExitStatus.CONFIG)
