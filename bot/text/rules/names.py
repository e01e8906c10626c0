"""What games, options and their values are called."""

from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Final, TypeAlias

from bot.rummy.options import FirstDealer, NextDealer, Reach, Shutout, Tie, Variant
from bot.text.catalogs import Texts

_Name: TypeAlias = Callable[[Texts], str]


def variant_name(texts: Texts, variant: Variant) -> str:
    """Name a game as players call it."""
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


def option_name(texts: Texts, name: str) -> str:
    """Name an option for a list of house rules. KeyError if there is no such option."""
    return _NAMES[name](texts)


def option_brief(texts: Texts, name: str) -> str:
    """Say in a line of at most 100 characters what a house rule of German Rummy brings. KeyError for other options."""
    return _BRIEFS[name](texts)


def option_value(texts: Texts, name: str, value: object) -> str:
    """Write an option's value in a word or two: ``10``, ``gin only``, ``the winner``."""
    match value:
        case bool():
            return texts.p("value", "yes") if value else texts.p("value", "no")
        case StrEnum():
            return _WORDS[value](texts)
        case None | int() if (name, value) in _SPECIAL:
            return _SPECIAL[name, value](texts)
        case _:
            return str(value)


_NAMES: Final[Mapping[str, _Name]] = {
    "knock_limit": lambda texts: texts.p("option", "Knock limit"),
    "gin_bonus": lambda texts: texts.p("option", "Bonus for gin"),
    "undercut_bonus": lambda texts: texts.p("option", "Bonus for an undercut"),
    "tie": lambda texts: texts.p("option", "Equal deadwood"),
    "first_dealer": lambda texts: texts.p("option", "First dealer"),
    "next_dealer": lambda texts: texts.p("option", "Next dealer"),
    "target": lambda texts: texts.p("option", "Target"),
    "reach": lambda texts: texts.p("option", "Winning total"),
    "game_bonus": lambda texts: texts.p("option", "Bonus for the game"),
    "box_bonus": lambda texts: texts.p("option", "Bonus for each deal won"),
    "shutout": lambda texts: texts.p("option", "Loser without a deal"),
    "deals": lambda texts: texts.p("option", "Number of deals"),
    "play_out": lambda texts: texts.p("option", "Play out all three games"),
    "spades_double": lambda texts: texts.p("option", "Spades double"),
    "one_meld_per_turn": lambda texts: texts.p("option", "One meld a turn"),
    "rounds": lambda texts: texts.p("option", "Rounds"),
    "small_deck": lambda texts: texts.p("option", "Small deck"),
    "initial_40": lambda texts: texts.p("option", "First melds of 40"),
    "no_initial_meld": lambda texts: texts.p("option", "First meld of any value"),
    "round_the_corner": lambda texts: texts.p("option", "Round the corner"),
    "no_jokers": lambda texts: texts.p("option", "No jokers"),
    "joker_rule": lambda texts: texts.p("option", "Joker rule"),
    "set_rule": lambda texts: texts.p("option", "Set rule"),
    "claim": lambda texts: texts.p("option", "Knocking"),
    "win_without_discard": lambda texts: texts.p("option", "Out without a discard"),
    "casino_scoring": lambda texts: texts.p("option", "Casino scoring"),
    "training": lambda texts: texts.p("option", "Training"),
}
OPTION_NAMES: Final = tuple(_NAMES)
"""The options of all games."""
_BRIEFS: Final[Mapping[str, _Name]] = {
    "small_deck": lambda texts: texts.t("One pack and three jokers, 10 or 7 cards each, first melds of any value"),
    "initial_40": lambda texts: texts.t("First melds have to be worth 40 together, not 30"),
    "no_initial_meld": lambda texts: texts.t("First melds need no value"),
    "round_the_corner": lambda texts: texts.t("An ace may also stand inside a run"),
    "no_jokers": lambda texts: texts.t("Jokers leave the pack"),
    "joker_rule": lambda texts: texts.t("Jokers are kept, stand apart, and are laid at once after a swap"),
    "set_rule": lambda texts: texts.t("The cards of a set stand in the order ♣ ♠ ♥ ♦"),
    "claim": lambda texts: texts.t("Out of turn, knock for a discard and draw a card with it; three or four players"),
    "win_without_discard": lambda texts: texts.t("The last card may be laid"),
    "casino_scoring": lambda texts: texts.t("Other card values, and the winner also gets what they laid"),
    "training": lambda texts: texts.t("The game does not count for the ranking"),
}
_SPECIAL: Final[Mapping[tuple[str, int | None], _Name]] = {
    ("knock_limit", None): lambda texts: texts.p("value", "by the upcard"),
    ("knock_limit", 0): lambda texts: texts.p("value", "gin only"),
    ("deals", 0): lambda texts: texts.p("value", "to the target"),
    ("target", None): lambda texts: texts.p("value", "by the number of players"),
}
_WORDS: Final[Mapping[StrEnum, _Name]] = {
    Tie.UNDERCUT: lambda texts: texts.p("value", "undercut"),
    Tie.VOID: lambda texts: texts.p("value", "void deal"),
    FirstDealer.DRAW: lambda texts: texts.p("value", "high card"),
    FirstDealer.RANDOM: lambda texts: texts.p("value", "at random"),
    NextDealer.OTHER: lambda texts: texts.p("value", "in turns"),
    NextDealer.WINNER: lambda texts: texts.p("value", "the winner"),
    NextDealer.LOSER: lambda texts: texts.p("value", "the loser"),
    Reach.EXCEEDS: lambda texts: texts.p("value", "more than the target"),
    Reach.REACHES: lambda texts: texts.p("value", "the target is enough"),
    Shutout.DOUBLE: lambda texts: texts.p("value", "winner's points double"),
    Shutout.NONE: lambda texts: texts.p("value", "nothing extra"),
}
