"""Records: writing, reading, completing, and one-line errors that name the place of every kind of fault."""

import json
import re
from copy import deepcopy
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.rummy.cards import PACK, code, parse_card
from bot.rummy.families import Variant
from bot.rummy.gin.options import GIN_PRESETS
from bot.rummy.options import options_for
from bot.rummy.records.checking import Fairness, PlayedDeal, RecordError, check, verify, write
from bot.rummy.records.shape import UnreadableError, read_json
from bot.rummy.records.writing import record_text
from bot.rummy.refusals import Reason
from tests.amounts import times
from tests.refusals import pattern
from tests.rummy.helpers import NAMES, random_game, random_options
from tests.rummy.stacked import deck_of

# Seat 1 (Bob) has gin with the upcard; seat 0 has 56 points of deadwood.
_TOP = "AC 2C AS 2H AH 3S 4C 4H 5C 5S 6C 6H TS 7D JS 8D QS 9H 2D JD KS 3C".split()  # noqa: SIM905 - cards are read more easily so
DECK = [*_TOP, *(code(card) for card in PACK if code(card) not in _TOP)]
SHORT: dict[str, Any] = {
    "format": "rummy-record",
    "version": 1,
    "rules": {"variant": "remik", "options": {"target": 150}},
    "seats": ["Ala", "Bob"],
    "deals": [
        {
            "dealer": 0,
            "deck": list(DECK),
            "moves": ["1 take", "1 knock 2D"],
            "result": {"outcome": "gin", "winner": 1, "points": [0, 81]},
        },
        {
            "dealer": 1,
            "deck": list(DECK),
            "moves": ["0 pass", "1 take", "1 discard 9H", "0 draw", "0 knock 3C : AC AS AH / 4C 5C 6C / TS JS QS !"],
            "result": {"outcome": "knock", "winner": 0, "points": [45, 0]},
        },
        {
            "dealer": 0,
            "deck": list(DECK),
            "moves": ["1 take", "1 knock 2D"],
            "result": {"outcome": "gin", "winner": 1, "points": [0, 81]},
        },
    ],
    "result": {"winners": [1], "totals": [45, 162], "final": [70, 312]},
}


def fair(seed: int = 3, variant: Variant = Variant.GIN, limit: int = 1500) -> dict[str, Any]:
    return random_game(random_options(Random(seed), variant), Random(seed), limit)[0]


FAIR = fair()
RUNNING = fair(limit=30)


def changed(record: dict[str, Any], path: str, value: object) -> dict[str, Any]:
    """Return a record with one value changed, or removed if the value is `...`."""
    copy = deepcopy(record)
    *way, last = [int(step) if step.isdigit() else step for step in path.split(".")]
    place: Any = copy
    for step in way:
        place = place[step]
    if value is ...:
        del place[last]
    elif callable(value):
        place[last] = value(place[last])
    else:
        place[last] = value
    return copy


def test_a_correct_record_is_returned_unchanged() -> None:
    assert check(SHORT) == SHORT
    assert check(FAIR) == FAIR
    assert check(RUNNING) == RUNNING


def test_a_record_may_have_no_deals() -> None:
    empty = changed(changed(SHORT, "deals", []), "result", ...)
    assert check(empty) == empty


def test_missing_results_are_filled_in() -> None:
    without_results = changed(SHORT, "result", ...)
    for k in range(3):
        without_results = changed(without_results, f"deals.{k}.result", ...)
    assert check(without_results) == SHORT
    assert list(check(without_results)) == list(SHORT), "keys stand in the order of the format"
    assert "result" not in without_results["deals"][0], "the record that was given stays as it is"


def test_a_running_deal_has_no_result() -> None:
    assert "result" not in RUNNING["deals"][-1]
    assert len(RUNNING["fairness"]["secrets"]) == len(RUNNING["deals"]) - 1


def test_default_options_are_accepted_and_left_out() -> None:
    given_all = changed(SHORT, "rules.options", {"target": 150, "gin_bonus": 25, "first_dealer": "random"})
    assert check(given_all) == SHORT
    no_options = changed(changed(changed(SHORT, "rules.options", ...), "deals", SHORT["deals"][:1]), "result", ...)
    assert check(no_options)["rules"] == {"variant": "remik", "options": {}}


