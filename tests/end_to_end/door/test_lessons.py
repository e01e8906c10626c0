"""Both lessons are clicked through with every wrong button tried; a person can stop and continue later."""

import pytest

from bot.playground import Person, SeenMessage
from cogs.door.lessons.learning import LESSONS
from cogs.door.lessons.script import Lesson
from tests.end_to_end.club import Club
from tests.playground.spec import spec_faults


def right(lesson: Lesson, step: int, shown: SeenMessage) -> str:
    """Return the custom id of the button that a step expects."""
    expected = lesson.steps[step].expected
    parts = [expected.action.value, *([expected.argument] if expected.argument else [])]
    wanted = ":".join(["l1:lesson", lesson.name, str(step), *parts])
    enabled = [button.custom_id for button in shown.buttons if not button.disabled]
    assert wanted in enabled, f"step {step + 1} expects {wanted}, and there are {enabled}"
    return wanted


async def all_wrong(person: Person, lesson: Lesson, step: int, shown: SeenMessage) -> SeenMessage:
    """Press every wrong button of a step and use every select. Each is explained, and the step stays."""
    expected = right(lesson, step, shown)
    for button in shown.buttons:
        if button.disabled or button.custom_id == expected or not button.custom_id.startswith("l1:lesson:"):
            continue
        answer = await person.click(button.custom_id, message=shown)
        assert "❌" in answer.text, button.label
        assert f"step {step + 1} of {len(lesson.steps)}" in answer.text, f"{button.label} led on"
        assert answer.message is not None
        shown = answer.message
    for number in range(len(shown.selects)):
        select = shown.selects[number]  # each answer has new ones
        answer = await person.choose(select.custom_id, select.options[0].label, message=shown)
        assert "❌" in answer.text, select.placeholder
        assert answer.message is not None
        shown = answer.message
    return shown


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.name)
async def test_a_lesson_with_every_wrong_button(club: Club, lesson: Lesson) -> None:
    async with club.running():
        place = club.channel if lesson is LESSONS[0] else club.ala.direct_channel
        answer = await club.ala.slash(place, "rummy learn", game=lesson.name)
        assert 6 <= len(lesson.steps) <= 8
        for step in range(len(lesson.steps)):
            assert answer.message is not None, answer.notice
            assert answer.message.ephemeral == (place is club.channel)
            shown = await all_wrong(club.ala, lesson, step, answer.message)
            answer = await club.ala.click(right(lesson, step, shown), message=shown)
        assert "done" in answer.text
        assert answer.message is not None
        assert "Ala" in answer.text
        again = await club.ala.slash(place, "rummy learn", game=lesson.name)
        assert "done" in again.text
        started = await club.ala.click("Start over", message=again.message)
        assert "step 1 of" in started.text
        practice = await club.ala.click("Practice", message=answer.message)
        assert "Jasper" in practice.text
        assert club.eve.sees(club.channel) == []
        assert spec_faults(club.standin.requests) == []


async def test_a_lesson_continues_where_it_was_left_after_a_restart(club: Club) -> None:
    gin = LESSONS[0]
    async with club.running():
        offered = await club.ala.slash(club.channel, "rummy learn")
        assert offered.message is not None
        assert offered.message.labels == ("Learn Gin", "Learn German Rummy")
        first = await club.ala.click("Learn Gin", message=offered.message)
        assert first.message is not None
        stale = right(gin, 0, first.message)
        second = await club.ala.click(stale, message=first.message)
        assert second.message is not None
        left = await club.ala.click("Stop here", message=second.message)
        assert "`/rummy learn` continues here" in left.text
    async with club.running():
        back = await club.ala.slash(club.channel, "rummy learn")
        assert "step 2 of" in back.text
        assert back.message is not None
        old = await club.ala.forge(back.message, stale)
        assert "step 2 of" in old.text
        assert "❌" not in old.text
        for forged in ("l1:lesson:chess:0:draw", "l1:lesson:gin:0:fly", "l1:lesson:gin:0", "l1:lesson-start:x"):
            assert "no longer works" in (await club.bob.forge(back.message, forged)).text
