"""Party files: who goes adventuring together, or a list of monsters, in TOML.

name = "The Lantern Company"

[[members]]
creature = "knight-renown"      # a ready creature …
leads = "general"
scores = { charisma = 16 }

[[members]]
number = 2
figure = "the Hedge Priests"    # who names the same figure stands in it together
[members.who]                   # … or one written down as in a creature's file
name = "Hedge Priest"
levels = { cleric = 3 }
armour_class = 5
move = 9

[figures]
"the Hedge Priests" = "priest"  # as what they count, if more than one thing were open to them
"""

from __future__ import annotations

from collections.abc import Iterator
from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Final

from msgspec import Meta, Struct, field
from msgspec.structs import replace

from schiltron.muster.creature_entry import CreatureEntry
from schiltron.muster.creatures import faults_of, ready_creatures, record
from schiltron.muster.fault import Fault, MusterFault
from schiltron.muster.reading import read
from schiltron.parent_game.creature import Item, Record, Scores
from schiltron.parent_game.party import Becomes, Leads, Member, Party
from schiltron.rulesets.quartermaster import Violation

Name = Annotated[str, Meta(max_length=60)]
_MOST: Final = 100


class MemberEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody of a party: a ready creature by name, or one written down here. Scores and items come on top."""

    creature: Name = ""
    who: CreatureEntry | None = None
    number: Annotated[int, Meta(ge=1, le=10_000, description="how many alike")] = 1
    figure: Annotated[str, Meta(max_length=60, description="the figure in which he stands with others")] = ""
    leads: Annotated[Leads, Meta(description="leader or general, if he is to be one")] = ""
    scores: Scores = Scores()
    items: Annotated[tuple[Item, ...], Meta(max_length=20, description="magic items")] = ()


class PartyEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """A party as its file has it."""

    name: Annotated[str, Meta(min_length=1, max_length=60)]
    members: Annotated[tuple[MemberEntry, ...], Meta(min_length=1, max_length=_MOST)]
    figures: Annotated[
        dict[str, Becomes], Meta(max_length=_MOST, description="hero, priest or mage, by the name of the figure")
    ] = field(default_factory=dict)
    description: Annotated[str, Meta(max_length=400)] = ""


# ---------------------------------------------------------------- what is wrong with one


def _faults_of(entry: PartyEntry) -> Iterator[Violation]:
    for place, one in enumerate(entry.members):
        where = f"members[{place}]"
        if bool(one.creature) == (one.who is not None):
            yield Violation(
                where, "somebody is named once", 'either creature = "ogre" or [members.who] with his numbers'
            )
        elif one.who is not None:
            for fault in faults_of(one.who):
                yield Violation(f"{where}.who.{fault.place}", fault.wrong, fault.right)
        elif one.creature not in ready_creatures():
            close = get_close_matches(one.creature, ready_creatures(), n=1)
            right = f"did you mean {close[0]}?" if close else f"one of {', '.join(ready_creatures())}"
            yield Violation(f"{where}.creature", f"there is no ready creature called {one.creature!r}", right)
        if one.leads and one.number > 1:
            right = "an entry by himself for who leads"
            yield Violation(f"{where}.leads", f"{one.number} alike all lead", right)
    named = dict.fromkeys(one.figure for one in entry.members if one.figure)
    for name in entry.figures:
        if name not in named:
            right = f"one of {', '.join(named)}" if named else 'figure = "…" among the members'
            yield Violation(f"figures.{name}", "nobody stands in that figure", right)


def _member(entry: MemberEntry) -> Member:
    found: Record = record(entry.who or ready_creatures()[entry.creature])
    own, known = entry.scores, found.scores
    scores = Scores(
        charisma=own.charisma if own.charisma is not None else known.charisma,
        intelligence=own.intelligence if own.intelligence is not None else known.intelligence,
        wisdom=own.wisdom if own.wisdom is not None else known.wisdom,
    )
    found = replace(found, scores=scores, items=(*found.items, *entry.items))
    return Member(found, entry.number, entry.figure, entry.leads)


# ---------------------------------------------------------------- finding them


def read_party(text: str, file: str) -> Party:
    """The party of a text; MusterFault names all faults."""
    return _party(read(text, PartyEntry, file), file)


def _party(entry: PartyEntry, file: str) -> Party:
    found = [Fault(file, one.place, one.wrong, one.right) for one in _faults_of(entry)]
    if found:
        raise MusterFault(found)
    return Party(entry.name, tuple(map(_member, entry.members)), entry.figures)


@cache
def ready_parties() -> dict[str, PartyEntry]:
    """The parties shipped with the program, by their names."""
    text = (files("schiltron.parent_game") / "parties.toml").read_text(encoding="utf-8")
    return read(text, dict[str, PartyEntry], "parties.toml")


def is_party(text: str) -> bool:
    """Whether a file lists members, and so is no creature by itself."""
    return any(line.replace(" ", "").startswith(("[[members", "members=")) for line in text.splitlines())


def load_party(wanted: str | Path) -> Party | None:
    """A party by the path of its file, or a ready one by name; None for what is none."""
    name = str(wanted)
    if name in ready_parties():
        return _party(ready_parties()[name], name)
    path = Path(name)
    if path.suffix != ".toml" or not path.is_file():
        return None
    text = path.read_bytes().decode("utf-8", errors="replace")
    return read_party(text, name) if is_party(text) else None