def test_G_15_a_knock_without_an_arrangement_is_kept_as_written() -> None:
    assert check(SHORT)["deals"][0]["moves"] == ["1 take", "1 knock 2D"]  # type: ignore[index]


@pytest.mark.parametrize("variant", GIN_PRESETS)
def test_what_is_written_is_read_back(variant: Variant) -> None:
    record = fair(11, variant)
    assert check(read_json(record_text(record).encode())) == record
    assert check(json.loads(json.dumps(record))) == record
    assert verify(record).unproven == ()


def test_G_24_hollywood_lists_three_games() -> None:
    result = fair(12, Variant.HOLLYWOOD)["result"]
    assert [len(game) for game in result["totals"]] == [2, 2, 2]
    assert [len(game) for game in result["final"]] == [2, 2, 2]


def test_a_record_written_by_hand_may_name_the_first_dealer() -> None:
    deals = [PlayedDeal([parse_card(card) for card in deal["deck"]], deal["moves"]) for deal in SHORT["deals"]]
    options = options_for(Variant.REMIK, {"target": 150})
    assert write(options, NAMES[:2], None, deals) == SHORT, "seat 0 where nobody is named"
    deals[0] = replace(deals[0], dealer=0)
    assert write(options, NAMES[:2], None, deals) == SHORT
    second = replace(deals[1], dealer=1)
    assert write(options, NAMES[:2], None, [second])["deals"] == SHORT["deals"][1:2]
    with pytest.raises(RecordError, match=r"^deal 2: dealer: the record says 0, and seat 1 deals$"):
        write(options, NAMES[:2], None, [deals[0], replace(second, dealer=0)])


def test_writing_an_illegal_game_is_an_error() -> None:
    deck = [parse_card(card) for card in DECK]
    with pytest.raises(RecordError, match=r"^deal 1, move 2: 1 discard KS: You just took KS"):
        write(options_for(Variant.GIN), NAMES[:2], None, [PlayedDeal(deck, ["1 take", "1 discard KS"])])
    with pytest.raises(RecordError, match=r"^seats: the name of seat 1 is empty"):
        write(options_for(Variant.GIN), ["Ala", ""], None, [])


