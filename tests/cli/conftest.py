from collections.abc import Callable
from pathlib import Path
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


@pytest.fixture(scope="session")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A battle of a few turns, with terrain rolled up, units set down, shooting and fighting."""
    path = tmp_path_factory.mktemp("kept") / "battle.jsonl"
    seats = ("--blue", "captain", "--red", "captain")
    status = run(
        ["battle", "random-ground", *seats, "--seed", "7", "--option", "turn_limit=6", "--quiet", "--save", str(path)]
    )
    assert status == 0
    return path
