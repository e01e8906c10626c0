"""Players who left the server: the others end a game without them, and lobbies pass on."""

import pytest

from bot.play.service import play_requests, table_requests
from bot.play.service.program_actions import Leavers
from bot.play.service.table import Table
from bot.play.state.errors import ChannelTaken, Stale, TableReason
from bot.play.state.presence import Agreement
from bot.play.state.values import Pace, Status, TableSettings, TimeLimits
from bot.players.levels import Level
from bot.rummy.refusals import Refused
from tests.play.process import ALA, BASIC, BOB, CHANNEL, EVE, GIN, USERS, Process, ids, process, shown

OFF = Agreement.CALL_OFF


class Server:
    """A server that people leave; ``shown`` are the lobbies that changed because of that."""

    def __init__(self, here: Process) -> None:
        self.left: set[int] = set()
        self.shown: list[int] = []
        here.tables.leavers = self.leavers = Leavers(self._has_left, lambda table: self.shown.append(table.row.id))

    async def _has_left(self, _: int, user: int) -> bool:
        return user in self.left


@pytest.fixture
def server(here: Process) -> Server:
    return Server(here)


async def call_off(server: Server, table: Table, user: int) -> None:
    await play_requests.agree(table, user, OFF, None, next(ids), gone=await server.leavers.gone(table, user))


async def test_a_game_whose_other_player_left_the_server_ends_without_a_result(
    here: Process, server: Server, url: str
) -> None:
    table = await here.started()
    await call_off(server, table, ALA)
    assert not table.running().over, "Bob is still there"
    server.left = {BOB}
    await call_off(server, table, ALA)
    assert table.row.status is Status.OVER
    assert (table.winners(), table.forfeits, table.finished().ending) == ((), frozenset(), "closed")
    async with process(url) as again:
        assert shown(await again.tables.get(table.row.id))[1:] == shown(table)[1:]


async def test_players_who_are_still_there_have_to_agree(here: Process, server: Server) -> None:
    table = await here.started(BASIC, seats=4)
    server.left = {BOB}
    await play_requests.resign(table, EVE, interaction=next(ids))
    await call_off(server, table, ALA)
    assert table.row.status is Status.PLAYING
    with pytest.raises(Stale):
        await call_off(server, table, ALA)
    await call_off(server, table, USERS[3])
    assert table.game is not None
    assert table.game.closed
    assert await server.leavers.gone(table, ALA) == frozenset(), "the game is over"


async def test_only_a_player_who_agreed_can_take_that_back(here: Process, server: Server) -> None:
    table = await here.started()
    await call_off(server, table, ALA)
    with pytest.raises(Stale):
        await play_requests.go_on(table, BOB, next(ids))
    assert table.running().calling_off == {0}
    await play_requests.go_on(table, ALA, next(ids))
    assert table.running().calling_off == frozenset()
    with pytest.raises(Stale):
        await play_requests.go_on(table, ALA, next(ids))


async def test_a_player_who_resigned_or_never_sat_cannot_end_a_game(here: Process, server: Server) -> None:
    table = await here.started(BASIC, seats=3)
    server.left = {BOB}
    await play_requests.resign(table, EVE, interaction=next(ids))
    for user, reason in ((EVE, TableReason.LEFT), (999, TableReason.NOT_SEATED)):
        with pytest.raises(Refused) as why:
            await call_off(server, table, user)
        assert why.value.refusal.reason is reason
    computers = await here.open(BASIC, channel=CHANNEL + 1, computers=(Level.EASY,))
    await table_requests.start(computers, ALA, next(ids))
    with pytest.raises(Refused) as why:
        await call_off(server, computers, ALA)
    assert why.value.refusal.reason is TableReason.CALL_OFF_ALONE


@pytest.mark.parametrize("pace", [Pace.NONE, Pace.SLOW])
async def test_at_a_fixture_without_a_time_limit_who_left_the_server_resigns(
    here: Process, server: Server, pace: Pace
) -> None:
    limits = None if pace is Pace.NONE else TimeLimits(10**8)
    about = {"guild": 1, "channel": CHANNEL, "host": ALA, "name": "Ala", "options": GIN, "interaction": next(ids)}
    table = await here.tables.open(pace=pace, limits=limits, invited=(ALA, BOB), fixture=7, **about)  # type: ignore[arg-type]
    await table_requests.join(table, BOB, "Bob", next(ids))
    server.left = {BOB}
    if pace is Pace.NONE:
        await call_off(server, table, ALA)
        assert (table.winners(), table.resigned, table.forfeits) == ((0,), 1, frozenset({1}))
    else:
        with pytest.raises(Refused) as why:
            await call_off(server, table, ALA)
        assert why.value.refusal.reason is TableReason.AGREE_FIXTURE


async def test_a_lobby_passes_on_to_the_next_player_who_is_still_there(here: Process, server: Server) -> None:
    table = await here.open(BASIC)
    for user in (BOB, EVE):
        await table_requests.join(table, user, "Another", next(ids))
    assert not await server.leavers.pass_on(table)
    server.left = {ALA, BOB}
    assert await server.leavers.pass_on(table)
    assert (table.row.host, [player.user for player in table.row.seats]) == (EVE, [EVE])
    assert set(server.shown) == {table.row.id}
    server.left.add(EVE)
    assert await server.leavers.pass_on(table)
    assert table.row.status is Status.CANCELLED


async def test_C_1_a_lobby_that_everyone_left_frees_its_channel(here: Process, server: Server) -> None:
    stuck = await here.open(settings=TableSettings(invite_only=True), invited=(EVE,))
    with pytest.raises(ChannelTaken):
        await here.open(host=BOB)
    server.left = {ALA}
    assert (await here.open(host=BOB)).row.host == BOB
    assert stuck.row.status is Status.CANCELLED
    server.left = {ALA, BOB}
    game = await here.started(channel=CHANNEL + 1)
    with pytest.raises(ChannelTaken):
        await here.open(host=EVE, channel=CHANNEL + 1)
    assert game.row.status is Status.PLAYING, "a game isn't closed"


async def test_nobody_starts_a_quick_game_against_a_host_who_has_left(here: Process, server: Server) -> None:
    table = await here.open(settings=TableSettings(quick=True))
    server.left = {ALA}
    with pytest.raises(Refused) as why:
        await here.tables.join(table, BOB, "Bob", next(ids))
    assert why.value.refusal.reason is TableReason.CLOSED
