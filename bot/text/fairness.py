"""The proof of fair shuffles in words: grades before and after a game."""

from bot.fairness.grades import Doubt, Grade, Proof, chain_called
from bot.rummy.options import Options
from bot.text.catalogs import Texts


def grade_words(texts: Texts, proof: Proof, name: str) -> str:  # noqa: PLR0911 - one per grade
    """Return what a game's record proves, and on what condition; ``name`` is who cut last, if that matters."""
    decks = proof.decks
    match proof.grade:
        case Grade.NOBODY if proof.day:
            return texts.t("🛡️ Nobody could choose these cards, if the code below was shown the day before.")
        case Grade.NOBODY if decks > 1:
            return texts.t(
                "⚠️ At worst the best of {decks} decks, if the announcement shows the code below.", decks=decks
            )
        case Grade.NOBODY:
            return texts.t("🛡️ Nobody could have chosen the cards, if the announcement shows the code below.")
        case Grade.LAST_CUT:
            return texts.t("🛡️ Proven for {name}, if {name} typed the last cut below.", name=name)
        case Grade.UNLESS_OPERATOR if decks > 1:
            return texts.t(
                "⚠️ Best of {decks} decks, and proven only unless the bot's operator was playing, if players typed the "
                "cuts below.",
                decks=decks,
            )
        case Grade.UNLESS_OPERATOR:
            return texts.t("🛡️ Proven unless the bot's operator was playing, if players typed the cuts below.")
        case Grade.NOT_PROVEN:
            return _not_proven(texts, proof.doubt)


def grade_of_start(texts: Texts, proof: Proof, name: str) -> str:
    """Return what a game's record would prove if the game started now."""
    match proof.grade:
        case Grade.NOBODY if proof.decks > 1:
            return texts.t(
                "⚠️ With the public beacon, but at worst the best of {decks} decks: earlier starts were never dealt.",
                decks=proof.decks,
            )
        case Grade.NOBODY:
            return texts.t("🛡️ Nobody can choose the cards (public beacon).")
        case Grade.LAST_CUT:
            return texts.t("🛡️ Fair cards are proven for {name}, who cut last.", name=name)
        case Grade.UNLESS_OPERATOR if proof.decks > 1:
            return texts.t(
                "⚠️ The best of {decks} decks if the bot's operator is playing: earlier starts were never dealt.",
                decks=proof.decks,
            )
        case Grade.UNLESS_OPERATOR:
            return texts.t("🛡️ Fair cards are proven unless the bot's operator is playing.")
        case Grade.NOT_PROVEN:
            return _not_proven_yet(texts, proof.doubt)


def down_words(texts: Texts, proof: Proof, name: str) -> str:
    """Return what a start would prove while the public beacon is down; ``name`` is who cut last, if that matters."""
    match proof.grade:
        case Grade.LAST_CUT:
            return texts.t(
                "🔒 The public beacon is down. A start now proves fair cards to {name}, who cut last.", name=name
            )
        case Grade.UNLESS_OPERATOR if proof.decks > 1:
            return texts.t(
                "🔒 The public beacon is down. A start now proves little: the best of {decks} decks if the bot's "
                "operator is playing.",
                decks=proof.decks,
            )
        case Grade.UNLESS_OPERATOR:
            return texts.t(
                "🔒 The public beacon is down. A start now proves fair cards unless the bot's operator is playing."
            )
        case Grade.NOBODY | Grade.NOT_PROVEN if proof.doubt is Doubt.HIDDEN_CUT:
            return texts.t(
                "🔒 The public beacon is down. A start now proves nothing: a cut has invisible characters. Cut again "
                "(*{button More}*)."
            )
        case Grade.NOBODY | Grade.NOT_PROVEN:
            return texts.t(
                "🔒 The public beacon is down. A start now proves nothing until someone cuts (*{button More}*)."
            )


def grade_meaning(texts: Texts, proof: Proof) -> str:
    """Return in a sentence why shuffles have a grade."""
    match proof.grade:
        case Grade.NOBODY:
            return texts.t(
                "A public random number that nobody knew or could choose went into every shuffle, after everything "
                "else was fixed."
            )
        case Grade.LAST_CUT:
            return texts.t(
                "The last cut was mixed in after everything else was fixed; the others have to trust that this player "
                "didn't know my secrets."
            )
        case Grade.UNLESS_OPERATOR:
            return texts.t(
                "The cuts came after my secrets, so only a player who knew those could have chosen the cards, with a "
                "cut or by changing players or rules."
            )
        case Grade.NOT_PROVEN:
            return _meaning_of(texts, proof.doubt)


def _not_proven_yet(texts: Texts, doubt: Doubt | None) -> str:
    """Return why a start would prove nothing now, and what the players can do."""
    if doubt is Doubt.OTHER_CHAIN:
        return texts.t("⚠️ Fair cards aren't proven: a stand-in takes the place of the public beacon here.")
    if doubt is Doubt.HIDDEN_CUT:
        return texts.t("⚠️ Fair cards aren't proven yet: a cut has invisible characters. Cut again (*{button More}*).")
    return texts.t("⚠️ Fair cards aren't proven yet: nobody has cut (*{button More}*).")


