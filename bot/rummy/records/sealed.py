"""The shuffles of a record of version 2: the seal, what the start fixed, the cuts, the beacon, and the secrets."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import sha256
from typing import Final

from bot.rummy.options import Options, changes_from
from bot.rummy.records.fairness import Shuffles, secrets_of
from bot.rummy.records.shape import fault, hex_of, items_of, keys_of, text_of
from bot.rummy.records.starts import (
    PERSON,
    StartTerms,
    cut_digest,
    options_in_start,
    read_start,
    salt_digest,
)
from bot.rummy.shuffle import Mix, mix_of_start

_SALT: Final = re.compile("[0-9a-f]{32}")
_SIGNATURE: Final = re.compile("[0-9a-f]{96}")
_MESSAGE: Final = re.compile("[1-9][0-9]{0,19}")
_CHANNEL: Final = re.compile("[1-9][0-9]{0,19}/[1-9][0-9]{0,19}")
_START: Final = "fairness.start"


@dataclass(frozen=True, slots=True)
class RecordedCut:
    """A player's cut: the text, and the salt of its digest. Both are None once the player's data was deleted."""

    seat: int
    text: str | None = None
    salt: bytes | None = None


@dataclass(frozen=True, slots=True)
class RecordedBeacon:
    """What proves the beacon's part: the message that announced the round, and the round's signature.

    ``channel`` is where the message is, as ``server/channel``; empty in records of earlier versions. A daily deal has
    no ``message`` (0): ``seen`` is when the code of its line was first shown to anyone, in epoch milliseconds.
    """

    message: int
    signature: bytes
    channel: str = ""
    seen: int | None = None

    @property
    def randomness(self) -> bytes:
        """The randomness of the round."""
        return sha256(self.signature).digest()


@dataclass(frozen=True, slots=True)
class VoidedStart:
    """A start after which no cards were dealt: its line, and the secret that its first deal would have used, in hex."""

    line: str
    secret: str


@dataclass(frozen=True, slots=True)
class StartCounts:
    """How many games a server had started before this one, and how many of them were never dealt."""

    started: int
    never_dealt: int


@dataclass(frozen=True)
class SealedFairness(Shuffles):
    """A record's shuffles in version 2. ``secrets`` are those of the deals; the voided starts used the links before."""

    line: str
    cuts: tuple[RecordedCut, ...]  # in the order in which they were made
    beacon: RecordedBeacon | None
    secrets: tuple[str, ...]
    voided: tuple[VoidedStart, ...] = ()
    server: StartCounts | None = None

    @cached_property
    def terms(self) -> StartTerms:
        """What the start fixed. RecordError."""
        return read_start(self.line, _START)

    @cached_property
    def mix(self) -> Mix:
        """The line of the start, and the beacon's randomness."""
        return mix_of_start(self.line, self.beacon.randomness if self.beacon else b"", len(self.terms.seats))

    @property
    def earlier(self) -> bool:
        """Whether the game began before take-backs had a limit (C-10)."""
        return self.terms.earlier

    @property
    def version(self) -> int:
        """The version of a record with these shuffles."""
        return 2 if self.terms.day is None else 3

    def written(self) -> dict[str, object]:
        """Return the value of a record's key ``fairness``."""
        written: dict[str, object] = {"seal": self.terms.seal, "start": self.line}
        written["cuts"] = [
            {"seat": cut.seat}
            if cut.text is None or cut.salt is None
            else {"seat": cut.seat, "text": cut.text, "salt": cut.salt.hex()}
            for cut in self.cuts
        ]
        if self.beacon is not None:
            there: dict[str, object] = {"channel": self.beacon.channel} if self.beacon.channel else {}
            sent = {"message": str(self.beacon.message)} if self.terms.day is None else {"seen": self.beacon.seen}
            written["beacon"] = there | sent | {"signature": self.beacon.signature.hex()}
        if self.voided:
            written["voided"] = [{"start": start.line, "secret": start.secret} for start in self.voided]
        written["secrets"] = list(self.secrets)
        if self.server is not None:
            written["server"] = {"started": self.server.started, "never_dealt": self.server.never_dealt}
        return written


