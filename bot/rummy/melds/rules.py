"""The rules of a game with melds on the table, made from its options.

What a meld, a lay-off, a swap and a first meld are is declared here and in `bot.rummy.melds.table_meld`. The engine and
the search for lay-downs (`bot.laydown`) both ask that, so a house rule about them is one function here: a `Need` of the
first melds, or a `Limit` of what may be laid.
"""

from functools import lru_cache
from typing import Final

from bot.rummy.cards import PACK, POINTS, Card
from bot.rummy.melds.options import BasicOptions, GermanOptions, MeldsOptions, RumOptions, Take
from bot.rummy.melds.table_meld import Limit, MeldRules, Need, pure_runs, value_of
from bot.rummy.moves import Verb
from bot.rummy.refusals import Reason

_HIGH_ACE: Final = 13
_KING: Final = 12
_DEAR_ACE: Final = 15
"""The value of an ace in 500 Rum (R-4)."""
_QUEEN_OF_SPADES: Final = 24
_VERBS: Final = (Verb.DRAW, Verb.TAKE, Verb.MELD, Verb.LAYOFF, Verb.UNDO, Verb.DISCARD, Verb.TAKEBACK)


@lru_cache
def rules_for(options: MeldsOptions) -> MeldRules:
    """Return the rules of a game with these options."""
    match options:
        case BasicOptions():
            return _basic(options)
        case GermanOptions():
            return _german(options)
        case RumOptions():
            return _rum(options)


def _basic(options: BasicOptions) -> MeldRules:
    return MeldRules(
        options.variant,
        first=None,
        last_rank=_KING,
        corner=False,
        joker_rule=False,
        set_order=False,
        one_meld=options.one_meld_per_turn,
        keep_taken=True,
        use_taken=False,
        last_discard=False,
        claim=False,
        casino=False,
        from_below=options.takes_from_below,
        laid_counts=False,
        verbs=_VERBS,
        stalemate=True,
        paid_by_losers=options.losers_pay,
        winner_paid=not options.losers_pay,
        last_face_down=True,
        reshuffles=options.reshuffles,
        ace=1,
        hand_values=(*POINTS, 0),
    )


def _german(options: GermanOptions) -> MeldRules:
    return MeldRules(
        options.variant,
        first=_first_melds(options),
        last_rank=_HIGH_ACE,
        corner=options.round_the_corner,
        joker_rule=options.joker_rule,
        set_order=options.set_rule,
        one_meld=False,
        keep_taken=False,
        use_taken=options.take is Take.USE,
        last_discard=not options.win_without_discard,
        claim=options.claim,
        casino=options.casino_scoring,
        from_below=options.takes_from_below,
        laid_counts=False,
        verbs=(*_VERBS, Verb.SWAP, Verb.CLAIM),
        stalemate=False,
        paid_by_losers=True,
        winner_paid=not options.losers_pay,
        last_face_down=False,
        reshuffles=options.reshuffles,
        ace=11,
        hand_values=(*map(_casino_value, PACK), 0)
        if options.casino_scoring
        else (*map(_value, PACK), options.joker_value),
        limits=_limits(options),
    )


def _rum(options: RumOptions) -> MeldRules:
    return MeldRules(
        options.variant,
        first=None,
        last_rank=_HIGH_ACE,
        corner=False,
        joker_rule=False,
        set_order=False,
        one_meld=False,
        keep_taken=True,
        use_taken=False,
        last_discard=False,
        claim=False,
        casino=False,
        from_below=options.takes_from_below,
        laid_counts=True,
        verbs=_VERBS,
        stalemate=False,
        paid_by_losers=True,
        winner_paid=False,
        last_face_down=False,
        reshuffles=options.reshuffles,
        ace=_DEAR_ACE,
        hand_values=(*(points if card % 13 else _DEAR_ACE for card, points in zip(PACK, POINTS, strict=True)), 0),
    )


_PURE_RUN: Final = Need(
    "H-13",
    1,
    pure_runs,
    Reason.PURE_RUN_MISSING,
    early=Reason.PURE_RUN_FIRST,
    out=("H-13", Reason.PURE_RUN_OUT),
    as_well=(Reason.INITIAL_AND_RUN_BELOW, Reason.INITIAL_AND_RUN_FIRST, Reason.INITIAL_AND_RUN_OUT),
)


def _first_melds(options: GermanOptions) -> tuple[Need, ...]:
    """Return what the first melds of a round need together (D-7, H-1 to H-3, H-12, H-13)."""
    needs = []
    least = _initial(options)
    if least:
        rule = "H-2" if options.initial_40 else "D-7"
        out = ("H-9", Reason.INITIAL_OUT)
        needs.append(Need(rule, least, value_of, Reason.INITIAL_BELOW, early=Reason.INITIAL_FIRST, out=out))
    if options.pure_run:
        needs.append(_PURE_RUN)
    return tuple(needs)


def _initial(options: GermanOptions) -> int:
    """Return the value that first melds need; 0: any (D-7, H-1 to H-3, H-12)."""
    if options.initial is not None:
        return options.initial
    if options.small_deck or options.no_initial_meld:
        return 0
    return 40 if options.initial_40 else 30


def _limits(options: GermanOptions) -> tuple[Limit, ...]:
    """Return the house rules on what may be laid that aren't fields of `MeldRules`."""
    del options  # so far there are none
    return ()


def _value(card: Card) -> int:
    """Return the value of a card left in the hand (D-1)."""
    return 11 if card % 13 == 0 else POINTS[card]


def _casino_value(card: Card) -> int:
    """Return the value of a card by the casino's table (H-10)."""
    if card == _QUEEN_OF_SPADES:
        return 40
    if card % 13 == 0:
        return 15
    return 5 if POINTS[card] < 10 else 10
