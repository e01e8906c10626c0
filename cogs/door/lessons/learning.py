"""`/rummy learn`: leads through the lessons, explains wrong buttons, and remembers how far each person is."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain
from typing import Final

import discord
from discord import ButtonStyle, app_commands, ui

from bot.play.service.new_tables import PRACTICE as PRACTICE_SETTINGS
from bot.play.state.people import PeopleStore
from bot.play.state.values import NO_LINES, Pace, Player, Status, TableRow
from bot.players.levels import Level
from bot.rummy import games
from bot.rummy.cards import parse_card
from bot.rummy.moves import Move, Verb
from bot.rummy.views import Phase, View
from bot.text.catalogs import Texts
from bot.text.deals import next_deal
from bot.text.players import computer_names, short_name
from bot.text.scores import outcome_title, sheet_lines
from cogs.door.lessons.german_lesson import GERMAN_LESSON, HOLDING_LESSON, JOKERS_LESSON, REMIK_51_LESSON
from cogs.door.lessons.gin_lesson import GIN_LESSON, HOLLYWOOD_LESSON, KNOCKING_LESSON
from cogs.door.lessons.rum_lesson import RUM_LESSON
from cogs.door.lessons.script import Click, Lesson, wrong_words
from cogs.edge.answers import Reply, Show, Where
from cogs.edge.clicks import PageClick, PageHandlers, PageRoute
from cogs.edge.command_texts import choice
from cogs.edge.commands import CommandRunner
from cogs.edge.custom_ids import LEARN, PRACTICE, TableAction, button, page_id, parse
from cogs.edge.languages import Languages
from cogs.edge.layout import bold, layout, picture, rows, small, text, title
from cogs.edge.messages import Attachment, Detail, Message
from cogs.edge.notices import Meaningless
from cogs.table.screens.games import SCREENS
from cogs.table.screens.running import HandDetails
from cogs.table.screens.scene import Picks, Scene
from render.look import Sorting
from render.queue.studio import Studio
from render.values import Picture

LESSON: Final = "lesson"  # lesson, step, action and argument of the panel's button
RESTART: Final = "lesson-restart"  # lesson
LEAVE: Final = "lesson-leave"  # lesson
START: Final = "lesson-start"  # lesson: begins it or continues it
CHOICE: Final = "lessons"  # the list of all lessons
_LAYING: Final = (Verb.MELD, Verb.LAYOFF)
_IN_A_ROW: Final = 3
"""Lessons of the gin family, which share the first row of the list; the others have the second one."""
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
        step, scene = lesson.steps[number], _scene(lesson, user, texts)
        view = games.view_for(lesson.state(number), 0)
        name = texts.t(
            "{lesson} · step {number} of {steps}",
            lesson=lesson.title(texts),
            number=number + 1,
            steps=len(lesson.steps),
        )
        task = bold(step.task(texts))
        instruction = f"❌ {notice}\n{task}" if notice else " ".join(filter(None, (task, step.why(texts))))
        file, panel = await self._panel(lesson, number, scene, render)

        def show(detail: Detail) -> ui.LayoutView:
            shown = scene.with_detail(detail)
            return layout(
                text(small(name)),
                *(picture(detail, file) or [text(*self._words(lesson, view, shown))]),
                text(instruction),
                rows([*_needed(lesson, number, panel(shown)), button(texts.p("a lesson", "Quit"), LEAVE, lesson.name)]),
            )

        return Message(show, files=(file,))

    async def result(self, lesson: Lesson, following: Lesson | None, user: tuple[int, str], texts: Texts) -> Message:
        """Show how the last deal of a lesson ended, and where to go on."""
        steps, scene = len(lesson.steps), _scene(lesson, user, texts)
        view = games.view_for(lesson.state(steps), 0)
        file = await self._ending(lesson, steps, view, scene)
        go_on = ButtonStyle.success
        learn = [] if following is None else [button(texts.t("Next lesson"), START, following.name, style=go_on)]
        buttons = [
            *learn,
            button(
                texts.p("button", "Practice"),
                PRACTICE,
                lesson.options.variant,
                Level.EASY,
                style=ButtonStyle.primary if learn else go_on,
            ),
            button(texts.t("Lessons"), CHOICE),
            button(texts.t("Start over"), RESTART, lesson.name),
        ]

        def show(detail: Detail) -> ui.LayoutView:
            return layout(
                text(
                    bold(outcome_title(texts, view.deals[-1], scene.names)),
                    small(texts.t("{lesson} · done", lesson=lesson.title(texts))),
                ),
                *(picture(detail, file) or [text(*self._words(lesson, view, scene.with_detail(detail)))]),
                text(lesson.after(texts)),
                rows(buttons),
            )

        return Message(show, files=(file,))

    async def _panel(
        self, lesson: Lesson, number: int, scene: Scene, render: int
    ) -> tuple[Attachment, Callable[[Scene], ui.LayoutView]]:
        """Return a step's picture, and the panel of a game whose buttons it takes."""
        state = lesson.state(number)
        view = games.view_for(state, 0)
        if view.phase is Phase.DEAL:
            return await self._ending(lesson, number, view, scene), _next_deal
        advice, screens = _advice(lesson, number), SCREENS[view.family]
        advised = screens.pictured(view, advice)
        drawn = await self.studio.hand(view, _names(scene), scene.texts, Sorting.MELDS, advised=advised)
        file = _file(lesson, number, "hand", drawn)
        details = HandDetails(file, Sorting.MELDS, render, advice)
        picks = Picks(view.deal, tuple(map(parse_card, lesson.steps[number].picks.split())))
        screen = screens.hand_screen(view, picks, partial(games.refusal_for, state), unassisted=False)
        return file, lambda shown: screen(shown, details)

    async def _ending(self, lesson: Lesson, number: int, view: View, scene: Scene) -> Attachment:
        if lesson.one_game:
            return _file(lesson, number, "sheet", await self.studio.sheet(view, _names(scene), scene.texts))
        return _file(lesson, number, "hands", await self.studio.ending(view, _names(scene), scene.texts))

    def _words(self, lesson: Lesson, view: View, scene: Scene) -> Sequence[str]:
        """Return what the picture shows, for learners who see none."""
        texts, screens = scene.texts, SCREENS[view.family]
        if view.phase is not Phase.DEAL:
            hand = self.studio.hand_words(view, _names(scene), texts, Sorting.MELDS)
            return (*screens.meld_lines(texts, view), hand)
        if lesson.one_game:
            return sheet_lines(texts, view, scene.names)
        return screens.deal_lines(scene, view)


