"""Requests that Discord refuses: bad messages, modals and commands, with the path of each error."""

from __future__ import annotations

import io
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any

import aiohttp
import pytest

from bot.playground import NO_LIMITS, Channel, Guild, StandIn
from tests.playground.spec import load_checker, spec_faults

V2 = 1 << 15


@dataclass(frozen=True, slots=True)
class Raw:
    """A bot that sends HTTP requests without discord.py."""

    standin: StandIn
    guild: Guild
    channel: Channel
    session: aiohttp.ClientSession

    async def send(self, method: str, path: str, body: object, **files: bytes) -> tuple[int, Any]:
        data: object = None
        if files:
            form = aiohttp.FormData(quote_fields=False)
            form.add_field("payload_json", aiohttp.payload.JsonPayload(body))
            for place, (name, content) in enumerate(files.items()):
                form.add_field(f"files[{place}]", io.BytesIO(content), filename=f"{name}.png")
            data = form
        async with self.session.request(
            method, self.standin.api_url + path, data=data, json=None if files else body
        ) as response:
            return response.status, await response.json() if response.content_length else None

    async def post(self, body: object, **files: bytes) -> tuple[int, Any]:
        return await self.send("POST", f"/channels/{self.channel.id}/messages", body, **files)


@pytest.fixture
async def raw() -> AsyncIterator[Raw]:
    async with StandIn(limits=NO_LIMITS) as standin:
        headers = {"Authorization": f"Bot {standin.token}"}
        async with aiohttp.ClientSession(headers=headers) as session:
            guild = standin.add_guild("Club")
            yield Raw(standin, guild, guild.add_channel("rummy"), session)


def text(content: str) -> dict[str, object]:
    return {"type": 10, "content": content}


def button(**changes: object) -> dict[str, object]:
    return {"type": 2, "style": 1, "label": "Draw", "custom_id": "draw", **changes}


def row(*parts: object) -> dict[str, object]:
    return {"type": 1, "components": list(parts)}


def select(*labels: str, **changes: object) -> dict[str, object]:
    options = [{"label": label, "value": label} for label in labels]
    return {"type": 3, "custom_id": "pick", "options": options, **changes}


def gallery(*items: object) -> dict[str, object]:
    return {"type": 12, "items": list(items)}


def shown(url: str, alt: str = "") -> dict[str, object]:
    return {"media": {"url": url}, "description": alt}


def v2(*parts: object, **more: object) -> dict[str, object]:
    return {"flags": V2, "components": list(parts), **more}


BAD = {
    "text next to components": (v2(text("x"), content="y"), ("content",)),
    "embeds next to components": (v2(text("x"), embeds=[{"title": "y"}]), ("embeds",)),
    "new parts without the flag": ({"components": [text("x")]}, ("components", "0", "type")),
    "41 components": (v2(*[text("x")] * 41), ("components",)),
    "41 components, nested": (
        v2({"type": 17, "components": [text("x")] * 30}, *[text("x")] * 10),
        ("components",),
    ),
    "more than 4,000 characters in all": (v2(text("x" * 3000), text("y" * 1001)), ("components",)),
    "an empty text": (v2(text("")), ("components", "0", "content")),
    "six buttons in a row": (
        v2(row(*[button(custom_id=str(number)) for number in range(6)])),
        ("components", "0", "components"),
    ),
    "an empty row": (v2(row()), ("components", "0", "components")),
    "a button next to a select": (v2(row(button(), select("a"))), ("components", "0", "components")),
    "a custom id twice": (
        v2(row(button()), row(button())),
        ("components", "1", "components", "0", "custom_id"),
    ),
    "an empty custom id": (v2(row(button(custom_id=""))), ("components", "0", "components", "0", "custom_id")),
    "a custom id of 101": (
        v2(row(button(custom_id="x" * 101))),
        ("components", "0", "components", "0", "custom_id"),
    ),
    "a label of 81": (v2(row(button(label="x" * 81))), ("components", "0", "components", "0", "label")),
    "a button without label and emoji": (v2(row(button(label=""))), ("components", "0", "components", "0")),
    "an unknown custom emoji": (
        v2(row(button(emoji={"id": "5", "name": "ace"}))),
        ("components", "0", "components", "0", "emoji"),
    ),
    "26 options": (
        v2(row(select(*map(str, range(26))))),
        ("components", "0", "components", "0", "options"),
    ),
    "no options": (v2(row(select())), ("components", "0", "components", "0", "options")),
    "an option twice": (
        v2(row(select("a", "a"))),
        ("components", "0", "components", "0", "options", "1", "value"),
    ),
    "an option of 101": (
        v2(row(select("a" * 101))),
        ("components", "0", "components", "0", "options", "0", "label"),
    ),
    "a placeholder of 151": (
        v2(row(select("a", placeholder="x" * 151))),
        ("components", "0", "components", "0", "placeholder"),
    ),
    "more choices than options": (
        v2(row(select("a", max_values=2))),
        ("components", "0", "components", "0", "max_values"),
    ),
    "an empty gallery": (v2(gallery()), ("components", "0", "items")),
    "11 pictures": (v2(gallery(*[shown("https://x.example/a.png")] * 11)), ("components", "0", "items")),
    "alt text of 1,025": (
        v2(gallery(shown("https://x.example/a.png", "x" * 1025))),
        ("components", "0", "items", "0", "description"),
    ),
    "a picture that was not sent": (
        v2(gallery(shown("attachment://b.png"))),
        ("components", "0", "items", "0", "media", "url"),
    ),
    "a section without accessory": (
        v2({"type": 9, "components": [text("x")]}),
        ("components", "0", "accessory"),
    ),
    "a container in a container": (
        v2({"type": 17, "components": [{"type": 17, "components": [text("x")]}]}),
        ("components", "0", "components", "0", "type"),
    ),
    "a text input in a message": (
        v2(row({"type": 4, "custom_id": "x", "style": 1})),
        ("components", "0", "components", "0", "type"),
    ),
    "2,001 characters": ({"content": "x" * 2001}, ("content",)),
}


