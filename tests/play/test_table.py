"""A live table: it shows only what is stored, and repeated or late clicks change nothing."""

import asyncio
import random
from dataclasses import replace

import pytest

from bot.play.service import play_requests, table_requests
from bot.play.service.table import Table
from bot.play.state.errors import Repeated, Stale, TableReason, UnknownTable
from bot.play.state.values import Stamp, Status
from bot.rummy.cards import cards_in
from bot.rummy.families import Variant
from bot.rummy.games import completed
from bot.rummy.gin.options import GinOptions
from bot.rummy.gin.state import GinState
from bot.rummy.gin.views import GinView
from bot.rummy.moves import Move, Verb
from bot.rummy.options import options_for
from bot.rummy.records import checking as record
from bot.rummy.records.sealed import SealedFairness
from bot.rummy.refusals import Reason, Refused
from bot.rummy.views import Phase
from tests.play.process import (
    ALA,
    BOB,
    EVE,
    QUICK,
    Process,
    chosen,
    everything,
    ids,
    play_on,
    player,
    shown,
    step,
    turn,
    unnamed,
)

VARIANTS = [
    QUICK,
    pytest.param(options_for(Variant.REMIK, {"target": 20}), marks=pytest.mark.soak),
    options_for(Variant.HOLLYWOOD, {"target": 20, "play_out": False}),
    pytest.param(options_for(Variant.OKLAHOMA, {"deals": 2}), marks=pytest.mark.soak),
]


async def passed(table: Table, *, interaction: int | None = None) -> None:
    """Pass the upcard as the player on turn."""
    await play_requests.move(
        table, turn(table), Verb.PASS, stamp=table.stamp(None), interaction=interaction or next(ids)
    )


async def test_a_move_is_committed_before_the_call_returns(here: Process, there: Process) -> None:
    table = await here.started()
    for _ in range(2):
        await passed(table)
        loaded = await there.store.load(table.row.id)
        assert loaded is not None
        assert (loaded[0], Stamp(len(loaded[1]))) == (unnamed(table.row), table.stamp(None))
    assert everything(await there.tables.get(table.row.id)) == everything(table)


@pytest.mark.slow
@pytest.mark.parametrize("options", VARIANTS, ids=lambda options: options.variant)
async def test_a_table_loaded_at_any_point_of_a_game_is_unchanged(
    here: Process, there: Process, options: GinOptions
) -> None:
    """Restarts, crashes and other processes all use this code path."""
    table = await here.started(options)
    chance = random.Random(7)
    while table.row.status is Status.PLAYING:
        await step(table, chance)
        if chance.random() < 0.1:
            loaded = await Process(there.store).tables.get(table.row.id)
            assert shown(loaded) == shown(table)
    assert everything(await Process(there.store).tables.get(table.row.id)) == everything(table)
    assert table.view(None).result is not None


@pytest.mark.slow
@pytest.mark.parametrize("options", VARIANTS, ids=lambda options: options.variant)
async def test_a_running_game_shows_neither_the_cards_nor_the_secret_of_its_deal(
    here: Process, options: GinOptions
) -> None:
    table = await here.started(options)
    chance = random.Random(11)
    while table.row.status is Status.PLAYING:
        view = table.view(None)
        ended = len(view.deals)
        assert len(table.revealed()) == ended
        if view.turns % 5 == 0:
            written = table.record()
            assert isinstance(written["deals"], list)
            assert len(written["deals"]) == ended
            assert "result" not in written
            if view.turns == 0:
                assert record.check(written) == written
                assert record.verify(written).proven == tuple(range(1, ended + 1))
        await step(table, chance)
    written = table.record()
    assert record.check(written) == written
    assert record.verify(written).unproven == ()
    assert "result" in written


async def test_the_record_contains_cuts_and_the_seal(here: Process) -> None:
    table = await here.open(QUICK)
    shown = table.seal()
    await table_requests.join(table, BOB, "Bob", next(ids))
    await table_requests.cut(table, BOB, "a|b", next(ids))
    await table_requests.start(table, ALA, next(ids))
    fairness = record.verify(table.record()).fairness
    assert isinstance(fairness, SealedFairness)
    assert table.seal() == fairness.terms.seal == shown
    assert [(cut.seat, cut.text) for cut in fairness.cuts] == [(1, "a|b")]


