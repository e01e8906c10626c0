"""The coach's lines are true as worded: the claim of each, as a predicate over the position, in random games.

The claims are computed from the rules, independently of how the coach chooses.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from random import Random
from typing import Final, TypeAlias

import pytest

from bot.players.coaching import CoachLine, CoachScope, CoachTip
from bot.players.gin.choosing import judged
from bot.players.hints import advice_for, coach_tip, coach_tips
from bot.rummy import games
from bot.rummy.cards import JOKER, POINTS, mask_of, parse_card
from bot.rummy.families import Variant
from bot.rummy.games import State
from bot.rummy.gin.arrange import arrange
from bot.rummy.gin.views import GinView
from bot.rummy.melds.options import MELDS_PRESETS
from bot.rummy.melds.rules import rules_for
from bot.rummy.melds.state import MeldsState
from bot.rummy.melds.views import MeldsView
from bot.rummy.moves import Move, Verb
from bot.rummy.views import Phase, View
from bot.text.catalogs import Catalogs
from bot.text.deals import coach_words, short_coach_words
from tests.cards import cards
from tests.players.gin_claims import discardable, left, lowers, makes_meld, may_knock, void_after
from tests.players.gin_claims import unseen as unseen_cards
from tests.players.melds_claims import after, fits_table, next_uses, open_cards, steps, top_makes_meld, wins
from tests.rummy.helpers import gin_states, melds_states, random_melds_options, random_options

TEXTS = Catalogs().texts("en")
Claim: TypeAlias = Callable[[State, View, CoachTip], bool]


def green(view: View) -> Move | None:
    """Return the discard of the green button, if a discard is green."""
    advice = advice_for(view)
    return advice[0] if advice and advice[0].verb is Verb.DISCARD else None


def knocks(view: GinView) -> list[int]:
    """Return the deadwood of each possible knock."""
    return [left(view, move.named) for move in view.moves if move.verb is Verb.KNOCK]


def safest(view: GinView) -> bool:
    move = green(view)
    assert move is not None
    risks = {card: read_danger(view, card) for card in discardable(view)}
    return all(risks[move.named] < risk for card, risk in risks.items() if card != move.named)


def read_danger(view: GinView, card: int) -> float:
    return judged(view, view.seat or 0).reading.danger(card)


def colors(view: GinView) -> bool:
    """Return whether the panel has a loose card, a melded card and a green discard apart from both."""
    move, laid = green(view), arrange(mask_of(view.hand))
    assert move is not None
    melded = [card for meld in laid.melds for card in meld if card != move.named]
    return bool(melded) and any(card != move.named for card in laid.loose)


def highest(view: GinView) -> bool:
    move, loose = green(view), arrange(mask_of(view.hand)).loose
    assert move is not None
    return move.named in loose and all(POINTS[card] < POINTS[move.named] for card in loose if card != move.named)


def outs(view: GinView) -> int:
    move = green(view)
    assert move is not None
    return sum(left(view, move.named, drawn) == 0 for drawn in unseen_cards(view))


def must_draw_after_a_pass(state: State, view: GinView) -> bool:
    """Return whether the opponent can only draw from the stock if the seat passes."""
    seat = view.seat or 0
    passed = after(state, (Move(seat, Verb.PASS),))
    return {move.verb for move in games.view_for(passed, 1 - seat).moves} == {Verb.DRAW}


def on_turn(view: View) -> bool:
    return view.seat is not None and view.turn == view.seat


GIN: Final[dict[CoachLine, Callable[[State, GinView, CoachTip], bool]]] = {
    CoachLine.DRAW_OR_TAKE: lambda _, view, __: {Verb.DRAW, Verb.TAKE} <= {move.verb for move in view.moves},
    CoachLine.TAKE_MELD: lambda _, view, tip: makes_meld(view, tip) and lowers(view),  # type: ignore[arg-type]
    CoachLine.UPCARD_FIRST: lambda _, view, __: view.phase is Phase.UPCARD and view.dealer != view.seat,
    CoachLine.UPCARD_SECOND: lambda state, view, __: view.phase is Phase.UPCARD and must_draw_after_a_pass(state, view),
    CoachLine.DEADWOOD: lambda _, view, __: view.phase is Phase.DISCARD,
    CoachLine.KNOCK_LIMIT: lambda _, view, tip: not may_knock(view) and tip.values["limit"] == view.knock_limit > 0,
    CoachLine.GIN_ONLY: lambda _, view, __: view.knock_limit == 0,
    CoachLine.TAKEN_STAYS: lambda _, view, __: view.taken in view.hand and view.taken not in discardable(view),
    CoachLine.KNOCK_ENDS: lambda _, view, __: may_knock(view),
    CoachLine.COLORS: lambda _, view, __: colors(view),
    CoachLine.GIN_NOW: lambda _, view, __: min(knocks(view)) == 0,
    CoachLine.KNOCK_NOW: lambda _, view, tip: (
        advice_for(view)[0].verb is Verb.KNOCK
        and tip.values["deadwood"] == left(view, advice_for(view)[0].named) == min(knocks(view)) > 0
        and view.knock_limit > 0
        and not void_after(view)
    ),
    CoachLine.PLAY_ON: lambda _, view, tip: (
        tip.values["deadwood"] == min(knocks(view)) > 0
        and tip.values["outs"] == outs(view) > 0
        and not void_after(view)
    ),
    CoachLine.SAFEST: lambda _, view, __: safest(view),
    CoachLine.HIGHEST: lambda _, view, __: highest(view),
}  # fmt: skip


def goes_out(state: State, view: MeldsView) -> bool:
    return wins(state, advice_for(view))


def safest_next(view: MeldsView) -> bool:
    move = green(view)
    assert move is not None
    risks = {card: next_uses(view, card) for card in open_cards(view) if card != JOKER}
    return not steps(view) and all(risks[move.named] < risk for card, risk in risks.items() if card != move.named)


def hidden_until_discard(state: State, view: MeldsView) -> bool:
    """Return whether something is laid that the others can't see yet, and can be taken back."""
    other = games.view_for(state, (view.seat or 0) + 1 if (view.seat or 0) + 1 < len(view.counts) else 0)
    assert isinstance(other, MeldsView)
    undone = games.view_for(after(state, (Move(view.seat or 0, Verb.UNDO),)), view.seat)
    assert isinstance(undone, MeldsView)
    return (undone.hand, undone.melds) != (view.hand, view.melds) and other.melds == undone.melds


