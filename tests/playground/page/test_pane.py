"""A pane shows what one person sees, and lets the person act."""

from __future__ import annotations

import socket
from collections.abc import Sequence
from pathlib import Path

import aiohttp
import pytest

from bot.playground import MEMBER, Permission
from bot.playground.errors import JSON
from bot.playground.page import PageStep, PlaygroundPage, pane, server
from tests.playground.a_bot import picture
from tests.playground.conftest import Club
from tests.playground.page.conftest import LOCALES, TOKEN, Browser


async def test_a_command_and_a_click_with_everything_that_panes_show(
    club: Club, browser: Browser, steps: list[PageStep]
) -> None:
    ala, bob = await browser.open(1), await browser.open(2)
    assert (ala.hello["me"]["name"], ala.hello["me"]["locale"], ala.hello["status"]) == ("Ala", "pl", "online")
    assert [(one["name"], one["number"]) for one in ala.hello["people"]] == [("Ala", 1), ("Bob", 2)]
    assert ala.hello["locales"] == [{"code": "en-US", "name": "English"}, {"code": "pl", "name": "Polski"}]
    assert [(one["name"], one["kind"]) for one in ala.screen["places"]] == [("rummy", "channel")]
    assert (ala.screen["place"], ala.messages, ala.resets) == (str(club.channel.id), {}, 1)

    options = {"variant": "gin", "opponent": str(club.bob.id)}
    await ala.do("slash", command="rummy new", options=options)
    await bob.until(lambda: bob.messages)
    message = bob.newest
    assert message["author"] == {"id": str(club.standin.bot.id), "name": "Remik", "bot": True}
    assert message["reply_to"] == {"name": "Ala", "command": "rummy new"}
    assert (message["mentions_me"], message["ephemeral"], message["thinking"]) == (True, False, False)
    assert [part["kind"] for part in message["parts"]] == ["container", "row", "row", "select"]
    assert message["parts"][0]["accent"] == "#123456"
    assert bob.part("text")["text"] == f"Gin against <@{club.bob.id}>"
    (shown,) = bob.part("gallery")["items"]
    assert (shown["alt"], shown["width"], shown["height"], shown["name"]) == ("A red picture", 110, 70, "red.png")
    assert await browser.get(shown["url"]) == (200, picture("red").fp.read())
    buttons = [(one["label"], one["style"], one["disabled"]) for one in message["parts"][1]["buttons"]]
    assert buttons[0] == ("Draw (31)", "secondary", False)
    assert [len(part["buttons"]) for part in message["parts"][1:3]] == [5, 1]
    assert message["parts"][2]["buttons"][0]["disabled"]
    select = bob.part("select")
    assert (select["type"], select["placeholder"], select["min"], select["max"]) == ("string", "Pick a card", 1, 1)
    assert [one["label"] for one in select["options"]] == ["Ace", "Two"]
    await bob.until(lambda: bob.notices)
    assert [(one["message"], one["place"]) for one in bob.notices] == [(message["id"], str(club.channel.id))]

    await bob.click("Draw (31)")
    await ala.until(lambda: ala.texts() == ["Drawn"])
    assert (ala.newest["version"], ala.newest["edited"]) == (1, True)
    assert ala.part("gallery")["items"][0]["name"] == "blue.png"
    assert (await browser.get(shown["url"]))[0] == 200, "a browser may load it only now"
    assert [(step.person, step.action, step.arguments) for step in steps] == [
        ("Ala", "slash", {"command": "rummy new", "options": {"variant": "gin", "opponent": "Bob"}, "place": "rummy"}),
        ("Bob", "click", {"place": "rummy", "label": "Draw (31)", "back": 0}),
    ]


async def test_only_what_changed_is_sent_and_a_new_connection_gets_everything(club: Club, browser: Browser) -> None:
    ala = await browser.open(1)
    club.bob.say(club.channel, "one")
    await ala.until(lambda: ala.texts() == ["one"])
    club.bob.say(club.channel, "two")
    await ala.until(lambda: ala.texts() == ["one", "two"])
    assert "'one'" not in ala.received[-1]
    club.standin.delete_message(club.bob.sees()[0])
    await ala.until(lambda: ala.texts() == ["two"])
    await ala.socket.close()
    for number in range(60):
        club.bob.say(club.channel, f"more {number}")
    again = await browser.open(1)
    assert again.texts() == [f"more {number}" for number in range(10, 60)]


