"""Types for the words that each game's module declares: a `RuleWords` per option, and the paragraphs of its rules."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Generic, TypeAlias, TypeVar

from bot.rummy.families import Variant
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
class GameWords(Generic[OptionsT]):
    """The words for the rules of a game."""

    rules: Mapping[str, RuleWords[OptionsT]]  # by option name, in the order in which they are shown
    paragraphs: Callable[[Texts, OptionsT], tuple[str, ...]]  # the whole rules
    names: Mapping[Variant, Phrase]  # of the variants with these options
