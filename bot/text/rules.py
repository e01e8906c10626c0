"""Rules in words, made from the options in force: the whole game, or only what differs from the variant's own rules."""

from collections.abc import Callable, Mapping
from dataclasses import fields
from enum import StrEnum
from typing import Final, TypeAlias

from bot.rummy.options import PRESETS, FirstDealer, GinOptions, NextDealer, Reach, Shutout, Tie, Variant
from bot.text.catalogue import Texts

OPTION_NAMES: Final = tuple(field.name for field in fields(GinOptions) if field.name != "variant")
"""The options of the gin family, in the order in which people read them."""


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


def options_of(options: GinOptions) -> tuple[str, ...]:
    """List the options that mean something for these rules: the others have nothing to decide (G-24, G-27)."""
    left_out = set()
    if options.variant is not Variant.HOLLYWOOD:
        left_out.add("play_out")
    else:
        left_out.add("deals")
    if options.variant is not Variant.OKLAHOMA:
        left_out.add("spades_double")
    if options.deals:
        left_out |= {"target", "reach", "game_bonus", "box_bonus", "shutout"}
    return tuple(name for name in OPTION_NAMES if name not in left_out)


def differences(texts: Texts, options: GinOptions) -> tuple[str, ...]:
    """Say every rule that is not the variant's own, a sentence each."""
    preset = PRESETS[options.variant]
    changed = (name for name in options_of(options) if getattr(options, name) != getattr(preset, name))
    return tuple(option_rule(texts, options, name) for name in changed)


def rules_in_words(texts: Texts, options: GinOptions) -> tuple[str, ...]:
    """Tell the whole game, a paragraph each: the hand, the turn, knocking, a deal's points, winning."""
    says = {name: option_rule(texts, options, name) for name in options_of(options)}

    def join(*names: str) -> str:
        return " ".join(says[name] for name in names if name in says)

    return (
        texts.t(
            "Two players, one pack, ten cards each. A meld is three or four cards of one rank, or three or more of one "
            "suit in order; the ace is low. Cards in no meld are deadwood: an ace counts 1, a jack, queen or king 10, "
            "any other card its number."
        ),
        texts.t(
            "In a turn you draw from the stock or take the top discard, then discard a card or knock. A card taken "
            "from the discard pile can't be discarded in the same turn. First of all the dealer's opponent, then the "
            "dealer, may take the upcard or pass; if both pass, the dealer's opponent draws from the stock."
        ),
        join("knock_limit", "spades_double")
        + " "
        + texts.t(
            "Who knocks lays the hand open; the other player lays out melds too and adds cards to the knocker's melds. "
            "With no deadwood the knock is gin, and nothing can be added to it."
        ),
        texts.t("A knock with less deadwood than the other player scores the difference.")
        + " "
        + join("gin_bonus", "undercut_bonus", "tie"),
        texts.t(
            "A deal is void when a turn ends with two cards left in the stock, or after 20 turns in a row in which "
            "nobody drew from the stock; the same dealer deals again."
        ),
        join("first_dealer", "next_dealer"),
        join("deals", "target", "reach", "play_out", "game_bonus", "shutout", "box_bonus"),
    )


def option_name(texts: Texts, name: str) -> str:
    """Name an option for a list of house rules. KeyError if there is no such option."""
    return _NAMES[name](texts)


def option_value(texts: Texts, name: str, value: object) -> str:
    """Write an option's value in a word or two: ``10``, ``gin only``, ``the winner``."""
    match name, value:
        case "knock_limit", None:
            return texts.p("value", "by the upcard")
        case "knock_limit", 0:
            return texts.p("value", "gin only")
        case "deals", 0:
            return texts.p("value", "to the target")
        case _, bool():
            return texts.p("value", "yes") if value else texts.p("value", "no")
        case _, StrEnum():
            return _WORDS[value](texts)
        case _:
            return str(value)


def option_rule(texts: Texts, options: GinOptions, name: str) -> str:
    """Say what one option means as these rules have it, in a sentence. KeyError if there is no such option."""
    return _RULES[name](texts, options)


def _knock_limit(texts: Texts, options: GinOptions) -> str:
    """G-12."""
    if options.knock_limit is None:
        return texts.t("The upcard's value is the knock limit of the deal; when it is an ace, only gin ends the deal.")
    if options.knock_limit == 0:
        return texts.t("Only gin ends a deal.")
    return texts.t("You may knock with a deadwood of {limit} or less.", limit=options.knock_limit)