async def test_the_last_secret_of_the_chain_is_in_no_text(here: Process) -> None:
    table = await here.started()
    for text in (repr(table), str(table.row), repr(table.row)):
        assert repr(table.row.secret)[2:-1] not in text
        assert table.row.secret.hex() not in text


async def test_the_same_interaction_again_changes_nothing_in_whichever_process(here: Process, there: Process) -> None:
    clicks = [next(ids) for _ in range(4)]
    table = await here.open(interaction=clicks[0])
    with pytest.raises(Repeated):
        await here.open(interaction=clicks[0], channel=5)
    await table_requests.join(table, BOB, "Bob", clicks[1])
    await table_requests.start(table, ALA, clicks[2])
    stamp, mover = table.stamp(None), turn(table)
    await play_requests.move(table, mover, Verb.PASS, stamp=stamp, interaction=clicks[3])
    before = everything(table)
    for repeated in (table, await there.tables.get(table.row.id)):
        with pytest.raises(Repeated):
            await table_requests.join(repeated, BOB, "Bob", clicks[1])
        with pytest.raises(Repeated):
            await table_requests.start(repeated, ALA, clicks[2])
        with pytest.raises(Repeated):
            await play_requests.move(repeated, mover, Verb.PASS, stamp=stamp, interaction=clicks[3])
        with pytest.raises(Repeated):
            await play_requests.resign(repeated, ALA, interaction=clicks[3])
        assert everything(repeated) == before


async def test_a_double_click_moves_once(here: Process) -> None:
    table = await here.started()
    mover, stamp = turn(table), table.stamp(None)
    answers = await asyncio.gather(
        *(play_requests.move(table, mover, Verb.TAKE, stamp=stamp, interaction=next(ids)) for _ in range(3)),
        return_exceptions=True,
    )
    assert [type(answer) for answer in answers] == [type(None), Stale, Stale]
    assert table.stamp(None) == Stamp(stamp.public + 1)


async def test_changes_of_a_lobby_run_one_after_the_other(here: Process) -> None:
    table = await here.open()
    answers = await asyncio.gather(
        table_requests.join(table, BOB, "Bob", next(ids)),
        table_requests.join(table, EVE, "Eve", next(ids)),
        table_requests.cut(table, ALA, "pik", next(ids)),
        table_requests.cut(table, BOB, "kier", next(ids)),
        return_exceptions=True,
    )
    assert [type(answer) for answer in answers] == [type(None), Refused, type(None), type(None)]
    assert [(player.user, player.cut) for player in table.row.seats] == [(ALA, "pik"), (BOB, "kier")]


@pytest.mark.slow
async def test_simultaneous_clicks_of_both_players(here: Process) -> None:
    """The rules decide each click, in the order of the lock; nothing races."""
    table = await here.started(QUICK)
    chance = random.Random(3)
    while table.row.status is Status.PLAYING:
        view, stamp = table.view(None), table.stamp(None)
        if view.turn is None:
            clicks = [play_requests.next_deal(table, user, stamp=stamp, interaction=next(ids)) for user in (BOB, ALA)]
            answers = await asyncio.gather(*clicks, return_exceptions=True)
            assert [type(answer) for answer in answers] == [type(None), Stale]
        else:
            move = chosen(table.view(view.turn), chance)
            answers = await asyncio.gather(
                *(
                    play_requests.move(table, user, move.verb, move.card, stamp=stamp, interaction=next(ids))
                    for user in (player(1 - view.turn), player(view.turn))
                ),
                return_exceptions=True,
            )
            assert isinstance(answers[0], Refused)
            assert answers[0].refusal.reason is Reason.NOT_YOUR_TURN
            assert answers[1] is None
        assert table.stamp(None) == Stamp(stamp.public + 1)


@pytest.mark.slow
async def test_two_processes_on_one_table_are_harmless(here: Process, there: Process) -> None:
    table = await here.started(options_for(Variant.GIN, {"deals": 1}))
    other = await there.tables.get(table.row.id)
    chance = random.Random(5)
    while table.row.status is Status.PLAYING:
        view, stamp = table.view(None), table.stamp(None)
        if view.turn is None:
            clicks = [play_requests.next_deal(one, ALA, stamp=stamp, interaction=next(ids)) for one in (table, other)]
        else:
            move = chosen(table.view(view.turn), chance)
            clicks = [
                play_requests.move(one, player(view.turn), move.verb, move.card, stamp=stamp, interaction=next(ids))
                for one in (table, other)
            ]
        answers = await asyncio.gather(*clicks, return_exceptions=True)
        assert sorted(type(answer).__name__ for answer in answers) == ["NoneType", "Stale"]
        assert shown(table) == shown(other)
    assert everything(table) == everything(other)


