"""Every rule of the engine as scenarios that a player can read (tests/scenarios/README.md)."""

import tomllib
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.rummy.cards import PACK, Card, cards_in, code, parse_card
from bot.rummy.gin import GinState, apply, deal, is_legal, legal_moves, new_game, view_for
from bot.rummy.moves import Melds, Move, Verb, parse_move
from bot.rummy.options import GinOptions, Variant, options_for
from bot.rummy.refusals import Reason, Refused
from bot.rummy.results import DealResult, Ending, Outcome, Showdown
from bot.rummy.scoring.final import game_result
from bot.rummy.scoring.sheet import blank_sheet, with_deal
from bot.rummy.views import Phase

FOLDER = Path(__file__).parent.parent / "scenarios" / "gin"
RULES = ("C-1", "C-3", "C-5", "C-6", "C-7", "C-8", *(f"G-{number}" for number in range(1, 28) if number != 4))


def scenarios() -> Iterator[Any]:
    for path in sorted(FOLDER.glob("*.toml")):
        for scenario in tomllib.loads(path.read_text(encoding="utf-8"))["scenario"]:
            yield pytest.param(scenario, id=f"{scenario['rule']}: {scenario['name']}")


@pytest.mark.parametrize("scenario", list(scenarios()))
def test_scenario(scenario: dict[str, Any]) -> None:
    if "won" in scenario:
        seen = sheet_after(options_of(scenario), scenario["won"])
    else:
        state, _ = played(scenario)
        seen = {name: look(state) for name, look in LOOKS.items() if name in scenario["expect"]}
    assert {name: seen[name] for name in scenario["expect"]} == scenario["expect"]


def test_every_rule_of_the_engine_has_a_scenario() -> None:
    assert {param.values[0]["rule"] for param in scenarios()} == set(RULES)


def test_C_5_every_reason_for_a_refusal_is_seen_in_a_scenario() -> None:
    seen = [played(param.values[0])[1] for param in scenarios() if "deals" in param.values[0]]
    assert set().union(*seen) == set(Reason)


def options_of(scenario: dict[str, Any]) -> GinOptions:
    return options_for(Variant(scenario.get("variant", "gin")), scenario.get("options", {}))


def played(scenario: dict[str, Any]) -> tuple[GinState, set[str]]:
    """Play a scenario's deals: the state at the end, and the reasons for which moves were refused."""
    state, reasons = new_game(options_of(scenario), 0), set[str]()
    for dealt in scenario["deals"]:
        state = deal(state, deck_of(dealt, state.dealer))
        for line in dealt["moves"]:
            text, _, refused = line.partition(" => ")
            turns, _, what = text.partition(" turns: ")
            if what:
                for _ in range(int(turns)):
                    state = whole_turn(state, what)
            elif refused:
                reasons.add(refuse(state, parse_move(text), *refused.split(": ", 1)))
            else:
                move = parse_move(text)
                assert replace(move, melds=None) in legal_moves(state), f"{text} is not listed"
                state = apply(state, move)
    return state, reasons


def refuse(state: GinState, move: Move, rule: str, words: str = "") -> str:
    """See that a move is refused by a rule, in words, changes nothing and is not listed; answer the reason."""
    before = repr(state)
    with pytest.raises(Refused) as caught:
        apply(state, move)
    assert caught.value.refusal.rule == rule
    assert words in str(caught.value)
    assert rule in str(caught.value)
    assert repr(state) == before, "a refused move changed something"
    assert not is_legal(state, move)
    assert move not in legal_moves(state)
    return caught.value.refusal.reason


def whole_turn(state: GinState, what: str) -> GinState:
    seat = state.turn
    assert seat is not None
    match what:
        case "draw, discard it":
            state = apply(state, Move(seat, Verb.DRAW))
            return apply(state, Move(seat, Verb.DISCARD, state.drawn))
        case "take, discard another":
            state = apply(state, Move(seat, Verb.TAKE))
            other = next(card for card in reversed(cards_in(state.hands[seat])) if card != state.taken)
            return apply(state, Move(seat, Verb.DISCARD, other))
    raise AssertionError(f"no such turn: {what}")


