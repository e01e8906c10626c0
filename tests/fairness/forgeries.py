"""Forged records: each is what an operator who knows the secrets could write after trying cards, by one idea each.

The cards of all of them follow from what the record says, so only the checks of the start can find the forgery.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any, Final

from bot.fairness.chains import DISCORD_EPOCH, QUICKNET
from bot.rummy.cards import code
from bot.rummy.families import Variant
from bot.rummy.options import options_for
from bot.rummy.records.starts import SALTS as SALTED
from bot.rummy.records.starts import cut_digest, salt_digest, seal_of
from bot.rummy.shuffle import chain_link, commitment, deck_for, first_deal_for, mix_of_cuts, mix_of_start
from tests.fairness.vectors import PUBLISHED

LAST: Final = bytes(range(32))
SALTS: Final = tuple(bytes([seat]) * 16 for seat in range(SALTED))
ROUND: Final = 657413
GRADES: Final = {
    "chain": "not proven: its beacon isn't the public one",
    "forged": "not proven: the beacon's signature is forged",
    "time": "not proven: the beacon's round wasn't announced in time",
    "cuts": "not proven: no cuts",
    "deleted": "not proven: the text of a cut was deleted, so it can't be shown any more",
    "hidden": "not proven: a cut has characters that nobody can see",
    "idle": "not proven: the start has rules that don't apply in this game",
    "secret": "not proven: no secret has been revealed, so the cards could be any",
    "version": "not proven: anyone could write a record of version 1 today",
    "operator": "proven unless the bot's operator was playing, if players typed these cuts",
}


def announced(seconds: float, number: int = ROUND) -> str:
    """Return the id of a message from some seconds before a round."""
    return str(int(QUICKNET.due(number) - 1000 * seconds - DISCORD_EPOCH) << 22)


def spelled(line: Mapping[str, object]) -> str:
    """Return a line in the usual spelling."""
    return json.dumps(line, sort_keys=True, separators=(",", ":"))


@dataclass
class Forger:
    """An operator at work: everything that a record says, by default what an honest one would say.

    ``line`` changes values of the start's line, ``respell`` its text. ``cuts`` are seats with texts, in their order.
    """

    variant: Variant = Variant.GIN
    options: dict[str, object] = field(default_factory=lambda: {"target": 150})
    names: Sequence[str] = ("Ala", "Bob")
    cuts: Sequence[tuple[int, str]] = ((0, "mine"), (1, "bob's cut"))
    line: dict[str, object] = field(default_factory=dict)
    respell: Callable[[str], str] = str
    voided: int = 0
    round: int | None = None
    chain: str = QUICKNET.hash
    signature: str = PUBLISHED[ROUND]
    message: str = announced(8)
    fairness: dict[str, object] = field(default_factory=dict)
    deleted: Sequence[int] = ()
    record: dict[str, object] = field(default_factory=dict)

    def terms(self, number: int) -> dict[str, object]:
        """Return the values of the line of a start."""
        return {
            "format": "rummy-start",
            "number": number,
            "variant": self.variant.value,
            "options": self.options,
            "seats": ["person"] * len(self.names),
            "players": 2,
            "chain": commitment(LAST),
            "salts": [salt_digest(salt) for salt in SALTS],
            "cuts": [[seat, cut_digest(SALTS[seat], text)] for seat, text in self.cuts],
            "last": True,
            "beacon": None if self.round is None else {"chain": self.chain, "round": self.round},
        }

    def written(self) -> dict[str, Any]:
        """Return the record: one deal that has just been dealt, with its secret."""
        line = self.respell(spelled(self.terms(self.voided + 1) | self.line))
        fairness: dict[str, Any] = {
            "seal": sha256(
                bytes.fromhex(commitment(LAST)) + b"".join(sha256(salt).digest() for salt in SALTS)
            ).hexdigest(),
            "start": line,
            "cuts": [
                {"seat": seat} if seat in self.deleted else {"seat": seat, "text": text, "salt": SALTS[seat].hex()}
                for seat, text in self.cuts
            ],
        }
        randomness = b""
        if self.round is not None:
            randomness = sha256(bytes.fromhex(self.signature)).digest()
            fairness["beacon"] = {"message": self.message, "signature": self.signature}
        if self.voided:
            fairness["voided"] = [
                {"start": spelled(self.terms(number)), "secret": chain_link(LAST, number).hex()}
                for number in range(1, self.voided + 1)
            ]
        secret = chain_link(LAST, self.voided + 1)
        fairness["secrets"] = [secret.hex()]
        fairness["server"] = {"started": 500, "never_dealt": 400}
        options, mix = options_for(self.variant, self.options), mix_of_start(line, randomness, len(self.names))
        return {
            "format": "rummy-record",
            "version": 2,
            "rules": {"variant": self.variant.value, "options": self.options},
            "seats": list(self.names),
            "fairness": {key: value for key, value in (fairness | self.fairness).items() if value is not ...},
            "deals": [
                {
                    "dealer": first_deal_for(secret, mix, options)[0],
                    "deck": [code(card) for card in deck_for(secret, mix, 1, options)],
                    "moves": [],
                }
            ],
        } | self.record


def first_version(*cuts: str) -> dict[str, Any]:
    """Return a record of version 1, which anyone can still write."""
    secret, mix, options = chain_link(LAST, 1), mix_of_cuts(cuts), options_for(Variant.GIN)
    deck = [code(card) for card in deck_for(secret, mix, 1, options)]
    return {
        "format": "rummy-record",
        "version": 1,
        "rules": {"variant": "gin"},
        "seats": ["Ala", "Bob"],
        "fairness": {"commitment": commitment(LAST), "cuts": list(cuts), "secrets": [secret.hex()]},
        "deals": [{"dealer": first_deal_for(secret, mix, options)[0], "deck": deck, "moves": []}],
    }


def swapped(record: dict[str, Any], *places: int) -> dict[str, Any]:
    """Return a record whose deck has two cards exchanged; without places, with the other player as dealer."""
    (deal,) = record["deals"]
    if not places:
        deal["dealer"] = 1 - deal["dealer"]
        return record
    one, other = places
    deal["deck"][one], deal["deck"][other] = deal["deck"][other], deal["deck"][one]
    return record


def divided(*digests: str) -> list[str]:
    """Return digests of salts of which the last two, of seats that nobody has, are divided two digits earlier."""
    *others, last, end = digests
    return [*others, last[:-2], last[-2:] + end]


EMPTY: Final[tuple[object, ...]] = (False, 0, 0.0, "", [], {})
CODE: Final = "if the announcement of this start shows "
REFUSED: Final = "refused: "
LINE: Final = REFUSED + "fairness.start: "
FORGERIES: Final[dict[str, tuple[Callable[[], dict[str, Any]], str]]] = {
    # What enters after the last cut
    "a beacon of the operator's own": (Forger(round=9, chain="ab" * 32).written, GRADES["chain"]),
    "a signature that was tried until the cards were good": (
        Forger(round=ROUND, signature="00" * 47 + "2a").written,
        GRADES["forged"],
    ),
    "the signature of another round": (Forger(round=ROUND, signature=PUBLISHED[42]).written, GRADES["forged"]),
    "a round that was out before it was announced": (
        Forger(round=ROUND, message=announced(-30)).written,
        GRADES["time"],
    ),
    "a round announced when it was nearly out": (Forger(round=ROUND, message=announced(5.9)).written, GRADES["time"]),
    "a round announced an hour before": (Forger(round=ROUND, message=announced(3600)).written, GRADES["time"]),
    "a message number for a round that was out long ago": (
        Forger(round=ROUND).written,
        f"nobody could have chosen the cards, {CODE}",
    ),
    "a round of the year 8556": (
        Forger(round=2**36, signature="11" * 48, message="1" * 19).written,
        GRADES["forged"],
    ),
    "a round without its signature": (
        Forger(round=ROUND, fairness={"beacon": ...}).written,
        f"{REFUSED}fairness.beacon: there has to be one exactly if",
    ),
    "a signature without a round": (
        Forger(fairness={"beacon": {"message": announced(8), "signature": PUBLISHED[42]}}).written,
        f"{REFUSED}fairness.beacon: there has to be one exactly if",
    ),
    # Fields of the line that could hold anything, or the same in two ways
    "a version of the computer players that never was": (
        Forger(line={"players": 77}).written,
        f"{LINE}players: 77 is no version",
    ),
    "a version as 2.0": (Forger(line={"players": 2.0}).written, f"{LINE}players: 2.0 is no version"),
    "a version as true": (
        Forger(line={"players": True}).written,
        f"{LINE}players: true is no version",
    ),
    "a kind of player that never was": (
        Forger(cuts=((0, "mine"),), line={"seats": ["person", "Person"]}).written,
        f"{LINE}seats: each must be",
    ),
    "a computer of another level than the lobby showed": (
        Forger(names=("Ala", "Ada (Hard)"), cuts=((0, "mine"),), line={"seats": ["person", "easy"]}).written,
        f"{LINE}seat 1 is a computer (easy), and its name",
    ),
    "a person as a computer": (
        Forger(cuts=((0, "mine"),), line={"seats": ["person", "hard"]}).written,
        f"{LINE}seat 1 is a computer (hard), and its name",
    ),
    "a seat more": (Forger(line={"seats": ["person"] * 3}).written, f"{LINE}it fixed 3 seats"),
    "a target of 150.0": (
        Forger(line={"options": {"target": 150.0}}).written,
        f"{LINE}it fixed other rules",
    ),
    "a switch as 1": (
        Forger(Variant.GERMAN, {"small_deck": True}, line={"options": {"small_deck": 1}}).written,
        f"{LINE}it fixed other rules",
    ),
    "a standard rule that is spelled out": (
        Forger(line={"options": {"target": 150, "tie": "undercut"}}).written,
        f"{LINE}it fixed other rules",
    ),
    "Basic Rummy's target for two that is spelled out": (
        Forger(
            Variant.BASIC, {"target": 100}, record={"rules": {"variant": "basic", "options": {"target": 100}}}
        ).written,
        f"{LINE}it fixed other rules",
    ),
    "a rule that doesn't apply": (Forger(options={"deals": 5, "target": 137}).written, GRADES["idle"]),
    "a rule of another game": (
        Forger(line={"options": {"target": 150, "claim": True}}).written,
        f"{LINE}it fixed other rules",
    ),
    "spaces in the line": (
        Forger(respell=lambda line: line.replace(",", ", ", 3)).written,
        f"{LINE}not written in the one way",
    ),
    "keys in another order": (
        Forger(
            respell=lambda line: json.dumps(dict(reversed(json.loads(line).items())), separators=(",", ":"))
        ).written,
        f"{LINE}not written in the one way",
    ),
    "an escape in the line": (
        Forger(respell=lambda line: line.replace("gin", "g\\u0069n")).written,
        f"{LINE}not written in the one way",
    ),
    "a key of the line twice": (Forger(respell=lambda line: '{"last":false,' + line[1:]).written, f"{REFUSED}key"),
    "a key more in the line": (Forger(line={"luck": 4711}).written, f"{LINE}unknown key"),
    "upper-case digits": (
        Forger(line={"chain": commitment(LAST).upper()}).written,
        f"{LINE}chain: must be 64 lower-case",
    ),
    "a seat fewer": (
        Forger(names=("Ala", "Ada (Hard)"), cuts=((0, "mine"),), line={"seats": ["person"]}).written,
        f"{LINE}it fixed 1 seats",
    ),
    "a salt fewer": (
        Forger(
            line={"salts": [salt_digest(salt) for salt in SALTS[:3]]},
            fairness={"seal": seal_of(commitment(LAST), [salt_digest(salt) for salt in SALTS[:3]])},
        ).written,
        f"{LINE}salts: must be 4 or 6",
    ),
    "a seventh salt": (
        Forger(line={"salts": [*(salt_digest(salt) for salt in SALTS), "0" * 64]}).written,
        f"{LINE}salts: must be 4 or 6",
    ),
    "salts that are divided in another place": (
        Forger(line={"salts": divided(*(salt_digest(salt) for salt in SALTS))}).written,
        f"{LINE}salts: must be 64 lower-case",
    ),
    "the last cut's mark as 1": (
        Forger(line={"last": 1}).written,
        f"{LINE}not written in the one way",
    ),
    **{
        f"no beacon, spelled {json.dumps(nothing)}": (Forger(line={"beacon": nothing}).written, f"{LINE}beacon: ")
        for nothing in EMPTY
    },
    "another format": (
        Forger(line={"format": "rummy-start "}).written,
        f"{LINE}not written in the one way",
    ),
    # Cuts
    "nobody's cuts": (Forger(cuts=()).written, GRADES["cuts"]),
    "a last cut that is said to be deleted": (Forger(deleted=(1,)).written, GRADES["deleted"]),
    "an earlier cut that is said to be deleted": (Forger(deleted=(0,)).written, GRADES["deleted"]),
    "variation selectors after the victim's cut": (
        Forger(cuts=((0, "mine"), (1, "bob's cut\ufe00\ufe0f\ufe01"))).written,
        GRADES["hidden"],
    ),
    "a note without a head after the victim's cut": (
        Forger(cuts=((0, "mine"), (1, "bob's cut\U0001d159"))).written,
        GRADES["hidden"],
    ),
    "a space after the victim's cut": (Forger(cuts=((0, "mine"), (1, "bob's cut "))).written, GRADES["hidden"]),
    "an empty cut": (Forger(cuts=((0, "mine"), (1, ""))).written, GRADES["hidden"]),
    "a cut that the victim never typed": (
        Forger(cuts=((1, "try 4711"),)).written,
        'proven for Bob, if Bob typed "try 4711" as the last cut',
    ),
    "a cut that rules were changed after": (Forger(line={"last": False}).written, GRADES["operator"]),
    "two cuts of a seat": (
        Forger(line={"cuts": [[0, "0" * 64], [0, cut_digest(SALTS[0], "mine")]]}, cuts=((0, "x"), (0, "mine"))).written,
        f"{LINE}cuts: a seat cuts at most once",
    ),
    "a cut from no seat": (
        Forger(cuts=((0, "mine"), (-1, "tried"))).written,
        f"{LINE}cuts: a seat cuts at most once",
    ),
    "a cut of a computer": (
        Forger(names=("Ala", "Ada (Hard)"), line={"seats": ["person", "hard"]}).written,
        f"{REFUSED}fairness.cuts: seat 1 is a computer",
    ),
    "another digest of a cut": (
        Forger(line={"cuts": [[0, cut_digest(SALTS[0], "mine")], [1, "4" * 64]]}).written,
        f"{REFUSED}fairness.cuts: the cut of seat 1 isn't",
    ),
    "a salt that was chosen after the cut": (
        Forger(line={"salts": [salt_digest(bytes([7]) * 16)] * 6}).written,
        f"{REFUSED}fairness.seal: not the seal",
    ),
    # Starts that were never dealt
    "a void start": (Forger(round=ROUND, voided=1).written, f"at worst the best of 2 decks, {CODE}"),
    "256 void starts": (Forger(round=ROUND, voided=256).written, f"at worst the best of 257 decks, {CODE}"),
    "void starts, and then no beacon": (Forger(voided=3).written, GRADES["operator"] + " (best of 4 decks)"),
    "void starts that are left out": (
        Forger(line={"number": 3}).written,
        f"{REFUSED}fairness.voided: start 3 was dealt",
    ),
    "void starts of another table": (
        Forger(
            voided=1, fairness={"voided": [{"start": spelled(Forger().terms(2)), "secret": chain_link(LAST, 1).hex()}]}
        ).written,
        f"{REFUSED}fairness.voided: start 1: not a start of this table",
    ),
    "fewer void starts on the server than at the table": (
        Forger(voided=3, fairness={"server": {"started": 9, "never_dealt": 1}}).written,
        f"{REFUSED}fairness.server: this table alone had 3 starts",
    ),
    "a void start on a server without starts": (
        Forger(voided=1, fairness={"server": {"started": 0, "never_dealt": 0}}).written,
        f"{REFUSED}fairness.server: this table alone had 1 start",
    ),
    "a void start that the server didn't count": (
        Forger(voided=1, line={"players": 3}, fairness={"server": {"started": 1, "never_dealt": 0}}).written,
        f"{REFUSED}fairness.server: this table alone had 1 start",
    ),
    "more void starts than starts": (
        Forger(fairness={"server": {"started": 1, "never_dealt": 2}}).written,
        f"{REFUSED}fairness.server: must be how many",
    ),
    # Records of versions that don't exist
    "a record of version 3": (Forger(record={"version": 3}).written, f"{REFUSED}version: its shuffles are"),
    "a usual start as a daily deal": (
        Forger(record={"version": 3}, line={"format": "rummy-day", "day": "2026-11-29"}, round=ROUND).written,
        f"{REFUSED}fairness.start: a daily deal has",
    ),
    "a record of version 2.0": (Forger(record={"version": 2.0}).written, f"{REFUSED}version: must be 1 to 3"),
    "another kind of record": (Forger(record={"format": "rummy-record-2"}).written, f"{REFUSED}format: must be"),
    "a message's number with a sign": (
        Forger(round=ROUND, message="+" + announced(8)).written,
        f"{REFUSED}fairness.beacon.message: must be the id",
    ),
    # Cards that don't follow from anything
    "a chosen card in a deal whose secret is kept back": (
        lambda: swapped(Forger(round=ROUND, fairness={"secrets": []}).written(), 0, 30),
        GRADES["secret"],
    ),
    "a chosen card after the last cut in a deal whose secret is kept back": (
        lambda: swapped(Forger(fairness={"secrets": []}).written(), 0, 30),
        GRADES["secret"],
    ),
    "no deal": (Forger(round=ROUND, fairness={"secrets": []}, record={"deals": []}).written, GRADES["secret"]),
    # Everything else
    "cuts of version 1 that the bot made, one digit short of a click's": (
        lambda: first_version("15739355753653", "computer"),
        GRADES["version"],
    ),
    "cuts of version 1 that someone typed": (lambda: first_version("mine", "bob's cut"), GRADES["version"]),
    "a secret of another chain": (
        Forger(fairness={"secrets": ["5" * 64]}).written,
        f"{REFUSED}fairness.secrets: SHA-256 of the secret of deal 1",
    ),
    "a chosen card": (lambda: swapped(Forger().written(), 0, 30), f"{REFUSED}deal 1: deck: not the one"),
    "the other hand": (lambda: swapped(Forger().written()), f"{REFUSED}deal 1: dealer: the record says"),
}
"""How a record is forged, and what `remik record verify` must say: how its headline begins, or why it is refused."""
