"""Stacked decks for tests, and whole turns in the words of scenarios."""

from collections import Counter
from collections.abc import Sequence

from bot.rummy.cards import Card, cards_in, parse_card
from bot.rummy.families import Variant
from bot.rummy.games import State
from bot.rummy.gin.options import GinOptions
from bot.rummy.gin.state import HAND
from bot.rummy.melds.game import apply, deal, new_game
from bot.rummy.melds.options import MeldsOptions
from bot.rummy.melds.state import MeldsState
from bot.rummy.moves import Move, Verb, parse_move
from bot.rummy.options import Options, options_for


def deck_of(options: Options, hands: Sequence[str], then: str, dealer: int) -> tuple[Card, ...]:
    """Return a deck that deals these hands, seat 0's first, then these cards; the rest follows in order.

    A hand that ends with ``...`` is filled from that rest. An empty one is that of a seat that waits (G3-5).
    """
    pack, seats = options.pack, len(hands)
    size = HAND if isinstance(options, GinOptions) else options.hand_size(seats)
    held = [[parse_card(word) for word in hand.removesuffix("...").split()] for hand in hands]
    stock = [parse_card(word) for word in then.split()]
    named = Counter(card for cards in (*held, stock) for card in cards)
    assert not named - Counter(pack), "a card is in too many places"
    rest = list((Counter(pack) - named).elements())
    for hand, text in zip(held, hands, strict=True):
        if text.endswith("..."):
            missing = size - len(hand)
            hand.extend(rest[:missing])
            rest = rest[missing:]
        assert len(hand) == size or not text, f"a hand has {size} cards, not {len(hand)}"
    first = (dealer + 1) % seats
    dealt = [hand for hand in (*held[first:], *held[:first]) if hand]
    return (*(card for cards in zip(*dealt, strict=True) for card in cards), *stock, *rest)


def melds_options(variant: Variant, **changes: object) -> MeldsOptions:
    """Return the options of Basic or German Rummy with changes."""
    options = options_for(variant, changes)
    assert isinstance(options, MeldsOptions)
    return options


def dealt(options: MeldsOptions, hands: Sequence[str], then: str, *moves: str) -> MeldsState:
    """Return a state after the deal, as `deck_of` stacks it, in which seat 1 begins, and some moves."""
    return played(deal(new_game(options, len(hands), 0), deck_of(options, hands, then, 0)), *moves)


def played(state: MeldsState, *moves: str) -> MeldsState:
    """Return the state after moves in their text form."""
    for move in moves:
        state = apply(state, parse_move(move))
    return state


def filled(text: str, cards: Sequence[Card]) -> tuple[Card, ...]:
    """Return cards with those in the text first; the others keep their order."""
    start, rest = [parse_card(word) for word in text.split()], list(cards)
    for card in start:
        rest.remove(card)
    return (*start, *rest)


def whole_turn(state: State, what: str) -> tuple[Move, Move]:
    """Return the moves of a turn that a scenario describes in words, for the seat on turn."""
    seat = state.turn
    assert seat is not None
    drawn, top = state.deck[state.gone], next(iter(state.discards[-1:]), None)
    match what:
        case "draw, discard it":
            return Move(seat, Verb.DRAW), Move(seat, Verb.DISCARD, drawn)
        case "take, discard it":
            return Move(seat, Verb.TAKE), Move(seat, Verb.DISCARD, top)
        case "take, discard another":
            hand = state.hands[seat] if isinstance(state, MeldsState) else cards_in(state.hands[seat])
            other = next(card for card in sorted((*hand, top), reverse=True) if card != top)
            return Move(seat, Verb.TAKE), Move(seat, Verb.DISCARD, other)
    raise AssertionError(f"no such turn: {what}")
