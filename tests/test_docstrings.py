"""Docstrings are plain sentences, and files of a book say which of its cases they carry."""

import ast
import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tools.rule_coverage import BOOKS, PACKAGE, cited_in

PREFIXES = {"battlesystem": "BS", "book_of_war": "BW", "by_this_axe": "TA", "chainmail": "CM"}
SHARE = 0.3
"""A case that gives a file so much of its rules, and more than one, has to stand at the head of the file."""
FOLDERS = {"by_this_axe/command": "CMD"}
"""Folders that are a chapter of their book by themselves."""

Documented = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


@cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


def head_of(path: Path) -> str:
    return ast.get_docstring(tree_of(path)) or ""


def public_docstrings() -> Iterator[tuple[str, Documented, str]]:
    for path in sorted(PACKAGE.rglob("*.py")):
        for node in ast.walk(tree_of(path)):
            if isinstance(node, Documented):
                name = "" if isinstance(node, ast.Module) else node.name
                words = ast.get_docstring(node)
                if words is not None and not name.startswith("_"):
                    yield f"{path.relative_to(PACKAGE).as_posix()} {name}".rstrip(), node, words


def test_docstrings_begin_and_end_as_sentences_do() -> None:
    """The first paragraph is prose; an example may follow. Dice may stand first, and in a class one of its fields."""
    wrong = []
    for place, node, words in public_docstrings():
        begins = re.match(r"[A-Z0-9]|`\w+` " if isinstance(node, ast.ClassDef) else r"[A-Z0-9]", words)
        if not begins or not words.split("\n\n")[0].rstrip().endswith("."):
            wrong.append(f"{place}: {words.splitlines()[0]}")
    assert not wrong, "\n".join(wrong)


def test_every_file_says_what_it_holds() -> None:
    assert [path for path in sorted(PACKAGE.rglob("*.py")) if tree_of(path).body and not head_of(path)] == []


def case_of(rule: str) -> str:
    """The case, chapter or stem by which the book's own numbers or headings go: 7.14, B2, MOVE."""
    return rule.split("-")[1]


@cache
def carried(path: Path, book: str) -> Counter[str]:
    """How many rules of each case the functions, classes and values of a file name."""
    rules = {rule for rule, owner in cited_in(path) if owner and rule.startswith(PREFIXES[book])}
    return Counter(case_of(rule) for rule in rules if case_of(rule) != "T")


def named(words: str, book: str, cases: set[str]) -> set[str]:
    """Cases at the head of a file: by themselves, by a rule of theirs, within `7.2 to 7.5`, or by the chapter."""
    found = {case_of(rule) for rule in re.findall(rf"\b{PREFIXES[book]}-[A-Z0-9][A-Z0-9.]*-\w+", words)}
    found |= set(re.findall(r"\b(?:\d+\.\d+|[A-Z]\d|[A-Z]{3,})\b", words))
    for first, last in re.findall(r"\b(\d+\.\d+) to (\d+\.\d+)", words):
        found |= within(first, last, cases)
    for listed in re.findall(r"\bchapters? ([\d, and]+)", words):
        chapters = set(re.findall(r"\d+", listed))
        found |= {case for case in cases if case.split(".")[0] in chapters}
    return found


def within(first: str, last: str, cases: set[str]) -> set[str]:
    return {case for case in cases if "." in case and _number(first) <= _number(case) <= _number(last)}


def _number(case: str) -> tuple[int, int]:
    chapter, _, part = case.partition(".")
    return int(chapter), int(part)


@pytest.mark.parametrize("book", BOOKS)
def test_files_of_a_book_name_the_cases_they_carry(book: str) -> None:
    """A file that draws a little from every case has none to name."""
    wrong = []
    for path in sorted((PACKAGE / "rulesets" / book).rglob("*.py")):
        cases = carried(path, book)
        words = head_of(path)
        needed = {case for case, rules in cases.items() if rules > 1 and rules >= SHARE * cases.total()}
        whole = FOLDERS.get(path.parent.relative_to(PACKAGE / "rulesets").as_posix(), "")
        if missing := needed - named(words, book, set(cases)) - {whole}:
            wrong.append(f"{path.relative_to(PACKAGE).as_posix()}: {', '.join(sorted(missing))} of {dict(cases)}")
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("book", BOOKS)
def test_cases_named_at_the_head_of_a_file_are_true(book: str) -> None:
    """Those in brackets, as `(cases 7.1 to 7.6)`: of the book, and of rules that the file names, where it names any.

    What stands behind a semicolon is a hint of where else to look.
    """
    law = tomllib.loads((PACKAGE / "rulesets" / book / "ledger.toml").read_text("utf-8"))
    known = {case_of(rule["id"]) for rule in law["rule"]}
    wrong = []
    for path in sorted((PACKAGE / "rulesets" / book).rglob("*.py")):
        cases = set(carried(path, book)) or known
        for said in re.findall(r"\((?:mostly )?(?:cases?|chapters?|rules) ([^():;]+)", head_of(path)):
            ranges = re.findall(r"\b(\d+\.\d+) to (\d+\.\d+)", said)
            single = re.findall(r"\b(?:\d+\.\d+|[A-Z]\d|[A-Z]{3,})\b", re.sub(r"\S+ to \S+", "", said))
            untrue = [one for one in single if one not in cases]
            untrue += [f"{first} to {last}" for first, last in ranges if not within(first, last, cases)]
            wrong += [f"{path.relative_to(PACKAGE).as_posix()}: {one}" for one in untrue]
    assert not wrong, "\n".join(wrong)
