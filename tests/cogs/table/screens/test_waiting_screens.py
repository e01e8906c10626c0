"""Time and presence on screens: deadlines, absence, the next deal, computers, losses by absence."""

from dataclasses import dataclass, field, replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.play.state.values import HOUR, LastTurn, Pace, Player, TableSettings, TimeLimits, TurnClock
from bot.players.hints import advice_for
from bot.players.levels import Level
from bot.players.reasons import Hint, Why
from bot.rummy import games
from bot.rummy.cards import parse_card
from bot.rummy.events import Event, EventKind
from bot.rummy.families import Variant
from bot.rummy.games import State
from bot.rummy.gin.game import deal, new_game, view_for
from bot.rummy.gin.views import GinView
from bot.rummy.melds.views import MeldsView
from bot.rummy.moves import Move, Verb
from bot.rummy.options import options_for
from bot.rummy.refusals import Topic
from bot.rummy.views import Phase, View
from bot.text.deals import hint_words
from cogs.edge.custom_ids import TableAction, parse
from cogs.edge.messages import Detail
from cogs.table.screens.deal import NO_END, Ended, GameEnd, deal_screen, game_screen, game_words, hand_over_screen
from cogs.table.screens.gin import gin_hand_screen, other_knocks
from cogs.table.screens.melds.hand import melds_hand_screen
from cogs.table.screens.melds.offers import offers_for
from cogs.table.screens.more import more_screen, moves_screen, resign_screen
from cogs.table.screens.running import HandDetails
from cogs.table.screens.scene import Notice, NoticePlace, Picks, Presence, Scene
from cogs.table.table_messages import table_screen
from render.look import Sorting, sorting_from
from tests.amounts import times
from tests.cards import cards
from tests.cogs.table.scenes import NAMES, PNG, TEXTS, Shown, assert_discord_takes, scene_of, shown, some_of
from tests.cogs.table.turns import laying
from tests.rummy.helpers import gin_states, melds_states, random_melds_options, random_options

AT = 1_800_000_000_000
UNTIL = "<t:1800000000:R>"
GIN = options_for(Variant.GIN)
COMPUTER = Player(1, "Computer", "computer", Level.HARD)
SECOND_COMPUTER = Player(2, "Computer 2", "computer", Level.EASY)
PACES = {Pace.LIVE: TimeLimits(60_000, 60_000), Pace.SLOW: TimeLimits(24 * HOUR), Pace.NONE: None}


@dataclass(frozen=True)
class About:
    """Options of a test screen: the stored table, presence, viewer."""

    pace: Pace = Pace.SLOW
    deadline: int | None = AT
    nudged: bool = False
    seats: tuple[Player, ...] | None = None
    settings: TableSettings = field(default_factory=TableSettings)
    presence: Presence = field(default_factory=Presence)
    seat: int | None = None
    watching: bool = False


SLOW = About()


def running(seat: int | None = None, phase: Phase = Phase.UPCARD) -> GinView:
    """Return a deal that has just begun; Bob decides about the upcard."""
    return view_for(replace(deal(new_game(GIN, 0), list(range(52))), phase=phase), seat)


def between() -> GinView:
    """Return a finished deal of a running game."""
    states = gin_states(options_for(Variant.GIN, {"target": 500}), Random(5), 300)
    return view_for(next(state for state in states if state.showdown and state.phase is Phase.DEAL), None)


def scene(view: View, about: About = SLOW) -> Scene:
    """Return the scene of a running table."""
    made = scene_of(view)
    seats = about.seats or made.row.seats
    clock = TurnClock(about.deadline, (0,) * len(seats), nudged=about.nudged)
    row = replace(
        made.row, pace=about.pace, limits=PACES[about.pace], clock=clock, seats=seats, settings=about.settings
    )
    return replace(made, row=row, presence=about.presence, seat=about.seat, watching=about.watching)


def table(view: View, about: About = SLOW) -> Shown:
    layout = table_screen(scene(view, about), view, PNG)
    assert_discord_takes(layout)
    return shown(layout)


def hand(view: GinView, about: About = SLOW) -> Shown:
    sorting = sorting_from(None, unassisted=about.settings.unassisted)
    advice = advice_for(view) if view.phase is Phase.DISCARD and not about.settings.unassisted else ()
    layout = gin_hand_screen(scene(view, about), view, HandDetails(PNG, sorting, 7, advice))
    assert_discord_takes(layout)
    return shown(layout)


