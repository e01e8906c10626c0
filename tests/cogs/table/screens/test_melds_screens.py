"""Screens of games with melds on the table: contents, buttons, Discord's limits, hidden cards."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.rummy.cards import MeldKind, code, parse_card
from bot.rummy.events import Event, EventKind
from bot.rummy.families import Variant
from bot.rummy.melds.game import apply, is_legal
from bot.rummy.melds.options import MELDS_PRESETS, MeldsOptions
from bot.rummy.melds.rules import rules_for
from bot.rummy.melds.state import MeldsState
from bot.rummy.melds.table_meld import MeldRules, TableMeld
from bot.rummy.melds.views import view_for
from bot.rummy.moves import Move, Verb
from bot.rummy.options import options_for
from bot.rummy.refusals import Reason, Refusal
from bot.rummy.views import TAKE_BACK_LIMIT, Phase
from cogs.edge.custom_ids import TableAction, move_from, parse
from cogs.edge.messages import Detail
from cogs.table.screens.melds.offers import in_order_of, move_label
from cogs.table.screens.scene import Picks
from render.look import Sorting
from tests.amounts import times
from tests.cards import cards
from tests.cogs.table.scenes import (
    FULL_DETAIL,
    TEXTS,
    Shown,
    assert_discord_takes,
    private_layout,
    public_layout,
    shown,
    some_of,
)
from tests.cogs.table.turns import GERMAN, claimable, dealt, laying
from tests.refusals import sentence
from tests.rummy.helpers import melds_states, random_melds_options

SEEDS = st.integers(0, 2**32)
WORST_NAMES = ("*_" * 40, "<@&1>" * 16, "[x](https://e.vil)" * 3, "|`~" * 30, "__" * 40, "W" * 32)
MOST_RULES = (
    "initial_40", "round_the_corner", "joker_rule", "set_rule", "claim", "win_without_discard", "casino_scoring",
    "training",
)  # fmt: skip
TEXT_ALONE = Detail(files=False)


@pytest.mark.slow
@pytest.mark.parametrize("variant", [Variant.BASIC, Variant.GERMAN, Variant.REMIK51, Variant.RUM500])
@settings(max_examples=times(2), deadline=None)
@given(SEEDS)
def test_discord_accepts_every_screen_of_random_games(variant: Variant, seed: int) -> None:
    rng = Random(seed)
    seats = rng.choice(MELDS_PRESETS[variant].seat_counts)
    options = random_melds_options(rng, variant, seats)
    states = melds_states(options, seats, rng, 500)
    for state in some_of(states, rng, 12):
        for detail in (FULL_DETAIL, TEXT_ALONE):
            assert_discord_takes(public_layout(state, detail, WORST_NAMES))
            for seat in range(seats):
                hand = view_for(state, seat).hand
                picked = Picks(state.deal, tuple(rng.sample(hand, rng.randint(0, len(hand)))))
                sorting = rng.choice(list(Sorting))
                assert_discord_takes(private_layout(state, seat, detail, sorting, WORST_NAMES, picked=picked))


@pytest.mark.slow
@pytest.mark.parametrize("variant", [Variant.BASIC, Variant.GERMAN, Variant.REMIK51, Variant.RUM500])
@settings(max_examples=times(2), deadline=None)
@given(SEEDS)
def test_a_panel_offers_exactly_the_legal_moves(variant: Variant, seed: int) -> None:
    rng = Random(seed)
    seats = rng.randint(2, 4)
    states = melds_states(random_melds_options(rng, variant, seats), seats, rng, 400)
    for state in some_of(states, rng, 12):
        for seat in range(seats):
            view = view_for(state, seat)
            if view.turn is None:
                continue
            picked = Picks(state.deal, tuple(rng.sample(view.hand, min(len(view.hand), rng.choice([1, 3])))))
            seen = shown(private_layout(state, seat, picked=picked))
            offered = [parse(button["custom_id"]) for button in seen.buttons if not button.get("disabled")]
            actions = {one.action for one in offered if one is not None}
            verbs = {move.verb for move in view.moves}
            for verb in (Verb.DRAW, Verb.TAKE, Verb.CLAIM, Verb.UNDO):
                assert (verb in verbs) == (TableAction(verb.value) in actions)
            for one in offered:
                if one is not None and one.action in (TableAction.STEP, TableAction.LAY):
                    move = move_from(one.argument or "", seat)
                    assert move is not None
                    assert is_legal(state, move)
            assert not any(button.get("disabled") for button in seen.buttons)
            allowed = [code(move.named) for move in view.moves if move.verb is Verb.DISCARD]
            thrown = discards(seen)
            assert set(thrown) <= set(allowed)
            assert len(thrown) == min(3, len(set(allowed)))
            held = [value.partition(".")[0] for select in seen.listed("Pick cards") for value in select]
            draws = view.turn == seat and view.phase is Phase.DRAW
            assert held == ([] if draws else [code(card) for card in in_order_of(view, Sorting.MELDS)])
            for move in view.moves:
                if move.verb is Verb.DISCARD:
                    alone = shown(private_layout(state, seat, picked=Picks(state.deal, (move.named,))))
                    assert code(move.named) in discards(alone)


@pytest.mark.slow
@pytest.mark.parametrize("variant", [Variant.BASIC, Variant.GERMAN])
@settings(max_examples=times(2), deadline=None)
@given(SEEDS)
def test_D_10_other_players_see_no_lays_before_the_turn_ends(variant: Variant, seed: int) -> None:
    rng = Random(seed)
    seats = rng.randint(2, 4)
    states = melds_states(random_melds_options(rng, variant, seats), seats, rng, 400)
    for before, after in pairwise(states):
        if before.turn is None or after.turn != before.turn or before.phase is not Phase.LAY:
            continue
        assert shown(public_layout(after)) == shown(public_layout(before))
        for seat in set(range(seats)) - {before.turn}:
            assert shown(private_layout(after, seat)) == shown(private_layout(before, seat))


def test_H_16_the_first_turn_offers_no_draw_and_no_take() -> None:
    state = dealt(options_for(Variant.GERMAN, {"starter": True}), 3)
    for detail in (FULL_DETAIL, TEXT_ALONE):
        seen = shown(private_layout(state, 1, detail, notice=""))
        found = map(parse, (button["custom_id"] for button in seen.buttons))
        actions = {one.action for one in found if one is not None}
        assert actions & {TableAction.DRAW, TableAction.TAKE, TableAction.UNDO, TableAction.CLAIM} == set()
        assert TableAction.DISCARD in actions
        assert seen.text.startswith("**Your turn: ")
        assert "draw" not in seen.text.splitlines()[0]
        assert not {"Draw"} & {*shown(public_layout(state, detail)).labels}
    words = shown(public_layout(state, TEXT_ALONE)).text
    assert "The discard pile is empty · 70 cards in the stock" in words
    assert "Bob goes first (random)." in words


def test_H_18_a_card_that_can_not_be_laid_is_given_back_and_then_only_the_stock_is_offered() -> None:
    state = dealt(options_for(Variant.GERMAN, {"take": "use"}), 3)
    card = TEXTS.card(state.discards[-1])
    state = apply(state, Move(1, Verb.TAKE))
    seen = shown(private_layout(state, 1, notice=""))
    assert seen.text.startswith(f"**Your turn: give back {card}**")
    assert f"You took {card} from the discard pile, so you have to lay it in this turn" in seen.text
    assert f"Give back {card}" in seen.labels
    assert not {"Take back", "Draw"} & {*seen.labels}
    assert not discards(seen)
    state = apply(state, Move(1, Verb.UNDO))
    seen = shown(private_layout(state, 1, notice=""))
    assert "Draw" in seen.labels
    assert not [label for label in (*seen.labels, *shown(public_layout(state)).labels) if label.startswith("Take")]
    assert "Bob: draw a card" in shown(public_layout(state, TEXT_ALONE)).text
    assert f"took {card}, gave back {card}" in shown(public_layout(state, TEXT_ALONE)).text


def test_H_18_lays_are_taken_back_first() -> None:
    rules = options_for(Variant.GERMAN, {"take": "use", "no_initial_meld": True})
    state = laying("7H 8H 2C 5C 8S JC KD 4D 9H", options=rules, opened=False, took=True)
    seen = shown(private_layout(state, 0, notice=""))
    assert seen.text.startswith("**Your turn: lay 9♥, or give it back**")
    assert "Give back 9♥" in seen.labels
    state = apply(state, Move(0, Verb.MELD, cards=cards("7H 8H 9H")))
    seen = shown(private_layout(state, 0, notice=""))
    assert "Take back" in seen.labels
    assert "Give back 9♥" not in seen.labels
    assert discards(seen)


def test_above_the_picture_is_what_to_do_and_one_small_line() -> None:
    state = laying("7S 8S 9S TS QC QH QD KS KH JD 9D 7D 4H 2C", opened=False)
    one, two = Event(EventKind.MELDED, 1, cards=cards("2C 3C 4C")), Event(EventKind.MELDED, 1, cards=cards("8C 8D 8H"))
    events = (Event(EventKind.DREW, 1), one, two, Event(EventKind.DISCARDED, 1, parse_card("2S")))
    seen = shown(private_layout(replace(state, recent=events), 0, notice=""))
    verb, line = seen.text.splitlines()
    assert verb == "**Your turn: lay melds, or discard**"
    assert line.startswith("-# Bob drew, laid 2 melds, discarded 2♠")
    assert [part["type"] for part in seen.payload[0]["components"]][:2] == [10, 12]


@pytest.mark.parametrize(
    ("hand", "melds", "words"),
    [
        ("TC TS TH 9D 8D 7D 2C KD", [], "lay melds, or discard"),
        ("TH 2C KD 5S", ["JH QH KH"], "lay off, or discard"),
        ("2C KD 5S", ["JH QH KH"], "discard a card"),
        ("7H 8H 9H 2C", ["7S 8S 9S"], "you can go out"),
        ("2C", ["7S 8S 9S"], "you can go out"),
    ],
)
def test_the_first_line_says_what_the_player_can_do(hand: str, melds: list[str], words: str) -> None:
    assert f"**Your turn: {words}**" in shown(private_layout(laying(hand, *melds), 0)).text


def test_a_player_with_few_cards_left_is_named() -> None:
    state = laying("7H 8H 9H 2C KD", "7S 8S 9S", seats=3)
    assert "has" not in shown(private_layout(state, 0, notice="")).text
    few = replace(state, hands=(*state.hands[:2], state.hands[2][:1]))
    assert "Cyd has 1 card" in shown(private_layout(few, 0, notice="")).text


def test_suggestions_are_play_all_and_single_steps() -> None:
    state = laying("TC TS TH 9D 8D 7D QS 2C", "JH QH KH")
    labels = shown(private_layout(state, 0)).labels
    assert labels[0] == "Play all · 2 melds · 54"
    assert set(labels[1:3]) == {"Lay 10♣ 10♠ 10♥ · 30", "Lay 7-8-9♦ · 24"}


def test_a_way_to_go_out_is_one_button_and_comes_first() -> None:
    state = laying("9C 2D", "TC JC QC", "9D 9S 9H")
    seen = shown(private_layout(state, 0, notice=""))
    assert seen.labels == [
        "Go out: 9♣ to meld 1, discard 2♦", "Lay off 9♣ (meld 2)", "Discard 9♣", "Discard 2♦", "Rules", "More"
    ]  # fmt: skip
    assert not seen.selects
    assert [button["label"] for button in seen.buttons if button["style"] == 3] == [seen.labels[0]]
    asked = parse(seen.ids[0])
    assert asked is not None
    assert (asked.action, asked.argument) == (TableAction.ALL, "2D")
    alone = shown(private_layout(laying("2C", "7S 8S 9S"), 0))
    assert [label for label in alone.labels if "2♣" in label] == ["Go out: discard 2♣"]
    many = shown(private_layout(laying("7H 8H 9H TS 2C", "7S 8S 9S"), 0))
    assert many.labels[0] == "Go out: 1 meld, 1 card, discard 2♣"
    swapped = shown(private_layout(laying("8H 2C", "7H XX 9H"), 0))
    assert swapped.labels[0] == "Go out: 1 card, discard 2♣"


def test_discards_are_in_the_order_of_the_picture_and_a_picked_card_is_one_of_them() -> None:
    state = laying("7S 8S 9S KD JC 9H 6D 3C 2H", "TS JS QS", opened=False)
    view = view_for(state, 0)
    order = [TEXTS.card(card) for card in in_order_of(view, Sorting.MELDS)]

    def offered(*picked: str) -> list[str]:
        seen = shown(private_layout(state, 0, picked=Picks(state.deal, cards(" ".join(picked)))))
        return [label.removeprefix("Discard ") for label in seen.labels if label.startswith("Discard ")]

    best = offered()
    assert len(best) == 3
    assert best == sorted(best, key=order.index)
    other = next(card for card in view.hand if TEXTS.card(card) not in best)
    assert TEXTS.card(other) in offered(code(other))
    assert offered(code(other)) == sorted(offered(code(other)), key=order.index)


def test_take_back_is_there_only_if_there_is_something_to_take_back() -> None:
    state = laying("TC TS TH 9D 8D 7D QS 2C", "JH QH KH")
    assert "Take back" not in [button["label"] for button in shown(private_layout(state, 0)).buttons]
    laid = apply(state, Move(0, Verb.MELD, cards=cards("TC TS TH")))
    assert "Take back" in shown(private_layout(laid, 0)).labels


def test_the_same_meld_twice_is_suggested_once_and_played_in_full() -> None:
    state = laying("7S 8S 9S 7S 8S 9S 2C KD")
    layout = private_layout(state, 0)
    assert_discord_takes(layout)
    labels = shown(layout).labels
    assert labels[0] == "Play all · 2 melds · 48"
    assert labels.count("Lay 7-8-9♠ · 24") == 1


def test_two_jokers_for_one_meld_are_suggested_with_one_button() -> None:
    layout = private_layout(laying("XX XX 2C KD 9H 5D", "AS 2S 3S 4S"), 0)
    assert_discord_takes(layout)
    labels = shown(layout).labels
    assert labels[0].startswith("Play all · 2 cards")
    assert labels.count("Lay off 🃏 (meld 1)") == 1


def test_a_label_that_is_spelled_out_is_never_cut() -> None:
    view = view_for(laying("JS JH XX 2C", opened=False), 0)
    move = Move(0, Verb.MELD, cards=cards("JS JH XX"))
    assert move_label(TEXTS.spelled, view, move) == "Lay jacks of spades and hearts with a joker, 30 points"


def test_a_lay_off_shows_the_number_of_the_meld_from_1() -> None:
    state = laying("AH TH 2C 5D", "JH QH KH")
    assert {"Lay off A♥ (meld 1)", "Lay off 10♥ (meld 1)"} <= set(shown(private_layout(state, 0)).labels)


def test_D_8_a_joker_that_fits_both_ends_asks_which() -> None:
    state = laying("XX 3C 2C", "7H 8H 9H")
    labels = shown(private_layout(state, 0, picked=picks(state, "XX"))).labels
    assert {"Lay off 🃏 (meld 1, low end)", "Lay off 🃏 (meld 1, high end)"} <= set(labels)


def test_D_9_a_swap_shows_meld_and_card() -> None:
    state = laying("8H 3C 2C", "7H XX 9H")
    labels = shown(private_layout(state, 0, picked=picks(state, "8H"))).labels
    assert "Swap 8♥ for joker (meld 1)" in labels


def test_D_4_picked_cards_can_be_laid_in_every_reading() -> None:
    state = laying("7H 8H XX 3C 2C")
    labels = shown(private_layout(state, 0, picked=picks(state, "7H 8H XX"))).labels
    assert {"Lay 🃏(6)-7-8♥ · 21", "Lay 7-8-🃏(9)♥ · 24"} <= set(labels)


def test_more_lays_than_fit_in_a_row_become_a_select() -> None:
    state = laying("XX 3C 2C", "7H 8H 9H", "7S 8S 9S", "7C 8C 9C")
    layout = private_layout(state, 0, picked=picks(state, "XX"))
    assert_discord_takes(layout)
    seen = shown(layout)
    [values] = seen.listed("Lay the picked cards")
    assert [move_from(value, 0) is not None for value in values] == [True] * 6
    assert not any("Lay off" in label and "🃏" in label for label in seen.labels[1:])


@pytest.mark.parametrize(
    ("hand", "melds", "opened", "pick", "line"),
    [
        (
            "7H 8H 2D 2C 9S",
            ["TH JH QH"],
            False,
            "7H",
            "Before you can lay off or swap, your first melds have to be worth enough",
        ),
        ("7H 8H 2D 2C 9S", ["TH JH QH"], True, "2D", "2♦ can't be laid off anywhere. Pick three or more"),
        ("7H 8H 2D 2C 9S", [], True, "7H 8H 2D", "isn't a meld"),
        ("7H XX XX 2C 9S", [], True, "7H XX XX", "A meld can't have more jokers than other cards"),
        ("7H 8H 9H", [], True, "7H 8H 9H", "You have to discard your last card"),
    ],
)
def test_a_line_says_why_picked_cards_can_not_be_laid(
    hand: str, melds: list[str], opened: bool, pick: str, line: str
) -> None:
    state = laying(hand, *melds, opened=opened)
    assert line in shown(private_layout(state, 0, picked=picks(state, pick))).text


def test_B_14_a_second_meld_is_refused_while_lay_offs_are_offered() -> None:
    rules = options_for(Variant.BASIC, {"one_meld_per_turn": True})
    state = laying("7H 8H 9H TC TS TH KS 2C", options=rules)
    laid = apply(state, Move(0, Verb.MELD, cards=cards("7H 8H 9H")))
    seen = shown(private_layout(laid, 0, picked=Picks(state.deal, cards("TC TS TH"))))
    assert "Lay off 10♥ (meld 1)" in seen.labels
    assert "only one meld per turn" in seen.text
    loose = shown(private_layout(laid, 0, picked=Picks(state.deal, cards("TC KS TH"))))
    assert "Lay off 10♥ (meld 1)" in loose.labels
    assert "isn't a meld" not in loose.text


@pytest.fixture
def long_runs(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Add a house rule: a new run has at least four cards."""

    def limit(_: Verb, before: TableMeld | None, after: TableMeld, __: MeldRules) -> Refusal | None:
        short = before is None and after.kind is MeldKind.RUN and len(after.cards) < 4
        return Refusal("H-99", Reason.ONE_MELD) if short else None

    monkeypatch.setattr("bot.rummy.melds.rules._limits", lambda _: (limit,))
    rules_for.cache_clear()
    yield
    rules_for.cache_clear()


