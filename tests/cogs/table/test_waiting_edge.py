"""Clicks other than moves, over the stand-in: spectating, returning to a seat, hints."""

import re
from dataclasses import replace

from bot.play.service import play_requests
from bot.play.service.table import Table
from bot.play.state.errors import TableReason
from bot.play.state.values import Status
from bot.players.games import choose
from bot.players.levels import Level
from bot.playground import Person, SeenMessage
from bot.program.serving import Remik
from bot.rummy.cards import parse_card
from bot.rummy.gin.views import GinView
from bot.rummy.moves import Verb
from bot.rummy.views import Phase
from bot.text.catalogs import Catalogs
from tests.end_to_end.club import Club, said
from tests.play.process import ids
from tests.refusals import sentence

TEXTS = Catalogs().texts("en")
OFTEN = 50
TURN = 121
"""Seconds after which a live turn has timed out: the limit and the reserve."""


def bot_of(club: Club) -> Remik:
    assert club.bot is not None
    return club.bot


async def table_of(club: Club) -> Table:
    table = await bot_of(club).games.tables.in_channel(club.channel.id)
    assert table is not None
    return table


async def pressed(person: Person, label: str, message: SeenMessage) -> SeenMessage:
    return said(await person.click(label, message=message))


async def settings(club: Club, *chosen: str) -> None:
    """Turn on settings of the table as the host."""
    await club.ala.click("More")
    shown = said(await club.ala.click("Table settings"))
    assert not (await club.ala.choose("Choose what applies at this table", *chosen, message=shown)).failed


async def played(club: Club) -> None:
    """Play turns, based on what each player sees, until one can knock."""
    table = await table_of(club)
    for number in range(10 * OFTEN):
        view = table.view(table.view(None).turn)
        if view.phase is Phase.DEAL:
            await play_requests.next_deal(table, club.ala.id, stamp=table.stamp(None), interaction=next(ids))
            continue
        if any(move.verb is Verb.KNOCK for move in view.moves):
            return
        moves = choose(view, Level.NORMAL, number)
        assert view.seat is not None
        user = table.row.seats[view.seat].user
        await play_requests.moves(table, user, moves, stamp=table.stamp(view.seat), interaction=next(ids))
    raise AssertionError("nobody may knock")


async def test_a_spectator_sees_the_public_table_and_can_refresh_it(club: Club) -> None:
    await club.table("gin")
    public = club.newest()
    seen = await pressed(club.eve, "My hand", public)
    assert seen.ephemeral
    assert seen.text == public.text
    assert [picture.alt for picture in seen.pictures] == [picture.alt for picture in public.pictures]
    assert seen.labels == ("Look again", "More")
    await club.waiting().click("More", message=public)
    turn = club.to_move()
    await turn.click("Pass", message=public)
    await club.settled()
    again = await pressed(club.eve, "Look again", seen)
    assert again.id == seen.id
    assert again.text == club.newest().text != seen.text
    for label in ("Moves", "Discards", "Rules"):
        more = await pressed(club.eve, "More", again)
        shown = await pressed(club.eve, label, more)
        assert shown.labels[-1] == "The table", label
        again = await pressed(club.eve, "The table", shown)


async def test_a_spectators_move_is_refused_with_the_reason(club: Club) -> None:
    await club.table("gin")
    answer = said(await club.eve.click("Pass", message=club.newest()))
    assert sentence(TableReason.NOT_SEATED) in answer.text
    assert answer.labels == ()
    assert club.log() == []


async def test_a_spectator_sees_the_result_without_a_rematch_button(club: Club) -> None:
    await club.table("gin")
    await club.ala.slash(club.channel, "rummy resign")
    await club.ala.click("Resign")
    await club.shown("Rematch")
    seen = said(await club.eve.forge(club.newest(), f"r1:{(await table_of(club)).row.id}:hand:0"))
    assert "Bob wins: Ala resigned" in seen.text
    assert "Ala resigned. That counts as a loss." in seen.text
    assert "Rematch" not in seen.labels


async def test_a_hint_shows_move_and_reason_without_making_the_move(club: Club) -> None:
    await club.lobby("gin")
    await settings(club, "Friendly")
    await club.ala.click("Start")
    await club.open_hands()
    if "Hint" not in club.panel(club.to_move()).labels:  # the coach has said it
        await club.to_move().click("Pass")
        await club.settled()
    turn, waits, made = club.to_move(), club.waiting(), club.log()
    hand = club.panel(turn)
    seen = await pressed(turn, "Hint", hand)
    verb, line = seen.text.splitlines()
    assert verb.startswith("**Your turn:")
    assert "💡 " in line
    assert "Hint" not in seen.labels, "the line says it"
    assert seen.labels[:2] == hand.labels[:2], "no button moves"
    assert club.log() == made
    other = club.panel(waits)
    assert "Hint" not in other.labels
    early = said(await waits.forge(other, f"r1:{(await table_of(club)).row.id}:hint:0"))
    assert "It isn't your turn yet, so there's nothing to hint at" in early.text


