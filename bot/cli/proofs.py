"""The lines of ``remik record verify`` about the proof of a record's shuffles: its grade and what it rests on."""

import re
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import Final
from unicodedata import normalize

from bot.fairness.chains import QUICKNET, SECOND, sent_at
from bot.fairness.grades import Doubt, Grade, Proof, grade_of
from bot.players.audit import AuditedSeat, audited
from bot.players.levels import Level
from bot.players.version import CHECKED, RELEASES
from bot.rummy.records.checking import CheckedRecord, Verification
from bot.rummy.records.fairness import Fairness
from bot.rummy.records.sealed import RecordedBeacon, SealedFairness
from bot.rummy.records.starts import BeaconRound, StartTerms, start_code
from bot.rummy.shown import escaped

_COMPUTER: Final = re.compile(rf"🤖|computer|\b({'|'.join(Level)})\W*$", re.IGNORECASE)
"""What a computer's name contains, or one that could be taken for it: ``Ada (Hard)``."""


def grade_sentence(found: Verification) -> str:
    """Return the grade of a record's shuffles in plain words, with the condition that it rests on."""
    proof, fairness = grade_of(found.fairness), found.fairness
    if proof.grade is Grade.NOT_PROVEN or isinstance(fairness, Fairness):
        return f"not proven: {proof.doubt}"
    best = "" if proof.decks == 1 else f"best of {proof.decks} decks"
    if proof.grade is Grade.NOBODY:
        words = f"at worst the {best}" if best else "nobody could have chosen the cards"
        return f"{words}, if the announcement of this start shows {start_code(fairness.line)}"
    if proof.grade is Grade.LAST_CUT:
        name, cut = escaped(found.names[proof.seat or 0]), fairness.cuts[-1].text or ""
        return f'proven for {name}, if {name} typed "{cut}" as the last cut'
    ending = f" ({best})" if best else ""
    return f"proven unless the bot's operator was playing, if players typed these cuts{ending}"


def fairness_lines(found: Verification) -> Iterator[str]:
    """Yield lines about the seal, what the start fixed, the beacon, the cuts and the starts of a record."""
    fairness = found.fairness
    if isinstance(fairness, Fairness):
        yield f"seal {fairness.commitment}"
        for name, cut in zip(found.names, fairness.cuts, strict=True):
            yield f"cut of {escaped(name)}: {_described(cut)}"
        yield "version 1: the bot made the cuts of players who typed none, and the order of the cuts isn't known"
        return
    yield f"seal {fairness.terms.seal}"
    yield from _fixed_lines(fairness.terms, found.names)
    if fairness.terms.beacon is not None and fairness.beacon is not None:
        yield from _beacon_lines(fairness.terms.beacon, fairness.beacon, grade_of(fairness), start_code(fairness.line))
    yield from _cut_lines(fairness, found.names)
    yield from _start_lines(fairness)


def _described(text: str) -> str:
    """Return a typed text in full, with everything by which it could differ from another one that looks the same."""
    codes = "" if text.isascii() else f", {text!a}"
    return f'"{escaped(text)}" ({len(text)} character{"" if len(text) == 1 else "s"}{codes})'


def _fixed_lines(terms: StartTerms, names: Sequence[str]) -> Iterator[str]:
    """Yield lines about what a start fixed, to compare with the lobby: other values would have given other cards."""
    rules = ", ".join(f"{name} {value}" for name, value in terms.options.items()) or "standard rules"
    who = ", ".join(f"{escaped(name)} ({kind})" for name, kind in zip(names, terms.seats, strict=True))
    yield f"fixed: {terms.variant}, {rules}"
    yield f"fixed: {who}; computer players of version {terms.players} (Remik {RELEASES[terms.players]})"


def _moment(at: int) -> str:
    """Return a time in epoch milliseconds."""
    try:
        return f"{datetime.fromtimestamp(at / SECOND, UTC):%Y-%m-%d %H:%M:%S} UTC"
    except (OverflowError, OSError, ValueError):
        return "after the year 9999"


