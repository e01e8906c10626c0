"""A deal in words: its headings, what players did turn by turn, hints, and how a replay goes on.

Players of German Rummy call a deal a round. Each of the two words has its own whole sentences, because other languages
inflect them differently.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import groupby
from typing import Final

from bot.players.coaching import COLORFUL, CoachLine, CoachTip
from bot.players.reasons import Hint, Why
from bot.rummy.cards import Card
from bot.rummy.events import Event, EventKind, by_turn
from bot.rummy.moves import Move, Verb
from bot.rummy.options import Options
from bot.rummy.views import View
from bot.text.catalogs import Texts, joined_cards, request_text
from bot.text.games import variant_name
from bot.text.lists import all_of, and_more, listed, score, score_list, short_meld
from bot.text.rules import texts_for
from bot.text.scores import ends_below_words


def table_heading(texts: Texts, view: View) -> str:
    """Return a table's heading: the game and the number of the deal, or of the round and how many there are, if set."""
    game, deals = variant_name(texts, view.options.variant), view.options.deals_to_play
    if view.options.deals_are_rounds and deals:
        return texts.t("{game} · round {number} of {rounds}", game=game, number=view.deal, rounds=deals)
    if view.options.deals_are_rounds:
        return texts.t("{game} · round {number}", game=game, number=view.deal)
    return texts.t("{game} · deal {number}", game=game, number=view.deal)


def progress_words(texts: Texts, view: View) -> str:
    """Return the number of the deal, or of the round and how many rounds there are, if that's set."""
    if view.options.deals_are_rounds and view.options.deals_to_play:
        return texts.t("Round {number} of {rounds}", number=view.deal, rounds=view.options.deals_to_play)
    if view.options.deals_are_rounds:
        return texts.t("Round {number}", number=view.deal)
    return texts.t("Deal {number}", number=view.deal)


def target_words(texts: Texts, options: Options, seats: int) -> str:
    """Return what ends the game: a total, or a number of deals (G-23, G-27, B-13, B-18, D-15, H-21)."""
    target, below = options.target_for(seats), options.ends_below(seats)
    if below is not None:
        return ends_below_words(texts, below, penalties=options.penalties)
    if target is not None:
        return texts.t("First to {target}", target=target)
    if options.deals_are_rounds:
        return texts.n("{n} round", "{n} rounds", options.deals_to_play)
    return texts.n("{n} deal", "{n} deals", options.deals_to_play)


def deal_heading(texts: Texts, options: Options, number: int, outcome: str) -> str:
    """Return a line about a deal: its number, counted from 1, then its outcome."""
    if options.deals_are_rounds:
        return texts.t("Round {number} · {outcome}", number=number, outcome=outcome)
    return texts.t("Deal {number} · {outcome}", number=number, outcome=outcome)


def next_deal(texts: Texts, options: Options) -> str:
    """Return the label of the button that starts the next deal."""
    return texts.t("Next round") if options.deals_are_rounds else texts.t("Next deal")


def next_deal_at(texts: Texts, options: Options, time: str) -> str:
    """Return when the next deal starts: ``next deal in 20 seconds``."""
    if options.deals_are_rounds:
        return texts.t("next round {time}", time=time)
    return texts.t("next deal {time}", time=time)


def deal_is_over(texts: Texts, view: View) -> str:
    """Return which deal is over, the last one that has ended: ``Deal 3 is over``."""
    rounds = view.options.deals_to_play
    if view.options.deals_are_rounds and rounds:
        return texts.t("Round {number} of {rounds} is over", number=len(view.deals), rounds=rounds)
    if view.options.deals_are_rounds:
        return texts.t("Round {number} is over", number=len(view.deals))
    return texts.t("Deal {number} is over", number=len(view.deals))


def moves_heading(texts: Texts, options: Options, number: int) -> str:
    """Return the heading of a deal's list of moves; ``number`` counts deals from 1."""
    if options.deals_are_rounds:
        return texts.t("Moves of round {number}", number=number)
    return texts.t("Moves of deal {number}", number=number)


def deal_over(texts: Texts, options: Options) -> str:
    """Return the sentence that a deal has ended."""
    return texts.t("The round is over.") if options.deals_are_rounds else texts.t("The deal is over.")


def deal_over_label(texts: Texts, options: Options) -> str:
    """Return the same sentence as `deal_over` without a period, for pictures."""
    return texts.t("The round is over") if options.deals_are_rounds else texts.t("The deal is over")


