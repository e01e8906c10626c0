"""A page of the rules: one topic with its terms, which expand, or everything on one page."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from discord import ButtonStyle, SelectOption, ui

from bot.rummy.house_rules import Topic
from bot.rummy.options import Options
from bot.text.catalogs import Texts
from bot.text.rules import differences, rules_by_topic, variant_name
from bot.text.terms import Term, term_meaning, term_name, terms_in, topic_name
from cogs.edge.layout import bold, layout, option, picture, rows, small, text, title
from cogs.edge.messages import Attachment, Detail
from cogs.edge.notices import Meaningless

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
        terms = terms_in(place.topic, options.family)
        if place.term in terms:
            items.append(text(f"> {bold(term_name(texts, place.term))}\n> {_meaning(texts, options, place.term)}"))
        items += rows([_term_button(texts, place, term, controls) for term in terms[:_MOST_TERMS]])
    items += rows(_turning(texts, options, place, controls))
    items.append(controls.select(texts.t("Choose a topic"), place, _topics(texts, options, place)))
    return layout(*items, controls.below)


def _lines(texts: Texts, options: Options, place: Place, note: str) -> list[str]:
    """Return the text of a page."""
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
    """Return the meaning of a term in a game."""
    return "" if term is None else term_meaning(texts, term, options.family)


def _term_button(texts: Texts, place: Place, term: Term, controls: RulesControls) -> ui.Button[ui.LayoutView]:
    """Return the button that expands a term, or hides its meaning again."""
    if term is place.term:
        return controls.button(term_name(texts, term), Place(place.topic), ButtonStyle.primary)
    return controls.button(term_name(texts, term), Place(place.topic, term), ButtonStyle.secondary)


def _turning(texts: Texts, options: Options, place: Place, controls: RulesControls) -> list[ui.Button[ui.LayoutView]]:
    """Return the buttons to the topics before and after."""
    topics = topics_of(texts, options)
    if place.topic is None:
        return [controls.button(texts.t("By topic"), Place(), ButtonStyle.secondary)]
    at = topics.index(place.topic)
    before = [controls.button(texts.t("Previous"), Place(topics[at - 1]), ButtonStyle.secondary)] if at else []
    if at + 1 == len(topics):
        return before
    after = topics[at + 1]
    label = texts.t("Next: {topic}", topic=topic_name(texts, after))
    return [*before, controls.button(label, Place(after), ButtonStyle.primary)]


def _topics(texts: Texts, options: Options, place: Place) -> list[SelectOption]:
    """Return the options of the select of topics."""
    found = [
        option(topic_name(texts, topic), str(Place(topic)), chosen=topic is place.topic)
        for topic in topics_of(texts, options)
    ]
    return [*found, option(texts.t("Everything on one page"), EVERYTHING, chosen=place.topic is None)]