@pytest.mark.usefixtures("long_runs")
@pytest.mark.parametrize(
    ("hand", "melds", "pick"),
    [
        ("5D XX 7D 2C", [], "5D XX 7D"),
        ("QD KD AD 2C", [], "QD KD AD"),
        ("5D XX 7D 2C", ["8D 9D TD JD"], "5D XX 7D"),
    ],
)
def test_a_line_says_which_house_rule_refuses_the_meld_of_the_picked_cards(
    hand: str, melds: list[str], pick: str
) -> None:
    state = laying(hand, *melds)
    seen = shown(private_layout(state, 0, picked=picks(state, pick)))
    assert Reason.ONE_MELD in seen.text
    assert "isn't a meld" not in seen.text
    assert any(label.startswith("Lay off 7♦") for label in seen.labels) == bool(melds)


def test_picks_are_marked_until_they_leave_the_hand() -> None:
    state = laying("7H 7H 8H 9H 2C")
    seen = shown(private_layout(state, 0, picked=picks(state, "7H KD")))
    [select] = seen.selects
    assert select["placeholder"] == "Pick cards to lay or discard"
    assert (select["min_values"], select["max_values"]) == (0, 5)
    assert [option["value"] for option in select["options"] if option["default"]] == ["7H"]
    assert {"7H", "7H.1"} <= {option["value"] for option in select["options"]}
    assert shown(private_layout(state, 0, picked=Picks(state.deal + 1, cards("7H")))).marked == []


