"""Guests: scripted people on the stand-in, who choose their clicks only by what they see on their screen."""

from bot.cli.guests.base import Done, Guest
from bot.cli.guests.gin import GinGuest
from bot.cli.guests.melds import MeldsGuest
from bot.rummy.families import Family, Variant
from bot.rummy.options import PRESETS

__all__ = ["Done", "GinGuest", "Guest", "MeldsGuest", "guest_for"]


def guest_for(variant: Variant) -> type[Guest]:
    """Return the class of the guests that play a game."""
    match PRESETS[variant].family:
        case Family.GIN:
            return GinGuest
        case Family.MELDS:
            return MeldsGuest
