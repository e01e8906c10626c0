"""Turns with melds on the table over the stand-in: lays, picked cards, claims, nothing shown too early."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from threading import current_thread, main_thread

import pytest

from bot.laydown import Position, best
from bot.laydown.candidates import Candidate
from bot.laydown.packing import Packing
from bot.play.service.table import Table
from bot.play.state.values import TableSettings
from bot.playground import Person, SeenMessage
from bot.rummy.cards import JOKER, Card
from bot.rummy.codes import code_for
from bot.rummy.families import Variant
from bot.rummy.melds.state import MeldsState
from bot.rummy.options import options_for
from bot.rummy.refusals import Reason
from bot.rummy.views import Phase
from bot.text.catalogs import Catalogs
from tests.cogs.table.turns import claimable, laying
from tests.end_to_end.club import Club, open_club, said
from tests.refusals import beginning, sentence

TEXTS = Catalogs().texts("en")
CLAIMS = options_for(Variant.GERMAN, {"claim": True})
HAND = "TC TS TH 9D 8D 7D QS 2C"
TOO_LOW = sentence(Reason.INITIAL_BELOW, needs=30, laid=6)


async def table_of(club: Club) -> Table:
    assert club.bot is not None
    return await club.bot.games.tables.get(1)


@pytest.fixture(autouse=True)
def unread(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep the states that `put` makes: the log doesn't lead to them, so a table must not be read from it again."""

    async def refresh(_: Table) -> None:
        pass

    monkeypatch.setattr(Table, "refresh", refresh)


async def at(club: Club, state: MeldsState, pace: str = "none") -> list[SeenMessage]:
    """Start a table in a given state. Return the panels of all players in seat order."""
    variant = state.options.variant.value
    await club.table(variant, players=state.seats, rules=code_for(state.options), pace=pace)
    await club.settled()
    await put(club, state)
    table = shown_in(club)
    return [said(await person.click("My hand", message=table)) for person in club.players]


async def put(club: Club, state: MeldsState) -> None:
    """Put the running table into a state, as if it had been played to it."""
    table = await table_of(club)
    assert table._game is not None
    table._game = replace(table._game, state=replace(state, deal=1))
    assert club.bot is not None
    club.bot.views.public_messages.changed(table, anew=True)
    await club.settled()


def shown_in(club: Club) -> SeenMessage:
    message = club.public("My hand")
    assert message is not None
    return message


def lines(club: Club) -> list[str]:
    """Return the log without seats."""
    return [line[3] for line in club.log()]


async def hand_of(club: Club, seat: int) -> list[Card]:
    return list((await table_of(club)).view(seat).hand)


def pile(message: SeenMessage, placeholder: str) -> list[str]:
    return [
        option.label
        for select in message.selects
        if select.placeholder.startswith(placeholder)
        for option in select.options
    ]


async def in_words(club: Club, person: Person) -> str:
    """Return the table and a player's hand in words, as under *More*."""
    more = next(button for button in shown_in(club).buttons if button.label == "More")
    return said(await person.forge(shown_in(club), more.custom_id.replace(":more:", ":words:"))).text


async def test_play_all_does_nothing_at_an_unassisted_table(club: Club) -> None:
    hand, *_ = await at(club, laying(HAND))
    table, before = await table_of(club), lines(club)
    table.row = replace(table.row, settings=TableSettings(unassisted=True))
    answer = said(await club.ala.forge(hand, f"r1:1:all:{table.stamp(0)}"))
    assert "Here's the table now" in answer.text
    assert lines(club) == before


