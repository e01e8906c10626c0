"""House rules as typed on the command line: ``name=value`` words, or a code."""

from collections.abc import Sequence
from typing import Final

from bot.rummy.codes import options_from
from bot.rummy.families import Variant
from bot.rummy.house_rules import ValueKind
from bot.rummy.options import PRESETS, OptionError, Options, changes_from, house_rules, options_for, seats_for

_RULES: Final = {name: rule for variant in Variant for name, rule in house_rules(variant).items()}
_SWITCHED: Final = {"true": True, "on": True, "yes": True, "false": False, "off": False, "no": False}


def options_from_words(variant: Variant | None, words: Sequence[str], players: int) -> Options:
    """Return the options of a game, by default the code's game or gin. OptionError lists every fault.

    A code contains everything that differs from the standard rules; words in addition to it change more.
    """
    faults: list[str] = []
    named: dict[str, object] = {}
    codes = []
    for word in words:
        name, equals, value = word.partition("=")
        if not equals and name in _RULES:
            faults.append(f"{name}: add a value, as in {name}={_example(name)}")
        elif not equals:
            codes.append(word)
        elif name in named:
            faults.append(f"{name}: given twice")
        else:
            named[name] = _value(name, value)
    coded = _decoded(variant, codes, faults)
    game = variant or (coded.variant if coded else Variant.GIN)
    try:
        options = options_for(game, {**(changes_from(coded) if coded else {}), **named}, players)
    except OptionError as error:
        faults += error.faults
    seats = seats_for(PRESETS[game])
    if players not in seats:
        most = f"{seats[0]} to {seats[-1]}" if len(seats) > 1 else seats[0]
        faults.append(f"{game} is for {most} players, not {players}")
    if faults:
        raise OptionError(tuple(faults))
    return options


def _decoded(variant: Variant | None, codes: Sequence[str], faults: list[str]) -> Options | None:
    """Decode the code, if there is one. Append its faults to ``faults``."""
    if len(codes) > 1:
        faults.append(f"give at most one code, not {len(codes)}: {', '.join(codes)}")
    if len(codes) != 1:
        return None
    try:
        coded = options_from(codes[0])
    except ValueError as error:
        faults.append(f"{codes[0]} is neither name=value nor a code: {error}")
        return None
    if variant is not None and coded.variant is not variant:
        faults.append(f"{codes[0]} is a code for {coded.variant}, not for {variant}")
        return None
    return coded


def _value(name: str, text: str) -> object:
    """Parse a value, in the form of a record. An invalid value stays text, which `options_for` refuses."""
    if name in _RULES and _RULES[name].kind is ValueKind.SWITCH:
        return _SWITCHED.get(text.lower(), text)
    if text.removeprefix("-").isdecimal() and text.isascii():
        return int(text)
    return text


def _example(name: str) -> str:
    rule = _RULES[name]
    match rule.kind:
        case ValueKind.SWITCH:
            return "on"
        case ValueKind.NUMBER:
            return str(rule.values[-1])
        case ValueKind.CHOICE:
            return str(rule.values[0])
