"""The players and settings of tables: computers, invitations, pace, quick play, spectating, rematches."""

import asyncio
from dataclasses import replace

import pytest

from bot.play.service import play_requests, table_requests
from bot.play.service.new_tables import ComputerSeats
from bot.play.service.table import Table
from bot.play.state.errors import ChannelTaken, Repeated, Stale, TableReason
from bot.play.state.limits import Bounds
from bot.play.state.values import DAY, HOUR, MINUTE, SECOND, Pace, Status, TableSettings, TimeLimits
from bot.players.levels import Level
from bot.rummy.families import Variant
from bot.rummy.options import Options, options_for
from bot.rummy.refusals import Conflict, Refused
from tests.play.process import ALA, BASIC, BOB, DAN, EVE, GIN, Process, everything, ids
from tests.play.test_lobby import refuses, users

LIVE = TimeLimits(MINUTE, MINUTE)
INVITE_ONLY = TableSettings(invite_only=True)
EASY, HARD = Level.EASY, Level.HARD
COMPUTERS = ("Ada", "Bruno", "Cleo", "Dexter")


def names(table: Table) -> list[str]:
    return [player.name for player in table.row.seats]


async def test_C_1_the_host_adds_computers_with_names_and_numbers(here: Process, there: Process) -> None:
    table = await here.open(BASIC)
    await table_requests.add_computer(table, ALA, EASY, next(ids))
    await table_requests.add_computer(table, ALA, HARD, next(ids))
    await table_requests.remove(table, ALA, 1, next(ids))
    await table_requests.add_computer(table, ALA, Level.EXPERT, next(ids))
    assert [(one.user, one.name, one.cut, one.level) for one in table.row.seats[1:]] == [
        (2, "", "", HARD),
        (1, "", "", Level.EXPERT),
    ]
    await table_requests.join(table, BOB, "Bob", next(ids))
    await refuses(table, there, TableReason.TABLE_FULL, table_requests.add_computer(table, ALA, EASY, next(ids)))
    await refuses(table, there, TableReason.HOST_ONLY, table_requests.add_computer(table, BOB, EASY, next(ids)))
    assert everything(await there.tables.get(table.row.id)) == everything(table)
    await table_requests.start(table, ALA, next(ids))
    assert table.view(None).counts == (7, 7, 7, 7)


async def test_computers_get_names_that_no_other_player_at_the_table_has(here: Process, there: Process) -> None:
    table = await here.open(BASIC)
    names_here = ("ala", "Ada", "Bruno")  # the host is called Ala
    for _ in range(3):
        await table_requests.add_computer(table, ALA, EASY, next(ids), names_here)
    assert sorted(names(table)) == ["", "Ada", "Ala", "Bruno"]  # no name is left for the last one
    assert everything(await there.tables.get(table.row.id)) == everything(table)


async def test_computers_keep_their_names_until_the_end_of_a_rematch_and_in_records(here: Process) -> None:
    table = await here.open(BASIC, computers=(EASY, HARD), names=COMPUTERS)
    before = names(table)
    await table_requests.start(table, ALA, next(ids))
    await play_requests.resign(table, ALA, interaction=next(ids))
    assert table.record()["seats"] == ["Ala", f"{before[1]} (Easy)", f"{before[2]} (Hard)"]
    again = await here.tables.rematch(table, user=ALA, name="Ala", interaction=next(ids), names=("Otto",))
    assert names(again) == before


async def test_computers_without_names_get_one_in_a_rematch(here: Process) -> None:
    table = await here.open(BASIC, computers=(EASY,))
    await table_requests.start(table, ALA, next(ids))
    await play_requests.resign(table, ALA, interaction=next(ids))
    assert table.record()["seats"] == ["Ala", "Computer (Easy)"]
    again = await here.tables.rematch(table, user=ALA, name="Ala", interaction=next(ids), names=("Otto",))
    assert names(again) == ["Ala", "Otto"]


async def test_removing_a_player_also_withdraws_their_invitation(here: Process, there: Process) -> None:
    table = await here.open(BASIC, invited=(BOB,))
    await table_requests.join(table, BOB, "Bob", next(ids))
    await refuses(table, there, TableReason.HOST_ONLY, table_requests.remove(table, BOB, ALA, next(ids)))
    await refuses(table, there, TableReason.REMOVED_SELF, table_requests.remove(table, ALA, ALA, next(ids)))
    await refuses(table, there, TableReason.NOT_THERE, table_requests.remove(table, ALA, EVE, next(ids)))
    await table_requests.remove(table, ALA, BOB, next(ids))
    assert (users(table), table.row.invited) == ([ALA], ())