def first_melds(view: MeldsView) -> bool:
    return view.needs is not None and not view.opened[view.seat or 0]


def no_discard_pays(state: State, view: MeldsView) -> bool:
    """Return whether the turn can't end before the card just taken is laid (H-18)."""
    seat = view.seat or 0
    return all(games.refusal_for(state, Move(seat, Verb.DISCARD, card)) is not None for card in view.hand)


def shares_a_green_button(view: MeldsView) -> bool:
    """Return whether something is green: a lay, the take-back, or a discard with nothing to lay."""
    advice = advice_for(view)
    return advice[0].verb is not Verb.DISCARD or not steps(view)


def scored(state: State, view: MeldsView) -> bool:
    """Return whether others lose the points in their hands by the rules; else only the winner scores."""
    assert isinstance(state, MeldsState)
    return view.options.variant is Variant.GERMAN


def not_laid(view: MeldsView) -> int:
    """Return the points of the cards from below that the best lay-down leaves in the hand."""
    laid = Counter(card for step in steps(view) for card in (*step.cards, step.card) if card is not None)
    kept = Counter(view.hand) - laid
    return sum((15 if card % 13 == 0 else POINTS[card]) for card in view.lifted if kept[card])


MELDS: Final[dict[CoachLine, Callable[[State, MeldsView, CoachTip], bool]]] = {
    CoachLine.DRAW_OR_TAKE: lambda _, view, __: {Verb.DRAW, Verb.TAKE} <= {move.verb for move in view.moves},
    CoachLine.TAKE_MELD: lambda _, view, tip: tip.values["card"] == view.discards[-1] and top_makes_meld(view),
    CoachLine.TAKE_FITS: lambda _, view, tip: fits_table(view, tip.values["card"]),  # type: ignore[arg-type]
    CoachLine.CLAIM: lambda _, view, __: view.turn != view.seat and view.claim is not None,
    CoachLine.WINNER_SCORES: lambda state, view, __: not scored(state, view),
    CoachLine.LOSERS_PAY: lambda state, view, __: scored(state, view),
    CoachLine.LAID_SCORES: lambda _, view, __: view.options.variant is Variant.RUM500,
    CoachLine.BELOW: lambda _, view, __: view.phase is Phase.DRAW and len(view.discards) > 1,
    CoachLine.CAME_ALONG: lambda _, view, tip: tip.values["points"] == not_laid(view) > 0,
    CoachLine.FIRST_MELDS: lambda _, view, tip: first_melds(view) and tip.values["needs"] == view.needs != 0,
    CoachLine.FIRST_MELD: lambda _, view, __: first_melds(view) and view.needs == 0,
    CoachLine.PURE_RUN: lambda _, view, __: first_melds(view) and rules_for(view.options).pure_run,
    CoachLine.OWED: lambda state, view, __: no_discard_pays(state, view),
    CoachLine.LAY_OFF: lambda _, view, __: bool(view.melds) and not first_melds(view),
    CoachLine.TAKE_BACK: lambda state, view, __: hidden_until_discard(state, view),
    CoachLine.PICK_CARDS: lambda _, view, __: view.phase is Phase.LAY,
    CoachLine.LAST_CARD: lambda _, view, __: rules_for(view.options).last_discard and len(view.hand) <= 4,
    CoachLine.PLAY_ALL: lambda _, view, __: len(steps(view)) > 1,
    CoachLine.GREEN: lambda _, view, __: shares_a_green_button(view),
    CoachLine.SAFEST_NEXT: lambda _, view, __: safest_next(view),
    CoachLine.GO_OUT: lambda state, view, __: goes_out(state, view),
    CoachLine.LAY_NOW: lambda _, view, __: advice_for(view)[0].verb in (Verb.MELD, Verb.LAYOFF, Verb.SWAP),
    CoachLine.HOLD: lambda _, view, __: (
        green(view) is not None
        and any(step.verb is Verb.MELD for step in steps(view))
        and not (view.opened[view.seat or 0] or rules_for(view.options).one_meld)
    ),
}  # fmt: skip


