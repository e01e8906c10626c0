"""What the studio can order: functions that draw a picture. They load Pillow, so the program starts without it.

An order is one of them with its arguments. All are values, so that it can be sent to another process.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING

from bot.ratings.highlights import ShareCardFacts
from bot.ratings.values import Page, Profile, Versus
from bot.rummy.cards import Card
from bot.rummy.moves import Move
from bot.rummy.views import View
from bot.text.catalogs import Texts
from bot.text.rule_words import CardExample
from bot.tournaments.values import Tournament, TournamentPlace
from render.look import Look, Sorting, look_from
from render.values import FinalResult, Picture


@dataclass(slots=True, eq=False)
class _LazyModule:
    """Stands for a module until something in it is used, and passes everything on to it then."""

    name: str

    def __getattr__(self, name: str) -> object:
        return getattr(import_module(self.name), name)


if TYPE_CHECKING:
    from render import pictures
else:
    pictures = _LazyModule("render.pictures")


def load() -> None:
    """Load what draws pictures, so that the first one doesn't have to wait for that."""
    _ = pictures.pictures_for


def hand(
    view: View, names: Sequence[str], texts: Texts, sorting: Sorting, *, unassisted: bool, advised: Move | None
) -> Picture:
    """Draw the hand of the view's seat."""
    return _of_game(view).hand(view, names, texts, _look(texts), sorting, unassisted=unassisted, advised=advised)


def hand_words(view: View, names: Sequence[str], texts: Texts, sorting: Sorting, *, unassisted: bool, most: int) -> str:
    """Describe the hand of the view's seat."""
    return _of_game(view).hand_words(view, names, texts, sorting, unassisted=unassisted, most=most)


def table(view: View, names: Sequence[str], texts: Texts, *, unassisted: bool) -> Picture:
    """Draw a table."""
    return _of_game(view).table(view, names, texts, _look(texts), unassisted=unassisted)


def ending(view: View, names: Sequence[str], texts: Texts) -> Picture:
    """Draw all hands after a deal. ValueError if there is nothing to show."""
    return _of_game(view).ending(view, names, texts, _look(texts))


def sheet(view: View, names: Sequence[str], texts: Texts, *, final: FinalResult | None) -> Picture:
    """Draw a score sheet."""
    return pictures.sheet_picture(view, names, texts, _look(texts), final=final)


def share_card(facts: ShareCardFacts, names: Sequence[str], texts: Texts) -> Picture:
    """Draw a finished game's share card."""
    return pictures.share_card(facts, names, texts, _look(texts))


def share_moment(facts: ShareCardFacts, names: Sequence[str], texts: Texts) -> Iterator[Picture]:
    """Draw a share card that moves, frame by frame; the last one has the picture."""
    yield from pictures.share_moment(facts, names, texts, _look(texts))


def ending_moment(view: View, names: Sequence[str], texts: Texts) -> Iterator[Picture]:
    """Draw all hands after a deal as a picture that moves, frame by frame; the last one has the picture."""
    yield from pictures.ending_moment(view, names, texts, _look(texts))


def standings(page: Page, names: Mapping[int, str], texts: Texts, title: str, *, me: int | None) -> Picture:
    """Draw a page of standings."""
    return pictures.standings_picture(page, names, texts, title, _look(texts), me=me)


def profile(facts: Profile, names: Mapping[int, str], texts: Texts) -> Picture:
    """Draw a profile."""
    return pictures.profile_picture(facts, names, texts, _look(texts))


def versus(facts: Versus, names: Mapping[int, str], texts: Texts) -> Picture:
    """Draw two players' games."""
    return pictures.versus_picture(facts, names, texts, _look(texts))


def tournament_table(
    places: Sequence[TournamentPlace],
    names: Mapping[int, str],
    texts: Texts,
    title: str,
    *,
    first: int,
    me: int | None,
) -> Picture:
    """Draw a page of a tournament's table."""
    return pictures.tournament_table_picture(places, names, texts, title, _look(texts), first=first, me=me)


def bracket(
    tournament: Tournament, names: Mapping[int, str], texts: Texts, title: str, *, part: int, me: int | None
) -> Picture:
    """Draw a bracket, or a part of one."""
    return pictures.bracket_picture(tournament, names, texts, title, _look(texts), part=part, me=me)


def replay(views: Sequence[View], names: Sequence[str], texts: Texts, *, title: str, advised: Card | None) -> Picture:
    """Draw all hands at one moment of a finished game."""
    return pictures.replay_picture(views, names, texts, _look(texts), title=title, advised=advised)


def examples(shown: Sequence[CardExample], texts: Texts) -> Picture:
    """Draw examples of melds."""
    return pictures.examples_picture(shown, texts, _look(texts))


def _of_game(view: View) -> "pictures.FamilyPictures":
    return pictures.pictures_for(view.options)


def _look(texts: Texts) -> Look:
    return look_from(texts.look)
