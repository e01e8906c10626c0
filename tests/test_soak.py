"""The soak of tests with random games and examples: the same tests with many more of them, chosen at random."""

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

TESTS: Final = Path(__file__).parent
SOAK_TIMES: Final = "20"
VARIED: Final = re.compile(r"^@(given|example)\(|\btimes\(|\bMANY\b|\beach_value\b", re.MULTILINE)
"""What modules contain whose tests try more in the soak (tests/amounts.py)."""
OWN: Final = ("amounts.py", "conftest.py", Path(__file__).name)

MODULES: Final = sorted(
    path.relative_to(TESTS.parent).as_posix()
    for path in TESTS.rglob("*.py")
    if path.name not in OWN and VARIED.search(path.read_text("utf-8"))
)


def test_modules_with_random_games_are_found() -> None:
    assert {"tests/golden/test_perft.py", "tests/rummy/test_take_back.py", "tests/ratings/test_properties.py"} <= set(
        MODULES
    )
    assert "tests/test_words.py" not in MODULES


@pytest.mark.soak
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("module", MODULES)
def test_twenty_times_as_many_games_and_examples(module: str, soak_seed: str) -> None:
    done = subprocess.run(  # noqa: S603 - our own tests
        [
            *(sys.executable, "-m", "pytest", module, "-q", "-n", "0", "-p", "no:cacheprovider", "-o", "timeout=3600"),
            *("--hypothesis-profile=random", f"--hypothesis-seed={soak_seed}"),
        ],
        cwd=TESTS.parent,
        env={**os.environ, "SOAK_TIMES": SOAK_TIMES},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-5000:] + done.stderr[-1000:]
