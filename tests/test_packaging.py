"""What `pip install` gives a player. `make package-check` builds, installs and plays it."""

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]


def test_the_package_says_its_version() -> None:
    import schiltron

    assert schiltron.__version__.count(".") == 2


def locked(name: str) -> set[str]:
    return set(re.findall(r"^([a-z0-9-]+)==", (ROOT / "requirements" / name).read_text("utf-8"), re.M))


def test_what_only_some_need_is_an_extra_and_the_lock_of_developers_has_it() -> None:
    assert list(PROJECT["optional-dependencies"]) == ["sheets", "postgres", "tables", "ray"]
    extras = {"typst", "psycopg", "psycopg-binary", "pyarrow", "ray"}
    assert locked("runtime.txt") & extras == set()
    assert extras <= locked("dev.txt")
    assert locked("runtime.txt") <= locked("engine.txt") <= locked("dev.txt")


def test_no_lock_says_where_it_was_fetched_from() -> None:
    locks = sorted((ROOT / "requirements").glob("*.txt"))
    assert [lock.stem for lock in locks] == ["dev", "engine", "mutants", "node", "runtime"]
    assert [lock.name for lock in locks if "://" in lock.read_text("utf-8")] == []
    assert '"resolved"' not in (ROOT / "web" / "package-lock.json").read_text("utf-8")


def test_the_oldest_python_is_the_same_everywhere() -> None:
    (oldest,) = re.findall(r"^>=(3\.\d+)$", PROJECT["requires-python"])
    named = [line.rpartition(" ")[2] for line in PROJECT["classifiers"] if re.search(r":: 3\.\d+$", line)]
    assert named[0] == oldest
    assert f"--python-version {oldest} " in (ROOT / "Makefile").read_text("utf-8")
    assert f"Python {oldest} or newer" in (ROOT / "README.md").read_text("utf-8")
