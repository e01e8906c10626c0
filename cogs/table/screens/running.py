"""What the screens of all running deals share: whose turn it is, the log, scores, buttons; and what a family adds."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Generic, Protocol, TypeAlias, TypeVar

from discord import ButtonStyle, ui

from bot.play.state.presence import Agreement, Question
from bot.play.state.values import Pace
from bot.play.time.turn_clock import offers_take_back
from bot.rummy.cards import Card, code
from bot.rummy.moves import Move, Verb
from bot.rummy.refusals import Refusal, Topic
from bot.rummy.results import Column
from bot.rummy.views import Phase, View
from bot.text.catalogs import Texts
from bot.text.deals import next_deal, turn_log
from bot.text.lists import all_of, signed
from bot.text.players import absence_lines, missed_words
from cogs.edge.custom_ids import NEXT_TABLE, TableAction
from cogs.edge.custom_ids import button as page_button
from cogs.edge.layout import GOLD, GRAY, SEATS, bold, cut, layout, rows, small, text, until
from cogs.edge.messages import Attachment
from cogs.table.screens.scene import NO_NOTICE, Notice, Picks, Scene
from render.order import Sorting

V = TypeVar("V", bound=View)
V_contra = TypeVar("V_contra", bound=View, contravariant=True)

_LAST_DISCARDS: Final = 3
_LONGEST_LOG: Final = 700
"""Maximum characters of the turn log. The rest of the message needs space too."""

Judge: TypeAlias = Callable[[Move], Refusal | None]
"""Returns why a move of the player would be refused; None if it's legal."""


@dataclass(frozen=True, slots=True)
class HandDetails:
    """Options for showing the private panel of a running deal.

    ``render`` differs in each version of a panel, so that Discord resets its selects. ``advice`` comes from
    `bot.players.hints`; the buttons of advised moves are green. It's empty at an unassisted table. ``words`` describe
    the hand to a player who doesn't want pictures. ``coach`` is the coach's line for this moment.
    """

    file: Attachment | None
    sorting: Sorting
    render: int
    advice: Sequence[Move] = ()
    notice: Notice = NO_NOTICE
    words: str = ""
    coach: str = ""


STOP: Final = "stop"
"""The argument of the button next to the coach's line, which turns the coach off."""
HandScreen: TypeAlias = Callable[[Scene, HandDetails], ui.LayoutView]
"""Lays out the private panel of one player in a running deal."""


class PrepareHand(Protocol[V_contra]):
    """Prepares the private panel of a running deal for the seat of a view, so that it can be laid out repeatedly."""

    def __call__(self, view: V_contra, picked: Picks, judge: Judge, /, *, unassisted: bool) -> HandScreen:
        """Return what lays out the panel with the picked cards; ``judge`` knows the rules in force."""
        ...


@dataclass(frozen=True, slots=True)
class FamilyScreens(Generic[V]):
    """What the screens of one family of games show. Fields without a default differ in every family."""

    hand_screen: PrepareHand[V]
    table_lines: Callable[[Scene, V], list[str]]
    """The text of the public table: cards, scores, recent moves, rules in force."""
    turn_buttons: Callable[[Scene, V], list[ui.Button[ui.LayoutView]]]
    """The public table's buttons that begin a turn or claim the discard."""
    deal_lines: Callable[[Scene, V], list[str]]
    """All hands at the end of a deal, and how its points are computed."""
    shows_hands: Callable[[V], bool]
    """Whether all hands are shown at the end of the last deal."""
    long_reading: Callable[[V], Callable[[], object] | None] = lambda _: None
    """What to do in a thread before a hand is shown, which then finds the results in caches; None if it's quick."""
    bonus_lines: Callable[[Scene, V], Sequence[str]] = lambda *_: ()
    """The bonuses added to the totals at the end of the game."""
    has_table_melds: Callable[[V], bool] = lambda _: False
    meld_lines: Callable[[Texts, V], Sequence[str]] = lambda *_: ()
    """The melds on the table, one per line."""
    chosen_knock: Callable[[V, str], Move | None] = lambda *_: None
    """The knock with a value of the select of knocks; None if the player can't make it."""


def turn_line(scene: Scene, view: View) -> str:
    """Return whose turn it is and what they can do, and the deadline."""
    words = bold(whose_turn(scene.texts, view, scene.numbered))
    return " · ".join(filter(None, (words, deadline_words(scene))))


