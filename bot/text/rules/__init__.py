"""Rules in words, made from the options in force: the whole game, or only what differs from the variant's own rules.

One door to all games: each has a module with a sentence for every option, and the paragraphs that tell the game.
"""

from bot.rummy.options import PRESETS, BasicOptions, GermanOptions, GinOptions, Options
from bot.text.catalogs import Texts
from bot.text.rules import basic, german, gin
from bot.text.rules.names import OPTION_NAMES, option_brief, option_name, option_value, variant_name

__all__ = [
    "OPTION_NAMES",
    "differences",
    "option_brief",
    "option_name",
    "option_rule",
    "option_value",
    "options_of",
    "rules_in_words",
    "variant_name",
]


def options_of(options: Options) -> tuple[str, ...]:
    """List the options that mean something for these rules: the others have nothing to decide."""
    match options:
        case GinOptions():
            return gin.options_of(options)
        case BasicOptions():
            return tuple(basic.RULES)
        case GermanOptions():
            return german.options_of(options)


def option_rule(texts: Texts, options: Options, name: str) -> str:
    """Say what one option means as these rules have it, in a sentence or two. KeyError if they have no such option."""
    match options:
        case GinOptions():
            return gin.RULES[name](texts, options)
        case BasicOptions():
            return basic.RULES[name](texts, options)
        case GermanOptions():
            return german.RULES[name](texts, options)


def differences(texts: Texts, options: Options) -> tuple[str, ...]:
    """Say every rule that is not the variant's own, a sentence or two each."""
    preset = PRESETS[options.variant]
    changed = (name for name in options_of(options) if getattr(options, name) != getattr(preset, name))
    return tuple(option_rule(texts, options, name) for name in changed)


def rules_in_words(texts: Texts, options: Options) -> tuple[str, ...]:
    """Tell the whole game, a paragraph each: the cards, the melds, the turn, how a deal ends and counts, winning."""
    match options:
        case GinOptions():
            return gin.paragraphs(texts, options)
        case BasicOptions():
            return basic.paragraphs(texts, options)
        case GermanOptions():
            return german.paragraphs(texts, options)
