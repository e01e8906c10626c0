"""Turns and deals on all screens: whose turn it is, the deadline, the piles, buttons that begin a turn or deal."""

from collections.abc import Sequence
from typing import Final

from discord import ButtonStyle, ui

from bot.play.state.values import Pace
from bot.play.time.turn_clock import offers_take_back
from bot.rummy.moves import Verb
from bot.rummy.views import Phase, View
from bot.text.catalogs import Texts
from bot.text.deals import next_deal, next_deal_words, turn_log
from bot.text.players import absence_lines, missed_words, ready_words
from cogs.edge.clicking.custom_ids import TableAction
from cogs.edge.layout import GOLD, GRAY, SEATS, bold, cut, moment, small, until
from cogs.table.screens.agreeing import question_lines
from cogs.table.screens.scene import Scene

_LAST_DISCARDS: Final = 3
_LONGEST_LOG: Final = 700
"""Maximum characters of the turn log. The rest of the message needs space too."""


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


def between_lines(scene: Scene, view: View) -> list[str]:
    """Return when the next deal starts, and who is ready or away."""
    texts, clock = scene.texts, scene.row.clock
    lines = list(absent_lines(scene))
    if clock is not None and clock.deadline is not None:
        time, ready = moment(clock.deadline), asks_for_ready(scene)
        lines.append(next_deal_words(texts, view.options, time=time, ready=ready))
    if asks_for_ready(scene):
        lines.append(ready_words(texts, scene.numbered, scene.presence.ready))
    return lines


def asks_for_ready(scene: Scene) -> bool:
    """Return whether the next deal starts by itself, or earlier once all present players are ready."""
    return scene.row.pace is Pace.LIVE and bool(scene.people)


def next_buttons(scene: Scene, view: View) -> list[ui.Button[ui.LayoutView]]:
    """Return the button for the next deal; empty if only computers play."""
    if not scene.people:
        return continue_button(scene)
    if asks_for_ready(scene):
        label, ready = scene.texts.p("next deal", "Ready"), scene.seat in scene.presence.ready
        return [scene.button(label, TableAction.READY, str(view.deal), style=ButtonStyle.success, disabled=ready)]
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
