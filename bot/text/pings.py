"""Words for turn notifications: one short sentence and a link to the table."""

from bot.text.catalogs import Texts


def ping_words(texts: Texts, reminder: int, *, mention: str, game: str, until: str, link: str) -> str:
    """Return the message that tells a player it's their turn; ``reminder`` is 0 at first, then counts the reminders.

    ``mention`` is empty in a direct message; ``until`` is when the turn ends, empty without a time limit. Only slow
    turns have reminders.
    """
    about = " · ".join(filter(None, (game, until, texts.t("[to the table]({link})", link=link))))
    line = _first_words(texts, reminder)
    return f"{mention} {line} {about}".strip()


def _first_words(texts: Texts, reminder: int) -> str:
    match reminder:
        case 0:
            return texts.t("It is your turn:")
        case 1:
            return texts.t("It is still your turn, and half of your time is gone:")
        case _:
            return texts.t("It is still your turn, and a tenth of your time is left:")
