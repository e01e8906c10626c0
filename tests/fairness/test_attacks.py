"""Attacks of an operator who knows the secrets and wants good cards for a friend, and what the grades say about them.

Each of them gave the friend a far better hand while records claimed that nobody had chosen the cards.
"""

import asyncio
from collections.abc import Callable, Iterable
from dataclasses import replace
from random import Random

from bot.fairness.beacon import PublicBeacon
from bot.fairness.grades import Doubt, Grade, Proof, grade_of
from bot.fairness.stand_in import StandInBeacon
from bot.play.service.new_tables import TableOrigin, new_table
from bot.play.state.game import begin
from bot.play.state.lobby import joined, started, with_computer, with_cut, with_options
from bot.play.state.records import record_of
from bot.play.state.shuffles import promise_of, salts_from, with_start
from bot.play.state.values import Pace, Player, Status, TableRow, TableSettings
from bot.players.levels import Level
from bot.rummy.families import Variant
from bot.rummy.gin.arrange import deadwood
from bot.rummy.gin.state import GinState
from bot.rummy.options import options_for
from bot.rummy.records.checking import verify
from bot.rummy.records.sealed import StartCounts

FRIEND, VICTIM = 101, 202
GIN = options_for(Variant.GIN)
TRIES = 400
"""Enough for hands that differ by more than sixty points."""
CHOSEN = 45
"""Points of deadwood by which a hand is better only if it was chosen."""


def opened(secret: bytes = bytes(32)) -> TableRow:
    """Open a table as the operator's friend."""
    return new_table(
        guild=1,
        channel=2,
        host=FRIEND,
        name="Friend",
        options=GIN,
        pace=Pace.NONE,
        limits=None,
        settings=TableSettings(),
        invited=(),
        origin=TableOrigin(0, secret, salts_from(bytes(32))),
    )


def dealt(row: TableRow) -> TableRow:
    """Start the game."""
    return with_start(started(row, FRIEND), 1, StartCounts(0, 0))


def advantage(row: TableRow) -> int:
    """Return how much less deadwood the friend is dealt than the victim."""
    state = begin(row).state
    assert isinstance(state, GinState)
    return deadwood(state.hands[1]) - deadwood(state.hands[0])


def proof_of(row: TableRow) -> Proof:
    """Return what the record of a game proves, after checking all of it."""
    return grade_of(verify(record_of(row, replace(begin(row), closed=True))).fairness)


def best(tables: Iterable[TableRow]) -> TableRow:
    return max(tables, key=advantage)


def secrets() -> Iterable[bytes]:
    return (Random(number).randbytes(32) for number in range(TRIES))


def test_attack_A_of_the_host_against_a_computer_is_graded_as_not_proven() -> None:
    """Nobody else mixes anything in, so the operator tries secrets until the host's cards are good."""
    chosen = best(dealt(with_computer(opened(secret), FRIEND, Level.HARD)) for secret in secrets())
    assert advantage(chosen) > CHOSEN
    assert proof_of(chosen) == Proof(Grade.NOT_PROVEN, doubt=Doubt.NO_CUTS)


def test_attack_B_without_typed_cuts_is_graded_as_not_proven() -> None:
    """The victim joins and types nothing. No cut is made in their name, as it would prove nothing."""
    chosen = best(dealt(joined(opened(secret), VICTIM, "Victim")) for secret in secrets())
    assert advantage(chosen) > CHOSEN
    assert proof_of(chosen) == Proof(Grade.NOT_PROVEN, doubt=Doubt.NO_CUTS)
    written = record_of(chosen, begin(chosen))["fairness"]
    assert isinstance(written, dict)
    assert written["cuts"] == []


def cut_by_victim() -> TableRow:
    return with_cut(joined(opened(), VICTIM, "Victim"), VICTIM, "a text that nobody knows")


def test_attack_C_of_a_friend_who_cuts_last_is_proven_for_the_friend_only() -> None:
    """The friend knows the secret and tries cuts. The lobby and the record name the player who cut last."""
    lobbies = (with_cut(cut_by_victim(), FRIEND, f"cut {number}") for number in range(TRIES))
    chosen = best(map(dealt, lobbies))
    assert advantage(chosen) > CHOSEN
    assert proof_of(chosen) == Proof(Grade.LAST_CUT, 0)
    assert promise_of(replace(chosen, starts=(), status=Status.LOBBY), None).proof == Proof(Grade.LAST_CUT, 0)
    again = with_cut(replace(chosen, starts=(), status=Status.LOBBY), VICTIM, "another text")
    assert proof_of(dealt(again)) == Proof(Grade.LAST_CUT, 1)


