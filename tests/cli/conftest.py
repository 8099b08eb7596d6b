from collections.abc import Callable
from typing import NamedTuple

import pytest

from schiltron.cli.guard import run


class Said(NamedTuple):
    """What a command answered."""

    status: int
    out: str
    err: str


Command = Callable[..., Said]


@pytest.fixture
def schiltron(capsys: pytest.CaptureFixture[str]) -> Command:
    """A command line, as a player types it."""

    def call(*arguments: object) -> Said:
        capsys.readouterr()
        status = run([str(one) for one in arguments])
        return Said(status, *capsys.readouterr())

    return call
