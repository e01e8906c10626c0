"""Reading records back: every part is checked, every move is replayed, every result is computed and compared.

A record is a value of plain lists and dicts, as in JSON; `bot.rummy.records.shape.read_json` makes one from bytes.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from bot.rummy import games
from bot.rummy.families import Variant
from bot.rummy.games import State
from bot.rummy.options import OptionError, Options, options_for
from bot.rummy.records.fairness import Fairness, Shuffles, read_fairness
from bot.rummy.records.sealed import SealedFairness, read_sealed
from bot.rummy.records.shape import RecordError, check_names, fault, items_of, keys_of, names_of, seat_of, text_of
from bot.rummy.records.writing import (
    FIRST_VERSION,
    FORMAT,
    VERSION,
    PlayedDeal,
    deal_result_written,
    deck_of,
    game_result_written,
    play_deal,
    record_written,
    write,
)
from bot.rummy.shown import shown

MOST_MOVES: Final = 20_000
"""The most moves of a record: twenty times those of a long game, and replayed within some seconds."""

__all__ = [
    "CheckedRecord",
    "Fairness",
    "PlayedDeal",
    "RecordError",
    "Verification",
    "check",
    "proof_of",
    "read",
    "verify",
    "write",
]


@dataclass(frozen=True, slots=True)
class Verification:
    """The result of `verify`: which decks of a record are proven to follow from the seal's chain and the mix."""

    fairness: Fairness | SealedFairness
    options: Options
    names: tuple[str, ...]
    dealers: tuple[
        int, ...
    ]  # chosen by chance: one per deal in German Rummy, else the first; none before a secret is shown
    proven: tuple[int, ...]  # deals, from 1
    unproven: tuple[int, ...]  # the deal that still runs, whose secret has not been shown
    reshuffled: tuple[int, ...]  # the proven deals in which the discard pile became a new stock (B-7)


@dataclass(frozen=True, slots=True)
class CheckedRecord:
    """A record that has passed all checks, completed, and the game as its moves give it, hidden cards included."""

    record: dict[str, object]
    options: Options
    names: tuple[str, ...]
    fairness: Fairness | SealedFairness | None
    deals: tuple[dict[str, object], ...]
    states: tuple[tuple[State, ...], ...]  # of each deal, as dealt and after each move


def check(record: object) -> dict[str, object]:
    """Check a whole record: shape, shuffles, moves and results; RecordError names the first fault.

    Return the completed record: keys in the format's order, default options left out, results filled in.
    """
    return read(record).record


def verify(record: object) -> Verification:
    """Check a record and return what its shuffles prove; RecordError if they are wrong or missing."""
    return proof_of(read(record))


def proof_of(checked: CheckedRecord) -> Verification:
    """Return what the shuffles of a checked record prove; RecordError if it has none."""
    fairness, options = checked.fairness, checked.options
    if fairness is None:
        raise fault("fairness", "missing, so nothing can be proven about the shuffles")
    deals = range(1, len(checked.deals) + 1)
    proven = tuple(k for k in deals if fairness.secret(k) is not None)
    dealers = (fairness.dealer(k, options) for k in (deals or (1,)))
    return Verification(
        fairness,
        options,
        checked.names,
        tuple(dealer for dealer in dealers if dealer is not None),
        proven,
        tuple(k for k in deals if k not in proven),
        tuple(k for k in proven if "reshuffles" in checked.deals[k - 1]),
    )


