"""Settings that have the right form but can't work: placeholders, and strings that can't be a bot's token.

Only ``remik check-config`` looks for them. ``remik run`` leaves the judgment to Discord and the database.
"""

import base64
import binascii
import re
from typing import Final
from urllib.parse import urlsplit

from bot.settings import PREFIX, Settings

_SHAPE: Final = re.compile(r"([A-Za-z0-9_-]{18,30})\.[A-Za-z0-9_-]{5,8}\.([A-Za-z0-9_-]{27,})")
"""The application's id in base64, when the token was made, and a signature."""
_ID: Final = re.compile(rb"[1-9][0-9]{14,19}")
_PLACEHOLDER: Final = re.compile(
    r"your|token|secret|change|paste|insert|example|xxx|\*\*\*|\.\.\.|…|[<>\[\]{}]", re.IGNORECASE
)
_FEWEST: Final = 4
"""A signature with fewer different characters is made up."""
_DATABASE_PARTS: Final = ("USER", "PASSWORD", "HOST", "NAME")
"""The parts of the URL in .env.example."""
_EXAMPLE_HOST: Final = re.compile(r"(?:^|[.@/])example\.(?:com|net|org)\b|\.example\b|^\.\.\.$|^host$", re.IGNORECASE)
_COPY: Final = (
    "copy the token from the application's Bot page (Reset Token), https://discord.com/developers/applications"
)
_DATABASES: Final = ("database_url", "database_lock_url")
_PAGES: Final = ("api_url", "gateway_url", "terms_url", "privacy_url", "beacon", "contact")


def faults_of(settings: Settings) -> list[str]:
    """Return a sentence for each setting that can't work, without its value."""
    faults = [_token_fault(settings.token.get_secret_value())]
    faults += [_database_fault(name, getattr(settings, name) or "") for name in _DATABASES]
    faults += [_page_fault(name, getattr(settings, name) or "") for name in _PAGES]
    return [fault for fault in faults if fault]


def _token_fault(token: str) -> str:
    """Return why a string can't be a bot's token; empty if it can."""
    key = f"{PREFIX}TOKEN"
    shape = _SHAPE.fullmatch(token)
    if shape is not None and _is_id(shape[1]):
        return "" if len(set(shape[2])) >= _FEWEST else f"{key} is still a placeholder: {_COPY}"
    if re.fullmatch(r"[0-9a-f]{64}", token):
        return f"{key} is the application's public key, not the bot's token: {_COPY}"
    if re.fullmatch(r"[0-9]{15,20}", token):
        return f"{key} is an id, not the bot's token: {_COPY}"
    if _PLACEHOLDER.search(token):
        return f"{key} is still a placeholder: {_COPY}"
    if re.fullmatch(r"[A-Za-z0-9_-]{32}", token):
        return f"{key} looks like the application's client secret, not like the bot's token: {_COPY}"
    return f"{key} can't be a bot's token, which has three parts separated by dots; part of it may be missing: {_COPY}"


def _is_id(part: str) -> bool:
    """Return whether the first part of a token contains an application's id."""
    try:
        decoded = base64.urlsafe_b64decode(part + "=" * (-len(part) % 4))
    except (binascii.Error, ValueError):
        return False
    return _ID.fullmatch(decoded) is not None


def _database_fault(name: str, url: str) -> str:
    """Return which parts of a database URL are still those of the example; empty if none is."""
    if not url or url.startswith("sqlite"):
        return ""
    user, _, server = url.partition("://")[2].partition("?")[0].rpartition("@")
    parts = (*user.split(":"), *re.split(r"[:/]", server))
    left = [part for part in _DATABASE_PARTS if part in parts]
    return f"{PREFIX}{name.upper()} still has the placeholder{'s' * (len(left) > 1)} {', '.join(left)}" if left else ""


def _page_fault(name: str, value: str) -> str:
    """Return that an address or a contact is a placeholder; empty if it isn't."""
    hosts = [urlsplit(part.strip()).hostname or part for part in value.split(",")]
    if not any(_EXAMPLE_HOST.search(host) for host in hosts if host):
        return ""
    return f"{PREFIX}{name.upper()} is still a placeholder: set it to an address of yours, or remove the line"
