"""Test games: random options, random games with their records, and states that differ only in hidden cards."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache, partial
from itertools import islice
from random import Random
from typing import Any, NamedTuple

from bot.rummy import games
from bot.rummy.cards import JOKER, Card, cards_in, code, mask_of
from bot.rummy.families import Variant
from bot.rummy.games import State
from bot.rummy.gin.arrange import arrangements, deadwood
from bot.rummy.gin.game import legal_moves
from bot.rummy.gin.options import GIN_PRESETS, GinOptions
from bot.rummy.gin.state import GinState
from bot.rummy.house_rules import ValueKind
from bot.rummy.melds import game as table_melds
from bot.rummy.melds.options import MeldsOptions
from bot.rummy.melds.state import MeldsState
from bot.rummy.melds.table_meld import readings
from bot.rummy.moves import Move, Verb
from bot.rummy.options import OptionError, Options, house_rules, options_for, switches_of
from bot.rummy.records.checking import Fairness, PlayedDeal, write
from bot.rummy.records.sealed import RecordedBeacon, RecordedCut, SealedFairness, StartCounts, VoidedStart
from bot.rummy.records.starts import PERSON, BeaconRound, StartTerms, cut_digest, options_in_start, salt_digest
from bot.rummy.shuffle import (
    CHAIN_LENGTH,
    chain_link,
    chain_links,
    commitment,
    dealer_for_round,
    deck_for,
    first_deal_for,
    reshuffled_for,
)
from bot.rummy.views import Phase

NAMES = ("Ala", "Bob", "Cyd", "Dag", "Eve", "Fay")
FOR_TWO = [variant for variant, options in GIN_PRESETS.items() if not options.three]


def random_options(rng: Random, variant: Variant | None = None) -> GinOptions:
    """Return options of a gin variant, by default one for two, with about a third of them changed to random values."""
    variant = variant or rng.choice(FOR_TWO)
    declared = house_rules(variant).values()
    numbers = [rule for rule in declared if rule.kind is ValueKind.NUMBER and rule.name != "deals"]
    words = [rule for rule in declared if rule.kind is ValueKind.CHOICE]
    changes: dict[str, object] = {
        rule.name: rng.choice(rule.values) for rule in (*numbers, *words) if rng.random() < 0.3
    }
    changes |= {name: rng.random() < 0.5 for name in switches_of(variant)}
    if variant is not Variant.HOLLYWOOD and rng.random() < 0.3:
        changes["deals"] = rng.randint(1, 4)
    options = options_for(variant, changes)
    assert isinstance(options, GinOptions)
    return options


def likely_move(state: GinState, rng: Random) -> Move:
    """Return a legal move that makes progress: mostly the discard with the least deadwood, or a knock."""
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
    """Return a knock unchanged, or with a random arrangement that the rules accept."""
    hand = state.hands[knock.seat] ^ 1 << knock.named
    choices = arrangements(hand, state.knock_limit if deadwood(hand) else 0)
    return replace(knock, melds=rng.choice([None, *(choice.melds for choice in choices)]))


def random_game(
    options: GinOptions, rng: Random, limit: int = 1500, *, start: StartTerms | None = None
) -> tuple[dict[str, object], list[GinState]]:
    """Play a game of the gin family to its end, or for at most ``limit`` moves; return its record and its states.

    The record has version 1; with a ``start``, as `started` makes it, version 2.
    """
    played = _random_game(options, options.seat_counts[0], rng, likely_move, limit, start=start)
    return played.record(), _gin(played.states)


def gin_states(options: GinOptions, rng: Random, limit: int = 1500) -> list[GinState]:
    """Play like `random_game`, and return only the states: writing a record takes a quarter of the time."""
    return _gin(_random_game(options, options.seat_counts[0], rng, likely_move, limit).states)


def _gin(states: list[State]) -> list[GinState]:
    return [state for state in states if isinstance(state, GinState)]


def random_melds_game(
    options: MeldsOptions, seats: int, rng: Random, limit: int = 1500, *, start: StartTerms | None = None
) -> tuple[dict[str, object], list[MeldsState]]:
    """Play a game with melds on the table, like `random_game`; the players' eagerness to lay varies by game."""
    eager = rng.choice([0.05, 0.4, 0.9])
    played = _random_game(options, seats, rng, partial(likely_lay, eager=eager), limit, start=start)
    return played.record(), _melds(played.states)


def melds_states(options: MeldsOptions, seats: int, rng: Random, limit: int = 1500) -> list[MeldsState]:
    """Play like `random_melds_game`, and return only the states."""
    eager = rng.choice([0.05, 0.4, 0.9])
    return _melds(_random_game(options, seats, rng, partial(likely_lay, eager=eager), limit).states)


def _melds(states: list[State]) -> list[MeldsState]:
    return [state for state in states if isinstance(state, MeldsState)]


