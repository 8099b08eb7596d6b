"""What is wrong with a file: where, what, and what would be right."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct


class Fault(Struct, frozen=True):
    """One thing wrong. The place is a path of keys (units[2].figures) or a line; empty is the file as a whole."""

    file: str
    place: str
    wrong: str
    right: str
    rules: tuple[str, ...] = ()

    def __str__(self) -> str:
        where = "".join(f"{part}: " for part in (self.file, self.place) if part)
        cited = f" [{', '.join(self.rules)}]" if self.rules else ""
        return f"{where}{self.wrong}. Try: {self.right}.{cited}"


class MusterFault(Exception):
    """An army list or a scenario that cannot be used; `faults` are all that were found."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(map(str, self.faults)))
