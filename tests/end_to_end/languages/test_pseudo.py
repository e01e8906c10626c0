"""Whole games and all pictures in the pseudo language: nothing is left in English, cut off, or too long for Discord.

The stand-in refuses what is too long for Discord. Words drawn in pictures are recorded on their way to the fonts.
"""

import re
from typing import Final

import pytest

from bot.play.state.values import Stamp, Status
from bot.players.levels import Level
from bot.program.cli.demo import DemoGame, play
from bot.program.cli.guests import NAMES
from bot.program.cli.guests.table import Computers
from bot.rummy.families import Variant
from bot.rummy.options import Options, options_for, seats_for
from bot.text.catalogs import Catalogs, Texts
from bot.text.extraction import CLOSE, OPEN, pseudo_catalog, pseudo_text, write_catalog
from bot.text.players import computer_names
from bot.tournaments.table import table_of
from bot.tournaments.values import TournamentFormat
from cogs.table.screens.deal import Ended, GameEnd, game_screen
from cogs.table.screens.scene import Scene
from render.drawing import canvas
from render.drawing.canvas import TextStyle
from render.drawing.letters import Letters
from render.gin.ending import knock_picture
from render.gin.hand import hand_picture
from render.gin.table import table_picture
from render.melds.ending import ending_picture
from render.melds.hand import melds_hand_picture
from render.melds.table import melds_table_picture
from render.profile import profile_picture
from render.share import share_card
from render.sheet import sheet_picture
from render.standings import standings_picture
from render.tournaments import bracket_picture, tournament_table_picture
from render.versus import versus_picture
from tests.cogs.table.scenes import row_of, shown
from tests.end_to_end.languages.reading import foreign, words_on
from tests.render.competition import LAST, page, played_tournament, profile, standing, versus
from tests.render.gin.test_ending import knocks
from tests.render.gin.test_hand import HANDS, KNOCK, hand_of
from tests.render.gin.test_table import VIEWS as GIN_TABLES
from tests.render.melds.test_ending import ENDINGS as MELDS_ENDINGS
from tests.render.melds.test_hand import VIEWS as MELDS_HANDS
from tests.render.melds.test_sheet import KINDS as MELDS_SHEETS
from tests.render.melds.test_table import VIEWS as MELDS_TABLES
from tests.render.melds.views import german, scored
from tests.render.test_share import ALL as CARDS
from tests.render.test_sheet import ALL_KINDS as SHEETS
from tests.text.extracted import every_message

PLAYERS: Final = (*NAMES, *computer_names(Catalogs().texts("en")))
NOT_TRANSLATED: Final = re.compile(
    r"`[^`]*`|https?://\S+|<[@#][^>]*>|<t:[^>]*>|:\w+:|\b\S*\d\S*\b|\b("
    + "|".join((*PLAYERS, "cuts at", "Remik", "UTC", "und", "oder"))
    + r")\b"
)
"""What stays the same: commands, links, mentions, times, codes, names, what guests type, and Babel's German lists."""
WORD: Final = re.compile(r"[A-Za-z]{2,}")
ELLIPSIS: Final = "…"


def english_in(text: str) -> list[str]:
    """Return the English words in a text: those without any accent, except what stays the same in every language.

    The name of a player who is named in the middle of a text may be cut there.
    """
    text = re.sub(
        rf"(\w+){ELLIPSIS}", lambda cut: "" if any(name.startswith(cut[1]) for name in PLAYERS) else cut[0], text
    )
    words = re.findall(r"[^\W\d_]+(?:'[^\W\d_]+)?", NOT_TRANSLATED.sub(" ", text))
    return [word for word in words if WORD.fullmatch(word)]


def is_cut(text: str) -> bool:
    """Return whether the end of a text is missing: a bracket or an ellipsis says so.

    Players' names may be cut, but something of them has to be left.
    """
    kept = text.removesuffix(ELLIPSIS)
    if kept and kept != text and any(name.startswith(kept) for name in PLAYERS):
        return False
    return text.count(OPEN) != text.count(CLOSE) or kept != text


