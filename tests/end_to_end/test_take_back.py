"""A misclick costs nothing: discards are taken back (C-9), and players can be asked before each one."""

import json
import sqlite3
from collections.abc import AsyncIterator
from functools import partial

import pytest

from bot.playground import Person, SeenMessage
from bot.rummy.codes import code_for
from bot.rummy.families import Variant
from bot.rummy.options import options_for
from bot.rummy.records.checking import check
from bot.text.catalogs import Catalogs
from cogs.edge.custom_ids import TableAction, TableId, parse
from tests.cogs.answered import said as answered
from tests.end_to_end.club import BotProcess, Club, said

EASY = code_for(options_for(Variant.GERMAN, {"rounds": 1, "no_initial_meld": True}))
QUICK = code_for(options_for(Variant.GIN, {"deals": 1}))
CARD = Catalogs().texts("en").card
TAKE_BACK = "Take back "
ASKED = "Discard "


async def friendly(club: Club, variant: str = "gin", *chosen: str, players: int = 2, rules: str = QUICK) -> None:
    """Start a game that isn't rated, with these settings of the table."""
    await club.lobby(variant, players=players, rules=rules)
    await club.cut_the_cards()
    await club.ala.click("More", message=club.public("Start"))
    shown = await club.ala.click("Table settings")
    assert shown.message is not None
    await club.ala.choose("Choose what applies at this table", "Friendly", *chosen, message=shown.message)
    await club.ala.click("Start")
    await club.open_hands()


@pytest.fixture
async def gin(club: Club) -> AsyncIterator[Club]:
    """A friendly game of gin in which a player has to draw."""
    async with club.running():
        await friendly(club)
        await upcard_passed(club)
        yield club


def offered(club: Club, person: Person) -> list[str]:
    """Return the labels of buttons with which a person can take a discard back."""
    labels = [label for message in club.live_panels(person) for label in message.labels]
    return [label for label in labels if label.startswith(TAKE_BACK)]


def cards(panel: SeenMessage) -> list[str]:
    """Return the custom ids of the enabled discard buttons of a panel."""
    buttons = [button.custom_id for button in panel.buttons if not button.disabled]
    return [one for one in buttons if (found := parse(one)) is not None and found.action is TableAction.DISCARD]


async def upcard_passed(club: Club) -> None:
    """Pass the upcard as both players."""
    for passes in (1, 2):
        while len(club.log()) < passes:
            await (await club.turn()).click("Pass", message=club.public("Pass"))


def drawn_or_late(club: Club, player: Person) -> bool:
    """Return whether a click on Draw was answered: the player has drawn, or the clicked message was out of date."""
    panel = club.panel(player)
    return bool(cards(panel)) or "out of date" in panel.text


async def draw(club: Club) -> Person:
    """Draw as the player on turn, also if the public table wasn't up to date at the first click."""
    while True:
        player = await club.turn()
        await player.click("Draw", message=club.public("Draw"))
        await club.standin.until(partial(drawn_or_late, club, player))
        if cards(club.panel(player)):
            return player


async def discard(club: Club, player: Person) -> SeenMessage:
    """Click the first card that can be discarded."""
    panel = club.panel(player)
    return said(await player.forge(panel, cards(panel)[0]))


def verbs(club: Club) -> list[str]:
    return [line[3].split(" ")[0] for line in club.log()]


@pytest.mark.soak
async def test_C_9_a_discard_is_taken_back_after_a_restart_and_the_record_is_valid(club: Club) -> None:
    async with BotProcess(club) as bot:
        await friendly(club)
        await upcard_passed(club)
        player = await draw(club)
        hand = club.panel(player)
        await discard(club, player)
        other = club.after(player)
        [label] = offered(club, player)
        assert not offered(club, other)
        card = label.removeprefix(TAKE_BACK)
        bot.kill()
        await bot.killed()
        await bot.start()
        shown = said(await player.click(label, message=club.panel(player)))
        assert f"You took back {card}." in shown.text
        assert "Your turn" in shown.text
        assert len(cards(club.panel(player))) == len(cards(hand)), "the whole hand can be discarded from again"
        assert verbs(club)[-2:] == ["discard", "takeback"]
        await club.shown("My hand")
        await club.standin.until(lambda: f"took back {card}" in club.newest().text)
        assert await club.turn() is player
        await discard(club, player)
        said(await player.slash(club.channel, "rummy resign"))
        await player.click("Resign")
        await club.shown("Rematch")
        record = json.loads(await club.record())
        assert check(record) == record
        assert "takeback" in str(record)
        assert await bot.stop() == 0


