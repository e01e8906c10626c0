"""Errors of the server for the bot's operator."""

from bot.exit_status import ExitStatus


class CannotListenError(Exception):
    """The program can't listen where the settings say; ``status`` is the exit status for that."""

    def __init__(self, sentence: str, status: ExitStatus) -> None:
        super().__init__(sentence)
        self.status = status
