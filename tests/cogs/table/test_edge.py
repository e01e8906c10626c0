"""Tables over the stand-in, with the real library: every click is answered once and in time."""

import asyncio
import logging
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from bot.play.service.table import Table
from bot.play.state.errors import TableReason
from bot.playground import Permission, SeenMessage
from bot.playground.interactions import AnswerKind
from bot.program.serving import Remik
from bot.rummy.gin.views import GinView
from bot.rummy.moves import Move
from bot.rummy.refusals import Reason
from bot.text.catalogs import Catalogs, Texts
from cogs.edge import answers
from cogs.table.panels.stored import FRESH
from cogs.table.table_replies import PAUSE
from render.look import Sorting
from render.values import Picture
from tests.cogs.answered import behind_more
from tests.end_to_end.club import Club, open_club, said
from tests.refusals import sentence

ALLOWED = Permission.VIEW_CHANNEL | Permission.SEND_MESSAGES | Permission.ATTACH_FILES


@pytest.fixture
async def lobby(club: Club) -> SeenMessage:
    """A full lobby with Ala as its host."""
    return await open_lobby(club)


@pytest.fixture
async def playing(club: Club) -> SeenMessage:
    """The public message of a game that has just started."""
    await open_lobby(club)
    await club.ala.click("Start")
    await club.open_hands()
    return said_in(club, "My hand")


async def open_lobby(club: Club) -> SeenMessage:
    answer = await club.ala.slash(club.channel, "rummy new", variant="gin")
    await club.bob.click("Join")
    return said(answer)


def bot_of(club: Club) -> Remik:
    assert club.bot is not None
    return club.bot


def said_in(club: Club, label: str) -> SeenMessage:
    message = club.public(label)
    assert message is not None
    return message


def told(message: SeenMessage) -> str:
    """Return what the pictures of a message show, in words."""
    return " ".join(picture.alt or "" for picture in message.pictures)


async def test_the_library_stores_no_view_and_no_modal(club: Club, playing: SeenMessage) -> None:
    await club.bob.click("More", message=playing)
    elsewhere = club.guild.add_channel("second")
    await club.eve.slash(elsewhere, "rummy new")
    await club.eve.click("More", channel=elsewhere)
    await club.eve.click("Cut the cards", channel=elsewhere)
    await club.eve.submit({"Any text": "mine"})
    store = bot_of(club).client._connection._view_store
    assert (store._views, store._synced_message_views, store._modals, store._dynamic_items) == ({}, {}, {}, {})


async def test_a_refusal_leads_to_the_rules_and_changes_nothing(club: Club, playing: SeenMessage) -> None:
    answer = await club.waiting().click("Pass", message=playing)
    assert Reason.NOT_YOUR_TURN.value in said(answer).text
    panel = said(await club.waiting().click("Rules", message=said(answer)))
    assert "Gin: Your turn" in panel.text, "the topic of the refusal"
    assert "draw from the stock or take the top discard" in panel.text
    panel = said(await club.waiting().click("Knock", message=panel))
    assert "To knock is to end the deal" in panel.text, "the term expands"
    panel = said(await club.waiting().click("Next: Knocking and gin", message=panel))
    panel = said(await club.waiting().choose("Choose a topic", "Melds", message=panel))
    assert panel.pictures, "melds are shown in cards"
    panel = said(await club.waiting().click("My hand", message=panel))
    assert "Rules" not in panel.labels
    assert club.log() == []


async def test_rules_buttons_of_earlier_versions_still_open_the_rules(club: Club, playing: SeenMessage) -> None:
    old = said(await club.waiting().forge(playing, "r1:1:rules:0"))
    assert "collect sets and runs" in old.text
    assert "Code to share these rules" in old.text


async def test_an_outdated_click_shows_the_current_state(club: Club, playing: SeenMessage) -> None:
    player = club.to_move()
    await player.forge(playing, "r1:1:pass:0")
    answer = await player.forge(playing, "r1:1:pass:0")
    assert "That message was out of date" in said(answer).text
    assert "**Waiting for" in said(answer).text
    assert [line[3] for line in club.log()] == ["pass"]