FAULTS: dict[str, tuple[str, object, str]] = {
    # the record and its keys
    "unknown key": ("notes", "x", r'unknown key "notes"$'),
    "missing key": ("seats", ..., r'missing key "seats"$'),
    "unknown key of rules": ("rules.jokers", 1, r'rules: unknown key "jokers"$'),
    "missing variant": ("rules.variant", ..., r'rules: missing key "variant"$'),
    "unknown key of a deal": ("deals.1.reshuffles", [], r'deal 2: unknown key "reshuffles"$'),
    "missing key of a deal": ("deals.2.deck", ..., r'deal 3: missing key "deck"$'),
    "other format": ("format", "pgn", r'format: must be "rummy-record", not "pgn"$'),
    "other version": ("version", 4, r"version: must be 1 to 3, not 4$"),
    "version isn't a number": ("version", True, r"version: must be 1 to 3, not true$"),
    "version is no whole number": ("version", 1.0, r"version: must be 1 to 3, not 1\.0$"),
    "null is not missing": ("result", None, r"result: must be an object, not null$"),
    "null fairness": ("fairness", None, r"fairness: must be an object, not null$"),
    "null options": ("rules.options", None, r"rules\.options: must be an object, not null$"),
    "unknown variant": (
        "rules.variant",
        "bridge",
        r"rules\.variant: must be one of gin, remik, hollywood, oklahoma, basic, german, "
        "remik51, remi51, romme, kaluki, three_handed, rum500, not",
    ),
    "options out of range": ("rules.options", {"target": 5, "tie": 1}, r"rules\.options: target: .*; tie: .* not 1$"),
    "option of another variant": ("rules.options", {"play_out": True}, r"rules\.options: play_out: an option of holly"),
    "three seats": ("seats", ["a", "b", "c"], r"seats: there are 3 names, and two play$"),
    "empty name": ("seats", ["a", ""], r"seats: the name of seat 1 is empty$"),
    "name is a number": ("seats", ["a", 7], r"seats: the name of seat 1: must be a text, not 7$"),
    "half a character": ("seats", ["a", "\ud800"], r"seats: the name of seat 1: half a character in "),
    "deals are no list": ("deals", {}, r"deals: must be a list, not \{\}$"),
    "deal is no object": ("deals.0", "x", r'deal 1: must be an object, not "x"$'),
    # the deck and the dealer
    "51 cards": ("deals.1.deck", lambda deck: deck[:-1], r"deal 2: deck: 51 cards, and a pack has 52; missing KD$"),
    "a card twice": ("deals.1.deck.51", "AC", r"deal 2: deck: AC is there twice$"),
    "no card": ("deals.1.deck.3", "1H", r'deal 2: deck: card 4: "1H" is no card$'),
    "a joker": ("deals.1.deck.3", "XX", r"deal 2: deck: card 4: this game's pack has no XX$"),
    "card is no text": ("deals.1.deck.3", 5, r"deal 2: deck: card 4: must be a text, not 5$"),
    "wrong dealer": ("deals.1.dealer", 0, r"deal 2: dealer: the record says 0, and seat 1 deals$"),
    "dealer is no seat": ("deals.0.dealer", 2, r"deal 1: dealer: must be a seat, 0 or 1, not 2$"),
    "dealer is true": ("deals.0.dealer", True, r"deal 1: dealer: must be a seat, 0 or 1, not true$"),
    # moves
    "wrong turn": ("deals.1.moves.3", "1 draw", r"deal 2, move 4: 1 draw: It isn't your turn yet.*\(G-9\)$"),
    "card not held": (
        "deals.1.moves.2",
        "1 discard AC",
        r"deal 2, move 3: 1 discard AC: You don't have AC\. .*\(G-9\)$",
    ),
    "card just taken": ("deals.0.moves.1", "1 knock KS", r"deal 1, move 2: 1 knock KS: You just took KS .*\(G-10\)$"),
    "knock above the limit": (
        "deals.1.moves.2",
        "1 knock 9H",
        r"deal 2, move 3: 1 knock 9H: Without 9H you have 57 deadwood, and you can knock with 10 or less\. .*\(G-12\)$",
    ),
    "melds not held": (
        "deals.0.moves.1",
        "1 knock 2D : 3D 4D 5D",
        r"deal 1, move 2: 1 knock 2D : .*3D is in one of .*\(G-15\)$",
    ),
    "card in two melds": (
        "deals.0.moves.1",
        "1 knock 2D : AC AS AH / AC AS AH",
        r"deal 1, move 2: .* two melds\. .*\(C-7\)$",
    ),
    "a joker discarded": ("deals.0.moves.1", "1 discard XX", r"deal 1, move 2: 1 discard XX: You don't have XX\. .*"),
    "a joker in an arrangement": (
        "deals.0.moves.1",
        "1 knock 2D : AC AS XX",
        r"deal 1, move 2: 1 knock 2D : AC AS XX: AC AS XX isn't a meld\. .*\(G-2\)$",
    ),
    "a claim": (
        "deals.0.moves.1",
        "1 claim",
        r"deal 1, move 2: 1 claim: This game has no move called claim\. .*\(G-9\)$",
    ),
    "a third seat": ("deals.0.moves.0", "2 take", r"deal 1, move 1: 2 take: There's no such seat .*\(C-1\)$"),
    "move after the end": (
        "deals.0.moves",
        lambda moves: [*moves, "0 draw"],
        r"deal 1, move 3: 0 draw: This deal is over\. .*\(G-6\)$",
    ),
    "move after the game": (
        "deals.2.moves",
        lambda moves: [*moves, "0 draw"],
        r"deal 3, move 3: 0 draw: The game is over\. .*\(G-23\)$",
    ),
    "no such verb": ("deals.0.moves.0", "1 grab", r"deal 1, move 1: 1 grab: there is no move 'grab'; moves are pass, "),
    "meld is for other games": (
        "deals.0.moves.0",
        "1 meld AC 2C 3C",
        r"deal 1, move 1: 1 meld AC 2C 3C: " + pattern(Reason.NO_SUCH_MOVE, verb="meld") + r" \(G-9\)$",
    ),
    "no move": ("deals.0.moves.0", "", r"deal 1, move 1: : a move is a seat, a verb and"),
    "move is no text": ("deals.0.moves.0", ["1 take"], r'deal 1, move 1: must be a text, not \["1 take"\]$'),
    "moves are no list": ("deals.0.moves", "1 take", r'deal 1: moves: must be a list, not "1 take"$'),
    "a line break in a move": ("deals.0.moves.0", "1 take\n", r"deal 1, move 1: 1 take\\n: there is no move 'take\\n'"),
    "a huge seat": ("deals.0.moves.0", "9" * 9000 + " take", r"deal 1, move 1: 9{100}: a move is a seat, a verb"),
    "no card named": ("deals.0.moves.1", "1 knock", r"deal 1, move 2: 1 knock: knock names no card and needs one$"),
    "deal not played to its end": (
        "deals.1",
        {"dealer": 1, "deck": DECK, "moves": ["0 pass"]},
        r"deal 2: the moves stop before the deal is over, and deal 3 follows$",
    ),
    "deal after the game": ("deals", lambda deals: [*deals, deals[0]], r"deal 4: the game was over after deal 3$"),
    # results
    "wrong result": (
        "deals.0.result.points",
        [0, 80],
        r'deal 1: result: the record says \{"outcome": "gin", "winner": 1, "points": \[0, 80\]\}, '
        r'the moves give \{"outcome": "gin", "winner": 1, "points": \[0, 81\]\}$',
    ),
    "wrong outcome": ("deals.0.result.outcome", "knock", r'deal 1: result: the record says \{"outcome": "knock"'),
    "wrong winner": ("deals.0.result.winner", None, r'deal 1: result: the record says .*"winner": null'),
    "points are no whole numbers": ("deals.0.result.points", [0, 81.0], r"deal 1: result: the record says .*81\.0"),
    "winner is true": ("deals.0.result.winner", True, r'deal 1: result: the record says .*"winner": true'),
    "missing key of a result": ("deals.0.result.winner", ..., r'deal 1: result: missing key "winner"$'),
    "unknown key of a result": ("deals.0.result.bonus", 25, r'deal 1: result: unknown key "bonus"$'),
    "result of a running deal": (
        "deals.2.moves",
        ["1 take"],
        r"deal 3: result: present, but the moves stop before",
    ),
    "wrong final": ("result.final", [70, 313], r"result: the record says .*313\]\}, the moves give .*312\]\}$"),
    "wrong totals": ("result.totals", [[45, 162]], r"result: the record says .*\[\[45, 162\]\]"),
    "result of a running game": (
        "deals",
        lambda deals: deals[:2],
        r"result: present, but the moves stop before",
    ),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_is_one_line_that_names_the_place(name: str) -> None:
    path, value, line = FAULTS[name]
    with pytest.raises(RecordError) as caught:
        check(changed(SHORT, path, value))
    assert re.match(line, str(caught.value)), str(caught.value)
    assert "\n" not in str(caught.value)


UNFAIR: dict[str, tuple[dict[str, Any], str, object, str]] = {
    "no commitment": (FAIR, "fairness.commitment", ..., r'fairness: missing key "commitment"$'),
    "unknown key": (FAIR, "fairness.seed", "x", r'fairness: unknown key "seed"$'),
    "short commitment": (
        FAIR,
        "fairness.commitment",
        "ab",
        r"fairness\.commitment: must be 64 lower-case hex digits, not",
    ),
    "capital hex": (
        FAIR,
        "fairness.secrets.0",
        str.upper,
        r"fairness\.secrets: the secret of deal 1: must be 64 lower-",
    ),
    "other commitment": (
        FAIR,
        "fairness.commitment",
        "0" * 64,
        r"fairness\.secrets: SHA-256 of the secret of deal 1 is not the commitment$",
    ),
    "other secret": (
        FAIR,
        "fairness.secrets.1",
        "0" * 64,
        r"fairness\.secrets: SHA-256 of the secret of deal 2 is not the secret of deal 1$",
    ),
    "a gap": (FAIR, "fairness.secrets.0", None, r"fairness\.secrets: the secret of deal 1: must be a text, not null$"),
    "secret of an ended deal missing": (
        FAIR,
        "fairness.secrets",
        lambda secrets: secrets[:-1],
        r"fairness\.secrets: the secret of deal \d+, which has ended, is missing$",
    ),
    "no secrets": (
        FAIR,
        "fairness.secrets",
        [],
        r"fairness\.secrets: the secret of deal 1, which has ended, is missing$",
    ),
    "one cut": (FAIR, "fairness.cuts", ["a"], r"fairness\.cuts: there are 1 cuts for 2 seats$"),
    "three cuts": (FAIR, "fairness.cuts", ["a", "b", "c"], r"fairness\.cuts: there are 3 cuts for 2 seats$"),
    "cut with a bar": (FAIR, "fairness.cuts.1", "a|b", r"fairness\.cuts: the cut of seat 1 holds '\|'$"),
    "cut is a number": (
        FAIR,
        "fairness.cuts.0",
        12345,
        r"fairness\.cuts: the cut of seat 0: must be a text, not 12345$",
    ),
    "cut is half a character": (FAIR, "fairness.cuts.0", "\udc00", r"fairness\.cuts: the cut of seat 0: half a char"),
    "other cuts": (FAIR, "fairness.cuts.0", "other", r"deal 1: (dealer|deck): "),
    "deck of other cards": (
        FAIR,
        "deals.1.deck",
        lambda deck: [*deck[:50], deck[51], deck[50]],
        r"deal 2: deck: not the one that the secret and the cuts give$",
    ),
    "a secret of the running deal that is not its": (
        RUNNING,
        "fairness.secrets",
        lambda secrets: [*secrets, "1" * 64],
        r"fairness\.secrets: SHA-256 of the secret of deal \d+ is not ",
    ),
}


@pytest.mark.parametrize("name", UNFAIR)
def test_C_2_a_shuffle_fault_is_one_line_that_names_the_place(name: str) -> None:
    record, path, value, line = UNFAIR[name]
    with pytest.raises(RecordError) as caught:
        check(changed(record, path, value))
    assert re.match(line, str(caught.value)), str(caught.value)


def test_C_2_more_secrets_than_deals_are_an_error() -> None:
    record = changed(changed(FAIR, "deals", FAIR["deals"][:1]), "result", ...)
    with pytest.raises(RecordError, match=r"^fairness\.secrets: there are \d+ secrets for 1 deals$"):
        check(record)


def test_C_2_the_running_deal_may_show_its_secret() -> None:
    """As in the record of a resigned game: its last deal is unfinished, but its secret is shown and checked."""
    ended = fair(limit=1500)
    k = 2
    broken = changed(changed(ended, "result", ...), "deals", ended["deals"][:k])
    broken = changed(broken, "fairness.secrets", ended["fairness"]["secrets"][:k])
    broken = changed(changed(broken, "deals.1.moves", lambda moves: moves[:-1]), "deals.1.result", ...)
    assert check(broken) == broken
    assert verify(broken).proven == (1, 2)
    without = changed(broken, "fairness.secrets", broken["fairness"]["secrets"][:1])
    assert check(without) == without
    assert (verify(without).proven, verify(without).unproven) == ((1,), (2,))
    other = changed(broken, "deals.1.deck", lambda deck: [*deck[:50], deck[51], deck[50]])
    with pytest.raises(RecordError, match=r"^deal 2: deck: not the one"):
        check(other)


def test_G_4_with_fair_shuffles_the_first_dealer_is_checked() -> None:
    with pytest.raises(RecordError, match=r"^deal 1: dealer: the record says \d, and seat \d deals$"):
        check(changed(FAIR, "deals.0.dealer", lambda dealer: 1 - dealer))
    by_hand = changed(changed(SHORT, "deals", SHORT["deals"][1:2]), "result", ...)
    assert check(by_hand)["deals"][0]["dealer"] == 1  # type: ignore[index]


def test_nothing_is_proven_without_shuffles() -> None:
    with pytest.raises(RecordError, match=r"^fairness: missing, so nothing can be proven about the shuffles$"):
        verify(SHORT)


def test_a_chain_has_no_more_than_4096_secrets() -> None:
    record = changed(changed(FAIR, "deals", []), "result", ...)
    with pytest.raises(RecordError, match=r"^fairness\.secrets: there are 4097 secrets, and a chain has 4096$"):
        check(changed(record, "fairness.secrets", ["0" * 64] * 4097))


@pytest.mark.parametrize(
    ("data", "kind", "line"),
    [
        (b"", UnreadableError, "not JSON: line 1, column 1: "),
        (b"{", UnreadableError, "not JSON: line 1, column 2: "),
        (b"\xff{}", UnreadableError, "not UTF-8 at byte 1"),
        (b"\xef\xbb\xbf{}", UnreadableError, "not JSON: line 1, column 1: "),
        (b"[" * 100_000, UnreadableError, "JSON that is nested too deeply"),
        (b'{"version": NaN}', UnreadableError, "not JSON: NaN isn't a number"),
        (b'{"version": -Infinity}', UnreadableError, "not JSON: -Infinity isn't a number"),
        (b'{"version": ' + b"1" * 5000 + b"}", RecordError, "a number with 5000 digits is too long"),
        (b'{"a": 1, "b": {"a": 2, "a": 3}}', RecordError, 'key "a" stands twice in one object'),
        (b"[1e999]", RecordError, "must be an object, not [inf]"),
        (b"null", RecordError, "must be an object, not null"),
        (b"3", RecordError, "must be an object, not 3"),
        (b'"rummy-record"', RecordError, 'must be an object, not "rummy-record"'),
        (b"[" * 300 + b"]" * 300, RecordError, "must be an object, not [[[[...]]]]"),
    ],
)
def test_an_invalid_record_is_explained_in_one_line(data: bytes, kind: type[RecordError], line: str) -> None:
    with pytest.raises(RecordError) as caught:
        check(read_json(data))
    assert type(caught.value) is kind
    assert str(caught.value).startswith(line)


LEAVES = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(st.sampled_from('a1 !:/|"\n\x00é♠\ud800'), max_size=6)
    | st.sampled_from(
        ["0 draw", "1 take", "1 knock 2D : AC AS XX", "1 discard XX", "AC", "XX", "gin", 10**400, 0, 1, [], {}]
    )
)
JSON = st.recursive(
    LEAVES,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(["deals", "deck", "moves", "x", "result", "options", ""]), inner, max_size=4)
    ),
    max_leaves=8,
)
FUZZ = settings(deadline=None, max_examples=times(80), suppress_health_check=[HealthCheck.too_slow])


