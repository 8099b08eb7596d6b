"""Finding army lists and scenarios: ready ones by name, others by path."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Literal

from msgspec.structs import replace

from schiltron.muster.army import Army, check
from schiltron.muster.castles import set_down
from schiltron.muster.fault import Fault, MusterFault
from schiltron.muster.house_troops import house_of, read_army, with_house_files
from schiltron.muster.own_ground import with_own_ground
from schiltron.muster.preparing import examined, sides
from schiltron.muster.reading import read
from schiltron.muster.scenario import Castle, Scenario, SideEntry, Terrain, fielded
from schiltron.rulesets import NAMES, package_of

_SUFFIX = ".toml"
Shelf = Literal["armies", "scenarios", "castles"]


@cache
def _shelf(shelf: Shelf) -> dict[str, Traversable]:
    """The files shipped with each book by `book/name`, in the order of the books."""
    return {f"{book}/{name}": file for book in NAMES for name, file in on_shelf(book, shelf)}


def on_shelf(book: str, shelf: str) -> Iterator[tuple[str, Traversable]]:
    """The files in a folder of a book's package, by their names without the ending; none if it has none."""
    folder = files(package_of(book)) / shelf
    if folder.is_dir():
        for file in sorted(folder.iterdir(), key=lambda one: one.name):
            if file.name.endswith(_SUFFIX):
                yield file.name.removesuffix(_SUFFIX), file


def ready_names(shelf: Shelf) -> dict[str, str]:
    """The names by which a ready file may be called, `book/name` or `name`; each with its whole name."""
    ready = _shelf(shelf)
    return {name: name for name in ready} | {name.partition("/")[2]: name for name in ready}


def _found(wanted: str, shelf: Shelf, beside: Path | None) -> tuple[str, Traversable]:
    """A file by its path, or a ready one by `name` or `book/name`."""
    if wanted.endswith(_SUFFIX):
        path = Path(wanted) if beside is None else beside / wanted
        if path.is_file():
            return str(path), path
        raise MusterFault([Fault("", "", f"there is no file {path}", f"the path of a {_SUFFIX} file")])
    ready, named = _shelf(shelf), ready_names(shelf)
    if wanted in named:
        return named[wanted], ready[named[wanted]]
    close = get_close_matches(wanted, named, n=1)
    hint = f"did you mean {close[0]}? " if close else ""
    right = f"{hint}A path ending in {_SUFFIX}, or one of {', '.join(ready)}"
    raise MusterFault([Fault("", "", f"there is nothing called {wanted!r} among the ready {shelf}", right)])


def _text(file: Traversable, name: str) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        wrong = f"byte {error.start} is no UTF-8"
        raise MusterFault([Fault(name, "", wrong, "a text file saved as UTF-8")]) from error


# ---------------------------------------------------------------- armies


def load_army(wanted: str | Path, *, beside: Path | None = None) -> Army:
    """An army list by path or ready name. What the rules say to it is for `check`."""
    name, file = _found(str(wanted), "armies", beside)
    return read_army(_text(file, name), name, file.parent if isinstance(file, Path) else None)


def load_list(wanted: str | Path) -> Army:
    """The same as its file has it: what it brings of its own goes by its names."""
    name, file = _found(str(wanted), "armies", None)
    return read(_text(file, name), Army, name)


def _as_listed(wanted: str, beside: Path | None) -> tuple[Army, str]:
    """The same with the rules of the files beside it, and the name it is found by."""
    name, file = _found(wanted, "armies", beside)
    army = read(_text(file, name), Army, name)
    return (with_house_files(army, name, file.parent) if isinstance(file, Path) else army), name


def ready_armies() -> dict[str, Army]:
    """The army lists shipped with the program, by name."""
    return dict(_ready_armies())


@cache
def _ready_armies() -> dict[str, Army]:
    return {name: read_army(_text(file, name), name) for name, file in _shelf("armies").items()}


# ---------------------------------------------------------------- scenarios


def load_scenario(wanted: str | Path) -> Scenario:
    """A scenario by path or ready name, its armies loaded and everything checked; MusterFault names all faults."""
    name, file = _found(str(wanted), "scenarios", None)
    return _scenario(name, file)


@cache
def ready_scenarios() -> tuple[Scenario, ...]:
    """The scenarios shipped with the program, in order of their names."""
    return tuple(_scenario(name, file) for name, file in _shelf("scenarios").items())


def _scenario(name: str, file: Traversable) -> Scenario:
    scenario = read(_text(file, name), Scenario, name)
    whole, found = gathered(scenario, name, beside=file.parent if isinstance(file, Path) else None)
    if found:
        raise MusterFault(found)
    return whole


def scenario_as_written(wanted: str) -> Scenario:
    """A ready scenario as its file has it: its armies and its castles by their names."""
    name, file = _found(wanted, "scenarios", None)
    return read(_text(file, name), Scenario, name)


