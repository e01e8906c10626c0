"""Moves, and their text form in a record: ``<seat> <verb> [cards]``."""

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from bot.rummy.cards import Card, code, parse_card

Melds: TypeAlias = tuple[tuple[Card, ...], ...]
"""Melds as laid out: each one's cards in ascending order (a run) or in suit order (a set)."""
_SEAT = re.compile("0|[1-9][0-9]?")


class Verb(StrEnum):
    """What a player can do, in the words of the record."""

    PASS = "pass"  # noqa: S105 - a move, not a password
    TAKE = "take"
    DRAW = "draw"
    DISCARD = "discard"
    KNOCK = "knock"


@dataclass(frozen=True, slots=True)
class Move:
    """One move of one seat; ``str(move)`` is its text form, which `parse_move` reads back.

    ``card`` goes with ``discard`` and ``knock``; ``melds`` only with ``knock``, where None leaves the arrangement
    to the rules (G-15). ``timed_out`` marks a move that was made for an absent player.
    """

    seat: int
    verb: Verb
    card: Card | None = None
    melds: Melds | None = None
    timed_out: bool = False

    @property
    def named(self) -> Card:
        """The card of a discard or a knock; ValueError where a move was made without the one that it needs."""
        if self.card is None:
            raise ValueError(f"{self.verb} needs a card")
        return self.card

    def __str__(self) -> str:
        """Write the move as a record has it."""
        text = f"{self.seat} {self.verb}"
        if self.card is not None:
            text += f" {code(self.card)}"
        if self.melds is not None:
            text += " : " + " / ".join(" ".join(map(code, meld)) for meld in self.melds)
        return text + " !" if self.timed_out else text


def parse_move(text: str) -> Move:
    """Read a move's text form; ValueError says what is wrong with one that is none."""
    words = text.split(" ")
    timed_out = words[-1] == "!"
    if timed_out:
        words.pop()
    if len(words) < 2 or not _SEAT.fullmatch(words[0]):
        raise ValueError("a move is a seat, a verb and, where it needs them, cards")
    try:
        verb = Verb(words[1])
    except ValueError:
        raise ValueError(f"there is no move {words[1]!r}; moves are {', '.join(Verb)}") from None
    seat, rest = int(words[0]), words[2:]
    if verb not in (Verb.DISCARD, Verb.KNOCK):
        if rest:
            raise ValueError(f"{verb} names no card")
        return Move(seat, verb, timed_out=timed_out)
    if not rest:
        raise ValueError(f"{verb} names no card and needs one")
    card = parse_card(rest[0])
    if len(rest) == 1:
        return Move(seat, verb, card, timed_out=timed_out)
    if verb is not Verb.KNOCK or rest[1] != ":":
        raise ValueError(f"{verb} names one card" + (", then ':' and melds" if verb is Verb.KNOCK else ""))
    return Move(seat, verb, card, _parse_melds(" ".join(rest[2:])), timed_out)


def _parse_melds(text: str) -> Melds:
    """Read ``2S 2H 2D / 4H 5H 6H``."""
    return tuple(tuple(parse_card(word) for word in part.split(" ")) for part in text.split(" / "))
