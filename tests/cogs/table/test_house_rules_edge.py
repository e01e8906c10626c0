"""House rules over the stand-in: switches, conflicts, presets, codes, and lobbies for two to four players."""

import pytest

from bot.play.state.errors import TableReason
from bot.playground import SeenMessage
from bot.playground.state import MEMBER, Permission
from bot.rummy.codes import code_for
from bot.rummy.families import Variant
from bot.rummy.options import options_for
from bot.rummy.refusals import Conflict
from tests.cogs.answered import behind_more
from tests.end_to_end.club import Club, said
from tests.refusals import sentence


async def house(club: Club, variant: str = "german") -> SeenMessage:
    """Return the house rules of a table that Ala has just opened."""
    lobby = said(await club.ala.slash(club.channel, "rummy new", variant=variant))
    return await behind_more(club, club.ala, "House rules", lobby)


def lobby_of(club: Club) -> SeenMessage:
    message = club.newest()
    assert "host" in message.text
    return message


def chosen(panel: SeenMessage, placeholder: str) -> list[str]:
    [select] = [select for select in panel.selects if select.placeholder == placeholder]
    return [option.value for option in select.options if option.chosen]


def labels(panel: SeenMessage, placeholder: str, *names: str) -> list[str]:
    """Return the labels of options by their values."""
    [select] = [select for select in panel.selects if select.placeholder == placeholder]
    by_value = {option.value: option.label for option in select.options}
    return [by_value[name] for name in names]


async def switch(club: Club, panel: SeenMessage, *names: str) -> SeenMessage:
    found = labels(panel, "House rules", *names)
    return said(await club.ala.choose("House rules", *found, message=panel))


async def pick(club: Club, panel: SeenMessage, rule: str, value: str) -> SeenMessage:
    """Pick a rule that isn't on or off, then its value."""
    panel = said(await club.ala.choose("Pick a rule", rule, message=panel))
    return said(await club.ala.choose(rule, value, message=panel))


def described(panel: SeenMessage, rule: str) -> str | None:
    """Return the value that the list of rules shows for one of them."""
    [select] = [select for select in panel.selects if select.placeholder == "Pick a rule"]
    return next(option.description for option in select.options if option.label == rule)


async def test_switches_are_chosen_in_one_select_and_shown_in_the_lobby(club: Club) -> None:
    panel = await house(club)
    panel = await switch(club, panel, "initial_40", "claim", "casino_scoring")
    assert chosen(panel, "House rules") == ["initial_40", "claim", "casino_scoring"]
    await club.standin.until(lambda: "40" in lobby_of(club).text)
    panel = await pick(club, panel, "Rounds", "7")
    assert chosen(panel, "Rounds") == ["7"]
    assert described(panel, "Rounds") == "7"
    assert chosen(panel, "House rules") == ["initial_40", "claim", "casino_scoring"]
    panel = said(await club.ala.choose("House rules", message=panel))
    assert chosen(panel, "House rules") == []
    await club.ala.click("Back to standard rules", message=panel)
    await club.standin.until(lambda: "standard rules" in lobby_of(club).text)


async def test_conflicting_rules_change_nothing_and_all_conflicts_are_listed(club: Club) -> None:
    panel = await switch(club, await house(club), "claim")
    panel = await switch(club, panel, "claim", "initial_40", "no_initial_meld", "no_jokers", "joker_rule")
    for conflict in (Conflict.NO_VALUE_40, Conflict.NO_JOKERS_RULE):
        assert conflict.value in panel.text
    assert "Nothing was changed" in panel.text
    assert chosen(panel, "House rules") == ["claim"]


async def test_a_number_that_a_switch_excludes_changes_nothing_and_the_conflict_is_told(club: Club) -> None:
    panel = await switch(club, await house(club), "joker_rule")
    panel = await pick(club, panel, "Jokers", "0")
    assert sentence(Conflict.NO_JOKERS_RULE) in panel.text
    assert "Nothing was changed" in panel.text
    assert chosen(panel, "Jokers") == ["6"], "the rule stays open"
    panel = said(await club.ala.choose("Jokers", "4", message=panel))
    assert described(panel, "Jokers") == "4"


