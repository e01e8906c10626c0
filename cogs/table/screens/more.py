"""The private screens behind *More*: what a player needs rarely, agreements, resigning, past moves and discards."""

from collections.abc import Collection, Sequence
from itertools import takewhile
from typing import Final

from discord import ButtonStyle, ui

from bot.play.state.presence import Agreement
from bot.play.state.values import Pace, Status
from bot.rummy.cards import Card, code
from bot.rummy.events import Event, by_turn
from bot.rummy.options import Options
from bot.rummy.refusals import Topic
from bot.rummy.views import Phase, View
from bot.text.catalogs import Texts
from bot.text.deals import moves_heading, turn_words
from bot.text.games import variant_name
from bot.text.lists import all_of
from cogs.edge.custom_ids import TableAction
from cogs.edge.custom_ids import button as page_button
from cogs.edge.layout import bold, layout, rows, small, text, title
from cogs.table.screens.replay import REPLAY, review_button
from cogs.table.screens.running import back_button
from cogs.table.screens.scene import Scene, way_back
from cogs.table.screens.settings import pace_words, settings_lines, take_back_words

ON = "on"
OFF = "off"
"""The arguments of the button that changes whether a player is asked before each discard."""


def more_screen(
    scene: Scene,
    view: View | None,
    knocks: Sequence[ui.ActionRow[ui.LayoutView]] = (),
    *,
    confirms: bool = False,
    coached: bool = True,
) -> ui.LayoutView:
    """Show the table's settings and rarely needed buttons in groups; ``view`` is None in a lobby.

    Players get more buttons than spectators. ``knocks`` are the selects of the knocks without a button. ``confirms``:
    the player is asked before each discard. ``coached``: a coach comments on their first games.
    """
    texts, row = scene.texts, scene.row
    return layout(
        text(
            title(variant_name(texts, row.options.variant)),
            pace_words(texts, row.pace, row.limits),
            *settings_lines(texts, row),
            take_back_words(texts, row) if row.status is Status.PLAYING else "",
            "" if row.is_practice else small(texts.t("Choose how I notify you with `{/me notifications}`.")),
            small(no_agreement_words(scene)),
            small(_stopping_words(scene)),
        ),
        knocks,
        rows(_looking_buttons(scene, view)),
        rows(_table_buttons(scene, view)),
        rows(_discard_buttons(scene, confirms=confirms, coached=coached)),
        rows(_ending_buttons(scene)),
    )


def _looking_buttons(scene: Scene, view: View | None) -> list[ui.Button[ui.LayoutView]]:
    texts = scene.texts
    running = view is not None and view.phase not in (Phase.DEAL, Phase.OVER)
    past = [
        scene.button(texts.p("button", "Moves"), TableAction.MOVES),
        scene.button(texts.p("button", "Discards"), TableAction.DISCARDS),
    ]
    if scene.seat is None:
        first = [scene.button(texts.p("button", "The table"), TableAction.HAND)] if view is not None else []
    else:
        first = [scene.button(texts.p("button", "My hand"), TableAction.HAND, style=ButtonStyle.success)]
    words = [scene.button(texts.p("button", "In words"), TableAction.WORDS)] if view is not None else []
    return [
        *first,
        *_score_buttons(scene, view),
        *words,
        *(past if running and not scene.unassisted else []),
        scene.button(texts.p("button", "Rules"), TableAction.RULES, _topic(view)),
    ]


def _score_buttons(scene: Scene, view: View | None) -> list[ui.Button[ui.LayoutView]]:
    """Return the score sheet once a deal has ended; then also its moves, and after the game its replay and review."""
    texts = scene.texts
    if view is None or not (view.deals or scene.row.status is Status.OVER):
        return []
    moves = scene.button(texts.p("button", "Moves"), TableAction.MOVES)
    replays = scene.row.status is Status.OVER and scene.row.day is None
    return [
        scene.button(texts.t("Score sheet"), TableAction.SHEET),
        *([moves] if view.phase in (Phase.DEAL, Phase.OVER) and not scene.unassisted else []),
        *([page_button(texts.p("button", "Replay"), REPLAY, scene.row.id)] if replays else []),
        *(review_button(scene, view.deals) if replays else []),
    ]


def _topic(view: View | None) -> Topic | None:
    """Return the topic of the rules that explains what just ended; None during a deal."""
    match None if view is None else view.phase:
        case Phase.DEAL:
            return Topic.POINTS
        case Phase.OVER:
            return Topic.WINNING
        case _:
            return None


