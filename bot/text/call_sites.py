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
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

_TEXT, _PLURAL, _CONTEXT = range(3)
_CALLS: Final = {"t": (_TEXT,), "n": (_TEXT, _PLURAL), "p": (_CONTEXT, _TEXT), "pn": (_CONTEXT, _TEXT, _PLURAL)}
"""The calls that contain messages (`Texts.t`, `n`, `p`, `pn`), with what their arguments are."""
_COMMENT: Final = "# Translators:"
_MOST_NAMESAKES: Final = 5
"""Into how many functions of one name an argument is followed."""


class Kind(Enum):
    """What shows a message: words for translators, and the most characters that Discord takes."""

    def __init__(self, words: str, longest: int | None = None) -> None:
        """Say what it is; ``longest`` is None if only the whole message has a limit."""
        self.words, self.longest = words, longest

    FACED_BUTTON = "Button beside a card or another picture", 34
    BUTTON = "Button (a phone shows about 34 characters)", 80
    OPTION = "Option of a menu", 100
    OPTION_LINE = "Line below an option of a menu", 100
    PLACEHOLDER = "What a menu says before something is chosen", 150
    MODAL_TITLE = "Title of a form", 45
    MODAL_LABEL = "Label in a form", 45
    MODAL_LINE = "Line in a form", 100
    CHOICE = "Choice of a command's option", 100
    COMMAND = "Description of a command or its option", 100
    ALT_TEXT = "Description of a picture, for screen readers"
    PICTURE = "Words on a picture"
    HEADING = "Heading"
    SMALL = "Small gray line"
    ANSWER = "Answer to a click or a command"
    SCREEN = "Text on a screen"
    PAGE = "Words on the playground's page, in a browser"
    SENTENCE = "Sentence"
    WORDS = "Words of a line, a list or a sentence"


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
    ("Select", "placeholder"): Kind.PLACEHOLDER,
}
"""Arguments of calls, by name or number, that show a text."""
_KEEPS: Final = (
    ast.IfExp, ast.BoolOp, ast.Starred, ast.List, ast.Tuple, ast.Set, ast.Lambda, ast.Dict, ast.GeneratorExp,
    ast.ListComp, ast.NamedExpr, ast.Await, ast.Subscript,
)  # fmt: skip
"""Expressions whose value is, or contains, one of the values in them."""
_PASS_ON: Final = ("cut", "bold", "join", "filter", "tuple", "list", "append", "insert", "extend", "MappingProxyType")
"""Calls that return or keep what they are given."""


class Use(NamedTuple):
    """A place that shows a message; ``whole`` is False if other words stand beside it there."""

    kind: Kind
    whole: bool = True


