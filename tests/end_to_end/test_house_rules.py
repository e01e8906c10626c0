"""House rules: chosen in the lobby, shown before players join, saved as presets, shared as codes."""

import re

from bot.playground import MEMBER, Answer, Channel, Permission, Person, SeenMessage
from bot.rummy.codes import code_for
from bot.rummy.families import Variant
from bot.rummy.options import Options, options_for
from bot.rummy.refusals import Conflict
from bot.text.rules import differences, option_name
from tests.end_to_end.club import TEXTS, Club, looks
from tests.playground.spec import spec_faults

FRIDAY = options_for(Variant.GERMAN, {"rounds": 2, "claim": True, "casino_scoring": True})


def house(person: Person) -> SeenMessage:
    """Return the house-rules screen of a person."""
    return next(message for message in reversed(person.sees()) if message.text.startswith("### House rules for"))


async def choose(host: Person, *switches: str) -> Answer:
    """Select exactly these house rules."""
    return await host.choose("House rules", *(option_name(TEXTS, name) for name in switches), message=house(host))


def says(message: SeenMessage | None, options: Options) -> bool:
    """Return whether a message lists every house rule that differs from the standard rules."""
    return message is not None and all(rule in message.text for rule in differences(TEXTS, options))


def names(message: SeenMessage | None) -> bool:
    """Return whether a lobby names every house rule of `FRIDAY`."""
    return message is not None and all(word in message.text for word in ("2 rounds", "Knocking", "Casino scoring"))


async def opened(person: Person, channel: Channel, rules: str) -> Answer:
    return await person.slash(channel, "rummy new", rules=rules)


async def friday(club: Club) -> str:
    """Open a table of German Rummy by Ala and save house rules. Return the code that the screen shows."""
    await club.lobby("german", players=2)
    await club.ala.click("More")
    await club.ala.click("House rules")
    await choose(club.ala, "claim", "casino_scoring")
    await club.ala.choose("Pick a rule", "Rounds", message=house(club.ala))
    await club.ala.choose("Rounds", "2", message=house(club.ala))
    asked = await club.ala.click("Save as preset", message=house(club.ala))
    assert asked.modal is not None
    assert not (await club.ala.submit({"Name": "Friday night"})).failed
    code = re.search(r"Code to share these rules: `([0-9A-Z-]+)`", house(club.ala).text)
    assert code is not None
    return code[1]


async def test_all_conflicting_rules_are_listed_at_once_and_nothing_changes(club: Club) -> None:
    async with club.running():
        await club.lobby("german", players=2)
        await club.settled()
        before = looks(club.eve.sees(club.channel))
        await club.ala.click("More")
        await club.ala.click("House rules")
        told = await choose(
            club.ala, "small_deck", "initial_40", "no_initial_meld", "no_jokers", "joker_rule", "training"
        )
        for conflict in (Conflict.SMALL_DECK_40, Conflict.NO_VALUE_40, Conflict.NO_JOKERS_RULE):
            assert conflict in told.text
        assert "Nothing was changed" in told.text
        await club.settled()
        assert looks(club.eve.sees(club.channel)) == before
        (select,) = (one for one in house(club.ala).selects if one.placeholder == "House rules")
        assert not any(option.chosen for option in select.options)


async def test_the_lobby_shows_the_rules_and_only_the_host_can_change_them(club: Club) -> None:
    async with club.running():
        await friday(club)
        await club.settled()
        table = club.public("Join")
        assert names(table)
        await club.eve.click("More", message=table)
        rules = await club.eve.click("Rules")
        assert says(rules.message, FRIDAY)
        assert code_for(FRIDAY) in rules.text
        more = await club.bob.click("More", message=table)
        assert more.message is not None
        assert more.message.ephemeral
        assert "House rules" not in more.message.labels
        await club.settled()
        assert club.public("Join") == table


async def test_H_8_a_table_of_two_cannot_start_until_a_third_player_joins(club: Club) -> None:
    async with club.running():
        await friday(club)
        await club.settled()
        table = club.public("Join")
        assert table is not None
        assert Conflict.CLAIM_FOR_TWO in table.text
        assert "Start" not in table.labels
        more = next(button for button in table.buttons if button.label == "More")
        forged = await club.ala.forge(table, more.custom_id.replace(":more:", ":start:"))
        assert Conflict.CLAIM_FOR_TWO in forged.text
        await club.cyd.click("Join")
        await club.ala.click("Start")
        await club.shown("My hand")


async def test_a_preset_is_found_by_name_on_its_server_and_deleted_by_members_who_may(club: Club) -> None:
    async with club.running():
        await friday(club)
        second = club.guild.add_channel("second")
        assert await club.bob.autocomplete(second, "rummy new", "rules", "night") == [("Friday night", "Friday night")]
        answer = await opened(club.bob, second, "friday NIGHT")
        assert names(answer.message)
        await club.bob.click("More", message=answer.message)
        await club.bob.click("House rules")
        assert "Delete preset Friday night" not in house(club.bob).labels, "Bob has not saved it"
        manager = club.guild.add_person("Mia", permissions=MEMBER | Permission.MANAGE_GUILD)
        await opened(manager, club.guild.add_channel("third"), "Friday night")
        await manager.click("More")
        await manager.click("House rules")
        await manager.click("Delete preset Friday night", message=house(manager))
        gone = await opened(club.cyd, club.guild.add_channel("fourth"), "Friday night")
        assert gone.message is not None
        assert gone.message.ephemeral
        assert "neither a preset" in gone.text
        assert await club.bob.autocomplete(second, "rummy new", "rules", "") == []
        await club.settled()
        shown = [message for message in club.eve.sees(second) if "Join" in message.labels]
        assert names(shown[-1]), "a table keeps the rules that it was opened with"


async def test_a_code_carries_the_rules_to_another_server(club: Club) -> None:
    async with club.running():
        code = await friday(club)
        assert code == code_for(FRIDAY)
        other = club.standin.add_guild("Other")
        zoe = other.add_person("Zoe")
        channel = other.add_channel("cards")
        await club.standin.until(lambda: zoe.commands(channel))
        assert await zoe.autocomplete(channel, "rummy new", "rules", "") == [], "presets stay on their server"
        assert "neither a preset" in (await opened(zoe, channel, "Friday night")).notice
        assert "Those rules are for" in (await zoe.slash(channel, "rummy new", rules=code, variant="basic")).notice
        answer = await opened(zoe, channel, code.lower())
        assert names(answer.message)
        second = other.add_channel("more-cards")
        await zoe.slash(second, "rummy new", variant="gin")
        await zoe.click("More", channel=second)
        await zoe.click("House rules", channel=second)
        await zoe.click("Enter a code", message=house(zoe))
        wrong = await zoe.submit({"Code": f"{code[:-1]}{'0' if code[-1] != '0' else '1'}"})
        assert "Nothing was changed" in wrong.text
        await zoe.click("Enter a code", message=house(zoe))
        await zoe.submit({"Code": code})
        await club.settled()
        shown = next(message for message in reversed(zoe.sees(second)) if "Join" in message.labels)
        assert names(shown)
        assert "German Rummy" in shown.text
        assert spec_faults(club.standin.requests) == []
