"""The public table: the whole game as everybody may see it, and the buttons that draw, take and pass."""

from collections.abc import Sequence

from discord import ButtonStyle, ui

from bot.rummy.views import QUIET_LIMIT, QUIET_WARNING, GinView, Phase
from bot.text.catalogue import Texts
from bot.text.moves import dealer_draw_words, recent_words
from bot.text.results import score_words
from bot.text.rules import differences, variant_name
from cogs.custom_ids import Action
from cogs.messages import Attachment
from cogs.screens.parts import Scene, bold, layout, picture, rows, small, text, title

_LAST_DISCARDS = 3


def table_screen(scene: Scene, view: GinView, file: Attachment | None) -> ui.LayoutView:
    """Show a running deal; ``view`` is the public one."""
    texts = scene.texts
    heading = texts.t("{game} · deal {number}", game=variant_name(texts, view.options.variant), number=view.deal)
    return layout(
        text(title(heading), bold(whose_turn(texts, view, scene.names))),
        picture(scene.dress, file),
        text(*table_lines(texts, view, scene.names)),
        rows(draw_buttons(scene, view)),
        rows(
            [
                scene.button(texts.t("My hand"), Action.HAND, style=ButtonStyle.success),
                scene.button(texts.t("Rules"), Action.RULES),
                scene.button(texts.t("Discards"), Action.DISCARDS),
            ]
        ),
    )


def table_lines(texts: Texts, view: GinView, names: Sequence[str]) -> list[str]:
    """Tell the table in text: cards, scores, what happened, what is in force."""
    return [
        " · ".join(_seat(texts, view, names, seat) for seat in range(len(names)))
        + " · "
        + texts.n("{n} card in the stock", "{n} cards in the stock", view.stock),
        pile_words(texts, view),
        texts.t("Score: {score}", score=score_words(texts, view.columns, names)),
        recent_words(texts, view.recent, names),
        dealer_draw_words(texts, view.dealer_draw, names, view.dealer) if view.dealer_draw and view.deal == 1 else "",
        quiet_words(texts, view),
        small(" ".join([limit_words(texts, view), *differences(texts, view.options)])),
    ]


def whose_turn(texts: Texts, view: GinView, names: Sequence[str]) -> str:
    """Say who has to act, and what on; names do not call anybody."""
    if view.turn is None:
        return texts.t("Nobody's turn")
    name = names[view.turn]
    match view.phase:
        case Phase.UPCARD:
            return texts.t("{name}'s turn: take the upcard or pass", name=name)
        case Phase.STOCK:
            return texts.t("{name}'s turn: draw from the stock", name=name)
        case Phase.DISCARD:
            return texts.t("{name}'s turn: discard or knock", name=name)
        case _:
            return texts.t("{name}'s turn: draw or take", name=name)


def pile_words(texts: Texts, view: GinView) -> str:
    """Name the last discards, the top one first."""
    if not view.discards:
        return texts.t("The discard pile is empty")
    last = view.discards[-_LAST_DISCARDS:][::-1]
    return texts.t("Discard pile, top first: {cards}", cards=texts.cards(last))


def limit_words(texts: Texts, view: GinView) -> str:
    """Say what ends this deal (G-12)."""
    if view.knock_limit:
        line = texts.t("Knock limit {limit}.", limit=view.knock_limit)
    else:
        line = texts.t("Only gin ends this deal.")
    return " ".join((line, texts.t("This deal counts double."))) if view.factor > 1 else line


def quiet_words(texts: Texts, view: GinView) -> str:
    """Warn five turns before a deal is void because nobody draws from the stock (C-8)."""
    if view.quiet_turns < QUIET_WARNING or view.turn is None:
        return ""
    return "⚠️ " + texts.n(
        "Nobody draws from the stock: after {n} more turn like that the deal is void.",
        "Nobody draws from the stock: after {n} more turns like that the deal is void.",
        QUIET_LIMIT - view.quiet_turns,
    )


def draw_buttons(scene: Scene, view: GinView) -> list[ui.Button[ui.LayoutView]]:
    """Make the buttons that begin a turn; those that the phase does not allow can't be clicked."""
    texts, phase = scene.texts, view.phase
    taking = phase in (Phase.UPCARD, Phase.DRAW)
    buttons = [
        scene.button(
            texts.t("Draw · {n} left", n=view.stock),
            Action.DRAW,
            style=ButtonStyle.primary,
            disabled=phase not in (Phase.DRAW, Phase.STOCK),
        ),
        scene.button(
            texts.t("Take {card}", card=texts.card(view.discards[-1])) if view.discards else texts.t("Take"),
            Action.TAKE,
            style=ButtonStyle.primary if taking else ButtonStyle.secondary,
            disabled=not taking,
            emoji=scene.dress.faces.get(view.discards[-1]) if view.discards else None,
        ),
    ]
    if phase is Phase.UPCARD:
        buttons.append(scene.button(texts.t("Pass"), Action.PASS))
    return buttons


def _seat(texts: Texts, view: GinView, names: Sequence[str], seat: int) -> str:
    """Say how many cards a player holds, and who deals."""
    count = texts.n("{n} card", "{n} cards", view.counts[seat])
    if seat == view.dealer:
        return texts.t("{name} (dealer): {cards}", name=names[seat], cards=count)
    return texts.t("{name}: {cards}", name=names[seat], cards=count)
