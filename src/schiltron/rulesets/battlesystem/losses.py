"""Damage becomes killed and wounded figures (case 8.7), and units leave the table.

Damage is counted in tenths of a hit die.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from schiltron.battle.movement.flight_ways import has_room
from schiltron.battle.movement.separation import part
from schiltron.battle.play.casualties import Harm, Loss, take_off
from schiltron.battle.state.battle import How
from schiltron.battle.state.event import Formed as FormedEvent
from schiltron.battle.state.event import Removed
from schiltron.battle.state.field import company, opponents
from schiltron.battle.state.unit import OffTable
from schiltron.rulesets.battlesystem.field import is_individual, is_mob, one_unit, ratings
from schiltron.rulesets.battlesystem.machines import leave_piece
from schiltron.rulesets.battlesystem.state import GAPS, WOUNDED, Battle, Scene, Unit, with_morale
from schiltron.rulesets.battlesystem.steps import Fate
from schiltron.table.body import Formed, Wing
from schiltron.table.outline import outline

DESTROYED: Final = "destroyed"
ROUTED_OFF: Final = "routed off the field"
SURROUNDED: Final = "surrounded"
CAPTURED: Final = "captured"
_HOW: Final[dict[str, How]] = {
    DESTROYED: "fell",
    SURROUNDED: "fell",
    ROUTED_OFF: "routed",
    CAPTURED: "taken",
}
"""What becomes of figures that go with their unit."""
HIT_POINTS_PER_DIE: Final = 4
"""What a hit die of damage costs a hero (BS-9.4-05)."""


def each_hit(target: Unit) -> str:
    """What an attack takes from its target: figures, or of a single man hit points (BS-9.4-05)."""
    return "hit point" if is_individual(target) else "hit"


class Toll(Struct, frozen=True):
    """What so much damage does to figures of so many hit dice: killed outright, and whether the rest wounds one."""

    killed: int
    wounds: bool


def toll(damage: int, hit_dice: int) -> Toll:
    """Whole figures die (BS-8.7-01); a quarter of one left over wounds, less is ignored (BS-8.7-02)."""
    killed, rest = divmod(damage, hit_dice)
    return Toll(killed, 4 * rest >= hit_dice)


def hurt(scene: Scene, unit_ids: Sequence[str], damage: int, harm: Harm, *, most: int | None = None) -> int:
    """A unit, or figures of one skirmish unit in the order in which they fall, take damage from one attack.

    Figures die and are removed at once, `most` of them at most (those who can be seen, BS-10.1-04); two wounds kill a
    figure, of skirmishers two in the same melee or on the same figure (BS-8.7-04). The number killed is told back.
    Checks it makes due are the chapter of morale's (owe_losses).
    """
    units = [scene.unit(unit_id) for unit_id in unit_ids if scene.unit(unit_id).figures]
    if not units:
        return 0
    there = sum(unit.figures for unit in units)
    limit = there if most is None else min(most, there)
    cost = toll(damage, ratings(scene.battle, units[0]).hit_dice)
    killed, wounds = cost.killed, cost.wounds
    carried = next((one for one in units if one.own.wounded and _together(scene.battle, one, units[0])), None)
    if wounds and carried is not None:
        killed, wounds = killed + 1, False
        heal(scene, carried.id)
    killed = min(killed, limit)
    left = killed
    for unit in units:
        falls = min(left, unit.figures)
        if falls:
            fell(scene, unit.id, falls, harm)
            left -= falls
    if wounds and killed < limit:
        survivor = next(one for one in (scene.unit(unit.id) for unit in units) if one.figures)
        killed += wound(scene, survivor.id, harm.under("BS-8.7-02"))
    return killed


def _together(battle: Battle, one: Unit, other: Unit) -> bool:
    """Whether two figures of a skirmish unit are in the same melee, where their wounds are one unit's."""
    if one.id == other.id:
        return True
    mine, theirs = ({one_unit(battle, foe) for foe in opponents(battle, unit)} for unit in (one, other))
    return bool(mine & theirs)


def wound(scene: Scene, unit_id: str, harm: Harm) -> int:
    """One figure of a unit gets a Wound marker and moves and fights on as before (BS-8.7-03); the second wound removes
    one figure and leaves none wounded (BS-8.7-04). How many fall by it is told back."""
    unit = scene.unit(unit_id)
    if unit.own.wounded:
        heal(scene, unit_id)
        fell(scene, unit_id, 1, harm.under("BS-8.7-04"))
        return 1
    scene.change(replace(unit, own=replace(unit.own, wounded=True)))
    scene.mark(unit_id, WOUNDED, rules=harm.rules)
    return 0


def heal(scene: Scene, unit_id: str) -> None:
    """Of two wounded figures one is removed and the other is well again (BS-8.7-04)."""
    unit = scene.unit(unit_id)
    scene.change(replace(unit, own=replace(unit.own, wounded=False)))
    scene.mark(unit_id, WOUNDED, on=False, rules=("BS-8.7-04",))


