"""One click on *Draw* runs few files, and docs/one-click.md lists them."""

import re
from pathlib import Path

import pytest

from cogs.edge import answers
from tests.end_to_end.club import MINUTE_FOR_ANSWERS, open_club
from tests.one_click import HANDLERS, NAMES, PAGE, Trace, said_of, traced

pytestmark = pytest.mark.slow

MOST_FILES = 82  # two look whether a table is a daily deal that has ended, or whose day is over
"""Files that the event loop runs, from the gateway's event until Discord has the answer.

75 with a hand whose lay-downs are searched in a thread; a hand that takes no time is searched by the loop itself.
"""
CACHED = 8
"""Files of the page that a click may leave out, or enter elsewhere: where something is cached, or drawn in time."""
LISTED = re.compile(r"^\d+\. `([^`]+)`: ", re.M)
AGAIN = "run `python -m tests.one_click`"
MOST_TO_RULE = 6
"""Files from the click's handler to the rule, both included."""


@pytest.fixture(params=NAMES)
async def trace(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Trace:
    monkeypatch.setattr(answers, "PATIENCE", MINUTE_FOR_ANSWERS)
    monkeypatch.setattr(answers, "LAST_MOMENT", MINUTE_FOR_ANSWERS)
    async with open_club(tmp_path, rough=None) as club:
        return await traced(club, request.param)


async def test_a_draw_runs_few_files(trace: Trace) -> None:
    unlisted = [file for file in trace.entered if f"`{file}`" not in PAGE.read_text("utf-8")]
    assert len(trace.entered) <= MOST_FILES, f"fold what is always read together, of which the page lacks {unlisted}"
    assert trace.drawn, "the picture was drawn in a thread"


async def test_the_page_lists_the_files_of_a_draw(trace: Trace) -> None:
    gin, _, german = PAGE.read_text("utf-8").partition("## Only")
    own, listed = (gin, LISTED.findall(gin)) if trace.variant == "gin" else (german, LISTED.findall(gin + german))
    assert [file for file in trace.entered if file not in listed] == [], AGAIN
    told = [file for file, entered in trace.entered.items() if f"`{file}`: {said_of(file, *entered)}\n" in own]
    assert len(told) >= len(LISTED.findall(own)) - CACHED, AGAIN
    assert " → ".join(f"`{file}`" for file in trace.to_rule) in german, AGAIN


async def test_few_files_lie_between_a_click_and_its_rule(trace: Trace) -> None:
    assert trace.to_rule[0].startswith(HANDLERS)
    assert trace.to_rule[-1].startswith("bot/rummy/")
    assert len(trace.to_rule) <= MOST_TO_RULE, trace.to_rule
