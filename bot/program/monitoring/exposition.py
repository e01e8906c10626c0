"""Exports what the program counts in Prometheus' format. docs/operating.md lists every metric."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from importlib.metadata import version
from itertools import accumulate

from prometheus_client import CollectorRegistry, ProcessCollector
from prometheus_client.exposition import choose_encoder
from prometheus_client.metrics_core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector

from bot.counts import Durations, ProgramCounts
from bot.play.errors import LIMITS
from bot.program.serving import Remik


class Exposition:
    """The metrics of one bot, and of its process."""

    def __init__(self, bot: Remik, lags: Durations) -> None:
        self._registry = CollectorRegistry()
        self._registry.register(_BotCollector(bot, lags))
        ProcessCollector(registry=self._registry)

    def page(self, accept: str) -> tuple[bytes, str]:
        """Return all metrics and their content type, in the best format that the reader accepts."""
        encode, content_type = choose_encoder(accept)
        return encode(self._registry), content_type


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
    """Return a counter with one label."""
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
