"""Private panels: updated through the newest token while it's fresh, and dropped when it isn't."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field
from itertools import count
from json import JSONDecodeError
from random import Random
from types import SimpleNamespace
from typing import cast

import discord
import pytest
from discord.ui import LayoutView

from bot.counts import PictureCounts
from bot.play.service import play_requests
from bot.play.service.table import Table
from bot.play.state.errors import StoreError
from bot.play.state.people import PeopleStore, Preferences
from bot.play.state.values import StoredPanel
from bot.rummy.cards import mask_of
from bot.rummy.gin.arrange import arrange
from bot.rummy.views import Phase
from bot.text.catalogs import Catalogs
from cogs.edge.answer_messages import UNSENT, AnswerMessage
from cogs.edge.answers import Delivery
from cogs.edge.layout import notice_screen
from cogs.edge.messages import CardEmojis, Detail, Message
from cogs.table.panels import stored as stored_module
from cogs.table.panels.hands import Hands, Owner, ShownPanel, announces
from cogs.table.panels.panels import Panels
from cogs.table.panels.stored import FRESH, StoredPanels
from cogs.table.screens.scene import Chance, Notice, chance_in
from cogs.table.table_messages import TableMessages
from data.people.store import SqlPeople
from render.look import Sorting
from render.queue.studio import Studio
from tests.cogs.edge.wall import refusal
from tests.cogs.table.scenes import NoFixtures, shown
from tests.play.flaky import FlakyStore
from tests.play.process import ALA, BOB, Process, chosen, player, step

numbers = count(1)
EXPIRED = "Press *My hand* to see your cards."


@dataclass
class Followups:
    """The messages that are sent with a token after its first one, by id: their texts, the last one last."""

    texts: dict[int, list[str]] = field(default_factory=dict)
    deleted: set[int] = field(default_factory=set)
    faults: list[Exception] = field(default_factory=list)
    gate: asyncio.Event = field(default_factory=asyncio.Event)
    arrived: asyncio.Event = field(default_factory=asyncio.Event)

    def __post_init__(self) -> None:
        self.gate.set()

    @property
    def live(self) -> list[int]:
        """The ids of those that aren't deleted."""
        return [message for message in self.texts if message not in self.deleted]

    async def send(self, *, view: LayoutView, ephemeral: bool, wait: bool, **_: object) -> SimpleNamespace:
        assert (ephemeral, wait) == (True, True)
        if self.faults:
            raise self.faults.pop(0)
        message = 1_000_000 + next(numbers)
        self.texts[message] = [shown(view).text]
        self.arrived.set()
        await self.gate.wait()
        return SimpleNamespace(id=message)

    async def edit_message(self, message: int, *, view: LayoutView, **_: object) -> None:
        assert message not in self.deleted
        self.texts[message].append(shown(view).text)

    async def delete_message(self, message: int) -> None:
        self.deleted.add(message)


@dataclass
class Token:
    """A fake interaction that made a panel. It records the panel's texts; ``faults`` are raised instead."""

    texts: list[str] = field(default_factory=list)
    faults: list[Exception] = field(default_factory=list)
    gate: asyncio.Event = field(default_factory=asyncio.Event)
    arrived: asyncio.Event = field(default_factory=asyncio.Event)
    tried: asyncio.Event = field(default_factory=asyncio.Event)  # to delete the message
    locale: object = field(default_factory=lambda: SimpleNamespace(value="en-US"))
    guild_locale: object = None
    message: object = None
    data: object = None
    guild_id: int = 1
    token: str = "secret"
    id: int = field(default_factory=lambda: next(numbers))
    deleted: bool = False
    followup: Followups = field(default_factory=Followups)

    def __post_init__(self) -> None:
        self.gate.set()

    async def edit_original_response(
        self, *, view: LayoutView, attachments: list[discord.File], allowed_mentions: discord.AllowedMentions
    ) -> None:
        self.arrived.set()
        await self.gate.wait()
        if self.faults:
            raise self.faults.pop(0)
        assert not self.deleted
        assert not allowed_mentions.everyone
        assert len(attachments) <= 1
        self.texts.append(shown(view).text)

    async def delete_original_response(self) -> None:
        self.tried.set()
        if self.faults:
            raise self.faults.pop(0)
        self.deleted = True

    def panel(self, at: int) -> AnswerMessage:
        return AnswerMessage(self.id, cast(discord.Interaction, self), at)


