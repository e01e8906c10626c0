"""The lobby: seats, cuts, options, start and cancel."""

import re
from collections.abc import Awaitable, Callable
from enum import StrEnum

import pytest

from bot.play.service import play_requests, table_requests
from bot.play.service.table import Table
from bot.play.state.errors import ChannelTaken, TableReason
from bot.play.state.lobby import LONGEST_CUT, cutters
from bot.play.state.values import Stamp, Status
from bot.rummy.families import Variant
from bot.rummy.melds.options import GermanOptions
from bot.rummy.options import options_for
from bot.rummy.refusals import Conflict, Refused
from tests.play.process import ALA, BASIC, BOB, CHANNEL, DAN, EVE, GIN, Process, ids, unnamed


async def refuses(
    table: Table, there: Process, reasons: StrEnum | tuple[StrEnum, ...], attempt: Awaitable[None]
) -> None:
    """Assert that an attempt is refused for these reasons, and changes nothing in memory or in the store."""
    before = table.row
    with pytest.raises(Refused) as caught:
        await attempt
    said = tuple(refusal.reason for refusal in caught.value.refusals)
    assert said == (reasons if isinstance(reasons, tuple) else (reasons,))
    assert table.row == before
    kept = await there.store.load(before.id)
    assert kept is not None
    assert kept[0] == unnamed(before)


def users(table: Table) -> list[int]:
    return [player.user for player in table.row.seats]


async def test_C_1_seats_are_numbered_in_the_order_in_which_they_were_taken(here: Process) -> None:
    table = await here.open()
    await table_requests.join(table, BOB, "Bob", next(ids))
    assert users(table) == [ALA, BOB]
    assert (table.seat_of(ALA), table.seat_of(BOB), table.seat_of(EVE)) == (0, 1, None)
    await table_requests.leave(table, BOB, next(ids))
    await table_requests.join(table, EVE, "Eve", next(ids))
    assert users(table) == [ALA, EVE]


async def test_C_1_gin_has_two_seats_and_each_is_taken_once(here: Process, there: Process) -> None:
    table = await here.open()
    await refuses(table, there, TableReason.SEATED_ALREADY, table_requests.join(table, ALA, "Ala", next(ids)))
    await table_requests.join(table, BOB, "Bob", next(ids))
    await refuses(table, there, TableReason.TABLE_FULL, table_requests.join(table, EVE, "Eve", next(ids)))


async def test_C_1_one_table_in_a_channel(here: Process) -> None:
    table = await here.open()
    with pytest.raises(ChannelTaken) as caught:
        await here.open()
    assert caught.value.table == table.row.id
    assert await here.tables.in_channel(CHANNEL) is table
    await table_requests.cancel(table, ALA, next(ids))
    other = await here.open()
    assert await here.tables.in_channel(CHANNEL) is other
    assert await here.tables.in_channel(CHANNEL + 1) is None


async def test_C_1_games_with_melds_on_the_table_have_four_seats(here: Process, there: Process) -> None:
    table = await here.open(BASIC)
    for user, name in ((BOB, "Bob"), (EVE, "Eve"), (DAN, "Dan")):
        await table_requests.join(table, user, name, next(ids))
    assert users(table) == [ALA, BOB, EVE, DAN]
    await refuses(table, there, TableReason.TABLE_FULL, table_requests.join(table, 5, "Fay", next(ids)))
    await table_requests.leave(table, BOB, next(ids))
    await table_requests.join(table, 5, "Fay", next(ids))
    assert users(table) == [ALA, EVE, DAN, 5]
    await table_requests.start(table, ALA, next(ids))
    assert table.view(None).counts == (7, 7, 7, 7)


async def test_an_invitation_reserves_one_of_the_free_seats(here: Process, there: Process) -> None:
    table = await here.open(BASIC, invited=(BOB,))
    await table_requests.join(table, EVE, "Eve", next(ids))
    await table_requests.join(table, DAN, "Dan", next(ids))
    await refuses(table, there, TableReason.SEAT_KEPT, table_requests.join(table, 5, "Fay", next(ids)))
    await table_requests.join(table, BOB, "Bob", next(ids))
    assert users(table) == [ALA, EVE, DAN, BOB]
    await table_requests.leave(table, DAN, next(ids))
    await table_requests.join(
        table, 5, "Fay", next(ids)
    )  # the invited player sits, so the other free seat isn't reserved


