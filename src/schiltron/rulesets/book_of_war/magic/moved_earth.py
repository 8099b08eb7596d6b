"""Earth that is moved (chapter A4): a piece of terrain is shifted over the table, with the units on it."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot
from typing import Final

from msgspec.structs import replace

from schiltron.battle.movement.shifted_ground import Hindrances, carried, carried_by, moved_by, shifted_to
from schiltron.battle.play.aimed_ground import piece
from schiltron.battle.play.powers import Power
from schiltron.battle.state.effects import OnFeature, Until, While
from schiltron.battle.state.event import Formed, Worked
from schiltron.rulesets.book_of_war.embedded import in_play
from schiltron.rulesets.book_of_war.hiding import as_known, hidden_foes, put_down
from schiltron.rulesets.book_of_war.hulls import hulls
from schiltron.rulesets.book_of_war.magic.drained_ground import relaid
from schiltron.rulesets.book_of_war.magic.spellbook import FURTHER
from schiltron.rulesets.book_of_war.magic.steps import Spell
from schiltron.rulesets.book_of_war.movement.ambushes import seen_by_wizards
from schiltron.rulesets.book_of_war.movement.contact import part
from schiltron.rulesets.book_of_war.movement.ground import ROAD, barred, impassable
from schiltron.rulesets.book_of_war.state import Battle, Scene, Unit
from schiltron.table.ground import stood_in
from schiltron.table.lengths import Mil, inches, show_inches
from schiltron.table.terrain import Feature, name_of

ENDED_BY: Final = ("moved",)
"""What a wizard may not do while he concentrates (BW-A4-25); a hit that ends it is the end of him."""


# ---------------------------------------------------------------- how far it goes


def _comes_upon(battle: Battle, there: Feature, left: Sequence[Unit]) -> bool:
    """A pond, in which nobody can stand, stops at units too, and water on which a ship lies does not move, lowered or
    not (BW-A4-24)."""
    if any(stood_in((there,), hull.outline) is not None for hull in hulls(battle)):
        return True
    return impassable(there) and any(stood_in((there,), unit.outline) is not None for unit in left)


_STOPS: Final = Hindrances(flat=(ROAD,), shut=barred, upon=_comes_upon, meets=lambda _unit: True)
"""Roads are no ground of their own. Whom it carries stops it where he would touch any other unit or come into water
(BW-A4-24, BW-A4-26)."""


def shifted(battle: Battle, feature: Feature, at: tuple[Mil, Mil], most: Mil) -> tuple[Mil, Mil]:
    """How far a piece gets on its way to a point, up to `most` (BW-A4-24, BW-A4-26)."""
    return shifted_to(battle, feature, at, most, _STOPS)


def _stopped_by(battle: Battle, wizard: Unit, feature: Feature, at: tuple[Mil, Mil], most: Mil) -> list[Unit]:
    """Enemies of the wizard who hide and for whom a piece stops before it would without them: they are found out
    (BW-A2-04)."""
    unseen = hidden_foes(battle, wizard)
    if not unseen:
        return []
    far, known = shifted(battle, feature, at, most), as_known(battle, wizard)
    if far == shifted(known, feature, at, most):
        return []
    return [foe for foe in unseen if shifted(known.with_unit(foe), feature, at, most) == far]


# ---------------------------------------------------------------- it moves


def shift(scene: Scene, step: Spell, power: Power, until: Until) -> None:
    """The piece is shifted, its units with it (BW-A4-24, BW-A4-26). While the wizard does nothing else it can be
    shifted again (BW-A4-25)."""
    feature = piece(scene.battle, step.feature)
    wizard = scene.unit(step.unit)
    if feature is None or step.at is None or not in_play(wizard):
        return
    dx, dy = shifted(scene.battle, feature, step.at, inches(power.amount))
    for foe in _stopped_by(scene.battle, wizard, feature, step.at, inches(power.amount)):
        put_down(scene, foe.id, "BW-A2-04", "BW-A4-26")
    upon = carried_by(scene.battle, feature)
    scene.set(board=relaid(scene.battle.table, moved_by(feature, dx, dy)))
    far = show_inches(round(hypot(dx, dy)))
    what = f"{name_of(feature)} is moved {far}" if dx or dy else f"{name_of(feature)} cannot move"
    scene.tell(Worked(unit=step.unit, power=power.title, what=what, rules=power.rules))
    if dx or dy:
        for unit in upon:
            moved = carried(unit, dx, dy)
            scene.change(moved)
            heard = () if unit.on_table else scene.battle.seats_of(unit.side)
            event = Formed(unit=unit.id, pose=moved.pose, body=unit.body, why="carried along", rules=("BW-A4-26",))
            scene.tell(replace(event, audience=heard))
        part(scene)
        seen_by_wizards(scene)
    if step.way != FURTHER:
        ends = (until, While(step.unit, ENDED_BY))
        by = step.unit
        scene.begin(power.key, OnFeature(feature.id), ends=ends, rules=power.rules, by=by, target=feature.id, obeys=by)
