"""Do the pages still tell the truth?

In README.md and docs/: relative links lead to a file and their anchors to a heading, `>>>` examples give
what they say, and every `make` target named as code exists. Prints what is wrong; exit status 1 if any is.
"""

import doctest
import re
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FENCE = re.compile(r"^(```|~~~).*?^\1", re.M | re.S)
CODE = re.compile(r"`[^`\n]+`")
LINK = re.compile(r"\]\(<?([^)>\s]+)>?(?:\s+\"[^\"]*\")?\)")
HEADING = re.compile(r"^#+\s+(.+?)\s*#*$", re.M)
MAKE = re.compile(r"^\s*(?:\$ )?make((?: [A-Za-z_-]+(?:=\S+)?)+)\s*(?:#.*)?$", re.M)
TARGET = re.compile(r"^([a-z-]+):", re.M)


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
    text = page.read_text("utf-8")
    blocks = [match.group(0) for match in FENCE.finditer(text)]
    blocks += [code.strip("`") for code in CODE.findall(FENCE.sub("", text))]
    for block in blocks:
        for words in MAKE.findall(block):
            for word in words.split():
                if "=" not in word and word not in known:
                    yield f"make {word}: no such target"


def failing_examples(page: Path) -> Iterator[str]:
    flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    # A closing fence right after the expected output would be read as part of it.
    text = re.sub(r"^(```|~~~).*$", "", page.read_text("utf-8"), flags=re.M)
    examples = doctest.DocTestParser().get_doctest(text, {"__name__": "__main__"}, page.name, str(page), 0)
    said: list[str] = []
    doctest.DocTestRunner(optionflags=flags).run(examples, out=said.append)
    if said:
        yield "".join(said)


def main() -> int:
    wrong = 0
    for page in pages():
        for check in (broken_links, unknown_targets, failing_examples):
            for complaint in check(page):
                wrong += 1
                print(f"{page.relative_to(ROOT)}: {complaint}")
    print(f"{len(pages())} pages, {wrong} complaints")
    return min(wrong, 1)


if __name__ == "__main__":
    sys.exit(main())