def deadline_words(scene: Scene) -> str:
    """Return the deadline of the current turn; empty without a time limit."""
    clock = scene.row.clock
    return until(clock.deadline if clock else None)


def absent_lines(scene: Scene) -> tuple[str, ...]:
    """Return lines about players who missed a turn, are away or left, and who plays for them."""
    here = scene.presence
    return (
        missed_words(scene.texts, scene.numbered, here.missed),
        *absence_lines(scene.texts, scene.numbered, away=here.away, left=here.left, asleep=here.asleep),
        *question_lines(scene),
        resting_words(scene),
    )


def question_lines(scene: Scene) -> tuple[str, ...]:
    """Return a line for each open question: who has agreed and who hasn't."""
    return tuple(_question_words(scene, question) for question in scene.presence.questions)


def _question_words(scene: Scene, question: Question) -> str:
    texts = scene.texts
    agreed, others = (
        all_of(texts, [scene.numbered[seat] for seat in sorted(seats)]) for seats in (question.agreed, question.others)
    )
    match question.about:
        case Agreement.PAUSE:
            return texts.t(
                "⏸️ Pause this game (slow from now on)? Agreed: {agreed} · Not yet: {others} · Answer under *More*.",
                agreed=agreed,
                others=others,
            )
        case Agreement.CALL_OFF:
            return texts.t(
                "⏹️ Call this game off (no result)? Agreed: {agreed} · Not yet: {others} · Answer under *More*.",
                agreed=agreed,
                others=others,
            )


def asks_for_ready(scene: Scene) -> bool:
    """Return whether the next deal starts by itself, or earlier once all present players are ready."""
    return scene.row.pace is Pace.LIVE and bool(scene.people)


def next_buttons(scene: Scene, view: View) -> list[ui.Button[ui.LayoutView]]:
    """Return the button for the next deal; empty once the reader is ready, and if only computers play."""
    if not scene.people:
        return continue_button(scene)
    if asks_for_ready(scene):
        if scene.seat in scene.presence.ready:
            return []
        label = scene.texts.p("next deal", "Ready")
        return [scene.button(label, TableAction.READY, str(view.deal), style=ButtonStyle.success)]
    return [scene.button(next_deal(scene.texts, view.options), TableAction.NEXT, style=ButtonStyle.success)]


def resting_words(scene: Scene) -> str:
    """Return that a game of computers has stopped, and how it goes on; empty for any other game."""
    if not scene.presence.resting:
        return ""
    return scene.texts.t(
        "💤 The computers are resting: no one has pressed anything here for a while. Press *Continue* to wake them."
    )


def continue_button(scene: Scene) -> list[ui.Button[ui.LayoutView]]:
    """Return the button that lets a resting game of computers go on; empty for any other game."""
    if not scene.presence.resting:
        return []
    return [scene.button(scene.texts.t("Continue"), TableAction.WAKE, style=ButtonStyle.success)]


def back_button(scene: Scene) -> ui.Button[ui.LayoutView]:
    """Return the button for an absent player to come back."""
    return scene.button(scene.texts.t("I'm back"), TableAction.BACK, style=ButtonStyle.success)


def whose_turn(texts: Texts, view: View, names: Sequence[str]) -> str:
    """Return whose turn it is and what they can do, without pinging anyone."""
    if view.turn is None:
        return texts.t("No one's turn")
    name, top = names[view.turn], texts.card(view.discards[-1]) if view.discards else ""
    match view.phase:
        case Phase.UPCARD:
            return texts.t("{name} to play: take {card} or pass", name=name, card=top)
        case Phase.DISCARD:
            return texts.t("{name} to play: discard or knock", name=name)
        case Phase.LAY:
            return texts.t("{name} to play: lay melds, then discard", name=name)
        case Phase.DRAW if top:
            return texts.t("{name} to play: draw or take {card}", name=name, card=top)
        case _:
            return texts.t("{name} to play: draw from the stock", name=name)


def beginning_words(texts: Texts, view: View) -> str:
    """Return what the reader can do at the beginning of their turn, in the words of the buttons."""
    verbs = {move.verb for move in view.moves}
    if Verb.TAKE not in verbs:
        return texts.t("Your turn: draw from the stock")
    card = texts.card(view.discards[-1])
    if Verb.DRAW in verbs:
        return texts.t("Your turn: draw or take {card}", card=card)
    return texts.t("Your turn: take {card} or pass", card=card)


