"""Messages and modals are converted with every part, in order."""

from __future__ import annotations

import asyncio
import io

import pytest
from PIL import Image

from bot.playground import Channel, Guild, Modal, Person, StandIn
from bot.playground.errors import JSON
from bot.playground.interactions import Interaction, InteractionKind
from bot.playground.messages import Draft, Upload, announce_thread, picture_size, post, write
from bot.playground.modals import Filling, submission
from bot.playground.page import Reader, message_on_page
from bot.playground.page.screen import modal_on_page
from bot.playground.state import V2, Emoji, StoredMessage
from bot.playground.validate import check_modal
from tests.playground.a_bot import picture


@pytest.fixture
def standin() -> StandIn:
    return StandIn()


@pytest.fixture
def guild(standin: StandIn) -> Guild:
    return standin.add_guild("Club")


@pytest.fixture
def channel(guild: Guild) -> Channel:
    return guild.add_channel("rummy")


@pytest.fixture
def ala(guild: Guild) -> Person:
    return guild.add_person("Ala")


def written(standin: StandIn, channel: Channel, *parts: JSON, files: tuple[str, ...] = ()) -> StoredMessage:
    uploads = [Upload(number, name, picture("red").fp.read()) for number, name in enumerate(files)]
    return write(standin.world, channel, standin.bot, Draft({"flags": V2, "components": list(parts)}, uploads))


def test_every_part_is_shown_in_order(standin: StandIn, guild: Guild, channel: Channel, ala: Person) -> None:
    standin.bot.emojis[5] = Emoji(5, "spade", b"png")
    media = {"media": {"url": "attachment://red.png"}, "description": "A red picture"}
    button = {"type": 2, "style": 1, "custom_id": "a", "label": "A", "emoji": {"id": "5", "name": "spade"}}
    message = written(
        standin, channel,
        {"type": 10, "content": "first"},
        {"type": 14, "divider": False, "spacing": 2},
        {"type": 17, "accent_color": 0xFF, "components": [
            {"type": 9, "components": [{"type": 10, "content": "s"}], "accessory": {"type": 11, **media}},
            {"type": 9, "components": [{"type": 10, "content": "t"}], "accessory": button},
            {"type": 12, "items": [media, {"media": {"url": "https://elsewhere.example/x.png"}}]},
            {"type": 14},
        ]},
        {"type": 13, "file": {"url": "attachment://record.json"}},
        {"type": 1, "components": [
            {"type": 2, "style": 5, "url": "https://example.org/", "label": "Link"},
            {"type": 2, "style": 4, "custom_id": "b", "emoji": {"name": "🃏"}, "disabled": True},
        ]},
        files=("red.png", "record.json"),
    )  # fmt: skip
    red, record = message.attachments
    shown = message_on_page(message, Reader(ala.user, "/pane/1", guild.state))
    assert [part["kind"] for part in shown["parts"]] == ["text", "separator", "container", "file", "row"]
    _, gap, box, file, row = shown["parts"]
    assert (gap["line"], gap["large"], box["accent"]) == (False, True, "#0000ff")
    assert [part["kind"] for part in box["parts"]] == ["section", "section", "gallery", "separator"]
    seen = {
        "url": f"/pane/1/picture/{red.id}/red.png",
        "alt": "A red picture",
        "width": 110,
        "height": 70,
        "name": "red.png",
    }
    assert box["parts"][0]["texts"] == ["s"]
    assert box["parts"][0]["accessory"] == {"kind": "picture", **seen}
    assert box["parts"][1]["accessory"]["emoji"] == {"name": "spade", "url": "/pane/1/emoji/5"}
    assert box["parts"][2]["items"] == [seen]  # nothing is ever loaded from other hosts
    assert file["file"] == {
        "name": "record.json", "size": len(record.data), "url": f"/pane/1/picture/{record.id}/record.json",
    }  # fmt: skip
    link, danger = row["buttons"]
    assert (link["style"], link["url"], link["custom_id"]) == ("link", "https://example.org/", "")
    assert (danger["style"], danger["emoji"], danger["label"], danger["disabled"]) == (
        "danger",
        {"text": "🃏"},
        "",
        True,
    )


