"""The process that draws pictures under load."""

import os
import signal
import socket
import struct
import subprocess
import sys
import textwrap
import time
from collections.abc import Callable, Iterator
from functools import partial
from inspect import getmembers, isfunction
from threading import Event
from types import MappingProxyType

import pytest

from bot.play.state.records import replayed
from bot.rummy.families import Variant
from bot.rummy.options import options_for
from bot.text.players import PictureName
from bot.text.rule_words import CardExample
from bot.text.rules import card_examples
from render.look import Sorting
from render.queue import orders
from render.queue.process import DrawingProcess
from render.queue.studio import DrawingThread
from render.values import FinalResult, Picture
from tests.play.finished import played, row_of
from tests.render.competition import ALL_CUPS, ALL_PROFILES, ALL_TABLES, ALL_VERSUS, FULL
from tests.render.competition import NAMES as PLAYERS
from tests.render.gin.test_ending import knocks
from tests.render.melds.test_ending import ENDINGS
from tests.render.melds.views import FOUR, held, spectated
from tests.render.test_share import GIN as WON
from tests.render.tiny import clumsy, large, settings, stuck, unlucky, whose
from tests.render.views import NAMES, TEXTS, holding, public

HERE = str(os.getpid())
PATIENCE = 100
"""Seconds for a picture, on a slow, busy machine."""
HAND = holding("7S 8S 9S TS QC QH QD 2C 5D KH 9C", "2C")
PAPER = TEXTS.seen_as("paper classic large")


@pytest.fixture(scope="module")
def shared() -> Iterator[DrawingProcess]:
    process = DrawingProcess(PATIENCE)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("REMIK_TOKEN", "secret")
        patch.setenv("LANG_OF_TESTS", "en")
        loaded(process)
    yield process
    process.close()


@pytest.fixture
def process(monkeypatch: pytest.MonkeyPatch) -> Iterator[DrawingProcess]:
    """A separate one, for tests that leave it dead or closed."""
    monkeypatch.setenv("PYTEST_PROCESS", HERE)
    process = DrawingProcess(PATIENCE)
    yield process
    process.close()


def loaded(process: DrawingProcess) -> int:
    """Wait until the process draws. Return its id."""
    while (drawn := process.draw(whose).alt) == HERE:
        time.sleep(0.01)
    return int(drawn)


def make_impatient(process: DrawingProcess) -> None:
    """Let the process take no longer than a moment from now on. It has loaded everything, and isn't asked to draw."""
    assert process._connection is not None
    with socket.socket(fileno=os.dup(process._connection.fileno())) as same:
        for limit in (socket.SO_SNDTIMEO, socket.SO_RCVTIMEO):
            same.setsockopt(socket.SOL_SOCKET, limit, struct.pack("@ll", 0, 100_000))


def examples() -> list[CardExample]:
    return list(card_examples(TEXTS, options_for(Variant.GERMAN)))


def all_hands() -> Callable[[], Picture]:
    kept = row_of(options_for(Variant.GIN, {"deals": 2}))
    moment = replayed(kept, played(kept, 60).lines).moment(1, 3)
    return partial(orders.replay, moment.views, NAMES, TEXTS, title="Deal 1", advised=None)


