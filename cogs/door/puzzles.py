"""`/rummy puzzle`: what one seat saw in a finished game, two or three choices, and what each of them costs."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import discord
from discord import ButtonStyle, app_commands, ui

from bot.play.service.puzzles import Puzzles
from bot.play.state.puzzles import PuzzleAnswer
from bot.players.judged import Cost, Puzzle, PuzzleWhy
from bot.ratings.rating import shown
from bot.rummy.views import View
from bot.text.catalogs import Texts
from bot.text.lists import gain
from bot.text.players import computer_names
from bot.text.ratings import share_words
from bot.text.share import choice_words
from cogs.edge.answers import Reply, Show, Where
from cogs.edge.clicks import PageClick, PageHandlers, PageRoute
from cogs.edge.commands import CommandRunner
from cogs.edge.custom_ids import PUZZLE, button, daily_button, practice_button
from cogs.edge.languages import Languages
from cogs.edge.layout import bold, layout, picture, rows, small, text, title
from cogs.edge.messages import Attachment, Detail, Message, named_by_content
from cogs.edge.notices import Meaningless
from render.queue.studio import Studio

ANSWER: Final = "puzzle-answer"  # the puzzle's key, the number of the choice


@dataclass(frozen=True, slots=True)
class PuzzleSight:
    """What a seat saw: pictures of the table and the hand, and the same in words."""

    files: tuple[Attachment, ...]
    words: tuple[str, ...]
    cards: tuple[str, ...]  # what the pictures leave out, but a player would have seen: a line each


@dataclass(slots=True, eq=False)
class PuzzleScreens:
    """Shows puzzles to one person, always privately."""

    languages: Languages
    puzzles: Puzzles
    studio: Studio

    @property
    def handlers(self) -> PageHandlers:
        """The handler of each word in a custom id (`l1:<word>`)."""
        return {PUZZLE: PageRoute(lambda click: self.following(click.interaction)), ANSWER: PageRoute(self._answered)}

    async def following(self, interaction: discord.Interaction) -> Reply:
        """Show the actor's next puzzle."""
        texts = self.languages.for_user(interaction)
        puzzle = await self.puzzles.following(interaction.user.id, interaction.guild_id)
        if puzzle is None:
            return Show(Message(lambda _: done_screen(texts)))
        seen = await self._seen(puzzle, interaction.user.display_name, texts)
        return Show(_pictured(texts, seen, puzzle_lines(texts, seen), answer_buttons(texts, puzzle)))

    async def _answered(self, click: PageClick) -> Reply:
        """Say whether the answer in the button's id is right; a later one than the first counts for nothing."""
        try:
            key, choice = click.argument(0), click.number(1)
            answer = await self.puzzles.answer(click.user, click.interaction.guild_id, key, choice)
        except Meaningless:
            answer = None
        if answer is None:
            return Show(Message(lambda _: gone_screen(click.texts)))
        seen = await self._seen(answer.puzzle, click.name, click.texts)
        return Show(_pictured(click.texts, seen, answer_lines(click.texts, answer), [_next_button(click.texts)]))

    async def _seen(self, puzzle: Puzzle, name: str, texts: Texts) -> PuzzleSight:
        """Draw what the seat saw, with the reader in it."""
        view, mine = puzzle.view, puzzle.position.seat
        names = [name if seat == mine else computer_names(texts)[0] for seat in range(len(view.counts))]
        table = await self.studio.table(view, names, texts)
        hand = await self.studio.hand(view, names, texts)
        words = (table.alt, self.studio.hand_words(view, names, texts))
        files = (named_by_content("table", table.png, table.alt), named_by_content("hand", hand.png, hand.alt))
        return PuzzleSight(files, words, tuple(_known_lines(texts, view, names)))


def puzzle_lines(texts: Texts, seen: PuzzleSight) -> list[str]:
    """Return the question, and what the pictures leave out."""
    return [title(texts.t("Puzzle: knock or wait?")), *map(small, seen.cards)]


def _known_lines(texts: Texts, view: View, names: Sequence[str]) -> Iterator[str]:
    """Yield all discards, and what everyone has seen in the hands of others."""
    if view.discards:
        yield texts.t("All discards: {cards}", cards=texts.cards(view.discards))
    for seat, cards in enumerate(view.known):
        if cards and seat != view.seat:
            yield texts.t("{name} holds {cards}", name=names[seat], cards=texts.cards(cards))


