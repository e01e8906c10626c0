"""Names that want to harm stay harmless on every screen in every language: they are only letters in a line."""

import re
import unicodedata
from collections.abc import Sequence

import pytest

from bot.players.levels import Level
from bot.playground import SeenMessage, directory
from bot.playground.messages import announce_thread
from bot.playground.state import Application, Channel, World
from bot.program.cli import demo
from bot.program.cli.guests.table import Computers
from bot.rummy.families import Variant
from bot.rummy.options import Options, options_for
from bot.text.lists import END_ISOLATE, ISOLATE
from tests.end_to_end.languages.reading import CATALOGS, words_on

NAMES = (
    "محمد بن سلمان עברית",
    "日本太郎" * 8,
    "@everyone **x** <@1> [a](http://b",
    "\u202eOla\u2067`~~||_{name}\u200f\u0000",
)
"""From right to left, 32 wide characters, markup with mentions, and characters that control others."""
HARMLESS = {ISOLATE, END_ISOLATE, "\u200b", "\n", "\u200d"}
"""Control characters that the bot itself writes, and those within emoji."""
MARKUP = re.compile(r"(?<!\\)<@[!&]?1>|@(everyone|here)|(?<!\\)\]\(http://b|(?<!\\)\*\*x\*\*")
"""What Discord reads as markup or as a mention, in texts; labels and alt texts have none."""
CONTROLS = "Cc", "Cf"


def harm_in(message: SeenMessage) -> list[str]:
    """Return the texts of a message in which a name does more than be read."""
    return [
        f"{kind}: {written!r}"
        for kind, written in words_on(message)
        if (kind == "text" and MARKUP.search(written))
        or any(unicodedata.category(sign) in CONTROLS and sign not in HARMLESS for sign in written)
        or any(line.count(ISOLATE) != line.count(END_ISOLATE) for line in written.splitlines())
    ]


@pytest.mark.soak
@pytest.mark.parametrize("language", CATALOGS.languages)
@pytest.mark.parametrize(
    ("rules", "names", "everything"),
    [
        (options_for(Variant.GIN, {"deals": 1}), NAMES[:2], True),
        (options_for(Variant.GIN, {"deals": 1}), NAMES[2:], True),
        (options_for(Variant.GERMAN, {"rounds": 1, "claim": True}), NAMES, False),
    ],
    ids=["wide", "markup", "all"],
)
async def test_names_stay_harmless_on_every_screen_in_every_language(
    rules: Options, names: Sequence[str], everything: bool, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(demo, "NAMES", names)
    threads: set[str] = set()  # Discord announces a thread by its name, which has no markup

    def noted(world: World, thread: Channel, creator: Application) -> None:
        threads.add(thread.name)
        announce_thread(world, thread, creator)

    monkeypatch.setattr(directory, "announce_thread", noted)
    game = await demo.play(rules, len(names), 3, language, Computers(0, Level.EASY), everything=everything)
    shown = (one.message for step in game.transcript.steps for one in step.changed)
    messages = [message for message in shown if message.text not in threads]
    assert len(messages) > 50
    assert sorted({harm for message in messages for harm in harm_in(message)}) == []
    assert {mentioned for message in messages for mentioned in message.mentions} <= {*names}
