"""Turns of several clicks: all or nothing, stamps, races for a discard, resigning with melds laid."""

import asyncio
import random
from itertools import permutations

import pytest

from bot.play.service import play_requests
from bot.play.service.table import Table
from bot.play.state.errors import Repeated, Stale, TableReason
from bot.play.state.game import BrokenLog
from bot.play.state.values import LogLine, Stamp, Status
from bot.rummy.cards import PACK
from bot.rummy.families import Variant
from bot.rummy.melds.views import MeldsView
from bot.rummy.moves import Move, Verb
from bot.rummy.options import options_for
from bot.rummy.records import checking as record
from bot.rummy.refusals import Reason, Refused
from bot.rummy.views import Phase
from tests.play.melds import melds_in, melds_view
from tests.play.process import (
    ALA,
    BASIC,
    BOB,
    DAN,
    EVE,
    USERS,
    Process,
    chosen,
    claimers,
    everything,
    ids,
    made,
    play_on,
    player,
    shown,
    step,
)
from tests.refusals import pattern

CLAIMS = options_for(Variant.GERMAN, {"claim": True, "rounds": 2})


async def to_a_meld(table: Table, chance: random.Random) -> tuple[int, Move]:
    """Play on until a player can lay a meld and then discard. Return the player and the meld."""
    while True:
        seat = table.view(None).turn
        if seat is not None and table.view(None).phase is Phase.LAY:
            view = melds_view(table, seat)
            melds = melds_in(view)
            if melds and not any(view.staged):
                return seat, melds[0]
        await step(table, chance)


def after(view: MeldsView, move: Move) -> list[int]:
    """List the cards that a lay leaves in the hand."""
    left = list(view.hand)
    for card in move.cards:
        left.remove(card)
    return left


async def test_several_moves_are_one_line_and_all_or_nothing(here: Process, there: Process) -> None:
    table = await here.started(BASIC, 3)
    seat, meld = await to_a_meld(table, random.Random(1))
    view, before, click = melds_view(table, seat), everything(table), next(ids)
    left = after(view, meld)
    strange = next(card for card in PACK if card not in view.hand)
    for wrong, reason in (
        (Move(seat, Verb.DISCARD, strange), Reason.NOT_HELD),
        (Move(seat, Verb.DISCARD, meld.cards[0]), Reason.NOT_HELD),
        (Move(seat, Verb.DRAW), Reason.HAS_CARD),
        (Move(seat, Verb.LAYOFF, left[0], meld=99), Reason.NO_SUCH_MELD),
    ):
        with pytest.raises(Refused) as caught:
            await made(table, meld, wrong, interaction=click)
        assert caught.value.refusal.reason is reason
        assert everything(table) == before
        assert everything(await Process(there.store).tables.get(table.row.id)) == before
    discard = Move(seat, Verb.DISCARD, next(card for card in left if card != view.taken))
    stamp = table.stamp(None)
    await made(table, meld, Move(seat, Verb.UNDO), meld, discard, interaction=click)
    assert table.stamp(None) == Stamp(stamp.public + 1)
    assert melds_view(table, None).melds[-1].cards == meld.cards
    loaded = await there.store.load(table.row.id)
    assert loaded is not None
    assert loaded[1][-1].text == "; ".join(str(move)[2:] for move in (meld, Move(seat, Verb.UNDO), meld, discard))
    with pytest.raises(Repeated):
        await made(table, meld, discard, stamp=stamp, interaction=click)
    with pytest.raises(Refused):
        await made(table, discard)


async def test_moves_belong_to_the_user_who_makes_them(here: Process) -> None:
    table = await here.started(BASIC, 3)
    seat = table.view(None).turn
    assert seat is not None
    with pytest.raises(Refused) as caught:
        await play_requests.moves(
            table, player((seat + 1) % 3), [Move(seat, Verb.DRAW)], stamp=Stamp(0), interaction=next(ids)
        )
    assert caught.value.refusal.reason is Reason.NOT_YOUR_TURN
    with pytest.raises(ValueError, match="no move"):
        await play_requests.moves(table, player(seat), [], stamp=Stamp(0), interaction=next(ids))
    await play_requests.moves(table, player(seat), [Move(9, Verb.DRAW)], stamp=Stamp(0), interaction=next(ids))
    assert table.view(None).phase is Phase.LAY


async def test_a_lay_off_on_a_missing_meld_is_refused(here: Process) -> None:
    table = await here.started(BASIC, 3)
    seat, meld = await to_a_meld(table, random.Random(2))
    await play_requests.move(
        table, player(seat), Verb.MELD, cards=meld.cards, stamp=table.stamp(seat), interaction=next(ids)
    )
    view = melds_view(table, seat)
    assert view.melds[-1].cards == meld.cards
    with pytest.raises(Refused) as caught:
        await play_requests.move(
            table, player(seat), Verb.LAYOFF, view.hand[0], meld=77, stamp=table.stamp(seat), interaction=next(ids)
        )
    assert caught.value.refusal.reason is Reason.NO_SUCH_MELD