def deals_words(texts: Texts, options: Options, deals: int) -> str:
    """Return a number of deals, or of rounds."""
    return (
        texts.n("{n} round", "{n} rounds", deals)
        if options.deals_are_rounds
        else texts.n("{n} deal", "{n} deals", deals)
    )


def deals_played(texts: Texts, options: Options, deals: int) -> str:
    """Return the sentence for how many deals a score sheet contains."""
    if options.deals_are_rounds:
        return texts.n("Score sheet after {n} round.", "Score sheet after {n} rounds.", deals)
    return texts.n("Score sheet after {n} deal.", "Score sheet after {n} deals.", deals)


def last_deal_words(texts: Texts, options: Options, outcome: str) -> str:
    """Return the outcome of the last deal as a sentence."""
    if options.deals_are_rounds:
        return texts.t("Last round: {outcome}.", outcome=outcome)
    return texts.t("Last deal: {outcome}.", outcome=outcome)


def place_words(texts: Texts, options: Options, deal: tuple[int, int], move: tuple[int, int]) -> str:
    """Return the position in a replay; ``deal`` and ``move`` are each a number and the total."""
    (number, deals), (made, moves) = deal, move
    if options.deals_are_rounds:
        return texts.t(
            "Round {number} of {deals} · move {made} of {moves}", number=number, deals=deals, made=made, moves=moves
        )
    return texts.t(
        "Deal {number} of {deals} · move {made} of {moves}", number=number, deals=deals, made=made, moves=moves
    )


def moment_words(texts: Texts, options: Options, deal: tuple[int, int], move: tuple[int, int]) -> tuple[str, str]:
    """Return the same position in two parts: ``Move 37 of 64`` and ``round 3 of 5``."""
    (number, deals), (made, moves) = deal, move
    first = texts.t("Move {made} of {moves}", made=made, moves=moves)
    if options.deals_are_rounds:
        return first, texts.t("round {number} of {deals}", number=number, deals=deals)
    return first, texts.t("deal {number} of {deals}", number=number, deals=deals)


def record_so_far(texts: Texts, options: Options) -> str:
    """Return the label of the record of a running game, which ends with the last finished deal."""
    if options.deals_are_rounds:
        return texts.t("The record of this game, all finished rounds")
    return texts.t("The record of this game, all finished deals")


_LAST: Final = (EventKind.DISCARDED, EventKind.KNOCKED, EventKind.BIG_GIN, EventKind.PASSED)
"""The events that end a turn."""


def turn_words(texts: Texts, events: Sequence[Event], name: str, melds: Sequence[str] | None = None) -> str:
    """Describe what a player did in a turn: ``Ola drew, laid 7-8-9♥, discarded K♠``.

    In news for listeners ``melds`` are the numbers of those on the table, each with what it is; new ones are brief.
    """
    kinds = [(kind, list(same)) for kind, same in groupby(events, key=lambda event: event.kind)]
    actions = [action for kind, same in kinds for action in _actions(texts, kind, same, melds)]
    return texts.t("{name} {actions}", name=name, actions=listed(texts, actions))


def recent_words(texts: Texts, events: Iterable[Event], names: Sequence[str]) -> str:
    """Describe events in one line, in their order."""
    return " · ".join(turn_words(texts, turn, names[turn[0].seat]) for turn in by_turn(events))


def turn_log(texts: Texts, events: Iterable[Event], names: Sequence[str], reader: int | None = None) -> list[str]:
    """Describe events in one line per turn, oldest first.

    Without a ``reader`` the last turn of every seat is described, else everything since the start of the reader's own
    last turn that has ended.
    """
    return [turn_words(texts, turn, names[turn[0].seat]) for turn in _since_own_turn(events, reader)]


def _since_own_turn(events: Iterable[Event], reader: int | None) -> Sequence[Sequence[Event]]:
    turns = by_turn(events)
    own = [at for at, turn in enumerate(turns) if turn[0].seat == reader and turn[-1].kind in _LAST]
    return turns[own[-1] if own else 0 :]


