"""Grades of proof: how much a game's record proves about who could have chosen its cards."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from typing import Final

from bot.fairness.chains import QUICKNET, SECOND, Chain, is_signature_of
from bot.rummy.families import Variant
from bot.rummy.options import options_for
from bot.rummy.records.fairness import Fairness
from bot.rummy.records.sealed import RecordedBeacon, SealedFairness
from bot.rummy.records.starts import BeaconRound, StartTerms, options_in_start
from bot.rummy.shown import is_plain

PINNED: Final = (QUICKNET,)
"""The chains whose rounds count as public."""


class Grade(StrEnum):
    """How much a shuffle proves, the strongest first."""

    NOBODY = "nobody"  # nobody could have chosen the cards, if the announcement of the start shows its code
    LAST_CUT = "last cut"  # proven for the player who cut last: nothing changed after that cut
    UNLESS_OPERATOR = "unless operator"  # proven unless the bot's operator was playing: who knew the secret could cut
    NOT_PROVEN = "not proven"  # the bot's operator could have chosen the cards


class Doubt(StrEnum):
    """Why shuffles prove nothing: what could have been chosen. Each value is the English reason."""

    NO_CUTS = "no cuts"
    DELETED_CUT = "the text of a cut was deleted, so it can't be shown any more"  # its digest could be any
    HIDDEN_CUT = "a cut has characters that nobody can see"  # so another text would look like the player's
    IDLE_RULES = "the start has rules that don't apply in this game"  # the lobby didn't show their values
    FIRST_VERSION = "anyone could write a record of version 1 today"  # its cuts could be the bot's
    OTHER_CHAIN = "its beacon isn't the public one"  # whose operator could know the rounds beforehand
    FORGED = "the beacon's signature is forged"  # it isn't the one of the round
    NOT_IN_TIME = "the beacon's round wasn't announced in time"  # it may have been known
    NOT_SEEN = "nobody was shown the code of the day before its first round of the beacon was due"  # nor fixed by it


# A beacon's bytes enter after the last cut: if they're forged, of another chain or known beforehand, the operator can
# try thousands. So the cuts can't save the grade.
_FAILED: Final = frozenset({Doubt.OTHER_CHAIN, Doubt.FORGED, Doubt.NOT_IN_TIME, Doubt.NOT_SEEN})


@dataclass(frozen=True, slots=True)
class Proof:
    """What shuffles prove: the grade, the seat that cut last (`Grade.LAST_CUT`), the doubt (`Grade.NOT_PROVEN`).

    ``decks``: with void starts before, the cards can be the best of so many decks. ``day``: they're those of a daily
    deal, and `Grade.NOBODY` rests on the code that was shown the day before.
    """

    grade: Grade
    seat: int | None = None
    doubt: Doubt | None = None
    decks: int = 1
    day: bool = False

    @property
    def has_failed(self) -> bool:
        """Whether a beacon was mixed in that fails a check. Its bytes entered after the last cut, so nothing holds."""
        return self.doubt in _FAILED


def grade_of_cuts(
    cutters: Sequence[int], *, last: bool, texts: Sequence[str | None], decks: int = 1, idle: bool = False
) -> Proof:
    """Grade a start without a beacon, from the seats that cut, in order, and their texts, None for a deleted one.

    ``last``: neither players nor rules changed after the last cut. After a void start the secrets of the next one could
    still be chosen, by voiding more. ``idle``: the start has rules that don't apply.
    """
    for doubt, holds in (
        (Doubt.NO_CUTS, not cutters),
        (Doubt.DELETED_CUT, None in texts),
        (Doubt.HIDDEN_CUT, not all(is_plain(text) for text in texts if text is not None)),
        (Doubt.IDLE_RULES, idle),
    ):
        if holds:
            return Proof(Grade.NOT_PROVEN, doubt=doubt)
    if last and decks == 1:
        return Proof(Grade.LAST_CUT, cutters[-1])
    return Proof(Grade.UNLESS_OPERATOR, decks=decks)


def grade_of(fairness: Fairness | SealedFairness, chains: Sequence[Chain] | None = None) -> Proof:
    """Grade the shuffles of a record that `bot.rummy.records.checking.verify` has found in order.

    ``chains`` are the pinned ones; only tests pass others.
    """
    if isinstance(fairness, Fairness):
        return Proof(Grade.NOT_PROVEN, doubt=Doubt.FIRST_VERSION)
    terms, cuts = fairness.terms, fairness.cuts
    if terms.beacon is not None and fairness.beacon is not None:
        doubt = _doubt_about(terms.beacon, fairness.beacon, PINNED if chains is None else chains, terms.day)
        of_day = terms.day is not None
        if doubt is not None:
            return Proof(Grade.NOT_PROVEN, doubt=doubt, day=of_day)
        return Proof(Grade.NOBODY, decks=1 if of_day else terms.number, day=of_day)
    return grade_of_cuts(
        [cut.seat for cut in cuts],
        last=terms.last,
        texts=[cut.text for cut in cuts],
        decks=terms.number,
        idle=_has_idle_rules(terms),
    )


def chain_called(chain: str) -> str | None:
    """Return the name of a pinned chain by its hash; None for any other."""
    return next((one.name for one in PINNED if one.hash == chain), None)


def first_round_of(chain: Chain, day: str) -> int:
    """Return the first round that is due on a date (UTC), which goes into the daily deal. ValueError for no date."""
    return chain.first_due(round(datetime.fromisoformat(day).replace(tzinfo=UTC).timestamp() * SECOND))


def _doubt_about(
    named: BeaconRound, proof: RecordedBeacon, chains: Sequence[Chain], day: str | None = None
) -> Doubt | None:
    """Return why a beacon proves nothing; None if it's valid, pinned, and announced in time.

    A daily deal has to use the first round of its ``day``, and its code was shown before.
    """
    chain = next((one for one in chains if one.hash == named.chain), None)
    if chain is None:
        return Doubt.OTHER_CHAIN
    if not is_signature_of(chain, named.round, proof.signature):
        return Doubt.FORGED
    if day is not None:
        early = proof.seen is not None and chain.was_seen_early(named.round, proof.seen)
        return None if early and _is_first_round(chain, day, named.round) else Doubt.NOT_SEEN
    return None if chain.was_early(named.round, proof.message) else Doubt.NOT_IN_TIME


def _is_first_round(chain: Chain, day: str, number: int) -> bool:
    try:
        return first_round_of(chain, day) == number
    except ValueError:
        return False


def _has_idle_rules(terms: StartTerms) -> bool:
    """Return whether a line has rules that another one makes irrelevant, as earlier versions wrote them."""
    seats = len(terms.seats)
    return terms.options != options_in_start(options_for(Variant(terms.variant), terms.options, seats), seats)
