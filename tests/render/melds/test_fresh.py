"""What is new on the table, and the last turn as a sentence."""

from itertools import product
from typing import Any

import pytest

from bot.rummy.cards import Card, parse_card
from bot.rummy.events import Event, EventKind
from bot.rummy.families import Variant
from bot.rummy.melds.state import MeldsState
from bot.rummy.melds.views import MeldsView, view_for
from bot.rummy.moves import RunEnd
from render.drawing.lines import Chip, Part, Words
from render.melds.blocks import Fresh, fresh
from render.melds.last_turn import last_turn, last_turn_lines
from render.melds.pile import drew_from
from tests.cards import cards
from tests.render.melds.views import FOUR, lying, played, spectated
from tests.render.views import TEXTS


def card(text: str) -> Card:
    return parse_card(text)


def event(kind: EventKind, seat: int, text: str | None = None, **more: Any) -> Event:  # noqa: ANN401 - any field
    return Event(kind, seat, None if text is None else card(text), **more)


def told(*events: Event, melds: str = "7S 8S 9S / QC QH QD", turn: int | None = 0) -> MeldsView:
    return spectated(melds=lying(melds), recent=events, turn=turn)


def words(line: tuple[Part, ...]) -> str:
    return "".join(
        part.words if isinstance(part, Words) else f"[{TEXTS.card(part.card)}]" if isinstance(part, Chip) else "*"
        for part in line
    )


def said(*events: Event) -> list[str]:
    return [words(line) for line in last_turn_lines(told(*events), FOUR, TEXTS)]


def test_a_new_meld_is_its_players_until_their_next_turn() -> None:
    laid = event(EventKind.MELDED, 2, cards=cards("QC QH QD"), meld=1)
    assert fresh(told(laid)) == (Fresh(None, (None,) * 3), Fresh(2, (None,) * 3))
    assert fresh(told(laid, turn=2)) == (Fresh(None, (None,) * 3),) * 2


def test_cards_laid_off_at_either_end_are_their_players() -> None:
    high = event(EventKind.LAID_OFF, 1, "9S", meld=0, end=RunEnd.HIGH)
    low = event(EventKind.LAID_OFF, 2, "7S", meld=0, end=RunEnd.LOW)
    melds = "7S 8S 9S TS"
    higher = event(EventKind.LAID_OFF, 3, "TS", meld=0, end=RunEnd.HIGH)
    assert fresh(told(high, low, higher, melds=melds)) == (Fresh(None, (2, None, 1, 3)),)


def test_a_joker_laid_off_is_found_by_the_end_it_was_laid_at() -> None:
    melds = "XX 6S 7S XX"
    for end, owners in ((RunEnd.LOW, (1, None, None, None)), (RunEnd.HIGH, (None, None, None, 1))):
        (found,) = fresh(told(event(EventKind.LAID_OFF, 1, "XX", meld=0, end=end), melds=melds))
        assert found == Fresh(None, owners)


def test_a_card_swapped_for_a_joker_is_its_players() -> None:
    assert fresh(told(event(EventKind.SWAPPED, 3, "8S", meld=0)))[0] == Fresh(None, (None, 3, None))


def test_a_card_that_another_player_added_to_a_new_meld_is_that_players() -> None:
    laid = event(EventKind.MELDED, 1, cards=cards("7S 8S 9S"), meld=0)
    own, other = (event(EventKind.LAID_OFF, seat, "TS", meld=0, end=RunEnd.HIGH) for seat in (1, 2))
    assert fresh(told(laid, own, melds="7S 8S 9S TS")) == (Fresh(1, (None,) * 4),)
    assert fresh(told(laid, other, melds="7S 8S 9S TS")) == (Fresh(1, (None, None, None, 2)),)


@pytest.mark.each_value
@pytest.mark.parametrize(
    ("variant", "seats"), [*product((Variant.BASIC, Variant.GERMAN), (2, 3, 4)), (Variant.REMI51, 6)]
)
def test_C_4_what_is_new_in_real_games_is_what_was_laid_in_each_players_last_turn(variant: Variant, seats: int) -> None:
    staged: dict[int, MeldsState] = {}
    before, laying = None, 0
    for state in played(variant, seats, 4):
        if before is None or before.deal != state.deal:
            staged = {}
        elif before.turn is not None and state.turn is not None and before.turn != state.turn:
            staged[before.turn] = before
            view = view_for(state, None)
            seen = fresh(view)
            for seat, then in staged.items():
                for number, places in enumerate(() if then.lays is None else then.lays.staged):
                    for place in places if seat != state.turn else ():
                        laid = then.melds[number].cards[place]
                        owners = {
                            seen[number].meld if owner is None else owner
                            for owner, other in zip(seen[number].cards, view.melds[number].cards, strict=True)
                            if other == laid
                        }
                        assert seat in owners or laid not in view.melds[number].cards
                        laying += 1
            marked = {owner for one in seen for owner in (one.meld, *one.cards) if owner is not None}
            assert state.turn not in marked
        before = state
    assert laying


def test_the_last_turn_is_told_with_its_cards() -> None:
    drew, took = event(EventKind.DREW, 1), event(EventKind.TOOK, 1, "4D")
    meld = event(EventKind.MELDED, 1, cards=cards("7S 8S 9S"), meld=0)
    off = event(EventKind.LAID_OFF, 1, "TH", meld=1)
    swap = event(EventKind.SWAPPED, 1, "9C", meld=0)
    out = event(EventKind.DISCARDED, 1, "2S")
    assert said(drew, out)[0] == "Kuba drew and discarded [2♠]"
    assert said(took, meld, out)[0] == "Kuba took [4♦], laid 1 meld, discarded [2♠]"
    assert said(drew, meld, meld, off, out) == [
        "Kuba drew, laid 2 melds, laid off [10♥], discarded [2♠]",
        "Kuba drew, laid 2 melds, laid off 1 card, discarded [2♠]",
        "Kuba laid 2 melds, laid off 1 card, discarded [2♠]",
        "Kuba discarded [2♠]",
    ]
    assert said(drew, swap, out)[0] == "Kuba drew, swapped [9♣] for a joker, discarded [2♠]"


def test_a_turn_in_progress_is_not_told_and_a_claim_is() -> None:
    before = (event(EventKind.DREW, 3), event(EventKind.DISCARDED, 3, "2S"))
    now = event(EventKind.DREW, 0)
    assert last_turn(told(*before, now)) == before
    claim = event(EventKind.CLAIMED, 1, "2S")
    assert said(*before, claim)[0] == "Kuba knocked for [2♠] (+1 card)"


def test_C_9_a_discard_that_was_taken_back_is_told() -> None:
    back = (event(EventKind.DREW, 3), event(EventKind.TOOK_BACK, 3, "2S"))
    assert said(*back)[0] == "Ewa drew and took back [2♠]"


def test_the_first_turn_is_preceded_by_who_goes_first() -> None:
    assert "Jan" in said()[0]


def test_the_pile_that_was_drawn_from_last_is_known() -> None:
    drew, took = event(EventKind.DREW, 3), event(EventKind.TOOK, 0, "4D")
    assert drew_from(told()) is None
    assert drew_from(told(drew)) == (3, EventKind.DREW)
    assert drew_from(told(drew, took)) == (0, EventKind.TOOK)