def news_words(
    texts: Texts, view: View, names: Sequence[str], *, discards: bool = True, melds: Sequence[str] = ()
) -> list[str]:
    """Return what the others did since the reader's last turn, briefly, one sentence per turn, the newest last.

    Without ``discards`` it's left out what they discarded, because the reader sees that; so it is once the reader has
    taken it. A turn that goes on is no news. Listeners hear every meld by name (``melds``: see `turn_words`), but not
    that a card was drawn.
    """
    since = _since_own_turn(view.recent, view.seat)
    turns = [turn for turn in since if turn[0].seat not in (view.seat, view.turn)]
    if since and since[-1][0].seat == view.seat and since[-1][0].kind is EventKind.TOOK:
        discards = False
    if texts.spells_cards:
        silent = {EventKind.DREW} if discards else {EventKind.DREW, EventKind.DISCARDED}
        told = ([event for event in turn if event.kind not in silent] for turn in turns)
        return [turn_words(texts, turn, names[turn[0].seat], melds) for turn in told if turn]
    found = (_brief_turn(texts, turn, names[turn[0].seat], discards=discards) for turn in turns)
    return [words for words in found if words]


def _brief_turn(texts: Texts, events: Sequence[Event], name: str, *, discards: bool) -> str:
    """Describe a turn like `turn_words`, but melds and several lay-offs only by their number."""
    laid, added = (sum(event.kind is kind for event in events) for kind in (EventKind.MELDED, EventKind.LAID_OFF))
    actions = []
    for event in events:
        match event.kind:
            case EventKind.MELDED:
                actions.append(texts.pn("said about a player", "laid {n} meld", "laid {n} melds", laid))
            case EventKind.LAID_OFF if added > 1:
                actions.append(texts.pn("said about a player", "laid off {n} card", "laid off {n} cards", added))
            case EventKind.DISCARDED if not discards:
                pass
            case _:
                actions.append(_action(texts, event))
    words = listed(texts, dict.fromkeys(actions))
    return texts.t("{name} {actions}", name=name, actions=words) if words else ""


def score_words(texts: Texts, view: View, names: Sequence[str]) -> str:
    """Return the scores with the reader's own first, ``you 48, Ola 31``; in Hollywood Gin those of all three games."""
    seat, penalties = view.seat or 0, view.options.penalties
    totals = [
        "/".join(score(column.totals[at], penalties=penalties) for column in view.columns) for at in range(len(names))
    ]
    others = [f"{names[other]} {totals[other]}" for other in range(len(names)) if other != seat]
    return score_list(texts, [texts.t("you {points}", points=totals[seat]), *others], penalties=penalties)


def _actions(
    texts: Texts, kind: EventKind, events: Sequence[Event], melds: Sequence[str] | None = None
) -> Iterator[str]:
    """Describe equal events in a row as parts of a turn: melds and lay-offs together, others one by one."""
    if kind is EventKind.MELDED:
        new = [short_meld(texts, event.cards, briefly=melds is not None) for event in events]
        yield texts.t("laid {cards}", cards=all_of(texts, new))
    elif kind is EventKind.LAID_OFF and len(events) > 1:
        cards = all_of(texts, _on_melds(texts, events, melds))
        yield texts.p("said about a player", "laid off {cards}", cards=cards)
    else:
        for event in events:
            yield _action(texts, event, melds)


def laid_words(texts: Texts, events: Iterable[Event], melds: Sequence[str]) -> list[str]:
    """Return what a listener laid, each meld or card by itself; ``melds`` as in `turn_words`."""
    new = [short_meld(texts, event.cards, briefly=True) for event in events if event.cards]
    return [*new, *_on_melds(texts, [event for event in events if not event.cards], melds)]


def _on_melds(texts: Texts, events: Sequence[Event], melds: Sequence[str] | None) -> list[str]:
    """Return the cards that were laid off or swapped and on which melds; for listeners those on one meld together."""
    found, together = [], texts.spells_cards
    keyed = ((event.kind, event.meld, 0 if together else at) for at, event in enumerate(events))
    for (kind, meld, _), same in groupby(zip(keyed, events, strict=True), key=lambda one: one[0]):
        each = [event for _, event in same]
        words = joined_cards(partial(all_of, texts), [texts.card(event.card or 0) for event in each])
        found.append(on_meld_words(texts, words, _meld_number(meld or 0, melds), swapped=kind is EventKind.SWAPPED))
    return found


def on_meld_words(texts: Texts, card: str, number: str, *, swapped: bool = False) -> str:
    """Return a card that is laid off or ``swapped`` for a joker, and on which meld."""
    if swapped:
        return texts.t("{card} for the joker in meld {number}", card=card, number=number)
    if texts.spells_cards:
        return texts.t("{card} on meld {number}", card=card, number=number)
    return texts.t("{card} (meld {number})", card=card, number=number)


def _meld_number(number: int, melds: Sequence[str] | None) -> str:
    """Return the number of a meld, counted from 0, with what it is if that's known."""
    return melds[number] if melds and number < len(melds) else str(number + 1)


