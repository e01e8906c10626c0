"""`/me look`, `/me play` and `/rummy-admin look` over the stand-in: what they change, where, and at once."""

import gettext
from dataclasses import replace

from discord import PartialEmoji

from bot.play.state.errors import TableReason
from bot.play.state.people import Preferences
from bot.playground import SeenMessage
from bot.rummy.cards import parse_card
from bot.text.catalogs import Catalogs, Texts
from cogs.edge.custom_ids import page_id
from cogs.edge.messages import Detail
from cogs.me.tastes import SERVERS, look_words, my_look_screen
from render.look import CardBack, Deck, Look, Theme, example_view, look_from
from render.pictures import pictures_for
from tests.cogs.answered import said
from tests.cogs.table.scenes import scene_of, shown
from tests.end_to_end.club import Club
from tests.refusals import sentence


async def kept(club: Club) -> Preferences:
    """Return what Ala has chosen."""
    assert club.bot is not None
    return replace(await club.bot.stores.people.get(club.ala.id), locale=None)


def picture(message: SeenMessage) -> bytes:
    [shown] = message.pictures
    return shown.data


def described(message: SeenMessage) -> str:
    [shown] = message.pictures
    return shown.alt or ""


def test_a_look_is_stored_in_words_and_read_back() -> None:
    assert str(Look()) == ""
    for look in (
        Look(),
        Look(Deck.CLASSIC, Theme.CONTRAST, large=True, back=CardBack.DOTS, international=True, text_only=True),
        Look(theme=Theme.MIDNIGHT, international=True, still=True),
    ):
        assert look_from(str(look)) == look
    assert look_from("vivid hologram large") == Look(Deck.VIVID, large=True)


class Letters(gettext.NullTranslations):
    """A language that writes queens and jacks with other letters."""

    def pgettext(self, context: str, message: str) -> str:
        return {"Q": "D", "J": "W"}.get(message, message) if context == "rank" else message


def test_pictures_texts_and_labels_have_the_same_rank_letters() -> None:
    own = Texts("pl", Letters())
    other = own.seen_as("international")
    queen = parse_card("QH")
    assert (own.card(queen), other.card(queen)) == ("D♥", "Q♥")
    view = example_view(0)
    drawn = {pictures_for(view.options).hand(view, ("Ala", "Ola"), texts).png for texts in (own, other)}
    assert len(drawn) == 2
    faces = {queen: PartialEmoji(name="card_QH", id=1)}
    scenes = [replace(scene_of(view), texts=texts) for texts in (own, other)]
    assert [dict(scene.with_detail(Detail(faces)).detail.faces) for scene in scenes] == [{}, faces]
    look = shown(my_look_screen(own, Look(), Detail(), None))
    assert "Rank letters: as at the table" in [button["label"] for button in look.buttons]


async def test_a_look_changes_the_preview_and_the_players_own_panel_at_once(club: Club) -> None:
    await club.table("gin")
    alas, bobs, table = (picture(club.panel(club.ala)), picture(club.panel(club.bob)), picture(club.newest()))
    look = await said(club, club.ala.slash(club.channel, "me look"))
    assert look.ephemeral
    assert "Rank letters" not in str(look)  # only other languages have their own letters
    previews = [picture(look)]
    for select, choice in (("Theme", "Theme: Paper"), ("Deck", "Deck: Two colors"), ("Card back", "Card back: Dots")):
        look = await said(club, club.ala.choose(select, choice, message=look))
        previews.append(picture(look))
    look = await said(club, club.ala.click("Large cards: off", message=look))
    previews.append(picture(look))
    assert len(set(previews)) == len(previews)
    assert (await kept(club)).look == "classic paper dots large"
    await club.standin.until(lambda: picture(club.panel(club.ala)) != alas)
    await club.settled()
    assert picture(club.panel(club.bob)) == bobs
    assert picture(club.newest()) == table
    look = await said(club, club.ala.click("Standard look", message=look))
    assert picture(look) == previews[0]
    await club.standin.until(lambda: picture(club.panel(club.ala)) == alas)
    for forged in ("l1:look:theme", "l1:look:hologram", "l1:look"):
        answer = await club.ala.forge(look, forged, values=["neon"])
        assert not answer.failed
    assert await kept(club) == Preferences(club.ala.id)


def told(panel: SeenMessage) -> str:
    """Return what the picture of a hand shows, in words."""
    return str(panel.pictures[0].alt)