class Waits:
    """A clock for panels: short waits end at once, others when the time is advanced."""

    def __init__(self, here: Process) -> None:
        self._here = here
        self._moved = asyncio.Event()

    async def sleep(self, seconds: float) -> None:
        if seconds < 60:
            return
        due = self._here.now + seconds * 1000
        while self._here.now < due:
            await self._moved.wait()

    def pass_time(self, milliseconds: int) -> None:
        self._here.now += milliseconds
        moved, self._moved = self._moved, asyncio.Event()
        moved.set()


@pytest.fixture
def waits(here: Process) -> Waits:
    return Waits(here)


class MemoryPanels:
    """Stores panels in memory, and never fails."""

    def __init__(self) -> None:
        self.rows: dict[int, StoredPanel] = {}
        self.settled: list[StoredPanel] = []  # what was stored at once
        self.hang = False

    def put(self, panel: StoredPanel) -> None:
        self.rows[panel.interaction] = panel

    def drop(self, interaction: int) -> None:
        del self.rows[interaction]

    async def settle(self) -> None:
        if self.hang:
            await asyncio.Event().wait()
        self.settled = list(self.rows.values())

    async def load(self) -> Sequence[StoredPanel]:
        return sorted(self.rows.values(), key=lambda panel: -panel.interaction)

    async def expire(self, before: int) -> None:
        self.rows = {number: panel for number, panel in self.rows.items() if panel.at >= before}


@pytest.fixture
def kept() -> MemoryPanels:
    return MemoryPanels()


@pytest.fixture
def stored(here: Process, kept: MemoryPanels) -> StoredPanels:
    return StoredPanels(kept, discord.Client(intents=discord.Intents.none()), here.clock, here.clock)


@pytest.fixture
def hands(here: Process, studio: Studio, people: SqlPeople) -> Hands:
    return Hands(TableMessages(studio, NoFixtures()), Catalogs(), here.clock, people)


@pytest.fixture
async def panels(
    here: Process, studio: Studio, hands: Hands, waits: Waits, stored: StoredPanels
) -> AsyncIterator[Panels]:
    showing = TableMessages(studio, NoFixtures())
    made = Panels(showing, hands, here.clock, CardEmojis(), stored=stored, sleep=waits.sleep)
    yield made
    await made.close()


async def with_panel(
    panels: Panels, table: Table, now: int, *, notice: str = "", token: Token | None = None, told: Chance | None = None
) -> Token:
    """Answer Bob with his hand, in a new message or in the one of a token."""
    clicked, new = (None, Token()) if token is None else (token.id, token)

    async def send() -> AnswerMessage:
        return new.panel(now)

    look = panels.look(table, BOB)
    message = Message(lambda _: notice_screen(notice))
    coming = AnswerMessage(UNSENT, cast(discord.Interaction, new), now)
    await panels.answer(
        Delivery(BOB, clicked, message, send, coming), ShownPanel(table, look, Notice(notice), told=told)
    )
    return new


def bobs_line(table: Table) -> str:
    """Return how the first line of Bob's panel begins now."""
    return "**Your turn: " if table.view(1).turn == 1 else "**Waiting for Ala**"


async def test_only_players_with_a_fresh_panel_get_updates(here: Process, panels: Panels) -> None:
    table = await here.started()
    token = await with_panel(panels, table, here.clock())
    await step(table, Random(1))
    panels.push(table, BOB)
    panels.push(table, ALA)
    await panels.idle()
    assert len(token.texts) == 1
    assert bobs_line(table) in token.texts[0]


async def test_an_up_to_date_panel_is_not_edited(here: Process, panels: Panels) -> None:
    table = await here.started()
    token = await with_panel(panels, table, here.clock())
    panels.push(table, BOB)
    await panels.idle()
    assert token.texts == []


async def test_the_newest_panel_is_updated_and_the_previous_one_is_deleted(here: Process, panels: Panels) -> None:
    table = await here.started()
    old, new = await with_panel(panels, table, here.clock()), await with_panel(panels, table, here.clock())
    await step(table, Random(1))
    panels.push(table, BOB)
    await panels.idle()
    assert (len(old.texts), len(new.texts)) == (0, 1)
    assert (old.deleted, new.deleted) == (True, False)


