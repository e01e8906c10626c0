"""The rules page by page: topics, terms that expand, and the picture of melds."""

import re
from random import Random

import pytest

from bot.rummy.cards import mask_of
from bot.rummy.families import Family, Variant
from bot.rummy.gin.arrange import deadwood
from bot.rummy.melds.rules import rules_for
from bot.rummy.melds.table_meld import readings
from bot.rummy.options import PRESETS, Options, options_for, switches_of
from bot.rummy.refusals import Reason, Topic
from bot.text.rules import card_examples, rules_by_topic, turn_in_words
from bot.text.terms import Term, term_meaning, term_name, terms_in, terms_of, topic_name
from cogs.edge.messages import Detail
from cogs.edge.notices import Meaningless
from cogs.table.rules_pages import EVERYTHING, Place, RulesPages, place_in
from render.queue.studio import Studio
from tests.cogs.table.scenes import FULL_DETAIL, TEXTS, assert_discord_takes, shown
from tests.rummy.helpers import random_options

COMPATIBLE = [name for name in switches_of(Variant.GERMAN) if name not in ("initial_40", "no_jokers", "losers_pay")]
GERMAN = options_for(Variant.GERMAN, dict.fromkeys(COMPATIBLE, True))


def games() -> list[Options]:
    """Return each game's standard rules, German Rummy with all house rules, and some random rules of gin."""
    captain = options_for(Variant.THREE_HANDED, {"form": "captain"})
    return [*PRESETS.values(), GERMAN, captain, *(random_options(Random(seed)) for seed in range(5))]


def places(options: Options) -> list[Place]:
    topics = rules_by_topic(TEXTS, options)
    terms = [Place(topic, term) for topic in topics for term in terms_in(topic, options)]
    return [Place(None), *map(Place, topics), *terms]


@pytest.mark.parametrize("place", [Place(), Place(None), Place(Topic.KNOCK), Place(Topic.KNOCK, Term.LAY_OFF)], ids=str)
def test_a_place_is_read_as_it_was_written(place: Place) -> None:
    assert place_in(str(place)) == place


@pytest.mark.parametrize("written", ["", "nothing", "knock_nothing", "knock_layoff_gin", "KNOCK"])
def test_no_other_place_is_read(written: str) -> None:
    with pytest.raises(Meaningless):
        place_in(written)


async def test_every_page_of_every_game_fits_and_leads_on(studio: Studio) -> None:
    pages = RulesPages(studio)
    for options in games():
        told = rules_by_topic(TEXTS, options)
        assert next(iter(told)) is Topic.GOAL
        assert told[Topic.GOAL].count(".") == 1, "the goal is one sentence"
        for place in places(options):
            answer = await pages.of_options(TEXTS, options, place)
            layout = answer.message.layout(FULL_DETAIL)
            assert_discord_takes(layout)
            page = shown(layout)
            assert "…" not in page.text
            assert len(set(page.labels)) == len(page.labels), "two buttons look the same"
            words = list(told.values()) if place.topic is None else [told[place.topic]]
            assert all(paragraph in page.text for paragraph in words)
            assert (str(place.topic or EVERYTHING) in page.marked) == (place.term is None or place.topic is not None)
            assert bool(answer.message.files) == (place.topic is Topic.MELDS)
            if answer.message.files:
                assert str(answer.message.files[0].alt) in shown(answer.message.layout(Detail(files=False))).text
            if place.term is not None:
                assert term_meaning(TEXTS, place.term, options.family) in page.text


def test_every_refusal_has_a_topic_that_some_game_explains() -> None:
    explained = {topic for options in games() for topic in rules_by_topic(TEXTS, options)}
    assert explained == set(Topic)
    without = {reason for reason in Reason if reason.topic is None}
    assert without == {
        Reason.GAME_OVER, Reason.DEAL_OVER, Reason.NO_SUCH_SEAT, Reason.NOT_HELD, Reason.NO_SUCH_MELD,
        Reason.TAKEBACK_OTHERS, Reason.TAKEBACK_LATE, Reason.TAKEBACK_LIMIT,
    }  # fmt: skip


def test_every_term_has_one_name_and_is_in_some_topic_and_a_row_holds_them() -> None:
    names = [term_name(TEXTS, term) for term in Term]
    assert len(set(names)) == len(names)
    listed = {term for options in games() for term in terms_of(TEXTS, options)}
    assert listed == set(Term)
    for options in games():
        assert all(len(terms_in(topic, options)) <= 5 for topic in Topic)
    assert len({topic_name(TEXTS, topic) for topic in Topic}) == len(Topic)


@pytest.mark.parametrize("options", games(), ids=lambda options: str(options.variant))
def test_the_examples_are_melds_by_the_rules_in_force(options: Options) -> None:
    for example in card_examples(TEXTS, options):
        if options.family is Family.MELDS:
            found = readings(example.cards, rules_for(options))
            assert any(meld.cards == example.cards for meld in found), example
        elif example.is_meld:
            assert deadwood(mask_of(example.cards)) == 0
        else:
            assert str(deadwood(mask_of(example.cards))) in example.words


def test_the_steps_of_a_turn_name_buttons() -> None:
    for options in games():
        steps = turn_in_words(TEXTS, options)
        assert all(
            re.search(r"(?<!\*)\*[A-Z][a-z ]+\*(?!\*)", step) or "button" in step or "Press a card" in step
            for step in steps
        )
    gin_only = options_for(Variant.GIN, {"knock_limit": 0})
    assert "*Knock*" not in " ".join(turn_in_words(TEXTS, gin_only))
