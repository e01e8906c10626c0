"""Messages as people see them, part by part from top to bottom."""

from bot.playground import (
    SeenButton,
    SeenContainer,
    SeenFile,
    SeenGallery,
    SeenMessage,
    SeenRow,
    SeenSection,
    SeenSelect,
    SeenSeparator,
    SeenText,
)
from bot.playground.errors import JSON
from bot.playground.seeing import see
from bot.playground.state import V2, Application, Channel, StoredAttachment, StoredMessage, User


def attachment(name: str, kind: str = "image/png") -> StoredAttachment:
    return StoredAttachment(1, name, name.encode(), "As the file says", kind, f"http://127.0.0.1/{name}", None)


def text(content: str) -> JSON:
    return {"type": 10, "content": content}


def gallery(name: str, alt: str) -> JSON:
    return {"type": 12, "items": [{"media": {"url": f"http://127.0.0.1/{name}"}, "description": alt}]}


def row(*labels: str) -> JSON:
    return {"type": 1, "components": [{"type": 2, "style": 1, "label": one, "custom_id": one} for one in labels]}


SELECT: JSON = {
    "type": 1,
    "components": [
        {"type": 3, "custom_id": "pick", "placeholder": "Pick", "options": [{"label": "Ace", "value": "a"}]},
    ],
}
FILES = [attachment("red.png"), attachment("blue.png"), attachment("record.json", "application/json")]


def message(*components: JSON, content: str = "", files: list[StoredAttachment] | None = None) -> SeenMessage:
    application = Application(User(1, "Remik", bot=True), "token")
    flags = 0 if content else V2
    kept = FILES if files is None else files
    return see(
        StoredMessage(
            2, Channel(3, "rummy"), application, 0.0, None, content, flags, list(components), attachments=kept
        )
    )


def kinds(seen: SeenMessage) -> list[type]:
    return [type(part) for part in seen.parts]


def test_parts_have_the_order_in_which_discord_shows_them() -> None:
    seen = message(text("above"), row("Draw", "Take"), gallery("red.png", "red"), text("below"), SELECT, row("More"))
    assert kinds(seen) == [SeenText, SeenRow, SeenGallery, SeenText, SeenSelect, SeenRow]
    assert seen.text == "above\nbelow"
    assert seen.labels == ("Draw", "Take", "More")
    assert [picture.alt for picture in seen.pictures] == ["red"]
    listed = str(seen).splitlines()[1:]
    assert listed == [
        "  above",
        "  [Draw] [Take]",
        "  [picture red.png: red]",
        "  below",
        "  <Pick: Ace>",
        "  [More]",
    ]


def test_a_container_keeps_its_parts_together_and_in_order() -> None:
    inner = [gallery("blue.png", "blue"), text("inside"), {"type": 14, "divider": False}, row("Join")]
    seen = message(text("first"), {"type": 17, "accent_color": 0xFF0000, "components": inner}, text("last"))
    assert kinds(seen) == [SeenText, SeenContainer, SeenText]
    container = seen.parts[1]
    assert isinstance(container, SeenContainer)
    assert container.color == 0xFF0000
    assert [type(part) for part in container.parts] == [SeenGallery, SeenText, SeenSeparator, SeenRow]
    assert seen.text == "first\ninside\nlast"
    assert seen.labels == ("Join",)


def test_a_section_has_its_accessory_to_its_right() -> None:
    picture = {"type": 11, "media": {"url": "http://127.0.0.1/red.png"}, "description": "small"}
    button = {"type": 2, "style": 2, "label": "Open", "custom_id": "open"}
    seen = message(
        {"type": 9, "components": [text("one"), text("two")], "accessory": picture},
        {"type": 9, "components": [text("three")], "accessory": button},
        {"type": 13, "file": {"url": "http://127.0.0.1/record.json"}},
    )
    assert kinds(seen) == [SeenSection, SeenSection, SeenFile]
    accessories = [part.accessory for part in seen.parts if isinstance(part, SeenSection)]
    assert accessories == [seen.pictures[0], SeenButton("Open", "secondary", False, "", "open")]
    assert seen.text == "one\ntwo\nthree"
    assert [picture.filename for picture in seen.pictures] == ["red.png", "record.json"]


def test_a_plain_message_shows_its_text_then_its_files_then_its_buttons() -> None:
    seen = message(row("Draw"), content="Hello", files=[FILES[2], FILES[0]])
    assert kinds(seen) == [SeenText, SeenFile, SeenGallery, SeenRow]
    assert [picture.alt for picture in seen.pictures] == ["As the file says"] * 2


def test_a_file_no_component_points_to_is_not_shown() -> None:
    seen = message(text("only text"), gallery("green.png", "not there"))
    assert kinds(seen) == [SeenText, SeenGallery]
    assert seen.pictures == ()