@pytest.mark.parametrize("name", BAD)
async def test_a_bad_message_is_refused_with_the_path_of_the_fault(raw: Raw, name: str) -> None:
    body, place = BAD[name]
    status, answer = await raw.post(body)
    assert (status, answer["code"]) == (400, 50035)
    node = answer["errors"]
    for step in place:
        node = node[step]
    assert node["_errors"][0]["message"]
    assert raw.standin.messages(raw.channel) == []


@pytest.mark.parametrize("name", sorted(BAD))
def test_discords_description_refuses_most_of_these_too(name: str) -> None:
    unstated = {  # neither the description nor the checker's other rules cover these
        "an unknown custom emoji",
        "a picture that was not sent",
        "new parts without the flag",
        "a section without accessory",
    }
    found = load_checker().validate("POST", "/channels/1/messages", BAD[name][0])
    assert bool(found) or name in unstated


GOOD = {
    "40 components": v2({"type": 17, "components": [text("x")] * 29}, *[text("x")] * 10),
    "4,000 characters": v2(text("x" * 3000), text("y" * 1000)),
    "five rows of five": {
        "content": "x",
        "components": [row(*[button(custom_id=f"{a}{b}") for b in range(5)]) for a in range(5)],
    },
    "the longest texts": v2(
        row(button(label="x" * 80, custom_id="y" * 100)),
        row(select(*[f"{number:0100}" for number in range(25)], placeholder="x" * 150, max_values=25)),
        gallery(*[shown("https://x.example/a.png", "x" * 1024)] * 10),
    ),
    "a section": v2({"type": 9, "components": [text("x")], "accessory": button()}),
    "a separator": v2({"type": 14}, text("x")),
}


@pytest.mark.parametrize("name", GOOD)
async def test_values_at_the_limits_are_accepted(raw: Raw, name: str) -> None:
    status, _ = await raw.post(GOOD[name])
    assert status == 200
    assert spec_faults(raw.standin.requests) == []


def people(kind: str, *ids: int, **changes: object) -> dict[str, object]:
    chosen = [{"id": str(number), "type": kind} for number in ids]
    return row({"type": 5, "custom_id": "who", "default_values": chosen, **changes})


async def test_default_users_are_limited_to_the_number_that_may_be_chosen(raw: Raw) -> None:
    for wrong in (people("role", 5), people("user", 5, 6), people("user", 5, min_values=2, max_values=3)):
        status, answer = await raw.post(v2(wrong))
        assert (status, answer["code"]) == (400, 50035)
        assert "default_values" in answer["errors"]["components"]["0"]["components"]["0"]
    status, answer = await raw.post(v2(people("user", 5, 6, min_values=0, max_values=2)))
    assert status == 200
    assert [value["id"] for value in answer["components"][0]["components"][0]["default_values"]] == ["5", "6"]
    assert spec_faults(raw.standin.requests[-1:]) == []


async def test_an_empty_message_is_refused(raw: Raw) -> None:
    assert (await raw.post({"content": ""}))[1]["code"] == 50006


async def test_a_file_above_10_mib_is_too_large(raw: Raw) -> None:
    status, answer = await raw.post({"content": "x"}, big=bytes(10 * 1024 * 1024 + 1))
    assert (status, answer["code"]) == (413, 40005)
    assert (await raw.post({"content": "x"}, big=bytes(10 * 1024 * 1024)))[0] == 200


