"""Types for the words that each game's module declares: a `RuleWords` per option, and its rules by topic."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Generic, TypeAlias, TypeVar

from bot.rummy.cards import Card
from bot.rummy.refusals import Topic
from bot.text.catalogs import Texts

Phrase: TypeAlias = Callable[[Texts], str]
"""A phrase in a player's language."""
OptionsT = TypeVar("OptionsT")


@dataclass(frozen=True, slots=True)
class RuleWords(Generic[OptionsT]):
    """The words for one option."""

    name: Phrase  # for lists of house rules
    sentence: Callable[[Texts, OptionsT], str]  # what its current value means, in a sentence or two
    brief: Phrase | None = None  # what it changes when it's on, in at most 100 characters
    values: Mapping[object, Phrase] = field(default_factory=dict)  # words for values other than numbers, yes and no


@dataclass(frozen=True, slots=True)
class CardExample:
    """Cards that show a word of the rules: a set, a run, deadwood."""

    words: str
    cards: tuple[Card, ...]
    is_meld: bool = True


@dataclass(frozen=True, slots=True)
class GameWords(Generic[OptionsT]):
    """The words for the rules of a game."""

    rules: Mapping[str, RuleWords[OptionsT]]  # by option name, in the order in which they are shown
    topics: Callable[[Texts, OptionsT], Mapping[Topic, str]]  # the whole rules, in the order of `Topic`
    turn: Callable[[Texts, OptionsT], tuple[str, ...]]  # how a turn is played, step by step, with the buttons' words
    examples: Callable[[Texts, OptionsT], tuple[CardExample, ...]]  # what a meld is, in cards
    limit: Callable[[Texts, OptionsT], str] = lambda _texts, _options: ""  # to knock or to lay, in a few words
