"""Does the engine play the same under the other Pythons it claims to run on?

    python tools/other_pythons.py               the oldest and the newest of those that pyproject.toml names
    python tools/other_pythons.py python3.13    this one

Each gets an environment of its own beside the one that runs this, with the locked versions, and runs the engine's quick
tests: table, battle, muster, the door for programmers, and whole battles that must go exactly as they went
before. One that the machine does not have is left out with a sentence. `make test-python` runs it.
"""

import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LOCK = ROOT / "requirements" / "engine.txt"
WHOLE = ("trace", "kept_battles", "kept_positions", "random_battles", "properties")
"""Whole battles that must go as they went before, and be sound."""
TESTS = ("table", "drawing", "battle", "muster", *(f"whole_battles/test_{one}.py" for one in WHOLE), "test_api.py")
VERSION = "import sys; print('{}.{}'.format(*sys.version_info))"


def main(wanted: list[str]) -> int:
    status = 0
    for name in wanted or claimed():
        found = interpreter(name)
        if found is None:
            print(f"{name}: this machine has none, so nothing is tested under it")
        elif _said(found, VERSION) == _said(sys.executable, VERSION):
            print(f"{name}: all other tests run under it already")
        else:
            status |= tested(found)
    return status


def claimed() -> list[str]:
    """The oldest and the newest."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    named = re.compile(r"Programming Language :: Python :: (3\.\d+)")
    found = [match[1] for line in project["classifiers"] if (match := named.fullmatch(line))]
    found.sort(key=lambda version: int(version.partition(".")[2]))
    return [f"python{found[0]}", f"python{found[-1]}"]


def interpreter(name: str) -> str | None:
    """One that runs: on the path, or among those of pyenv."""
    pyenv = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv") / "versions"
    places = [shutil.which(name), *sorted(pyenv.glob(f"*/bin/{name}"))]
    return next((str(one) for one in places if one is not None and _said(str(one), VERSION)), None)


def _said(python: str, code: str) -> str:
    """Nothing where it cannot be run, as the stand-in of a Python that is not installed."""
    try:
        return subprocess.run([python, "-c", code], capture_output=True, text=True, check=False).stdout.strip()
    except OSError:
        return ""


def tested(python: str) -> int:
    version = _said(python, VERSION)
    venv = Path(sys.prefix) / f"python{version}"
    inside = venv / ("Scripts" if os.name == "nt" else "bin") / "python"
    lock = hashlib.sha256(LOCK.read_bytes() + (ROOT / "pyproject.toml").read_bytes()).hexdigest()
    made = venv / ".made"
    if not made.is_file() or made.read_text("utf-8") != lock:
        subprocess.run([python, "-m", "venv", "--clear", "--without-pip", str(venv)], check=True)
        pip = [sys.executable, "-m", "pip", "--python", str(inside), "--disable-pip-version-check", "--quiet"]
        subprocess.run([*pip, "install", "--require-hashes", "-r", str(LOCK)], check=True)
        with tempfile.TemporaryDirectory() as folder:
            build = [sys.executable, "-m", "hatchling", "build", "--target", "wheel:editable", "--directory", folder]
            subprocess.run(build, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
            subprocess.run([*pip, "install", "--no-deps", *map(str, Path(folder).glob("*.whl"))], check=True)
        made.write_text(lock, "utf-8")
    print(f"Python {version}:", flush=True)
    chosen = [str(ROOT / "tests" / one) for one in TESTS]
    pytest = [str(inside), "-m", "pytest", "-q", "-n", "auto", "--dist", "worksteal", "-m", "not slow"]
    return subprocess.run([*pytest, *chosen], cwd=ROOT, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
