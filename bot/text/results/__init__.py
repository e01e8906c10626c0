"""How deals and games ended, in words: sums spelled out, scores, bonuses line by line."""

from bot.text.results.deals import deal_sum, outcome_words
from bot.text.results.knocks import melds_words, points_sum, showdown_lines
from bot.text.results.outs import hand_lines, loss_lines
from bot.text.results.scores import (
    bonus_lines,
    closed_words,
    forfeit_words,
    gains_words,
    game_won_words,
    resigned_words,
    score_words,
    series_words,
    sheet_lines,
    winner_words,
)

__all__ = [
    "bonus_lines",
    "closed_words",
    "deal_sum",
    "forfeit_words",
    "gains_words",
    "game_won_words",
    "hand_lines",
    "loss_lines",
    "melds_words",
    "outcome_words",
    "points_sum",
    "resigned_words",
    "score_words",
    "series_words",
    "sheet_lines",
    "showdown_lines",
    "winner_words",
]
