"""The studio."""

import asyncio
import subprocess
import sys
import threading
from collections.abc import AsyncIterator, Iterator, Sequence
from dataclasses import replace
from typing import cast

import pytest

from bot.play.scheduling.thinking import PeopleFirst
from bot.ratings.highlights import ShareCardFacts
from bot.rummy.gin.views import GinView
from bot.rummy.moves import Move
from bot.text.catalogs import Texts
from render import pictures as module
from render.gin.ending import knock_picture
from render.gin.hand import hand_picture
from render.gin.table import table_picture
from render.look import DEFAULT, Look, Sorting, Theme
from render.melds.ending import ending_picture
from render.melds.hand import melds_hand_picture
from render.melds.table import melds_table_picture
from render.pictures import pictures_for
from render.profile import profile_picture
from render.queue import orders
from render.queue import studio as studio_module
from render.queue.studio import Studio
from render.sheet import sheet_picture
from render.standings import standings_picture
from render.tournaments import bracket_picture, tournament_table_picture
from render.values import UNFINISHED, FinalResult, Picture
from render.versus import versus_picture
from tests.render.competition import ALL_CUPS, ALL_PROFILES, ALL_TABLES, ALL_VERSUS, FULL
from tests.render.competition import NAMES as PLAYERS
from tests.render.gin.test_ending import knocks
from tests.render.melds.test_ending import ENDINGS
from tests.render.melds.views import FOUR, held, spectated
from tests.render.views import NAMES, TEXTS, holding, public

HAND = holding("7S 8S 9S TS QC QH QD 2C 5D KH 9C", "2C")


class Easel:
    """Replaces the drawing of a hand: records calls and threads, and waits or fails if a test wants it to."""

    def __init__(self) -> None:
        self.drawn: list[GinView] = []
        self.threads: set[int] = set()
        self.begun = threading.Event()
        self.go_on = threading.Event()
        self.go_on.set()
        self.fails = False

    def __call__(
        self,
        view: GinView,
        names: Sequence[str],
        texts: Texts,
        look: Look = DEFAULT,
        sorting: Sorting = Sorting.MELDS,
        *,
        unassisted: bool = False,
        advised: Move | None = None,
    ) -> Picture:
        assert advised is None
        assert sorting is Sorting.MELDS
        self.drawn.append(view)
        self.threads.add(threading.get_ident())
        self.begun.set()
        assert self.go_on.wait()
        if self.fails:
            raise OSError("no canvas left")
        return Picture(f"{names} {texts.language} {look} {view.deal} {unassisted}".encode(), "a hand")


@pytest.fixture
def easel(monkeypatch: pytest.MonkeyPatch) -> Easel:
    easel = Easel()
    monkeypatch.setattr(module, "pictures_for", lambda options: replace(pictures_for(options), hand=easel))
    return easel


@pytest.fixture
async def studio() -> AsyncIterator[Studio]:
    studio = Studio(kept=3)
    yield studio
    studio.close()


async def test_pictures_are_those_that_the_functions_draw(studio: Studio) -> None:
    table = public()
    look = Look(theme=Theme.PAPER)
    assert await studio.hand(HAND, NAMES, TEXTS) == hand_picture(HAND, NAMES, TEXTS)
    assert await studio.hand(HAND, NAMES, TEXTS.seen_as(str(look))) == hand_picture(HAND, NAMES, TEXTS, look)
    assert await studio.table(table, NAMES, TEXTS) == table_picture(table, NAMES, TEXTS)
    assert await studio.sheet(table, NAMES, TEXTS) == sheet_picture(table, NAMES, TEXTS)
    knock = knocks()["knock-2"]
    assert await studio.ending(knock, NAMES, TEXTS) == knock_picture(knock, NAMES, TEXTS)


async def test_the_family_decides_which_picture_is_drawn(studio: Studio) -> None:
    table, hand, over = spectated(), held("2C 5D KH", "2C"), ENDINGS["out"]
    assert await studio.hand(hand, FOUR, TEXTS) == melds_hand_picture(hand, FOUR, TEXTS)
    assert await studio.table(table, FOUR, TEXTS) == melds_table_picture(table, FOUR, TEXTS)
    assert await studio.sheet(over, FOUR, TEXTS) == sheet_picture(over, FOUR, TEXTS)
    assert await studio.ending(over, FOUR, TEXTS) == ending_picture(over, FOUR, TEXTS)
    for running in (table, public()):
        with pytest.raises(ValueError, match="deal"):
            await studio.ending(running, FOUR[: len(running.counts)], TEXTS)