async def test_a_turn_takes_at_most_three_clicks(club: Club) -> None:
    state = laying(HAND[:-3])
    drawn = replace(state, phase=Phase.DRAW, drawn=None, deck=state.deck[: state.gone] + bytes([1]) + state.stock[1:])
    await at(club, drawn)
    panel = said(await club.ala.click("Draw", message=shown_in(club)))
    assert "drew 2 of clubs" in str(panel.pictures[0].alt)
    assert "66 points in hand" in await in_words(club, club.ala)
    panel = said(await club.ala.click("Play all · 2 melds · 54", message=panel))
    assert ": 10s of clubs, spades and hearts · new" in await in_words(club, club.ala)
    assert [label for label in panel.labels if label.startswith("Discard")] == ["Discard Q♠", "Discard 2♣"]
    panel = said(await club.ala.click("Discard Q♠", message=panel))
    assert "Waiting for Bob" in panel.text
    first, laid, last = lines(club)
    assert (first, last) == ("draw", "discard QS")
    assert sorted(laid.split("; ")) == ["meld 7D 8D 9D", "meld TC TS TH"]
    await club.standin.until(lambda: "**Bob: draw or take Q♠**" in shown_in(club).text)
    words = await in_words(club, club.eve)
    assert ": 10s of clubs, spades and hearts" in words
    assert "Ala drew, laid 7 to 9 of diamonds and 10s of clubs, spades and hearts, discarded queen of spades" in words
    await club.standin.until(lambda: "**Your turn:" in club.panel(club.bob).text)


async def test_D_10_nobody_sees_anything_until_the_turn_ends(club: Club) -> None:
    _, other = await at(club, laying(HAND))
    public = shown_in(club)
    panel = said(await club.ala.click("Lay 10♣ 10♠ 10♥ · 30"))
    panel = said(await club.ala.click("Take back", message=panel))
    panel = said(await club.ala.click("Play all", message=panel))
    await club.settled()
    assert (shown_in(club).id, shown_in(club).edited, shown_in(club)) == (public.id, public.edited, public)
    assert club.panel(club.bob) == other
    for person in (club.bob, club.eve):
        assert "No melds on the table yet." in await in_words(club, person)
    await club.ala.click("Discard 2♣", message=panel)
    await club.standin.until(lambda: "**Your turn:" in club.panel(club.bob).text)
    for person in (club.bob, club.eve):
        assert ": 7 to 9 of diamonds" in await in_words(club, person)


async def test_picked_cards_are_laid_and_then_unpicked(club: Club) -> None:
    panel, _ = await at(club, laying(HAND))
    panel = said(await club.ala.choose("Pick cards", "9♦", "7♦", "8♦", "2♣", message=panel))
    assert "isn't a meld" in panel.text
    panel = said(await club.ala.choose("Pick cards", "9♦", "7♦", "8♦", message=panel))
    panel = said(await club.ala.click("Sort", message=panel))
    assert chosen(panel) == ["7♦", "8♦", "9♦"]
    laid = [button for button in panel.buttons if button.label == "Lay 7-8-9♦ · 24"]
    panel = said(await club.ala.forge(panel, laid[-1].custom_id))
    assert chosen(panel) == []
    assert "Meld 1: 7 to 9 of diamonds · new" in await in_words(club, club.ala)
    assert lines(club) == ["meld 7D 8D 9D"]
    assert chosen(said(await club.bob.click("My hand", message=shown_in(club)))) == []


async def test_cards_can_be_picked_out_of_turn_and_unpicked(club: Club) -> None:
    _, panel = await at(club, laying(HAND))
    first, second = pile(panel, "Pick cards")[:2]
    panel = said(await club.bob.choose("Pick cards", first, second, message=panel))
    assert sorted(chosen(panel)) == sorted([first, second])
    assert panel.labels == ("Sort", "More")
    assert chosen(club.panel(club.ala)) == []
    assert chosen(said(await club.bob.choose("Pick cards", message=panel))) == []


async def test_picked_cards_are_unpicked_when_the_turn_ends(club: Club) -> None:
    panel, _ = await at(club, laying(HAND))
    panel = said(await club.ala.choose("Pick cards", "9♦", "7♦", message=panel))
    panel = said(await club.ala.click("Discard 2♣", message=panel))
    assert chosen(panel) == []


async def test_picked_cards_are_unpicked_when_the_bot_ends_the_turn(club: Club) -> None:
    panel, _ = await at(club, laying(HAND), "live")
    assert chosen(said(await club.ala.choose("Pick cards", "2♣", message=panel))) == ["2♣"]
    club.standin.advance(121)
    await club.settled()
    panel = club.panel(club.ala)
    assert pile(panel, "Pick cards") == ["2♣"]
    assert chosen(panel) == []


