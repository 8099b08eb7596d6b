"""Units that were set up in secret (chapter A2): who knows of them, and how they come to light."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from schiltron.battle.setup.battle_line import in_files
from schiltron.battle.setup.enrolment import usual_files
from schiltron.battle.state.event import Placed, Ruled
from schiltron.battle.state.field import hostile
from schiltron.battle.state.unit import Hidden, OffTable
from schiltron.battle.words.grammar import said
from schiltron.rulesets.book_of_war.field import formation
from schiltron.rulesets.book_of_war.state import Battle, Scene, Unit
from schiltron.table.lengths import Mil
from schiltron.table.rectangles import Rect, gap

HIDING: Final = "hidden somewhere"
"""Why a unit is not on the table for those who do not know where it hides."""


def is_hidden(unit: Unit) -> bool:
    """Whether a unit hides, in the eyes of whoever looks."""
    place = unit.place
    return type(place) is Hidden or (type(place) is OffTable and place.why == HIDING)


def veiled(battle: Battle, seat: str | None) -> Battle:
    """The battle as somebody sees it: that others hide is known, where and how they stand is not."""
    if battle.own.options.hiding == "open":
        return battle
    veils = {
        unit.id: _veil(unit)
        for unit in battle.units.values()
        if type(unit.place) is Hidden and seat != unit.controller and seat not in unit.place.known_to
    }
    return replace(battle, units={**battle.units, **veils}) if veils else battle


def _veil(unit: Unit) -> Unit:
    plain = replace(formation(unit), hedgehog=False)
    return replace(unit, place=OffTable(HIDING), body=in_files(plain, usual_files(unit.figures)))


def hidden_foes(battle: Battle, unit: Unit) -> list[Unit]:
    """Enemies of a unit that hide."""
    if battle.own.options.hiding == "open":
        return []
    return [other for other in battle.units.values() if type(other.place) is Hidden and hostile(battle, unit, other)]


def as_known(battle: Battle, unit: Unit) -> Battle:
    """The battle without the enemies of a unit that hide: the very same where none do."""
    unseen = {foe.id for foe in hidden_foes(battle, unit)}
    if not unseen:
        return battle
    return replace(battle, units={key: one for key, one in battle.units.items() if key not in unseen})


def put_down(scene: Scene, unit_id: str, *rules: str) -> None:
    """A hidden unit comes to stand on the table for all to see; nothing happens to one that hides no more."""
    unit = scene.unit(unit_id)
    if type(unit.place) is not Hidden:
        return
    shown = replace(unit, place=unit.place_at(unit.pose))
    scene.change(shown)
    scene.tell(Placed(what=unit.id, name=unit.name, side=unit.side, pose=unit.pose, rules=rules))
    scene.tell(Ruled(what=said(shown, "come out of hiding"), rules=rules))


def found_within(scene: Scene, seer: Unit, eye: Rect, distance: Mil, *rules: str) -> None:
    """Enemies that hide so near to the base of somebody who sees them are put down at once."""
    for foe in hidden_foes(scene.battle, seer):
        if any(gap(eye, base) <= distance for base in foe.outline.rects):
            put_down(scene, foe.id, *rules)
