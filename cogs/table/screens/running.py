"""What the screens of all running deals share: whose turn it is, the log, scores, buttons; and what a family adds."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, Generic, Protocol, TypeAlias, TypeVar

from discord import ButtonStyle, ui

from bot.play.state.presence import Agreement, Question
from bot.play.state.values import Pace
from bot.play.time.turn_clock import offers_take_back
from bot.rummy.cards import Card
from bot.rummy.events import given_back
from bot.rummy.moves import Move, Verb
from bot.rummy.refusals import Refusal, Topic
from bot.rummy.views import Phase, View
from bot.text.catalogs import Texts
from bot.text.deals import news_words, next_deal, score_words, turn_log
from bot.text.lists import all_of
from bot.text.players import absence_lines, missed_words
from cogs.edge.custom_ids import NEXT_TABLE, TableAction
from cogs.edge.custom_ids import button as page_button
from cogs.edge.layout import GOLD, GRAY, SEATS, bold, cut, moment, small, text
from cogs.edge.messages import Attachment
from cogs.table.screens.scene import NO_NOTICE, Notice, NoticePlace, Picks, Scene, continue_button, resting_words
from render.look import Sorting

V = TypeVar("V", bound=View)
V_contra = TypeVar("V_contra", bound=View, contravariant=True)

_LAST_DISCARDS: Final = 3
_FEW_CARDS: Final = 3
"""The most cards that need no sorting."""
_LONGEST_LOG: Final = 700
"""Maximum characters of the turn log. The rest of the message needs space too."""

Judge: TypeAlias = Callable[[Move], Refusal | None]
"""Returns why a move of the player would be refused; None if it's legal."""


@dataclass(frozen=True, slots=True)
class HandDetails:
    """Options for showing the private panel of a running deal.

    ``render`` differs in each version of a panel, so that Discord resets its selects. ``advice`` is from
    `bot.players.hints`, empty at an unassisted table; the buttons of advised moves are green. ``words`` describe the
    hand to a player who doesn't want pictures, ``brief`` in the fewest words. ``coach`` is the coach's line for this
    moment, ``reason`` why the advised move is the best one, where hints are allowed; an advising line is both.
    """

    file: Attachment | None
    sorting: Sorting
    render: int
    advice: Sequence[Move] = ()
    notice: Notice = NO_NOTICE
    words: str = ""
    brief: str = ""
    coach: str = ""
    reason: str = ""


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
    other_knocks: Callable[[Scene, V, Sequence[Move]], list[ui.ActionRow[ui.LayoutView]]] = lambda *_: []
    """The selects behind *More* of the knocks that have no button; ``advice`` is the panel's."""
    gives_reasons: bool = False
    """Whether the small line of a hand gives the reason for the advice, which takes a fraction of a millisecond."""
    table_warnings: Callable[[Texts, V], Sequence[str]] = lambda *_: ()
    """What the public table says besides its picture."""
    hand_lines: Callable[[Scene, V, Sequence[Move]], list[str]] = lambda *_: []
    """What *In words* adds to the description of a hand: what the screen with a picture leaves out."""
    read: Callable[[Scene, V, str], list[str]] = lambda *_: []
    """What *Read melds* or *Read scores* reads; *Read table* reads `table_lines`."""
    reads: Callable[[V], Sequence[str]] = lambda _: ("table",)
    """What can be read, by the arguments of the buttons."""
    next_lines: Callable[[Scene, V], Sequence[str]] = lambda *_: ()
    """Who plays the next deal, if that's not everyone."""
    pictured: Callable[[V, Sequence[Move]], Move | None] = lambda *_: None
    """The move after which the picture shows what is left: the same one as the buttons'."""


def turn_line(scene: Scene, view: View) -> str:
    """Return whose turn it is and what they can do, and the deadline."""
    words = bold(whose_turn(scene.texts, view, scene.line_names))
    return " · ".join(filter(None, (words, deadline_words(scene))))