async def test_a_choice_that_a_switch_excludes_is_told_too(club: Club) -> None:
    panel = await switch(club, await house(club), "claim")
    panel = said(await club.ala.forge(panel, "r1:1:value:0:1_take", values=["use"]))
    assert sentence(Conflict.USE_CLAIM) in panel.text
    assert "Nothing was changed" in panel.text
    assert chosen(panel, "House rules") == ["claim"]


async def test_all_numbers_that_switches_exclude_are_told_at_once(club: Club) -> None:
    panel = await pick(club, await house(club), "Jokers", "4")
    panel = await pick(club, panel, "Cards in each hand", "14")
    panel = said(await club.ala.choose("Pick a rule", "Value of first melds", message=panel))
    await club.ala.click("Value of first melds: type a number", message=panel)
    panel = said(await club.ala.submit({"A number from 0 to 101": "51"}))
    assert described(panel, "Value of first melds") == "51"
    panel = await switch(club, panel, "small_deck", "casino_scoring")
    for conflict in (Conflict.INITIAL_TWICE, Conflict.JOKERS_SMALL_DECK, Conflict.CARDS_SMALL_DECK):
        assert sentence(conflict) in panel.text
    assert "Nothing was changed" in panel.text
    assert chosen(panel, "House rules") == []
    await club.ala.click(
        "Value of first melds: type a number",
        message=said(await club.ala.choose("Pick a rule", "Value of first melds", message=panel)),
    )
    panel = said(await club.ala.submit({"A number from 0 to 101": ""}))
    assert described(panel, "Value of first melds") == "standard (30)"


async def test_the_select_of_rounds_in_a_message_of_an_earlier_version_still_sets_them(club: Club) -> None:
    panel = await house(club)
    answer = said(await club.ala.forge(panel, "r1:1:value:0:567115776_rounds", values=["7"]))
    assert described(answer, "Rounds") == "7"
    await club.standin.until(lambda: "7 rounds" in lobby_of(club).text)


async def test_only_the_host_hears_what_is_wrong_with_a_number(club: Club) -> None:
    await house(club)
    await club.bob.click("Join", message=lobby_of(club))
    answer = said(await club.bob.forge(lobby_of(club), "r1:1:value:0:1_rounds", values=["21"]))
    assert sentence(TableReason.HOST_ONLY) in answer.text
    assert not answer.selects


async def test_a_code_sets_the_rules_of_another_server(club: Club) -> None:
    rules = options_for(Variant.GERMAN, {"rounds": 9, "no_jokers": True})
    panel = await house(club, "gin")
    await club.ala.click("Enter a code", message=panel)
    answer = said(await club.ala.submit({"Code": code_for(rules).lower()}))
    assert "House rules for German Rummy" in answer.text
    assert described(answer, "Rounds") == "9"
    assert f"`{code_for(rules)}`" in answer.text
    assert f"`{code_for(rules)}`" in (await behind_more(club, club.eve, "Rules", lobby_of(club))).text
    await club.ala.click("Enter a code", message=answer)
    wrong = said(await club.ala.submit({"Code": code_for(rules)[:-1] + "*"}))
    assert "Nothing was changed" in wrong.text
    assert described(wrong, "Rounds") == "9"


async def test_a_variant_with_too_few_seats_is_refused(club: Club) -> None:
    panel = await house(club)
    for person in (club.bob, club.cyd):
        await person.click("Join", message=lobby_of(club))
    await club.ala.click("Enter a code", message=panel)
    answer = said(await club.ala.submit({"Code": code_for(options_for(Variant.GIN))}))
    assert TableReason.TOO_MANY.format(most=2, seated=3) in answer.text
    assert "House rules for German Rummy" in answer.text


async def save(club: Club, panel: SeenMessage, name: str) -> SeenMessage:
    await club.ala.click("Save as preset", message=panel)
    return said(await club.ala.submit({"Name": name}))