async def test_an_invitation_reserves_the_seat(here: Process, there: Process) -> None:
    table = await here.open(invited=(BOB,))
    await refuses(table, there, TableReason.SEAT_KEPT, table_requests.join(table, EVE, "Eve", next(ids)))
    await table_requests.join(table, BOB, "Bob", next(ids))
    assert users(table) == [ALA, BOB]
    with pytest.raises(Refused) as caught:
        await here.open(invited=(ALA,), channel=5)
    assert caught.value.refusal.reason is TableReason.INVITED_SELF


async def test_a_host_who_leaves_hands_over_and_the_last_one_cancels(here: Process, there: Process) -> None:
    table = await here.open(invited=(BOB,))
    await refuses(table, there, TableReason.NOT_SEATED, table_requests.leave(table, EVE, next(ids)))
    await table_requests.join(table, BOB, "Bob", next(ids))
    await table_requests.leave(table, ALA, next(ids))
    assert (users(table), table.row.host, table.row.invited) == ([BOB], BOB, ())
    await table_requests.join(table, EVE, "Eve", next(ids))
    await table_requests.leave(table, EVE, next(ids))
    await table_requests.leave(table, BOB, next(ids))
    assert table.row.status is Status.CANCELLED


async def test_C_2_only_typed_texts_are_cuts(here: Process, there: Process) -> None:
    table = await here.open()
    await table_requests.join(table, BOB, "Bob", next(ids))
    assert [player.cut for player in table.row.seats] == ["", ""]
    await table_requests.cut(table, BOB, " do or\ndo|not\u202e \x00", next(ids))
    assert [player.cut for player in table.row.seats] == ["", "do or do|not"]
    await refuses(table, there, TableReason.EMPTY_CUT, table_requests.cut(table, ALA, " \u200b\n", next(ids)))
    for unseen in ("mine\ufe0f", "\u2764\ufe0f", "m\u034fine", "mine\u3164", "mine\U000e0100"):
        await refuses(table, there, TableReason.INVISIBLE_CUT, table_requests.cut(table, ALA, unseen, next(ids)))
    await refuses(
        table, there, TableReason.LONG_CUT, table_requests.cut(table, ALA, "x" * (LONGEST_CUT + 1), next(ids))
    )
    await refuses(table, there, TableReason.NOT_SEATED, table_requests.cut(table, EVE, "mine", next(ids)))
    await table_requests.cut(table, ALA, "x" * LONGEST_CUT, next(ids))
    before = table.row.seats
    assert cutters(table.row) == (1, 0)
    await table_requests.start(table, ALA, next(ids))
    await refuses(table, there, TableReason.STARTED, table_requests.cut(table, ALA, "late", next(ids)))
    assert table.row.seats == before


async def test_a_name_can_be_shown_and_is_never_empty(here: Process) -> None:
    table = await here.open()
    await table_requests.join(table, BOB, "\u202e\n", next(ids))
    assert table.row.seats[1].name == str(BOB)
    await table_requests.leave(table, BOB, next(ids))
    await table_requests.join(table, BOB, "\u2764\ufe0f Bob", next(ids))
    assert table.row.seats[1].name == "\u2764 Bob", "an emoji in a nickname keeps nobody from playing"
    await table_requests.leave(table, BOB, next(ids))
    await table_requests.join(table, BOB, " Bob\u200b  the\tBuilder ", next(ids))
    assert table.row.seats[1].name == "Bob the Builder"


async def test_the_host_changes_the_options_and_players_stay(here: Process, there: Process) -> None:
    table = await here.open()
    await table_requests.join(table, BOB, "Bob", next(ids))
    options = options_for(Variant.OKLAHOMA, {"target": 150})
    await refuses(table, there, TableReason.HOST_ONLY, table_requests.set_options(table, BOB, options, next(ids)))
    await table_requests.set_options(table, ALA, options, next(ids))
    assert table.row.options == options
    assert users(table) == [ALA, BOB]
    await table_requests.start(table, ALA, next(ids))
    assert table.view(None).options == options
    await refuses(table, there, TableReason.STARTED, table_requests.set_options(table, ALA, GIN, next(ids)))


