"""The steps of a recorded game: the same tables as those at which it was played."""

from typing import Any, NamedTuple

import pytest

from bot.play.service.table import TableReading
from bot.play.state.game import DealStage
from bot.play.state.names import player_recorded, recorded_name
from bot.play.state.values import Player, Status
from bot.players.levels import Level
from bot.program.cli.playground.record_screens import recorded_game
from bot.rummy.records.checking import RecordError
from bot.rummy.views import View
from tests.cli.playground.recorded import FAMILIES, earlier_records, record_of, table_of


class Seen(NamedTuple):
    """Everything of a table that its messages depend on, apart from what records leave out."""

    status: Status
    views: tuple[View, ...]
    stamps: tuple[object, ...]
    part: DealStage
    missed: tuple[int, ...]
    winners: tuple[int, ...]


def seen(table: TableReading) -> Seen:
    everyone = (None, *range(len(table.row.seats)))
    game = table.running()
    return Seen(
        table.row.status,
        tuple(map(table.view, everyone)),
        tuple(map(table.stamp, everyone)),
        game.part,
        game.missed,
        game.winners,
    )


@pytest.mark.parametrize("family", FAMILIES)
async def test_C_4_every_step_is_the_table_as_it_was_in_play(family: str) -> None:
    played = table_of(family)
    table = await played.start()
    shown = [seen(table)]
    while await played.step():  # one move, or a deal
        shown.append(seen(table))
    recorded = recorded_game(table.record())
    assert [seen(recorded.table(number)) for number in range(len(recorded.steps))] == shown
    assert [recorded.steps[number].at for number in recorded.first_steps()] == [0] * len(recorded.checked.deals)


def test_every_record_of_an_earlier_version_has_steps_to_its_end() -> None:
    for record in earlier_records():
        recorded = recorded_game(record)
        assert len(recorded.steps) == sum(1 + len(deal["moves"]) for deal in record["deals"])
        over = recorded.table(len(recorded.steps) - 1).row.status is Status.OVER
        assert over == ("result" in record)


@pytest.mark.parametrize(
    "player",
    [
        Player(1, "Ala", ""),
        Player(-1, "", ""),
        Player(1, "Ada", "", Level.HARD),
        Player(1, "", "", Level.EASY),
        Player(3, "", "", Level.EXPERT),
    ],
)
def test_players_are_read_from_the_names_that_records_have(player: Player) -> None:
    assert player_recorded(recorded_name(player), 0) == player


async def test_a_record_without_deals_has_nothing_to_show() -> None:
    record: dict[str, Any] = await record_of("gin")
    record["deals"], record["fairness"]["secrets"] = [], []
    del record["result"]
    with pytest.raises(RecordError, match="no cards were dealt"):
        recorded_game(record)
