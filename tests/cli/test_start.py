"""The command line as a whole."""

import os
import subprocess
import sys

import pytest
from typer.testing import CliRunner

from schiltron import __version__
from schiltron.cli import guard
from schiltron.cli.app import app
from tests.cli.conftest import Command

HEAVY = ("schiltron.battle", "schiltron.rulesets", "schiltron.table", "msgspec", "numpy", "rich", "shapely")


def test_help_names_every_command() -> None:
    said = CliRunner().invoke(app, ["--help"])
    assert said.exit_code == 0
    for command in ("battle", "match", "ladder", "replay", "rules", "scenarios", "army"):
        assert command in said.output


@pytest.mark.parametrize("alone", [[], ["army"]])
def test_a_command_alone_explains_itself(schiltron: Command, alone: list[str]) -> None:
    said = schiltron(*alone)
    assert said.status == 0
    assert "Usage: schiltron" in said.out


def test_version(schiltron: Command) -> None:
    assert schiltron("--version") == (0, f"schiltron {__version__}\n", "")


def test_start_up_loads_no_engine() -> None:
    """`schiltron --help` answers at once because nothing heavy is imported before a command runs."""
    check = (
        "import sys; from schiltron.cli.guard import run; run(['--help']); "
        f"sys.stderr.write(','.join(name for name in {HEAVY!r} if name in sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", check], capture_output=True, text=True, check=True)
    assert done.stderr == ""


def test_a_mistyped_command_gets_a_hint(schiltron: Command) -> None:
    said = schiltron("battel")
    assert said.status == 2
    assert "battle" in said.err


def test_a_bug_is_owned_up_to_without_a_traceback(schiltron: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> int:
        raise ZeroDivisionError("figures over nothing")

    monkeypatch.setattr("schiltron.cli.muster_commands.list_scenarios", broken)
    said = schiltron("scenarios")
    assert said.status == guard.BUG == 70
    assert "This is a bug in Schiltron" in said.err
    assert "figures over nothing" in said.err
    assert "Traceback" not in said.err
    assert guard.TRACEBACK in said.err
    monkeypatch.setenv(guard.TRACEBACK, "1")
    assert "Traceback" in schiltron("scenarios").err


def test_ctrl_c_ends_quietly(schiltron: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(*_: object, **__: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr("schiltron.cli.muster_commands.list_scenarios", stopped)
    said = schiltron("scenarios")
    assert said.status == 130
    assert "Traceback" not in said.err


@pytest.mark.slow
def test_a_reader_who_leaves_early_is_no_fault() -> None:
    command = f"{sys.executable} -c 'from schiltron.cli import main; main()' rules --coverage book_of_war | head -1"
    done = subprocess.run(
        command, shell=True, capture_output=True, text=True, check=False, env={**os.environ, "PYTHONUNBUFFERED": "1"}
    )
    assert done.stderr == ""
