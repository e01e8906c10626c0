"""Turns in games with melds on the table: hidden until they end, who may click, races, and a kill during a turn."""

import asyncio
import itertools
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest

from bot.play.state.errors import TableReason
from bot.playground import Answer, Person, SeenMessage, SeenSelect
from bot.rummy.codes import code_for
from bot.rummy.families import Variant
from bot.rummy.options import options_for
from bot.rummy.records.checking import check
from bot.rummy.refusals import Reason
from tests.end_to_end.club import ROUGH, BotProcess, Club, looks, open_club
from tests.refusals import sentence

EASY = code_for(options_for(Variant.GERMAN, {"rounds": 1, "no_initial_meld": True}))
"""A game in which melds can be laid from the first turn on."""
CLAIMS = code_for(options_for(Variant.GERMAN, {"rounds": 1, "claim": True}))
LATE = (
    "Too late, someone knocked first. Here's the table now.",
    "That message was out of date. Here's the table now.",
)
NOT_YOURS = sentence(Reason.NOT_YOUR_TURN)
STRANGERS = (sentence(TableReason.NOT_SEATED),)


@pytest.fixture
async def three(club: Club) -> AsyncIterator[Club]:
    """A table of German Rummy with three players that has just started."""
    async with club.running():
        await club.table("german", players=3, rules=EASY)
        yield club


def select(panel: SeenMessage, name: str) -> SeenSelect:
    return next(one for one in panel.selects if one.placeholder.startswith(name))


async def discard(club: Club, player: Person) -> Answer:
    """Discard by the first discard button."""
    panel = club.panel(player)
    return await player.click(next(label for label in panel.labels if label.startswith("Discard ")), message=panel)


async def drawn(club: Club) -> Person:
    """Play until a player has drawn and can lay something. Return the player."""
    while True:
        await club.play(3, club.drawing)
        await club.settled()  # until then, the table may show the Draw button of the last player's turn
        player = club.to_move()
        await player.click("Draw", message=club.public("Draw"))
        await club.settled()
        if laying(club.panel(player)):
            return player
        await discard(club, player)


def laying(panel: SeenMessage) -> list[str]:
    """Return the labels of a panel's buttons for laying."""
    return [label for label in panel.labels if label.startswith(("Play all", "Lay ", "Swap "))]


def staged(club: Club) -> bool:
    """Return whether the last move laid a meld."""
    return "meld" in club.log()[-1][3]


def answers_to(club: Club, answer: Answer) -> int:
    """Return how many times the bot answered an interaction, as the stand-in counts."""
    assert answer.interaction is not None
    sent = f"/interactions/{answer.interaction.id}/"
    return sum(sent in request.path and request.status < 300 for request in club.standin.requests)


def sentences(answer: Answer) -> list[str]:
    """Return the lines of a private answer."""
    assert answer.message is not None
    assert answer.message.ephemeral
    return answer.text.splitlines()


async def test_a_turn_with_several_melds_takes_three_clicks(three: Club) -> None:
    while True:
        player, before = await drawn(three), len(three.log())
        everything = [label for label in laying(three.panel(player)) if label.startswith("Play all")]
        if everything:
            break
        await discard(three, player)
    await player.click(everything[0], message=three.panel(player))
    await discard(three, player)
    draw, laid, discarded = three.log()[before - 1 :]
    assert draw[3] == "draw"
    assert len(laid[3].split("; ")) > 1
    assert discarded[3].startswith("discard")
    assert len({line[4] for line in (draw, laid, discarded)}) == 3
    await three.settled()  # a late edit may show the turn before the discard
    assert three.public("Next") or await three.turn() is not player


