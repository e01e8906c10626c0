"""Forged interactions: every one gets an answer and causes no error."""

import asyncio
import logging
import tempfile
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from itertools import cycle
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from bot.playground import Answer, SeenMessage
from cogs.edge.custom_ids import LONGEST, TableAction, parse, parse_page_id
from tests.amounts import MANY, times
from tests.end_to_end.club import Club, open_club
from tests.end_to_end.server.evenings import counted, quick_game

HUGE = ("9223372036854775807", "9223372036854775808", "9999999999999999999", "9" * 40, "∞")
VERY_LONG = "9" * 5000
"""Replaces ``∞`` in an example: more digits than Python parses."""
ODD = (
    "",
    "0",
    "1",
    "-1",
    "-0",
    "²",
    "١٢",
    "1.5",
    "x",
    "nosuch",
    "KS:",
    "7H",
    "meld_7H_8H_9H",
    "claim",
    "ala\u202e\n`*@",
)
WORDS = st.sampled_from((*HUGE, *ODD, "gin", "german", "live", "hard", "rated", "target", "yes", "all")) | st.text(
    max_size=30
)
PIECES = st.sampled_from(
    (*HUGE[:3], "0", "1", "2", "-1", "7H", "gin", "all", "meld_7H_8H_9H", "1_1", "x" * 48, "A-b_c")
)
NUMBERS = st.sampled_from((-(2**63), -1, 0, 1, 3, 5, 10**6, 2**53, 2**63))

TABLE_IDS = st.builds(
    "r1:{}:{}:{}{}".format,
    st.sampled_from(("1", "1", "1", "2", *HUGE[:3])),
    st.sampled_from([action.value for action in TableAction]),
    st.sampled_from(("0", "1", "0.1", "9999999999", "9999999999.9999")),
    st.just("") | PIECES.map(":{}".format),
)
PAGE_IDS = st.tuples(st.integers(0, 10**6), st.lists(PIECES, max_size=4))
"""The index of a page id's word, and its arguments."""

Forged: TypeAlias = tuple[str, Any, list[str] | None, dict[str, str] | None]
CLICKS: st.SearchStrategy[Forged] = st.tuples(
    st.just("click"),
    TABLE_IDS | PAGE_IDS | st.text(max_size=LONGEST),
    st.none() | st.lists(WORDS, max_size=3),
    st.none() | st.dictionaries(st.sampled_from(("typed", "number", "turn", "bank", "cut", "x")), WORDS, max_size=3),
)
COMMANDS: st.SearchStrategy[Forged] = st.tuples(
    st.just("command"),
    st.tuples(st.integers(0, 10**6), st.lists(WORDS | NUMBERS, min_size=8, max_size=8)),
    st.none(),
    st.none(),
)
SLOW = (HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.large_base_example)


@pytest.mark.parametrize("number", [HUGE[1], HUGE[2]])
def test_a_table_number_too_large_for_the_database_is_rejected(number: str) -> None:
    assert parse(f"r1:{number}:hand:0") is None
    assert parse(f"r1:{HUGE[0]}:hand:0") is not None


@given(st.text() | TABLE_IDS | st.integers() | st.none())
def test_parsing_any_id_raises_nothing(text: object) -> None:
    found = parse(text)
    assert found is None or str(found) == text
    page = parse_page_id(text)
    assert page is None or str(page) == text


