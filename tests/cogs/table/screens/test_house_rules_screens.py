"""House rules and lobbies as pure functions: options of all variants, presets, modals, seats, conflicts."""

from dataclasses import replace

import discord
import pytest

from bot.play.state.people import Preset
from bot.play.state.values import Status
from bot.rummy.codes import options_from
from bot.rummy.families import Variant
from bot.rummy.house_rules import ValueKind
from bot.rummy.melds.options import GermanOptions
from bot.rummy.options import (
    PRESETS,
    Options,
    changes_from,
    conflicts,
    house_rules,
    options_for,
    seats_for,
    switches_of,
)
from bot.rummy.refusals import Conflict
from bot.text.rules import OPTION_NAMES, option_name, option_value, options_of
from cogs.edge.custom_ids import TableAction, parse
from cogs.table.screens.house_rules import (
    HouseRulesState,
    code_modal,
    house_screen,
    number_modal,
    preset_argument,
    preset_modal,
    read_value,
    switched,
)
from cogs.table.screens.lobby import lobby_screen
from cogs.table.screens.scene import Scene
from tests.cogs.table.scenes import (
    NAMES,
    NO_CUTS,
    TEXTS,
    Shown,
    assert_discord_takes,
    lobby_scene,
    row_of,
    shown,
)
from tests.refusals import sentence

GERMAN = options_for(Variant.GERMAN)
OTHERS = [variant for variant, options in PRESETS.items() if not options.mostly_switches]


def scene(options: Options, seats: int = 1, invited: tuple[int, ...] = ()) -> Scene:
    row = row_of(options, Status.LOBBY, NAMES[:seats], invited)
    return lobby_scene(row)


def house(options: Options, **about: object) -> Shown:
    layout = house_screen(scene(options), HouseRulesState(**about), 10**9 - 1)  # type: ignore[arg-type]
    assert_discord_takes(layout)
    return shown(layout)


@pytest.mark.parametrize("variant", OTHERS)
def test_house_rules_list_every_option_with_its_value(variant: Variant) -> None:
    options = options_for(variant)
    names = options_of(options)
    for chosen in (None, *names):
        seen = house(options, chosen=chosen, notice="A notice.")
        assert seen.listed("Pick a rule") == [list(names)]
        assert "A notice." in seen.text
        if chosen is None:
            assert len(seen.selects) == 2
        elif len(seen.selects) == 3:
            assert seen.selects[1]["options"][names.index(chosen)]["default"]
            in_force = [option["label"] for option in seen.selects[2]["options"] if option["default"]]
            assert in_force == [option_value(TEXTS, chosen, getattr(options, chosen))]
        else:
            assert f"{TableAction.NUMBER}" in {asked.action for asked in map(parse, seen.ids) if asked}


@pytest.mark.parametrize("variant", Variant)
def test_other_variants_are_offered_and_the_current_one_is_selected(variant: Variant) -> None:
    [games] = [
        select for select in house(options_for(variant)).selects if select["placeholder"].startswith("Switch game")
    ]
    assert [option["value"] for option in games["options"]] == [one.value for one in Variant]
    assert [option["value"] for option in games["options"] if option["default"]] == [variant.value]


@pytest.mark.parametrize("name", OPTION_NAMES)
def test_a_listed_value_reads_back_as_a_valid_option(name: str) -> None:
    variant = next(one for one in Variant if name in options_of(options_for(one)))
    options = options_for(variant)
    if name in switches_of(Variant.GERMAN):
        assert getattr(switched(options, {name}), name)
        return
    asked = [select for select in house(options, chosen=name).selects if select["custom_id"].endswith(f"_{name}")]
    values = [option["value"] for select in asked for option in select["options"]] or ["10"]
    for value in values:
        options_for(variant, {name: read_value(options, name, value)})
    declared = house_rules(variant)[name]
    assert declared.kind is ValueKind.NUMBER or len(values) == len(declared.values)