async def test_D_10_a_turn_is_hidden_from_others_until_it_ends(three: Club) -> None:
    player = await drawn(three)
    others = [person for person in (*three.players, three.eve) if person is not player]
    await three.settled()
    asked = [await asked_for(three, person) for person in others]
    for label in (laying(three.panel(player))[0], "Take back", laying(three.panel(player))[0]):
        await three.settled()
        screens = [looks(person.sees()) for person in others]
        told = await player.click(label, message=three.panel(player))
        assert not told.failed
        await three.settled()
        assert [looks(person.sees()) for person in others] == screens, f"others could see: {label}"
        assert [await asked_for(three, person) for person in others] == asked, f"others were told: {label}"
    assert await on_table(three) == []
    await discard(three, player)
    await three.settled()
    assert await on_table(three) != []


async def asked_for(club: Club, person: Person) -> list[object]:
    """Return all texts, pictures, files and buttons that a person can ask the bot for."""
    told: list[object] = []
    table = club.public("My hand")
    assert table is not None
    asking: tuple[Callable[[], Awaitable[Answer]], ...] = (
        lambda: person.click("My hand", message=table),
        lambda: person.forge(table, table.buttons[-1].custom_id.replace(":more:", ":discards:")),
        lambda: person.forge(table, table.buttons[-1].custom_id.replace(":more:", ":words:")),
        lambda: person.slash(club.channel, "rummy hand"),
        lambda: person.slash(club.channel, "rummy record"),
    )
    for ask in asking:
        answer = await ask()
        assert answer.message is not None
        assert answer.message.ephemeral
        pictures = [(picture.filename, picture.alt, picture.data) for picture in answer.message.pictures]
        told.append((answer.text, pictures, [(button.label, button.custom_id) for button in answer.message.buttons]))
        person.dismiss(answer.message)
    return told


async def on_table(club: Club) -> list[str]:
    """Return the lines with melds, which are numbered, as a spectator reads them in words."""
    table = club.public("My hand")
    assert table is not None
    answer = await club.eve.forge(table, table.buttons[-1].custom_id.replace(":more:", ":words:"))
    assert answer.message is not None
    club.eve.dismiss(answer.message)
    return [line for line in answer.text.splitlines() if line.startswith("Meld ")]


async def test_D_10_one_click_takes_back_everything_laid_in_the_turn(three: Club) -> None:
    player = await drawn(three)
    held = cards(three.panel(player))
    for _ in range(3):
        labels = [label for label in laying(three.panel(player)) if not label.startswith("Play all")]
        if labels:
            await player.click(labels[0], message=three.panel(player))
    assert cards(three.panel(player)) != held
    await player.click("Take back", message=three.panel(player))
    assert cards(three.panel(player)) == held
    assert three.log()[-1][3] == "undo"
    assert "Take back" not in three.panel(player).labels


def cards(panel: SeenMessage) -> list[str]:
    """Return the cards that a panel lists, sorted."""
    return sorted(o.label for one in panel.selects if one.placeholder.startswith("Pick cards") for o in one.options)


async def test_people_out_of_turn_and_strangers_get_one_sentence_and_change_nothing(three: Club) -> None:
    player = await drawn(three)
    panel, table = three.panel(player), three.public("My hand")
    assert table is not None
    await player.click(laying(panel)[0], message=panel)
    await three.settled()
    panel, before = three.panel(player), three.log()
    shown = {person.id: person.sees() for person in (three.eve, player)}
    pick = select(panel, "Pick cards")
    open_to_all = ("My hand", "Rules", "Moves", "Discards", "Sort", "More")
    asked: list[tuple[str, list[str] | None]] = [
        (button.custom_id, None)
        for button in (*table.buttons, *panel.buttons)
        if not button.label.startswith(open_to_all)
    ]
    asked += [(pick.custom_id.replace(":pick:", ":throw:"), [pick.options[0].value])]  # as in older messages
    assert len(asked) >= 4
    for person in (three.after(player), three.after(three.after(player)), three.eve):
        for custom_id, values in asked:
            answer = await person.forge(table, custom_id, values=values)
            assert not answer.failed, custom_id
            assert answers_to(three, answer) == 1, custom_id
            first, *more = sentences(answer)
            assert first in (STRANGERS if person is three.eve else (*LATE, NOT_YOURS)), first
            assert (more == []) == (person is three.eve)
            assert three.log() == before, custom_id
    await three.settled()
    assert player.sees() == shown[player.id], "another player's click changed a hand"
    public = [message for message in shown[three.eve.id] if not message.ephemeral]
    assert [message for message in three.eve.sees() if not message.ephemeral] == public
    await discard(three, player)
    assert len(three.log()) == len(before) + 1


