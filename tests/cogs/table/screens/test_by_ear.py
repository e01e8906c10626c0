"""Turns of players who listen, in games of every variant: short, in words, only with what can be pressed."""

import re
from dataclasses import replace
from random import Random

import pytest

from bot.players.hints import advice_for
from bot.rummy import games
from bot.rummy.cards import Card
from bot.rummy.events import EventKind, by_turn
from bot.rummy.families import Family, Variant
from bot.rummy.games import State
from bot.rummy.gin.options import GinOptions
from bot.rummy.moves import Verb
from bot.rummy.options import PRESETS
from bot.rummy.views import Phase, View
from bot.text.catalogs import Catalogs
from bot.text.lists import short_meld
from cogs.edge.layout import LONGEST_LABEL
from cogs.edge.messages import Detail
from cogs.table.screens.ear import MOST_WORDS, count_words
from cogs.table.screens.games import SCREENS
from cogs.table.screens.running import HandDetails
from cogs.table.screens.scene import NO_PICKS, Picks
from cogs.table.table_messages import table_screen
from render.look import MOST_TOLD, Sorting
from render.pictures import pictures_for
from tests.amounts import times
from tests.cogs.table.scenes import FACES, Shown, assert_discord_takes, scene_of, shown
from tests.rummy.helpers import gin_states, melds_states

HEARD = Catalogs().texts("en", "text-only")
SIGNS = set("♣♠♥♦🃏①②③④")
LONG = {Family.GIN: 40, Family.MELDS: 48}
"""The most words of a turn besides news. Fourteen cards, some of them in melds with jokers, may take a few more."""
NEWS = re.compile(r"^((Ala|Bob|Cyd|Dag) [^*]*|You laid: .*)", re.MULTILINE)


def states(variant: Variant, seats: int, rng: Random, most: int | None = None) -> list[State]:
    options = PRESETS[variant]
    found: list[State]
    if isinstance(options, GinOptions):
        found = [*gin_states(options, rng)]
    else:
        found = [*melds_states(options, seats, rng, 300)]
    playing = [state for state in found if state.turn is not None]
    return rng.sample(playing, min(len(playing), most or times(25)))


def heard(
    state: State, seat: int, sorting: Sorting = Sorting.MELDS, coach: str = "", picked: Picks = NO_PICKS
) -> tuple[Shown, View]:
    """Return what a player who listens gets at a moment of a game."""
    view = games.view_for(state, seat)
    advice = advice_for(view) if view.phase in (Phase.DISCARD, Phase.LAY) and view.turn == seat else ()
    names, told = ("Ala", "Bob", "Cyd", "Dag"), pictures_for(view.options).hand_words
    words, brief = (told(view, names, HEARD, sorting, most=most) for most in (MOST_TOLD, 0))
    scene = replace(scene_of(view), texts=HEARD, seat=seat).with_detail(Detail(FACES, files=False))
    screen = SCREENS[view.family].hand_screen(view, picked, lambda _: None, unassisted=False)
    made = screen(scene, HandDetails(None, sorting, 1, advice, words=words, brief=brief, coach=coach))
    assert_discord_takes(made)
    return shown(made), view


@pytest.mark.parametrize(
    ("variant", "seats"),
    [(Variant.GIN, 2), (Variant.OKLAHOMA, 2), (Variant.HOLLYWOOD, 2), (Variant.BASIC, 3), (Variant.GERMAN, 4)],
)
def test_a_turn_is_short_in_words_and_has_only_what_can_be_pressed(variant: Variant, seats: int) -> None:
    rng, over, long, looked = Random(variant.value), 0, 0, 0
    for state in states(variant, seats, rng):
        for seat in range(seats):
            seen, view = heard(state, seat, rng.choice(list(Sorting)))
            spoken = [seen.text, *(str(button["label"]) for button in seen.buttons)]
            spoken += [f"{select['placeholder']} {select['options']}" for select in seen.selects]
            assert not SIGNS & set("".join(spoken)), spoken
            assert not any(button.get("disabled") or "emoji" in button for button in seen.buttons)
            assert len(set(seen.labels)) == len(seen.labels)
            assert max(map(len, seen.labels)) <= LONGEST_LABEL
            assert "Read table" in seen.labels
            words = count_words(NEWS.sub("", seen.text))
            assert words <= LONG[view.family], seen.text
            over += words > MOST_WORDS
            long += count_words(seen.text) > MOST_WORDS
            looked += 1
            if view.turn == seat:
                assert "Your turn: " in seen.text.splitlines()[0]
    assert over <= looked / 50
    assert long <= looked / 5


@pytest.mark.parametrize(("variant", "seats"), [(Variant.GIN, 2), (Variant.BASIC, 3)])
def test_what_the_others_did_is_heard_by_name_before_what_to_do(variant: Variant, seats: int) -> None:
    heard_of: set[EventKind] = set()
    for state in states(variant, seats, Random(variant.value), 150):
        seat = state.turn or 0
        seen, view = heard(state, seat, coach="Coach: a line of eight words, which takes room")
        if view.phase is not Phase.DRAW:
            continue
        first, did = (
            seen.text.splitlines()[0].split("**")[0],
            [turn for turn in by_turn(view.recent) if turn[0].seat != seat],
        )
        for event in (event for turn in did[1 - seats :] for event in turn):
            if event.card is not None:
                assert HEARD.card(event.card) in first
            if event.kind is EventKind.MELDED:
                assert short_meld(HEARD, event.cards, briefly=True) in first
            heard_of.add(event.kind)
    assert EventKind.DISCARDED in heard_of
    assert variant is Variant.GIN or {EventKind.MELDED, EventKind.LAID_OFF} <= heard_of


