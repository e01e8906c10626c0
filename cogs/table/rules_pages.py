"""Shows the rules in words: those in force at a table, or the standard rules of a game; neither has any state."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Final, TypeAlias

from discord import ButtonStyle, SelectOption, ui

from bot.rummy.families import Variant
from bot.rummy.options import PRESETS, Options
from bot.rummy.refusals import Topic
from bot.text.catalogs import Texts
from bot.text.games import variant_name
from bot.text.rules import card_examples, differences, rules_by_topic
from bot.text.terms import Term, term_meaning, term_name, terms_in, topic_name
from cogs.edge.answers import Reply, Show
from cogs.edge.clicks import PageClick, PageHandlers, PageRoute
from cogs.edge.custom_ids import TableAction, chooser
from cogs.edge.custom_ids import button as page_button
from cogs.edge.layout import bold, game_options, layout, option, picture, rows, small, text, title
from cogs.edge.messages import Attachment, Detail, Message
from cogs.edge.notices import Meaningless
from cogs.table.screens.house_rules import code_words
from cogs.table.screens.scene import Scene, way_back
from render.queue.studio import Studio

EVERYTHING: Final = "all"
"""The place of the page with all topics."""
_MOST_TERMS: Final = 5


@dataclass(frozen=True, slots=True)
class Place:
    """A page of the rules, as in a custom id: a topic, or all of them for None, and the term that is expanded."""

    topic: Topic | None = Topic.GOAL
    term: Term | None = None

    def __str__(self) -> str:
        """Return the place as in a custom id: ``knock`` or ``knock_layoff``."""
        topic = self.topic or EVERYTHING
        return topic if self.term is None else f"{topic}_{self.term}"


def place_in(written: str) -> Place:
    """Parse a place. Raises Meaningless if it isn't one."""
    topic, _, term = written.partition("_")
    try:
        return Place(None if topic == EVERYTHING else Topic(topic), Term(term) if term else None)
    except ValueError as error:
        raise Meaningless from error


MakeButton: TypeAlias = Callable[[str, Place, ButtonStyle], ui.Button[ui.LayoutView]]
MakeSelect: TypeAlias = Callable[[str, Place, Sequence[SelectOption]], ui.ActionRow[ui.LayoutView]]


@dataclass(frozen=True, slots=True)
class RulesControls:
    """The controls of a page: a button that leads to a place, the select of topics there, and what is below them."""

    button: MakeButton
    select: MakeSelect
    below: Sequence[ui.ActionRow[ui.LayoutView]] = ()


def topics_of(texts: Texts, options: Options) -> tuple[Topic, ...]:
    """List the topics of a game's rules."""
    return tuple(rules_by_topic(texts, options))


def rules_screen(
    texts: Texts,
    options: Options,
    place: Place,
    controls: RulesControls,
    *,
    detail: Detail,
    file: Attachment | None = None,
    note: str = "",
) -> ui.LayoutView:
    """Show a page of the rules in force.

    ``file`` is the picture of melds, which is put into words where pictures aren't shown. ``note`` is a line below the
    goal.
    """
    items: list[ui.Item[Any]] = [text(*_lines(texts, options, place, note))]
    items += picture(detail, file) or ([text(file.alt)] if file is not None and file.alt else [])
    if place.topic is not None:
        terms = terms_in(place.topic, options)
        if place.term in terms:
            items.append(text(f"> {bold(term_name(texts, place.term))}\n> {_meaning(texts, options, place.term)}"))
        items += rows([_term_button(texts, place, term, controls) for term in terms[:_MOST_TERMS]])
    items += rows(_turning(texts, options, place, controls))
    items.append(controls.select(texts.t("Choose a topic"), place, _topics(texts, options, place)))
    return layout(*items, controls.below)


def _lines(texts: Texts, options: Options, place: Place, note: str) -> list[str]:
    game, told = variant_name(texts, options.variant), rules_by_topic(texts, options)
    if place.topic is None:
        topics = (f"{bold(topic_name(texts, topic))}: {words}" for topic, words in told.items())
        return [title(game), *topics]
    if place.topic is Topic.GOAL:
        changed = differences(texts, options)
        return [
            title(game),
            told[Topic.GOAL],
            bold(texts.t("House rules at this table")) if changed else "",
            *(f"- {line}" for line in changed),
            small(note),
        ]
    return [title(texts.t("{game}: {topic}", game=game, topic=topic_name(texts, place.topic))), told[place.topic]]


def _meaning(texts: Texts, options: Options, term: Term | None) -> str:
    return "" if term is None else term_meaning(texts, term, options.family)


def _term_button(texts: Texts, place: Place, term: Term, controls: RulesControls) -> ui.Button[ui.LayoutView]:
    """Return the button that expands a term, or hides its meaning again."""
    if term is place.term:
        return controls.button(term_name(texts, term), Place(place.topic), ButtonStyle.primary)
    return controls.button(term_name(texts, term), Place(place.topic, term), ButtonStyle.secondary)


