"""The glossary: the terms of the games with what they mean, and the headings of the rules' topics.

Every explanation of a term comes from here: in the rules, where a term expands, and in the list of terms.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from bot.rummy.families import Family
from bot.rummy.options import Options
from bot.rummy.refusals import Topic
from bot.text.catalogs import Texts
from bot.text.rule_words import Phrase
from bot.text.rules import rules_by_topic


class Term(StrEnum):
    """The terms, in the order in which they're listed. The values are in custom ids, so they never change."""

    MELD = "meld"
    SET = "set"
    RUN = "run"
    DEADWOOD = "deadwood"
    LOOSE = "loose"
    DEALER = "dealer"
    STOCK = "stock"
    DISCARD_PILE = "pile"
    FROM_BELOW = "below"
    GIVE_BACK = "back"
    UPCARD = "upcard"
    KNOCK = "knock"
    GIN = "gin"
    LAY_OFF = "layoff"
    UNDERCUT = "undercut"
    SHUTOUT = "shutout"
    FIRST_MELD = "first"
    PURE_RUN = "pure"
    JOKER = "joker"
    SWAP = "swap"
    CLAIM = "claim"
    GO_OUT = "out"
    RUMMY = "rummy"
    ROUND = "round"
    BOX = "box"
    CAPTAIN = "captain"


@dataclass(frozen=True, slots=True)
class TermWords:
    """A term's name, its meaning in each family that uses it, and the topics of the rules that mention it.

    If it depends on options of its family whether a game has the term, ``used`` says so.
    """

    name: Phrase
    meanings: Mapping[Family, Phrase]
    topics: frozenset[Topic]
    used: Callable[[Options], bool] = lambda _: True

    def belongs_to(self, options: Options) -> bool:
        """Return whether a game has the term."""
        return options.family in self.meanings and self.used(options)


def term_name(texts: Texts, term: Term) -> str:
    """Return a term as it's written on its button."""
    return _TERMS[term].name(texts)


def term_meaning(texts: Texts, term: Term, family: Family) -> str:
    """Return what a term means. KeyError if the games of this family don't have it."""
    return _TERMS[term].meanings[family](texts)


def terms_of(texts: Texts, options: Options) -> tuple[Term, ...]:
    """List the terms of a game that its rules use."""
    topics = rules_by_topic(texts, options).keys()
    return tuple(
        term for term, words in _TERMS.items() if words.belongs_to(options) and not words.topics.isdisjoint(topics)
    )


def terms_in(topic: Topic, options: Options) -> tuple[Term, ...]:
    """List the terms that a topic of a game's rules mentions, at most five."""
    return tuple(term for term, words in _TERMS.items() if topic in words.topics and words.belongs_to(options))


def topic_name(texts: Texts, topic: Topic) -> str:
    """Return the heading of a topic."""
    return _TOPICS[topic](texts)


def _both(meaning: Phrase) -> Mapping[Family, Phrase]:
    """Return a meaning that is the same in all games."""
    return dict.fromkeys(Family, meaning)


