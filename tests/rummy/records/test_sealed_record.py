"""Records of version 2: what a start fixed is checked part by part, and every change is named."""

import json
import re
from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from bot.fairness.chains import QUICKNET
from bot.fairness.grades import Doubt, Grade, Proof, grade_of
from bot.players.levels import Level
from bot.rummy.families import Variant
from bot.rummy.options import options_for
from bot.rummy.records.checking import RecordError, check, verify
from bot.rummy.records.sealed import SealedFairness
from bot.rummy.records.starts import LEVELS, BeaconRound, read_start
from bot.rummy.shuffle import chain_link
from tests.rummy.helpers import LAST, random_game, random_melds_game, started

GIN = options_for(Variant.GIN, {"deals": 2})


def record_with(number: int = 1, beacon: BeaconRound | None = None, cuts: tuple[int, ...] = (1, 0)) -> dict[str, Any]:
    return random_game(GIN, Random(3), start=started(GIN, 2, cuts=cuts, number=number, beacon=beacon))[0]


PLAIN = record_with()
VOIDED = record_with(3)
WITH_BEACON = record_with(beacon=BeaconRound(QUICKNET.hash, 42))


def with_line(record: dict[str, Any], **changes: object) -> dict[str, Any]:
    """Return a record whose start has other values, written in the right way."""
    copy = deepcopy(record)
    line = json.loads(copy["fairness"]["start"]) | changes
    copy["fairness"]["start"] = json.dumps(line, sort_keys=True, separators=(",", ":"))
    return copy


def changed(record: dict[str, Any], *path: str | int, value: object) -> dict[str, Any]:
    """Return a record with another value in its fairness; `...` removes it."""
    copy = deepcopy(record)
    place = copy["fairness"]
    for step in path[:-1]:
        place = place[step]
    if value is ...:
        del place[path[-1]]
    else:
        place[path[-1]] = value
    return copy


FAULTS: dict[str, tuple[Callable[[], dict[str, Any]], str]] = {
    "another seal": (lambda: changed(PLAIN, "seal", value="0" * 64), r"fairness\.seal: not the seal of the chain"),
    "spaces in the line": (
        lambda: changed(PLAIN, "start", value=PLAIN["fairness"]["start"].replace(",", ", ", 1)),
        r"fairness\.start: not written in the one way",
    ),
    "something added": (lambda: with_line(PLAIN, more=1), r'fairness\.start: unknown key "more"'),
    "something left out": (
        lambda: changed(PLAIN, "start", value=PLAIN["fairness"]["start"].replace('"last":true,', "")),
        r'fairness\.start: missing key "last"',
    ),
    "no text": (lambda: changed(PLAIN, "start", value=7), r"fairness\.start: must be a text"),
    "no JSON": (lambda: changed(PLAIN, "start", value="{"), r"not JSON"),
    "other rules": (lambda: with_line(PLAIN, options={}), r"fairness\.start: it fixed other rules"),
    "other seats": (lambda: with_line(PLAIN, seats=["person"] * 3), r"fairness\.start: it fixed 3 seats"),
    "another number": (lambda: with_line(PLAIN, number=2), r"fairness\.voided: start 2 was dealt, and 0 were voided"),
    "number zero": (lambda: with_line(PLAIN, number=0), r"fairness\.start: number: must be a whole number"),
    "three salts": (lambda: with_line(PLAIN, salts=["0" * 64] * 3), r"fairness\.start: salts: must be 4 or 6, not 3"),
    "a seat that cuts twice": (
        lambda: with_line(PLAIN, cuts=[[0, "0" * 64], [0, "1" * 64]]),
        r"fairness\.start: cuts: a seat cuts at most once",
    ),
    "a computer that cuts": (
        lambda: with_line(PLAIN | {"seats": ["Ada (Hard)", "Bob"]}, seats=["hard", "person"]),
        r"fairness\.cuts: seat 0 is a computer",
    ),
    "a computer without its level": (
        lambda: with_line(PLAIN, seats=["hard", "person"]),
        r"fairness\.start: seat 0 is a computer \(hard\), and its name in the record doesn't say so",
    ),
    "an unknown kind of player": (lambda: with_line(PLAIN, seats=["person", "easy "]), r"each must be person or easy"),
    "an unknown version of the computer players": (
        lambda: with_line(PLAIN, players=999),
        r"players: 999 is no version of the computer players that this release knows \(1 to \d\); a later release",
    ),
    "a rule in another spelling": (lambda: with_line(PLAIN, options={"deals": 2.0}), r"it fixed other rules"),
    "a standard rule": (lambda: with_line(PLAIN, options={"deals": 2, "knock_limit": 10}), r"it fixed other rules"),
    "fewer void starts on the server than at the table": (
        lambda: changed(VOIDED, "server", value={"started": 2, "never_dealt": 0}),
        r"fairness\.server: this table alone had 2 starts",
    ),
    "a channel in another spelling": (
        lambda: changed(WITH_BEACON, "beacon", "channel", value="1/02"),
        r"fairness\.beacon\.channel: must be server/channel",
    ),
    "another order of cuts": (
        lambda: changed(PLAIN, "cuts", value=PLAIN["fairness"]["cuts"][::-1]),
        r"fairness\.cuts: not the seats that cut, in the order",
    ),
    "another text": (lambda: changed(PLAIN, "cuts", 0, "text", value="other"), r"fairness\.cuts: the cut of seat 1"),
    "another salt": (lambda: changed(PLAIN, "cuts", 0, "salt", value="9" * 32), r"fairness\.cuts: the salt of seat 1"),
    "text without salt": (lambda: changed(PLAIN, "cuts", 0, "salt", value=...), r'cut 1: missing key "salt"'),
    "no salt": (lambda: changed(PLAIN, "cuts", 0, "salt", value="9"), r"salt: must be 32 lower-case hex digits"),
    "a beacon too many": (
        lambda: changed(PLAIN, "beacon", value=WITH_BEACON["fairness"]["beacon"]),
        r"fairness\.beacon: there has to be one exactly if",
    ),
    "no beacon": (lambda: changed(WITH_BEACON, "beacon", value=...), r"fairness\.beacon: there has to be one"),
    "another signature": (
        lambda: changed(WITH_BEACON, "beacon", "signature", value="00" * 48),
        r"deal 1: (deck: not the one|dealer: )",
    ),
    "half a signature": (
        lambda: changed(WITH_BEACON, "beacon", "signature", value="00"),
        r"fairness\.beacon\.signature: must be 96",
    ),
    "a message as a number": (lambda: changed(WITH_BEACON, "beacon", "message", value=12), r"must be a text, not 12"),
    "another secret": (
        lambda: changed(PLAIN, "secrets", 0, value="0" * 64),
        r"fairness\.secrets: SHA-256 of the secret of deal 1 is not the chain's commitment",
    ),
    "a hidden start": (
        lambda: changed(VOIDED, "voided", value=VOIDED["fairness"]["voided"][1:]),
        r"fairness\.voided: start 1: not a start of this table, or not in order",
    ),
    "all starts hidden": (lambda: changed(VOIDED, "voided", value=...), r"start 3 was dealt, and 0 were voided"),
    "another secret of a start": (
        lambda: changed(VOIDED, "voided", 1, "secret", value="0" * 64),
        r"start 2: SHA-256 of its secret is not the secret of start 1",
    ),
    "impossible counts": (
        lambda: changed(PLAIN, "server", value={"started": 1, "never_dealt": 2}),
        r"fairness\.server: must be how many",
    ),
    "the first version's keys": (
        lambda: PLAIN | {"fairness": {"commitment": "0" * 64, "cuts": ["a", "b"], "secrets": []}},
        r'fairness: unknown key "commitment"',
    ),
}


