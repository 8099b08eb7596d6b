"""How things are timed, and what comes out."""

from collections.abc import Callable
from time import process_time
from typing import NamedTuple


class Figure(NamedTuple):
    what: str
    value: float
    unit: str
    aim: str = ""
    digits: int = 1


def microseconds(call: Callable[[], object], *, runs: int = 5, least: float = 0.1) -> float:
    """Processor time of one call: the best of several runs, each long enough to be measured."""
    number = 1
    while (taken := _seconds(call, number)) < least:
        number = max(number * 2, int(number * least / max(taken, 1e-6)))
    return min([taken, *(_seconds(call, number) for _ in range(runs - 1))]) / number * 1e6


def _seconds(call: Callable[[], object], number: int) -> float:
    start = process_time()
    for _ in range(number):
        call()
    return process_time() - start
