"""The README's pictures, drawn by the program; ``python -m tests.readme_pictures`` updates them."""

from pathlib import Path

from bot.play.replays import replayed
from bot.ratings.values import Tally
from bot.rummy.families import Variant
from bot.rummy.options import options_for
from bot.rummy.views import Phase
from bot.text.catalogs import Catalogs, Texts
from bot.tournaments.values import TournamentFormat
from render.gin.ending import knock_picture
from render.gin.hand import hand_picture
from render.gin.table import table_picture
from render.melds.hand import melds_hand_picture
from render.melds.table import melds_table_picture
from render.ratings.profile import profile_picture
from render.ratings.standings import standings_picture
from render.replay import replay_picture
from render.sheet import sheet_picture
from render.tournaments.bracket import bracket_picture
from tests.play.finished import played, row_of
from tests.render.competition import page, played_tournament, profile, standing, tallies, versus
from tests.render.melds.views import FOUR, GERMAN, held, lying, spectated
from tests.render.views import ended_deals, holding, public

FOLDER = Path(__file__).parent.parent / "docs" / "pictures"
NAMES = ("Ola", "Kuba")
PEOPLE = dict(enumerate(("Ola", "Kuba", "Ewa", "Jan", "Zofia", "Piotr", "Maja", "Tomek", "Iga", "Leon", "Nina"), 1))
MELDS = "7S XX 9S TS / QC QH QD / AH 2H 3H 4H 5H / 6C 6S 6D XX / TD JD QD KD AD / 3C 4C 5C"


def pictures() -> dict[str, bytes]:
    """Return each picture by its file name."""
    texts = Catalogs().texts("en")
    games = (ended_deals(Variant.GIN, seed) for seed in range(100))
    game = next(game for game in games if game[-1].phase is Phase.OVER and 5 <= len(game) <= 8)
    knock = next(view for view in game if view.showdown and view.showdown.defense.lay_offs)
    melds = lying(MELDS, GERMAN)
    laid = (*(frozenset[int]() for _ in melds[:4]), frozenset({4}), frozenset({0, 1, 2}))
    return {
        "melds-table.png": melds_table_picture(spectated(melds=melds[:5]), FOUR, texts).png,
        "melds-hand.png": melds_hand_picture(
            held("2S 8S 8H 8C JC KH 9D XX", "9D", melds=melds, staged=laid, opened=(True, True, True, False)),
            FOUR,
            texts,
        ).png,
        "table.png": table_picture(public(), NAMES, texts).png,
        "hand.png": hand_picture(holding("7S 8S 9S TS 2C 9C QC QH QD KH 5D", "2C"), NAMES, texts).png,
        "knock.png": knock_picture(knock, NAMES, texts).png,
        "sheet.png": sheet_picture(game[-1], NAMES, texts).png,
        **_of_competitions(texts),
        "replay.png": _replay(texts),
    }


def _of_competitions(texts: Texts) -> dict[str, bytes]:
    """Draw standings, a profile and a bracket."""
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
    curve = tuple((game, 1224 + 16 * game - 41.0 * (game * game % 7)) for game in range(62))
    rivals = (versus(1, 2, (14, 9)), versus(1, 3, (8, 7)), versus(1, 5, (6, 2)))
    curve = (*curve, (62, 2216.0))
    mine = profile(63, rated=won, all=won, curve=curve, streak=5, rating=rows.rows[0].standing.rating, rivals=rivals)
    return {
        "standings.png": standings_picture(rows, PEOPLE, texts, "November 2026 · All games", me=5).png,
        "profile.png": profile_picture(mine, PEOPLE, texts).png,
        "cup.png": bracket_picture(
            played_tournament(TournamentFormat.KNOCKOUT, 11, 2, gone=0), PEOPLE, texts, "Winter cup", me=1
        ).png,
    }


def _replay(texts: Texts) -> bytes:
    """Draw a moment of a finished game of gin."""
    row = row_of(options_for(Variant.GIN, {"deals": 1}), seed=4)
    moment = replayed(row, played(row).lines).moment(1, 15)
    hint = moment.hint
    title = f"Deal 1 of 1 · move {moment.at} of {len(moment.made)}"
    return replay_picture(moment.views, NAMES, texts, title=title, advised=hint.move.card if hint else None).png


if __name__ == "__main__":
    for name, png in pictures().items():
        (FOLDER / name).write_bytes(png)
