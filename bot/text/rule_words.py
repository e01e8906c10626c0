"""What a game's module declares about its words: its name, one `RuleWords` for each option, and the paragraphs."""

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
    """The words of one option."""

    name: Phrase  # for lists of house rules
    sentence: Callable[[Texts, OptionsT], str]  # what it means with the options in force, in a sentence or two
    brief: Phrase | None = None  # what it changes when it is on, in at most 100 characters
    values: Mapping[object, Phrase] = field(default_factory=dict)  # values that aren't written as a number or yes or no


@dataclass(frozen=True, slots=True)
class GameWords(Generic[OptionsT]):
    """The words of a game."""

    rules: Mapping[str, RuleWords[OptionsT]]  # by the names of the options, in the order in which people read them
    paragraphs: Callable[[Texts, OptionsT], tuple[str, ...]]  # the whole rules
    names: Mapping[Variant, Phrase]  # of the variants with these options