async def test_an_old_picture_must_be_sent_again_with_an_edit(raw: Raw) -> None:
    _, message = await raw.post(v2(gallery(shown("attachment://a.png"))), a=b"picture")
    assert message["attachments"] == []
    path = f"/channels/{raw.channel.id}/messages/{message['id']}"
    status, _ = await raw.send("PATCH", path, v2(gallery(shown("attachment://a.png"))))
    assert status == 400
    status, _ = await raw.send("PATCH", path, v2(gallery(shown("attachment://a.png"))), a=b"another")
    assert status == 200
    (seen,) = raw.standin.messages(raw.channel)
    assert [picture.data for picture in seen.pictures] == [b"another"]


async def test_old_style_messages_list_their_files(raw: Raw) -> None:
    _, message = await raw.post({"content": "x", "attachments": [{"id": 0, "description": "alt"}]}, a=b"picture")
    (listed,) = message["attachments"]
    assert (listed["filename"], listed["description"], listed["size"]) == ("a.png", "alt", 7)
    async with raw.session.get(listed["url"]) as response:
        assert await response.read() == b"picture"
    path = f"/channels/{raw.channel.id}/messages/{message['id']}"
    await raw.send("PATCH", path, {"content": "y"})
    assert len(raw.standin.messages(raw.channel)[0].pictures) == 1
    await raw.send("PATCH", path, {"attachments": []})
    assert raw.standin.messages(raw.channel)[0].pictures == ()


async def test_only_allowed_mentions_notify_people(raw: Raw) -> None:
    ala, bob = raw.guild.add_person("Ala"), raw.guild.add_person("Bob")
    both = f"{ala.mention} {bob.mention}"
    await raw.post({"content": both, "allowed_mentions": {"parse": [], "users": [str(bob.id)]}})
    await raw.post(v2(text(ala.mention), allowed_mentions={"parse": []}))
    await raw.post({"content": ala.mention, "flags": 1 << 12})
    assert (len(ala.pings), len(bob.pings)) == (0, 1)
    _, message = await raw.post(v2(text(ala.mention)))
    path = f"/channels/{raw.channel.id}/messages/{message['id']}"
    await raw.send("PATCH", path, v2(text(both)))
    assert (len(ala.pings), len(bob.pings)) == (1, 1)
    both_ways = {"parse": ["users"], "users": [str(ala.id)]}
    status, answer = await raw.post({"content": both, "allowed_mentions": both_ways})
    assert (status, list(answer["errors"])) == (400, ["allowed_mentions"])
    assert (len(ala.pings), len(bob.pings)) == (1, 1)


async def test_people_are_not_notified_of_messages_they_cannot_see(raw: Raw) -> None:
    hidden = raw.guild.add_channel("hidden", member_permissions=0)
    ala, stranger = raw.guild.add_person("Ala"), raw.standin.add_guild("Other").add_person("Bob")
    both = {"content": f"{ala.mention} {stranger.mention}"}
    assert (await raw.send("POST", f"/channels/{hidden.id}/messages", both))[0] == 200
    await raw.post(both)
    assert [ping.channel for ping in ala.pings] == ["rummy"]
    assert stranger.pings == []


async def test_a_ping_of_a_deleted_message_is_marked_as_gone(raw: Raw) -> None:
    ala = raw.guild.add_person("Ala")
    _, message = await raw.post({"content": ala.mention})
    assert [ping.gone for ping in ala.pings] == [False]
    path = f"/channels/{raw.channel.id}/messages/{message['id']}"
    assert await raw.send("DELETE", path, None) == (204, None)
    assert [ping.gone for ping in ala.pings] == [True]
    assert ala.sees() == []
    assert (await raw.send("DELETE", path, None))[1]["code"] == 10008
    assert spec_faults(raw.standin.requests) == []


def command(**changes: object) -> dict[str, object]:
    return {"name": "rummy", "description": "Rummy", **changes}


def option(name: str, **changes: object) -> dict[str, object]:
    return {"type": 3, "name": name, "description": "An option", **changes}