FORGED: list[tuple[str, list[str] | None]] = [
    ("r1:1:discard:0:XX", None), ("r1:1:discard:0", None), ("r1:1:knock:0:99", None), ("r1:1:knocks:0:1", ["KS:"]),
    ("r1:1:knocks:0:1", []), ("r1:1:option:0:1", ["secret"]), ("r1:1:value:0:1_deals", ["21"]),
    ("r1:1:value:0:1_tie", ["both"]), ("r1:1:value:0", ["1"]), ("r1:1:number:0:tie", None), ("nonsense", None),
    ("r1:1:option:0:1", ["target", "tie"]), ("r1:1:value:0:1_nothing", ["1"]),
]  # fmt: skip


async def test_forged_clicks_are_answered_and_change_nothing(club: Club, playing: SeenMessage) -> None:
    for custom_id, values in FORGED:
        for person in (club.ala, club.bob, club.eve):
            assert said(await person.forge(playing, custom_id, values=values)).ephemeral
        assert club.log() == [], custom_id


@pytest.mark.usefixtures("playing")
async def test_a_table_of_another_server_is_not_reached(club: Club) -> None:
    other = club.standin.add_guild("Other")
    channel = other.add_channel("rummy")
    other.join(club.ala)
    await club.ala.slash(channel, "rummy new")
    there = club.ala.sees(channel)[-1]
    answer = await club.ala.forge(there, "r1:1:pass:0")
    assert not said(answer).pictures
    assert club.log() == []


@pytest.mark.three_seconds
async def test_a_click_that_is_too_old_to_answer_does_nothing(club: Club, playing: SeenMessage) -> None:
    player = club.to_move()
    club.standin.drop_gateway()
    click = await player.click("Pass", message=playing, wait=False)
    club.standin.advance(4)
    await club.standin.until(lambda: any(request.status == 404 for request in club.standin.requests))
    await click
    assert click.failed
    again = await player.click("Pass", message=playing)
    assert "That message was out of date" not in said(again).text
    assert again.interaction is not None
    assert [line[4] for line in club.log()] == [again.interaction.id]