async def test_simultaneous_requests_for_a_picture_draw_it_once(studio: Studio, easel: Easel) -> None:
    pictures = await asyncio.gather(*(studio.hand(HAND, NAMES, TEXTS) for _ in range(20)))
    assert len(easel.drawn) == 1
    assert len({id(picture) for picture in pictures}) == 1
    await studio.hand(HAND, NAMES, TEXTS)
    assert len(easel.drawn) == 1


async def test_different_pictures_are_drawn_in_turn_in_one_thread(studio: Studio, easel: Easel) -> None:
    views = [holding("2C 5D KH", deal=deal) for deal in range(10)]
    pictures = await asyncio.gather(*(studio.hand(view, NAMES, TEXTS) for view in views))
    assert easel.drawn == views
    assert len(set(pictures)) == 10
    assert len(easel.threads) == 1
    assert threading.get_ident() not in easel.threads


async def test_looks_and_languages_make_different_pictures(studio: Studio, easel: Easel) -> None:
    other = Texts("other", TEXTS._translations)
    pictures = {
        await studio.hand(HAND, NAMES, TEXTS),
        await studio.hand(HAND, NAMES, TEXTS.seen_as("large")),
        await studio.hand(HAND, NAMES, other),
    }
    assert len(pictures) == len(easel.drawn) == 3


async def test_a_hand_in_another_order_is_another_picture(studio: Studio) -> None:
    hands = (held("7S 8S 9S 2D KH", opened=(True,) * 4), HAND)
    for hand, names in zip(hands, (FOUR, NAMES), strict=True):
        pictures = {(await studio.hand(hand, names, TEXTS, sorting)).png for sorting in Sorting}
        assert len(pictures) > 1


async def test_the_least_recently_used_pictures_leave_the_cache(studio: Studio, easel: Easel) -> None:
    views = [holding("2C 5D KH", deal=deal) for deal in range(3)]
    for view in [*views, views[0], holding("2C 5D KH", deal=9), views[0]]:
        await studio.hand(view, NAMES, TEXTS)
    assert len(easel.drawn) == 4
    await studio.hand(views[1], NAMES, TEXTS)
    assert len(easel.drawn) == 5


async def test_canceling_one_request_does_not_affect_the_others(studio: Studio, easel: Easel) -> None:
    easel.go_on.clear()
    first = asyncio.create_task(studio.hand(HAND, NAMES, TEXTS))
    second = asyncio.create_task(studio.hand(HAND, NAMES, TEXTS))
    await asyncio.to_thread(easel.begun.wait)
    first.cancel()
    with pytest.raises(asyncio.CancelledError):
        await first
    easel.go_on.set()
    assert (await second).alt == "a hand"
    assert len(easel.drawn) == 1


async def test_a_failure_reaches_all_requests_and_is_not_cached(studio: Studio, easel: Easel) -> None:
    easel.fails = True
    failed = await asyncio.gather(*(studio.hand(HAND, NAMES, TEXTS) for _ in range(3)), return_exceptions=True)
    assert [str(error) for error in failed] == ["no canvas left"] * 3
    easel.fails = False
    assert (await studio.hand(HAND, NAMES, TEXTS)).alt == "a hand"


async def test_a_failure_after_all_requests_were_canceled_is_quiet(studio: Studio, easel: Easel) -> None:
    easel.fails = True
    easel.go_on.clear()
    waiting = asyncio.create_task(studio.hand(HAND, NAMES, TEXTS))
    await asyncio.to_thread(easel.begun.wait)
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    easel.go_on.set()
    easel.fails = False
    assert (await studio.hand(holding("2C 5D KH"), NAMES, TEXTS)).alt == "a hand"


async def test_the_event_loop_runs_while_a_picture_is_drawn(studio: Studio, easel: Easel) -> None:
    easel.go_on.clear()
    waiting = asyncio.create_task(studio.hand(HAND, NAMES, TEXTS))
    await asyncio.to_thread(easel.begun.wait)
    assert not waiting.done()
    easel.go_on.set()
    assert (await waiting).alt == "a hand"


async def test_a_closed_studio_finishes_its_pictures_and_refuses_new_ones(easel: Easel) -> None:
    studio = Studio()
    waiting = asyncio.create_task(studio.hand(HAND, NAMES, TEXTS))
    await asyncio.to_thread(easel.begun.wait)
    studio.close()
    assert (await waiting).alt == "a hand"
    with pytest.raises(RuntimeError):
        await studio.hand(holding("2C 5D KH"), NAMES, TEXTS)