def random_melds_options(rng: Random, variant: Variant, seats: int) -> MeldsOptions:
    """Return random house rules of a game with melds on the table for this number of players."""
    changes: dict[str, object] = {name: rng.random() < 0.4 for name in switches_of(variant)}
    words = [rule for rule in house_rules(variant).values() if rule.kind is ValueKind.CHOICE]
    changes |= {rule.name: rng.choice(rule.values) for rule in words if rng.random() < 0.4}
    if variant is Variant.RUM500:
        changes["target"] = rng.randint(100, 200)
    elif variant is not Variant.BASIC:
        changes |= random_numbers(rng) | {"rounds": rng.randint(1, 3)}
    elif rng.random() < 0.5:
        changes["target"] = rng.randint(10, 60)
    try:
        options = options_for(variant, changes, seats)
    except OptionError:
        return random_melds_options(rng, variant, seats)
    assert isinstance(options, MeldsOptions)
    return options


def random_numbers(rng: Random) -> dict[str, object]:
    """Return random values for some of German Rummy's options that aren't switches, and an end that comes soon."""
    declared = house_rules(Variant.GERMAN).values()
    return {
        rule.name: rng.randint(0, 100) if rule.name == "end_at" else rng.choice(rule.values)
        for rule in declared
        if rule.kind is not ValueKind.SWITCH and rng.random() < 0.3
    }


def likely_lay(state: MeldsState, rng: Random, eager: float) -> Move:
    """Return a legal move: sometimes a claim or a taken card, some of the possible lays, or a discard."""
    seat = state.turn
    assert seat is not None
    if state.phase is Phase.DRAW:
        claims = [move for other in range(state.seats) for move in table_melds.legal_moves(state, other)]
        claims = [move for move in claims if move.verb is Verb.CLAIM]
        if claims and rng.random() < 0.3:
            return rng.choice(claims)
        taking = len(state.discards) if rng.random() < 0.4 else 0  # also from below
        return rng.choice(table_melds.legal_moves(state, seat)[: 1 + taking])
    moves = table_melds.legal_moves(state, seat)
    discards = [move for move in moves if move.verb is Verb.DISCARD]
    undo = [move for move in moves if move.verb is Verb.UNDO]
    lays, melds = [move for move in moves if move.verb in (Verb.LAYOFF, Verb.SWAP)], melds_to_lay(state)
    lays = lays or list(islice(melds, 1))  # whether there are any: the others only if one is chosen
    if lays and (not discards or rng.random() < eager):
        return rng.choice([*lays, *melds])
    if undo and (not discards or rng.random() < 0.05):
        return undo[0]
    return rng.choice(discards)


_PLACES = [mask_of(range(rank, 52, 13)) for rank in range(13)] + [
    mask_of(13 * suit + (low + place) % 13 for place in range(size))
    for suit in range(4)
    for low in range(13)
    for size in (3, 4, 5)
]
"""The cards of each rank, and of each run of three to five cards, also around the corner."""
_cards_of = cache(cards_in)


def melds_to_lay(state: MeldsState) -> Iterator[Move]:
    """Yield melds of three to five cards that the player on turn may lay, some of them with a joker."""
    assert state.turn is not None
    hand = mask_of(set(state.hands[state.turn]) - {JOKER})
    jokers = min(2, state.hands[state.turn].count(JOKER))
    groups = [_cards_of(hand & places) for places in _PLACES]
    found = {
        meld.cards: Move(state.turn, Verb.MELD, cards=meld.cards)
        for group in set(groups)
        for used in range(jokers + 1)
        if 3 <= len(group) + used <= 5
        for meld in readings((*group, *(JOKER,) * used), state.rules)
    }
    return (move for move in found.values() if table_melds.is_legal(state, move))


class _Played(NamedTuple):
    """A game: how to write its record with fair shuffles, and its states from before the first deal on.

    If the game was cut short, the record lacks the secret of the running deal.
    """

    record: Callable[[], dict[str, object]]
    states: list[State]


def _random_game(
    options: Options,
    seats: int,
    rng: Random,
    choose: Callable[[Any, Random], Move],
    limit: int,
    *,
    start: StartTerms | None = None,
) -> _Played:
    """Play a game."""
    last, cuts = rng.randbytes(32), ("123456789", "Ala/cut é", "", "computer", "five", "6")[:seats]
    if start is not None:
        last = LAST
    links = chain_links(last, CHAIN_LENGTH)
    shuffles: Fairness | SealedFairness = Fairness(commitment(last), cuts, ())
    if start is not None:
        shuffles, links = sealed(start), links[start.number - 1 :]
    mix, first = shuffles.mix, links[0]
    states = [games.new_game(options, seats, first_deal_for(first, mix, options))]
    deals: list[PlayedDeal] = []
    played = 0
    while states[-1].phase is not Phase.OVER and played < limit:
        state, k = states[-1], len(deals)
        if state.phase is Phase.DEAL:
            dealer = dealer_for_round(first, mix, k + 1) if options.dealer_by_chance else state.dealer
            deck = deck_for(links[k], mix, k + 1, options)
            deals.append(PlayedDeal(deck, list[str](), dealer, list[object](), state.waits))
            states.append(games.deal(state, deck, dealer))
        else:
            move = choose(state, rng)

            def reshuffle(pile: Sequence[Card], k: int = k) -> Sequence[Card]:
                stock = reshuffled_for(links[k - 1], mix, k, options, pile)
                deals[-1] = replace(deals[-1], reshuffles=[[code(card) for card in stock]])
                return stock

            states.append(games.apply(state, move, reshuffle))
            deals[-1] = replace(deals[-1], moves=[*deals[-1].moves, str(move)])
            played += 1
    secrets = tuple(link.hex() for link in links[: len(states[-1].deals)])
    return _Played(partial(write, options, NAMES[:seats], replace(shuffles, secrets=secrets), deals), states)


