"""The book of this folder put where Python finds it, as pip would, without touching anybody's environment."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent


def installed(folder: Path) -> dict[str, str]:
    """The environment of a program that finds the book in this folder."""
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation", "--no-index"]
    subprocess.run([*pip, "--disable-pip-version-check", "--target", str(folder), str(HERE)], check=True)
    return {**os.environ, "PYTHONPATH": os.pathsep.join((str(folder), os.environ.get("PYTHONPATH", "")))}
