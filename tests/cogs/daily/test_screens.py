"""The screens of the daily deal: short next to a picture, in every language, and within Discord's limits."""

from dataclasses import replace

import pytest

from bot.days.ranking import Beaten, DayPlace, DayScore
from bot.fairness.grades import Doubt, Grade, Proof
from bot.play.state.days import DayCode, DayNews, DayPost, DayProof, DayRanking, DayStanding, DayToday, Seen
from bot.rummy.families import Variant
from bot.text.catalogs import Catalogs, Texts
from cogs.daily.screens import (
    EVERYONE,
    ROWS,
    RankingPage,
    day_screen,
    news_screen,
    proof_screen,
    ranking_screen,
    rules_screen,
)
from cogs.edge.custom_ids import HERE
from cogs.table.day_results import DayHands, standing_lines
from cogs.table.screens.ear import count_words
from tests.cogs.table.scenes import FULL_DETAIL, PNG, TEXTS, assert_discord_takes, shown

CATALOGS = Catalogs()
LANGUAGES = [CATALOGS.texts(language) for language in CATALOGS.languages]
DAY = 20_786
USER = 10**18
MOST = 35
"""The most words beside a picture."""
BEST = DayScore(131, 14)
PAR = DayScore(-12, 20)
TODAY = tuple(
    DayToday(DAY, game, 412, DAY * 10**8, DAY * 10**8, is_ready=True, void=False)
    for game in (Variant.GIN, Variant.GERMAN)
)
CODES = tuple(DayCode(DAY + 1, one.game, "f" * 32, 0) for one in TODAY)
STANDING = DayStanding(
    412, DAY, Variant.GERMAN, BEST, PAR, Beaten(198, 309), 1000, 3, None, True, False, False, DAY * 10**8, False
)  # fmt: skip
RANKING = DayRanking(
    412,
    DAY,
    Variant.GIN,
    tuple(DayPlace(place, USER + place, BEST) for place in range(1, ROWS + 1)),
    310,
    1000,
    PAR,
    DayPlace(99, USER, PAR),
    closed=False,
    players_changed=True,
)
PROOF = DayProof(
    412, DAY, Variant.GIN, Proof(Grade.NOBODY, day=True), "f" * 32, "{" * 900, "a" * 64, Seen(DAY * 10**8), "x", 10**7,
    DAY * 10**8, DAY * 10**8, None, None,
)  # fmt: skip
NAMES = {USER + place: "*" * 32 for place in range(1, ROWS + 1)}


def news(game: Variant, top: int = 5) -> DayNews:
    lines = tuple(DayPlace(place, USER + place, BEST) for place in range(1, top + 1))
    return DayNews(412, DAY, game, lines, top, 1000, PAR, None, BEST, players_changed=False)


@pytest.mark.parametrize("texts", LANGUAGES, ids=lambda texts: texts.language)
def test_discord_takes_every_screen(texts: Texts) -> None:
    page = RankingPage(RANKING, HERE, 1, USER, (Variant.GERMAN,), may_show=True)
    post = DayPost(1, 2, DAY, (news(Variant.GIN), news(Variant.GERMAN)), CODES)
    for layout in (
        day_screen(texts, TODAY, CODES, {}, 6),
        day_screen(texts, TODAY, (), {TODAY[0]: "x", TODAY[1]: "y"}, 0),
        ranking_screen(texts, page, NAMES),
        ranking_screen(texts, replace(page, ranking=replace(RANKING, lines=(), own=None, total=0, par=None)), NAMES),
        rules_screen(texts),
        proof_screen(texts, PROOF, "", (Variant.GERMAN,)),
        proof_screen(texts, replace(PROOF, secret="a" * 64, proof=Proof(Grade.NOT_PROVEN, doubt=Doubt.FORGED)), "", ()),
        news_screen(texts, post, NAMES, DayHands(PNG, ()), FULL_DETAIL),
        news_screen(texts, post, NAMES, DayHands(None, ("Ala wins",)), FULL_DETAIL),
    ):
        assert_discord_takes(layout)


@pytest.mark.parametrize("texts", LANGUAGES, ids=lambda texts: texts.language)
def test_few_words_stand_beside_a_picture(texts: Texts) -> None:
    assert count_words("\n".join(standing_lines(texts, STANDING))) <= MOST
    names = dict.fromkeys(NAMES, "Kuba")
    post = DayPost(1, 2, DAY, (news(Variant.GIN), news(Variant.GERMAN, 1)), CODES)
    assert count_words(shown(news_screen(texts, post, names, DayHands(PNG, ()), FULL_DETAIL)).text) <= MOST


def test_the_day_offers_what_is_left_to_play() -> None:
    late = replace(TODAY[1], is_ready=False)
    layout = shown(day_screen(TEXTS, (TODAY[0], late), CODES, {}, 0))
    assert [button["label"] for button in layout.buttons] == ["Play Gin", "How it works", "Verify"]
    assert "wait for the public beacon" in layout.text
    done = shown(day_screen(TEXTS, TODAY, CODES, {TODAY[0]: "**Gin +31, par +12**"}, 6))
    assert [button["label"] for button in done.buttons][:3] == ["Gin: result", "Play German Rummy", "Share"]
    assert "- **Gin +31, par +12**" in done.text
    assert "🔥 6 days" in done.text


def test_a_ranking_offers_its_lists_and_marks_the_reader() -> None:
    here = shown(ranking_screen(TEXTS, RankingPage(RANKING, HERE, 0, USER + 2), NAMES))
    assert "➤ **2**. " in here.text
    assert "**99**. " in here.text, "the reader's own line, if it's on another page"
    assert {"Next", "All players"} <= {button["label"] for button in here.buttons}
    everyone = shown(ranking_screen(TEXTS, RankingPage(RANKING, EVERYONE, 0, USER, on_server=False), NAMES))
    assert "This server" not in {button["label"] for button in everyone.buttons}
