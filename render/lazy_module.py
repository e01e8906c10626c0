"""Modules that are loaded when something in them is first used, so that the program starts without them."""

from dataclasses import dataclass
from importlib import import_module


@dataclass(slots=True, eq=False)
class LazyModule:
    """Stands for a module until something in it is used, and passes everything on to it then.

    A type checker gets the module itself::

        if TYPE_CHECKING:
            from render import pictures
        else:
            pictures = LazyModule("render.pictures")
    """

    name: str

    def __getattr__(self, name: str) -> object:
        """Return what the module contains under a name. The first call loads the module."""
        return getattr(import_module(self.name), name)
