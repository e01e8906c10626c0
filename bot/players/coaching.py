"""The lines of the coach, who comments on a player's first games: what each says, and where it may be said."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum, StrEnum
from typing import Self

from bot.rummy.cards import Card


class CoachScope(IntEnum):
    """How much the coach may say at a table. Each scope contains those before it."""

    WORDS = 0  # what words and buttons mean: at tables without assistance
    ASSISTED = 1  # what the bot counts and finds, without naming a card: in rated games
    ADVICE = 2  # what to do, and with which card: where hints are allowed


# Each line is a claim that a test computes from the view: a wrong word is worse than none. Texts per phase of the game
# couldn't be held to a claim.
class CoachLine(StrEnum):
    """What the coach says: the English sentence, and the least scope of a table where it may be said.

    ``{card}`` is a card, every other placeholder a number. Names of lines are stored, so they never change.
    """

    scope: CoachScope

    def __new__(cls, sentence: str, scope: CoachScope = CoachScope.WORDS) -> Self:
        """Make a line from its sentence and scope."""
        line = str.__new__(cls, sentence)
        line._value_ = sentence
        line.scope = scope
        return line

    # In every game.
    DRAW_OR_TAKE = "*Draw* takes a card from the stock that nobody sees. *Take* takes the discard that everyone sees."
    TAKE_MELD = ("{card} makes a meld with your cards, so it's worth taking.", CoachScope.ADVICE)

    # In the gin family.
    UPCARD_FIRST = "The upcard is the first card face up. If you pass, your opponent can take it."
    UPCARD_SECOND = "Your opponent passed on the upcard. If you pass too, they draw from the stock."
    DEADWOOD = "Cards outside of melds are deadwood: aces count 1, jacks, queens and kings 10, others their number."
    KNOCK_LIMIT = "You can knock as soon as a discard leaves you with {limit} deadwood or less."
    GIN_ONLY = "Only gin ends this deal: a hand with all ten cards in melds."
    TAKEN_STAYS = "You can't discard the card you just took from the discard pile, so its button is off."
    KNOCK_ENDS = (
        "A knock ends the deal. If your opponent then has less deadwood than you, it's an undercut and they win it."
    )
    COLORS = (
        "Blue cards are loose, gray ones are in melds, and the bot would discard the green one.",
        CoachScope.ASSISTED,
    )
    GIN_NOW = (
        "*Gin* ends the deal without deadwood: nothing can be laid off on it, and it can't be undercut.",
        CoachScope.ASSISTED,
    )
    KNOCK_NOW = (
        "You could knock now with {deadwood}. If you wait for gin, your opponent may knock first.",
        CoachScope.ADVICE,
    )
    PLAY_ON = (
        "You could knock now with {deadwood}. Green keeps playing for gin (unseen cards that would make it: {outs}).",
        CoachScope.ADVICE,
    )
    SAFEST = ("Green is the safest discard: your opponent is least likely to need it.", CoachScope.ADVICE)
    HIGHEST = (
        "Green is the loose card that counts most. Once it's gone, it can't count against you.",
        CoachScope.ADVICE,
    )

    # In games with melds on the table.
    CLAIM = (
        "*Knock* gets you the discard although it isn't your turn, plus a card from the stock. The first player to "
        "knock gets it."
    )
    WINNER_SCORES = "A player who goes out scores the points of the cards that the others still hold."
    LOSERS_PAY = "When a player goes out, the others lose the points of the cards in their hands."
    FIRST_MELDS = "Your first melds have to be worth at least {needs} points together, all laid in one turn."
    FIRST_MELD = "Lay a meld before anything else. After that, you can also lay off cards on melds on the table."
    LAY_OFF = "Cards that fit can be laid off on any meld on the table, no matter which player laid it."
    TAKE_BACK = "The others can't see yet what you laid. *Take back* returns it to your hand until you discard."
    PICK_CARDS = "To lay a meld yourself, choose its cards under *Pick cards*."
    LAST_CARD = "You go out with a discard, so keep a card for it when you lay the others."
    PLAY_ALL = ("*Play all* lays everything that the bot found, and you can still take it back.", CoachScope.ASSISTED)
    GREEN = ("A green button is what the bot would do in your place.", CoachScope.ASSISTED)
    SAFEST_NEXT = ("Green is the safest discard: the next player is least likely to need it.", CoachScope.ADVICE)
    TAKE_FITS = ("{card} fits a meld on the table, so it's worth taking.", CoachScope.ADVICE)
    GO_OUT = ("You can go out in this turn: the suggestion does it.", CoachScope.ADVICE)
    LAY_NOW = ("Cards on the table can't count against you, so the suggestion is to lay them.", CoachScope.ADVICE)
    HOLD = (
        "The suggestion is to hold your melds for now: going out all at once counts double.",
        CoachScope.ADVICE,
    )


@dataclass(frozen=True, slots=True)
class CoachTip:
    """A line of the coach with the values that its sentence names."""

    line: CoachLine
    values: Mapping[str, Card | int] = field(default_factory=dict, hash=False)
