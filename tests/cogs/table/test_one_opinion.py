"""Consistent panels: green buttons match the hint, the status line agrees, and nothing is offered twice."""

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from bot.laydown import best_plan, position_of
from bot.players.coaching import CoachScope
from bot.players.hints import advice_for, coach_tips, hint_for
from bot.rummy import games
from bot.rummy.cards import code
from bot.rummy.families import Variant
from bot.rummy.games import State
from bot.rummy.gin.options import GIN_PRESETS
from bot.rummy.gin.views import GinView
from bot.rummy.melds.options import MELDS_PRESETS
from bot.rummy.melds.rules import rules_for
from bot.rummy.melds.state import MeldsState
from bot.rummy.melds.views import MeldsView
from bot.rummy.moves import Verb
from bot.rummy.options import options_for
from bot.rummy.views import Phase
from bot.text.melds.table import opening_words
from cogs.edge.custom_ids import TableAction, move_from, parse
from cogs.table.screens.gin import GIN_SCREENS
from cogs.table.screens.melds.offers import offers_for
from cogs.table.screens.scene import NO_PICKS, Picks
from render.gin.alt import deadwood_after
from render.look import ways_to_sort
from tests.amounts import times
from tests.cards import cards
from tests.cogs.table.scenes import TEXTS, Shown, private_layout, public_layout, shown
from tests.cogs.table.screens.test_screens import in_hand, other_knocks_of
from tests.cogs.table.turns import laying
from tests.rummy.helpers import gin_states, melds_states, random_melds_options, random_options

GREEN = 3
LAYS = ("Play all", "Lay ", "Swap ")
TABLES = [(Variant.BASIC, 3), (Variant.GERMAN, 2), (Variant.GERMAN, 4)]


def green(seen: Shown) -> list[dict[str, Any]]:
    return [button for button in seen.buttons if button["style"] == GREEN]


def gin_games(seed: str, limit: int = 400) -> Iterator[State]:
    for variant in GIN_PRESETS:
        rng = Random(f"{seed} {variant}")
        states = gin_states(random_options(rng, variant), rng, limit)
        yield from states[1:]


def melds_game(seed: object, variant: Variant, seats: int, limit: int) -> Iterator[MeldsState]:
    rng = Random(f"{seed} {variant} {seats}")
    states = melds_states(random_melds_options(rng, variant, seats), seats, rng, limit)
    yield from states[1:]


@pytest.mark.slow
def test_the_green_button_matches_the_hint_in_gin_and_there_is_none_while_waiting_with_a_knock() -> None:
    looked = waited = 0
    for state in gin_games("opinion", times(100)):
        if state.phase is not Phase.DISCARD or state.turn is None:
            continue
        view = games.view_for(state, state.turn)
        seen, hint = shown(private_layout(state, state.turn, notice="")), hint_for(view)
        assert hint is not None
        buttons, card = green(seen), TEXTS.card(hint.move.named)
        waits = hint.move.verb is Verb.DISCARD and any(move.verb is Verb.KNOCK for move in view.moves)
        if waits:
            assert not buttons
            assert f"💡 discard {card} and play on" in seen.text
            waited += 1
        else:
            asked = parse(buttons[0]["custom_id"])
            assert asked is not None
            assert len(buttons) == 1
            assert (asked.action.value, asked.argument) == (hint.move.verb.value, code(hint.move.named))
            words = "(knock|go gin)" if hint.move.verb is Verb.KNOCK else f"discard {card}"
            assert re.search(f"💡 {words}$", seen.text) or ("💡" not in seen.text and len(seen.text) > 60)
        looked += 1
    assert looked > 50
    assert waited


