"""One click on *Draw* runs few files, and docs/one-click.md lists them."""

import re

import pytest

from tests.end_to_end.club import Club
from tests.one_click import HANDLERS, NAMES, PAGE, Trace, said_of, traced

pytestmark = pytest.mark.discord(None)

MOST_FILES = 110
"""Files that the event loop runs, from the gateway's event until Discord has the answer."""
CACHED = 8
"""Files of the page that a click may leave out, or enter elsewhere: where something is cached, or drawn in time."""
LISTED = re.compile(r"^\d+\. `([^`]+)`: ", re.M)
AGAIN = "run `python -m tests.one_click`"
MOST_TO_RULE = 7
"""Files from the click's handler to the rule, both included."""


@pytest.fixture(params=NAMES)
async def trace(request: pytest.FixtureRequest, club: Club) -> Trace:
    return await traced(club, request.param)


async def test_a_draw_runs_few_files(trace: Trace) -> None:
    assert len(trace.entered) <= MOST_FILES, "fold what is always read together"
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