def is_answered(record: object) -> None:
    """Assert that `check` completes a record or fails with one line, and leaves a completed record unchanged."""
    try:
        completed = check(record)
    except RecordError as error:
        line = str(error)
        assert line, "a fault says something"
        assert line.isprintable(), f"more than a line: {line!r}"
        assert len(line) < 800
    else:
        assert check(completed) == completed


@pytest.mark.slow
@FUZZ
@given(JSON)
def test_any_json_is_accepted_or_refused_with_a_fault(record: object) -> None:
    is_answered(record)


@pytest.mark.slow
@FUZZ
@given(st.data())
def test_any_changed_record_is_accepted_or_refused_with_a_fault(data: st.DataObject) -> None:
    """Change, remove or add a value at a random place of a record."""
    record = deepcopy(data.draw(st.sampled_from([SHORT, FAIR, RUNNING])))
    place: Any = record
    for _ in range(data.draw(st.integers(0, 4))):
        inner = list(place.values() if isinstance(place, dict) else place)
        below = [item for item in inner if isinstance(item, (dict, list)) and item]
        if not below:
            break
        place = data.draw(st.sampled_from(below))
    keys = list(place) if isinstance(place, dict) else list(range(len(place)))
    key = data.draw(st.sampled_from(keys))
    match data.draw(st.sampled_from(["change", "take away", "add", "twice"])):
        case "change":
            place[key] = data.draw(JSON)
        case "take away":
            del place[key]
        case "add" if isinstance(place, dict):
            place[data.draw(st.text(max_size=3))] = data.draw(JSON)
        case _ if isinstance(place, list):
            place.insert(key, place[key])
    is_answered(record)


