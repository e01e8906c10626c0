"""The time of a fixture: who may suggest and accept what, and who is told when."""

from dataclasses import replace

import pytest

from bot.ratings.ports import RequestRefused
from bot.tournaments.meetings import LEAD, accepted, suggested, to_tell, told
from bot.tournaments.tournament import drawn, find, joined
from bot.tournaments.values import HOUR, Fixture, Tournament, TournamentFormat, TournamentReason

ALA, BOB, EVE = 1, 2, 9
NOW = 1_800_000_000_000
AT = NOW + 20 * HOUR


@pytest.fixture
def tournament() -> Tournament:
    """A tournament of two players whose only fixture can be played for two days."""
    waiting = joined(joined(Tournament(TournamentFormat.SINGLE, 48), ALA), BOB)
    started = drawn(waiting, bytes(32), NOW)
    return replace(started, fixtures=tuple(replace(one, id=7) for one in started.fixtures))


def only(tournament: Tournament) -> Fixture:
    return find(tournament, 7)


def reason(tournament: Tournament, user: int, at: int, now: int = NOW) -> TournamentReason:
    """Return why a suggestion is refused."""
    with pytest.raises(RequestRefused) as refused:
        suggested(tournament, 7, user, at, now)
    found = refused.value.reason
    assert isinstance(found, TournamentReason)
    return found


def test_a_time_lies_between_now_and_the_deadline_and_only_the_pair_suggests_one(tournament: Tournament) -> None:
    assert reason(tournament, EVE, AT) is TournamentReason.NOT_YOURS
    assert reason(tournament, ALA, NOW) is TournamentReason.MEETING_TIME
    assert reason(tournament, ALA, NOW + 48 * HOUR) is TournamentReason.MEETING_TIME
    running = replace(tournament, fixtures=(replace(only(tournament), playing=True),))
    assert reason(running, ALA, AT) is TournamentReason.MEETING_PLAYING


def test_a_suggestion_is_told_once_until_it_is_answered(tournament: Tournament) -> None:
    asked = suggested(tournament, 7, ALA, AT, NOW)
    assert to_tell(only(asked), NOW) == (BOB,)
    asked = told(asked, 7, BOB, AT)
    assert to_tell(only(asked), NOW) == ()
    changed = suggested(asked, 7, ALA, AT + HOUR, NOW)
    assert to_tell(only(changed), NOW) == ()
    assert told(changed, 7, ALA, AT, done=False) == changed  # about the earlier time
    answered = suggested(changed, 7, BOB, AT - HOUR, NOW)
    assert to_tell(only(answered), NOW) == (ALA,)
    assert to_tell(only(answered), AT) == ()  # too late


def test_both_are_reminded_before_the_agreed_time_and_a_changed_suggestion_cannot_be_accepted(
    tournament: Tournament,
) -> None:
    asked = suggested(tournament, 7, ALA, AT, NOW)
    with pytest.raises(RequestRefused):
        accepted(asked, 7, BOB, AT + 1, NOW)
    assert accepted(asked, 7, ALA, AT, NOW) == asked
    agreed = accepted(asked, 7, BOB, AT, NOW)
    assert only(agreed).is_agreed
    assert to_tell(only(agreed), AT - LEAD - 1) == ()
    assert set(to_tell(only(agreed), AT - LEAD)) == {ALA, BOB}
    assert to_tell(only(told(agreed, 7, ALA, AT)), AT - LEAD) == (BOB,)
    late = accepted(asked, 7, BOB, AT, AT - LEAD // 2)
    assert to_tell(only(late), AT - LEAD // 2) == (ALA,)  # she doesn't know yet that he accepted
