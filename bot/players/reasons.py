"""Hints as values: a move and the reason for it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Self

from bot.rummy.cards import Card
from bot.rummy.moves import Move


class Why(StrEnum):
    """The reason for a move: the English sentence for the player, and one about that player for everyone else.

    In both, ``{card}`` and ``{other}`` are cards, ``{meld}`` is a meld, and every other name is a number; the second
    one also has ``{name}``.
    A sentence that mentions no player needs no second one. ``short`` is the reason for the player in a few words, for
    the small line above a picture; moves before the draw have none.
    """

    third_person: str
    short: str

    def __new__(cls, sentence: str, third_person: str | None = None, short: str = "") -> Self:
        """Make a reason from the sentence for the player, and the one about the player if that differs."""
        why = str.__new__(cls, sentence)
        why._value_ = sentence
        why.third_person = sentence if third_person is None else third_person
        why.short = short
        return why

    PASS = (
        "Pass: {card} doesn't help your hand.",
        "Pass: {card} doesn't help {name}'s hand.",
    )
    PASS_NO_MELD = (
        "Pass: {card} makes no meld with your cards.",
        "Pass: {card} makes no meld with {name}'s cards.",
    )
    TAKE = "Take {card}: it makes {meld}."
    TAKE_JOKER = (
        "Take {card}: it stands for any card you need.",
        "Take {card}: it stands for any card {name} needs.",
    )
    TAKE_TO_LAY = "Take {card}: it fits a meld on the table."
    TAKE_BELOW = (
        "Take {card} and all cards on top of it: what you can lay at once counts {points}, and what stays in your hand "
        "for now counts {cost}.",
        "Take {card} and all cards on top of it: what {name} can lay at once counts {points}, and what stays in "
        "{name}'s hand for now counts {cost}.",
    )
    TAKE_BELOW_ALL = (
        "Take {card} and all cards on top of it: you can lay all of these at once, and they count {points}.",
        "Take {card} and all cards on top of it: {name} can lay all of these at once, and they count {points}.",
    )
    TAKE_TO_SWAP = "Take {card}: a joker on the table stands for it."
    TAKE_BETTER = (
        "Take {card}: it's likely to help your hand more than a card from the stock.",
        "Take {card}: it's likely to help {name}'s hand more than a card from the stock.",
    )
    DRAW = (
        "Draw from the stock: {card} doesn't help your hand.",
        "Draw from the stock: {card} doesn't help {name}'s hand.",
    )
    DRAW_NO_MELD = (
        "Draw from the stock: {card} makes no meld with your cards.",
        "Draw from the stock: {card} makes no meld with {name}'s cards.",
    )
    DRAW_BETTER = (
        "Draw from the stock: that's likely to help your hand more than {card}.",
        "Draw from the stock: that's likely to help {name}'s hand more than {card}.",
    )
    DRAW_STUCK = (
        "Draw from the stock: {card} would be left over, and you can't discard it in the same turn.",
        "Draw from the stock: {card} would be left over, and {name} can't discard it in the same turn.",
    )
    DRAW_AFTER_PASSES = (
        "Draw from the stock: you both passed, so you can't take the upcard now.",
        "Draw from the stock: both players passed, so {name} can't take the upcard now.",
    )
    DRAW_UNUSABLE = (
        "Draw from the stock: you'd have to lay {card} in this turn, and you can't.",
        "Draw from the stock: {name} would have to lay {card} in this turn, and can't.",
    )
    DRAW_GAVE_BACK = (
        "Draw from the stock: you gave {card} back in this turn.",
        "Draw from the stock: {name} gave {card} back in this turn.",
    )
    DRAW_ONLY = "Draw from the stock: the discard pile is empty."
    DISCARD = (
        "Discard {card}: that leaves you with the least deadwood, {deadwood}.",
        "Discard {card}: that leaves {name} with the least deadwood, {deadwood}.",
        "{card} leaves the least deadwood",
    )
    DISCARD_KEEPING = (
        "Discard {card}: {other} would leave less deadwood now, but this way your next card should help more.",
        "Discard {card}: {other} would leave less deadwood now, but this way {name}'s next card should help more.",
        "{card} keeps better chances than {other}",
    )
    DISCARD_FOR_GIN = (
        "Discard {card}: {other} would leave less deadwood now, but this way your next card is more likely to "
        "make gin.",
        "Discard {card}: {other} would leave less deadwood now, but this way {name}'s next card is more likely "
        "to make gin.",
        "without {card}, gin is more likely",
    )
    DISCARD_SAFELY = (
        "Discard {card}: your opponent probably has less use for it than for {other}.",
        "Discard {card}: {name}'s opponent probably has less use for it than for {other}.",
        "{card} is probably safer than {other}",
    )
    WAIT = (
        "Discard {card} and keep playing for gin (unseen cards that would make it: {outs}).",
        None,
        "discard {card} and play on for gin",
    )
    PLAY_ON = (
        "Discard {card} and don't knock yet: playing on is worth more than a knock with {deadwood} deadwood.",
        None,
        "discard {card}: playing on is worth more",
    )
    VOID = (
        "Discard {card} and let the deal end without points: a knock is too likely to be undercut.",
        None,
        "discard {card}: a knock risks an undercut",
    )
    LAST = (
        "Discard {card}: the deal ends without points now, whatever you discard.",
        "Discard {card}: the deal ends without points now, whatever {name} discards.",
        "the deal ends without points anyway",
    )
    KNOCK = (
        "Knock and discard {card}: {deadwood} deadwood now is worth more than waiting for gin.",
        None,
        "a knock now is worth more than waiting",
    )
    KNOCK_LAST = (
        "Knock and discard {card}: if you don't, the deal ends without points.",
        "Knock and discard {card}: if {name} doesn't, the deal ends without points.",
        "knock, or the deal ends without points",
    )
    BIG_GIN = (
        "Big gin: all eleven of your cards are in melds.",
        "Big gin: all eleven of {name}'s cards are in melds.",
        "all eleven of your cards are in melds",
    )
    GIN = (
        "Gin: discard {card}, all your other cards are in melds.",
        "Gin: discard {card}, all {name}'s other cards are in melds.",
        "all your other cards are in melds",
    )
    OUT = (
        "Lay everything you can, then discard {card}: that wins the deal.",
        "Lay everything {name} can, then discard {card}: that wins the deal.",
        "this wins the deal",
    )
    OUT_ALL = (
        "Lay all your cards: that wins the deal.",
        "Lay all {name}'s cards: that wins the deal.",
        "this wins the deal",
    )
    OUT_NOW = (
        "Discard {card}: that wins the deal.",
        None,
        "discarding {card} wins the deal",
    )
    LAY = (
        "Lay what the bot suggests, then discard {card}: cards on the table can't count against you.",
        "Lay what the bot suggests, then discard {card}: cards on the table can't count against {name}.",
        "laid cards can't count against you",
    )
    LAY_DUE = (
        "Lay what the bot suggests, then discard {card}: you have to lay {other} in this turn.",
        "Lay what the bot suggests, then discard {card}: {name} has to lay {other} in this turn.",
        "you have to lay {other} in this turn",
    )
    LAY_COUNTS = (
        "Lay what the bot suggests, then discard {card}: laid cards count for their player, cards in hand against.",
        None,
        "laid cards count for you",
    )
    LAY_RISK = (
        "Lay what the bot suggests, then discard {card}: too risky to be caught (points in hand: {points}).",
        "Lay what the bot suggests, then discard {card}: too risky for {name} to be caught (points in hand: {points}).",
        "don't get caught (points in hand: {points})",
    )
    LAY_ENOUGH = (
        "Lay what the bot suggests, then discard {card}: a win doesn't have to count double to win the game.",
        None,
        "a win doesn't have to count double",
    )
    LAY_LEAD = (
        "Lay what the bot suggests, then discard {card}: you lead the game, so keep this deal small.",
        "Lay what the bot suggests, then discard {card}: {name} leads the game, so this deal should stay small.",
        "you lead: keep this deal small",
    )
    LAY_NEAR = (
        "Lay what the bot suggests, then discard {card}: another player is nearly out of cards, and yours would count.",
        "Lay what the bot suggests, then discard {card}: another player is nearly out of cards, and {name}'s "
        "would count.",
        "another player is nearly out of cards",
    )
    LAY_LATE = (
        "Lay what the bot suggests, then discard {card}: the stock is running out, and then cards in your hand "
        "count against you.",
        "Lay what the bot suggests, then discard {card}: the stock is running out, and then cards in {name}'s "
        "hand count against {name}.",
        "the stock is running out",
    )
    HOLD = (
        "Hold your melds and discard {card}: nobody can lay off on cards in your hand.",
        "Hold {name}'s melds and discard {card}: nobody can lay off on cards in {name}'s hand.",
        "hold your melds and discard {card}",
    )
    HOLD_DOUBLE = (
        "Hold your melds and discard {card}: going out all at once counts double.",
        "Hold {name}'s melds and discard {card}: going out all at once counts double.",
        "hold, discard {card}: out at once counts double",
    )
    HOLD_AHEAD = (
        "Hold your melds and discard {card}: you're probably ahead in this deal, and going out all at once "
        "counts double.",
        "Hold {name}'s melds and discard {card}: {name} is probably ahead in this deal, and going out all at once "
        "counts double.",
        "hold, discard {card}: out at once counts double",
    )
    HOLD_BEHIND = (
        "Hold your melds and discard {card}: you're behind in the game, and going out all at once counts double.",
        "Hold {name}'s melds and discard {card}: {name} is behind in the game, and going out all at once "
        "counts double.",
        "hold, discard {card}: out at once counts double",
    )
    HOLD_WINS = (
        "Hold your melds and discard {card}: you're more likely to win this deal that way.",
        "Hold {name}'s melds and discard {card}: {name} is more likely to win this deal that way.",
        "hold, discard {card}: a win is more likely",
    )
    HOLD_TO_GO_OUT = (
        "Hold your melds and discard {card}: going out all at once counts double (unseen cards that would do "
        "it: {outs}).",
        "Hold {name}'s melds and discard {card}: going out all at once counts double (unseen cards that would "
        "do it: {outs}).",
        "hold, discard {card}: out at once counts double",
    )
    HOLD_CARDS = (
        "Discard {card} and keep the cards that fit the table: nobody can lay off on cards in your hand.",
        "Discard {card} and keep the cards that fit the table: nobody can lay off on cards in {name}'s hand.",
        "discard {card}, keep what fits the table",
    )
    LOOSE = (
        "Discard {card}: it's your least useful loose card.",
        "Discard {card}: it's {name}'s least useful loose card.",
        "{card} is your least useful loose card",
    )
    LOOSE_DEAR = (
        "Discard {card}: it counts more points in your hand than {other}.",
        "Discard {card}: it counts more points in {name}'s hand than {other}.",
        "{card} counts more than {other}",
    )
    LOOSE_DEAREST = (
        "Discard {card}: of your loose cards, it counts the most points.",
        "Discard {card}: of {name}'s loose cards, it counts the most points.",
        "{card} counts the most",
    )
    LOOSE_SAFELY = (
        "Discard {card}: the next player probably has less use for it than for {other}.",
        None,
        "{card} is probably safer than {other}",
    )
    LOOSE_ALL = (
        "Discard {card}: all things considered, it's your best loose card to give up.",
        "Discard {card}: all things considered, it's {name}'s best loose card to give up.",
        "{card} is your best discard",
    )
    FITTING = (
        "Discard {card}: that keeps the most cards that could still become melds.",
        "Discard {card}: that keeps the most of {name}'s cards that could still become melds.",
        "without {card} you keep the most chances",
    )
    NO_PURE_RUN = (
        "Discard {card}: your melds are worth {points}, but your first melds need a run without jokers.",
        "Discard {card}: {name}'s melds are worth {points}, but first melds need a run without jokers.",
        "no run without jokers yet: discard {card}",
    )
    ONLY = (
        "Discard {card}: it's the only card you can discard.",
        "Discard {card}: it's the only card {name} can discard.",
        "{card} is all you can discard",
    )
    UNDO = (
        "Take back what you laid: you can't end your turn like this.",
        "Take back what {name} laid: {name} can't end the turn like this.",
        "you can't end your turn like this",
    )
    GIVE_BACK = (
        "Give {card} back: you can't lay it in this turn.",
        "Give {card} back: {name} can't lay it in this turn.",
        "you can't lay {card} in this turn",
    )

    # The figures after a reason.
    NEXT = "Next best: {other}, worse by about {points}."
    NEXT_CLOSE = "Next best: {other}, nearly as good."


@dataclass(frozen=True, slots=True)
class Figures:
    """What an Expert's two best choices are worth to it: a sentence, with the values that it names."""

    sentence: Why
    values: Mapping[str, Card | int] = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True)
class Hint:
    """A move, and the reason for it with the values that its sentence names; with figures, where they are known."""

    move: Move
    why: Why
    values: Mapping[str, Card | int] = field(default_factory=dict, hash=False)
    figures: Figures | None = None
    meld: tuple[Card, ...] = ()  # that the sentence names; empty if it's any