Step: TypeAlias = Use | tuple[ast.AST, bool]
"""A place that shows a message, or an expression that contains it, and whether nothing stands beside it there."""


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
    """The source of some folders below ``root``; ``messages`` are those in it, by file and line."""

    def __init__(self, root: Path, folders: Iterable[str]) -> None:
        collects = gc.isenabled()
        gc.disable()  # millions of nodes and no garbage: looking for it takes twice as long as everything else
        try:
            self._read(root, folders)
        finally:
            if collects:
                gc.enable()

    def _read(self, root: Path, folders: Iterable[str]) -> None:
        self._lines: dict[str, list[str]] = {}
        self._names: dict[ast.AST, str] = {}
        self._steps: dict[tuple[ast.AST, bool], tuple[Step, ...]] = {}
        self._messages: list[ast.Call] = []
        self._parents: dict[ast.AST, ast.AST] = {}
        self._scopes: dict[ast.AST, tuple[ast.AST, ...]] = {}  # the module and the functions around each expression
        self._calls: dict[str, list[ast.Call]] = defaultdict(list)
        self._definitions: dict[str, list[ast.FunctionDef | ast.AsyncFunctionDef]] = defaultdict(list)
        self._reads: dict[tuple[ast.AST, str], list[ast.Name]] = defaultdict(list)  # by scope and variable
        for path in (path for folder in folders for path in sorted((root / folder).rglob("*.py"))):
            source, name = path.read_text(encoding="utf-8"), path.relative_to(root).as_posix()
            self._lines[name], tree = source.splitlines(), ast.parse(source)
            self._names[tree] = name
            self._index(tree, (tree,))
        self.messages = sorted(map(self._found, self._messages), key=lambda one: (one.file, one.line))

    def _index(self, node: ast.AST, scopes: tuple[ast.AST, ...]) -> None:
        """Note what is inside a node, which is inside these functions of a module."""
        for inner in ast.iter_child_nodes(node):
            self._parents[inner], self._scopes[inner] = node, scopes
            around = scopes
            if isinstance(inner, ast.Name) and isinstance(inner.ctx, ast.Load):
                for scope in scopes:
                    self._reads[scope, inner.id].append(inner)
            elif isinstance(inner, ast.Call):
                self._calls[self._known_as(_name(inner.func), scopes[0])].append(inner)
                if _literals(inner) is not None:
                    self._messages.append(inner)
            elif isinstance(inner, ast.FunctionDef | ast.AsyncFunctionDef):
                self._definitions[self._known_as(inner.name, scopes[0])].append(inner)
                around = (*scopes, inner)
            self._index(inner, around)

    def _known_as(self, name: str, tree: ast.AST) -> str:
        """Return the name of a function among all modules: a private one belongs to its own."""
        return f"{self._names[tree]} {name}" if name.startswith("_") else name

    def _found(self, call: ast.Call) -> Found:
        """Return a message with what is known about it."""
        file, texts = self._names[self._scopes[call][0]], _literals(call) or ("", None, None)
        uses = self._uses(call)
        if not uses and file.startswith("render/"):
            spoken = file.endswith("alt.py") or "alt" in getattr(self._scopes[call][-1], "name", "")
            uses = {Use(Kind.ALT_TEXT if spoken else Kind.PICTURE)}
        comment = "\n".join(filter(None, (_told(self._lines[file], call.lineno), self._place(call))))
        return Found(*texts, file, call.lineno, comment, frozenset(uses))

    def _uses(self, node: ast.AST, *, whole: bool = True) -> set[Use]:
        """Return the places that show the value of an expression, followed from step to step."""
        found, reached, todo = set[Use](), {(node, whole)}, [(node, whole)]
        while todo:
            at = todo.pop()
            if at not in self._steps:
                self._steps[at] = tuple(self._above(*at))
            for step in self._steps[at]:
                if isinstance(step, Use):
                    found.add(step)
                elif step not in reached:
                    reached.add(step)
                    todo.append(step)
        return found

    def _above(self, node: ast.AST, whole: bool) -> Iterator[Step]:
        """Yield the places that show an expression, or what it becomes a part of."""
        above = self._parents.get(node)
        if isinstance(above, ast.Tuple) and (target := self._unpacked(node, above)) is not None:
            yield from self._of_name(target, whole)
        elif isinstance(above, _KEEPS):
            yield above, whole
        elif isinstance(above, ast.JoinedStr | ast.FormattedValue | ast.BinOp):
            yield above, False
        elif isinstance(above, ast.keyword | ast.Call):
            yield from self._given(node, above, whole)
        elif isinstance(above, ast.Assign | ast.AnnAssign | ast.AugAssign | ast.For | ast.comprehension):
            for target in above.targets if isinstance(above, ast.Assign) else [above.target]:
                yield from self._of_name(target, whole)
        elif isinstance(above, ast.Return | ast.Yield | ast.YieldFrom):
            tree, *_, function = self._scopes[above]
            name = self._known_as(own := getattr(function, "name", ""), tree)
            if len(self._definitions[name]) == 1:
                yield from ((call, whole) for call in (*self._calls[name], *self._reads[tree, own]))

    def _unpacked(self, node: ast.AST, row: ast.Tuple) -> ast.AST | None:
        """Return the variable that a part of a tuple is assigned to; None if the whole tuple is."""
        above = self._parents[row]
        loop = self._parents[above] if isinstance(above, ast.Tuple | ast.List) else above
        target = loop.target if isinstance(loop, ast.For | ast.comprehension) else None
        if not isinstance(target, ast.Tuple) or len(target.elts) != len(row.elts):
            return None
        return next(to for to, one in zip(target.elts, row.elts, strict=True) if one is node)

    def _given(self, node: ast.AST, above: ast.AST, whole: bool) -> Iterator[Step]:
        """Yield the places that show an argument of a call, or the value that is called."""
        call = above if isinstance(above, ast.Call) else self._parents[above]
        if not isinstance(call, ast.Call) or node is call.func:
            yield call, whole
            return
        name = _name(call.func)
        at = above.arg if isinstance(above, ast.keyword) else next(n for n, one in enumerate(call.args) if one is node)
        kind = _SHOWN_BY.get(("Select" if name.endswith("Select") else name, at))
        if kind is not None:
            yield Use(Kind.FACED_BUTTON if kind is Kind.BUTTON and _has_emoji(call) else kind, whole)
        elif name in _PASS_ON:
            glued = whole and name != "join"
            yield call, glued
            if name in ("append", "insert", "extend") and isinstance(call.func, ast.Attribute):
                yield from self._of_name(call.func.value, glued)
        else:
            functions = self._definitions[self._known_as(name, self._scopes[call][0])]
            for function in functions if len(functions) <= _MOST_NAMESAKES else ():
                named = _parameter(function, at)
                for inner in self._reads[function, named] if named else ():
                    if not _has_emoji(call):
                        yield inner, whole
                    for kind, alone in self._uses(inner, whole=whole) if _has_emoji(call) else ():
                        yield Use(Kind.FACED_BUTTON if kind is Kind.BUTTON else kind, alone)

    def _of_name(self, target: ast.AST, whole: bool) -> Iterator[Step]:
        """Yield where a variable is read."""
        if isinstance(target, ast.Name):
            yield from ((inner, whole) for inner in self._reads[self._scopes[target][-1], target.id])

    def _place(self, node: ast.AST) -> str:
        """Describe where a message is: what its module is about, and its function or the object it belongs to."""
        module, *functions = self._scopes[node]
        if functions:
            name = getattr(functions[-1], "name", "").strip("_").replace("_", " ")
            part = first_line(ast.get_docstring(functions[-1])) or name  # type: ignore[arg-type]
        else:
            while node in self._parents and not isinstance(node, ast.keyword):
                node = self._parents[node]
            owner = self._parents.get(node)
            part = (
                f"{node.arg} of {_name(owner.func)}"
                if isinstance(node, ast.keyword) and isinstance(owner, ast.Call)
                else ""
            )
        about = first_line(ast.get_docstring(module))  # type: ignore[arg-type]
        return " ".join(filter(None, (about, f"Here: {part.rstrip('.')}." if part else "")))


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
    wanted = _CALLS.get(_name(call.func), ())
    found = [
        one.value for one in call.args[: len(wanted)] if isinstance(one, ast.Constant) and isinstance(one.value, str)
    ]
    texts = dict(zip(wanted, found, strict=False))
    return (texts[_TEXT], texts.get(_PLURAL), texts.get(_CONTEXT)) if found and len(found) == len(wanted) else None


def _told(lines: list[str], line: int) -> str:
    """Return the comment for translators above a line."""
    at = line - 1
    while at > 0 and lines[at - 1].strip().startswith("#"):
        at -= 1
    return " ".join(" ".join(lines[at : line - 1]).partition(_COMMENT)[2].replace("#", " ").split())