async def test_a_hint_names_the_card_with_the_green_button(club: Club) -> None:
    await club.lobby("gin")
    await settings(club, "Friendly")
    await club.ala.click("Start")
    await club.open_hands()
    for _ in range(2):
        player = await club.turn()
        assert not (await player.click("Pass", message=club.panel(player))).failed
    turn = await club.turn()
    panel = said(await turn.click("Draw", message=club.public("Draw")))
    [green] = [button for button in panel.buttons if button.style == "success"]
    knocks, card = " · discard " in green.label, green.label.split()[-1]
    verb = "Gin: discard" if green.label.startswith("Gin") else "Knock and discard" if knocks else "Discard"
    hint = f"r1:{(await table_of(club)).row.id}:hint:0"
    hinted = said(await turn.forge(panel, hint))
    assert f"💡 {verb} {card}" in hinted.text.splitlines()[1]
    assert [button.label for button in hinted.buttons if button.style == "success"] == [green.label]


async def test_rated_games_and_unassisted_tables_have_no_hints(club: Club) -> None:
    await club.table("gin")
    turn = club.to_move()
    assert "Hint" not in club.panel(turn).labels
    number = (await table_of(club)).row.id
    assert "No hints in rated games" in said(await turn.forge(club.panel(turn), f"r1:{number}:hint:0")).text
    assert "No hints in rated games" not in said(await club.eve.forge(club.newest(), f"r1:{number}:hint:0")).text


async def test_an_unassisted_table_hides_moves_discards_and_deadwood(club: Club) -> None:
    await club.lobby("gin")
    await settings(club, "No assistance")
    await club.ala.click("Start")
    await club.open_hands()
    table = club.newest()
    more = await pressed(club.ala, "More", table)
    assert not {"Moves", "Discards"} & set(more.labels)
    number = (await table_of(club)).row.id
    for action in ("moves", "discards"):
        answer = said(await club.to_move().forge(table, f"r1:{number}:{action}:0"))
        assert "That button no longer works" in answer.text
    for person in club.players:
        hand = club.panel(person)
        assert "deadwood" not in hand.text
        assert not [picture.alt for picture in hand.pictures if "eadwood" in (picture.alt or "")]


async def test_G_15_a_knock_at_an_unassisted_table_is_only_a_card(club: Club) -> None:
    await club.lobby("gin")
    await settings(club, "No assistance")
    await club.ala.click("Start")
    await club.open_hands()
    await played(club)
    table = await table_of(club)
    view = table.view(table.view(None).turn)
    assert isinstance(view, GinView)
    assert view.seat is not None
    player = club.players[view.seat]
    hand = await pressed(player, "My hand", club.newest())
    cards = {move.card for move in view.moves if move.verb is Verb.KNOCK}
    [listed] = [select for select in hand.selects if select.placeholder == "Knock and discard"]
    assert {parse_card(option.value) for option in listed.options} == cards
    answer = await player.choose("Knock and discard", listed.options[0].label, message=hand)
    assert not answer.failed
    assert club.log()[-1][3].startswith("knock ")
    forged = await player.forge(hand, f"r1:{table.row.id}:knocks:0:1", values=["KS:"])
    assert said(forged).ephemeral


async def test_the_sort_order_is_kept_for_the_next_table(club: Club) -> None:
    await club.table("gin")
    hand = await pressed(club.ala, "Sort", club.panel(club.ala))
    assert "Sorted by suit" in hand.text
    assert "Sorted by rank" in (await pressed(club.ala, "Sort", hand)).text
    await club.ala.slash(club.channel, "rummy resign")
    await club.ala.click("Resign")
    await club.shown("Rematch")
    await club.table("gin")
    assert "Sorted by meld" in (await pressed(club.ala, "Sort", club.panel(club.ala))).text
    assert "Sorted by suit" in (await pressed(club.bob, "Sort", club.panel(club.bob))).text


async def test_an_undelivered_direct_message_is_reported_once(club: Club) -> None:
    await club.table("gin")
    people = bot_of(club).stores.people
    await people.save(replace(await people.get(club.bob.id), failure_shown=False))
    line = "I couldn't send you a direct message"
    assert line in (await pressed(club.bob, "My hand", club.newest())).text
    assert line not in (await pressed(club.bob, "My hand", club.newest())).text
    assert line not in (await pressed(club.ala, "My hand", club.newest())).text


