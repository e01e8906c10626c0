"""The last move as a sentence with cards in it, and the pile that it drew from."""

from collections.abc import Sequence

from bot.rummy.cards import Card
from bot.rummy.events import Event, EventKind, by_turn
from bot.rummy.gin.views import GinView
from bot.text.catalogs import Texts
from render.drawing.lines import Chip, Part, Words, parted, slot
from render.drawing.names import drawable
from render.drawing.palette import SEATS
from render.gin.words import shows_dealer_draw


def last_turn(view: GinView) -> tuple[Event, ...]:
    """Return the events of the last turn, which may still be going on; empty before the first."""
    turns = by_turn(view.recent)
    return turns[-1] if turns else ()


def drew_from(view: GinView) -> tuple[int, EventKind] | None:
    """Return the seat of the last turn and whether it drew or took; None if it did neither."""
    kinds = [(event.seat, event.kind) for event in last_turn(view) if event.kind in (EventKind.TOOK, EventKind.DREW)]
    return kinds[-1] if kinds else None


def discarder(view: GinView) -> int | None:
    """Return the seat that discarded the top card; None for the upcard and for an empty pile."""
    return view.discarders[-1] if view.discarders else None


def last_move_parts(view: GinView, names: Sequence[str], texts: Texts) -> tuple[Part, ...]:
    """Return what happened last as a line: in the last turn, or before the first one who deals and why."""
    turn = last_turn(view)
    if turn:
        return _turn_parts(turn, seat_name(names, turn[-1].seat, texts), texts)
    if shows_dealer_draw(view):
        first, second = view.dealer_draw[-1]
        sentence = texts.t("{first} drew {card}, {second} {other}: {dealer} deals", first=slot(0), card=slot(1),
                           second=slot(2), other=slot(3), dealer=slot(4))  # fmt: skip
        players = [seat_name(names, seat, texts) for seat in (0, 1, view.dealer)]
        return parted(sentence, players[0], Chip(first), players[1], Chip(second), players[2])
    return parted(texts.t("{name} deals", name=slot(0)), seat_name(names, view.dealer, texts))


def seat_name(names: Sequence[str], seat: int, texts: Texts) -> Words:
    """Return a player's name in the seat's color, or the seat's number if the fonts can't draw it."""
    name = drawable(names[seat]) or texts.t("Seat {number}", number=seat + 1)
    return Words(name, SEATS[seat], black=True, name=True)


def _turn_parts(turn: Sequence[Event], name: Words, texts: Texts) -> tuple[Part, ...]:
    """Return a turn as a line."""
    last = turn[-1]
    taken = next((event.card for event in turn if event.kind is EventKind.TOOK), None)
    match last.kind:
        case EventKind.DISCARDED:
            return _discard_parts(name, taken, last.card, texts)
        case EventKind.TOOK:
            return _with_card(texts.t("{name} took {card}", name=slot(0), card=slot(1)), name, last.card)
        case EventKind.TOOK_BACK:
            return _with_card(texts.t("{name} took back {card}", name=slot(0), card=slot(1)), name, last.card)
        case EventKind.DREW:
            sentence = texts.t("{name} drew from the stock", name=slot(0))
        case EventKind.PASSED:
            sentence = texts.t("{name} passed", name=slot(0))
        case _:
            sentence = texts.t("{name} knocked", name=slot(0))
    return parted(sentence, name)


def _discard_parts(name: Words, taken: Card | None, card: Card | None, texts: Texts) -> tuple[Part, ...]:
    """Return a turn that ended with a discard as a line."""
    if taken is None:
        return _with_card(texts.t("{name} drew and discarded {card}", name=slot(0), card=slot(1)), name, card)
    sentence = texts.t("{name} took {card} and discarded {other}", name=slot(0), card=slot(1), other=slot(2))
    return parted(sentence, name, Chip(taken), *([Chip(card)] if card is not None else []))


def _with_card(sentence: str, name: Words, card: Card | None) -> tuple[Part, ...]:
    return parted(sentence, name, *([Chip(card)] if card is not None else []))
