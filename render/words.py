"""Words that pictures of all games share."""

from collections.abc import Sequence

from bot.rummy.results import Outcome
from bot.rummy.views import QUIET_LIMIT, QUIET_WARNING, Phase, View
from bot.text.catalogs import Texts
from bot.text.deals import deal_over_label


def quiet_turns_left(view: View) -> int | None:
    """Return how many turns are left before the deal ends because nobody draws (C-8), or None if it's not close."""
    close = view.quiet_turns >= QUIET_WARNING and view.turn is not None
    return QUIET_LIMIT - view.quiet_turns if close else None


def waiting_words(view: View, texts: Texts, names: Sequence[str]) -> str:
    """Return what the hand's owner is waiting for; names are used as they are."""
    match view.phase:
        case Phase.OVER:
            return texts.t("The game is over")
        case Phase.DEAL:
            return deal_over_label(texts, view.options)
        case _:
            return texts.t("{name}'s turn", name=names[view.turn or 0])


def outcome_word(texts: Texts, outcome: Outcome) -> str:
    """Return a deal's outcome in a word."""
    words = {
        Outcome.GIN: texts.p("outcome", "gin"),
        Outcome.KNOCK: texts.p("outcome", "knock"),
        Outcome.UNDERCUT: texts.p("outcome", "undercut"),
        Outcome.VOID: texts.p("outcome", "void"),
        Outcome.OUT: texts.p("outcome", "out"),
        Outcome.RUMMY: texts.p("outcome", "rummy"),
        Outcome.STALEMATE: texts.p("outcome", "stalemate"),
        Outcome.EXHAUSTED: texts.p("outcome", "exhausted"),
    }
    return words[outcome]


def outcome_title(texts: Texts, outcome: Outcome) -> str:
    """Return a deal's outcome as the heading of a picture."""
    words = {
        Outcome.GIN: texts.p("outcome", "Gin"),
        Outcome.KNOCK: texts.p("outcome", "Knock"),
        Outcome.UNDERCUT: texts.p("outcome", "Undercut"),
        Outcome.VOID: texts.p("outcome", "Void deal"),
        Outcome.OUT: texts.p("outcome", "Out"),
        Outcome.RUMMY: texts.p("outcome", "Going rummy"),
        Outcome.STALEMATE: texts.p("outcome", "Stalemate"),
        Outcome.EXHAUSTED: texts.p("outcome", "Nobody went out"),
    }
    return words[outcome]


def outcome_label(texts: Texts, outcome: Outcome) -> str:
    """Return a deal's outcome in a word or two that begin a row."""
    words = {
        Outcome.GIN: texts.p("row", "Gin"),
        Outcome.KNOCK: texts.p("row", "Knock"),
        Outcome.UNDERCUT: texts.p("row", "Undercut"),
        Outcome.VOID: texts.p("row", "Void"),
        Outcome.OUT: texts.p("row", "Out"),
        Outcome.RUMMY: texts.p("row", "Rummy"),
        Outcome.STALEMATE: texts.p("row", "Stalemate"),
        Outcome.EXHAUSTED: texts.p("row", "Nobody"),
    }
    return words[outcome]