async def test_the_state_of_a_pane_survives_a_reload(club: Club, browser: Browser) -> None:
    talk = club.guild.add_channel("talk")
    ala = await browser.open(1)
    await ala.do("slash", command="rummy new", options={"variant": "gin"})
    await ala.click("My hand")
    await ala.until(lambda: ala.newest["ephemeral"])
    hand = ala.newest["id"]
    assert "Only messages that only you can see" in await ala.problem("dismiss", message=min(ala.messages, key=int))
    await ala.do("dismiss", message=hand)
    await ala.do("say", text="hello")
    await ala.click("Form", next(iter(ala.messages.values())))
    await ala.until(lambda: ala.screen["modal"])
    await ala.do("go", place=str(talk.id))
    await ala.socket.close()
    again = await browser.open(1)
    assert (again.screen["place"], again.texts(), again.screen["modal"]["title"]) == (str(talk.id), [], "House rules")
    await again.do("close")
    await again.do("go", place=str(club.channel.id))
    await again.until(lambda: again.messages)
    assert again.texts() == ["Gin against nobody", "hello"]
    assert again.screen["modal"] is None


async def test_no_pane_gets_anything_private_of_another_person(
    club: Club, browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "STATIC", tmp_path)
    (tmp_path / "pane.html").write_text("the same for everyone")
    ala, bob = await browser.open(1), await browser.open(2)
    await ala.do("slash", command="rummy new", options={"variant": "gin"})
    await bob.until(lambda: bob.messages)
    public = bob.newest
    await bob.click("My hand")
    await bob.until(lambda: bob.newest["ephemeral"])
    hand = bob.newest
    assert (bob.part("text", hand)["text"], hand["author"]["name"]) == ("Hand of Bob", "Remik")
    url = bob.part("gallery", hand)["items"][0]["url"]
    data = picture("green").fp.read()
    assert await browser.get(url) == (200, data)
    await bob.do("direct")
    user = await club.bot.fetch_user(club.bob.id)
    await user.send("a secret", file=picture("yellow"))
    await bob.until(lambda: bob.texts() == ["a secret"])
    letter = bob.newest
    yellow = bob.part("gallery", letter)["items"][0]["url"]
    assert (await browser.get(yellow))[0] == 200

    # Ala's pane may ask for anything: a message, a picture, or a place of Bob doesn't exist for her.
    card = bob.button("10♥", hand)
    bodies = [(await browser.get(one.replace("/pane/2/", "/pane/1/")))[1] for one in (url, yellow, "/pane/1")]
    assert (await browser.get(url.replace("/pane/2/", "/pane/1/")))[0] == 404
    assert (await browser.get(yellow.replace("/pane/2/", "/pane/1/")))[0] == 404
    gone = "This message no longer exists."
    assert await ala.problem("click", **card) == gone
    assert await ala.problem("choose", message=hand["id"], custom_id="cards:1", values=["7H"]) == gone
    assert await ala.problem("dismiss", message=hand["id"]) == gone
    link = f"https://discord.com/channels/{club.guild.id}/{club.channel.id}/{hand['id']}"
    assert await ala.problem("go", place=link) == gone
    refused = "You don't have access to this place, or it no longer exists."
    assert await ala.problem("go", place=str(club.bob.direct_channel.id)) == refused
    assert await ala.problem("go", place=f"@me/{club.bob.direct_channel.id}/{letter['id']}") == refused
    await ala.do("direct")
    await ala.do("go", place=str(club.channel.id))
    await ala.do("commands")
    again = await browser.open(1)
    everything = "".join((*ala.received, *again.received, *(body.decode("latin-1") for body in bodies)))
    private = ("Hand of Bob", "10♥", "green", "a secret", "yellow", url, yellow, "card:10h", data.decode("latin-1"))
    assert [one for one in private if one in everything] == []
    assert public["id"] in everything
    await bob.do("go", place=str(club.channel.id))  # the owner can still use it
    await bob.until(lambda: hand["id"] in bob.messages)
    await bob.do("click", **card)
    await bob.until(lambda: "You laid 10♥" in bob.texts())


async def test_a_picture_on_the_screen_can_be_loaded_however_many_came_since(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pane, "MOST_FILES", 1)
    ala = await browser.open(1)
    for _ in range(3):
        await ala.do("slash", command="rummy new", options={"variant": "gin"})
    urls = [ala.part("gallery", message)["items"][0]["url"] for message in ala.messages.values()]
    assert [(await browser.get(url))[0] for url in urls] == [200, 200, 200]
    await ala.click("Draw (31)")
    assert [(await browser.get(url))[0] for url in urls] == [200, 200, 404]


