"""Shooting (chapters B2 and A3): who may shoot, at whom, and with which dice."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from msgspec import Struct

from schiltron.battle.state.decision import Aimed
from schiltron.battle.state.field import friendly, standing_with, touching_enemies
from schiltron.battle.state.illegal import Reason
from schiltron.battle.state.memory import noted
from schiltron.battle.state.tally import Tally, Term, scaled
from schiltron.battle.words.grammar import said
from schiltron.rulesets.book_of_war.attacks.choices import Portion, Shot, Volley
from schiltron.rulesets.book_of_war.attacks.firing_line import (
    FiringLine,
    firing_line,
    nearest_mark,
    plainly_outside,
    shooting_side,
)
from schiltron.rulesets.book_of_war.attacks.marksmen import marks_within, may_be_mark, standing_out
from schiltron.rulesets.book_of_war.attacks.sighting import (
    Line,
    crowd,
    line_of_sight,
    marksman,
    masked_by,
    overlooked,
    screens,
    walled_off,
)
from schiltron.rulesets.book_of_war.attacks.to_hit import Blow, Modifier, chance, to_hit_now
from schiltron.rulesets.book_of_war.enclosed import covered, sealed_in
from schiltron.rulesets.book_of_war.field import can_act, fights_cornered, in_melee_range, troop, troop_now
from schiltron.rulesets.book_of_war.state import Battle, Unit
from schiltron.rulesets.book_of_war.troop_type import Missile
from schiltron.table.body import Figure
from schiltron.table.contact import Edge
from schiltron.table.lengths import TOLERANCE, Mil, show_inches
from schiltron.table.outline import gap
from schiltron.table.terrain import Feature, name_of

_COVER: tuple[Modifier, ...] = ("target_behind_battlement",)
_AIMS = "aims"
_SHOTS = "shots"


class Prospect(Struct, frozen=True):
    """A shot that would count, and the hits to be expected: on the enemy, and on one's own side (BW-B2-38)."""

    aimed: Aimed
    volley: Volley
    hits: float
    own_hits: float


# ---------------------------------------------------------------- who may shoot


def may_shoot(battle: Battle, unit: Unit) -> list[Reason]:
    """Everything that keeps a unit from shooting at anybody. A hero in the ranks shoots as others do who have not moved
    (BW-A3-21), unless his unit fights."""
    if unit.host:
        host, found = battle.units[unit.host], _against_shooting(*standing_out(battle, unit))
        return found or _hand_to_hand(battle, host)
    return _against_shooting(battle, unit)


def _against_shooting(battle: Battle, unit: Unit) -> list[Reason]:
    if battle.own.options.game == "core":
        return [Reason("the core game has no missiles", ("BW-C3-12",))]
    if troop(unit).missile is None:
        return [Reason(f"{unit.name} have no missiles", ("BW-B2-23",))]
    if not can_act(unit):
        return [Reason(f"{unit.name} are in no state to shoot", ("BW-B5-07",))]
    kind = troop_now(battle, unit)
    if kind.missile is None:
        return [_silenced(battle, unit)]
    found = []
    if unit.own.turn.shot:
        found.append(Reason(f"{unit.name} have shot already", ("BW-B2-23",)))
    spent, half = unit.own.turn.spent, kind.half_move
    if kind.missile.at_rest and (unit.own.turn.moved or spent):
        found.append(_unsteady(battle, unit))
    elif spent > half + TOLERANCE:
        found.append(Reason(f"{unit.name} have used {show_inches(spent)}, more than half their move", ("BW-B2-27",)))
    elif not dice(battle, unit, unit.figures).total:
        found.append(Reason(f"{unit.name} have no die left after moving", ("BW-B2-26",)))
    return found + _hand_to_hand(battle, unit)


def _hand_to_hand(battle: Battle, unit: Unit) -> list[Reason]:
    if not in_melee_range(battle, unit):
        return []
    near = f"{unit.name} are within melee range of an enemy"
    return [Reason(near, ("BW-B2-40",), measured=not touching_enemies(battle, unit))]


def _unsteady(battle: Battle, unit: Unit) -> Reason:
    """Why somebody does not shoot who has moved: heroes never do, nobody does in short turns."""
    conditions = battle.own.conditions
    if conditions is not None and conditions.short_turns:
        return Reason(f"{unit.name} have moved, and must stand still to shoot in short turns", ("BW-O5-05",))
    return Reason(f"{unit.name} has moved, and would have to stand still", ("BW-A3-27", "BW-A3-33"))


