"""Refusals: the rule that forbids a move, what the player can do instead (C-5), and options that exclude each other."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Self


class Topic(StrEnum):
    """The topics in the order in which they're explained. Each game has those that apply to it.

    The values are in custom ids, so they never change.
    """

    GOAL = "goal"
    CARDS = "cards"  # players, deck, deal
    WAITING = "waiting"  # who waits in a deal for two of three (G3-6, G3-11)
    MELDS = "melds"
    JOKERS = "jokers"
    TURN = "turn"
    CLAIM = "claim"  # knocking for a discard out of turn (H-8)
    FIRST_MELD = "first"
    KNOCK = "knock"  # how a deal of gin ends
    GOING_OUT = "out"
    POINTS = "points"
    NO_WINNER = "void"  # deals without points
    WINNING = "winning"  # the game


# The topic is declared with the sentence: a separate table from rule ids to topics would be forgotten with the next
# reason.
class Reason(StrEnum):
    """Reasons for a refusal: the English sentence, with placeholders for the refusal's values, and the rules' topic.

    ``{card}`` is a card, every other placeholder a number or a word. ``topic`` is where the rules explain it; None if
    there's nothing to explain.
    """

    topic: Topic | None

    def __new__(cls, sentence: str, topic: Topic | None = None) -> Self:
        """Make a reason from its sentence and the topic that explains it."""
        reason = str.__new__(cls, sentence)
        reason._value_ = sentence
        reason.topic = topic
        return reason

    NOT_YOUR_TURN = ("It isn't your turn yet.", Topic.TURN)
    GAME_OVER = "The game is over. A rematch starts a new one."
    DEAL_OVER = "This deal is over. Wait for the next one."
    NO_SUCH_SEAT = "There's no such seat at this table. Seats are numbered 1 to {last}."
    WAITS = ("You wait in this deal, so you have no move in it. You come in next.", Topic.WAITING)
    NO_SUCH_MOVE = ("This game has no move called {verb}. The rules list what you can do in a turn.", Topic.TURN)
    UPCARD_FIRST = ("The upcard comes first: take it or pass.", Topic.TURN)
    NO_UPCARD = ("You can only pass on the upcard. Draw from the stock or take the top discard.", Topic.TURN)
    MUST_DRAW_STOCK = ("Both of you passed on the upcard, so you can't take it now. Draw from the stock.", Topic.TURN)
    DRAW_FIRST = ("Draw from the stock or take the top discard first.", Topic.TURN)
    ALREADY_DREW = ("You've already drawn a card this turn. Discard one, or knock.", Topic.TURN)
    NOT_HELD = "You don't have {card}. Choose a card from your hand."
    JUST_TAKEN = (
        "You just took {card} from the discard pile, so you can't discard it this turn. Choose another card.",
        Topic.TURN,
    )
    TAKEN_ALONE = (
        "You just took {card} from the discard pile, so you can't discard it this turn. Lay it off, or take back what "
        "you laid.",
        Topic.TURN,
    )
    TOO_MUCH_DEADWOOD = (
        "Without {card} you have {deadwood} deadwood, and you can knock with {limit} or less. Discard and keep "
        "playing.",
        Topic.KNOCK,
    )
    GIN_ONLY = (
        "Without {card} you have {deadwood} deadwood, and only gin ends this deal. Discard and keep playing.",
        Topic.KNOCK,
    )
    NOT_A_MELD = (
        "{melds} isn't a meld. Use three or four cards of the same rank, or three or more in a row of the same suit.",
        Topic.MELDS,
    )
    MELD_NOT_HELD = (
        "{card} is in one of the melds, but not in your hand after the discard. Arrange only the cards you keep.",
        Topic.KNOCK,
    )
    IN_TWO_MELDS = ("{card} is in two melds. Leave it out of one of them.", Topic.MELDS)
    ARRANGEMENT_TOO_HIGH = (
        "Arranged like that you have {deadwood} deadwood, and you can knock with {limit} or less. Lay more melds.",
        Topic.KNOCK,
    )
    NOT_A_TABLE_MELD = (
        "{melds} isn't a meld. Lay three or four cards of the same rank in different suits, or three or more in a row "
        "of the same suit, lowest card first.",
        Topic.MELDS,
    )
    MORE_JOKERS = ("A meld can't have more jokers than other cards. Use fewer jokers.", Topic.JOKERS)
    JOKERS_ADJACENT = (
        "Two jokers can't be next to each other here. Put a card between them, or use only one.",
        Topic.JOKERS,
    )
    SET_ORDER = (
        "The cards of a set go in the order ♣ ♠ ♥ ♦, and {melds} doesn't. Put each joker where a suit is missing.",
        Topic.MELDS,
    )
    NOT_IN_SET = ("{card} doesn't fit that set. A set has at most four cards, each of a different suit.", Topic.MELDS)
    NO_PLACE_IN_SET = (
        "There's no place left for {card} in that set: its cards can't move. Choose another meld.",
        Topic.MELDS,
    )
    RUN_FULL = ("That run already has all thirteen ranks. Choose another meld.", Topic.MELDS)
    NOT_AT_END = ("{card} doesn't fit at that end of the run. Choose the next card at either end.", Topic.MELDS)
    END_NEEDED = ("{card} fits at both ends of that run. Choose the low or the high end.", Topic.MELDS)
    NO_END = ("A set has no low or high end. Lay off the card without choosing one.", Topic.MELDS)
    NO_JOKER_FOR = ("No joker in that meld stands for {card}. Choose a card that one stands for.", Topic.JOKERS)
    SET_NOT_FULL = (
        "You can only swap a joker out of a set with four cards. Lay off a fourth one there first, or keep {card}.",
        Topic.JOKERS,
    )
    NO_SUCH_MELD = "That meld isn't on the table. Choose one that is."
    JOKERS_NOT_HELD = ("You don't have that many jokers. Use fewer.", Topic.JOKERS)
    HAS_CARD = ("You've already drawn a card this turn. Lay what you like, then discard.", Topic.TURN)
    STARTER = (
        "You start with an extra card, so you don't draw in your first turn. Lay what you like, then discard.",
        Topic.CARDS,
    )
    TAKEN_DUE = (
        "You took {card} from the discard pile, so you have to lay it in this turn. Lay it, or give it back.",
        Topic.TURN,
    )
    GAVE_BACK = ("You gave back a card in this turn. Draw from the stock.", Topic.TURN)
    LIFTED_DUE = (
        "You took {card} and the cards on top of it, so you have to lay {card} in this turn. Lay it, or give the cards "
        "back.",
        Topic.TURN,
    )
    GAVE_ALL_BACK = ("You gave cards back in this turn. Draw from the stock.", Topic.TURN)
    TAKE_TOP = ("In this game you can take only the top discard. Take it without naming a card.", Topic.TURN)
    TOP_NAMED = ("{card} is the top discard. Take it without naming it, or name a card below it.", Topic.TURN)
    NOT_IN_PILE = ("{card} isn't in the discard pile. Choose a card from it, or draw from the stock.", Topic.TURN)
    NO_DISCARDS = ("The discard pile is empty. Draw from the stock.", Topic.TURN)
    ONE_MELD = ("At this table you can lay only one meld per turn. Lay off cards, or discard.", Topic.TURN)
    ONLY_TAKEN = (
        "That would leave you with only {card}, and you can't discard the card you just took. Keep another card to "
        "discard.",
        Topic.TURN,
    )
    FIRST_MELD = ("Lay a meld of your own first. Then you can lay off and swap.", Topic.FIRST_MELD)
    INITIAL_FIRST = (
        "Before you can lay off or swap, your first melds have to be worth enough (points so far: {laid} of {needs}). "
        "Lay more melds first.",
        Topic.FIRST_MELD,
    )
    INITIAL_BELOW = (
        "Your first melds aren't worth enough yet (points so far: {laid} of {needs}). Lay more melds, or take these "
        "back.",
        Topic.FIRST_MELD,
    )
    INITIAL_OUT = (
        "To go out, your first melds have to be worth enough (points: {laid} of {needs}). Keep a card and lay other "
        "melds, or take these back.",
        Topic.FIRST_MELD,
    )
    PURE_RUN_FIRST = (
        "Before you can lay off or swap, one of your first melds has to be a run without jokers. Lay one first.",
        Topic.FIRST_MELD,
    )
    PURE_RUN_MISSING = (
        "One of your first melds has to be a run without jokers. Lay one too, or take these back.",
        Topic.FIRST_MELD,
    )
    PURE_RUN_OUT = (
        "To go out, one of your first melds has to be a run without jokers. Keep a card and lay other melds, or take "
        "these back.",
        Topic.FIRST_MELD,
    )
    INITIAL_AND_RUN_FIRST = (
        "Before you can lay off or swap, your first melds have to be worth enough (points so far: {laid} of {needs}) "
        "and include a run without jokers. Lay more melds first.",
        Topic.FIRST_MELD,
    )
    INITIAL_AND_RUN_BELOW = (
        "Your first melds have to be worth enough (points so far: {laid} of {needs}) and include a run without jokers. "
        "Lay more melds, or take these back.",
        Topic.FIRST_MELD,
    )
    INITIAL_AND_RUN_OUT = (
        "To go out, your first melds have to be worth enough (points: {laid} of {needs}) and include a run without "
        "jokers. Keep a card and lay other melds, or take these back.",
        Topic.FIRST_MELD,
    )
    LAST_CARD = ("You have to discard your last card, so you can't lay it. Keep a card to discard.", Topic.GOING_OUT)
    ONLY_JOKERS = (
        "That would leave you with only jokers, and you can't discard those. Keep another card.",
        Topic.JOKERS,
    )
    NO_OTHER_CARDS = ("You have only jokers left, so you can't lay any of them now. Discard one.", Topic.JOKERS)
    JOKER_DISCARD = ("You can't discard a joker while you have other cards. Discard one of those.", Topic.JOKERS)
    JOKER_OWED = (
        "You have to lay a swapped joker in the same turn (still to lay: {owed}). Lay it, or take back what you laid.",
        Topic.JOKERS,
    )
    NOTHING_LAID = ("You haven't laid anything this turn, so there's nothing to take back.", Topic.TURN)
    CLAIM_OFF = ("This table doesn't play with knocking. Wait for your turn.", Topic.CLAIM)
    CLAIM_NEXT = (
        "It's your turn next, so you don't need to knock. Take the top discard or draw from the stock.",
        Topic.CLAIM,
    )
    CLAIM_OWN = ("You can't knock for your own discard. Wait for another one.", Topic.CLAIM)
    CLAIM_NONE = ("You can't knock for the first face-up card, only for discards. Wait for one.", Topic.CLAIM)
    CLAIM_EMPTY = ("Nobody has discarded in this round yet. Wait for a discard.", Topic.CLAIM)
    CLAIM_ONCE = ("Someone has already knocked for this discard. Wait for the next one.", Topic.CLAIM)
    CLAIM_LATE = ("Too late: the next player has already drawn. Wait for the next discard.", Topic.CLAIM)
    CLAIM_STOCK = ("The stock has too few cards left for a knock. Wait for your turn.", Topic.CLAIM)
    TAKEBACK_OTHERS = "Only the player who discarded {card} can take it back. Make a move of your own."
    TAKEBACK_LATE = "You can take back a discard only until another player moves. Play on."
    TAKEBACK_LIMIT = "You've already taken cards back {limit} times in this turn, so this discard is final. Play on."
    LAY_LIMIT = (
        "You've already taken cards back {limit} times in this turn, so you can't lay anything else in it. Discard a "
        "card to end your turn.",
        Topic.TURN,
    )
    BIG_GIN_OFF = ("This table doesn't play big gin. Discard a card with your gin, or play on.", Topic.KNOCK)
    NO_BIG_GIN = (
        "Big gin needs all eleven cards in melds, and {deadwood} deadwood is left. Discard a card, or knock.",
        Topic.KNOCK,
    )
    BIG_GIN_NEEDS_ALL = (
        "For big gin, all eleven cards have to be in melds. Let the bot arrange them.",
        Topic.KNOCK,
    )
    GIN_NEEDS_ALL = ("This hand is gin, so all ten cards have to be in melds. Let the bot arrange them.", Topic.KNOCK)


class Conflict(StrEnum):
    """House rules that exclude each other. Each value is the English sentence."""

    SMALL_DECK_40 = "With the small deck, first melds can't need 40. Choose one of the two."
    NO_VALUE_40 = "First melds can't both have any value and need 40. Choose one of the two."
    INITIAL_TWICE = (
        "The small deck, first melds of 40 and first melds of any value already say what first melds have to be worth. "
        "Turn that rule off, or don't set a value."
    )
    JOKERS_SMALL_DECK = "The small deck has three jokers. Turn it off to choose how many there are."
    LOSERS_PAY_CASINO = (
        "With casino scoring the winner scores, and when losers pay, the winner doesn't. Choose one of the two."
    )
    CARDS_SMALL_DECK = "With the small deck, you get ten or seven cards. Turn it off to play with fourteen."
    JOKERS_NONE = "You can't play without jokers and choose how many there are. Choose one of the two."
    NO_JOKERS_RULE = "Without jokers, the joker rule has nothing to do. Choose one of the two."
    USE_CLAIM = (
        "Players who knock get the discard whether they can lay it or not, so knocking doesn't go with taking only to "
        "lay. Choose one of the two."
    )
    CLAIM_FOR_TWO = "Knocking needs at least three players. Wait for a third player, or turn that rule off."


@dataclass(frozen=True, slots=True)
class Refusal:
    """One refused action: the rule's id (``G-10``), the reason and the values of its sentence.

    ``rule`` is empty if no rule of the game forbids it; ``reason`` is a `Reason`, or a table's reason.
    """

    rule: str
    reason: StrEnum
    values: Mapping[str, int | str] = field(default_factory=dict, hash=False)

    @property
    def topic(self) -> Topic | None:
        """The topic of the rules that explains the refusal, if there is one."""
        return self.reason.topic if isinstance(self.reason, Reason) else None

    def __str__(self) -> str:
        """Return the English sentence, with cards in their text form."""
        sentence = re.sub(r"\{button ([^{}]+)\}", r"\1", self.reason).format(**self.values)  # see `Texts`
        return f"{sentence} ({self.rule})" if self.rule else sentence


class Refused(Exception):
    """An action wasn't allowed and changed nothing. ``refusals`` lists every reason, usually just one."""

    def __init__(self, refusal: Refusal, *more: Refusal) -> None:
        self.refusals = (refusal, *more)
        super().__init__("; ".join(map(str, self.refusals)))
        self.refusal = refusal