_TERMS: Final[Mapping[Term, TermWords]] = MappingProxyType(
    {
        Term.MELD: TermWords(
            lambda texts: texts.p("term", "Meld"),
            _both(
                lambda texts: texts.t(
                    "A meld is a set (three or four cards of the same rank) or a run (three or more cards in a row of "
                    "the same suit)."
                )
            ),
            frozenset({Topic.GOAL, Topic.MELDS, Topic.FIRST_MELD}),
        ),
        Term.SET: TermWords(
            lambda texts: texts.p("term", "Set"),
            _both(
                lambda texts: texts.t(
                    "A set is three or four cards of the same rank, each of another suit: three kings, for example."
                )
            ),
            frozenset({Topic.MELDS}),
        ),
        Term.RUN: TermWords(
            lambda texts: texts.p("term", "Run"),
            _both(
                lambda texts: texts.t(
                    "A run is three or more cards in a row of the same suit: the 5, 6 and 7 of hearts, for example."
                )
            ),
            frozenset({Topic.MELDS}),
        ),
        Term.DEADWOOD: TermWords(
            lambda texts: texts.p("term", "Deadwood"),
            {
                Family.GIN: lambda texts: texts.t(
                    "Your deadwood is the cards outside your melds, and what they add up to: aces count 1, face "
                    "cards 10, other cards their number."
                )
            },
            frozenset({Topic.MELDS, Topic.KNOCK, Topic.POINTS}),
        ),
        Term.LOOSE: TermWords(
            lambda texts: texts.p("term", "Loose card"),
            _both(lambda texts: texts.t("A loose card is a card in your hand that isn't in a meld.")),
            frozenset({Topic.MELDS}),
        ),
        Term.DEALER: TermWords(
            lambda texts: texts.p("term", "Dealer"),
            {
                Family.GIN: lambda texts: texts.t("The dealer deals the cards, and the other player goes first."),
                Family.MELDS: lambda texts: texts.t(
                    "The dealer deals the cards, and the player on the dealer's left goes first."
                ),
            },
            frozenset({Topic.CARDS}),
        ),
        Term.STOCK: TermWords(
            lambda texts: texts.p("term", "Stock"),
            _both(lambda texts: texts.t("The stock is the pile of face-down cards that you draw from.")),
            frozenset({Topic.TURN, Topic.CARDS, Topic.NO_WINNER}),
        ),
        Term.DISCARD_PILE: TermWords(
            lambda texts: texts.p("term", "Discard pile"),
            _both(
                lambda texts: texts.t(
                    "The discard pile is the pile of face-up cards next to the stock. You can only take its top card."
                )
            ),
            frozenset({Topic.TURN, Topic.CLAIM}),
        ),
        Term.FROM_BELOW: TermWords(
            lambda texts: texts.p("term", "From below"),
            {
                Family.MELDS: lambda texts: texts.t(
                    "You take a card from below by naming any card of the discard pile under the top one: you get it "
                    "with all cards on top of it, and have to lay it in the same turn."
                )
            },
            frozenset({Topic.TURN}),
            lambda options: options.takes_from_below,
        ),
        Term.GIVE_BACK: TermWords(
            lambda texts: texts.p("term", "Give back"),
            {
                Family.MELDS: lambda texts: texts.t(
                    "Giving back returns all cards that you took from below to the discard pile, in their order. You "
                    "then draw from the stock."
                )
            },
            frozenset({Topic.TURN}),
            lambda options: options.takes_from_below,
        ),
        Term.UPCARD: TermWords(
            lambda texts: texts.p("term", "Upcard"),
            {
                Family.GIN: lambda texts: texts.t(
                    "The upcard is the card that is face up when a deal starts. Each player can take it or pass, the "
                    "dealer second."
                )
            },
            frozenset({Topic.TURN}),
        ),
        Term.KNOCK: TermWords(
            lambda texts: texts.p("term", "Knock"),
            {
                Family.GIN: lambda texts: texts.t(
                    "To knock is to end the deal with a discard and lay down your hand. Your deadwood has to be low "
                    "enough."
                )
            },
            frozenset({Topic.TURN, Topic.KNOCK, Topic.POINTS}),
        ),
        Term.GIN: TermWords(
            lambda texts: texts.p("term", "Gin"),
            {
                Family.GIN: lambda texts: texts.t(
                    "Gin is a hand without deadwood: all ten cards are in melds. Nobody can lay off cards on it."
                )
            },
            frozenset({Topic.KNOCK, Topic.POINTS}),
        ),
        Term.LAY_OFF: TermWords(
            lambda texts: texts.p("term", "Lay off"),
            {
                Family.GIN: lambda texts: texts.t(
                    "To lay off is to put a card on a meld of the player who knocked, so that it isn't deadwood. The "
                    "bot does it for you."
                ),
                Family.MELDS: lambda texts: texts.t(
                    "To lay off is to put a card on a meld that's already on the table, no matter which player laid it."
                ),
            },
            frozenset({Topic.KNOCK, Topic.TURN, Topic.FIRST_MELD}),
        ),
        Term.UNDERCUT: TermWords(
            lambda texts: texts.p("term", "Undercut"),
            {
                Family.GIN: lambda texts: texts.t(
                    "It's an undercut if a player knocks and the other one has less deadwood. The other one then wins "
                    "the deal."
                )
            },
            frozenset({Topic.POINTS}),
        ),
        Term.SHUTOUT: TermWords(
            lambda texts: texts.p("term", "Shutout"),
            {Family.GIN: lambda texts: texts.t("It's a shutout when the loser of a game hasn't won a deal.")},
            frozenset({Topic.WINNING}),
        ),
        Term.FIRST_MELD: TermWords(
            lambda texts: texts.p("term", "First melds"),
            {
                Family.MELDS: lambda texts: texts.t(
                    "Your first melds are the first you lay in a round, all in one turn. Before them, you can't lay "
                    "off cards."
                )
            },
            frozenset({Topic.FIRST_MELD}),
        ),
        Term.PURE_RUN: TermWords(
            lambda texts: texts.p("term", "Pure run"),
            {Family.MELDS: lambda texts: texts.t("A pure run is a run without jokers.")},
            frozenset({Topic.FIRST_MELD}),
            lambda options: getattr(options, "pure_run", False),
        ),
        Term.JOKER: TermWords(
            lambda texts: texts.p("term", "Joker"),
            {Family.MELDS: lambda texts: texts.t("A joker stands for any card in a meld.")},
            frozenset({Topic.JOKERS}),
        ),
        Term.SWAP: TermWords(
            lambda texts: texts.p("term", "Swap"),
            {
                Family.MELDS: lambda texts: texts.t(
                    "To swap is to put a card in the place of the joker that stands for it. Then the joker is yours."
                )
            },
            frozenset({Topic.JOKERS}),
        ),
        Term.CLAIM: TermWords(
            lambda texts: texts.p("term", "Knocking"),
            {
                Family.MELDS: lambda texts: texts.t(
                    "At tables with knocking, players can take a discard out of turn, plus a card from the stock."
                )
            },
            frozenset({Topic.CLAIM}),
        ),
        Term.GO_OUT: TermWords(
            lambda texts: texts.p("term", "Go out"),
            {Family.MELDS: lambda texts: texts.t("To go out is to get rid of your last card before the others do.")},
            frozenset({Topic.GOING_OUT, Topic.POINTS}),
        ),
        Term.RUMMY: TermWords(
            lambda texts: texts.p("term", "Going rummy"),
            {
                Family.MELDS: lambda texts: texts.t(
                    "Going rummy is going out in a single turn without having laid anything before. It counts double."
                )
            },
            frozenset({Topic.GOING_OUT, Topic.POINTS}),
        ),
        Term.BOX: TermWords(
            lambda texts: texts.p("term", "Box"),
            {
                Family.GIN: lambda texts: texts.t(
                    "The player in the box deals every deal and plays alone, against a captain and partner."
                )
            },
            frozenset({Topic.WAITING}),
            lambda options: options.has_box,
        ),
        Term.CAPTAIN: TermWords(
            lambda texts: texts.p("term", "Captain"),
            {
                Family.GIN: lambda texts: texts.t(
                    "The captain plays for a side of two. The partner waits, sees the captain's hand, and scores the "
                    "same."
                )
            },
            frozenset({Topic.WAITING}),
            lambda options: options.has_box,
        ),
        Term.ROUND: TermWords(
            lambda texts: texts.p("term", "Round"),
            _both(
                lambda texts: texts.t(
                    "A round is everything from the shuffle to the points. In most games, the word is deal. A game "
                    "takes several."
                )
            ),
            frozenset({Topic.WINNING}),
        ),
    }
)
_TOPICS: Final[Mapping[Topic, Phrase]] = MappingProxyType(
    {
        Topic.GOAL: lambda texts: texts.p("topic", "Goal"),
        Topic.CARDS: lambda texts: texts.p("topic", "Cards"),
        Topic.WAITING: lambda texts: texts.p("topic", "Waiting"),
        Topic.MELDS: lambda texts: texts.p("topic", "Melds"),
        Topic.JOKERS: lambda texts: texts.p("topic", "Jokers"),
        Topic.TURN: lambda texts: texts.p("topic", "Your turn"),
        Topic.CLAIM: lambda texts: texts.p("topic", "The top discard"),
        Topic.FIRST_MELD: lambda texts: texts.p("topic", "First melds"),
        Topic.KNOCK: lambda texts: texts.p("topic", "Knocking and gin"),
        Topic.GOING_OUT: lambda texts: texts.p("topic", "Going out"),
        Topic.POINTS: lambda texts: texts.p("topic", "Points"),
        Topic.NO_WINNER: lambda texts: texts.p("topic", "Without a winner"),
        Topic.WINNING: lambda texts: texts.p("topic", "Winning the game"),
    }
)