BAD_COMMANDS = {
    "a capital": [command(name="Rummy")],
    "no description": [command(description="")],
    "a name of 33": [command(name="r" * 33)],
    "the same name twice": [command(), command()],
    "a menu entry with a description": [command(type=2)],
    "a menu entry with options": [command(type=2, description="", options=[option("o")])],
    "a menu entry of 33": [command(type=2, description="", name="r" * 33)],
    "a menu entry of 33 in Polish": [command(type=2, description="", name_localizations={"pl": "r" * 33})],
    "a menu entry in an unknown language": [command(type=2, description="", name_localizations={"pt": "Rummy"})],
    "26 options": [command(options=[option(f"o{number}") for number in range(26)])],
    "26 choices": [command(options=[option("o", choices=[{"name": str(n), "value": str(n)} for n in range(26)])])],
    "required after optional": [command(options=[option("a"), option("b", required=True)])],
    "the same option twice": [command(options=[option("a"), option("a")])],
    "an unknown language": [command(name_localizations={"pt": "rummy"})],
    "a long description in Polish": [command(description_localizations={"pl": "x" * 101})],
    "more than 8,000 characters": [
        command(
            options=[
                option(
                    f"o{place}",
                    choices=[{"name": "x", "value": str(n), "name_localizations": {"pl": "y" * 90}} for n in range(25)],
                )
                for place in range(4)
            ]
        )
    ],
    "a group in a group": [
        command(options=[option("a", type=2, options=[option("b", type=2, options=[option("c", type=1)])])])
    ],
}


@pytest.mark.parametrize("name", BAD_COMMANDS)
async def test_bad_commands_are_refused(raw: Raw, name: str) -> None:
    path = f"/applications/{raw.standin.bot.id}/commands"
    status, answer = await raw.send("PUT", path, BAD_COMMANDS[name])
    assert (status, answer["code"]) == (400, 50035)
    assert answer["errors"]
    assert raw.standin.commands() == []


async def test_commands_keep_their_ids_and_their_languages(raw: Raw) -> None:
    path = f"/applications/{raw.standin.bot.id}/commands"
    polish = command(
        name_localizations={"pl": "remik"},
        description_localizations={"pl": "Stoliki"},
        options=[option("variant", name_localizations={"pl": "odmiana"}, required=True)],
        default_member_permissions="32",
        contexts=[0],
    )
    _, first = await raw.send("PUT", path, [polish])
    _, second = await raw.send("PUT", path, [polish, command(name="me")])
    assert first[0]["id"] == second[0]["id"]
    assert second[0]["name_localizations"] == {"pl": "remik"}
    _, listed = await raw.send("GET", path, None)
    assert "name_localizations" not in listed[0]
    _, listed = await raw.send("GET", path + "?with_localizations=true", None)
    assert listed == second
    guild = raw.standin.add_guild("Club")
    channel = guild.add_channel("rummy")
    assert guild.add_person("Ala", locale="pl").commands(channel) == ["me"]
    assert guild.add_person("Ewa", locale="pl", permissions=32 | 1024).commands(channel) == ["me", "remik"]
    assert spec_faults(raw.standin.requests) == []


async def test_a_menu_entry_and_a_command_may_have_one_name(raw: Raw) -> None:
    path = f"/applications/{raw.standin.bot.id}/commands"
    status, _ = await raw.send("PUT", path, [command(), {"type": 2, "name": "rummy"}, {"type": 3, "name": "rummy"}])
    assert status == 200
    assert (raw.standin.commands(), raw.standin.menu()) == (["rummy"], ["rummy"])
    assert spec_faults(raw.standin.requests) == []


async def test_a_guild_has_its_own_commands(raw: Raw) -> None:
    guild = raw.standin.add_guild("Club")
    channel = guild.add_channel("rummy")
    path = f"/applications/{raw.standin.bot.id}/guilds/{guild.id}/commands"
    status, _ = await raw.send("PUT", path, [command(name="here")])
    assert status == 200
    assert guild.add_person("Ala").commands(channel) == ["here"]
    other = raw.standin.add_guild("Other")
    assert other.add_person("Bob").commands(other.add_channel("rummy")) == []
    assert spec_faults(raw.standin.requests) == []


async def test_unknown_ids_are_refused_with_their_error_codes(raw: Raw) -> None:
    here = f"/channels/{raw.channel.id}"
    for path, code in {
        "/channels/5": 10003,
        here + "/messages/5": 10008,
        "/users/5": 10013,
        "/guilds/5": 10004,
        f"/applications/{raw.standin.bot.id}/emojis/5": 10014,
        "/webhooks/5/token/messages/@original": 10015,
    }.items():
        status, answer = await raw.send("GET", path, None)
        assert (status, answer["code"]) == (404, code), path
    async with aiohttp.ClientSession() as stranger:
        async with stranger.get(f"{raw.standin.api_url}/users/@me") as response:
            assert response.status == 401
            assert response.headers["Content-Type"] == "application/json"
        async with stranger.post(f"{raw.standin.api_url}{here}/messages", data=b"{nonsense") as response:
            assert response.status == 400
    assert (await raw.send("GET", "/nowhere", None))[0] == 404
