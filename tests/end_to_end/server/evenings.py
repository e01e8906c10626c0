"""Evenings at the club: short games in a row, by clicks or, to save time, through the bot's API."""

from collections.abc import Sequence
from random import Random
from typing import Final

from bot.play.service import play_requests, table_requests
from bot.play.service.table import Table
from bot.play.state.values import Pace
from bot.playground import Channel, Person
from bot.rummy.codes import code_for
from bot.rummy.families import Variant
from bot.rummy.moves import Verb
from bot.rummy.options import options_for
from tests.end_to_end.club import Club
from tests.play.process import ids

SHORT: Final = options_for(Variant.GIN, {"deals": 3})
PAIRS: Final = ((0, 1), (2, 3), (0, 2), (1, 3), (0, 3), (1, 2), (0, 1), (2, 3), (0, 2), (1, 3))
"""The pairs of ten games between four people."""


async def ten_games(club: Club, *, clicks: bool = False) -> list[Channel]:
    """Play ten games of four people, each in its own channel; return the channels."""
    people = [club.ala, club.bob, club.cyd, club.dan]
    channels = []
    for number, (one, other) in enumerate(PAIRS):
        channels.append(club.guild.add_channel(f"room-{number}"))
        if clicks:
            await clicked_game(club, channels[-1], people[one], people[other], number)
        else:
            await quick_game(club, channels[-1], people[one], people[other], number)
    await counted(club)
    return channels


async def counted(club: Club) -> None:
    """Wait until all games are counted and their results are shown."""
    await club.settled()
    assert club.bot is not None
    await club.bot.games.finished_games.idle()
    await club.bot.packages.standings.posts.idle()


async def clicked_game(club: Club, channel: Channel, one: Person, other: Person, seed: int) -> None:
    """Play a game of a few deals between two people, by what they see."""
    club.channel, club.players, club.variant = channel, [one, other], Variant.GIN
    rules = code_for(SHORT)
    await one.slash(channel, "rummy new", variant="gin", opponent=other, rules=rules, pace="none")
    await other.click("Join")
    await one.click("Start")
    await club.open_hands()
    await club.game_over(seed)


async def quick_game(club: Club, channel: Channel, one: Person, other: Person, seed: int) -> Table:
    """Play three turns each at a table, so that the game counts, then resign."""
    assert club.bot is not None
    table = await club.bot.games.tables.open(
        guild=club.guild.id, channel=channel.id, host=one.id, name=one.name, options=SHORT, pace=Pace.NONE,
        limits=None, interaction=next(ids),
    )  # fmt: skip
    await table_requests.join(table, other.id, other.name, next(ids))
    await table_requests.start(table, one.id, next(ids))
    await give_up(table, (one.id, other.id), Random(seed))
    await club.bot.games.finished_games.idle()
    assert await club.bot.games.finished_games.outcome(table) is not None
    return table


async def give_up(table: Table, users: Sequence[int], chance: Random) -> None:
    """Play three turns each, enough for the game to count, then resign."""
    for _ in range(12):
        seat = table.view(None).turn
        assert seat is not None
        move = chance.choice([move for move in table.view(seat).moves if move.verb is not Verb.KNOCK])
        await play_requests.moves(table, users[seat], [move], stamp=table.stamp(seat), interaction=next(ids))
    await play_requests.resign(table, chance.choice(users), interaction=next(ids))
