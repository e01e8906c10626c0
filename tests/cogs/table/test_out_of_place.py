"""Clicks at moments when they aren't offered: they're answered, change nothing, and log no error."""

from itertools import cycle

import pytest

from bot.playground import Person, SeenMessage
from bot.rummy.codes import code_for
from bot.rummy.families import Variant
from bot.rummy.melds.game import apply
from bot.rummy.moves import Move, Verb
from bot.rummy.options import options_for
from cogs.edge.custom_ids import TableAction
from tests.amounts import MANY
from tests.cogs.table.test_melds_edge import at, lines, put, table_of
from tests.cogs.table.turns import laying
from tests.end_to_end.club import Club, said

TURN = laying("7H 8H 9H 2C 3D", "7S 8S 9S", seats=3)
LAST = laying("2C", "7S 8S 9S", seats=3)
ENDED = apply(LAST, Move(0, Verb.DISCARD, LAST.drawn))
ARGUMENTS = (None, "7H", "meld_7H_8H_9H", "layoff_7H_0", "swap_8S_0", "1_1", "claim", "0123456789abcdef")
CHOICES: tuple[list[str], ...] = (["7H"], ["layoff_7H_0"], ["claim"], ["KS:"], [])
SELECTS = {
    TableAction.PICK,
    TableAction.LAYS,
    TableAction.THROW,
    TableAction.KNOCKS,
    TableAction.OPTION,
    TableAction.VALUE,
    TableAction.SWITCHES,
    TableAction.PRESET,
}
MOVES = (
    TableAction.DRAW,
    TableAction.TAKE,
    TableAction.PASS,
    TableAction.DISCARD,
    TableAction.KNOCK,
    TableAction.KNOCKS,
    TableAction.CLAIM,
    TableAction.PICK,
    TableAction.ALL,
    TableAction.STEP,
    TableAction.LAY,
    TableAction.LAYS,
    TableAction.UNDO,
    TableAction.THROW,
)


async def click_all(club: Club, person: Person, actions: tuple[TableAction, ...], target: SeenMessage) -> None:
    """Send every action with various arguments and, for selects, various choices.

    In the suite a person sends a third of the arguments, so that three people send every action with all of them.
    """
    table, before = await table_of(club), lines(club)
    stamp, row = table.stamp(table.seat_of(person.id)), table.row
    first = (club.ala, club.bob, club.eve, club.cyd).index(person)
    for number, action in enumerate(actions):
        for place, (argument, values) in enumerate(zip(ARGUMENTS, cycle(CHOICES), strict=False)):
            if not MANY and place % 3 != (first + number) % 3:
                continue
            custom_id = f"r1:1:{action}:{stamp}" + (f":{argument}" if argument else "")
            answer = said(await person.forge(target, custom_id, values=values if action in SELECTS else None))
            assert answer.ephemeral, custom_id
            assert "went wrong" not in answer.text, custom_id
    assert lines(club) == before
    assert table.row.seats == row.seats
    assert table.row.options == row.options


def errors(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records if record.levelname == "ERROR"]


async def test_moves_in_a_lobby_change_nothing(club: Club, caplog: pytest.LogCaptureFixture) -> None:
    await club.lobby("german", players=3)
    lobby = club.public("Join")
    assert lobby is not None
    for person in (club.ala, club.bob, club.eve):
        await click_all(club, person, MOVES, lobby)
    assert errors(caplog) == []


@pytest.mark.parametrize("over", [False, True])
async def test_moves_between_deals_or_after_the_game_change_nothing(
    club: Club, caplog: pytest.LogCaptureFixture, over: bool
) -> None:
    await at(club, TURN)
    if over:
        for person, label in ((club.cyd, "Leave the game"), (club.bob, "Leave the game"), (club.ala, "Resign")):
            await person.click(label, message=said(await person.slash(club.channel, "rummy resign")))
    else:
        await put(club, ENDED)
    label = "Rematch" if over else "Next round"
    await club.shown(label)
    ended = club.public(label)
    assert ended is not None
    for person in (club.ala, club.bob, club.eve):
        await click_all(club, person, MOVES, ended)
    assert errors(caplog) == []


async def test_clicks_by_spectators_or_out_of_turn_change_nothing(club: Club, caplog: pytest.LogCaptureFixture) -> None:
    await at(club, TURN)
    table = club.public("My hand")
    assert table is not None
    await click_all(club, club.eve, tuple(action for action in TableAction if action is not TableAction.JOIN), table)
    for person in (club.bob, club.cyd):
        await click_all(club, person, MOVES, table)
    assert errors(caplog) == []


async def test_moves_of_another_family_change_nothing(club: Club, caplog: pytest.LogCaptureFixture) -> None:
    await club.table("gin", rules=code_for(options_for(Variant.GIN)))
    table = club.public("My hand")
    assert table is not None
    laying_down = tuple(
        action for action in MOVES if action not in (TableAction.DRAW, TableAction.TAKE, TableAction.PASS)
    )
    for person in (*club.players, club.eve):
        await click_all(club, person, laying_down, table)
    assert errors(caplog) == []