def test_out_of_turn_nothing_can_be_laid() -> None:
    state = laying("7H 8H 9H 2C KD")
    seen = shown(private_layout(state, 1, picked=Picks(state.deal, tuple(state.hands[1][:3]))))
    assert seen.labels == ["Next table", "Sort", "Rules", "More"]
    assert [select["placeholder"] for select in seen.selects] == ["Pick cards for your turn"]
    assert len(seen.marked) == 3


def test_the_panel_offers_draw_and_take_before_the_draw() -> None:
    state = dealt()
    assert state.turn == 1
    seen = shown(private_layout(state, 1))
    assert seen.labels == ["Draw", f"Take {TEXTS.card(state.discards[-1])}", "Sort", "Rules", "More"]
    assert not seen.selects


def test_D_10_an_open_debt_is_shown_and_nothing_can_be_discarded() -> None:
    state = apply(laying("2S 2C 2H 9D 8D KC", opened=False), Move(0, Verb.MELD, cards=cards("2C 2S 2H")))
    seen = shown(private_layout(state, 0))
    assert "points so far: 6 of 30" in seen.text
    assert discards(seen) == []
    assert "Take back" in seen.labels


def test_C_10_after_too_many_take_backs_no_lays_are_offered_and_a_line_says_why() -> None:
    state = laying("7H 8H 9H TS 2C KD", "7S 8S 9S")
    assert shown(private_layout(state, 0)).labels[0].startswith("Play all")
    state = replace(state, take_backs=TAKE_BACK_LIMIT)
    seen = shown(private_layout(state, 0))
    assert "Your turn: discard a card" in seen.text
    assert not [label for label in seen.labels if label.startswith(("Play all", "Lay"))]
    for pick in ("TS", "7H 8H 9H"):
        assert (
            "You've already taken cards back 20 times in this turn"
            in shown(private_layout(state, 0, picked=picks(state, pick))).text
        )


