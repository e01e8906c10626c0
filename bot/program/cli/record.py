"""``remik record``: check game records, and verify their shuffles with the revealed secrets.

Exit status: 0 if all are valid, 1 if one isn't or a check of its shuffles fails (reason on standard error), 2 if one
can't be read, 3 if one is valid, but ``--computers`` couldn't check every move of a computer in it, or found none. A
record that fits but proves nothing, for example without cuts, is valid: the first line says "not proven".
"""

import argparse
import json
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final
from unicodedata import category, normalize

from bot.fairness.chains import QUICKNET, SECOND, sent_at
from bot.fairness.grades import Doubt, Grade, Proof, grade_of
from bot.players.audit import AuditedSeat, audited
from bot.players.levels import Level
from bot.players.seeds import CHECKED, RELEASES
from bot.program.exit_status import ExitStatus
from bot.rummy.cards import code
from bot.rummy.records.checking import CheckedRecord, RecordError, Verification, check, proof_of, read, verify
from bot.rummy.records.fairness import Fairness
from bot.rummy.records.sealed import RecordedBeacon, SealedFairness
from bot.rummy.records.shape import UnreadableError, read_json
from bot.rummy.records.starts import BeaconRound, StartTerms, start_code
from bot.rummy.records.writing import record_text
from bot.rummy.shown import escaped, is_ignorable

if TYPE_CHECKING:
    Subparsers = argparse._SubParsersAction[argparse.ArgumentParser]


_COMPUTER: Final = re.compile(rf"🤖|computer|\b({'|'.join(Level)})\W*$", re.IGNORECASE)
"""What a computer's name contains, or one that could be taken for it: ``Ada (Hard)``."""
_LOOKALIKES: Final = str.maketrans("аеорсухнмтѕһԁӏαεηορτυχμν_", "aeopcyxhmtshdlaehoptyxmn ")
"""Cyrillic and Greek letters, in lower case, that look like Latin ones in lower or upper case."""


def grade_sentence(found: Verification) -> str:
    """Return the grade of a record's shuffles in plain words, with the condition that it rests on."""
    proof, fairness = grade_of(found.fairness), found.fairness
    if proof.grade is Grade.NOT_PROVEN or isinstance(fairness, Fairness):
        return f"not proven: {proof.doubt}"
    if not found.proven:
        return "not proven: no secret has been revealed, so the cards could be any"
    words = _proven_words(proof, fairness, found.names)
    if not found.unproven:
        return words
    return f"deal {found.unproven[0]} not proven, its secret hasn't been revealed; the deals before it: {words}"


