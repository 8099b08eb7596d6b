"""Mass battles with toy soldiers: every rule enforced, every die shown.

What there is for programmers stands in `schiltron.api` and is offered here. It is loaded with the first name that is
asked for, so that `import schiltron` alone costs nothing.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from schiltron.api import *  # noqa: F403
else:

    def __getattr__(name: str) -> object:
        """A name of the door; `__all__` among them. What is a room of the package is none."""
        from importlib import import_module  # noqa: PLC0415 - only where something is asked for
        from importlib.util import find_spec  # noqa: PLC0415

        if name == "__all__" or not (name.startswith("_") or find_spec(f"{__name__}.{name}")):
            door = import_module(f"{__name__}.api")
            if name == "__all__" or name in door.__all__:
                return getattr(door, name)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

    def __dir__() -> list[str]:
        return sorted({*globals(), *__getattr__("__all__")})


__version__ = "0.1.0"
