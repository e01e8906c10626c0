"""Words in pictures of games with melds on the table: goals, house rules, warnings, how points add up."""

from bot.rummy.melds.options import MeldsOptions
from bot.rummy.melds.rules import rules_for
from bot.rummy.options import house_rules_in_force
from bot.rummy.results import DealResult, Outcome
from bot.text.catalogs import Texts
from bot.text.deals import target_words
from bot.text.rules import option_name


def goal_words(texts: Texts, options: MeldsOptions, seats: int) -> str:
    """Return what players have to reach: the value of a first meld (D-7), or the winning total."""
    initial = rules_for(options).initial
    if initial is None:
        return target_words(texts, options, seats)
    return texts.t("First meld {value}", value=initial) if initial else texts.t("Any first meld")


def house_rules(texts: Texts, options: MeldsOptions) -> dict[str, str]:
    """Return the names of the house rules in force by id, without those that `goal_words` shows (H-2, H-3)."""
    return {rule.rule: option_name(texts, rule.name) for rule in house_rules_in_force(options)}


def quiet_words(texts: Texts, left: int) -> str:
    """Warn that the deal ends after ``left`` more turns in which nobody draws from the stock or lays (C-8)."""
    return texts.n("Ends in {n} turn", "Ends in {n} turns", left)


def count_words(texts: Texts, result: DealResult) -> str:
    """Write how a deal's points add up, ``(45 + 23) × 2 = 136`` (B-11, B-12, D-12 to D-14, H-10).

    ValueError for a deal of the gin family.
    """
    if result.count is None:
        raise ValueError("a deal of the gin family has its sum in the showdown")
    if result.winner is None:
        if result.outcome is Outcome.STALEMATE:
            return texts.t("Nobody scores")
        return texts.t("Everyone loses the points in hand")
    count = result.count
    terms = [str(points) for seat, points in enumerate(count.hands) if seat != result.winner]
    if count.laid:
        terms.append(texts.t("{points} laid", points=count.laid))
    total = result.points[result.winner]
    if count.factor > 1:
        left = " + ".join(terms)
        return f"({left}) × {count.factor} = {total}" if len(terms) > 1 else f"{left} × {count.factor} = {total}"
    if len(terms) > 1:
        return f"{' + '.join(terms)} = {total}"
    return texts.n("{n} point left in the other hand", "{n} points left in the other hand", total)
