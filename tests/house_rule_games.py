"""Plays games under a house rule that a test added to a copy of the program, and prints what happened as JSON.

`tests/test_house_rule_recipe.py` runs this file alone, with only the copy to import.
"""

import json
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from gettext import NullTranslations
from random import Random

import bot
from bot.laydown import best_discards, best_plan, position_of
from bot.players.games import choose, claims
from bot.players.levels import Level
from bot.rummy.cards import JOKER, MeldKind, parse_card
from bot.rummy.codes import code_for, options_from
from bot.rummy.families import Variant
from bot.rummy.melds.game import apply, deal, is_legal, new_game, refusal_for
from bot.rummy.melds.state import MeldsState
from bot.rummy.melds.table_meld import TableMeld, read_meld
from bot.rummy.melds.views import view_for
from bot.rummy.moves import Move, Verb
from bot.rummy.options import changes_from, options_for
from bot.rummy.views import Phase
from bot.text.catalogs import Texts
from bot.text.rules import differences, option_name, rules_in_words
from tests.cards import cards

GAMES = 20
PLANS = 100
SWITCHES = (
    "initial_40",
    "no_initial_meld",
    "round_the_corner",
    "joker_rule",
    "set_rule",
    "win_without_discard",
    "claim",
)


@dataclass
class Found:
    """What happened in all games."""

    refused: list[str] = field(default_factory=list)
    plans: list[tuple[MeldsState, tuple[Move, ...]]] = field(default_factory=list)
    opened: Counter[Level] = field(default_factory=Counter)
    short: int = 0  # first melds that were laid without a long run


def changes(rng: Random, rule: str, seats: int) -> Mapping[str, object]:
    """Return the options of a game: the new rule, and any of the others."""
    found: dict[str, object] = {name: True for name in SWITCHES if rng.random() < 0.2}
    if "no_initial_meld" in found:
        found.pop("initial_40", None)
    if seats < 3:
        found.pop("claim", None)
    return {**found, "rounds": 1, rule: True}


def play(number: int, rule: str, found: Found) -> None:
    """Play a game between computers of different levels to its end, or until a move is refused."""
    rng = Random(number)
    seats = 2 + number % 3
    state = new_game(options_for(Variant.GERMAN, changes(rng, rule, seats), seats), seats, 0)
    deck = list(state.options.pack)
    rng.shuffle(deck)
    state = deal(state, deck, 0)
    levels = [list(Level)[(number + seat) % len(Level)] for seat in range(seats)]
    while state.turn is not None:
        for move in moves(state, levels, number, found):
            if not is_legal(state, move):
                found.refused.append(f"game {number}, {levels[move.seat]}: {move}: {refusal_for(state, move)}")
                return
            before, state = state, apply(state, move, lambda cards: rng.sample(list(cards), len(cards)))
            if move.verb is Verb.DISCARD and before.lays is not None and not before.opened[move.seat]:
                found.opened[levels[move.seat]] += 1
                found.short += not any(map(is_long, before.lays.new))


def moves(state: MeldsState, levels: list[Level], seed: int, found: Found) -> tuple[Move, ...]:
    """Return the next moves of a game, and keep the plan of *Play all* if there is one."""
    seat = state.turn or 0
    if state.phase is Phase.DRAW:
        for other in range(state.seats):
            if claims(view_for(state, other), levels[other]):
                return (Move(other, Verb.CLAIM),)
    elif plan := best_plan(position_of(view_for(state, seat))).steps:
        found.plans.append((state, plan))
    return choose(view_for(state, seat), levels[seat], seed)


def is_long(meld: TableMeld) -> bool:
    """Return whether a meld is a run of four cards or more."""
    return meld.kind is MeldKind.RUN and len(meld.cards) > 3


def play_all(state: MeldsState, plan: tuple[Move, ...]) -> str | None:
    """Make the moves of a plan and end the turn; return what is refused."""
    seat = state.turn or 0
    for move in plan:
        refusal = refusal_for(state, move)
        if refusal is not None:
            return f"{move}: {refusal}"
        state = apply(state, move)
    if state.turn is None:
        return None
    view = view_for(state, seat)
    discards = {move.card for move in view.moves if move.verb is Verb.DISCARD}
    return None if discards and set(best_discards(position_of(view))) == discards else f"no discard after {plan}"


def lays_long_run(state: MeldsState, plan: tuple[Move, ...]) -> bool:
    """Return whether a plan lays a run of four cards."""
    melds = [read_meld(move.cards, state.rules) for move in plan if move.verb is Verb.MELD]
    return any(isinstance(meld, TableMeld) and is_long(meld) for meld in melds)


def differs(state: MeldsState, plan: tuple[Move, ...], rule: str) -> bool:
    """Return whether a plan would be another one without the rule."""
    options = options_for(Variant.GERMAN, {**changes_from(state.options), rule: False})
    position = position_of(view_for(state, state.turn))
    return best_plan(replace(position, rules=replace(state, options=options).rules)).steps != plan


def without_long_run(rule: str) -> Iterator[str | None]:
    """Yield why a turn can't end after first melds of 30 points without a long run, and after those with one."""
    options = options_for(Variant.GERMAN, {rule: True})
    state = new_game(options, 2, 0)
    state = deal(state, list(options.pack), 0)
    hand = bytes(sorted(map(parse_card, ["KC", "KS", "KH", "5D", "6D", "7D", "8D", "2C"])))
    seat = state.turn or 0
    state = apply(state, Move(seat, Verb.DRAW))
    state = replace(state, hands=tuple(hand if at == seat else other for at, other in enumerate(state.hands)))
    for melds in ("KC KS KH", "5D 6D 7D 8D"):
        state = apply(state, Move(seat, Verb.MELD, cards=cards(melds)))
        yield str(refusal) if (refusal := refusal_for(state, Move(seat, Verb.DISCARD, parse_card("2C")))) else None


def main(rule: str) -> None:
    """Play, and print what happened."""
    found = Found()
    for number in range(GAMES):
        play(number, rule, found)
    first = [(state, plan) for state, plan in found.plans if not state.is_open(state.turn or 0)]
    jokers = [(state, plan) for state, plan in found.plans if JOKER in state.hands[state.turn or 0]]
    chosen = [*first[:40], *jokers[:40], *found.plans][:PLANS]
    refused = [why for why in (play_all(state, plan) for state, plan in chosen) if why is not None]
    options, texts = options_for(Variant.GERMAN, {rule: True}), Texts("en", NullTranslations())
    told = {
        "program": bot.__file__,
        "refused": found.refused + refused,
        "plans": len(chosen),
        "first": len(first),
        "jokers": len(jokers),
        "long": all(lays_long_run(state, plan) for state, plan in first if not state.lays),
        "other": sum(differs(state, plan, rule) for state, plan in first),
        "opened": {level.value: found.opened[level] for level in Level},
        "short": found.short,
        "turns": list(without_long_run(rule)),
        "code": options_from(code_for(options)) == options,
        "words": [option_name(texts, rule), *differences(texts, options), *rules_in_words(texts, options)],
    }
    sys.stdout.write(json.dumps(told))


if __name__ == "__main__":
    main(sys.argv[1])
