"""Discord's rate limits, and simulated faults."""

from __future__ import annotations

import aiohttp
import discord
import pytest

from bot.playground import NO_LIMITS, Limit, Permission, RateLimits, StandIn, Unreadable
from tests.playground.a_bot import Bot, Screen, picture, running
from tests.playground.conftest import Club
from tests.playground.spec import spec_faults


def _place(club: Club) -> discord.TextChannel:
    channel = club.bot.get_channel(club.channel.id)
    assert isinstance(channel, discord.TextChannel)
    return channel


async def test_the_library_waits_for_a_full_bucket_of_edits() -> None:
    async with StandIn(limits=RateLimits(edits=Limit(5, 0.4))) as standin:
        channel = standin.add_guild("Club").add_channel("rummy")
        bot = Bot()
        async with running(standin, bot):
            place = bot.get_channel(channel.id)
            assert isinstance(place, discord.TextChannel)
            message = await place.send(view=Screen("0"))
            for number in range(1, 7):
                await message.edit(view=Screen(str(number)))
            edits = [request for request in standin.requests if request.method == "PATCH"]
            assert [edit.status for edit in edits].count(200) == 6
            assert standin.messages(channel)[0].text == "6"


async def test_too_many_edits_get_a_429_the_library_understands(club: Club) -> None:
    message = await _place(club).send(view=Screen("0"))
    path = f"/channels/{club.channel.id}/messages/{message.id}"
    headers = {"Authorization": f"Bot {club.standin.token}"}
    body = {"components": [{"type": 10, "content": "1"}]}
    async with aiohttp.ClientSession(headers=headers) as session:
        for left in (4, 3, 2, 1, 0):
            async with session.patch(club.standin.api_url + path, json=body) as response:
                assert response.status == 200
                assert response.headers["X-RateLimit-Remaining"] == str(left)
        async with session.patch(club.standin.api_url + path, json=body) as response:
            assert response.status == 429
            assert response.headers["Via"]
            refused = await response.json()
            assert 0 < refused["retry_after"] <= 5
            assert refused["global"] is False
        club.standin.advance(5)
        async with session.patch(club.standin.api_url + path, json=body) as response:
            assert response.status == 200
    assert spec_faults(club.standin.requests) == []


async def test_old_messages_are_edited_three_times_in_six_seconds(club: Club) -> None:
    message = await _place(club).send(view=Screen("0"))
    club.standin.advance(3700)
    path = f"/channels/{club.channel.id}/messages/{message.id}"
    headers = {"Authorization": f"Bot {club.standin.token}"}
    body = {"components": [{"type": 10, "content": "1"}]}
    statuses = []
    async with aiohttp.ClientSession(headers=headers) as session:
        for _ in range(4):
            async with session.patch(club.standin.api_url + path, json=body) as response:
                statuses.append(response.status)
                answered = await response.json()
    assert statuses == [200, 200, 200, 429]
    assert answered["code"] == 30046


async def test_fifty_requests_a_second_and_answers_do_not_count() -> None:
    async with StandIn(limits=RateLimits(everything=Limit(5, 1.0))) as standin:
        headers = {"Authorization": f"Bot {standin.token}"}
        async with aiohttp.ClientSession(headers=headers) as session:
            for _ in range(5):
                async with session.get(f"{standin.api_url}/users/@me") as response:
                    assert response.status == 200
            async with session.get(f"{standin.api_url}/users/@me") as response:
                assert response.status == 429
                assert response.headers["X-RateLimit-Global"] == "true"
                assert (await response.json())["global"] is True
            async with session.post(f"{standin.api_url}/interactions/1/x/callback", json={}) as response:
                assert response.status == 404


async def test_limits_can_be_switched_off() -> None:
    async with StandIn(limits=NO_LIMITS) as standin:
        channel = standin.add_guild("Club").add_channel("rummy")
        headers = {"Authorization": f"Bot {standin.token}"}
        url = f"{standin.api_url}/channels/{channel.id}/messages"
        async with aiohttp.ClientSession(headers=headers) as session:
            for _ in range(60):
                async with session.post(url, json={"content": "x"}) as response:
                    assert response.status == 200
                    assert "X-RateLimit-Remaining" not in response.headers


async def test_the_next_requests_can_be_made_to_fail(club: Club) -> None:
    club.standin.fail_next("POST", r"/messages$", 500, times=1)
    club.standin.fail_next("PATCH", r"/messages/\d+$", 429, retry_after=0.01, times=2)
    club.standin.fail_next("DELETE", r"/messages/\d+$", 404, 10008)
    message = await _place(club).send("x")
    await message.edit(content="y")
    with pytest.raises(discord.NotFound) as refused:
        await message.delete()
    assert refused.value.code == 10008
    await message.delete()
    assert [(request.method, request.status) for request in club.standin.requests[-7:]] == [
        ("POST", 500),
        ("POST", 200),
        ("PATCH", 429),
        ("PATCH", 429),
        ("PATCH", 200),
        ("DELETE", 404),
        ("DELETE", 204),
    ]