async def test_an_answer_with_a_slow_picture_is_deferred(
    club: Club, playing: SeenMessage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(answers, "PATIENCE", 0.01)
    gate = asyncio.Event()
    studio = bot_of(club).edge.studio
    make = studio.hand

    async def slowly(
        view: GinView, names: Sequence[str], texts: Texts, sorting: Sorting, *, unassisted: bool, advised: Move | None
    ) -> Picture:
        await gate.wait()
        return await make(view, names, texts, sorting, unassisted=unassisted, advised=advised)

    monkeypatch.setattr(studio, "hand", slowly)
    player = club.to_move()
    click = await player.click("Pass", message=playing, wait=False)
    await club.standin.until(lambda: not click.pending)
    assert click.kind is AnswerKind.THINKING
    gate.set()
    await club.standin.until(lambda: click.message is not None and click.message.pictures)
    assert said(click).ephemeral
    gate.clear()
    again = await player.click("Sort", message=said(click))
    assert again.kind is AnswerKind.ACKNOWLEDGED
    gate.set()
    await club.standin.until(lambda: "Sorted by suit" in said(click).text)
    assert club.log()[-1][3] == "pass"


async def test_an_unexpected_error_is_answered_and_logged_with_table_seat_and_sequence(
    club: Club, playing: SeenMessage, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def broken(*_: object) -> Picture:
        raise ZeroDivisionError

    monkeypatch.setattr(bot_of(club).edge.studio, "hand", broken)
    with caplog.at_level(logging.ERROR):
        answer = await club.bob.click("My hand", message=playing)
    assert "Something went wrong on my side (logged)" in said(answer).text
    record = next(record for record in caplog.records if record.message == "click failed")
    assert (vars(record)["table"], vars(record)["seat"], vars(record)["seq"]) == (1, 1, 0)
    with caplog.at_level(logging.ERROR):
        assert "Something went wrong on my side (logged)" in said(await club.bob.slash(club.channel, "rummy hand")).text


async def test_the_turn_of_a_player_refreshes_their_panel_while_its_token_is_fresh(
    club: Club, playing: SeenMessage
) -> None:
    player, other = club.to_move(), club.waiting()
    panel = club.panel(other)
    await player.click("Pass", message=playing)
    await club.standin.until(lambda: "**Your turn:" in club.panel(other).text)
    assert club.panel(other).id == panel.id
    club.standin.advance(FRESH / 1000 + 1)
    await club.standin.until(lambda: club.panels(player) == [])
    given_up = club.private(player)
    await other.click("Pass", message=playing)
    await club.standin.until(lambda: "Draw" in " ".join(said_in(club, "My hand").labels))
    await club.settled()
    assert club.private(player) == given_up
    assert not [request for request in club.standin.requests if request.status in (401, 404)]


async def test_house_rules_set_by_the_host_are_shown_in_the_lobby(club: Club, lobby: SeenMessage) -> None:
    panel = await behind_more(club, club.ala, "House rules", lobby)
    assert panel.ephemeral
    await club.ala.choose("Pick a rule", "Equal deadwood")
    answer = await club.ala.choose("Equal deadwood", "void deal")
    assert "If both have the same deadwood, the deal is void." in said(answer).text
    await club.ala.choose("Pick a rule", "Target")
    await club.ala.click("Target: type a number")
    answer = await club.ala.submit({"A number from 10 to 500": "500"})
    assert "played to 500 points" in said(answer).text
    await club.ala.click("Target: type a number")
    answer = await club.ala.submit({"A number from 10 to 500": "9"})
    assert "from 10 to 500. Nothing was changed" in said(answer).text
    await club.standin.until(lambda: "First to 500" in club.eve.sees(club.channel)[-1].text)
    assert "Equal deadwood: void deal" in club.eve.sees(club.channel)[-1].text
    answer = await club.ala.click("Back to standard rules")
    assert not answer.failed
    await club.standin.until(lambda: "standard rules" in club.eve.sees(club.channel)[-1].text)


async def test_only_the_host_sets_house_rules_and_only_players_cut(club: Club, lobby: SeenMessage) -> None:
    assert "Only the host can do that" in said(await club.bob.forge(lobby, "r1:1:house:0")).text
    assert "aren't at this table" in said(await club.eve.forge(lobby, "r1:1:cut:0")).text
    for custom_id, values in (("r1:1:option:0:1", ["tie"]), ("r1:1:value:0:1_tie", ["void"]), ("r1:1:reset:0", None)):
        assert sentence(TableReason.HOST_ONLY) in said(await club.bob.forge(lobby, custom_id, values=values)).text
    assert "standard rules" in club.eve.sees(club.channel)[0].text


async def test_the_answer_to_a_cut_shows_it_in_the_lobby(club: Club, lobby: SeenMessage) -> None:
    await club.bob.click("More", message=lobby)
    await club.bob.click("Cut the cards")
    answer = await club.bob.submit({"Any text": "a | b"})
    assert answer.kind is AnswerKind.UPDATE
    assert "Your cut is in. Sealed before you cut: " in said(answer).text
    assert said(answer).ephemeral
    await club.standin.until(lambda: "② **Bob**, cut: a \\| b" in club.eve.sees(club.channel)[-1].text)
    assert "① **Ala**, host\n" in club.eve.sees(club.channel)[-1].text, "nobody cuts for Ala"


async def test_the_public_buttons_of_earlier_lobbies_still_work(club: Club, lobby: SeenMessage) -> None:
    await club.bob.forge(lobby, "r1:1:cut:0")
    answer = await club.bob.submit({"Any text": "pik"})
    assert not said(answer).ephemeral
    assert "② **Bob**, cut: pik" in said(answer).text
    assert "standard rules" not in said(await club.ala.forge(lobby, "r1:1:rules:0")).text
    assert "Table settings" in said(await club.ala.forge(lobby, "r1:1:keep:0")).text
    assert "Remove a player" in said(await club.ala.forge(lobby, "r1:1:remove:0")).text
    assert "canceled" in said(await club.ala.forge(lobby, "r1:1:cancel:0")).text


async def test_players_can_leave_and_the_host_can_cancel(club: Club, lobby: SeenMessage) -> None:
    assert "Cut the cards" not in (await behind_more(club, club.bob, "Leave", lobby)).labels
    await club.standin.until(lambda: "② open" in club.newest().text)
    assert sentence(TableReason.HOST_ONLY) in said(await club.bob.forge(lobby, "r1:1:cancel:0")).text
    assert "canceled" in (await behind_more(club, club.ala, "Cancel table", lobby)).text
    await club.standin.until(lambda: "canceled" in club.eve.sees(club.channel)[-1].text)
    closed = club.eve.sees(club.channel)[-1]
    assert not closed.buttons
    assert "cancel" in said(await club.ala.forge(lobby, "r1:1:join:0")).text


async def test_missing_permissions_are_named_before_a_table_opens(club: Club) -> None:
    club.guild.permit(club.channel, Permission.VIEW_CHANNEL)
    answer = await club.ala.slash(club.channel, "rummy new")
    assert "Send Messages, Attach Files" in said(answer).text
    assert said(answer).ephemeral
    assert "no table" in said(await club.ala.slash(club.channel, "rummy hand")).text


def edits_refused(club: Club) -> int:
    """Return how many edits of the table were refused. Pings are separate messages, one per turn."""
    return sum(request.status == 403 and request.method == "PATCH" for request in club.standin.requests)


async def test_missing_permissions_are_reported_at_the_next_click_and_writing_resumes_when_granted(
    club: Club, playing: SeenMessage, caplog: pytest.LogCaptureFixture
) -> None:
    player, other = club.to_move(), club.waiting()
    fault = club.standin.forbid(club.channel)
    await player.click("Pass", message=playing)
    await club.standin.until(lambda: "channel is paused" in caplog.text)
    refused = edits_refused(club)
    assert "Discord won't let me post the table here" in said(await other.click("My hand", message=playing)).text
    await other.click("Pass", message=club.panel(other))
    assert edits_refused(club) == refused
    club.guild.permit(club.channel, Permission.VIEW_CHANNEL)
    assert "Send Messages" in said(await other.click("My hand", message=playing)).text
    club.standin.mend(fault)
    club.guild.permit(club.channel, ALLOWED)
    assert "can't post" not in said(await player.click("My hand", message=playing)).text
    await club.standin.until(lambda: club.public("Draw") is not None)


async def test_an_unexplained_refusal_is_retried_after_a_while(
    club: Club, playing: SeenMessage, caplog: pytest.LogCaptureFixture
) -> None:
    fault = club.standin.forbid(club.channel)
    await club.to_move().click("Pass", message=playing)
    await club.standin.until(lambda: "channel is paused" in caplog.text)
    club.standin.mend(fault)
    club.standin.advance(PAUSE / 1000)
    await club.eve.click("More", message=playing)
    await club.ala.click("My hand", message=playing)
    await club.standin.until(lambda: "passed" in told(said_in(club, "My hand")))


async def test_reposting_the_table_retries_a_paused_channel(
    club: Club, playing: SeenMessage, caplog: pytest.LogCaptureFixture
) -> None:
    fault = club.standin.forbid(club.channel)
    await club.to_move().click("Pass", message=playing)
    await club.standin.until(lambda: "channel is paused" in caplog.text)
    club.standin.mend(fault)
    await club.ala.slash(club.channel, "rummy table")
    await club.standin.until(lambda: said_in(club, "My hand").id != playing.id)


async def test_reposting_without_permission_names_the_missing_permissions(club: Club, playing: SeenMessage) -> None:
    club.guild.permit(club.channel, Permission.VIEW_CHANNEL)
    answer = await club.ala.slash(club.channel, "rummy table")
    assert said(answer).text == "I can't post here. I'm missing: Send Messages, Attach Files."
    club.guild.permit(club.channel, ALLOWED)
    await club.ala.slash(club.channel, "rummy table")
    await club.standin.until(lambda: said_in(club, "My hand").id != playing.id)


@pytest.mark.slow
async def test_after_a_restart_opening_the_hand_updates_the_public_table(tmp_path: Path) -> None:
    async with open_club(tmp_path) as club:
        async with club.running() as bot:
            await open_lobby(club)
            await club.ala.click("Start")
            await club.open_hands()
            behind, player = said_in(club, "My hand"), club.to_move()
            await bot.edge.writer.close()  # as if the bot was killed before showing the move
            await player.click("Pass", message=behind)
        async with club.running():
            await club.eve.click("My hand", message=behind)
            await club.standin.until(lambda: "passed" in told(said_in(club, "My hand")))
            assert said_in(club, "My hand").id == behind.id


async def test_an_old_message_left_by_a_crash_is_deleted_when_clicked(club: Club, playing: SeenMessage) -> None:
    club.standin.fail_next(
        "DELETE", f"/messages/{playing.id}", 404, 10008
    )  # as if the bot was killed before the deletion
    await club.ala.slash(club.channel, "rummy table")
    await club.settled()
    answer = await club.ala.click("My hand", message=playing)
    assert said(answer).ephemeral
    await club.standin.until(lambda: playing.id not in [message.id for message in club.eve.sees(club.channel)])


async def test_a_newer_message_lost_in_a_crash_becomes_the_tables_when_clicked(
    club: Club, playing: SeenMessage, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def killed_before_it(_table: Table, _message: int | None) -> None:
        """Store nothing."""

    with monkeypatch.context() as patched:
        patched.setattr(Table, "set_message", killed_before_it)
        await club.ala.slash(club.channel, "rummy table")
        await club.settled()
    newer = said_in(club, "My hand")
    assert newer.id != playing.id
    await club.ala.click("My hand", message=newer)
    await club.settled()
    await club.to_move().click("Pass", message=said_in(club, "Pass"))
    await club.standin.until(lambda: "passed" in told(said_in(club, "My hand")))
    assert said_in(club, "My hand").id == newer.id
    assert [message.id for message in club.eve.sees(club.channel) if message.buttons] == [newer.id]


async def test_the_table_is_reposted_for_players_and_linked_for_others(club: Club, playing: SeenMessage) -> None:
    answer = await club.eve.slash(club.channel, "rummy table")
    assert f"/{playing.id}" in said(answer).text
    await club.ala.slash(club.channel, "rummy table")
    await club.standin.until(lambda: said_in(club, "My hand").id != playing.id)
    await club.standin.until(lambda: playing.id not in [message.id for message in club.eve.sees(club.channel)])


@pytest.mark.usefixtures("playing")
async def test_resigning_asks_for_confirmation(club: Club) -> None:
    assert sentence(TableReason.NOT_SEATED) in said(await club.eve.slash(club.channel, "rummy resign")).text
    answer = await club.ala.slash(club.channel, "rummy resign")
    await club.ala.click("Keep playing", message=said(answer))
    assert club.log() == []
    answer = await club.ala.slash(club.channel, "rummy resign")
    await club.ala.click("Resign", message=said(answer))
    assert [line[3] for line in club.log()] == ["resign"]
    await club.shown("Rematch")
    result = said_in(club, "Rematch")
    assert "Ala resigned. That counts as a loss." in result.text
    assert "Bob wins: Ala resigned" in result.text
    assert "This game is over" in said(await club.ala.slash(club.channel, "rummy resign")).text


@pytest.mark.usefixtures("playing")
async def test_both_players_join_the_same_rematch_table(club: Club) -> None:
    answer = await club.ala.slash(club.channel, "rummy resign")
    await club.ala.click("Resign", message=said(answer))
    await club.shown("Rematch")
    await club.bob.click("Rematch")
    await club.ala.click("Rematch", message=said_in(club, "Rematch"))
    await club.shown("Start")
    assert "② **Ala**" in said_in(club, "Start").text
    assert "resigned" in said_in(club, "Rematch").text


async def test_anyone_can_see_discards_and_rules(club: Club, playing: SeenMessage) -> None:
    more = said(await club.eve.click("More", message=playing))
    assert "Discard pile, top first" in said(await club.eve.click("Discards", message=more)).text
    more = said(await club.eve.click("More", message=playing))
    assert "collect sets and runs" in said(await club.eve.click("Rules", message=more)).text


async def test_public_text_is_in_the_servers_language_and_private_text_in_the_players(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Tagged(Texts):
        def t(self, message: str, /, **values: object) -> str:
            said = super().t(message, **values)
            return f"[{self.language}] {said}" if "/r" in message else said

        def p(self, context: str, message: str, /, **values: object) -> str:
            said = super().p(context, message, **values)
            return f"[{self.language}] {said}" if message == "Join" else said

    english = Catalogs().texts("en")
    monkeypatch.setattr(Catalogs, "texts", lambda _, locale, look="": Tagged(str(locale), english._translations, look))
    pole = club.guild.add_person("Ola", locale="pl")
    answer = await pole.slash(club.channel, "rummy new")
    assert "[en-US] Join" in said(answer).labels
    guest = club.guild.add_person("Ela", locale="pl")
    assert "[pl]" in said(await guest.slash(club.guild.add_channel("third"), "rummy hand")).text


async def test_an_unknown_command_is_answered(club: Club) -> None:
    bot_of(club).client.tree.remove_command("rummy")
    answer = await club.ala.slash(club.channel, "rummy hand")
    assert "Please try again" in said(answer).text


async def test_commands_fit_discords_limits_and_only_some_work_without_a_server(club: Club) -> None:
    tree = bot_of(club).client.tree
    payloads = {command.name: command.to_dict(tree) for command in tree.get_commands()}
    for payload in payloads.values():
        assert payload["contexts"] == ([0, 1] if payload["name"] in ("rummy", "me") else [0])
        assert payload["integration_types"] == payload["contexts"]
        assert _size(payload) < 8000
    named = {name: {option["name"] for option in payload.get("options", [])} for name, payload in payloads.items()}
    rummy = {"new", "quick", "watch", "hand", "table", "rules", "record", "verify", "replay", "resign"}
    admin = {
        "setup",
        "channels",
        "openers",
        "language",
        "defaults",
        "presets",
        "season",
        "standings",
        "void",
        "restore",
    }
    assert named == {
        "rummy": rummy | {"daily", "help", "learn", "mine", "practice", "puzzle"},
        "league": {"standings", "profile", "versus", "history"},
        "tournament": {"join", "fixtures"},
        "me": {"notifications", "data", "language", "look", "play"},
        "rummy-admin": admin | {"restore", "remove", "close", "pace", "tournament", "export", "log", "look", "lounge"},
        "Challenge to rummy": set(),
    }
    assert payloads["rummy-admin"]["default_member_permissions"] == Permission.MANAGE_GUILD


def _size(payload: dict[str, Any]) -> int:
    """Count the characters of a command and its parts, and check them against Discord's limits."""
    size = len(payload["name"]) + len(payload.get("description", ""))
    assert len(payload.get("options", [])) <= 25
    for part in payload.get("options", []):
        assert part["name"].islower()
        assert 1 <= len(part["description"]) <= 100
        assert len(part.get("choices", [])) <= 25
        size += _size(part) + sum(len(choice["name"]) + len(str(choice["value"])) for choice in part.get("choices", []))
    return size