@pytest.fixture(scope="module")
def catalogs(tmp_path_factory: pytest.TempPathFactory) -> Catalogs:
    """English, and the pseudo language in the place of German."""
    folder = tmp_path_factory.mktemp("pseudo")
    (folder / "de").mkdir()
    with (folder / "de" / "remik.po").open("wb") as file:
        write_catalog(pseudo_catalog(every_message(), "de"), file)
    return Catalogs(folder)


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """Record all words that pictures draw."""
    found: set[str] = set()
    write = canvas._letters

    def watched(words: str, style: TextStyle) -> Letters:
        found.add(words)
        return write(words, style)

    monkeypatch.setattr(canvas, "_letters", watched)
    canvas._label.cache_clear()
    return found


def test_a_pseudo_text_is_longer_has_accents_another_order_and_keeps_its_placeholders() -> None:
    assert pseudo_text("Your turn: draw or take {card}") == "«táké {card} Ýóúr túrñ: dráw ór óúáéíóú»"
    assert pseudo_text("- {name}: `/rummy new`") == "- «{name}: `/rummy new` óúáé»"
    assert english_in("«Ýóúr túrñ» Your {ala}") == ["Your", "ala"]
    assert english_in("`/rummy new` Ala 10♥ <t:1:R>") == []
    assert english_in("«vś Ku… óú»") == []
    assert english_in("«vś Your… óú»") == ["Your"]
    assert pseudo_text("Next deal") == "«Ñéxt déál óú»"
    assert is_cut("«Ýóúr tú…")
    assert is_cut("…")
    assert not is_cut("Kub…")
    assert not is_cut("«Ýóúr túrñ»")


def assert_nothing_is_english_or_cut(game: DemoGame, drawn: set[str]) -> None:
    """Assert it for all texts, buttons and options that players saw in a game, and all words in pictures."""
    shown = {words for step in game.transcript.steps for one in step.changed for words in words_on(one.message)}
    assert len(shown) > 200
    assert [(found, kind, text) for kind, text in sorted(shown) if (found := english_in(text))] == []
    assert [(kind, text) for kind, text in shown if is_cut(text)] == []
    assert_no_picture_has_english_or_cut_words(drawn)


def assert_no_picture_has_english_or_cut_words(drawn: set[str]) -> None:
    """Assert that all words in pictures are translated, and that only names are cut.

    Sentences are drawn in parts, around cards, so a bracket alone says nothing here.
    """
    assert sum(OPEN in words for words in drawn) > 20
    assert sorted(words for words in drawn if not words.endswith(ELLIPSIS) and english_in(words)) == []
    assert sorted(words for words in drawn if words.endswith(ELLIPSIS) and is_cut(words)) == []


@pytest.mark.parametrize(
    ("rules", "computers", "seed"),
    [
        pytest.param(options_for(Variant.GERMAN, {"rounds": 1, "claim": True}), 1, 3, marks=pytest.mark.soak),
        (options_for(Variant.GIN, {"deals": 1}), 0, 2),
    ],
)
async def test_a_whole_game_in_the_pseudo_language(
    rules: Options, computers: int, seed: int, catalogs: Catalogs, drawn: set[str]
) -> None:
    game = await play(rules, 2, seed, "de", Computers(computers, Level.EASY), catalogs=catalogs)
    assert_nothing_is_english_or_cut(game, drawn)


