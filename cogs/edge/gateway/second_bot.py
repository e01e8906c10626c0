"""Notices another bot with the same token somewhere else: Discord sends both every click, and it answers some first."""

import logging
from collections import deque
from typing import Final

_LOOKED_AT: Final = 20
"""How many of the last answers count."""
_SUSPICIOUS: Final = 5
"""How many of them were given by another program already when a second bot is reported. One may be a repeated event."""

logger = logging.getLogger(__name__)


class SecondBot:
    """Reports once that answers keep failing because the clicks were answered elsewhere."""

    def __init__(self) -> None:
        self._elsewhere: deque[bool] = deque(maxlen=_LOOKED_AT)
        self._reported = False

    def note(self, *, elsewhere: bool) -> None:
        """Record an answer: it was given by another program already (40060), or arrived."""
        self._elsewhere.append(elsewhere)
        if not self._reported and sum(self._elsewhere) >= _SUSPICIOUS:
            self._reported = True
            logger.error(
                'another bot answers the same clicks ("already acknowledged"): it uses this bot\'s token; stop it, or '
                "reset the token on the application's Bot page and start this one with the new token"
            )
