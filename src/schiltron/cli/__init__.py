"""The commands. This module stays light: the engine is imported by the command that needs it."""

from __future__ import annotations

import sys


def main() -> None:
    """What `schiltron` runs."""
    from schiltron.cli.guard import run

    sys.exit(run(sys.argv[1:]))