def draw_all_kinds(texts: Texts) -> None:
    """Draw what whole games of the suite don't show: Hollywood, knocks, standings, profiles, tournaments, cards."""
    two, four = NAMES[:2], (*NAMES[:2], *computer_names(Catalogs().texts("en"))[:2])
    people = dict(enumerate((*PLAYERS, *PLAYERS), 1))
    for table in GIN_TABLES.values():
        table_picture(table, two, texts)
    for held in HANDS.values():
        for moves in ((), KNOCK):
            hand_picture(hand_of(*held, moves=moves), two, texts)
    for knock in knocks().values():
        knock_picture(knock, two, texts)
    for view in SHEETS.values():
        sheet_picture(view, two, texts)
    for seats, deals in ((3, 5), (4, 5), (4, 10)):
        sheet_picture(scored(german(), seats, deals), four[:seats], texts)
    for facts in CARDS.values():
        share_card(facts, four[: len(facts.scores)], texts)
    places = [standing(user, 63 - 5 * user, 41 - 4 * user, 4810, streak=3 - user) for user in range(1, 9)]
    for count in (0, 1, 2, 5, 8):
        standings_picture(page(*places[:count], total=20 if count == 8 else count), people, texts, "", me=3)
    for games in (0, 1, 12, 200):
        profile_picture(profile(games, rivals=()), people, texts)
    versus_picture(versus(1, 2, (12, 8), LAST), people, texts)
    tournament_table_picture(
        table_of(played_tournament(TournamentFormat.SINGLE, 5, 2, gone=0)), people, texts, "", me=2
    )
    bracket_picture(played_tournament(TournamentFormat.KNOCKOUT, 8, 2, gone=0), people, texts, "")


def test_pictures_of_all_kinds_in_the_pseudo_language(catalogs: Catalogs, drawn: set[str]) -> None:
    draw_all_kinds(catalogs.texts("de"))
    assert_no_picture_has_english_or_cut_words(drawn)


@pytest.mark.parametrize("language", Catalogs().languages)
def test_pictures_of_all_kinds_in_every_language(language: str, drawn: set[str]) -> None:
    draw_all_kinds(Catalogs().texts(language))
    assert_only_this_language(drawn, language)


@pytest.mark.parametrize("language", Catalogs().languages)
def test_pictures_of_games_with_melds_in_every_language(language: str, drawn: set[str]) -> None:
    texts = Catalogs().texts(language)
    for draw, views in (
        (melds_table_picture, MELDS_TABLES),
        (melds_hand_picture, MELDS_HANDS),
        (ending_picture, MELDS_ENDINGS),
        (sheet_picture, MELDS_SHEETS),
    ):
        for view in views.values():
            draw(view, PLAYERS[: len(view.counts)], texts)
    assert_only_this_language(drawn, language)


def assert_only_this_language(drawn: set[str], language: str) -> None:
    """Assert that no words in pictures are cut, except names, and that none are in another language."""
    assert len(drawn) > 100
    assert [words for words in drawn if is_cut(words)] == []
    names = {name.casefold() for name in PLAYERS}
    assert {words: found for words in drawn if (found := foreign(words, language) - names)} == {}


def test_the_result_of_a_hollywood_game_in_the_pseudo_language(catalogs: Catalogs) -> None:
    view = SHEETS["hollywood, bonuses"]
    assert view.result is not None
    row = row_of(view.options, Status.OVER, PLAYERS[:2])
    for end in (GameEnd(view.result.winners), GameEnd((1,), resigned=0, forfeits=frozenset({0}))):
        result = shown(game_screen(Scene(catalogs.texts("de"), row, Stamp(9)), Ended(view, None, end)))
        assert len(result.text.splitlines()) >= 3
        for words in (*result.text.splitlines(), *result.labels):
            assert english_in(words) == []
            assert not is_cut(words)


@pytest.mark.soak
@pytest.mark.parametrize("variant", Variant)
async def test_whole_games_of_all_variants_in_the_pseudo_language(
    variant: Variant, catalogs: Catalogs, drawn: set[str], soak_seed: str
) -> None:
    rules = options_for(variant)
    people = seats_for(rules)[0]
    game = await play(rules, people, int(soak_seed), "de", Computers(0, Level.EASY), catalogs=catalogs)
    assert_nothing_is_english_or_cut(game, drawn)
