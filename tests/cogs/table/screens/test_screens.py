"""Screens as pure functions: contents, buttons, Discord's limits, hidden cards."""

import re
from dataclasses import replace
from random import Random

import pytest
from discord.ui import LayoutView
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.fairness.grades import Grade, Proof
from bot.play.state.values import Status
from bot.players.hints import advice_for
from bot.rummy.cards import cards_in, code, mask_of, parse_card
from bot.rummy.events import Event, EventKind
from bot.rummy.families import Variant
from bot.rummy.gin.game import apply, deal, new_game, view_for
from bot.rummy.gin.state import GinState
from bot.rummy.moves import Move, Verb
from bot.rummy.options import options_for
from bot.rummy.records.sealed import StartCounts
from bot.rummy.views import QUIET_WARNING, Phase
from cogs.edge.custom_ids import TableAction, parse
from cogs.edge.layout import plain_name
from cogs.edge.messages import Detail
from cogs.table.screens.deal import Ended, GameEnd, game_screen, sheet_screen
from cogs.table.screens.gin import GIN_SCREENS, best_knock, knock_named, knocks
from cogs.table.screens.lobby import cut_modal, lobby_screen
from cogs.table.screens.more import discards_screen, more_screen, resign_screen
from cogs.table.screens.proof import LISTED, ShuffleReport, secrets_file, verify_screen
from cogs.table.screens.scene import Scene, closed_screen, moved_screen
from render.drawing.rows import in_order
from render.gin.reading import gin_rows
from render.look import Sorting
from tests.amounts import times
from tests.cards import mask
from tests.cogs.table.scenes import (
    FULL_DETAIL,
    NAMES,
    NO_CUTS,
    PNG,
    SECRET,
    TEXTS,
    assert_discord_takes,
    lobby_scene,
    private_layout,
    public_layout,
    row_of,
    scene_of,
    shown,
    some_of,
)
from tests.rummy.helpers import gin_states, random_options, twin

SEEDS = st.integers(0, 2**32)
WORST_NAMES = ("*_" * 40, "<@&1>" * 16)
TEXT_ALONE = Detail(files=False)


@pytest.mark.slow
@settings(max_examples=times(3), deadline=None)
@given(SEEDS)
def test_discord_accepts_every_screen_of_random_games(seed: int) -> None:
    rng = Random(seed)
    states = gin_states(random_options(rng), rng, 500)
    for state in some_of(states, rng, 12):
        for detail in (FULL_DETAIL, TEXT_ALONE):
            assert_discord_takes(public_layout(state, detail, WORST_NAMES))
            for seat in (0, 1):
                order = rng.choice(list(Sorting))
                assert_discord_takes(private_layout(state, seat, detail, order, WORST_NAMES, coach="x" * 200))


@pytest.mark.slow
@settings(max_examples=times(3), deadline=None)
@given(SEEDS)
def test_C_4_public_screens_do_not_depend_on_hidden_cards(seed: int) -> None:
    rng = Random(seed)
    states = gin_states(random_options(rng), rng, 500)
    for state in some_of(states, rng, 12):
        other = twin(state, None, rng)
        assert shown(public_layout(state)) == shown(public_layout(other))


@pytest.mark.slow
@settings(max_examples=times(3), deadline=None)
@given(SEEDS)
def test_C_4_a_panel_does_not_depend_on_hidden_cards(seed: int) -> None:
    rng = Random(seed)
    states = gin_states(random_options(rng), rng, 500)
    for state in some_of(states, rng, 12):
        for seat in (0, 1):
            other = twin(state, seat, rng)
            assert shown(private_layout(state, seat)) == shown(private_layout(other, seat))