async def test_C_9_the_button_is_there_until_the_next_player_acts(gin: Club) -> None:
    player = await draw(gin)
    await discard(gin, player)
    old = next(button for button in gin.panel(player).buttons if button.label.startswith(TAKE_BACK))
    other = await draw(gin)
    assert other is not player
    await gin.settled()
    assert not offered(gin, player)
    before = gin.log()
    late = said(await player.forge(gin.panel(player), old.custom_id))
    assert "Too late, the next player has already moved. Here's the table now." in late.text
    assert gin.log() == before


async def test_C_9_the_next_players_panel_is_updated_after_a_take_back(gin: Club) -> None:
    await discard(gin, await draw(gin))  # during the first turn of a deal every panel is updated anyway
    player = await draw(gin)
    await discard(gin, player)
    await gin.settled()
    other = gin.to_move()
    assert "Your turn" in gin.panel(other).text
    [label] = offered(gin, player)
    await player.click(label, message=gin.panel(player))
    await gin.settled()
    assert "Your turn" not in gin.panel(other).text
    assert "Your turn" in gin.panel(player).text


@pytest.mark.parametrize("way", ["rated", "final"])
async def test_C_9_no_take_back_in_rated_games_or_where_the_host_turned_it_off(club: Club, way: str) -> None:
    async with club.running():
        if way == "rated":
            await club.table(rules=QUICK)
        else:
            await friendly(club, "gin", "Final discards")
        await club.play(3, club.drawing)
        player = await draw(club)
        await discard(club, player)
        await club.settled()
        assert not offered(club, player)
        before, panel = club.log(), club.panel(player)
        shown = next(found for one in panel.buttons if (found := parse(one.custom_id)) is not None)
        answer = said(await player.forge(panel, str(TableId(1, TableAction.TAKEBACK, shown.stamp))))
        assert "Discards are final" in answer.text
        assert "Confirm discards" in answer.text
        assert club.log() == before
        more = said(await player.click("More", message=club.panel(player)))
        assert "Take back a discard: off" in more.text


async def test_C_9_a_turn_with_melds_goes_on_with_its_lays(club: Club) -> None:
    async with club.running():
        await friendly(club, "german", players=3, rules=EASY)
        while True:
            await club.play(3, club.drawing)
            player = await draw(club)
            if any(label.startswith(("Play all", "Lay ")) for label in club.panel(player).labels):
                break
            await discard(club, player)
        label = next(label for label in club.panel(player).labels if label.startswith(("Play all", "Lay ")))
        await player.click(label, message=club.panel(player))
        await discard(club, player)
        [back] = offered(club, player)
        shown = said(await player.click(back, message=club.panel(player)))
        assert "You took back" in shown.text
        assert "Take back" in shown.labels, "what was laid can be taken back too (D-10)"
        assert verbs(club)[-1] == "takeback"


