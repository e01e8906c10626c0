"""Messages in plainer forms: what Discord refuses is dropped once, and the text stays."""

import discord
import pytest
from discord.ui import LayoutView

from cogs.edge.messages import Attachment, Message, Trouble, send_plainer, trouble_of
from tests.cogs.edge.wall import refusal
from tests.cogs.table.scenes import FACES, private_layout, shown
from tests.cogs.table.turns import laying

MESSAGE = Message(
    lambda detail: private_layout(laying("7H 8H 9H KD 2C"), 0, detail),
    (Attachment("table-1-2.png", b"png", "alt"),),
)


class Discord:
    """Refuses some forms, and records whether each message had faces and files."""

    def __init__(self, *faults: discord.HTTPException) -> None:
        self.faults = list(faults)
        self.sent: list[tuple[bool, bool]] = []

    async def send(self, view: LayoutView, files: list[discord.File], mentions: discord.AllowedMentions) -> str:
        seen = shown(view)
        pictures = [part for part in seen.parts if part["type"] == 12]
        assert bool(pictures) == bool(files)
        assert [file.description for file in files] in ([], ["alt"]), "read aloud in place of the picture"
        assert view.is_finished()
        assert not mentions.everyone
        assert "Your turn" in seen.text
        self.sent.append((any("emoji" in button for button in seen.buttons), bool(files)))
        if self.faults:
            raise self.faults.pop(0)
        return "sent"


async def test_an_accepted_message_is_sent_in_full() -> None:
    discord_ = Discord()
    assert await send_plainer(discord_.send, MESSAGE, FACES) == "sent"
    assert discord_.sent == [(True, True)]


async def test_refused_faces_are_dropped_and_the_picture_stays() -> None:
    discord_ = Discord(refusal(400, 50035))
    await send_plainer(discord_.send, MESSAGE, FACES)
    assert discord_.sent == [(True, True), (False, True)]


@pytest.mark.parametrize("fault", [refusal(400, 50035), refusal(400), refusal(413, 40005), refusal(403, 50013)])
async def test_a_refused_picture_is_dropped_and_the_text_stays(fault: discord.HTTPException) -> None:
    discord_ = Discord(fault)
    await send_plainer(discord_.send, MESSAGE, {})
    assert discord_.sent == [(False, True), (False, False)]


async def test_faces_and_picture_can_both_be_refused() -> None:
    discord_ = Discord(refusal(400, 50035), refusal(400, 50035))
    await send_plainer(discord_.send, MESSAGE, FACES)
    assert discord_.sent[-1] == (False, False)


@pytest.mark.parametrize(
    "fault",
    [refusal(403, 50001), refusal(404, 10008), refusal(404, 10062), refusal(400, 40060), refusal(401, 50027),
     refusal(429), refusal(500)],
)  # fmt: skip
async def test_errors_that_plainer_forms_cannot_fix_are_not_retried(fault: discord.HTTPException) -> None:
    discord_ = Discord(fault)
    with pytest.raises(discord.HTTPException):
        await send_plainer(discord_.send, MESSAGE, FACES)
    assert len(discord_.sent) == 1


@pytest.mark.parametrize(
    ("status", "code", "trouble"),
    [
        (404, 10062, Trouble.TOO_LATE), (400, 40060, Trouble.ANSWERED), (401, 50027, Trouble.TOKEN_EXPIRED),
        (401, 0, Trouble.TOKEN_EXPIRED), (404, 10015, Trouble.TOKEN_EXPIRED), (404, 10008, Trouble.GONE),
        (404, 0, Trouble.GONE), (404, 10003, Trouble.NO_CHANNEL), (403, 50001, Trouble.FORBIDDEN),
        (403, 50013, Trouble.FORBIDDEN), (403, 0, Trouble.FORBIDDEN), (400, 50035, Trouble.REFUSED),
        (413, 40005, Trouble.REFUSED), (400, 30046, Trouble.TOO_OLD), (400, 50083, Trouble.TOO_OLD),
        (429, 0, Trouble.BUSY), (502, 0, Trouble.DOWN),
    ],
)  # fmt: skip
def test_error_codes_are_classified(status: int, code: int, trouble: Trouble) -> None:
    assert trouble_of(refusal(status, code)) is trouble


def test_a_message_pings_only_the_users_it_names() -> None:
    assert not Message(MESSAGE.layout).mentions.to_dict().get("users")
    assert Message(MESSAGE.layout).mentions.to_dict()["parse"] == []
    assert Message(MESSAGE.layout, pings=(7,)).mentions.to_dict()["users"] == [7]
