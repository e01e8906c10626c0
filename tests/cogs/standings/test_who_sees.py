"""Who sees the answers of `/league`: only the user, unless they post standings for everyone."""

import pytest

from cogs.edge import answers
from tests.cogs.unplugged import Unplugged


@pytest.mark.parametrize("late", [False, True])
async def test_only_standings_can_be_posted_in_the_channel(
    unplugged: Unplugged, monkeypatch: pytest.MonkeyPatch, late: bool
) -> None:
    if late:
        monkeypatch.setattr(answers, "PATIENCE", 0)
    for command in ("league standings", "league profile", "league history"):
        assert (await unplugged.slash(unplugged.ala, command)).is_private, command
    answer = await unplugged.slash(unplugged.ala, "league standings", public=True)
    assert not answer.is_private
    assert ("All time" in answer.text) is not late