def deck_of(dealt: dict[str, Any], dealer: int) -> tuple[Card, ...]:
    """Put a deck together that deals these hands, upcard and stock."""
    if "deck" in dealt:
        start = [parse_card(word) for word in dealt["deck"].split()]
        return (*start, *(card for card in PACK if card not in start))
    hands = [[parse_card(word) for word in hand.split()] for hand in dealt["hands"]]
    assert [len(hand) for hand in hands] == [10, 10]
    first, second = hands[1 - dealer], hands[dealer]
    deck = [card for pair in zip(first, second, strict=True) for card in pair]
    deck.append(parse_card(dealt["upcard"]))
    deck += [parse_card(word) for word in dealt.get("stock", "").split()]
    assert len(set(deck)) == len(deck), "a card is in two places"
    return (*deck, *(card for card in PACK if card not in deck))


def sheet_after(options: GinOptions, won: list[str]) -> dict[str, Any]:
    """Write deals on the score sheet."""
    sheet, deals = blank_sheet(options), list[DealResult]()
    for line in won:
        assert game_result(options, sheet, deals) is None, "the game was over before"
        if line == "void":
            deals.append(DealResult(Outcome.VOID, None, (0, 0), Ending.STOCK))
        else:
            seat, points = map(int, line.split())
            deals.append(DealResult(Outcome.KNOCK, seat, (0, points) if seat else (points, 0)))
        sheet = with_deal(options, sheet, deals[-1])
    result = game_result(options, sheet, deals)
    return {
        "totals": [list(column.totals) for column in sheet],
        "open_to": [[seat for seat in (0, 1) if column.open_to[seat]] for column in sheet],
        "won": ["running" if not column.over else column.winner for column in sheet],
        "over": result is not None,
        "winners": list(result.winners) if result else [],
        "final": [[bonus.final for bonus in bonuses] for bonuses in result.bonuses] if result else [],
    }


def hand_text(cards: tuple[Card, ...]) -> str:
    return " ".join(map(code, cards))


def melds_text(melds: Melds) -> str:
    return " / ".join(map(hand_text, melds))


def shown(state: GinState) -> Showdown:
    assert state.showdown is not None
    return state.showdown


LOOKS: dict[str, Callable[[GinState], object]] = {
    "outcome": lambda state: state.deals[-1].outcome.value,
    "ending": lambda state: str(state.deals[-1].ending),
    "winner": lambda state: state.deals[-1].winner,
    "points": lambda state: list(state.deals[-1].points),
    "totals": lambda state: [list(column.totals) for column in state.sheet],
    "melds": lambda state: melds_text(shown(state).arrangement.melds),
    "defence": lambda state: melds_text(shown(state).defence.arrangement.melds),
    "lay_offs": lambda state: [f"{code(step.card)} on {step.meld}" for step in shown(state).defence.lay_offs],
    "deadwood": lambda state: [shown(state).arrangement.deadwood, shown(state).defence.arrangement.deadwood],
    "before": lambda state: shown(state).defence.before,
    "bonus": lambda state: shown(state).bonus,
    "phase": lambda state: state.phase.value,
    "turn": lambda state: state.turn,
    "dealer": lambda state: state.dealer,
    "over": lambda state: state.phase is Phase.OVER,
    "stock": lambda state: len(state.stock),
    "quiet": lambda state: state.quiet,
    "turns": lambda state: state.turns,
    "upcard": lambda state: None if state.upcard is None else code(state.upcard),
    "discards": lambda state: hand_text(tuple(state.discards)),
    "hands": lambda state: [hand_text(cards_in(hand)) for hand in state.hands],
    "knock_limit": lambda state: state.knock_limit,
    "factor": lambda state: state.factor,
    "verbs": lambda state: sorted({move.verb.value for move in legal_moves(state)}),
    "knocks": lambda state: [code(move.named) for move in legal_moves(state) if move.verb is Verb.KNOCK],
    "result": lambda state: view_for(state, None).result is not None,
}
