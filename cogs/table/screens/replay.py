"""The private replay of a finished game: all hands shown, one move at a time."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import discord
from discord import ButtonStyle, ui

from bot.play.state.records import Made, Moment
from bot.play.state.values import TableRow
from bot.players.games import reviewable
from bot.players.reasons import Hint
from bot.rummy.moves import Verb
from bot.rummy.results import DealResult
from bot.text.catalogs import Texts
from bot.text.deals import (
    advice_words,
    deal_heading,
    expert_words,
    made_words,
    moment_words,
    place_words,
    worth_words,
)
from bot.text.games import variant_name
from bot.text.lists import isolated
from bot.text.players import name_in_sentence
from bot.text.scores import outcome_words, score_words
from cogs.edge.custom_ids import ALL_GAMES, DAILY, GAME, TableAction, button, chooser
from cogs.edge.layout import LONGEST_LIST, bold, layout, option, picture, rows, small, text
from cogs.edge.messages import Attachment
from cogs.table.screens.games import SCREENS
from cogs.table.screens.scene import Scene

REPLAY: Final = "replay"  # table, deal, move
REPLAY_POINT: Final = "replay-point"  # table, render: a select of turning points
REPLAY_MORE: Final = "replay-more"  # table, deal, move: everything in words, and all other steps
REPLAY_DEAL: Final = "replay-deal"  # table, render: a select of deals
REPLAY_MOVE: Final = "replay-move"  # table, deal, render: a select of its moves
REVIEW: Final = "review"  # table
REPLAY_GAME: Final = "replay-game"  # render: a select of games
_DISCARDS: Final = 6
_ENDS_A_TURN: Final = (Verb.DISCARD, Verb.KNOCK, Verb.BIGGIN)
_TURNING: Final = (Verb.TAKE, Verb.KNOCK, Verb.BIGGIN, Verb.CLAIM, Verb.MELD, Verb.LAYOFF, Verb.SWAP)
_END: Final = 10**6
"""More moves than a deal can have: the place at its end."""


@dataclass(frozen=True, slots=True)
class Looked:
    """A moment of a game, and what the replay shows of it.

    ``results`` are those of all finished deals, ``hint`` is an Expert's move. ``hands`` is the picture of the moment,
    ``sheet`` that of the score, which *More* shows at the end of the game, or its lines. ``before`` is the number of
    moves of the previous deal. ``on_server``: the reader is on the server of the game.
    """

    moment: Moment
    results: Sequence[DealResult]
    hint: Hint | None = None
    hands: Attachment | None = None
    sheet: Attachment | None = None
    sheet_lines: Sequence[str] = ()
    before: int = 0
    render: int = 0
    on_server: bool = True


def replay_screen(scene: Scene, looked: Looked) -> ui.LayoutView:
    """Show one moment of a game: the move that led here, what an Expert would do, all hands."""
    shown = picture(scene.detail, looked.hands)
    return layout(
        text(_place_line(scene, looked.moment), small(_news(scene, looked))),
        shown or text(*_table_lines(scene, looked.moment)),
        _turning_points(scene, looked),
        rows(_main_steps(scene, looked)),
    )


def replay_more_screen(scene: Scene, looked: Looked) -> ui.LayoutView:
    """Show the same moment in words, with the Expert's reason, the score, and steps to anywhere in the game."""
    place = looked.moment.deal, looked.moment.at
    back = button(scene.texts.p("button", "Back"), REPLAY, scene.row.id, *place, "here", style=ButtonStyle.success)
    drawn = picture(scene.detail, looked.sheet)
    return layout(
        text(*_what_lines(scene, looked), *_table_lines(scene, looked.moment)),
        drawn or ([text(*map(small, looked.sheet_lines))] if looked.sheet_lines else []),
        _deals(scene, looked),
        _moves(scene, looked),
        rows([back, *_steps(scene, looked)]),
    )


def games_screen(texts: Texts, games: Sequence[TableRow], render: int) -> ui.LayoutView:
    """Offer a player's finished games, newest first, to replay one."""
    options = [option(_players(texts, row), str(row.id), description=_kind(texts, row)) for row in games]
    return layout(
        text(texts.t("Your last games, newest first. All hands are shown, and what an Expert would have done.")),
        chooser(texts.t("Choose a game to replay"), options, REPLAY_GAME, render),
    )


def _players(texts: Texts, row: TableRow) -> str:
    return " · ".join(name_in_sentence(texts, player) for player in row.seats)


def _kind(texts: Texts, row: TableRow) -> str:
    game = variant_name(texts, row.options.variant)
    return texts.t("{game}, practice", game=game) if row.is_practice else game


def heading(scene: Scene, moment: Moment) -> str:
    """Return the position in the game: deal and move."""
    options = scene.row.options
    return place_words(scene.texts, options, (moment.deal, moment.deals), (moment.at, len(moment.made)))


def _place_line(scene: Scene, moment: Moment) -> str:
    """Return the position in the game, the move in bold."""
    made, place = moment_words(
        scene.texts, scene.row.options, (moment.deal, moment.deals), (moment.at, len(moment.made))
    )
    return f"{bold(made)} · {place}"


