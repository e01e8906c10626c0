"""Games to test with: random options, random games with their records, and states that differ in hidden cards."""

from dataclasses import replace
from random import Random

from bot.rummy.arrange import arrangements, deadwood
from bot.rummy.cards import Card, cards_in, mask_of
from bot.rummy.gin import GinState, apply, deal, legal_moves, new_game
from bot.rummy.moves import Move, Verb
from bot.rummy.options import CHOICES, RANGES, SWITCHES, GinOptions, Variant, options_for
from bot.rummy.record import Fairness, write
from bot.rummy.shuffle import chain_link, commitment, deck_for, first_dealer_for
from bot.rummy.views import Phase

NAMES = ("Ala", "Bob")


def random_options(rng: Random, variant: Variant | None = None) -> GinOptions:
    """Options of a variant with about a third of them changed to anything that is allowed."""
    variant = variant or rng.choice(list(Variant))
    changes: dict[str, object] = {
        name: rng.choice(values) for name, values in RANGES.items() if rng.random() < 0.3 and name != "deals"
    }
    changes |= {name: rng.choice(list(words)).value for name, words in CHOICES.items() if rng.random() < 0.3}
    changes |= {name: rng.random() < 0.5 for name, owner in SWITCHES.items() if owner is variant}
    if variant is not Variant.HOLLYWOOD and rng.random() < 0.3:
        changes["deals"] = rng.randint(1, 4)
    return options_for(variant, changes)


def likely_move(state: GinState, rng: Random) -> Move:
    """A legal move that gets somewhere: mostly the discard with the least deadwood, or a knock."""
    moves = legal_moves(state)
    if state.phase is not Phase.DISCARD or rng.random() < 0.1:
        return rng.choice(moves)
    knocks = [move for move in moves if move.verb is Verb.KNOCK]
    if knocks and rng.random() < 0.5:
        return with_melds(state, rng.choice(knocks), rng)
    hand = state.hands[moves[0].seat]
    discards = [move for move in moves if move.verb is Verb.DISCARD]
    return min(discards, key=lambda move: (deadwood(hand ^ 1 << move.named), rng.random()))


def with_melds(state: GinState, knock: Move, rng: Random) -> Move:
    """A knock as it is, or with any arrangement that the rules accept for it."""
    hand = state.hands[knock.seat] ^ 1 << knock.named
    choices = arrangements(hand, state.knock_limit if deadwood(hand) else 0)
    return replace(knock, melds=rng.choice([None, *(choice.melds for choice in choices)]))


def random_game(options: GinOptions, rng: Random, limit: int = 1500) -> tuple[dict[str, object], list[GinState]]:
    """Play a game to its end, or for at most so many moves; answer its record, fair shuffles and all, and its states.

    The states begin with that before the first deal. A game that was cut short shows no secret of the running deal.
    """
    last, cuts = rng.randbytes(32), ("123456789", "Ala/cut é")
    dealer, draw = first_dealer_for(chain_link(last, 1), cuts, options)
    states = [new_game(options, dealer, draw)]
    decks, moves = [], []
    played = 0
    while states[-1].phase is not Phase.OVER and played < limit:
        if states[-1].phase is Phase.DEAL:
            k = states[-1].deal + 1
            decks.append(deck_for(chain_link(last, k), cuts, k))
            moves.append(list[str]())
            states.append(deal(states[-1], decks[-1]))
        else:
            move = likely_move(states[-1], rng)
            states.append(apply(states[-1], move))
            moves[-1].append(str(move))
            played += 1
    secrets = tuple(chain_link(last, k).hex() for k in range(1, len(states[-1].deals) + 1))
    fairness = Fairness(commitment(last), cuts, secrets)
    return write(options, NAMES, fairness, zip(decks, moves, strict=True), dealer), states


def twin(state: GinState, seat: int | None, rng: Random) -> GinState:
    """A state that differs only in what ``seat`` can't see: others' hands, what they drew, the stock, the deal before.

    After a knock the hands are open, and hidden are the stock and the card that lies face down.
    """
    if not state.deck:
        return state
    hidden = [0 if other == seat or state.showdown else state.hands[other] for other in (0, 1)]
    if state.turn is not None and state.taken is not None:
        hidden[state.turn] &= ~(1 << state.taken)
    face_down = [] if state.showdown is None or state.showdown.knocker == seat else [_face_down(state)]
    pool = [*cards_in(hidden[0]), *cards_in(hidden[1]), *state.stock, *face_down]
    rng.shuffle(pool)
    hands = list(state.hands)
    for other in (0, 1):
        count = hidden[other].bit_count()
        hands[other] ^= hidden[other] ^ mask_of(pool[:count])
        pool = pool[count:]
    stock = pool[: len(state.stock)]
    before = (
        rng.sample(state.deck[:20], 20)
        + list(state.deck[20:21])
        + rng.sample(state.deck[21 : state.gone], state.gone - 21)
    )
    drawn = state.drawn
    if drawn is not None and state.turn != seat and not state.took:
        drawn = rng.choice(cards_in(hands[state.turn or 0]))
    recent = tuple(
        event if event.seen_by(seat) == event else replace(event, card=rng.randrange(52)) for event in state.recent
    )
    return replace(state, hands=(hands[0], hands[1]), deck=bytes([*before, *stock]), drawn=drawn, recent=recent)


def _face_down(state: GinState) -> Card:
    """Find the card that was knocked with."""
    card = state.recent[-1].card
    assert card is not None
    return card