ORDERS: dict[str, Callable[[], Callable[[], Picture]]] = {
    "hand": lambda: partial(orders.hand, HAND, NAMES, TEXTS, Sorting.MELDS, unassisted=False, advised=None),
    "hand in another look": lambda: partial(
        orders.hand, HAND, NAMES, PAPER, Sorting.RANKS, unassisted=True, advised=None
    ),
    "hand of melds": lambda: partial(
        orders.hand, held("2C 5D KH", "2C"), FOUR, TEXTS, Sorting.SUITS, unassisted=False, advised=None
    ),
    "table": lambda: partial(orders.table, public(), ("Ola", PictureName("Ada", 4)), TEXTS, unassisted=False),
    "table of melds": lambda: partial(orders.table, spectated(), FOUR, TEXTS, unassisted=False),
    "ending": lambda: partial(orders.ending, knocks()["knock-2"], NAMES, TEXTS),
    "ending of melds": lambda: partial(orders.ending, ENDINGS["out"], FOUR, TEXTS),
    "sheet": lambda: partial(orders.sheet, public(), NAMES, TEXTS, final=FinalResult((1,), frozenset({0}))),
    "share_card": lambda: partial(orders.share_card, WON, NAMES, TEXTS),
    "standings": lambda: partial(orders.standings, FULL, MappingProxyType(PLAYERS), TEXTS, "All time", me=5),
    "profile": lambda: partial(orders.profile, ALL_PROFILES["twelve games"], PLAYERS, TEXTS),
    "versus": lambda: partial(orders.versus, ALL_VERSUS["twenty games"], PLAYERS, TEXTS),
    "tournament_table": lambda: partial(
        orders.tournament_table, ALL_TABLES["12 after 11"], PLAYERS, TEXTS, "A", first=8, me=None
    ),
    "bracket": lambda: partial(orders.bracket, ALL_CUPS["5 after 1"], PLAYERS, TEXTS, "Cup", part=0, me=1),
    "replay": all_hands,
    "examples": lambda: partial(orders.examples, examples(), TEXTS),
}
"""Each kind of picture, made when a test wants it: some games are played for them."""


@pytest.mark.parametrize("kind", ORDERS)
def test_the_process_draws_the_same_pictures(shared: DrawingProcess, kind: str) -> None:
    order = ORDERS[kind]()
    assert shared.draw(order) == order()


def test_all_kinds_of_pictures_are_tried() -> None:
    """Except those that move: the bot draws them itself, one frame at a time."""
    own = {name for name, made in getmembers(orders, isfunction) if made.__module__ == orders.__name__}
    still = {name for name in own if not name.startswith("_") and not name.endswith("_moment")}
    assert still - {"load", "hand_words"} == {kind.partition(" ")[0] for kind in ORDERS}


def test_an_error_is_raised_where_the_picture_was_wanted(shared: DrawingProcess) -> None:
    with pytest.raises(ValueError, match="deal") as raised:
        shared.draw(partial(orders.ending, spectated(), FOUR, TEXTS))
    assert "in ending" in raised.value.__notes__[0]
    assert shared.draw(whose).alt != HERE


def test_an_error_in_a_picture_is_not_taken_for_the_end_of_the_process(
    shared: DrawingProcess, caplog: pytest.LogCaptureFixture
) -> None:
    for _ in range(2):
        with pytest.raises(BrokenPipeError, match="canvas"):
            shared.draw(clumsy)
        assert shared.draw(whose).alt != HERE
    assert not caplog.records


def test_on_a_single_core_the_bot_draws_itself(process: DrawingProcess, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {0}, raising=False)
    assert process.draw(whose).alt == HERE
    assert process._process is None


def test_if_it_dies_the_bot_draws_the_picture_and_all_others_itself(
    process: DrawingProcess, caplog: pytest.LogCaptureFixture
) -> None:
    loaded(process)
    assert process.draw(unlucky).alt == HERE
    assert [process.draw(whose).alt for _ in range(3)] == [HERE] * 3
    assert [record.getMessage().partition(" (")[0] for record in caplog.records] == ["the process that draws has ended"]


@pytest.mark.parametrize(
    "order",
    [
        pytest.param(stuck, id="picture"),
        pytest.param(partial(large, bytes(10**7)), id="order", marks=pytest.mark.soak),
    ],
)
def test_if_it_hangs_it_is_killed_and_the_bot_draws_the_picture_and_all_others_itself(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, order: Callable[[], Picture]
) -> None:
    monkeypatch.setenv("PYTEST_PROCESS", HERE)
    process = DrawingProcess(PATIENCE)
    drawing = loaded(process)
    make_impatient(process)
    if order is not stuck:
        os.kill(drawing, signal.SIGSTOP)
    assert process.draw(order).alt == HERE
    with pytest.raises(ProcessLookupError):
        os.kill(drawing, 0)
    assert [process.draw(whose).alt for _ in range(3)] == [HERE] * 3
    assert [record.getMessage() for record in caplog.records] == [
        "the process that draws pictures hangs: the bot draws them itself again"
    ]


