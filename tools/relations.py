"""Does anything compare the sides of units?

Whether two units are friends or enemies, whom a unit fights for and who commands it are questions to the battle, which
`battle/state/field.py` answers: `hostile`, `friendly`, `fights_for`, `commanded_by` and their like. Nowhere else may
the side of a unit be compared, or a side's seat be taken for granted. Prints what is wrong; exit status 1 if anything
is. `make check` runs it.
"""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = (ROOT / "src" / "schiltron", ROOT / "tests" / "fifth_book")
HOME = ROOT / "src" / "schiltron" / "battle" / "state" / "field.py"
NO_UNITS = frozenset(
    ("camp", "candidates", "condition", "goal", "hand", "leg", "machine", "seat", "side", "situation", "step", "token")
)
"""What things with a side are called that are no units."""

Function = ast.FunctionDef | ast.AsyncFunctionDef


def faults(text: str) -> Iterator[tuple[int, str]]:
    """Line and wording of every comparison of a unit's side, and of every seat that a side is taken to have."""
    tree = ast.parse(text)
    for function in ast.walk(tree):
        if isinstance(function, Function):
            yield from _compared(function, {name for node in ast.walk(function) for name in _held(node)})
    for node in ast.walk(tree):
        match node:
            case ast.Subscript(value=ast.Call(func=ast.Attribute(attr="seats_of"))):
                yield node.lineno, ast.unparse(node)


def _held(node: ast.AST) -> Iterator[str]:
    """Names that an assignment gives to the sides of units."""
    if isinstance(node, ast.Assign):
        for target in node.targets:
            pairs = [(target, node.value)]
            if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
                pairs = list(zip(target.elts, node.value.elts, strict=False))
            yield from (name.id for name, value in pairs if isinstance(name, ast.Name) and _is_side(value))


def _compared(function: Function, held: set[str]) -> Iterator[tuple[int, str]]:
    for node in ast.walk(function):
        if isinstance(node, ast.Compare):
            parts = [one for part in (node.left, *node.comparators) for one in _among(part)]
            units = [one for one in parts if _is_side(one) or (isinstance(one, ast.Name) and one.id in held)]
            if units and not any(isinstance(one, ast.Constant) and one.value in ("left", "right") for one in parts):
                yield node.lineno, ast.unparse(node)


def _among(node: ast.expr) -> list[ast.expr]:
    """The parts of a tuple, list or set that is written out; else the expression itself."""
    return node.elts if isinstance(node, ast.Tuple | ast.List | ast.Set) else [node]


def _is_side(node: ast.expr) -> bool:
    match node:
        case ast.Attribute(attr="side", value=ast.Name(id=name) | ast.Attribute(attr=name)):
            return name not in NO_UNITS
        case ast.Attribute(attr="side"):
            return True
    return False


def main() -> int:
    wrong = [
        f"{path.relative_to(ROOT)}:{line}: {what}"
        for package in PACKAGES
        for path in sorted(package.rglob("*.py"))
        if path != HOME
        for line, what in sorted(set(faults(path.read_text("utf-8"))))
    ]
    for line in wrong:
        print(line)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
