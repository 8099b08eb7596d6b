"""The command `schiltron convert`: a creature of the role-playing game as a figure of each book."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec.structs import asdict, replace
from rich.text import Text

from schiltron.battle.state.tally import Tally
from schiltron.battle.words.grammar import Note
from schiltron.battle.words.phrases import show_amount
from schiltron.cli.fault import CommandFault, nearest
from schiltron.cli.guard import DONE
from schiltron.cli.muster_commands import switches_of
from schiltron.cli.output import print_json, write_text
from schiltron.cli.terminal import console
from schiltron.muster import ListedUnit, MusterFault, load_army, quartermaster, rulesets
from schiltron.muster.creatures import load_creature, ready_creatures
from schiltron.muster.list_text import written, written_unit
from schiltron.muster.party import load_party, ready_parties
from schiltron.rulesets import ruleset
from schiltron.rulesets.conversion import Converted, ListEntry


def list_creatures(*, as_json: bool) -> int:
    """The ready creatures and parties by name."""
    ready = {key: entry.name for key, entry in ready_creatures().items()}
    ready |= {key: entry.name for key, entry in ready_parties().items()}
    if as_json:
        print_json([{"id": key, "name": name} for key, name in ready.items()])
    else:
        console().print(Text(", ".join(ready)))
    return DONE


def convert_creature(
    wanted: str, book: str, options: Sequence[str], *, army: str = "", out: Path | None = None, as_json: bool = False
) -> int:
    """What the books make of a creature or a party: every number with its sum, what is left out, what is to be settled;
    and if wished an army list with its figures added."""
    if book and book not in rulesets():
        raise CommandFault(f"{book}: there is no such book. {nearest(book, rulesets())}")
    books = (book,) if book else rulesets()
    if options and not book:
        raise CommandFault("--option: switches are those of a book. Name it with --book.")
    if bool(army) != (out is not None):
        raise CommandFault("--add-to and --out go together: a list to begin with, and the file that is written.")
    made: dict[str, Sequence[Converted[Any]]] = {}
    single = True
    try:
        party = load_party(wanted)
        if party is not None:
            single = False
            for one in books:
                made[one] = quartermaster(one).converted_party(party, switches_of(one, options))
        else:
            record = load_creature(wanted)
            for one in books:
                made[one] = (quartermaster(one).converted(record, switches_of(one, options)),)
        kept = _added(army, made) if army else ""
    except MusterFault as fault:
        raise CommandFault(*map(str, fault.faults)) from fault
    if out is not None:
        write_text(out, kept)
    if as_json:
        print_json({one: _told(found[0]) if single else [*map(_told, found)] for one, found in made.items()})
        return DONE
    for one, found in made.items():
        for figure in _each(found):
            _print(ruleset(one).title, figure)
    if out is not None:
        console().print(Text(f"The army list with these figures is in {out}"))
    return DONE


def _each(found: Sequence[Converted[Any]]) -> Iterator[Converted[Any]]:
    """All figures; of a book that says the same of everybody the first alone."""
    nothing = all(one.line is None and not one.ratings and one.verdict == found[0].verdict for one in found)
    yield from found[:1] if nothing else found


def _added(wanted: str, made: Mapping[str, Sequence[Converted[Any]]]) -> str:
    """The text of an army list with the figures that its book has made."""
    army = load_army(wanted)
    entries = [one.entry for one in made.get(army.ruleset, ()) if one.entry is not None]
    if not entries:
        title = ruleset(army.ruleset).title if army.ruleset in rulesets() else army.ruleset
        raise CommandFault(f"--add-to {wanted}: it is a list of {title}, for which nothing has come of the conversion.")
    units = (*army.units, *(_listed_unit(one) for one in entries))
    return written(replace(army, units=units))


def _listed_unit(entry: ListEntry) -> ListedUnit:
    return ListedUnit(troop=entry.troop, figures=entry.figures, name=entry.name, equipment=dict(entry.equipment))


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
    if found.entry is not None:
        out.print(Text(f"  {'In an army list':<16}").append(_in_a_list(found.entry), "dim"))
    for head, notes in (("Besides", found.notes), ("Left out", found.left_out), ("No rule gives", found.missing)):
        _listed_notes(head, notes)


def _counted(tally: Tally, value: int) -> str:
    """What a term adds, where there are several; lengths say it themselves."""
    if len(tally.terms) < 2 or tally.measure == "thousandths":
        return ""
    return f"{'+' if value >= 0 else ''}{show_amount(value, tally)} "


def _in_a_list(entry: ListEntry) -> str:
    return " ".join(written_unit(_listed_unit(entry)).split("\n"))


def _listed_notes(head: str, notes: Sequence[Note]) -> None:
    for place, note in enumerate(notes):
        console().print(Text(f"  {head if not place else '':<16}{note}"))
