"""The pictures of the README, drawn by the program; ``python -m tests.readme_pictures`` writes them anew."""

from pathlib import Path

from bot.rummy.options import Variant
from bot.rummy.views import Phase
from bot.text.catalogue import Catalogues
from render.hand import hand_picture
from render.hand_melds import melds_hand_picture
from render.knock import knock_picture
from render.sheet import sheet_picture
from render.table import table_picture
from render.table_melds import melds_table_picture
from tests.render.melds_views import FOUR, GERMAN, held, lying, spectated
from tests.render.views import ended_deals, holding, public

FOLDER = Path(__file__).parent.parent / "docs" / "pictures"
NAMES = ("Ola", "Kuba")
MELDS = "7S XX 9S TS / QC QH QD / AH 2H 3H 4H 5H / 6C 6S 6D XX / TD JD QD KD AD / 3C 4C 5C"


def pictures() -> dict[str, bytes]:
    """Each picture by its file name."""
    texts = Catalogues().texts("en")
    games = (ended_deals(Variant.GIN, seed) for seed in range(100))
    game = next(game for game in games if game[-1].phase is Phase.OVER and 5 <= len(game) <= 8)
    knock = next(view for view in game if view.showdown and view.showdown.defence.lay_offs)
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
    }


if __name__ == "__main__":
    for name, png in pictures().items():
        (FOLDER / name).write_bytes(png)
