"""Refusals: the rule that forbids a move, and what the player can do instead (C-5)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum


class Reason(StrEnum):
    """Reasons for a refusal. Each value is the English sentence, with placeholders for the refusal's values.

    ``{card}`` is a card, every other placeholder a number or a word.
    """

    NOT_YOUR_TURN = "It is not your turn; wait until it is."
    GAME_OVER = "The game is over; a rematch starts a new one."
    DEAL_OVER = "This deal is over; the next deal has to be dealt first."
    NO_SUCH_SEAT = "There is no seat {seat} at this table; seats are 0 to {last}."
    NO_SUCH_MOVE = "This game has no move {verb}; its rules say what a turn is made of."
    UPCARD_FIRST = "The first turn begins with the upcard: take it or pass."
    NO_UPCARD = "Only the upcard of the first turn can be passed; draw from the stock or take the top discard."
    MUST_DRAW_STOCK = "Both players passed the upcard, so it can't be taken any more; draw from the stock."
    DRAW_FIRST = "A turn begins with a card; draw from the stock or take the top discard."
    ALREADY_DREW = "You have your card for this turn; discard one, or knock."
    NOT_HELD = "You don't hold {card}; choose a card from your hand."
    JUST_TAKEN = "{card} was taken from the discard pile in this turn and can't go back; choose another card."
    TAKEN_ALONE = (
        "{card} was taken from the discard pile in this turn and can't go back; lay it off on the table, or take back "
        "what you laid."
    )
    TOO_MUCH_DEADWOOD = (
        "Without {card} your deadwood is {deadwood}, and the knock limit is {limit}; discard and play on."
    )
    GIN_ONLY = "Without {card} your deadwood is {deadwood}, and in this deal only gin ends it; discard and play on."
    NOT_A_MELD = "{melds} is no meld; a meld is three or four of a rank, or three or more of a suit in order."
    MELD_NOT_HELD = "{card} is in a meld, but not in the hand that knocks; arrange the cards you keep."
    IN_TWO_MELDS = "{card} is in two melds, and a card can stand in one only; leave it out of the other."
    ARRANGEMENT_TOO_HIGH = "Arranged like that your deadwood is {deadwood}, and the limit is {limit}; lay more melds."
    NOT_A_TABLE_MELD = (
        "{melds} is no meld; lay three or four cards of one rank in different suits, or three or more of one suit in "
        "order, a run from its low end."
    )
    MORE_JOKERS = "A meld never has more jokers than other cards; lay it with fewer jokers."
    JOKERS_ADJACENT = "Two jokers can't stand side by side here; lay them with a card between, or use one only."
    SET_ORDER = (
        "The cards of a set stand in the order clubs, spades, hearts, diamonds, and {melds} do not; put each joker "
        "where a suit is missing."
    )
    NOT_IN_SET = "{card} can't join that set; a set takes a suit that it lacks, four cards at the most."
    NO_PLACE_IN_SET = "{card} has no place left in that set, whose cards stay where they are; choose another meld."
    RUN_FULL = "That run has all thirteen ranks; choose another meld."
    NOT_AT_END = "{card} does not fit that end of the run; a run takes its next card at either end."
    END_NEEDED = "{card} could go to either end of that run; say which, low or high."
    NO_END = "A set has no low and high end; lay the card off without naming one."
    NO_JOKER_FOR = "No joker in that meld stands for {card}; choose the card that one stands for."
    SET_NOT_FULL = (
        "A joker leaves a set only when the set has four cards; lay a fourth one off there first, or keep {card}."
    )
    NO_SUCH_MELD = "There is no such meld on the table; choose one that lies there."
    JOKERS_NOT_HELD = "You don't hold so many jokers; use as many as you hold."
    HAS_CARD = "You have your card for this turn; lay what you like, then discard a card."
    NO_DISCARDS = "The discard pile is empty; draw from the stock."
    ONE_MELD = "Only one meld may be laid in a turn here; lay cards off on the table, or discard."
    ONLY_TAKEN = (
        "That would leave you with {card} alone, which was taken in this turn and can't go back; keep another card to "
        "discard."
    )
    FIRST_MELD = "A first meld of your own comes before that; lay one, then lay off and swap as you like."
    INITIAL_FIRST = (
        "Your first melds have to be worth {needs} together before you can lay off or swap, and {laid} is laid; lay "
        "more melds first."
    )
    INITIAL_BELOW = (
        "Your first melds have to be worth {needs} together, and {laid} is laid; lay more melds, or take them back."
    )
    INITIAL_OUT = (
        "Your first melds have to be worth {needs} together, and with {laid} you can't go out; keep a card and lay "
        "other melds, or take them back."
    )
    LAST_CARD = "The last card has to be discarded, so it can't be laid; keep one to discard."
    ONLY_JOKERS = "That would leave you with nothing but jokers, which can't be discarded; keep another card."
    NO_OTHER_CARDS = "You hold nothing but jokers, so none of them can be laid now; discard one."
    JOKER_DISCARD = "A joker can't be discarded while you hold other cards; discard one of those."
    JOKER_OWED = (
        "A joker that was swapped has to be laid in the same turn (still to lay: {owed}); lay it, or take back what "
        "you laid."
    )
    NOTHING_LAID = "You have laid nothing since you drew, so there is nothing to take back; lay or discard."
    CLAIM_OFF = "Knocking for a discard is not among this table's rules; wait for your turn."
    CLAIM_NEXT = "You are next, so you need not knock; take the top discard or draw from the stock."
    CLAIM_OWN = "Nobody may knock for the card that they discarded themselves; wait for another's."
    CLAIM_NONE = "Nobody discarded the first face-up card, so it can't be knocked for; wait for a discard."
    CLAIM_ONCE = "A discard was knocked for already, and there is one knock a discard; wait for the next one."
    CLAIM_LATE = "The next player has drawn, so the discard can't be knocked for any more; wait for the next one."
    CLAIM_STOCK = "Knocking takes a card from the stock too, which has too few left; wait for your turn."
    TAKEBACK_OTHERS = "Only the player who discarded {card} can take it back; make a move of your own."
    TAKEBACK_LATE = "You have no discard to take back: that's possible only until another player moves; play on."
    GIN_NEEDS_ALL = "This hand is gin, so all ten cards have to stand in melds; leave the arrangement to the bot."


@dataclass(frozen=True, slots=True)
class Refusal:
    """One refused action: the rule's id (``G-10``), the reason and the values of its sentence.

    ``rule`` is empty if no rule of the game forbids it; ``reason`` is a `Reason`, or a table's reason.
    """

    rule: str
    reason: StrEnum
    values: Mapping[str, int | str] = field(default_factory=dict, hash=False)

    def __str__(self) -> str:
        """Return the English sentence, with cards in their text form."""
        sentence = self.reason.format(**self.values)
        return f"{sentence} ({self.rule})" if self.rule else sentence


class Refused(Exception):
    """An action wasn't allowed and changed nothing. ``refusals`` lists every reason, usually just one."""

    def __init__(self, refusal: Refusal, *more: Refusal) -> None:
        self.refusals = (refusal, *more)
        super().__init__("; ".join(map(str, self.refusals)))
        self.refusal = refusal
