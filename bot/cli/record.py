"""``remik record``: check game records, and verify their shuffles with the revealed secrets.

Exit status: 0 if all are valid, 1 if one isn't or a check of its shuffles fails (reason on standard error), 2 if one
can't be read, 3 if one is valid, but ``--computers`` couldn't check every move of a computer in it, or found none. A
record that fits but proves nothing, for example without cuts, is valid: the first line says "not proven".
"""

import argparse
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from bot.cli.proofs import audit_lines, fairness_lines, grade_sentence
from bot.exit_status import ExitStatus
from bot.fairness.grades import grade_of
from bot.rummy.records.checking import RecordError, Verification, check, proof_of, read, verify
from bot.rummy.records.shape import UnreadableError, read_json
from bot.rummy.records.writing import record_text

if TYPE_CHECKING:
    Subparsers = argparse._SubParsersAction[argparse.ArgumentParser]

VALID: Final = ExitStatus.OK
INVALID: Final = ExitStatus.FAILED
UNREADABLE: Final = ExitStatus.USAGE
UNCHECKED: Final = ExitStatus.UNCHECKED
_WORST_FIRST: Final = (UNREADABLE, INVALID, UNCHECKED, VALID)

_LIMITS: Final = (
    "not proven: that the lobby showed this seal before the players cut, and then these cuts in this order, rules and "
    "players (compare them), and that the bot's operator, whose machine deals the cards, never looked at them",
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
    if found.options.dealer_by_chance:
        for k, dealer in enumerate(found.dealers, start=1):
            yield f"deal {k}: {names[(dealer + 1) % len(names)]} goes first, by the first secret"
    else:
        for dealer in found.dealers:
            yield f"first dealer: {names[dealer]}, by the first secret"
    for k in found.proven:
        pile = ", and the discard pile too" if k in found.reshuffled else ""
        yield f"deal {k}: shuffled again: the same {len(found.options.pack)} cards in the same order{pile}"
    for k in found.unproven:
        yield f"deal {k}: its secret hasn't been revealed, so its deck can't be proven yet"
    yield from _LIMITS


def _write(text: str) -> None:
    """Write UTF-8 to standard output and flush it, whatever the terminal's encoding."""
    sys.stdout.flush()
    sys.stdout.buffer.write(text.encode("utf-8"))
    sys.stdout.buffer.flush()