def gathered(
    scenario: Scenario, name: str = "", *, beside: Path | None = None, files: bool = True
) -> tuple[Scenario, list[Fault]]:
    """A scenario with its armies in it, and everything wrong with it. Without `files` only ready armies are known by
    name."""
    scenario, found = with_castles(scenario, name, beside=beside, files=files)
    scenario, wrong = with_own_ground(scenario)
    found += [replace(one, file=name) for one in wrong]
    armies: dict[str, SideEntry] = {}
    for side, entry in sides(scenario):
        try:
            armies[side] = _with_army(scenario, entry, beside, files=files)
        except MusterFault as fault:
            found += [_of_side(side, one, name) for one in fault.faults]
    whole = replace(scenario, sides={side: armies.get(side, entry) for side, entry in sides(scenario)})
    unknown = tuple(f"sides.{side}." for side, _ in sides(scenario) if side not in armies)
    found += [
        Fault(name, one.place, one.wrong, one.right, one.rules)
        for one in examined(whole)[0]
        if not one.place.startswith(unknown)
    ]
    return whole, found


def with_castles(
    scenario: Scenario, name: str = "", *, beside: Path | None = None, files: bool = True
) -> tuple[Scenario, list[Fault]]:
    """A scenario with the pieces of its castles before the rest of its terrain, and what is wrong with how it names
    them."""
    pieces: list[Terrain] = []
    found: list[Fault] = []
    for number, entry in enumerate(scenario.castles):
        if not files and entry.castle not in ready_names("castles"):
            right = f"one of {', '.join(_shelf('castles'))}"
            found.append(Fault(name, f"castles[{number}]", f"there is no castle called {entry.castle!r}", right))
            continue
        castle = load_castle(entry.castle, beside=beside)
        if castle.ruleset != scenario.ruleset:
            wrong = f"the castle is for {castle.ruleset}, the scenario for {scenario.ruleset}"
            found.append(Fault(name, f"castles[{number}]", wrong, f"a castle for {scenario.ruleset}"))
            continue
        pieces += set_down(castle, entry)
    return replace(scenario, castles=(), terrain=(*pieces, *scenario.terrain)), found


def load_castle(wanted: str, *, beside: Path | None = None) -> Castle:
    """A castle by path or ready name."""
    name, file = _found(wanted, "castles", beside)
    return read(_text(file, name), Castle, name)


def ready_castles() -> tuple[Castle, ...]:
    """The castles shipped with the program, in order of their names."""
    return tuple(load_castle(name) for name in _shelf("castles"))


def _of_side(side: str, fault: Fault, name: str) -> Fault:
    """What is wrong with an army by name is said of the army, in its own list; all else of the side."""
    if fault.file:
        return fault
    return replace(fault, file=name, place=f"sides.{side}.{fault.place or 'army'}")


def _with_army(scenario: Scenario, entry: SideEntry, beside: Path | None, *, files: bool) -> SideEntry:
    """The side with its army's units, name and colour; what the scenario says itself goes before.

    Faults of the army list carry its name, those of the scenario none yet.
    """
    if entry.army is None:
        return _with_own_types(scenario.ruleset, entry)
    brings = entry.creatures or entry.spells or entry.troops or entry.items
    if entry.units or (brings and not entry.reinforcements):
        raise MusterFault([Fault("", "", "the side has an army and units of its own", "either army or units")])
    if not files and entry.army not in ready_names("armies"):
        right = f"its units listed here, or one of {', '.join(_shelf('armies'))}"
        raise MusterFault([Fault("", "", f"there is no ready army called {entry.army!r}", right)])
    listed, name = _as_listed(entry.army, beside)
    army = house_of(listed, name).within(listed)
    if army.ruleset != scenario.ruleset:
        wrong = f"the army is for {army.ruleset}, the scenario for {scenario.ruleset}"
        raise MusterFault([Fault("", "", wrong, f"an army for {scenario.ruleset}")])
    broken = check(army).violations
    if broken:
        raise MusterFault(Fault(entry.army, one.place, one.wrong, one.right, one.rules) for one in broken)
    known = replace(
        entry,
        troops={**listed.troops, **entry.troops},
        items={**listed.items, **entry.items},
        creatures={**listed.creatures, **entry.creatures},
        spells={**listed.spells, **entry.spells},
    )
    units = tuple(map(fielded, army.units))
    return replace(
        _with_own_types(scenario.ruleset, known),
        army=None,
        units=units,
        name=entry.name or army.name,
        colour=entry.colour or army.colour,
    )


def _with_own_types(book: str, entry: SideEntry) -> SideEntry:
    """The side with what it brings of its own in the place of its names; its reinforcements may name it too."""
    if not (entry.creatures or entry.spells or entry.troops or entry.items):
        return entry
    army = Army(
        book,
        "",
        (*entry.units, *entry.reinforcements),
        creatures=entry.creatures,
        spells=entry.spells,
        troops=entry.troops,
        items=entry.items,
    )
    first = len(entry.units)
    try:
        within = house_of(army).within(army).units
    except MusterFault as fault:
        raise MusterFault(replace(one, place=_in_entry(one.place, first)) for one in fault.faults) from None
    units = tuple(
        replace(unit, troop=one.troop, equipment=one.equipment) for unit, one in zip(army.units, within, strict=True)
    )
    return replace(
        entry, units=units[:first], reinforcements=units[first:], creatures={}, spells={}, troops={}, items={}
    )


def _in_entry(place: str, units: int) -> str:
    """A place in a list of units and reinforcements together, as the side has it."""
    number, bracket, rest = place.removeprefix("units[").partition("]")
    if not (place.startswith("units[") and bracket and int(number) >= units):
        return place
    return f"reinforcements[{int(number) - units}]{rest}"
