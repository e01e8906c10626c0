"""Replays over the real protocol: private, only of this server's finished games, also after a restart."""

import json
from collections.abc import Callable

from bot.playground import Answer, SeenMessage
from tests.end_to_end.club import Club


async def ended(club: Club, until: Callable[[], bool], variant: str = "gin") -> list[str]:
    """Play a game until a condition holds, and resign. Return the moves of the last deal."""
    await club.table(variant)
    await club.play(5, until)
    await club.ala.slash(club.channel, "rummy resign")
    await club.ala.click("Resign")
    await club.shown("Replay")
    *_, deal = json.loads(await club.record())["deals"]
    return list(deal["moves"])


def private(answer: Answer) -> SeenMessage:
    assert answer.message is not None, answer.notice
    assert answer.message.ephemeral
    return answer.message


async def test_a_replay_is_private_and_works_after_a_restart(club: Club) -> None:
    async with club.running():
        moves = await ended(club, lambda: len(club.log()) >= 9)
        await club.settled()
        public = [(message.id, message.edited) for message in club.bob.sees() if not message.ephemeral]
        seen = private(await club.eve.click("Replay"))
        assert f"**Move 0 of {len(moves)}** · deal 1 of 1" in seen.text
        alt = seen.pictures[0].alt or ""
        assert "Ala" in alt
        assert "Bob" in alt
        assert len(seen.pictures) == 1
        assert 0 < len(alt) <= 1024
        for number in (1, 2):
            seen = private(await club.eve.click("Next"))
            assert f"Move {number} of {len(moves)}" in seen.text
    async with club.running():
        seen = private(await club.eve.click("Next", message=seen))
        assert f"Move 3 of {len(moves)}" in seen.text
        seen = private(await club.eve.click("More", message=seen))
        (goal,) = (part for part in seen.selects if part.placeholder == "Go to a move")
        seen = private(await club.eve.choose("Go to a move", goal.options[-1].label))
        assert f"Move {len(moves)} of {len(moves)}" in seen.text
        assert "The game ended here." in seen.text
        assert [picture.filename.rsplit("-", 1)[0] for picture in seen.pictures] == ["replay"]
        seen = private(await club.eve.click("More", message=seen))
        assert [picture.filename.rsplit("-", 1)[0] for picture in seen.pictures] == ["replay-sheet"]
        assert " wins." in (seen.pictures[0].alt or "")
        seen = private(await club.eve.click("⏮ Start"))
        assert "The cards are dealt" in seen.text
        await club.eve.click("More", message=seen)
        await club.eve.click("Next discard")
        seen = private(await club.eve.click("More"))
        assert "Next: " in seen.text
        mover = next(name for name in ("Ala", "Bob") if f"Next: {name} " in seen.text)
        assert f"Expert, seeing only {mover}'s hand" in seen.text
        player = next(person for person in club.players if person.name == mover)
        private(await player.click("Replay"))
        await player.click("More")
        await player.click("Next discard")
        assert "Expert, seeing only your hand" in private(await player.click("More")).text
        now = [(message.id, message.edited) for message in club.bob.sees() if not message.ephemeral]
        assert [message for message, _ in now] == [message for message, _ in public]


async def test_melds_on_the_table_are_listed_behind_more(club: Club) -> None:
    async with club.running():
        await ended(club, lambda: any(" meld " in f" {line[3]}" for line in club.log()), "basic")
        private(await club.cyd.click("Replay"))
        await club.cyd.click("More")
        seen = private(await club.cyd.click("End ⏭"))
        assert len(seen.pictures) == 1
        seen = private(await club.cyd.click("More"))
        assert "\nMeld 1: " in seen.text
        assert private(await club.cyd.click("Back")).selects[0].placeholder == "Turning points"


async def test_only_finished_games_of_the_server_are_replayed(club: Club) -> None:
    async with club.running():
        nothing = await club.ala.slash(club.channel, "rummy replay")
        assert "and `/league history` lists finished games" in nothing.notice
        await club.table()
        running = await club.ala.slash(club.channel, "rummy replay")
        assert "`/league history` lists finished games" in running.notice
        target = club.public("My hand")
        assert target is not None
        for custom_id in ("l1:replay:1", "l1:replay:1:1:3:next"):
            answer = private(await club.eve.forge(target, custom_id))
            assert "isn't over yet" in answer.text
            assert answer.pictures == ()
        await club.ala.slash(club.channel, "rummy resign")
        await club.ala.click("Resign")
        await club.shown("Replay")
        assert "deal 1 of 1" in private(await club.eve.slash(club.channel, "rummy replay")).text
        other = club.standin.add_guild("Elsewhere", locale="en-US")
        channel, zoe = other.add_channel("rummy"), other.add_person("Zoe")
        there = private(await zoe.slash(channel, "league standings"))
        for custom_id, values in (("l1:replay:1", None), ("l1:replay:1:1:2", None), ("l1:replay-move:1:1:5", ["2"])):
            answer = private(await zoe.forge(there, custom_id, values=values))
            assert "That button no longer works" in answer.text
            assert answer.pictures == ()


async def test_invalid_replay_ids_are_answered(club: Club) -> None:
    async with club.running():
        await ended(club, lambda: len(club.log()) >= 2)
        seen = private(await club.eve.click("Replay"))
        for custom_id in ("replay:1:99:99:next", "replay:1:1:1000000", "replay:1:999999:0"):
            assert "deal 1 of 1" in private(await club.eve.forge(seen, f"l1:{custom_id}")).text, custom_id
        for custom_id in ("replay", "replay:0", "replay:9", "replay:x", "replay:1:0:0", "replay:1:1", "replay:1:1:-1",
                          "replay:1:1:99999999999", "replay-deal:1:1", "replay-move:1"):  # fmt: skip
            answer = private(await club.eve.forge(seen, f"l1:{custom_id}"))
            assert "That button no longer works" in answer.text, custom_id
        for custom_id in ("replay-deal:1:7", "replay-move:1:1:7"):
            assert "deal 1 of 1" in private(await club.eve.forge(seen, f"l1:{custom_id}", values=["1"])).text
        for values in (["0"], ["x"], ["1", "2"]):
            answer = private(await club.eve.forge(seen, "l1:replay-deal:1:7", values=values))
            assert "That button no longer works" in answer.text, values
