"""Rules in words, made from the options in force: the whole game, or only what differs from the variant's own rules."""

from dataclasses import fields
from typing import Final

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
            "In a turn you draw from the stock or take the top discard, then discard a card or knock. A card taken from "
            "the discard pile can't be discarded in the same turn. First of all the dealer's opponent, then the dealer, "
            "may take the upcard or pass; if both pass, the dealer's opponent draws from the stock."
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
    """Name an option for a list of house rules."""
    match name:
        case "knock_limit":
            return texts.p("option", "Knock limit")
        case "gin_bonus":
            return texts.p("option", "Bonus for gin")
        case "undercut_bonus":
            return texts.p("option", "Bonus for an undercut")
        case "tie":
            return texts.p("option", "Equal deadwood")
        case "first_dealer":
            return texts.p("option", "First dealer")
        case "next_dealer":
            return texts.p("option", "Next dealer")
        case "target":
            return texts.p("option", "Target")
        case "reach":
            return texts.p("option", "Winning total")
        case "game_bonus":
            return texts.p("option", "Bonus for the game")
        case "box_bonus":
            return texts.p("option", "Bonus for each deal won")
        case "shutout":
            return texts.p("option", "Loser without a deal")
        case "deals":
            return texts.p("option", "Number of deals")
        case "play_out":
            return texts.p("option", "Play out all three games")
        case "spades_double":
            return texts.p("option", "Spades double")
        case _:
            raise KeyError(name)


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
        case _, Tie.UNDERCUT:
            return texts.p("value", "undercut")
        case _, Tie.VOID:
            return texts.p("value", "void deal")
        case _, FirstDealer.DRAW:
            return texts.p("value", "high card")
        case _, FirstDealer.RANDOM:
            return texts.p("value", "at random")
        case _, NextDealer.OTHER:
            return texts.p("value", "in turns")
        case _, NextDealer.WINNER:
            return texts.p("value", "the winner")
        case _, NextDealer.LOSER:
            return texts.p("value", "the loser")
        case _, Reach.EXCEEDS:
            return texts.p("value", "more than the target")
        case _, Reach.REACHES:
            return texts.p("value", "the target is enough")
        case _, Shutout.DOUBLE:
            return texts.p("value", "winner's points double")
        case _, Shutout.NONE:
            return texts.p("value", "nothing extra")
        case _:
            return str(value)


def option_rule(texts: Texts, options: GinOptions, name: str) -> str:
    """Say what one option means as these rules have it, in a sentence."""
    match name:
        case "knock_limit" | "spades_double" | "gin_bonus" | "undercut_bonus" | "tie":
            return _deal_rule(texts, options, name)
        case "first_dealer" | "next_dealer":
            return _dealer_rule(texts, options, name)
        case _:
            return _game_rule(texts, options, name)


def _deal_rule(texts: Texts, options: GinOptions, name: str) -> str:
    """Say what ends a deal and what it scores (G-12, G-18, G-20)."""
    match name, getattr(options, name):
        case "knock_limit", None:
            return texts.t(
                "The upcard's value is the knock limit of the deal; when it is an ace, only gin ends the deal."
            )
        case "knock_limit", 0:
            return texts.t("Only gin ends a deal.")
        case "knock_limit", limit:
            return texts.t("You may knock with a deadwood of {limit} or less.", limit=limit)
        case "spades_double", True:
            return texts.t("When the upcard is a spade, the deal's points count double.")
        case "spades_double", _:
            return texts.t("A spade as upcard changes nothing.")
        case "gin_bonus", bonus:
            return texts.t("Gin scores {bonus} and the other player's deadwood.", bonus=bonus)
        case "undercut_bonus", bonus:
            return texts.t(
                "An undercut, when the other player's deadwood is lower, scores {bonus} and the difference for them.",
                bonus=bonus,
            )
        case "tie", Tie.VOID:
            return texts.t("With equal deadwood the deal is void.")
        case _:
            return texts.t("Equal deadwood is an undercut.")


def _dealer_rule(texts: Texts, options: GinOptions, name: str) -> str:
    """Say who deals (G-4, G-6)."""
    match getattr(options, name):
        case FirstDealer.DRAW:
            return texts.t("Both players draw a card, and the higher one deals first.")
        case FirstDealer.RANDOM:
            return texts.t("Chance decides who deals first.")
        case NextDealer.WINNER:
            return texts.t("The winner of a deal deals the next one.")
        case NextDealer.LOSER:
            return texts.t("The loser of a deal deals the next one.")
        case _:
            return texts.t("The players deal in turns.")


def _game_rule(texts: Texts, options: GinOptions, name: str) -> str:
    """Say when a game is won and what comes on top (G-23, G-24, G-27)."""
    match name, getattr(options, name):
        case "target", target if options.variant is Variant.HOLLYWOOD:
            return texts.t("Three games are scored at once, each to {target} points; two of them win.", target=target)
        case "target", target:
            return texts.t("The game is played to {target} points.", target=target)
        case "reach", Reach.EXCEEDS:
            return texts.t("A total has to be more than the target to win.")
        case "reach", _:
            return texts.t("A total that reaches the target wins.")
        case "game_bonus", bonus:
            return texts.t("Winning the game adds {bonus}.", bonus=bonus)
        case "box_bonus", bonus:
            return texts.t("Each deal won adds {bonus} at the end.", bonus=bonus)
        case "shutout", Shutout.DOUBLE:
            return texts.t("If the loser won no deal, the winner's total and game bonus count double.")
        case "shutout", _:
            return texts.t("A loser without a deal changes nothing.")
        case "deals", 0:
            return texts.t("Deals are played until somebody has won.")
        case "deals", deals:
            return texts.n(
                "After {n} deal, void ones not counted, the higher total wins; there are no bonuses.",
                "After {n} deals, void ones not counted, the higher total wins; there are no bonuses.",
                deals,
            )
        case "play_out", True:
            return texts.t("All three games are played to their end.")
        case "play_out", _:
            return texts.t("It is over as soon as somebody has won two games.")
        case _:
            raise KeyError(name)
