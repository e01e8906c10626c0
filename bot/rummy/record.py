"""Records of games, read back: every part checked, every move made again, every result worked out and compared.

A record is a value of plain lists and objects, as JSON has them; `record_shape.read_json` makes one of bytes.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from bot.rummy.cards import PACK, Card, code, parse_card
from bot.rummy.gin import GinState, new_game
from bot.rummy.options import GinOptions, OptionError, Variant, options_for
from bot.rummy.record_fairness import Fairness, read_fairness
from bot.rummy.record_shape import RecordError, fault, items_of, keys_of, names_of, seat_of, text_of
from bot.rummy.record_write import (
    FORMAT,
    VERSION,
    check_due,
    deal_result_written,
    deal_written,
    game_result_written,
    played,
    record_written,
    write,
)
from bot.rummy.shown import shown

__all__ = ["Fairness", "RecordError", "Verification", "check", "verify", "write"]


@dataclass(frozen=True, slots=True)
class Verification:
    """What a record's shuffles prove: that the decks of these deals follow from the commitment's chain and the cuts."""

    fairness: Fairness
    first_dealer: int | None  # None while the first secret has not been shown, and before the first deal
    proven: tuple[int, ...]  # deals, from 1
    unproven: tuple[int, ...]  # the deal that still runs, whose secret has not been shown


@dataclass(frozen=True, slots=True)
class _Checked:
    """A record that was found right."""

    record: dict[str, object]
    options: GinOptions
    fairness: Fairness | None
    deals: int


def check(record: object) -> dict[str, object]:
    """Check all of a record: shape, shuffles, moves and results; RecordError names the first fault.

    Answers the completed record: keys in the format's order, options that are defaults left out, results filled in.
    """
    return _checked(record).record


def verify(record: object) -> Verification:
    """Check a record and say what its shuffles prove; RecordError if they are wrong, or it holds none."""
    checked = _checked(record)
    fairness, deals = checked.fairness, range(1, checked.deals + 1)
    if fairness is None:
        raise fault("fairness", "missing, so nothing can be proven about the shuffles")
    return Verification(
        fairness,
        fairness.first_dealer(checked.options),
        tuple(k for k in deals if fairness.secret(k) is not None),
        tuple(k for k in deals if fairness.secret(k) is None),
    )


def _checked(record: object) -> _Checked:
    """Check all of a record, from the outside in."""
    raw = keys_of(record, "", ("format", "version", "rules", "seats", "deals"), ("fairness", "result"))
    if raw["format"] != FORMAT:
        raise fault("format", f'must be "{FORMAT}", not {shown(raw["format"])}')
    if type(raw["version"]) is not int or raw["version"] != VERSION:
        raise fault("version", f"must be {VERSION}, not {shown(raw['version'])}")
    options, seats = _options_in(raw["rules"]), names_of(raw["seats"])
    fairness = read_fairness(raw["fairness"], len(seats)) if "fairness" in raw else None
    state, deals = new_game(options, 0), []
    for k, entry in enumerate(items_of(raw["deals"], "deals"), start=1):
        state, deal = _check_deal(entry, k, state, fairness)
        deals.append(deal)
    if fairness is not None:
        fairness.check_count(len(deals), len(state.deals))
    if "result" in raw:
        _check_result(raw["result"], game_result_written(state), "result")
    return _Checked(record_written(options, seats, fairness, deals, state), options, fairness, len(deals))


def _options_in(value: object) -> GinOptions:
    """Read ``rules``."""
    rules = keys_of(value, "rules", ("variant",), ("options",))
    variants = {variant.value: variant for variant in Variant}
    name = text_of(rules["variant"], "rules.variant")
    if name not in variants:
        raise fault("rules.variant", f"must be one of {', '.join(variants)}, not {shown(name)}")
    changes = rules.get("options", {})
    if not isinstance(changes, dict):
        raise fault("rules.options", f"must be an object, not {shown(changes)}")
    try:
        return options_for(variants[name], changes)
    except OptionError as error:
        raise fault("rules.options", str(error)) from None


def _check_deal(
    value: object, k: int, state: GinState, fairness: Fairness | None
) -> tuple[GinState, dict[str, object]]:
    """Check deal ``k`` of a game; answer the game after it, and the deal completed."""
    where = f"deal {k}"
    raw = keys_of(value, where, ("dealer", "deck", "moves"), ("result",))
    dealer = seat_of(raw["dealer"], f"{where}: dealer")
    if k == 1:
        due = fairness.first_dealer(state.options) if fairness else None
        state = new_game(state.options, dealer if due is None else due)
    check_due(state, k)
    if dealer != state.dealer:
        raise fault(where, f"dealer: the record says {dealer}, and seat {state.dealer} deals")
    deck = _deck_in(raw["deck"], f"{where}: deck")
    if fairness is not None:
        fairness.check_deck(k, deck)
    moves = [
        text_of(move, f"{where}, move {n}") for n, move in enumerate(items_of(raw["moves"], f"{where}: moves"), start=1)
    ]
    after = played(state, k, deck, moves)
    if "result" in raw:
        _check_result(raw["result"], deal_result_written(after), f"{where}: result")
    return after, deal_written(dealer, deck, moves, after)


def _deck_in(value: object, where: str) -> tuple[Card, ...]:
    """Read a deck: the whole pack, each card once."""
    deck: list[Card] = []
    for place, item in enumerate(items_of(value, where), start=1):
        text = text_of(item, f"{where}: card {place}")
        try:
            card = parse_card(text)
        except ValueError:
            raise fault(where, f"card {place}: {shown(text)} is no card") from None
        if card in deck:
            raise fault(where, f"{text} is there twice")
        deck.append(card)
    if len(deck) != len(PACK):
        missing = [code(card) for card in PACK if card not in deck]
        raise fault(where, f"{len(deck)} cards, and a pack has {len(PACK)}; missing {', '.join(missing)}")
    return tuple(deck)


def _check_result(given: object, computed: Mapping[str, object] | None, where: str) -> None:
    """Hold a result that a record gives against the one that its moves give; the error shows both."""
    if computed is None:
        raise fault(
            where, f"there is one, and the moves stop before the {'game' if where == 'result' else 'deal'} ends"
        )
    raw = keys_of(given, where, tuple(computed))
    says, gives = shown({key: raw[key] for key in computed}, 4), shown(dict(computed), 4)
    if says != gives:
        raise fault(where, f"the record says {says}, the moves give {gives}")
