"""Guests: people of the stand-in who play by what they see on their screen, and by nothing else."""

from bot.cli.guests.base import Done, Guest
from bot.cli.guests.gin import GinGuest
from bot.cli.guests.melds import MeldsGuest
from bot.rummy.options import GIN_PRESETS, Variant

__all__ = ["Done", "GinGuest", "Guest", "MeldsGuest", "guest_for"]


def guest_for(variant: Variant) -> type[Guest]:
    """Say what kind of guest plays a game."""
    return GinGuest if variant in GIN_PRESETS else MeldsGuest
