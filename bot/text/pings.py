"""Words for turn notifications: one short sentence and a link to the table."""

from bot.text.catalogs import Texts


def ping_words(texts: Texts, reminder: int, *, mention: str, game: str, until: str, link: str) -> str:
    """Return the message that tells a player it's their turn; ``reminder`` is 0 at first, then counts the reminders.

    ``mention`` is empty in a direct message; ``until`` is when the turn ends, empty without a time limit. Only slow
    turns have reminders.
    """
    first = _first_words(texts, reminder) if not mention else _mentioning(texts, reminder, mention)
    return " · ".join(filter(None, (first, game, until, texts.t("[go to table]({link})", link=link))))


def _first_words(texts: Texts, reminder: int) -> str:
    """Return the first words of a direct message."""
    match reminder:
        case 0:
            return texts.t("Your turn")
        case 1:
            return texts.t("Still your turn, half your time left")
        case _:
            return texts.t("Still your turn, a tenth of your time left")


def _mentioning(texts: Texts, reminder: int, player: str) -> str:
    """Return the first words of a message in a channel, which mentions the player."""
    match reminder:
        case 0:
            return texts.t("{player} your turn", player=player)
        case 1:
            return texts.t("{player} still your turn, half your time left", player=player)
        case _:
            return texts.t("{player} still your turn, a tenth of your time left", player=player)