@pytest.mark.slow
@settings(max_examples=times(3), deadline=None)
@given(SEEDS)
def test_a_panel_offers_exactly_the_legal_moves(seed: int) -> None:
    rng = Random(seed)
    states = gin_states(random_options(rng), rng, 500)
    for state in some_of(states, rng, 20):
        for seat in (0, 1):
            seen, view = shown(private_layout(state, seat)), view_for(state, seat)
            if view.phase in (Phase.DEAL, Phase.OVER):
                continue
            asked = [parse(button["custom_id"]) for button in seen.buttons if not button.get("disabled")]
            offered = {(one.action, one.argument) for one in asked if one is not None}
            for move in view.moves:
                if move.verb is not Verb.KNOCK:
                    argument = None if move.card is None else code(move.card)
                    assert (TableAction(move.verb.value), argument) in offered
            plays = {TableAction(verb.value) for verb in (Verb.DRAW, Verb.TAKE, Verb.PASS, Verb.DISCARD, Verb.BIGGIN)}
            assert len([one for one in offered if one[0] in plays]) == len(
                [move for move in view.moves if move.verb is not Verb.KNOCK]
            )
            assert any(one[0] is TableAction.KNOCK for one in offered) == any(
                move.verb is Verb.KNOCK for move in view.moves
            )
            discards = {TEXTS.card(move.named) for move in view.moves if move.verb is Verb.DISCARD}
            in_picture = [TEXTS.card(card) for card in in_order(gin_rows(view, Sorting.MELDS))]
            cards = [label for label in seen.labels if label in set(in_picture)]
            assert cards == [label for label in in_picture if label in discards]
            assert not any(button.get("disabled") for button in seen.buttons)


@pytest.mark.slow
@settings(max_examples=times(3), deadline=None)
@given(SEEDS)
def test_G_15_every_listed_knock_is_legal(seed: int) -> None:
    rng = Random(seed)
    states = gin_states(random_options(rng), rng, 500)
    for state in states:
        if state.phase is not Phase.DISCARD or state.turn is None:
            continue
        view = view_for(state, state.turn)
        listed = knocks(view)
        assert bool(listed) == any(move.verb is Verb.KNOCK for move in view.moves)
        for knock in listed:
            assert knock_named(view, str(knock)) == knock
            after = apply(state, Move(state.turn, Verb.KNOCK, knock.card, knock.arrangement.melds))
            assert after.showdown is not None
            assert after.showdown.arrangement.deadwood == knock.arrangement.deadwood
        if listed:
            best = best_knock(view)
            assert best is not None
            assert best.arrangement.deadwood == listed[0].arrangement.deadwood


def in_hand(hand: str, *, drawn: str, others: str = "", took: bool = False, **changes: object) -> GinState:
    """Return a deal where seat 0 has to discard; ``drawn`` is the card just drawn or, with ``took``, taken."""
    cards = mask(hand)
    card = parse_card(drawn)
    rest = [one for one in range(52) if not cards >> one & 1 and one != card]
    deck = [*rest[:20], rest[20], *rest[21:], *cards_in(cards), card]
    state = deal(new_game(options_for(Variant.GIN, changes), 1), deck)
    opponents = mask(others) if others else mask_of(rest[:10])
    return replace(
        state, phase=Phase.DISCARD, turn=0, hands=(cards | 1 << card, opponents), drawn=card, took=took, gone=30
    )


GIN_NEXT = "7S 8S 9S TS QC QH QD 4H 5H 6H"


def test_above_the_picture_is_what_to_do_and_one_small_line() -> None:
    state = in_hand("7S 8S 9S JD TH 8H 5C 5D 3H 2C", drawn="KD")
    events = (Event(EventKind.DISCARDED, 0), Event(EventKind.TOOK, 1, parse_card("4D")), Event(EventKind.DISCARDED, 1))
    seen = shown(private_layout(replace(state, recent=events), 0, notice=""))
    assert seen.text.splitlines() == [
        "**Your turn: discard a card**",
        "-# Bob took 4♦ · you 0, Bob 0 · 💡 discard K♦",
    ]
    assert [part["type"] for part in seen.payload[0]["components"]] == [10, 12, 1, 1, 1, 1]


def test_the_small_line_has_the_coach_in_any_case_and_otherwise_what_fits() -> None:
    state = in_hand("7S 8S 9S JD TH 8H 5C 5D 3H 2C", drawn="KD")

    def line(names: tuple[str, ...] = NAMES, coach: str = "") -> str:
        return shown(private_layout(state, 0, names=names, notice="", coach=coach)).text.splitlines()[-1]

    assert line(coach="K♦ costs you the most") == "-# you 0, Bob 0 · 💡 K♦ costs you the most"
    assert line(("Ala", "Bartholomew the third")) == "-# you 0, Bartholomew the third 0 · 💡 discard K♦"
    long = ("Ala", "Bartholomew the third of Lublin")
    assert line(long) == f"-# you 0, {long[1]} 0"
    assert line(long, coach="K♦ costs you the most").endswith("💡 K♦ costs you the most")
    news = replace(state, recent=(Event(EventKind.DISCARDED, 0), Event(EventKind.TOOK, 1, parse_card("4D"))))
    text = shown(private_layout(news, 0, notice="", coach="x" * 40)).text
    assert text.splitlines()[-1] == f"-# you 0, Bob 0 · 💡 {'x' * 40}", "the news give way to the coach"


