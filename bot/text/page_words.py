"""The words of the playground's pages and of transcripts.

Documents and scripts name them by their English, so each text is on a page only once, whatever its context.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import timedelta
from types import MappingProxyType
from typing import Any, Final

from bot.text.catalogs import MADE_UP, Catalogs, Texts, babel_locale, language_name
from bot.text.extraction import pseudo_text

Word = tuple[str, str]
_VALUE: Final = re.compile(r"\{(\w+)\}")


def page_words(catalogs: Catalogs, page: str, wanted: Sequence[str]) -> Mapping[str, Any]:
    """Return the words of a page, its language, and all languages that it may have, as (code, name).

    The language is the first of the ``wanted`` ones, best first, for which there is a catalog; else English, which is
    also that of a page without words.
    """
    if page not in _PAGES:
        return {"language": "en", "languages": [], "words": {}}
    language = next(filter(None, (_language(catalogs, code) for code in wanted)), "en")
    texts = catalogs.texts("en" if language == MADE_UP else language)
    words = dict(_PAGES[page](_Page(texts)))
    if language == MADE_UP:  # without a catalog, which takes a second
        words = {english: pseudo_text(word) for english, word in words.items()}
    languages = [(one, language_name(texts, one)) for one in dict.fromkeys((*catalogs.languages, MADE_UP))]
    return {"language": language, "languages": languages, "words": words}


def from_now(language: str, seconds: float) -> str:
    """Return a time relative to now in the largest unit of which it's at least one: ``in 2 minutes``."""
    from babel.dates import format_timedelta  # slow to import, and rarely needed  # noqa: PLC0415

    return format_timedelta(timedelta(seconds=seconds), threshold=1, add_direction=True, locale=babel_locale(language))


def _language(catalogs: Catalogs, code: str) -> str | None:
    """Return a language by its code, or by the part of it before the country."""
    if code in (*catalogs.languages, MADE_UP):
        return code
    return next((one for one in catalogs.languages if one.split("-")[0] == code.split("-", maxsplit=1)[0]), None)


class _Page:
    """The texts of a page: English and translation. Placeholders stay, for the page to fill in."""

    def __init__(self, texts: Texts) -> None:
        self._texts = texts

    def t(self, message: str) -> Word:
        """Return a sentence."""
        return message, self._texts.t(message, **_kept(message))

    def p(self, context: str, message: str) -> Word:
        """Return a text with a context."""
        return message, self._texts.p(context, message, **_kept(message))


def _kept(message: str) -> Mapping[str, str]:
    return {name: f"{{{name}}}" for name in _VALUE.findall(message)}


def _messages(page: _Page) -> Sequence[Word]:
    """Return the words around the bot's messages on a page that imitates Discord."""
    t, p = page.t, page.p
    return (
        p("mark of a bot beside its name", "App"), t("Only you can see this"), t("(edited)"), t("Spoiler"),
        t("Show spoiler"), t("spoiler, hidden"), p("button that hides a message that only you see", "Dismiss message"),
        p("what a menu says before something is chosen", "Make a selection"),
        p("what a menu says before something is chosen", "Make selections"), t("Picture {name}, without a description"),
        t("This picture has no description."), p("button", "Close"), t("{name} used {command}"),
        t("{name} is thinking…"), p("mark of a message without a sound", "sent silently"),
        t("{name} started a thread:"), t("{name} started a thread, which is gone."), t("Open {thread}"),
        p("part of a Discord server", "Thread"), p("what a screen reader says before a label", "Button"),
        t("unknown user"), t("unknown role"), p("channel", "unknown"), p("what a link leads to", "message"),
    )  # fmt: skip