def _proven_words(proof: Proof, fairness: SealedFairness, names: Sequence[str]) -> str:
    """Return what the revealed secrets prove."""
    best = "" if proof.decks == 1 else f"best of {proof.decks} decks"
    if proof.day:
        return f"nobody could have chosen the cards, if someone was shown {start_code(fairness.line)} the day before"
    if proof.grade is Grade.NOBODY:
        words = f"at worst the {best}" if best else "nobody could have chosen the cards"
        return f"{words}, if the announcement of this start shows {start_code(fairness.line)}"
    if proof.grade is Grade.LAST_CUT:
        name, cut = escaped(names[proof.seat or 0]), fairness.cuts[-1].text or ""
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
    if fairness.terms.day is not None:
        yield f"daily deal {fairness.terms.number}, of {fairness.terms.day}, with the code {start_code(fairness.line)}"
        return
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
    if given.seen is not None:
        late = ", which is NOT on the day before its first round" if proof.doubt is Doubt.NOT_SEEN else ""
        yield f"code first shown: {_moment(given.seen)}{late}"
        yield (
            f"compare: a post of the day before, or someone who opened its deal, has to show {code}. Nobody can check "
            "that offline: anyone can write down a time"
        )
        return
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

    It's False as well if there were none, if a person's name says computer, or if someone could have chosen seeds.
    """
    fairness, names = checked.fairness, [escaped(name) for name in checked.names]
    seats = audited(checked)
    if not isinstance(fairness, SealedFairness):
        lines = [f"seat {seat}: a person or a computer, not checked: {name}" for seat, name in enumerate(names)]
        return [*lines, "computers: records of version 1 have no seeds, so no moves of computers can be checked"], False
    lines, hidden = [], False
    for seat in seats:
        disguised = seat.level is None and _looks_like_computer(checked.names[seat.seat])
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


def _looks_like_computer(name: str) -> bool:
    """Return whether a reader could take a name for a computer's, whatever letters it's made of."""
    plain = (sign for sign in normalize("NFKD", name) if not is_ignorable(sign) and category(sign) != "Mn")
    return _COMPUTER.search("".join(plain).casefold().translate(_LOOKALIKES)) is not None


def _audited_words(seat: AuditedSeat, *, disguised: bool) -> str:
    """Return who played a seat, and which of the moves were checked."""
    follow = f"{seat.checked} moves follow from view, level, budget and seed"
    left = f", {seat.unchecked} moves NOT checked" if seat.unchecked else ""
    if seat.level is not None:
        return f"a computer ({seat.level}), {follow}{left}"
    absent = f"; made for them while absent: {follow}{left}" if seat.checked or seat.unchecked else ""
    warning = " (the name says computer, but the start says person)" if disguised else ""
    return f"a person, not checked{warning}{absent}"


VALID: Final = ExitStatus.OK
INVALID: Final = ExitStatus.FAILED
# Only for files that aren't JSON. Repeated keys and numbers out of range are faults of the record. There's no quicker
# check without the decks: people would run only that one.
UNREADABLE: Final = ExitStatus.USAGE
UNCHECKED: Final = ExitStatus.UNCHECKED
_WORST_FIRST: Final = (UNREADABLE, INVALID, UNCHECKED, VALID)

_LIMITS: Final = (
    "not proven: that the lobby showed this seal before the players cut, and then these cuts in this order, rules and "
    "players (compare them), and that the bot's operator, whose machine deals the cards, never looked at them",
)


_LIMITS_OF_DAYS: Final = (
    "not proven: that the bot's operator, who could look at the cards from midnight on, never did, and that nobody who "
    "had played passed them on, to a friend or to a second account",
)


def add_parser(subparsers: "Subparsers") -> None:
    """Add the command and its actions to the command line."""
    parser = subparsers.add_parser(
        "record",
        help="check game records and their shuffles",
        description="Check game records, and deal their cards again from the revealed secrets. Exit status: 0 if all "
        "are valid, 1 if one isn't or a check of its shuffles fails (reason on standard error), 2 if one can't be "
        "read, 3 if one is valid, but not every move of a computer in it could be checked (--computers), or there is "
        "none. What a valid record proves is in the first line.",
    )
    parts = parser.add_subparsers(title="parts", required=True, metavar="PART")

    checking = parts.add_parser("check", help="replay records and compare the results with theirs")
    forms = checking.add_mutually_exclusive_group()
    for form, work, about in (
        ("--print", _print, "write the completed records to standard output"),
        ("--jsonl", _answer_lines, "read one record per line, and print one line for each"),
    ):
        forms.add_argument(form, dest="work", action="store_const", const=work, help=about)
    checking.set_defaults(run=run, work=_checked)

    verifying = parts.add_parser("verify", help="shuffle every deck again from the secrets, and print what that proves")
    verifying.add_argument(
        "--computers",
        dest="work",
        action="store_const",
        const=_verified_with_computers,
        help="also replay every move of the computers, from what they saw; a line for each seat",
    )
    verifying.set_defaults(run=run, work=_verified)
    for part in (checking, verifying):
        part.add_argument("files", nargs="+", metavar="FILE", help="a record; - for standard input")


def run(arguments: argparse.Namespace) -> int:
    """Process all files, and return the worst exit status."""
    return min((_file(name, arguments.work) for name in arguments.files), key=_WORST_FIRST.index)


def _file(name: str, work: Callable[[str, Iterator[bytes]], int]) -> int:
    """Open a file, pass its lines to ``work``, and print its fault, if any. Return the exit status."""
    try:
        if name == "-":
            return work("standard input", sys.stdin.buffer)
        with Path(name).open("rb") as lines:
            return work(name, lines)
    except BrokenPipeError:  # not the file's fault: whatever reads the output has closed the pipe
        raise
    except OSError as error:
        status, reason = UNREADABLE, error.strerror or str(error)
    except UnreadableError as error:
        status, reason = UNREADABLE, str(error)
    except RecordError as error:
        status, reason = INVALID, str(error)
    sys.stderr.write(f"{name}: {reason}\n")
    return status


def _checked(name: str, lines: Iterator[bytes]) -> int:
    """Check the record in a file."""
    check(read_json(b"".join(lines)))
    _write(f"{name}: valid\n")
    return VALID


def _print(_name: str, lines: Iterator[bytes]) -> int:
    """Check the record in a file, and print it with everything that follows from it filled in."""
    _write(record_text(check(read_json(b"".join(lines)))))
    return VALID


def _answer_lines(_name: str, lines: Iterator[bytes]) -> int:
    """Check one record per line, and print one line of JSON for each."""
    status = VALID
    for line in lines:
        answer: dict[str, object]
        try:
            answer = {"ok": True, "record": check(read_json(line))}
        except RecordError as error:
            answer, status = {"ok": False, "error": str(error)}, INVALID
        _write(json.dumps(answer, ensure_ascii=False) + "\n")
    return status


def _verified(name: str, lines: Iterator[bytes]) -> int:
    """Verify the shuffles of the record in a file, and print what is proven and what isn't."""
    found = verify(read_json(b"".join(lines)))
    first, *more = findings(found)
    _write(f"{name}: {first}\n" + "".join(f"  {line}\n" for line in more))
    return _status(name, found)


