"""Writing records: a game's deals are played again with their shuffles and moves, and written with their results."""

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

from bot.rummy import games
from bot.rummy.cards import Card, code, parse_card
from bot.rummy.games import State
from bot.rummy.moves import parse_move
from bot.rummy.options import Options, changes_from, conflicts
from bot.rummy.records.fairness import Shuffles
from bot.rummy.records.shape import RecordError, check_names, fault, items_of, text_of
from bot.rummy.refusals import Reason, Refused
from bot.rummy.shown import shown
from bot.rummy.views import Phase

FORMAT: Final = "rummy-record"
FIRST_VERSION: Final = 1
"""The version of games that started before cuts had digests, and of records written by hand."""
VERSION: Final = 3
"""The version of daily deals. Other games still have version 2, which earlier programs read."""
_LONGEST_MOVE: Final = 100


@dataclass(frozen=True, slots=True)
class PlayedDeal:
    """A deal as it was played: its deck, and its moves in their text form.

    ``dealer`` None means the seat that is due to deal. ``reshuffles`` are lists of cards in their text form, the new
    stock in drawing order; None computes them from the deal's secret (B-7). ``waits`` None means the seat due to wait.
    """

    deck: Sequence[Card]
    moves: Sequence[str]
    dealer: int | None = None
    reshuffles: Sequence[object] | None = None
    waits: int | None = None


def play_deal(
    state: State, k: int, deal: PlayedDeal, names: Sequence[str], fairness: Shuffles | None = None
) -> tuple[tuple[State, ...], dict[str, object]]:
    """Play deal ``k`` of a game; return the game as dealt and after each move, and the deal as a record has it.

    RecordError names the deal, and the move if it is one, that the rules or the shuffles don't allow.
    """
    _check_due(state, k)
    dealer, waits = _dealer(state, k, deal, fairness), _waits(state, k, deal, fairness)
    if dealer == waits:
        raise fault(f"deal {k}", f"waits: {names[dealer]} deals, so another seat waits (G3-20)")
    if fairness is not None:
        fairness.check_deck(k, deal.deck, state.options)
    state = games.deal(games.seated(state, dealer, waits), deal.deck)
    piles, shuffled_at, states = _Piles(state.options, k, deal.reshuffles, fairness), f"deal {k}", [state]
    for n, text in enumerate(deal.moves, start=1):
        where, before = f"deal {k}, move {n}: {text[:_LONGEST_MOVE]}", len(piles.made)
        try:
            state = games.apply(state, parse_move(text), piles.reshuffle)
        except (Refused, ValueError) as error:
            raise fault(where, _why(error, state, names)) from None
        states.append(state)
        if len(piles.made) > before:
            shuffled_at = where
    given, made = len(deal.reshuffles or ()), len(piles.made)
    if given > made:
        raise fault(shuffled_at, f"reshuffles: {given} given, and the stock ran out for {made} of them (B-7)")
    return tuple(states), _written(dealer, waits, deal, piles.made, state)


def cards_of(value: object, where: str, pack: Sequence[Card]) -> tuple[Card, ...]:
    """Read a list of cards, each at most as often as the pack holds it."""
    cards: list[Card] = []
    left, all_of_it = Counter(pack), Counter(pack)
    for place, item in enumerate(items_of(value, where), start=1):
        text = text_of(item, f"{where}: card {place}")
        try:
            card = parse_card(text)
        except ValueError:
            raise fault(where, f"card {place}: {shown(text)} is no card") from None
        if not left[card]:
            raise fault(where, _too_often(text, place, all_of_it[card]))
        left[card] -= 1
        cards.append(card)
    return tuple(cards)


def deck_of(value: object, where: str, pack: Sequence[Card]) -> tuple[Card, ...]:
    """Read a deck: the whole pack, in any order."""
    deck = cards_of(value, where, pack)
    if len(deck) != len(pack):
        missing = (Counter(pack) - Counter(deck)).elements()
        raise fault(
            where, f"{len(deck)} cards, and a pack has {len(pack)}; missing {', '.join(code(card) for card in missing)}"
        )
    return deck


def deal_result_written(after: State) -> dict[str, object] | None:
    """Return the result of the last deal as a record has it; None while it runs."""
    if after.phase not in (Phase.DEAL, Phase.OVER):
        return None
    result = after.deals[-1]
    return {"outcome": result.outcome.value, "winner": result.winner, "points": list(result.points)}


def game_result_written(state: State) -> dict[str, object] | None:
    """Return the result of the game as a record has it, for Hollywood of its three games; None while it runs."""
    result = games.result_of(state)
    if result is None:
        return None
    totals = [list(column.totals) for column in state.sheet]
    final = [[bonus.final for bonus in bonuses] for bonuses in result.bonuses]
    three = len(state.sheet) > 1  # Hollywood's games
    written: dict[str, object] = {
        "winners": list(result.winners),
        "totals": totals if three else totals[0],
        "final": final if three else final[0],
    }
    return written if result.settled is None else {**written, "settled": list(result.settled)}