def deadline_words(scene: Scene, view: View | None = None) -> str:
    """Return the deadline of the current turn; empty without a time limit, and in the hand of a seat that waits."""
    clock = None if view is not None and view.seat is not None and view.seat == view.waits else scene.row.clock
    return "" if clock is None or clock.deadline is None else moment(clock.deadline)


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
                "⏸️ Pause this game (slow from now on)? Agreed: {agreed} · Not yet: {others} · Answer under "
                "*{button More}*.",
                agreed=agreed,
                others=others,
            )
        case Agreement.CALL_OFF:
            return texts.t(
                "⏹️ Call this game off (no result)? Agreed: {agreed} · Not yet: {others} · Answer under "
                "*{button More}*.",
                agreed=agreed,
                others=others,
            )


def asks_for_ready(scene: Scene) -> bool:
    """Return whether the next deal starts by itself, or earlier once all present players are ready."""
    return scene.row.pace is Pace.LIVE and bool(scene.people)


def next_buttons(scene: Scene, view: View) -> list[ui.Button[ui.LayoutView]]:
    """Return the button for the next deal; empty if only computers play, or for a player who is ready."""
    if not scene.people:
        return continue_button(scene)
    if asks_for_ready(scene):
        if scene.seat in scene.presence.ready:
            return []
        label = scene.texts.p("next deal", "Ready")
        return [scene.button(label, TableAction.READY, str(view.deal), style=ButtonStyle.success)]
    return [scene.button(next_deal(scene.texts, view.options), TableAction.NEXT, style=ButtonStyle.success)]


def back_button(scene: Scene) -> ui.Button[ui.LayoutView]:
    """Return the button for an absent player to come back."""
    return scene.button(scene.texts.p("button", "I'm back"), TableAction.BACK, style=ButtonStyle.success)


def scores(scene: Scene, view: View) -> list[str]:
    """Return the scores with the reader's own first, ``you 48, Ola 31``."""
    return [score_words(scene.texts, view, scene.line_names)]


def whose_turn(texts: Texts, view: View, names: Sequence[str]) -> str:
    """Return whose turn it is and what they can do, without pinging anyone."""
    if view.turn is None:
        return texts.t("No one's turn")
    name, top = names[view.turn], texts.card(view.discards[-1]) if view.discards else ""
    match view.phase:
        case Phase.UPCARD:
            return texts.t("{name}: take {card} or pass", name=name, card=top)
        case Phase.DISCARD:
            return texts.t("{name}: discard or knock", name=name)
        case Phase.LAY:
            return texts.t("{name}: lay or discard", name=name)
        case Phase.DRAW if top and not given_back(view.recent):
            return texts.t("{name}: draw or take {card}", name=name, card=top)
        case _:
            return texts.t("{name}: draw a card", name=name)


def beginning_words(texts: Texts, view: View) -> str:
    """Return what the reader can do at the beginning of their turn, in the words of the buttons."""
    verbs = {move.verb for move in view.moves}
    if Verb.TAKE not in verbs:
        return texts.t("Your turn: draw a card")
    card = texts.card(view.discards[-1])
    if Verb.DRAW in verbs:
        return texts.t("Your turn: draw, or take {card}", card=card)
    return texts.t("Your turn: take {card}, or pass", card=card)


def waiting_words(scene: Scene, view: View) -> str:
    """Return whom the reader waits for, and whether they can still take back their discard (C-9).

    What that player can do is left out, since panels aren't updated when another player draws.
    """
    texts = scene.texts
    if view.turn is None:
        return texts.t("No one's turn")
    name = scene.line_names[view.turn]
    if tells_take_back(scene, view):
        card = texts.card(view.discards[-1])
        return texts.t("Waiting for {name}: you can still take back {card}", name=name, card=card)
    return texts.t("Waiting for {name}", name=name)


def tells_take_back(scene: Scene, view: View) -> bool:
    """Return whether the reader is told that they can take back their discard (C-9): a computer moves too soon."""
    return view.takeback is not None and offers_take_back(scene.row) and view.turn in scene.people


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
    return texts.t("Discard pile, top first: {cards}", cards=texts.cards(view.discards[-shown:][::-1]))