def test_closing_does_not_wait_for_a_process_that_hangs(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("PYTEST_PROCESS", HERE)
    patient = DrawingProcess(patience=3600)
    loaded(patient)
    thread = DrawingThread(patient, behind=0)
    waiting = [thread.submit(order, can_wait=False) for order in (stuck, whose)]
    while not waiting[0].running():
        time.sleep(0.01)
    thread.close()
    assert [picture.result(0).alt for picture in waiting] == [HERE] * 2
    assert not caplog.records


def test_closing_does_not_wait_for_a_picture_that_hangs(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("render.queue.studio._PATIENCE", 0.01)
    thread, go_on = DrawingThread(), Event()
    thread.prepare(go_on.wait)
    thread.close()
    assert "are still being drawn" in caplog.text
    go_on.set()


def test_if_it_cannot_start_the_bot_draws_itself(
    process: DrawingProcess, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    assert [process.draw(whose).alt for _ in range(3)] == [HERE] * 3
    assert len(caplog.records) == 1


def test_it_gets_the_environment_without_the_settings(shared: DrawingProcess) -> None:
    assert shared.draw(settings).alt == "LANG_OF_TESTS"


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_to_all_processes_leaves_it_to_the_bot(shared: DrawingProcess, number: signal.Signals) -> None:
    drawing = loaded(shared)
    os.kill(drawing, number)
    assert shared.draw(whose).alt == str(drawing)


def test_until_it_has_started_the_bot_draws_itself_and_closing_ends_it(process: DrawingProcess) -> None:
    assert process.draw(whose).alt == HERE
    drawing = loaded(process)
    assert drawing != os.getpid()
    process.close()
    with pytest.raises(ProcessLookupError):
        os.kill(drawing, 0)
    assert process.draw(whose).alt == HERE


def test_it_ends_with_a_bot_that_is_killed() -> None:
    script = """
        import os, signal
        from render.queue.process import DrawingProcess
        from tests.render.tiny import whose
        process = DrawingProcess(100)
        while (drawing := process.draw(whose).alt) == str(os.getpid()):
            pass
        print(drawing, flush=True)
        os.kill(os.getpid(), signal.SIGKILL)
    """
    command = [sys.executable, "-c", textwrap.dedent(script)]
    killed = subprocess.Popen(command, stdout=subprocess.PIPE)  # noqa: S603 - the script above
    printed, _ = killed.communicate()  # returns when nobody can write any more, so both have ended
    assert int(printed) != killed.pid
    assert killed.returncode == -signal.SIGKILL


def test_the_thread_passes_pictures_on_while_many_wait(process: DrawingProcess) -> None:
    thread, go_on, begun = DrawingThread(process, behind=3), Event(), Event()

    def first() -> Picture:
        begun.set()
        assert go_on.wait()
        return whose()

    def drawn_by(number: int) -> list[str]:
        return [picture.result().alt for picture in [thread.submit(whose, can_wait=False) for _ in range(number)]]

    try:
        assert set(drawn_by(2)) == {HERE}
        waiting = [thread.submit(first, can_wait=False)]
        assert begun.wait()
        waiting += [thread.submit(whose, can_wait=False) for _ in range(5)]
        go_on.set()
        assert waiting[0].result().alt == HERE  # it's still starting
        while (drawing := drawn_by(1)) == [HERE]:
            pass
        assert drawn_by(4) == drawing * 4  # for a while, so that it keeps up
    finally:
        thread.close()
    with pytest.raises(ProcessLookupError):
        os.kill(int(drawing[0]), 0)
