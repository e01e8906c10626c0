"""Guards whose loss few people would notice, along the real path: from a click to what the program would send."""

from collections.abc import AsyncIterator
from pathlib import Path
from random import Random

import pytest

from bot.play.service import play_requests
from bot.play.state.errors import TableReason
from bot.playground import Person
from bot.rummy.cards import PACK, Card, code, mask_of
from bot.rummy.families import Variant
from bot.rummy.gin.arrange import arrange
from bot.rummy.gin.views import GinView
from bot.rummy.options import options_for
from bot.rummy.refusals import Reason
from bot.text.catalogs import Catalogs
from cogs.edge.answers import Repeats
from tests.cogs.unplugged import Sent, Unplugged, unplugged_in
from tests.data.broken import breakable
from tests.play.process import chosen, ids
from tests.refusals import sentence

TEXTS = Catalogs().texts("en")
SEATS = ("Ala", "Bob")


@pytest.fixture
async def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Unplugged]:
    async with unplugged_in(tmp_path, monkeypatch) as started:
        yield started


def named(sent: Sent) -> set[Card]:
    """Return the cards that a message names: in its text, its labels, custom ids, file names or alt text."""
    words = f"{sent.message} {' '.join(sent.files)}"
    ways = {card: (TEXTS.card(card), TEXTS.card_words(card), f":{code(card)}'") for card in PACK}
    return {card for card in PACK if any(way in words for way in ways[card])}


async def players(here: Unplugged) -> tuple[Person, Person]:
    """Start a table. Return the player whose turn it is, and the other one."""
    table = await here.table()
    return (here.ala, here.bob) if table.view(None).turn == 0 else (here.bob, here.ala)


async def test_a_click_on_a_table_of_another_server_shows_and_changes_nothing(here: Unplugged) -> None:
    await here.table()
    for action in ("hand", "pass", "take", "more", "resign", "record", "verify"):
        for person in (here.ala, here.bob):
            answer = await here.click(person, f"r1:1:{action}:0", channel=here.elsewhere)
            assert answer.text == "This button's table no longer exists. `/rummy new` opens a new one."
    assert here.log() == []


async def test_C_4_a_player_sees_their_own_cards_and_everyone_else_none(here: Unplugged) -> None:
    table = await here.table()
    hands, public = [set(table.view(seat).hand) for seat in (0, 1)], table.view(None)
    assert isinstance(public, GinView)
    drawn = {card for pair in public.dealer_draw for card in pair}  # for the deal (G-4), from the whole pack
    for seat, person in enumerate((here.ala, here.bob)):
        for action in ("hand", "words"):
            own = await here.click(person, f"r1:1:{action}:0")
            assert own.is_private
            assert not named(own) & hands[1 - seat] - drawn
        loose = set(arrange(mask_of(hands[seat])).loose)
        assert loose
        assert loose <= named(own)
    for action in ("hand", "words"):
        spectator = await here.click(here.eve, f"r1:1:{action}:0")
        assert not named(spectator) & (hands[0] | hands[1]) - drawn
    await here.click(here.ala if table.view(None).turn == 0 else here.bob, "r1:1:pass:0")
    await here.bot.idle()
    to_all = [sent for sent, _ in here.sent if sent.is_public]
    assert to_all
    for sent in to_all:
        assert not named(sent) & (hands[0] | hands[1]) - drawn


async def test_C_4_panels_that_a_move_updates_show_their_owners_cards_only(here: Unplugged) -> None:
    player, other = await players(here)
    table = await here.bot.games.tables.get(1)
    for person in (player, other, here.eve):
        await here.click(person, "r1:1:hand:0")
    await here.bot.idle()
    before = len(here.sent)
    hands, public = [set(table.view(seat).hand) for seat in (0, 1)], table.view(None)
    assert isinstance(public, GinView)
    for seq, person in enumerate((player, other)):
        await here.click(person, f"r1:1:pass:{seq}")
        await here.bot.idle()
    updates = [sent for sent, _ in here.sent[before:] if sent.method == "PATCH" and not sent.is_public]
    assert {sent.reader for sent in updates} == {player, other}
    for sent in updates:
        of_others = [hand for hand, owner in zip(hands, (here.ala, here.bob), strict=True) if owner is not sent.reader]
        assert not named(sent) & set().union(*of_others) - {card for pair in public.dealer_draw for card in pair}


