"""The choices of command options for variants, paces and levels."""

from gettext import NullTranslations
from typing import Final

from discord.app_commands import Choice

from bot.play.values import Pace
from bot.players.levels import Level
from bot.rummy.families import Variant
from bot.text.catalogs import Texts
from bot.text.rules import variant_name

_ENGLISH: Final = Texts("en", NullTranslations())
VARIANTS = [Choice(name=variant_name(_ENGLISH, variant), value=variant.value) for variant in Variant]
PACES = [
    Choice(name="live: everyone stays at the table", value=Pace.LIVE.value),
    Choice(name="slow: a day per turn", value=Pace.SLOW.value),
    Choice(name="none: no time limit", value=Pace.NONE.value),
]
LEVELS = [Choice(name=level.value.capitalize(), value=level.value) for level in Level]
