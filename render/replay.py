"""The picture of a moment of a finished game: all hands, the drawn card framed, an Expert's discard dashed."""

from collections.abc import Sequence
from typing import Final

from bot.rummy.cards import Card
from bot.rummy.views import Phase, View
from bot.text.catalogs import Texts
from bot.text.hints import worth_words
from bot.text.lists import gain
from render.alt import alt_names, first_fitting, joined
from render.drawing.canvas import Canvas
from render.games import pictures_for
from render.hands import FaceUpHand
from render.look import DEFAULT, Look
from render.picture import Picture

_HEIGHT: Final = 812


def replay_picture(
    views: Sequence[View],
    names: Sequence[str],
    texts: Texts,
    look: Look = DEFAULT,
    *,
    title: str,
    advised: Card | None = None,
) -> Picture:
    """Draw all hands of a finished game at one moment; ``views`` contains what each seat saw then.

    ``title`` names the moment; ``advised`` is the card that an Expert would discard in the acting player's place.
    """
    canvas = Canvas(look, texts, _HEIGHT)
    hands = [
        _hand(view, seat, name, texts, advised) for seat, (view, name) in enumerate(zip(views, names, strict=True))
    ]
    pictures_for(views[0].options).replay(canvas, views[0], hands, title, texts)
    return Picture(canvas.png(), replay_alt(views, names, texts, title=title))


def replay_alt(views: Sequence[View], names: Sequence[str], texts: Texts, *, title: str) -> str:
    """Describe a moment of a game: its title, whose turn it is, the piles, then the hands in signs."""
    players = alt_names(texts, names)
    first = views[0]
    head = [f"{title}.", texts.t("{name}'s turn.", name=players[first.turn]) if first.turn is not None else ""]
    if first.discards:
        top = texts.card(first.discards[-1])
        head.append(texts.t("Stock {count}, top discard {card}.", count=first.stock, card=top))
    worth = [f"{name} {worth_words(texts, view)}" for name, view in zip(players, views, strict=True)]
    hands = [f"{one}: {texts.cards(view.hand)}" if view.hand else one for one, view in zip(worth, views, strict=True)]
    return first_fitting(joined([*head, f"{'; '.join(seats)}."]) for seats in (hands, worth))


def _hand(view: View, seat: int, name: str, texts: Texts, advised: Card | None) -> FaceUpHand:
    """Return one seat's hand with what is marked in it."""
    mark, acts = _mark(view, seat, texts), view.turn == seat
    return FaceUpHand(
        name,
        view.hand,
        worth_words(texts, view),
        mark,
        lit=bool(mark),
        framed=view.drawn if acts else None,
        advised=advised if acts else None,
    )


def _mark(view: View, seat: int, texts: Texts) -> str:
    """Return that it's a seat's turn, or what it won in the deal that has just ended; empty for the others."""
    if view.turn == seat:
        return texts.t("Turn")
    if view.phase in (Phase.DEAL, Phase.OVER) and view.deals and view.deals[-1].winner == seat:
        return gain(view.deals[-1].points[seat])
    return ""
