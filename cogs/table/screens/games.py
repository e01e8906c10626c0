"""The screens of each family of games."""

from collections.abc import Mapping
from typing import Any, Final

from bot.rummy.families import Family
from cogs.table.screens.gin import GIN_SCREENS
from cogs.table.screens.melds.hand import MELDS_SCREENS
from cogs.table.screens.running import FamilyScreens

SCREENS: Final[Mapping[Family, FamilyScreens[Any]]] = {Family.GIN: GIN_SCREENS, Family.MELDS: MELDS_SCREENS}