async def test_a_computer_never_becomes_the_host(here: Process) -> None:
    """A computer is never the host; the last person to leave cancels the table."""
    table = await here.open(BASIC, computers=(EASY,))
    await table_requests.join(table, BOB, "Bob", next(ids))
    await table_requests.leave(table, ALA, next(ids))
    assert (users(table), table.row.host) == ([1, BOB], BOB)
    await table_requests.leave(table, BOB, next(ids))
    assert table.row.status is Status.CANCELLED


async def test_seats_are_reserved_for_invited_users(here: Process, there: Process) -> None:
    table = await here.open(BASIC, invited=(BOB, EVE))
    await refuses(
        table, there, TableReason.INVITED_MANY, table_requests.invite(table, ALA, (BOB, EVE, DAN, 5), next(ids))
    )
    await refuses(table, there, TableReason.INVITED_SELF, table_requests.invite(table, ALA, (ALA,), next(ids)))
    await refuses(table, there, TableReason.HOST_ONLY, table_requests.invite(table, BOB, (DAN,), next(ids)))
    await table_requests.add_computer(table, ALA, EASY, next(ids))
    await refuses(table, there, TableReason.SEAT_KEPT, table_requests.add_computer(table, ALA, EASY, next(ids)))
    await refuses(table, there, TableReason.SEAT_KEPT, table_requests.join(table, DAN, "Dan", next(ids)))
    await table_requests.decline(table, EVE, next(ids))
    await refuses(table, there, TableReason.NOT_INVITED, table_requests.decline(table, EVE, next(ids)))
    await table_requests.join(table, DAN, "Dan", next(ids))
    await table_requests.join(table, BOB, "Bob", next(ids))
    await refuses(table, there, TableReason.SEATED_ALREADY, table_requests.decline(table, BOB, next(ids)))
    assert users(table) == [ALA, 1, DAN, BOB]


async def test_only_invited_users_can_join_an_invite_only_table(here: Process, there: Process) -> None:
    table = await here.open(BASIC, settings=INVITE_ONLY, invited=(BOB,))
    await refuses(table, there, TableReason.CLOSED_TABLE, table_requests.join(table, EVE, "Eve", next(ids)))
    await table_requests.invite(table, ALA, (BOB, EVE), next(ids))
    await table_requests.join(table, EVE, "Eve", next(ids))
    await table_requests.leave(table, ALA, next(ids))  # the new host can invite, and earlier invitations stay
    assert (table.row.host, table.row.invited) == (EVE, (BOB, EVE))
    await table_requests.join(table, BOB, "Bob", next(ids))
    assert users(table) == [EVE, BOB]


async def test_a_declined_challenge_is_canceled_and_frees_the_channel(here: Process) -> None:
    table = await here.open(settings=INVITE_ONLY, invited=(BOB,))
    await table_requests.decline(table, BOB, next(ids))
    assert table.row.status is Status.CANCELLED
    several = await here.open(BASIC, settings=INVITE_ONLY, invited=(BOB, EVE))
    await table_requests.decline(several, BOB, next(ids))
    assert several.row.status is Status.LOBBY
    await table_requests.add_computer(several, ALA, EASY, next(ids))
    await table_requests.decline(several, EVE, next(ids))
    assert several.row.status is Status.LOBBY  # the host can still play the computer
    opened = await here.open(invited=(BOB,), channel=5)
    await table_requests.decline(opened, BOB, next(ids))
    assert opened.row.status is Status.LOBBY  # other users can still join


