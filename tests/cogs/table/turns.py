"""Turns for tests of games with melds on the table, with given hands and melds."""

from collections import Counter
from dataclasses import replace

from bot.rummy.cards import parse_card
from bot.rummy.families import Variant
from bot.rummy.melds.game import deal, new_game
from bot.rummy.melds.options import MeldsOptions
from bot.rummy.melds.rules import rules_for
from bot.rummy.melds.state import MeldsState
from bot.rummy.melds.table_meld import TableMeld, read_meld
from bot.rummy.options import options_for
from bot.rummy.views import Phase
from tests.cards import cards

GERMAN = options_for(Variant.GERMAN)


def meld(text: str, options: MeldsOptions = GERMAN) -> TableMeld:
    found = read_meld(cards(text), rules_for(options))
    assert isinstance(found, TableMeld), found
    return found


def laying(
    hand: str,
    *melds: str,
    options: MeldsOptions = GERMAN,
    seats: int = 2,
    opened: bool = True,
    drawn: str | None = None,
    took: bool = False,
) -> MeldsState:
    """Return a turn where seat 0 can lay. The card just drawn is the last of the hand, or ``drawn``."""
    held, lying = cards(hand), [meld(one, options) for one in melds]
    left = Counter(options.pack) - Counter(held) - Counter(card for one in lying for card in one.cards)
    rest = sorted(left.elements())
    size = options.hand_size(seats)
    others = [bytes(sorted(rest[at * size : (at + 1) * size])) for at in range(seats - 1)]
    stock = rest[size * (seats - 1) :]
    state = dealt(options, seats)
    gone = len(state.deck) - len(stock) + 1
    return replace(
        state,
        phase=Phase.LAY,
        turn=0,
        hands=(bytes(sorted(held)), *others),
        discards=bytes(stock[:1]),
        deck=bytes([*state.deck[:gone], *stock[1:]]),
        gone=gone,
        melds=tuple(lying),
        opened=(opened,) * seats,
        drawn=parse_card(drawn) if drawn else held[-1],
        took=took,
    )


def dealt(options: MeldsOptions = GERMAN, seats: int = 2) -> MeldsState:
    """Return a deal that has just begun, with seat 1 to draw."""
    return deal(new_game(options, seats, 0), options.pack)


def claimable(seats: int = 3, *, options: MeldsOptions | None = None) -> MeldsState:
    """Return a turn of seat 1 that begins with a claimable discard of seat 0 (H-8)."""
    rules = options or options_for(Variant.GERMAN, {"claim": True})
    state = dealt(rules, seats)
    return replace(state, turn=1, thrower=0, turns=1, discards=state.discards + state.stock[:1], gone=state.gone + 1)
