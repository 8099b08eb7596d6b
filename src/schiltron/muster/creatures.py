"""Creature files: a creature of the role-playing game, in TOML. Lengths are inches.

name = "Urgath Nine-Kettles"
hit_dice = "10"
armour_class = 4
move = 9
attacks = ["2d8"]
size = "L"
alignment = "chaotic"
infravision = true

[[abilities]]
name = "bellow"
worth = 1
"""

from __future__ import annotations

from collections.abc import Iterator
from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Final

from schiltron.muster.creature_entry import CreatureEntry
from schiltron.muster.fault import Fault, MusterFault
from schiltron.muster.reading import read
from schiltron.parent_game.classes import CLASSES
from schiltron.parent_game.creature import HitDice, Mount, Record, Shot, hit_dice
from schiltron.parent_game.damage import damage
from schiltron.rulesets.quartermaster import Violation
from schiltron.table.lengths import inches

_SUFFIX: Final = ".toml"
DESCENDING: Final = 20
"""What a descending and an ascending armour class come to together."""


# ---------------------------------------------------------------- from an entry to a record


def faults_of(entry: CreatureEntry) -> Iterator[Violation]:
    """What the form of a file does not show: dice that are none, classes nobody has, what is missing or said twice."""
    if (entry.armour_class is None) == (entry.ascending_armour_class is None):
        wrong = "armour class is missing" if entry.armour_class is None else "two armour classes"
        yield Violation("armour_class", wrong, "either armour_class = 5 or ascending_armour_class = 15")
    if entry.hit_dice is None and not entry.levels:
        yield Violation("hit_dice", "hit dice are missing", 'hit_dice = "4+1", or levels = { fighter = 4 }')
    written = [("hit_dice", entry.hit_dice)]
    if entry.mount is not None:
        written.append(("mount.hit_dice", entry.mount.hit_dice))
    for place, text in written:
        if text is not None and not _is_hit_dice(text):
            yield Violation(place, f"found the text {text!r}", "hit dice, such as 1, 1-1, 4+1 or 0.5, no more than 40")
    rolled = [(f"attacks[{number}]", text) for number, text in enumerate(entry.attacks)]
    if entry.shot is not None:
        rolled.append(("shot.damage", entry.shot.damage))
    for place, text in rolled:
        if not _is_damage(text):
            yield Violation(place, f"found the text {text!r}", "dice of damage, such as 1d8 or 2d4+1, no more than 40")
    for name in entry.levels:
        if name not in CLASSES:
            close = get_close_matches(name.lower().replace("-", "_"), CLASSES, n=1)
            right = f"did you mean {close[0]}?" if close else f"one of {', '.join(CLASSES)}"
            yield Violation(f"levels.{name}", f"there is no class {name!r}", right)


_MOST: Final = 40


def _is_hit_dice(text: str) -> bool:
    try:
        return text.isascii() and hit_dice(text).dice <= _MOST and hit_dice(text) != HitDice(0)
    except ValueError:
        return False


def _is_damage(text: str) -> bool:
    try:
        dice = damage(text)
    except ValueError:
        return False
    return text.isascii() and 1 <= dice.count <= _MOST and 1 <= dice.sides <= 100


def record(entry: CreatureEntry) -> Record:
    """The creature of an entry without faults."""
    levels = sorted(entry.levels.items(), key=lambda one: -one[1])
    dice = hit_dice(entry.hit_dice) if entry.hit_dice is not None else HitDice(max(1, levels[0][1]))
    descending = entry.armour_class
    if descending is None:
        assert entry.ascending_armour_class is not None
        descending = DESCENDING - entry.ascending_armour_class
    shot, mount = entry.shot, entry.mount
    return Record(
        name=entry.name,
        race=entry.name.lower(),
        hit_dice=dice,
        armour_class=descending,
        ascending=entry.ascending_armour_class,
        move=inches(entry.move),
        fly=inches(entry.fly),
        swim=inches(entry.swim),
        size=entry.size,
        order=entry.alignment,
        fights_as=levels[0] if levels else None,
        other_classes=tuple(levels[1:]),
        attacks=tuple(map(damage, entry.attacks)),
        to_hit=entry.to_hit,
        shot=Shot(shot.weapon, shot.rate, inches(shot.range), damage(shot.damage), shot.to_hit) if shot else None,
        mount=Mount(mount.name, hit_dice(mount.hit_dice), mount.armour_class, inches(mount.move), mount.fights)
        if mount
        else None,
        infravision=entry.infravision,
        underworld=entry.underworld,
        undead=entry.undead,
        enchanted=entry.enchanted,
        only_hit_by=entry.only_hit_by,
        hit_points=entry.hit_points,
        hit_die=entry.hit_die,
        abilities=entry.abilities,
        magic=entry.magic,
        monster=entry.hit_dice is not None,
        scores=entry.scores,
        items=entry.items,
    )


# ---------------------------------------------------------------- finding them


@cache
def ready_creatures() -> dict[str, CreatureEntry]:
    """The creatures shipped with the program, by their names."""
    text = (files("schiltron.parent_game") / "creatures.toml").read_text(encoding="utf-8")
    return read(text, dict[str, CreatureEntry], "creatures.toml")


def load_creature(wanted: str | Path) -> Record:
    """A creature by the path of its file, or a ready one by name; MusterFault names all faults."""
    name = str(wanted)
    if not name.endswith(_SUFFIX):
        ready = ready_creatures()
        if name in ready:
            return record(ready[name])
        close = get_close_matches(name.lower().replace("_", "-").replace(" ", "-"), ready, n=1)
        right = f"did you mean {close[0]}? " if close else ""
        wrong = f"there is no ready creature called {name!r}"
        raise MusterFault([Fault("", "", wrong, f"{right}A path ending in {_SUFFIX}, or one of {', '.join(ready)}")])
    path = Path(name)
    if not path.is_file():
        raise MusterFault([Fault("", "", f"there is no file {path}", f"the path of a {_SUFFIX} file")])
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise MusterFault([Fault(name, "", f"byte {error.start} is no UTF-8", "a text file saved as UTF-8")]) from error
    return read_creature(text, name)


def read_creature(text: str, file: str) -> Record:
    """The creature of a text; MusterFault names all faults."""
    entry = read(text, CreatureEntry, file)
    found = [Fault(file, one.place, one.wrong, one.right) for one in faults_of(entry)]
    if found:
        raise MusterFault(found)
    return record(entry)
