"""The names of the games."""

from bot.rummy.families import Variant
from bot.text.catalogs import Texts


def variant_name(texts: Texts, variant: Variant) -> str:
    """Return a game's name."""
    match variant:
        case Variant.GIN:
            return texts.p("game", "Gin")
        case Variant.REMIK:
            return texts.p("game", "Remik")
        case Variant.HOLLYWOOD:
            return texts.p("game", "Hollywood Gin")
        case Variant.OKLAHOMA:
            return texts.p("game", "Oklahoma Gin")
        case Variant.BASIC:
            return texts.p("game", "Basic Rummy")
        case Variant.GERMAN:
            return texts.p("game", "German Rummy")
