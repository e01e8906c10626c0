"""Moves, and their text form in a record: ``<seat> <verb> [cards]``."""

import re
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TypeAlias

from bot.rummy.cards import Card, code, parse_card

Melds: TypeAlias = tuple[tuple[Card, ...], ...]
"""Melds laid out at a knock: the cards of each in ascending order (a run) or in suit order (a set)."""
_NUMBER = re.compile("0|[1-9][0-9]?")


class Verb(StrEnum):
    """The kinds of moves, in the words of the record."""

    PASS = "pass"  # noqa: S105 - a move, not a password
    TAKE = "take"
    DRAW = "draw"
    DISCARD = "discard"
    KNOCK = "knock"
    BIGGIN = "biggin"
    MELD = "meld"
    LAYOFF = "layoff"
    SWAP = "swap"
    UNDO = "undo"
    CLAIM = "claim"
    TAKEBACK = "takeback"


class RunEnd(StrEnum):
    """The end of a run at which a card is laid off (D-8)."""

    LOW = "low"
    HIGH = "high"


@dataclass(frozen=True, slots=True)
class Move:
    """One move of one seat; ``str(move)`` is its text form, which `parse_move` reads back.

    ``card`` belongs to ``discard``, ``knock``, ``layoff`` and ``swap``, and to a ``take`` from below (R-6); ``melds``
    only to ``knock`` and ``biggin``, where None leaves the arrangement to the rules (G-15, G-31); ``cards`` is the meld
    of ``meld``, in order; ``meld`` the number of the meld on the table, counted from 0, of ``layoff`` and ``swap``;
    ``end`` that of a ``layoff`` that names one. ``timed_out`` marks a move made for an absent player.
    """

    seat: int
    verb: Verb
    card: Card | None = None
    melds: Melds | None = None
    timed_out: bool = False
    cards: tuple[Card, ...] = ()
    meld: int | None = None
    end: RunEnd | None = None

    @property
    def named(self) -> Card:
        """The card that the move names; ValueError if it lacks the card that it needs."""
        if self.card is None:
            raise ValueError(f"{self.verb} needs a card")
        return self.card

    @property
    def onto(self) -> int:
        """The meld of a lay-off or a swap; ValueError if it lacks the meld that it needs."""
        if self.meld is None:
            raise ValueError(f"{self.verb} needs a meld")
        return self.meld

    def __str__(self) -> str:
        """Return the move as a record has it."""
        text = f"{self.seat} {self.verb}"
        if self.card is not None:
            text += f" {code(self.card)}"
        if self.cards:
            text += " " + " ".join(map(code, self.cards))
        if self.meld is not None:
            text += f" {self.meld}"
        if self.end is not None:
            text += f" {self.end}"
        if self.melds is not None:
            text += " : " + " / ".join(" ".join(map(code, meld)) for meld in self.melds)
        return text + " !" if self.timed_out else text


def parse_move(text: str) -> Move:
    """Return the move of a text form; ValueError if it isn't one."""
    words = text.split(" ")
    timed_out = words[-1] == "!"
    if timed_out:
        words.pop()
    if len(words) < 2 or not _NUMBER.fullmatch(words[0]):
        raise ValueError("a move is a seat, a verb and, where it needs them, cards")
    try:
        verb = Verb(words[1])
    except ValueError:
        raise ValueError(f"there is no move {words[1]!r}; moves are {', '.join(Verb)}") from None
    move = _parse_rest(int(words[0]), verb, words[2:])
    return replace(move, timed_out=True) if timed_out else move


def _parse_rest(seat: int, verb: Verb, rest: list[str]) -> Move:
    match verb:
        case Verb.TAKE if len(rest) == 1:
            return Move(seat, verb, parse_card(rest[0]))
        case Verb.DISCARD | Verb.KNOCK:
            return _parse_discard(seat, verb, rest)
        case Verb.BIGGIN:
            return _parse_big_gin(seat, rest)
        case Verb.MELD:
            if len(rest) < 3:
                raise ValueError("meld names three cards or more")
            return Move(seat, verb, cards=tuple(map(parse_card, rest)))
        case Verb.LAYOFF | Verb.SWAP:
            return _parse_onto(seat, verb, rest)
        case _:
            if rest:
                raise ValueError(f"{verb} names {'one card at most' if verb is Verb.TAKE else 'no card'}")
            return Move(seat, verb)


def _parse_discard(seat: int, verb: Verb, rest: list[str]) -> Move:
    """Read ``7H``, or for a knock ``7H : 2S 2H 2D / 4H 5H 6H``."""
    if not rest:
        raise ValueError(f"{verb} names no card and needs one")
    card = parse_card(rest[0])
    if len(rest) == 1:
        return Move(seat, verb, card)
    if verb is not Verb.KNOCK or rest[1] != ":":
        raise ValueError(f"{verb} names one card" + (", then ':' and melds" if verb is Verb.KNOCK else ""))
    return Move(seat, verb, card, _parse_melds(" ".join(rest[2:])))


def _parse_big_gin(seat: int, rest: list[str]) -> Move:
    """Read nothing, or the melds of all eleven cards (G-31): ``: 2C 3C 4C / 7D 7S 7H 7C / TH JH QH KH``."""
    if not rest:
        return Move(seat, Verb.BIGGIN)
    if rest[0] != ":":
        raise ValueError("biggin names no card, only ':' and melds")
    return Move(seat, Verb.BIGGIN, melds=_parse_melds(" ".join(rest[1:])))


def _parse_onto(seat: int, verb: Verb, rest: list[str]) -> Move:
    """Read ``8H 2``, or for a lay-off ``8H 2 high``."""
    most = 3 if verb is Verb.LAYOFF else 2
    if not 2 <= len(rest) <= most or not _NUMBER.fullmatch(rest[1]):
        raise ValueError(f"{verb} names a card and a meld" + (", perhaps low or high" if most == 3 else ""))
    end = None
    if len(rest) == 3:
        if rest[2] not in list(RunEnd):
            raise ValueError(f"a run has the ends low and high, not {rest[2]!r}")
        end = RunEnd(rest[2])
    return Move(seat, verb, parse_card(rest[0]), meld=int(rest[1]), end=end)


def _parse_melds(text: str) -> Melds:
    """Read ``2S 2H 2D / 4H 5H 6H``."""
    return tuple(tuple(parse_card(word) for word in part.split(" ")) for part in text.split(" / "))