def test_table_and_hand_show_the_deadline() -> None:
    assert table(running()).text == f"**Bob: take 8♠ or pass** · {UNTIL}"
    assert hand(running(1)).text == f"**Your turn: take 8♠, or pass** · {UNTIL}\n-# you 0, Ala 0"
    assert hand(running(0)).text == f"**Waiting for Bob** · {UNTIL}\n-# you 0, Bob 0"
    assert table(running(), About(pace=Pace.NONE, deadline=None)).text == "**Bob: take 8♠ or pass**"


def test_absent_players_are_shown_and_can_come_back() -> None:
    away = About(presence=Presence(away=frozenset({1})), seat=1)
    assert "② Bob is away. A computer plays for them." in table(running(), away).text
    assert "I'm back" in shown(more_screen(scene(running(), away), running())).labels
    gone = table(running(), About(presence=Presence(left=frozenset({0}))))
    assert "① Ala left the game. A computer plays on." in gone.text
    asleep = table(running(), About(presence=Presence(away=frozenset({0, 1}), asleep=True)))
    assert "Everyone is away. The game waits for the first player to come back." in asleep.text
    assert "I'm back" not in shown(more_screen(scene(running(), About(seat=1)), running())).labels


def test_a_missed_turn_is_shown_with_its_consequence() -> None:
    late = About(presence=Presence(missed=frozenset({1})))
    assert "Time ran out for ② Bob, so the bot moved." in table(running(), late).text
    assert "If you miss the next turn too" in hand(running(1), late).text
    assert "I'm back" not in hand(running(1), late).labels
    assert "If you miss the next turn too" not in hand(running(0), late).text


def test_an_absent_player_has_one_button() -> None:
    seen = hand(running(1), About(presence=Presence(away=frozenset({1}))))
    assert "You're away, so a computer plays for you: press *I'm back* to play again." in seen.text
    assert seen.labels == ["I'm back"]
    asleep = hand(running(1), About(presence=Presence(away=frozenset({0, 1}), asleep=True)))
    assert "Everyone is away, so the game is paused: press *I'm back*" in asleep.text
    assert "I'm back" not in hand(running(0), About(presence=Presence(away=frozenset({1})))).labels


def test_only_a_slow_player_can_be_nudged_once_per_turn() -> None:
    def labels(about: About) -> list[str]:
        return shown(more_screen(scene(running(), replace(about, seat=0)), running())).labels

    assert "Nudge ② Bob" in labels(SLOW)
    for about in (
        About(nudged=True),
        About(Pace.LIVE),
        About(Pace.NONE, None),
        About(presence=Presence(away=frozenset({1}))),
        About(seats=(COMPUTER, scene_of(running()).row.seats[1])),
    ):
        assert not [label for label in labels(about) if label.startswith("Nudge")], about


def test_computers_are_named_with_their_level_everywhere() -> None:
    seats = (COMPUTER, SECOND_COMPUTER)
    assert "**Computer 2: take" in table(running(), About(seats=seats)).text
    layout = table_screen(scene(running(), About(seats=seats)).with_detail(Detail(files=False)), running(), PNG)
    assert "① 🤖 Computer ▂▄▆ (dealer): 10 cards" in shown(layout).text
    one = About(seats=(COMPUTER, scene_of(running()).row.seats[1]))
    assert "you 0, Computer 0" in hand(running(1), one).text


def test_a_hand_says_what_can_be_taken_back_unless_a_computer_moves_next() -> None:
    states = gin_states(GIN, Random(5), 300)
    state = next(state for state in states if state.takeback is not None)
    view = view_for(state, state.takeback)

    def said(*seats: Player) -> Shown:
        made = scene(view, About(seats=seats or None, settings=TableSettings(friendly=True)))
        clock = TurnClock(None, (0, 0), last_turn=LastTurn(None, 0))
        made = replace(made, row=replace(made.row, clock=clock))
        return shown(gin_hand_screen(made, view, HandDetails(PNG, Sorting.MELDS, 7)))

    assert "you can still take back" in said().text
    computer = said(COMPUTER, COMPUTER)
    assert "take back" not in computer.text
    assert any(label.startswith("Take back ") for label in computer.labels)