def _news(scene: Scene, looked: Looked) -> str:
    """Return the move that led here, or how the deal ended, and what an Expert would do now."""
    texts, moment = scene.texts, looked.moment
    told = texts.t("The cards are dealt") if moment.last is None else _made(scene, moment.last)
    if moment.coming is None:
        return " · ".join((told, _ending(scene, looked)))
    hint = looked.hint
    if hint is None or moment.coming.move.seat != hint.move.seat:
        return told
    view = moment.views[hint.move.seat]
    advice = expert_words(texts, hint.move, view.discards[-1] if view.discards else None)
    return " · ".join(filter(None, (told, texts.t("💡 {advice}", advice=advice) if advice else "")))


def _ending(scene: Scene, looked: Looked) -> str:
    """Return how the deal ended, or that the game was broken off."""
    moment = looked.moment
    if moment.deal > len(looked.results):
        return scene.texts.t("The game ended here.")
    result = looked.results[moment.deal - 1]
    return outcome_words(scene.texts, result, scene.names)


def _what_lines(scene: Scene, looked: Looked) -> list[str]:
    """Return the last and the next move with an Expert's opinion, or how the deal ended."""
    texts, moment, names = scene.texts, looked.moment, scene.names
    last = texts.t("The cards are dealt.") if moment.last is None else _made(scene, moment.last)
    lines = [
        bold(texts.t("{game}: replay", game=variant_name(texts, scene.row.options.variant))),
        heading(scene, moment),
        bold(last),
    ]
    if moment.coming is not None:
        lines.append(texts.t("Next: {move}", move=_made(scene, moment.coming)))
        if looked.hint is not None and moment.coming.move.seat == looked.hint.move.seat:
            seat = looked.hint.move.seat
            name = None if seat == scene.seat else names[seat]
            lines.append(advice_words(texts, looked.hint, name, moment.coming.move))
    elif moment.deal <= len(looked.results):
        lines.append(deal_heading(texts, scene.row.options, moment.deal, _ending(scene, looked)))
    else:
        lines.append(_ending(scene, looked))
    return lines


def _made(scene: Scene, made: Made) -> str:
    return made_words(scene.texts, made.move, made.events, scene.names)


def _table_lines(scene: Scene, moment: Moment) -> list[str]:
    texts, names, first = scene.texts, scene.names, moment.views[0]
    acting = moment.views[first.turn or 0]
    lines = []
    for seat, (name, view) in enumerate(zip(names, moment.views, strict=True)):
        cards = texts.cards(view.hand) or texts.t("no cards left")
        hand = texts.t("{name} · {worth}: {cards}", name=bold(name), worth=worth_words(texts, view), cards=cards)
        lines.append(f"➤ {hand}" if first.turn == seat else hand)
    discards = texts.cards(first.discards[: -_DISCARDS - 1 : -1])
    lines.append(
        texts.t("Stock {count} · discards, newest first: {cards}", count=first.stock, cards=discards)
        if discards
        else texts.t("Stock {count} · no discards", count=first.stock)
    )
    lines += SCREENS[acting.family].meld_lines(texts, acting)
    score = score_words(texts, first.columns, names, penalties=first.options.penalties)
    lines.append(small(texts.t("Score: {score}", score=score)))
    return lines