async def test_a_player_who_wants_it_is_asked_before_each_discard(gin: Club) -> None:
    player = await draw(gin)
    more = said(await player.click("More", message=gin.panel(player)))
    assert "Confirm discards: on" in said(await player.click("Confirm discards: off", message=more)).labels
    said(await player.click("My hand", message=gin.public("My hand")))
    before, panel = gin.log(), gin.panel(player)
    asked = said(await player.forge(panel, cards(panel)[0]))
    card = next(label for label in asked.labels if label.startswith(ASKED)).removeprefix(ASKED)
    assert f"Discard {card}?" in asked.text
    assert asked.labels == (f"Discard {card}", f"Keep {card}")
    assert gin.log() == before
    kept = said(await player.click(f"Keep {card}", message=asked))
    assert "Your turn" in kept.text
    assert gin.log() == before
    asked = said(await player.forge(gin.panel(player), cards(gin.panel(player))[0]))
    assert asked.labels == (f"Discard {card}", f"Keep {card}")
    said(await player.click(f"Discard {card}", message=asked))
    assert verbs(gin)[-1] == "discard"
    assert len(gin.log()) == len(before) + 1
    assert offered(gin, player) == [f"{TAKE_BACK}{card}"]


async def test_the_question_before_discards_survives_a_restart_and_can_be_turned_off(club: Club) -> None:
    async with club.running():
        await friendly(club)
        await upcard_passed(club)
        player = await draw(club)
        more = said(await player.click("More", message=club.panel(player)))
        await player.click("Confirm discards: off", message=more)
        said(await player.click("My hand", message=club.public("My hand")))
        panel = club.panel(player)
        asked = said(await player.forge(panel, cards(panel)[0]))
    async with club.running():
        before = club.log()
        said(await player.forge(asked, asked.buttons[0].custom_id))  # by now the hand may be back in its place
        assert verbs(club)[-1] == "discard", "the state is in the button, not in the bot"
        assert len(club.log()) == len(before) + 1
        await club.shown("My hand")
        more = said(await player.click("More", message=club.public("My hand")))
        assert "Confirm discards: off" in said(await player.click("Confirm discards: on", message=more)).labels


async def test_the_question_comes_for_the_select_of_discards_in_older_panels_too(club: Club) -> None:
    async with club.running():
        await friendly(club, "german", players=2, rules=EASY)
        await club.play(3, club.drawing)
        player = await draw(club)
        more = said(await player.click("More", message=club.panel(player)))
        await player.click("Confirm discards: off", message=more)
        said(await player.click("My hand", message=club.public("My hand")))
        before, panel = club.log(), club.panel(player)
        select = next(one for one in panel.selects if ":pick:" in one.custom_id)
        option = next(one for one in select.options if f"Discard {one.label}" not in panel.labels)
        wanted, old = option.label, select.custom_id.replace(":pick:", ":throw:")
        asked = said(await player.forge(panel, old, values=[option.value]))
        assert asked.labels == (f"Discard {wanted}", f"Keep {wanted}")
        assert club.log() == before
        await player.click(f"Discard {wanted}", message=asked)
        assert verbs(club)[-1] == "discard"


async def test_a_question_about_an_earlier_turn_does_nothing(gin: Club) -> None:
    player = await draw(gin)
    more = said(await player.click("More", message=gin.panel(player)))
    await player.click("Confirm discards: off", message=more)
    said(await player.click("My hand", message=gin.public("My hand")))
    panel = gin.panel(player)
    first = cards(panel)
    asked = said(await player.forge(panel, first[0]))
    sure = next(button.custom_id for button in asked.buttons)
    said(await player.click(asked.labels[0], message=asked))
    before = gin.log()
    assert "out of date" in said(await player.forge(gin.panel(player), sure)).text
    assert "out of date" in said(await player.forge(gin.panel(player), first[1])).text
    assert gin.log() == before


async def test_the_question_is_exported_and_deleted_with_a_players_data(gin: Club) -> None:
    player = await gin.turn()
    more = said(await player.click("More", message=gin.panel(player)))
    await player.click("Confirm discards: off", message=more)
    handed = await answered(gin, player.slash(gin.channel, "me data export"))
    held = json.loads(next(file.data for file in handed.pictures if file.filename == "my-data.json"))
    assert held["settings"][0]["confirms"] is True
    asked = await answered(gin, player.slash(gin.channel, "me data delete"))
    await answered(gin, player.click(asked.labels[0], message=asked))
    with sqlite3.connect(gin.file) as database:
        [(kept,)] = database.execute("SELECT count(*) FROM people WHERE confirms").fetchall()
    assert kept == 0
