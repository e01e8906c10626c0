"""Where messages appear, read from the source: as a button, an option, a label on a picture, and in which function.

A message is followed from its call through variables, returns and parameters to what shows it. Names that mean several
things are not followed, so a place may be missing, but none is made up. Translators read the result as comments.
"""

import ast
import gc
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from enum import Enum
from functools import cached_property
from pathlib import Path
from typing import Final, NamedTuple

_CALLS: Final = {"t": (0, None, None), "n": (0, 1, None), "p": (1, None, 0), "pn": (1, 2, 0)}
"""The calls that contain messages (`Texts.t`, `n`, `p`, `pn`), with the places of text, plural and context."""
_COMMENT: Final = "# Translators:"
_MOST_NAMESAKES: Final = 5
"""Into how many functions of one name an argument is followed."""


class Kind(Enum):
    """What shows a message: words for translators, and the most characters that Discord takes."""

    FACED_BUTTON = "Button beside a card or another picture", 34
    BUTTON = "Button (a phone shows about 34 characters)", 80
    OPTION = "Option of a menu", 100
    OPTION_LINE = "Line below an option of a menu", 100
    PLACEHOLDER = "What a menu says before something is chosen", 150
    MODAL_TITLE = "Title of a form", 45
    MODAL_LABEL = "Label in a form", 45
    MODAL_LINE = "Line in a form", 100
    CHOICE = "Choice of a command's option", 100
    ALT_TEXT = "Description of a picture, for screen readers", None
    PICTURE = "Words on a picture", None
    HEADING = "Heading", None
    SMALL = "Small gray line", None
    ANSWER = "Answer to a click or a command", None
    SCREEN = "Text on a screen", None

    @property
    def words(self) -> str:
        """What it is, for translators."""
        return str(self.value[0])

    @property
    def longest(self) -> int | None:
        """The most characters, None if only the whole message has a limit."""
        longest: int | None = self.value[1]
        return longest


_SHOWN_BY: Final[dict[tuple[str, str | int | None], Kind]] = {
    ("Button", "label"): Kind.BUTTON,
    ("SelectOption", "label"): Kind.OPTION,
    ("SelectOption", "description"): Kind.OPTION_LINE,
    ("Choice", "name"): Kind.CHOICE,
    ("Modal", "title"): Kind.MODAL_TITLE,
    ("Label", "text"): Kind.MODAL_LABEL,
    ("Label", "description"): Kind.MODAL_LINE,
    ("TextInput", "placeholder"): Kind.MODAL_LINE,
    ("MediaGalleryItem", "description"): Kind.ALT_TEXT,
    ("Picture", "alt"): Kind.ALT_TEXT,
    ("Picture", 1): Kind.ALT_TEXT,
    ("TextDisplay", 0): Kind.SCREEN,
    ("title", 0): Kind.HEADING,
    ("small", 0): Kind.SMALL,
    ("notice", 0): Kind.ANSWER,
    **{
        (f"{select}Select", "placeholder"): Kind.PLACEHOLDER
        for select in ("", "User", "Channel", "Role", "Mentionable")
    },
}
"""Arguments of calls, by name or number, that show a text."""
_KEEPS: Final = (
    ast.IfExp, ast.BoolOp, ast.Starred, ast.List, ast.Tuple, ast.Set, ast.Lambda, ast.Dict, ast.GeneratorExp,
    ast.ListComp, ast.NamedExpr, ast.Await, ast.Subscript,
)  # fmt: skip
"""Expressions whose value is, or contains, one of the values in them."""
_GLUES: Final = (ast.JoinedStr, ast.FormattedValue, ast.BinOp)
_PASS_ON: Final = ("cut", "bold", "join", "filter", "tuple", "list", "append", "insert", "extend", "MappingProxyType")
"""Calls that return or keep what they are given."""


class Use(NamedTuple):
    """A place that shows a message; ``whole`` is False if other words stand beside it there."""

    kind: Kind
    whole: bool = True


class Found(NamedTuple):
    """A message in the source: its texts, file and line, a comment for translators, and the places that show it."""

    text: str
    plural: str | None
    context: str | None
    file: str
    line: int
    comment: str
    uses: frozenset[Use]


