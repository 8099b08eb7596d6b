"""What does the package offer to programmers?

Writes docs/api.md from the docstrings, signatures and fields of what `schiltron.api` offers, and of two modules that
are imported by themselves: what may be decided, and how troops may move. `make generated` runs it, `make test-docs`
its examples.
"""

import ast
import inspect
import re
from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from schiltron import api
from tools.rule_coverage import ROOT

PAGE = ROOT / "docs" / "api.md"

INTRODUCTION = """\
# The engine as a library

`pip install schiltron`, then `import schiltron`: all names below are there. They are loaded when the first of them is
asked for, and no server with them. Everything is typed (`py.typed`). What is not on this page may change without
notice.

```pycon
>>> import schiltron
>>> journal = schiltron.fight("open-field", red="recruit", blue="recruit", seed=7)
>>> journal.battle.outcome.how in ("beaten", "points", "turn_limit")
True

```

A battle is an immutable value that says what it waits for: dice, or decisions of one or more seats. You hand the book
an order, and get the next battle with the events that led there, or every reason why not; then nothing has changed.
Nothing calls you back, nothing throws a die by itself, and a battle can be kept, copied, sent elsewhere and gone on
with at any moment. [The design](design.md) says why. Lengths are thousandths of an inch, headings thousandths of a
degree clockwise from the top of the table; x grows to the right, y down the page.
"""


class Section(NamedTuple):
    title: str
    prose: str
    names: tuple[str, ...] = ()
    module: str = "schiltron.api"


SECTIONS = (
    Section(
        "Books",
        """\
```pycon
>>> list(schiltron.BOOKS)
['book_of_war', 'by_this_axe', 'chainmail', 'battlesystem']
>>> book = schiltron.ruleset("book_of_war")
>>> book.title
'Book of War (2011)'
>>> book.law.rule("BW-B2-17").section
'Basic 2 · Pikemen'

```
""",
        ("BOOKS", "ruleset", "Ruleset", "Law", "Rule"),
    ),
    Section(
        "Scenarios and armies",
        """\
```pycon
>>> scenario = schiltron.load_scenario("horse-and-pikes")
>>> scenario.title
'The Charge at Kettle Cross'
>>> short = schiltron.switched(scenario, turn_limit=4)
>>> setup = schiltron.prepare(short)
>>> [side.title for side in setup.sides]
['The Flower of Chivalry (Red)', 'The Free Cantons (Blue)']
>>> army = schiltron.load_army("book_of_war/free-cantons")
>>> report = schiltron.check_army(army)
>>> report.points <= army.limit, report.violations
(True, ())

```
""",
        (
            "ready_scenarios",
            "load_scenario",
            "switched",
            "prepare",
            "Scenario",
            "ready_armies",
            "load_army",
            "check_army",
            "Army",
            "ListedUnit",
            "MusterFault",
        ),
    ),
    Section(
        "A battle",
        """\
```pycon
>>> battle = book.begun(setup).battle
>>> battle.awaiting.purpose
'initiative (the higher total goes first in every stage and in the first turn)'
>>> sum(unit.figures for unit in battle.units.values() if unit.side == "blue")
41
>>> schiltron.picture(battle).startswith("<svg")
True

```
""",
        (
            "Battle",
            "AnyBattle",
            "Unit",
            "Side",
            "Seat",
            "Outcome",
            "Tally",
            "Term",
            "tell",
            "picture",
        ),
    ),
    Section(
        "The door",
        """\
What is due is in `battle.awaiting`: a `Roll`, or decisions, which are answered by a `Reply` each. What a seat may know
is `book.view(battle, seat)`; whoever decides should look at nothing else.

```pycon
>>> from schiltron.battle.state.decision import PathDrawn
>>> from schiltron.battle.state.manoeuvre import Advance
>>> dice = schiltron.SealedDice.from_number(7)
>>> obeyed = book.obey(battle, dice.throw(battle.roll, 1))
>>> schiltron.tell(obeyed.events[0], obeyed.battle).startswith("Initiative")
True
>>> decision = obeyed.battle.decisions[0]
>>> decision.prompt
'Set down one of 4 units in the set-up zone.'
>>> order = schiltron.Reply(decision.seat, decision.id, PathDrawn((Advance(1000),)))
>>> print(book.obey(obeyed.battle, order))
a unit is to be set down [BW-B4-03, BW-B3-07]

```
""",
        (
            "Roll",
            "AnyDecision",
            "Answer",
            "Order",
            "Reply",
            "Dice",
            "Withdraw",
            "Concede",
            "Propose",
            "Agree",
            "Undo",
            "Obeyed",
            "Illegal",
            "Reason",
        ),
    ),
    Section(
        "Dice",
        """\
Dice are orders like any other; a source makes them. Typed ones come of players at a real table:

```pycon
>>> thrown = schiltron.typed_dice(battle.roll, "6 5 | 2 1")
>>> [pool.total for pool in thrown.pools]
[11, 3]
>>> print(schiltron.typed_dice(battle.roll, "6 7 | 2 1"))
The Flower of Chivalry: a d6 cannot show 7 [BW-B1-02, BW-B1-03]

```
""",
        ("DiceSource", "SealedDice", "FastDice", "ScriptedDice", "typed_dice"),
    ),
    Section(
        "Captains and play",
        """\
A captain is anything with an `answer`. This one stands still wherever it may, and else does what a recruit does:

```pycon
>>> class Statue:
...     def __init__(self, book):
...         self.otherwise = schiltron.captain_named("recruit", book)
...     def answer(self, view, decision):
...         return decision.default or self.otherwise.answer(view, decision)
>>> captains = schiltron.seated(book, battle, {"red": "captain", "blue": "recruit"}, seed=1)
>>> captains["blue"] = Statue(book)
>>> end = schiltron.play(book, battle, captains, dice)
>>> end.outcome is not None
True

```
""",
        ("Captain", "captains_for", "captain_named", "seated", "fight", "play", "play_on", "CaptainFault"),
    ),
    Section(
        "Journals and replays",
        """\
A journal holds how a battle was set up and every order and die since. It is what is saved, replayed, undone and proven.

```pycon
>>> import tempfile, pathlib
>>> kept = pathlib.Path(tempfile.mkdtemp()) / "battle.jsonl"
>>> schiltron.save_battle(journal, kept, seed=schiltron.SealedDice.from_number(7).seed)
>>> loaded = schiltron.load_battle(kept)
>>> loaded.journal.battle == journal.battle
True
>>> schiltron.verify(loaded).problems
()
>>> sentences = [schiltron.tell(event, loaded.journal.battle_at(1)) for event in loaded.journal.events_at(1)]
>>> sentences[0].startswith("Initiative")
True

```
""",
        (
            "Journal",
            "Entry",
            "save_battle",
            "load_battle",
            "Loaded",
            "SaveFault",
            "verify",
            "Verification",
            "replay_page",
        ),
    ),
    Section(
        "Odds",
        """\
Every battle that may follow, each with its exact chance: the book itself is asked with every throw there is.

```pycon
>>> found = schiltron.futures(book, battle, until=lambda after: after.roll is None)
>>> {seat: round(chance, 6) for seat, chance in schiltron.chances_of(found, lambda one: one.active).items()}
{'blue': 0.5, 'red': 0.5}

```
""",
        ("throws", "futures", "Future", "chances_of", "TooWide", "luck", "Luck"),
    ),
    Section(
        "What may be decided",
        "`schiltron.battle.state.decision`: the kinds of decisions, and the forms of answers to them.\n",
        module="schiltron.battle.state.decision",
    ),
    Section(
        "How troops move",
        "`schiltron.battle.state.manoeuvre`: a path is a tuple of these, one leg after the other.\n",
        module="schiltron.battle.state.manoeuvre",
    ),
)


