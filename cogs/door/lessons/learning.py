"""`/rummy learn`: leads through the lessons, explains wrong buttons, and remembers how far each person is."""

from typing import Final

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.play.ports import LessonsStore
from bot.text.catalogs import Texts
from cogs.door.lessons.german_lesson import GERMAN_LESSON
from cogs.door.lessons.gin_lesson import GIN_LESSON
from cogs.door.lessons.lesson_screens import (
    LEAVE,
    LESSON,
    RESTART,
    START,
    LessonMessages,
    choice_screen,
    left_screen,
)
from cogs.door.lessons.script import Click, Lesson, LessonStep, other_words
from cogs.edge.answers import Reply, Show, Where
from cogs.edge.clicking.clicks import PageClick, PageHandlers, PageRoute
from cogs.edge.clicking.custom_ids import TableAction
from cogs.edge.clicking.page_ids import LEARN
from cogs.edge.commands import CommandRunner
from cogs.edge.languages import Languages
from cogs.edge.messages import Message
from cogs.edge.notices import Meaningless
from render.studio import Studio

LESSONS: Final = (GIN_LESSON, GERMAN_LESSON)
_GAMES: Final = [Choice(name="Gin", value=GIN_LESSON.name), Choice(name="German Rummy", value=GERMAN_LESSON.name)]


class Learning:
    """Leads people through the lessons."""

    def __init__(self, languages: Languages, lessons: LessonsStore, studio: Studio) -> None:
        self._languages = languages
        self._lessons = lessons
        self._messages = LessonMessages(studio)

    @property
    def handlers(self) -> PageHandlers:
        """The handler of each word in a custom id (`l1:<word>`)."""
        return {
            LEARN: PageRoute(lambda click: self.begin(click.interaction, None)),
            START: PageRoute(lambda click: self.begin(click.interaction, click.argument(0))),
            LESSON: PageRoute(self._clicked),
            RESTART: PageRoute(self._restart),
            LEAVE: PageRoute(self._leave),
        }

    async def begin(self, interaction: discord.Interaction, name: str | None) -> Reply:
        """Show a lesson where the actor stopped; None is the one they have begun, or else a choice."""
        steps, texts = await self._lessons.steps(interaction.user.id), self._languages.for_user(interaction)
        done = [steps.get(lesson.name, 0) for lesson in LESSONS]
        if name is not None:
            return await self._show(interaction, _named(name), steps.get(name, 0))
        begun = [lesson for lesson, step in zip(LESSONS, done, strict=True) if 0 < step < len(lesson.steps)]
        if len(begun) == 1:
            return await self._show(interaction, begun[0], steps[begun[0].name])
        return Show(Message(lambda _: choice_screen(texts, LESSONS, done)))

    async def _clicked(self, click: PageClick) -> Reply:
        """Go on after the expected click, or explain why another one isn't it."""
        lesson = _named(click.argument(0))
        step = (await self._lessons.steps(click.user)).get(lesson.name, 0)
        if step >= len(lesson.steps) or click.number(1) != step:
            return await self._show(click.interaction, lesson, step)
        made = _made(click)
        if made == lesson.steps[step].expected:
            await self._lessons.save(click.user, lesson.name, step + 1)
            return await self._show(click.interaction, lesson, step + 1)
        return await self._show(click.interaction, lesson, step, _why_not(click.texts, lesson.steps[step], made))

    async def _restart(self, click: PageClick) -> Reply:
        """Start a lesson from its first step."""
        lesson = _named(click.argument(0))
        await self._lessons.save(click.user, lesson.name, 0)
        return await self._show(click.interaction, lesson, 0)

    async def _leave(self, click: PageClick) -> Reply:
        """Answer with how to continue."""
        return Show(Message(lambda _: left_screen(click.texts)))

    async def _show(self, interaction: discord.Interaction, lesson: Lesson, step: int, notice: str = "") -> Reply:
        """Show a step of a lesson, or its result."""
        texts, user = self._languages.for_user(interaction), (interaction.user.id, interaction.user.display_name)
        if step >= len(lesson.steps):
            others = [other for other in LESSONS if other is not lesson]
            return Show(await self._messages.result(lesson, others, user, texts))
        render = interaction.id % 10**9
        return Show(await self._messages.step(lesson, step, user, texts, notice=notice, render=render))


def learn_command(runner: CommandRunner, learning: Learning) -> app_commands.Command[app_commands.Group, ..., None]:
    """Return `/rummy learn`."""

    @app_commands.command(name="learn", description="Learn to play: your first deal, step by step")
    @app_commands.describe(game="Which game to learn (default: continue, or choose)")
    @app_commands.choices(game=_GAMES)
    async def command(interaction: discord.Interaction, game: str | None = None) -> None:
        await runner.give(interaction, Where.PRIVATE, lambda: learning.begin(interaction, game), anywhere=True)

    return command


def _named(name: str) -> Lesson:
    """Return a lesson by name. Raises Meaningless if there is none."""
    lesson = next((lesson for lesson in LESSONS if lesson.name == name), None)
    if lesson is None:
        raise Meaningless
    return lesson


def _made(click: PageClick) -> Click:
    """Return the click on the panel that a custom id stands for. Raises Meaningless."""
    try:
        action = TableAction(click.argument(2))
    except ValueError:
        raise Meaningless from None
    arguments = click.asked.arguments
    return Click(action, arguments[3] if len(arguments) > 3 else None)


def _why_not(texts: Texts, step: LessonStep, made: Click) -> str:
    """Return why a click isn't the next step."""
    words = step.wrong.get(made.action)
    return other_words(texts, made.action) if words is None else words(texts)
