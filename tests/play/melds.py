"""Random players of games with melds on the table, who see only their view, and random house rules."""

import random
from collections.abc import Iterator
from itertools import combinations
from typing import Any

from bot.laydown import best_plan, position_of
from bot.play.service.table import Table
from bot.rummy.cards import JOKER, Card, rank_of, suit_of
from bot.rummy.families import Variant
from bot.rummy.melds.options import GermanOptions
from bot.rummy.melds.rules import rules_for
from bot.rummy.melds.table_meld import TableMeld, readings
from bot.rummy.melds.views import MeldsView
from bot.rummy.moves import Move, Verb
from bot.rummy.options import conflicts, options_for, switches_of
from bot.rummy.views import Phase


def random_rules(chance: random.Random, seats: int, rounds: int) -> GermanOptions:
    """Choose house rules that fit together and fit the number of players."""
    names = switches_of(Variant.GERMAN)
    while True:
        changes: dict[str, Any] = {name: chance.random() < 0.4 for name in names}
        options = GermanOptions(Variant.GERMAN, rounds, **changes)
        if not conflicts(options, seats):
            return options


ALL_RULES = options_for(
    Variant.GERMAN,
    {
        "rounds": 1,
        "no_initial_meld": True,
        "round_the_corner": True,
        "joker_rule": True,
        "set_rule": True,
        "claim": True,
        "win_without_discard": True,
        "casino_scoring": True,
        "training": True,
    },
)
"""All compatible house rules, except those about the pack."""


def chosen_lay(view: MeldsView, chance: random.Random) -> Move:
    """Choose a move: usually lay something, well or at random; sometimes take it back; otherwise discard."""
    if view.phase is not Phase.LAY:
        return chance.choice([move for move in view.moves if move.verb is not Verb.CLAIM])
    steps = best_plan(position_of(view)).steps if chance.random() < 0.4 else ()
    if steps:
        return steps[0]
    ends = [move for move in view.moves if move.verb in (Verb.DISCARD, Verb.UNDO)]
    lays = [*melds_in(view), *(move for move in view.moves if move not in ends)]
    return chance.choice(lays) if lays and chance.random() < 0.7 else chance.choice(ends or lays)


def melds_view(table: Table, seat: int | None) -> MeldsView:
    view = table.view(seat)
    assert isinstance(view, MeldsView)
    return view


def melds_in(view: MeldsView) -> list[Move]:
    """List the hand's melds of three cards that leave at least two cards in it; these are never refused."""
    assert view.seat is not None
    if not view.may_meld or len(view.hand) < 5 or all(card == JOKER for card in view.hand):
        return []
    return [Move(view.seat, Verb.MELD, cards=meld.cards) for meld in _threes(view) if _keeps_another(view, meld)]


def _threes(view: MeldsView) -> Iterator[TableMeld]:
    rules = rules_for(view.options)
    for cards in sorted(set(combinations(view.hand, 3))):
        natural = [card for card in cards if card != JOKER]
        if _alike(natural):
            yield from readings(cards, rules)


def _alike(cards: list[Card]) -> bool:
    """Return whether cards might form one meld, by a quick check."""
    return bool(cards) and (len(set(map(rank_of, cards))) == 1 or len(set(map(suit_of, cards))) == 1)


def _keeps_another(view: MeldsView, meld: TableMeld) -> bool:
    """Return whether a meld leaves a card that isn't a joker (H-6)."""
    return sum(card != JOKER for card in view.hand) > sum(card != JOKER for card in meld.cards)
