"""Agreements of the people at a table, to pause a live game or to call it off: their buttons and the public lines."""

from collections.abc import Collection

from discord import ui

from bot.play.state.presence import Agreement, Question
from bot.play.state.values import Pace, Status
from bot.text.catalogs import Texts
from bot.text.lists import all_of
from cogs.edge.clicking.custom_ids import TableAction
from cogs.table.screens.scene import Scene


def question_lines(scene: Scene) -> tuple[str, ...]:
    """Return a line for each open question: who has agreed and who hasn't."""
    return tuple(_question_words(scene, question) for question in scene.presence.questions)


def agreement_buttons(scene: Scene) -> list[ui.Button[ui.LayoutView]]:
    """Return a player's buttons to pause the game or to call it off, or to take that back."""
    texts, row, here = scene.texts, scene.row, scene.presence
    playing = scene.seat is not None and row.status is Status.PLAYING and scene.seat not in here.away
    if not playing or row.is_practice or row.fixture is not None:
        return []
    buttons = []
    agreed = {question.about for question in here.questions if scene.seat in question.agreed}
    if row.pace is Pace.LIVE and Agreement.PAUSE not in agreed:
        buttons.append(scene.button(texts.t("Pause"), TableAction.AGREE, Agreement.PAUSE))
    if len(scene.people - here.left) > 1 and Agreement.CALL_OFF not in agreed:
        buttons.append(scene.button(texts.t("Call it off"), TableAction.AGREE, Agreement.CALL_OFF))
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
            "*Pause* turns this into a slow game and *Call it off* ends it without a result, once all players agree. "
            "*Call it off* needs no one who has left this server."
        )
    return texts.t("*Call it off* ends the game without a result, once all players agree who haven't left this server.")


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


def _question_words(scene: Scene, question: Question) -> str:
    """Return one open question with the names of those who have agreed and of the others."""
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