class Found(NamedTuple):
    """A definition in the source, in the module that has it; what stands under an assignment are its words."""

    module: str
    node: ast.stmt
    words: str


def page() -> str:
    told = {name for one in SECTIONS if one.names for name in one.names}
    assert told == set(api.__all__), told ^ set(api.__all__)
    parts = [INTRODUCTION, *(f"- [{one.title}](#{one.title.lower().replace(' ', '-')})" for one in SECTIONS), ""]
    for one in SECTIONS:
        parts += [f"## {one.title}\n", one.prose]
        parts += ["\n".join(_entry(name, one.module)) for name in one.names or _own(one.module)]
    parts.append("This page is made from the code: change a docstring there, then run `make generated`.\n")
    return "\n".join(parts)


# ---------------------------------------------------------------- finding


@cache
def _tree(module: str) -> ast.Module:
    spec = find_spec(module)
    assert spec is not None, module
    assert spec.origin is not None, module
    return ast.parse(Path(spec.origin).read_text("utf-8"))


@cache
def _definitions(module: str) -> dict[str, Found]:
    """What a module defines itself, in the order in which it does."""
    found: dict[str, Found] = {}
    body = _tree(module).body
    for node, after in zip(body, [*body[1:], ast.Pass()], strict=True):
        if isinstance(node, ast.ClassDef | ast.FunctionDef):
            found[node.name] = Found(module, node, ast.get_docstring(node) or "")
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            (target,) = node.targets if isinstance(node, ast.Assign) else [node.target]
            if isinstance(target, ast.Name):
                found[target.id] = Found(module, node, _words(after))
    return found


