"""Settings of all tests: the same examples in every run of the suite, files in memory, compiled modules kept."""

import os
import shutil
import sys
from pathlib import Path

from hypothesis import settings

# The suite tries the same examples every time; `--hypothesis-profile=random` looks for new ones.
settings.register_profile("suite", derandomize=True, database=None, deadline=None)
settings.register_profile("random", print_blob=True, deadline=None)
settings.load_profile("suite")

# Where an environment forbids it, every program that a test starts would compile the whole bot again, half a second.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# Tens of thousands of commits wait for the disk otherwise; no test takes the power away.
MEMORY = Path("/dev/shm")  # noqa: S108 - pytest makes a folder of its own there
if os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > 2**30:
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))