async def test_two_copies_of_a_card_are_picked_one_by_one(club: Club) -> None:
    panel, _ = await at(club, laying("7H 7H 8H 9H 2C KD"))
    panel = said(await club.ala.choose("Pick cards", "7♥", "8♥", "9♥", message=panel))
    panel = said(await club.ala.click("Lay 7-8-9♥ · 24", message=panel))
    assert chosen(panel) == []
    assert pile(panel, "Pick cards").count("7♥") == 1


async def test_D_4_the_player_chooses_which_card_a_joker_replaces(club: Club) -> None:
    panel, _ = await at(club, laying("7H 8H XX 3C 2C"))
    panel = said(await club.ala.choose("Pick cards", "7♥", "8♥", "🃏", message=panel))
    panel = said(await club.ala.click("Lay 🃏(6)-7-8♥ · 21", message=panel))
    assert not panel.labels[0].startswith("Lay")
    assert "Meld 1: 6 to 8 of hearts, joker as the 6 · new" in await in_words(club, club.ala)
    assert lines(club) == ["meld XX 7H 8H"]


async def test_D_8_the_player_chooses_the_end_for_a_joker(club: Club) -> None:
    panel, _ = await at(club, laying("XX 3C 2C", "7H 8H 9H"))
    panel = said(await club.ala.choose("Pick cards", "🃏", message=panel))
    await club.ala.click("Lay off 🃏 (meld 1, low end)", message=panel)
    assert lines(club) == ["layoff XX 0 low"]


async def test_more_lay_offs_than_fit_in_a_row_become_a_select(club: Club) -> None:
    panel, _ = await at(club, laying("XX 3C 2C", "7H 8H 9H", "7S 8S 9S", "7C 8C 9C"))
    panel = said(await club.ala.choose("Pick cards", "🃏", message=panel))
    panel = said(await club.ala.choose("Lay the picked cards", "Lay off 🃏 (meld 3, high end)", message=panel))
    assert "Take back" in panel.labels
    assert "Meld 3: 7 to 10 of clubs, joker as the 10 · new: joker" in await in_words(club, club.ala)
    assert lines(club) == ["layoff XX 2 high"]


async def test_D_9_a_swap_puts_the_joker_into_the_hand(club: Club) -> None:
    panel, _ = await at(club, laying("8H 3C 2C", "7H XX 9H"))
    panel = said(await club.ala.choose("Pick cards", "8♥", message=panel))
    await club.ala.click("Swap 8♥ for joker (meld 1)", message=panel)
    assert JOKER in await hand_of(club, 0)
    assert lines(club) == ["swap 8H 0"]


async def test_D_7_a_turn_with_an_open_debt_cannot_end_and_can_be_undone(club: Club) -> None:
    panel, _ = await at(club, laying("2S 2C 2H 9D 8D KC", opened=False))
    panel = said(await club.ala.choose("Pick cards", "2♠", "2♣", "2♥", message=panel))
    panel = said(await club.ala.click("Lay 2♣ 2♠ 2♥ · 6", message=panel))
    assert not [label for label in panel.labels if label.startswith("Discard")]
    assert TOO_LOW in panel.text
    panel = said(await club.ala.forge(panel, thrown(panel), values=["KC"]))
    assert "(D-7)" not in panel.text, "rule ids are for logs"
    assert panel.text.count(beginning(Reason.INITIAL_BELOW)) == 1, "said twice"
    assert "Rules" in panel.labels
    panel = said(await club.ala.click("Take back", message=panel))
    await club.ala.click("Discard K♣", message=panel)
    assert lines(club) == ["meld 2C 2S 2H", "undo", "discard KC"]


def thrown(panel: SeenMessage) -> str:
    """Return the custom id of a select of discards, as panels of earlier versions have it."""
    [select] = [select for select in panel.selects if select.placeholder == "Pick cards to lay or discard"]
    return select.custom_id.replace(":pick:", ":throw:")


MANY = " ".join(f"{rank}{suit}" for suit in "CDH" for rank in "23456789TJ")
"""A hand of 30 cards, which needs two selects."""


