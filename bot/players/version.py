"""The version of the computer players, which each start of a game names, so that their moves can be checked later."""

from types import MappingProxyType
from typing import Final

from bot.rummy.records.starts import NEWEST_PLAYERS

PLAYERS_VERSION: Final = NEWEST_PLAYERS
"""Raise it with every change after which some computer player would choose another move from the same view, or gets
another seed."""
CHECKED: Final = frozenset({2, 3})
"""The versions whose moves this release can check: they differ only in their seeds (`bot.players.seeds`)."""
RELEASES: Final = MappingProxyType({1: "0.2.0", 2: "0.3.0", 3: "0.3.0"})
"""By version of the computer players: the last release of the program that can check its moves."""
