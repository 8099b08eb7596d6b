"""Whom a unit shoots at and what its shot would be (cases 2.8, 2.9, 3.5, 9.4, 10.0 to 10.11).

Figures of a skirmish unit shoot together; with `ranks` 1 in the order one shoots alone (BS-10.1-05).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from schiltron.battle.state.decision import Aimed
from schiltron.battle.state.event import Declared, Ruled
from schiltron.battle.state.field import enemies, hostile
from schiltron.battle.state.illegal import Reason
from schiltron.battle.state.memory import noted
from schiltron.battle.state.tally import Tally, Term
from schiltron.battle.state.unit import in_line
from schiltron.battle.words.grammar import does
from schiltron.parent_game.damage import Damage
from schiltron.rulesets.battlesystem.field import fellows, is_individual, ratings
from schiltron.rulesets.battlesystem.melee.heroes import AT_ONCE
from schiltron.rulesets.battlesystem.missiles.attack import (
    BANDS,
    Band,
    Shot,
    Way,
    armour,
    band,
    missile_attack,
    nearest,
    ranges,
)
from schiltron.rulesets.battlesystem.missiles.cover import cover
from schiltron.rulesets.battlesystem.missiles.limits import can_shoot, note_shot
from schiltron.rulesets.battlesystem.missiles.sighting import (
    Mark,
    Sighted,
    counted,
    distance,
    files_of,
    glance,
    line_of,
    muzzle,
    not_before,
    shot_at,
    sighted,
    targets_of,
)
from schiltron.rulesets.battlesystem.missiles.volleys import SHOOT, Volley, mean_damage
from schiltron.rulesets.battlesystem.ratings.pieces import PIECES
from schiltron.rulesets.battlesystem.state import Battle, Scene, Unit
from schiltron.table.body import Formed
from schiltron.table.lengths import TOLERANCE, Mil, inches, show_inches
from schiltron.table.rectangles import point_gap

_AIMS: Final = "aims"
_ROUGHLY: Final[Mil] = inches(1)
"""By no more than this a figure that looks aside stands out of its unit's outline."""
Judged = Volley | list[Reason]
"""A volley as it would be shot, or everything against it."""


def no_target(battle: Battle, unit: Unit, target: Unit) -> list[Reason]:
    """What makes somebody no target at all."""
    if target.host:
        return [Reason(f"{target.name} stands in the ranks of others and is no target alone", ("BS-10.1-02",))]
    if not hostile(battle, unit, target) or not target.on_table or not target.figures:
        are = does("are", one=target.original == 1)
        return [Reason(f"{target.name} {are} no enemy on the table", ("BS-10.1-02",))]
    return []


def marks(battle: Battle, unit: Unit) -> Iterator[Unit]:
    """Enemies that may be in range, a first glance; those of less than the least range among them."""
    return iter(in_line([other for other in enemies(battle, unit) if other.figures and in_reach(unit, other)]))


def in_reach(unit: Unit, target: Unit) -> bool:
    """A first glance: whether a target may be in range. Of a skirmish unit any other figure may be the nearest."""
    far, shape = ranges(unit)[-1] + TOLERANCE, target.outline
    if not unit.outline.near(shape, far):
        return False
    if target.of:
        return True
    x, y = muzzle(unit)
    return any(point_gap(rect, x, y) <= far + _ROUGHLY for rect in shape.rects)


def aim(battle: Battle, unit: Unit, target: Unit, aimed: Aimed | None = None) -> Judged:
    """A unit's shot at a target, or everything against it; whether it may shoot now is for `limits` to say."""
    aims: dict[tuple[str, Aimed], Judged] = noted(battle, _AIMS)
    wanted = aimed or Aimed(target.id)
    key = (unit.id, wanted)
    found = aims.get(key)
    if found is None:
        found = aims[key] = _aim(battle, unit, target, wanted)
    return list(found) if isinstance(found, list) else found


def aim_once(battle: Battle, unit: Unit, target: Unit) -> Judged:
    """The same in a position that is only thought of and not come back to."""
    return _aim(battle, unit, target, Aimed(target.id))


def _aim(battle: Battle, unit: Unit, target: Unit, wanted: Aimed) -> Judged:
    found = no_target(battle, unit, target) or _misformed(unit, wanted)
    if found:
        return found
    before = glance(unit, wanted, shot_at(battle, target))
    if before == "none":
        return [not_before(unit, target)]
    line, targets = line_of(unit, wanted), targets_of(battle, target)
    if not line:
        return [Reason("none of those has any part of this shot left", ("BS-10.1-05",))]
    seen = sighted(battle, unit, line, targets, every=before == "all")
    ways = [made for made in (_way(battle, unit, target, wanted, seen, way) for way in ("direct", "indirect")) if made]
    volleys = [made for made in ways if isinstance(made, Volley)]
    if volleys:
        return volleys[0] if len(volleys) == 1 else max(volleys, key=mean_damage)
    return ways[0] if ways and isinstance(ways[0], list) else list(seen.against)


def _misformed(unit: Unit, aimed: Aimed) -> list[Reason]:
    """An order that names ranks and files the unit does not have."""
    limits = (aimed.ranks, aimed.first_file, aimed.last_file)
    if limits == (None, None, None):
        return []
    if not isinstance(unit.body, Formed):
        alone = aimed.ranks == 1 and limits[1:] == (None, None)
        return [] if alone else [Reason("a single figure has no ranks and files", ("BS-10.1-05",))]
    files = files_of(unit, aimed)
    if not files or files[0] < 0 or files[-1] >= unit.body.files or (aimed.ranks is not None and aimed.ranks < 1):
        return [Reason(f"the files are 0 to {unit.body.files - 1}, and one row shoots at least", ("BS-2.8-05",))]
    return []