def test_after_laying_players_hear_what_they_laid_and_nothing_old() -> None:
    looked = 0
    for state in states(Variant.BASIC, 2, Random(6), 150):
        seat = state.turn or 0
        turn = (by_turn(games.view_for(state, seat).recent) or ((),))[-1]
        laid = [event for event in turn if event.kind is EventKind.MELDED and event.seat == seat]
        if laid:
            lines = heard(state, seat)[0].text.splitlines()
            assert lines[1].startswith(f"You laid: {short_meld(HEARD, laid[0].cards, briefly=True)}")
            assert not any(line.startswith(("Ala ", "Bob ")) and " has " not in line for line in lines)
            looked += 1
    assert looked


def test_cards_that_fit_nowhere_are_named_however_long_the_hand_is() -> None:
    looked = 0
    for state in states(Variant.GERMAN, 2, Random(6)):
        view = games.view_for(state, state.turn)
        fitting = {move.card for move in view.moves if move.verb in (Verb.LAYOFF, Verb.SWAP)}
        picked = tuple(card for card in dict.fromkeys(view.hand) if card not in fitting)[:2]
        if view.phase is Phase.LAY and len(view.hand) > 11 and len(picked) == 2:
            one, other = map(HEARD.card, picked)
            seen, _ = heard(state, view.turn or 0, coach="Coach: six words more", picked=Picks(view.deal, picked))
            assert f"{one} and {other} can't be laid off anywhere." in seen.text
            looked += 1
    assert looked


def test_loose_cards_have_buttons_by_name_and_melded_ones_one_select() -> None:
    rng, looked = Random(1), 0
    for state in states(Variant.GIN, 2, rng):
        if state.turn is None or games.view_for(state, state.turn).phase is not Phase.DISCARD:
            continue
        seen, view = heard(state, state.turn)
        open_cards = {move.card for move in view.moves if move.verb is Verb.DISCARD}
        named = {label.removeprefix("Discard ").removesuffix(", suggested") for label in seen.labels}
        listed = {option["label"] for select in seen.selects for option in select["options"]}
        assert not named & listed
        assert {HEARD.card(card) for card in open_cards if card is not None} == (
            {name for name in named if " of " in name and "," not in name} | listed
        )
        for select in seen.selects:
            assert select["placeholder"] == "Discard from a meld"
        order = [label for label in seen.labels if label.startswith("Discard ")]
        assert order == sorted(order, key=lambda label: -_points(label))
        looked += 1
    assert looked > 3


@pytest.mark.parametrize(("variant", "seats"), [(Variant.BASIC, 2), (Variant.GERMAN, 3)])
def test_with_melds_at_most_four_lays_and_discards_have_buttons_and_no_card_is_out_of_reach(
    variant: Variant, seats: int
) -> None:
    rng, full = Random(7), 0
    for state in states(variant, seats, rng):
        if state.turn is None or games.view_for(state, state.turn).phase is not Phase.LAY:
            continue
        seen, view = heard(state, state.turn)
        named = [
            label for label in seen.labels if label.startswith(("Play all", "Lay ", "Swap ", "Discard ", "Go out"))
        ]
        assert len(named) <= 4
        full += len(named) == 4
        open_cards = {move.card for move in view.moves if move.verb is Verb.DISCARD}
        listed = {option["label"] for select in seen.selects for option in select["options"]}
        buttons = {label.removeprefix("Discard ").removesuffix(", suggested") for label in seen.labels}
        last = {label.rpartition("discard ")[2] for label in seen.labels if label.startswith("Go out")}
        assert {HEARD.card(card) for card in open_cards if card is not None} <= listed | buttons | last
    assert full


def _points(label: str) -> Card:
    rank = label.split(" ")[1]
    return {"ace": 1, "jack": 10, "queen": 10, "king": 10}.get(rank, int(rank) if rank.isdigit() else 0)


def test_a_long_hand_drops_old_news_then_the_coach_but_never_the_hand() -> None:
    rng = Random(4)
    for state in states(Variant.GIN, 2, rng):
        assert state.turn is not None
        quiet, _ = heard(state, state.turn)
        coached, _ = heard(state, state.turn, coach="Coach: a line of eight words, which takes room")
        assert count_words(coached.text) <= MOST_WORDS
        cards = set(re.findall(r"\w+", quiet.text.splitlines()[-1])) - {"and", "drawn", "taken"}
        assert cards <= set(re.findall(r"\w+", coached.text))


@pytest.mark.parametrize("variant", [Variant.GIN, Variant.GERMAN])
def test_a_table_in_words_says_whose_turn_it_is_and_where_to_hear_the_rest(variant: Variant) -> None:
    for state in states(variant, 2, Random(5)):
        view = games.view_for(state, None)
        seen = shown(table_screen(replace(scene_of(view), texts=HEARD), view, None))
        assert count_words(seen.text) <= MOST_WORDS
        assert seen.text.startswith(("**Ala: ", "**Bob: "))
        assert not SIGNS & set(seen.text + "".join(seen.labels))
        assert {"Read table", "My hand", "More"} <= set(seen.labels)
        assert ("Read melds" in seen.labels) == bool(getattr(view, "melds", ()))


def test_moments_count_as_they_are_read() -> None:
    assert count_words("**Your turn: discard** · <t:1800000000:R>") == 6
    assert re.fullmatch(r"\d+", str(count_words("Loose: 10 of hearts, 4 of diamonds.")))
    assert count_words("Loose: 10 of hearts, 4 of diamonds.") == 7
