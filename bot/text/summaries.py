"""What each game is, in one line for players who have never heard of it."""

from bot.rummy.families import Variant
from bot.text.catalogs import Texts


def game_summary(texts: Texts, variant: Variant) -> str:
    """Return what a game is, in one line."""
    match variant:
        case Variant.GIN:
            return texts.t("Collect sets and runs in your hand. Knock when little is left over, or go for gin.")
        case Variant.OKLAHOMA:
            return texts.t("Gin where the first card face up decides how low you have to get before you can knock.")
        case Variant.HOLLYWOOD:
            return texts.t("Gin scored as three games side by side. Win two of them.")
        case Variant.REMIK:
            return texts.t("Gin the Polish way: collect sets and runs in your hand, then knock or go for gin.")
        case Variant.BASIC:
            return texts.t("Lay sets and runs on the table, add to anyone's, and get rid of all your cards first.")
        case Variant.GERMAN:
            return texts.t("Two decks, six jokers: lay sets and runs on the table and get rid of all your cards first.")
