"""Where does the program decide what the printed book leaves open?

Writes docs/what-the-program-decides.md from the rulings of the ledgers, for the tiers the program plays.
`make generated` runs it.
"""

import tomllib
from collections.abc import Iterator
from typing import Any

from tools.rule_coverage import PACKAGE, PLAYED, ROOT

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
    return "\n".join([INTRODUCTION, *(line for book in PLAYED for line in _book(book))])


def _book(book: str) -> Iterator[str]:
    ledger = tomllib.loads((PACKAGE / "rulesets" / book / "ledger.toml").read_text("utf-8"))
    rules = [rule for rule in ledger["rule"] if rule["tier"] in PLAYED[book] and rule.get("ruling")]
    yield f"## {ledger['title']}\n"
    yield f"{len(rules)} decisions; {sum('switch' in rule for rule in rules)} of them are switches.\n"
    section = ""
    for rule in rules:
        if rule["section"] != section:
            section = rule["section"]
            yield f"### {section}\n"
        yield from _entry(rule)


def _entry(rule: dict[str, Any]) -> Iterator[str]:
    yield f"**{rule['id']}** {_prose(rule['rule'])}\n"
    yield f"> {_prose(rule['ruling'])}\n"
    if "switch" in rule:
        first, *others = rule["choices"]
        yield f"Switch: `{rule['switch']}`: `{first}` (default), {', '.join(f'`{one}`' for one in others)}.\n"


def _prose(text: str) -> str:
    """One line, with nothing in it that Markdown would read as its own."""
    line = " ".join(text.split())
    for sign in ("\\", "*", "_", "<", "[", "`"):
        line = line.replace(sign, f"\\{sign}")
    return line


if __name__ == "__main__":
    PAGE.parent.mkdir(exist_ok=True)
    PAGE.write_text(page(), "utf-8")