async def test_the_panel_of_the_later_click_stays_even_if_answered_first(here: Process, panels: Panels) -> None:
    table, earlier = await here.started(), here.clock()
    new = await with_panel(panels, table, here.clock())
    old = await with_panel(panels, table, earlier)
    await panels.idle()
    assert (old.deleted, new.deleted) == (True, False)
    await step(table, Random(1))
    panels.push(table, BOB)
    await panels.idle()
    assert (len(old.texts), len(new.texts)) == (0, 1)


async def test_a_question_in_a_new_message_is_the_panel_until_the_table_changes(here: Process, panels: Panels) -> None:
    table, asked = await here.started(), Token()
    hand = await with_panel(panels, table, here.clock())

    async def send() -> AnswerMessage:
        return asked.panel(here.clock())

    question = Message(lambda _: notice_screen("Discard it?"))
    shown_panel = ShownPanel(table, panels.look(table, BOB), screen=question)
    await panels.answer(Delivery(BOB, hand.id, question, send), shown_panel)
    panels.push(table, BOB)
    await panels.idle()
    assert hand.deleted
    assert asked.texts == []
    await step(table, Random(1))
    panels.push(table, BOB)
    await panels.idle()
    assert bobs_line(table) in asked.texts[-1]


async def test_a_panel_isnt_updated_while_its_players_click_is_being_answered(here: Process, panels: Panels) -> None:
    table = await here.started()
    token = await with_panel(panels, table, here.clock())
    with panels.answering(Owner(table.row.id, BOB)):
        await step(table, Random(1))
        panels.push(table, BOB)
        await panels.idle()
        assert token.texts == []
    await panels.idle()
    assert bobs_line(table) in token.texts[-1]


@pytest.mark.parametrize("fails", [False, True])
async def test_a_hand_is_drawn_while_its_move_is_committed_but_shown_only_afterward(
    here: Process, people: SqlPeople, fails: bool
) -> None:
    counts = PictureCounts()
    studio = Studio(counts=counts)
    hands = Hands(TableMessages(studio, NoFixtures()), Catalogs(), here.clock, people)
    table = await here.started()
    table.store = store = FlakyStore(table.store)
    store.hold, store.fail = asyncio.Event(), "late" if fails else None
    seat = table.view(None).turn or 0
    before, move = table.view(seat), chosen(table.view(seat), Random(1))
    ahead = hands.drawing_ahead(player(seat), "en-US")
    moving = asyncio.create_task(
        play_requests.moves(
            table, player(seat), (move,), stamp=table.stamp(seat), interaction=next(numbers), ahead=ahead
        )
    )
    await store.committed.wait()
    await hands.idle()
    assert (sum(counts.drawn["hand"].counts), table.view(seat)) == (1, before)
    store.hold.set()
    if fails:
        with pytest.raises(StoreError):
            await moving
        store.fail = None
    else:
        await moving
    assert (table.view(seat) == before) is fails
    await hands.message(table, Preferences(player(seat)), seat, "en-US")
    assert (sum(counts.drawn["hand"].counts), counts.cached["hand"]) == ((2, 0) if fails else (1, 1))
    await hands.close()
    studio.close()


@pytest.mark.parametrize("fault", [refusal(401, 50027), refusal(404, 10008), OSError()])
async def test_a_panel_that_cannot_be_deleted_blocks_nothing(
    here: Process, panels: Panels, fault: Exception, caplog: pytest.LogCaptureFixture
) -> None:
    table = await here.started()
    old = await with_panel(panels, table, here.clock())
    old.faults += [fault] * 9
    await with_panel(panels, table, here.clock())
    await panels.idle()
    assert not caplog.records


async def test_moves_during_an_update_cause_one_more_update_with_the_newest_state(
    here: Process, panels: Panels, hands: Hands
) -> None:
    table, chance = await here.started(), Random(1)
    token = await with_panel(panels, table, here.clock())
    token.gate.clear()
    await step(table, chance)
    panels.push(table, BOB)
    await token.arrived.wait()
    for _ in range(6):
        await step(table, chance)
        panels.push(table, BOB)
    token.gate.set()
    await panels.idle()
    assert len(token.texts) == 2
    newest = await hands.message(table, Preferences(BOB), 1, "en-US")
    assert token.texts[-1] == shown(newest.layout(Detail())).text