async def test_a_refusal_disappears_after_a_pick_in_any_select(club: Club) -> None:
    panel, _ = await at(club, laying(MANY, opened=False, drawn="TH"))
    await club.ala.forge(panel, "r1:1:lay:0:meld_2C_2D_2H")
    refused = said(await club.ala.forge(club.panel(club.ala), thrown(club.panel(club.ala)), values=["TH"]))
    assert TOO_LOW in refused.text.splitlines()[0]
    lists = [one for one in refused.selects if one.placeholder.startswith("Pick cards")]
    for number, one in enumerate(lists, 1):
        picked = said(await club.ala.choose(one.placeholder, one.options[0].label, message=club.panel(club.ala)))
        assert beginning(Reason.INITIAL_BELOW) not in picked.text.splitlines()[0]
        assert len(chosen(picked)) == number
    assert len(lists) == 2


async def test_a_refusal_stays_while_another_players_presence_changes(club: Club) -> None:
    panel, _ = await at(club, laying("2S 2C 2H 9D 8D KC", opened=False))
    await club.ala.choose("Pick cards", "2♠", "2♣", "2♥", message=panel)
    await club.ala.click("Lay 2♣ 2♠ 2♥ · 6", message=club.panel(club.ala))
    refused = said(await club.ala.forge(club.panel(club.ala), thrown(club.panel(club.ala)), values=["KC"]))
    table = await table_of(club)
    assert club.bot is not None
    assert table._game is not None
    table._game = replace(table._game, away=frozenset({1}), notes=table._game.notes + 1)
    club.bot.views.updates.changed(table)
    await club.settled()
    assert club.panel(club.ala).edited > refused.edited
    assert TOO_LOW in club.panel(club.ala).text.splitlines()[0]
    await club.ala.click("Take back", message=club.panel(club.ala))
    assert beginning(Reason.INITIAL_BELOW) not in club.panel(club.ala).text


async def test_a_click_in_an_outdated_panel_lays_nothing_and_shows_the_current_state(club: Club) -> None:
    await at(club, laying(HAND))
    old = said(await club.ala.click("My hand", message=shown_in(club)))
    step = next(button for button in old.buttons if button.label.startswith("Lay 7-8-9♦"))
    plan = next(button for button in old.buttons if button.label.startswith("Play all"))
    await club.ala.click("Lay 10♣", message=old)
    for button in (step, plan):
        answer = said(await club.ala.forge(old, button.custom_id))
        assert "Here's the table now" in answer.text
        assert "Take back" in answer.labels
    assert lines(club) == ["meld TC TS TH"]


@pytest.mark.slow
async def test_buttons_of_a_panel_work_after_a_restart(tmp_path: Path) -> None:
    async with open_club(tmp_path) as club:
        async with club.running():
            await club.table("basic")
            player = club.to_move()
            panel = said(await player.click("Draw", message=shown_in(club)))
        async with club.running():
            hand = pile(panel, "Pick cards")
            panel = said(await player.choose("Pick cards", *hand[:3], message=panel))
            assert len(chosen(panel)) == 3
            panel = said(
                await player.click(next(label for label in panel.labels if label.startswith("Discard ")), message=panel)
            )
            assert "Waiting for" in panel.text
    assert [line.split()[0] for line in lines(club)] == ["draw", "discard"]


async def test_H_8_a_claim_brings_the_discard_and_an_extra_card_and_names_both(club: Club) -> None:
    state = claimable(3)
    await at(club, state)
    top, new = TEXTS.card(state.discards[-1]), TEXTS.card(state.stock[0])
    panel = said(await club.cyd.click(f"Knock for {top} (+1 card)", message=shown_in(club)))
    assert "You knocked and got" in panel.text
    assert top in panel.text.splitlines()[0]
    assert new in panel.text.splitlines()[0]
    assert "Waiting for Bob" in panel.text
    assert lines(club) == ["claim"]
    await club.standin.until(lambda: not any(label.startswith("Knock") for label in shown_in(club).labels))
    assert new not in (await in_words(club, club.eve)).partition("Discard pile")[0]


@pytest.mark.parametrize(("seat", "reason"), [(0, Reason.CLAIM_OWN), (1, Reason.CLAIM_NEXT)])
async def test_H_8_an_illegal_claim_is_refused_with_the_reason(club: Club, seat: int, reason: Reason) -> None:
    await at(club, claimable(3))
    answer = said(await club.players[seat].click("Knock", message=shown_in(club)))
    assert reason.value in answer.text
    assert lines(club) == []


