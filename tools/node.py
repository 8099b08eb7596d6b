"""Run a tool of Node's in web/: `python tools/node.py npm run build`.

The machine's own Node does if it is new enough. Else one from PyPI is put beside the interpreter that runs this,
so that building the page needs nothing but Python.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
BESIDE = Path(sys.executable).parent
NEEDED = (20, 19)


def main(command: list[str]) -> int:
    home = _home()
    # Node's wheel has its own npm; nothing of the machine's older Node may come first.
    path = os.pathsep.join([str(home), os.environ.get("PATH", "")])
    tool = shutil.which(command[0], path=path)
    if tool is None:
        sys.exit(f"there is no {command[0]} beside {home}")
    return subprocess.run(
        [tool, *command[1:]], cwd=ROOT / "web", env={**os.environ, "PATH": path}, check=False
    ).returncode


def _home() -> Path:
    """The folder of a Node that is new enough, fetched if need be."""
    found = shutil.which("node")
    if found and shutil.which("npm") and _version(found) >= NEEDED:
        return Path(found).parent
    if not shutil.which("node", path=str(BESIDE)):
        pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--require-hashes"]
        subprocess.run([*pip, "-r", str(ROOT / "requirements" / "node.txt")], check=True)
    return BESIDE


def _version(node: str) -> tuple[int, ...]:
    said = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    return tuple(int(part) for part in said.strip().lstrip("v").split(".")[:2] if part.isdigit())


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
