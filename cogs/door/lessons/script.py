"""What a lesson consists of: fixed decks, steps with an expected click, and an explanation for every other click."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, takewhile
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
NEXT_DEAL: Final = "deal"
"""A line among the moves: the next deal of the lesson."""


@dataclass(frozen=True, slots=True)
class Click:
    """A click on a button of the panel: its action and the argument of its custom id, if it has one."""

    action: TableAction
    argument: str | None = None


@dataclass(frozen=True, slots=True)
class LessonStep:
    """One step of a lesson.

    ``task`` says what to do, and ``why`` explains it. ``expected`` is the click that leads on, with the ``moves`` that
    follow: the learner's, then those of the other player. ``wrong`` explains the other buttons that the step shows; a
    click without an argument explains all others with its action, too. If ``asks``, the learner decides, and no button
    is green. With ``picks`` the panel offers what those cards make, as if they were picked from its select.
    """

    task: Words
    why: Words
    expected: Click
    moves: Sequence[str]
    wrong: Mapping[Click, Words]
    asks: bool = False
    picks: str = ""

    @property
    def own_moves(self) -> tuple[Move, ...]:
        """The learner's moves."""
        lines = takewhile(lambda line: line != NEXT_DEAL, self.moves)
        return tuple(move for move in map(parse_move, lines) if move.seat == 0)

    def expects(self, click: Click) -> bool:
        """Return whether a click leads on. Laying all does, whatever card is discarded after it."""
        return click == self.expected or click.action is self.expected.action is TableAction.ALL

    def needs(self, click: Click) -> bool:
        """Return whether the step shows a button."""
        return click == self.expected or click in self.wrong


@dataclass(frozen=True, slots=True)
class LessonDeal:
    """A deal of a lesson: the learner has seat 0, and ``hands`` are dealt one by one.

    ``upcard`` is the first discard, or the learner's extra card (H-16), and ``stock`` the cards that are drawn, in
    order. ``before`` are the moves up to the first step.
    """

    hands: tuple[str, str]
    upcard: str
    stock: str
    before: Sequence[str] = ()


# Played by the rules and shown by the game's own screens, so a lesson can't differ from the game. A practice table with
# a chosen deck would need a secret that shuffles to it.
@dataclass(frozen=True, slots=True)
class Lesson:
    """A lesson for one variant.

    Its deals belong to ``one_game``, or else each is the first of a game. ``after`` says at the end what to remember.
    """

    name: str
    title: Words
    options: Options
    deals: Sequence[LessonDeal]
    steps: tuple[LessonStep, ...]
    after: Words
    one_game: bool = False

    def state(self, step: int) -> State:
        """Return the game before a step, or at the end after the last one."""
        deals = iter(self.deals)
        state = self._dealt(self._new_game(), next(deals))
        for line in chain.from_iterable(one.moves for one in self.steps[:step]):
            if line == NEXT_DEAL:
                state = self._dealt(state if self.one_game else self._new_game(), next(deals))
            else:
                state = _moved(state, line)
        return state

    def _new_game(self) -> State:
        return games.new_game(self.options, 2, 1)

    def _dealt(self, state: State, deal: LessonDeal) -> State:
        dealer = games.view_for(state, None).dealer
        state = games.deal(state, self._deck(deal, 1 - dealer), dealer)
        for line in deal.before:
            state = _moved(state, line)
        return state

    def _deck(self, deal: LessonDeal, first: int) -> list[Card]:
        hands = (deal.hands[first].split(), deal.hands[1 - first].split())
        dealt = chain.from_iterable(zip(*hands, strict=True))
        top = [parse_card(card) for card in (*dealt, deal.upcard, *deal.stock.split())]
        rest = list(self.options.pack)
        for card in top:
            rest.remove(card)
        return [*top, *rest]


def _moved(state: State, line: str) -> State:
    move = parse_move(line)
    return games.apply(state, games.completed(games.view_for(state, move.seat), move))


def card_in(texts: Texts, code: str) -> str:
    """Return the name of a card."""
    return texts.card(parse_card(code))


def cards_in(texts: Texts, codes: str) -> str:
    """Return the names of cards."""
    return texts.cards([parse_card(code) for code in codes.split()])


def other_discards(words: Words, codes: str = "") -> Mapping[Click, Words]:
    """Return the explanation of every other discard, for `LessonStep.wrong`; the step shows those of ``codes``."""
    shown = (Click(TableAction.DISCARD, code) for code in codes.split())
    return dict.fromkeys((*shown, Click(TableAction.DISCARD), Click(TableAction.THROW)), words)


def wrong_words(texts: Texts, step: LessonStep, made: Click) -> str:
    """Explain why a click isn't the one that a step expects."""
    words = step.wrong.get(made) or step.wrong.get(Click(made.action)) or _not_now
    return words(texts)


def _not_now(texts: Texts) -> str:
    return texts.t("That isn't part of this step.")