def test_the_program_starts_without_what_draws_pictures() -> None:
    code = "import sys, bot.program.app, cogs.setup.packages; print({'PIL', 'render.pictures'} & {*sys.modules} or '')"
    started = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)  # noqa: S603
    assert started.stdout.strip() == ""


def cards(number: int) -> GinView:
    """Return one of many hands."""
    return replace(HAND, deal=number)


async def test_every_third_picture_is_the_oldest_that_can_wait(studio: Studio, easel: Easel) -> None:
    async def later(number: int) -> None:
        async with studio.low_priority():
            await studio.hand(cards(number), NAMES, TEXTS)

    easel.go_on.clear()
    answers = [asyncio.create_task(studio.hand(cards(0), NAMES, TEXTS))]
    await asyncio.to_thread(easel.begun.wait)
    waiting = [asyncio.create_task(later(100 + number)) for number in range(2)]
    await asyncio.sleep(0)
    answers += [asyncio.create_task(studio.hand(cards(number), NAMES, TEXTS)) for number in range(1, 8)]
    for _ in range(5):
        await asyncio.sleep(0)
    easel.go_on.set()
    await asyncio.gather(*answers, *waiting)
    assert [view.deal for view in easel.drawn] == [0, 1, 2, 100, 3, 4, 101, 5, 6, 7]


async def test_few_blocks_that_can_wait_run_at_once_the_oldest_first(studio: Studio) -> None:
    entered: list[int] = []
    leave = [asyncio.Event() for _ in range(5)]

    async def later(number: int) -> None:
        async with studio.low_priority():
            entered.append(number)
            await leave[number].wait()

    waiting = [asyncio.create_task(later(number)) for number in range(5)]
    for _ in range(5):
        await asyncio.sleep(0)
    assert entered == [0, 1]
    leave[1].set()
    await waiting[1]
    for _ in range(5):
        await asyncio.sleep(0)
    assert entered == [0, 1, 2]
    for event in leave:
        event.set()
    await asyncio.gather(*waiting)
    assert entered == [0, 1, 2, 3, 4]


