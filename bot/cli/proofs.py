"""The lines of ``remik record verify`` about the proof of a record's shuffles: its grade and what it rests on."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime

from bot.fairness.chains import QUICKNET, SECOND
from bot.fairness.grades import BeaconFault, Grade, Proof, grade_of
from bot.players.audit import audited
from bot.players.version import PLAYERS_VERSION, RELEASES
from bot.rummy.records.checking import CheckedRecord, Verification
from bot.rummy.records.fairness import Fairness
from bot.rummy.records.sealed import SealedFairness
from bot.rummy.records.starts import BeaconRound


def grade_sentence(proof: Proof, names: Sequence[str]) -> str:
    """Return the grade of a proof in plain words."""
    match proof.grade:
        case Grade.NOBODY:
            return "nobody could have chosen the cards"
        case Grade.LAST_CUT:
            return f"proven for {printable(names[proof.seat or 0])}, who cut last"
        case Grade.UNLESS_OPERATOR:
            return "proven unless the bot's operator was playing"
        case Grade.NO_CUTS:
            return "not proven: no cuts"


def printable(text: str) -> str:
    """Return a text from a record with signs escaped that a terminal would obey."""
    return "".join(sign if sign.isprintable() else ascii(sign)[1:-1] for sign in text)


def fairness_lines(found: Verification) -> Iterator[str]:
    """Yield lines about the seal, the beacon, the cuts and the starts of a record."""
    fairness = found.fairness
    if isinstance(fairness, Fairness):
        yield f"seal {fairness.commitment}"
        yield "version 1: cuts that the bot made prove nothing, and the order of the cuts isn't known"
        return
    yield f"seal {fairness.terms.seal}"
    if fairness.terms.beacon is not None and fairness.beacon is not None:
        yield from _beacon_lines(fairness.terms.beacon, fairness.beacon.message, grade_of(fairness).beacon_fault)
    yield from _cut_lines(fairness, found.names)
    yield from _start_lines(fairness)


def _beacon_lines(named: BeaconRound, message: int, fault: BeaconFault | None) -> Iterator[str]:
    """Yield lines about the beacon of a start."""
    if fault is BeaconFault.OTHER_CHAIN:
        yield f"beacon: round {named.round} of chain {named.chain}"
        yield f"beacon: that isn't the public one (drand {QUICKNET.name}); demos use such a stand-in; it proves nothing"
        return
    due = datetime.fromtimestamp(QUICKNET.due(named.round) / SECOND, UTC)
    left = QUICKNET.time_left(named.round, message) / SECOND
    yield f"beacon: drand {QUICKNET.name}, round {named.round}, due {due:%Y-%m-%d %H:%M:%S} UTC"
    if fault is BeaconFault.FORGED:
        yield "beacon: the signature is NOT the one of this round, so it counts for nothing"
        return
    yield f"beacon: valid signature; compare it with https://api.drand.sh/{named.chain}/public/{named.round}"
    late = "" if fault is None else ", which is NOT in time, so the beacon counts for nothing"
    yield f"beacon: announced {left:.1f} seconds before, by message {message}{late}"


def _cut_lines(fairness: SealedFairness, names: Sequence[str]) -> Iterator[str]:
    """Yield a line per cut, in their order."""
    for number, cut in enumerate(fairness.cuts, start=1):
        text = "deleted with the player's data" if cut.text is None else cut.text
        yield f"cut {number}, by {printable(names[cut.seat])}: {printable(text)}"
    if fairness.cuts and not fairness.terms.last:
        yield "players or rules changed after the last cut"


def _start_lines(fairness: SealedFairness) -> Iterator[str]:
    """Yield lines about starts after which no cards were dealt: each could have been a choice."""
    voided = len(fairness.voided)
    if voided:
        best = f"these cards could have been the best of {voided + 1} decks"
        yield f"start {voided + 1} of this table: {voided} before it never dealt, so {best}"
    if fairness.server is not None:
        started, never = fairness.server.started, fairness.server.never_dealt
        yield f"on this server, by the bot's count: {started} starts before this game, {never} of them never dealt"


def audit_lines(checked: CheckedRecord) -> Iterator[str]:
    """Yield a line per seat whose moves a computer made, after replaying them. RecordError."""
    fairness = checked.fairness
    if isinstance(fairness, SealedFairness) and fairness.terms.players != PLAYERS_VERSION:
        version = fairness.terms.players
        release = f"Remik {RELEASES[version]}" if version in RELEASES else "a later release of Remik"
        yield f"computers: played by version {version} of the computer players; check their moves with {release}"
        return
    for seat in audited(checked):
        name = printable(checked.names[seat.seat])
        yield f"computers: {seat.moves} moves of {name} follow from view, level, budget and seed"