async def test_an_update_that_overlaps_with_an_answer_is_repeated(here: Process, panels: Panels, hands: Hands) -> None:
    table = await here.started()
    token = await with_panel(panels, table, here.clock())
    token.gate.clear()
    await step(table, Random(1))
    panels.push(table, BOB)
    await token.arrived.wait()
    await hands.sort(BOB, unassisted=False)
    await with_panel(panels, table, here.clock(), token=token)
    token.gate.set()
    await panels.idle()
    assert len(token.texts) == 2, "the edit may have arrived after the answer"


async def test_a_notice_stays_until_the_table_changes(here: Process, panels: Panels) -> None:
    table, chance = await here.started(), Random(1)
    token = await with_panel(panels, table, here.clock())
    token.gate.clear()
    await step(table, chance)
    panels.push(table, BOB)
    await token.arrived.wait()
    await with_panel(panels, table, here.clock(), notice="That can't be done.", token=token)
    token.gate.set()
    await panels.idle()
    assert "That can't be done." in token.texts[-1]
    await step(table, chance)
    panels.push(table, BOB)
    await panels.idle()
    assert "That can't be done." not in token.texts[-1]


async def test_an_old_token_is_not_used(here: Process, panels: Panels) -> None:
    table = await here.started()
    token = await with_panel(panels, table, here.clock())
    await step(table, Random(1))
    here.now += FRESH + 1
    panels.push(table, BOB)
    await panels.idle()
    assert token.texts == []


async def test_an_expiring_panel_shows_how_to_open_the_hand_again(here: Process, panels: Panels, waits: Waits) -> None:
    table = await here.started()
    token = await with_panel(panels, table, here.clock())
    token.faults += [refusal(503, 0), OSError()]
    waits.pass_time(FRESH + 10)
    await token.arrived.wait()
    await panels.idle()
    assert token.texts == [EXPIRED]
    panels.push(table, BOB)
    await panels.idle()
    assert token.texts == [EXPIRED]


async def test_no_token_is_kept_for_longer_than_it_works(here: Process, panels: Panels, waits: Waits) -> None:
    table, aside = await here.started(), Token()
    panel = await with_panel(panels, table, here.clock())

    async def send() -> AnswerMessage:
        return aside.panel(here.clock())

    await panels.answer(Delivery(BOB, None, Message(lambda _: notice_screen("")), send), table.row.id)
    await asyncio.sleep(0)
    waits.pass_time(FRESH + 10)
    await panel.arrived.wait()
    await panels.idle()
    assert (panels._panels, panels._asides, panels._owners) == ({}, {}, {})


async def test_a_late_update_does_not_restore_an_expired_panel(here: Process, panels: Panels, waits: Waits) -> None:
    table = await here.started()
    token = await with_panel(panels, table, here.clock())
    await step(table, Random(1))
    token.gate.clear()
    panels.push(table, BOB)
    await token.arrived.wait()
    token.arrived.clear()
    waits.pass_time(FRESH + 10)
    await token.arrived.wait()
    token.gate.set()
    await panels.idle()
    assert len(token.texts) > 2, "one of them may have been the last to arrive"
    assert token.texts[-1] == EXPIRED


async def test_a_panel_that_replaces_one_during_its_update_is_updated_too(
    here: Process, panels: Panels, waits: Waits
) -> None:
    table = await here.started()
    first = await with_panel(panels, table, here.clock())
    first.gate.clear()
    waits.pass_time(FRESH + 1)
    await first.arrived.wait()  # the panel expires, and that edit is late
    second = await with_panel(panels, table, here.clock())
    await step(table, Random(1))
    second.gate.clear()
    panels.push(table, BOB)
    await second.arrived.wait()
    second.faults.append(refusal(404, 10008))  # of its deletion, which comes too late
    third = await with_panel(panels, table, here.clock(), token=Token(id=first.id))  # a click on the first panel
    first.gate.set()
    await second.tried.wait()
    second.gate.set()
    await panels.idle()
    assert first.texts[-1] == EXPIRED
    assert bobs_line(table) in third.texts[-1]


