"""The line of a start, the lock below tables, and Verify: one verdict, why, then the details."""

import re
from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest
from discord import ui

from bot.fairness.chains import DISCORD_EPOCH, QUICKNET
from bot.fairness.grades import Doubt, Grade, Proof
from bot.play.state.values import NO_LINES, Start, Status, VoidReason
from bot.rummy.families import Variant
from bot.rummy.games import view_for
from bot.rummy.options import options_for
from bot.rummy.records.starts import BeaconRound, start_code
from bot.rummy.views import View
from cogs.table.screens.deal import Ended, deal_screen, past_deal_screen
from cogs.table.screens.proof import ShuffleReport, start_line, starting_screen, verify_screen, void_screen
from cogs.table.screens.scene import Scene, lock_line
from cogs.table.table_messages import table_screen
from tests.cogs.table.scenes import (
    FULL_DETAIL,
    PNG,
    SECRET,
    TEXTS,
    assert_discord_takes,
    row_of,
    scene_of,
    shown,
)
from tests.rummy.helpers import gin_states, started

DUE = QUICKNET.due(657413)
MESSAGE = (DUE - 8000 - DISCORD_EPOCH) << 22
LINE = started(options_for(Variant.GIN), 2, cuts=(), beacon=BeaconRound(QUICKNET.hash, 657413)).line
START = Start(1, LINE, 0, due=DUE, message=MESSAGE, signature=b"s")
REPORT = ShuffleReport(
    options_for(Variant.GIN), SECRET, ("Ala", "Bob"), Proof(Grade.NOBODY), started=True, secrets=("ab" * 32,),
    start=START, link="https://discord.com/channels/1/2/3",
)  # fmt: skip


def in_game(start: Start | None = START, **about: object) -> Scene:
    """Return the scene of a game that began with a start."""
    row = replace(row_of(options_for(Variant.GIN)), **{"channel": 7, **about})  # type: ignore[arg-type]
    return Scene(TEXTS, replace(row, starts=() if start is None else (start,)), NO_LINES, FULL_DETAIL)


def test_a_start_is_one_small_line_with_the_whole_code() -> None:
    layout = start_line(TEXTS, START)
    assert_discord_takes(layout)
    [part] = shown(layout).parts
    assert part["content"] == f"-# 🔒 Shuffle {start_code(LINE)}"
    assert re.fullmatch("[0-9a-f]{32}", start_code(LINE))


def test_a_table_that_waits_for_its_cards_says_shuffling_and_nothing_of_rounds() -> None:
    layout = starting_screen(in_game(replace(START, signature=None), status=Status.LOBBY))
    assert_discord_takes(layout)
    assert shown(layout).text == "**Shuffling...**\nGin · ① Ala · ② Bob"


@pytest.mark.parametrize("why", VoidReason)
def test_a_void_start_is_shown_with_its_code_and_what_comes_next(why: VoidReason) -> None:
    void = replace(START, signature=None, voided=why)
    text = shown(void_screen(in_game(void, status=Status.LOBBY), void)).text
    assert text.startswith("⚠️ This start is void: ")
    assert "No cards were dealt.\nThe table is open again: press *Start* for another try.\n" in text
    assert start_code(LINE) in text
    assert "657413" not in text


def test_the_lock_below_a_table_leads_to_the_line_of_its_start() -> None:
    guild = row_of(options_for(Variant.GIN)).guild
    link = f"https://discord.com/channels/{guild}/7/{MESSAGE}"
    assert lock_line(in_game()) == f"-# [🔒 Fair shuffle]({link})"
    assert lock_line(in_game(replace(START, message=None))) == "-# 🔒 Fair shuffle"
    assert lock_line(in_game(channel=MESSAGE + 1)) == "-# 🔒 Fair shuffle", "a newer channel doesn't have the line"
    for without in (None, replace(START, due=None, message=None)):
        assert lock_line(in_game(without)) == "", "nothing was announced"


def test_tables_and_deals_end_with_the_lock() -> None:
    states = gin_states(options_for(Variant.GIN, {"target": 30}), Random(5))
    views = [view_for(state, None) for state in states]
    running, between = views[1], next(view for view in views if view.deals and not view.result)
    screens: dict[str, Callable[[Scene, View], ui.LayoutView]] = {
        "running": lambda scene, view: table_screen(scene, view, PNG),
        "between": lambda scene, view: deal_screen(scene, Ended(view, PNG)),
        "past": lambda scene, view: past_deal_screen(scene, Ended(view, PNG)),
    }
    for view, make in zip((running, between, between), screens.values(), strict=True):
        scene = scene_of(view)
        layout = make(replace(scene, row=replace(scene.row, starts=(START,))), view)
        assert shown(layout).parts[-1]["content"].startswith("-# [🔒 Fair shuffle](")


def test_verify_begins_with_one_verdict_and_one_reason() -> None:
    layout = verify_screen(TEXTS, REPORT)
    assert_discord_takes(layout)
    verdict, reason, *details = shown(layout).text.splitlines()
    assert verdict == "### 🛡️ Nobody could have chosen the cards, if the announcement shows the code below."
    assert reason.startswith("A public random number that nobody knew")
    assert details[0] == "✅ The secret of 1 deal matches the seal and the cards dealt."
    assert details[1] == f"Code of this start: `{start_code(LINE)}`"
    assert details[2].startswith("[The announcement](https://discord.com/channels/1/2/3) of <t:")


@pytest.mark.parametrize("doubt", Doubt)
def test_verify_never_calls_shuffles_fair_that_are_not_proven(doubt: Doubt) -> None:
    text = shown(verify_screen(TEXTS, replace(REPORT, proof=Proof(Grade.NOT_PROVEN, doubt=doubt)))).text
    assert text.startswith("### ⚠️ Not proven: ")
    assert "fair" not in text.casefold()


def test_verify_claims_nothing_before_a_secret_is_out() -> None:
    first, *_ = shown(verify_screen(TEXTS, replace(REPORT, secrets=(), running=1))).text.splitlines()
    assert first == "### ⏳ Nothing to check before the first deal is over"
    text = shown(verify_screen(TEXTS, replace(REPORT, running=2))).text
    assert "\n⏳ Deal 2 can be checked when it's over.\n" in text
    fault = shown(verify_screen(TEXTS, replace(REPORT, fault="deal 2: deck: no"))).text
    assert fault.startswith("### ❌ The shuffles don't match: deal 2: deck: no\n")
    assert "Nobody" not in fault
    assert "✅" not in fault


def test_verify_shows_the_code_also_where_the_announcement_cannot_be_linked() -> None:
    text = shown(verify_screen(TEXTS, replace(REPORT, link=""))).text
    assert f"Code of this start: `{start_code(LINE)}`" in text
    assert "announcement](" not in text