def test_a_row_of_buttons_is_a_row_of_the_picture() -> None:
    state = in_hand("7S 8S 9S JD TH 8H 5C 5D 3H 2C", drawn="KD")
    rows = [
        part["components"] for part in shown(private_layout(state, 0)).payload[0]["components"] if part["type"] == 1
    ]
    labels = [[button["label"] for button in row] for row in rows]
    assert labels == [
        ["7♠", "8♠", "9♠"],
        ["K♦", "J♦", "10♥", "8♥"],
        ["5♣", "5♦", "3♥", "2♣"],
        ["Sort", "Rules", "More"],
    ]


def test_G_14_a_hand_without_deadwood_offers_gin() -> None:
    seen = shown(private_layout(in_hand(GIN_NEXT, drawn="2C"), 0))
    assert "Gin · discard 2♣" in seen.labels
    assert all(option["label"].startswith(("Gin", "Knock")) for select in seen.selects for option in select["options"])


def test_G_28_big_gin_has_a_button_that_is_green_and_gin_has_one_too() -> None:
    state = in_hand(GIN_NEXT, drawn="JS", big_gin=31)
    seen = shown(private_layout(state, 0))
    assert "**Your turn: go big gin, or discard**" in seen.text
    assert "💡 go big gin" in seen.text
    styles = {button["label"]: button["style"] for button in seen.buttons}
    assert [label for label, style in styles.items() if style == 3] == ["Big gin"]
    [button] = [button for button in seen.buttons if button["label"] == "Big gin"]
    asked = parse(button["custom_id"])
    assert asked is not None
    assert (asked.action, asked.argument) == (TableAction.BIGGIN, None)
    assert any(label.startswith("Gin · discard") for label in styles)
    assert "Big gin" in shown(private_layout(state, 0, TEXT_ALONE)).labels


def test_G_28_where_gin_scores_more_it_is_green() -> None:
    seen = shown(private_layout(in_hand(GIN_NEXT, drawn="JS", big_gin=10), 0))
    styles = {button["label"]: button["style"] for button in seen.buttons}
    assert [label[:3] for label, style in styles.items() if style == 3] == ["Gin"]
    assert styles["Big gin"] == 1


def test_G_28_without_the_option_or_with_a_loose_card_there_is_no_big_gin() -> None:
    assert "Big gin" not in shown(private_layout(in_hand(GIN_NEXT, drawn="JS"), 0)).labels
    assert "Big gin" not in shown(private_layout(in_hand(GIN_NEXT, drawn="2C", big_gin=31), 0)).labels


def test_G_12_the_best_knock_has_a_button_and_only_the_others_are_listed_behind_more() -> None:
    state = in_hand("7S 8S 9S QC QH QD 4H 5H 6H KS", drawn="2C")
    seen = shown(private_layout(state, 0))
    assert "**Your turn: knock with 2, or discard**" in seen.text
    assert "Knock · discard K♠" in seen.labels
    assert not seen.selects
    more = shown(other_knocks_of(state))
    [listed] = more.selects
    assert [option["label"] for option in listed["options"]] == ["Knock 10 · discard 2♣"]


def other_knocks_of(state: GinState) -> LayoutView:
    """Return the screen behind *More* of the player in seat 0."""
    view = view_for(state, 0)
    scene = replace(scene_of(view), seat=0)
    return more_screen(scene, view, GIN_SCREENS.other_knocks(scene, view, advice_for(view)))


