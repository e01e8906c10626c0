"""Settings of all tests: the same examples in every run, files in memory, compiled modules kept, slow tests marked."""

import os
import secrets
import shutil
import sys
from pathlib import Path

import pytest
from hypothesis import settings

# The suite tries the same examples every time; `--hypothesis-profile=random` looks for new ones.
settings.register_profile("suite", derandomize=True, database=None, deadline=None)
settings.register_profile("random", print_blob=True, deadline=None)
settings.load_profile("suite")

# Without compiled modules, each program that a test starts would compile the whole bot again, half a second.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# Tens of thousands of commits wait for the disk otherwise; no test cuts the power.
MEMORY = Path("/dev/shm")  # noqa: S108 - pytest makes a folder of its own there
if os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > 2**30:
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))

# Read by the fixture `soak_seed`. Workers inherit the environment, so all of them play by the same seed.
os.environ.setdefault("SOAK_SEED", str(secrets.randbelow(10**6)))

TESTS = Path(__file__).parent
SLOW = ("end_to_end", "cli/test_demo.py", "test_docs.py", "cogs/edge/test_forged.py")
"""Folders and modules that play over the real protocol: every test in them is slow."""
CLUB = "club"
"""The fixture by which tests of `cogs` get a running bot and the stand-in: these are slow, too."""
LEFT_OUT = ("soak", "postgres", "browser")
"""Markers that `addopts` leaves out. An `-m` on the command line replaces that one, so their tests are slow as well."""

COLLECTED = pytest.StashKey[dict[str, set[str]]]()
"""The markers of all tests that were collected, by their id, also of those that `-m` leaves out."""


def is_slow(item: pytest.Item) -> bool:
    """Return whether `pytest -m "not slow"` should leave a test out."""
    where = item.path.relative_to(TESTS).as_posix() if item.path.is_relative_to(TESTS) else ""
    plays = where.startswith("cogs") and isinstance(item, pytest.Function) and CLUB in item.fixturenames
    return plays or where.startswith(SLOW) or any(item.get_closest_marker(marker) for marker in LEFT_OUT)


def pytest_report_header() -> str:
    """Print the seed of the soak tests."""
    return f"soak seed: {os.environ['SOAK_SEED']} (SOAK_SEED={os.environ['SOAK_SEED']} plays the same again)"


@pytest.fixture(scope="session")
def soak_seed() -> str:
    """The seed of all soak tests: random, unless SOAK_SEED is set."""
    return os.environ["SOAK_SEED"]


@pytest.hookimpl(tryfirst=True)  # before `-m` is applied
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark the slow tests, and run them first: at the end, no worker is left alone with a long module."""
    for item in items:
        if is_slow(item):
            item.add_marker("slow")
    config.stash[COLLECTED] = {item.nodeid: {marker.name for marker in item.iter_markers()} for item in items}
    items.sort(key=lambda item: item.get_closest_marker("slow") is None)
