"""The choices of command options for variants, paces and levels."""

from discord.app_commands import Choice

from bot.play.values import Pace
from bot.players.levels import Level
from bot.rummy.families import Variant

VARIANTS = [
    Choice(name="Gin", value=Variant.GIN.value),
    Choice(name="Remik", value=Variant.REMIK.value),
    Choice(name="Hollywood Gin", value=Variant.HOLLYWOOD.value),
    Choice(name="Oklahoma Gin", value=Variant.OKLAHOMA.value),
    Choice(name="Basic Rummy", value=Variant.BASIC.value),
    Choice(name="German Rummy", value=Variant.GERMAN.value),
]
PACES = [
    Choice(name="live: everybody stays at the table", value=Pace.LIVE.value),
    Choice(name="slow: a move whenever there is time", value=Pace.SLOW.value),
    Choice(name="none: nothing presses", value=Pace.NONE.value),
]
LEVELS = [Choice(name=level.value.capitalize(), value=level.value) for level in Level]
