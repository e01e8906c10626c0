"""What somebody is told when it is their turn: one short sentence, and the way to the table."""

from bot.text.catalogs import Texts


def call_words(texts: Texts, reminder: int, *, who: str, game: str, until: str, link: str) -> str:
    """Call somebody to a table; ``reminder`` counts the reminders of a slow turn, and 0 is the first call.

    ``who`` is a mention, or empty in a direct message; ``until`` is when the turn ends, empty if nothing presses.
    """
    about = " · ".join(filter(None, (game, until, texts.t("[to the table]({link})", link=link))))
    line = _first_words(texts, reminder)
    return f"{who} {line} {about}".strip()


def _first_words(texts: Texts, reminder: int) -> str:
    match reminder:
        case 0:
            return texts.t("It is your turn:")
        case 1:
            return texts.t("It is still your turn, and half of your time is gone:")
        case _:
            return texts.t("It is still your turn, and a tenth of your time is left:")
