"""Which breaks of a chapter's code does no test of its book notice?

    make mutants BOOK=chainmail CHAPTER=melee      a folder of the book
    make mutants BOOK=book_of_war CHAPTER=victory  or one of its modules
    make mutants BOOK=chainmail CHAPTER=melee SAMPLE=120

SAMPLE tries so many of the breaks, drawn from all of them and always the same as long as the code is the same; SEED=2
draws others. CHILDREN=1 leaves the other cores to other work.

mutmut breaks the functions of the chapter one by one in a copy under `out/mutants` and runs the fast tests of the book
that reach the broken function. Breaks that change nothing but words are left out. Survivors are listed by the rules
their function cites: each needs a test, or is a harmless break. Two chapters are never run at once.
"""

import ast
import difflib
import json
import os
import re
import shutil
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

ROOT = Path(__file__).resolve().parent.parent
COPY = ROOT / "out" / "mutants"
BROKEN = COPY / "mutants"
COPIED = ("src", "tests", "tools", "pyproject.toml", "README.md", "docs", "Makefile")
MUTMUT = Path(sys.executable).parent / "mutmut"
ID = re.compile(r"\b(?:BW|TA|CM|BS)-[A-Za-z0-9.\-]*[0-9]\b")
NOBODY = "nothing.has.this.name"

SETTINGS = """
[tool.mutmut]
source_paths = ["src"]
only_mutate = ["{chapter}"]
pytest_add_cli_args = ["-q", "-p", "tools.node_ids", "-p", "no:cacheprovider", "-m", "not slow and not browser"]
pytest_add_cli_args_test_selection = ["tests/rulesets/{book}"]
also_copy = ["tools", "docs", "README.md", "Makefile"]
use_git_change_detection = false
timeout_constant = 20.0
"""


@dataclass(frozen=True)
class Mutant:
    name: str
    module: str
    function: str
    rules: tuple[str, ...]
    change: str

    @property
    def only_words(self) -> bool:
        return not self.change


def chapter_of(book: str, chapter: str) -> str:
    """The files of a chapter, as mutmut wants them named; SystemExit where there is no such chapter."""
    folder = ROOT / "src" / "schiltron" / "rulesets" / book
    if not book or not (folder / "ledger.toml").exists():
        books = sorted(path.parent.name for path in folder.parent.glob("*/ledger.toml"))
        raise SystemExit(f"there is no book {book!r}: BOOK={'|'.join(books)}")
    if chapter and (folder / chapter).is_dir():
        return f"src/schiltron/rulesets/{book}/{chapter}/*"
    if chapter and (folder / f"{chapter}.py").is_file():
        return f"src/schiltron/rulesets/{book}/{chapter}.py"
    known = sorted({path.stem for path in folder.glob("[a-z]*") if path.is_dir() or path.suffix == ".py"})
    raise SystemExit(f"{book} has no chapter {chapter!r}: CHAPTER={'|'.join(known)}")


def copy(book: str, chapter: str) -> None:
    shutil.rmtree(COPY, ignore_errors=True)
    COPY.mkdir(parents=True)
    for name in COPIED:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, COPY / name, ignore=shutil.ignore_patterns("__pycache__", "page"))
        else:
            shutil.copy(source, COPY / name)
    (COPY / "tools" / "__init__.py").touch()
    with (COPY / "pyproject.toml").open("a", encoding="utf-8") as settings:
        settings.write(SETTINGS.format(book=book, chapter=chapter))


def mutants() -> Iterator[Mutant]:
    """All breaks that mutmut has made, as it wrote them into its copy."""
    for meta in sorted(BROKEN.rglob("*.py.meta")):
        module = meta.with_suffix("")
        tree = ast.parse(module.read_text("utf-8"))
        functions = {
            node.name: node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        }
        named = {name: ID.findall(ast.unparse(node)) for node in tree.body for name in _constants(node)}
        for mutant in json.loads(meta.read_text("utf-8"))["exit_code_by_key"]:
            key = mutant.rpartition(".")[2]
            stem = key.rpartition("__mutmut_")[0]
            sound, broken = functions[f"{stem}__mutmut_orig"], functions[key]
            used = (node.id for node in ast.walk(sound) if isinstance(node, ast.Name))
            cited = [*ID.findall(ast.unparse(sound)), *(rule for name in used for rule in named.get(name, ()))]
            rules = tuple(dict.fromkeys(cited))
            yield Mutant(mutant, str(module.relative_to(BROKEN)), _plain(stem), rules, _change(sound, broken))


