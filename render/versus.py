"""The picture of two players against one another: games won, points, their last games."""

from collections.abc import Mapping

from bot.league.values import Versus
from bot.text.catalogue import Texts
from bot.text.league import listed_name, score_of_two
from render.canvas import MARGIN, WIDTH, Canvas, Picture, Style
from render.look import DEFAULT, Look


def versus_picture(versus: Versus, names: Mapping[int, str], texts: Texts, look: Look = DEFAULT) -> Picture:
    """Draw the games of two; ``names`` has both names, as `bot.play.ports.Names` answers."""
    canvas = Canvas(look, texts)
    both = [listed_name(texts, user, names, number) for number, user in enumerate(versus.users, 1)]
    canvas.text(MARGIN, 46, " : ".join(both), Style(42), WIDTH - 2 * MARGIN)
    canvas.text(MARGIN, 120, score_of_two(versus.wins), Style(42), WIDTH - 2 * MARGIN)
    return Picture(canvas.png(), " : ".join(both)[:250])
