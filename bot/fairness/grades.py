"""Grades of proof: how much a game's record proves about who could have chosen its cards."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from bot.fairness.chains import QUICKNET, Chain
from bot.fairness.signatures import is_signature_of
from bot.rummy.records.fairness import Fairness
from bot.rummy.records.sealed import RecordedBeacon, SealedFairness
from bot.rummy.records.starts import BeaconRound

PINNED: Final = (QUICKNET,)
"""The chains whose rounds count as public."""
_COMPUTERS_CUT: Final = "computer"
_SHORTEST_INTERACTION: Final = 15
"""The fewest digits of an interaction's id, which was the default cut in records of version 1."""


class Grade(StrEnum):
    """How much a shuffle proves, the strongest first."""

    NOBODY = "nobody"  # nobody could have chosen the cards: a public beacon was mixed in
    LAST_CUT = "last cut"  # proven for the player who cut last: nothing changed after that cut
    UNLESS_OPERATOR = "unless operator"  # proven unless the bot's operator was playing: who knew the secret could cut
    NO_CUTS = "no cuts"  # not proven: the bot's operator could have chosen the cards


class BeaconFault(StrEnum):
    """Why a record's beacon proves nothing."""

    OTHER_CHAIN = "other chain"  # a chain that isn't pinned, so its operator could know the rounds before
    FORGED = "forged"  # the signature isn't the one of the round
    TOO_LATE = "too late"  # the message came too late: the round may have been known


@dataclass(frozen=True, slots=True)
class Proof:
    """What shuffles prove: the grade, the seat that cut last (`Grade.LAST_CUT`), and why a beacon doesn't count."""

    grade: Grade
    seat: int | None = None
    beacon_fault: BeaconFault | None = None


def grade_of_cuts(cutters: Sequence[int], *, last: bool) -> Proof:
    """Grade a start without a beacon, from the seats that cut, in order.

    ``last``: neither players nor rules changed after the last cut.
    """
    if not cutters:
        return Proof(Grade.NO_CUTS)
    return Proof(Grade.LAST_CUT, cutters[-1]) if last else Proof(Grade.UNLESS_OPERATOR)


def grade_of(fairness: Fairness | SealedFairness, chains: Sequence[Chain] | None = None) -> Proof:
    """Grade the shuffles of a record that `bot.rummy.records.checking.verify` has found in order.

    ``chains`` are the pinned ones; only tests pass others.
    """
    if isinstance(fairness, Fairness):
        typed = any(not _is_default(cut) for cut in fairness.cuts)
        return Proof(Grade.UNLESS_OPERATOR if typed else Grade.NO_CUTS)
    terms = fairness.terms
    fault = None
    if terms.beacon is not None and fairness.beacon is not None:
        fault = _beacon_fault(terms.beacon, fairness.beacon, PINNED if chains is None else chains)
        if fault is None:
            return Proof(Grade.NOBODY)
    of_cuts = grade_of_cuts([cut.seat for cut in fairness.cuts], last=terms.last)
    return Proof(of_cuts.grade, of_cuts.seat, fault)


def chain_called(chain: str) -> str | None:
    """Return the name of a pinned chain by its hash; None for any other."""
    return next((one.name for one in PINNED if one.hash == chain), None)


def _beacon_fault(named: BeaconRound, proof: RecordedBeacon, chains: Sequence[Chain]) -> BeaconFault | None:
    chain = next((one for one in chains if one.hash == named.chain), None)
    if chain is None:
        return BeaconFault.OTHER_CHAIN
    if not is_signature_of(chain, named.round, proof.signature):
        return BeaconFault.FORGED
    return None if chain.was_early(named.round, proof.message) else BeaconFault.TOO_LATE


def _is_default(cut: str) -> bool:
    """Return whether a cut of version 1 was made by the bot: the id of a click, or that of a computer."""
    return cut in ("", _COMPUTERS_CUT) or (cut.isdecimal() and len(cut) >= _SHORTEST_INTERACTION)
