"""The command `schiltron rules` shows rules, tables and examples of the books."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import shorten
from typing import Any, Final

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from schiltron.battle.state.law import Cell, Law, Rule, Sheet
from schiltron.battle.words.grammar import plain
from schiltron.cli.coverage import DONE as COVERED
from schiltron.cli.coverage import Count, Coverage, Places, counted, coverage_of
from schiltron.cli.fault import CommandFault, nearest
from schiltron.cli.guard import DONE
from schiltron.cli.output import print_json
from schiltron.cli.terminal import console
from schiltron.rulesets import NAMES, ruleset
from schiltron.rulesets.quartermaster import Switch


def read_rules(rule: str, *, coverage: str | None, search: str | None, as_json: bool) -> int:
    wanted = [word for word, given in (("an id", rule), ("--coverage", coverage), ("--search", search)) if given]
    if len(wanted) > 1:
        raise CommandFault(f"{' and '.join(wanted)} ask for different things. Try: one of them.")
    if rule:
        _one(rule, as_json=as_json)
    elif coverage:
        _coverage(coverage, as_json=as_json)
    elif search:
        _search(search, as_json=as_json)
    else:
        _books(as_json=as_json)
    return DONE


def _laws() -> Iterator[Law]:
    return (ruleset(name).law for name in NAMES)


# ---------------------------------------------------------------- one rule


def _one(wanted: str, *, as_json: bool) -> None:
    known: list[str] = []
    for law in _laws():
        for rule in law.rules:
            if rule.id.lower() == wanted.lower():
                sheets = [law.sheet(sheet) for sheet in rule.tables]
                places = coverage_of(law).of(rule.id)
                if as_json:
                    print_json({"ruleset": law.ruleset, **_as_data(rule), "tables": sheets, "places": places})
                else:
                    _print_rule(law, rule, sheets)
                    _print_places(places, played=rule.tier in law.played or places.how in COVERED)
                return
            known.append(rule.id)
    from difflib import get_close_matches

    close = get_close_matches(wanted.upper(), known, n=3)
    hint = f"Did you mean {' or '.join(close)}?" if close else f"An id looks like {known[0]}."
    raise CommandFault(f"{wanted}: there is no such rule. {hint} --search WORD finds rules by what they say.")


def _as_data(rule: Rule) -> dict[str, Any]:
    return {field: getattr(rule, field) for field in rule.__struct_fields__ if field != "tables"}


def _switches(law: Law, rule: Rule) -> str:
    """The switches of a rule, one below the other."""
    from schiltron.muster.books import quartermaster

    return "\n".join(_switch(one) for one in quartermaster(law.ruleset).switches if one.rule == rule.id)


def _switch(switch: Switch) -> str:
    """The words of a switch with what they mean, a line each."""
    usual = {switch.default: " (the default)"}
    lines = [
        f"  --option {switch.name}={one.value}{usual.get(one.value, '')}: {one.label}. {one.text}"
        for one in switch.choices
    ]
    return "\n".join((f"{switch.label}. {switch.text}", *lines))


def _print_rule(law: Law, rule: Rule, sheets: list[Sheet]) -> None:
    out = console()
    out.print(Text(rule.id, "bold"), Text(f"{law.title}, {rule.section}, {rule.tier} {rule.kind}", "dim"))
    parts = {"": rule.rule, "Ruling": rule.ruling, "Example": rule.example}
    if rule.switch:
        parts["Switch"] = _switches(law, rule)
    for head, text in parts.items():
        if text:
            out.print()
            said = Text(f"{head}: " if head else "", "bold").append(text, "not bold")
            out.print(Padding(said, (0, 0, 0, 2)) if out.is_terminal else said)
    for sheet in sheets:
        out.print()
        out.print(_sheet(sheet))
        if sheet.note:
            out.print(Text(sheet.note, "dim"))


_WHERE: Final = {
    "code": "Decided in",
    "data": "Carried by",
    "words": "Mentioned, not done, in",
    "tests": "Shown by",
}


def _print_places(places: Places, *, played: bool) -> None:
    """Where the rule is decided and which tests show it, a file a line."""
    out = console()
    for kind, head in _WHERE.items():
        named: dict[str, list[str]] = {}
        for place in getattr(places, kind):
            file, _, inside = place.partition(":")
            named.setdefault(file, []).extend([inside] if inside else [])
        if named:
            room = "tests" if kind == "tests" else "schiltron"
            out.print(Text(f"\n{head}", "bold"))
        for file, inside in named.items():
            line = Text(f"{room}/{file}").append(f"  {', '.join(inside)}" if inside else "", "dim")
            out.print(Padding(line, (0, 0, 0, 2)) if out.is_terminal else line, soft_wrap=True)
    if not played:
        out.print(Text("\nNot played yet.", "dim"))


def _sheet(sheet: Sheet) -> Table:
    table = Table(title=sheet.title, title_justify="left", title_style="bold", caption=sheet.id, caption_justify="left")
    for place, column in enumerate(sheet.columns):
        numbers = all(type(row[place]) in (int, float) for row in sheet.rows)
        table.add_column(column.replace("_", " "), justify="right" if numbers else "left")
    for row in sheet.rows:
        table.add_row(*(_cell(cell) for cell in row))
    return table


def _cell(cell: Cell) -> str:
    """As it is spoken: keys of rows are words."""
    return ("yes" if cell else "no") if isinstance(cell, bool) else plain(str(cell))


# ---------------------------------------------------------------- searching


def _search(word: str, *, as_json: bool) -> None:
    found = [
        (law, rule)
        for law in _laws()
        for rule in law.rules
        if word.lower() in " ".join((rule.id, rule.section, rule.rule, rule.ruling, rule.example)).lower()
    ]
    if as_json:
        print_json([{"ruleset": law.ruleset, **_as_data(rule)} for law, rule in found])
        return
    out = console()
    if not found:
        out.print(f"No rule speaks of {word!r}.")
        return
    for _, rule in found:
        line = Text(f"{rule.id}  ", "bold").append(_passage(rule, word, out), "not bold")
        line.highlight_words([word], "bold yellow", case_sensitive=False)
        out.print(line)
    out.print(Text(f"{len(found)} rules. schiltron rules ID shows one with all that belongs to it.", "dim"))


def _passage(rule: Rule, word: str, out: Console) -> str:
    """A line of the rule in which the word stands."""
    room = max(40, out.width - 14)
    text = next((one for one in (rule.rule, rule.ruling, rule.example) if word.lower() in one.lower()), rule.rule)
    start = max(0, text.lower().find(word.lower()) - room // 2)
    if start:
        start = text.find(" ", start) + 1
    lead = "… " if start else ""
    return lead + shorten(text[start:], room - len(lead), placeholder=" …")


# ---------------------------------------------------------------- books and coverage


def _books(*, as_json: bool) -> None:
    books = [(law, coverage_of(law)) for law in _laws()]
    if as_json:
        print_json(
            [
                {"ruleset": law.ruleset, "title": law.title, "plays": covered.played, "tiers": counted(law, covered)}
                for law, covered in books
            ]
        )
        return
    for law, covered in books:
        console().print(Text(law.title, "bold"), Text(f"{law.ruleset}, plays {' and '.join(covered.played)}", "dim"))
        console().print(_totals(counted(law, covered)))
    console().print("schiltron rules ID shows a rule, --search WORD finds some, --coverage BOOK lists them all.")


def _coverage(book: str, *, as_json: bool) -> None:
    if book not in NAMES:
        raise CommandFault(f"--coverage {book}: there is no such book. {nearest(book, NAMES)}")
    law = ruleset(book).law
    covered = coverage_of(law)
    if as_json:
        print_json(
            {
                "ruleset": book,
                "totals": counted(law, covered),
                "rules": [
                    {
                        "id": rule.id,
                        "tier": rule.tier,
                        "how": covered.of(rule.id).how,
                        "tested": bool(covered.of(rule.id).tests),
                    }
                    for rule in law.rules
                ],
            }
        )
        return
    out = console()
    for tier in dict.fromkeys(rule.tier for rule in law.rules):
        out.print(_listed(tier, [rule for rule in law.rules if rule.tier == tier], covered, out.width))
        out.print()
    out.print(Text(law.title, "bold"))
    out.print(_totals(counted(law, covered)))
    out.print("Code: the id stands in the code that does the rule, or at the head of the function that does.")
    out.print(
        "Data: in tables, scenarios or lists that the program loads. Words: only mentioned, which counts as missing."
    )
    out.print("Tested: a test names it. schiltron rules ID names the places.")


def _listed(tier: str, rules: list[Rule], covered: Coverage, width: int) -> Table:
    table = Table(
        title=f"{tier.capitalize()} rules", title_justify="left", title_style="bold", box=None, pad_edge=False
    )
    table.add_column("rule", no_wrap=True)
    table.add_column("done by", justify="center")
    table.add_column("tested", justify="center")
    table.add_column("", no_wrap=True)
    for rule in rules:
        table.add_row(
            rule.id,
            _how(covered.of(rule.id)),
            _mark(there=bool(covered.of(rule.id).tests)),
            Text(shorten(rule.rule, max(30, width - 36), placeholder=" …"), "dim"),
        )
    return table


def _how(places: Places) -> Text:
    return (
        Text(places.how, "green") if places.how in COVERED else Text("-" if places.how == "nowhere" else "words", "dim")
    )


def _mark(*, there: bool) -> Text:
    return Text("yes", "green") if there else Text("-", "dim")


def _totals(lines: list[Count]) -> Table:
    table = Table(box=None, pad_edge=False)
    table.add_column("tier")
    for heading in ("rules", "by code", "by data", "missing", "tested"):
        table.add_column(heading, justify="right")
    for line in lines:
        style = "bold" if line.tier == "all" else ""
        numbers = (line.rules, line.code, line.data, line.missing, line.tested)
        table.add_row(line.tier, *map(str, numbers), style=style)
    return table