def read_sealed(value: object, options: Options, names: Sequence[str]) -> SealedFairness:
    """Read a record's fairness in version 2 for these rules and players, and check all of its digests."""
    raw = keys_of(value, "fairness", ("seal", "start", "cuts", "secrets"), ("beacon", "voided", "server"))
    terms = read_start(raw["start"], _START)
    _check_terms(terms, options, names)
    if hex_of(raw["seal"], "fairness.seal") != terms.seal:
        raise fault("fairness.seal", "not the seal of the chain and the salts that the start fixed")
    given = enumerate(items_of(raw["cuts"], "fairness.cuts"), start=1)
    cuts = tuple(_cut(cut, f"fairness.cuts: cut {n}") for n, cut in given)
    _check_cuts(cuts, terms)
    voided = tuple(_voided(start) for start in items_of(raw.get("voided", []), "fairness.voided"))
    before, called = _check_voided(voided, terms)
    if ("beacon" in raw) != (terms.beacon is not None):
        raise fault("fairness.beacon", "there has to be one exactly if the start names a round")
    if terms.day is not None:
        before, called = _link_before(raw["secrets"], terms), "a link of the chain"
    return SealedFairness(
        terms.line,
        cuts,
        _beacon(raw["beacon"], terms) if "beacon" in raw else None,
        secrets_of(raw["secrets"], before, called, len(voided)),
        voided,
        _counts(raw["server"], len(voided), terms) if "server" in raw else None,
    )


def _check_terms(terms: StartTerms, options: Options, names: Sequence[str]) -> None:
    """Check that a start fixed the rules and the players that the record has, in the one spelling of each value.

    Earlier versions wrote options that another one makes irrelevant, too; `bot.fairness.grades` has an eye on those.
    """
    seats = len(names)
    spellings = (options_in_start(options, seats), changes_from(options.as_recorded(seats)))
    ours = (replace(terms, variant=options.variant.value, options=changes).line for changes in spellings)
    if terms.line not in ours:  # 150 == 150.0 in Python, but not in the line
        raise fault(_START, "it fixed other rules than the record has")
    if len(terms.seats) != seats:
        raise fault(_START, f"it fixed {len(terms.seats)} seats, and the record has {seats}")
    for seat, (kind, name) in enumerate(zip(terms.seats, names, strict=True)):
        if kind != PERSON and not name.endswith(f" ({kind.capitalize()})"):
            raise fault(_START, f"seat {seat} is a computer ({kind}), and its name in the record doesn't say so")


def _check_cuts(cuts: Sequence[RecordedCut], terms: StartTerms) -> None:
    if [cut.seat for cut in cuts] != [seat for seat, _ in terms.cuts]:
        raise fault("fairness.cuts", "not the seats that cut, in the order that the start fixed")
    for cut, (seat, digest) in zip(cuts, terms.cuts, strict=True):
        if terms.seats[seat] != PERSON:
            raise fault("fairness.cuts", f"seat {seat} is a computer, and computers don't cut")
        if cut.text is None or cut.salt is None:
            continue
        if salt_digest(cut.salt) != terms.salts[seat]:
            raise fault("fairness.cuts", f"the salt of seat {seat} isn't the one that was sealed")
        if cut_digest(cut.salt, cut.text) != digest:
            raise fault("fairness.cuts", f"the cut of seat {seat} isn't the one that the start fixed")


def _link_before(secrets: object, terms: StartTerms) -> str:
    """Return the link before a daily deal's secret, which has to lead to the chain's commitment; RecordError if not."""
    for secret in items_of(secrets, "fairness.secrets")[:1]:
        link = hex_of(secret, "fairness.secrets: the secret of the day")
        before = [link]
        for _ in range(terms.number):
            before.append(sha256(bytes.fromhex(before[-1])).hexdigest())
        if before[-1] != terms.chain:
            raise fault("fairness.secrets", f"the secret isn't link {terms.number} of the chain that the start fixed")
        return before[1]
    return terms.chain


