"""`/rummy learn`: leads through the lessons, explains wrong buttons, and remembers how far each person is."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain
from typing import Final

import discord
from discord import ButtonStyle, app_commands, ui
from discord.app_commands import Choice

from bot.play.service.new_tables import PRACTICE as PRACTICE_SETTINGS
from bot.play.state.people import PeopleStore
from bot.play.state.values import NO_LINES, Pace, Player, Status, TableRow
from bot.players.levels import Level
from bot.rummy import games
from bot.rummy.moves import Move, Verb
from bot.rummy.views import View
from bot.text.catalogs import Texts
from bot.text.players import computer_names, short_name
from bot.text.rules import variant_name
from bot.text.scores import outcome_title
from cogs.door.lessons.german_lesson import GERMAN_LESSON
from cogs.door.lessons.gin_lesson import GIN_LESSON
from cogs.door.lessons.script import Click, Lesson, LessonStep, other_words
from cogs.edge.answers import Reply, Show, Where
from cogs.edge.clicks import PageClick, PageHandlers, PageRoute
from cogs.edge.commands import CommandRunner
from cogs.edge.custom_ids import LEARN, PRACTICE, TableAction, button, page_id, parse
from cogs.edge.languages import Languages
from cogs.edge.layout import layout, picture, rows, small, text, title
from cogs.edge.messages import Attachment, Detail, Message
from cogs.edge.notices import Meaningless
from cogs.table.screens.games import SCREENS
from cogs.table.screens.running import HandDetails
from cogs.table.screens.scene import NO_PICKS, Scene
from render.order import Sorting
from render.queue.studio import Studio
from render.values import Picture

LESSON: Final = "lesson"  # lesson, step, action and argument of the panel's button
RESTART: Final = "lesson-restart"  # lesson
LEAVE: Final = "lesson-leave"  # lesson
START: Final = "lesson-start"  # lesson: begins it or continues it
_LAYING: Final = (Verb.MELD, Verb.LAYOFF)
_TABLE: Final = 1
"""The table in the ids of the panel's buttons, before they are replaced."""


@dataclass(slots=True, eq=False)
class LessonMessages:
    """Builds the messages of lessons."""

    studio: Studio

    async def step(
        self, lesson: Lesson, number: int, user: tuple[int, str], texts: Texts, *, notice: str, render: int
    ) -> Message:
        """Show a step, counted from 0; ``notice`` explains the last click, ``user`` is the learner's id and name."""
        state, step, scene = lesson.state(number), lesson.steps[number], _scene(lesson, user, texts)
        view = games.view_for(state, 0)
        screen = SCREENS[view.family].hand_screen(view, NO_PICKS, partial(games.refusal_for, state), unassisted=False)
        advice = _advice(lesson, number)
        advised = next((move for move in advice if move.verb in (Verb.DISCARD, Verb.KNOCK)), None)
        names = _names(scene)
        hand = _file(lesson, number, "hand", await self.studio.hand(view, names, texts, advised=advised))
        table = None
        if SCREENS[view.family].has_table_melds(view):
            table = _file(lesson, number, "table", await self.studio.table(view, names, texts))
        details = HandDetails(hand, Sorting.MELDS, render, advice)
        head = (
            small(
                texts.t(
                    "Lesson: {game} · step {number} of {steps}",
                    game=variant_name(texts, lesson.options.variant),
                    number=number + 1,
                    steps=len(lesson.steps),
                )
            ),
            f"❌ {notice}" if notice else "",
            step.before(texts),
        )

        def show(detail: Detail) -> ui.LayoutView:
            panel = screen(scene.with_detail(detail), details)
            for part in panel.walk_children():
                if isinstance(part, ui.Button | ui.Select):
                    part.custom_id = _lesson_id(lesson, number, part.custom_id)
            [box] = (item for item in panel.children if isinstance(item, ui.Container))
            return layout(text(*head), picture(detail, table), box, rows(_leaving(texts, lesson)))

        return Message(show, files=tuple(file for file in (table, hand) if file is not None))

    async def result(self, lesson: Lesson, others: Sequence[Lesson], user: tuple[int, str], texts: Texts) -> Message:
        """Show how the deal of a lesson ended, and where to go on."""
        view, scene = games.view_for(lesson.state(len(lesson.steps)), 0), _scene(lesson, user, texts)
        hands = _file(lesson, len(lesson.steps), "hands", await self.studio.ending(view, _names(scene), texts))
        game = variant_name(texts, lesson.options.variant)
        practice = texts.t("Practice {game}", game=game)
        buttons = [
            button(practice, PRACTICE, lesson.options.variant, Level.EASY, style=ButtonStyle.success),
            *(button(_lesson_label(texts, other), START, other.name) for other in others),
            button(texts.t("Start over"), RESTART, lesson.name),
        ]

        def show(detail: Detail) -> ui.LayoutView:
            return layout(
                text(small(texts.t("Lesson: {game} · done", game=game)), title(_outcome(scene, view))),
                picture(detail, hands),
                text(*SCREENS[view.family].deal_lines(scene.with_detail(detail), view), lesson.after(texts)),
                rows(buttons),
            )

        return Message(show, files=(hands,))