async def test_a_process_that_is_behind_catches_up_with_a_click_that_is_ahead(here: Process, there: Process) -> None:
    table = await here.open()
    other = await there.tables.get(table.row.id)
    await table_requests.join(table, BOB, "Bob", next(ids))
    await table_requests.start(table, ALA, next(ids))
    await passed(table)
    await play_requests.move(other, turn(table), Verb.PASS, stamp=table.stamp(None), interaction=next(ids))
    assert other.stamp(None) == Stamp(2)
    with pytest.raises(Stale):
        await play_requests.move(other, turn(table), Verb.PASS, stamp=Stamp(99), interaction=next(ids))


async def test_a_lobby_changed_by_another_process_is_reloaded(here: Process, there: Process) -> None:
    table = await here.open()
    other = await there.tables.get(table.row.id)
    await table_requests.join(other, BOB, "Bob", next(ids))
    with pytest.raises(Stale):
        await table_requests.join(table, EVE, "Eve", next(ids))
    assert table.row == other.row


async def test_an_old_click_is_stale_and_changes_nothing(here: Process) -> None:
    table = await here.started()
    await passed(table)
    before = everything(table)
    for attempt in (
        play_requests.move(table, turn(table), Verb.TAKE, stamp=Stamp(0), interaction=next(ids)),
        play_requests.next_deal(table, ALA, stamp=Stamp(0), interaction=next(ids)),
    ):
        with pytest.raises(Stale):
            await attempt
        assert everything(table) == before


async def test_users_without_a_seat_are_refused(here: Process) -> None:
    table = await here.started()
    before = everything(table)
    for attempt in (
        play_requests.move(table, EVE, Verb.TAKE, stamp=Stamp(0), interaction=next(ids)),
        play_requests.move(table, EVE, Verb.TAKE, stamp=Stamp(55), interaction=next(ids)),
        play_requests.next_deal(table, EVE, stamp=Stamp(0), interaction=next(ids)),
        play_requests.resign(table, EVE, interaction=next(ids)),
    ):
        with pytest.raises(Refused) as caught:
            await attempt
        assert caught.value.refusal.reason is TableReason.NOT_SEATED
        assert everything(table) == before


async def test_C_5_a_refused_move_changes_nothing_and_is_not_stored(here: Process, there: Process) -> None:
    table = await here.started()
    before, click = everything(table), next(ids)
    for verb, card in ((Verb.DRAW, None), (Verb.DISCARD, 5), (Verb.KNOCK, 5), (Verb.KNOCK, table.view(0).hand[0])):
        with pytest.raises(Refused) as caught:
            await play_requests.move(table, turn(table), verb, card, stamp=Stamp(0), interaction=click)
        assert caught.value.refusal.reason is Reason.UPCARD_FIRST
    with pytest.raises(Refused):
        await play_requests.next_deal(table, ALA, stamp=Stamp(0), interaction=click)
    assert everything(table) == before
    assert everything(await there.tables.get(table.row.id)) == before
    await play_requests.move(
        table, turn(table), Verb.PASS, stamp=Stamp(0), interaction=click
    )  # a refused click isn't recorded as handled


@pytest.mark.slow
async def test_G_15_a_knock_is_stored_with_the_arrangement_that_the_bot_offers(here: Process) -> None:
    table = await here.started(QUICK)
    chance = random.Random(1)
    knocks = 0
    while table.row.status is Status.PLAYING:
        view = table.view(None)
        offers = [m for m in table.view(view.turn).moves if m.verb is Verb.KNOCK] if view.turn is not None else []
        if not offers or view.turn is None:
            await step(table, chance)
            continue
        card = offers[0].card
        assert card is not None
        offered = completed(table.view(view.turn), offers[0]).melds
        assert offered is not None
        assert {c for meld in offered for c in meld} <= set(table.view(view.turn).hand) - {card}
        await play_requests.move(table, turn(table), Verb.KNOCK, card, stamp=table.stamp(None), interaction=next(ids))
        after = table.view(None)
        assert isinstance(after, GinView)
        assert after.showdown is not None
        assert after.showdown.arrangement.melds == offered
        knocks += 1
    assert knocks
    deals = table.record()["deals"]
    assert isinstance(deals, list)
    assert sum(" knock " in move and " : " in move for deal in deals for move in deal["moves"]) == knocks


