"""What each game is called, and what it is in a line: the words of every list of games.

A new game needs one more entry here, and nowhere else for lists.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from bot.rummy.families import Variant
from bot.text.catalogs import Texts
from bot.text.rule_words import Phrase


@dataclass(frozen=True, slots=True)
class GameLine:
    """A game's words. Its name in lists and the line together are at most 98 characters in each language."""

    name: Phrase
    line: Phrase  # what sets it apart from the others, in a few words
    summary: Phrase  # what players do in it, in a sentence or two
    listed: Phrase | None = None  # its name in a list, if that says more
    mistaken: tuple[Phrase, Variant] | None = None  # a question to players who may mean another game, and that game


GAMES: Final[Mapping[Variant, GameLine]] = {
    Variant.GIN: GameLine(
        name=lambda texts: texts.p("game", "Gin"),
        line=lambda texts: texts.t("melds stay in your hand until someone knocks"),
        summary=lambda texts: texts.t(
            "Collect sets and runs in your hand. Knock when little is left over, or go for gin."
        ),
    ),
    Variant.REMIK: GameLine(
        name=lambda texts: texts.p("game", "Remik"),
        listed=lambda texts: texts.p("game", "Remik (gin)"),
        mistaken=(lambda texts: texts.t("Looking for 13 cards and jokers?"), Variant.REMIK51),
        line=lambda texts: texts.t("10 cards, knock or go for gin"),
        summary=lambda texts: texts.t(
            "Gin the Polish way: collect sets and runs in your hand, then knock or go for gin."
        ),
    ),
    Variant.HOLLYWOOD: GameLine(
        name=lambda texts: texts.p("game", "Hollywood Gin"),
        line=lambda texts: texts.t("gin, three games at once"),
        summary=lambda texts: texts.t("Gin scored as three games side by side. Win two of them."),
    ),
    Variant.OKLAHOMA: GameLine(
        name=lambda texts: texts.p("game", "Oklahoma Gin"),
        line=lambda texts: texts.t("gin, and the upcard sets the knock limit"),
        summary=lambda texts: texts.t(
            "Gin where the first card face up decides how low you have to get before you can knock."
        ),
    ),
    Variant.THREE_HANDED: GameLine(
        name=lambda texts: texts.p("game", "Three-handed Gin"),
        line=lambda texts: texts.t("gin for three: two play, the loser of a deal waits"),
        summary=lambda texts: texts.t(
            "Gin for three: two play a deal, and the third waits. Lose a deal, and you wait in the next one."
        ),
    ),
    Variant.BASIC: GameLine(
        name=lambda texts: texts.p("game", "Basic Rummy"),
        line=lambda texts: texts.t("melds on the table, one deck"),
        summary=lambda texts: texts.t(
            "Lay sets and runs on the table, lay off cards on anyone's, and be the first to get rid of all your cards."
        ),
    ),
    Variant.GERMAN: GameLine(
        name=lambda texts: texts.p("game", "German Rummy"),
        line=lambda texts: texts.t("melds on the table, two decks and jokers"),
        summary=lambda texts: texts.t(
            "Two decks, six jokers: lay sets and runs on the table, and be the first to get rid of all your cards."
        ),
    ),
    Variant.REMIK51: GameLine(
        name=lambda texts: texts.p("game", "Remik 51"),
        line=lambda texts: texts.t("13 cards, jokers, first melds of 51 with a pure run"),
        summary=lambda texts: texts.t(
            "The Polish game with jokers: lay first melds worth 51, a run without jokers among them, and get rid of "
            "all your cards. Losers take penalty points."
        ),
    ),
    Variant.REMI51: GameLine(
        name=lambda texts: texts.p("game", "Remi 51"),
        line=lambda texts: texts.t("14 cards, jokers, first melds of 51; Serbia and Romania"),
        summary=lambda texts: texts.t(
            "Rummy as in Serbia and Romania: fourteen cards each, first melds worth 51. Losers take penalty points."
        ),
    ),
    Variant.ROMME: GameLine(
        name=lambda texts: texts.p("game", "Rommé 40"),
        line=lambda texts: texts.t("13 cards, six jokers, first melds of 40; Germany and Austria"),
        summary=lambda texts: texts.t(
            "Rummy as in Germany and Austria: thirteen cards each, six jokers, first melds worth 40. The winner gets "
            "what the others hold."
        ),
    ),
    Variant.KALUKI: GameLine(
        name=lambda texts: texts.p("game", "Kaluki 51"),
        line=lambda texts: texts.t("13 cards, two jokers, first melds of 51, to 150 penalty points"),
        summary=lambda texts: texts.t(
            "Thirteen cards each, two jokers, first melds worth 51. Losers take penalty points, and 150 end the game."
        ),
    ),
    Variant.RUM500: GameLine(
        name=lambda texts: texts.p("game", "500 Rum"),
        line=lambda texts: texts.t("melds on the table count, the whole discard pile is open"),
        summary=lambda texts: texts.t(
            "What you lay counts for you, and you can take cards from deep in the discard pile."
        ),
    ),
}
"""The words of every game, in the order of lists."""


def variant_name(texts: Texts, variant: Variant) -> str:
    """Return a game's name."""
    return GAMES[variant].name(texts)


def variant_listed(texts: Texts, variant: Variant) -> str:
    """Return a game's name for a list of games. Remik, which few players know by its name, says that it's gin."""
    return (GAMES[variant].listed or GAMES[variant].name)(texts)


def variant_brief(texts: Texts, variant: Variant) -> str:
    """Return what a game is, in a few words for a list."""
    return GAMES[variant].line(texts)


def variant_label(texts: Texts, variant: Variant) -> str:
    """Return a game's name with what it is, in at most 100 characters."""
    return f"{variant_listed(texts, variant)}: {variant_brief(texts, variant)}"


def game_summary(texts: Texts, variant: Variant) -> str:
    """Return what players do in a game, in a sentence or two."""
    return GAMES[variant].summary(texts)