async def test_H_8_the_first_click_to_arrive_gets_the_discard(club: Club) -> None:
    async with club.running():
        await club.table("german", players=4, rules=CLAIMS)
        for order in itertools.permutations(range(3)):
            await discarded(club)
            following = await club.turn()
            claimers = [club.after(following), club.after(club.after(following))]
            table = club.public("Knock for")
            assert table is not None
            racing = [(following, "Draw"), *((person, "Knock for") for person in claimers)]
            before = len(club.log())
            clicks = [await racing[place][0].click(racing[place][1], message=table, wait=False) for place in order]
            await asyncio.gather(*map(waited, clicks))
            first = racing[order[0]]
            (kept,) = club.log()[before:]
            assert club.players[kept[2]] is first[0]
            assert kept[3] == ("draw" if first[1] == "Draw" else "claim")
            for click in clicks:
                assert answers_to(club, click) == 1
                assert not click.failed
                assert click.message is not None
                assert click.message.ephemeral
            late = [sentences(click)[0] for click in clicks[1:]]
            assert all(line in LATE for line in late), late
            assert not any(line in clicks[0].text for line in LATE)


async def waited(answer: Answer) -> Answer:
    return await answer


async def discarded(club: Club) -> None:
    """Play without claims until a discard can be claimed and all screens show whose turn it is."""
    while True:
        await club.settled()
        player = await club.turn()
        if club.public("Knock for") is not None:
            return
        if club.public("Draw") is not None and not any(
            label.startswith("Discard ") for label in club.panel(player).labels
        ):
            await player.click("Draw", message=club.public("Draw"))
        await discard(club, player)


@pytest.mark.soak
async def test_a_kill_during_a_turn_keeps_the_melds_laid(tmp_path: Path) -> None:
    async with open_club(tmp_path, rough=ROUGH) as club, BotProcess(club) as bot:
        await club.table("german", players=2, rules=EASY)
        await club.play(5, laid(club))
        player, before = club.to_move(), club.log()
        await club.standin.until(lambda: lays(club.public("My hand"), player))
        table, panel = club.public("My hand"), club.panel(player)
        assert table is not None
        bot.kill()
        await bot.killed()
        assert club.log() == before
        await bot.start()
        await club.open_hands()
        assert cards(club.panel(player)) == cards(panel)
        assert "Take back" in club.panel(player).labels
        await club.standin.until(lambda: lays(club.public("My hand"), player))
        await club.standin.until(lambda: (now := club.public("My hand")) is not None and now.text == table.text)
        await player.click("Take back", message=club.panel(player))
        assert club.log()[len(before) :][0][3] == "undo"
        assert len(cards(club.panel(player))) > len(cards(panel))
        await player.click(laying(club.panel(player))[0], message=club.panel(player))
        await club.game_over(seed=5)
        record = json.loads(await club.record())
        assert check(record) == record
        assert any("undo" in move for deal in record["deals"] for move in deal["moves"])
        assert await bot.stop() == 0


def lays(table: SeenMessage | None, player: Person) -> bool:
    """Return whether the table shows that a player has drawn."""
    return table is not None and f"{player.name}: lay" in table.text


def laid(club: Club) -> Callable[[], bool]:
    """Return a condition: a meld was laid in the current turn."""
    return lambda: bool(club.log()) and staged(club)