def _action(texts: Texts, event: Event, melds: Sequence[str] | None = None) -> str:  # noqa: PLR0911 - one per kind
    """Describe an event as a part of a turn, without the player."""
    if texts.spells_cards and event.card is not None and event.meld is not None:
        return _spelled_action(texts, event.kind, event.card, _meld_number(event.meld, melds))
    match event:
        case Event(kind=EventKind.CLAIMED, card=int(card)) if texts.spells_cards:
            return texts.t("knocked for {card} and got a card from the stock", card=texts.card(card))
        case Event(kind=EventKind.LAID_OFF, card=int(card), meld=int(meld)):
            return texts.t("laid off {card} (meld {number})", card=texts.card(card), number=meld + 1)
        case Event(kind=EventKind.SWAPPED, card=int(card), meld=int(meld)):
            return texts.t("swapped {card} for joker (meld {number})", card=texts.card(card), number=meld + 1)
        case Event(card=int(card), cards=(_, *above)):
            return _WITH_CARD[event.kind](texts, and_more(texts, texts.card(card), len(above)))
        case Event(card=int(card)):
            return _WITH_CARD[event.kind](texts, texts.card(card))
        case _:
            return _plain_action(texts, event.kind)


def _spelled_action(texts: Texts, kind: EventKind, card: Card, number: str) -> str:
    """Describe what was done with a card and a meld, for readers who listen."""
    if kind is EventKind.SWAPPED:
        return texts.t("swapped {card} for the joker in meld {number}", card=texts.card(card), number=number)
    return texts.t("laid off {card} on meld {number}", card=texts.card(card), number=number)


_WITH_CARD: Final[Mapping[EventKind, Callable[[Texts, str], str]]] = {
    EventKind.TOOK: lambda texts, card: texts.p("said about a player", "took {card}", card=card),
    EventKind.DREW: lambda texts, card: texts.t("drew {card}", card=card),
    EventKind.KNOCKED: lambda texts, card: texts.t("knocked, discarding {card}", card=card),
    EventKind.TOOK_BACK: lambda texts, card: texts.p("said about a player", "took back {card}", card=card),
    EventKind.GAVE_BACK: lambda texts, card: texts.p("said about a player", "gave back {card}", card=card),
    EventKind.CLAIMED: lambda texts, card: texts.p("said about a player", "knocked for {card} (+1 card)", card=card),
    EventKind.DISCARDED: lambda texts, card: texts.p("said about a player", "discarded {card}", card=card),
}


def _plain_action(texts: Texts, kind: EventKind) -> str:
    match kind:
        case EventKind.PASSED:
            return texts.p("said about a player", "passed")
        case EventKind.KNOCKED:
            return texts.p("said about a player, in gin", "knocked")
        case EventKind.BIG_GIN:
            return texts.t("went big gin")
        case EventKind.DISCARDED:
            return texts.p("said about a player", "discarded face down")
        case EventKind.RESHUFFLED:
            return texts.p("said about a player", "reshuffled the discard pile")
        case _:
            return texts.p("said about a player", "drew")


_CARDS: Final = ("card", "other")


def hint_words(texts: Texts, hint: Hint) -> str:
    """Return a hint as one sentence, with cards as ``10♥``."""
    return texts.t("Hint: {reason}", reason=reason_words(texts, hint))


def reason_words(texts: Texts, hint: Hint, name: str | None = None) -> str:
    """Return what a hint suggests and why, with cards as ``10♥``; ``name`` is the player's, None if it's the reader."""
    words = _reason(texts, hint.why, {**hint.values, "meld": hint.meld}, name)
    if hint.figures is None:
        return words
    return f"{words} {_reason(texts, hint.figures.sentence, hint.figures.values, name)}"


def _reason(texts: Texts, why: Why, values: Mapping[str, Card | int | tuple[Card, ...]], name: str | None) -> str:
    """Return a sentence for the player, or about the player with a name."""
    if name is None:
        return _sentence(texts, why.value, values)
    return _sentence(texts, why.third_person, values, name=name)


def _sentence(texts: Texts, sentence: str, values: Mapping[str, Card | int | tuple[Card, ...]], **more: str) -> str:
    words: dict[str, object] = dict(more)
    for key, value in values.items():
        told = texts.card(value) if key in _CARDS and isinstance(value, Card) else value
        words[key] = short_meld(texts, value) if isinstance(value, tuple) else told
    if sentence in _ANY_MELD and not words.get("meld"):
        return _ANY_MELD[sentence](texts, words["card"])
    return request_text(texts, sentence, **words)