def test_german_house_rules_are_one_select_of_all_switches_and_a_list_of_the_other_rules() -> None:
    options = options_for(Variant.GERMAN, {"small_deck": True, "claim": True, "rounds": 7})
    names = switches_of(Variant.GERMAN)
    others = [name for name in options_of(options) if name not in names]
    seen = house(options)
    assert seen.listed("House rules") == [[*names]]
    assert seen.listed("Pick a rule") == [others]
    assert seen.marked == ["german", "small_deck", "claim"]
    [switches] = [select for select in seen.selects if select["placeholder"] == "House rules"]
    assert (switches["min_values"], switches["max_values"]) == (0, len(names))
    assert all(option["description"] for option in switches["options"])
    for name in others:
        seen = house(options, chosen=name)
        [rules] = [select for select in seen.selects if select["placeholder"] == "Pick a rule"]
        shown_value = next(option["description"] for option in rules["options"] if option["value"] == name)
        assert shown_value == option_value(TEXTS, name, getattr(options, name))
        asked = {asked.action for asked in map(parse, seen.ids) if asked}
        assert (TableAction.VALUE in asked) != (TableAction.NUMBER in asked), "a select, or a button for a long range"
    assert len(house(options, chosen="rounds").listed("Rounds")[0]) == 20


def test_conflicting_switches_can_be_submitted_for_the_table_to_refuse() -> None:
    options = switched(GERMAN, {"initial_40", "small_deck", "no_initial_meld", "no_jokers", "joker_rule"})
    assert len(conflicts(options)) == 3
    assert switched(options, ()) == GERMAN


def test_G_12_oklahoma_can_go_back_to_the_upcard() -> None:
    options = options_for(Variant.OKLAHOMA, {"knock_limit": 5})
    option = house(options, chosen="knock_limit").selects[2]["options"][0]
    assert option["label"] == "set by the upcard"
    assert read_value(options, "knock_limit", option["value"]) is None


def test_B_13_a_target_can_go_back_to_the_number_of_players_by_typing_nothing() -> None:
    options = options_for(Variant.BASIC, {"target": 60})
    field = number_modal(scene(options), "target").to_dict()["components"][0]["component"]
    assert (field["required"], field.get("min_length", 0), field["value"]) == (False, 0, "60")
    assert read_value(options, "target", "") is None
    assert number_modal(scene(options_for(Variant.BASIC)), "target").to_dict()["components"][0]["component"].get(
        "value"
    ) in (None, "")


@pytest.mark.parametrize("variant", Variant)
def test_the_code_of_the_current_rules_is_shown_and_reads_back(variant: Variant) -> None:
    options = options_for(variant, {"rounds": 5} if PRESETS[variant].deals_are_rounds else {"target": 333})
    text = house(options).text
    code = text.partition("Code to share these rules: `")[2].partition("`")[0]
    assert options_from(code) == options


def presets(*options: Options, user: int = 7) -> tuple[Preset, ...]:
    return tuple(Preset(f"{number:02} {'n' * 47}", one, user, 0) for number, one in enumerate(options))


def test_the_servers_presets_are_listed_and_the_current_one_is_selected() -> None:
    rules = options_for(Variant.GERMAN, {"rounds": 5})
    kept = presets(*[GERMAN] * 3, rules, *[options_for(Variant.GIN)] * 21)
    seen = house(rules, presets=kept, playing=kept[3].name, deletable=True)
    assert seen.listed("Use a preset") == [[preset.name for preset in kept]]
    assert kept[3].name in seen.marked
    assert "Delete preset 03 nnnnnnnnnnnnnnnn…" in seen.labels, "a long name is cut, so that the screen fits a phone"
    assert sum(option["default"] for option in seen.selects[-1]["options"]) == 1
    same = house(GERMAN, presets=kept, playing=kept[1].name)
    assert [option["value"] for option in same.selects[-1]["options"] if option["default"]] == [kept[1].name]
    assert not any(label.startswith("Delete") for label in same.labels)
    assert house(GERMAN).listed("A preset") == []


def test_a_preset_with_any_name_has_a_valid_id() -> None:
    for name in ("a:b", "ż" * 50, "🃏 | _*", "x"):
        button = house(GERMAN, playing=name, deletable=True).buttons[-2]
        asked = parse(button["custom_id"])
        assert asked is not None
        assert (asked.action, asked.argument) == (TableAction.FORGET, preset_argument(name))


