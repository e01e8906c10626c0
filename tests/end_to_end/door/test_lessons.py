"""All lessons are clicked through with every wrong button tried; a person can stop and continue later."""

import re

import pytest

from bot.players.hints import advice_for
from bot.playground import Person, SeenMessage
from bot.rummy import games
from cogs.door.lessons.learning import LESSONS
from cogs.door.lessons.script import Lesson
from tests.end_to_end.club import Club
from tests.playground.spec import spec_faults

MOST_WORDS = 30
"""In the instruction of a step."""
IN_A_ROW = 5


def right(lesson: Lesson, step: int, shown: SeenMessage) -> str:
    """Return the custom id of the button that a step expects."""
    expected = lesson.steps[step].expected
    parts = [expected.action.value, *([expected.argument] if expected.argument else [])]
    wanted = ":".join(["l1:lesson", lesson.name, str(step), *parts])
    ids = [button.custom_id for button in shown.buttons]
    assert wanted in ids, f"step {step + 1} expects {wanted}, and there are {ids}"
    return wanted


def assert_short(shown: SeenMessage) -> None:
    """A step has a line that says where the learner is, a picture, a short instruction, and one row of buttons."""
    place, instruction = shown.text.split("\n", 1)
    assert re.fullmatch(r"-# .+ · step \d of \d", place)
    assert len(shown.pictures) == 1
    assert re.match(r"(❌ [^\n]+\n)?\*\*.+?\*\*", instruction), "what to do is bold"
    assert len(instruction.replace("·", " ").split()) <= MOST_WORDS, instruction
    assert not shown.selects
    assert len(shown.buttons) <= IN_A_ROW
    assert not any(button.disabled for button in shown.buttons)
    assert shown.labels[-1] == "Quit"


async def all_wrong(person: Person, lesson: Lesson, step: int, shown: SeenMessage) -> SeenMessage:
    """Press every wrong button of a step. Each is explained, and the step stays."""
    expected = right(lesson, step, shown)
    for button in shown.buttons:
        if button.custom_id == expected or not button.custom_id.startswith("l1:lesson:"):
            continue
        answer = await person.click(button.custom_id, message=shown)
        assert "❌" in answer.text, button.label
        assert f"step {step + 1} of {len(lesson.steps)}" in answer.text, f"{button.label} led on"
        assert answer.message is not None
        shown = answer.message
        assert_short(shown)
    return shown


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.name)
async def test_a_lesson_with_every_wrong_button(club: Club, lesson: Lesson) -> None:
    async with club.running():
        place = club.channel if lesson is LESSONS[0] else club.ala.direct_channel
        answer = await club.ala.slash(place, "rummy learn", game=lesson.name)
        assert 5 <= len(lesson.steps) <= 8
        for step in range(len(lesson.steps)):
            assert answer.message is not None, answer.notice
            assert answer.message.ephemeral == (place is club.channel)
            assert_short(answer.message)
            shown = await all_wrong(club.ala, lesson, step, answer.message)
            answer = await club.ala.click(right(lesson, step, shown), message=shown)
        assert "done" in answer.text
        assert answer.message is not None
        assert {"Next lesson", "Lessons", "Start over"} <= set(answer.message.labels)
        listed = await club.ala.click("Lessons", message=answer.message)
        assert listed.message is not None
        assert [label for label in listed.message.labels if label.endswith("✓")] == [
            answer_label(lesson, listed.message)
        ]
        done = await club.ala.slash(place, "rummy learn", game=lesson.name)
        practice = await club.ala.click("Practice", message=done.message)
        assert re.match(r"\*\*(Your turn|Waiting)", practice.text)
        again = await club.ala.slash(place, "rummy learn", game=lesson.name)
        assert "done" in again.text
        started = await club.ala.click("Start over", message=again.message)
        assert "step 1 of" in started.text
        assert club.eve.sees(club.channel) == []
        assert spec_faults(club.standin.requests) == []


def answer_label(lesson: Lesson, listed: SeenMessage) -> str:
    """Return the label of a lesson's button in the list."""
    return next(button.label for button in listed.buttons if button.custom_id == f"l1:lesson-start:{lesson.name}")


def test_a_decision_is_what_an_expert_would_do() -> None:
    """Where a lesson asks, its answer is the bot's own advice, so hints never contradict a lesson."""
    asked = [(lesson, number) for lesson in LESSONS for number, step in enumerate(lesson.steps) if step.asks]
    assert len(asked) == 5
    for lesson, number in asked:
        advice = advice_for(games.view_for(lesson.state(number), 0))
        [first, *_] = lesson.steps[number].own_moves
        assert (advice[0].verb, advice[0].card) == (first.verb, first.card), f"{lesson.name}, step {number + 1}"


async def test_a_lesson_continues_where_it_was_left_after_a_restart(club: Club) -> None:
    gin = LESSONS[0]
    async with club.running():
        offered = await club.ala.slash(club.channel, "rummy learn")
        assert offered.message is not None
        assert offered.message.labels == (
            *("Gin", "When to knock", "Hollywood Gin"),
            *("German Rummy", "Jokers", "Hold or lay", "Remik 51", "500 Rum"),
        )
        first = await club.ala.click("Gin", message=offered.message)
        assert first.message is not None
        stale = right(gin, 0, first.message)
        second = await club.ala.click(stale, message=first.message)
        assert second.message is not None
        left = await club.ala.click("Quit", message=second.message)
        assert "`/rummy learn` continues here" in left.text
        assert left.message is not None
        listed = await club.ala.click("Lessons", message=left.message)
        assert listed.message is not None
        assert listed.message.labels[0] == "Gin · 1 of 6"
    async with club.running():
        back = await club.ala.slash(club.channel, "rummy learn")
        assert "step 2 of" in back.text
        assert back.message is not None
        old = await club.ala.forge(back.message, stale)
        assert "step 2 of" in old.text
        assert "❌" not in old.text
        for forged in ("l1:lesson:chess:0:draw", "l1:lesson:gin:0:fly", "l1:lesson:gin:0", "l1:lesson-start:x"):
            assert "no longer works" in (await club.bob.forge(back.message, forged)).text


async def test_buttons_that_lessons_had_before_still_answer(club: Club) -> None:
    """Earlier versions showed the whole panel, with *Stop here* and *Start over* below each step."""
    async with club.running():
        first = await club.ala.slash(club.channel, "rummy learn", game="gin")
        assert first.message is not None
        for old in ("sort", "hint", "more", "pass", "discard:7S", "knocks:1"):
            answer = await club.ala.forge(first.message, f"l1:lesson:gin:0:{old}")
            assert "❌" in answer.text, old
            assert "step 1 of 6" in answer.text, old
        led_on = await club.ala.forge(first.message, "l1:lesson:gin:0:take")
        assert "step 2 of 6" in led_on.text
        for old in ("discard:2D", "discard:9S"):
            assert "❌" in (await club.ala.forge(first.message, f"l1:lesson:gin:1:{old}")).text
        assert "saved" in (await club.ala.forge(first.message, "l1:lesson-leave:gin")).text
        assert "step 1 of 6" in (await club.ala.forge(first.message, "l1:lesson-restart:gin")).text
