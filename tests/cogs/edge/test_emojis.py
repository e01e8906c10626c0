"""Card faces as application emojis: uploaded once, found by name, removed."""

import re
from pathlib import Path

import pytest

from bot.program.cli.emojis import remove, upload
from bot.rummy.cards import JOKER, PACK, parse_card
from cogs.edge.messages import FACED, emoji_name
from tests.cogs.table.test_melds_edge import at
from tests.cogs.table.turns import laying
from tests.end_to_end.club import open_club


def test_every_card_and_the_joker_have_a_valid_emoji_name() -> None:
    names = {emoji_name(card) for card in FACED}
    assert len(names) == 53
    assert all(re.fullmatch(r"[A-Za-z0-9_]{2,32}", name) for name in names)
    assert emoji_name(parse_card("TH")) == "card_TH"
    assert {JOKER, *PACK} == set(FACED)


@pytest.mark.slow
async def test_faces_are_uploaded_once_used_in_selects_and_removed(tmp_path: Path) -> None:
    async with open_club(tmp_path) as club:
        assert [await upload(club.settings), await upload(club.settings)] == [53, 0]
        async with club.running():
            panel, _ = await at(club, laying("7H 8H XX 3C 2C"))
            options = [option for select in panel.selects for option in select.options]
            assert {option.label: option.emoji for option in options}["🃏"] == ":card_XX:"
            assert all(option.emoji for option in options)
        assert [await remove(club.settings), await remove(club.settings)] == [53, 0]
