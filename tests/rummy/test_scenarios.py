"""Every rule of the engines as scenarios that a player can read (tests/scenarios/README.md)."""

import tomllib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.rummy import games
from bot.rummy.cards import Card, cards_in, code
from bot.rummy.families import Variant
from bot.rummy.games import State
from bot.rummy.gin import game as gin
from bot.rummy.gin import score_sheet
from bot.rummy.gin import score_sheet as game_end
from bot.rummy.gin.options import GinOptions
from bot.rummy.gin.state import GinState
from bot.rummy.gin.views import GinView
from bot.rummy.house_rules import house_rules_of
from bot.rummy.melds import game as table_melds
from bot.rummy.melds import scoring
from bot.rummy.melds.options import GermanOptions, MeldsOptions
from bot.rummy.melds.state import MeldsState
from bot.rummy.moves import Melds, Move, Verb, parse_move
from bot.rummy.options import Options, options_for
from bot.rummy.refusals import Reason, Refused
from bot.rummy.results import Column, DealResult, Ending, GameResult, Outcome, Showdown
from bot.rummy.views import Phase
from tests.rummy.melds.looks import LOOKS as MELDS_LOOKS
from tests.rummy.stacked import deck_of, filled, whole_turn

FOLDER = Path(__file__).parent.parent / "scenarios"
RULES = {
    "gin": {
        "C-1",
        "C-3",
        "C-5",
        "C-6",
        "C-7",
        "C-8",
        "C-9",
        "C-10",
        *(f"G-{number}" for number in range(1, 32) if number != 4),
    },
    "basic": {"C-1", "C-3", "C-5", "C-6", "C-7", "C-8", "C-9", "C-10", *(f"B-{number}" for number in range(1, 20))},
    "german": {
        *("C-1", "C-4", "C-5", "C-8", "C-9", "C-10"),
        *(f"D-{number}" for number in range(1, 16)),
        *(rule.rule for rule in house_rules_of(GermanOptions).values()),
    },
    "remik51": {"E-1", "E-2", "E-3", "E-4"},
    "remi51": {"E-3"},
    "romme": {"E-3"},
    "kaluki": {"E-3"},
    "three_handed": {f"G3-{number}" for number in range(1, 19) if number != 4},
    "rum500": {f"R-{number}" for number in range(1, 17)},
}
"""The rules that the engines implement, and the examples of German Rummy's relatives.

G-4, G3-4 and the random dealers of B-2, D-5 and R-2 belong to the shuffle, G3-19 to tables, G3-20 and G3-21 to records.
"""


def scenarios(family: str) -> Iterator[dict[str, Any]]:
    for path in sorted((FOLDER / family).glob("*.toml")):
        for scenario in tomllib.loads(path.read_text(encoding="utf-8"))["scenario"]:
            yield {"variant": family, **scenario}


def params() -> Iterator[Any]:
    for family in RULES:
        for scenario in scenarios(family):
            yield pytest.param(scenario, id=f"{scenario['rule']}: {scenario['name']}")


@pytest.mark.parametrize("scenario", list(params()))
def test_scenario(scenario: dict[str, Any]) -> None:
    if "won" in scenario:
        seen = sheet_after(options_of(scenario), scenario["won"])
    else:
        state, _ = played(scenario)
        looks: dict[str, Callable[[Any], object]] = MELDS_LOOKS if isinstance(state, MeldsState) else LOOKS
        seen = {name: look(state) for name, look in looks.items() if name in scenario["expect"]}
    assert {name: seen[name] for name in scenario["expect"]} == scenario["expect"]


@pytest.mark.parametrize("family", RULES)
def test_every_rule_of_the_engines_has_a_scenario(family: str) -> None:
    assert {scenario["rule"] for scenario in scenarios(family)} == RULES[family]


@pytest.mark.slow
def test_C_5_every_refusal_reason_occurs_in_a_scenario() -> None:
    seen = [played(scenario)[1] for family in RULES for scenario in scenarios(family) if "deals" in scenario]
    assert set().union(*seen) == set(Reason)