def waiting_words(scene: Scene, view: View) -> str:
    """Return whom the reader waits for, and whether they can still take back their discard (C-9).

    What that player can do is left out, since panels aren't updated when another player draws.
    """
    texts = scene.texts
    if view.turn is None:
        return texts.t("No one's turn")
    name = scene.numbered[view.turn]
    if may_take_back(scene, view):
        card = texts.card(view.discards[-1])
        return texts.t("Waiting for {name}: you can still take back {card}", name=name, card=card)
    return texts.t("Waiting for {name}", name=name)


def may_take_back(scene: Scene, view: View) -> bool:
    """Return whether the reader can take back their discard at this table (C-9)."""
    return view.takeback is not None and offers_take_back(scene.row)


def panel_accent(view: View) -> int:
    """Return the accent of a private panel: the color of the reader's seat on their turn, gold if they can claim."""
    if any(move.verb is Verb.CLAIM for move in view.moves):
        return GOLD
    return GRAY if view.seat is None or view.turn != view.seat else SEATS[view.seat]


def table_accent(view: View) -> int:
    """Return the accent of the public table: the color of the seat to move, gold while the discard can be claimed."""
    if view.claim is not None:
        return GOLD
    return GRAY if view.turn is None else SEATS[view.turn]


def pile_words(scene: Scene, view: View) -> str:
    """Return the last discards from the top; at an unassisted table only the top one."""
    texts, shown = scene.texts, 1 if scene.unassisted else _LAST_DISCARDS
    if not view.discards:
        return texts.t("The discard pile is empty")
    last = view.discards[-shown:][::-1]
    return texts.t("Discard pile, top first: {cards}", cards=texts.cards(last))


def begin_buttons(scene: Scene, view: View, *, drawing: bool, taking: bool) -> list[ui.Button[ui.LayoutView]]:
    """Return the buttons that begin a turn. Those that the phase doesn't allow are disabled."""
    texts, top = scene.texts, view.discards[-1] if view.discards else None
    return [
        scene.button(
            texts.t("Draw · {n} left", n=view.stock), TableAction.DRAW, style=ButtonStyle.primary, disabled=not drawing
        ),
        scene.button(
            texts.t("Take") if top is None else texts.t("Take {card}", card=texts.card(top)),
            TableAction.TAKE,
            style=ButtonStyle.primary if taking else ButtonStyle.secondary,
            disabled=not taking,
            emoji=None if top is None else scene.detail.faces.get(top),
        ),
    ]


def log_lines(scene: Scene, view: View) -> list[str]:
    """Return the turn log in small lines, cut to the newest turns that fit.

    A player sees what happened since their own last turn, everyone else one turn per seat.
    """
    lines = turn_log(scene.texts, view.recent, scene.numbered, view.seat)
    while sum(map(len, lines)) > _LONGEST_LOG and len(lines) > 1:
        del lines[0]
    return [small(cut(line, _LONGEST_LOG)) for line in lines]


def first_line(scene: Scene, view: View, verb: str, parts: Sequence[str]) -> str:
    """Return a panel's first line: the verb, then ``parts``, the score and the deadline; no verb for absent players."""
    words = "" if is_away(scene, view) else bold(verb)
    return " · ".join(filter(None, (words, *parts, *scores(scene, view), deadline_words(scene))))


def drawn_words(texts: Texts, view: View) -> str:
    """Return which card the player just drew or took; empty before the draw."""
    if view.drawn is None:
        return ""
    card = texts.card(view.drawn)
    return (
        texts.t("You took {card}.", card=card) if view.drawn == view.taken else texts.t("You drew {card}.", card=card)
    )


def cards_told(texts: Texts, hand: Sequence[Card], cards: str) -> str:
    """Return the number of cards in hand, and the cards."""
    return texts.n("Your {n} card: {cards}", "Your {n} cards: {cards}", len(hand), cards=cards)


def coach_line(details: HandDetails) -> str:
    """Return the coach's line, set apart; empty if the coach says nothing."""
    return f"> {details.coach}" if details.coach else ""


def is_away(scene: Scene, view: View) -> bool:
    """Return whether the player of this seat is away and a computer plays for them."""
    return view.seat in scene.presence.away


