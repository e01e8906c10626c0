"""All functions that draw a picture for the studio. Its thread loads them and Pillow, so the program starts without."""

from render.examples import examples_picture
from render.games import pictures_for
from render.ratings.profile import profile_picture
from render.ratings.standings import standings_picture
from render.ratings.versus import versus_picture
from render.replay import replay_picture
from render.share import share_card
from render.sheet import sheet_picture
from render.tournaments import bracket_picture, tournament_table_picture

__all__ = (
    "bracket_picture",
    "examples_picture",
    "pictures_for",
    "profile_picture",
    "replay_picture",
    "share_card",
    "sheet_picture",
    "standings_picture",
    "tournament_table_picture",
    "versus_picture",
)
