"""What a lesson consists of: a fixed deck, steps with an expected click, and an explanation for every other click."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, zip_longest
from types import MappingProxyType
from typing import Final, TypeAlias

from bot.rummy import games
from bot.rummy.cards import Card, parse_card
from bot.rummy.games import State
from bot.rummy.moves import Move, parse_move
from bot.rummy.options import Options
from bot.text.catalogs import Texts
from cogs.edge.custom_ids import TableAction

Words: TypeAlias = Callable[[Texts], str]
"""Returns a sentence in a language."""


@dataclass(frozen=True, slots=True)
class Click:
    """A click on a button of the panel: its action and the argument of its custom id, if it has one."""

    action: TableAction
    argument: str | None = None


@dataclass(frozen=True, slots=True)
class LessonStep:
    """One step of a lesson.

    ``before`` says what to do and why. ``expected`` is the click that leads on, with the ``moves`` that follow: the
    learner's, then those of the other player. ``wrong`` explains clicks with other actions, or with the same action and
    another argument.
    """

    before: Words
    expected: Click
    moves: Sequence[str]
    wrong: Mapping[TableAction, Words]

    @property
    def own_moves(self) -> tuple[Move, ...]:
        """The learner's moves."""
        moves = (parse_move(line) for line in self.moves)
        return tuple(move for move in moves if move.seat == 0)


# Played by the rules and shown by the game's own screens, so a lesson can't differ from the game. A practice table with
# a chosen deck would need a secret that shuffles to it.
@dataclass(frozen=True, slots=True)
class Lesson:
    """A lesson for one variant. The learner has seat 0 and the first turn, and ``hands`` are dealt one by one.

    ``upcard`` is the first discard, ``stock`` the cards that are drawn, in order. ``after`` says at the result what to
    remember.
    """

    name: str
    options: Options
    hands: tuple[str, str]
    upcard: str
    stock: str
    steps: tuple[LessonStep, ...]
    after: Words

    def state(self, step: int) -> State:
        """Return the game before a step, or at the end after the last one."""
        state = games.deal(games.new_game(self.options, 2, 1), self._deck(), 1)
        for line in chain.from_iterable(one.moves for one in self.steps[:step]):
            move = parse_move(line)
            state = games.apply(state, games.completed(games.view_for(state, move.seat), move))
        return state

    def _deck(self) -> list[Card]:
        dealt = chain.from_iterable(zip_longest(*(hand.split() for hand in self.hands)))
        top = [parse_card(card) for card in (*dealt, self.upcard, *self.stock.split()) if card is not None]
        rest = list(self.options.pack)
        for card in top:
            rest.remove(card)
        return [*top, *rest]


def card_in(texts: Texts, code: str) -> str:
    """Return the name of a card."""
    return texts.card(parse_card(code))


def cards_in(texts: Texts, codes: str) -> str:
    """Return the names of cards."""
    return texts.cards([parse_card(code) for code in codes.split()])


def explained(**words: Words) -> Mapping[TableAction, Words]:
    """Return explanations by action, for `LessonStep.wrong`."""
    return {TableAction(action): sentence for action, sentence in words.items()}


def other_words(texts: Texts, action: TableAction) -> str:
    """Explain a click on a button that helps in every game, but isn't the next step."""
    return _OTHERS.get(action, _later)(texts)


def _later(texts: Texts) -> str:
    return texts.t("That's for later. Read the step above, then press the button that it names.")


def _sorting(texts: Texts) -> str:
    return texts.t("That changes the order of your cards, whenever you like. It's not needed in this lesson.")


def _hint(texts: Texts) -> str:
    return texts.t("In games that aren't rated, this suggests a move and says why. Here the step above does that.")


def _more(texts: Texts) -> str:
    return texts.t("There you find rarer things in a game: the rules, past moves, resigning.")


def _picking(texts: Texts) -> str:
    return texts.t("With this list you pick cards to lay them yourself. In this lesson, use the buttons.")


def _discarding(texts: Texts) -> str:
    return texts.t("That would discard a card, and it's not time for that one yet. Read the step above.")


def _knocking(texts: Texts) -> str:
    return texts.t("This list has other ways to knock. In this lesson, use the button.")


def _taking_back(texts: Texts) -> str:
    return texts.t("That takes back what you laid, until you discard. Here you're doing fine, so leave it.")


_OTHERS: Final[Mapping[TableAction, Words]] = MappingProxyType(
    {
        TableAction.SORT: _sorting,
        TableAction.HINT: _hint,
        TableAction.MORE: _more,
        TableAction.PICK: _picking,
        TableAction.DISCARD: _discarding,
        TableAction.THROW: _discarding,
        TableAction.KNOCKS: _knocking,
        TableAction.UNDO: _taking_back,
    }
)