def begin_buttons(
    scene: Scene, view: View, *, drawing: bool, taking: bool, advice: Sequence[Move] = ()
) -> list[ui.Button[ui.LayoutView]]:
    """Return the buttons that begin a turn, as far as they can be pressed now. An advised one is green."""
    texts, advised = scene.texts, {move.verb for move in advice[:1]}
    buttons: list[ui.Button[ui.LayoutView]] = []
    if view.turn not in scene.people:
        return buttons
    if drawing:
        buttons.append(
            scene.button(texts.p("button", "Draw"), TableAction.DRAW, style=_move_style(Verb.DRAW in advised))
        )
    if taking and view.discards:
        top = view.discards[-1]
        label, face = texts.t("Take {card}", card=texts.card(top)), scene.detail.faces.get(top)
        buttons.append(scene.button(label, TableAction.TAKE, style=_move_style(Verb.TAKE in advised), emoji=face))
    return buttons


def _move_style(advised: bool) -> ButtonStyle:
    return ButtonStyle.success if advised else ButtonStyle.primary


def log_lines(scene: Scene, view: View) -> list[str]:
    """Return the turn log in small lines, cut to the newest turns that fit.

    A player sees what happened since their own last turn, everyone else one turn per seat.
    """
    lines = turn_log(scene.texts, view.recent, scene.numbered, view.seat)
    while sum(map(len, lines)) > _LONGEST_LOG and len(lines) > 1:
        del lines[0]
    return [small(cut(line, _LONGEST_LOG)) for line in lines]


def in_words(scene: Scene, details: HandDetails) -> str:
    """Return the hand in words for a panel without a picture; empty if its picture is shown."""
    if details.file is not None and scene.detail.files:
        return ""
    return details.words or (details.file.alt or "" if details.file else "")


_LONGEST_CAPTION: Final = 54
"""Maximum characters of the small line, which is one line on a phone. Only the coach's line may make it longer."""


@dataclass(frozen=True, slots=True)
class HandHead:
    """What a family puts above a hand's picture.

    ``shown`` comes after the news: the score, if the picture doesn't show it. ``advice`` is the suggestion in words; it
    gives way to the coach's line and to a reason, and may be left out unless it ``waits``, so that no button is green.
    ``warnings`` have lines of their own.
    """

    verb: str
    shown: Sequence[str] = ()
    advice: str = ""
    waits: bool = False
    warnings: Sequence[str] = ()


def hand_head(scene: Scene, view: View, details: HandDetails, head: HandHead) -> tuple[ui.TextDisplay[Any], bool]:
    """Return the text above a hand's picture, and whether it says why to make a move, so that *Hint* adds nothing.

    Its first line is what to do and the time left, the second one is small.
    """
    notice, away, absent = details.notice, away_words(scene, view), is_away(scene, view)
    line, told = _caption(scene, view, details, head)
    lines = text(
        notice.words if notice.place is NoticePlace.ABOVE else "",
        "" if absent else away,
        " · ".join(filter(None, (away if absent else bold(head.verb), deadline_words(scene, view)))),
        small(line),
        *map(small, head.warnings),
    )
    return lines, told


def _caption(scene: Scene, view: View, details: HandDetails, head: HandHead) -> tuple[str, bool]:
    """Return the small line: news that the picture doesn't show, the score, and advice if there's room."""
    notice = details.notice
    if notice.place is NoticePlace.NEWS:
        news = [notice.words]
    else:  # with melds on the table, a hand after the draw hides the last discard
        news = news_words(scene.texts, view, scene.line_names, discards=view.phase is Phase.LAY)
    parts, asked = [*news[-1:], *head.shown], notice.place is NoticePlace.ADVICE
    tip = notice.words if asked else details.coach
    lamp = [tip] if tip else [words for words in (details.reason, head.advice) if words]
    said = next((words for words in lamp if tip or _fits(*parts, f"💡 {words}")), head.advice if head.waits else "")
    if said:
        parts.append(f"💡 {said}")
    if tip and not _fits(*parts) and notice.place is not NoticePlace.NEWS:
        news, parts = [], parts[len(news[-1:]) :]
    for earlier in news[-2::-1]:
        if not _fits(earlier, *parts):
            break
        parts.insert(0, earlier)
    return " · ".join(parts), bool(said) and (asked or said == details.reason)