async def test_the_host_sets_pace_and_limits_within_the_servers_bounds(here: Process, there: Process) -> None:
    table, bounds = await here.open(), Bounds(live_turn=(30 * SECOND, 2 * MINUTE))
    await table_requests.set_pace(table, ALA, Pace.LIVE, None, bounds, interaction=next(ids))
    assert (table.row.pace, table.row.limits) == (Pace.LIVE, LIVE)
    for limits, reason in (
        (TimeLimits(29 * SECOND), TableReason.LIVE_TURN),
        (TimeLimits(MINUTE, DAY), TableReason.LIVE_BANK),
    ):
        await refuses(
            table, there, reason, table_requests.set_pace(table, ALA, Pace.LIVE, limits, bounds, interaction=next(ids))
        )
    slow = table_requests.set_pace(table, ALA, Pace.SLOW, TimeLimits(MINUTE), bounds, interaction=next(ids))
    await refuses(table, there, TableReason.SLOW_TURN, slow)
    await table_requests.set_pace(table, ALA, Pace.SLOW, TimeLimits(2 * HOUR), bounds, interaction=next(ids))
    assert (table.row.pace, table.row.limits) == (Pace.SLOW, TimeLimits(2 * HOUR))
    await table_requests.set_pace(table, ALA, Pace.NONE, TimeLimits(1), bounds, interaction=next(ids))
    assert (table.row.pace, table.row.limits) == (Pace.NONE, None)
    await table_requests.join(table, BOB, "Bob", next(ids))
    await refuses(
        table,
        there,
        TableReason.HOST_ONLY,
        table_requests.set_pace(table, BOB, Pace.LIVE, None, bounds, interaction=next(ids)),
    )
    await refuses(
        table, there, TableReason.HOST_ONLY, table_requests.change_settings(table, BOB, INVITE_ONLY, next(ids))
    )
    await table_requests.change_settings(table, ALA, replace(INVITE_ONLY, unassisted=True), next(ids))
    assert (await there.tables.get(table.row.id)).row.settings == TableSettings(unassisted=True, invite_only=True)
    await table_requests.start(table, ALA, next(ids))
    await refuses(
        table, there, TableReason.STARTED, table_requests.change_settings(table, ALA, TableSettings(), next(ids))
    )


@pytest.mark.parametrize(
    ("options", "settings", "computers", "rated"),
    [
        (GIN, TableSettings(), (), True),
        (GIN, TableSettings(unassisted=True, invite_only=True, quick=True), (), True),
        (GIN, TableSettings(friendly=True), (), False),
        (GIN, TableSettings(), (EASY,), False),
        (options_for(Variant.GERMAN), TableSettings(), (), True),
        (options_for(Variant.GERMAN, {"training": True}), TableSettings(), (), False),
    ],
)
async def test_only_games_between_people_that_are_not_friendly_or_training_are_rated(
    here: Process, options: Options, settings: TableSettings, computers: tuple[Level, ...], *, rated: bool
) -> None:
    table = await here.open(options, settings=settings, computers=computers)
    assert table.row.is_rated is rated


async def quick(
    here: Process, user: int, lobbies: tuple[Table, ...], *, channel: int = 9, variant: Variant | None = None
) -> Table:
    return await here.tables.quick(
        [table.row.id for table in lobbies],
        guild=1,
        channel=channel,
        user=user,
        name=here.members.known[user],
        variant=variant,
        options=options_for(variant or Variant.GIN),
        limits=LIVE,
        interaction=next(ids),
    )


async def test_quick_play_joins_the_oldest_lobby_that_fits(here: Process) -> None:
    closed = await here.open(settings=INVITE_ONLY, invited=(BOB,), pace=Pace.LIVE, channel=1)
    kept = await here.open(invited=(BOB,), pace=Pace.LIVE, channel=2)
    slow = await here.open(pace=Pace.SLOW, channel=3)
    basic = await here.open(BASIC, pace=Pace.LIVE, channel=4)
    gin = await here.open(pace=Pace.LIVE, channel=5)
    lobbies = (closed, kept, slow, basic, gin)
    assert await quick(here, EVE, lobbies, variant=Variant.GIN) is gin
    assert await quick(here, DAN, lobbies, variant=None) is basic
    assert await quick(here, DAN, lobbies, variant=None) is basic  # a player who already waits there stays
    assert (users(gin), users(basic), gin.row.status) == ([ALA, EVE], [ALA, DAN], Status.LOBBY)
    assert await quick(here, BOB, lobbies, variant=None) is closed


async def test_a_quick_game_starts_as_soon_as_two_players_sit(here: Process, there: Process) -> None:
    first = await quick(here, ALA, ())
    assert (first.row.status, first.row.limits, first.row.clock) == (Status.LOBBY, LIVE, None)
    second = await quick(here, BOB, (first,))
    assert second is first
    assert (first.row.status, first.seq, users(first)) == (Status.PLAYING, 0, [ALA, BOB])
    assert first.row.clock is not None
    assert first.row.clock.deadline == first.row.touched_at + 2 * MINUTE
    assert everything(await there.tables.get(first.row.id)) == everything(first)
    third = await quick(here, EVE, (first,), channel=10)
    assert third is not first


async def test_two_quick_players_do_not_both_get_the_last_seat(here: Process) -> None:
    first = await quick(here, ALA, ())
    tables = await asyncio.gather(quick(here, BOB, (first,), channel=10), quick(here, EVE, (first,), channel=11))
    assert tables[0] is first
    assert (users(first), users(tables[1]), tables[1].row.status) == ([ALA, BOB], [EVE], Status.LOBBY)