def choice_screen(texts: Texts, lessons: Sequence[Lesson], done: Sequence[int]) -> ui.LayoutView:
    """Offer the lessons; ``done`` are the steps that the reader has done in each."""
    lines = [
        texts.t(
            "{game}: {done} of {steps} steps done",
            game=_lesson_label(texts, lesson),
            done=steps,
            steps=len(lesson.steps),
        )
        for lesson, steps in zip(lessons, done, strict=True)
        if steps
    ]
    return layout(
        text(
            title(texts.t("Learn rummy")),
            texts.t("Play your first deal in a few steps. Only you see it, and you can stop and continue later."),
            *map(small, lines),
        ),
        rows([button(_lesson_label(texts, one), START, one.name, style=ButtonStyle.success) for one in lessons]),
    )


def left_screen(texts: Texts) -> ui.LayoutView:
    """Return the screen that explains how to continue a lesson after leaving it."""
    words = texts.t("Your place is saved. `/rummy learn` continues here.")
    return layout(text(words), rows([button(texts.t("Continue"), LEARN, style=ButtonStyle.success)]))


def _lesson_label(texts: Texts, lesson: Lesson) -> str:
    return texts.t("Learn {game}", game=variant_name(texts, lesson.options.variant))


def _leaving(texts: Texts, lesson: Lesson) -> list[ui.Button[ui.LayoutView]]:
    return [
        button(texts.t("Stop here"), LEAVE, lesson.name),
        button(texts.t("Start over"), RESTART, lesson.name),
    ]


def _lesson_id(lesson: Lesson, number: int, custom_id: str | None) -> str:
    """Return the custom id of a panel's button within a lesson."""
    asked = parse(custom_id)
    if asked is None:
        raise ValueError(f"{custom_id!r} is no button of a table")
    argument = () if asked.argument is None else (asked.argument,)
    return page_id(LESSON, lesson.name, number, asked.action, *argument)


def _advice(lesson: Lesson, number: int) -> tuple[Move, ...]:
    """Return the moves that the panel suggests in a step: the expected ones until the turn ends, but no draw."""
    view, advice = games.view_for(lesson.state(number), 0), list[Move]()
    for move in chain.from_iterable(step.own_moves for step in lesson.steps[number:]):
        advice.append(games.completed(view, move))
        if move.verb not in _LAYING:
            break
    return () if advice[0].verb in (Verb.DRAW, Verb.TAKE) else tuple(advice)


def _scene(lesson: Lesson, user: tuple[int, str], texts: Texts) -> Scene:
    """Return the scene of a lesson, with a table that exists nowhere else."""
    learner, opponent = Player(*user, "0"), Player(1, computer_names(texts)[0], "computer", Level.EASY)
    row = TableRow(
        id=_TABLE,
        guild=None,
        channel=None,
        host=learner.user,
        options=lesson.options,
        pace=Pace.NONE,
        limits=None,
        settings=PRACTICE_SETTINGS,
        invited=(),
        secret=bytes(32),
        status=Status.PLAYING,
        seats=(learner, opponent),
        created_at=0,
        touched_at=0,
    )
    return Scene(texts, row, NO_LINES, seat=0)


def _outcome(scene: Scene, view: View) -> str:
    return outcome_title(scene.texts, view.deals[-1], scene.names)


def _names(scene: Scene) -> tuple[str, ...]:
    return tuple(short_name(scene.texts, player) for player in scene.row.seats)


def _file(lesson: Lesson, number: int, kind: str, drawn: Picture) -> Attachment:
    return Attachment(f"lesson-{lesson.name}-{number}-{kind}.png", drawn.png, drawn.alt)


LESSONS: Final = (GIN_LESSON, GERMAN_LESSON)
_GAMES: Final = [Choice(name="Gin", value=GIN_LESSON.name), Choice(name="German Rummy", value=GERMAN_LESSON.name)]


@dataclass(slots=True, eq=False)
class Learning:
    """Leads people through the lessons."""

    languages: Languages
    people: PeopleStore
    messages: LessonMessages

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
        steps, texts = await self.people.lessons(interaction.user.id), self.languages.for_user(interaction)
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
        step = (await self.people.lessons(click.user)).get(lesson.name, 0)
        if step >= len(lesson.steps) or click.number(1) != step:
            return await self._show(click.interaction, lesson, step)
        made = _made(click)
        if made == lesson.steps[step].expected:
            await self.people.save_lesson(click.user, lesson.name, step + 1)
            return await self._show(click.interaction, lesson, step + 1)
        return await self._show(click.interaction, lesson, step, _why_not(click.texts, lesson.steps[step], made))

    async def _restart(self, click: PageClick) -> Reply:
        lesson = _named(click.argument(0))
        await self.people.save_lesson(click.user, lesson.name, 0)
        return await self._show(click.interaction, lesson, 0)

    async def _leave(self, click: PageClick) -> Reply:
        """Answer with how to continue."""
        return Show(Message(lambda _: left_screen(click.texts)))

    async def _show(self, interaction: discord.Interaction, lesson: Lesson, step: int, notice: str = "") -> Reply:
        texts, user = self.languages.for_user(interaction), (interaction.user.id, interaction.user.display_name)
        if step >= len(lesson.steps):
            others = [other for other in LESSONS if other is not lesson]
            return Show(await self.messages.result(lesson, others, user, texts))
        render = interaction.id % 10**9
        return Show(await self.messages.step(lesson, step, user, texts, notice=notice, render=render))


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
    words = step.wrong.get(made.action)
    return other_words(texts, made.action) if words is None else words(texts)