def _constants(statement: ast.stmt) -> Iterator[str]:
    if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
        yield statement.target.id
    elif isinstance(statement, ast.Assign):
        yield from (target.id for target in statement.targets if isinstance(target, ast.Name))


def _plain(stem: str) -> str:
    """The function's own name: mutmut writes x_name, and xǁClassǁname for methods."""
    return stem.removeprefix("x_") if stem.startswith("x_") else stem.removeprefix("xǁ").replace("ǁ", ".")


def _change(sound: ast.AST, broken: ast.AST) -> str:
    """What has changed, line by line; nothing where it is only words."""
    before, after = (ast.unparse(_nameless(node)).splitlines() for node in (sound, broken))
    if _wordless(before) == _wordless(after):
        return ""
    lines = difflib.unified_diff(before, after, lineterm="", n=0)
    return "\n".join(line for line in lines if line[:1] in "+-" and line[:3] not in ("+++", "---"))


def _nameless(node: ast.AST) -> ast.AST:
    assert isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    node.name = "f"
    return node


def _wordless(lines: list[str]) -> list[str]:
    """The lines without what stands between quotation marks."""
    return [re.sub(r"f?'[^']*'|f?\"[^\"]*\"", "''", line) for line in lines]


def sampled(all_of_them: list[Mutant], size: int, seed: int) -> list[Mutant]:
    """So many of the breaks, in the order of the code; all where no size is asked for."""
    if not 0 < size < len(all_of_them):
        return all_of_them
    chosen = Random(seed).sample(range(len(all_of_them)), size)
    return [all_of_them[number] for number in sorted(chosen)]


def mutmut(*names: str) -> None:
    """Run mutmut in the copy; it draws its progress itself."""
    children = str(setting("CHILDREN", 2))
    subprocess.run([str(MUTMUT), "run", "--max-children", children, *names], cwd=COPY, check=False)


def setting(name: str, otherwise: int) -> int:
    """A number given on the command line of make."""
    return int(os.environ.get(name) or otherwise)


def exit_codes() -> dict[str, int | None]:
    found: dict[str, int | None] = {}
    for meta in BROKEN.rglob("*.py.meta"):
        found |= json.loads(meta.read_text("utf-8"))["exit_code_by_key"]
    return found


def report(tried: list[Mutant]) -> None:
    """Survivors by rule, then the sum."""
    codes = exit_codes()
    survived = [one for one in tried if codes[one.name] == 0]
    untested = [one for one in tried if codes[one.name] == 33]
    unknown = [one for one in tried if codes[one.name] is None]
    by_rule: defaultdict[str, list[Mutant]] = defaultdict(list)
    for one in survived:
        by_rule[", ".join(one.rules) or "no rule named"].append(one)
    print()
    for rules, some in sorted(by_rule.items()):
        print(f"\n{rules}")
        for one in some:
            print(f"  {one.module} {one.function}\n" + "\n".join(f"    {line}" for line in one.change.splitlines()))
    for function in sorted({f"{one.module} {one.function}" for one in untested}):
        print(f"no test reaches {function}")
    killed = len(tried) - len(survived) - len(untested) - len(unknown)
    print(
        f"\n{len(tried)} breaks: {killed} noticed, {len(survived)} survived, {len(untested)} reached by no test"
        + (f", {len(unknown)} not tried" if unknown else "")
    )


def main(book: str, chapter: str) -> None:
    copy(book, chapter_of(book, chapter))
    mutmut(NOBODY)
    broken = [one for one in mutants() if not one.only_words]
    if not broken:
        raise SystemExit("mutmut has broken nothing: see what it says above")
    tried = sampled(broken, setting("SAMPLE", 0), setting("SEED", 1))
    mutmut(*(one.name for one in tried))
    report(tried)
    if len(tried) < len(broken):
        print(f"a sample: {len(tried)} of {len(broken)}")
    codes = exit_codes()
    if all(codes[one.name] is None for one in tried):
        raise SystemExit("none was tried: see what mutmut says above")


if __name__ == "__main__":
    main(*[*sys.argv[1:], "", ""][:2])