async def test_selects_send_values_in_any_number_and_the_same_choice_only_once(
    club: Club, browser: Browser, steps: list[PageStep]
) -> None:
    ala = await browser.open(1)
    await ala.do("slash", command="rummy new", options={"variant": "gin"})
    await ala.click("My hand")
    await ala.until(lambda: ala.newest["ephemeral"])
    select = ala.part("select")
    assert [(one["label"], one["value"], one["chosen"]) for one in select["options"]] == [
        ("7♥", "7H", False), ("7♥", "7H_1", False), ("8♠", "8S", True), ("🃏", "XX", False),
    ]  # fmt: skip
    assert (select["min"], select["max"], select["chosen"]) == (1, 3, ["8S"])
    about = {"message": ala.newest["id"], "custom_id": select["custom_id"]}
    assert await ala.problem("choose", **about, values=["9S"]) == "This option is no longer there."
    assert "takes 1 to 3 options, not 4" in await ala.problem("choose", **about, values=["7H", "7H_1", "8S", "XX"])
    await ala.do("choose", **about, values=["8S"])  # as it is already
    assert len(club.bot.clicks) == 1
    club.bot.silent = True
    number = await ala.ask("choose", **about, values=["7H_1", "XX"])
    await ala.until(lambda: ala.part("select")["chosen"] == ["7H_1", "XX"])
    club.standin.advance(4)
    await ala.until(lambda: number in ala.done)
    assert ala.part("select")["chosen"] == ["8S"]  # so that the same can be chosen once more
    club.bot.silent = False
    await ala.do("choose", **about, values=["7H_1", "XX"])
    await ala.until(lambda: ala.texts()[-1] == "picked ['7H_1', 'XX']")
    arguments = {"place": "rummy", "select": "Pick cards", "options": ["7♥", "🃏"], "back": 0}
    assert steps[-1] == PageStep("Ala", "choose", arguments)
    assert await ala.problem("choose", **about, values=["7H"]) == "This select is no longer there."

    await ala.do("slash", command="who", options={})
    await ala.until(lambda: ala.texts()[-1] == "Who?")
    select = ala.part("select")
    assert (select["type"], select["chosen"], select["min"]) == ("user", [str(club.ala.id)], 0)
    assert [one["label"] for one in select["choices"]] == ["Ala", "Bob", "Remik"]
    about = {"message": ala.newest["id"], "custom_id": select["custom_id"]}
    assert await ala.problem("choose", **about, values=["12"]) == "This choice is no longer there."
    await ala.do("choose", **about, values=[str(club.bob.id), str(club.ala.id)])
    await ala.until(lambda: ala.texts()[-1] == "chose ['bob', 'ala']")
    assert steps[-1].arguments["options"] == ["Bob", "Ala"]
    await ala.do("choose", **about, values=[])
    await ala.until(lambda: ala.texts()[-1] == "chose []")


async def test_a_modal_is_filled_in_by_custom_ids(club: Club, browser: Browser, steps: list[PageStep]) -> None:
    ala = await browser.open(1)
    await ala.do("slash", command="rummy new", options={"variant": "gin"})
    await ala.click("Form")
    await ala.until(lambda: ala.screen["modal"])
    name, pace, who = (part["field"] for part in ala.screen["modal"]["parts"])
    assert (name["type"], name["required"], name["max"], name["value"]) == ("input", True, 20, "")
    assert (pace["type"], pace["required"], pace["min"]) == ("string", False, 0)
    assert [(one["label"], one["value"]) for one in pace["options"]] == [("Live", "live"), ("Slow", "slow")]
    assert (who["type"], who["max"], len(who["choices"])) == ("user", 2, 3)
    fields = {"name": "", "pace": ["slow"], "who": [str(club.bob.id)]}
    assert await ala.problem("submit", fields=fields) == "'Name' must be filled in."
    club.bot.silent = True
    number = await ala.ask("submit", fields={**fields, "name": "2"})
    await club.standin.until(lambda: len(club.bot.clicks) == 2)
    club.standin.advance(4)
    await ala.until(lambda: number in ala.done)
    assert ala.done[number]["problem"].startswith("This interaction failed: Remik sent no answer within 3 seconds.")
    assert ala.screen["modal"]  # the typed text isn't lost
    club.bot.silent = False
    await ala.do("submit", fields={**fields, "name": "2"})
    await ala.until(lambda: ala.screen["modal"] is None and ala.texts()[-1] == "form ['2', ['slow'], ['Bob']]")
    filled = {"Name": "2", "Pace": ["Slow"], "Who": ["Bob"]}
    assert steps[-1] == PageStep("Ala", "submit", {"title": "House rules", "fields": filled})
    assert await ala.problem("submit", fields=fields) == "No form is open."


