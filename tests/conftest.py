"""Settings for all tests: the same examples in every run, files in memory, compiled modules, marked slow tests."""

import fcntl
import gc
import importlib
import logging
import os
import re
import secrets
import shutil
import sys
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from sqlalchemy import Connection, Engine, event

from bot.text import catalogs
from bot.text.po_files import PoTranslations
from tests.amounts import MANY, covering, times

# The suite tries the same examples every time; `--hypothesis-profile=random` looks for new ones.
settings.register_profile("any", deadline=None, suppress_health_check=[HealthCheck.too_slow])  # as a busy machine is
settings.register_profile("suite", settings.get_profile("any"), derandomize=True, database=None, max_examples=times(10))
settings.register_profile("random", settings.get_profile("any"), print_blob=True, max_examples=times(15))
settings.load_profile("suite")

# Without compiled modules, each process that a test starts would compile the whole bot again: half a second.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# The library warns of a slow heartbeat after 41 seconds, which a test takes on a busy machine; tests compare warnings.
logging.getLogger("discord.gateway").addFilter(lambda record: not record.getMessage().startswith("Can't keep up"))

# On a disk, tens of thousands of commits would wait for it; tests don't need to survive a power failure.
MEMORY = Path("/dev/shm")  # noqa: S108 - pytest creates a separate folder there
if os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > 2**30:
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))

# Read by the fixture `soak_seed`. Workers inherit the environment, so all of them use the same seed.
os.environ.setdefault("SOAK_SEED", str(secrets.randbelow(10**6)))

# Importing and collecting makes millions of objects and hardly any garbage: `pytest_collection_finish` turns it on.
gc.disable()

TESTS = Path(__file__).parent
SLOW = (
    "browser",
    "end_to_end",
    "render",
    "cli/test_demo.py",
    "test_docs.py",
    "cogs/edge/test_forged.py",
    "cogs/edge/test_fuzz.py",
)
"""Folders and modules that play over the real protocol or draw pictures: every test in them is slow."""
CLUB = "club"
"""The fixture with a running bot and the stand-in: tests of `cogs` that use it are slow, too."""
WAITS = re.compile(r"subprocess|BotProcess|import threading|playground\.opened|SIG[KT]|asyncio\.timeout\(")
"""What the modules contain whose tests are marked `waits`: they start processes, hold threads or have a time limit."""
LEFT_OUT = ("soak", "postgres", "browser")
"""Markers that `addopts` excludes. An `-m` on the command line replaces that, so their tests are slow as well."""

MOST_WORKERS = 16
"""Each one imports everything: more would use gigabytes and hardly save time."""

COLLECTED = pytest.StashKey[dict[str, set[str]]]()
"""The markers of all collected tests by test id, including tests that `-m` excludes."""


class Statements(dict[tuple[object, ...], object]):
    """Compiled SQL for all engines of a process: each test opens databases, and would compile every statement again.

    SQLAlchemy's keys start with the engine's dialect, here replaced by its class.
    """

    def get(self, key: tuple[object, ...], default: object = None) -> object:
        return super().get((type(key[0]), *key[1:]), default)

    def __setitem__(self, key: tuple[object, ...], compiled: object) -> None:
        super().__setitem__((type(key[0]), *key[1:]), compiled)


STATEMENTS = Statements()

# Each club and its bot would parse three files of a megabyte again: a quarter of the time of tests in a club.
vars(catalogs)["PoTranslations"] = cache(PoTranslations)


@event.listens_for(Engine, "engine_connect")
def share_statements(connection: Connection) -> None:
    """Make all engines on SQLite files share their compiled statements."""
    if connection.dialect.name == "sqlite":
        connection.execution_options(compiled_cache=STATEMENTS)


@pytest.fixture(autouse=True)
def alone_on_the_server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Run tests marked `postgres` one at a time in all workers: some of them stop the server that the others use."""
    if request.node.get_closest_marker("postgres") is None:
        yield
        return
    shared = tmp_path_factory.getbasetemp()
    with (shared.parent if "PYTEST_XDIST_WORKER" in os.environ else shared).joinpath("server.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


@cache
def place(module: Path) -> str:
    """Return where a module is in this folder; empty if it isn't."""
    return module.relative_to(TESTS).as_posix() if module.is_relative_to(TESTS) else ""


