"""Where does the program decide what the printed book leaves open?

Writes docs/what-the-program-decides.md from the rulings of the ledgers and the switches of the books, for the tiers
the program plays.
`make generated` runs it.
"""

import tomllib
from collections.abc import Iterator
from typing import Any

from schiltron.muster.books import quartermaster
from schiltron.rulesets import NAMES
from schiltron.rulesets.quartermaster import Switch
from tools.rule_coverage import PACKAGE, ROOT

PAGE = ROOT / "docs" / "what-the-program-decides.md"

INTRODUCTION = """\
# What the program decides

Printed rules leave questions open; friends settle them with a nod, a program has to say what it does. Here is every
such decision for the rules it plays, by the section of the book. Each entry has the rule as the ledger words it and
what the program does about it. Where a **switch** is named you can have it another way:
`schiltron battle SCENARIO --option NAME=VALUE`, or the same line under `[options]` in a scenario file.

`schiltron rules ID` shows a rule with its examples and tables. This page is made from the ledgers: change a ruling
there, then run `make generated`.
"""


def page() -> str:
    return "\n".join([INTRODUCTION, *(line for book in NAMES for line in _book(book))])


def _book(book: str) -> Iterator[str]:
    ledger = tomllib.loads((PACKAGE / "rulesets" / book / "ledger.toml").read_text("utf-8"))
    switches = quartermaster(book).switches
    of_rule = {rule: [one for one in switches if one.rule == rule] for rule in (one.rule for one in switches)}
    rules = [rule for rule in ledger["rule"] if rule["tier"] in ledger["played"] or rule["id"] in of_rule]
    rules = [rule for rule in rules if rule.get("ruling") or rule["id"] in of_rule]
    yield f"## {ledger['title']}\n"
    yield f"{sum('ruling' in rule for rule in rules)} decisions, and {len(switches)} switches.\n"
    section = ""
    for rule in rules:
        if rule["section"] != section:
            section = rule["section"]
            yield f"### {section}\n"
        yield from _entry(rule, of_rule.get(rule["id"], []))


def _entry(rule: dict[str, Any], switches: list[Switch]) -> Iterator[str]:
    yield f"**{rule['id']}** {_prose(rule['rule'])}\n"
    if rule.get("ruling"):
        yield f"> {_prose(rule['ruling'])}\n"
    for switch in switches:
        yield f"Switch: `{switch.name}`: {_takes(switch)}.\n"


def _takes(switch: Switch) -> str:
    """The default first, then the other words it takes, or between what numbers it lies."""
    if switch.range is not None:
        low, high = switch.range
        return f"`{switch.default}` (default), or {low:g} to {high:g}{f' {switch.measure}' if switch.measure else ''}"
    words = sorted((one.value for one in switch.choices), key=lambda one: one != switch.default)
    return ", ".join(f"`{one}`{' (default)' if one == switch.default else ''}" for one in words)


def _prose(text: str) -> str:
    """One line, with nothing in it that Markdown would read as its own."""
    line = " ".join(text.split())
    for sign in ("\\", "*", "_", "<", "[", "`"):
        line = line.replace(sign, f"\\{sign}")
    return line


if __name__ == "__main__":
    PAGE.parent.mkdir(exist_ok=True)
    PAGE.write_text(page(), "utf-8")