@pytest.mark.parametrize("fault", [refusal(401, 50027), refusal(404, 10015), refusal(404, 10008)])
async def test_a_token_that_discord_refuses_is_dropped(here: Process, panels: Panels, fault: Exception) -> None:
    table = await here.started()
    token = await with_panel(panels, table, here.clock())
    token.faults.append(fault)
    await step(table, Random(1))
    for _ in range(3):
        panels.push(table, BOB)
        await panels.idle()
    assert token.texts == []
    assert token.faults == []


@pytest.mark.parametrize("fault", [refusal(503, 0), refusal(429, 0), OSError()])
async def test_an_update_is_retried_while_discord_is_down(here: Process, panels: Panels, fault: Exception) -> None:
    table = await here.started()
    token = await with_panel(panels, table, here.clock())
    token.faults.append(fault)
    await step(table, Random(1))
    panels.push(table, BOB)
    await panels.idle()
    assert len(token.texts) == 1


async def test_a_panel_is_updated_after_an_answer_in_it_failed(here: Process, panels: Panels) -> None:
    table = await here.started()
    token = await with_panel(panels, table, here.clock())
    await step(table, Random(1))

    async def send() -> AnswerMessage:
        raise refusal(404, 10062)

    with pytest.raises(discord.HTTPException):
        await panels.answer(
            Delivery(BOB, token.id, Message(lambda _: notice_screen("")), send),
            ShownPanel(table, panels.look(table, BOB)),
        )
    await panels.idle()
    assert len(token.texts) == 1


async def test_a_chosen_sort_order_applies_to_all_tables(here: Process, hands: Hands, people: SqlPeople) -> None:
    table = await here.started()
    chance = Random(6)
    while not _discards_with_a_meld(table):
        await step(table, chance)

    async def order(user: int, seat: int) -> list[str]:
        message = await hands.message(table, await hands.person(user), seat, "en-US")
        return [str(button["label"]) for button in shown(message.layout(Detail(files=False))).buttons]

    at_first, alas = await order(BOB, 1), await order(ALA, 0)
    await hands.sort(BOB, unassisted=False)
    by_suit = await order(BOB, 1)
    assert by_suit != at_first
    assert await order(ALA, 0) == alas
    assert (await people.get(BOB)).sorting == Sorting.SUITS
    await hands.sort(BOB, unassisted=True)  # at another table, without assistance
    assert await order(BOB, 1) not in (at_first, by_suit)
    await hands.sort(BOB, unassisted=False)
    assert await order(BOB, 1) == at_first


def _discards_with_a_meld(table: Table) -> bool:
    """Return whether Bob has to discard and has a meld, so that every order of his cards is another one."""
    view = table.view(1)
    return view.phase is Phase.DISCARD and view.turn == 1 and bool(arrange(mask_of(view.hand)).melds)


async def test_a_panel_is_shown_where_nobody_can_say_what_its_owner_likes(here: Process, studio: Studio) -> None:
    hands = Hands(TableMessages(studio, NoFixtures()), Catalogs(), here.clock, cast("PeopleStore", NoPeople()))
    table = await here.started()
    message = await hands.message(table, await hands.person(BOB), 1, "en-US")
    assert "Sort" in shown(message.layout(Detail(files=False))).labels


class NoPeople:
    """A store that doesn't answer."""

    async def get(self, user: int) -> Preferences:
        raise StoreError(f"nothing is known of {user}")

    async def save(self, person: Preferences) -> None:
        raise StoreError(f"{person.user} can't be kept")


async def test_a_token_is_stored_before_the_answer_that_has_no_other_one(
    here: Process, panels: Panels, kept: MemoryPanels
) -> None:
    table, token = await here.started(), Token()
    expected: list[list[int | None]] = []

    async def send() -> AnswerMessage:
        expected.append([panel.message for panel in kept.settled])
        return token.panel(here.clock())

    coming = AnswerMessage(UNSENT, cast(discord.Interaction, token), here.clock())
    shown_panel, message = ShownPanel(table, panels.look(table, BOB)), Message(lambda _: notice_screen(""))
    await panels.answer(Delivery(BOB, None, message, send, coming), shown_panel)
    assert expected == [[None]]
    (stored_panel,) = kept.rows.values()
    assert (stored_panel.table, stored_panel.user, stored_panel.message) == (table.row.id, BOB, token.id)
    newer = Token(id=next(numbers))
    coming = AnswerMessage(UNSENT, cast(discord.Interaction, newer), here.clock())

    async def send_again() -> AnswerMessage:
        assert len(kept.rows) == 1, "the token of the click before works as well"
        return AnswerMessage(token.id, cast(discord.Interaction, newer), here.clock())

    await panels.answer(Delivery(BOB, token.id, message, send_again, coming), shown_panel)
    assert [(panel.interaction, panel.message) for panel in kept.rows.values()] == [(newer.id, token.id)]