def _not_proven(texts: Texts, doubt: Doubt | None) -> str:  # noqa: PLR0911 - one per doubt
    """Return why shuffles prove nothing, in a headline."""
    match doubt:
        case Doubt.NO_CUTS | None:
            return texts.t("⚠️ Not proven: no cuts.")
        case Doubt.DELETED_CUT:
            return texts.t("⚠️ Not proven: the text of a cut was deleted and can no longer be shown.")
        case Doubt.HIDDEN_CUT:
            return texts.t("⚠️ Not proven: a cut has invisible characters.")
        case Doubt.IDLE_RULES:
            return texts.t("⚠️ Not proven: the start has rules that don't apply in this game.")
        case Doubt.FIRST_VERSION:
            return texts.t("⚠️ Not proven: this game started with an earlier version.")
        case Doubt.OTHER_CHAIN:
            return texts.t("⚠️ Not proven: a stand-in took the place of the public beacon.")
        case Doubt.FORGED:
            return texts.t("⚠️ Not proven: the beacon's signature is forged.")
        case Doubt.NOT_IN_TIME:
            return texts.t("⚠️ Not proven: the beacon's round wasn't announced in time.")
        case Doubt.NOT_SEEN:
            return texts.t("⚠️ Not proven: nobody was shown the code before the day started.")


def _meaning_of(texts: Texts, doubt: Doubt | None) -> str:  # noqa: PLR0911 - one per doubt
    """Return what my operator could have done, because of a doubt."""
    match doubt:
        case Doubt.NO_CUTS | None:
            return texts.t("Nobody but me mixed anything in, so my operator could have chosen the cards.")
        case Doubt.DELETED_CUT:
            return texts.t(
                "Nobody can see what was mixed in, so my operator could have chosen it (a record that was exported "
                "before still shows it)."
            )
        case Doubt.HIDDEN_CUT:
            return texts.t("Another text would look the same, so my operator could have tried many of them.")
        case Doubt.IDLE_RULES:
            return texts.t("The lobby didn't show their values, so my operator could have tried many of them.")
        case Doubt.FIRST_VERSION:
            return texts.t("I made the cuts of players who typed none, and anyone could write such a record today.")
        case Doubt.OTHER_CHAIN:
            return texts.t("Its numbers can be known beforehand, so my operator could have chosen the cards.")
        case Doubt.FORGED:
            return texts.t("Anything could have been mixed in, so my operator could have chosen the cards.")
        case Doubt.NOT_IN_TIME:
            return texts.t("Its number may have been known, so my operator could have chosen the cards.")
        case Doubt.NOT_SEEN:
            return texts.t("Until then, my operator could have fixed other cards.")


def round_words(texts: Texts, chain: str, number: int, time: str) -> str:
    """Return which round of the public beacon was mixed in, or of what stands in for it; ``time`` is when it came."""
    if chain_called(chain) is None:
        return texts.t("Stand-in for the public beacon: round {number}, out {time}", number=number, time=time)
    return texts.t("Public beacon: drand, round {number}, out {time}", number=number, time=time)


def secret_words(texts: Texts, options: Options, number: int, secret: str) -> str:
    """Return the line with the secret of a deal's shuffle; ``number`` counts deals from 1."""
    if options.deals_are_rounds:
        return texts.t("Secret of round {number}: `{secret}`", number=number, secret=secret)
    return texts.t("Secret of deal {number}: `{secret}`", number=number, secret=secret)


def no_secret_yet(texts: Texts, options: Options) -> str:
    """Return the sentence that nothing can be checked before the first deal has ended."""
    if options.deals_are_rounds:
        return texts.t("⏳ Nothing to check before the first round is over")
    return texts.t("⏳ Nothing to check before the first deal is over")


def secret_to_come(texts: Texts, options: Options, number: int) -> str:
    """Return the sentence that a deal's secret isn't revealed yet; ``number`` counts deals from 1."""
    if options.deals_are_rounds:
        return texts.t("⏳ Round {number} can be checked when it's over.", number=number)
    return texts.t("⏳ Deal {number} can be checked when it's over.", number=number)


def secrets_fit(texts: Texts, options: Options, deals: int) -> str:
    """Return the sentence that the secrets of ``deals`` deals match the commitment and the cards dealt."""
    if options.deals_are_rounds:
        return texts.n(
            "✅ The secret of {n} round matches the seal and the cards dealt.",
            "✅ The secrets of {n} rounds match the seal and the cards dealt.",
            deals,
        )
    return texts.n(
        "✅ The secret of {n} deal matches the seal and the cards dealt.",
        "✅ The secrets of {n} deals match the seal and the cards dealt.",
        deals,
    )