def _way(battle: Battle, unit: Unit, target: Unit, aimed: Aimed, seen: Sighted, way: Way) -> Judged | None:
    """The shot in one of the two ways; None where nobody has a line for it, or nothing speaks for it."""
    shooters = seen.direct if way == "direct" else seen.indirect
    visible = seen.seen if way == "direct" else seen.seen_over
    if not shooters or (way == "indirect" and seen.direct == seen.indirect and seen.seen == seen.seen_over):
        return None
    apart = distance(unit, visible)
    at = band(unit, apart)
    if at is None or apart < nearest(unit) - TOLERANCE:
        return [_measured(unit, target, apart)]
    together = _together(battle, unit, target, aimed, shooters, at, way)
    shot = Shot(at, way, cover(battle, unit, target, visible, seen.hidden_by))
    return Volley(
        unit=unit.id,
        target=target.id,
        figures=_reaching(counted(together), target),
        rating=missile_attack(battle, unit, target, shot),
        armour=armour(battle, target, unit),
        damage=damage_of(battle, unit, target),
        by=tuple(dict.fromkeys(mark.unit.id for mark in together)),
        hit=_hit(target, visible),
        seen=sum(1 for _ in visible),
        way=way,
        covered=shot.cover is not None,
        files=_files(unit, aimed),
    )


def _measured(unit: Unit, target: Unit, apart: Mil) -> Reason:
    """Out of range, or nearer than a catapult can fire."""
    is_ = f"{target.name} {does('are', one=target.original == 1)} {show_inches(apart)} away"
    if apart < nearest(unit):
        return Reason(f"{is_}, the least range is {show_inches(nearest(unit))}", ("BS-10.9-03",), measured=True)
    rule = "BS-10.9-01" if unit.own.profile.engine else "BS-10.0-01"
    return Reason(f"{is_}, long range is {show_inches(ranges(unit)[-1])}", (rule, "BS-10.8-04"), measured=True)


def _together(
    battle: Battle, unit: Unit, target: Unit, aimed: Aimed, shooters: Sequence[Mark], at: Band, way: Way
) -> list[Mark]:
    """Who shoots with the one that is ordered to: the figures of its skirmish unit that can (BS-2.9-05, BS-10.1-05)."""
    joined = list(shooters)
    if not unit.of or aimed.ranks is not None:
        return joined
    for one in sorted(fellows(battle, unit), key=lambda each: each.turn_in_line):
        if (
            one.id == unit.id
            or one.own.turn.shot_in_passing != unit.own.turn.shot_in_passing
            or one.own.turn.shots != unit.own.turn.shots
        ):
            continue
        if can_shoot(battle, one) and _joins(battle, one, target, at, way):
            joined += line_of(one, aimed)
    return joined


def _joins(battle: Battle, one: Unit, target: Unit, at: Band, way: Way) -> bool:
    aimed_at = [mark for mark in targets_of(battle, target) if mark.unit.id == target.id]
    seen = sighted(battle, one, line_of(one, Aimed(target.id)), aimed_at)
    visible = seen.seen if way == "direct" else seen.seen_over
    if not visible:
        return False
    own = band(one, distance(one, visible))
    return own is not None and BANDS.index(own) <= BANDS.index(at)


def _reaching(figures: Tally, target: Unit) -> Tally:
    """At a hero only so many shoot at a time."""
    if not is_individual(target):
        return figures
    most = AT_ONCE[target.own.profile.creature.size]
    if figures.total <= most:
        return figures
    less = Term("at one hero at a time", most - figures.total, "BS-9.4-04")
    return Tally(figures.label, (*figures.terms, less), measure="figures")


def damage_of(battle: Battle, unit: Unit, target: Unit) -> tuple[Damage, ...]:
    """Of one figure: the dice of the missile by the size of the target, or those of the piece, which has
    no other ammunition (BS-10.11-01)."""
    profile = unit.own.profile
    if profile.engine:
        return (PIECES[profile.engine].damage,)
    assert profile.missile is not None
    return profile.missile.large if ratings(battle, target).size == "L" else profile.missile.damage


def _hit(target: Unit, visible: Sequence[Mark]) -> tuple[str, ...]:
    """Who takes the damage: of a skirmish unit the one aimed at, then those in sight, the nearest to it first."""
    x, y = target.outline.x, target.outline.y
    near = sorted(
        visible, key=lambda mark: ((mark.figure.x - x) ** 2 + (mark.figure.y - y) ** 2, mark.unit.turn_in_line)
    )
    return tuple(dict.fromkeys(mark.unit.id for mark in near))


def _files(unit: Unit, aimed: Aimed) -> tuple[int, ...]:
    """The files that will have used their part of the shot; () where that is all of them."""
    if not isinstance(unit.body, Formed):
        return ()
    used = {*unit.own.turn.files_loosed, *files_of(unit, aimed)}
    return () if len(used) >= unit.body.files else tuple(sorted(used))


def waste(scene: Scene, unit: Unit, aimed: Aimed, reasons: Sequence[Reason]) -> None:
    """A shot that was declared and does not reach is spent all the same by the files it is declared for (BS-3.5-01)."""
    rules = tuple(dict.fromkeys(("BS-3.5-01", *(rule for reason in reasons for rule in reason.rules))))
    scene.tell(Declared(unit=unit.id, action=SHOOT, target=aimed.target, rules=rules))
    note_shot(scene, unit.id, _files(unit, aimed))
    scene.tell(Ruled(what=f"the shot of {unit.name} is wasted: {reasons[0].text}", rules=rules))
