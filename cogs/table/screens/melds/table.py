"""The public table of games with melds on it: numbered melds, hand sizes, buttons that begin a turn, what is read."""

from collections.abc import Iterable, Sequence

from discord import ButtonStyle, SelectOption, ui

from bot.rummy.events import given_back
from bot.rummy.melds.views import MeldsView
from bot.rummy.moves import Move, Verb
from bot.rummy.options import changes_from, house_rules
from bot.rummy.views import Phase
from bot.text.catalogs import Texts
from bot.text.lists import all_of
from bot.text.melds.table import (
    aim_words,
    begins_words,
    casino_words,
    last_turn_words,
    meld_lines,
    owner_words,
    quiet_words,
    seat_words,
)
from bot.text.melds.table import pile_words as whole_pile
from bot.text.rules import option_name, option_value
from cogs.edge.custom_ids import TableAction
from cogs.edge.layout import LONGEST_LIST, small
from cogs.table.screens.ear import HAND, MELDS, PILE, SCORES, TABLE
from cogs.table.screens.melds.offers import in_order_of
from cogs.table.screens.running import begin_buttons, log_lines, pile_words
from cogs.table.screens.scene import Scene
from render.drawing.rows import MOST_LISTED
from render.look import Sorting
from render.melds.reading import shows_pile


def table_lines(scene: Scene, view: MeldsView) -> list[str]:
    """Return the text of the table: seats with cards and scores, piles, melds, the turn log, rules in force."""
    texts, names = scene.texts, scene.numbered
    return [
        *score_lines(scene, view),
        stock_words(scene, view),
        *melds_told(scene, view),
        claim_words(texts, view, names),
        casino_words(texts, view, names),
        begins_words(texts, view, names) if not view.turns else "",
        last_turn_words(texts, view),
        quiet_words(texts, view),
        *log_lines(scene, view),
        small(" · ".join(filter(None, (aim_words(texts, view.options, len(names)), _house_rules(texts, view))))),
    ]


def score_lines(scene: Scene, view: MeldsView) -> list[str]:
    """Return a line per seat: its cards, its points, and whether it has melded."""
    return [seat_words(scene.texts, view, seat, name) for seat, name in enumerate(scene.numbered_seats)]


def stock_words(scene: Scene, view: MeldsView) -> str:
    """Return the top of the discard pile, or all of it if it lies spread (R-1), and the size of the stock."""
    texts = scene.texts
    left = texts.n("{n} card in the stock", "{n} cards in the stock", view.stock)
    if view.reshuffled:
        left = texts.t("{cards} (the reshuffled discard pile)", cards=left)
    return f"{whole_pile(texts, view) or pile_words(scene, view)} · {left}"


def melds_told(scene: Scene, view: MeldsView) -> list[str]:
    """Return a numbered line per meld on the table: who laid it (R-12), and what was laid in the current turn."""
    texts = scene.texts
    if not view.melds:
        return [texts.t("No melds on the table yet.")]
    lines = []
    owners = (owner_words(texts, view, number, scene.numbered) for number in range(len(view.melds)))
    told = (" · ".join(filter(None, both)) for both in zip(meld_lines(texts, view), owners, strict=True))
    for line, meld, staged in zip(told, view.melds, view.staged, strict=True):
        if not staged:
            lines.append(line)
        elif len(staged) == len(meld.cards):
            lines.append(texts.t("{meld} · new", meld=line))
        else:
            new = texts.cards(meld.cards[place] for place in sorted(staged))
            lines.append(texts.t("{meld} · new: {cards}", meld=line, cards=new))
    return lines


def claim_words(texts: Texts, view: MeldsView, names: Sequence[str]) -> str:
    """Return who can claim the discard and until when (H-8); empty if nobody can.

    Neither the next player nor the one who discarded can claim it.
    """
    if view.claim is None or view.turn is None:
        return ""
    seats = len(names)
    others = [names[(view.turn + step) % seats] for step in range(1, seats - 1)]
    following, card = names[view.turn], texts.card(view.claim)
    if len(others) == 1:
        return texts.t(
            "{player} can knock for {card} (+1 card) until {name} draws.", player=others[0], card=card, name=following
        )
    return texts.t(
        "{players} can knock for {card} (+1 card) until {name} draws. First one gets it.",
        players=all_of(texts, others),
        card=card,
        name=following,
    )


def draw_buttons(scene: Scene, view: MeldsView, advice: Sequence[Move] = ()) -> list[ui.Button[ui.LayoutView]]:
    """Return the buttons that begin a turn; none after the draw."""
    drawing = view.phase is Phase.DRAW
    taking = drawing and not given_back(view.recent)
    return begin_buttons(scene, view, drawing=drawing, taking=taking, advice=advice)


def claim_button(scene: Scene, view: MeldsView) -> list[ui.Button[ui.LayoutView]]:
    """Return the button that claims the discard, for players who can claim it now (H-8)."""
    barred = view.seat is not None and all(move.verb is not Verb.CLAIM for move in view.moves)
    if view.claim is None or barred:
        return []
    label = scene.texts.t("Knock for {card} (+1 card)", card=scene.texts.card(view.claim))
    face = scene.detail.faces.get(view.claim)
    return [scene.button(label, TableAction.CLAIM, style=ButtonStyle.primary, emoji=face)]


def _house_rules(texts: Texts, view: MeldsView) -> str:
    """Return the house rules, without those that the goal already contains. *Rules* shows all of them."""
    declared = house_rules(view.options.variant)
    changes = [name for name in changes_from(view.options) if not declared[name].in_goal]
    if not changes:
        return ""
    return texts.t("House rules: {rules}", rules=", ".join(_named(texts, view, changes)))


def _named(texts: Texts, view: MeldsView, names: Iterable[str]) -> list[str]:
    found = []
    for name in names:
        value = getattr(view.options, name)
        word = option_name(texts, name)
        if name == "rounds":
            word = texts.n("{n} round", "{n} rounds", value)
        elif value is not True:
            word = texts.t("{option}: {value}", option=word, value=option_value(texts, name, value))
        found.append(word)
    return found


def lists(
    scene: Scene,
    placeholder: str,
    action: TableAction,
    render: int,
    options: Sequence[SelectOption],
    *,
    several: bool = False,
) -> list[ui.ActionRow[ui.LayoutView]]:
    """Return as many selects as the options need."""
    parts = [options[at : at + LONGEST_LIST] for at in range(0, len(options), LONGEST_LIST)]
    return [
        scene.select(
            placeholder if number == 1 else scene.texts.t("{list} ({number})", list=placeholder, number=number),
            action,
            f"{render}_{number}",
            part,
            several=several,
        )
        for number, part in enumerate(parts, 1)
    ]


def reads(view: MeldsView) -> list[str]:
    """Return what can be read: a hand and a discard pile only where a turn leaves them out."""
    hand = [HAND] if len(view.hand) > MOST_LISTED else []
    pile = [PILE] if shows_pile(view) else []
    return [*hand, *([MELDS] if view.melds else []), *pile, TABLE, SCORES]


def read_lines(scene: Scene, view: MeldsView, what: str) -> list[str]:
    """Return what is read of a table apart from the rest: its melds, its piles, the scores, or the hand."""
    if what == MELDS:
        return melds_told(scene, view)
    if what == PILE:
        return [stock_words(scene, view)]
    if what == HAND and view.hand:
        return [scene.texts.cards(in_order_of(view, Sorting.SUITS))]
    return score_lines(scene, view)
