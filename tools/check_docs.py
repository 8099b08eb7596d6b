"""Do the pages still tell the truth?

In README.md and docs/: relative links lead to a file and their anchors to a heading, `>>>` examples give
what they say, every `make` target and `schiltron` command named as code exists, and so does every rule.
The page of a book names all its ready scenarios and switches. Prints what is wrong; exit status 1 if any is.
"""

import doctest
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from schiltron.cli.app import app
from schiltron.muster import quartermaster, ready_scenarios
from schiltron.rulesets import NAMES, ruleset

ROOT = Path(__file__).resolve().parent.parent
FENCE = re.compile(r"^(```|~~~).*?^\1", re.M | re.S)
CODE = re.compile(r"`[^`\n]+`")
LINK = re.compile(r"\]\(<?([^)>\s]+)>?(?:\s+\"[^\"]*\")?\)")
HEADING = re.compile(r"^#+\s+(.+?)\s*#*$", re.M)
MAKE = re.compile(r"^\s*(?:\$ )?make((?: [A-Za-z_-]+(?:=\S+)?)+)\s*(?:#.*)?$", re.M)
TARGET = re.compile(r"^([a-z-]+):", re.M)
COMMAND = re.compile(r"^\s*(?:\$ )?(?:\.venv/bin/)?schiltron ([a-z]+)", re.M)
RULE = re.compile(r"\b(?:BW|TA|CM|BS)-[A-Z0-9.]+-\d+\b")


def pages() -> list[Path]:
    return sorted({*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")})


def anchors(page: Path) -> set[str]:
    """The anchors the usual hosts make from headings; a repeated heading gets -1, -2 …"""
    found: set[str] = set()
    for heading in HEADING.findall(FENCE.sub("", page.read_text("utf-8"))):
        words = re.sub(r"[^\w\- ]", "", re.sub(r"\]\([^)]*\)", "", heading).lower())
        anchor = words.replace(" ", "-")
        number = 0
        while (name := f"{anchor}-{number}" if number else anchor) in found:
            number += 1
        found.add(name)
    return found


def broken_links(page: Path) -> Iterator[str]:
    prose = CODE.sub("", FENCE.sub("", page.read_text("utf-8")))
    for link in LINK.findall(prose):
        if re.match(r"[a-z][a-z0-9+.-]*:", link):
            continue
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        if not target.exists():
            yield f"link to {link}: no such file"
        elif anchor and target.suffix == ".md" and anchor not in anchors(target):
            yield f"link to {link}: no such heading"


def unknown_targets(page: Path) -> Iterator[str]:
    known = set(TARGET.findall((ROOT / "Makefile").read_text("utf-8")))
    for block in code_in(page):
        for words in MAKE.findall(block):
            for word in words.split():
                if "=" not in word and word not in known:
                    yield f"make {word}: no such target"


def code_in(page: Path) -> list[str]:
    """What stands in fences and between backticks."""
    text = page.read_text("utf-8")
    blocks = [match.group(0) for match in FENCE.finditer(text)]
    return blocks + [code.strip("`") for code in CODE.findall(FENCE.sub("", text))]


def unknown_commands(page: Path) -> Iterator[str]:
    known = {command.name or command.callback.__name__ for command in app.registered_commands if command.callback}
    known |= {group.name for group in app.registered_groups if group.name}
    for block in code_in(page):
        for word in COMMAND.findall(block):
            if word not in known:
                yield f"schiltron {word}: no such command"


def unknown_rules(page: Path) -> Iterator[str]:
    """Ids that no ledger has. The page made from the ledgers may repeat what they say of rules still to come."""
    known = {rule.id for name in NAMES for rule in ruleset(name).law.rules}
    if page.name == "what-the-program-decides.md":
        return
    for rule in sorted(set(RULE.findall(page.read_text("utf-8"))) - known):
        yield f"{rule}: no such rule"


def left_out_of_a_book(page: Path) -> Iterator[str]:
    """What the page of a book does not name."""
    book = page.stem.replace("-", "_")
    if book not in NAMES:
        return
    told = set(code_in(page))
    for scenario in ready_scenarios():
        if scenario.ruleset == book and scenario.id not in told:
            yield f"the scenario {scenario.id} is not named"
    for switch in quartermaster(book).switches:
        if switch.name not in told:
            yield f"the switch {switch.name} is not named"


def failing_examples(page: Path) -> Iterator[str]:
    flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    # A closing fence right after the expected output would be read as part of it.
    text = re.sub(r"^(```|~~~).*$", "", page.read_text("utf-8"), flags=re.M)
    examples = doctest.DocTestParser().get_doctest(text, {"__name__": "__main__"}, page.name, str(page), 0)
    said: list[str] = []
    doctest.DocTestRunner(optionflags=flags).run(examples, out=said.append)
    if said:
        yield "".join(said)


CHECKS = (broken_links, unknown_targets, unknown_commands, unknown_rules, left_out_of_a_book, failing_examples)


def main() -> int:
    wrong = 0
    for page in pages():
        for check in CHECKS:
            for complaint in check(page):
                wrong += 1
                print(f"{page.relative_to(ROOT)}: {complaint}")
    print(f"{len(pages())} pages, {wrong} complaints")
    return min(wrong, 1)


if __name__ == "__main__":
    sys.exit(main())