@pytest.mark.parametrize("name", FAULTS)
def test_C_2_a_change_is_one_line_that_names_the_place(name: str) -> None:
    change, line = FAULTS[name]
    with pytest.raises(RecordError) as caught:
        check(change())
    assert re.search(line, str(caught.value)), str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("record", [PLAIN, VOIDED, WITH_BEACON], ids=["plain", "voided", "beacon"])
def test_C_2_a_record_of_version_2_is_returned_as_it_is(record: dict[str, Any]) -> None:
    assert record["version"] == 2
    assert check(record) == record
    assert list(check(record)["fairness"]) == list(record["fairness"])  # type: ignore[call-overload]
    assert verify(record).proven == tuple(range(1, len(record["deals"]) + 1))


def test_the_line_knows_every_level_of_computers() -> None:
    assert tuple(Level) == LEVELS


def test_each_voided_start_uses_up_a_link() -> None:
    fairness = VOIDED["fairness"]
    links = [start["secret"] for start in fairness["voided"]] + fairness["secrets"]
    assert links == [chain_link(LAST, number).hex() for number in range(1, len(links) + 1)]
    assert [read_start(start["start"], "").number for start in fairness["voided"]] == [1, 2]


def test_a_deleted_cut_can_be_read_and_proves_nothing_any_more() -> None:
    gone = changed(PLAIN, "cuts", 1, value={"seat": 0})
    assert check(gone) == gone
    fairness = verify(gone).fairness
    assert isinstance(fairness, SealedFairness)
    assert (fairness.cuts[1].text, fairness.terms.cuts) == (None, read_start(PLAIN["fairness"]["start"], "").cuts)
    assert grade_of(fairness) == Proof(Grade.NOT_PROVEN, doubt=Doubt.DELETED_CUT)


def test_the_grade_depends_on_the_cuts_and_on_a_beacon_that_holds() -> None:
    def graded(record: dict[str, Any]) -> Proof:
        return grade_of(verify(record).fairness)

    assert graded(PLAIN) == Proof(Grade.LAST_CUT, 0)
    assert graded(record_with(cuts=())) == Proof(Grade.NOT_PROVEN, doubt=Doubt.NO_CUTS)
    assert graded(WITH_BEACON) == Proof(Grade.NOT_PROVEN, doubt=Doubt.FORGED)
    other = record_with(beacon=BeaconRound("0" * 64, 42), cuts=())
    assert graded(other) == Proof(Grade.NOT_PROVEN, doubt=Doubt.OTHER_CHAIN)


def test_records_of_earlier_versions_have_four_salts_and_no_cut_of_a_fifth_seat() -> None:
    options = options_for(Variant.REMIK51)
    four = replace(started(options, 5, cuts=(3,)), salts=started(options, 5).salts[:4])
    record: dict[str, Any] = random_melds_game(options, 5, Random(4), 40, start=four)[0]
    assert isinstance(verify(record).fairness, SealedFairness)
    refused = replace(four, cuts=started(options, 5, cuts=(4,)).cuts)
    with pytest.raises(RecordError, match="cuts: a seat cuts at most once"):
        read_start(refused.line, "start")
    assert read_start(started(options, 5, cuts=(4,)).line, "start").cuts