def test_a_fairness_value_reads_its_secrets() -> None:
    fairness = Fairness("0" * 64, ("a", "b"), ("ab" * 32,))
    assert fairness.secret(1) == b"\xab" * 32
    assert fairness.secret(2) is None


def big_gin_record(move: str = "1 biggin : 2C 3C 4C / 7C 7S 7H 7D / TH JH QH KH", bonus: int = 31) -> dict[str, Any]:
    """Return a record of one deal in which Bob may call big gin, and Ala has 24 left."""
    options = options_for(Variant.REMIK, {"big_gin": 31})
    hands = ["TS JS QS KS 5C 9H AS 2D 3H 4S", "2C 3C 4C 7D 7S 7H 7C TH JH QH"]
    deck = [code(card) for card in deck_of(options, hands, "8D KH", 0)]
    deal = {"dealer": 0, "deck": deck, "moves": ["1 pass", "0 pass", "1 draw", move]}
    rules = {"variant": "remik", "options": {"big_gin": bonus} if bonus else {}}
    return {"format": "rummy-record", "version": 1, "rules": rules, "seats": ["Ala", "Bob"], "deals": [deal]}


@pytest.mark.parametrize("move", ["1 biggin", "1 biggin : TH JH QH KH / 2C 3C 4C / 7C 7S 7H 7D"])
def test_G_31_big_gin_is_written_in_a_record_with_or_without_melds(move: str) -> None:
    checked = check(big_gin_record(move))
    assert checked["deals"][0]["moves"][-1] == move  # type: ignore[index]
    assert checked["deals"][0]["result"] == {"outcome": "big_gin", "winner": 1, "points": [0, 55]}  # type: ignore[index]