def test_attack_C_by_changing_the_rules_after_the_last_cut_lowers_the_grade() -> None:
    """Rules go into the shuffles, so a host who knows the secret can choose rules instead of cuts."""
    changes: Callable[[int], TableRow] = lambda target: with_options(  # noqa: E731 - a short name for a long call
        cut_by_victim(), FRIEND, options_for(Variant.GIN, {"target": target})
    )
    chosen = best(dealt(changes(target)) for target in range(50, 50 + TRIES))
    assert advantage(chosen) > CHOSEN
    assert proof_of(chosen) == Proof(Grade.UNLESS_OPERATOR)
    assert proof_of(dealt(cut_by_victim())) == Proof(Grade.LAST_CUT, 1)


def test_rules_that_dont_apply_are_no_choice() -> None:
    """The lobby doesn't show the target of a game of one deal, so the line leaves it out."""
    rules = [options_for(Variant.GIN, {"deals": 1, "target": target}) for target in (100, 137)]
    lines = [
        dealt(with_cut(with_options(cut_by_victim(), FRIEND, one), VICTIM, "again")).starts[0].line for one in rules
    ]
    assert lines[0] == lines[1]
    assert '"options":{"deals":1}' in lines[0]


def test_a_cut_of_an_earlier_version_that_looks_like_another_proves_nothing() -> None:
    """It was typed before invisible characters were refused, so its game can start, and the lobby says so."""
    row = cut_by_victim()
    row = replace(row, seats=(row.seats[0], replace(row.seats[1], cut="hello\ufe0f")))
    hidden = Proof(Grade.NOT_PROVEN, doubt=Doubt.HIDDEN_CUT)
    assert promise_of(row, None).proof == proof_of(dealt(row)) == hidden
    assert promise_of(with_cut(row, VICTIM, "hello"), None).proof == Proof(Grade.LAST_CUT, 1)


def test_records_of_version_1_prove_nothing_any_more() -> None:
    """There the bot made the cuts of players who typed none, and anyone can write such a record today."""

    def first_version(*cuts: str) -> Proof:
        seats = tuple(Player(user, f"{user}", cut) for user, cut in zip((FRIEND, VICTIM), cuts, strict=True))
        return proof_of(replace(opened(), status=Status.PLAYING, seats=seats))

    for cuts in (("1573935575365320704", "computer"), ("15739355753653", "15739355753654"), ("12", "my cut")):
        assert first_version(*cuts) == Proof(Grade.NOT_PROVEN, doubt=Doubt.FIRST_VERSION)


def test_with_a_beacon_no_attack_can_choose_the_cards() -> None:
    """The operator chooses secrets, cuts and rules for a guess of the randomness, and gets the real one.

    The choice doesn't help: the friend's hands are as good as the victim's on average.
    """
    time = 1_800_000_000_000
    relay = StandInBeacon(lambda: time)
    beacon = PublicBeacon(relay.chain, (relay,), lambda: time, asyncio.sleep, slack=0)
    beacon.is_up = True

    def with_beacon(row: TableRow, signature: bytes) -> TableRow:
        row = with_start(started(row, FRIEND), time, StartCounts(0, 0), beacon)
        assert row.is_starting, "the line is stored before the round is due, so nothing can change any more"
        (start,) = row.starts
        return replace(row, status=Status.PLAYING, starts=(replace(start, message=1, signature=signature),))

    gains = []
    for attack in range(20):
        tries = [with_cut(cut_by_victim(), FRIEND, f"{attack} {number}") for number in range(30)]
        guess = max(tries, key=lambda row: advantage(with_beacon(row, b"a guess")))
        real = with_beacon(guess, relay.sign(beacon.round_for(time + attack * 1000, 0).round))
        gains.append((advantage(with_beacon(guess, b"a guess")), advantage(real)))
    assert min(guessed for guessed, _ in gains) > 15
    assert abs(sum(real for _, real in gains)) / len(gains) < 10