def _turning(texts: Texts, options: Options, place: Place, controls: RulesControls) -> list[ui.Button[ui.LayoutView]]:
    topics = topics_of(texts, options)
    if place.topic is None:
        return [controls.button(texts.t("By topic"), Place(), ButtonStyle.secondary)]
    at = topics.index(place.topic)
    before = (
        [controls.button(texts.p("button to a topic", "Previous"), Place(topics[at - 1]), ButtonStyle.secondary)]
        if at
        else []
    )
    if at + 1 == len(topics):
        return before
    after = topics[at + 1]
    label = texts.t("Next: {topic}", topic=topic_name(texts, after))
    return [*before, controls.button(label, Place(after), ButtonStyle.primary)]


def _topics(texts: Texts, options: Options, place: Place) -> list[SelectOption]:
    found = [
        option(topic_name(texts, topic), str(Place(topic)), chosen=topic is place.topic)
        for topic in topics_of(texts, options)
    ]
    return [*found, option(texts.t("Everything on one page"), EVERYTHING, chosen=place.topic is None)]


RULES: Final = "rules"
"""Shows the standard rules of a game. Arguments: the variant and the place."""
RULES_TOPIC: Final = "rules-topic"  # a select of topics, with the same arguments
RULES_GAME: Final = "rules-game"  # a select of games
_NAMED_BY: Final = 12
"""Characters of a digest in a picture's name."""


@dataclass(slots=True, eq=False)
class RulesPages:
    """The pages of the rules. The custom ids contain the place to show."""

    studio: Studio

    @property
    def handlers(self) -> PageHandlers:
        """The handler of each word in a custom id (`l1:<word>`)."""
        return {RULES: PageRoute(self._show), RULES_TOPIC: PageRoute(self._topic), RULES_GAME: PageRoute(self._game)}

    async def of_table(self, scene: Scene, written: str | None = None) -> Show:
        """Show the rules in force at a table: the page in a custom id, by default the goal."""
        row, place = scene.row, Place() if written is None else place_in(written)

        def control(label: str, to: Place, style: ButtonStyle) -> ui.Button[ui.LayoutView]:
            return scene.button(label, TableAction.RULES, str(to), style=style)

        def select(label: str, at: Place, options: Sequence[SelectOption]) -> ui.ActionRow[ui.LayoutView]:
            return scene.select(label, TableAction.TOPIC, str(at), options)

        controls = RulesControls(control, select, way_back(scene))
        return await self._shown(scene.texts, row.options, place, controls, code_words(scene.texts, row.options))

    async def of_game(self, texts: Texts, variant: Variant, written: str | None = None) -> Show:
        """Show the standard rules of a game: the page in a custom id, by default the goal."""
        return await self.of_options(texts, PRESETS[variant], Place() if written is None else place_in(written))

    async def of_options(self, texts: Texts, rules: Options, place: Place) -> Show:
        """Show a page of a game's rules without a table. The buttons lead to those of its variant's standard rules."""
        variant = rules.variant

        def control(label: str, to: Place, style: ButtonStyle) -> ui.Button[ui.LayoutView]:
            return page_button(label, RULES, variant, to, style=style)

        def select(label: str, at: Place, options: Sequence[SelectOption]) -> ui.ActionRow[ui.LayoutView]:
            return chooser(label, options, RULES_TOPIC, variant, at)

        games = game_options(texts, variant)
        controls = RulesControls(control, select, [chooser(texts.t("Another game"), games, RULES_GAME, variant)])
        note = texts.t("`{/rummy new}` opens a table, where the host can change these rules.")
        return await self._shown(texts, rules, place, controls, note)

    async def _shown(self, texts: Texts, options: Options, place: Place, controls: RulesControls, note: str) -> Show:
        """Show a page; the goal if this game doesn't have the topic."""
        if place.topic is not None and place.topic not in topics_of(texts, options):
            place = Place()
        file = await self._examples(texts, options) if place.topic is Topic.MELDS else None
        return Show(
            Message(
                lambda detail: rules_screen(texts, options, place, controls, detail=detail, file=file, note=note),
                files=() if file is None else (file,),
            )
        )

    async def _examples(self, texts: Texts, options: Options) -> Attachment:
        drawn = await self.studio.examples(card_examples(texts, options), texts)
        return Attachment(f"melds-{sha256(drawn.png).hexdigest()[:_NAMED_BY]}.png", drawn.png, drawn.alt)

    async def _show(self, press: PageClick) -> Reply:
        return await self.of_game(press.texts, _variant(press.argument(0)), press.argument(1))

    async def _topic(self, press: PageClick) -> Reply:
        return await self.of_game(press.texts, _variant(press.argument(0)), press.choice)

    async def _game(self, press: PageClick) -> Reply:
        return await self.of_game(press.texts, _variant(press.choice))


def _variant(written: str) -> Variant:
    """Parse a variant. Raises Meaningless if it isn't one."""
    try:
        return Variant(written)
    except ValueError as error:
        raise Meaningless from error