async def test_a_failed_interaction_shows_why(club: Club, browser: Browser) -> None:
    ala = await browser.open(1)
    await ala.do("slash", command="rummy new", options={"variant": "gin"})
    await ala.until(lambda: ala.messages)
    table = ala.newest
    club.bot.silent = True
    number = await ala.ask("click", **ala.button("My hand"))
    await club.standin.until(lambda: club.bot.clicks)
    bob = await browser.open(2)  # nothing is held up meanwhile
    await ala.do("say", text="hm")
    assert number not in ala.done
    club.standin.advance(4)
    late = "This interaction failed: Remik sent no answer within 3 seconds."
    await ala.until(lambda: number in ala.done and ala.messages[table["id"]]["failed"] == late)
    assert ala.done[number]["problem"] == late
    assert bob.messages[table["id"]]["failed"] is None
    again = await browser.open(1)
    assert again.messages[table["id"]]["failed"] == late

    club.bot.silent = False
    fault = club.standin.fail_next("POST", r"/interactions/.*/callback", 400, 50035)
    number = await ala.ask("click", **ala.button("My hand", table))
    await ala.until(lambda: ala.messages[table["id"]]["failed"] is None)
    await club.standin.until(lambda: fault.times == 0)
    club.standin.advance(4)
    await ala.until(lambda: number in ala.done)
    refused = "This interaction failed: Remik's answer was refused (400 Invalid Form Body)."
    assert ala.done[number]["problem"] == refused
    await ala.click("Draw (31)", table)
    await ala.until(lambda: "Drawn" in ala.texts())
    assert ala.messages[table["id"]]["failed"] is None
    assert await ala.problem("click", **ala.button("Form", table)) == "This button is no longer there."

    with club.standin.gateway_away():
        await ala.until(lambda: ala.screen["status"] == "offline")
        number = await ala.ask("slash", command="who", options={})
        await ala.do("say", text="anyone?")
        club.standin.advance(4)
        await ala.until(lambda: number in ala.done)
        assert ala.done[number]["problem"] == "The application did not respond: Remik wasn't connected."
        number = await ala.ask("complete", command="rummy record", option="game", typed="x", options={})
        await ala.do("say", text="no choices?")
        club.standin.advance(4)
        await ala.until(lambda: number in ala.done)
        assert ala.done[number]["problem"] == "Loading options failed: Remik wasn't connected."
    await ala.until(lambda: ala.screen["status"] == "online")


WORDS = {
    "This interaction failed": "Ta interakcja nie powiodła się",
    "{bot} sent no answer within 3 seconds.": "Brak odpowiedzi od bota {bot} w ciągu 3 sekund.",
    "This button is no longer there.": "Tego przycisku już nie ma.",
    "Show commands": "Pokaż polecenia",
}


async def test_a_pane_speaks_the_language_of_its_person_and_says_in_which_one_a_message_is(club: Club) -> None:
    def words(document: str, wanted: Sequence[str]) -> JSON:
        polish = (document, *wanted) == ("pane.html", "pl")
        return {"language": "pl" if polish else "en", "languages": [], "words": WORDS if polish else {}}

    written = {"language": "de"}
    people = (club.ala, club.bob)
    page = PlaygroundPage(
        club.standin,
        club.guild,
        people,
        token=TOKEN,
        locales=LOCALES,
        words=words,
        language_of=lambda message: written["language"] if message.author is None else None,
    )
    async with page, aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True)) as session:
        browser = Browser(page, session)
        await browser.get(f"/?token={TOKEN}")
        document = (await browser.get("/pane/1"))[1].decode()
        assert '<html lang="pl"' in document
        assert 'aria-label="Pokaż polecenia"' in document
        ala, bob = await browser.open(1), await browser.open(2)
        assert (ala.hello["spoken"]["language"], bob.hello["spoken"]["language"]) == ("pl", "en")
        await ala.do("slash", command="rummy new", options={"variant": "gin"})
        await ala.do("say", text="hm")
        table, said = sorted(ala.messages.values(), key=lambda one: int(one["id"]))
        assert (table["language"], said["language"]) == ("de", None)
        club.bot.silent = True
        number = await ala.ask("click", **ala.button("My hand", table))
        await club.standin.until(lambda: club.bot.clicks)
        club.standin.advance(4)
        await ala.until(lambda: number in ala.done)
        late = "Ta interakcja nie powiodła się: Brak odpowiedzi od bota Remik w ciągu 3 sekund."
        assert ala.done[number]["problem"] == ala.messages[table["id"]]["failed"] == late
        gone = {"message": table["id"], "custom_id": "gone"}
        assert await ala.problem("click", **gone) == "Tego przycisku już nie ma."

        written["language"] = "pl"  # an unchanged message stays in the language that it's in
        await ala.do("language", code="en-US")
        await ala.until(lambda: ala.hello["spoken"]["language"] == "en" and ala.messages[table["id"]]["failed"] != late)
        assert ala.messages[table["id"]]["failed"].startswith("This interaction failed: Remik sent no answer")
        assert ala.messages[table["id"]]["language"] == "de"
        club.bot.silent = False
        await ala.click("Draw (31)", table)
        await ala.until(lambda: ala.messages[table["id"]]["language"] == "pl")
        for tab in browser.tabs:
            await tab.socket.close()