def is_slow(item: pytest.Item) -> bool:
    """Return whether `pytest -m "not slow"` should exclude a test."""
    where = place(item.path)
    if item.get_closest_marker("guard") is not None:
        return False
    plays = where.startswith("cogs") and isinstance(item, pytest.Function) and CLUB in item.fixturenames
    return plays or where.startswith(SLOW) or any(item.get_closest_marker(marker) for marker in LEFT_OUT)


@cache
def waits(module: Path) -> bool:
    """Return whether the tests of a module should be marked `waits`."""
    return module.suffix == ".py" and WAITS.search(module.read_text(encoding="utf-8")) is not None


def pytest_xdist_auto_num_workers() -> int | None:
    """Return the number of workers for `-n auto`: two per core, because tests often wait; None leaves it to xdist."""
    if "PYTEST_XDIST_AUTO_NUM_WORKERS" in os.environ:
        return None
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(2 * cores, MOST_WORKERS)


def pytest_report_header() -> str:
    """Print the seed of the soak tests."""
    return f"soak seed: {os.environ['SOAK_SEED']} (SOAK_SEED={os.environ['SOAK_SEED']} repeats this run)"


def pytest_collectstart(collector: pytest.Collector) -> None:
    """Have each worker import a different part of the test modules first, and find the others' compiled modules later.

    Pytest compiles test modules more slowly than Python does. In a new clone, every worker would compile all of them.
    """
    number = os.environ.get("PYTEST_XDIST_WORKER", "")[2:]
    if not number or collector.nodeid != TESTS.name:
        return
    folders = [(TESTS.parent / argument).resolve() for argument in collector.config.args]
    modules = sorted({module for folder in folders for module in folder.rglob("test_*.py")})
    first = len(modules) * int(number) // int(os.environ["PYTEST_XDIST_WORKER_COUNT"])
    for module in (*modules[first:], *modules[:first]):
        with suppress(Exception, pytest.skip.Exception):  # collecting the module will report it
            importlib.import_module(".".join(module.relative_to(TESTS.parent).with_suffix("").parts))


def pytest_collection_finish() -> None:
    """Leave what was imported out of garbage collection, and collect less often: it saves a tenth of the time."""
    gc.freeze()
    gc.set_threshold(50_000, 50, 50)
    gc.enable()


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish() -> None:
    """Collect garbage once. Pytest does it five times, and Python again at its end: seconds per worker."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session")
def soak_seed() -> str:
    """The seed of all soak tests: random, unless SOAK_SEED is set."""
    return os.environ["SOAK_SEED"]


def superfluous(items: list[pytest.Item]) -> set[pytest.Item]:
    """Return the tests marked `each_value` that combine values which the suite tries in other combinations."""
    functions: dict[str, list[pytest.Function]] = {}
    for item in items:
        if isinstance(item, pytest.Function) and item.get_closest_marker("each_value"):
            functions.setdefault(item.nodeid.split("[")[0], []).append(item)
    left_out: set[pytest.Item] = set()
    for combinations in functions.values():
        chosen = covering([{name: id(value) for name, value in item.callspec.params.items()} for item in combinations])
        left_out.update(item for place, item in enumerate(combinations) if place not in chosen)
    return left_out


@pytest.hookimpl(tryfirst=True)  # before `-m` is applied
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave combinations to the soak, mark the slow tests, and run them first: no worker ends with a long module."""
    if not MANY and (left_out := superfluous(items)):
        config.hook.pytest_deselected(items=list(left_out))
        items[:] = [item for item in items if item not in left_out]
    for item in items:
        if is_slow(item):
            item.add_marker("slow")
        if waits(item.path) and not any(item.get_closest_marker(marker) for marker in LEFT_OUT):
            item.add_marker("waits")
    config.stash[COLLECTED] = {item.nodeid: {marker.name for marker in item.iter_markers()} for item in items}
    items.sort(key=lambda item: item.get_closest_marker("slow") is None)
