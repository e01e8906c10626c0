"""The families of games and their variants: variants in one family share an engine, views, pictures and screens."""

from enum import StrEnum


class Family(StrEnum):
    """A family of games. Options, states and views name theirs, and every layer has a registry by family."""

    GIN = "gin"
    """Gin, Remik, Hollywood, Oklahoma and three-handed gin: melds stay in the hand until a knock."""
    MELDS = "melds"
    """Basic Rummy, German Rummy and its relatives, 500 Rum: melds go on the table during the deal."""


class Variant(StrEnum):
    """A game that can be played."""

    GIN = "gin"
    REMIK = "remik"
    HOLLYWOOD = "hollywood"
    OKLAHOMA = "oklahoma"
    BASIC = "basic"
    GERMAN = "german"
    REMIK51 = "remik51"
    REMI51 = "remi51"
    ROMME = "romme"
    KALUKI = "kaluki"
    THREE_HANDED = "three_handed"
    RUM500 = "rum500"