def choice_screen(texts: Texts, lessons: Sequence[Lesson], done: Sequence[int]) -> ui.LayoutView:
    """Offer the lessons; ``done`` are the steps that the reader has done in each."""
    following = next((one for one, steps in zip(lessons, done, strict=True) if steps < len(one.steps)), None)
    buttons = [
        button(
            _progress(texts, lesson, steps),
            START,
            lesson.name,
            style=ButtonStyle.success if lesson is following else ButtonStyle.secondary,
        )
        for lesson, steps in zip(lessons, done, strict=True)
    ]
    return layout(
        text(
            title(texts.t("Learn rummy")),
            texts.t("Short lessons, step by step. Only you see them, and you can stop and continue later."),
        ),
        rows(buttons[:_IN_A_ROW]),
        rows(buttons[_IN_A_ROW:]),
    )


def left_screen(texts: Texts, lesson: Lesson) -> ui.LayoutView:
    """Return the screen that explains how to continue a lesson after leaving it."""
    return layout(
        text(texts.t("Your place is saved. `{/rummy learn}` continues here.")),
        rows(
            [
                button(texts.p("button, in a lesson", "Continue"), START, lesson.name, style=ButtonStyle.success),
                button(texts.t("Lessons"), CHOICE),
                button(texts.t("Start over"), RESTART, lesson.name),
            ]
        ),
    )


def _progress(texts: Texts, lesson: Lesson, done: int) -> str:
    """Return the label of a lesson's button, with how far the reader is."""
    name, steps = lesson.title(texts), len(lesson.steps)
    if done >= steps:
        return f"{name} ✓"
    return texts.t("{lesson} · {done} of {steps}", lesson=name, done=done, steps=steps) if done else name


def _next_deal(scene: Scene) -> ui.LayoutView:
    label = next_deal(scene.texts, scene.row.options)
    return layout(rows([scene.button(label, TableAction.NEXT, style=ButtonStyle.success)]))


def _needed(lesson: Lesson, number: int, panel: ui.LayoutView) -> Iterator[ui.Button[ui.LayoutView]]:
    """Yield the panel's buttons that a step needs, in the panel's order; the expected one is green."""
    step = lesson.steps[number]
    for part in panel.walk_children():
        if not isinstance(part, ui.Button):
            continue
        asked = parse(part.custom_id)
        if asked is None or not step.needs(click := Click(asked.action, asked.argument)):
            continue
        argument = () if asked.argument is None else (asked.argument,)
        yield ui.Button(
            label=part.label,
            emoji=part.emoji,
            style=ButtonStyle.success if step.expects(click) and not step.asks else part.style,
            custom_id=page_id(LESSON, lesson.name, number, asked.action, *argument),
        )


