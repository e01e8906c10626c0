"""500 Rum over the stand-in: taking from below, giving back, a kill, an absence, and a game that goes on after them."""

import json
from pathlib import Path

import pytest

from bot.playground import Person
from bot.program.cli.guests.base import lists
from bot.rummy.codes import code_for
from bot.rummy.families import Variant
from bot.rummy.options import options_for
from bot.rummy.records.checking import check, verify
from tests.end_to_end.club import STEADY, BotProcess, Club, open_club
from tests.end_to_end.test_absence import TURN

NEXT_DEAL = 21
"""Seconds after which the next deal starts, whoever is ready."""
SHORT, LONGER = (code_for(options_for(Variant.RUM500, {"target": target})) for target in (100, 200))


async def may_take_from_below(club: Club, seed: int) -> Person:
    """Play until the panel of the player on turn offers a card from below. Return that player."""

    def offered() -> bool:
        return any(lists(panel, "below") for guest in club.guests(0) if (panel := guest.panel()) is not None)

    await club.play(seed, offered)
    return club.to_move()


async def turn_begins(club: Club, person: Person) -> None:
    """Wait until it's a player's turn; the next deal starts by itself, so that nobody who is missing has to click."""
    while club.named() is not person:
        await club.standin.until(lambda: club.named() is person or "Ready" in club.newest().labels)
        if "Ready" in club.newest().labels:
            result = club.newest().id
            club.standin.advance(NEXT_DEAL)
            await club.standin.until(lambda result=result: club.newest().id != result)  # type: ignore[misc]


def verbs(club: Club) -> list[str]:
    """Return what was moved so far, without seats and meanings of times."""
    return [line[3] for line in club.log()]


async def test_R_6_a_card_from_below_is_owed_and_R_7_given_back_with_all_above_it(tmp_path: Path) -> None:
    async with open_club(tmp_path, rough=STEADY) as club, club.running():
        await club.table("rum500", players=2, rules=SHORT)
        player = await may_take_from_below(club, 3)
        panel = club.panel(player)
        (below,) = lists(panel, "below")
        option = below.options[0]
        others = [person.sees(club.channel) for person in (club.after(player), club.eve)]
        assert all(below.custom_id not in str(message) for seen in others for message in seen)
        for _ in range(2):  # a double click takes once
            await player.choose(below.custom_id, option.label, message=panel, wait=False)
        await club.standin.until(lambda: any("give it back" in one.text for one in player.sees(club.channel)))
        await club.settled()
        assert verbs(club).count(f"take {option.value}") == 1
        assert verbs(club)[-1] == f"take {option.value}"
        taken = club.panel(player)
        assert f"lay {option.label.partition(' ')[0]}, or give it back" in taken.text
        assert f"Give back {option.label}" in taken.labels
        assert not [label for label in taken.labels if label.startswith("Discard")]
        await player.click(f"Give back {option.label}", message=taken)
        assert verbs(club)[-1] == "undo"
        back = club.panel(player)
        assert back.labels[0] == "Draw"
        assert not [label for label in back.labels if label.startswith("Take")]
        assert lists(back, "below") == []
        await player.click("Draw", message=club.panel(player))
        assert len(cards(club, player)) == 14


def cards(club: Club, player: Person) -> list[str]:
    """Return the cards in the selects of a player's panel."""
    return [option.label for select in lists(club.panel(player), "pick") for option in select.options]


@pytest.mark.soak
@pytest.mark.timeout(600)
async def test_a_game_with_a_kill_an_absence_and_a_take_over_goes_on_as_it_was(tmp_path: Path) -> None:
    async with open_club(tmp_path, rough=STEADY) as club:
        async with BotProcess(club) as bot:
            await club.table("rum500", players=2, rules=LONGER, pace="live", computers=1, level="normal")
            player = await may_take_from_below(club, 5)
            (below,) = lists(club.panel(player), "below")
            await player.choose(below.custom_id, below.options[0].label, message=club.panel(player))
            await club.standin.until(lambda: f"{player.name} took" in str(club.newest().pictures[0].alt))
            before, table = club.log(), club.newest().pictures[0].alt
            bot.kill()
            await bot.killed()
            assert club.log() == before
            await bot.start()
            await club.open_hands()
            await club.standin.until(lambda: club.newest().pictures[0].alt == table)  # names come with the clicks
            assert any(label.startswith("Give back") for label in club.panel(player).labels)
            assert await bot.stop() == 0
        async with club.running():
            await club.open_hands()
            missing, other = player, club.after(player)
            for seed in range(2):  # a card from below is owed in the first turn that is missed
                await turn_begins(club, missing)
                club.standin.advance(TURN)
                await turn_begins(club, other)
                await club.open_hands()
                await club.play(seed, lambda: club.named() is not other, only=other)
            await club.standin.until(lambda: f"{missing.name} is away" in club.newest().text)
            assert verbs(club)[len(before)].endswith(" !")
            await missing.click("My hand", message=club.public("My hand"))
            assert not (await missing.click("I'm back")).failed
            await club.open_hands()
            await club.play(9, lambda: club.public("Rematch") is not None)
            record = json.loads(await club.record())
            assert check(record) == record
            verify(record)
            moves = [move for deal in record["deals"] for move in deal["moves"]]
            assert any(move.endswith(" !") for move in moves)
            assert any(len(move.split()) == 3 and " take " in move for move in moves)
