"""Writing a game down: from options, seats, shuffles and moves to a record, its results worked out on the way."""

import json
from collections.abc import Iterable, Sequence
from typing import Final

from bot.rummy.cards import Card, code
from bot.rummy.gin import GinState, apply, deal, new_game
from bot.rummy.moves import parse_move
from bot.rummy.options import GinOptions, Variant, changes_from
from bot.rummy.record_fairness import Fairness
from bot.rummy.record_shape import fault, names_of
from bot.rummy.refusals import Refused
from bot.rummy.scoring.final import game_result
from bot.rummy.views import Phase

FORMAT: Final = "rummy-record"
VERSION: Final = 1
_LONGEST_MOVE: Final = 100


def write(
    options: GinOptions,
    seats: Sequence[str],
    fairness: Fairness | None,
    deals: Iterable[tuple[Sequence[Card], Sequence[str]]],
    first_dealer: int = 0,
) -> dict[str, object]:
    """Write the record of a game: for each deal its deck and its moves in their text form.

    The first dealer is the one that the shuffle made (G-4); ``first_dealer`` counts only where no secret tells.
    RecordError if the rules do not allow what was played.
    """
    due = fairness.first_dealer(options) if fairness else None
    state = new_game(options, first_dealer if due is None else due)
    written = []
    for k, (deck, moves) in enumerate(deals, start=1):
        check_due(state, k)
        dealer, state = state.dealer, played(state, k, deck, moves)
        written.append(deal_written(dealer, deck, moves, state))
    return record_written(options, names_of(list(seats)), fairness, written, state)


def check_due(state: GinState, k: int) -> None:
    """See that deal ``k`` may follow what was played before it; else RecordError."""
    if state.phase is Phase.OVER:
        raise fault(f"deal {k}", f"the game was over after deal {k - 1}")
    if state.phase is not Phase.DEAL:
        raise fault(f"deal {k - 1}", f"the moves stop before the deal is over, and deal {k} follows")


def played(state: GinState, k: int, deck: Sequence[Card], moves: Iterable[str]) -> GinState:
    """Deal and play deal ``k``; RecordError names the deal and the move that the rules do not allow."""
    state = deal(state, deck)
    for n, text in enumerate(moves, start=1):
        try:
            state = apply(state, parse_move(text))
        except (Refused, ValueError) as error:
            raise fault(f"deal {k}, move {n}: {text[:_LONGEST_MOVE]}", str(error)) from None
    return state


def deal_written(dealer: int, deck: Sequence[Card], moves: Iterable[str], after: GinState) -> dict[str, object]:
    """Write one deal, with its result if the game after it has one."""
    written: dict[str, object] = {"dealer": dealer, "deck": [code(card) for card in deck], "moves": list(moves)}
    result = deal_result_written(after)
    return written if result is None else {**written, "result": result}


def deal_result_written(after: GinState) -> dict[str, object] | None:
    """Write the result of the last deal; None while it runs."""
    if after.phase not in (Phase.DEAL, Phase.OVER):
        return None
    result = after.deals[-1]
    return {"outcome": result.outcome.value, "winner": result.winner, "points": list(result.points)}


def game_result_written(state: GinState) -> dict[str, object] | None:
    """Write the result of the game, for Hollywood of each of its three games; None while it runs."""
    result = game_result(state.options, state.sheet, state.deals)
    if result is None:
        return None
    totals = [list(column.totals) for column in state.sheet]
    final = [[bonus.final for bonus in bonuses] for bonuses in result.bonuses]
    three = state.options.variant is Variant.HOLLYWOOD
    return {
        "winners": list(result.winners),
        "totals": totals if three else totals[0],
        "final": final if three else final[0],
    }


def record_written(
    options: GinOptions,
    seats: list[str],
    fairness: Fairness | None,
    deals: list[dict[str, object]],
    state: GinState,
) -> dict[str, object]:
    """Put a record together, keys in the format's order; ``state`` is the game after its last deal."""
    written: dict[str, object] = {
        "format": FORMAT,
        "version": VERSION,
        "rules": {"variant": options.variant.value, "options": changes_from(options)},
        "seats": seats,
    }
    if fairness is not None:
        written["fairness"] = {
            "commitment": fairness.commitment,
            "cuts": list(fairness.cuts),
            "secrets": list(fairness.secrets),
        }
    written["deals"] = deals
    result = game_result_written(state)
    return written if result is None else {**written, "result": result}


def record_text(record: dict[str, object]) -> str:
    """Write a record as JSON text for a file, a line a key and a line a deal."""
    lines = []
    for key, value in record.items():
        if isinstance(value, list) and key == "deals":
            deals = ",\n".join(f"    {_json(deal)}" for deal in value)
            lines.append(f'  "deals": [\n{deals}\n  ]' if deals else '  "deals": []')
        else:
            lines.append(f"  {_json(key)}: {_json(value)}")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _json(value: object) -> str:
    """Write a value as JSON on one line."""
    return json.dumps(value, ensure_ascii=False)