def _own(module: str) -> list[str]:
    return [name for name in _definitions(module) if not name.startswith("_")]


def _found(name: str, module: str) -> Found | None:
    """A definition, wherever it was imported from; None for what is not ours."""
    if name in _definitions(module):
        return _definitions(module)[name]
    for node in _tree(module).body:
        if not isinstance(node, ast.ImportFrom) or node.module is None or not node.module.startswith("schiltron"):
            continue
        for alias in node.names:
            if name in (alias.asname, alias.name):
                return _found(alias.name, node.module)
    return None


def _words(node: ast.stmt) -> str:
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
        return inspect.cleandoc(node.value.value)
    return ""


# ---------------------------------------------------------------- telling


def _entry(name: str, module: str) -> Iterator[str]:
    found = _found(name, module)
    assert found is not None, name
    yield f"### {name}\n"
    members: list[str] = []
    match found.node:
        case ast.FunctionDef():
            yield _code(_called(name, found.node))
        case ast.ClassDef():
            yield _code("\n".join(_class(found.node, found.module)))
            members = list(dict.fromkeys(_members(found.node, found.module)))
        case ast.Assign(value=value):
            yield _code(_bare(f"{name} = {ast.unparse(value)}"))
        case ast.AnnAssign(annotation=kind):
            yield _code(_bare(f"{name}: {ast.unparse(kind)}"))
    if found.words:
        yield f"{_plain(found.words)}\n"
    if members:
        yield "\n".join(members) + "\n"


def _class(node: ast.ClassDef, module: str) -> Iterator[str]:
    """As it stands in the source, less how it works: bases of ours, and fields."""
    bases = [ast.unparse(one) for one in node.bases if isinstance(one, ast.Name) and _found(one.id, module)]
    fields = [one for one in node.body if isinstance(one, ast.AnnAssign)]
    made = next((one for one in node.body if isinstance(one, ast.FunctionDef) and one.name == "__init__"), None)
    inside = [_bare(ast.unparse(one)) for one in map(_plain_kind, fields)]
    inside += [_called("__init__", made)] if made is not None else []
    comes_from = f"({', '.join(bases)})" if bases else ""
    yield f"class {node.name}{comes_from}{':' if inside else ''}"
    yield from (f"    {line}" for line in inside)


def _plain_kind(field: ast.AnnAssign) -> ast.AnnAssign:
    """Without bounds, and without how an empty one is made."""
    kind, value = field.annotation, field.value
    if isinstance(kind, ast.Subscript) and ast.unparse(kind.value) == "Annotated" and isinstance(kind.slice, ast.Tuple):
        kind = kind.slice.elts[0]
    if isinstance(value, ast.Call):
        value = ast.Constant(...)
    return ast.AnnAssign(field.target, kind, value, field.simple)


def _members(node: ast.ClassDef, module: str) -> Iterator[str]:
    """Words on fields, properties and methods, its own and those of classes of ours that it comes from."""
    for one, after in zip(node.body, [*node.body[1:], ast.Pass()], strict=True):
        if isinstance(one, ast.AnnAssign) and _words(after):
            yield _line(ast.unparse(one.target), _words(after))
        elif isinstance(one, ast.FunctionDef) and not one.name.startswith("_"):
            kinds = [ast.unparse(kind) for kind in one.decorator_list]
            asked = any(kind.endswith("property") for kind in kinds)
            said = _bare(f"{one.name}: {ast.unparse(one.returns)}") if asked and one.returns else _called(one.name, one)
            yield _line(said, ast.get_docstring(one) or "")
    for base in node.bases:
        name = base.value if isinstance(base, ast.Subscript) else base
        found = _found(ast.unparse(name), module)
        if found is not None and isinstance(found.node, ast.ClassDef):
            yield from _members(found.node, found.module)


def _line(said: str, words: str) -> str:
    return f"- `{said}`: {_plain(' '.join(words.split()))}" if words else f"- `{said}`"


def _called(name: str, node: ast.FunctionDef) -> str:
    asked = ast.unparse(node.args)
    for own in ("self", "cls"):
        asked = asked.removeprefix(own).removeprefix(", ")
    returns = f" -> {ast.unparse(node.returns)}" if node.returns and name != "__init__" else ""
    return _bare(f"{name}({asked}){returns}")


def _bare(text: str) -> str:
    """Without the parts of a book, which say nothing to whoever plays by any."""
    return re.sub(r"\[(B, U, S|Any, Any, Any|U)\]", "", text)


def _code(text: str) -> str:
    return f"```python\n{text}\n```\n"


def _plain(words: str) -> str:
    """Nothing in it that Markdown would read as its own, except code."""
    return words.replace("<", "\\<")


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
