"""Who sees the answers of `/me`: only the user, since they are about their own settings and data."""

import pytest

from cogs.edge import answers
from tests.cogs.unplugged import Unplugged

COMMANDS = {
    "me look": "Your look",
    "me play": "How you play",
    "me language": "Your language",
    "me notifications": "Turn notifications",
    "me data export": "all the data stored about you",
    "me data delete": "Delete your data?",
}


async def test_settings_and_data_are_shown_to_nobody_else(unplugged: Unplugged) -> None:
    for command, words in COMMANDS.items():
        answer = await unplugged.slash(unplugged.ala, command)
        assert answer.is_private, command
        assert words in answer.text


async def test_nobody_else_sees_that_an_answer_will_come(unplugged: Unplugged, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answers, "PATIENCE", 0)
    for command in COMMANDS:
        answer = await unplugged.slash(unplugged.ala, command)
        assert not answer.text, "it's late"
        assert answer.is_private, command
