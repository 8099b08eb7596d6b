"""Which rules does the code cite, and which do the tests name?

Writes coverage.json beside the ledger of every book: `schiltron rules --coverage` counts from it, because the tests do
not travel with the package. The commands and their tests are left out: they name rules only to show them.
`make generated` runs it.
"""

import json
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "src" / "schiltron"
TESTS = ROOT / "tests"
PLAYED = {
    "book_of_war": ("core", "basic"),
    "by_this_axe": ("core", "command", "points"),
    "chainmail": ("core", "optional", "setup"),
    "battlesystem": ("basic", "intermediate", "optional", "scenario"),
}
"""The tiers of each book that the program plays."""

ID = re.compile(r"\b[A-Z]{2}-[A-Za-z0-9.\-]*[0-9]\b")


def ids_in(folder: Path) -> set[str]:
    """Every rule id that stands in the Python files of a folder, or in the scenarios there, which are rules as data."""
    return {
        found
        for path in (*folder.rglob("*.py"), *folder.rglob("scenarios/**/*.toml"))
        if path.relative_to(folder).parts[0] != "cli"
        for found in ID.findall(path.read_text("utf-8"))
    }


def coverage(book: str) -> str:
    """What coverage.json of a book has to say."""
    ledger = tomllib.loads((PACKAGE / "rulesets" / book / "ledger.toml").read_text("utf-8"))
    known = [rule["id"] for rule in ledger["rule"]]
    cited, tested = ids_in(PACKAGE), ids_in(TESTS)
    found = {
        "ruleset": book,
        "played": PLAYED[book],
        "implemented": [one for one in known if one in cited],
        "tested": [one for one in known if one in tested],
    }
    return json.dumps(found, indent=1) + "\n"


def files() -> Iterator[tuple[Path, str]]:
    """The files to be written, with what belongs in them."""
    for book in PLAYED:
        yield PACKAGE / "rulesets" / book / "coverage.json", coverage(book)


if __name__ == "__main__":
    for path, text in files():
        path.write_text(text, "utf-8")