@pytest.mark.slow
def test_a_gin_hand_names_one_number_everywhere() -> None:
    """The first line, the picture's deadwood and card, the Knock button, the hint, and the coach."""
    looked = knocked = 0
    for state in gin_games("number", times(100)):
        if state.phase is not Phase.DISCARD or state.turn is None:
            continue
        view = games.view_for(state, state.turn)
        assert isinstance(view, GinView)
        advice = advice_for(view)
        seen, drawn = shown(private_layout(state, state.turn)), GIN_SCREENS.pictured(view, advice)
        in_picture = deadwood_after(view, drawn)
        assert drawn is not None
        assert in_picture is not None
        said = re.search(r"\*\*Your turn: (?:(go gin)|knock with (\d+)), or discard\*\*", seen.text)
        button = next((label for label in seen.labels if label.startswith(("Knock", "Gin"))), None)
        assert (said is None) == (button is None) == all(move.verb is not Verb.KNOCK for move in view.moves)
        if said is not None and button is not None:
            assert in_picture.points == (0 if said[1] else int(said[2]))
            assert button == f"{'Gin' if said[1] else 'Knock'} · discard {TEXTS.card(in_picture.after or 0)}"
            knocked += 1
        for tip in coach_tips(view, CoachScope.ADVICE):
            assert tip.values.get("deadwood", in_picture.points) == in_picture.points
            assert tip.values.get("card", advice[0].card) == advice[0].card
        hint = hint_for(view)
        assert hint is not None
        if hint.move.verb is Verb.KNOCK:
            assert hint.values["deadwood"] == in_picture.points
        if not button:
            assert in_picture.after == advice[0].card
        looked += 1
    assert looked > 50
    assert knocked > 5


@pytest.mark.slow
@pytest.mark.parametrize(("variant", "seats"), TABLES)
def test_the_green_button_matches_the_hint_with_melds_and_there_is_none_while_holding(
    variant: Variant, seats: int
) -> None:
    looked = held = 0
    for state in melds_game("held", variant, seats, times(90)):
        if state.phase is not Phase.LAY or state.turn is None:
            continue
        view = games.view_for(state, state.turn)
        seen, hint = shown(private_layout(state, state.turn, notice="")), hint_for(view)
        assert hint is not None
        assert isinstance(view, MeldsView)
        labels = [str(button["label"]) for button in green(seen)]
        match hint.move.verb:
            case Verb.UNDO:
                assert labels == ["Take back"]
            case Verb.DISCARD:
                plan, card = best_plan(position_of(view)), TEXTS.card(hint.move.named)
                holds, out = bool(plan.steps), "Go out: discard" if plan.out else "Discard"
                assert labels == ([] if holds else [f"{out} {card}"])
                assert f"{out} {card}" in seen.labels
                assert bool(re.search("💡 (hold your melds and|discard .*, keep what fits)", seen.text)) == holds
                held += holds
            case _:
                assert len(labels) == 1
                assert labels[0] == seen.labels[0]
                assert labels[0].startswith(("Play all", "Go out", "Lay ", "Swap "))
        looked += 1
    assert looked > 15
    assert held or variant is Variant.GERMAN


def opened_words(view: MeldsView) -> str:
    """Return the value of the first melds in words, which the picture shows, too."""
    return opening_words(TEXTS, view, offers_for(view, NO_PICKS, lambda _: None).ready)


@pytest.mark.slow
def test_D_7_the_first_meld_shows_the_value_that_play_all_lays() -> None:
    looked = 0
    for seed in range(1, 20 + times(1)):
        if looked > 10 and seed > times(1):
            break
        for state in melds_game(seed, Variant.GERMAN, 2, 250):
            if state.phase is not Phase.LAY or state.turn is None or state.lays is not None:
                continue
            seen, view = shown(private_layout(state, state.turn)), games.view_for(state, state.turn)
            assert isinstance(view, MeldsView)
            status = re.search(r"first meld: (\d+) of (\d+)( ✓)?", opened_words(view))
            label = next((label for label in seen.labels if label.startswith("Play all")), None)
            if status is None or label is None:
                continue
            assert label.endswith(f" · {status[1]}")
            assert status[3] or rules_for(view.options).pure_run
            after: Any = state
            for step in best_plan(position_of(view)).steps:
                after = games.apply(after, step, tuple)
            assert after.turn != state.turn or games.view_for(after, state.turn).laid == int(status[1])  # type: ignore[union-attr]
            looked += 1
    assert looked > 10