@pytest.mark.parametrize("modal", [preset_modal(scene(GERMAN)), code_modal(scene(GERMAN))])
def test_discord_accepts_the_modals(modal: discord.ui.Modal) -> None:
    payload = modal.to_dict()
    assert len(payload["title"]) <= 45
    assert len(payload["custom_id"]) <= 100
    [label] = payload["components"]
    assert len(label["label"]) <= 45
    assert len(label["description"]) <= 100


@pytest.mark.parametrize("variant", Variant)
def test_the_lobby_shows_as_many_seats_as_the_game_has(variant: Variant) -> None:
    least, most = seats_for(options_for(variant))[0], seats_for(options_for(variant))[-1]
    for sitting in range(1, most + 1):
        layout = lobby_screen(scene(options_for(variant), sitting), NO_CUTS)
        assert_discord_takes(layout)
        seen = shown(layout)
        if most < 5:
            assert sum(badge in seen.text for badge in "①②③④") == most
            assert seen.text.count(" open") == most - sitting
        assert ("Join" in seen.labels) == (sitting < most)
        assert ("Start" in seen.labels) == (sitting >= least)


def test_a_lobby_with_six_seats_takes_as_many_lines_as_one_with_three(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(GermanOptions, "seat_counts", range(2, 7))
    names = ("Kunegunda Wielka z Kórnika", "*_" * 40, "Ola", "<@&1>" * 16, "🦊", "Bartłomiej Brzęczyk")
    for taken in range(1, 7):
        row = row_of(GERMAN, Status.LOBBY, names[:taken], (77,) if taken < 6 else ())
        layout = lobby_screen(lobby_scene(row), NO_CUTS)
        assert_discord_takes(layout)
        seats = [line for line in shown(layout).text.splitlines() if any(number in line for number in "①②③④⑤⑥")]
        assert len(seats) <= 3
        assert "① **Kunegunda Wielk…**, host" in seats[0]
        assert (" open" in " ".join(seats)) == (taken < 5)
        assert ("⑥ reserved for <@77>" in seats[-1]) == (taken < 6)
        assert all(number in "".join(seats) for number in "①②③④⑤⑥"[:taken])
    alone = shown(lobby_screen(lobby_scene(row_of(GERMAN, Status.LOBBY, names[:2])), NO_CUTS)).text
    assert "③–⑥ open" in alone


def test_H_8_a_table_with_claims_starts_from_three() -> None:
    options = options_for(Variant.GERMAN, {"claim": True})
    two, three = (shown(lobby_screen(scene(options, seats), NO_CUTS)) for seats in (2, 3))
    assert "Start" not in two.labels
    assert sentence(Conflict.CLAIM_FOR_TWO) in two.text
    assert "Start" in three.labels
    assert sentence(Conflict.CLAIM_FOR_TWO) not in three.text


def test_the_last_seat_is_reserved_for_the_invited_player() -> None:
    seen = shown(lobby_screen(scene(GERMAN, 2, invited=(77,)), NO_CUTS))
    assert "③ open" in seen.text
    assert "④ reserved for <@77>" in seen.text
    row = scene(GERMAN, 2).row
    there = replace(scene(GERMAN, 2), row=replace(row, invited=(row.seats[1].user,)))
    assert "reserved" not in shown(lobby_screen(there, NO_CUTS)).text


def test_discord_accepts_a_lobby_with_every_rule_and_the_longest_names() -> None:
    names = [name for name in switches_of(Variant.GERMAN) if name not in ("initial_40", "no_jokers", "losers_pay")]
    options = options_for(Variant.GERMAN, {"rounds": 20, **dict.fromkeys(names, True)})
    assert set(changes_from(options)) == {"rounds", *names}
    row = row_of(options, Status.LOBBY, ("*_" * 40, "<@&1>" * 16, "[x](https://e.vil)" * 3, "|`~" * 30))
    layout = lobby_screen(lobby_scene(row), NO_CUTS)
    assert_discord_takes(layout)
    assert all(
        option_name(TEXTS, name).lower() in shown(layout).text.lower() for name in names if "initial" not in name
    )