async def test_a_click_from_before_a_lay_is_stale_only_for_the_player_on_turn(here: Process) -> None:
    table = await here.started(BASIC, 3)
    seat, meld = await to_a_meld(table, random.Random(3))
    old = table.stamp(seat)
    await made(table, meld)
    laid = everything(table)
    for late in (meld, Move(seat, Verb.UNDO), Move(seat, Verb.DISCARD, melds_view(table, seat).hand[0])):
        with pytest.raises(Stale):
            await made(table, late, stamp=old)
    with pytest.raises(Refused) as caught:  # the public message is unchanged, so its button isn't stale
        await made(table, Move(seat, Verb.DRAW), stamp=table.stamp(None))
    assert caught.value.refusal.reason is Reason.HAS_CARD
    other = (seat + 1) % 3
    with pytest.raises(Refused) as caught:
        await made(table, Move(other, Verb.DRAW), stamp=old)
    assert caught.value.refusal.reason is Reason.NOT_YOUR_TURN
    assert everything(table) == laid
    await made(table, Move(seat, Verb.UNDO))
    assert table.stamp(seat) == (old.public, 2)


async def to_claimers(table: Table, chance: random.Random, count: int) -> list[int]:
    """Play on until a number of players can claim the discard (H-8). Return them."""
    while True:
        able = claimers(table)
        if len(able) == count:
            return able
        seat = table.view(None).turn
        if seat is None:
            await play_requests.next_deal(table, USERS[0], stamp=table.stamp(None), interaction=next(ids))
        else:
            await made(table, chosen(table.view(seat), chance))


@pytest.mark.slow
@pytest.mark.parametrize("seats", [3, 4])
async def test_H_8_the_first_claim_gets_the_discard(here: Process, seats: int) -> None:
    """For any order of clicks, also at a table that has to be loaded first; the log gets one line."""
    number = (await here.started(CLAIMS, seats)).row.id
    chance = random.Random(seats)
    for order in permutations(range(seats - 1)):
        table = await Process(here.store).tables.get(number)
        racers = await to_claimers(table, chance, seats - 2)
        following = table.view(None).turn
        assert following is not None
        moves = [*(Move(seat, Verb.CLAIM) for seat in racers), Move(following, Verb.DRAW)]
        before, stamp = melds_view(table, None), table.stamp(None)
        tables = Process(here.store).tables

        async def click(move: Move) -> None:
            await made(await tables.get(number), move, stamp=stamp)  # noqa: B023 - done with before the next order

        answers = await asyncio.gather(*(click(moves[n]) for n in order), return_exceptions=True)
        assert [type(answer).__name__ for answer in answers] == ["NoneType"] + ["Stale"] * (seats - 2)
        winner, table = moves[order[0]], await tables.get(number)
        now = melds_view(table, None)
        assert table.stamp(None) == Stamp(stamp.public + 1)
        cards = 2 if winner.verb is Verb.CLAIM else 1
        assert now.counts[winner.seat] == before.counts[winner.seat] + cards
        assert sum(now.counts) == sum(before.counts) + cards
        assert (now.turn, now.claim) == (following, None)


@pytest.mark.slow
async def test_H_8_only_one_of_two_processes_gives_the_discard_away(here: Process, there: Process) -> None:
    table = await here.started(CLAIMS, 4)
    other = await there.tables.get(table.row.id)
    chance = random.Random(9)
    for _ in range(5):
        first, second = await to_claimers(table, chance, 2)
        stamp = table.stamp(None)
        await other.refresh()
        answers = await asyncio.gather(
            made(table, Move(first, Verb.CLAIM), stamp=stamp),
            made(other, Move(second, Verb.CLAIM), stamp=stamp),
            return_exceptions=True,
        )
        assert sorted(type(answer).__name__ for answer in answers) == ["NoneType", "Stale"]
        assert shown(table) == shown(other)
        assert table.stamp(None) == Stamp(stamp.public + 1)


async def ended_by(here: Process, table: Table, seat: int) -> None:
    """End the game by a seat's resignation, as the last person at a table does."""
    entry = LogLine(table.seq, seat, "resign", next(ids), here.clock())
    await here.store.append(table.row.id, entry, clock=None, wake=None, over=True)
    await table.refresh()


