"""The playground without its page: the bot's process, faults, the wire, guests, and scripts."""

from pathlib import Path

import pytest

from bot.fairness.stand_in import RequestedRounds
from bot.playground import AnswerKind, CommandError, Permission, Person
from bot.playground.interactions import FIRST_ANSWER
from bot.playground.page import PageStep
from bot.playground.page.screen import members
from bot.program.cli.local_bot import Numbers, _token
from bot.program.cli.playground.control import Control
from bot.program.cli.playground.faults import BUTTONS, UnknownFaultError
from bot.program.cli.playground.scripts import VERSION, GuestGame, Recording, Script, ScriptError, differences, screens
from bot.program.cli.playground.session import Playground
from bot.program.conditions import SteadyClock
from bot.rummy.families import Variant
from bot.text.catalogs import MADE_UP
from tests.amounts import STARTED
from tests.cli.playground.opened import newest, online, opened, titles

pytestmark = pytest.mark.slow


async def test_a_killed_bot_starts_again_and_the_game_goes_on_under_faults() -> None:
    async with opened() as playground:
        playground.start(quick=True)
        await online(playground)
        ala, kuba, *_ = playground.people
        channel, standin = playground.channel, playground.standin
        playground.faults.press("beacon", "down")
        await ala.slash(channel, "rummy new", variant="gin", opponent=kuba)
        await kuba.click("Join")
        await standin.until(lambda: "The public beacon is down" in newest(playground, ala, "Gin with Ala").text)
        playground.faults.press("beacon", "down")
        await standin.until(lambda: "🔒 Fair shuffle" in newest(playground, ala, "Gin with Ala").text)
        playground.faults.press("beacon", "forged")
        await ala.click("Start")
        await standin.until(lambda: newest(playground, ala, "Shuffling..."))
        playground.faults.press("beacon", "forged")
        await playground.idle()
        assert newest(playground, ala, "🔒 Shuffle ").text.startswith("-# 🔒 Shuffle ")
        await ala.click("My hand")
        await kuba.click("My hand")
        await playground.idle()

        before, first = standin.identified, playground.bot.pid
        assert "SIGKILL" in playground.faults.press("kill")
        await standin.until(lambda: standin.identified > before and playground.online, seconds=STARTED)
        assert playground.bot.pid != first
        assert titles(playground, "note")[-1] == "The bot was killed. It starts again on the same database."
        await playground.idle()
        hands = [(one, await one.click("My hand")) for one in (ala, kuba)]
        player = next(one for one, hand in hands if hand.text.startswith("**Your turn"))
        assert "The bot identifies." in titles(playground, "gateway")

        playground.faults.press("pictures")
        await playground.idle()
        answer = await player.click("More", message=newest(playground, player, "Your turn"))
        assert answer.kind is not AnswerKind.FAILED
        await player.click("My hand")
        await playground.idle()
        assert not newest(playground, player, "Your turn").pictures
        assert 413 in {entry.get("status") for entry in playground.wire.since(0)}

        assert playground.faults.press("expire")[-2] >= "1"
        playground.faults.press("permission", "send server")
        assert not playground.guild.state.bot_permissions & Permission.SEND_MESSAGES
        assert not channel.bot_permissions & Permission.SEND_MESSAGES
        assert "GUILD_ROLE_UPDATE" in titles(playground, "event")
        playground.faults.mend()
        assert channel.bot_permissions & playground.guild.state.bot_permissions & Permission.SEND_MESSAGES
        assert [one["active"] for one in playground.faults.on_page()] == [None] * len(BUTTONS)
        resumed = standin.resumed
        playground.faults.press("gateway", "resume")
        await standin.until(lambda: standin.resumed > resumed)
        await player.click("My hand")
        await playground.idle()
        assert newest(playground, player, "Your turn").pictures


async def fails(playground: Playground, person: Person, tries: int = 20) -> bool:
    """Return whether an answer comes too late. Time in which the machine stalls isn't counted, so some come in time."""
    for _ in range(tries):
        if (await person.slash(playground.channel, "rummy help")).failed:
            return True
    return False


async def test_people_see_the_pseudo_language_late_answers_fail_and_a_dead_parent_takes_the_bot_with_it() -> None:
    async with opened(first_answer=FIRST_ANSWER) as playground:
        playground.start(quick=True)
        await online(playground)
        ala = playground.people[0]
        ala.user.locale = MADE_UP
        answer = await ala.slash(playground.channel, "rummy help")
        assert "«" in answer.text
        playground.faults.press("delay", "late")
        assert await fails(playground, ala)
        with pytest.raises(UnknownFaultError):
            playground.faults.press("delay", "by a week")
        process = playground.bot._process
        assert process is not None
        assert process.stdin is not None
        process.stdin.close()  # as the end of the parent does
        assert await process.wait() == 0