def fell(scene: Scene, unit_id: str, figures: int, harm: Harm) -> None:
    """Figures of a unit die and are removed, rider and steed together (BS-11.1-03); a closed unit or a mob loses them
    from its rear (BS-7.2-02, BS-7.5-01), an open one from its front, where they leave gaps (BS-7.3-03)."""
    unit = scene.unit(unit_id)
    left = unit.figures - figures
    take_off(scene, unit_id, Loss(figures, lie=True), harm)
    if not left:
        remove(scene, unit_id, DESTROYED, harm.rules)
        return
    body, own = unit.body, unit.own
    if isinstance(body, Formed):
        if own.formation == "open":
            behind = max(0, unit.figures - body.files)
            own = replace(own, gaps=min(own.gaps + figures, behind, left))
        body = huddled(scene.battle, unit, left) if is_mob(unit) else thinned(body, left)
    scene.change(replace(scene.unit(unit_id), fallen=unit.fallen, body=body, own=own))
    if own.gaps and not unit.has(GAPS):
        scene.mark(unit_id, GAPS, rules=("BS-7.3-03",))
    if body != unit.body:
        scene.tell(FormedEvent(unit=unit_id, pose=unit.pose, body=body, why="close up", rules=harm.rules))


def thinned(body: Formed, figures: int) -> Formed:
    """The body with no more files than figures: ends that were wrapped round an enemy become shorter before the rest of
    the line does."""
    left, right = body.left, body.right
    over = body.files - figures
    while over > 0 and (left is not None or right is not None):
        if right is None or (left is not None and left.files >= right.files):
            left = _shorter(left)
        else:
            right = _shorter(right)
        over -= 1
    return replace(body, files=min(body.files, figures), left=left, right=right)


def _shorter(wing: Wing | None) -> Wing | None:
    """An end of the line without its outermost file."""
    if wing is None or wing.files == 1:
        return None
    return replace(wing, files=wing.files - 1, hook=max(0, wing.hook - 1))


def huddled(battle: Battle, mob: Unit, figures: int) -> Formed:
    """A mob that has thinned, about as wide as it is deep (BS-2.10-04), as nearly as there is room for."""
    body = mob.body
    assert isinstance(body, Formed)
    now, wanted = min(body.files, figures), square(figures)
    if not mob.on_table:
        return replace(body, files=wanted)
    for files in range(wanted, now, 1 if wanted < now else -1):
        shape = replace(body, files=files)
        if has_room(battle, mob, outline(mob.pose, shape, figures)):
            return shape
    return replace(body, files=now)


def square(figures: int) -> int:
    """Files of a mob, about as wide as it is deep (BS-2.10-04)."""
    files = 1
    while files * files < figures:
        files += 1
    return files


def lose_hit_points(scene: Scene, unit_id: str, points: int, harm: Harm) -> int:
    """A hero is hurt; at none left he is out of the battle (BS-9.4-05). What he has left is told back."""
    hero = scene.unit(unit_id)
    left = max(0, hero.own.hit_points - points)
    scene.change(replace(hero, own=replace(hero.own, hit_points=left)))
    if not left:
        take_off(scene, unit_id, Loss(1, lie=True), harm)
        remove(scene, unit_id, DESTROYED, harm.rules)
    return left


def remove(scene: Scene, unit_id: str, why: str, rules: tuple[str, ...], edge: str = "") -> None:
    """A unit leaves the table for good, and nobody is in contact with it any more.

    Characters who fought with a unit live while it does (BS-9.2-04); when it is destroyed they meet their fate
    (BS-9.1-05, BS-9.2-03), and with one that ran off the field they live and are gone (BS-9.1-04). A piece of artillery
    stays behind (BS-10.10-02). The check that a skirmish unit owes for its losses outlives the figure that was to make
    it.
    """
    leave_piece(scene, unit_id)
    unit = scene.unit(unit_id)
    companions = company(scene.battle, unit)
    fell_at = unit.pose if unit.on_table else None
    take_off(scene, unit_id, Loss(unit.figures, _HOW[why], told=False), Harm(rules=rules))
    gone = scene.unit(unit_id)
    own = replace(gone.own, wounded=False, fell_at=fell_at)
    gone = replace(gone, place=OffTable(why, edge), fallen=0, own=own, marks=())
    scene.change(with_morale(gone, rout=None, prey=""))
    scene.tell(Removed(unit=unit_id, figures=unit.bodies, why=why, rules=rules))
    part(scene, unit_id, rules)
    for one in companions:
        if why in (DESTROYED, SURROUNDED):
            scene.now(Fate(one.id))
        else:
            remove(scene, one.id, why, (*rules, "BS-9.1-04"), edge)
