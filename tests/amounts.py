"""How many random games and examples a test tries: few in the suite, many in the soak."""

import os
from typing import Final

SOAK_TIMES: Final = int(os.environ.get("SOAK_TIMES", "1"))
"""How many times as many as in the suite; tests/test_soak.py sets it."""
MANY: Final = SOAK_TIMES > 1
"""Whether to try everything instead of a selection that covers each value once."""


def times(count: int) -> int:
    """Return a number of games, seeds or examples: as given in the suite, many times as many in the soak."""
    return count * SOAK_TIMES