def test_D_7_ready_is_not_more_than_play_all_lays() -> None:
    """Leaving fewer cards is preferred to more value: 10♣ 10♠ 10♥ are worth more, but leave more cards."""
    state = laying("TC TS TH 9H 8H 7H 6H 5D 5S 5C KD QC 2S 3D", opened=False)
    seen, view = shown(private_layout(state, 0)), games.view_for(state, 0)
    assert isinstance(view, MeldsView)
    status = re.search(r"first meld: (\d+) of 30 ✓", opened_words(view))
    assert status is not None
    assert next(label for label in seen.labels if label.startswith("Play all")).endswith(f" · {status[1]}")


@pytest.mark.slow
def test_nothing_is_suggested_before_the_draw_or_out_of_turn() -> None:
    for state in gin_games("early", 120):
        if state.turn is not None:
            assert not green(shown(private_layout(state, 1 - state.turn)))
            assert state.phase is Phase.DISCARD or not green(shown(private_layout(state, state.turn)))


def assert_nothing_twice(seen: Shown) -> None:
    """Check that no two buttons share a label or a move, and that no select repeats an option or a button."""
    labels = [button["label"] for button in seen.buttons]
    assert len(set(labels)) == len(labels), labels
    assert len(set(seen.ids)) == len(seen.ids)
    asked = [parse(button["custom_id"]) for button in seen.buttons]
    moves = [
        str(move_from(one.argument or "", 0))
        for one in asked
        if one and one.action in (TableAction.STEP, TableAction.LAY)
    ]
    assert len(set(moves)) == len(moves), moves
    for select in seen.selects:
        listed = [option["label"] for option in select["options"]]
        if not select["placeholder"].startswith("Pick cards"):  # two packs contain every card twice
            assert len(set(listed)) == len(listed), listed
        if "nock" in select["placeholder"]:
            assert not set(listed) & set(labels)
        if select["placeholder"] == "Other knocks":
            cards_named = [option["value"].partition(":")[0] for option in select["options"]]
            assert len(set(cards_named)) == len(cards_named), cards_named


def assert_screens_offer_nothing_twice(state: State, rng: Random) -> None:
    assert_nothing_twice(shown(public_layout(state)))
    seats = len(state.sheet[0].totals)
    for seat in range(seats):
        view = games.view_for(state, seat)
        picks = [(), tuple(rng.sample(view.hand, min(len(view.hand), rng.choice([1, 1, 2, 3, 4]))))]
        if isinstance(view, MeldsView) and view.turn == seat:
            picks += [step.cards or (step.named,) for step in best_plan(position_of(view)).steps]
        for picked in picks:
            assert_nothing_twice(shown(private_layout(state, seat, picked=Picks(state.deal, tuple(picked)))))


@pytest.mark.slow
def test_no_screen_of_random_gin_games_offers_anything_twice() -> None:
    for number, state in enumerate(gin_games("twice")):
        if number % 30 == 0:
            assert_screens_offer_nothing_twice(state, Random(number))


@pytest.mark.parametrize(("variant", "seats"), TABLES)
def test_no_screen_of_random_games_with_melds_offers_anything_twice(variant: Variant, seats: int) -> None:
    for number, state in enumerate(melds_game(0, variant, seats, 120)):
        if number % 10 == 0:
            assert_screens_offer_nothing_twice(state, Random(number))


@pytest.mark.slow
@pytest.mark.parametrize(
    "rules", [{"joker_rule": True, "set_rule": True}, {"set_rule": True}, {"round_the_corner": True, "claim": True}]
)
def test_H_4_H_6_H_7_H_8_no_screen_offers_anything_twice(rules: dict[str, object]) -> None:
    rng = Random(str(rules))
    options = options_for(Variant.GERMAN, {**rules, "no_initial_meld": True})
    states = melds_states(options, 3, rng, 150)
    for number, state in enumerate(states[1:]):
        if number % 10 == 0:
            assert_screens_offer_nothing_twice(state, Random(number))


