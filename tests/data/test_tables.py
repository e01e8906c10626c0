"""The store of tables, and conflicts between concurrent writers."""

import asyncio
from dataclasses import replace

import pytest

from bot.play.state.errors import ChannelTaken, Overtaken, Repeated, StoreError
from bot.play.state.values import LogWord, Player, Status
from bot.rummy.families import Variant
from bot.rummy.options import options_for
from data.database import Database, open_database
from data.engines import Work
from data.tables.store import SqlTables
from tests.data.fresh import POSTGRES
from tests.data.tables import ALA, BOB, append, line, row


async def test_a_table_is_read_back_as_stored(store: SqlTables) -> None:
    options = options_for(Variant.HOLLYWOOD, {"play_out": False, "target": 150, "tie": "void"})
    made = await store.create(row(options=options, invited=(BOB.user,)), 1)
    assert await store.load(made.id) == (replace(row(options=options, invited=(BOB.user,)), id=made.id), ())
    changed = await store.save(replace(made, seats=(ALA, BOB), status=Status.PLAYING, invited=()), 2)
    assert changed.version == made.version + 1
    await append(store, made.id, line(0, 3, "knock 7H : 2S 2H 2D / 4H 5H 6H"))
    await append(store, made.id, line(1, 4, "next"))
    lines = (line(0, 3, "knock 7H : 2S 2H 2D / 4H 5H 6H"), line(1, 4, "next"))
    assert await store.load(made.id) == (replace(changed, touched_at=lines[1].at), lines)
    assert await store.load(made.id + 1) is None


async def test_names_of_people_are_not_stored(store: SqlTables) -> None:
    made = await store.create(row(seats=(replace(ALA, name="Ala"),)), 1)
    found = await store.load(made.id)
    assert found is not None
    assert [player.name for player in found[0].seats] == [""]


@pytest.mark.parametrize(
    ("variant", "changes"),
    [
        (Variant.BASIC, {}),
        (Variant.BASIC, {"target": 250, "one_meld_per_turn": True}),
        (Variant.GERMAN, {"rounds": 7, "small_deck": True, "no_jokers": True, "claim": True, "training": True}),
    ],
)
async def test_a_table_of_four_with_melds_is_read_back_as_stored(
    store: SqlTables, variant: Variant, changes: dict[str, object]
) -> None:
    four = (ALA, BOB, Player(3, "", "karo"), Player(4, "", "trefl"))
    made = await store.create(row(options=options_for(variant, changes), seats=four), 1)
    await append(store, made.id, line(0, 2, "meld 5H XX 7H; layoff 8H 0 high; discard 2C"))
    assert await store.load(made.id) == (made, (line(0, 2, "meld 5H XX 7H; layoff 8H 0 high; discard 2C"),))
    assert (made.options, made.seats) == (options_for(variant, changes), four)


async def test_a_member_is_seated_where_they_still_play(store: SqlTables) -> None:
    guild, seated = row().home.guild or 0, (ALA, BOB, Player(3, "", "karo"))
    left = await store.create(row(channel=1, status=Status.PLAYING, seats=seated), 1)
    assert await store.seated_at(guild, BOB.user) == left.id
    await append(store, left.id, line(0, 2, LogWord.BACK))
    await append(store, left.id, line(1, 3, LogWord.LEAVE))
    assert [await store.seated_at(guild, one.user) for one in seated] == [left.id, None, left.id]
    await store.pause(left.id, 10, None)
    assert await store.seated_at(guild, ALA.user) is None, "its channel is gone"
    assert [await store.paused_game(guild, one.user) for one in seated] == [left.id, None, left.id]
    lobby = await store.create(row(channel=2), 4)
    assert await store.seated_at(guild, ALA.user) == lobby.id
    assert await store.seated_at(guild + 1, ALA.user) is None


async def test_the_last_move_also_ends_the_table(store: SqlTables) -> None:
    made = await store.create(row(status=Status.PLAYING, seats=(ALA, BOB)), 1)
    await append(store, made.id, line(0, 2, "resign"), over=True)
    loaded = await store.load(made.id)
    assert loaded is not None
    assert loaded[0].status is Status.OVER


async def test_C_1_one_open_table_in_a_channel(store: SqlTables) -> None:
    first = await store.create(row(channel=5), 1)
    with pytest.raises(ChannelTaken) as caught:
        await store.create(row(channel=5), 2)
    assert caught.value.table == first.id
    other = await store.create(row(channel=6), 3)
    await store.save(replace(first, status=Status.CANCELLED), 4)
    second = await store.create(row(channel=5), 5)
    assert await store.in_channel(5) == second.id
    assert await store.in_channel(6) == other.id
    assert await store.in_channel(7) is None
    await store.save(replace(second, status=Status.CANCELLED), 6)
    assert await store.in_channel(5) == second.id


async def test_C_1_of_two_processes_opening_a_table_in_a_channel_one_is_refused(store: SqlTables, url: str) -> None:
    other = await open_database(url)
    try:
        answers = await asyncio.gather(
            *(kept.create(row(channel=5), 10 + n) for n in range(4) for kept in (store, SqlTables(other))),
            return_exceptions=True,
        )
    finally:
        await other.close()
    made = [answer for answer in answers if not isinstance(answer, BaseException)]
    assert len(made) == 1
    assert {answer.table for answer in answers if isinstance(answer, ChannelTaken)} == {made[0].id}


