"""The picture of somebody's profile: the curve of their rating, their level, how they win in each game."""

from collections.abc import Mapping

from bot.league.values import Profile
from bot.text.catalogue import Texts
from bot.text.league import level_words, listed_name, rating_words
from render.canvas import MARGIN, WIDTH, Canvas, Picture, Style
from render.look import DEFAULT, Look


def profile_picture(profile: Profile, names: Mapping[int, str], texts: Texts, look: Look = DEFAULT) -> Picture:
    """Draw a profile; ``names`` has its owner's and their rivals' names, as `bot.play.ports.Names` answers."""
    canvas = Canvas(look, texts)
    name = listed_name(texts, profile.user, names, 1)
    canvas.text(MARGIN, 46, name, Style(42), WIDTH - 2 * MARGIN)
    canvas.text(MARGIN, 120, rating_words(texts, profile.rating), Style(42), WIDTH - 2 * MARGIN)
    canvas.text(MARGIN, 200, level_words(texts, profile), Style(36), WIDTH - 2 * MARGIN)
    return Picture(canvas.png(), name[:250])