def options_of(scenario: dict[str, Any]) -> Options:
    return options_for(Variant(scenario["variant"]), scenario.get("options", {}))


def played(scenario: dict[str, Any]) -> tuple[State, set[str]]:
    """Play a scenario's deals; return the final state, and the reasons for which moves were refused."""
    options, reasons = options_of(scenario), set[str]()
    first = scenario["deals"][0]
    state = games.new_game(options, scenario.get("seats") or len(first["hands"]), first.get("dealer", 0))
    for dealt in scenario["deals"]:
        dealer = dealt.get("dealer")
        if state.deal == 0 and "waits" in dealt:
            state = games.seated(state, dealer or 0, dealt["waits"])
        assert dealt.get("waits", state.waits) == state.waits
        state = games.deal(state, deck_for(options, dealt, state.dealer if dealer is None else dealer), dealer)

        def reshuffle(pile: Sequence[Card], stock: str = dealt.get("reshuffle", "")) -> Sequence[Card]:
            return filled(stock, pile)

        for line in repeated(dealt["moves"]):
            text, _, refused = line.partition(" => ")
            turns, _, what = text.partition(" turns: ")
            if what:
                for _ in range(int(turns)):
                    for move in whole_turn(state, what):
                        state = games.apply(state, move, reshuffle)
            elif refused:
                reasons.add(refuse(state, parse_move(text), *refused.split(": ", 1)))
            else:
                move = parse_move(text)
                assert is_listed(state, move), f"{text} is not listed"
                state = games.apply(state, move, reshuffle)
    return state, reasons


def repeated(lines: Sequence[str]) -> Iterator[str]:
    """Yield the lines of a deal's moves, each of ``20 times: 1 meld 5H 6H 7H, 1 undo`` as often as it says."""
    for line in lines:
        times, _, moves = line.partition(" times: ")
        yield from moves.split(", ") * int(times) if moves else [line]


def deck_for(options: Options, dealt: dict[str, Any], dealer: int) -> tuple[Card, ...]:
    """Stack the deck of a scenario's deal."""
    if "deck" in dealt:
        return filled(dealt["deck"], options.pack)
    return deck_of(options, dealt["hands"], f"{dealt['upcard']} {dealt.get('stock', '')}", dealer)


def listed(state: State, seat: int) -> tuple[Move, ...]:
    return table_melds.legal_moves(state, seat) if isinstance(state, MeldsState) else gin.legal_moves(state)


def is_listed(state: State, move: Move) -> bool:
    """Return whether a legal move is listed: melds to lay and take-backs aren't; an end is named only if necessary."""
    moves = listed(state, move.seat)
    return (
        move.verb in (Verb.MELD, Verb.TAKEBACK)
        or replace(move, melds=None) in moves
        or replace(move, end=None) in moves
    )


def refuse(state: State, move: Move, rule: str, words: str = "") -> str:
    """Assert that a move is refused by a rule, with these words, and isn't listed; return the reason."""
    before = repr(state)
    with pytest.raises(Refused) as caught:
        games.apply(state, move)
    assert caught.value.refusal.rule == rule
    assert words in str(caught.value)
    assert rule in str(caught.value)
    assert repr(state) == before, "a refused move changed something"
    assert games.refusal_for(state, move) == caught.value.refusal
    assert move not in (listed(state, move.seat) if move.seat < seats_of(state) else ())
    return caught.value.refusal.reason


def seats_of(state: State) -> int:
    return len(state.sheet[0].totals)