_ANY_MELD: Final[Mapping[str, Callable[[Texts, object], str]]] = {
    Why.TAKE.value: lambda texts, card: texts.t("Take {card}: it makes a meld.", card=card),
    CoachLine.TAKE_MELD.value: lambda texts, card: texts.t("{card} makes a meld, so it's worth taking.", card=card),
    CoachLine.TAKE_MELD.short: lambda texts, card: texts.t("{card} makes a meld", card=card),
}
"""Sentences that name a meld, and what they say if it may be any."""


def short_reason(texts: Texts, hint: Hint) -> str:
    """Return why to make a move in a few words, for the player; empty before the draw."""
    return _sentence(texts, hint.why.short, hint.values) if hint.why.short else ""


def coach_words(texts: Texts, tip: CoachTip) -> str:
    """Return a line of the coach, with cards as ``10♥``."""
    return texts.t("Coach: {line}", line=_sentence(texts, tip.line.value, tip.values))


def short_coach_words(texts: Texts, tip: CoachTip) -> str:
    """Return a line of the coach in a few words."""
    return _sentence(texts, tip.line.short, tip.values)


def heard_coach_words(texts: Texts, tip: CoachTip) -> str:
    """Return a line of the coach for players who listen; empty for one about colors."""
    return "" if tip.line in COLORFUL else texts.t("Coach: {line}", line=short_coach_words(texts, tip))


def made_words(texts: Texts, move: Move, events: Sequence[Event], names: Sequence[str]) -> str:
    """Return what a move did; an undo of lays has no ``events``."""
    if move.verb is Verb.UNDO and not events:
        words = texts.t("{name} took back what they laid", name=names[move.seat])
    else:
        words = recent_words(texts, events, names)
    return texts.t("{move} (time ran out: the bot moved)", move=words) if move.timed_out else words


def advice_words(texts: Texts, hint: Hint, name: str | None, coming: Move) -> str:
    """Return what an Expert would have done, and whether it agrees with ``coming``, the move that the player made.

    The Expert sees only what that player saw. ``name`` is None if the player is the reader.
    """
    reason = reason_words(texts, hint, name)
    agrees = (hint.move.verb, hint.move.card, hint.move.cards) == (coming.verb, coming.card, coming.cards)
    if name is None:
        if agrees:
            return texts.t("Expert, seeing only your hand, agrees: {reason}", reason=reason)
        return texts.t("Expert, seeing only your hand: {reason}", reason=reason)
    if agrees:
        return texts.t("Expert, seeing only {name}'s hand, agrees: {reason}", name=name, reason=reason)
    return texts.t("Expert, seeing only {name}'s hand: {reason}", name=name, reason=reason)


def expert_words(texts: Texts, move: Move, top: Card | None) -> str:
    """Return what an Expert would do, in short; ``top`` is the top discard. Empty for taking something back."""
    card = move.card if move.card is not None else top
    cards = short_meld(texts, move.cards) if move.cards else "" if card is None else texts.card(card)
    return _EXPERT[move.verb](texts, cards) if move.verb in _EXPERT else ""


_EXPERT: Final[Mapping[Verb, Callable[[Texts, str], str]]] = {
    Verb.DRAW: lambda texts, _: texts.t("An Expert draws from the stock"),
    Verb.TAKE: lambda texts, card: texts.t("An Expert takes {card}", card=card),
    Verb.PASS: lambda texts, _: texts.t("An Expert passes"),
    Verb.DISCARD: lambda texts, card: texts.t("An Expert discards {card}", card=card),
    Verb.KNOCK: lambda texts, card: texts.t("An Expert knocks, discarding {card}", card=card),
    Verb.BIGGIN: lambda texts, _: texts.t("An Expert goes big gin"),
    Verb.CLAIM: lambda texts, card: texts.t("An Expert knocks for {card}", card=card),
    Verb.MELD: lambda texts, cards: texts.t("An Expert lays {cards}", cards=cards),
    Verb.LAYOFF: lambda texts, card: texts.t("An Expert lays off {card}", card=card),
    Verb.SWAP: lambda texts, card: texts.t("An Expert swaps {card} for the joker", card=card),
}


def worth_words(texts: Texts, view: View) -> str:
    """Return the deadwood of the hand of the view's seat, or with melds on the table the value of its cards."""
    return texts_for(view.family).hand_value(texts, view)
