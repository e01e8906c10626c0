"""The version of the computer players, which each start of a game names, so that their moves can be checked later."""

from types import MappingProxyType
from typing import Final

PLAYERS_VERSION: Final = 2
"""Raise it with every change after which some computer player would choose another move from the same view."""
RELEASES: Final = MappingProxyType({1: "0.2.0", 2: "0.3.0"})
"""By version of the computer players: the last release of the program that has it."""