def _table_buttons(scene: Scene, view: View | None) -> list[ui.Button[ui.LayoutView]]:
    """Return the buttons about the table: its records and proof, where it is, and a nudge; a daily deal has none."""
    texts = scene.texts
    if scene.row.day is not None:
        return []
    buttons = [
        scene.button(texts.p("button", "Record"), TableAction.RECORD),
        scene.button(texts.p("button", "Verify"), TableAction.VERIFY),
    ]
    if scene.seat is not None and scene.row.status is Status.PLAYING:
        if not scene.row.is_practice:
            buttons.append(scene.button(texts.t("Repost table"), TableAction.DOWN))
        if view is not None and view.turn is not None and _may_nudge(scene, view.turn):
            label = texts.t("Nudge {name}", name=scene.numbered[view.turn])
            buttons.append(scene.button(label, TableAction.NUDGE))
    return buttons


def _ending_buttons(scene: Scene) -> list[ui.Button[ui.LayoutView]]:
    """Return the buttons of a player that stop the game, or let them come back to it."""
    if scene.seat is None or scene.row.status is not Status.PLAYING:
        return []
    back = [back_button(scene)] if scene.seat in scene.presence.away else []
    resign = scene.button(scene.texts.p("button", "Resign"), TableAction.GIVE_UP, style=ButtonStyle.danger)
    return [*back, *agreement_buttons(scene), resign]


def _discard_buttons(scene: Scene, *, confirms: bool, coached: bool) -> list[ui.Button[ui.LayoutView]]:
    if scene.seat is None or scene.row.status is not Status.PLAYING:
        return []
    coach = [coach_button(scene, coached=coached)] if scene.row.day is None else []
    return [confirm_button(scene, confirms=confirms), *coach]


def coach_button(scene: Scene, *, coached: bool) -> ui.Button[ui.LayoutView]:
    """Return the button that turns the coach on or off."""
    texts = scene.texts
    label = texts.t("Coach: on") if coached else texts.t("Coach: off")
    return scene.button(label, TableAction.COACH, OFF if coached else ON)


def confirm_button(scene: Scene, *, confirms: bool) -> ui.Button[ui.LayoutView]:
    """Return the button that turns the question before each discard on or off."""
    texts = scene.texts
    label = texts.t("Confirm discards: on") if confirms else texts.t("Confirm discards: off")
    return scene.button(label, TableAction.CONFIRM, OFF if confirms else ON)


def _may_nudge(scene: Scene, turn: int) -> bool:
    """Return whether the player whose turn it is may be nudged. The table decides how soon."""
    row, here, people = scene.row, scene.presence, scene.people
    nudged = row.clock is None or row.clock.nudged
    return row.pace is Pace.SLOW and not nudged and len(people) > 1 and turn in people - here.away - here.left


def _stopping_words(scene: Scene) -> str:
    texts, row = scene.texts, scene.row
    if row.status is not Status.PLAYING or not all(player.is_computer for player in row.seats):
        return ""
    return texts.t("Only computers are playing. The player who started the game can stop it with `{/rummy resign}`.")


def agreement_buttons(scene: Scene) -> list[ui.Button[ui.LayoutView]]:
    """Return a player's buttons to pause the game or to call it off, or to take that back."""
    texts, row, here = scene.texts, scene.row, scene.presence
    playing = scene.seat is not None and row.status is Status.PLAYING and scene.seat not in here.away
    if not playing or row.is_practice or row.fixture is not None:
        return []
    buttons = []
    agreed = {question.about for question in here.questions if scene.seat in question.agreed}
    if row.pace is Pace.LIVE and Agreement.PAUSE not in agreed:
        buttons.append(scene.button(texts.p("button", "Pause"), TableAction.AGREE, Agreement.PAUSE))
    if len(scene.people - here.left) > 1 and Agreement.CALL_OFF not in agreed:
        buttons.append(scene.button(texts.p("button", "Call it off"), TableAction.AGREE, Agreement.CALL_OFF))
    if agreed:
        buttons.append(scene.button(texts.t("Play on"), TableAction.GO_ON))
    return buttons


def no_agreement_words(scene: Scene) -> str:
    """Return what *Pause* and *Call it off* do, or why a tournament's game has neither; empty for spectators."""
    texts, row = scene.texts, scene.row
    if scene.seat is None or row.status is not Status.PLAYING or row.is_practice:
        return ""
    if row.fixture is not None:
        return texts.t("Tournament games can't be paused or called off: the tournament decides about them.")
    if row.pace is Pace.LIVE:
        return texts.t(
            "*{button Pause}* turns this into a slow game and *{button Call it off}* ends it without a result, once "
            "all players agree. *{button Call it off}* needs no one who has left this server."
        )
    return texts.t(
        "*{button Call it off}* ends the game without a result, once all players agree who haven't left this server."
    )


def agreed_words(texts: Texts, about: Agreement) -> str:
    """Return the notice for a player after the last of them has agreed; the game may be over."""
    match about:
        case Agreement.PAUSE:
            return texts.t("Everyone agreed: this is a slow game now, so take your time.")
        case Agreement.CALL_OFF:
            return texts.t("Everyone agreed: the game ends without a result.")


