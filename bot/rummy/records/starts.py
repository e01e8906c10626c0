"""The start of a game, or of a day's deal: everything that is fixed before its shuffles are known, as one line of text.

The line goes into every shuffle of the game, so nothing in it can change afterwards. It contains digests instead of
what people typed, so their texts can be deleted while the shuffles stay provable. docs/record-format.md describes it.
"""

import hmac
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from bot.rummy.options import Options, changes_from, without_idle
from bot.rummy.records.shape import fault, hex_of, items_of, keys_of, read_json, text_of
from bot.rummy.shown import shown
from bot.rummy.shuffle import CHAIN_LENGTH

SALTS: Final = 6
"""The number of salts that a seal covers: as many as a table can have seats."""
_COUNTS: Final = (4, SALTS)
"""The same in all versions: earlier tables had up to four seats, so a fifth player can't cut there."""
PERSON: Final = "person"
"""A person's seat in the line of a start; a computer's is its level."""
LEVELS: Final = ("easy", "normal", "hard", "expert")
"""The levels of computers that a line may have; `bot.players.levels.Level` declares what they are."""
NEWEST_PLAYERS: Final = 4
"""The newest version of the computer players that a line may name (`bot.players.seeds`)."""
_CODE: Final = 32
"""Characters of a start's code: nobody can find another line with the same ones."""
_FORMAT: Final = "rummy-start"
_DAY_FORMAT: Final = "rummy-day"
_DATE: Final = re.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}", re.ASCII)
_LATER: Final = 3
_LAST_ROUND: Final = 2**36
"""Due in the year 8500, so its time can be written as a date."""
_KEYS: Final = (
    "format", "number", "variant", "options", "seats", "players", "chain", "salts", "cuts", "last", "beacon",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class BeaconRound:
    """A round of a public beacon: the hash of its chain, and the round's number."""

    chain: str
    round: int


@dataclass(frozen=True, slots=True)
class StartTerms:
    """What a start fixes.

    ``number`` counts the starts of the table from 1. ``seats`` has a computer's level or `PERSON` for each seat, and
    ``players`` is the version of the computer players. ``chain`` is ``s[0]``, ``salts`` are digests of the cuts' salts.
    ``cuts`` are the seats with the digests of their cuts, in the order of the cuts. ``last`` is False if players or
    rules changed after the last cut. ``beacon`` is None if no beacon is mixed in.

    ``day`` is the UTC date, such as ``2026-11-29``, of a daily deal, which is the same for everyone: then ``number`` is
    the link of the chain that its deal uses, and there are no cuts and no salts.
    """

    number: int
    variant: str
    options: dict[str, object]
    seats: tuple[str, ...]
    players: int
    chain: str
    salts: tuple[str, ...]
    cuts: tuple[tuple[int, str], ...]
    last: bool
    beacon: BeaconRound | None = None
    day: str | None = None

    @property
    def line(self) -> str:
        """The line: JSON with sorted keys, no spaces, and only ASCII characters."""
        beacon = None if self.beacon is None else {"chain": self.beacon.chain, "round": self.beacon.round}
        value: dict[str, object] = {
            "format": _FORMAT if self.day is None else _DAY_FORMAT,
            "number": self.number,
            "variant": self.variant,
            "options": self.options,
            "seats": list(self.seats),
            "players": self.players,
            "chain": self.chain,
            "salts": list(self.salts),
            "cuts": [list(cut) for cut in self.cuts],
            "last": self.last,
            "beacon": beacon,
        }
        if self.day is not None:
            value["day"] = self.day
        return json.dumps(value, sort_keys=True, separators=(",", ":"))

    @property
    def earlier(self) -> bool:
        """Whether the game began before take-backs had a limit (C-10) and computers' seeds counted what stands."""
        return self.players < _LATER

    @property
    def seal(self) -> str:
        """The seal that the lobby showed."""
        return seal_of(self.chain, self.salts)


def options_in_start(options: Options, seats: int) -> dict[str, object]:
    """Return the options as the line of a start has them: the changes to the variant's preset.

    Options that another one makes irrelevant are left out, since the lobby doesn't show their values.
    """
    return changes_from(without_idle(options).as_recorded(seats))


def start_code(line: str) -> str:
    """Return the code of a start: the digest by which its announcement binds the line."""
    return sha256(line.encode()).hexdigest()[:_CODE]


def seal_of(chain: str, salts: Sequence[str]) -> str:
    """Return the seal of a table: the digest of its chain's ``s[0]`` and of its salts' digests, all in hex."""
    return sha256(bytes.fromhex(chain + "".join(salts))).hexdigest()


def salt_digest(salt: bytes) -> str:
    """Return the digest of a salt, in hex."""
    return sha256(salt).hexdigest()


def cut_digest(salt: bytes, text: str) -> str:
    """Return the digest of a cut, in hex: without the salt, nobody can tell which text it was."""
    return hmac.digest(salt, text.encode(), "sha256").hex()


def read_start(line: object, where: str) -> StartTerms:
    """Read the line of a start; RecordError if it isn't written exactly as `StartTerms.line` writes it."""
    text = text_of(line, where)
    raw = keys_of(read_json(text.encode()), where, _KEYS, ("day",))
    terms = StartTerms(
        number=_number(raw["number"], f"{where}: number", CHAIN_LENGTH),
        variant=text_of(raw["variant"], f"{where}: variant"),
        options=_options(raw["options"], f"{where}: options"),
        seats=tuple(_kind(seat, f"{where}: seats") for seat in items_of(raw["seats"], f"{where}: seats")),
        players=_players(raw["players"], f"{where}: players"),
        chain=hex_of(raw["chain"], f"{where}: chain"),
        salts=tuple(hex_of(salt, f"{where}: salts") for salt in items_of(raw["salts"], f"{where}: salts")),
        cuts=tuple(_cut(cut, f"{where}: cuts") for cut in items_of(raw["cuts"], f"{where}: cuts")),
        last=raw["last"] is True,
        beacon=None if raw["beacon"] is None else _beacon(raw["beacon"], f"{where}: beacon"),
        day=_day(raw["day"], f"{where}: day") if "day" in raw else None,
    )
    if terms.line != text:
        raise fault(where, "not written in the one way that docs/record-format.md allows")
    if terms.day is not None:
        if terms.salts or terms.cuts or terms.beacon is None:
            raise fault(where, "a daily deal has a round of the beacon, and no salts and no cuts")
        return terms
    if len(terms.salts) not in _COUNTS:
        raise fault(f"{where}: salts", f"must be {' or '.join(map(str, _COUNTS))}, not {len(terms.salts)}")
    cutting = range(min(len(terms.seats), len(terms.salts)))
    if len({seat for seat, _ in terms.cuts} & set(cutting)) != len(terms.cuts):
        raise fault(f"{where}: cuts", "a seat cuts at most once")
    return terms


def _day(value: object, where: str) -> str:
    day = text_of(value, where)
    if not _DATE.fullmatch(day):
        raise fault(where, f"must be a date such as 2026-11-29, not {shown(day)}")
    return day


def _options(value: object, where: str) -> dict[str, object]:
    if not isinstance(value, dict):
        raise fault(where, "must be an object")
    return value


def _number(value: object, where: str, most: int) -> int:
    if type(value) is not int or not 1 <= value <= most:
        raise fault(where, f"must be a whole number from 1 to {most}")
    return value


def _kind(value: object, where: str) -> str:
    kind = text_of(value, where)
    if kind not in (PERSON, *LEVELS):
        raise fault(where, f"each must be {' or '.join((PERSON, *LEVELS))}, not {shown(kind)}")
    return kind


def _players(value: object, where: str) -> int:
    """Read the version of the computer players; the operator could try others if any number passed."""
    if type(value) is not int or value not in range(1, NEWEST_PLAYERS + 1):
        raise fault(
            where,
            f"{shown(value)} is no version of the computer players that this release knows (1 to {NEWEST_PLAYERS}); "
            "a later release of Remik may",
        )
    return value


def _cut(value: object, where: str) -> tuple[int, str]:
    seat, digest = (*items_of(value, where), None, None)[:2]
    if type(seat) is not int:
        raise fault(where, "each must be a seat and a digest")
    return seat, hex_of(digest, where)


def _beacon(value: object, where: str) -> BeaconRound:
    raw = keys_of(value, where, ("chain", "round"))
    return BeaconRound(hex_of(raw["chain"], f"{where}: chain"), _number(raw["round"], f"{where}: round", _LAST_ROUND))
