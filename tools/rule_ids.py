"""Does anything depend on the name of a rule?

Rule ids are there to be shown. No code may compare one, look for one among others, or decide by the rules that a
reason or a tally cites: what is decided has a name of its own. Prints what is wrong; exit status 1 if anything is.
`make check` runs it.
"""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "src" / "schiltron"
ROOMS = ("table", "drawing", "battle", "parent_game", "rulesets", "muster", "captains", "herald")
ID = re.compile(r"(BW|TA|CM|BS)-[A-Za-z0-9.\-]*[0-9]")


def faults(text: str) -> Iterator[tuple[int, str]]:
    """Line and wording of every comparison with a rule id, or with the rules something cites."""
    tree = ast.parse(text)
    named = {
        target.id
        for node in tree.body
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None and _is_ids(node.value, set())
        for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
        if isinstance(target, ast.Name)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare):
            parts = [node.left, *node.comparators]
            if any(_is_ids(part, named) or _is_cited(part) for part in parts):
                yield node.lineno, ast.unparse(node)
        elif isinstance(node, ast.match_case) and any(
            isinstance(part, ast.MatchValue) and _is_ids(part.value, named) for part in ast.walk(node.pattern)
        ):
            yield node.pattern.lineno, f"case {ast.unparse(node.pattern)}"


def _is_ids(node: ast.expr, named: set[str]) -> bool:
    """A rule id, or nothing but rule ids."""
    match node:
        case ast.Constant(value=str(text)):
            return bool(ID.fullmatch(text))
        case ast.Tuple(elts=parts) | ast.List(elts=parts) | ast.Set(elts=parts):
            return bool(parts) and all(_is_ids(part, named) for part in parts)
        case ast.Call(func=ast.Name(id="frozenset" | "set" | "tuple"), args=[inner]):
            return _is_ids(inner, named)
        case ast.Name(id=name):
            return name in named
    return False


def _is_cited(node: ast.expr) -> bool:
    return isinstance(node, ast.Attribute) and node.attr == "rules"


def main() -> int:
    wrong = [
        f"{path.relative_to(ROOT)}:{line}: decides by the name of a rule: {what}"
        for room in ROOMS
        for path in sorted((PACKAGE / room).rglob("*.py"))
        for line, what in faults(path.read_text("utf-8"))
    ]
    for line in wrong:
        print(line)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