@dataclass(slots=True)
class _Piles:
    """The reshuffles of one deal (B-7): those of the record, compared with the deal's secret, or made from it."""

    options: Options
    k: int
    given: Sequence[object] | None
    fairness: Shuffles | None
    made: list[tuple[Card, ...]] = field(default_factory=list)

    def reshuffle(self, pile: Sequence[Card]) -> tuple[Card, ...]:
        """Return the new stock for a discard pile, bottom first; ValueError if it is missing or doesn't match."""
        due = self.fairness.reshuffled(self.k, self.options, pile) if self.fairness else None
        stock = due if self.given is None else self._next(self.given, pile)
        if stock is None:
            raise ValueError("the stock's last card was drawn, but there's no reshuffle (B-7)")
        if due not in (None, stock):
            raise ValueError("the reshuffle doesn't match the secret and the cuts")
        self.made.append(stock)
        return stock

    def _next(self, given: Sequence[object], pile: Sequence[Card]) -> tuple[Card, ...] | None:
        """Read the record's next reshuffle, which has all cards of the pile."""
        if len(self.made) == len(given):
            return None
        try:
            stock = cards_of(given[len(self.made)], "the reshuffle", self.options.pack)
        except RecordError as error:
            raise ValueError(str(error)) from None
        if sorted(stock) != sorted(pile):
            raise ValueError(f"the reshuffle has other cards than the discard pile, {' '.join(map(code, pile))} (B-7)")
        return stock


def _check_due(state: State, k: int) -> None:
    if state.phase is Phase.OVER:
        raise fault(f"deal {k}", f"the game was over after deal {k - 1}")
    if state.phase is not Phase.DEAL:
        raise fault(f"deal {k - 1}", f"the moves stop before the deal is over, and deal {k} follows")


def _dealer(state: State, k: int, deal: PlayedDeal, fairness: Shuffles | None) -> int:
    """Return the dealer: from the secret if chance decides, else from the record, else the seat due (B-2, D-5, G-4)."""
    due = state.dealer
    if k == 1 or state.options.dealer_by_chance:
        chance = fairness.dealer(k, state.options) if fairness else None
        due = next(seat for seat in (chance, deal.dealer, state.dealer) if seat is not None)
    if deal.dealer not in (None, due):
        raise fault(f"deal {k}", f"dealer: the record says {deal.dealer}, and seat {due} deals")
    return due


def _waits(state: State, k: int, deal: PlayedDeal, fairness: Shuffles | None) -> int | None:
    """Return the seat that waits: by the deal before, and in the first one from the secret or the record (G3-21)."""
    due = state.waits
    if due is not None and k == 1:
        first = fairness.first_deal(state.options) if fairness else None
        chance = None if first is None else first.waits
        due = next(seat for seat in (chance, deal.waits, due) if seat is not None)
    if deal.waits not in (None, due):
        raise fault(f"deal {k}", f"waits: the record says {deal.waits}, and seat {due} waits")
    return due


def _why(error: Exception, state: State, names: Sequence[str]) -> str:
    """Return why a move isn't allowed; who waits is told by name (G3-20)."""
    if isinstance(error, Refused) and error.refusal.reason is Reason.WAITS and state.waits is not None:
        return f"{names[state.waits]} waits in this deal ({error.refusal.rule})"
    return str(error)


def _written(
    dealer: int, waits: int | None, deal: PlayedDeal, made: Sequence[Sequence[Card]], after: State
) -> dict[str, object]:
    """Return a deal as a record has it, with who waits and its reshuffles if any, and its result if it is over."""
    written: dict[str, object] = {"dealer": dealer, "deck": [code(card) for card in deal.deck]}
    if waits is not None:
        written = {"dealer": dealer, "waits": waits, "deck": written["deck"]}
    if made:
        written["reshuffles"] = [[code(card) for card in stock] for stock in made]
    written["moves"] = list(deal.moves)
    result = deal_result_written(after)
    return written if result is None else {**written, "result": result}


def _too_often(text: str, place: int, held: int) -> str:
    if held == 0:
        return f"card {place}: this game's pack has no {text}"
    return f"{text} is there twice" if held == 1 else f"{text} is there {held + 1} times, and the pack has {held}"


# The format knows deals and moves only, so a resigned game ends with an unfinished deal and without a result. A move of
# our own for resigning would be refused by other readers.
def write(
    options: Options,
    seats: Sequence[str],
    fairness: Shuffles | None,
    deals: Iterable[PlayedDeal],
) -> dict[str, object]:
    """Return the record of a game, in the version of its shuffles; the first one without any.

    Dealers and reshuffles follow from the secrets of ``fairness``; without a secret the deals have to name them.
    RecordError if the rules or the shuffles don't allow the moves.
    """
    names = list(seats)
    check_names(names, options)
    against = conflicts(options, len(names))
    if against:
        raise fault("rules.options", "; ".join(against))
    limited = fairness is None or not fairness.earlier
    state, written = games.new_game(options, len(names), 0, limited=limited), []
    for k, played in enumerate(deals, start=1):
        (*_, state), deal = play_deal(state, k, played, names, fairness)
        written.append(deal)
    version = FIRST_VERSION if fairness is None else fairness.version
    return record_written(options, names, fairness, written, state, version=version)


def record_written(
    options: Options,
    seats: list[str],
    fairness: Shuffles | None,
    deals: list[dict[str, object]],
    state: State,
    *,
    version: int,
) -> dict[str, object]:
    """Return a record with its keys in the format's order; ``state`` is the game after its last deal."""
    written: dict[str, object] = {
        "format": FORMAT,
        "version": version,
        "rules": {"variant": options.variant.value, "options": changes_from(options.as_recorded(len(seats)))},
        "seats": seats,
    }
    if fairness is not None:
        written["fairness"] = fairness.written()
    written["deals"] = deals
    result = game_result_written(state)
    return written if result is None else {**written, "result": result}


def record_text(record: dict[str, object]) -> str:
    """Return a record as JSON text for a file, one line per key and per deal."""
    lines = []
    for key, value in record.items():
        if isinstance(value, list) and key == "deals":
            deals = ",\n".join(f"    {_json(deal)}" for deal in value)
            lines.append(f'  "deals": [\n{deals}\n  ]' if deals else '  "deals": []')
        else:
            lines.append(f"  {_json(key)}: {_json(value)}")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