def answer_buttons(texts: Texts, puzzle: Puzzle) -> list[ui.Button[ui.LayoutView]]:
    """Return a button for each choice. They look the same, whichever is right."""
    return [
        button(choice, ANSWER, puzzle.key, number, style=ButtonStyle.primary)
        for number, choice in enumerate(_choices(texts, puzzle))
    ]


def _choices(texts: Texts, puzzle: Puzzle) -> list[str]:
    """Return the choices as on their buttons."""
    one, other = puzzle.choices
    return [choice_words(texts, one, other, None), choice_words(texts, other, one, None)]


def answer_lines(texts: Texts, answer: PuzzleAnswer) -> list[str]:
    """Return whether an answer is right, what each other choice costs, one reason, and the ratings."""
    puzzle, tried = answer.puzzle, answer.tried
    choices = _choices(texts, puzzle)
    best = choices[puzzle.right]
    costs = [
        f"- {cost_words(texts, choice, puzzle.costs[number])}"
        for number, choice in enumerate(choices)
        if number != puzzle.right
    ]
    own, change = shown(tried.rating), shown(tried.rating) - shown(answer.before)
    rating = texts.t(
        "Your puzzle rating: {own} ({change}) · this puzzle: {rating}",
        own=own,
        change=gain(change),
        rating=shown(answer.of_puzzle),
    )
    again = "" if answer.is_new else texts.t("You've answered this one before: only the first try counts.")
    verdict = texts.t("✅ Right: {move}", move=best) if tried.solved else texts.t("❌ Better: {move}", move=best)
    return [again, title(verdict), *costs, why_words(texts, puzzle), small(rating)]


def cost_words(texts: Texts, choice: str, cost: Cost) -> str:
    """Return what a choice costs, with its interval, in whole points."""
    return texts.n(
        "{choice} costs about {n} point ({low} to {high})",
        "{choice} costs about {n} points ({low} to {high})",
        round(cost.points),
        choice=bold(choice),
        low=round(cost.low),
        high=round(cost.high),
    )


def why_words(texts: Texts, puzzle: Puzzle) -> str:
    """Return the reason for the right choice."""
    value, share = puzzle.value, share_words(texts, puzzle.value, 100)
    match puzzle.why:
        case PuzzleWhy.UNDERCUT:
            return texts.t("After a knock, your opponent wins {share} of these deals.", share=share)
        case PuzzleWhy.THEY_WIN:
            return texts.t("If you wait, your opponent wins {share} of these deals.", share=share)
        case PuzzleWhy.GIN_CLOSE | PuzzleWhy.FEW_OUTS:
            return texts.t("Unseen cards that would make gin: {outs}.", outs=value)
        case PuzzleWhy.LITTLE_NOW | PuzzleWhy.MUCH_NOW:
            return texts.t("Points that a knock brings on average: {points}.", points=value)


def done_screen(texts: Texts) -> ui.LayoutView:
    """Say that there are no more puzzles for now."""
    line = texts.t(
        "You've answered every puzzle. New ones come with new versions and from games on your servers; until then "
        "there's a deal each day."
    )
    return layout(text(line), rows([daily_button(texts), practice_button(texts)]))


def gone_screen(texts: Texts) -> ui.LayoutView:
    """Answer a button of a puzzle that isn't there any more, or never was."""
    return layout(text(texts.t("That puzzle is gone. Press *{button Next puzzle}*.")), rows([_next_button(texts)]))


def _next_button(texts: Texts) -> ui.Button[ui.LayoutView]:
    return button(texts.p("button", "Next puzzle"), PUZZLE, style=ButtonStyle.success)


def _pictured(
    texts: Texts, seen: PuzzleSight, lines: Sequence[str], buttons: Sequence[ui.Button[ui.LayoutView]]
) -> Message:
    """Show pictures, or the same in words, with lines below them."""

    def show(detail: Detail) -> ui.LayoutView:
        pictures = [item for file in seen.files for item in picture(detail, file)]
        return layout(*(pictures or [text(*seen.words)]), text(*lines), rows(buttons))

    message = Message(show, files=seen.files)
    return message.without_pictures() if texts.spells_cards else message


def puzzle_command(
    runner: CommandRunner, screens: PuzzleScreens
) -> app_commands.Command[app_commands.Group, ..., None]:
    """Return `/rummy puzzle`."""

    @app_commands.command(name="puzzle", description="Solve a puzzle: knock or wait?")
    async def command(interaction: discord.Interaction) -> None:
        await runner.give(interaction, Where.PRIVATE, lambda: screens.following(interaction), anywhere=True)

    return command