def sheet_after(options: Options, won: list[str]) -> dict[str, Any]:
    """Return what a score sheet shows after deals: winner and points in the gin family, else each seat's points."""
    deals, columns = list[DealResult](), tuple[Column, ...]()
    for line in won:
        if isinstance(options, GinOptions):
            deals.append(gin_deal(line, options.seat_counts[0]))
            columns = score_sheet.with_deal(options, columns or score_sheet.blank_sheet(options), deals[-1])
        else:
            assert isinstance(options, MeldsOptions)
            points = tuple(map(int, line.split()))
            deals.append(DealResult(Outcome.OUT, points.index(max(points)), points))
            columns = scoring.with_deal(options, columns or scoring.blank_sheet(len(points)), deals[-1])
        result = result_after(options, columns, deals)
        assert (result is None) or line is won[-1], "the game was over before"
    seats = range(len(columns[0].totals))
    return {
        "totals": [list(column.totals) for column in columns],
        "open_to": [[seat for seat in seats if column.open_to[seat]] for column in columns],
        "won": [
            "running" if not column.over else "none" if column.winner is None else column.winner for column in columns
        ],
        "over": result is not None,
        "winners": list(result.winners) if result else [],
        "final": [[bonus.final for bonus in bonuses] for bonuses in result.bonuses] if result else [],
        "settled": list(result.settled or ()) if result else [],
    }


def gin_deal(line: str, seats: int) -> DealResult:
    """Parse ``1 10``, a knock by seat 1 for 10 points, or ``void``."""
    if line == "void":
        return DealResult(Outcome.VOID, None, (0,) * seats, Ending.STOCK)
    seat, points = map(int, line.split())
    return DealResult(Outcome.KNOCK, seat, tuple(points if each == seat else 0 for each in range(seats)))


def result_after(options: Options, columns: tuple[Column, ...], deals: list[DealResult]) -> GameResult | None:
    if isinstance(options, GinOptions):
        return game_end.game_result(options, columns, deals)
    return scoring.game_result(columns, deals)


def hand_text(cards: tuple[Card, ...]) -> str:
    return " ".join(map(code, cards))


def melds_text(melds: Melds) -> str:
    return " / ".join(map(hand_text, melds))


def shown(state: GinState) -> Showdown:
    assert state.showdown is not None
    return state.showdown


def ended(state: GinState) -> GameResult:
    result = gin.view_for(state, None).result
    assert result is not None
    return result


def with_drawn(view: GinView) -> str:
    return hand_text(view.hand) + ("" if view.drawn is None else f", drawn {code(view.drawn)}")


LOOKS: dict[str, Callable[[Any], object]] = {
    "outcome": lambda state: state.deals[-1].outcome.value,
    "ending": lambda state: str(state.deals[-1].ending),
    "winner": lambda state: state.deals[-1].winner,
    "points": lambda state: list(state.deals[-1].points),
    "totals": lambda state: [list(column.totals) for column in state.sheet],
    "melds": lambda state: melds_text(shown(state).arrangement.melds),
    "defence": lambda state: melds_text(shown(state).defense.arrangement.melds),
    "lay_offs": lambda state: [f"{code(step.card)} on {step.meld}" for step in shown(state).defense.lay_offs],
    "deadwood": lambda state: [shown(state).arrangement.deadwood, shown(state).defense.arrangement.deadwood],
    "before": lambda state: shown(state).defense.before,
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
    "known": lambda state: [hand_text(cards) for cards in gin.view_for(state, None).known],
    "seen": lambda state: [event.kind.value for event in gin.view_for(state, None).recent],
    "takeback": lambda state: "none" if state.takeback is None else state.takeback,
    "knock_limit": lambda state: state.knock_limit,
    "factor": lambda state: state.factor,
    "verbs": lambda state: sorted({move.verb.value for move in gin.legal_moves(state)}),
    "knocks": lambda state: [code(move.named) for move in gin.legal_moves(state) if move.verb is Verb.KNOCK],
    "result": lambda state: gin.view_for(state, None).result is not None,
    "waits": lambda state: state.waits,
    "winners": lambda state: list(ended(state).winners),
    "final": lambda state: [bonus.final for bonus in ended(state).bonuses[0]],
    "settled": lambda state: list(ended(state).settled or ()),
    "seen_by_2": lambda state: with_drawn(gin.view_for(state, 2)),
}
