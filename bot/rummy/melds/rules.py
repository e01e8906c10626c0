"""The rules of a game with melds on the table, made from its options."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from bot.rummy.cards import PACK, POINTS, Card
from bot.rummy.families import Variant
from bot.rummy.melds.options import BasicOptions, GermanOptions, MeldsOptions
from bot.rummy.moves import Verb

_HIGH_ACE: Final = 13
_KING: Final = 12
_QUEEN_OF_SPADES: Final = 24
_VERBS: Final = (Verb.DRAW, Verb.TAKE, Verb.MELD, Verb.LAYOFF, Verb.UNDO, Verb.DISCARD, Verb.TAKEBACK)


@dataclass(frozen=True, slots=True)
class MeldRules:
    """The rules of melds, turns and counting of a game; `rules_for` makes them from its options."""

    variant: Variant
    initial: int | None  # the value that the first melds need (D-7, H-2); 0: any (H-3); None: no first melds are needed
    last_rank: int  # of a run that does not wrap: 12 the king, 13 the ace after it (B-3, D-3)
    corner: bool  # an ace may be in the middle of a run (H-4)
    joker_rule: bool  # H-6
    set_order: bool  # H-7
    one_meld: bool  # one meld per turn (B-14)
    keep_taken: bool  # a card taken can't be discarded in that turn (B-5)
    last_discard: bool  # going out takes a discard (D-11)
    claim: bool  # H-8
    casino: bool  # H-10
    verbs: tuple[Verb, ...]  # the kinds of moves that the game has
    stalemate: bool  # a deal that nobody wins scores nothing (B-10), and can end with nobody able to go out (B-9)
    losers_pay: bool  # the winner's points are taken from the others (D-13)
    last_face_down: bool  # the last discard of a player who goes out lies face down (B-6)
    reshuffles: int  # how often the discard pile becomes a new stock (B-7)
    ace: int  # the value of an ace in a set, and after a king (C-6, D-1)
    hand_values: tuple[int, ...]  # the value of each card left in the hand, the joker last (C-6, D-1, H-10)

    def rule(self, basic: str, german: str) -> str:
        """Return this game's id for a rule that Basic and German Rummy share."""
        return basic if self.variant is Variant.BASIC else german


@lru_cache
def rules_for(options: MeldsOptions) -> MeldRules:
    """Return the rules of a game with these options."""
    match options:
        case BasicOptions():
            return MeldRules(
                options.variant,
                initial=None,
                last_rank=_KING,
                corner=False,
                joker_rule=False,
                set_order=False,
                one_meld=options.one_meld_per_turn,
                keep_taken=True,
                last_discard=False,
                claim=False,
                casino=False,
                verbs=_VERBS,
                stalemate=True,
                losers_pay=False,
                last_face_down=True,
                reshuffles=options.reshuffles,
                ace=1,
                hand_values=(*POINTS, 0),
            )
        case GermanOptions():
            return MeldRules(
                options.variant,
                initial=_initial(options),
                last_rank=_HIGH_ACE,
                corner=options.round_the_corner,
                joker_rule=options.joker_rule,
                set_order=options.set_rule,
                one_meld=False,
                keep_taken=False,
                last_discard=not options.win_without_discard,
                claim=options.claim,
                casino=options.casino_scoring,
                verbs=(*_VERBS, Verb.SWAP, Verb.CLAIM),
                stalemate=False,
                losers_pay=True,
                last_face_down=False,
                reshuffles=options.reshuffles,
                ace=11,
                hand_values=(*map(_casino_value, PACK), 0) if options.casino_scoring else (*map(_value, PACK), 20),
            )


def in_meld(rank: int, rules: MeldRules, *, low: bool = False) -> int:
    """Return the value of a card of a rank in a meld; ``low`` for an ace that begins a run (C-6, D-1)."""
    if rank == 0:
        return 1 if low else rules.ace
    return min(rank + 1, 10)


def _initial(options: GermanOptions) -> int:
    """Return the value that the first melds of a round need (D-7, H-1 to H-3)."""
    if options.small_deck or options.no_initial_meld:
        return 0
    return 40 if options.initial_40 else 30


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
