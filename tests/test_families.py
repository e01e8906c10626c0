"""Every family and every variant is in each registry: these tests name the places that a new one forgot.

docs/how-to.md lists the files to add for each.
"""

from random import Random

import pytest

from bot.bench.arena import rows
from bot.players.games import choose, player_for
from bot.players.levels import Level
from bot.program.cli.guests import guest_for
from bot.ratings.settling import POOLS
from bot.rummy.codes import code_for, options_from
from bot.rummy.families import Family, Variant
from bot.rummy.games import ENGINES, State, apply, deal, new_game, refusal_for, view_for
from bot.rummy.house_rules import HouseRule
from bot.rummy.options import PRESETS, house_rules
from bot.text.catalogs import Catalogs
from bot.text.games import variant_name
from bot.text.ratings import pool_name
from bot.text.rules import option_name, option_rule, rules_in_words, texts_for
from cogs.table.commands import VARIANTS
from cogs.table.screens.games import SCREENS
from render.look import DEFAULT
from render.pictures import pictures_for
from tests.golden.codes import FILE as CODES
from tests.golden.perft import FILE as PERFT
from tests.rules_page import PAGE, on_page
from tests.rummy.test_scenarios import RULES

TEXTS = Catalogs().texts("en")


def dealt(variant: Variant) -> State:
    """A game of a variant after the first deal."""
    options = PRESETS[variant]
    seats = options.seat_counts[0]
    state = new_game(options, seats, 0)
    deck = list(options.pack)
    Random(1).shuffle(deck)
    return deal(state, deck, 0)


def named_options(variant: Variant) -> list[HouseRule]:
    return [rule for rule in house_rules(variant).values() if rule.is_in(variant)]


@pytest.mark.parametrize("family", Family)
def test_every_family_has_variants_and_every_layer_knows_it(family: Family) -> None:
    variant = next((one for one in Variant if PRESETS[one].family is family), None)
    assert variant is not None, "no preset in bot/rummy/options.py is of this family"
    assert family in ENGINES, "bot/rummy/games.py"
    view = view_for(dealt(variant), 0)
    assert view.family is family
    assert player_for(family).at_random(view_for(dealt(variant), view.turn), Random(1)), "bot/players/games.py"
    assert texts_for(family).hand_value(TEXTS, view), "bot/text/rules.py"
    assert pictures_for(view.options).table(view, ["Ola"] * len(view.counts), TEXTS, DEFAULT).alt, "render/pictures.py"
    assert not SCREENS[family].has_table_melds(view), "cogs/table/screens/games.py"


@pytest.mark.parametrize("variant", Variant)
class TestEveryVariant:
    def test_can_be_played_by_computers_and_shown_to_everyone(self, variant: Variant) -> None:
        state = dealt(variant)
        turn = state.turn
        assert turn is not None
        for move in choose(view_for(state, turn), Level.NORMAL, 1):
            assert refusal_for(state, move) is None
            state = apply(state, move)
        assert view_for(state, None).hand == ()

    def test_has_a_name_and_rules_in_words(self, variant: Variant) -> None:
        assert variant_name(TEXTS, variant)
        assert len(rules_in_words(TEXTS, PRESETS[variant])) > 1
        for rule in named_options(variant):
            assert option_name(TEXTS, rule.name)
            assert option_rule(TEXTS, PRESETS[variant], rule.name)

    def test_has_codes_that_are_kept(self, variant: Variant) -> None:
        assert options_from(code_for(PRESETS[variant])) == PRESETS[variant]
        assert f" {variant} " in CODES.read_text(encoding="utf-8"), "add its codes to tests/golden/codes.txt"

    def test_counts_for_a_rating_pool_with_a_name(self, variant: Variant) -> None:
        assert variant in POOLS, "bot/ratings/settling.py"
        assert pool_name(TEXTS, POOLS[variant])

    def test_is_offered_by_commands(self, variant: Variant) -> None:
        assert variant.value in [choice.value for choice in VARIANTS]

    def test_has_a_guest_for_demos_and_matches_for_benches(self, variant: Variant) -> None:
        assert guest_for(variant)
        assert next(iter(rows([variant], games=2, processes=1))).name, "bot/bench/arena.py"

    def test_is_on_the_page_of_rules(self, variant: Variant) -> None:
        assert variant_name(TEXTS, variant) in on_page(PAGE.read_text(encoding="utf-8")), "docs/rules.md"

    def test_has_scenarios_and_counts_of_continuations(self, variant: Variant) -> None:
        assert PRESETS[variant].family in RULES or variant in RULES, (
            "tests/scenarios/ and tests/rummy/test_scenarios.py"
        )
        lines = PERFT.read_text(encoding="utf-8").splitlines()
        assert any(line.split(" ")[0] == variant for line in lines), "tests/golden/perft.txt"
