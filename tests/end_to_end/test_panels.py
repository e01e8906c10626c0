"""One private panel per player: the one it replaces is deleted, one that can no longer be updated says so."""

import asyncio
from pathlib import Path

import pytest
from discord.http import Route
from discord.webhook.async_ import AsyncWebhookAdapter

from bot.rummy.codes import code_for
from bot.rummy.families import Variant
from bot.rummy.options import Options, options_for
from cogs.edge import answers
from cogs.table.panels.stored import FRESH
from tests.end_to_end.club import Club, open_club

OPEN_HAND = "Press *My hand* to see your cards."


class Held:
    """Holds back edits of original responses until `release`."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.waiting = 0
        self._arrive = asyncio.Event()
        self._hold = False
        request = AsyncWebhookAdapter.request

        async def held(adapter: AsyncWebhookAdapter, route: Route, *rest: object, **more: object) -> object:
            if self._hold and route.method == "PATCH":
                self.waiting += 1
                await self._arrive.wait()
            return await request(adapter, route, *rest, **more)  # type: ignore[arg-type]

        monkeypatch.setattr(AsyncWebhookAdapter, "request", held)

    def hold(self) -> None:
        self._hold = True

    def release(self) -> None:
        self._hold = False
        self._arrive.set()


@pytest.mark.parametrize(
    "rules",
    [
        pytest.param(options_for(Variant.GIN, {"deals": 1}), id="gin"),
        pytest.param(options_for(Variant.GERMAN, {"rounds": 1}), id="german", marks=pytest.mark.soak),
    ],
)
async def test_a_game_with_turns_started_on_the_table_leaves_one_panel_per_player(club: Club, rules: Options) -> None:
    async with club.running():
        await club.table(rules.variant, rules=code_for(rules))
        while club.public("Rematch") is None:
            moves = len(club.log())
            await club.play(7, lambda: len(club.log()) > moves + 3 or club.public("Rematch") is not None)  # noqa: B023
            await club.standin.until(lambda: all(len(club.private(person)) == 1 for person in club.players))
        drawn = [move for move in club.log() if move[3] == "draw"]
        assert len(drawn) > 5

        def labels() -> list[tuple[str, ...]]:
            return [shown.labels for person in club.players for shown in club.private(person)]

        await club.standin.until(lambda: all("Rematch" in each for each in labels()))
        assert len(labels()) == len(club.players)


async def test_a_clicked_panel_stays_and_the_one_it_replaces_is_deleted(playing: Club) -> None:
    player = playing.to_move()
    first = playing.panel(player)
    sorted_ = await player.click("Sort", message=first)
    assert sorted_.message is not None
    assert sorted_.message.id == first.id
    await playing.settled()
    assert [panel.id for panel in playing.panels(player)] == [first.id]
    second = await player.slash(playing.channel, "rummy hand")
    assert second.message is not None
    await playing.standin.until(lambda: len(playing.panels(player)) == 1)
    assert playing.panel(player).id == second.message.id


async def test_only_the_last_lookup_from_the_table_stays_next_to_the_panel(playing: Club) -> None:
    player, stranger = playing.to_move(), playing.eve
    panel, table = playing.panel(player), playing.public("My hand")
    assert table is not None
    for person, left in ((player, 2), (stranger, 1)):
        for _ in range(2):
            more = (await person.click("More", message=table)).message
            assert more is not None
            for label in ("Discards", "Moves", "Rules"):
                await person.forge(table, next(one.custom_id for one in more.buttons if one.label == label))
        await playing.standin.until(lambda: len(playing.private(person)) == left)  # noqa: B023
        assert playing.private(person)[-1].text.startswith("### Gin")
    back = await player.click("My hand", message=playing.private(player)[-1])
    await playing.standin.until(lambda: len(playing.private(player)) == 1)
    assert back.message is not None
    assert playing.panel(player).id == back.message.id != panel.id


async def test_a_dismissed_panel_is_replaced_silently(playing: Club, caplog: pytest.LogCaptureFixture) -> None:
    player = playing.to_move()
    playing.standin.delete_message(playing.panel(player))
    answer = await player.click("My hand", message=playing.public("My hand"))
    await playing.settled()
    assert [panel.id for panel in playing.panels(player)] == [answer.message.id if answer.message else 0]
    assert not caplog.records


async def test_a_click_on_a_panel_that_was_just_deleted_is_answered_in_a_new_one(playing: Club) -> None:
    player = playing.to_move()
    panel = playing.panel(player)
    click = await player.click("Sort", message=panel, wait=False)
    playing.standin.delete_message(panel)
    await click
    assert not click.failed
    (new,) = playing.private(player)
    assert new.id != panel.id
    assert "Sorted by suit" in new.text


async def test_a_panel_with_an_expiring_token_tells_how_to_open_the_hand_again(playing: Club) -> None:
    player = playing.to_move()
    panel = playing.panel(player)
    playing.standin.advance(FRESH / 1000 + 1)
    await playing.standin.until(lambda: playing.panels(player) == [])
    (old,) = playing.private(player)
    assert (old.id, old.text, old.pictures, old.labels) == (panel.id, OPEN_HAND, (), ("My hand",))
    answer = await player.click("My hand", message=old)
    assert answer.message is not None
    assert answer.message.id == panel.id
    assert "**Your turn:" in answer.text
    await player.click("Pass", message=playing.public("Pass"))
    await playing.standin.until(lambda: len(playing.private(player)) == 1)
    assert not [request for request in playing.standin.requests if request.status >= 400]


async def test_a_click_extends_a_panel_by_fifteen_minutes(playing: Club) -> None:
    player, other = playing.to_move(), playing.waiting()
    playing.standin.advance(FRESH / 1000 - 60)
    await player.click("More", message=playing.panel(player))
    await player.click("My hand", message=playing.private(player)[0])
    await playing.settled()
    playing.standin.advance(70)
    await playing.standin.until(lambda: playing.panels(other) == [])
    await playing.settled()
    assert "**Your turn:" in playing.panel(player).text


async def test_a_spectator_has_one_panel_that_says_when_it_is_out_of_date(playing: Club) -> None:
    eve = playing.eve
    for _ in range(3):
        await eve.click("My hand", message=playing.public("My hand"))
    await playing.standin.until(lambda: len(playing.private(eve)) == 1)
    assert "or pass" in playing.private(eve)[0].text
    playing.standin.advance(FRESH / 1000 + 1)
    await playing.standin.until(lambda: "or pass" not in playing.private(eve)[0].text)
    (old,) = playing.private(eve)
    assert (old.text, old.labels) == ("Press *The table* to see the game.", ("The table",))
    await eve.click("The table", message=old)
    assert "or pass" in playing.private(eve)[0].text
    assert len(playing.private(eve)) == 1


async def test_a_player_who_leaves_keeps_no_hand(club: Club) -> None:
    async with club.running():
        await club.table("german", players=3)
        hand = club.panel(club.cyd)
        await club.cyd.click("More", message=hand)
        await club.cyd.click("Resign", message=club.private(club.cyd)[0])
        await club.cyd.click("Leave the game", message=club.private(club.cyd)[0])
        (left,) = club.private(club.cyd)
        assert left.id == hand.id
        assert "You left the game" in left.text
        assert club.panels(club.cyd) == []


async def test_the_end_of_a_game_stays_in_a_panel(playing: Club) -> None:
    player = playing.to_move()
    await player.slash(playing.channel, "rummy resign")
    await player.click("Resign", message=playing.private(player)[-1])
    await playing.settled()
    shown = [playing.private(person) for person in playing.players]
    playing.standin.advance(FRESH / 1000 + 1)
    await playing.settled()
    assert [len(panels) for panels in shown] == [1, 1]
    assert [playing.private(person) for person in playing.players] == shown
    assert all("Rematch" in panels[0].labels for panels in shown)


async def test_an_expired_panel_from_before_a_restart_is_updated_again_once_clicked(tmp_path: Path) -> None:
    async with open_club(tmp_path) as club:
        async with club.running():
            await club.table()
        club.standin.advance(20 * 60)
        async with club.running():
            player, other = club.to_move(), club.waiting()
            old = club.panel(player)
            await player.click("My hand", message=club.public("My hand"))
            assert len(club.panels(player)) == 2
            await player.click("Pass", message=club.panel(player))
            stale = await player.click("Pass", message=old)
            assert stale.message is not None
            assert stale.message.id == old.id
            assert "out of date" in stale.text
            await club.standin.until(lambda: [panel.id for panel in club.panels(player)] == [old.id])
            await other.click("My hand", message=club.public("My hand"))
            await other.click("Pass", message=club.panel(other))
            await club.standin.until(lambda: "**Your turn:" in club.panel(player).text)
            assert [panel.id for panel in club.panels(player)] == [old.id]


async def test_a_late_edit_does_not_overwrite_an_answer(playing: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    player, other = playing.to_move(), playing.waiting()
    edits = Held(monkeypatch)
    edits.hold()
    await player.click("Pass", message=playing.public("Pass"))
    await playing.standin.until(lambda: edits.waiting == 1)
    await other.click("Sort", message=playing.panel(other))
    assert "Sorted by suit" in playing.panel(other).text
    edits.release()
    await playing.settled()
    assert "Sorted by suit" in playing.panel(other).text
    assert "**Your turn:" in playing.panel(other).text


async def test_a_late_edit_does_not_hide_a_requested_screen(playing: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    player, other = playing.to_move(), playing.waiting()
    edits = Held(monkeypatch)
    edits.hold()
    await player.click("Pass", message=playing.public("Pass"))
    await playing.standin.until(lambda: edits.waiting == 1)
    await other.click("More", message=playing.panel(other))
    (asked,) = playing.private(other)
    edits.release()
    await playing.settled()
    (panel,) = playing.private(other)
    assert (panel.text, panel.labels) == (asked.text, asked.labels)
    await other.click("My hand", message=panel)
    assert "**Your turn:" in playing.panel(other).text


async def test_a_late_edit_does_not_revive_an_abandoned_panel(playing: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    player = playing.to_move()
    edits = Held(monkeypatch)
    edits.hold()
    playing.standin.advance(FRESH / 1000 + 1)
    await playing.standin.until(lambda: edits.waiting == 2)
    await player.click("My hand", message=playing.public("My hand"))
    await player.click("Sort", message=playing.private(player)[0])
    playing.standin.slow_down(1)  # the bot repeats the edit a second later
    edits.release()
    await playing.settled()
    assert OPEN_HAND not in playing.panel(player).text


async def test_a_refused_click_on_an_old_lobby_never_shows_a_hand_to_everybody(
    playing: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(answers, "PATIENCE", 0)
    player, other = playing.to_move(), playing.waiting()
    table = playing.public("My hand")
    assert table is not None
    await other.forge(table, "r1:1:join:0")
    await playing.standin.until(lambda: len(playing.panels(other)) == 1)
    await player.click("Pass", message=table)
    await playing.standin.until(lambda: "**Your turn:" in playing.panel(other).text)
    await playing.settled()
    for message in playing.eve.sees(playing.channel):
        assert "deadwood" not in message.text
    assert len(playing.private(other)) == 1
