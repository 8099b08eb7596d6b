"""Properties that are worked out from a value once, at the first reading, and kept with it.

Like `functools.cached_property`, but without its lock, which takes longer than most of what is derived: values never
change, so two threads that work out the same thing at once write the same result.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar, overload

T = TypeVar("T")


class derived(Generic[T]):  # noqa: N801 - reads as the decorator it is
    """A property of a value with a `__dict__`, worked out at the first reading and found there from then on."""

    def __init__(self, work_out: Callable[[Any], T]) -> None:
        self.work_out = work_out
        self.__doc__ = work_out.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    @overload
    def __get__(self, value: None, owner: type) -> derived[T]: ...
    @overload
    def __get__(self, value: object, owner: type) -> T: ...
    def __get__(self, value: object | None, owner: type) -> derived[T] | T:
        if value is None:
            return self
        found = value.__dict__[self.name] = self.work_out(value)
        return found