def _turning_points(scene: Scene, looked: Looked) -> list[ui.ActionRow[ui.LayoutView]]:
    """Return the select of turning points: of this deal what was laid and knocked, of the others how they ended."""
    texts, moment, names = scene.texts, looked.moment, _plain_names(scene)
    inside = [
        option(
            texts.t("{number}. {move}", number=at, move=made_words(texts, made.move, made.events, names)),
            f"{moment.deal}-{at}",
            chosen=at == moment.at,
        )
        for at, made in enumerate(moment.made, 1)
        if made.move.verb in _TURNING and at < len(moment.made)
    ]
    deals = list(_window(moment.deal - 1, moment.deals, LONGEST_LIST // 2))
    inside = inside[: LONGEST_LIST - len(deals) - 1]
    listed: list[discord.SelectOption] = []
    for number in deals:
        if number + 1 == moment.deal:
            start = deal_heading(texts, scene.row.options, moment.deal, texts.t("the cards are dealt"))
            listed += [option(start, f"{moment.deal}-0", chosen=not moment.at), *inside]
        words = outcome_words(texts, looked.results[number], names) if number < len(looked.results) else ""
        words = deal_heading(texts, scene.row.options, number + 1, words or texts.t("not finished"))
        ends = number + 1 == moment.deal and moment.coming is None and bool(moment.at)
        listed.append(option(words, f"{number + 1}-{_END}", chosen=ends))
    return [chooser(texts.t("Turning points"), listed, REPLAY_POINT, scene.row.id, looked.render)]


def _deals(scene: Scene, looked: Looked) -> list[ui.ActionRow[ui.LayoutView]]:
    """Return the select of deals around the current one; empty if there's only one deal."""
    texts, moment = scene.texts, looked.moment
    if moment.deals == 1:
        return []
    listed = []
    labels = _plain_names(scene)
    for number in _window(moment.deal - 1, moment.deals):
        ended = number < len(looked.results)
        outcome = outcome_words(texts, looked.results[number], labels) if ended else texts.t("not finished")
        words = deal_heading(texts, scene.row.options, number + 1, outcome)
        listed.append(option(words, str(number + 1), chosen=number + 1 == moment.deal))
    return [chooser(texts.t("Go to a deal"), listed, REPLAY_DEAL, scene.row.id, looked.render)]


def _moves(scene: Scene, looked: Looked) -> list[ui.ActionRow[ui.LayoutView]]:
    """Return the select of moves around the current one; empty if there are no moves."""
    texts, moment, names = scene.texts, looked.moment, _plain_names(scene)
    if not moment.made:
        return []
    listed: list[discord.SelectOption] = []
    for at in _window(moment.at, len(moment.made) + 1):
        if at:
            made = moment.made[at - 1]
            words = texts.t("{number}. {move}", number=at, move=made_words(texts, made.move, made.events, names))
        else:
            words = texts.t("The cards are dealt.")
        listed.append(option(words, str(at), chosen=at == moment.at))
    return [chooser(texts.t("Go to a move"), listed, REPLAY_MOVE, scene.row.id, moment.deal, looked.render)]


def _window(at: int, count: int, most: int = LONGEST_LIST) -> range:
    """Return the numbers below ``count`` that fit into a select, around ``at``."""
    first = min(max(at - most // 2, 0), max(count - most, 0))
    return range(first, min(first + most, count))


def _main_steps(scene: Scene, looked: Looked) -> list[ui.Button[ui.LayoutView]]:
    texts, moment, table = scene.texts, looked.moment, scene.row.id
    back, following = _neighbors(looked)
    before = [] if back is None else [button(texts.p("a move", "Previous"), REPLAY, table, *back, "back")]
    after = [] if following is None else [_next_button(texts, table, following)]
    more = button(texts.p("button", "More"), REPLAY_MORE, table, moment.deal, moment.at)
    return [*before, *after, *review_button(scene, looked.results), more]


def review_button(scene: Scene, results: Sequence[DealResult]) -> list[ui.Button[ui.LayoutView]]:
    """Return the button of a game's review; empty for games that have none, and without the result of a deal."""
    has_review = bool(results) and reviewable(scene.row.options)
    return [button(scene.texts.p("button", "Review"), REVIEW, scene.row.id)] if has_review else []


def _next_button(texts: Texts, table: int, place: tuple[int, int]) -> ui.Button[ui.LayoutView]:
    return button(texts.p("a move", "Next"), REPLAY, table, *place, "next", style=ButtonStyle.success)


def _neighbors(looked: Looked) -> tuple[tuple[int, int] | None, tuple[int, int] | None]:
    """Return the places before and after this one, in other deals at the ends of this one; None if there are none."""
    moment, count = looked.moment, len(looked.moment.made)
    begins, ends = moment.deal == 1 and not moment.at, moment.deal == moment.deals and moment.at == count
    back = (moment.deal, moment.at - 1) if moment.at else (moment.deal - 1, looked.before)
    following = (moment.deal, moment.at + 1) if moment.at < count else (moment.deal + 1, 0)
    return None if begins else back, None if ends else following


def _steps(scene: Scene, looked: Looked) -> list[ui.Button[ui.LayoutView]]:
    """Return the buttons that lead further than to the next move; at the end of a deal to the following one."""
    texts, moment, count = scene.texts, looked.moment, len(looked.moment.made)
    discard = next(
        ((moment.deal, at) for at in range(moment.at + 1, count) if moment.made[at].move.verb in _ENDS_A_TURN),
        (moment.deal, count) if moment.at < count else (moment.deal + 1, 0),
    )
    table, (_, following) = scene.row.id, _neighbors(looked)
    start = [button(texts.t("⏮ Start"), REPLAY, table, moment.deal, 0, "start")] if moment.at else []
    after = [] if following is None else [button(texts.t("Next discard"), REPLAY, table, *discard, "discard")]
    end = [button(texts.t("End ⏭"), REPLAY, table, moment.deal, count, "end")] if moment.at < count else []
    return [*start, *after, *end, *_result_button(scene, looked)]


def _result_button(scene: Scene, looked: Looked) -> list[ui.Button[ui.LayoutView]]:
    """Return the button back to the result; empty away from the game's server, which has the page of the result."""
    label = scene.texts.p("button", "Result")
    if scene.row.day is not None and scene.seat is None:
        return [button(scene.texts.p("button", "Daily deal"), DAILY)]
    if scene.row.is_practice:
        return [scene.button(label, TableAction.HAND)]
    return [button(label, GAME, scene.row.id, ALL_GAMES, 0)] if looked.on_server else []


def _plain_names(scene: Scene) -> tuple[str, ...]:
    return tuple(isolated(name_in_sentence(scene.texts, player)) for player in scene.row.seats)