async def test_preferences_for_playing_apply_at_once_and_only_to_their_owner(club: Club) -> None:
    await club.table("gin")
    assert "Deadwood" in told(club.panel(club.ala))
    play = await said(club, club.ala.slash(club.channel, "me play"))
    assert {"Assistance: on", "Confirm discards: off", "Coach: on"} <= set(play.labels)
    play = await said(club, club.ala.click("Assistance: on", message=play))
    await club.standin.until(lambda: "Deadwood" not in told(club.panel(club.ala)))
    assert "Deadwood" in told(club.panel(club.bob))
    play = await said(club, club.ala.click("Confirm discards: off", message=play))
    play = await said(club, club.ala.click("Coach: on", message=play))
    play = await said(club, club.ala.choose("Sort your hand", "Sort by rank", message=play))
    assert {"Assistance: off", "Confirm discards: on", "Coach: off"} <= set(play.labels)
    assert await kept(club) == Preferences(
        club.ala.id, sorting="ranks", confirms_discards=True, assisted=False, coach=False
    )


async def test_a_servers_look_changes_public_pictures_and_needs_permission(club: Club) -> None:
    look = await said(club, club.eve.slash(club.channel, "rummy-admin look"))
    before = picture(look)
    look = await said(club, club.eve.choose("Theme", "Theme: Midnight", message=look))
    assert "Theme: Felt" in look.text
    assert "→" in look.text
    assert picture(look) != before
    mine = await said(club, club.ala.slash(club.channel, "me look"))
    refused = await said(club, club.ala.forge(mine, page_id(SERVERS, "theme"), values=["paper"]))
    assert sentence(TableReason.NO_ADMIN) in refused.text
    assert club.bot is not None
    assert club.bot.stores.servers.of(club.guild.id).look == "midnight"
    look = await said(club, club.eve.click("Still pictures: off", message=look))
    assert "Still pictures: on" in look.labels
    assert club.bot.stores.servers.of(club.guild.id).look == "midnight still"
    log = await said(club, club.eve.slash(club.channel, "rummy-admin log"))
    assert "Theme: Midnight" in log.text
    assert "Still pictures: on" in log.text


async def test_a_player_chooses_still_pictures_where_there_are_any(club: Club) -> None:
    look = await said(club, club.ala.slash(club.channel, "me look"))
    look = await said(club, club.ala.click("Still pictures: off", message=look))
    assert (await kept(club)).look == "still"
    look = await said(club, club.ala.click("Still pictures: on", message=look))
    assert (await kept(club)).look == ""
    look = await said(club, club.ala.click("Text only: off", message=look))
    assert not any("Still" in label for label in look.labels)


async def test_text_only_spells_cards_on_every_control_and_announces_turns_if_wanted(
    club: Club,
) -> None:
    await club.table("gin")
    look = await said(club, club.ala.slash(club.channel, "me look"))
    assert "Announcements: on" not in look.labels
    look = await said(club, club.ala.click("Text only: off", message=look))
    assert {"Text only: on", "Announcements: on"} <= set(look.labels)
    assert not look.pictures
    assert (await kept(club)).look == "text-only"
    look = await said(club, club.ala.click("Announcements: on", message=look))
    assert "Announcements: off" in look.labels
    assert (await kept(club)).look == "text-only unannounced"
    look = await said(club, club.ala.click("Announcements: off", message=look))
    assert (await kept(club)).look == "text-only"
    await club.settled()
    hand = [one for one in club.private(club.ala) if "Your look" not in one.text][-1]
    spoken = hand.text + " ".join(hand.labels)
    assert " of " in spoken
    assert not set("♣♠♥♦") & set(spoken)


async def test_a_servers_tables_can_be_text_only(club: Club) -> None:
    look = await said(club, club.eve.slash(club.channel, "rummy-admin look"))
    look = await said(club, club.eve.click("Text only: off", message=look))
    assert not look.pictures
    assert "no pictures" in look.text
    await club.table("gin")
    table = club.newest()
    assert not table.pictures
    assert "Read table" in table.labels
    assert not set("♣♠♥♦") & set(table.text + " ".join(table.labels))
    heard = await said(club, club.eve.click("Read table", message=table))
    assert "Ala" in heard.text
    assert " of " in heard.text
    assert heard.ephemeral


def test_the_letters_on_cards_are_part_of_a_look_in_words() -> None:
    texts = Catalogs().texts("pl")
    assert look_words(texts, "international") == f"{look_words(texts, '')} · {texts.t('Rank letters: international')}"
