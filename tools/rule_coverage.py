"""Where is each rule decided, and which tests show it?

Writes coverage.json beside the ledger of every book, for `schiltron rules`: the tests do not travel with the package.
`make generated` runs it. Three things are told apart:

code   the id stands in code that is carried out, as a rule that is cited to players, or at the head of the function,
       class or value that does it
data   it stands in data that the program loads: tables, scenarios, army lists, switches
words  it stands only at the head of a module: nobody can say what would do it, so it counts as missing

The commands, their tests and the tests of tools are left out: they name rules only to show them.
"""

import ast
import json
import re
import tokenize
import tomllib
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "src" / "schiltron"
TESTS = ROOT / "tests"
BOOKS = tuple(sorted(ledger.parent.name for ledger in (PACKAGE / "rulesets").glob("*/ledger.toml")))

ID = re.compile(r"\b[A-Z]{2}-[A-Za-z0-9.\-]*[0-9]\b")
Places = defaultdict[str, dict[str, None]]
"""By rule id: places, each once, in the order of the files."""
Scope = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


def cited_in(path: Path) -> Iterator[tuple[str, str]]:
    """Every rule id of a Python file with the name of what it stands in: "" at the head of the module, `function`,
    `Class.method`, or the module's value that holds it."""
    text = path.read_text("utf-8")
    if not ID.search(text):
        return
    tree = ast.parse(text)
    lines = _owners(tree)
    head = tree.body[0] if tree.body and _is_words(tree.body[0]) else None
    top = range(head.lineno, (head.end_lineno or head.lineno) + 1) if head is not None else range(0)
    with path.open("rb") as file:
        for token in tokenize.tokenize(file.readline):
            if token.type not in (tokenize.STRING, tokenize.COMMENT):
                continue
            for line, words in enumerate(token.string.splitlines(), token.start[0]):
                owner = "" if line in top else lines.get(line, "")
                yield from ((found, owner) for found in ID.findall(words))


def _is_words(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


def _owners(tree: ast.Module) -> dict[int, str]:
    """For every line the innermost function or class, or the value of the module, that it belongs to."""
    found: dict[int, str] = {}

    def name(node: ast.stmt, owner: str) -> None:
        first = min([node.lineno, *(one.lineno for one in getattr(node, "decorator_list", ()))])
        found.update(dict.fromkeys(range(first, (node.end_lineno or node.lineno) + 1), owner))

    def look(body: list[ast.stmt], outer: str) -> None:
        last = outer
        for node in body:
            if isinstance(node, Scope):
                last = f"{outer}.{node.name}" if outer else node.name
                name(node, last)
                look(node.body, last)
            elif isinstance(node, ast.Assign | ast.AnnAssign) and not outer:
                target = node.targets[0] if isinstance(node, ast.Assign) else node.target
                last = ast.unparse(target)
                name(node, last)
            elif _is_words(node) and not outer:
                name(node, last)

    look(tree.body, "")
    return found


def places_in(folder: Path) -> Places:
    """Where the Python files of a folder cite each rule; `module` alone where it is only at the module's head."""
    found: Places = defaultdict(dict)
    for path in sorted(folder.rglob("*.py")):
        inside = path.relative_to(folder)
        if inside.parts[0] == "cli" or inside.parts[0].startswith("test_"):
            continue
        for rule, owner in cited_in(path):
            found[rule][f"{inside.as_posix()}:{owner}" if owner else inside.as_posix()] = None
    return found


def data_in(folder: Path) -> Places:
    """Where the data that the program loads names each rule; of tables the rows, not what is noted beside them."""
    found: Places = defaultdict(dict)
    for path in sorted(folder.rglob("*.toml")):
        if path.name == "ledger.toml":
            continue
        text = path.read_text("utf-8")
        if path.name == "tables.toml":
            text = str([table["rows"] for table in tomllib.loads(text)["table"]])
        for rule in ID.findall(text):
            found[rule][path.relative_to(folder).as_posix()] = None
    return found


def coverage(book: str, code: Places, data: Places, tests: Places) -> str:
    """What coverage.json of a book has to say, a line for each rule that stands anywhere."""
    ledger = tomllib.loads((PACKAGE / "rulesets" / book / "ledger.toml").read_text("utf-8"))
    lines = []
    for rule in (one["id"] for one in ledger["rule"]):
        done = [place for place in code[rule] if ":" in place]
        entry = {
            "code": done,
            "data": [*data[rule]],
            "words": [place for place in code[rule] if ":" not in place] if not done and not data[rule] else [],
            "tests": [place for place in tests[rule] if ":" in place],
        }
        entry = {kind: places for kind, places in entry.items() if places}
        if entry:
            lines.append(f"  {json.dumps(rule)}: {json.dumps(entry)}")
    head = f'{{\n "ruleset": {json.dumps(book)},\n "played": {json.dumps(ledger["played"])},\n "rules": {{\n'
    return head + ",\n".join(lines) + "\n }\n}\n"


def files() -> Iterator[tuple[Path, str]]:
    """The files to be written, with what belongs in them."""
    code, data, tests = places_in(PACKAGE), data_in(PACKAGE), places_in(TESTS)
    for book in BOOKS:
        yield PACKAGE / "rulesets" / book / "coverage.json", coverage(book, code, data, tests)


if __name__ == "__main__":
    for path, text in files():
        path.write_text(text, "utf-8")