def test_a_knock_is_never_red_and_waiting_with_one_makes_no_button_green() -> None:
    waits = in_hand("7S 8S 9S QC QH QD 4H 5H 6H KS", drawn="2C")
    assert advice_for(view_for(waits, 0))[0].verb is Verb.DISCARD
    seen = shown(private_layout(waits, 0, notice=""))
    styles = {button["label"]: button["style"] for button in seen.buttons}
    assert styles["Knock · discard K♠"] == 1
    assert 3 not in styles.values()
    assert "💡 discard K♠ and play on" in seen.text
    knocks = in_hand("7S 8S 9S QC QH QD TH 4D 2C AH", drawn="QS")
    styles = {button["label"]: button["style"] for button in shown(private_layout(knocks, 0)).buttons}
    assert [label for label, style in styles.items() if style == 3] == ["Knock · discard 10♥"]


def test_G_10_the_card_just_taken_has_no_button_and_the_others_keep_their_order() -> None:
    drawn, taken = (shown(private_layout(in_hand(GIN_NEXT, drawn="2C", took=took), 0)) for took in (False, True))
    assert "2♣" in drawn.labels
    assert "2♣" not in [button["label"] for button in taken.buttons]
    cards = [label for label in drawn.labels if TEXTS.card(parse_card("2C")) not in label][:10]
    assert taken.labels[:10] == cards


def test_melded_cards_are_gray_loose_ones_blue_the_suggested_discard_green() -> None:
    seen = shown(private_layout(in_hand("7S 8S 9S QC QH QD 2H 5H 9H KS", drawn="2C"), 0))
    styles = {button["label"]: button["style"] for button in seen.buttons}
    assert [styles[label] for label in ("7♠", "Q♥", "2♥", "K♠")] == [2, 2, 1, 3]


@pytest.mark.parametrize("sorting", Sorting)
def test_sorting_reorders_buttons_without_losing_any(sorting: Sorting) -> None:
    state = in_hand("7S 8S 9S QC QH QD 2H 5H 9H KS", drawn="2C")
    labels = [str(button["label"]) for button in shown(private_layout(state, 0, sorting=sorting)).buttons][:11]
    expected = {
        Sorting.MELDS: "Q♣ Q♥ Q♦ 7♠ 8♠ 9♠ 2♣ K♠ 2♥ 5♥ 9♥",
        Sorting.SUITS: "2♣ Q♣ 7♠ 8♠ 9♠ K♠ 2♥ 5♥ 9♥ Q♥ Q♦",
        Sorting.RANKS: "K♠ Q♣ Q♥ Q♦ 9♠ 9♥ 8♠ 7♠ 5♥ 2♣ 2♥",
    }[sorting]
    assert sorted(labels) == sorted(expected.split())
    if sorting is not Sorting.MELDS:
        assert labels == expected.split()


def started(**changes: object) -> GinState:
    state = deal(new_game(options_for(Variant.GIN), 0), list(range(52)))
    return replace(state, **changes)  # type: ignore[arg-type]


def test_G_8_the_upcard_phase_offers_take_and_pass_but_no_draw() -> None:
    labels = shown(public_layout(started())).labels
    assert labels == ["Take 8♠", "Pass", "My hand", "More"]
    assert shown(public_layout(started(phase=Phase.STOCK))).labels[0] == "Draw"
    assert "Pass" not in shown(public_layout(started(phase=Phase.DRAW))).labels


def test_the_table_shows_the_whole_game_in_text() -> None:
    text = shown(public_layout(started(), TEXT_ALONE)).text
    for words in ("**Bob: take 8♠ or pass**", "① Ala (dealer): 10 cards · 0 points", "31 cards in the stock",
                  "Knock with 10 or less · First to 100 points"):  # fmt: skip
        assert words in text


def test_beside_its_picture_the_table_is_one_line_and_one_row() -> None:
    seen = shown(public_layout(started(phase=Phase.DRAW)))
    assert seen.text == "**Bob: draw or take 8♠**"
    assert [part["type"] for part in seen.payload[0]["components"]] == [10, 12, 1]
    assert seen.labels == ["Draw", "Take 8♠", "My hand", "More"]
    assert shown(public_layout(started(phase=Phase.DISCARD))).labels == ["My hand", "More"]


def test_C_8_the_table_warns_five_turns_before() -> None:
    def text(quiet: int) -> str:
        return shown(public_layout(started(phase=Phase.DRAW, quiet=quiet), TEXT_ALONE)).text

    assert "void" not in text(QUIET_WARNING - 1)
    assert "after 5 more turns without a draw, the deal is void" in text(QUIET_WARNING)
    assert "after 1 more turn without a draw, the deal is void" in text(QUIET_WARNING + 4)