def test_two_players_with_the_same_name_are_told_apart_by_their_numbers() -> None:
    both = scene_of(running()).row.seats
    alike = About(seats=(both[0], replace(both[1], name=both[0].name)))
    assert "**② Ala: take" in table(running(), alike).text
    assert "you 0, ① Ala 0" in hand(running(1), alike).text


def test_the_table_has_only_the_buttons_that_can_be_pressed() -> None:
    row = ["My hand", "More"]
    assert table(running()).labels == ["Take 8♠", "Pass", *row]
    busiest = table(running(phase=Phase.DRAW), About(presence=Presence(away=frozenset({0}))))
    assert busiest.labels == ["Draw", "Take 8♠", *row]
    assert table(running(phase=Phase.DISCARD)).labels == row
    computer = (scene_of(running()).row.seats[0], SECOND_COMPUTER)
    for phase in (Phase.UPCARD, Phase.DRAW):
        assert table(running(phase=phase), About(seats=computer)).labels == row


BUSY = (
    About(settings=TableSettings(friendly=True)),
    About(
        settings=TableSettings(friendly=True), presence=Presence(frozenset({0}), frozenset({1}), asleep=True, notes=3)
    ),
    About(settings=TableSettings(unassisted=True), watching=True),
)


@pytest.mark.slow
@settings(max_examples=times(2), deadline=None)
@given(st.integers(0, 2**32))
def test_discord_accepts_the_busiest_screens_of_random_games(seed: int) -> None:
    rng = Random(seed)
    states = gin_states(random_options(rng), rng, 200)
    lying = melds_states(random_melds_options(rng, Variant.GERMAN, 4), 4, rng, 200)
    found: list[State] = [*some_of(states, rng, 5), *some_of(lying, rng, 5)]
    for state in found:
        if state.turn is None:
            continue
        for about in BUSY:
            public, own = games.view_for(state, None), games.view_for(state, state.turn)
            table(public, about)
            if isinstance(own, GinView):
                hand(own, about)
            elif isinstance(own, MeldsView):
                laying_hand(state, own, about)