def read(record: object) -> CheckedRecord:
    """Check a whole record, from the outside in; RecordError names the first fault."""
    raw = keys_of(record, "", ("format", "version", "rules", "seats", "deals"), ("fairness", "result"))
    if raw["format"] != FORMAT:
        raise fault("format", f'must be "{FORMAT}", not {shown(raw["format"])}')
    version = raw["version"]
    if type(version) is not int or version not in range(FIRST_VERSION, VERSION + 1):
        raise fault("version", f"must be {FIRST_VERSION} to {VERSION}, not {shown(version)}")
    names = names_of(raw["seats"])
    options = _options_in(raw["rules"], len(names))
    check_names(names, options)
    fairness: Fairness | SealedFairness | None = None
    if "fairness" in raw:
        given = raw["fairness"]
        first_version = version == FIRST_VERSION
        fairness = read_fairness(given, len(names)) if first_version else read_sealed(given, options, names)
        if fairness.version != version:
            raise fault("version", f"its shuffles are those of version {fairness.version}, not {version}")
    first = fairness.first_deal(options) if fairness is not None else None
    limited = fairness is None or not fairness.earlier
    state, deals, played = games.new_game(options, len(names), first or 0, limited=limited), [], []
    entries = items_of(raw["deals"], "deals")
    _check_length(entries)
    for k, entry in enumerate(entries, start=1):
        states, deal = _check_deal(entry, k, names, state, fairness)
        state = states[-1]
        deals.append(deal)
        played.append(states)
    if fairness is not None:
        fairness.check_count(len(deals), len(state.deals))
    if "result" in raw:
        _check_result(raw["result"], game_result_written(state), "result")
    whole = record_written(options, names, fairness, deals, state, version=version)
    return CheckedRecord(whole, options, tuple(names), fairness, tuple(deals), tuple(played))


def _check_length(deals: Sequence[object]) -> None:
    moves = [deal.get("moves") for deal in deals if isinstance(deal, dict)]
    count = sum(len(made) for made in moves if isinstance(made, list))
    if count > MOST_MOVES:
        raise fault("deals", f"there are {count} moves, and a record has at most {MOST_MOVES}")


def _options_in(value: object, seats: int) -> Options:
    rules = keys_of(value, "rules", ("variant",), ("options",))
    variants = {variant.value: variant for variant in Variant}
    name = text_of(rules["variant"], "rules.variant")
    if name not in variants:
        raise fault("rules.variant", f"must be one of {', '.join(variants)}, not {shown(name)}")
    changes = rules.get("options", {})
    if not isinstance(changes, dict):
        raise fault("rules.options", f"must be an object, not {shown(changes)}")
    try:
        return options_for(variants[name], changes, seats)
    except OptionError as error:
        raise fault("rules.options", str(error)) from None


def _check_deal(
    value: object, k: int, names: Sequence[str], state: State, fairness: Shuffles | None
) -> tuple[tuple[State, ...], dict[str, object]]:
    """Check deal ``k`` of a game; return the game as dealt and after each move, and the completed deal."""
    where, options = f"deal {k}", state.options
    reshuffles = ("reshuffles",) if options.reshuffles else ()
    waits = ("waits",) if state.waits is not None else ()
    if not waits and isinstance(value, dict) and "waits" in value:
        raise fault(where, f"waits: in {options.variant} nobody waits, only in three_handed (G3-20)")
    raw = keys_of(value, where, ("dealer", *waits, "deck", "moves"), (*reshuffles, "result"))
    states, deal = play_deal(
        state,
        k,
        PlayedDeal(
            deck_of(raw["deck"], f"{where}: deck", options.pack),
            _moves_in(raw["moves"], where),
            seat_of(raw["dealer"], f"{where}: dealer", len(names)),
            items_of(raw.get("reshuffles", []), f"{where}: reshuffles"),
            seat_of(raw["waits"], f"{where}: waits", len(names)) if waits else None,
        ),
        names,
        fairness,
    )
    if "result" in raw:
        _check_result(raw["result"], deal_result_written(states[-1]), f"{where}: result")
    return states, deal


def _moves_in(value: object, where: str) -> Sequence[str]:
    return [text_of(move, f"{where}, move {n}") for n, move in enumerate(items_of(value, f"{where}: moves"), start=1)]


def _check_result(given: object, computed: Mapping[str, object] | None, where: str) -> None:
    if computed is None:
        raise fault(where, f"present, but the moves stop before the {'game' if where == 'result' else 'deal'} ends")
    raw = keys_of(given, where, tuple(computed))
    says, gives = shown({key: raw[key] for key in computed}, 4), shown(dict(computed), 4)
    if says != gives:
        raise fault(where, f"the record says {says}, the moves give {gives}")