def test_every_line_has_a_claim() -> None:
    assert {*GIN, *MELDS} == set(CoachLine)


@pytest.mark.parametrize("line", CoachLine)
def test_only_advice_names_a_card_or_a_suggestion(line: CoachLine) -> None:
    names = "{card}" in line or "{outs}" in line or "suggestion" in line or line.startswith("Green is")
    assert line.scope is CoachScope.ADVICE or not names
    assert line.count("\n") == 0
    assert len(line) <= 125


def gin_views(rng: Random, limit: int) -> Iterator[tuple[State, View]]:
    states = gin_states(random_options(rng), rng, limit)
    for state in states:
        yield from ((state, games.view_for(state, seat)) for seat in (0, 1) if state.hands)


def melds_views(rng: Random, variant: Variant, seats: int, limit: int, every: int) -> Iterator[tuple[State, View]]:
    states = melds_states(random_melds_options(rng, variant, seats), seats, rng, limit)
    for state in states[::every]:
        yield from ((state, games.view_for(state, seat)) for seat in range(seats) if state.hands)


def checked(positions: Iterator[tuple[State, View]]) -> set[CoachLine]:
    """Check the claim of every line in each position, and return the lines that were given."""
    found = set[CoachLine]()
    for state, view in positions:
        for tip in coach_tips(view, CoachScope.ADVICE):
            match view:
                case GinView():
                    assert GIN[tip.line](state, view, tip), (tip, view)
                case MeldsView():
                    assert MELDS[tip.line](state, view, tip), (tip, view)
            assert "{" not in coach_words(TEXTS, tip) + short_coach_words(TEXTS, tip)
            if meld := tip.values.get("meld"):
                assert isinstance(meld, tuple)
                assert tip.values["card"] in meld
                assert not Counter(meld) - Counter((*view.hand, view.discards[-1]))
            found.add(tip.line)
        for scope in (CoachScope.WORDS, CoachScope.ASSISTED):
            assert all(tip.line.scope <= scope for tip in coach_tips(view, scope))
        if not on_turn(view) and Verb.CLAIM not in {move.verb for move in view.moves}:
            assert coach_tips(view, CoachScope.ADVICE) == ()
    return found