async def test_an_answer_that_never_comes_after_thinking_is_marked(club: Club, browser: Browser) -> None:
    club.standin.fail_next("PATCH", r"/webhooks/.*/messages/@original", 404, 10008)
    ala = await browser.open(1)
    await ala.do("slash", command="rummy hand", options={})
    await ala.until(lambda: ala.messages)
    assert (ala.newest["thinking"], ala.newest["failed"], ala.newest["ephemeral"]) == (True, None, True)
    club.standin.advance(901)
    await ala.until(lambda: ala.newest["failed"] == "The application did not respond")


async def test_commands_are_offered_as_in_discord(club: Club, browser: Browser, steps: list[PageStep]) -> None:
    ala = await browser.open(1)
    offered = {one["name"]: one for one in (await ala.answer("commands"))["result"]}
    assert list(offered) == ["rights", "rummy hand", "rummy new", "rummy record", "who"]
    variant, opponent = offered["rummy new"]["options"]
    assert (variant["name"], variant["type"], variant["required"]) == ("variant", "string", True)
    assert variant["choices"] == [{"name": "Gin", "value": "gin"}, {"name": "Remik", "value": "remik"}]
    assert (opponent["type"], opponent["required"], opponent["description"]) == ("user", False, "Against whom")
    (game,) = offered["rummy record"]["options"]
    assert game["autocomplete"]
    about = {"command": "rummy record", "option": "game", "typed": "x", "options": {"game": "x"}}
    assert await ala.do("complete", **about) == [{"name": f"Game x{n}", "value": f"x{n}"} for n in range(3)]
    await ala.do("slash", command="rummy record", options={"game": "x1"})
    await ala.until(lambda: ala.texts() == ["record of x1"])

    role = club.guild.add_role("referee", club.ala)
    await ala.until(lambda: ala.hello["roles"] == [{"id": str(role.id), "name": "referee"}])
    options = {"role": str(role.id), "place": str(club.channel.id)}
    await ala.do("slash", command="rights", options=options)
    await ala.until(lambda: ala.texts()[-1] == "('referee', 'rummy'), you have ['referee']")
    assert steps[-1].arguments["options"] == {"role": "referee", "place": "rummy"}

    for options, problem in (
        ({}, "option 'variant' of 'new' must be given"),
        ({"variant": "whist"}, "option 'variant' offers ['Gin', 'Remik'], not 'whist'"),
        ({"variant": "gin", "opponent": "Bob"}, "opponent can't be “Bob”."),
        ({"variant": "gin", "opponent": "77"}, "opponent can't be “77”."),
        ({"variant": "gin", "speed": "1"}, "This command has no option speed."),
    ):
        assert await ala.problem("slash", command="rummy new", options=options) == problem
    assert await ala.problem("slash", command="rummy old", options={}) == "There is no command /rummy old here."

    assert await ala.do("menu", person=str(club.bob.id)) == ["Wyzwij na remika"]
    await ala.do("language", code="en-US")
    await ala.until(lambda: ala.hello["me"]["locale"] == "en-US" and ala.messages)
    assert await ala.do("menu", person=str(club.bob.id)) == ["Challenge to rummy"]
    assert await ala.problem("language", code="xx") == "This language isn't available."
    await ala.do("context", entry="Challenge to rummy", person=str(club.bob.id))
    await ala.until(lambda: ala.texts()[-1] == f"<@{club.ala.id}> challenges <@{club.bob.id}>")
    arguments = {"entry": "Challenge to rummy", "person": "Bob", "place": "rummy"}
    assert steps[-1] == PageStep("Ala", "context", arguments)