def waiting_words(scene: Scene, about: Agreement, gone: Collection[int] = ()) -> str:
    """Return the notice for a player who has agreed while others haven't yet; ``gone`` left the server."""
    found = next((question for question in scene.presence.questions if question.about is about), None)
    waiting = () if found is None else sorted(found.others)
    others = [seat for seat in waiting if scene.row.seats[seat].user not in gone]
    names = all_of(scene.texts, [scene.numbered[seat] for seat in others])
    return scene.texts.t("You agreed. Not yet: {others}. The table shows it to everyone.", others=names)


def resign_screen(scene: Scene, line: str = "", gone: Collection[int] = ()) -> ui.LayoutView:
    """Ask a player to confirm that they resign, with a line above.

    ``gone`` are people who left the server. If there's no one else to play against, nobody has to resign.
    """
    texts = scene.texts
    others = scene.people - scene.presence.left - {scene.seat}
    if others and all(scene.row.seats[seat].user in gone for seat in others):
        label, words = _ending_words(scene, all_of(texts, [scene.names[seat] for seat in sorted(others)]))
        ending = scene.button(label, TableAction.AGREE, Agreement.CALL_OFF, style=ButtonStyle.success)
    else:
        label = texts.t("Leave the game") if _goes_on_without(scene) else texts.p("button", "Resign")
        words, ending = _resign_words(scene), scene.button(label, TableAction.RESIGN, style=ButtonStyle.danger)
    return layout(text(line, words), rows([ending, scene.button(texts.t("Keep playing"), TableAction.STAY)]))


def _ending_words(scene: Scene, gone: str) -> tuple[str, str]:
    """Return the button that ends a game whose other players have left the server, and the question."""
    texts = scene.texts
    if scene.row.fixture is not None:
        words = texts.t("{names} left this server. You can end the game and win it. You can't undo this.", names=gone)
        return texts.t("End the game"), words
    words = texts.t(
        "{names} left this server. You can end the game without a result: no one loses. You can't undo this.",
        names=gone,
    )
    return texts.t("End without a result"), words


def _resign_words(scene: Scene) -> str:
    if scene.row.day is not None:
        return scene.texts.t("Give up this daily deal? It won't count, and you can't play it again.")
    if scene.row.is_practice:
        return scene.texts.t("End this practice game? It doesn't count for anything.")
    if _goes_on_without(scene):
        return scene.texts.t(
            "Leave this game? A computer finishes it for you, and it counts as a loss. You can't undo this."
        )
    here = scene.presence
    if len(here.away | here.left | {scene.seat}) == len(scene.row.seats):
        return scene.texts.t("Resign? The game ends and nobody wins. You can't undo this.")
    if len(scene.row.seats) == 2:
        return scene.texts.t("Resign? The other player wins. You can't undo this.")
    return scene.texts.t(
        "Resign? The game ends for everyone, and the player with the most points wins. You can't undo this."
    )


def _goes_on_without(scene: Scene) -> bool:
    """Return whether the game continues if this player leaves: at least two others play, one of them a user."""
    here = scene.presence
    others = scene.people - {scene.seat} - here.away - here.left
    return len(scene.row.seats) > 2 and bool(others)


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
            small(texts.t("You're asked before each discard. Turn that off under *{button More}*.")),
        ),
        rows([discard, scene.button(texts.t("Keep {card}", card=name), TableAction.HAND)]),
    )


def discards_screen(scene: Scene, view: View) -> ui.LayoutView:
    """Show the discard pile, from the top."""
    texts = scene.texts
    cards = texts.cards(view.discards[::-1])
    line = texts.t("Discard pile, top first: {cards}", cards=cards) if cards else texts.t("The discard pile is empty.")
    return layout(text(line), way_back(scene))


_ROOM: Final = 3_600
"""Maximum characters of all lines. A message holds a little more."""


def moves_screen(scene: Scene, options: Options, deal: int, events: Sequence[Event]) -> ui.LayoutView:
    """Show the public moves of a deal in one line per turn, as many of the latest as fit into a message."""
    texts, names = scene.texts, scene.numbered
    lines = [
        f"{number}. {turn_words(texts, turn, names[turn[0].seat])}" for number, turn in enumerate(by_turn(events), 1)
    ]
    used = 0

    def fits(line: str) -> bool:
        nonlocal used
        used += len(line) + 1
        return used <= _ROOM

    shown = list(takewhile(fits, reversed(lines)))[::-1]
    earlier = texts.t("`{/rummy record}` has the earlier moves once the game is over.")
    head = [title(moves_heading(texts, options, deal)), small(earlier) if len(shown) < len(lines) else ""]
    return layout(text(*head, *shown, "" if events else texts.t("No moves yet.")), way_back(scene))