async def test_a_preset_can_be_saved_found_used_and_deleted(club: Club) -> None:
    panel = await switch(club, await house(club), "round_the_corner")
    panel = await save(club, panel, "Friday <b>night</b>")
    assert "Saved as Friday" in panel.text
    assert chosen(panel, "Use a preset of this server") == ["Friday <b>night</b>"]
    other = club.guild.add_channel("second")
    assert await club.bob.autocomplete(other, "rummy new", "rules", "NIGHT") == [
        ("Friday <b>night</b>", "Friday <b>night</b>")
    ]
    assert await club.bob.autocomplete(other, "rummy new", "rules", "nothing") == []
    opened = said(await club.bob.slash(other, "rummy new", rules="friday <B>night</b>"))
    assert "German Rummy" in opened.text
    assert "Round the corner" in opened.text
    panel = await behind_more(club, club.bob, "House rules", opened)
    assert not any(label.startswith("Delete") for label in panel.labels)
    panel = await behind_more(club, club.ala, "House rules", lobby_of(club))
    panel = said(await club.ala.click("Delete preset", message=panel))
    assert "deleted" in panel.text
    assert await club.bob.autocomplete(other, "rummy new", "rules", "") == []


async def test_a_preset_sets_the_rules_of_an_open_table(club: Club) -> None:
    panel = await switch(club, await house(club), "set_rule")
    panel = await save(club, panel, "order")
    panel = said(await club.ala.click("Back to standard rules", message=panel))
    panel = said(await club.ala.choose("Use a preset of this server", "order", message=panel))
    assert chosen(panel, "House rules") == ["set_rule"]


async def test_of_presets_with_the_same_rules_the_chosen_one_is_selected_and_can_be_deleted(club: Club) -> None:
    panel = await house(club)
    for name in ("first", "second", "third"):
        panel = await save(club, panel, name)
        assert chosen(panel, "Use a preset of this server") == [name]
        assert f"Delete preset {name}" in panel.labels
    panel = said(await club.ala.choose("Use a preset of this server", "second", message=panel))
    assert chosen(panel, "Use a preset of this server") == ["second"]
    panel = said(await club.ala.click("Delete preset second", message=panel))
    assert await club.ala.autocomplete(club.channel, "rummy new", "rules", "") == [
        ("first", "first"), ("third", "third")
    ]  # fmt: skip


async def test_replacing_a_preset_says_so(club: Club) -> None:
    panel = await save(club, await house(club), "Friday")
    panel = await switch(club, panel, "set_rule")
    panel = await save(club, panel, " FRIDAY ")
    assert "The preset FRIDAY now has these rules" in panel.text
    assert chosen(panel, "Use a preset of this server") == ["FRIDAY"]


async def test_an_empty_preset_name_is_refused(club: Club) -> None:
    panel = await house(club)
    panel = await save(club, panel, "   ")
    assert TableReason.EMPTY_NAME.value in panel.text
    assert "Nothing was changed" in panel.text


async def test_only_its_author_and_server_managers_can_replace_or_delete_a_preset(club: Club) -> None:
    await save(club, await house(club), "mine")
    manager = club.guild.add_person("Boss", permissions=MEMBER | Permission.MANAGE_GUILD)
    for number, person, allowed in ((1, club.bob, False), (2, manager, True)):
        opened = said(await person.slash(club.guild.add_channel(f"c{number}"), "rummy new", variant="german"))
        panel = await behind_more(club, person, "House rules", opened)
        assert any(label.startswith("Delete") for label in panel.labels) == allowed
        await person.click("Save as preset", message=panel)
        answer = said(await person.submit({"Name": "MINE"}))
        assert ("Another member already saved" in answer.text) is not allowed
    await club.bob.forge(lobby_of(club), "r1:1:forget:0:0123456789abcdef")
    assert len(await club.ala.autocomplete(club.channel, "rummy new", "rules", "mine")) == 1