def test_old_messages_threads_and_words_of_people(
    standin: StandIn, guild: Guild, channel: Channel, ala: Person
) -> None:
    reader = Reader(ala.user, "/pane/1", guild.state)
    upload = Upload(0, "red.png", picture("red").fp.read())
    old = write(standin.world, channel, standin.bot, Draft({"content": f"hi {ala.mention}"}, [upload]))
    assert [part["kind"] for part in message_on_page(old, reader)["parts"]] == ["text", "gallery"]
    assert message_on_page(old, reader)["mentions_me"]
    thread = guild.add_thread("a game", channel)
    announce_thread(standin.world, thread, standin.bot)
    announced = message_on_page(list(channel.messages.values())[-1], reader)
    assert (announced["kind"], announced["parts"]) == ("thread", [])
    assert announced["thread"] == {"id": str(thread.id), "name": "a game", "archived": False}
    said = message_on_page(post(standin.world, channel, ala.user, "hello"), reader)
    assert said["author"] == {"id": str(ala.id), "name": "Ala", "bot": False}
    assert said["reply_to"] is None


def test_selects_of_roles_and_channels_offer_what_the_person_sees(
    standin: StandIn, guild: Guild, channel: Channel, ala: Person
) -> None:
    guild.add_channel("hidden", member_permissions=0)
    guild.add_thread("a game", channel)
    role = guild.add_role("referee")
    parts = [
        {"type": 1, "components": [{"type": kind, "custom_id": str(kind), "placeholder": "Pick"}]} for kind in (6, 7, 8)
    ]
    shown = message_on_page(written(standin, channel, *parts), Reader(ala.user, "/pane/1", guild.state))
    roles, both, places = shown["parts"]
    assert (roles["type"], roles["choices"]) == ("role", [{"value": str(role.id), "label": "referee"}])
    assert (both["type"], [one["label"] for one in both["choices"]]) == ("mentionable", ["Ala", "Remik", "referee"])
    assert (places["type"], [one["label"] for one in places["choices"]]) == ("channel", ["rummy"])


async def test_every_field_of_a_modal_can_be_filled_in_by_id(
    standin: StandIn, guild: Guild, channel: Channel, ala: Person
) -> None:
    options = [{"label": "2", "value": "1"}, {"label": "1", "value": "2", "default": True}]  # labels like other values
    fields = (
        {"type": 4, "custom_id": "note", "style": 2, "required": False, "value": "old"},
        {"type": 21, "custom_id": "pace", "options": options},
        {"type": 22, "custom_id": "rules", "options": options, "min_values": 0, "required": False},
        {"type": 23, "custom_id": "rated", "default": True},
    )
    labeled = [{"type": 18, "label": f"Field {n}", "component": field} for n, field in enumerate(fields)]
    data: JSON = {"custom_id": "form", "title": "Form", "components": [{"type": 10, "content": "Read this"}, *labeled]}
    check_modal(data, ())
    done = asyncio.get_running_loop().create_future()
    interaction = Interaction(
        1, "t", InteractionKind.COMMAND, standin.bot, ala.user, channel, 0.0, 0.0, None, {}, {}, done
    )  # fmt: skip
    modal = Modal(interaction, data)
    shown = modal_on_page(modal, Reader(ala.user, "/pane/1", guild.state))
    text, note, pace, rules, rated = shown["parts"]
    assert (shown["title"], text) == ("Form", {"kind": "text", "text": "Read this"})
    assert (note["label"], note["field"]["type"], note["field"]["value"]) == ("Field 0", "paragraph", "old")
    assert (pace["field"]["type"], pace["field"]["chosen"], pace["field"]["max"]) == ("radio", ["2"], 1)
    assert (rules["field"]["type"], rules["field"]["min"], rules["field"]["max"]) == ("checkboxes", 0, 2)
    assert (rated["field"]["type"], rated["field"]["value"]) == ("checkbox", True)
    filled: dict[str, Filling] = {"note": "new", "pace": ["1"], "rules": ["1", "2"], "rated": False}
    sent, _ = submission(modal, filled, by_ids=True)
    values = [part["component"].get("value", part["component"].get("values")) for part in sent["components"][1:]]
    assert values == ["new", "1", ["1", "2"], False]
    with pytest.raises(ValueError, match="offers"):
        submission(modal, {"pace": ["3"]}, by_ids=True)


@pytest.mark.parametrize(("frames", "lossless"), [(1, True), (4, True), (4, False)])
def test_the_size_of_a_webp_is_known_before_it_loads(frames: int, lossless: bool) -> None:
    out = io.BytesIO()
    first, *others = [Image.new("RGB", (110, 70), (60 * number, 0, 0)) for number in range(frames)]
    first.save(out, "WEBP", save_all=True, append_images=others, loop=1, lossless=lossless)
    assert picture_size(out.getvalue()) == (110, 70)


def test_only_pictures_have_a_size() -> None:
    assert picture_size(b'{"format": "remik"}') is None