def away_words(scene: Scene, view: View) -> str:
    """Return a line if the bot moved for the player, a computer plays for them, or the game is paused."""
    if view.seat in scene.presence.missed:
        return scene.texts.t(
            "Your time was up, so the bot moved for you. If you miss the next turn too, a computer plays until you're "
            "back."
        )
    if not is_away(scene, view):
        return ""
    if scene.presence.asleep:
        return scene.texts.t("Everyone is away, so the game is paused: tap *I'm back* to continue.")
    return scene.texts.t("You're away, so a computer plays for you: tap *I'm back* to play again.")


def helping_buttons(scene: Scene, view: View, details: HandDetails) -> list[ui.Button[ui.LayoutView]]:
    """Return the panel's last buttons: a take-back of the discard (C-9), the hint, the sort order, and *More*.

    Below a refusal there's also the topic of the rules that explains it, next to a line of the coach its switch.
    """
    texts = scene.texts
    hint = [scene.button(texts.t("Hint"), TableAction.HINT)] if scene.hints and view.turn == view.seat else []
    topic = details.notice.topic
    rules = [] if topic is None else [rules_button(scene, topic)]
    coach = [scene.button(texts.t("Turn off coach"), TableAction.COACH, STOP)] if details.coach else []
    return [
        *next_table_button(scene, view),
        *take_back_button(scene, view),
        *hint,
        sort_button(scene, details.sorting),
        *rules,
        *coach,
        scene.button(texts.t("More"), TableAction.MORE),
    ]


def take_back_button(scene: Scene, view: View) -> list[ui.Button[ui.LayoutView]]:
    """Return the button that takes back the player's discard; empty if that isn't possible any more, or not here."""
    if view.takeback is None or not offers_take_back(scene.row):
        return []
    label = scene.texts.t("Take back {card}", card=scene.texts.card(view.takeback))
    return [scene.button(label, TableAction.TAKEBACK, emoji=scene.detail.faces.get(view.takeback))]


# The button has the card and the stamp in its id, so the bot remembers nothing and a restart loses nothing. A modal is
# slower on phones; a second click on a changed label is a trap.
def question_screen(scene: Scene, card: Card) -> ui.LayoutView:
    """Ask before a discard. The buttons have the state in their ids."""
    texts = scene.texts
    name, face = texts.card(card), scene.detail.faces.get(card)
    discard = scene.button(
        texts.t("Discard {card}", card=name), TableAction.SURE, code(card), style=ButtonStyle.primary, emoji=face
    )
    return layout(
        text(
            bold(texts.t("Discard {card}?", card=name)),
            small(texts.t("You're asked before each discard. Turn that off under *More*.")),
        ),
        rows([discard, scene.button(texts.t("Keep {card}", card=name), TableAction.HAND)]),
    )


def next_table_button(scene: Scene, view: View) -> list[ui.Button[ui.LayoutView]]:
    """Return the button to the next table that waits for the player, in a slow game after their move."""
    if scene.row.pace is not Pace.SLOW or view.turn == view.seat:
        return []
    return [page_button(scene.texts.t("Next table"), NEXT_TABLE, scene.row.id)]


def rules_button(scene: Scene, topic: Topic) -> ui.Button[ui.LayoutView]:
    """Return the button that opens the rules at a topic."""
    return scene.button(scene.texts.t("Rules"), TableAction.RULES, topic)


def scores(scene: Scene, view: View) -> list[str]:
    """Return the scores with the player's own first, ``you 48, ② Ola 31``; in Hollywood Gin one per game."""
    if len(view.columns) == 1:
        return [_score(scene, view, view.columns[0])]
    return [
        scene.texts.t("game {number}: {score}", number=number, score=_score(scene, view, column))
        for number, column in enumerate(view.columns, 1)
    ]


def sort_button(scene: Scene, sorting: Sorting) -> ui.Button[ui.LayoutView]:
    """Return the button that changes to the next sort order."""
    return scene.button(_sort_label(scene.texts, sorting.following(unassisted=scene.unassisted)), TableAction.SORT)


def _score(scene: Scene, view: View, column: Column) -> str:
    seat, names = view.seat or 0, scene.numbered
    totals = [signed(total) for total in column.totals]
    own = scene.texts.t("you {points}", points=totals[seat])
    return ", ".join([own, *(f"{names[other]} {totals[other]}" for other in range(len(names)) if other != seat)])


def _sort_label(texts: Texts, following: Sorting) -> str:
    match following:
        case Sorting.MELDS:
            return texts.t("Sort by melds")
        case Sorting.SUITS:
            return texts.t("Sort by suit")
        case Sorting.RANKS:
            return texts.t("Sort by rank")