def test_names_contain_no_markup_or_mentions() -> None:
    state = started()
    text = shown(public_layout(state, names=("@everyone", "<@1> [x](https://e.vil) **b**"))).text
    assert "@everyone" not in text
    assert "\\<@" in text
    assert "https://" not in text
    assert "**b**" not in text
    assert plain_name("a" * 80) == "a" * 31 + "…"


def scene(
    status: Status = Status.LOBBY,
    variant: Variant = Variant.GIN,
    seats: int = 2,
    invited: tuple[int, ...] = (),
    **changes: object,
) -> Scene:
    row = row_of(options_for(variant, changes), status, NAMES[:seats], invited)
    return lobby_scene(row)


def test_a_lobby_shows_rules_pace_and_seats_and_cutting_shows_the_seal() -> None:
    seen = shown(lobby_screen(scene(target=250, tie="void", seats=1, invited=(77,)), NO_CUTS))
    for words in ("Gin", "First to 250", "Equal deadwood: void deal", "24 hours per turn", "**Ala**, host",
                  "reserved for <@77>"):  # fmt: skip
        assert words in seen.text
    assert SECRET[:4] not in seen.text
    assert f"Sealed before you cut: {SECRET[:16]}" in str(cut_modal(scene(), SECRET).to_dict())
    assert seen.labels == ["Join", "Decline", "More"]
    full = shown(lobby_screen(scene(), NO_CUTS)).labels
    assert "Start" in full
    assert "Join" not in full


def test_G_23_the_end_of_a_game_shows_scores_bonuses_and_rematch() -> None:
    rng = Random(5)
    states = gin_states(options_for(Variant.GIN, {"target": 30}), rng)
    seen = shown(public_layout(states[-1]))
    assert seen.labels == ["Rematch", "Replay", "Share to...", "More"]
    assert seen.text == "Final score: Ala\xa0353 (314 in bonuses), Bob\xa00"
    view = view_for(states[-1], None)
    in_words = Detail(files=False)
    sheet = shown(sheet_screen(scene_of(view, in_words), Ended(view, None, GameEnd((0,))), PNG)).text
    assert "🏆 Ala wins 353–0**\n-# Gin · 3 deals · by 353 points\n" in sheet
    assert "100 game bonus" in sheet


def test_G_24_the_end_of_a_hollywood_series_shows_who_won_game_by_game_and_overall() -> None:
    states = gin_states(options_for(Variant.HOLLYWOOD, {"target": 30}), Random(5))
    view = view_for(states[-1], None)
    assert view.result is not None
    (winner,) = view.result.winners
    in_words = Detail(files=False)
    for layout in (public_layout(states[-1], in_words), private_layout(states[-1], 0)):
        assert re.search(rf"🏆 {NAMES[winner]} wins [23] games to [01]\b", shown(layout).text)
    line = shown(public_layout(states[-1])).text
    for column in view.columns:
        assert f"{column.totals[winner]}–{column.totals[1 - winner]}" in line
    text = shown(sheet_screen(scene_of(view, in_words), Ended(view, None, GameEnd((winner,))), PNG)).text
    for number, column in enumerate(view.columns, 1):
        won = column.winner or 0
        assert f"**Game {number}: {NAMES[won]} {max(column.totals)}, " in text
    assert text.count("Game 1") == 1


def test_the_end_of_a_deal_shows_both_hands_and_the_sum() -> None:
    rng = Random(5)
    states = gin_states(options_for(Variant.GIN, {"target": 500}), rng, 300)
    state = next(state for state in states if state.showdown and state.phase is Phase.DEAL)
    seen = shown(public_layout(state))
    assert seen.labels == ["Next deal", "More"]
    assert "deadwood" not in seen.text, "the picture shows it"
    assert shown(public_layout(state, Detail(files=False))).text.count("deadwood") >= 2


def test_the_result_of_a_deal_is_as_long_after_each_deal() -> None:
    states = gin_states(options_for(Variant.GIN, {"target": 500}), Random(5), 300)
    ends = {len(state.deals): state for state in states if state.showdown and state.phase is Phase.DEAL}
    assert len(ends) > 2
    assert {len(shown(public_layout(state)).text.split()) for state in ends.values()} == {4}


