"""Views of games with melds on the table, to draw."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any
from unittest.mock import patch

from bot.rummy.cards import JOKER, parse_card
from bot.rummy.families import Variant
from bot.rummy.melds.options import BasicOptions, GermanOptions, MeldsOptions
from bot.rummy.melds.rules import rules_for
from bot.rummy.melds.scoring import blank_sheet, game_result, score_nobody_out, score_out, with_deal
from bot.rummy.melds.state import MeldsState
from bot.rummy.melds.table_meld import TableMeld, read_meld
from bot.rummy.melds.views import MeldsView
from bot.rummy.results import Column, DealResult, Ending
from bot.rummy.views import Phase
from tests.cards import cards
from tests.rummy.helpers import melds_states, random_melds_options

GERMAN = GermanOptions(Variant.GERMAN, rounds=5)
BASIC = BasicOptions(Variant.BASIC)
FOUR = ("Ola", "Kuba", "Jan", "Ewa")
SIX = (*FOUR, "Piotr", "Zofia")
REAL = [
    *((Variant.BASIC, seats) for seats in (2, 4)),
    *((Variant.GERMAN, seats) for seats in (3, 5, 6)),
    *((Variant.RUM500, seats) for seats in (2, 3, 4)),
]
"""Games, and how many play them, of which `played` are drawn."""
PILE = cards("KH 2S 9C 4D JS TH 9D")

_SCORES = (48, -31, 120, -137, 0, -209)
_COUNTS = (13, 9, 11, 4, 14, 8)


def german(**changes: Any) -> GermanOptions:  # noqa: ANN401 - any option
    """German Rummy of five rounds, with changes."""
    return replace(GERMAN, **changes)


def lying(text: str, options: MeldsOptions = GERMAN) -> tuple[TableMeld, ...]:
    """Return melds on the table, from ``7S XX 9S / QC QH QD``."""
    return tuple(read(part, options) for part in text.split(" / "))


def read(text: str, options: MeldsOptions = GERMAN) -> TableMeld:
    meld = read_meld(cards(text), rules_for(options))
    assert isinstance(meld, TableMeld), text
    return meld


def spectated(seats: int = 4, **changes: Any) -> MeldsView:  # noqa: ANN401 - any field of a view
    """Return a public view of a round of German Rummy in its eighth turn, with changes."""
    melds = changes.get("melds", ())
    options = changes.get("options", GERMAN)
    view = MeldsView(
        seat=None,
        options=options,
        phase=Phase.DRAW,
        deal=3,
        dealer=1,
        waits=None,
        turn=0,
        turns=7,
        hand=(),
        drawn=None,
        taken=None,
        discards=PILE,
        discarders=(),
        stock=41,
        counts=_COUNTS[:seats],
        quiet_turns=0,
        known=((),) * seats,
        recent=(),
        moves=(),
        deals=(),
        columns=(Column((), _SCORES[:seats], (True,) * seats, None, over=False),),
        result=None,
        melds=melds,
        staged=(frozenset[int](),) * len(melds),
        opened=(False, *(bool(melds),) * (seats - 1)),
        needs=rules_for(options).initial,
        laid=0,
        owed=0,
        debt=None,
        may_meld=True,
        may_lay=True,
        claim=None,
        takeback=None,
        reshuffled=False,
        hands=(),
        table_points=(0,) * seats,
    )
    return replace(view, **changes)


def held(text: str, drawn: str | None = None, **changes: Any) -> MeldsView:  # noqa: ANN401 - any field of a view
    """Return the view of seat 0 in its turn, holding these cards."""
    hand = tuple(sorted(cards(text)))
    card = None if drawn is None else parse_card(drawn)
    mine: dict[str, Any] = {"seat": 0, "hand": hand, "drawn": card, "phase": Phase.LAY}
    return spectated(**(mine | changes))


def ended(
    *hands: str,
    winner: int | None = None,
    rummy: bool = False,
    options: MeldsOptions = GERMAN,
    **changes: Any,  # noqa: ANN401 - any field of a view
) -> MeldsView:
    """Return a public view after a deal that left the seats these hands."""
    left = tuple(tuple(sorted(cards(hand))) for hand in hands)
    rules, seats = rules_for(options), len(hands)
    if winner is None:
        result = score_nobody_out(rules, left, Ending.STOCK)
    else:
        result = score_out(rules, winner, left, (77,) * seats, rummy=rummy)
    over: dict[str, Any] = {
        "turn": None,
        "phase": Phase.DEAL,
        "deals": (result,),
        "columns": with_deal(options, blank_sheet(seats), result),
        "hands": left,
        "counts": tuple(map(len, left)),
    }
    return spectated(seats, **({"options": options} | over | changes))


def scored(options: MeldsOptions, seats: int, deals: int, seed: int = 1) -> MeldsView:
    """Return a public view after a number of deals of all kinds, with their score sheet."""
    rng, rules, sheet = Random(seed), rules_for(options), blank_sheet(seats)
    results: list[DealResult] = []
    while len(results) < deals:
        pack = rng.sample(options.pack, 13 * seats)
        hands = [pack[13 * seat : 13 * seat + rng.randint(1, 13)] for seat in range(seats)]
        if rng.random() < 0.2:
            results.append(score_nobody_out(rules, hands, Ending.STOCK))
        else:
            winner = rng.randrange(seats)
            hands[winner] = []
            results.append(score_out(rules, winner, hands, (50,) * seats, rummy=rng.random() < 0.3))
        sheet = with_deal(options, sheet, results[-1])
    phase = Phase.OVER if sheet[0].over else Phase.DEAL
    return spectated(
        seats,
        options=options,
        columns=sheet,
        deals=tuple(results),
        deal=deals,
        result=game_result(sheet, results),
        turn=None,
        phase=phase,
    )


@contextmanager
def six_may_play() -> Iterator[None]:
    """Let up to six players play German Rummy."""
    with patch.object(GermanOptions, "seat_counts", range(2, 7)):
        yield


def random_meld(rng: Random, size: int, options: MeldsOptions = GERMAN) -> TableMeld:
    """Return a meld of this size with up to two jokers."""
    low, suit = rng.randrange(15 - size if size < 14 else 1), rng.randrange(4)
    run = [13 * suit + (low + place) % 13 for place in range(size)]
    if size <= 4 and rng.random() < 0.4:
        run = [13 * suit + low % 13 for suit in rng.sample(range(4), size)]
    for place in rng.sample(range(size), rng.choice((0, 0, 1, min(2, size - 2)))):
        run[place] = JOKER
    found = read_meld(run, rules_for(options))
    return found if isinstance(found, TableMeld) else random_meld(rng, size, options)


def random_table(rng: Random, melds: int, most: int, longest: int = 13) -> tuple[TableMeld, ...]:
    """Return a number of melds with at most ``most`` cards in total, in any order."""
    sizes = [3] * melds
    while sum(sizes) < most and min(sizes) < longest and rng.random() < 0.98:
        place = rng.choice([at for at, size in enumerate(sizes) if size < longest])
        sizes[place] = min(sizes[place] + rng.choice((1, 1, 1, 5, 9)), longest, sizes[place] + most - sum(sizes))
    rng.shuffle(sizes)
    return tuple(random_meld(rng, size) for size in sizes)


@cache
def played(variant: Variant, seats: int, seed: int) -> tuple[MeldsState, ...]:
    """Return the states of a random game, by random house rules."""
    rng = Random(f"{variant} {seats} {seed}")
    with six_may_play():
        options = random_melds_options(rng, variant, seats)
        return tuple(melds_states(options, seats, rng, limit=400))
