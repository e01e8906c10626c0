"""`/rummy help` over the stand-in: it knows where the reader is, every page leads on, and nothing is posted."""

from bot.playground import SeenMessage
from bot.playground.people import Person
from bot.rummy.families import Variant
from bot.rummy.options import PRESETS
from bot.text.catalogs import Catalogs
from bot.text.games import variant_label, variant_name
from bot.text.terms import term_meaning, term_name, terms_of
from cogs.door.help import Contact, contact_screen, terms_screen
from cogs.table.commands import VARIANTS
from tests.cogs.answered import said
from tests.cogs.table.scenes import assert_discord_takes, shown
from tests.end_to_end.club import Club

CATALOGS = Catalogs()
TEXTS = CATALOGS.texts("en")


def posted(club: Club) -> list[int]:
    """Return the messages that everyone in the channel sees."""
    return [message.id for message in club.standin.messages(club.channel) if not message.ephemeral]


async def asked(club: Club, person: Person) -> SeenMessage:
    answer = await said(club, person.slash(club.channel, "rummy help"))
    assert answer.ephemeral, "help is private"
    return answer


async def test_help_knows_where_the_reader_is(club: Club) -> None:
    nowhere = await asked(club, club.ala)
    assert "There's no table in this channel" in nowhere.text
    assert "rummy-admin" not in nowhere.text
    assert "`/rummy-admin setup`" in (await asked(club, club.eve)).text
    assert posted(club) == []

    await club.lobby()
    assert "press *Start*" in (await asked(club, club.ala)).text
    assert "You've joined" in (await asked(club, club.bob)).text
    assert "Press *Join*" in (await asked(club, club.cyd)).text

    await club.ala.click("Start")
    await club.shown("My hand")
    table = club.public("Draw") or club.public("Take")
    assert table is not None
    turn, waiting = (club.ala, club.bob) if "**Ala: " in table.text else (club.bob, club.ala)
    await club.settled()  # the ping of the first turn is out
    before = posted(club)
    mine = await asked(club, turn)
    assert "You're playing Gin here" in mine.text
    assert "Your turn: take" in mine.text
    assert f"{turn.name}: take" in (await asked(club, waiting)).text
    assert "you can watch" in (await asked(club, club.eve)).text
    hand = await said(club, turn.click("My hand", message=mine))
    assert "Your turn: take" in hand.text
    mine = await asked(club, turn)
    assert "collect sets and runs" in (await said(club, turn.click("Rules of this table", message=mine))).text
    assert posted(club) == before, "nothing is posted"


async def test_every_page_of_help_leads_on(club: Club) -> None:
    page = await asked(club, club.eve)
    page = await said(club, club.eve.click("Rules", message=page))
    page = await said(club, club.eve.choose("Another game", variant_name(TEXTS, Variant.GERMAN), message=page))
    page = await said(club, club.eve.choose("Choose a topic", "Jokers", message=page))
    page = await said(club, club.eve.click("Swap", message=page))
    assert "in the place of the joker" in page.text

    page = await said(club, club.eve.click("How a turn works", message=await asked(club, club.eve)))
    assert "*Knock*" in page.text
    page = await said(club, club.eve.choose("Another game", variant_name(TEXTS, Variant.BASIC), message=page))
    assert "*Play all*" in page.text

    page = await said(club, club.eve.click("Help", message=page))
    page = await said(club, club.eve.click("Terms", message=page))
    gin = PRESETS[Variant.GIN]
    for term in terms_of(TEXTS, gin):
        page = await said(club, club.eve.click(term_name(TEXTS, term), message=page))
        assert term_meaning(TEXTS, term, gin.family) in page.text

    page = await said(club, club.eve.click("Help", message=page))
    page = await said(club, club.eve.click("Commands", message=page))
    for command in club.standin.commands():
        if "rummy-admin" not in command and command.islower():
            assert f"`/{command}`" in page.text
    page = await said(club, club.eve.click("Commands for server admins", message=page))
    assert "`/rummy-admin setup`" in page.text

    page = await said(club, club.eve.click("Contact", message=await asked(club, club.eve)))
    assert "/me data delete" in page.text
    for custom_id in (
        "l1:help",
        "l1:help:nothing",
        "l1:help:terms:chess",
        "l1:help:terms:gin:x",
        "l1:rules:gin:x",
        "l1:rules",
    ):
        assert "no longer works" in (await said(club, club.eve.forge(page, custom_id))).text
    page = await said(club, club.ala.forge(page, "l1:help:admin"))
    assert "rummy-admin" not in page.text, "only for members who manage the server"
    assert posted(club) == []


def test_contact_shows_what_the_settings_name() -> None:
    contact = Contact("help@example.org", "https://example.org/terms", "https://example.org/privacy")
    layout = contact_screen(TEXTS, contact)
    assert_discord_takes(layout)
    seen = shown(layout)
    assert "help@example.org" in seen.text
    assert seen.labels == ["Terms of service", "Privacy policy", "Help"]
    assert "haven't left a contact" in shown(contact_screen(TEXTS, Contact())).text


async def test_help_opens_in_a_direct_message_with_practice(club: Club) -> None:
    opened = await club.ala.slash(club.ala.direct_channel, "rummy help")
    assert opened.message is not None
    assert "practice against a computer" in opened.message.text
    assert "Practice" in opened.message.labels
    page = await club.ala.click("Terms", message=opened.message)
    assert page.message is not None
    assert "Press a term" in page.message.text


def test_the_terms_that_every_game_uses_are_explained_in_all_of_them() -> None:
    for options in PRESETS.values():
        named = {term_name(TEXTS, term): term_meaning(TEXTS, term, options.family) for term in terms_of(TEXTS, options)}
        assert {"Meld", "Set", "Run", "Dealer", "Stock", "Round"} <= named.keys(), options.variant
        assert "same rank" in named["Set"]
        assert "same suit" in named["Run"]


def test_lists_of_games_say_what_they_are() -> None:
    """Remik is known by name to few players, so the choice of a command explains it as well."""
    listed = [choice.name for choice in VARIANTS]
    assert "Remik (gin): 10 cards, knock or go for gin" in listed
    assert "Remik 51: 13 cards, jokers, first melds of 51 with a pure run" in listed
    for language in CATALOGS.languages:
        assert all(len(variant_label(CATALOGS.texts(language), variant)) <= 100 for variant in Variant)
    [games] = shown(terms_screen(TEXTS, PRESETS[Variant.GIN], None)).selects
    assert all(one["description"] for one in games["options"])