def test_cards_laid_in_this_turn_are_marked_as_new() -> None:
    state = apply(laying("7H 8H 9H TS 2C KD", "7S 8S 9S"), Move(0, Verb.MELD, cards=cards("7H 8H 9H")))
    state = apply(state, Move(0, Verb.LAYOFF, cards("TS")[0], meld=0))
    text = shown(private_layout(state, 0, TEXT_ALONE)).text
    assert "Meld 1: 7-8-9-10♠ · new: 10♠" in text
    assert "Meld 2: 7-8-9♥ · new" in text
    assert "new" not in shown(private_layout(state, 1, TEXT_ALONE)).text
    assert "7♥" not in shown(public_layout(state, TEXT_ALONE)).text


def test_H_8_the_claim_button_is_public_and_in_the_panels_of_players_who_may_claim() -> None:
    state = claimable(4)
    label = f"Knock for {TEXTS.card(state.discards[-1])} (+1 card)"
    seen = shown(public_layout(state))
    assert seen.labels[2] == label
    assert "③ Cyd and ④ Dag can knock for" in shown(public_layout(state, TEXT_ALONE)).text
    assert "③ Cyd can knock for" in shown(public_layout(claimable(3), TEXT_ALONE)).text
    assert next(button["style"] for button in seen.buttons if button["label"] == label) == 1
    for seat, may in enumerate((False, False, True, True)):
        assert (label in shown(private_layout(state, seat)).labels) == may
    drawn = apply(state, Move(1, Verb.DRAW))
    assert not any(label.startswith("Knock") for label in shown(public_layout(drawn)).labels)


