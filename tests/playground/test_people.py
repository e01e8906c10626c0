"""People see and do what Discord would let them see and do."""

from __future__ import annotations

import asyncio
import itertools

import aiohttp
import discord
import pytest

from bot.playground import AnswerKind, CannotSeeError, CommandError, Permission
from tests.playground.conftest import Club
from tests.playground.spec import spec_faults


async def test_a_command_brings_a_message_with_its_parts(club: Club) -> None:
    answer = await club.ala.slash(club.channel, "rummy new", variant="Gin", opponent=club.bob)
    assert answer.kind is AnswerKind.MESSAGE
    (message,) = club.bob.sees()
    assert message == answer.message
    assert message.text == f"Gin against {club.bob.mention}"
    assert message.labels == ("Draw (31)", "My hand", "Form", "Later", "Leave")
    assert [button.disabled for button in message.buttons] == [False, False, False, False, False, True]
    assert message.buttons[0].style == "secondary"
    assert message.selects[0].placeholder == "Pick a card"
    assert [option.label for option in message.selects[0].options] == ["Ace", "Two"]
    assert not message.ephemeral
    assert message.mentions == ("Bob",)
    assert [ping.id for ping in club.bob.pings] == [message.id]
    assert club.ala.pings == []


async def test_pictures_are_served_with_the_bytes_that_were_sent(club: Club) -> None:
    await club.ala.slash(club.channel, "rummy new", variant="gin")
    (picture,) = club.ala.sees()[0].pictures
    assert (picture.filename, picture.alt) == ("red.png", "A red picture")
    async with aiohttp.ClientSession() as session, session.get(picture.url) as response:
        assert response.content_type == "image/png"
        assert await response.read() == picture.data
    (upload,) = club.standin.requests[-1].files
    assert upload.data == picture.data
    answered = club.standin.requests[-1].response["resource"]["message"]
    assert answered["attachments"] == []
    media = answered["components"][0]["components"][1]["items"][0]["media"]
    assert (media["url"], media["width"], media["height"]) == (picture.url, 110, 70)


async def test_a_click_changes_the_message_and_its_picture(club: Club) -> None:
    await club.ala.slash(club.channel, "rummy new", variant="gin")
    (first,) = club.ala.sees()
    answer = await club.bob.click("Draw")
    assert answer.kind is AnswerKind.UPDATE
    (message,) = club.ala.sees()
    assert message.id == first.id
    assert (message.text, message.edited) == ("Drawn", 1)
    assert [picture.filename for picture in message.pictures] == ["blue.png"]
    async with aiohttp.ClientSession() as session, session.get(first.pictures[0].url) as response:
        assert response.status == 404


async def test_private_messages_are_seen_only_by_their_owner(club: Club) -> None:
    await club.ala.slash(club.channel, "rummy new", variant="gin")
    answer = await club.bob.click("My hand")
    assert answer.message is not None
    assert answer.message.ephemeral
    assert answer.notice == "Hand of Bob"
    assert [message.text for message in club.bob.sees()] == ["Gin against nobody", "Hand of Bob"]
    assert [message.text for message in club.ala.sees()] == ["Gin against nobody"]
    with pytest.raises(CannotSeeError, match="is gone"):
        await club.ala.click("10♥", message=answer.message)
    laid = await club.bob.click("10♥")
    assert laid.text == "You laid 10♥"
    club.bob.dismiss(answer.message)
    assert [message.text for message in club.bob.sees()] == ["Gin against nobody"]


async def test_a_deferred_answer_arrives_later(club: Club) -> None:
    answer = await club.ala.slash(club.channel, "rummy hand")
    assert answer.kind is AnswerKind.THINKING
    await club.standin.until(lambda: answer.text == "Your hand")
    assert answer.message is not None
    assert answer.message.ephemeral
    assert not answer.message.loading
    assert answer.message.edited == 0


async def test_an_acknowledged_click_can_be_followed_up(club: Club) -> None:
    await club.ala.slash(club.channel, "rummy new", variant="gin")
    answer = await club.ala.click("Later")
    assert answer.kind is AnswerKind.ACKNOWLEDGED
    await club.standin.until(lambda: answer.followups)
    assert [message.text for message in club.ala.sees()] == ["Gin against nobody", "later"]


async def test_only_what_is_shown_can_be_clicked(club: Club) -> None:
    await club.ala.slash(club.channel, "rummy new", variant="gin")
    with pytest.raises(CannotSeeError, match=r"'Undraw' is not there[\s\S]*\[My hand\]"):
        await club.ala.click("Undraw")
    with pytest.raises(CannotSeeError, match="is disabled"):
        await club.ala.click("Not now")
    stranger = club.standin.add_guild("Elsewhere").add_person("Ewa")
    with pytest.raises(CannotSeeError, match=r"\(nothing\)"):
        await stranger.click("Draw")
    assert club.bot.clicks == []


