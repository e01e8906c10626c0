"""What one seat may see of a game (C-4): the only source of screens, pictures, alt texts and computer players."""

from dataclasses import dataclass
from enum import StrEnum

from bot.rummy.cards import Card
from bot.rummy.events import Event
from bot.rummy.moves import Move
from bot.rummy.options import GinOptions
from bot.rummy.results import Column, DealResult, GameResult, Showdown


class Phase(StrEnum):
    """What the game waits for."""

    DEAL = "deal"  # the next deal is to be dealt
    UPCARD = "upcard"  # take the upcard or pass (G-8)
    DRAW = "draw"  # draw from the stock or take the top discard (G-9)
    STOCK = "stock"  # both passed: draw from the stock (G-8)
    DISCARD = "discard"  # discard or knock
    OVER = "over"


@dataclass(frozen=True, slots=True)
class View:
    """The game as ``seat`` sees it; ``seat`` None is everybody else, and what is public.

    Between deals and after the game the last deal's cards stay in ``discards``, ``stock`` and ``showdown``.
    """

    seat: int | None
    options: GinOptions
    phase: Phase
    deal: int  # counted from 1; 0 before the first
    dealer: int
    turn: int | None  # the seat that has to act; None between deals and after the game
    turns: int  # turns that have ended in this deal
    hand: tuple[Card, ...]  # own cards, sorted by suit and rank; () for everybody else
    drawn: Card | None  # the card that this seat drew or took in its present turn
    taken: Card | None  # the card taken from the discard pile in the present turn, whoever's (G-10)
    discards: tuple[Card, ...]  # bottom first; a card knocked with lies face down and is not among them
    stock: int  # cards left
    counts: tuple[int, ...]  # cards that each seat holds
    upcard: Card | None  # the deal's first face-up card
    knock_limit: int  # in force in this deal; 0 means gin only
    factor: int  # 2 when this deal's points are doubled (G-12), else 1
    dealer_draw: tuple[
        tuple[Card, Card], ...
    ]  # pairs drawn for the first deal: (seat 0, seat 1), the last decides (G-4)
    quiet_turns: int  # turns in a row in which nobody drew from the stock (C-8)
    recent: tuple[Event, ...]  # the last five events of this deal, oldest first
    moves: tuple[Move, ...]  # legal for this seat; a knock with no arrangement stands for every knock with that card
    deals: tuple[DealResult, ...]  # finished ones
    columns: tuple[Column, ...]  # the score sheet so far
    showdown: Showdown | None  # both hands, when the last deal ended with a knock
    result: GameResult | None