def _record(page: _Page) -> Sequence[Word]:
    """Return the words of the page on which a recorded game is opened and watched move by move."""
    t, p = page.t, page.p
    return (
        *_messages(page), p("heading", "Record"), t("Record · Remik playground"), p("button", "Open a record"),
        p("setting", "Language"), p("button", "Dark theme"), p("button", "Light theme"), p("link", "Playground"),
        t("Open a game record"),
        t("Drop a `record.json` anywhere on this page, or choose it with “{button Open a record}”. Players get one "
          "from `{/rummy record}`."),
        t("You see the game move by move, with the screens of every seat. The file stays on this machine."),
        t("The record"), t("What its shuffles prove"), p("heading above a list of keys of a keyboard", "Keys"),
        p("key of a keyboard", "Page Up"), p("key of a keyboard", "Page Down"), p("key of a keyboard", "Home"),
        p("key of a keyboard", "End"), p("key of a keyboard", "Space"), t("the previous or the next move"),
        t("the previous or the next deal"), t("the first or the last step"), t("play or pause"),
        t("show or hide a seat, or the table"), p("of a recorded game", "Steps"), t("First step"), t("Previous move"),
        p("button that plays a recorded game", "Play"), t("Next move"), t("Last step"),
        p("button that pauses a recorded game", "Pause"), p("how fast a recorded game is played", "Speed"),
        p("how fast a recorded game is played", "slow"), p("how fast a recorded game is played", "normal"),
        p("how fast a recorded game is played", "fast"), p("before a list of deals", "Go to"),
        p("of a recorded game", "Step"), p("before a list of seats", "Show"), p("card table", "Table"),
        t("A record is read-only: the buttons in these messages do nothing."),
        t("Stepping through a record needs JavaScript."), p("said about a player", "to play"),
        p("number of a step", "{step} of {last}"), t("{game}: record"), t("{game}: {names} · Record"),
        t("{file} is too large for a record: it has {size} MB, and 1 MB is the limit."),
        t("This file is too large for a record."), t("This record is no longer open. Open its file again."),
        t("The playground doesn't answer. Is it still running?"),
    )  # fmt: skip


def _pane(page: _Page) -> Sequence[Word]:
    """Return the words of one person's pane, which imitates Discord: where it can, it has the words of Discord."""
    t, p = page.t, page.p
    return (
        *_messages(page), *_typed(page), *_failures(page), p("link", "Playground"),
        t("The playground needs JavaScript. Without it, `remik demo` writes a game as plain pages."),
        t("Connecting…"), p("button", "Try now"), t("{bot} is starting…"),
        t("{bot} is offline. Buttons and commands will fail."),
        t("The connection to the playground is lost. Trying again…"),
        t("If the program has ended, start it again and open the address that it prints."),
        t("There is no connection to the playground. Try again in a moment."), t("The playground didn't answer."),
        t("The connection was lost before the answer came."), t("Something went wrong in the playground itself."),
        p("part of a Discord server", "Channel"), t("Direct messages"), p("part of a Discord server", "Places"),
        p("before how often one was mentioned", "Pings"), p("before a number", "New messages"),
        p("mark of a thread", "archived"), p("button", "Write to {bot}"), t("another place"), p("button", "Open"),
        t("Messages"), t("Messages in {place}"), t("New messages ↓"),
        t("Nothing here yet. Type / to see what {bot} can do."),
        t("language and more"), t("{name}'s settings"), t("You see what {name} sees."), p("setting", "Language"),
        t("A playground on this computer. It isn't Discord."), t("Nothing to do here"),
    )  # fmt: skip


def _typed(page: _Page) -> Sequence[Word]:
    """Return the words of a pane in which one types or chooses: commands, lists and forms."""
    t, p = page.t, page.p
    return (
        p("field in which one writes", "Message"), t("Message {place}"), t("Message {person}"),
        t("Type / for commands"), p("heading", "Commands"), t("Show commands"), t("No such command"),
        t("There are no commands yet"), t("There is no command {command} here."), t("Command {command}"),
        t("Leave the command"), t("Remove {option}"), t("Choices for {option}"),
        p("choice of an option of a command", "True"), p("choice of an option of a command", "False"),
        p("button of a form", "Send"), t("Sending…"),
        t("Fill in this field."), t("Type a number from {least} to {most}."),
        p("what a menu says before something is chosen", "Choose"), t("Filter {name}"), t("Type to filter"),
        p("button", "Done"), p("button that chooses nothing", "Clear"), t("Chosen: {count} of {most}"),
        t("Chosen: {count}, from {least} to {most}"), t("Nothing found"), p("button of a form", "Submit"),
        p("button of a form", "Cancel"), t("Too short. Characters needed: {count}."), t("Choose an option."),
        t("Choose at least {count}."), t("Choose at most {count}."), t("Files can't be sent here"),
        t("The message changed, so its list was closed."),
    )  # fmt: skip