async def test_ala_owns_the_server_and_messages_are_in_the_language_of_discord_or_in_a_chosen_one() -> None:
    async with opened() as playground:
        playground.start(quick=True)
        await online(playground)
        ala, kuba, *_ = playground.people
        channel = playground.channel
        assert "Setup of this server" in (await ala.slash(channel, "rummy-admin setup")).text
        languages = dict(await ala.autocomplete(channel, "rummy-admin language", "language", ""))
        assert languages["Made-up English"] == MADE_UP
        assert not any("United Kingdom" in name for name in languages)
        lounge = next(one for one in playground.guild.state.channels.values() if one.name == "lounge")
        assert not (await ala.slash(channel, "rummy-admin lounge", channel=lounge)).failed
        await playground.idle()
        assert any("New table" in message.labels for message in kuba.sees(lounge))
        assert "Season" in (await ala.slash(channel, "rummy-admin season start")).text
        assert not (await ala.slash(channel, "rummy-admin tournament open", name="Cup")).failed
        with pytest.raises(CommandError):
            await kuba.slash(channel, "rummy-admin setup")
        assert playground.people[0].name in {user.name for user in members(playground.guild.state)}
        control = Control(playground)
        state = control._state()
        assert [one["name"] for one in state["people"] if one["owner"]] == ["Ala"]  # type: ignore[attr-defined]

        def language(person: Person) -> str | None:
            return control.language_of(next(person.newest(channel)))

        await kuba.slash(channel, "rummy new", variant="gin")
        table = next(kuba.newest(channel))
        assert (table.owner, control.language_of(table)) == (None, "en")
        kuba.user.locale = "pl"
        await kuba.slash(channel, "rummy help")
        assert language(kuba) == "pl"
        kuba.user.locale = "en-US"
        assert language(kuba) == "pl", "the bot doesn't know it yet"
        await kuba.slash(channel, "me language", language="de")
        assert language(kuba) == "de"
        kuba.say(channel, "hello")
        assert language(kuba) is None
        await ala.slash(channel, "rummy-admin language", language="pt-BR")
        assert control.language_of(table) == "pt-BR"


@pytest.mark.soak
async def test_a_bot_with_a_seed_that_was_killed_does_not_deal_the_same_cards_again() -> None:
    async with opened(2, seed=7) as playground:
        playground.start(quick=True)
        await online(playground)
        ala, kuba, *_ = playground.people
        hands = []
        for channel in list(playground.guild.state.channels.values())[:2]:
            await playground.idle()
            await ala.slash(channel, "rummy new", variant="gin", opponent=kuba)
            await kuba.click("Join", channel=channel)
            await ala.click("Start", channel=channel)
            await playground.idle()
            answer = await ala.click("My hand", channel=channel)
            assert answer.message is not None
            hands.append(answer.message.pictures[-1].alt)
            if len(hands) == 1:
                playground.faults.press("kill")
                await playground.standin.until(lambda: playground.standin.identified == 2, seconds=STARTED)
    assert len(set(hands)) == 2


def test_rounds_of_the_beacon_go_on_after_a_restart(tmp_path: Path) -> None:
    file = tmp_path / "rounds"
    chains = [RequestedRounds(SteadyClock(), numbers=Numbers(file)).chain for _ in range(3)]
    assert [chain.first_due(0) for chain in (chains[0], chains[0], chains[1], chains[2])] == [1, 2, 3, 4]


def test_the_first_table_has_the_tokens_that_every_table_had_in_scripts_of_version_1(tmp_path: Path) -> None:
    before = [_token(7, None) for _ in range(4)]
    assert len(set(before)) == 1
    file = tmp_path / "tokens"
    now = [_token(7, Numbers(file)) for _ in range(4)]  # as after restarts
    assert now[:2] == before[:2]
    assert len(set(now)) == 3


async def acting(control: Control, person: Person, label: str) -> None:
    """Click as a person does in a pane, which is recorded."""
    playground = control.playground
    await person.click(label)
    control.acted(PageStep(person.name, "click", {"label": label, "back": 0, "place": "rummy"}))
    await playground.idle()


async def test_guests_and_recorded_people_repeated_show_the_same_screens(tmp_path: Path) -> None:
    path = tmp_path / "script.jsonl"
    async with opened() as playground:
        recording = Recording(path, playground)
        control = Control(playground, recording=recording)
        await control.stepper.start(GuestGame(5, Variant.GIN, 2), 12)
        recording.begin()
        await control.stepper.wait()
        assert (control.stepper.step, control.stepper.problem) == (12, "")
        for label in ("My hand", "More"):
            await acting(control, playground.people[0], label)
        await recording.end()
        script, before = Script.read(path), screens(playground)
        assert [step.action for step in script.steps] == ["guests", "click", "click"]
        assert (script.version, script.seed, script.people, script.screens) == (VERSION, 5, 3, before)

        await control.stepper.open(script, 13)
        await control.stepper.wait()
        assert screens(playground) != before
        control.stepper.click()
        await control.stepper.wait()
        assert (control.stepper.problem, control.stepper.step, control.stepper.over) == ("", 14, True)
        assert screens(playground) == before
        await playground.people[0].click("My hand")
        await playground.idle()
        assert differences(script, playground)


@pytest.mark.soak
@pytest.mark.parametrize("variant", [Variant.GIN, Variant.GERMAN])
async def test_guests_in_several_languages_play_to_the_end(variant: Variant) -> None:
    """A guest reads a card to take from its button, which has the letters of the server."""
    async with opened() as playground:
        for person, locale in zip(playground.people, ("pl", "de", "pt-BR"), strict=False):
            person.user.locale = locale
        control = Control(playground)
        await control.stepper.start(GuestGame(5, variant, 2), 20_000)
        await control.stepper.wait()
        assert (control.stepper.problem, control.stepper.over) == ("", True)


def test_a_file_that_is_no_script_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "no.jsonl"
    path.write_text('{"remik playground script": 9, "seed": 1, "people": 2}\n', encoding="utf-8")
    with pytest.raises(ScriptError, match="version 9"):
        Script.read(path)
    path.write_text("hello\n", encoding="utf-8")
    with pytest.raises(ScriptError, match="isn't a script"):
        Script.read(path)
