"""What the touch of a creature does to ordinary men: it burns (CM-FANT-BALROG-03), paralyses for a turn in melee
(CM-FANT-WIGHT-05) or until somebody frees them (CM-FANT-WRAITH-04, CM-FANT-WRAITH-05)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from shapely import Polygon, union_all
from shapely.geometry.base import BaseGeometry

from schiltron.battle.movement.swept_ground import ground_of
from schiltron.battle.play.casualties import Harm
from schiltron.battle.state.effects import Moment, OnUnit, Until
from schiltron.battle.state.event import Leg, Ruled
from schiltron.battle.state.field import company, enemies, friends, standing_with, touching_enemies
from schiltron.battle.state.unit import in_line
from schiltron.battle.words.grammar import counted
from schiltron.rulesets.chainmail.fantasy.prowess import nature_of
from schiltron.rulesets.chainmail.field import alive, is_aloft, trait
from schiltron.rulesets.chainmail.losses import clear, kill
from schiltron.rulesets.chainmail.state import PARALYSED, Battle, Scene, Unit, uncanny, with_uncanny
from schiltron.table.lengths import CONTACT, Mil, inches
from schiltron.table.outline import gap
from schiltron.table.rectangles import gap as rect_gap

_NEAR: Final[Mil] = inches(1)
"""What counts as touching, of a wraith and of who frees those it held."""


def _is_ordinary(unit: Unit) -> bool:
    """Men, and whatever else the supplement does not name."""
    return nature_of(unit) is None


# ---------------------------------------------------------------- on the way


def touched_on_the_way(scene: Scene, before: Unit, legs: Iterable[Leg]) -> None:
    """Figures that a wraith has come within an inch of on the ground are held (CM-FANT-WRAITH-04)."""
    touch, unit = trait(before, "paralyses_in_passing"), scene.unit(before.id)
    if touch is None or is_aloft(before) or is_aloft(unit) or not unit.on_table:
        return
    ground = _crossed(before, legs)
    for foe in in_line(enemies(scene.battle, unit)):
        if _is_ordinary(foe) and foe.figures and not is_aloft(foe):
            near = sum(Polygon(one.rect.corners).distance(ground) <= _NEAR for one in foe.places[: foe.figures])
            hold(scene, foe, near, touch.rule)


def _crossed(before: Unit, legs: Iterable[Leg]) -> BaseGeometry:
    shapes: list[BaseGeometry] = [Polygon(rect.corners) for rect in before.outline.rects]
    pose, body = before.pose, before.body
    for leg in legs:
        ground = ground_of(pose, body, before.bodies, leg)
        if ground is not None:
            shapes.append(ground)
        pose, body = leg.pose, leg.body
    return union_all(shapes)


def hold(scene: Scene, unit: Unit, figures: int, rule: str) -> None:
    """So many more figures are paralysed until they are freed, of those that are not."""
    held = uncanny(unit).held
    now = min(unit.figures, max(held, figures))
    if now <= held:
        return
    scene.change(with_uncanny(unit, held=now))
    scene.tell(Ruled(what=f"{counted(now - held, 'figure')} of {unit.name} paralysed by a touch", rules=(rule,)))
    if not unit.has(PARALYSED):
        scene.mark(unit.id, PARALYSED, rules=(rule,))


def free_by(scene: Scene, unit_id: str) -> None:
    """Elves, heroes and magic users free those of their side whom they touch, and whoever comes up to them is freed
    (CM-FANT-WRAITH-05)."""
    unit = scene.unit(unit_id)
    if not unit.on_table:
        return
    for friend in (unit, *friends(scene.battle, unit)):
        near = friend.id == unit.id or gap(unit.outline, friend.outline) <= _NEAR
        if near and uncanny(friend).held:
            _freed_by_any(scene, friend, (unit, friend))


def _freed_by_any(scene: Scene, held: Unit, about: tuple[Unit, ...]) -> None:
    for one in about:
        for each in (one, *company(scene.battle, one)):
            frees = trait(each, "frees")
            if frees is not None and alive(each) and each.id != held.id:
                scene.change(with_uncanny(scene.unit(held.id), held=0))
                scene.tell(Ruled(what=f"{each.name} free {held.name} by a touch", rules=(frees.rule,)))
                scene.mark(held.id, PARALYSED, on=False, rules=(frees.rule,))
                return


# ---------------------------------------------------------------- in melee


def after_blows(scene: Scene, fought: Iterable[tuple[str, str]]) -> None:
    """When the dice of a round have fallen: whom a balrog touches burns, whom wights touch is paralysed for a turn, if
    those who touch are alive still."""
    pairs = list(dict.fromkeys(fought))
    for key, foe_key in pairs:
        unit, foe = scene.unit(key), scene.unit(foe_key)
        if alive(unit) and unit.on_table and alive(foe) and foe.on_table and _is_ordinary(foe):
            numb = trait(unit, "paralyses_in_melee")
            if numb is not None:
                _numb(scene, unit, foe, numb.rule)
    for key in dict.fromkeys(key for key, _ in pairs):
        burn_by_touch(scene, key)


def _numb(scene: Scene, unit: Unit, foe: Unit, rule: str) -> None:
    """Each of them touches one figure (CM-FANT-WIGHT-05), which has struck before (CM-FANT-WIGHT-06)."""
    turn, done = scene.battle.turn, uncanny(foe)
    before = done.numbed if done.numbed_in == turn else 0
    now = min(foe.figures, before + unit.figures)
    scene.change(with_uncanny(foe, numbed=now, numbed_in=turn))
    scene.tell(Ruled(what=f"{counted(now - before, 'figure')} of {foe.name} paralysed for a turn", rules=(rule,)))
    if scene.battle.effects.of_kind(foe.id, PARALYSED) is None and not foe.has(PARALYSED):
        ends = (Until(Moment(turn + 1, edge="end")),)
        scene.begin(PARALYSED, OnUnit(foe.id), ends=ends, mark=PARALYSED, rules=(rule,))


def burn_by_touch(scene: Scene, unit_id: str) -> None:
    """Ordinary figures in contact with it are burned to death, whether it came up to them or fought them."""
    unit = scene.unit(unit_id)
    touch = trait(unit, "burns_by_touch")
    if touch is None or not alive(unit) or not unit.on_table:
        return
    for foe in in_line(touching_enemies(scene.battle, unit)):
        if _is_ordinary(foe) and foe.figures:
            base = unit.outline.rects
            burnt = sum(any(rect_gap(one.rect, rect) <= CONTACT for rect in base) for one in foe.places[: foe.figures])
            if burnt:
                kill(scene, foe.id, burnt, Harm(("fire",), unit.id, (touch.rule,)))
    clear(scene, (touch.rule,))


def killed_as_they_stand(battle: Battle, unit: Unit, strikers: int) -> int:
    """How many of those a wraith holds are killed by so many who strike at them (CM-FANT-WRAITH-05)."""
    return min(uncanny(standing_with(battle, unit)).held, unit.figures, strikers)