@contextmanager
def no_errors() -> Iterator[None]:
    """Fail if an error is logged, except for one unavoidable warning of the library."""
    found: list[str] = []

    class Collecting(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            if record.levelno >= logging.ERROR:
                found.append(f"{record.getMessage()}: {record.exc_info and record.exc_info[1]!r}")

    handler = Collecting()
    logging.getLogger().addHandler(handler)
    try:
        yield
    finally:
        logging.getLogger().removeHandler(handler)
    assert found == []


def in_a_club(act: Callable[[Club], Awaitable[None]], *, playing: bool) -> None:
    """Run ``act`` in a club with a lobby, or with a running game and an earlier result."""

    async def run(folder: Path) -> None:
        async with open_club(folder) as club, club.running():
            if playing:
                await quick_game(club, club.channel, club.ala, club.bob, 1)
                await counted(club)
                await club.table("german", players=3)
            else:
                await club.lobby("german", players=3)
            with no_errors():
                await act(club)
                await club.settled()

    with tempfile.TemporaryDirectory() as above:
        (folder := Path(above) / "club").mkdir()
        asyncio.run(run(folder))


async def sent(club: Club, forged: Forged, message: SeenMessage) -> Answer | None:
    """Send a forged interaction. Return its answer; None for autocompletion."""
    kind, what, values, fields = forged
    values = None if values is None else [value.replace("∞", VERY_LONG) for value in values]
    fields = None if fields is None else {name: value.replace("∞", VERY_LONG) for name, value in fields.items()}
    if kind == "command":
        return await commanded(club, *what)
    if isinstance(what, tuple):
        assert club.bot is not None
        words = sorted(set(club.bot.packages.pages.handlers) - {"forget-me"})
        what = ":".join(("l1", words[what[0] % len(words)], *what[1]))[:LONGEST]
    if fields is not None:
        return await club.ala.forge_modal(message, what, fields)
    return await club.ala.forge(message, what, values=values)


async def commanded(club: Club, number: int, values: list[str | int]) -> Answer | None:
    """Send one of the commands with values for its text and number options, or request its autocompletion."""
    lines = club.standin.commands()
    line = lines[number % len(lines)]
    options = club.standin.options(line)
    given: dict[str, str | float] = {}
    for option, value in zip(options, values, strict=False):
        if option["type"] == 3:
            given[option["name"]] = str(value).replace("∞", VERY_LONG)
        elif option["type"] == 4:
            given[option["name"]] = value if isinstance(value, int) else 2**31
    offered = next((option["name"] for option in options if option.get("autocomplete")), None)
    required = {option["name"] for option in options if option.get("required")}
    if offered is not None and number % 2:
        await club.ala.forge_slash(club.channel, line, {offered: str(values[0])}, focused=offered)
        return None
    if not required <= set(given):
        return None  # it requires a user or channel, which can't be forged
    place = club.ala.direct_channel if number % 5 == 0 else club.channel
    return await club.ala.forge_slash(place, line, given)


@pytest.mark.parametrize("playing", [False, True], ids=["lobby", "game"])
def test_every_forged_interaction_is_answered_without_errors(playing: bool) -> None:
    @settings(max_examples=times(2), deadline=None, suppress_health_check=SLOW, phases=(Phase.generate,))
    @given(st.lists(CLICKS | COMMANDS, min_size=30, max_size=60))
    def forged(interactions: list[Forged]) -> None:
        async def act(club: Club) -> None:
            for one in interactions:
                answer = await sent(club, one, club.newest())  # a table's old messages are deleted
                if answer is not None:
                    assert not answer.failed, one
                    shown = answer.message
                    assert shown is None or "went wrong" not in shown.text, one

        in_a_club(act, playing=playing)

    forged()


def test_every_command_answers_any_value() -> None:
    """All text options get the same value, and all numbers; some values can't be typed in a client."""
    texts = (
        "nosuch",
        "",
        "9223372036854775807",
        "9223372036854775808",
        "9" * 40,
        VERY_LONG,
        "²",
        "<@1>",
        "#1",
        "1",
        "-1",
    )
    numbers = (2**63, -1, 0, 1)

    async def act(club: Club) -> None:
        for line in club.standin.commands():
            options = club.standin.options(line)
            for text, number in zip(texts, cycle(numbers), strict=False):
                filled: dict[int, str | float] = {3: text, 4: number, 5: False}
                given = {option["name"]: filled[option["type"]] for option in options if option["type"] in filled}
                if number < 0 or number > 1:  # where only the number is wrong
                    given |= {one["name"]: one["choices"][0]["value"] for one in options if one.get("choices")}
                for place in (club.channel, club.ala.direct_channel) if MANY or text in texts[:2] else (club.channel,):
                    answer = await club.ala.forge_slash(place, line, given)
                    assert not answer.failed, (line, given)
                    shown = answer.message
                    assert shown is None or "went wrong" not in shown.text, (line, given)
                for option in options:
                    if option.get("autocomplete"):
                        about = {option["name"]: text}
                        await club.ala.forge_slash(club.channel, line, about, focused=option["name"])

    in_a_club(act, playing=False)


async def test_a_forged_profile_id_is_not_looked_up(tmp_path: Path) -> None:
    async with open_club(tmp_path) as club, club.running():
        await quick_game(club, club.channel, club.ala, club.bob, 1)
        await counted(club)
        stranger = club.standin.add_guild("Other").add_person("Zoe")
        ids = [f"l1:{word}" for word in ("profile:{0}", "profile-share:{0}", "versus:{0}:1", "history:{0}:0")]
        for custom_id in (*ids, "l1:versus:{0}:{1}", "l1:versus-share:{0}:{1}"):
            made_up = custom_id.format(stranger.id, club.ala.id)
            answer = await club.eve.forge(club.newest(), made_up)
            assert not answer.failed
            assert "Zoe" not in answer.text
        rival = await club.eve.forge(club.newest(), f"l1:profile-rival:{club.ala.id}:1", values=[str(stranger.id)])
        assert not rival.failed
        assert [path for path in lookups(club) if str(stranger.id) in path] == []


async def test_a_player_is_looked_up_for_their_profile(tmp_path: Path) -> None:
    async with open_club(tmp_path) as club:
        async with club.running():
            await quick_game(club, club.channel, club.ala, club.bob, 1)
            await counted(club)
        async with club.running():
            answer = await club.eve.forge(club.newest(), f"l1:profile:{club.ala.id}")
            assert "Ala" in answer.text
            assert "Bob" in answer.text


async def test_a_member_without_games_is_named_from_the_command(tmp_path: Path) -> None:
    async with open_club(tmp_path) as club, club.running():
        assert "Dan" in (await club.eve.slash(club.channel, "league profile", member=club.dan)).text
        assert [path for path in lookups(club) if str(club.dan.id) in path] == []


def lookups(club: Club) -> list[str]:
    """Return the paths of requests that looked up a user on Discord."""
    paths = [request.path for request in club.standin.requests if request.method == "GET"]
    return [path for path in paths if ("/members/" in path or "/users/" in path) and "@me" not in path]


async def test_a_command_in_a_direct_message_says_where_it_works(tmp_path: Path) -> None:
    async with open_club(tmp_path) as club, club.running():
        for line, given in (("rummy new", {}), ("rummy quick", {}), ("rummy watch", {"variant": "gin"})):
            answer = await club.ala.forge_slash(club.ala.direct_channel, line, given)
            assert answer.text.startswith("That only works on a server.")
            assert answer.message is not None
            assert answer.message.labels == ("Practice", "Learn")


@pytest.mark.parametrize("option", ["variant", "pace", "level"])
async def test_a_choice_that_is_not_offered_is_refused_with_a_reason(tmp_path: Path, option: str) -> None:
    async with open_club(tmp_path) as club, club.running():
        with no_errors():
            answer = await club.ala.forge_slash(club.channel, "rummy new", {option: "nosuch"})
        assert answer.text == "That isn't one of the choices. Pick one from the list."
        assert answer.message is not None
        assert answer.message.ephemeral
        assert club.bot is not None
        assert await club.bot.games.tables.in_channel(club.channel.id) is None