async def test_places_are_unread_until_they_are_opened(club: Club, browser: Browser) -> None:
    thread = club.guild.add_thread("a game", club.channel)
    hidden = club.guild.add_channel("hidden", member_permissions=0)
    shut = club.guild.add_channel("news", member_permissions=MEMBER & ~Permission.SEND_MESSAGES)
    ala = await browser.open(1)
    names = [(one["name"], one["kind"], one.get("parent")) for one in ala.screen["places"]]
    parent = str(club.channel.id)
    assert names == [("rummy", "channel", None), ("a game", "thread", parent), ("news", "channel", None)]
    club.bob.say(thread, "moved")
    club.bob.say(thread, f"here, {club.ala.mention}")

    def news() -> list[tuple[str, int, int]]:
        return [(one["name"], one["unread"], one["pings"]) for one in ala.screen["places"]]

    await ala.until(lambda: news()[1] == ("a game", 2, 1))
    await ala.until(lambda: [one["text"] for one in ala.notices] == [f"here, {club.ala.mention}"])
    assert await ala.do("go", place=f"https://discord.com/channels/{club.guild.id}/{thread.id}") is not None
    await ala.until(lambda: news()[1] == ("a game", 0, 0) and ala.texts()[0] == "moved")
    club.guild.archive(thread)
    await ala.until(lambda: ala.screen["places"][1]["archived"])
    await ala.do("say", text="again")
    await ala.until(lambda: not ala.screen["places"][1]["archived"])
    assert (await ala.answer("go", place=str(hidden.id)))["problem"].startswith("You don't have access")
    await ala.do("go", place=str(shut.id))
    assert "do not have permission to send messages" in await ala.problem("say", text="hi")
    user = await club.bot.fetch_user(club.ala.id)
    await user.send("your turn")
    await ala.until(lambda: news()[-1] == ("Remik", 1, 1))
    await ala.do("direct")
    await ala.until(lambda: news()[-1] == ("Remik", 0, 0) and ala.texts() == ["your turn"])
    club.guild.remove_channel(shut)
    await ala.until(lambda: len(ala.screen["places"]) == 3)


async def test_a_link_leads_to_an_old_message(club: Club, browser: Browser) -> None:
    for number in range(120):
        club.bob.say(club.channel, str(number))
    ala = await browser.open(1)
    assert ala.texts()[0] == "70"
    old = club.bob.sees()[5]
    await ala.do("go", place=f"{club.guild.id}/{club.channel.id}/{old.id}")
    await ala.until(lambda: ala.texts()[0] == "5")
    assert ala.texts()[-1] == "119"


async def test_a_browser_that_reads_nothing_holds_up_no_one_and_gets_the_newest_state(
    club: Club, browser: Browser
) -> None:
    turns, words = 40, "語" * 1900
    slow, quick = await browser.open(1), await browser.open(2)
    slow.socket.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 256 * 1024)
    for turn in range(turns):
        for number in range(50):
            club.bob.say(club.channel, f"{turn} {number} {words}")
        await quick.until(lambda: quick.texts()[-1:] == [f"{turn} 49 {words}"])  # noqa: B023
    await slow.until(lambda: slow.texts()[-1:] == [f"{turns - 1} 49 {words}"])
    assert len(slow.received) < turns < len(quick.received)
    assert len(slow.messages) == 50


async def test_nonsense_is_refused(club: Club, browser: Browser) -> None:
    ala = await browser.open(1)
    for text in (
        "", "[]", "{", '{"id": 1}', '{"do": 5}', '{"do": "fly"}', '{"do": "click"}', '{"do": "click", "message": "x"}',
        '{"do": "choose", "message": "5", "custom_id": "a", "values": "b"}', '{"do": "say", "text": ["a"]}',
        '{"do": "slash", "command": "who", "options": []}', '{"do": "go", "place": "-1"}', "[" * 50_000,
    ):  # fmt: skip
        ala.done.clear()
        await ala.socket.send_str(text)
        await ala.until(lambda: ala.done)
        (answer,) = ala.done.values()
        assert answer["problem"], text[:80]
        assert "went wrong" not in answer["problem"], text[:80]
    assert club.bot.clicks == []
    assert ala.messages == {}