def test_G_31_a_big_gin_of_0_equals_its_default_and_refuses_the_move() -> None:
    zero = big_gin_record("1 discard KH")
    assert check(changed(zero, "rules.options", {"big_gin": 0}))["rules"]["options"] == {}  # type: ignore[index]
    with pytest.raises(RecordError, match=r"^deal 1, move 4: 1 biggin: This table doesn't play big gin\. .*\(G-28\)$"):
        check(big_gin_record("1 biggin", bonus=0))


@pytest.mark.parametrize(
    ("move", "why"),
    [
        (
            "1 biggin : 2C 3C 4C / 7S 7H 7D / TH JH QH KH",
            r".*all eleven cards have to be in melds\. Let the bot arrange them\. \(G-31\)",
        ),
        ("1 biggin : 2C 3C 4C 5C / 7C 7S 7H 7D / TH JH QH KH", r".*\(G-15\)"),
        ("1 biggin KH", r"biggin names no card, only ':' and melds"),
        ("0 biggin", r"0 biggin: It isn't your turn yet\. \(G-9\)"),
    ],
)
def test_G_31_other_calls_of_big_gin_are_refused(move: str, why: str) -> None:
    with pytest.raises(RecordError, match=r"^deal 1, move 4: .*" + why):
        check(big_gin_record(move))


@pytest.mark.parametrize("value", [51, -1, True, "31", None])
def test_G_28_big_gin_is_a_number_from_0_to_50(value: object) -> None:
    record = changed(big_gin_record(), "rules.options", {"big_gin": value})
    with pytest.raises(RecordError, match=r"big_gin: a whole number from 0 to 50, not "):
        check(record)