async def test_H_8_a_quick_table_waits_while_its_rules_need_more_players(here: Process, there: Process) -> None:
    claims = options_for(Variant.GERMAN, {"claim": True})
    table = await here.open(claims, settings=TableSettings(quick=True))
    await table_requests.join(table, BOB, "Bob", next(ids))
    await refuses(table, there, Conflict.CLAIM_FOR_TWO, table_requests.start(table, ALA, next(ids)))
    await table_requests.join(table, EVE, "Eve", next(ids))
    assert table.row.status is Status.PLAYING


async def test_a_server_lists_lobbies_that_anyone_can_join(here: Process) -> None:
    await here.open(settings=INVITE_ONLY, channel=1)
    tables = [await here.open(channel=channel) for channel in (2, 3)]
    await (await here.started(channel=4)).set_message(1)
    assert await here.tables.lobbies(1) == tuple(tables)
    assert await here.tables.lobbies(2) == ()


async def watched(here: Process, options: Options = BASIC, levels: tuple[Level, ...] = (EASY,) * 4) -> Table:
    computers = ComputerSeats(levels, COMPUTERS)
    return await here.tables.watch(
        guild=1, channel=77, host=ALA, options=options, computers=computers, interaction=next(ids)
    )


async def test_a_table_can_have_only_computers(here: Process, there: Process) -> None:
    table = await watched(here)
    assert (table.row.status, table.seat_of(ALA), table.row.is_rated) == (Status.PLAYING, None, False)
    assert sorted(names(table)) == sorted(COMPUTERS)
    assert everything(await there.tables.get(table.row.id)) == everything(table)
    for levels, reason in (((EASY,), TableReason.TOO_FEW), ((EASY,) * 3, TableReason.TABLE_FULL)):
        with pytest.raises(Refused) as caught:
            await watched(here, GIN, levels)
        assert caught.value.refusal.reason is reason
    with pytest.raises(ChannelTaken):
        await watched(here)
    with pytest.raises(Refused) as caught:
        await play_requests.resign(table, ALA, interaction=next(ids))
    assert caught.value.refusal.reason is TableReason.NOT_SEATED
    await table_requests.close(table, next(ids))
    again = await here.tables.rematch(table, user=BOB, name="Bob", interaction=next(ids))
    assert (again.row.status, names(again), again.row.host) == (Status.PLAYING, names(table), BOB)


async def test_a_rematch_seats_the_computers_and_starts_if_no_other_person_is_needed(
    here: Process, there: Process
) -> None:
    settings = TableSettings(unassisted=True)
    table = await here.open(BASIC, pace=Pace.LIVE, limits=LIVE, settings=settings, computers=(EASY, HARD))
    await table_requests.start(table, ALA, next(ids))
    await play_requests.resign(table, ALA, interaction=next(ids))
    click = next(ids)
    again = await here.tables.rematch(table, user=ALA, name="Ala", interaction=click)
    assert (again.row.status, again.row.settings, again.row.limits) == (Status.PLAYING, settings, LIVE)
    assert [player.level for player in again.row.seats] == [None, EASY, HARD]
    assert again.row.clock is not None
    assert everything(await there.tables.get(again.row.id)) == everything(again)
    assert await here.tables.rematch(table, user=ALA, name="Ala", interaction=click) is again


async def test_a_rematch_of_people_and_computers_waits_for_the_people(here: Process) -> None:
    table = await here.open(BASIC, settings=INVITE_ONLY, invited=(BOB,), computers=(EASY,), names=("Ada",))
    await table_requests.join(table, BOB, "Bob", next(ids))
    await table_requests.start(table, ALA, next(ids))
    await table_requests.close(table, next(ids))
    again = await here.tables.rematch(table, user=BOB, name="Bob", interaction=next(ids))
    assert (again.row.status, again.row.invited, again.row.settings) == (Status.LOBBY, (ALA,), INVITE_ONLY)
    assert names(again) == ["Bob", "Ada"]
    await table_requests.join(again, ALA, "Ala", next(ids))
    await table_requests.start(again, BOB, next(ids))


async def test_a_repeated_decline_and_a_late_click_change_nothing(here: Process, there: Process) -> None:
    table, click = await here.open(BASIC, invited=(BOB, EVE)), next(ids)
    other = await there.tables.get(table.row.id)
    await table_requests.decline(table, BOB, click)
    with pytest.raises(Stale):
        await table_requests.decline(other, EVE, next(ids))
    for again in (table, other):
        with pytest.raises(Repeated):
            await table_requests.decline(again, BOB, click)