def test_the_public_table_shows_numbered_melds_and_the_rules_in_force() -> None:
    rules = options_for(Variant.GERMAN, {"rounds": 5, "initial_40": True, "set_rule": True})
    state = laying("2H 3C", "7S XX 9S", "QC XX QH", options=rules, seats=4)
    text = shown(public_layout(state, TEXT_ALONE)).text
    for words in ("Meld 1: 7-🃏(8)-9♠", "Meld 2: Q♣ 🃏(Q♠) Q♥", "Ala", "Dag", "2 cards", "cards in the stock",
                  "**Ala: lay or discard**", "First meld: 40 points or more",
                  "House rules: 5 rounds, Set rule"):  # fmt: skip
        assert words in text


@pytest.mark.parametrize(
    ("options", "seats", "words"),
    [
        (GERMAN, 2, "First meld: 30 points or more"),
        (options_for(Variant.GERMAN, {"small_deck": True}), 3, "First meld: any value · House rules: Small deck"),
        (options_for(Variant.GERMAN, {"no_initial_meld": True}), 3, "First meld: any value"),
        (options_for(Variant.BASIC), 3, "First to 150 points"),
        (options_for(Variant.BASIC, {"target": 77}), 2, "First to 77 points"),
    ],
)
def test_the_public_table_shows_the_goal(options: MeldsOptions, seats: int, words: str) -> None:
    """Like its picture (D-7, B-13)."""
    assert shown(public_layout(dealt(options, seats), TEXT_ALONE)).text.splitlines()[-1] == f"-# {words}"


