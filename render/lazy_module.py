"""Modules that are loaded when something in them is first used, so that the program starts without them."""

from importlib import import_module


class LazyModule:
    """Stands for a module until something in it is used, and passes everything on to it then.

    A type checker gets the module itself::

        if TYPE_CHECKING:
            from render import pictures
        else:
            pictures = LazyModule("render.pictures")
    """

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, name: str) -> object:
        """Return what the module contains under a name. The first call loads the module."""
        return getattr(import_module(self._name), name)
