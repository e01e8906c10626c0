"""The proof of fair shuffles in words: grades before and after a game."""

from bot.fairness.grades import Grade, Proof
from bot.text.catalogs import Texts


def grade_words(texts: Texts, proof: Proof, name: str) -> str:
    """Return what a game's record proves; ``name`` is the player who cut last, if that matters."""
    match proof.grade:
        case Grade.NOBODY:
            return texts.t("🛡️ Nobody could have chosen the cards.")
        case Grade.LAST_CUT:
            return texts.t("🛡️ Proven for {name}, who cut last.", name=name)
        case Grade.UNLESS_OPERATOR:
            return texts.t("🛡️ Proven unless the bot's operator was playing.")
        case Grade.NO_CUTS:
            return texts.t("⚠️ Not proven: no cuts.")


def grade_of_start(texts: Texts, proof: Proof, name: str) -> str:
    """Return what a game's record would prove if the game started now."""
    match proof.grade:
        case Grade.NOBODY:
            return texts.t("🛡️ Nobody can choose the cards (public beacon).")
        case Grade.LAST_CUT:
            return texts.t("🛡️ Fair cards are proven for {name}, who cut last.", name=name)
        case Grade.UNLESS_OPERATOR:
            return texts.t("🛡️ Fair cards are proven unless the bot's operator is playing.")
        case Grade.NO_CUTS:
            return texts.t("⚠️ Fair cards aren't proven yet: nobody has cut (*More*).")


def grade_meaning(texts: Texts, proof: Proof) -> str:
    """Return what a grade means, and what it doesn't."""
    match proof.grade:
        case Grade.NOBODY:
            return texts.t(
                "A public random number that nobody knew or could choose went into every shuffle, after everything "
                "else was fixed."
            )
        case Grade.LAST_CUT:
            return texts.t(
                "The last cut was mixed in after everything else was fixed. Other players have to trust that this "
                "player didn't know my secrets."
            )
        case Grade.UNLESS_OPERATOR:
            return texts.t(
                "The cuts were mixed in after I fixed my secrets. A player who knew those secrets could have chosen "
                "the cards with a cut, or by changing players or rules."
            )
        case Grade.NO_CUTS:
            return texts.t("Nobody but me mixed anything in, so my operator could have chosen the cards.")