def test_D_12_the_last_turn_is_announced() -> None:
    state = laying("7H 8H 9H 2C 4D", "7S 8S 9S")
    last = replace(state, gone=len(state.deck))
    for layout in (public_layout(last), private_layout(last, 0), private_layout(last, 1)):
        assert "The stock is empty: unless this player goes out now, the round ends" in shown(layout).text
    assert "stock is empty" not in shown(public_layout(state)).text


def test_B_5_a_panel_says_why_the_card_just_taken_can_not_be_discarded() -> None:
    basic, why = options_for(Variant.BASIC), sentence(Reason.JUST_TAKEN, card="2♣").split(".")[0]
    state = laying("7H 8H KS 2C", options=basic, took=True)
    assert "2C" not in discards(shown(private_layout(state, 0)))
    seen = shown(private_layout(state, 0, picked=picks(state, "2C")))
    assert "2C" not in discards(seen)
    assert f"-# {why}" in seen.text
    for other in (laying("7H 8H KS 2C", options=basic), laying("7H 8H KS 2C", took=True)):
        seen = shown(private_layout(other, 0, picked=picks(other, "2C")))
        assert "2C" in discards(seen)
        assert why not in seen.text


@pytest.mark.slow
@pytest.mark.parametrize("jokers", [False, True])
def test_discord_accepts_the_fullest_panel_and_table(jokers: bool) -> None:
    rules = options_for(Variant.GERMAN, dict.fromkeys(MOST_RULES, True))
    runs = [f"{a}{s} {b}{s} {c}{s}" for s in "CSHD" for a, b, c in ("234", "567", "89T")][:12]
    melds = [run.replace(run.split()[1], "XX") if jokers and at < 3 else run for at, run in enumerate(runs)]
    hand = "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS XX"
    state = laying(hand, *melds, "JH QH KH AH", options=rules, seats=4)
    assert len(state.hands[0]) == 25
    assert len(state.melds) == 13
    state = replace(state, quiet=19)
    for detail in (FULL_DETAIL, TEXT_ALONE):
        assert_discord_takes(public_layout(state, detail, WORST_NAMES))
        for pick in ("2C 3C 4C 5C 6C", "XX", hand, "AC"):
            picked = picks(state, pick)
            layout = private_layout(
                state, 0, detail, names=WORST_NAMES, picked=picked, notice="x" * 300, coach="x" * 200
            )
            assert_discord_takes(layout)


def test_a_large_hand_takes_two_lists() -> None:
    state = laying("2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS XX XX", "7H 8H 9H")
    layout = private_layout(state, 0, picked=picks(state, "XX XX 2C"))
    assert_discord_takes(layout)
    seen = shown(layout)
    assert [len(values) for values in seen.listed("Pick cards")] == [25, 3]
    assert sorted(seen.marked) == ["2C", "XX", "XX.1"]


def discards(seen: Shown) -> list[str]:
    """Return the cards that a panel offers to discard."""
    asked = [parse(button["custom_id"]) for button in seen.buttons]
    return [one.argument or "" for one in asked if one is not None and one.action is TableAction.DISCARD]


def picks(state: MeldsState, text: str) -> Picks:
    return Picks(state.deal, cards(text))