def _beacon_lines(named: BeaconRound, given: RecordedBeacon, proof: Proof, code: str) -> Iterator[str]:
    """Yield lines about the beacon of a start, and how to compare its announcement."""
    if proof.doubt is Doubt.OTHER_CHAIN:
        yield f"beacon: round {named.round} of chain {named.chain}"
        yield (
            f"beacon: that isn't the public one (drand {QUICKNET.name}); demos use such a stand-in. Its operator may "
            "know its rounds beforehand"
        )
        return
    yield f"beacon: drand {QUICKNET.name}, round {named.round}, due {_moment(QUICKNET.due(named.round))}"
    if proof.doubt is Doubt.FORGED:
        yield "beacon: the signature is NOT the one of this round, so anything could have been mixed in"
        return
    yield f"beacon: valid signature; compare it with https://api.drand.sh/{named.chain}/public/{named.round}"
    left = QUICKNET.time_left(named.round, given.message) / SECOND
    late = ", which is NOT in time: the round may have been known" if proof.doubt is Doubt.NOT_IN_TIME else ""
    yield f"announced: {_moment(sent_at(given.message))}, {left:.1f} seconds before{late}"
    place = given.channel or "(server)/(channel)"
    yield f"announced: https://discord.com/channels/{place}/{given.message}"
    yield (
        f"compare: open that message in Discord; it has to show the code {code}, and not be edited. Nobody can check "
        "that offline: anyone can write down a message's number"
    )


def _cut_lines(fairness: SealedFairness, names: Sequence[str]) -> Iterator[str]:
    """Yield a line per cut, in their order."""
    for number, cut in enumerate(fairness.cuts, start=1):
        text = "deleted with the player's data" if cut.text is None else _described(cut.text)
        yield f"cut {number}, by {escaped(names[cut.seat])}: {text}"
    if fairness.cuts and not fairness.terms.last:
        yield "players or rules changed after the last cut"


def _start_lines(fairness: SealedFairness) -> Iterator[str]:
    """Yield lines about starts after which no cards were dealt: each could have been a choice."""
    voided, code = len(fairness.voided), start_code(fairness.line)
    best = f": {voided} before it never dealt, so these cards could have been the best of {voided + 1} decks"
    yield f"start {voided + 1} of this table, with the code {code}{best if voided else ''}"
    if fairness.server is not None:
        started, never = fairness.server.started, fairness.server.never_dealt
        yield f"on this server, by the bot's count: {started} starts before this game, {never} of them never dealt"


def audit_lines(checked: CheckedRecord) -> tuple[list[str], bool]:
    """Replay the moves that computers made. Return a line per seat, and whether all of them were checked. RecordError.

    It's False as well if there were none, or if a seat's name says computer, and the start says person.
    """
    fairness, names = checked.fairness, [escaped(name) for name in checked.names]
    seats = audited(checked)
    if not isinstance(fairness, SealedFairness):
        lines = [f"seat {seat}: a person or a computer, not checked: {name}" for seat, name in enumerate(names)]
        return [*lines, "computers: records of version 1 have no seeds, so no moves of computers can be checked"], False
    lines, hidden = [], False
    for seat in seats:
        disguised = seat.level is None and _COMPUTER.search(normalize("NFKC", checked.names[seat.seat])) is not None
        hidden = hidden or disguised
        lines.append(f"seat {seat.seat}: {_audited_words(seat, disguised=disguised)}: {names[seat.seat]}")
    if fairness.terms.players not in CHECKED:
        version = fairness.terms.players
        released = f"check their moves with Remik {RELEASES[version]}"
        lines.append(f"computers: played by version {version} of the computer players; {released}")
    some, left = any(seat.checked for seat in seats), any(seat.unchecked for seat in seats)
    if not some and not left:
        lines.append("computers: made no moves, so none were checked")
    return lines, some and not left and not hidden


def _audited_words(seat: AuditedSeat, *, disguised: bool) -> str:
    """Return who played a seat, and which of the moves were checked."""
    follow = f"{seat.checked} moves follow from view, level, budget and seed"
    left = f", {seat.unchecked} moves NOT checked" if seat.unchecked else ""
    if seat.level is not None:
        return f"a computer ({seat.level}), {follow}{left}"
    absent = f"; made for them while absent: {follow}{left}" if seat.checked or seat.unchecked else ""
    warning = " (the name says computer, but the start says person)" if disguised else ""
    return f"a person, not checked{warning}{absent}"
