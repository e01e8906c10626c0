"""The packing problem: choose the candidates to lay and the card to discard for the largest gain."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from bot.laydown.candidates import Candidate
from bot.rummy.cards import Card


class CardKind(NamedTuple):
    """A kind of card in the hand."""

    card: Card
    copies: int
    discard_gain: int | None  # the gain of discarding one; None: that isn't allowed


class Packing(NamedTuple):
    """A solution: the candidates taken, and the number of jokers that are laid off wherever there is room as well."""

    candidates: tuple[Candidate, ...]
    jokers: int
    gain: int  # of the candidates, the discard and the jokers kept
    prices: Mapping[int, int] = {}  # of the resources by name, if there were enough candidates to price them


@dataclass(frozen=True, slots=True)
class PackingProblem:
    """A set packing problem with jokers as a shared resource.

    Cards are decided in the order of ``hand``, and the first one left is discarded; so the list begins with the best
    discards. Gains are whole numbers.
    """

    hand: tuple[CardKind, ...]
    candidates: Sequence[Candidate]
    gains: Sequence[int]  # of the candidates
    one_meld: bool  # one new meld at most (B-14)
    jokers: int  # held
    more_jokers: int  # that could be swapped out
    room: int | None  # jokers that the melds on the table take; None: enough, whatever is done
    joker_kept_gain: int  # the gain of a joker that stays in the hand: negative or 0
    joker_discard_gain: int | None  # the gain of discarding a joker with other cards in hand; None: not allowed
    last_joker_discard_gain: int | None  # the same with nothing but jokers left
    may_empty: bool  # the turn may end with no card left
    first: int  # the value that the first melds need, 0 if none
    swaps_owe: bool  # jokers swapped out have to be laid (H-6)
    owed: int  # jokers that have to be laid already
    counted: bool  # candidates place every joker; else the others are laid off wherever there is room
    complete: bool  # no candidates were left out