def test_a_resigned_game_shows_who_resigned_and_no_hands() -> None:
    view = replace(view_for(started(), None), phase=Phase.OVER, turn=None)
    seen = shown(game_screen(scene_of(view), Ended(view, None, GameEnd((0,), 1, frozenset({1})))))
    assert "🏆 Ala wins: Bob resigned" in seen.text
    assert "loose" not in seen.text


def test_an_old_message_of_a_table_is_one_line_with_a_link() -> None:
    rng = Random(5)
    states = gin_states(options_for(Variant.GIN, {"target": 500}), rng, 300)
    view = view_for(next(state for state in states if len(state.deals) == 2), None)
    for layout in (
        moved_screen(scene_of(view), view),
        moved_screen(scene(), None),
        moved_screen(scene(Status.OVER), view),
        closed_screen(scene(Status.CANCELLED)),
    ):
        seen = shown(layout)
        assert len(seen.parts) == 1
        assert "\n" not in seen.text
    assert "deal 2: jump to the table](https://discord.com/channels/" in shown(moved_screen(scene_of(view), view)).text
    assert ": result](https://discord.com/channels/" in shown(moved_screen(scene(Status.OVER), view)).text


def test_the_proof_shows_all_inputs_and_its_limits() -> None:
    secrets = tuple(f"{number:064x}" for number in range(300))
    cuts = (1, "*" * 100), (0, "a" * 100)
    proof = ShuffleReport(
        options_for(Variant.GIN),
        SECRET,
        ("Ala", "Bob"),
        Proof(Grade.LAST_CUT, 0),
        started=True,
        cuts=cuts,
        secrets=secrets,
        voided=("b" * 64,),
        counts=StartCounts(120, 3),
    )
    file = secrets_file(proof)
    assert file is not None
    assert file.data.decode().splitlines() == [f"{number} {secret}" for number, secret in enumerate(secrets, 1)]
    layout = verify_screen(TEXTS, proof, file)
    assert_discord_takes(layout)
    assert [part["file"]["url"] for part in shown(layout).parts if "file" in part] == ["attachment://secrets.txt"]
    text = shown(verify_screen(TEXTS, proof)).text
    for words in (
        SECRET,
        "Secret of deal 300",
        "The secrets of 300 deals match the seal",
        "can't prove",
        "Proven for Ala, if Ala typed the last cut below",
        f"Cut 2, by Ala: {'a' * 100}",
        "1 start of this game was never dealt",
        f"Secret of start 1: `{'b' * 64}`",
        "before: 120, never dealt: 3",
    ):
        assert words in text
    fault = shown(verify_screen(TEXTS, replace(proof, fault="deal 2: deck: no"))).text
    assert "don't match: deal 2" in fault
    assert "Proven" not in fault


@pytest.mark.parametrize("variant", Variant)
def test_the_secrets_of_a_typical_game_fit_into_the_text(variant: Variant) -> None:
    secrets = tuple(f"{number:064x}" for number in range(LISTED))
    cuts = tuple((seat, "|~" * 50) for seat in range(4))
    names = ("_*" * 16,) * 4
    proof = ShuffleReport(
        options_for(variant), SECRET, names, Proof(Grade.LAST_CUT, 1), started=True, cuts=cuts, secrets=secrets
    )
    layout = verify_screen(TEXTS, proof)
    assert_discord_takes(layout)
    assert secrets_file(proof) is None
    for words in (SECRET, "can't prove", *secrets):
        assert words in shown(layout).text


@settings(max_examples=times(12), deadline=None)
@given(SEEDS)
def test_discord_accepts_small_screens(seed: int) -> None:
    rng = Random(seed)
    options = random_options(rng)
    row = row_of(options, Status.LOBBY, WORST_NAMES, invited=(10**18,))
    table = lobby_scene(row)
    for layout in (
        lobby_screen(table, NO_CUTS),
        lobby_screen(replace(table, row=replace(row, seats=row.seats[:1])), NO_CUTS),
        resign_screen(table),
        discards_screen(table, view_for(started(discards=bytes(range(31))), None)),
        discards_screen(table, view_for(started(discards=b""), None)),
    ):
        assert_discord_takes(layout)
    modal = cut_modal(table, SECRET).to_dict()
    assert len(modal["title"]) <= 45
    assert len(modal["custom_id"]) <= 100
