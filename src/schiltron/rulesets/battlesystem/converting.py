"""Creatures of the role-playing game as figures: their own numbers, rated as a unit's are (case 2.2)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from schiltron.battle.state.tally import Tally
from schiltron.battle.words.grammar import Note, cited
from schiltron.parent_game.creature import Record
from schiltron.rulesets.battlesystem.commissions import commissioned
from schiltron.rulesets.battlesystem.ratings.armour import armour_class
from schiltron.rulesets.battlesystem.ratings.attack import base_attack
from schiltron.rulesets.battlesystem.ratings.hit_dice import per_figure
from schiltron.rulesets.battlesystem.ratings.moving import movement_rate
from schiltron.rulesets.battlesystem.ratings.ratio import ratio
from schiltron.rulesets.battlesystem.state import Profile
from schiltron.rulesets.battlesystem.troops import TROOPS, Troop
from schiltron.rulesets.conversion import Converted, ListEntry, Rating
from schiltron.rulesets.quartermaster import Enlisted
from schiltron.table.lengths import show_inches

_PLAIN: Final = "human_swordsmen"
_MONSTERS: Final = "orc"
"""The folk like whom monsters are that the book has no troops of: they fight by their hit dice."""
_FIGURES: Final = 6


def converted(record: Record) -> Converted[Troop]:
    """As the listed troops of its folk, or as men, with what its sheet says in the place of theirs."""
    troop = _alike(record)
    equipment: dict[str, Any] = {}
    left_out = list(_dropped(record))
    for key, value in _sheet(record):
        tried = {**equipment, key: value}
        if _profile(troop.id, tried) is None:
            left_out.append(Note(f"{key.replace('_', ' ').capitalize()} {value}: troops of this folk cannot have it"))
        else:
            equipment = tried
    profile = _profile(troop.id, equipment)
    assert profile is not None
    heads = ratio(profile, _FIGURES)
    rule = heads.rules[0] if heads.rules else "BS-2.2-01"
    return Converted(
        name=record.name,
        verdict=cited(f"{heads.total} to a figure, like {troop.name.lower()}", rule),
        line=troop,
        ratings=tuple(_ratings(profile, heads)),
        left_out=tuple(left_out),
        missing=tuple(_unsettled(record, troop)),
        entry=ListEntry(troop.id, _FIGURES, record.name, equipment),
    )


def _ratings(profile: Profile, heads: Tally) -> Iterator[Rating]:
    creatures = heads.total
    yield Rating("ratio", "To a figure", str(creatures), heads)
    worn = armour_class(profile, _FIGURES)
    yield Rating("ac", "Armor class, AC", str(worn.total), worn)
    dice = per_figure(profile, _FIGURES, creatures)
    yield Rating("hd", "Hit dice of a figure", f"{dice.total / 10:g}", dice)
    attack = base_attack(profile, _FIGURES, creatures)
    yield Rating("ar", "Attack Rating, AR", str(attack.total), attack)
    pace = movement_rate(profile)
    yield Rating("mv", "Move, MV", show_inches(pace.total), pace)


def _sheet(record: Record) -> Iterator[tuple[str, Any]]:
    """What an army list can say of it."""
    if record.classes:
        name, level = record.classes[0]
        yield "class", name
        yield "level", level
    else:
        yield "hit_dice", str(record.hit_dice)
    yield "armour_class", record.armour_class
    yield "move", round(record.move / 1000)
    yield "alignment", record.order
    if record.to_hit:
        yield "to_hit", max(-5, min(5, record.to_hit))
    if record.only_hit_by:
        yield "only_hit_by", record.only_hit_by


def _dropped(record: Record) -> Iterator[Note]:
    for name in record.powers:
        yield Note(f"{name.replace('_', ' ').capitalize()}: units have no powers of one creature; write them down")
    if record.hit_points is not None:
        yield cited("Its hit points: a unit is rated by hit dice", "BS-2.2-01")


def _unsettled(record: Record, troop: Troop) -> Iterator[Note]:
    folk = troop.profile.creature.race
    if folk not in record.name.lower() and not record.classes:
        yield Note(f"Of what folk it is: it counts as {folk} where folk hate each other, unless the army list names it")
    yield Note("What it strikes with: no rule makes weapons from dice of damage; the army list names them")
    if record.classes:
        yield cited("Whether he stands alone, one to one: the army list gives an individual his rank", "BS-2.2-02")


def _alike(record: Record) -> Troop:
    """Troops of its folk by its name; else men, or a folk that fights by its hit dice."""
    words = {word.removesuffix("s") for word in record.name.lower().replace("-", " ").split()}
    for troop in TROOPS.values():
        folk = troop.profile.creature.race
        if troop.profile.kind == "regular" and not troop.profile.mounted and set(folk.split("_")) <= words:
            return troop
    if record.classes:
        return TROOPS[_PLAIN]
    return next(one for one in TROOPS.values() if one.profile.creature.race == _MONSTERS and not one.profile.mounted)


def _profile(troop: str, equipment: dict[str, Any]) -> Profile | None:
    """Of the unit with that equipment; nothing where it may not have it."""
    made, wrong = commissioned([Enlisted(troop, _FIGURES, equipment=equipment)], None)
    one = made.units[0]
    return None if one is None or any("equipment" in fault.place for fault in wrong) else one.profile