async def test_H_8_the_first_of_two_claims_gets_the_card(club: Club) -> None:
    await at(club, claimable(4))
    table = shown_in(club)
    first, second = await asyncio.gather(club.cyd.click("Knock", message=table), club.dan.click("Knock", message=table))
    texts = [said(first).text, said(second).text]
    assert ["You knocked and got" in text for text in texts] == [True, False]
    assert "Here's the table now" in texts[1]
    assert [line[2:4] for line in club.log()] == [(2, "claim")]


async def test_H_8_a_claim_after_the_draw_is_too_late(club: Club) -> None:
    await at(club, claimable(3))
    table = shown_in(club)
    drawn, claimed = await asyncio.gather(club.bob.click("Draw", message=table), club.cyd.click("Knock", message=table))
    assert "**Your turn: " in said(drawn).text
    assert "Here's the table now" in said(claimed).text
    assert lines(club) == ["draw"]


async def test_H_8_players_who_can_claim_get_the_button_at_once(club: Club) -> None:
    state = laying("KD 7C 8S 2C", options=CLAIMS, seats=3)
    panel, _, other = await at(club, state)
    assert not any(label.startswith("Knock") for label in other.labels)
    await club.ala.click("Discard K♦", message=panel)
    await club.standin.until(lambda: "Knock for K♦ (+1 card)" in club.panel(club.cyd).labels)
    assert "Knock for K♦ (+1 card)" not in club.panel(club.bob).labels
    await club.cyd.click("Knock for K♦", message=club.panel(club.cyd))
    assert lines(club)[-1] == "claim"
    await club.standin.until(lambda: "Take K♦" not in shown_in(club).labels)


async def test_going_out_by_laying_ends_the_deal_at_once(club: Club) -> None:
    rules = options_for(Variant.BASIC, {"target": 500})
    panel, _ = await at(club, laying("7H 8H 9H", options=rules, opened=False))
    await club.ala.click("Go out: 7-8-9♥", message=panel)
    await club.shown("Next deal")
    ended = club.public("Next deal")
    assert ended is not None
    assert "**Deal 1 is over**" in ended.text
    [picture] = ended.pictures
    assert "Going rummy. Ala wins" in (picture.alt or "")
    assert "Bob" in (picture.alt or "")
    await club.standin.until(lambda: any("Next deal" in message.labels for message in private(club.bob)))


async def test_one_click_goes_out_and_players_who_confirm_discards_are_asked_for_the_last_one(club: Club) -> None:
    state = laying("9C 2D", "TC JC QC", "9D 9S 9H")
    panel, _ = await at(club, state)
    more = said(await club.ala.click("More", message=panel))
    await club.ala.click("Confirm discards: off", message=more)
    panel = said(await club.ala.click("My hand", message=shown_in(club)))
    panel = said(await club.ala.click("Go out: 9♣ to meld 1, discard 2♦", message=panel))
    assert lines(club) == ["layoff 9C 0"]
    asked = said(await club.ala.click("Go out: discard 2♦", message=panel))
    assert asked.labels == ("Discard 2♦", "Keep 2♦")
    await club.ala.click("Discard 2♦", message=asked)
    await club.shown("Next round")
    assert lines(club)[-1] == "discard 2D"


async def test_going_out_with_a_last_discard_is_one_click(club: Club) -> None:
    panel, _ = await at(club, laying("9C 2D", "TC JC QC", "9D 9S 9H"))
    await club.ala.click("Go out: 9♣ to meld 1, discard 2♦", message=panel)
    await club.shown("Next round")
    assert lines(club)[-1].split("; ") == ["layoff 9C 0", "discard 2D"]


async def test_at_a_table_of_three_the_last_player_to_resign_ends_the_game(club: Club) -> None:
    await at(club, laying(HAND, seats=3))
    for person in (club.bob, club.cyd):
        asked = said(await person.slash(club.channel, "rummy resign"))
        assert "ends for everybody" not in asked.text
        await person.click("Leave the game", message=asked)
    asked = said(await club.ala.slash(club.channel, "rummy resign"))
    assert "nobody wins" in asked.text
    await club.ala.click("Resign", message=asked)
    await club.shown("Rematch")
    public = club.public("Rematch")
    assert public is not None
    ended = public.text
    assert "Ala resigned. Nobody wins" in ended
    assert "A computer finished the game for Bob. That counts as a loss." in ended


