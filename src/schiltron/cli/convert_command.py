"""The command `schiltron convert`: a creature of the role-playing game as a figure of each book."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import asdict
from rich.text import Text

from schiltron.battle.state.tally import Tally
from schiltron.battle.words.grammar import Note
from schiltron.cli.fault import CommandFault, nearest
from schiltron.cli.guard import DONE
from schiltron.cli.muster_commands import switches_of
from schiltron.cli.output import print_json
from schiltron.cli.terminal import console
from schiltron.muster import MusterFault, quartermaster, rulesets
from schiltron.muster.creatures import load_creature, ready_creatures
from schiltron.rulesets import ruleset
from schiltron.rulesets.conversion import Converted


def list_creatures(*, as_json: bool) -> int:
    """The ready creatures by name."""
    ready = ready_creatures()
    if as_json:
        print_json([{"id": key, "name": entry.name} for key, entry in ready.items()])
    else:
        console().print(Text(", ".join(ready)))
    return DONE


def convert_creature(wanted: str, book: str, options: Sequence[str], *, as_json: bool) -> int:
    """What the books make of a creature: every number with its sum, what is left out, what is to be settled."""
    if book and book not in rulesets():
        raise CommandFault(f"{book}: there is no such book. {nearest(book, rulesets())}")
    books = (book,) if book else rulesets()
    try:
        record = load_creature(wanted)
    except MusterFault as fault:
        raise CommandFault(*map(str, fault.faults)) from fault
    if options and not book:
        raise CommandFault("--option: switches are those of a book. Name it with --book.")
    made = {one: quartermaster(one).converted(record, switches_of(one, options)) for one in books}
    if as_json:
        print_json({one: _told(found) for one, found in made.items()})
        return DONE
    for one, found in made.items():
        _print(ruleset(one).title, found)
    return DONE


def _told(found: Converted[Any]) -> dict[str, Any]:
    return asdict(found) | {"ratings": [asdict(one) | {"total": one.tally.total} for one in found.ratings]}


def _print(title: str, found: Converted[Any]) -> None:
    out = console()
    out.print(Text(f"{title}: {found.name}", "bold"))
    out.print(Text(f"  {found.verdict}"))
    for rating in found.ratings:
        terms = "; ".join(
            f"{_counted(rating.tally, term.value)}{term.label} [{term.rule}]" for term in rating.tally.terms
        )
        out.print(Text(f"  {rating.label:<16}{rating.said:>6}  ").append(terms, "dim"))
    for head, notes in (("Besides", found.notes), ("Left out", found.left_out), ("No rule gives", found.missing)):
        _listed(head, notes)


def _counted(tally: Tally, value: int) -> str:
    """What a term adds, where there are several; lengths say it themselves."""
    return f"{value:+d} " if len(tally.terms) > 1 and tally.measure != "thousandths" else ""


def _listed(head: str, notes: Sequence[Note]) -> None:
    for place, note in enumerate(notes):
        console().print(Text(f"  {head if not place else '':<16}{note}"))
