"""The README's pictures; ``python -m tests.readme_pictures`` makes all of them again.

Most are drawn by the program. Those of the playground are screenshots, which need a browser (`.ci/browser`).
"""

import sys
from math import sin
from pathlib import Path

from bot.play.state.game import begin, follow
from bot.play.state.values import LogLine, moves_of, split_line, word_of
from bot.ratings.values import Tally
from bot.rummy.families import Variant
from bot.rummy.games import apply, view_for
from bot.rummy.melds.views import MeldsView
from bot.rummy.moves import Verb
from bot.rummy.options import options_for
from bot.rummy.views import Phase, View
from bot.text.catalogs import Catalogs, Texts
from render.gin.ending import knock_picture
from render.melds.hand import melds_hand_picture
from render.melds.table import melds_table_picture
from render.profile import profile_picture
from render.sheet import sheet_picture
from render.standings import standings_picture
from tests.browser import chromium
from tests.browser.pictures import playground_pictures
from tests.play.finished import played, row_of
from tests.render.competition import page, profile, standing, tallies, versus
from tests.render.melds.views import FOUR
from tests.render.views import ended_deals

FOLDER = Path(__file__).parent.parent / "docs" / "pictures"
NAMES = ("Ola", "Kuba")
PEOPLE = dict(enumerate(("Ola", "Kuba", "Ewa", "Jan", "Zofia", "Piotr", "Maja", "Tomek", "Iga", "Leon", "Nina"), 1))
GERMAN = options_for(Variant.GERMAN)
SEED = 2
"""The game that the pictures of German Rummy show."""


def pictures() -> dict[str, bytes]:
    """Return each picture that the program draws by its file name."""
    texts = Catalogs().texts("en")
    games = (ended_deals(Variant.GIN, seed) for seed in range(100))
    game = next(game for game in games if game[-1].phase is Phase.OVER and 5 <= len(game) <= 8)
    knock = next(view for view in game if view.showdown and view.showdown.defense.lay_offs)
    table, hand = _moments()
    return {
        "melds-table.png": melds_table_picture(table, FOUR, texts).png,
        "melds-hand.png": melds_hand_picture(hand, FOUR, texts).png,
        "knock.png": knock_picture(knock, NAMES, texts).png,
        "sheet.png": sheet_picture(game[-1], NAMES, texts).png,
        **_of_competitions(texts),
    }


def _moments() -> tuple[MeldsView, MeldsView]:
    """Return two moments of a game of German Rummy for four: the table after a turn with lays, a hand during one."""
    row = row_of(GERMAN, 4, SEED)
    tables: list[MeldsView] = []
    hands: list[MeldsView] = []
    game = begin(row)
    for entry in played(row).lines:
        seat, text = split_line(entry)
        before, state = game, game.state
        game = follow(row, game, LogLine(len(game.lines), seat, text, len(game.lines), len(game.lines)))
        moves = [] if word_of(text) else moves_of(seat, text)
        if len(game.state.deals) != len(before.state.deals) or not game.state.deals or not moves:
            continue
        laid = sum(move.verb is Verb.MELD for move in moves)
        if laid and moves[-1].verb is Verb.DISCARD:
            for move in moves[:-1]:
                state = apply(state, move)
            hands.append(melds_view(view_for(state, seat)))
            tables.append(melds_view(view_for(game.state, None)))
    full = [view for view in tables if 6 <= len(view.melds) <= 9]
    staged = [view for view in hands if 7 <= len(view.hand) <= 11 and len(view.melds) >= 4]
    return full[0], staged[0]


def melds_view(view: View) -> MeldsView:
    """Return a view of a game with melds on the table."""
    assert isinstance(view, MeldsView)
    return view


def _of_competitions(texts: Texts) -> dict[str, bytes]:
    """Draw standings and a profile."""
    rows = page(
        standing(1, 63, 41, 4810, streak=5, shown=2216),
        standing(2, 57, 30, 3870, streak=-2, shown=1987),
        standing(3, 40, 23, 2990, streak=1, shown=1964),
        standing(5, 44, 21, 2410, streak=2, shown=1710),
        standing(4, 29, 11, 860, streak=-3, shown=1425),
        standing(6, 8, 4, 430, streak=1, shown=1380),
        standing(7, 5, 1, -120, streak=-2, shown=1090),
        standing(8, 2, 1, 75, streak=-1, shown=1150),
        total=11,
    )
    won = tallies(63, Variant.GIN, Variant.GERMAN, Variant.HOLLYWOOD)
    won = {
        **won,
        None: Tally(63, 41, 4810, won[None].counts),
        Variant.GERMAN: Tally(17, 12),
        Variant.BASIC: Tally(4, 1),
    }
    curve = tuple((game, 1200 + 16 * game + 90 * sin(game / 4) + 25 * sin(2 * game)) for game in range(62))
    rivals = (versus(1, 2, (14, 9)), versus(1, 3, (8, 7)), versus(1, 5, (6, 2)))
    curve = (*curve, (62, 2216.0))
    mine = profile(63, rated=won, all=won, curve=curve, streak=5, rating=rows.rows[0].standing.rating, rivals=rivals)
    return {
        "standings.png": standings_picture(rows, PEOPLE, texts, "November 2026 · All games", me=5).png,
        "profile.png": profile_picture(mine, PEOPLE, texts).png,
    }


if __name__ == "__main__":
    reason = chromium.missing()
    if reason is not None:
        sys.exit(reason)
    made = {**pictures(), **playground_pictures()}
    for old in FOLDER.iterdir():
        old.unlink()
    for name, data in made.items():
        (FOLDER / name).write_bytes(data)
