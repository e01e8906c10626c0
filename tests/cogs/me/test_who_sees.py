"""Who sees the answers of `/me`: only the user, since they are about their own settings and data."""

from tests.cogs.unplugged import Unplugged


async def test_settings_and_data_are_shown_to_nobody_else(unplugged: Unplugged) -> None:
    for command, words in (
        ("me look", "Your look"),
        ("me play", "How you play"),
        ("me notifications", "Turn notifications"),
        ("me data export", "all the data stored about you"),
        ("me data delete", "Delete your data?"),
    ):
        answer = await unplugged.slash(unplugged.ala, command)
        assert answer.is_private, command
        assert words in answer.text