async def test_a_database_that_hangs_keeps_no_hand_back(
    here: Process, panels: Panels, kept: MemoryPanels, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stored_module, "_PATIENCE", 0.01)
    kept.hang = True
    token = await with_panel(panels, await here.started(), here.clock())
    assert [panel.message for panel in kept.rows.values()] == [token.id]


async def test_a_replaced_panel_stays_stored_until_it_is_deleted(
    here: Process, panels: Panels, kept: MemoryPanels
) -> None:
    table = await here.started()
    old, new = await with_panel(panels, table, here.clock()), await with_panel(panels, table, here.clock())
    assert set(kept.rows) == {old.id, new.id}
    await panels.idle()
    assert (old.deleted, set(kept.rows)) == (True, {new.id})


@pytest.mark.parametrize("fault", [refusal(401, 50027), refusal(404, 10008)])
async def test_a_panel_that_is_lost_is_no_longer_stored(
    here: Process, panels: Panels, kept: MemoryPanels, fault: Exception
) -> None:
    table = await here.started()
    token = await with_panel(panels, table, here.clock())
    token.faults.append(fault)
    await step(table, Random(1))
    panels.push(table, BOB)
    await panels.idle()
    assert kept.rows == {}


async def test_a_panel_that_expires_is_no_longer_stored(
    here: Process, panels: Panels, waits: Waits, kept: MemoryPanels
) -> None:
    token = await with_panel(panels, await here.started(), here.clock())
    waits.pass_time(FRESH + 10)
    await token.arrived.wait()
    await panels.idle()
    assert (token.texts, kept.rows) == ([EXPIRED], {})


async def test_an_update_shows_nothing_of_other_tables(here: Process, panels: Panels) -> None:
    one, other = await here.started(), await here.started(channel=78)
    token = await with_panel(panels, one, here.clock())
    await step(other, Random(1))
    panels.push(other, BOB)
    await panels.idle()
    assert token.texts == []


async def test_closing_cancels_updates_at_once(here: Process, panels: Panels) -> None:
    table = await here.started()
    token = await with_panel(panels, table, here.clock())
    token.gate.clear()
    await step(table, Random(1))
    panels.push(table, BOB)
    await token.arrived.wait()
    await panels.close()
    assert token.texts == []


async def reach_turn(table: Table, seat: int | None, chance: Random) -> None:
    """Play until a seat's turn begins, or for None until a deal has ended."""
    before = table.view(None)
    while True:
        await step(table, chance)
        view = table.view(None)
        if view.turn == seat and view.turns != before.turns and (seat is None or view.phase in BEGINS):
            return


BEGINS = (Phase.UPCARD, Phase.DRAW, Phase.STOCK)


@pytest.fixture
async def listening(people: SqlPeople) -> None:
    await people.save(Preferences(BOB, look="text-only"))


async def waiting_panel(here: Process, panels: Panels) -> tuple[Table, Token, Random]:
    """Return a table at which Ala acts, and the token of Bob's panel, who has heard that he waits."""
    table, chance = await here.started(), Random(1)
    while table.view(None).turn != 0 or table.view(None).phase not in BEGINS:
        await step(table, chance)
    return table, await with_panel(panels, table, here.clock(), told=chance_in(table.view(1))), chance


@pytest.mark.usefixtures("listening")
async def test_a_turn_arrives_as_one_new_message_that_replaces_the_last(
    here: Process, panels: Panels, kept: MemoryPanels
) -> None:
    table, token, chance = await waiting_panel(here, panels)
    for turns in range(1, 4):
        await reach_turn(table, 1, chance)
        panels.push(table, BOB)
        await panels.idle()
        (new,) = token.followup.live
        assert len(token.followup.texts) == turns
        assert "Your turn" in token.followup.texts[new][0]
        assert token.deleted
        assert token.texts == []
        (row,) = kept.rows.values()
        assert (row.message, row.follow_up, row.interaction) == (new, True, token.id)
    panels.push(table, BOB)
    await panels.idle()
    assert token.followup.live == [new], "it's heard once"


