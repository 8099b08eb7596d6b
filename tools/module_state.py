"""Does the engine remember anything outside the values it is given?

In `table/`, `drawing/`, `battle/` and `rulesets/` no function may write to a name of its module, to a class or to
anything imported, no module or class may hold an empty container that waits to be filled, and only functions of
plain values may be cached. Prints what is wrong; exit status 1 if anything is. `make check` runs it.
"""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ROOMS = [ROOT / "src" / "schiltron" / room for room in ("table", "drawing", "battle", "rulesets")]

GROW = frozenset(("add", "append", "appendleft", "extend", "extendleft", "insert", "setdefault", "update"))
SHRINK = frozenset(("clear", "discard", "pop", "popitem", "popleft", "remove"))
MUTATORS = GROW | SHRINK | {"reverse", "sort"}
EMPTY = frozenset(("dict", "list", "set", "defaultdict", "Counter", "OrderedDict", "deque", "WeakKeyDictionary"))
CACHES = frozenset(("cache", "lru_cache"))
OF_A_BATTLE = ("Battle", "Unit", "Scene", "Walker", "Any", "object")
"""What must not be the key of a cache: it would be kept alive, or taken for another."""

Function = ast.FunctionDef | ast.AsyncFunctionDef


def faults(text: str) -> Iterator[tuple[int, str]]:
    """Line and reason of everything in a module that is, or could become, a memory of its own."""
    tree = ast.parse(text)
    shared = {name for statement in tree.body for name in _bound(statement)}
    yield from _containers(tree)
    for node in ast.walk(tree):
        if isinstance(node, Function):
            yield from _cached(node)
            yield from _writes(node, shared)


def _bound(statement: ast.stmt) -> Iterator[str]:
    """The names a statement gives to its module."""
    if isinstance(statement, Function | ast.ClassDef):
        yield statement.name
    elif isinstance(statement, ast.Import | ast.ImportFrom):
        for alias in statement.names:
            yield (alias.asname or alias.name).partition(".")[0]
    elif isinstance(statement, ast.Assign | ast.AnnAssign):
        targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
        yield from (node.id for target in targets for node in ast.walk(target) if isinstance(node, ast.Name))
    elif isinstance(statement, ast.If | ast.Try | ast.With):
        for inner in ast.iter_child_nodes(statement):
            if isinstance(inner, ast.stmt):
                yield from _bound(inner)


def _containers(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Of a Struct they are the fields' defaults, of which every value gets its own."""
    classes = (node for node in ast.walk(tree) if isinstance(node, ast.ClassDef))
    bodies = [tree.body, *(node.body for node in classes if "Struct" not in map(ast.unparse, node.bases))]
    for statement in (statement for body in bodies for statement in body):
        if isinstance(statement, ast.Assign | ast.AnnAssign) and _empty(statement.value):
            yield statement.lineno, "an empty container of a module or class waits to be filled"


def _empty(value: ast.expr | None) -> bool:
    match value:
        case ast.Dict(keys=[]) | ast.List(elts=[]):
            return True
        case ast.Call(func=ast.Name(id=name), args=[]) | ast.Call(func=ast.Subscript(value=ast.Name(id=name)), args=[]):
            return name in EMPTY
        case _:
            return False


def _cached(function: Function) -> Iterator[tuple[int, str]]:
    for decorator in function.decorator_list:
        called = decorator.func if isinstance(decorator, ast.Call) else decorator
        if ast.unparse(called).rpartition(".")[2] not in CACHES:
            continue
        for argument in (*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs):
            told = ast.unparse(argument.annotation) if argument.annotation else "object"
            if any(word in told for word in OF_A_BATTLE):
                yield function.lineno, f"a cache of {function.name} by {argument.arg}: {told}"


def _writes(function: Function, shared: set[str]) -> Iterator[tuple[int, str]]:
    arguments = {argument.arg for argument in ast.walk(function.args) if isinstance(argument, ast.arg)}
    stored = {node.id for node in ast.walk(function) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    outside = (shared - arguments - stored) | {"cls"}
    for node in ast.walk(function):
        match node:
            case ast.Global():
                yield node.lineno, f"{function.name} writes to the module's {', '.join(node.names)}"
            case ast.Attribute(ctx=ast.Store() | ast.Del()) | ast.Subscript(ctx=ast.Store() | ast.Del()):
                if _root(node) in outside:
                    yield node.lineno, f"{function.name} writes to {ast.unparse(node)}"
            case ast.Call(func=ast.Attribute(attr=attribute) as called) if attribute in MUTATORS:
                if _root(called) in outside:
                    yield node.lineno, f"{function.name} changes {ast.unparse(called.value)}"


def _root(node: ast.expr) -> str:
    """The name at the beginning of `name.part[index].other`."""
    while isinstance(node, ast.Attribute | ast.Subscript):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


def main() -> int:
    wrong = [
        f"{path.relative_to(ROOT)}:{line}: {reason}"
        for room in ROOMS
        for path in sorted(room.rglob("*.py"))
        for line, reason in faults(path.read_text("utf-8"))
    ]
    for line in wrong:
        print(line)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