async def test_unknown_or_mismatched_rules_open_no_table(club: Club) -> None:
    unknown = said(await club.ala.slash(club.channel, "rummy new", rules="nothing"))
    assert "nothing is neither a preset of this server nor a code" in unknown.text
    basic = code_for(options_for(Variant.BASIC))
    other = said(await club.ala.slash(club.channel, "rummy new", rules=basic, variant="german"))
    assert "Those rules are for Basic Rummy" in other.text
    assert unknown.ephemeral
    assert other.ephemeral
    assert club.public("Join") is None
    opened = said(await club.ala.slash(club.channel, "rummy new", rules=basic))
    assert "Basic Rummy" in opened.text


async def test_presets_are_separate_per_server(club: Club) -> None:
    await save(club, await house(club), "ours")
    other = club.standin.add_guild("Other")
    channel = other.add_channel("rummy")
    other.join(club.ala)
    assert await club.ala.autocomplete(channel, "rummy new", "rules", "") == []
    assert said(await club.ala.slash(channel, "rummy new", rules="ours")).ephemeral


async def test_only_the_host_can_set_rules(club: Club) -> None:
    panel = await house(club)
    await save(club, panel, "ours")
    await club.bob.click("Join", message=lobby_of(club))
    for custom_id, values in (
        ("r1:1:switches:0:1", ["claim"]), ("r1:1:preset:0:1", ["ours"]), ("r1:1:save:0", None),
        ("r1:1:code:0", None), ("r1:1:forget:0:1", None), ("r1:1:value:0:1_rounds", ["5"]),
    ):  # fmt: skip
        answer = said(await club.bob.forge(lobby_of(club), custom_id, values=values))
        assert sentence(TableReason.HOST_ONLY) in answer.text
        assert not answer.selects
    assert "standard rules" in lobby_of(club).text


@pytest.mark.parametrize(
    ("custom_id", "values"),
    [
        ("r1:1:switches:0:1", ["rounds"]), ("r1:1:switches:0:1", ["play_out"]), ("r1:1:preset:0:1", ["none"]),
        ("r1:1:preset:0:1", []), ("r1:1:value:0:1_rounds", ["21"]), ("r1:1:value:0:1_target", ["100"]),
        ("r1:1:option:0:1", ["deals"]), ("r1:1:number:0:claim", None),
    ],
)  # fmt: skip
async def test_forged_rules_change_nothing(club: Club, custom_id: str, values: list[str] | None) -> None:
    await house(club)
    assert said(await club.ala.forge(lobby_of(club), custom_id, values=values)).ephemeral
    assert "standard rules" in lobby_of(club).text


async def test_a_fifth_player_cannot_join_a_table_for_four(club: Club) -> None:
    await club.lobby("german", players=4)
    lobby = lobby_of(club)
    assert "Join" not in lobby.labels
    assert "All seats are taken" in said(await club.eve.forge(lobby, "r1:1:join:0")).text
    await club.ala.click("Start", message=lobby)
    await club.shown("Draw")
    table = club.public("Draw")
    assert table is not None
    for name in ("Ala", "Bob", "Cyd", "Dan"):
        assert name in (table.pictures[0].alt or "")


async def test_H_8_a_table_with_claims_waits_for_a_third_player(club: Club) -> None:
    rules = code_for(options_for(Variant.GERMAN, {"claim": True}))
    await club.lobby("german", players=2, rules=rules)
    assert "Start" not in lobby_of(club).labels
    refused = said(await club.ala.forge(lobby_of(club), "r1:1:start:0"))
    assert Conflict.CLAIM_FOR_TWO.value in refused.text
    await club.cyd.click("Join", message=lobby_of(club))
    assert "Start" in lobby_of(club).labels


async def test_the_target_of_basic_rummy_is_typed_or_depends_on_the_number_of_players(club: Club) -> None:
    panel = await house(club, "basic")
    await club.ala.choose("Pick a rule", "Target", message=panel)
    await club.ala.click("Target: type a number")
    answer = said(await club.ala.submit({"A number from 10 to 500": "60"}))
    assert "60" in answer.text
    await club.ala.click("Target: type a number")
    answer = said(await club.ala.submit({"A number from 10 to 500": ""}))
    await club.standin.until(lambda: "standard rules" in lobby_of(club).text)
    assert "Nothing was changed" not in answer.text
