"""Faults at the press of a button: what each is called, what it does, what to expect, and how it's set."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from bot.playground import Channel, Fault, Guild, Permission, StandIn

_PERMISSIONS: Final = {
    "send": (Permission.SEND_MESSAGES | Permission.SEND_MESSAGES_IN_THREADS, "Send messages"),
    "attach": (Permission.ATTACH_FILES, "Attach files"),
    "view": (Permission.VIEW_CHANNEL, "View channel"),
}
_WHERE: Final = {"channel": "in #{channel}", "server": "on the whole server"}
DELAYS: Final = {"answers": (2.0, 0.0), "late": (3.5, 0.0), "edits": (0.0, 4.0), "both": (2.0, 4.0)}
"""Seconds for first answers and for other changes, by choice."""


@dataclass(frozen=True, slots=True)
class FaultButton:
    """A fault as the page offers it: what it does, and what to expect.

    ``choices`` are values with their labels. One that ``lasts`` can be mended; the others happen once.
    """

    name: str
    label: str
    does: str
    expect: str
    lasts: bool
    choices: tuple[tuple[str, str], ...] = ()

    def on_page(self, active: str | None) -> dict[str, object]:
        """Return the fault for the page; ``active`` is the choice that is set now."""
        return {
            "name": self.name,
            "label": self.label,
            "does": self.does,
            "expect": self.expect,
            "lasts": self.lasts,
            "choices": [{"value": value, "label": label} for value, label in self.choices],
            "active": active,
        }


BUTTONS: Final = (
    FaultButton(
        "kill",
        "Kill the bot",
        "Ends the bot's process at once (SIGKILL), in the middle of whatever it's doing. It starts again on the same "
        "database.",
        "Buttons fail for a second or two. Then the same game continues, with every move that was accepted.",
        lasts=False,
    ),
    FaultButton(
        "expire",
        "Expire all tokens",
        "Makes every interaction token expire, as Discord does after 15 minutes.",
        "The bot can't update open hands any more. The next click answers with a fresh one.",
        lasts=False,
    ),
    FaultButton(
        "pictures",
        "Reject pictures",
        "Refuses every request with a file (413 Request entity too large).",
        "Messages come without pictures, and their text says everything.",
        lasts=True,
    ),
    FaultButton(
        "limits",
        "Rate limits (429)",
        "Refuses every second post, edit and deletion of a message with a 429, and asks the bot to wait a second.",
        "Everything still arrives, only later. Newer states replace older ones that are still waiting.",
        lasts=True,
    ),
    FaultButton(
        "delay",
        "Delay",
        "Holds the bot's requests back on their way to Discord.",
        "Answers that take over 3 seconds fail, but no move is lost: the next click shows the state of the game.",
        lasts=True,
        choices=(
            ("answers", "Answers 2 s late"),
            ("late", "Answers 3.5 s late (too late)"),
            ("edits", "Edits 4 s late"),
            ("both", "Answers 2 s, edits 4 s late"),
        ),
    ),
    FaultButton(
        "gateway",
        "Close the gateway",
        "Cuts the connection over which the bot gets events.",
        "A resumed session gets the events that it missed. A new one doesn't, and the bot reads the server again.",
        lasts=False,
        choices=(("resume", "The bot can resume"), ("identify", "The bot has to identify again")),
    ),
    FaultButton(
        "permission",
        "Revoke a permission",
        "Takes a permission away from the bot, and notifies it with the events that Discord sends.",
        "The bot says what it's missing, and the game waits. It continues when the permission is back (Mend all).",
        lasts=True,
        choices=tuple(
            (f"{name} {where}", f"{label}, {words.format(channel='rummy')}")
            for name, (_, label) in _PERMISSIONS.items()
            for where, words in _WHERE.items()
        ),
    ),
    FaultButton(
        "beacon",
        "Break the beacon",
        "Breaks the stand-in for the public beacon, which is mixed into the cards of games of two or more people.",
        "If it's down, lobbies say so, and games start without it. A start that waits for a late round gets its cards "
        "later. A forged round is never used: the start is void after 20 s.",
        lasts=True,
        choices=(("down", "Down"), ("late", "Rounds 10 s late"), ("forged", "Forged rounds")),
    ),
)


class UnknownFaultError(Exception):
    """There's no such fault or choice."""


class FaultPanel:
    """Sets faults of a stand-in, and removes them.

    ``kill`` kills the bot, and returns whether it was running. ``break_beacon`` breaks the stand-in for the public
    beacon, or mends it.
    """

    def __init__(
        self,
        standin: StandIn,
        guild: Guild,
        channel: Channel,
        kill: Callable[[], bool],
        break_beacon: Callable[[str], None],
    ) -> None:
        self._standin = standin
        self._guild = guild
        self._channel = channel
        self._kill = kill
        self._break_beacon = break_beacon
        self._active: dict[str, str] = {}
        self._set: dict[str, Fault] = {}
        self._revoked: list[tuple[Permission, Channel | None]] = []

    def on_page(self) -> list[dict[str, object]]:
        """List all faults for the page."""
        return [button.on_page(self._active.get(button.name)) for button in BUTTONS]

    def press(self, name: str, choice: str = "") -> str:
        """Set a fault, or remove it if it's set already. Return a sentence about it. UnknownFaultError."""
        button = next((one for one in BUTTONS if one.name == name), None)
        labels = dict(button.choices) if button is not None else {}
        if button is None or (labels and choice not in labels):
            raise UnknownFaultError(f"There's no fault {name} {choice}".rstrip() + ".")
        if self._active.get(name) == (choice or "on"):
            self._remove(name)
            return f"Mended: {button.label}."
        if button.lasts:
            self._remove(name)
            self._active[name] = choice or "on"
        after = self._do(name, choice)
        return f"{button.label}{f' ({labels[choice]})' if choice else ''}. {after or button.does}"

    def mend(self) -> str:
        """Remove all faults, and return a sentence about it."""
        for name in list(self._active):
            self._remove(name)
        return "All faults are mended."

    def _do(self, name: str, choice: str) -> str:
        """Do what a button says. Return what happened, if the button doesn't say it."""
        match name:
            case "kill":
                return "" if self._kill() else "The bot wasn't running."
            case "expire":
                return f"Tokens that still worked: {self._standin.expire_tokens()}."
            case "pictures":
                self._set[name] = self._standin.refuse_pictures()
            case "limits":
                self._set[name] = self._standin.refuse_every_second()
            case "delay":
                self._standin.delay(*DELAYS[choice])
            case "gateway":
                cut = self._standin.drop_gateway(resumable=choice == "resume")
                return "" if cut else "The bot wasn't connected."
            case "permission":
                self._revoke(choice)
            case "beacon":
                self._break_beacon(choice)
        return ""

    def _revoke(self, choice: str) -> None:
        name, _, where = choice.partition(" ")
        permission = _PERMISSIONS[name][0]
        place = self._channel if where == "channel" else None
        self._guild.revoke(permission, place)
        self._revoked.append((permission, place))

    def _remove(self, name: str) -> None:
        if self._active.pop(name, None) is None:
            return
        fault = self._set.pop(name, None)
        if fault is not None:
            self._standin.mend(fault)
        if name == "delay":
            self._standin.delay()
        if name == "beacon":
            self._break_beacon("")
        if name == "permission":
            for permission, place in self._revoked:
                self._guild.grant(permission, place)
            self._revoked.clear()
