"""Guests: scripted people on the stand-in, who choose their clicks only by what they see on their screen."""

import random
from collections.abc import Iterable
from typing import Final

from bot.playground import Person
from bot.program.cli.guests.base import Done, Guest
from bot.program.cli.guests.gin import GinGuest
from bot.program.cli.guests.melds import MeldsGuest
from bot.rummy.families import Family, Variant
from bot.rummy.options import PRESETS
from bot.text.catalogs import Texts

__all__ = ["NAMES", "Done", "GinGuest", "Guest", "MeldsGuest", "guest_for", "guests_of"]

NAMES: Final = ("Ala", "Kuba", "Ewa", "Olek", "Zosia", "Jan")


def guest_for(variant: Variant) -> type[Guest]:
    """Return the class of the guests that play a game."""
    match PRESETS[variant].family:
        case Family.GIN:
            return GinGuest
        case Family.MELDS:
            return MeldsGuest


def guests_of(variant: Variant, people: Iterable[Person], texts: Texts, seed: int) -> list[Guest]:
    """Return guests who play a game; the seed determines what they choose."""
    kind = guest_for(variant)
    return [kind(person, texts, random.Random(f"{seed} {person.name}")) for person in people]  # noqa: S311