async def test_the_host_starts_when_both_seats_are_taken(here: Process, there: Process) -> None:
    table = await here.open()
    await refuses(table, there, TableReason.TOO_FEW, table_requests.start(table, ALA, next(ids)))
    await table_requests.join(table, BOB, "Bob", next(ids))
    await refuses(table, there, TableReason.HOST_ONLY, table_requests.start(table, BOB, next(ids)))
    for shown in (lambda: table.view(None), table.record):
        with pytest.raises(Refused) as caught:
            shown()
        assert caught.value.refusal.reason is TableReason.NOT_STARTED
    await table_requests.start(table, ALA, next(ids))
    assert table.row.status is Status.PLAYING
    assert (table.view(0).deal, len(table.view(0).hand), table.stamp(None)) == (1, 10, Stamp(0))


async def test_H_8_a_refused_start_lists_every_reason_at_once(here: Process, there: Process) -> None:
    table = await here.open(options_for(Variant.GERMAN, {"claim": True}))
    both = (TableReason.TOO_FEW, Conflict.CLAIM_FOR_TWO)
    await refuses(table, there, both, table_requests.start(table, ALA, next(ids)))
    await table_requests.join(table, BOB, "Bob", next(ids))
    await refuses(table, there, Conflict.CLAIM_FOR_TWO, table_requests.start(table, ALA, next(ids)))
    await table_requests.join(table, EVE, "Eve", next(ids))
    await table_requests.start(table, ALA, next(ids))
    assert table.view(None).counts == (13, 13, 13)


async def test_all_conflicts_between_rules_are_listed_at_once(here: Process, there: Process) -> None:
    options = GermanOptions(
        Variant.GERMAN, small_deck=True, initial_40=True, no_initial_meld=True, no_jokers=True, joker_rule=True
    )
    against = (Conflict.SMALL_DECK_40, Conflict.NO_VALUE_40, Conflict.NO_JOKERS_RULE)
    table = await here.open(BASIC)
    await refuses(table, there, against, table_requests.set_options(table, ALA, options, next(ids)))
    with pytest.raises(Refused) as caught:
        await here.open(options, channel=5)
    assert tuple(refusal.reason for refusal in caught.value.refusals) == against


async def test_a_game_for_two_can_not_be_chosen_with_three_players(here: Process, there: Process) -> None:
    table = await here.open(BASIC)
    await table_requests.join(table, BOB, "Bob", next(ids))
    await table_requests.join(table, EVE, "Eve", next(ids))
    await refuses(table, there, TableReason.TOO_MANY, table_requests.set_options(table, ALA, GIN, next(ids)))
    await table_requests.set_options(table, ALA, options_for(Variant.GERMAN, {"rounds": 1}), next(ids))
    await table_requests.leave(table, EVE, next(ids))
    await table_requests.set_options(table, ALA, GIN, next(ids))
    await refuses(table, there, TableReason.TABLE_FULL, table_requests.join(table, EVE, "Eve", next(ids)))


async def test_a_canceled_table_refuses_everyone(here: Process, there: Process) -> None:
    table = await here.open()
    await refuses(table, there, TableReason.HOST_ONLY, table_requests.cancel(table, BOB, next(ids)))
    await table_requests.cancel(table, ALA, next(ids))
    assert table.row.status is Status.CANCELLED
    await refuses(table, there, TableReason.CLOSED, table_requests.join(table, BOB, "Bob", next(ids)))
    await refuses(table, there, TableReason.CLOSED, play_requests.resign(table, ALA, interaction=next(ids)))


async def test_a_running_game_has_no_lobby(here: Process, there: Process) -> None:
    table = await here.started()
    attempts: list[Callable[[], Awaitable[None]]] = [
        lambda: table_requests.join(table, EVE, "Eve", next(ids)),
        lambda: table_requests.leave(table, ALA, next(ids)),
        lambda: table_requests.start(table, ALA, next(ids)),
        lambda: table_requests.cancel(table, ALA, next(ids)),
    ]
    for attempt in attempts:
        await refuses(table, there, TableReason.STARTED, attempt())


@pytest.mark.parametrize("reason", TableReason)
def test_C_5_a_refusal_names_an_alternative(reason: TableReason) -> None:
    against, instead = re.split("[.;] ", reason.value, maxsplit=1)
    assert against[0].isupper() or against.startswith("{name}")
    assert instead.endswith(".")
