"""The bot's answer to a person's action, and the error if something isn't on the person's screen."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from typing import Any

from bot.playground.interactions import AnswerKind, Interaction
from bot.playground.modals import Modal
from bot.playground.seeing import see
from bot.playground.seen import SeenMessage

FAILED_NOTICE = "This interaction failed"
"""The text that Discord's own client shows if no answer comes in time."""


class CannotSeeError(AssertionError):
    """The person can't do that with what is on the screen; the message lists what the person sees."""

    def __init__(self, who: str, what: str, visible: Iterable[SeenMessage]) -> None:
        self.what = what
        listing = "\n".join(map(str, visible)) or "(nothing)"
        super().__init__(f"{who}: {what}\n{who} sees:\n{listing}")


class Answer:
    """The bot's first answer to an action; `await answer` waits for it.

    `interaction` is None if nothing was sent because the same options of a select were chosen again.
    """

    def __init__(self, interaction: Interaction | None, modal: Callable[[], Modal | None]) -> None:
        self.interaction = interaction
        self._modal = modal

    def __await__(self) -> Generator[Any, None, Answer]:
        if self.interaction is not None and not self.interaction.done.done():
            yield from self.interaction.done.__await__()
        return self

    @property
    def pending(self) -> bool:
        """True until the first answer comes or is too late."""
        return self.interaction is not None and not self.interaction.done.done()

    @property
    def kind(self) -> AnswerKind:
        """The kind of the first answer; `NOTHING` if nothing was sent."""
        if self.interaction is None:
            return AnswerKind.NOTHING
        if self.pending:
            raise RuntimeError("no answer yet: await it first")
        return self.interaction.done.result()

    @property
    def failed(self) -> bool:
        """True if there was no answer in time."""
        return self.kind is AnswerKind.FAILED

    @property
    def message(self) -> SeenMessage | None:
        """The answering or updated message in its current state; None if it was deleted or there isn't one."""
        original = None if self.interaction is None else self.interaction.original
        return None if original is None or original.gone else see(original)

    @property
    def followups(self) -> list[SeenMessage]:
        """The further messages sent with the interaction's token."""
        sent = self.interaction.followups.values() if self.interaction else ()
        return [see(message) for message in sent if not message.gone]

    @property
    def text(self) -> str:
        """The text of the answering message, or empty."""
        message = self.message
        return "" if message is None else message.text

    @property
    def notice(self) -> str:
        """The text that only the person sees: a private answer, or the notice that the interaction failed."""
        if self.failed:
            return FAILED_NOTICE
        message = self.message
        return message.text if message is not None and message.ephemeral else ""

    @property
    def choices(self) -> list[tuple[str, str | int | float]]:
        """The autocomplete choices, as (name, value)."""
        offered = self.interaction.choices if self.interaction else []
        return [(choice["name"], choice["value"]) for choice in offered]

    @property
    def modal(self) -> Modal | None:
        """The modal that opened, as long as it's on the screen."""
        return self._modal()

    @property
    def took(self) -> float:
        """Seconds from the action to the first answer, by the stand-in's clock; infinite without one."""
        if self.interaction is None or self.interaction.answered is None:
            return float("inf")
        return self.interaction.answered - self.interaction.created

    def __repr__(self) -> str:
        shown = "pending" if self.pending else str(self.kind)
        return f"<Answer {shown} {self.text!r}>"