LAST = bytes(range(32))
"""The last link of the chain of all games with a start."""
SALTS = tuple(bytes([seat]) * 16 for seat in range(6))
SIGNATURE = bytes(range(48))
"""In place of a round's signature, for tests that don't check it."""
CUT = "Ala's cut | é"


def started(
    options: Options, seats: int, *, cuts: Sequence[int] = (0,), number: int = 1, beacon: BeaconRound | None = None
) -> StartTerms:
    """Return the start of a game in which these seats cut."""
    return StartTerms(
        number=number,
        variant=options.variant.value,
        options=options_in_start(options, seats),
        seats=(PERSON,) * seats,
        players=1,
        chain=commitment(LAST),
        salts=tuple(map(salt_digest, SALTS[: 4 if seats < 5 else 6])),  # up to four seats as in earlier versions
        cuts=tuple((seat, cut_digest(SALTS[seat], f"{CUT} {seat}")) for seat in cuts),
        last=True,
        beacon=beacon,
    )


def sealed(start: StartTerms) -> SealedFairness:
    """Return the shuffles of a game with this start, without secrets; the starts before it were void."""
    voided = (
        VoidedStart(replace(start, number=number).line, chain_link(LAST, number).hex())
        for number in range(1, start.number)
    )
    return SealedFairness(
        start.line,
        tuple(RecordedCut(seat, f"{CUT} {seat}", SALTS[seat]) for seat, _ in start.cuts),
        None if start.beacon is None else RecordedBeacon(2**60, SIGNATURE),
        (),
        tuple(voided),
        StartCounts(9, 2),
    )


def twin(state: GinState, seat: int | None, rng: Random) -> GinState:
    """Return a state that differs only in cards hidden from ``seat``: others' hands and draws, the stock, past deals.

    After a knock the hands are open, so only the stock and the face-down card are hidden. A captain's partner sees
    what the captain sees (G3-12).
    """
    if not state.deck:
        return state
    if state.trio is not None and seat not in (None, *state.pair) and state.options.has_box:
        seat = state.pair[0]
    seats = range(len(state.hands))
    hidden = [0 if other == seat or state.showdown else state.hands[other] & ~state.known[other] for other in seats]
    face_down = [] if state.showdown is None or state.showdown.knocker == seat else [_face_down(state)]
    pool = [*(card for cards in hidden for card in cards_in(cards)), *state.stock, *face_down]
    rng.shuffle(pool)
    hands = list(state.hands)
    for other in seats:
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
    return replace(state, hands=tuple(hands), deck=bytes([*before, *stock]), drawn=drawn, recent=recent)


def melds_twin(state: MeldsState, seat: int | None, rng: Random) -> MeldsState:
    """Return a state that differs only in cards hidden from ``seat``: others' hands, draws and lays, and the stock."""
    if not state.deck:
        return state
    if state.lays is not None and seat != state.turn:
        state = state.lays.before
    fixed: list[list[Card]] = [
        list(hand) if state.turn is None or at == seat else list(state.known[at]) for at, hand in enumerate(state.hands)
    ]
    missing = [len(hand) - len(known) for hand, known in zip(state.hands, fixed, strict=True)]
    face_down = [] if state.face_down is None else [state.face_down]
    pool = [*state.stock, *face_down]
    for hand, known in zip(state.hands, fixed, strict=True):
        rest = list(hand)
        for card in known:
            rest.remove(card)
        pool += rest
    rng.shuffle(pool)
    hands = []
    for known, count in zip(fixed, missing, strict=True):
        hands.append(bytes(sorted([*known, *pool[:count]])))
        pool = pool[count:]
    before = bytes(rng.randrange(53) for _ in range(state.gone))
    stock, down = bytes(pool[: len(state.stock)]), pool[len(state.stock) :]
    drawn = state.drawn
    if drawn is not None and state.turn is not None and state.turn != seat and not state.took:
        drawn = rng.choice(hands[state.turn])
    recent = tuple(
        event if event.seen_by(seat) == event else replace(event, card=rng.randrange(53)) for event in state.recent
    )
    lays = state.lays
    if lays is not None and state.turn is not None:
        mine = lays.before.hands[state.turn]
        others = (*hands[: state.turn], mine, *hands[state.turn + 1 :])
        lays = replace(lays, before=replace(lays.before, hands=others, deck=before + stock))
    return replace(
        state,
        hands=tuple(hands),
        deck=before + stock,
        face_down=down[0] if down else None,
        drawn=drawn,
        recent=recent,
        lays=lays,
    )


def _face_down(state: GinState) -> Card:
    """Return the card that was discarded face down for the knock."""
    card = state.recent[-1].card
    assert card is not None
    return card