def _failures(page: _Page) -> Sequence[Word]:
    """Return what a pane says when something didn't work, and what a screen reader says beside the texts in it."""
    t, p = page.t, page.p
    return (
        t("This interaction failed"), t("The application did not respond"), t("Loading options failed"),
        t("{bot}'s answer was refused ({refused})."), t("{bot} wasn't connected."),
        t("{bot} sent no answer within 3 seconds."), t("This message no longer exists."),
        t("This button is no longer there."), t("This select is no longer there."),
        t("This option is no longer there."), t("This choice is no longer there."),
        t("This person is no longer there."), t("This language isn't available."), t("No form is open."),
        t("You do not have permission to send messages in this channel."),
        t("You don't have access to this place, or it no longer exists."),
        p("what a screen reader says before a label", "Dialog"), p("what a screen reader says before a label", "Field"),
        p("what a screen reader says before a label", "Option"), p("what a screen reader says before a label", "File"),
        p("what a screen reader says before a label", "Picture"),
        p("what a screen reader says before a label", "Link"), p("what a screen reader says before a label", "Select"),
        t("Spoiler, collapsed"), p("said after the label of a field", "required"),
        p("said after the label of an option", "chosen"), p("said after the label of a button", "disabled"),
    )  # fmt: skip


def _transcript(page: _Page) -> Sequence[Word]:
    """Return the words around the messages in what `remik demo` writes."""
    t, p = page.t, page.p
    return (
        t("What everyone saw after each step. Only one player sees messages with a purple edge."),
        p("heading above a list of pages", "Contents"), p("what a screen reader says before links", "Pages"),
        t("{title}, part {number}"), t("Steps with nothing new to see: {count}"),
        t("Public messages deleted: {count}"), t("Only {name} sees this"), t("Everyone sees this"),
        p("said after the label of a button", "disabled"), p("heading of what a deal led to", "Result"),
        t("Sitting down"), t("After the game"), t("Deal {number}"), t("Round {number}"),
    )  # fmt: skip


def _playground(page: _Page) -> Sequence[Word]:
    """Return the words of the page of the playground, around its panes, each of which is one person's Discord."""
    t, p = page.t, page.p
    return (
        t("Remik's playground"), t("Skip to the panes"), t("Open panes"),
        p("several people's screens side by side", "Panes"), p("heading", "Tools"),
        t("This isn't Discord. It's a stand-in on this computer, with the real bot."), p("setting", "Language"),
        p("heading", "Layout"), p("heading", "People"), p("setting", "Theme"), p("theme", "Dark"), p("theme", "Light"),
        p("width of a pane", "fill the window"), p("width of a pane", "as wide as a phone"),
        p("button", "Open a record"), t("Let guests play"), p("which game", "Game"), p("how many", "Players"),
        p("number that decides the cards", "Seed"), p("number that decides the cards", "random"), t("Go to step"),
        p("button", "Start over"), p("button", "Play 1 click"), p("button", "Play on"),
        p("button that pauses a recorded game", "Pause"), p("button", "Copy link"), t("Steps played"),
        t("What a screen reader reads"), t("In the pane of"), t("Lines read aloud"),
        t("The playground doesn't answer. Is it still running?"), t("Remik is online."), t("Remik is starting."),
        t("Remik is starting ..."), t("The connection was lost."),
        t("The playground has stopped, or its address has changed. Trying again ..."),
        t("Open this person's pane to see what is read aloud in it."), t("Copied: {link}"), t("Copy this link:"),
        t("Step through the script"), t("This address isn't complete: seed, step and players have to be numbers."),
        t("1, and a computer"), t("Replaying: step {step} of {last} ..."),
        t("Guests are scripted players. Let them play, then take over at any step."),
        p("number of a step", "{step} of {last}"), t("Step {step}, seed {seed}."), t("It stopped here: {problem}"),
        t("The script ends here, and the screens are as recorded."), t("Playing up to step {step} ..."),
        t("The game is over."), t("You've changed something, so the link no longer leads here."), t("{name}'s pane"),
        p("of a server", "owner"), t("{name} owns the server, and can use {/rummy-admin}"), t("{name}'s screen"),
        t("{name}'s language"), p("button that saves a picture of a screen", "Picture"), t("Open {name}'s pane first."),
        t("Save a picture of {name}'s screen"), p("link that opens a page", "Own tab"),
        t("Open {name}'s pane in its own tab"), t("Saved {file}."),
        t("This browser can't save a picture. Choose Save as PDF in the print window instead."),
    )  # fmt: skip


_PAGES: Final[Mapping[str, Callable[[_Page], Sequence[Word]]]] = MappingProxyType(
    {"index.html": _playground, "pane.html": _pane, "record.html": _record, "transcript.html": _transcript}
)
"""The words of each document."""