async def test_a_prefix_must_be_unique(club: Club) -> None:
    await club.ala.slash(club.channel, "rummy new", variant="gin")
    with pytest.raises(CannotSeeError, match=r"'L' begins \['Later', 'Leave'\]"):
        await club.ala.click("L")
    assert (await club.ala.click("Le")).failed is False


async def test_a_chosen_option_reaches_the_bot_once(club: Club) -> None:
    await club.ala.slash(club.channel, "rummy new", variant="gin")
    assert (await club.ala.choose("Pick a card", "Two")).notice == "picked ['two']"
    assert (await club.ala.choose("Pick a card", "Two")).kind is AnswerKind.NOTHING
    assert (await club.ala.choose("Pick", "Ace")).notice == "picked ['ace']"
    with pytest.raises(CannotSeeError, match="offers"):
        await club.ala.choose("Pick a card", "Three")
    with pytest.raises(CannotSeeError, match="takes 1 to 1"):
        await club.ala.choose("Pick a card", "Ace", "Two")


async def test_several_options_are_chosen_at_once_two_with_one_label(club: Club) -> None:
    await club.ala.slash(club.channel, "rummy new", variant="gin")
    await club.ala.click("My hand")
    answer = await club.ala.choose("Pick cards", "7♥", "🃏", "7♥")
    assert answer.text == "picked ['7H', 'XX', '7H_1']"
    (select,) = club.ala.sees()[-1].selects
    assert [option.chosen for option in select.options] == [True, True, False, True]
    assert (select.fewest, select.most) == (1, 3)
    for wrong in (("7♥",) * 3, ("7♥", "9♥")):
        with pytest.raises(CannotSeeError, match="'Pick cards' offers"):
            await club.ala.choose("Pick cards", *wrong)
    with pytest.raises(CannotSeeError, match="takes 1 to 3 options, not 4"):
        await club.ala.choose("Pick cards", "7♥", "7♥", "8♠", "🃏")
    with pytest.raises(CannotSeeError, match="takes 1 to 3 options, not 0"):
        await club.ala.choose("Pick cards")


async def test_default_options_are_chosen_from_the_start(club: Club) -> None:
    await club.ala.slash(club.channel, "rummy new", variant="gin")
    await club.ala.click("My hand")
    assert (await club.ala.choose("Pick cards", "8♠")).kind is AnswerKind.NOTHING
    assert (await club.ala.choose("Pick cards", "8♠", "7♥")).text == "picked ['8S', '7H']"
    again = await club.ala.choose("Pick cards", "7♥", "8♠")
    assert again.kind is AnswerKind.NOTHING, "the same options in another order are the same choice"
    assert (await club.ala.choose("Pick cards", "8♠")).text == "picked ['8S']"


async def test_people_are_chosen_in_a_user_select(club: Club) -> None:
    await club.ala.slash(club.channel, "who")
    (select,) = club.ala.sees()[-1].selects
    assert select.chosen == (str(club.ala.id),)
    assert (await club.ala.choose("Who", club.ala)).kind is AnswerKind.NOTHING
    assert (await club.ala.choose("Who", club.bob)).notice == "chose ['bob']"
    assert (await club.ala.choose("Who")).notice == "chose []"
    with pytest.raises(CannotSeeError, match="'Who' takes 0 to 3 options, not 4"):
        await club.ala.choose("Who", *[club.guild.add_person(name) for name in "ABCD"])


async def test_a_modal_is_filled_in_by_its_labels(club: Club) -> None:
    await club.ala.slash(club.channel, "rummy new", variant="gin")
    answer = await club.ala.click("Form")
    assert answer.kind is AnswerKind.MODAL
    assert answer.modal is not None
    assert answer.modal.title == "House rules"
    assert [field.label for field in answer.modal.fields] == ["Name", "Pace", "Who"]
    with pytest.raises(CannotSeeError, match="must be filled in"):
        await club.ala.submit({"Pace": "Slow"})
    with pytest.raises(CannotSeeError, match="takes 0 to 20 characters"):
        await club.ala.submit({"Name": "x" * 21})
    with pytest.raises(CannotSeeError, match="no field 'Color'"):
        await club.ala.submit({"Name": "Club", "Color": "red"})
    sent = await club.ala.submit({"Name": "Club", "Pace": "Slow", "Who": [club.bob, club.ala]})
    assert sent.notice == "form ['Club', ['slow'], ['Bob', 'Ala']]"
    with pytest.raises(CannotSeeError, match="no modal is open"):
        await club.ala.submit({"Name": "again"})


async def test_commands_are_run_as_they_are_registered(club: Club) -> None:
    assert sorted(club.standin.commands()) == ["rights", "rummy hand", "rummy new", "rummy record", "who"]
    with pytest.raises(CommandError, match="must be given"):
        await club.ala.slash(club.channel, "rummy new")
    with pytest.raises(CommandError, match=r"offers \['Gin', 'Remik'\]"):
        await club.ala.slash(club.channel, "rummy new", variant="whist")
    with pytest.raises(CommandError, match="no option 'color'"):
        await club.ala.slash(club.channel, "rummy new", variant="gin", color="red")
    with pytest.raises(CommandError, match="finds no command /rummy old"):
        await club.ala.slash(club.channel, "rummy old")


