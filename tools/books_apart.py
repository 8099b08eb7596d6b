"""Books know nothing of each other: no module of one imports from another. `make check` runs it.

A book is a package with a ledger, wherever it lies: whoever adds one need not add it here.
"""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ROOTS = (ROOT / "src", ROOT / "tests" / "fifth_book")
"""Where packages are imported from."""


def books() -> dict[str, Path]:
    """The folders of all books by the names of their packages."""
    found = [(root, ledger.parent) for root in ROOTS for ledger in root.rglob("ledger.toml")]
    return {".".join(folder.relative_to(root).parts): folder for root, folder in found}


def imported(path: Path) -> Iterator[tuple[int, str]]:
    """Every module a file imports, with its line."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.lineno, node.module


def crossings(all_books: dict[str, Path]) -> Iterator[str]:
    for book, folder in all_books.items():
        others = tuple(f"{other}." for other in all_books if other != book)
        for path in sorted(folder.rglob("*.py")):
            for line, module in imported(path):
                if f"{module}.".startswith(others):
                    yield f"{path.name}:{line}: {book} imports {module}, which belongs to another book"


if __name__ == "__main__":
    told = list(crossings(books()))
    print("\n".join(told), end="\n" if told else "")
    sys.exit(bool(told))