def _moves(table: Table) -> tuple[Move, ...]:
    """The moves of the player on turn; none between deals."""
    seat = table.view(None).turn
    return () if seat is None else table.view(seat).moves


async def test_the_bots_offer_does_not_depend_on_the_opponents_hand(here: Process) -> None:
    """Two tables that differ only in cards that the knocker can't see get the same offer."""
    table = await here.started()
    chance = random.Random(1)
    while not (knocks := [move for move in _moves(table) if move.verb is Verb.KNOCK]):
        await step(table, chance)
    seat = knocks[0].seat
    view = table.view(seat)
    game = table._game
    assert game is not None
    assert isinstance(game.state, GinState)
    hands = list(game.state.hands)
    rest = [c for c in range(52) if c not in view.hand and c not in view.discards]
    other = random.Random(2).sample(rest, 10)
    hands[1 - seat] = sum(1 << c for c in other)
    assert cards_in(hands[1 - seat]) != view.hand
    before = completed(view, knocks[0])
    assert before.melds is not None
    table._game = replace(game, state=replace(game.state, hands=(hands[0], hands[1])))
    assert completed(table.view(seat), knocks[0]) == before


async def test_resigning_ends_the_game_at_once(here: Process, there: Process) -> None:
    table = await here.started()
    await passed(table)
    await play_requests.resign(table, ALA, interaction=next(ids))
    assert (table.row.status, table.resigned) == (Status.OVER, 0)
    for seat in (None, 0, 1):
        view = table.view(seat)
        assert (view.phase, view.turn, view.moves, view.result) == (Phase.OVER, None, (), None)
    for attempt in (
        play_requests.move(table, BOB, Verb.PASS, stamp=table.stamp(None), interaction=next(ids)),
        play_requests.next_deal(table, BOB, stamp=table.stamp(None), interaction=next(ids)),
        play_requests.resign(table, BOB, interaction=next(ids)),
        table_requests.join(table, EVE, "Eve", next(ids)),
    ):
        with pytest.raises(Refused) as caught:
            await attempt
        assert caught.value.refusal.reason is TableReason.OVER
    assert everything(await there.tables.get(table.row.id)) == everything(table)


async def test_the_record_of_a_resigned_game_can_be_verified_to_its_last_deal(here: Process) -> None:
    table = await here.started()
    chance = random.Random(4)
    while not table.view(None).deals or table.view(None).turn is None:
        await step(table, chance)
    ended = len(table.view(None).deals)
    await play_requests.resign(table, BOB, interaction=next(ids))
    written = table.record()
    assert record.check(written) == written
    assert "result" not in written
    assert record.verify(written).proven == tuple(range(1, ended + 2))
    assert len(table.revealed()) == ended + 1


async def test_resigning_between_deals(here: Process) -> None:
    table = await here.started()
    chance = random.Random(4)
    while table.view(None).turn is not None:
        await step(table, chance)
    await play_requests.resign(table, ALA, interaction=next(ids))
    written = table.record()
    assert record.check(written) == written
    assert record.verify(written).proven == (1,)
    assert table.view(None).phase is Phase.OVER


async def test_a_finished_game_can_not_be_changed(here: Process) -> None:
    table = await here.started(QUICK)
    await play_on(table, random.Random(2))
    assert table.row.status is Status.OVER
    before = everything(table)
    with pytest.raises(Refused) as caught:
        await play_requests.resign(table, ALA, interaction=next(ids))
    assert caught.value.refusal.reason is TableReason.OVER
    assert everything(table) == before


async def test_the_message_that_shows_the_table_is_remembered(here: Process, there: Process) -> None:
    table = await here.started()
    await table.set_message(99)
    assert (table.row.message, table.row.message_at) == (99, here.now)
    assert (await there.tables.get(table.row.id)).row == table.row
    await passed(table)
    assert table.row.message == 99


async def test_a_missing_table_is_unknown(here: Process) -> None:
    with pytest.raises(UnknownTable):
        await here.tables.get(12345)