def _silenced(battle: Battle, unit: Unit) -> Reason:
    """Why nobody of this type shoots under the conditions of the field."""
    conditions = battle.own.conditions
    if conditions is not None and conditions.storm:
        return Reason("nobody shoots in a storm", ("BW-O1-07",))
    return Reason(f"{unit.name} see nothing to shoot at in the dark", ("BW-O2-03",))


def dice(battle: Battle, unit: Unit, figures: int) -> Tally:
    """The dice of so many shooters: the rate of fire each (BW-B2-25), half of all after a move (BW-B2-26).

    Who set out has moved, however little of it was spent (BW-B2-43)."""
    weapon = weapon_of(battle, unit)
    full = figures * weapon.rate
    terms = [Term(f"{figures} figures, {weapon.rate} each", full, "BW-B2-25")]
    if unit.own.turn.moved or unit.own.turn.spent > 0:
        terms.append(Term("after a move", full // 2 - full, "BW-B2-26"))
    conditions = battle.own.conditions
    if conditions is not None and conditions.short_turns:
        terms.append(scaled(terms, "short turns", Fraction(1, conditions.parts), conditions.short_turns))
    return Tally("dice", tuple(terms), measure="dice")


def weapon_of(battle: Battle, unit: Unit) -> Missile:
    """What it shoots with, under the conditions of the field."""
    weapon = troop_now(battle, unit).missile
    assert weapon is not None, f"{unit.kind} have no missiles"
    return weapon


# ---------------------------------------------------------------- at whom


def may_aim(battle: Battle, unit: Unit, aimed: Aimed) -> list[Reason]:
    """What the form of an order to shoot already shows to be wrong; nothing is measured."""
    found = []
    target = battle.units.get(aimed.target)
    if target is None or not may_be_mark(battle, unit, target):
        found.append(Reason(f"there is no {aimed.target!r} to shoot at", ("BW-B2-23",)))
    elif friendly(battle, unit, target):
        found.append(Reason(f"{target.name} are friends", ("BW-B1-06",)))
    elif _shut_in(battle, unit, target):
        found.append(Reason(said(target, "are inside, where nothing from outside harms them"), ("BW-O6-12",)))
    if aimed.ranks is not None and aimed.ranks < 1:
        found.append(Reason("at least one rank must shoot", ("BW-B2-33",)))
    first = aimed.first_file if aimed.first_file is not None else 0
    if first < 0 or (aimed.last_file is not None and aimed.last_file < first):
        found.append(Reason("files run from the first, which is 0, to the last", ("BW-B2-33",)))
    return found


def aim(battle: Battle, unit: Unit, aimed: Aimed) -> Volley | list[Reason]:
    """A shot judged from the position as it is (`_aim`); each is judged once, but of heroes in the ranks."""
    if unit.host:
        return _aim(battle, unit, aimed)
    aims: dict[tuple[str, Aimed], tuple[Unit, Volley | list[Reason]]] = noted(battle, _AIMS)
    found = aims.get((unit.id, aimed))
    if found is None or found[0] is not unit:
        found = aims[unit.id, aimed] = unit, _aim(battle, unit, aimed)
    judged = found[1]
    return list(judged) if isinstance(judged, list) else judged


def _aim(battle: Battle, unit: Unit, aimed: Aimed) -> Volley | list[Reason]:
    """A shot judged from the position as it is: its dice, fixed and divided, or every reason against it.

    Where one may measure first, ranks and files out of range are left out unasked; where one declares first, those
    not named all shoot, and all is wasted if the farthest is too far (BW-B1-08, BW-B2-33).
    """
    found = may_shoot(battle, unit) + may_aim(battle, unit, aimed)
    if any(not reason.measured for reason in found):
        return found
    battle, unit = standing_out(battle, unit)
    battle, target = standing_out(battle, battle.units[aimed.target])
    view = _seen(battle, unit, target)
    if isinstance(view, Reason):
        return [*found, view]
    within = weapon_of(battle, unit).limit + TOLERANCE if battle.own.options.declare == "measure_first" else None
    volley = _volley(battle, unit, view, aimed, within)
    if isinstance(volley, Volley):
        return found or volley
    return found + volley


class _View(NamedTuple):
    """A target as the shooters see it: the figure aimed at, from which side, and along which line."""

    target: Unit
    mark: Figure
    side: Edge
    line: Line


def _seen(battle: Battle, unit: Unit, target: Unit) -> _View | Reason:
    """The target figure, if it stands near enough and within the arc."""
    reach = weapon_of(battle, unit).limit
    apart = gap(unit.outline, target.outline)
    if apart > reach + TOLERANCE:
        return _out_of_range(battle, unit, target, apart)
    mark = None if plainly_outside(unit, target) else nearest_mark(unit, target)
    side = shooting_side(unit, mark) if mark is not None else None
    if mark is None or side is None:
        rule = "BW-B2-42" if troop(unit).horse_archers else "BW-B2-24"
        return Reason(f"{target.name} are outside the arc of {unit.name}", (rule,), measured=True)
    return _View(target, mark, side, line_of_sight(unit, side, mark))


def in_the_line(battle: Battle, unit: Unit, aimed: Aimed) -> Reason | None:
    """The ground that hides the target, as it is seen without a ruler: whether or not it is in range (BW-B2-36)."""
    battle, unit = standing_out(battle, unit)
    battle, target = standing_out(battle, battle.units[aimed.target])
    mark = None if plainly_outside(unit, target) else nearest_mark(unit, target)
    side = shooting_side(unit, mark) if mark is not None else None
    if mark is None or side is None:
        return None
    firing, line = firing_line(battle, unit, mark, side, aimed, None), line_of_sight(unit, side, mark)
    mask = walled_off(battle, unit.level, target.level, line)
    if mask is None and firing.figures:
        mask = masked_by(battle, marksman(firing.figures, line), mark, line)
    return _masked(unit, mask) if mask is not None else None


def _masked(unit: Unit, by: Feature) -> Reason:
    return Reason(f"{name_of(by)} is in the way of {unit.name}", ("BW-B2-36",), measured=True)


def _volley(battle: Battle, unit: Unit, view: _View, aimed: Aimed, within: Mil | None) -> Volley | list[Reason]:
    """Who shoots at what is seen, whether it reaches, and what makes it harder."""
    target, reach = view.target, weapon_of(battle, unit).limit
    firing = firing_line(battle, unit, view.mark, view.side, aimed, within)
    if not firing.figures:
        return [Reason(f"no rank or file of {unit.name} is left to shoot", ("BW-B2-33",), measured=True)]
    found = []
    if firing.distance > reach + TOLERANCE:
        found.append(_out_of_range(battle, unit, target, firing.distance))
    shooter = marksman(firing.figures, view.line)
    mask = walled_off(battle, unit.level, target.level, view.line)
    mask = mask or masked_by(battle, shooter, view.mark, view.line)
    if mask is not None:
        found.append(_masked(unit, mask))
    thrown = dice(battle, unit, len(firing.figures))
    if not thrown.total:
        found.append(Reason(f"{unit.name} have no die left after moving", ("BW-B2-26",), measured=True))
    if found:
        return found
    modifiers = own_modifiers(battle, unit)
    modifiers += _band(battle, unit, firing.distance)
    screen = screens(battle, unit, target, view.line)
    if screen and not overlooked(battle, unit, shooter, screen):
        modifiers.append("indirect_fire")
    return _divided(battle, unit, [target, *crowd(battle, unit, target, view.mark)], firing, thrown, tuple(modifiers))


def own_modifiers(battle: Battle, unit: Unit) -> list[Modifier]:
    """What changes all shots of a unit, whoever is shot at: light and weather, its own skill (BW-A2-08), and that it is
    cornered (BW-B5-13)."""
    found = list(troop_now(battle, unit).missile_modifiers)
    found += ["halfling_sling"] if "sling_plus_1" in troop(unit).abilities else []
    found += ["routed_unit_that_cannot_flee"] if fights_cornered(unit) else []
    return found


def _band(battle: Battle, unit: Unit, distance: Mil) -> tuple[Modifier, ...]:
    """What the range costs. Exactly half of it is still near (BW-B2-31); beyond the listed range there is but the long
    band (BW-O5-02). The stones of hero giants know no difference (BW-A3-33)."""
    weapon = weapon_of(battle, unit)
    if weapon.even:
        return ()
    if distance - TOLERANCE > weapon.reach:
        return ("long_range_band_optional",)
    return ("beyond_half_range",) if 2 * (distance - TOLERANCE) > weapon.reach else ()


def _out_of_range(battle: Battle, unit: Unit, target: Unit, distance: Mil) -> Reason:
    reach = show_inches(weapon_of(battle, unit).limit)
    return Reason(
        f"{target.name} are {show_inches(distance)} away, the range is {reach}", ("BW-B2-30", "BW-B2-33"), measured=True
    )


def _divided(
    battle: Battle, unit: Unit, targets: list[Unit], line: FiringLine, thrown: Tally, modifiers: tuple[Modifier, ...]
) -> Volley:
    """The dice shared out evenly, each share against its own target's armour (BW-B2-38) and cover (BW-O6-07)."""
    each, spare = divmod(thrown.total, len(targets))
    return Volley(
        shot=Shot(unit.id, targets[0].id, line.ranks, line.first_file, line.last_file),
        distance=line.distance,
        dice=thrown,
        portions=tuple(
            Portion(target.id, Blow(each, to_hit_now(battle, unit, target, modifiers + cover, shooting=True)))
            for target in targets
            for cover in (_COVER if covered(battle, target) else (),)
        ),
        spare=spare,
    )


# ---------------------------------------------------------------- what is worth shooting at


def in_reach(battle: Battle, unit: Unit) -> list[Unit]:
    """Enemies that may be within range as far as a glance tells, by their names."""
    battle, unit = standing_out(battle, unit)
    found = marks_within(battle, unit, weapon_of(battle, unit).limit)
    return [enemy for enemy in found if not _shut_in(battle, unit, enemy)] if battle.table.works else found


def _shut_in(battle: Battle, unit: Unit, enemy: Unit) -> bool:
    """Whether an enemy is inside a tower, and the unit is not there too (BW-O6-12)."""
    there = standing_with(battle, enemy)
    return sealed_in(battle, there) and there.level != standing_with(battle, unit).level


def targets(battle: Battle, unit: Unit) -> list[Prospect]:
    """Every enemy a unit could hit now, each with the best choice of ranks and files; none if it may not shoot."""
    if may_shoot(battle, unit):
        return []
    found = (best_shot(battle, unit, enemy) for enemy in in_reach(battle, unit))
    return [prospect for prospect in found if prospect is not None]


def best_shot(battle: Battle, unit: Unit, enemy: Unit) -> Prospect | None:
    """The shot at an enemy that promises most, if there is one; each is thought of once in a position, but for heroes
    in the ranks."""
    if unit.host or enemy.host:
        battle, unit = standing_out(battle, unit)
        battle, enemy = standing_out(battle, enemy)
        return _best_shot(battle, unit, enemy)
    shots: dict[tuple[str, str], tuple[Unit, Unit, Prospect | None]] = noted(battle, _SHOTS)
    found = shots.get((unit.id, enemy.id))
    if found is None or found[0] is not unit or found[1] is not enemy:
        found = shots[unit.id, enemy.id] = unit, enemy, _best_shot(battle, unit, enemy)
    return found[2]


def _best_shot(battle: Battle, unit: Unit, enemy: Unit) -> Prospect | None:
    """A shot with as many as are in range, or with those in half range if that promises more (BW-B2-31)."""
    view = _seen(battle, unit, enemy)
    if isinstance(view, Reason):
        return None
    weapon = weapon_of(battle, unit)
    volley = _volley(battle, unit, view, Aimed(enemy.id), weapon.limit + TOLERANCE)
    if not isinstance(volley, Volley):
        return None
    best = _prospect(battle, unit, volley)
    apart = gap(unit.outline, enemy.outline)
    for band in (weapon.reach, weapon.reach // 2):
        if volley.distance > band + TOLERANCE >= apart and _band(battle, unit, volley.distance) != _band(
            battle, unit, band
        ):
            nearer = _volley(battle, unit, view, Aimed(enemy.id), band + TOLERANCE)
            if isinstance(nearer, Volley):
                close = _prospect(battle, unit, nearer)
                if close.hits - close.own_hits > best.hits - best.own_hits:
                    best = close
    return best


def _prospect(battle: Battle, unit: Unit, volley: Volley) -> Prospect:
    """Dice left over are reckoned one to each of the first, as for want of a choice."""
    hits = own_hits = 0.0
    for place, portion in enumerate(volley.portions):
        share = (portion.blow.dice + (place < volley.spare)) * chance(portion.blow.need)
        if friendly(battle, unit, battle.units[portion.target]):
            own_hits += share
        else:
            hits += share
    shot = volley.shot
    aimed = Aimed(shot.target, shot.ranks, shot.first_file, shot.last_file)
    return Prospect(aimed, volley, hits, own_hits)