def laying_hand(state: State, view: MeldsView, about: About) -> Shown:
    """Return the panel of a player with half of their cards picked."""
    picked = Picks(view.deal, view.hand[: len(view.hand) // 2])
    unassisted = about.settings.unassisted
    offers = offers_for(view, picked, lambda move: games.refusal_for(state, move), unassisted=unassisted)
    if view.phase is Phase.LAY and not unassisted:
        offers = offers.advised(advice_for(view))
    sorting = sorting_from(None, unassisted=unassisted)
    layout = melds_hand_screen(
        scene(view, about), view, offers, HandDetails(PNG, sorting, 7, notice=Notice("A notice.", Topic.TURN))
    )
    assert_discord_takes(layout)
    return shown(layout)


def test_a_spectator_sees_the_public_table_without_moves() -> None:
    seen = table(running(), About(watching=True))
    assert seen.labels == ["Look again", "More"]
    assert table(running()).text == seen.text
    view = between()
    ended = shown(deal_screen(scene(view, About(watching=True)), Ended(view, PNG)))
    assert ended.labels == ["Look again", "More"]


def test_live_games_ask_for_ready_and_others_for_the_next_deal() -> None:
    view = between()
    ended = Ended(view, PNG)
    about = About(Pace.LIVE, presence=Presence(ready=frozenset({0})))
    live = shown(deal_screen(scene(view, about), ended))
    assert live.labels == ["Ready", "More"]
    over = f"**Deal {len(view.deals)} is over**"
    assert live.text.splitlines() == [f"{over} · next deal <t:1800000000:R>", "-# Ready: ① Ala"]
    asked = parse(next(button["custom_id"] for button in live.buttons if button["label"] == "Ready"))
    assert asked is not None
    assert (asked.action, asked.argument) == (TableAction.READY, str(view.deal))
    slow = shown(deal_screen(scene(view), ended))
    assert slow.labels == ["Next deal", "More"]
    assert slow.text == f"{over} · next deal <t:1800000000:R>"
    none = shown(deal_screen(scene(view, About(pace=Pace.NONE, deadline=None)), ended))
    assert none.labels == ["Next deal", "More"]
    assert none.text == over
    computers = shown(deal_screen(scene(view, About(pace=Pace.LIVE, seats=(COMPUTER, SECOND_COMPUTER))), ended))
    assert computers.labels == ["More"]
    own = shown(hand_over_screen(scene(view, About(pace=Pace.LIVE)), view, NO_END))
    assert own.labels == ["Ready", "More"]
    assert own.text.startswith(f"{over} · next deal <t:1800000000:R>\n-# ")


def test_a_player_who_is_ready_has_nothing_more_to_press_than_more() -> None:
    view = between()
    about = About(Pace.LIVE, presence=Presence(ready=frozenset({0})))
    own = shown(hand_over_screen(replace(scene(view, about), seat=0), view, NO_END))
    assert own.labels == ["More"]
    assert len(own.buttons) == 1
    assert "Ready: ① Ala" in own.text


def test_the_end_of_a_deal_in_words_has_everything_that_the_picture_shows() -> None:
    view = between()
    told = shown(deal_screen(replace(scene(view), detail=Detail(files=False)), Ended(view, PNG))).text
    private = shown(hand_over_screen(scene(view), view, NO_END, in_words=True)).text
    for words in (told, private):
        for seat in (0, 1):
            assert str(view.columns[0].totals[seat]) in words
        assert "deadwood" in words
        assert "=" in words, "the sum"


def test_a_loss_by_absence_is_marked_and_a_closed_game_has_no_result() -> None:
    view = replace(running(), phase=Phase.OVER, turn=None)

    def text(end: GameEnd) -> str:
        public = game_screen(scene(view), Ended(view, None, end))
        private = hand_over_screen(scene(view), replace(view, seat=0), end)
        for layout in (public, private):
            assert_discord_takes(layout)
        seen = [shown(layout).text for layout in (public, private)]
        for words in ("counts as a loss", "without a result"):
            assert (words in seen[0]) == (words in seen[1])
        return seen[0]

    resigned = text(GameEnd((0,), 1, frozenset({1})))
    assert "Ala wins: Bob resigned" in resigned
    assert "Bob resigned. That counts as a loss." in resigned
    closed = text(GameEnd(closed=True))
    assert "Closed without a result" in closed
    assert "loss" not in closed
    assert game_words(TEXTS, view, NAMES, GameEnd(forfeits=frozenset({0, 1}))) == "Nobody wins"
    assert game_words(TEXTS, view, NAMES, GameEnd((), 1, frozenset({0, 1}))) == "Bob resigned. Nobody wins"


def test_a_game_finished_by_a_computer_is_marked() -> None:
    states = gin_states(options_for(Variant.GIN, {"target": 30}), Random(5))
    view = view_for(states[-1], None)
    end = GameEnd((1,), None, frozenset({0}))
    text = shown(game_screen(scene(view), Ended(view, None, end))).text
    assert "Bob wins" in text
    assert "A computer finished the game for Ala. That counts as a loss." in text


KNOCKING = replace(
    running(0),
    phase=Phase.DISCARD,
    turn=0,
    hand=tuple(map(parse_card, ["7S", "8S", "9S", "QC", "QH", "QD", "4H", "5H", "6H", "KS", "2C"])),
    moves=tuple(Move(0, verb, parse_card(card)) for verb in (Verb.DISCARD, Verb.KNOCK) for card in ("KS", "2C")),
)


def test_hints_are_available_only_in_friendly_games_on_ones_own_turn() -> None:
    friendly = TableSettings(friendly=True)
    assert "Hint" in hand(running(1), About(settings=friendly)).labels
    assert "Hint" not in hand(running(1)).labels
    assert "Hint" not in hand(running(0), About(settings=friendly)).labels
    assert "Hint" not in hand(running(1), About(settings=TableSettings(friendly=True, unassisted=True))).labels
    computer = (COMPUTER, scene_of(running()).row.seats[1])
    assert "Hint" in hand(running(1), About(seats=computer)).labels


def test_a_hint_shows_the_move_and_the_reason() -> None:
    card = parse_card("TH")
    hint = Hint(Move(0, Verb.TAKE, card), Why.TAKE, {"card": card})
    assert hint_words(TEXTS, hint).startswith("Hint: ")
    assert "10♥" in hint_words(TEXTS, hint)


def test_a_knock_shows_the_discard_and_the_first_line_the_deadwood() -> None:
    assert "Knock · discard K♠" in hand(KNOCKING).labels
    assert "knock with 2, or discard" in hand(KNOCKING).text


def test_green_buttons_are_also_described_as_text() -> None:
    assert hand(KNOCKING).text.endswith("💡 discard K♠ and play on")
    assert hand(replace(KNOCKING, stock=2)).text.endswith("💡 knock")
    assert "💡" not in hand(KNOCKING, About(settings=TableSettings(unassisted=True))).text
    assert "💡" not in hand(running(1)).text


def test_a_reason_takes_the_place_of_the_suggestion_and_of_the_hint() -> None:
    friendly = About(settings=TableSettings(friendly=True))
    details = HandDetails(PNG, Sorting.MELDS, 7, advice_for(KNOCKING))
    told = shown(gin_hand_screen(scene(KNOCKING, friendly), KNOCKING, replace(details, reason="a reason")))
    assert told.text.endswith("💡 a reason")
    assert "Hint" not in told.labels
    long = shown(gin_hand_screen(scene(KNOCKING, friendly), KNOCKING, replace(details, reason="x" * 50)))
    assert long.text.endswith("💡 discard K♠ and play on")
    assert "Hint" in long.labels
    asked = replace(details, reason="a reason", notice=Notice("The hint.", place=NoticePlace.ADVICE))
    assert shown(gin_hand_screen(scene(KNOCKING, friendly), KNOCKING, asked)).text.endswith("💡 The hint.")


def test_the_new_order_stands_in_the_small_line_so_that_no_button_moves() -> None:
    recent = (Event(EventKind.DISCARDED, 0), Event(EventKind.DREW, 1), Event(EventKind.DISCARDED, 1))
    view = replace(KNOCKING, recent=recent)
    details = HandDetails(PNG, Sorting.SUITS, 7, notice=Notice("Sorted by suit", place=NoticePlace.NEWS))
    before = shown(gin_hand_screen(scene(view), view, replace(details, notice=Notice()))).text.splitlines()
    after = shown(gin_hand_screen(scene(view), view, details)).text.splitlines()
    assert before[0] == after[0]
    assert before[1] == "-# Bob drew · you 0, Bob 0"
    assert after[1] == "-# Sorted by suit · you 0, Bob 0"


def test_an_unassisted_gin_table_shows_no_deadwood_melds_or_suggestions() -> None:
    seen = hand(KNOCKING, About(settings=TableSettings(unassisted=True)))
    assert "deadwood" not in seen.text
    assert "loose" not in seen.text
    assert {button["style"] for button in seen.buttons} == {2}
    assert not [label for label in seen.labels if "nock" in label or "Gin" in label]
    assert [select["placeholder"] for select in seen.selects] == ["Knock and discard"]
    assert seen.listed("Knock") == [["2C", "KS"]]
    assert not other_knocks(scene(KNOCKING, About(settings=TableSettings(unassisted=True))), KNOCKING, ())
    assert table(running(), About(settings=TableSettings(unassisted=True))).labels == [
        "Take 8♠",
        "Pass",
        "My hand",
        "More",
    ]


def test_an_unassisted_table_shows_only_the_top_discard() -> None:
    unassisted = About(settings=TableSettings(unassisted=True), seat=0)
    gin = replace(KNOCKING, discards=tuple(map(parse_card, ["2S", "3S", "9D"])))
    state = laying("7S 8S 9S QC QH QD 4H 5H 2C")
    melds = games.view_for(replace(state, discards=bytes(gin.discards)), 0)
    assert isinstance(melds, MeldsView)
    for view in (gin, melds):
        told = in_text(view, unassisted)
        assert "top first: 9♦" in told
        assert "3♠" not in told
    assert "top first: 9♦ 3♠ 2♠" in in_text(gin)


def in_text(view: View, about: About = SLOW) -> str:
    """Return the table of a view in words, as without its picture."""
    return shown(table_screen(scene(view, about).with_detail(Detail(files=False)), view, PNG)).text


def test_an_unassisted_table_with_melds_shows_no_points_or_suggestions() -> None:
    state = laying("7S 8S 9S QC QH QD 4H 5H 2C", opened=False)
    view = games.view_for(state, 0)
    assert isinstance(view, MeldsView)

    helped = laying_hand(state, view, SLOW)
    unassisted = laying_hand(state, view, About(settings=TableSettings(unassisted=True)))
    assert any(label.startswith("Play all") for label in helped.labels)
    assert not [label for label in unassisted.labels if label.startswith(("Play", "Lay"))]
    assert not [words for words in ("of 30", "💡", "points in hand", "you can go out") if words in unassisted.text]
    assert "Discard 2♣" in unassisted.labels
    offers = offers_for(view, Picks(view.deal, cards("7S 8S 9S")), lambda _: None, unassisted=True)
    about = scene(view, About(settings=TableSettings(unassisted=True)))
    picked = shown(melds_hand_screen(about, view, offers, HandDetails(PNG, Sorting.SUITS, 7)))
    assert "Lay 7-8-9♠ · 24" in picked.labels
    assert {button["style"] for button in picked.buttons} <= {1, 2}
    assert sorted(unassisted.listed("Pick cards")[0]) == sorted(helped.listed("Pick cards")[0])


@pytest.mark.parametrize("unassisted", [False, True])
def test_sorting_cycles_and_never_by_melds_at_an_unassisted_table(unassisted: bool) -> None:
    first = sorting_from(None, unassisted=unassisted)
    ways = [first]
    while (following := ways[-1].following(unassisted=unassisted)) is not first:
        ways.append(following)
    assert ways == [Sorting.SUITS, Sorting.RANKS] if unassisted else [Sorting.MELDS, Sorting.SUITS, Sorting.RANKS]
    assert sorting_from("ranks", unassisted=unassisted) is Sorting.RANKS
    assert sorting_from("nonsense", unassisted=unassisted) is first


def test_moves_are_numbered_oldest_first_and_as_many_as_fit() -> None:
    about = scene(running())
    seven, draw = parse_card("7H"), Event(EventKind.DREW, 1)
    events = (Event(EventKind.TOOK, 0, seven), draw)
    text = shown(moves_screen(about, GIN, 3, events)).text
    assert "### Moves of deal 3\n1. ① Ala took 7♥\n2. ② Bob drew" in text
    long = moves_screen(about, GIN, 3, events * 250)
    assert_discord_takes(long)
    assert "500. ② Bob drew" in shown(long).text
    assert "\n1. " not in shown(long).text
    assert "`/rummy record` has the earlier moves" in shown(long).text
    assert "No moves yet." in shown(moves_screen(about, GIN, 1, ())).text


def test_rarely_needed_buttons_are_behind_more() -> None:
    players = more_screen(scene(running(), About(seat=0, settings=TableSettings(friendly=True))), running())
    assert_discord_takes(players)
    assert shown(players).labels == [
        "My hand", "In words", "Moves", "Discards", "Rules", "Record", "Verify", "Repost table", "Nudge ② Bob",
        "Confirm discards: off", "Coach: on", "Call it off", "Resign"
    ]  # fmt: skip
    assert "24 hours per turn" in shown(players).text
    assert "not rated" in shown(players).text
    assert shown(more_screen(scene(running()), running())).labels == [
        "The table", "In words", "Moves", "Discards", "Rules", "Record", "Verify"
    ]  # fmt: skip


def test_leaving_a_larger_table_is_a_loss_and_the_game_goes_on() -> None:
    state = laying("7S 8S 9S QC QH QD 4H 5H 2C", seats=3)
    view = games.view_for(state, 0)
    assert "A computer finishes it for you" in shown(resign_screen(scene(view, About(seat=0)))).text
    seats = (*scene(view).row.seats[:2], COMPUTER)
    away = About(seat=0, seats=seats, presence=Presence(away=frozenset({1})))
    assert "The game ends for everyone" in shown(resign_screen(scene(view, away))).text
    assert "The other player wins." in shown(resign_screen(scene(running(), About(seat=0)))).text


@pytest.mark.parametrize("seats", [2, 3])
def test_resigning_as_the_last_player_says_that_nobody_wins(seats: int) -> None:
    view = running() if seats == 2 else games.view_for(laying("7S 8S 9S QC QH QD 4H 5H 2C", seats=3), 0)
    gone = About(seat=0, presence=Presence(away=frozenset({1}), left=frozenset(range(2, seats))))
    assert "nobody wins" in shown(resign_screen(scene(view, gone))).text
