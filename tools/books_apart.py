"""Books know nothing of each other, and nobody else knows any of them. `make check` runs it.

No module of a book, or of its captains, imports from another book; no other module of the program imports from a book
at all: books are found by their entry points. A book is a package with a ledger, wherever it lies, and its captains are
the package of that name in `captains/`: whoever adds one need not add it here.
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


def captains(all_books: dict[str, Path], folder: Path) -> dict[str, Path]:
    """The folders of captains, by the book they play."""
    found = {book: folder / book.rpartition(".")[2] for book in all_books}
    return {book: there for book, there in found.items() if there.is_dir()}


def outsiders(all_books: dict[str, Path], program: Path) -> Iterator[str]:
    """Imports of a book by what belongs to no book."""
    inside = (*all_books.values(), *captains(all_books, program / "captains").values())
    names = tuple(f"{book}." for book in all_books)
    for path in sorted(program.rglob("*.py")):
        if not any(path.is_relative_to(folder) for folder in inside):
            for line, module in imported(path):
                if f"{module}.".startswith(names):
                    yield f"{path.relative_to(program)}:{line}: imports {module}, which belongs to a book"


def crossings(all_books: dict[str, Path], folders: dict[str, Path]) -> Iterator[str]:
    for book, folder in folders.items():
        others = tuple(f"{other}." for other in all_books if other != book)
        for path in sorted(folder.rglob("*.py")):
            for line, module in imported(path):
                if f"{module}.".startswith(others):
                    yield f"{path.name}:{line}: {book} imports {module}, which belongs to another book"


if __name__ == "__main__":
    found, program = books(), ROOT / "src" / "schiltron"
    own = captains(found, program / "captains")
    told = [*crossings(found, found), *crossings(found, own), *outsiders(found, program)]
    print("\n".join(told), end="\n" if told else "")
    sys.exit(bool(told))
