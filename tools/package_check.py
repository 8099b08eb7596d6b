"""Is a wheel enough to play, and an sdist to make one without Node?

Builds both into a temporary folder, the wheel from the sdist with no Node in reach, and installs it into a fresh
environment with the locked versions of what it needs and none of the extras. There it lists scenarios, fights a battle,
serves the page with everything the page loads, and says what to install for what only some need. Prints what is wrong;
exit status 1 if anything is. `make package-check` runs it.
"""

import json
import os
import re
import socket
import subprocess
import sys
import tarfile
import tempfile
import time
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.request import Request, urlopen

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src"
PAGE = "schiltron/server/page/index.html"
START_SECONDS = 60
LOADED = re.compile(r'(?:src|href)="(/[^"]+)"')


def main() -> int:
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        wrong = list(_wrong(Path(folder)))
    for line in wrong:
        print(line)
    print(f"wheel and sdist: {len(wrong)} complaints, after {time.monotonic() - began:.0f} s")
    return min(len(wrong), 1)


def _wrong(folder: Path) -> Iterator[str]:
    build = [sys.executable, "-m", "hatchling", "build", "--directory", str(folder)]
    _run([*build, "--target", "sdist"], cwd=ROOT)
    _run([*build, "--target", "wheel"], cwd=ROOT)
    (sdist,), (wheel,) = folder.glob("*.tar.gz"), folder.glob("*.whl")
    with tarfile.open(sdist) as packed:
        packed.extractall(folder, filter="data")
    unpacked = folder / sdist.name.removesuffix(".tar.gz")
    shipped = set(zipfile.ZipFile(wheel).namelist())
    wheel.unlink()
    _run([*build, "--target", "wheel"], cwd=unpacked, env=_bare(PATH=""))
    (wheel,) = folder.glob("*.whl")
    again = set(zipfile.ZipFile(wheel).namelist())
    for name in sorted(_written() - again):
        yield f"{wheel.name}: {name} is not in it"
    if PAGE not in again:
        yield f"{wheel.name}: the page is not in it"
    for name in sorted(again ^ shipped):
        yield f"{name}: it is not both in the wheel and in the one that is made from the sdist"
    yield from _played(_installed(wheel, folder / "venv"), folder)


def _written() -> set[str]:
    """All code and data of the package."""
    kinds = ("*.py", "*.toml", "*.json", "*.typ", "*.css", "py.typed")
    return {path.relative_to(SOURCE).as_posix() for kind in kinds for path in (SOURCE / "schiltron").rglob(kind)}


def _installed(wheel: Path, venv: Path) -> Path:
    """The folder of its programs."""
    _run([sys.executable, "-m", "venv", "--without-pip", str(venv)])
    programs = venv / ("Scripts" if os.name == "nt" else "bin")
    pip = [sys.executable, "-m", "pip", "--python", str(programs / "python"), "--disable-pip-version-check", "--quiet"]
    _run([*pip, "install", "--no-compile", "--require-hashes", "-r", str(ROOT / "requirements" / "runtime.txt")])
    _run([*pip, "install", "--no-deps", str(wheel)])
    return programs


def _played(programs: Path, folder: Path) -> Iterator[str]:
    schiltron = str(programs / "schiltron")
    listed = json.loads(_run([schiltron, "scenarios", "--json"], cwd=folder))
    if not listed:
        yield "schiltron scenarios: there are none"
    battle = [schiltron, "battle", "open-field", "--red", "recruit", "--seed", "7", "--quiet", "--save", "battle.jsonl"]
    _run(battle, cwd=folder)
    _run([schiltron, "replay", "battle.jsonl", "--verify"], cwd=folder)
    for extra, asked in {
        "sheets": ["roster", "harrow-levy"],
        "tables": ["match", "open-field", "--games", "1", "--table", "games.parquet"],
        "ray": ["match", "open-field", "--games", "1", "--ray", "local"],
        "postgres": ["serve", "--port", str(_free()), "--database", "postgresql://host/name"],
    }.items():
        said = subprocess.run([schiltron, *asked], cwd=folder, env=_bare(), capture_output=True, text=True, check=False)
        if said.returncode != 2 or f"pip install 'schiltron[{extra}]'" not in said.stderr or "Traceback" in said.stderr:
            yield f"schiltron {' '.join(asked)}: it does not say what to install, but: {said.stdout}{said.stderr}"
    port = _free()
    serve = [schiltron, "serve", "--port", str(port), "--database", "battles.sqlite"]
    with subprocess.Popen(serve, cwd=folder, env=_bare(), stdout=subprocess.DEVNULL) as serving:
        try:
            yield from _served(f"http://127.0.0.1:{port}")
        finally:
            serving.terminate()


def _served(address: str) -> Iterator[str]:
    until = time.monotonic() + START_SECONDS
    while True:
        try:
            page = _asked(f"{address}/").decode()
            break
        except URLError:
            if time.monotonic() > until:
                yield f"schiltron serve: it does not answer within {START_SECONDS} s"
                return
            time.sleep(0.1)
    loaded = set(LOADED.findall(page))
    if not any(one.endswith(".js") for one in loaded):
        yield f"schiltron serve: its page loads no script: {page[:200]!r}"
    for one in sorted(loaded):
        if not _asked(f"{address}{one}"):
            yield f"schiltron serve: {one} is empty"
    wish = {"scenario": "open-field", "red": {"who": "me"}, "blue": {"who": "captain", "captain": "recruit"}}
    made = json.loads(_asked(f"{address}/api/battles", wish))
    if json.loads(_asked(f"{address}/api/battles/{made['id']}"))["scenario"] != "open-field":
        yield "schiltron serve: the battle that was set up is not the one that is played"


def _asked(address: str, body: Any = None) -> bytes:
    data = None if body is None else json.dumps(body).encode()
    with urlopen(Request(address, data, {"Content-Type": "application/json"}), timeout=30) as answer:
        return bytes(answer.read())


def _run(command: list[str], cwd: Path | None = None, env: dict[str, str] | None = None) -> str:
    done = subprocess.run(command, cwd=cwd, env=env or _bare(), capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{' '.join(command)}: status {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def _bare(**other: str) -> dict[str, str]:
    """The environment less what would lead back to the sources."""
    return {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")} | other


def _free() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


if __name__ == "__main__":
    sys.exit(main())