async def test_blocks_that_can_wait_let_the_answers_under_way_go_first(
    easel: Easel, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(studio_module, "_COURTESY", 60.0)
    people = PeopleFirst()
    studio = Studio(quiet=people.quiet)
    drawn: list[int] = []

    async def later() -> None:
        async with studio.low_priority():
            drawn.append(len(easel.drawn))

    with people.answering():
        waiting = asyncio.create_task(later())
        await asyncio.sleep(0)
        await studio.hand(HAND, NAMES, TEXTS)
    await waiting
    monkeypatch.setattr(studio_module, "_COURTESY", 0.006)
    with people.answering():  # but not for long
        await later()
    assert drawn == [1, 1]
    studio.close()


async def test_blocks_wanted_earlier_go_first_and_canceled_ones_keep_no_place(studio: Studio) -> None:
    entered: list[int] = []
    leave = [asyncio.Event() for _ in range(8)]

    async def later(number: int, since: float | None) -> None:
        async with studio.low_priority(since):
            entered.append(number)
            await leave[number].wait()

    now = asyncio.get_running_loop().time()
    wanted = (now, now, now, now - 1, now - 3, None, now - 2, now - 4)
    waiting = [asyncio.create_task(later(number, since)) for number, since in enumerate(wanted)]
    for _ in range(5):
        await asyncio.sleep(0)
    waiting[4].cancel()  # still waits
    leave[0].set()
    await waiting[0]
    for _ in range(5):
        await asyncio.sleep(0)
    waiting[7].cancel()  # in the block
    for event in leave:
        event.set()
    await asyncio.gather(*waiting, return_exceptions=True)
    assert entered == [0, 1, 7, 6, 3, 2, 5]


async def test_a_picture_that_an_answer_needs_as_well_does_not_wait_any_more(studio: Studio, easel: Easel) -> None:
    async def later() -> None:
        async with studio.low_priority():
            await studio.hand(cards(100), NAMES, TEXTS)

    easel.go_on.clear()
    drawing = [asyncio.create_task(studio.hand(cards(0), NAMES, TEXTS))]
    await asyncio.to_thread(easel.begun.wait)
    waiting = asyncio.create_task(later())
    for _ in range(5):
        await asyncio.sleep(0)
    drawing += [asyncio.create_task(studio.hand(cards(number), NAMES, TEXTS)) for number in (100, 1, 2)]
    for _ in range(5):
        await asyncio.sleep(0)
    easel.go_on.set()
    await asyncio.gather(*drawing, waiting)
    assert [view.deal for view in easel.drawn] == [0, 100, 1, 2]


async def test_missing_assistance_and_the_final_result_make_different_pictures(studio: Studio) -> None:
    table, hand = public(), held("2C 5D KH", "2C")
    end = FinalResult((1,), frozenset({0}))
    assert await studio.hand(HAND, NAMES, TEXTS, unassisted=True) == hand_picture(HAND, NAMES, TEXTS, unassisted=True)
    assert await studio.hand(hand, FOUR, TEXTS, unassisted=True) == melds_hand_picture(
        hand, FOUR, TEXTS, unassisted=True
    )
    assert await studio.table(table, NAMES, TEXTS, unassisted=True) == table_picture(
        table, NAMES, TEXTS, unassisted=True
    )
    assert await studio.sheet(table, NAMES, TEXTS, final=end) == sheet_picture(table, NAMES, TEXTS, final=end)
    assert await studio.hand(HAND, NAMES, TEXTS) == hand_picture(HAND, NAMES, TEXTS)
    assert await studio.sheet(table, NAMES, TEXTS) == sheet_picture(table, NAMES, TEXTS)


async def test_pictures_of_ratings_and_tournaments_are_those_that_the_functions_draw(studio: Studio) -> None:
    cup, places = ALL_CUPS["5 after 1"], ALL_TABLES["12 after 11"]
    someone, two = ALL_PROFILES["twelve games"], ALL_VERSUS["twenty games"]
    assert await studio.standings(FULL, PLAYERS, TEXTS, "All time", me=5) == standings_picture(
        FULL, PLAYERS, TEXTS, "All time", me=5
    )
    assert await studio.profile(someone, PLAYERS, TEXTS) == profile_picture(someone, PLAYERS, TEXTS)
    assert await studio.versus(two, PLAYERS, TEXTS) == versus_picture(two, PLAYERS, TEXTS)
    assert await studio.tournament_table(places, PLAYERS, TEXTS, "A", first=8) == tournament_table_picture(
        places, PLAYERS, TEXTS, "A", first=8
    )
    assert await studio.bracket(cup, PLAYERS, TEXTS, "Cup", me=1) == bracket_picture(cup, PLAYERS, TEXTS, "Cup", me=1)


async def test_standings_are_drawn_again_when_a_name_or_the_viewer_changes(studio: Studio) -> None:
    pictures = [
        await studio.standings(FULL, names, TEXTS, "All time", me=me)
        for names, me in (
            (PLAYERS, None),
            (PLAYERS, 5),
            ({**PLAYERS, 1: "Alexandra"}, None),
            (PLAYERS, None),
        )
    ]
    assert len({picture.png for picture in pictures}) == 3
    assert pictures[0] == pictures[3]


async def test_other_pictures_never_wait_for_more_than_a_frame_of_one_that_moves(
    studio: Studio, easel: Easel, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown, begun, go_on = list[str](), threading.Event(), threading.Event()

    def frames(*_: object) -> Iterator[Picture]:
        for number in range(3):
            begun.set()
            assert go_on.wait()
            shown.append(f"frame {number}, {len(easel.drawn)} hands")
            yield UNFINISHED
        yield Picture(b"RIFF", "it moves", moves=True)

    monkeypatch.setattr(orders, "share_moment", frames)
    moment = asyncio.create_task(studio.share_moment(cast("ShareCardFacts", None), NAMES, TEXTS))
    await asyncio.to_thread(begun.wait)
    hands = [asyncio.create_task(studio.hand(cards(number), NAMES, TEXTS)) for number in range(4)]
    await asyncio.sleep(0)
    go_on.set()
    assert [hand.alt for hand in await asyncio.gather(*hands)] == ["a hand"] * 4
    assert (await moment) == Picture(b"RIFF", "it moves", moves=True)
    assert shown == ["frame 0, 0 hands", "frame 1, 4 hands", "frame 2, 4 hands"]


async def test_a_picture_that_moves_is_given_up_where_others_keep_waiting(
    studio: Studio, easel: Easel, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(studio_module, "_MOMENT", 0.0)
    easel.go_on.clear()
    hands = [asyncio.create_task(studio.hand(cards(number), NAMES, TEXTS)) for number in range(3)]
    await asyncio.to_thread(easel.begun.wait)
    assert await studio.share_moment(cast("ShareCardFacts", None), NAMES, TEXTS) is None
    easel.go_on.set()
    await asyncio.gather(*hands)