@pytest.mark.usefixtures("listening")
async def test_what_changes_nothing_for_its_player_is_edited_into_the_last_announcement(
    here: Process, panels: Panels, hands: Hands
) -> None:
    table, token, chance = await waiting_panel(here, panels)
    await reach_turn(table, 1, chance)
    panels.push(table, BOB)
    await panels.idle()
    (new,) = token.followup.live
    await hands.sort(BOB, unassisted=False)
    await panels.idle()
    assert (token.followup.live, len(token.followup.texts[new])) == ([new], 2)


async def test_a_player_who_turned_announcements_off_gets_edits(
    here: Process, panels: Panels, people: SqlPeople
) -> None:
    person = Preferences(BOB, look="text-only unannounced")
    await people.save(person)
    assert not announces(person)
    table, token, chance = await waiting_panel(here, panels)
    await reach_turn(table, 1, chance)
    panels.push(table, BOB)
    await panels.idle()
    assert token.followup.texts == {}
    assert "Your turn" in token.texts[-1]


@pytest.mark.usefixtures("listening")
@pytest.mark.parametrize("fault", [refusal(503, 0), OSError(), JSONDecodeError("", "", 0), refusal(403, 50013)])
async def test_an_announcement_that_may_be_lost_is_not_repeated_but_the_hand_is_right(
    here: Process, panels: Panels, fault: Exception
) -> None:
    table, token, chance = await waiting_panel(here, panels)
    token.followup.faults.append(fault)
    await reach_turn(table, 1, chance)
    panels.push(table, BOB)
    await panels.idle()
    assert token.followup.texts == {}
    assert "Your turn" in token.texts[-1]
    assert not token.deleted
    await reach_turn(table, 1, chance)
    panels.push(table, BOB)
    await panels.idle()
    assert len(token.followup.live) == 1
    assert token.deleted


@pytest.mark.usefixtures("listening")
async def test_a_click_in_the_old_panel_while_an_announcement_is_on_its_way_keeps_that_panel(
    here: Process, panels: Panels
) -> None:
    table, token, chance = await waiting_panel(here, panels)
    token.followup.gate.clear()
    await reach_turn(table, 1, chance)
    panels.push(table, BOB)
    await token.followup.arrived.wait()
    with panels.answering(Owner(table.row.id, BOB), table):
        token.followup.gate.set()
        await asyncio.sleep(0)
        told = chance_in(table.view(1))
        clicked = await with_panel(panels, table, here.clock(), token=Token(id=token.id), told=told)
    await panels.idle()
    assert token.followup.live == []
    assert not token.deleted
    assert not clicked.deleted
    await reach_turn(table, 1, chance)
    panels.push(table, BOB)
    await panels.idle()
    assert len(clicked.followup.live) == 1
    assert clicked.deleted


@pytest.mark.usefixtures("listening")
async def test_a_click_in_an_announcement_whose_id_is_not_known_yet_makes_it_the_panel(
    here: Process, panels: Panels
) -> None:
    table, token, chance = await waiting_panel(here, panels)
    token.followup.gate.clear()
    await reach_turn(table, 1, chance)
    panels.push(table, BOB)
    await token.followup.arrived.wait()
    (new,) = token.followup.texts
    await with_panel(panels, table, here.clock(), token=Token(id=new), told=chance_in(table.view(1)))
    token.followup.gate.set()
    await panels.idle()
    assert token.followup.live == [new]
    assert token.deleted


@pytest.mark.usefixtures("listening")
async def test_the_end_of_a_deal_is_announced_and_so_is_the_next_one(here: Process, panels: Panels) -> None:
    table, token, chance = await waiting_panel(here, panels)
    heard = []
    for _ in range(2):
        await reach_turn(table, None, chance)
        panels.push(table, BOB)
        await panels.idle()
        heard.append(token.followup.texts[token.followup.live[0]][-1])
        await step(table, chance)  # the next deal
        panels.push(table, BOB)
        await panels.idle()
    assert len(token.followup.texts) == 4
    assert len(token.followup.live) == 1
