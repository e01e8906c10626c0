"""Rules in words, generated from a table's options: the whole rules by topic, or only those that aren't standard.

Each game has a module in the folder of its family that declares its name, the words of its options and the topics of
its rules, which are registered here.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from bot.rummy.families import Family
from bot.rummy.gin.options import GinOptions, ThreeHandedOptions
from bot.rummy.house_rules import ValueKind
from bot.rummy.melds.options import BasicOptions, GermanOptions, RumOptions
from bot.rummy.options import PRESETS, Options, house_rules
from bot.rummy.refusals import Topic
from bot.text.catalogs import Texts
from bot.text.gin import results as gin
from bot.text.gin import rules as gin_rules
from bot.text.gin import three_rules
from bot.text.melds import basic_rules, german_rules, rum_rules
from bot.text.melds import table as melds
from bot.text.rule_words import CardExample, GameWords, RuleWords


@dataclass(frozen=True, slots=True)
class FamilyTexts:
    """The texts of one family; a new family has to provide all of them."""

    hand_value: Callable[[Texts, Any], str]
    """Returns the value of the hand of the view's seat: its deadwood, or its points."""
    rules: Mapping[type[Options], GameWords[Any]]
    """The rules in words for each class of options."""


_FAMILIES: Final[Mapping[Family, FamilyTexts]] = {
    Family.GIN: FamilyTexts(gin.hand_value, {GinOptions: gin_rules.WORDS, ThreeHandedOptions: three_rules.WORDS}),
    Family.MELDS: FamilyTexts(
        melds.hand_value,
        {BasicOptions: basic_rules.WORDS, GermanOptions: german_rules.WORDS, RumOptions: rum_rules.WORDS},
    ),
}


def texts_for(family: Family) -> FamilyTexts:
    """Return the texts of a family."""
    return _FAMILIES[family]


_WORDS: Final = tuple(words for family in Family for words in texts_for(family).rules.values())
OPTION_NAMES: Final = tuple(dict.fromkeys(name for game in _WORDS for name in game.rules))
"""The names of all options, over all games."""


def options_of(options: Options) -> tuple[str, ...]:
    """List the options that make a difference with these rules, in the order in which they are shown."""
    declared = house_rules(options.variant)
    found = ((name, declared[name]) for name in _game(options).rules)
    return tuple(name for name, rule in found if rule.is_in(options.variant) and not rule.is_idle(options))


def option_name(texts: Texts, name: str) -> str:
    """Return the name of an option for a list of house rules. KeyError if there is no such option."""
    return _all_words(name)[0].name(texts)


def option_brief(texts: Texts, name: str) -> str | None:
    """Return what an option changes when it's on, in at most 100 characters; None if it has no such description."""
    brief = _all_words(name)[0].brief
    return None if brief is None else brief(texts)


def option_value(texts: Texts, name: str, value: object) -> str:
    """Format an option's value in a word or two: ``10``, ``gin only``, ``the winner``."""
    if isinstance(value, bool):
        return texts.p("value", "yes") if value else texts.p("value", "no")
    phrase = next((words.values[value] for words in _all_words(name) if value in words.values), None)
    return str(value) if phrase is None else phrase(texts)


def option_rule(texts: Texts, options: Options, name: str) -> str:
    """Return what an option's current value means, in a sentence or two. KeyError if the game has no such option."""
    return _game(options).rules[name].sentence(texts, options)


def differences(texts: Texts, options: Options) -> tuple[str, ...]:
    """Return the rules that differ from the variant's standard rules, a sentence or two each."""
    preset = PRESETS[options.variant]
    changed = (name for name in options_of(options) if getattr(options, name) != getattr(preset, name))
    return tuple(option_rule(texts, options, name) for name in changed)


_IN_TARGET: Final = frozenset({"deals", "rounds", "end_at"})
_IN_LIMIT: Final = frozenset({"knock_limit"})
"""Options that the line with the target shows already, and the words of `limit_words`, besides those `in_goal`."""


def house_rule_words(texts: Texts, options: Options) -> tuple[str, ...]:
    """Return a few words for each rule that isn't standard, without the target and what `limit_words` returns."""
    preset, declared, found = PRESETS[options.variant], house_rules(options.variant), []
    for name in options_of(options):
        value = getattr(options, name)
        if value == getattr(preset, name) or declared[name].in_goal or name in _IN_TARGET | _IN_LIMIT:
            continue
        found.append(option_words(texts, name, value))
    return tuple(found)


def option_words(texts: Texts, name: str, value: object) -> str:
    """Return an option with its value, only its name if it's on."""
    word = option_name(texts, name)
    if value is True:
        return word
    return texts.t("{option}: {value}", option=word, value=option_value(texts, name, value))


def numbers_in_force(texts: Texts, options: Options) -> Mapping[str, str]:
    """Return the rules that aren't switches, by id, if they aren't standard and neither goal nor heading names them."""
    preset, declared = PRESETS[options.variant], house_rules(options.variant)
    return {
        declared[name].rule: option_words(texts, name, getattr(options, name))
        for name in options_of(options)
        if declared[name].kind is not ValueKind.SWITCH
        and not (declared[name].in_goal or name == "rounds")
        and getattr(options, name) != getattr(preset, name)
    }


def limit_words(texts: Texts, options: Options) -> str:
    """Return what it takes to knock, or to lay first melds; empty in a game without either."""
    return _game(options).limit(texts, options)


def rules_by_topic(texts: Texts, options: Options) -> Mapping[Topic, str]:
    """Return the whole rules, a paragraph per topic; the goal of the game comes first."""
    return _game(options).topics(texts, options)


def rules_in_words(texts: Texts, options: Options) -> tuple[str, ...]:
    """Return the whole rules in paragraphs: the goal, the cards, the melds, the turn, how a deal ends, winning."""
    return tuple(rules_by_topic(texts, options).values())


def turn_in_words(texts: Texts, options: Options) -> tuple[str, ...]:
    """Return how a turn is played, step by step, in the words of the buttons."""
    return _game(options).turn(texts, options)


def card_examples(texts: Texts, options: Options) -> tuple[CardExample, ...]:
    """Return examples of melds with these rules, for a picture."""
    return _game(options).examples(texts, options)


def _game(options: Options) -> GameWords[Any]:
    words: GameWords[Any] = texts_for(options.family).rules[type(options)]
    return words


def _all_words(name: str) -> tuple[RuleWords[Any], ...]:
    """Return the words for an option in every game that has it. KeyError if no game does."""
    found = tuple(game.rules[name] for game in _WORDS if name in game.rules)
    if not found:
        raise KeyError(name)
    return found
