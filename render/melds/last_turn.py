"""The last turn at a table with melds as a line for its picture, in longer and shorter forms."""

from collections.abc import Callable, Iterable, Sequence
from typing import Final, TypeAlias

from bot.rummy.cards import Card
from bot.rummy.events import Event, EventKind, by_turn
from bot.rummy.melds.views import MeldsView
from bot.text.catalogs import Texts
from bot.text.lists import and_more
from bot.text.melds.table import begins_words
from render.drawing.lines import Chip, Part, Words, parted, seat_name, slot

_Kinds: TypeAlias = dict[EventKind, list[Event]]
_Chips: TypeAlias = Callable[[Iterable[Card | None]], str]

_FINISHED: Final = (EventKind.DISCARDED, EventKind.CLAIMED, EventKind.TOOK_BACK)
"""The events after which others see what a player did."""


def last_turn(view: MeldsView) -> tuple[Event, ...]:
    """Return the events of the last turn that has ended, or of a claim after it (H-8); empty before the first."""
    ended = [turn for turn in by_turn(view.recent) if turn[-1].kind in _FINISHED]
    return ended[-1] if ended else ()


def last_turn_lines(view: MeldsView, names: Sequence[str], texts: Texts) -> list[tuple[Part, ...]]:
    """Return the last turn as lines, the longest first, to choose from by the room that there is."""
    turn = last_turn(view)
    if not turn:
        marked = [slot(seat) for seat in range(len(names))]
        words = begins_words(texts, view, marked).rstrip(".")
        return [parted(words, *(seat_name(names, seat, texts) for seat in range(len(names))))]
    name = seat_name(names, turn[0].seat, texts)
    forms = ((True, True, True), (False, True, True), (False, False, True), (False, False, False))
    last = [event for event in turn if event.kind in _FINISHED]
    lines = [*(_line(turn, name, texts, form) for form in forms), _line(last, name, texts, forms[0])]
    return list(dict.fromkeys(lines))


def _line(turn: Sequence[Event], name: Words, texts: Texts, form: tuple[bool, bool, bool]) -> tuple[Part, ...]:
    """Return a turn as a line: with the cards laid off or only their number, with or without drawing and laying."""
    listed, draws, lays = form
    parts: list[Part] = [name]

    def chips(cards: Iterable[Card | None]) -> str:
        found = [Chip(card) for card in cards if card is not None]
        parts.extend(found)
        return " ".join(slot(len(parts) - len(found) + number) for number in range(len(found)))

    kinds = {kind: [event for event in turn if event.kind is kind] for kind in EventKind}
    actions = _draws(kinds, texts, chips, draws) + (_lays(kinds, texts, chips, listed) if lays else [])
    for event in kinds[EventKind.DISCARDED]:
        shown = event.card is not None
        actions.append(
            texts.p("said about a player", "discarded {card}", card=chips([event.card]))
            if shown
            else texts.p("said about a player", "discarded face down")
        )
    actions += [
        texts.p("said about a player", "took back {card}", card=chips([event.card]))
        for event in kinds[EventKind.TOOK_BACK]
    ]
    if len(actions) == 2:
        return parted(texts.t("{name} {first} and {second}", name=slot(0), first=actions[0], second=actions[1]), *parts)
    return parted(texts.t("{name} {actions}", name=slot(0), actions=", ".join(actions)), *parts)


def _draws(kinds: _Kinds, texts: Texts, chips: _Chips, draws: bool) -> list[str]:
    took, gave = (
        [and_more(texts, chips([event.card]), len(event.cards) - 1) for event in kinds[kind]]
        for kind in (EventKind.TOOK, EventKind.GAVE_BACK)
    )
    actions = [texts.p("said about a player", "took {card}", card=cards) for cards in took]
    actions += [texts.p("said about a player", "gave back {card}", card=cards) for cards in gave]
    actions += [texts.p("said about a player", "drew") for _ in kinds[EventKind.DREW] if draws]
    actions += [
        texts.p("said about a player", "knocked for {card} (+1 card)", card=chips([event.card]))
        for event in kinds[EventKind.CLAIMED]
    ]
    return actions + [
        texts.p("said about a player", "reshuffled the discard pile") for _ in kinds[EventKind.RESHUFFLED] if draws
    ]


def _lays(kinds: _Kinds, texts: Texts, chips: _Chips, listed: bool) -> list[str]:
    actions = []
    melds, onto, swaps = (kinds[kind] for kind in (EventKind.MELDED, EventKind.LAID_OFF, EventKind.SWAPPED))
    if melds:
        actions.append(texts.pn("said about a player", "laid {n} meld", "laid {n} melds", len(melds)))
    if onto and listed:
        actions.append(texts.p("said about a player", "laid off {card}", card=chips(event.card for event in onto)))
    elif onto:
        actions.append(texts.pn("said about a player", "laid off {n} card", "laid off {n} cards", len(onto)))
    if swaps and listed:
        actions.append(
            texts.p("said about a player", "swapped {card} for a joker", card=chips(event.card for event in swaps))
        )
    elif swaps:
        actions.append(texts.pn("said about a player", "swapped {n} joker", "swapped {n} jokers", len(swaps)))
    return actions