def test_lines_in_random_gin_games_are_true() -> None:
    found = set[CoachLine]()
    for seed in range(4):
        found |= checked(gin_views(Random(f"coach {seed}"), 150))
    assert found >= {CoachLine.KNOCK_LIMIT, CoachLine.SAFEST, CoachLine.COLORS, CoachLine.DRAW_OR_TAKE}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("variant", "seats"), [(Variant.BASIC, 3), (Variant.GERMAN, 2), (Variant.GERMAN, 4), (Variant.RUM500, 2)]
)
def test_lines_in_random_games_with_melds_are_true(variant: Variant, seats: int) -> None:
    found = checked(melds_views(Random(f"coach {variant} {seats}"), variant, seats, 120, every=5))
    assert found >= {CoachLine.PICK_CARDS, CoachLine.GREEN}


@pytest.mark.soak
@pytest.mark.timeout(7200)
def test_lines_in_many_random_games_are_true(soak_seed: str) -> None:
    found = set[CoachLine]()
    for seed in range(300):
        rng = Random(f"coach {soak_seed} {seed}")
        found |= checked(gin_views(rng, 400))
        for variant, preset in MELDS_PRESETS.items():
            found |= checked(melds_views(rng, variant, rng.choice(preset.seat_counts), 300, every=3))
    assert found == set(CoachLine)


def test_a_line_is_never_repeated_and_the_coach_falls_silent() -> None:
    state = next(state for state, view in gin_views(Random("silent"), 60) if view.phase is Phase.DISCARD)
    assert state.turn is not None
    view, given = games.view_for(state, state.turn), set[CoachLine]()
    while (tip := coach_tip(view, CoachScope.ADVICE, given)) is not None:
        assert tip.line not in given
        given.add(tip.line)
    assert given == {tip.line for tip in coach_tips(view, CoachScope.ADVICE)}


def test_the_examples_of_the_coach_read_as_promised() -> None:
    said = {
        coach_words(TEXTS, CoachTip(CoachLine.SAFEST, {"card": parse_card("KD")})),
        coach_words(TEXTS, CoachTip(CoachLine.KNOCK_NOW, {"deadwood": 9})),
        short_coach_words(TEXTS, CoachTip(CoachLine.TAKE_MELD, {"card": parse_card("9H"), "meld": cards("8H 9H TH")})),
        short_coach_words(TEXTS, CoachTip(CoachLine.TAKE_MELD, {"card": parse_card("9H"), "meld": ()})),
    }
    assert said == {
        "Coach: As far as I can tell, K♦ is your safest discard: your opponent is least likely to need it.",
        "Coach: You could knock now with 9. If you wait for gin, your opponent may knock first.",
        "9♥ makes 8-9-10♥",
        "9♥ makes a meld",
    }


@pytest.mark.parametrize("line", CoachLine)
def test_a_short_line_fits_beside_the_news(line: CoachLine) -> None:
    assert len(line.short) <= 50
    assert set(re.findall(r"{(\w+)}", line.short)) <= {"card", "meld", "limit", "outs", "needs", "points"}