class Sources:
    """The source of some folders below ``root``."""

    def __init__(self, root: Path, folders: Iterable[str]) -> None:
        collects = gc.isenabled()
        gc.disable()  # millions of nodes and no garbage: looking for it takes twice as long as everything else
        try:
            self._read(root, folders)
        finally:
            if collects:
                gc.enable()

    def _read(self, root: Path, folders: Iterable[str]) -> None:
        files = {
            path.relative_to(root).as_posix(): path.read_text(encoding="utf-8")
            for folder in folders
            for path in sorted((root / folder).rglob("*.py"))
        }
        self._lines = {name: source.splitlines() for name, source in files.items()}
        self._trees = {name: ast.parse(source) for name, source in files.items()}
        self._names: dict[ast.AST, str] = {tree: name for name, tree in self._trees.items()}
        self._known: dict[tuple[ast.AST, bool], frozenset[Use]] = {}
        self._messages: list[ast.Call] = []
        self._parents: dict[ast.AST, ast.AST] = {}
        self._calls: dict[str, list[ast.Call]] = defaultdict(list)
        self._definitions: dict[str, list[ast.FunctionDef | ast.AsyncFunctionDef]] = defaultdict(list)
        self._reads: dict[tuple[ast.AST, str], list[ast.Name]] = defaultdict(list)  # by function and variable
        for tree in self._trees.values():
            self._index(tree, ())

    def _index(self, node: ast.AST, functions: tuple[ast.AST, ...]) -> None:
        """Note what is inside a node, which is inside these functions."""
        for inner in ast.iter_child_nodes(node):
            self._parents[inner] = node
            around = functions
            if isinstance(inner, ast.Name):
                for function in functions if isinstance(inner.ctx, ast.Load) else ():
                    self._reads[function, inner.id].append(inner)
                continue
            if isinstance(inner, ast.Call):
                self._calls[_name(inner.func)].append(inner)
                if _literals(inner) is not None:
                    self._messages.append(inner)
            elif isinstance(inner, ast.FunctionDef | ast.AsyncFunctionDef):
                self._definitions[inner.name].append(inner)
                around = (*functions, inner)
            elif isinstance(inner, ast.Constant | ast.Load | ast.Store):
                continue
            self._index(inner, around)

    @cached_property
    def messages(self) -> tuple[Found, ...]:
        """All messages, by file and line."""
        return tuple(sorted(map(self._found, self._messages), key=lambda one: (one.file, one.line)))

    def _found(self, call: ast.Call) -> Found:
        """Return a message with what is known about it."""
        tree: ast.AST = call
        while tree in self._parents:
            tree = self._parents[tree]
        file, uses, texts = self._names[tree], self._uses(call), _literals(call)
        if not uses and file.startswith("render/"):
            uses = frozenset({Use(Kind.ALT_TEXT if self._is_spoken(call, file) else Kind.PICTURE)})
        told = _told(self._lines[file], call.lineno)
        comment = "\n".join(filter(None, (told, self._place(call, self._trees[file]))))
        return Found(*(texts or ("", None, None)), file, call.lineno, comment, uses)

    def _uses(self, node: ast.AST, *, whole: bool = True) -> frozenset[Use]:
        """Return the places that show the value of an expression."""
        if (node, whole) not in self._known:
            self._known[node, whole] = frozenset()  # for what comes back to itself
            self._known[node, whole] = frozenset(self._above(node, whole=whole))
        return self._known[node, whole]

    def _above(self, node: ast.AST, *, whole: bool) -> Iterator[Use]:
        """Yield the places that show an expression, by what it stands in."""
        above = self._parents.get(node)
        if isinstance(above, _KEEPS):
            yield from self._uses(above, whole=whole)
        elif isinstance(above, _GLUES):
            yield from self._uses(above, whole=False)
        elif isinstance(above, ast.keyword | ast.Call):
            yield from self._given(node, above, whole=whole)
        elif isinstance(above, ast.Assign | ast.AnnAssign | ast.AugAssign | ast.For | ast.comprehension):
            for target in above.targets if isinstance(above, ast.Assign) else [above.target]:
                yield from self._of_name(target, whole=whole)
        elif isinstance(above, ast.Return | ast.Yield | ast.YieldFrom):
            function = self._function(above)
            if function is not None and len(self._definitions[function.name]) == 1:
                for call in self._calls[function.name]:
                    yield from self._uses(call, whole=whole)

    def _given(self, node: ast.AST, above: ast.AST, *, whole: bool) -> Iterator[Use]:
        """Yield the places that show an argument of a call."""
        call = above if isinstance(above, ast.Call) else self._parents[above]
        if not isinstance(call, ast.Call) or node is call.func:
            return
        name = _name(call.func)
        at = above.arg if isinstance(above, ast.keyword) else next(n for n, one in enumerate(call.args) if one is node)
        kind = _SHOWN_BY.get((name, at))
        if kind is not None:
            yield Use(Kind.FACED_BUTTON if kind is Kind.BUTTON and _has_emoji(call) else kind, whole)
        elif name in _PASS_ON:
            glued = whole and name != "join"
            yield from self._uses(call, whole=glued)
            if name in ("append", "insert", "extend") and isinstance(call.func, ast.Attribute):
                yield from self._of_name(call.func.value, whole=glued)
        else:
            for function in self._definitions[name] if len(self._definitions[name]) <= _MOST_NAMESAKES else ():
                named = _parameter(function, at)
                for inner in self._reads[function, named] if named else ():
                    for kind, alone in self._uses(inner, whole=whole):
                        faced = kind is Kind.BUTTON and _has_emoji(call)
                        yield Use(Kind.FACED_BUTTON if faced else kind, alone)

    def _of_name(self, target: ast.AST, *, whole: bool) -> Iterator[Use]:
        """Yield the places that show a variable of a function."""
        function = self._function(target)
        if isinstance(target, ast.Name) and function is not None:
            for inner in self._reads[function, target.id]:
                yield from self._uses(inner, whole=whole)

    def _function(self, node: ast.AST) -> ast.FunctionDef | ast.AsyncFunctionDef | None:
        """Return the function around a node."""
        while node in self._parents:
            node = self._parents[node]
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                return node
        return None

    def _is_spoken(self, node: ast.AST, file: str) -> bool:
        """Return whether a message in `render` is for alt texts."""
        function = self._function(node)
        return file.endswith("alt.py") or (function is not None and "alt" in function.name)

    def _place(self, node: ast.AST, tree: ast.Module) -> str:
        """Describe where a message is: what its module is about, and its function or the object it belongs to."""
        function, part = self._function(node), ""
        if function is not None:
            part = first_line(ast.get_docstring(function)) or function.name.strip("_").replace("_", " ")
        else:
            field = node
            while field in self._parents and not isinstance(field, ast.keyword):
                field = self._parents[field]
            owner = self._parents.get(field)
            if isinstance(field, ast.keyword) and isinstance(owner, ast.Call):
                part = f"{field.arg} of {_name(owner.func)}"
        return " ".join(
            filter(None, (first_line(ast.get_docstring(tree)), f"Here: {part.rstrip('.')}." if part else ""))
        )