def _spades_double(texts: Texts, options: GinOptions) -> str:
    """G-12."""
    if options.spades_double:
        return texts.t("When the upcard is a spade, the deal's points count double.")
    return texts.t("A spade as upcard changes nothing.")


def _gin_bonus(texts: Texts, options: GinOptions) -> str:
    """G-18."""
    return texts.t("Gin scores {bonus} and the other player's deadwood.", bonus=options.gin_bonus)


def _undercut_bonus(texts: Texts, options: GinOptions) -> str:
    """G-20."""
    return texts.t(
        "An undercut, when the other player's deadwood is lower, scores {bonus} and the difference for them.",
        bonus=options.undercut_bonus,
    )


def _tie(texts: Texts, options: GinOptions) -> str:
    """G-20."""
    if options.tie is Tie.VOID:
        return texts.t("With equal deadwood the deal is void.")
    return texts.t("Equal deadwood is an undercut.")


def _first_dealer(texts: Texts, options: GinOptions) -> str:
    """G-4."""
    if options.first_dealer is FirstDealer.DRAW:
        return texts.t("Both players draw a card, and the higher one deals first.")
    return texts.t("Chance decides who deals first.")


def _next_dealer(texts: Texts, options: GinOptions) -> str:
    """G-6."""
    match options.next_dealer:
        case NextDealer.OTHER:
            return texts.t("The players deal in turns.")
        case NextDealer.WINNER:
            return texts.t("The winner of a deal deals the next one.")
        case NextDealer.LOSER:
            return texts.t("The loser of a deal deals the next one.")


def _target(texts: Texts, options: GinOptions) -> str:
    """G-23, G-24."""
    if options.variant is Variant.HOLLYWOOD:
        return texts.t(
            "Three games are scored at once, each to {target} points; two of them win.", target=options.target
        )
    return texts.t("The game is played to {target} points.", target=options.target)


def _reach(texts: Texts, options: GinOptions) -> str:
    """G-23."""
    if options.reach is Reach.EXCEEDS:
        return texts.t("A total has to be more than the target to win.")
    return texts.t("A total that reaches the target wins.")


def _game_bonus(texts: Texts, options: GinOptions) -> str:
    """G-23."""
    if not options.game_bonus:
        return texts.t("There is no bonus for winning the game.")
    return texts.t("Winning the game adds {bonus}.", bonus=options.game_bonus)


def _box_bonus(texts: Texts, options: GinOptions) -> str:
    """G-23."""
    if not options.box_bonus:
        return texts.t("There is no bonus for the deals won.")
    return texts.t("Each deal won adds {bonus} at the end.", bonus=options.box_bonus)


def _shutout(texts: Texts, options: GinOptions) -> str:
    """G-23."""
    if options.shutout is Shutout.DOUBLE:
        return texts.t("If the loser won no deal, the winner's total and game bonus count double.")
    return texts.t("A loser who won no deal changes nothing.")


def _deals(texts: Texts, options: GinOptions) -> str:
    """G-27."""
    if not options.deals:
        return texts.t("Deals are played until somebody has won.")
    return texts.n(
        "After {n} deal, void ones not counted, the higher total wins; there are no bonuses.",
        "After {n} deals, void ones not counted, the higher total wins; there are no bonuses.",
        options.deals,
    )


def _play_out(texts: Texts, options: GinOptions) -> str:
    """G-24."""
    if options.play_out:
        return texts.t("All three games are played to their end.")
    return texts.t("It is over as soon as somebody has won two games.")


_Name: TypeAlias = Callable[[Texts], str]
_Rule: TypeAlias = Callable[[Texts, GinOptions], str]

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
_RULES: Final[Mapping[str, _Rule]] = {
    "knock_limit": _knock_limit,
    "gin_bonus": _gin_bonus,
    "undercut_bonus": _undercut_bonus,
    "tie": _tie,
    "first_dealer": _first_dealer,
    "next_dealer": _next_dealer,
    "target": _target,
    "reach": _reach,
    "game_bonus": _game_bonus,
    "box_bonus": _box_bonus,
    "shutout": _shutout,
    "deals": _deals,
    "play_out": _play_out,
    "spades_double": _spades_double,
}
