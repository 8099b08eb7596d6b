"""Players never see a traceback: a fault they can mend is told in a sentence, any other is admitted as a bug."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import Final

from typer import Abort, TyperException

from schiltron.cli.fault import CommandFault

DONE, FAILED, WRONG_INPUT, BUG, STOPPED = 0, 1, 2, 70, 130
TRACEBACK: Final = "SCHILTRON_TRACEBACK"
"""The environment variable that shows where a bug lies."""


def run(arguments: Sequence[str]) -> int:
    """Carry out a command line; the exit status."""
    from schiltron.cli.app import app

    try:
        status = app(list(arguments), prog_name="schiltron", standalone_mode=False)
    except CommandFault as fault:
        return _said(str(fault), WRONG_INPUT)
    except TyperException as error:
        message = error.format_message()
        end = "" if message.endswith((".", "?")) else "."
        return _said(f"{message}{end} See {_page_of(error)} --help.", WRONG_INPUT)
    except (Abort, KeyboardInterrupt):
        return _said("Stopped.", STOPPED)
    except Exception as error:  # noqa: BLE001 - the one place that answers for everything below
        return _bug(error)
    return status if isinstance(status, int) else DONE


def _page_of(error: TyperException) -> str:
    context = getattr(error, "ctx", None)
    return context.command_path if context is not None else "schiltron"


def _bug(error: Exception) -> int:
    if os.environ.get(TRACEBACK):
        from traceback import print_exception

        print_exception(error)
    what = " ".join(str(error).split())
    short = what if len(what) <= 300 else f"{what[:300]} …"
    return _said(
        f"This is a bug in Schiltron, not in what you asked for: {type(error).__name__}: {short}",
        BUG,
        f"Please report it with the command; {TRACEBACK}=1 before the command shows where it happened.",
    )


def _said(message: str, status: int, *more: str) -> int:
    from schiltron.battle.words.printable import printable

    for line in (*message.splitlines(), *more):
        sys.stderr.write(f"schiltron: {printable(line)}\n")
    return status