def _advice(lesson: Lesson, number: int) -> tuple[Move, ...]:
    """Return the moves that the panel suggests in a step: the expected ones until the turn ends, but no usual draw.

    If the learner has to decide, there are none.
    """
    view, advice = games.view_for(lesson.state(number), 0), list[Move]()
    if lesson.steps[number].asks:
        return ()
    for move in chain.from_iterable(step.own_moves for step in lesson.steps[number:]):
        advice.append(games.completed(view, move))
        if move.verb not in _LAYING:
            break
    draws = advice[0].verb in (Verb.DRAW, Verb.TAKE) and advice[0].card is None
    return () if draws else tuple(advice)


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


def _names(scene: Scene) -> tuple[str, ...]:
    return tuple(short_name(scene.texts, player) for player in scene.row.seats)


def _file(lesson: Lesson, number: int, kind: str, drawn: Picture) -> Attachment:
    return Attachment(f"lesson-{lesson.name}-{number}-{kind}.png", drawn.png, drawn.alt)


LESSONS: Final = (
    *(GIN_LESSON, KNOCKING_LESSON, HOLLYWOOD_LESSON),
    *(GERMAN_LESSON, JOKERS_LESSON, HOLDING_LESSON, REMIK_51_LESSON, RUM_LESSON),
)
_GAMES: Final = [choice(lesson.title, lesson.name) for lesson in LESSONS]


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
            CHOICE: PageRoute(lambda click: self._choose(click.interaction)),
            LESSON: PageRoute(self._clicked),
            RESTART: PageRoute(self._restart),
            LEAVE: PageRoute(self._leave),
        }

    async def begin(self, interaction: discord.Interaction, name: str | None) -> Reply:
        """Show a lesson where the actor stopped; None is the one they have begun, or else a choice."""
        steps = await self.people.lessons(interaction.user.id)
        if name is not None:
            return await self._show(interaction, _named(name), steps.get(name, 0))
        begun = [lesson for lesson in LESSONS if 0 < steps.get(lesson.name, 0) < len(lesson.steps)]
        if len(begun) == 1:
            return await self._show(interaction, begun[0], steps[begun[0].name])
        return await self._choose(interaction)

    async def _choose(self, interaction: discord.Interaction) -> Reply:
        """Offer all lessons."""
        steps, texts = await self.people.lessons(interaction.user.id), self.languages.for_user(interaction)
        done = [steps.get(lesson.name, 0) for lesson in LESSONS]
        return Show(Message(lambda _: choice_screen(texts, LESSONS, done)))

    async def _clicked(self, click: PageClick) -> Reply:
        """Go on after the expected click, or explain why another one isn't it."""
        lesson = _named(click.argument(0))
        step = (await self.people.lessons(click.user)).get(lesson.name, 0)
        if step >= len(lesson.steps) or click.number(1) != step:
            return await self._show(click.interaction, lesson, step)
        made = _made(click)
        if lesson.steps[step].expects(made):
            await self.people.save_lesson(click.user, lesson.name, step + 1)
            return await self._show(click.interaction, lesson, step + 1)
        return await self._show(click.interaction, lesson, step, wrong_words(click.texts, lesson.steps[step], made))

    async def _restart(self, click: PageClick) -> Reply:
        lesson = _named(click.argument(0))
        await self.people.save_lesson(click.user, lesson.name, 0)
        return await self._show(click.interaction, lesson, 0)

    async def _leave(self, click: PageClick) -> Reply:
        """Answer with how to continue."""
        lesson = _named(click.argument(0))
        return Show(Message(lambda _: left_screen(click.texts, lesson)))

    async def _show(self, interaction: discord.Interaction, lesson: Lesson, step: int, notice: str = "") -> Reply:
        texts, user = self.languages.for_user(interaction), (interaction.user.id, interaction.user.display_name)
        if step >= len(lesson.steps):
            done = await self.people.lessons(interaction.user.id)
            others = [other for other in LESSONS if done.get(other.name, 0) < len(other.steps)]
            return Show(await self.messages.result(lesson, next(iter(others), None), user, texts))
        render = interaction.id % 10**9
        return Show(await self.messages.step(lesson, step, user, texts, notice=notice, render=render))


def learn_command(runner: CommandRunner, learning: Learning) -> app_commands.Command[app_commands.Group, ..., None]:
    """Return `/rummy learn`."""

    @app_commands.command(name="learn", description="Learn to play in short lessons, step by step")
    @app_commands.describe(game="Which lesson (default: continue, or choose)")
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
