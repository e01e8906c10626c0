"""The lines of the coach, who comments on a player's first games: what each says, and where it may be said."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum, StrEnum
from typing import Final, Self

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

    ``short`` says the same in a few words, for the small line above a picture. ``{card}`` is a card, ``{meld}`` are the
    cards of a meld, every other placeholder is a number. Names of lines are stored, so they never change.
    """

    short: str
    scope: CoachScope

    def __new__(cls, sentence: str, short: str, scope: CoachScope = CoachScope.WORDS) -> Self:
        """Make a line from its sentence, the short one, and its scope."""
        line = str.__new__(cls, sentence)
        line._value_ = sentence
        line.short = short
        line.scope = scope
        return line

    # In every game.
    DRAW_OR_TAKE = (
        "*{button Draw}* takes a card from the stock that nobody sees. *{button Take}* takes the discard that everyone "
        "sees.",
        "they see what you take",
    )
    TAKE_MELD = (
        "{card} makes {meld}, so it's worth taking.",
        "{card} makes {meld}",
        CoachScope.ADVICE,
    )

    # In the gin family.
    UPCARD_FIRST = (
        "The upcard is the first card face up. If you pass, your opponent can take it.",
        "if you pass, they can take it",
    )
    UPCARD_SECOND = (
        "Your opponent passed on the upcard. If you pass too, they draw from the stock.",
        "if you pass too, they draw",
    )
    DEADWOOD = (
        "Cards outside of melds are deadwood: aces count 1, face cards 10, others their number.",
        "face cards count 10 deadwood, aces 1",
    )
    KNOCK_LIMIT = (
        "You can knock as soon as a discard leaves you with {limit} deadwood or less.",
        "knock with {limit} or less",
    )
    GIN_ONLY = (
        "Only gin ends this deal: a hand with all ten cards in melds.",
        "only gin ends this deal",
    )
    TAKEN_STAYS = (
        "You can't discard the card you just took from the discard pile, so it has no button.",
        "the card you took has to stay this turn",
    )
    KNOCK_ENDS = (
        "A knock ends the deal. If your opponent then has less deadwood than you, it's an undercut and they win it.",
        "a knock loses to less deadwood",
    )
    COLORS = (
        "Blue cards are loose, gray ones are in melds, and the bot would discard the green one.",
        "the bot would discard the green card",
        CoachScope.ASSISTED,
    )
    GIN_NOW = (
        "*{button Gin}* ends the deal without deadwood: nothing can be laid off on it, and it can't be undercut.",
        "gin can't be undercut",
        CoachScope.ASSISTED,
    )
    KNOCK_NOW = (
        "You could knock now with {deadwood}. If you wait for gin, your opponent may knock first.",
        "if you wait, they may knock",
        CoachScope.ADVICE,
    )
    PLAY_ON = (
        "You could knock now with {deadwood}, but keep playing for gin (unseen cards that would make it: {outs}).",
        "wait for gin (cards: {outs})",
        CoachScope.ADVICE,
    )
    SAFEST = (
        "As far as I can tell, {card} is your safest discard: your opponent is least likely to need it.",
        "{card} is probably your safest discard",
        CoachScope.ADVICE,
    )
    HIGHEST = (
        "{card} is the loose card that counts most. Once it's gone, it can't count against you.",
        "{card} costs you the most",
        CoachScope.ADVICE,
    )

    # In games with melds on the table.
    CLAIM = (
        "A knock gets you the discard although it isn't your turn, plus a card from the stock. The first player to "
        "knock gets it.",
        "a knock gets you the discard out of turn",
    )
    WINNER_SCORES = (
        "A player who goes out scores the points of the cards that the others still hold.",
        "going out scores what others hold",
    )
    LOSERS_PAY = (
        "When a player goes out, the others lose the points of the cards in their hands.",
        "cards left in hand cost points",
    )
    LAID_SCORES = (
        "You score the cards you lay, minus the cards left in your hand when the deal ends.",
        "laid cards score, cards in hand cost",
    )
    BELOW = (
        "*{button Take from below}* brings all cards on top of it, too. Those that you don't lay in time count against "
        "you.",
        "cards on top come along, and may cost you",
    )
    CAME_ALONG = (
        "Some cards came along that you can't lay yet: in your hand they count {points} against you.",
        "cards you can't lay yet cost you {points}",
        CoachScope.ASSISTED,
    )
    FIRST_MELDS = (
        "Your first melds have to be worth at least {needs} together, all laid in one turn.",
        "first melds need {needs} together",
    )
    PURE_RUN = (
        "One of your first melds has to be a run without jokers.",
        "first melds need a run without jokers",
    )
    OWED = (
        "The card you took has to be laid in this turn. If you can't lay it, *{button Give back}* returns it.",
        "lay the card you took, or give it back",
    )
    FIRST_MELD = (
        "Lay a meld before anything else. After that, you can also lay off cards on melds on the table.",
        "lay a meld first, then you can lay off",
    )
    LAY_OFF = (
        "Cards that fit can be laid off on any meld on the table, no matter which player laid it.",
        "you can lay off on any meld",
    )
    TAKE_BACK = (
        "The others can't see yet what you laid. *{button Take back}* returns it to your hand until you discard.",
        "until you discard, you can take this back",
    )
    PICK_CARDS = (
        "To lay a meld yourself, pick its cards from the list.",
        "pick cards to lay a meld yourself",
    )
    LAST_CARD = (
        "You go out with a discard, so keep a card for it when you lay the others.",
        "keep a card for your last discard",
    )
    PLAY_ALL = (
        "*{button Play all}* lays everything that the bot found, and you can still take it back.",
        "you can take back *{button Play all}*",
        CoachScope.ASSISTED,
    )
    GREEN = (
        "A green button is what the bot would do in your place.",
        "green is what the bot would do",
        CoachScope.ASSISTED,
    )
    SAFEST_NEXT = (
        "As far as I can tell, {card} is your safest discard: the next player is least likely to need it.",
        "{card} is probably your safest discard",
        CoachScope.ADVICE,
    )
    TAKE_FITS = (
        "{card} fits a meld on the table, so it's worth taking.",
        "{card} fits a meld on the table",
        CoachScope.ADVICE,
    )
    GO_OUT = (
        "You can go out in this turn: the suggestion does it.",
        "green wins the deal",
        CoachScope.ADVICE,
    )
    LAY_NOW = (
        "Cards on the table can't count against you, so the suggestion is to lay them.",
        "laid cards can't count against you",
        CoachScope.ADVICE,
    )
    HOLD = (
        "The suggestion is to hold your melds for now: going out all at once counts double.",
        "hold: going out all at once counts double",
        CoachScope.ADVICE,
    )


COLORFUL: Final = frozenset({CoachLine.COLORS, CoachLine.GREEN, CoachLine.GO_OUT})
"""The lines about colors of buttons, which mean nothing to players who listen."""
TAKING: Final = frozenset({CoachLine.TAKE_MELD, CoachLine.TAKE_FITS})
"""The lines that advise to take the discard."""


@dataclass(frozen=True, slots=True)
class CoachTip:
    """A line of the coach with the values that its sentence names."""

    line: CoachLine
    values: Mapping[str, Card | int | tuple[Card, ...]] = field(default_factory=dict, hash=False)