def _parameter(function: ast.FunctionDef | ast.AsyncFunctionDef, at: str | int | None) -> str | None:
    """Return the name of the parameter that takes an argument, given by its name or number."""
    if not isinstance(at, int):
        return at
    names = [one.arg for one in (*function.args.posonlyargs, *function.args.args) if one.arg not in ("self", "cls")]
    return names[at] if at < len(names) else function.args.vararg.arg if function.args.vararg else None


def first_line(docstring: str | None) -> str:
    """Return the first line of a docstring as a comment: without the word "Return" and signs of markup."""
    line = (docstring or "").partition("\n")[0].replace("`", "")
    line = re.sub(r"^(Return|Yield) (?=.)", "", line)
    return line[:1].upper() + line[1:]


def _name(function: ast.expr) -> str:
    """Return the last part of the name that is called."""
    return (
        function.attr if isinstance(function, ast.Attribute) else function.id if isinstance(function, ast.Name) else ""
    )


def _has_emoji(call: ast.Call) -> bool:
    """Return whether a call puts an emoji on a button, rather than passing on what it may have been given."""
    return any(key.arg == "emoji" and ast.unparse(key.value) != "emoji" for key in call.keywords)


def _literals(call: ast.Call) -> tuple[str, str | None, str | None] | None:
    """Return text, plural and context of a call that contains a message; None for any other call."""
    places = _CALLS.get(_name(call.func))
    if places is None:
        return None
    given = [one.value if isinstance(one, ast.Constant) and isinstance(one.value, str) else None for one in call.args]
    text, plural, context = (given[at] if at is not None and at < len(given) else None for at in places)
    missing = text is None or any(
        at is not None and one is None for at, one in zip(places, (text, plural, context), strict=True)
    )
    return None if missing or text is None else (text, plural, context)


def _told(lines: list[str], line: int) -> str:
    """Return the comment for translators above a line."""
    at = line - 1
    while at > 0 and lines[at - 1].strip().startswith("#"):
        at -= 1
    above = "\n".join(one.strip() for one in lines[at : line - 1])
    return " ".join(above.partition(_COMMENT)[2].replace("#", " ").split())