def _check_voided(voided: Sequence[VoidedStart], terms: StartTerms) -> tuple[str, str]:
    """Check the voided starts of a table. Return the link before the first deal's secret, and its name in errors."""
    before, called = terms.chain, "the chain's commitment"
    for number, start in enumerate(voided, start=1):
        where = f"fairness.voided: start {number}"
        other = read_start(start.line, where)
        if (other.number, other.chain, other.salts) != (number, terms.chain, terms.salts):
            raise fault(where, "not a start of this table, or not in order")
        if sha256(bytes.fromhex(start.secret)).hexdigest() != before:
            raise fault(where, f"SHA-256 of its secret is not {called}")
        before, called = start.secret, f"the secret of start {number}"
    if terms.number != len(voided) + 1 and terms.day is None:
        raise fault("fairness.voided", f"start {terms.number} was dealt, and {len(voided)} were voided")
    if voided and terms.day is not None:
        raise fault("fairness.voided", "a daily deal has no starts before it")
    return before, called


def _cut(value: object, where: str) -> RecordedCut:
    """Read a cut, with its text and its salt, or with neither."""
    raw = keys_of(value, where, ("seat",), ("text", "salt"))
    if type(raw["seat"]) is not int:
        raise fault(where, "seat: must be a seat")
    if "text" not in raw and "salt" not in raw:
        return RecordedCut(raw["seat"])
    keys_of(value, where, ("seat", "text", "salt"))
    salt = bytes.fromhex(_matching(raw["salt"], _SALT, f"{where}: salt", "32 lower-case hex digits"))
    return RecordedCut(raw["seat"], text_of(raw["text"], f"{where}: text"), salt)


def _beacon(value: object, terms: StartTerms) -> RecordedBeacon:
    if terms.day is not None:
        return _beacon_of_day(value)
    raw = keys_of(value, "fairness.beacon", ("message", "signature"), ("channel",))
    message = _matching(raw["message"], _MESSAGE, "fairness.beacon.message", "the id of a message")
    signature = _matching(raw["signature"], _SIGNATURE, "fairness.beacon.signature", "96 lower-case hex digits")
    channel = ""
    if "channel" in raw:
        channel = _matching(raw["channel"], _CHANNEL, "fairness.beacon.channel", "server/channel, both as ids")
    return RecordedBeacon(int(message), bytes.fromhex(signature), channel)


def _beacon_of_day(value: object) -> RecordedBeacon:
    raw = keys_of(value, "fairness.beacon", ("seen", "signature"))
    signature = _matching(raw["signature"], _SIGNATURE, "fairness.beacon.signature", "96 lower-case hex digits")
    if type(raw["seen"]) is not int or raw["seen"] < 0:
        raise fault("fairness.beacon.seen", "must be a time in milliseconds since 1970")
    return RecordedBeacon(0, bytes.fromhex(signature), seen=raw["seen"])


def _voided(value: object) -> VoidedStart:
    raw = keys_of(value, "fairness.voided", ("start", "secret"))
    return VoidedStart(
        text_of(raw["start"], "fairness.voided: start"), hex_of(raw["secret"], "fairness.voided: secret")
    )


def _counts(value: object, voided: int, terms: StartTerms) -> StartCounts:
    """Read a server's counts, which include the void starts of this table.

    In earlier games a start that was made again at once didn't count the void one before it as never dealt.
    """
    raw = keys_of(value, "fairness.server", ("started", "never_dealt"))
    started, never_dealt = raw["started"], raw["never_dealt"]
    if type(started) is not int or type(never_dealt) is not int or not 0 <= never_dealt <= started:
        raise fault("fairness.server", "must be how many games were started, and how many of them never dealt")
    if started < voided or never_dealt < voided - terms.earlier:
        raise fault("fairness.server", f"this table alone had {voided} starts before that were never dealt")
    return StartCounts(started, never_dealt)


def _matching(value: object, pattern: re.Pattern[str], where: str, what: str) -> str:
    text = text_of(value, where)
    if not pattern.fullmatch(text):
        raise fault(where, f"must be {what}")
    return text
