"""Events of the last turns, and events grouped by turn."""

from bot.rummy.events import Event, EventKind, added_events, by_turn, last_turns

DREW, DISCARDED, CLAIMED = EventKind.DREW, EventKind.DISCARDED, EventKind.CLAIMED


def turn(seat: int) -> list[Event]:
    return [Event(DREW, seat), Event(DISCARDED, seat, seat)]


def test_the_last_turns_reach_back_to_the_own_last_turn_of_every_seat() -> None:
    played = [event for seat in (0, 1, 2, 0, 1, 2) for event in turn(seat)]
    assert [event.seat for event in last_turns(played, 3)] == [2, 2, 0, 0, 1, 1, 2, 2]
    begun = [*played, Event(DREW, 0)]
    assert [event.seat for event in last_turns(begun, 3)] == [0, 0, 1, 1, 2, 2, 0]
    assert last_turns(turn(0), 3) == tuple(turn(0))


def test_H_8_a_claim_is_a_group_by_itself_and_no_turn() -> None:
    claim = Event(CLAIMED, 2, 7)
    played = [*turn(0), *turn(1), claim, *turn(2)]
    assert by_turn(played) == (tuple(turn(0)), tuple(turn(1)), (claim,), tuple(turn(2)))
    assert last_turns(played, 2) == tuple(played)
    assert last_turns([*turn(2), *played], 2) == tuple(played)


def test_added_events_are_found_among_equal_ones() -> None:
    first, second = turn(0), turn(1)
    assert added_events((*first, *second), (*first, *second, Event(DREW, 0))) == (Event(DREW, 0),)
    assert added_events((*first, *second), (*second, *first)) == tuple(first)
    assert added_events(turn(0), (*turn(0), Event(DISCARDED, 0, 0))) == (Event(DISCARDED, 0, 0),)
    assert added_events((), tuple(first)) == tuple(first)