def random_panels(count: int) -> Iterator[Shown]:
    """Yield panels of all games, with and without assistance, in any sorting, with cards picked at random."""
    rng = Random(count)
    for number in range(count // 20):
        if number % 3 == 0:
            found: list[State] = list(gin_states(random_options(rng), rng, 200)[1:])
            seats = 2
        else:
            variant, preset = rng.choice(list(MELDS_PRESETS.items()))
            seats = rng.choice(preset.seat_counts)
            options = random_melds_options(rng, variant, seats)
            found = list(melds_states(options, seats, rng, 200)[1:])
        for state in rng.choices([state for state in found if state.turn is not None], k=20):
            seat = state.turn if rng.random() < 0.8 and state.turn is not None else rng.randrange(seats)
            hand = games.view_for(state, seat).hand
            picked = tuple(rng.sample(hand, min(len(hand), rng.choice([0, 0, 1, 3, 4]))))
            unassisted = rng.random() < 0.2
            sorting = rng.choice(ways_to_sort(unassisted=unassisted))
            yield shown(
                private_layout(
                    state,
                    seat,
                    sorting=sorting,
                    names=("W" * 32,) * 6,
                    picked=Picks(state.deal, picked),
                    unassisted=unassisted,
                )
            )


@pytest.mark.slow
def test_no_two_buttons_of_random_panels_share_a_label() -> None:
    longest = most = 0
    for seen in random_panels(times(120)):
        assert_nothing_twice(seen)
        longest, most = max(longest, len(seen.text)), max(most, len(seen.parts))
    print(f"longest text {longest} characters, {most} components at most")  # noqa: T201
    assert longest <= 4000
    assert most <= 40


@pytest.mark.soak
@pytest.mark.timeout(7200)
def test_no_screen_of_many_random_games_offers_anything_twice(soak_seed: str) -> None:
    for seed in range(100):
        for state in gin_games(f"soak {soak_seed} {seed}"):
            assert_screens_offer_nothing_twice(state, Random(seed))
        for variant, seats in TABLES:
            for state in melds_game(f"soak {soak_seed} {seed}", variant, seats, 400):
                assert_screens_offer_nothing_twice(state, Random(seed))


def test_a_pick_replaces_the_suggestions_and_is_green_if_the_hint_lays_it() -> None:
    state = laying("TC TS TH 9D 8D 7D QS 2C", "JH QH KH")
    before = shown(private_layout(state, 0))
    picked = shown(private_layout(state, 0, picked=Picks(state.deal, cards("TC TS TH"))))
    assert "Lay 10♣ 10♠ 10♥ · 30" in before.labels
    assert [label for label in picked.labels if label.startswith(("Play", "Lay "))] == [
        "Lay 10♣ 10♠ 10♥ · 30", "Lay off 10♥ (meld 1)"
    ]  # fmt: skip
    useless = shown(private_layout(state, 0, picked=Picks(state.deal, cards("2C"))))
    assert useless.labels[:3] == before.labels[:3]


def test_G_15_other_knocks_list_each_discard_once_and_other_melds_separately() -> None:
    hand = "4C 5C 6C 7C 7S 7H 7D AH AD 2S"
    state = in_hand(hand, drawn="2D")
    seen, more = shown(private_layout(state, 0)), shown(other_knocks_of(state))
    assert_nothing_twice(seen)
    assert_nothing_twice(more)
    assert not seen.selects
    card = next(label for label in seen.labels if "Knock" in label).rpartition(" ")[2]
    placeholders = [select["placeholder"] for select in more.selects]
    assert placeholders == ["Other knocks", "Knock with other melds"]
    others = [option["label"] for option in more.selects[0]["options"]]
    assert others
    assert not [label for label in others if label.endswith(card)]
