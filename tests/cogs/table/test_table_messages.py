"""Messages of tables: text, pictures, alt texts and file names; public ones reveal nothing hidden."""

from dataclasses import replace
from random import Random

import pytest

from bot.play.service import play_requests, table_requests
from bot.play.service.table import Table
from bot.play.state.game import DealStage
from bot.play.state.values import Status
from bot.rummy.families import Variant
from bot.rummy.gin.state import GinState
from bot.rummy.melds.state import MeldsState
from bot.rummy.options import PRESETS, Options, options_for
from bot.text.catalogs import Catalogs
from cogs.edge.messages import Detail, Message
from cogs.table.public_messages import mark_of
from cogs.table.screens.scene import Notice, Picks
from cogs.table.table_messages import TableMessages
from render.look import Sorting
from render.queue.studio import Studio
from tests.amounts import MANY, times
from tests.cogs.table.scenes import NoFixtures, assert_discord_takes, shown
from tests.play.process import ALA, BOB, QUICK, Process, ids, play_on, step
from tests.rummy.helpers import melds_twin, twin

QUICK_GERMAN = options_for(Variant.GERMAN, {"rounds": 2, "small_deck": True})
TEXTS = Catalogs().texts("en")


def sent(message: Message) -> object:
    """Return everything that is sent with a message."""
    return shown(message.layout(Detail())), message.files, message.pings


def swap_hidden(table: Table, seat: int | None, rng: Random) -> None:
    """Change what a seat can't see: the stock, the other hand, the drawn card."""
    game = table._game
    assert game is not None
    state = game.state
    if isinstance(state, MeldsState):
        table._game = replace(game, state=melds_twin(state, seat, rng))
    else:
        assert isinstance(state, GinState)
        table._game = replace(game, state=twin(state, seat, rng))


def rules_of(variant: Variant) -> Options:
    """Return a variant's standard rules, with claims if it has them."""
    if variant is Variant.THREE_HANDED:
        return options_for(variant, {"form": "captain"})
    return options_for(variant, {"claim": True} if variant is Variant.GERMAN else {})


def seats_of(variant: Variant) -> int:
    most = PRESETS[variant].seat_counts[-1]
    return 3 if most == 4 else most


@pytest.mark.slow
@pytest.mark.parametrize("variant", Variant)
async def test_C_4_public_messages_do_not_depend_on_hidden_cards(
    here: Process, studio: Studio, variant: Variant
) -> None:
    rng, showing = Random(variant.value), TableMessages(studio, NoFixtures())
    table = await here.started(rules_of(variant), seats_of(variant))
    for _ in range(times(5)):
        game = table._game
        before = sent(await showing.public(table, TEXTS)), sent(await showing.watching(table, TEXTS))
        swap_hidden(table, None, rng)
        assert (sent(await showing.public(table, TEXTS)), sent(await showing.watching(table, TEXTS))) == before
        table._game = game
        await play_on(table, rng, rng.randint(1, 8))


@pytest.mark.slow
@pytest.mark.parametrize(
    "variant",
    [Variant.GIN, Variant.BASIC, Variant.GERMAN, Variant.REMIK51, Variant.THREE_HANDED, Variant.RUM500],
)
async def test_C_4_a_panel_does_not_depend_on_cards_hidden_from_its_owner(
    here: Process, studio: Studio, variant: Variant
) -> None:
    rng, showing = Random(8), TableMessages(studio, NoFixtures())
    table = await here.started(rules_of(variant), seats_of(variant))
    for _ in range(times(4)):
        game = table._game
        for seat in range(seats_of(variant)):
            picked = Picks(table.view(seat).deal, table.view(seat).hand[:2])

            async def panel(seat: int = seat, picked: Picks = picked) -> object:
                return sent(await showing.hand(table, seat, TEXTS, sorting=Sorting.MELDS, render=0, picked=picked))

            before = await panel()
            swap_hidden(table, seat, rng)
            assert await panel() == before
            table._game = game
        await play_on(table, rng, rng.randint(1, 8))


@pytest.mark.slow
@pytest.mark.parametrize("rules", [pytest.param(QUICK, marks=pytest.mark.soak), QUICK_GERMAN])
async def test_every_stage_of_a_table_can_be_shown(here: Process, studio: Studio, rules: Options) -> None:
    rng, showing = Random(4), TableMessages(studio, NoFixtures())
    table = await here.open(rules, invited=(BOB,))
    parts = [mark_of(table).part]
    message = await showing.public(table, TEXTS)
    assert message.pings == (BOB,)
    assert_discord_takes(message.layout(Detail()))
    await table_requests.join(table, BOB, "Bob", next(ids))
    await table_requests.start(table, ALA, next(ids))
    names: set[str] = set()
    mark = None
    while True:
        if mark_of(table) == mark:  # a lay in the current turn, which others don't see
            await step(table, rng)
            continue
        mark = mark_of(table)
        parts.append(mark.part)
        message = await showing.public(table, TEXTS)
        assert_discord_takes(message.layout(Detail()))
        assert all(file.alt and len(file.alt) <= 1024 for file in message.files)
        assert not names & {file.name for file in message.files}
        names |= {file.name for file in message.files}
        for seat in (0, 1) if MANY else (len(parts) % 2,):
            hand = await showing.hand(table, seat, TEXTS, sorting=Sorting.MELDS, render=0, notice=Notice("A notice."))
            assert_discord_takes(hand.layout(Detail()))
            assert "A notice." in shown(hand.layout(Detail())).text
        if table.row.status is Status.OVER:
            break
        await step(table, rng)
    assert list(dict.fromkeys(parts))[:3] == [
        DealStage(1, ended=False),
        DealStage(1, ended=True),
        DealStage(2, ended=False),
    ]


async def test_a_cancelled_table_and_a_resigned_game_can_be_shown(here: Process, studio: Studio) -> None:
    showing = TableMessages(studio, NoFixtures())
    table = await here.open()
    await table_requests.cancel(table, ALA, next(ids))
    assert "canceled" in shown((await showing.public(table, TEXTS)).layout(Detail())).text
    hand = await showing.hand(table, 0, TEXTS, sorting=Sorting.MELDS, render=0)
    assert_discord_takes(hand.layout(Detail()))
    table = await here.started()
    await step(table, Random(1))
    await play_requests.resign(table, BOB, interaction=next(ids))
    message = await showing.public(table, TEXTS)
    seen = shown(message.layout(Detail()))
    assert "Bob resigned. That counts as a loss." in seen.text
    assert "Ala wins: Bob resigned" in seen.text, "no deal has ended that a share card could show"
    assert message.files == ()
    assert seen.labels == ["Rematch", "Replay", "Share to...", "More"]
    hand = await showing.hand(table, 0, TEXTS, sorting=Sorting.MELDS, render=0)
    assert shown(hand.layout(Detail())).labels == ["Rematch", "More"]