def _verified_with_computers(name: str, lines: Iterator[bytes]) -> int:
    """Verify the shuffles of the record in a file and the moves of its computers, and print the findings."""
    checked = read(read_json(b"".join(lines)))
    found = proof_of(checked)
    first, *more = findings(found)
    moves, all_checked = audit_lines(checked)
    _write(f"{name}: {first}\n" + "".join(f"  {line}\n" for line in (*more, *moves)))
    status = _status(name, found)
    return UNCHECKED if status == VALID and not all_checked else status


def _status(name: str, found: Verification) -> int:
    """Return the exit status of a record that fits, and print a failed check of its beacon to standard error."""
    if not grade_of(found.fairness).has_failed:
        return VALID
    sys.stderr.write(f"{name}: {grade_sentence(found)}\n")
    return INVALID


def findings(found: Verification, names: Sequence[str] | None = None) -> Iterator[str]:
    """Yield a line per finding about a record's shuffles: the grade first, what can't be proven last.

    ``names`` are the players', in seat order; without them, seats have the numbers that they have in the record.
    """
    yield grade_sentence(found)
    yield from fairness_lines(found)
    names = [f"seat {seat}" for seat in range(len(found.names))] if names is None else names
    for k, dealer in enumerate(found.dealers, start=1):
        if found.options.has_dealer:
            yield f"first dealer: {names[dealer]}, by the first secret"
        else:
            yield f"deal {k}: {names[(dealer + 1) % len(names)]} goes first, by the first secret"
    first = found.fairness.first_deal(found.options)
    if first is not None and first.waits is not None:
        yield f"first to wait: {names[first.waits]}, by the first secret"
        for cards in first.drawn[-1:]:
            drawn = ", ".join(f"{name} {code(card)}" for name, card in zip(names, cards, strict=True))
            yield f"drawn for the first deal: {drawn}"
    for k in found.proven:
        pile = ", and the discard pile too" if k in found.reshuffled else ""
        yield f"deal {k}: shuffled again: the same {len(found.options.pack)} cards in the same order{pile}"
    for k in found.unproven:
        yield f"deal {k}: its secret hasn't been revealed, so its deck can't be proven yet"
    of_day = isinstance(found.fairness, SealedFairness) and found.fairness.terms.day is not None
    yield from _LIMITS_OF_DAYS if of_day else _LIMITS


def _write(text: str) -> None:
    """Write UTF-8 to standard output and flush it, whatever the terminal's encoding."""
    sys.stdout.flush()
    sys.stdout.buffer.write(text.encode("utf-8"))
    sys.stdout.buffer.flush()
