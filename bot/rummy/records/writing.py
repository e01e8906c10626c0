"""Writing records: from options, seats, shuffles and moves to a record with its results."""

import json
from collections.abc import Iterable, Sequence
from typing import Final

from bot.rummy import games
from bot.rummy.games import State
from bot.rummy.options import Options, changes_from, conflicts
from bot.rummy.records.fairness import Fairness, Shuffles
from bot.rummy.records.playing import PlayedDeal, game_result_written, play_deal
from bot.rummy.records.shape import check_names, fault

FORMAT: Final = "rummy-record"
FIRST_VERSION: Final = 1
"""The version of games that started before cuts had digests, and of records written by hand."""
VERSION: Final = 2


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
        (*_, state), deal = play_deal(state, k, played, fairness)
        written.append(deal)
    version = FIRST_VERSION if fairness is None or isinstance(fairness, Fairness) else VERSION
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