async def test_an_interaction_is_applied_once(store: SqlTables, url: str) -> None:
    made = await store.create(row(), 1)
    await append(store, (await store.create(row(channel=8), 2)).id, line(0, 3))
    joined = await store.save(replace(made, seats=(ALA, BOB)), 4)
    other = await open_database(url)
    try:
        elsewhere = SqlTables(other)
        for interaction in (1, 2, 4):
            assert await elsewhere.seen(interaction)
            with pytest.raises(Repeated):
                await elsewhere.create(row(channel=9), interaction)
            with pytest.raises(Repeated):
                await elsewhere.save(joined, interaction)
        with pytest.raises(Repeated):
            await append(elsewhere, made.id, line(0, 3))
        with pytest.raises(Repeated):
            await elsewhere.save(joined, 3)
        assert not await elsewhere.seen(5)
        assert await elsewhere.load(made.id) == (joined, ())
        assert await elsewhere.in_channel(9) is None
    finally:
        await other.close()


async def test_a_line_of_the_log_is_written_once(store: SqlTables) -> None:
    made = await store.create(row(), 1)
    await append(store, made.id, line(0, 2))
    with pytest.raises(Overtaken):
        await append(store, made.id, line(0, 3, "take"), over=True)
    loaded = await store.load(made.id)
    assert loaded == (made, (line(0, 2),))
    assert not await store.seen(3)


async def test_a_lobby_that_changed_meanwhile_is_not_overwritten(store: SqlTables) -> None:
    made = await store.create(row(), 1)
    changed = await store.save(replace(made, seats=(ALA, BOB)), 2)
    with pytest.raises(Overtaken):
        await store.save(replace(made, status=Status.CANCELLED), 3)
    assert await store.load(made.id) == (changed, ())
    assert not await store.seen(3)


async def test_the_message_of_a_table_is_stored_and_survives_changes_of_the_lobby(store: SqlTables) -> None:
    made = await store.create(row(), 1)
    await store.set_message(made.id, 77, 1234)
    await store.save(replace(made, seats=(ALA, BOB)), 2)
    loaded = await store.load(made.id)
    assert loaded is not None
    assert (loaded[0].message, loaded[0].message_at) == (77, 1234)
    await store.set_message(made.id, None, 1235)
    loaded = await store.load(made.id)
    assert loaded is not None
    assert loaded[0].message is None


async def test_a_table_has_one_rematch_unless_that_was_canceled(store: SqlTables) -> None:
    over = await store.create(row(status=Status.OVER), 1)
    first = await store.create(row(), 2, rematch_of=over.id)
    with pytest.raises(Overtaken):  # not ChannelTaken: the second one looks up the first rematch
        await store.create(row(), 3, rematch_of=over.id)
    loaded = await store.load(over.id)
    assert loaded is not None
    assert loaded[0].rematch == first.id
    await store.save(replace(first, status=Status.CANCELLED), 4)
    second = await store.create(row(), 5, rematch_of=over.id)
    loaded = await store.load(over.id)
    assert loaded is not None
    assert loaded[0].rematch == second.id


async def test_waiting_moves_share_a_commit_and_a_bad_one_fails_alone(
    store: SqlTables, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = [await store.create(row(channel=n, status=Status.PLAYING), 1000 + n) for n in range(20)]
    await append(store, made[3].id, line(0, 1))
    begun = 0
    write, write_rows = database.write, database.write_rows

    def counted() -> object:
        nonlocal begun
        begun += 1
        return write()

    def counted_rows(work: Work) -> object:
        nonlocal begun
        begun += 1
        return write_rows(work)

    monkeypatch.setattr(database, "write", counted)
    monkeypatch.setattr(database, "write_rows", counted_rows)
    answers = await asyncio.gather(
        *(append(store, table.id, line(0, 2 + n)) for n, table in enumerate(made)),
        append(store, made[4].id, line(1, 1)),
        append(store, 10**6, line(0, 500)),
        return_exceptions=True,
    )
    wrong = {n: type(answer) for n, answer in enumerate(answers) if answer is not None}
    assert wrong.pop(3) is Overtaken
    assert wrong.pop(20) is Repeated
    fault = answers[21]
    assert isinstance(fault, StoreError)
    assert str(fault) == "there is no table 1000000"
    assert set(wrong) == {21}
    # One for all together, then a second one with a savepoint each. On PostgreSQL `write_rows` uses `write`.
    assert begun <= 2 + (POSTGRES is not None)
    for n, table in enumerate(made):
        loaded = await store.load(table.id)
        assert loaded is not None
        assert [entry.interaction for entry in loaded[1]] == [1 if n == 3 else 2 + n]


async def test_moves_are_read_back_in_their_order(store: SqlTables) -> None:
    made = await store.create(row(), 1)
    await asyncio.gather(*(append(store, made.id, line(seq, 100 + seq)) for seq in reversed(range(50))))
    loaded = await store.load(made.id)
    assert loaded is not None
    assert [entry.seq for entry in loaded[1]] == list(range(50))


async def test_table_ids_are_never_reused(store: SqlTables, database: Database) -> None:
    made = await store.create(row(), 1)
    async with database.write() as connection:
        await connection.exec_driver_sql("DELETE FROM tables")
    assert (await store.create(row(), 2)).id > made.id
