"""The queue with two lanes is fair: whatever is added when, nothing waits behind more than it should."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from render.queue.lanes import TwoLanes

STEPS = st.lists(st.sampled_from(["urgent", "patient", "pop", "hurry", "discard"]), max_size=80)


@given(STEPS)
def test_each_lane_keeps_its_order_and_every_third_item_can_wait(steps: list[str]) -> None:
    queue: TwoLanes[int] = TwoLanes()
    urgent, patient = list[int](), list[int]()
    passed_over = 0  # urgent items in a row that went ahead of the oldest one that can wait
    for number, step in enumerate(steps):
        match step:
            case "urgent" | "patient":
                queue.add(number, can_wait=step == "patient")
                (patient if step == "patient" else urgent).append(number)
            case "hurry" if patient:
                queue.hurry(patient[-1])
                urgent.append(patient.pop())
            case "discard" if urgent or patient:
                queue.discard((urgent or patient).pop())
            case "pop" if urgent or patient:
                item = queue.pop()
                if item in patient:
                    assert item == patient.pop(0), "the oldest first"
                    assert not urgent or passed_over == 2, "two answers go first"
                    passed_over = 0
                else:
                    assert item == urgent.pop(0), "the oldest first"
                    passed_over = passed_over + 1 if patient else 0
                assert passed_over <= 2, "every third is for those that can wait"
        assert len(queue) == len(urgent) + len(patient)


def test_what_has_left_the_queue_can_be_hurried_and_discarded_and_an_empty_queue_has_no_next_item() -> None:
    queue: TwoLanes[int] = TwoLanes()
    queue.add(1, can_wait=True)
    assert queue.pop() == 1
    queue.hurry(1)
    queue.discard(1)
    with pytest.raises(IndexError):
        queue.pop()