async def test_autocomplete_offers_choices(club: Club) -> None:
    choices = await club.ala.autocomplete(club.channel, "rummy record", "game", "7")
    assert choices == [("Game 70", "70"), ("Game 71", "71"), ("Game 72", "72")]
    answer = await club.ala.slash(club.channel, "rummy record", game="72")
    assert answer.notice == "record of 72"


async def test_a_context_menu_names_its_target(club: Club) -> None:
    answer = await club.ala.context_menu("Challenge to rummy", club.bob)
    assert answer.text == f"{club.ala.mention} challenges {club.bob.mention}"
    assert answer.message is not None
    assert answer.message.mentions == ("Ala", "Bob")


async def test_a_context_menu_is_offered_in_the_users_language_and_in_its_contexts_only(club: Club) -> None:
    assert club.standin.menu() == ["Challenge to rummy"]
    assert (club.ala.menu(club.channel), club.bob.menu(club.channel)) == (["Wyzwij na remika"], ["Challenge to rummy"])
    answer = await club.ala.context_menu("Wyzwij na remika", club.bob, channel=club.channel)
    assert [ping.text for ping in club.bob.pings] == [answer.text]
    with pytest.raises(CommandError, match=r"no menu entry 'Challenge to whist'; there are \['Challenge to rummy'\]"):
        await club.bob.context_menu("Challenge to whist", club.ala)
    assert club.bob.menu(club.bob.direct_channel) == []
    with pytest.raises(CommandError, match="no menu entry"):
        await club.bob.context_menu("Challenge to rummy", club.ala, channel=club.bob.direct_channel)


async def test_two_people_click_at_once(club: Club) -> None:
    await club.ala.slash(club.channel, "rummy new", variant="gin")
    both = [await person.click("My hand", wait=False) for person in (club.ala, club.bob)]
    assert all(answer.pending for answer in both)
    assert [(await answer).notice for answer in both] == ["Hand of Ala", "Hand of Bob"]


async def test_racing_clicks_are_delivered_in_the_order_in_which_they_were_made(club: Club) -> None:
    cyd = club.guild.add_person("Cyd")
    await club.ala.slash(club.channel, "rummy new", variant="gin")
    for order in itertools.permutations((club.ala, club.bob, cyd)):
        club.bot.clicks.clear()
        answers = await asyncio.gather(*[person.click("My hand", wait=False) for person in order])
        for answer in answers:
            await answer
        assert [click.user.id for click in club.bot.clicks] == [person.id for person in order]


async def test_interactions_carry_languages_and_permissions(club: Club) -> None:
    await club.ala.slash(club.channel, "rummy new", variant="gin")
    club.guild.permit(club.channel, Permission.VIEW_CHANNEL | Permission.SEND_MESSAGES)
    await club.ala.click("My hand")
    (click,) = club.bot.clicks
    assert (str(click.locale), str(click.guild_locale)) == ("pl", "en-US")
    assert click.app_permissions.send_messages
    assert not click.app_permissions.attach_files
    channel = club.bot.get_channel(club.channel.id)
    assert isinstance(channel, discord.TextChannel)
    assert not channel.permissions_for(channel.guild.me).attach_files


async def test_all_requests_and_answers_match_discords_description(club: Club) -> None:
    await club.ala.slash(club.channel, "rummy new", variant="gin", opponent=club.bob)
    await club.ala.click("Later")
    await club.ala.click("My hand")
    await club.ala.click("10♥")
    await club.ala.choose("Pick a card", "Two")
    await club.ala.click("Form")
    await club.ala.submit({"Name": "Club"})
    await club.ala.click("Draw")
    await club.ala.slash(club.channel, "who")
    await club.ala.choose("Who", club.bob)
    await club.ala.autocomplete(club.channel, "rummy record", "game", "7")
    await club.ala.context_menu("Challenge to rummy", club.bob)
    await club.ala.slash(club.channel, "rummy hand")
    assert club.bot.errors == []
    assert spec_faults(club.standin.requests) == []


async def test_an_installed_bot_is_offered_in_servers_without_it_and_says_who_installed_it(club: Club) -> None:
    other = club.standin.add_guild("Other")
    zoe, place = other.add_person("Zoe"), other.add_channel("general")
    application = club.standin.bot
    assert application.owners(zoe.user, other.state) == {"0": str(other.id)}
    other.remove_bots()
    assert application.owners(zoe.user, other.state) == {}
    assert zoe.commands(place) == []
    zoe.install()
    assert application.owners(zoe.user, other.state) == {"1": str(zoe.id)}
    assert application.owners(zoe.user, None) == {"0": "0", "1": str(zoe.id)}
