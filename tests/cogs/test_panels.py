"""Private panels: pushed through the newest token while it is fresh, and let go of when it is not."""

import asyncio
from dataclasses import dataclass, field
from random import Random
from types import SimpleNamespace
from typing import cast

import discord
import pytest
from discord.ui import LayoutView

from bot.play.people import Person
from bot.play.ports import StoreError
from bot.play.session import Table
from bot.text.catalogue import Catalogues
from cogs.emojis import CardEmojis
from cogs.messages import Dress
from cogs.panels import FRESH, Owner, Panels
from cogs.screens.sorting import Sorting
from cogs.showing import Showing
from data.people import KeptPeople
from render.studio import Studio
from tests.cogs.scenes import NoLeague, shown
from tests.cogs.wall import refusal
from tests.play.house import ALA, BOB, Process, step


@dataclass
class Token:
    """The interaction that made a panel: what the panel says, edit by edit; ``faults`` are raised instead."""

    texts: list[str] = field(default_factory=list)
    faults: list[Exception] = field(default_factory=list)
    gate: asyncio.Event = field(default_factory=asyncio.Event)
    arrived: asyncio.Event = field(default_factory=asyncio.Event)
    locale: object = field(default_factory=lambda: SimpleNamespace(value="en-US"))
    message: object = None
    data: object = None

    def __post_init__(self) -> None:
        self.gate.set()

    async def edit_original_response(
        self, *, view: LayoutView, attachments: list[discord.File], allowed_mentions: discord.AllowedMentions
    ) -> None:
        self.arrived.set()
        await self.gate.wait()
        if self.faults:
            raise self.faults.pop(0)
        assert not allowed_mentions.everyone
        assert len(attachments) <= 1
        self.texts.append(shown(view).text)

    @property
    def interaction(self) -> discord.Interaction:
        return cast(discord.Interaction, self)


@pytest.fixture
def panels(here: Process, studio: Studio, people: KeptPeople) -> Panels:
    return Panels(Showing(studio, NoLeague()), Catalogues(), here.clock, people, CardEmojis())


async def with_panel(panels: Panels, table: Table, now: int) -> Token:
    token = Token()
    panels.remember(Owner(table.row.id, BOB), token.interaction, now)
    return token


async def test_a_fresh_panel_is_pushed_and_nobody_without_one(here: Process, panels: Panels) -> None:
    table = await here.started()
    token = await with_panel(panels, table, here.clock())
    await step(table, Random(1))
    panels.push(table, BOB)
    panels.push(table, ALA)
    await panels.idle()
    assert len(token.texts) == 1
    assert "deadwood" in token.texts[0]


async def test_the_newest_panel_is_the_one_that_is_pushed(here: Process, panels: Panels) -> None:
    table = await here.started()
    old, new = await with_panel(panels, table, here.clock()), await with_panel(panels, table, here.clock())
    panels.push(table, BOB)
    await panels.idle()
    assert (len(old.texts), len(new.texts)) == (0, 1)


async def test_moves_during_a_push_are_pushed_once_more_with_the_newest_state(here: Process, panels: Panels) -> None:
    table, chance = await here.started(), Random(1)
    token = await with_panel(panels, table, here.clock())
    token.gate.clear()
    panels.push(table, BOB)
    await token.arrived.wait()
    for _ in range(6):
        await step(table, chance)
        panels.push(table, BOB)
    token.gate.set()
    await panels.idle()
    assert len(token.texts) == 2
    assert f"{table.view(1).stock} cards in the stock" in token.texts[-1]


async def test_an_old_token_is_not_used(here: Process, panels: Panels) -> None:
    table = await here.started()
    token = await with_panel(panels, table, here.clock())
    here.now += FRESH + 1
    panels.push(table, BOB)
    await panels.idle()
    assert token.texts == []


@pytest.mark.parametrize("fault", [refusal(401, 50027), refusal(404, 10015), refusal(404, 10008), OSError()])
async def test_a_token_that_discord_refuses_is_let_go_of(here: Process, panels: Panels, fault: Exception) -> None:
    table = await here.started()
    token = await with_panel(panels, table, here.clock())
    token.faults.append(fault)
    for _ in range(3):
        panels.push(table, BOB)
        await panels.idle()
    assert token.texts == []
    assert token.faults == []


async def test_a_panel_keeps_the_order_that_its_owner_chose_at_any_table(
    here: Process, panels: Panels, people: KeptPeople
) -> None:
    table = await here.started()

    async def order(user: int, seat: int) -> list[str]:
        message = await panels.hand(table, await panels.person(user), seat, "en-US")
        return [str(button["label"]) for button in shown(message.layout(Dress(files=False))).buttons]

    at_first, alas = await order(BOB, 1), await order(ALA, 0)
    await panels.sort(BOB, bare=False)
    by_suit = await order(BOB, 1)
    assert by_suit != at_first
    assert await order(ALA, 0) == alas
    assert (await people.get(BOB)).sorting == Sorting.SUITS
    await panels.sort(BOB, bare=True)  # at another table, where nobody finds melds
    assert await order(BOB, 1) not in (at_first, by_suit)
    await panels.sort(BOB, bare=False)
    assert await order(BOB, 1) == at_first


async def test_a_panel_is_shown_where_nobody_can_say_what_its_owner_likes(here: Process, studio: Studio) -> None:
    panels = Panels(Showing(studio, NoLeague()), Catalogues(), here.clock, NoPeople(), CardEmojis())
    table = await here.started()
    message = await panels.hand(table, await panels.person(BOB), 1, "en-US")
    assert "Sort by suit" in shown(message.layout(Dress(files=False))).labels


class NoPeople:
    """A store that does not answer."""

    async def get(self, user: int) -> Person:
        raise StoreError(f"nothing is known of {user}")

    async def save(self, person: Person) -> None:
        raise StoreError(f"{person.user} can't be kept")


async def test_what_is_pushed_tells_nothing_of_other_tables(here: Process, panels: Panels) -> None:
    one, other = await here.started(), await here.started(channel=78)
    token = await with_panel(panels, one, here.clock())
    await step(other, Random(1))
    panels.push(other, BOB)
    await panels.idle()
    assert token.texts == []


async def test_closing_ends_a_push_at_once(here: Process, panels: Panels) -> None:
    table = await here.started()
    token = await with_panel(panels, table, here.clock())
    token.gate.clear()
    panels.push(table, BOB)
    await token.arrived.wait()
    await panels.close()
    assert token.texts == []