async def test_a_channel_can_be_forbidden_and_allowed_again(club: Club) -> None:
    message = await _place(club).send("x")
    fault = club.standin.forbid(club.channel)
    with pytest.raises(discord.Forbidden) as refused:
        await message.edit(content="y")
    assert refused.value.code == 50013
    club.standin.mend(fault)
    fault = club.standin.forbid(club.channel, 50001)
    with pytest.raises(discord.Forbidden) as refused:
        await message.edit(content="y")
    assert refused.value.code == 50001
    assert (await club.ala.slash(club.channel, "rummy record", game="1")).text == "record of 1"
    club.standin.mend()
    await message.edit(content="y")
    assert club.ala.sees()[0].text == "y"


async def test_permissions_are_needed(club: Club) -> None:
    club.guild.permit(club.channel, Permission.VIEW_CHANNEL | Permission.SEND_MESSAGES)
    await _place(club).send("text")
    with pytest.raises(discord.Forbidden) as refused:
        await _place(club).send(file=picture("red"))
    assert refused.value.code == 50013
    club.guild.permit(club.channel, 0)
    with pytest.raises(discord.Forbidden) as refused:
        await _place(club).send("text")
    assert refused.value.code == 50001


@pytest.mark.parametrize(("status", "code"), [(413, 40005), (403, 50013), (400, 50035)])
async def test_pictures_can_be_refused(club: Club, status: int, code: int) -> None:
    fault = club.standin.refuse_pictures(status)
    with pytest.raises(discord.HTTPException) as refused:
        await _place(club).send(view=Screen("x", color="red"), file=picture("red"))
    assert (refused.value.status, refused.value.code) == (status, code)
    await _place(club).send(view=Screen("x"))
    club.standin.mend(fault)
    await _place(club).send(view=Screen("x", color="red"), file=picture("red"))


async def test_custom_emojis_are_stored_and_can_be_refused(club: Club) -> None:
    emoji = await club.bot.create_application_emoji(name="ace", image=picture("red").fp.read())
    (found,) = await club.bot.fetch_application_emojis()
    assert found == emoji
    view = discord.ui.View(timeout=None)
    view.add_item(discord.ui.Button(emoji=emoji, custom_id="x"))
    view.stop()
    await _place(club).send(view=view)
    assert club.ala.sees()[-1].buttons[0].emoji == ":ace:"
    club.standin.refuse_emojis(times=2)
    for send in (_place(club).send(f"An {emoji}"), _place(club).send(view=view)):
        with pytest.raises(discord.HTTPException) as refused:
            await send
        assert refused.value.code == 50035
        assert "Invalid emoji" in refused.value.text
    await emoji.delete()
    assert await club.bot.fetch_application_emojis() == []
    with pytest.raises(discord.HTTPException) as refused:
        await _place(club).send(view=view)
    assert refused.value.code == 50035
    assert spec_faults(club.standin.requests[:-1]) == []


async def test_the_busiest_seconds_of_a_channel_are_counted(standin: StandIn) -> None:
    guild = standin.add_guild("Club")
    channel, other = guild.add_channel("rummy"), guild.add_channel("chess")
    headers = {"Authorization": f"Bot {standin.token}"}

    async with aiohttp.ClientSession(headers=headers) as session:

        async def say(place: int, text: str) -> None:
            path = f"{standin.api_url}/channels/{place}/messages"
            async with session.post(path, json={"content": text}) as response:
                assert response.status == 200

        assert standin.busiest("POST", channel, 5) == 0
        for pause in (0, 3, 3, 1, 20):
            standin.advance(pause)
            await say(channel.id, "x")
        await say(other.id, "y")
    assert [standin.busiest("POST", channel, seconds) for seconds in (1, 2, 5, 60)] == [1, 2, 3, 5]
    assert standin.busiest("PATCH", channel, 60) == 0


async def test_a_nonce_that_is_enforced_posts_one_message_for_some_minutes(club: Club) -> None:
    path = f"{club.standin.api_url}/channels/{club.channel.id}/messages"
    headers = {"Authorization": f"Bot {club.standin.token}"}
    async with aiohttp.ClientSession(headers=headers) as session:

        async def posted(nonce: str | int, *, enforced: bool = True) -> tuple[int, int]:
            body = {"content": "hello", "nonce": nonce, "enforce_nonce": enforced}
            async with session.post(path, json=body) as response:
                found = await response.json()
                return response.status, int(found.get("id") or found["code"])

        first = await posted("7")
        assert first[0] == 200
        assert await posted(7) == first
        assert await posted("8") != first
        assert await posted("7", enforced=False) != first
        last = await posted("7")
        club.standin.advance(301)
        again = await posted("7")
        assert again != last
        message = next(one for one in club.standin.messages(club.channel) if one.id == again[1])
        club.standin.delete_message(message)
        assert await posted("7") == (404, 10008)
        assert await posted("7" * 26) == (400, 50035)
    assert spec_faults(club.standin.requests) == []


@pytest.mark.parametrize("how", list(Unreadable))
async def test_an_unreadable_response_belongs_to_a_request_that_was_carried_out(club: Club, how: Unreadable) -> None:
    club.standin.garble_next("POST", "/messages$", how)
    with pytest.raises((aiohttp.ClientPayloadError, ValueError, TypeError)):
        await _place(club).send("hello")
    assert [one.text for one in club.standin.messages(club.channel)] == ["hello"]