@pytest.mark.slow
@pytest.mark.parametrize(("seats", "seed"), [(2, 1), (3, 2), (4, 3), (4, 4)])
async def test_a_resigning_player_loses_to_the_others_with_the_highest_total(
    here: Process, there: Process, seats: int, seed: int
) -> None:
    table = await here.started(options_for(Variant.GERMAN, {"no_initial_meld": True}), seats)
    chance = random.Random(seed)
    while table.view(None).deal < 3:
        assert table.winners() == ()
        await step(table, chance)
    totals = table.view(None).columns[0].totals
    best = max(range(seats), key=totals.__getitem__)
    await ended_by(here, table, best)
    most = sorted(totals)[-2]
    assert table.winners() == tuple(seat for seat in range(seats) if seat != best and totals[seat] == most)
    assert (table.row.status, table.resigned) == (Status.OVER, best)
    assert everything(await there.tables.get(table.row.id)) == everything(table)


async def test_all_other_players_win_if_one_resigns_in_the_first_deal(here: Process) -> None:
    table = await here.started(BASIC, 4)
    await ended_by(here, table, 2)
    assert table.winners() == (0, 1, 3)


async def test_D_10_melds_of_a_turn_stay_hidden_when_a_player_resigns(here: Process, there: Process) -> None:
    table = await here.started(BASIC, 3)
    seat, meld = await to_a_meld(table, random.Random(5))
    before = [melds_view(table, other) for other in (None, 0, 1, 2)]
    await made(table, meld)
    await ended_by(here, table, (seat + 1) % 3)
    for other, was in zip((None, 0, 1, 2), before, strict=True):
        view = melds_view(table, other)
        assert (view.melds, view.counts, view.recent, view.hand) == (was.melds, was.counts, was.recent, was.hand)
        assert (view.phase, view.turn, view.moves, view.claim, view.hands) == (Phase.OVER, None, (), None, ())
    assert {table.stamp(other).own for other in (None, 0, 1, 2)} == {0}
    assert everything(await there.tables.get(table.row.id)) == everything(table)
    written = table.record()
    assert record.check(written) == written
    deals = written["deals"]
    assert isinstance(deals, list)
    assert deals[-1]["moves"][-1] == str(meld)


async def test_H_8_a_discard_can_not_be_claimed_after_a_resignation(here: Process) -> None:
    table = await here.started(CLAIMS, 3)
    claimer = (await to_claimers(table, random.Random(6), 1))[0]
    await ended_by(here, table, 0)
    assert melds_view(table, None).claim is None
    with pytest.raises(Refused) as caught:
        await made(table, Move(claimer, Verb.CLAIM))
    assert caught.value.refusal.reason is TableReason.OVER


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("discard {card}; next", "there is no move 'next'"),
        ("discard {card}; discard {card}", rf"{pattern(Reason.NOT_YOUR_TURN)} \(B-4\)"),
        ("discard {card}; ", "there is no move ''"),
        ("undo; discard {card}", rf"{pattern(Reason.NOTHING_LAID)} \(B-4\)"),
        ("meld {card} XX 2C", "You don't have XX"),
        ("next", "This deal isn't over yet"),
    ],
)
async def test_an_illegal_line_of_several_moves_is_reported(here: Process, there: Process, text: str, why: str) -> None:
    table = await here.started(BASIC, 3)
    seat = table.view(None).turn
    assert seat is not None
    await made(table, Move(seat, Verb.DRAW))
    line = text.format(card=str(next(m for m in table.view(seat).moves if m.verb is Verb.DISCARD)).split()[-1])
    await here.store.append(table.row.id, LogLine(1, seat, line, next(ids), 1), clock=None, wake=None)
    with pytest.raises(BrokenLog, match=f"table {table.row.id}, line 1: {seat} {line}: {why}"):
        await there.tables.get(table.row.id)


@pytest.mark.parametrize(("text", "stamp"), [("0", Stamp(0)), ("12", Stamp(12)), ("12.3", Stamp(12, 3))])
def test_a_stamp_has_a_text_form_that_reads_back(text: str, stamp: Stamp) -> None:
    assert str(stamp) == text
    assert Stamp.read(text) == stamp


@pytest.mark.parametrize("text", ["", "x", "-1", "01", "1.0", "1.", ".1", "1.2.3", " 1", "1\n", "\u0661", "9" * 11])
def test_invalid_stamps_are_rejected(text: str) -> None:
    with pytest.raises(ValueError, match="no stamp"):
        Stamp.read(text)


@pytest.mark.slow
async def test_a_game_of_four_is_played_to_its_end_and_rematched(here: Process) -> None:
    table = await here.started(options_for(Variant.GERMAN, {"rounds": 1, "claim": True}), 4)
    await play_on(table, random.Random(8))
    assert table.winners()
    again = await here.tables.rematch(table, user=EVE, name="Eve", interaction=next(ids))
    assert again.row.invited == (ALA, BOB, DAN)
