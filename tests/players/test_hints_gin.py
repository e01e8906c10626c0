"""Hints in games of the gin family: an Expert's move, and a reason that names the right cards."""

from random import Random

import pytest

from bot.players.coaching import CoachLine, CoachScope
from bot.players.games import choose
from bot.players.gin import choosing
from bot.players.gin.reading import GinReading, reading_of
from bot.players.hints import advice_at_hand, advice_for, coach_tip, hint_for
from bot.players.levels import Budget, Level
from bot.players.reasons import Why
from bot.rummy.cards import code
from bot.rummy.families import Variant
from bot.rummy.gin.game import view_for
from bot.rummy.gin.views import GinView
from bot.rummy.moves import Move, Verb
from bot.rummy.options import options_for
from bot.rummy.views import Phase
from bot.text.catalogs import Catalogs
from bot.text.deals import hint_words, reason_words
from tests.players.gin_positions import position
from tests.rummy.helpers import gin_states, random_options

HAND = "4C 5C 9S 9H KD QC 2H 8D JS AH"
MELDS = "4C 5C 6C 9S 9H 9D TD JD QD"
LATE = "KH 8D 7S QS JC 6H TC 5S 8C JH 7D KC TS 8H 2H QC 6S 7H KD 3H"

CASES = {
    Why.TAKE: (position(HAND, "6C", phase=Phase.DRAW), {"card": "6C"}),
    Why.PASS: (position(HAND, "KC", phase=Phase.UPCARD), {"card": "KC"}),
    Why.PASS_NO_MELD: (position(HAND, "3D", phase=Phase.UPCARD), {"card": "3D"}),
    Why.DRAW: (position(HAND, "KC", phase=Phase.DRAW), {"card": "KC"}),
    Why.DRAW_NO_MELD: (position(HAND, "3D", phase=Phase.DRAW), {"card": "3D"}),
    Why.DRAW_AFTER_PASSES: (position(HAND, "3D", phase=Phase.STOCK), {}),
    Why.GIN: (position(f"{MELDS} KD 2H", "2C"), {"card": "2H", "deadwood": 0}),
    Why.BIG_GIN: (position(f"{MELDS} KD 7C", "2C", changes={"big_gin": 31}), {}),
    Why.KNOCK: (position("4C 4S 4H 9S 9H 9D 2D AS AH 3C KS", "2C", turns=3), {"card": "KS", "deadwood": 7}),
    Why.KNOCK_LAST: (position(f"{MELDS} 2H KS", "2C", stock=2, turns=28), {"card": "KS", "deadwood": 2}),
    Why.WAIT: (position(f"{MELDS} 2H KS", "2C", turns=12), {"card": "KS", "outs": 4}),
    Why.PLAY_ON: (position("4C 4S 4H 9S 9H 9D 2D AS AH 3C KS", LATE, turns=22), {"card": "KS", "deadwood": 7}),
    Why.DISCARD_KEEPING: (position("2C 3C 4C 6S 6H 6D AH AD QS QD 9C", "8C TC"), {"card": "9C", "other": "QS"}),
    Why.DISCARD_SAFELY: (
        position("2C 3C 4C 6S 6H 6D 8C 8S AH KS KD", "5H", known="QS JS"),
        {"card": "KD", "other": "KS"},
    ),
    Why.DISCARD: (position("2C 3C 4C 6S 6H 6D AH AD QS QD KC", "8C TC"), {"card": "KC", "deadwood": 22}),
}


@pytest.mark.parametrize("why", CASES)
def test_a_hint_has_its_reason_and_cards(why: Why) -> None:
    view, values = CASES[why]
    hint = hint_for(view)
    assert hint is not None
    named = {name: code(value) if name in ("card", "other") else value for name, value in hint.values.items()}
    assert (hint.why, named) == (why, values)
    assert hint.move in choose(view, Level.EXPERT, 0)
    words = hint_words(Catalogs().texts("en"), hint)
    assert "{" not in words


def test_hints_match_an_experts_moves_in_whole_games() -> None:
    rng = Random(9)
    for _ in range(6):
        states = gin_states(random_options(rng), rng, limit=120)
        for state in states[::5]:
            for seat in (0, 1):
                view = view_for(state, seat)
                hint = hint_for(view)
                assert ((hint.move,) if hint else ()) == choose(view, Level.EXPERT, 0)


def test_there_is_no_hint_out_of_turn() -> None:
    view: GinView = position(HAND, "6C", phase=Phase.DRAW)
    assert hint_for(view) is not None
    states = gin_states(random_options(Random(1)), Random(1), limit=30)
    state = states[-1]
    assert state.turn is not None
    assert hint_for(view_for(state, 1 - state.turn)) is None
    assert hint_for(view_for(state, None)) is None
    assert Move(0, Verb.TAKE) in view.moves


def test_advice_is_at_hand_out_of_turn_and_once_it_was_computed() -> None:
    states = gin_states(random_options(Random(8)), Random(8), 40)
    state = next(state for state in states if state.phase is Phase.DISCARD)
    seat = state.turn or 0
    assert advice_at_hand(view_for(state, 1 - seat)) == ()
    assert advice_at_hand(view_for(state, seat)) is None
    found = advice_for(view_for(state, seat))
    assert found
    assert advice_at_hand(view_for(state, seat)) == found


@pytest.mark.parametrize("why", [Why.KNOCK, Why.WAIT, Why.PLAY_ON])
def test_a_hint_gives_no_figure_for_a_knock_since_it_depends_on_how_both_play(why: Why) -> None:
    hint = hint_for(CASES[why][0])
    assert hint is not None
    assert hint.why is why
    assert hint.figures is None


def test_advice_hint_and_coach_judge_a_turn_once(monkeypatch: pytest.MonkeyPatch) -> None:
    judgments: list[GinView] = []

    def read(view: GinView, seat: int, budget: Budget) -> GinReading:
        judgments.append(view)
        return reading_of(view, seat, budget)

    monkeypatch.setattr(choosing, "reading_of", read)
    view = position("2C 3C 4C 6S 6H 6D AH AD QS QD KC", "8C TC", turns=7)
    advice_for(view)
    hint_for(view)
    coach_tip(view, CoachScope.ADVICE, set(CoachLine) - {CoachLine.SAFEST})
    assert judgments == [view]


def test_a_hint_names_the_meld_of_a_taken_card_in_every_way_to_read_it() -> None:
    texts, hint = Catalogs().texts("en"), hint_for(CASES[Why.TAKE][0])
    assert hint is not None
    assert reason_words(texts, hint) == reason_words(texts, hint, "Kuba") == "Take 6♣: it makes 4-5-6♣."
    assert reason_words(texts.spelled, hint) == "Take 6 of clubs: it makes 4 to 6 of clubs."


def test_a_hint_says_how_much_worse_the_next_discard_is_only_if_that_is_much() -> None:
    texts, seen = Catalogs().texts("en"), dict[Why | None, int]()
    states = gin_states(options_for(Variant.GIN), Random("next"), 200)
    for state in states:
        if state.phase is not Phase.DISCARD or state.turn is None:
            continue
        hint = hint_for(view_for(state, state.turn))
        assert hint is not None
        sentence = hint.figures.sentence if hint.figures else None
        seen[sentence] = seen.get(sentence, 0) + 1
        words, other = reason_words(texts, hint), hint.values.get("other")
        assert "about 1 point" not in words
        if other is not None:
            assert f"Next best: {texts.card(other)}, nearly as good" not in words
    assert min(seen.get(why, 0) for why in (Why.NEXT, Why.NEXT_CLOSE, None)) > 2
