"""Simultaneous, repeated, late and forged clicks, and clicks by strangers."""

from bot.rummy.cards import PACK
from tests.debug_log import debug_log
from tests.end_to_end.club import TEXTS, Club


async def test_two_simultaneous_clicks_by_one_player_draw_one_card(playing: Club) -> None:
    await playing.play(1, playing.drawing)
    player, before = playing.to_move(), len(playing.log())
    clicks = [await player.click("Draw", message=playing.public("Draw"), wait=False) for _ in range(2)]
    for click in clicks:
        await click
        assert not click.failed
    drawn = playing.log()[before:]
    assert [line[3] for line in drawn] == ["draw"]
    assert len(playing.panel(player).buttons) > 0


async def test_simultaneous_clicks_by_both_players_are_both_answered_and_one_moves(playing: Club) -> None:
    await playing.play(1, playing.drawing)
    player, other, before = playing.to_move(), playing.waiting(), len(playing.log())
    table = playing.public("Draw")
    first = await player.click("Draw", message=table, wait=False)
    second = await other.click("Draw", message=table, wait=False)
    await first
    await second
    assert not first.failed
    assert not second.failed
    assert len(playing.log()) == before + 1
    assert "out of date" in second.text


async def test_a_repeated_interaction_moves_once(playing: Club) -> None:
    await playing.play(1, playing.drawing)
    before = len(playing.log())
    answer = await playing.to_move().click("Draw")
    playing.standin.deliver_again(answer.interaction)
    await playing.settled()
    assert len(playing.log()) == before + 1
    await playing.play(2, lambda: len(playing.log()) >= before + 4)


async def test_a_stranger_gets_a_private_answer_and_changes_nothing(playing: Club) -> None:
    before = playing.log()
    with debug_log() as log:
        for label in ("Take", "Pass", "My hand"):
            answer = await playing.eve.click(label)
            assert not answer.failed
            assert answer.message is not None
            assert answer.message.ephemeral
            assert not [button for button in answer.message.buttons if button.label.endswith(("♣", "♠", "♥", "♦"))]
        await playing.settled()
    assert playing.log() == before
    taken, passed, *_ = log.lines("click")
    assert [click["action"] for click in (taken, passed)] == ["take", "pass"]
    for click in (taken, passed):
        assert (click["seat"], click["outcome"], click["why"]) == (None, "refused", ["C-1 NOT_SEATED"])


async def test_forged_ids_are_answered_and_change_nothing(playing: Club) -> None:
    before, table = playing.log(), playing.public("My hand")
    assert table is not None
    forged = ["", "r1", "r1:1:draw:0:", "r1:999:draw:0", "r1:1:discard:0:XX", "r1:1:discard:0:7H", "r1:1:start:0",
              "r1:-1:draw:0", "r1:1:draw:99", "r1:1:explode:0", "r1:1:knock:0:AS", "x" * 100, "r1:1:rematch:0",
              "r1:1:join:0", "r1:1:cancel:0", "r1:1:next:0", "r1:1:option:0"]  # fmt: skip
    for custom_id in forged:
        answer = await playing.eve.forge(table, custom_id)
        assert not answer.failed, custom_id
        assert answer.message is None or answer.message.ephemeral, custom_id
        assert playing.log() == before, custom_id
    await playing.play(2, lambda: len(playing.log()) >= len(before) + 4)


async def test_an_old_panel_plays_no_card_and_shows_the_current_hand(playing: Club) -> None:
    await playing.play(1, playing.drawing)
    player = playing.to_move()
    await player.click("Draw")
    old = playing.panel(player)
    cards = [button for button in old.buttons if not button.disabled and button.style == "primary"]
    await player.click(cards[0].label, message=old)
    before = playing.log()
    answer = await player.forge(old, cards[-1].custom_id)
    assert not answer.failed
    assert answer.message is not None
    assert playing.log() == before


async def test_an_expired_panel_is_not_edited_and_the_next_click_opens_a_new_one(playing: Club) -> None:
    await playing.play(1, playing.drawing)
    player, other = playing.to_move(), playing.waiting()
    old = playing.panel(other)
    await playing.settled()
    playing.standin.advance(16 * 60)
    drawn = await player.click("Draw")
    cards = [b for b in playing.panel(player).buttons if not b.disabled and b.style in {"success", "primary"}]
    assert drawn.message is not None
    await player.click(cards[0].label, message=drawn.message)
    await playing.shown("Draw")
    answer = await other.click("Draw", message=playing.public("Draw"))
    assert not answer.failed
    assert answer.message is not None
    assert answer.message.id != old.id
    refused = [request for request in playing.standin.requests if request.status in {401, 404}]
    assert not refused, "an expired token was used"


async def test_commands_in_a_channel_without_a_table_tell_players_what_to_do(club: Club) -> None:
    async with club.running():
        for command in ("rummy hand", "rummy table", "rummy record", "rummy verify", "rummy resign"):
            answer = await club.ala.slash(club.channel, command)
            assert not answer.failed
            assert answer.message is not None
            assert answer.message.ephemeral
            assert "/rummy new" in answer.text


async def test_C_1_a_second_table_in_a_channel_is_refused(playing: Club) -> None:
    answer = await playing.eve.slash(playing.channel, "rummy new", variant="gin")
    assert "already has a table" in answer.notice
    elsewhere = playing.guild.add_channel("second")
    answer = await playing.eve.slash(elsewhere, "rummy new", variant="gin")
    assert answer.message is not None
    assert "Join" in answer.message.labels


async def test_G_10_the_card_just_taken_has_no_button(playing: Club) -> None:
    await playing.play(5, lambda: playing.log()[-1:] != [] and playing.log()[-1][3] == "take")
    player = playing.to_move()
    panel = playing.panel(player)
    cards = [button.label for button in panel.buttons if ":discard:" in button.custom_id]
    assert len(cards) == 10
    assert not any(button.disabled for button in panel.buttons)
    taken = next(card for card in PACK if f"took {TEXTS.card_words(card)}" in str(panel.pictures[0].alt))
    assert TEXTS.card(taken) not in cards