async def test_rarely_used_actions_are_behind_more(club: Club) -> None:
    await club.table("gin")
    more = await pressed(club.ala, "More", club.newest())
    before = club.newest()
    await pressed(club.ala, "Repost table", more)
    await club.settled()
    assert club.newest().id != before.id
    more = await pressed(club.ala, "More", club.newest())
    asked = await pressed(club.ala, "Resign", more)
    assert "Resign?" in asked.text
    hand = await pressed(club.ala, "Keep playing", asked)
    assert "You're still in the game." in hand.text
    assert hand.pictures
    assert (await table_of(club)).row.status is Status.PLAYING
    assert "Resign" not in (await pressed(club.eve, "More", club.newest())).labels


async def test_a_player_who_leaves_a_larger_table_becomes_a_spectator(club: Club) -> None:
    await club.table("german", players=3)
    asked = said(await club.cyd.slash(club.channel, "rummy resign"))
    assert "A computer finishes it for you" in asked.text
    seen = await pressed(club.cyd, "Leave the game", asked)
    assert "You left the game" in seen.text
    assert "Look again" in seen.labels
    await club.standin.until(lambda: "③ Cyd left the game." in club.newest().text)
    assert "Your " not in (await pressed(club.cyd, "My hand", club.newest())).text
    person_to_draw = re.compile(r"\*\*(Ala|Bob): draw")  # no computer moves meanwhile
    await club.standin.until(lambda: person_to_draw.search(club.newest().text) is not None)
    refused = said(await club.cyd.click("Draw", message=club.newest()))
    assert sentence(TableReason.LEFT) in refused.text
    again = said(await club.cyd.slash(club.channel, "rummy resign"))
    assert sentence(TableReason.LEFT) in again.text
    assert "Leave the game" not in again.labels


async def test_play_on_after_the_game_shows_the_result(club: Club) -> None:
    await club.table("gin")
    asked = said(await club.ala.slash(club.channel, "rummy resign"))
    await club.eve.slash(club.channel, "rummy-admin close")
    seen = await pressed(club.ala, "Keep playing", asked)
    assert "You're still in the game" not in seen.text
    assert "Closed without a result" in seen.text


async def test_a_nudge_works_once_per_turn_and_is_confirmed(club: Club) -> None:
    await club.table("gin", pace="slow")
    turn, waits = club.to_move(), club.waiting()

    async def nudged(person: Person) -> SeenMessage:
        more = await pressed(person, "More", club.newest())
        return await pressed(person, next(label for label in more.labels if label.startswith("Nudge")), more)

    assert "Their turn started less than an hour ago" in (await nudged(waits)).text
    assert "It's your own turn" in (await nudged(turn)).text
    club.standin.advance(2 * 3600)
    assert "Nudge sent" in (await nudged(waits)).text
    more = await pressed(waits, "More", club.newest())
    assert not [label for label in more.labels if label.startswith("Nudge")]


async def test_a_panel_is_updated_when_its_owner_is_away(club: Club) -> None:
    await club.table("gin", pace="live")
    first, other = club.to_move(), club.waiting()

    async def until_table_says(words: str) -> None:
        for _ in range(OFTEN):
            club.standin.advance(TURN)
            await club.settled()
            if words in club.newest().text:
                return
        raise AssertionError(club.newest().text)

    def hand(person: Person) -> str:
        return [message.text for message in person.sees() if message.ephemeral][-1]

    await until_table_says("Time ran out for ")
    assert "Your time was up" in hand(first)
    assert "Your time was up" not in hand(other)
    await until_table_says(f"{first.name} is away. A computer plays for them.")
    assert "You're away, so a computer plays for you" in hand(first)
    assert "You're away" not in hand(other)
    await until_table_says("Everyone is away")
    for person in (first, other):
        assert "Everyone is away, so the game is paused" in hand(person)
    back = await pressed(first, "I'm back", await pressed(first, "My hand", club.newest()))
    assert "Your seat is yours again." in back.text


async def test_ready_is_clicked_once_and_shown_publicly(club: Club) -> None:
    await club.table("gin", pace="live")
    table = await table_of(club)
    while table.view(None).phase is not Phase.DEAL:
        await played(club)
        view = table.view(table.view(None).turn)
        assert view.seat is not None
        card = next(move.card for move in view.moves if move.verb is Verb.KNOCK)
        user = table.row.seats[view.seat].user
        await play_requests.move(table, user, Verb.KNOCK, card, stamp=table.stamp(view.seat), interaction=next(ids))
    await pressed(club.ala, "My hand", club.newest())
    await club.shown("Ready")
    forged = said(await club.ala.forge(club.newest(), f"r1:{table.row.id}:next:{table.stamp(0)}"))
    assert "That button no longer works" in forged.text
    assert "My hand" not in club.newest().labels
    seen = await pressed(club.ala, "Ready", club.newest())
    assert "Ready: ① Ala" in seen.text
    assert "Ready" not in seen.labels
    await club.standin.until(lambda: "Ready: ① Ala" in club.newest().text)
    await club.bob.click("Ready", message=club.newest())
    await club.shown("My hand")
    assert "deal 2" in str(club.newest().pictures[0].alt)