def _fits(*parts: str) -> bool:
    return len(" · ".join(parts)) <= _LONGEST_CAPTION


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
        return scene.texts.t("Everyone is away, so the game is paused: press *{button I'm back}* to continue.")
    return scene.texts.t("You're away, so a computer plays for you: press *{button I'm back}* to play again.")


def helping_buttons(
    scene: Scene, view: View, details: HandDetails, *, told: bool = False, table: bool = False
) -> list[ui.Button[ui.LayoutView]]:
    """Return the panel's last buttons: the sort order, a hint unless the text has ``told`` it, and *More*.

    Below a refusal there's also the topic of the rules that explains it. ``table`` adds the button to the table.
    """
    texts, topic = scene.texts, details.notice.topic
    wanted = scene.hints and view.turn == view.seat and not told
    return [
        *([sort_button(scene)] if len(view.hand) > _FEW_CARDS else []),
        *([scene.button(texts.p("button", "Hint"), TableAction.HINT)] if wanted else []),
        *([] if topic is None else [rules_button(scene, topic)]),
        *([scene.button(texts.p("button to the card table", "Table"), TableAction.TABLE)] if table else []),
        scene.button(texts.p("button", "More"), TableAction.MORE),
    ]


def waiting_buttons(scene: Scene, view: View) -> list[ui.Button[ui.LayoutView]]:
    """Return the buttons of a player who waits: to the next table of a slow game, and a take-back (C-9)."""
    return [*take_back_button(scene, view), *next_table_button(scene, view)]


def take_back_button(scene: Scene, view: View) -> list[ui.Button[ui.LayoutView]]:
    """Return the button that takes back the player's discard; empty if that isn't possible any more, or not here."""
    if view.takeback is None or not offers_take_back(scene.row):
        return []
    label = scene.texts.t("Take back {card}", card=scene.texts.card(view.takeback))
    return [scene.button(label, TableAction.TAKEBACK, emoji=scene.detail.faces.get(view.takeback))]


def next_table_button(scene: Scene, view: View) -> list[ui.Button[ui.LayoutView]]:
    """Return the button to the next table that waits for the player, in a slow game after their move."""
    if scene.row.pace is not Pace.SLOW or view.turn == view.seat:
        return []
    return [page_button(scene.texts.t("Next table"), NEXT_TABLE, scene.row.id)]


def rules_button(scene: Scene, topic: Topic) -> ui.Button[ui.LayoutView]:
    """Return the button that opens the rules at a topic."""
    return scene.button(scene.texts.p("button", "Rules"), TableAction.RULES, topic)


def sort_button(scene: Scene) -> ui.Button[ui.LayoutView]:
    """Return the button that changes to the next sort order."""
    return scene.button(scene.texts.p("button", "Sort"), TableAction.SORT)


def sorted_words(texts: Texts, sorting: Sorting) -> str:
    """Return the order that a hand has after a click on *Sort*."""
    match sorting:
        case Sorting.MELDS:
            return texts.t("Sorted by meld")
        case Sorting.SUITS:
            return texts.t("Sorted by suit")
        case Sorting.RANKS:
            return texts.t("Sorted by rank")


def discard_label(texts: Texts, card: Card, *, suggested: bool) -> str:
    """Return the label of a discard, which says what the color of its button shows."""
    if suggested and texts.spells_cards:
        return texts.t("Discard {card}, suggested", card=texts.card(card))
    return texts.t("Discard {card}", card=texts.card(card))
