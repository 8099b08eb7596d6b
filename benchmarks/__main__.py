"""`python -m benchmarks [words]` measures everything, or what the words are found in, and prints one table.

Times are of the processor, not of the clock, and the best of several runs, so that a busy machine disturbs them less.
"""

import json
import sys

from rich.console import Console
from rich.table import Table

from benchmarks import attack, books, captains, journals, page, server, thinking, values
from benchmarks.measuring import Figure

CONSOLE = Console()
BENCHES = {
    f"{bench.__module__.removeprefix('benchmarks.')}: {bench.__name__.replace('_', ' ')}": bench
    for bench in (
        *values.BENCHES,
        *books.BENCHES,
        *captains.BENCHES,
        *server.BENCHES,
        *journals.BENCHES,
        *attack.BENCHES,
        *thinking.BENCHES,
        *page.BENCHES,
    )
}
USAGE = "\n".join(
    ["python -m benchmarks [words] [--json]", "", "Words choose among:", *(f"  {name}" for name in BENCHES)]
)


def main(words: list[str]) -> int:
    as_json = "--json" in words
    wanted = [word for word in words if word != "--json"]
    unknown = [word for word in wanted if not any(word in name for name in BENCHES)]
    if unknown:
        sys.stdout.write(f"{USAGE}\n")
        return 0 if unknown == ["--help"] else 2
    figures: list[Figure] = []
    for name, bench in BENCHES.items():
        if wanted and not any(word in name for word in wanted):
            continue
        with CONSOLE.status(f"measuring: {name}"):
            figures += bench()
    if as_json:
        sys.stdout.write(json.dumps([figure._asdict() for figure in figures], indent=1) + "\n")
        return 0
    table = Table("what", "measured", "unit", "aim", title="Schiltron, on one core", title_justify="left")
    for figure in figures:
        table.add_row(figure.what, f"{figure.value:,.{figure.digits}f}", figure.unit, figure.aim)
    CONSOLE.print(table)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