FORGED: list[tuple[str, list[str] | None]] = [
    ("r1:1:lay:0:discard_TC", None), ("r1:1:lay:0:draw", None), ("r1:1:lay:0", None), ("r1:1:lay:0:meld_TC", None),
    ("r1:1:lays:0:1_1", ["undo"]), ("r1:1:lays:0:1_1", []), ("r1:1:pick:0:1_1", ["ZZ"]),
    ("r1:1:pick:0:x", ["TC"]), ("r1:1:pick:0", ["TC"]), ("r1:1:throw:0:1_1", ["TC", "TS"]),
    ("r1:1:throw:0:1_1", ["7H.1"]), ("r1:1:step:0:swap_TC_0", None), ("r1:1:knocks:0:1", ["KS:"]),
    ("r1:1:lay:0:layoff_TC_7", None), ("r1:1:lay:0:meld_KC_KS_KH", None), ("r1:1:switches:0:1", ["claim"]),
]  # fmt: skip


async def test_forged_clicks_are_answered_and_change_nothing(club: Club) -> None:
    await at(club, laying(HAND))
    before = await hand_of(club, 0)
    for custom_id, values in FORGED:
        for person in (club.ala, club.bob, club.eve):
            assert said(await person.forge(shown_in(club), custom_id, values=values)).ephemeral
        assert (lines(club), await hand_of(club, 0)) == ([], before), custom_id


async def test_clicks_that_lay_melds_change_nothing_in_gin(club: Club) -> None:
    await club.table()
    for custom_id in ("r1:1:lay:0:meld_7H_8H_9H", "r1:1:all:0", "r1:1:claim:0", "r1:1:undo:0"):
        for person in (club.ala, club.bob):
            assert said(await person.forge(shown_in(club), custom_id)).ephemeral
        assert lines(club) == [], custom_id


async def test_picks_from_another_deal_are_dropped(club: Club) -> None:
    panel, _ = await at(club, laying(HAND))
    panel = said(await club.ala.choose("Pick cards", "2♣", message=panel))
    table = await table_of(club)
    assert table._game is not None
    table._game = replace(table._game, state=replace(laying(HAND), deal=2))
    assert chosen(said(await club.ala.click("Sort", message=panel))) == []


async def test_a_turn_can_be_played_without_pictures(club: Club) -> None:
    state = laying(HAND, "JH QH KH")
    await club.table("german", rules=code_for(state.options))
    await put(club, state)
    club.standin.fail_next("POST", "/callback", 400, 50035)
    panel = said(await club.ala.click("My hand", message=shown_in(club)))
    assert not panel.pictures
    for words in ("queen of spades", "Meld 1: J-Q-K♥", "**Your turn:"):
        assert words in panel.text


def chosen(panel: SeenMessage) -> list[str]:
    """Return the cards that the selects show as picked."""
    return [
        option.label
        for select in panel.selects
        if select.placeholder.startswith("Pick cards")
        for option in select.options
        if option.chosen
    ]


def private(person: Person) -> list[SeenMessage]:
    return [message for message in person.sees() if message.ephemeral]


async def test_long_searches_for_lays_leave_the_event_loop_alone(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    threads = []

    def searched(position: Position) -> tuple[Packing | None, Sequence[Candidate]]:
        threads.append((len(position.hand), current_thread()))
        return found(position)

    best.best_plan.cache_clear()
    found = best._fewest_cards
    monkeypatch.setattr(best, "_fewest_cards", searched)
    rich = laying("TC TS TH 9D 8D 7D QS 2C 2S 2H 4C 5C 6C JD JH JS KC 3D", "4H 5H 6H")
    mine, *_ = await at(club, rich)
    said(await club.players[0].click("Play all", message=mine))
    await club.settled()
    assert {size for size, _ in threads} >= {18}
    assert all(thread is not main_thread() for size, thread in threads if size == 18)
