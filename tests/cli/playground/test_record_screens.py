"""The messages of a recorded game: each seat sees what its view allows, and what Discord would accept."""

import asyncio
import json
import re

import pytest

from bot.playground.seeing import see
from bot.playground.state import StoredMessage
from bot.program.cli.playground.record_screens import RecordedGame, RecordScreens, recorded_game
from bot.rummy.cards import JOKER, Card, cards_in, parse_card
from bot.rummy.views import Phase, View
from bot.text.catalogs import MADE_UP, Catalogs
from tests.cli.playground.recorded import earlier_records, record_of

SHORT = {"oklahoma": 1, "basic": 3, "german": 5}
"""A short game of an earlier version for each set of screens: the number of its record."""
CODE = re.compile(r"(?<![A-Za-z0-9])([A2-9TJQK][CSHD])(?![A-Za-z0-9])")
SIGN = re.compile(r"(10|[A2-9JQK])([♣♠♥♦])")
WORDS = re.compile(r"(ace|[2-9]|10|jack|queen|king) of (clubs|spades|hearts|diamonds)")
JOKERS = re.compile(r"joker as the [^.;,]+")
RANKS = {"ace": "A", "10": "T", "jack": "J", "queen": "Q", "king": "K"}
SUITS = {"♣": "C", "♠": "S", "♥": "H", "♦": "D"}


@pytest.fixture(scope="module")
def screens() -> RecordScreens:
    return RecordScreens()


def everything_in(message: StoredMessage) -> str:
    """Return all texts, labels, custom ids, alt texts and file names of a message."""
    files = [(file.filename, file.description) for file in message.attachments]
    return json.dumps([message.content, message.components, files], ensure_ascii=False)


def cards_named(words: str) -> set[Card]:
    """Return the cards that are named in any form: 7H, 7♥, 7 of hearts; without those that a joker stands for."""
    words = JOKERS.sub("", words)
    codes = set(CODE.findall(words))
    codes |= {RANKS.get(rank, rank) + SUITS[suit] for rank, suit in SIGN.findall(words)}
    codes |= {RANKS.get(rank, rank) + suit[0].upper() for rank, suit in WORDS.findall(words)}
    return {parse_card(code) for code in codes}


def cards_seen(view: View) -> set[Card]:
    """Return the cards that a view shows during a deal."""
    shown = {*view.hand, *view.discards, *(card for cards in view.known for card in cards)}
    shown |= {card for card in (view.drawn, view.taken, view.claim) if card is not None}
    shown |= {card for event in view.recent for card in (event.card, *event.cards) if card is not None}
    shown |= {card for meld in getattr(view, "melds", ()) for card in meld.cards}
    return shown | {card for pair in getattr(view, "dealer_draw", ()) for card in pair}


def hidden_cards(recorded: RecordedGame, number: int, seat: int | None) -> set[Card]:
    """Return the cards that a seat can't see at a step; the pack may hold a second one, which it sees."""
    state = recorded.steps[number].game.state
    held = [cards_in(hand) if isinstance(hand, int) else hand for hand in state.hands]
    everywhere = {card for hand in held for card in hand} | set(state.stock)
    return everywhere - cards_seen(recorded.table(number).view(seat)) - {JOKER}


@pytest.mark.parametrize("family", ["oklahoma", pytest.param("basic", marks=pytest.mark.soak), "german"])
def test_C_4_at_every_step_each_seat_sees_only_what_its_view_allows(screens: RecordScreens, family: str) -> None:
    recorded = recorded_game(earlier_records()[SHORT[family]])
    checked = 0
    for number in range(len(recorded.steps)):
        if recorded.table(number).view(None).phase in (Phase.DEAL, Phase.OVER):
            continue  # all hands are open
        for seat in (None, *range(len(recorded.row.seats))):
            words = everything_in(screens.message(recorded, number, seat, "en"))
            hidden = hidden_cards(recorded, number, seat)
            assert hidden
            assert not cards_named(words) & hidden, f"step {number}, seat {seat}"
            checked += len(cards_named(words))
    assert checked > 100, "the messages name no cards, so nothing was checked"


@pytest.mark.parametrize("family", ["gin", "german"])
def test_the_end_of_a_deal_and_of_a_game_is_shown_with_all_hands(screens: RecordScreens, family: str) -> None:
    recorded = recorded_game(asyncio.run(record_of(family)))
    _, second, *_ = recorded.first_steps()
    between = see(screens.message(recorded, second - 1, None, "en"))
    assert next(button.label for button in between.buttons) in ("Next deal", "Next round")
    assert len(between.pictures) == 1
    over = see(screens.message(recorded, len(recorded.steps) - 1, None, "en"))
    assert "Rematch" in [button.label for button in over.buttons]
    (card,) = over.pictures
    winner, points = re.search(r"Final score: (\w+)\s([−-]?\d+)", over.text).groups()  # type: ignore[union-attr]
    assert re.match(rf"{winner} wins\. .*\b{winner} {points}\b.* (?:deals?|rounds?)\.", card.alt or "")
    assert " 0 deals" not in (card.alt or "")
    assert "🏆" in see(screens.message(recorded, len(recorded.steps) - 1, 0, "en")).text


def test_an_unfinished_game_ends_with_its_running_deal(screens: RecordScreens) -> None:
    recorded = recorded_game(earlier_records()[6])
    last = len(recorded.steps) - 1
    assert screens.about(recorded, "en")["about"].endswith(" steps · this record stops before the end of the game")
    assert "**Player 3842: draw or take 6♠**" in see(screens.message(recorded, last, None, "en")).text
    assert screens.about(recorded, "en")["deals"][-1]["words"].endswith("not finished")


def test_a_turn_that_timed_out_is_shown_as_such(screens: RecordScreens) -> None:
    record = earlier_records()[0]
    record["deals"][0]["moves"][2:4] = ["0 draw !", "0 discard TH !"]
    recorded = recorded_game(record)
    assert "Time ran out for ① Player 3842, so the bot moved." in see(screens.message(recorded, 4, None, "en")).text
    assert "Your time was up" in see(screens.message(recorded, 4, 0, "en")).text
    assert "time ran out" in screens.step(recorded, 4, "en")["words"]


def test_steps_are_told_in_words_and_in_every_language(screens: RecordScreens) -> None:
    recorded = recorded_game(earlier_records()[0])
    told = [screens.step(recorded, number, "en")["words"] for number in range(5)]
    assert told[0] == "The cards are dealt."
    assert told[1:4] == ["Player 3842 passed", "Player 3843 passed", "Player 3842 drew 7♣"]
    for language in (*Catalogs().languages, MADE_UP):
        assert screens.about(recorded, language)["language"] == language
        assert see(screens.message(recorded, 3, 0, language)).buttons
    assert "táké" in see(screens.message(recorded, 0, None, MADE_UP)).text
    assert screens.language("xx") == "en"


def test_the_proof_of_a_record_is_told_in_words(screens: RecordScreens) -> None:
    record = earlier_records()[0]
    proof = screens.about(recorded_game(record), "en")["proof"]
    assert proof[:2] == [
        "Not proven: anyone could write a record of version 1 today",
        f"Seal {record['fairness']['commitment']}",
    ]
    assert any(line.startswith("First dealer: Player 3843") for line in proof)
    assert "Deal 1: shuffled again: the same 52 cards in the same order" in proof
    del record["fairness"]
    [nothing] = screens.about(recorded_game(record), "en")["proof"]
    assert "nothing can be proven" in nothing