async def test_no_message_pings_anyone_by_its_text(here: Unplugged) -> None:
    player, other = await players(here)
    await here.click(other, "r1:1:hand:0")
    await here.click(player, "r1:1:pass:0")
    await here.bot.idle()
    shown = [sent.message for sent, _ in here.sent if sent.text]
    assert len(shown) >= 4
    assert {str(message["allowed_mentions"]["parse"]) for message in shown} == {"[]"}


async def test_each_picture_has_its_own_alt_text(here: Unplugged) -> None:
    table, studio = await here.table(), here.bot.edge.studio
    for seat, person in enumerate((here.ala, here.bob)):
        sent = await here.click(person, "r1:1:hand:0")
        picture = await studio.hand(table.view(seat), SEATS, TEXTS)
        assert list(sent.files.values()) == [picture.png]
        assert [*sent.alts.values(), *sent.gallery.values()] == [picture.alt] * 2
    await here.bot.idle()
    shown = next(sent for sent, _ in here.sent if sent.is_public and sent.files)
    picture = await studio.table(table.view(None), SEATS, TEXTS)
    assert list(shown.files.values()) == [picture.png]
    assert [*shown.alts.values(), *shown.gallery.values()] == [picture.alt] * 2


async def test_every_picture_up_to_the_share_card_has_its_alt_text(here: Unplugged) -> None:
    table = await here.table(options_for(Variant.GIN, {"deals": 1}))
    chance = Random(1)
    while (seat := table.view(None).turn) is not None:
        move = chosen(table.view(seat), chance)
        stamp = table.stamp(seat)
        await play_requests.moves(table, (here.ala, here.bob)[seat].id, (move,), stamp=stamp, interaction=next(ids))
    await here.bot.idle()
    sent = [sent for sent, _ in here.sent if sent.files]
    assert all(one.alts == one.gallery and one.alts.keys() == one.files.keys() for one in sent)
    card = next(alt for one in sent for alt in one.alts.values() if alt and " wins. " in alt)
    assert "Gin · 1 deal" in card, "the share card"


async def test_a_move_is_stored_before_anyone_hears_of_it(here: Unplugged) -> None:
    player, _ = await players(here)
    before = len(here.sent)
    await here.click(player, "r1:1:pass:0")
    await here.bot.idle()
    assert {stored for _, stored in here.sent[before:]} == {1}


async def test_a_move_that_cannot_be_stored_is_shown_to_nobody(
    here: Unplugged, monkeypatch: pytest.MonkeyPatch
) -> None:
    player, other = await players(here)
    await here.click(other, "r1:1:hand:0")
    await here.bot.idle()
    before = len(here.sent)
    with breakable(monkeypatch).broken():
        answer = await here.click(player, "r1:1:pass:0")
        await here.bot.idle()
    assert "The database isn't answering. Nothing is lost; try again in a moment." in answer.text
    assert [sent for sent, _ in here.sent[before:]] == [answer]
    await here.click(player, "r1:1:pass:0")
    assert here.log() == ["pass"]


async def test_only_the_player_on_turn_moves(here: Unplugged) -> None:
    player, other = await players(here)
    for person, why in ((other, Reason.NOT_YOUR_TURN), (here.eve, TableReason.NOT_SEATED)):
        answer = await here.click(person, "r1:1:pass:0")
        assert sentence(why) in answer.text
    assert here.log() == []
    await here.click(player, "r1:1:pass:0")
    assert here.log() == ["pass"]


async def test_a_click_on_an_earlier_state_does_nothing(here: Unplugged) -> None:
    player, other = await players(here)
    await here.click(player, "r1:1:pass:0")
    for person in (player, other):
        assert "That message was out of date" in (await here.click(person, "r1:1:pass:0")).text
    assert here.log() == ["pass"]


@pytest.mark.parametrize("late", [False, True])
async def test_an_interaction_that_is_delivered_twice_moves_once(here: Unplugged, late: bool) -> None:
    player, other = await players(here)
    draw = await here.payload(player, "r1:1:pass:0")
    await here.deliver(draw)
    if late:  # the router has forgotten it
        here.bot.packages.router._repeats = Repeats()
        await here.deliver(draw)
    else:
        here.bot.client._connection.parse_interaction_create(draw)  # type: ignore[arg-type]
    await here.click(other, "r1:1:hand:0")
    await here.bot.idle()
    assert here.log() == ["pass"]
    assert len([sent for sent, _ in here.sent if sent.is_answer]) == 2 + late
