"""Targets of a unit with the reasons against and the odds: charges (case 7.14), shots, the melee it is in.

Friends whom a commander could join, rally or lead stand in the same list, with the action that says so.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from schiltron.battle.guide.answers import Target
from schiltron.battle.guide.target_lists import foes_in_order, named, out_of_reach
from schiltron.battle.movement.straight_and_wheel import no_more, towards
from schiltron.battle.state.decision import Aimed, PathDrawn
from schiltron.battle.state.field import in_melee, opponents, others, troops
from schiltron.battle.state.manoeuvre import Advance, Path, Wheel
from schiltron.battle.words.grammar import said
from schiltron.rulesets.battlesystem.command import roles
from schiltron.rulesets.battlesystem.command.rallying import ACTIONS as ATTEMPTS
from schiltron.rulesets.battlesystem.command.rallying import purposes
from schiltron.rulesets.battlesystem.field import alive, is_commander, is_individual
from schiltron.rulesets.battlesystem.guide.arrival import arrive, odds_of, under_fire
from schiltron.rulesets.battlesystem.guide.odds import MELEE, exchange
from schiltron.rulesets.battlesystem.guide.plotting import declares_first, legs_of, plotted, seen_in_the_way, walked
from schiltron.rulesets.battlesystem.guide.shots import shots
from schiltron.rulesets.battlesystem.missiles.volleys import SHOOT
from schiltron.rulesets.battlesystem.movement.charges import legal
from schiltron.rulesets.battlesystem.movement.individuals import JOIN
from schiltron.rulesets.battlesystem.movement.rates import charge_allowance
from schiltron.rulesets.battlesystem.movement.trial_moves import CHARGE
from schiltron.rulesets.battlesystem.state import Asked, Battle, Unit
from schiltron.table.lengths import Mdeg, inches, show_inches
from schiltron.table.outline import advance_gap, gap

_WIDEST: Final[Mdeg] = 60_000
_FINE: Final[Mdeg] = 1_000
_FAR: Final = float(inches(1000))
_WHEELS: Final = (1.0, 0.75, 0.5, 1.25)
"""Parts of the way round to an enemy that are tried: who wheels about a corner comes nearer to him or passes him."""


def targets(view: Battle, asked: Asked | None, unit_id: str, path: Path) -> tuple[Target, ...]:
    """What it could be told to attack now; of a unit that is not asked, its melee.

    A charge is declared from where a unit stands: once a path is plotted, its preview says whom it meets.
    """
    unit = view.units.get(unit_id)
    if unit is None or not alive(unit):
        return ()
    if asked is None or not asked.about(unit_id):
        return tuple(_melee(view, unit)) if unit.on_table else ()
    if SHOOT in asked.actions:
        return tuple(shots(asked, unit))
    if any(action in asked.actions for action in ATTEMPTS):
        return tuple(_attempts(asked, unit))
    if any(action in asked.actions for action in roles.ACTIONS):
        return tuple(_roles(asked, unit))
    if path:
        return ()
    if in_melee(view, unit):
        return tuple(_melee(view, unit)) if unit.on_table else ()
    return tuple(_moving(asked, unit))


def _moving(asked: Asked, unit: Unit) -> Iterator[Target]:
    if CHARGE in asked.actions and may_charge(unit):
        yield from _charges(asked, unit)
    if JOIN in asked.actions and is_commander(unit):
        yield from _hosts(asked, unit)


# ---------------------------------------------------------------- charging


def may_charge(unit: Unit) -> bool:
    """Whether charging is anything for such as these."""
    return not is_individual(unit) and not unit.of and not unit.own.profile.engine


def _charges(asked: Asked, unit: Unit) -> Iterator[Target]:
    """Straight at every enemy, the nearest first; where nothing is measured by their names (BS-7.14-01)."""
    view = asked.view
    target = _announced if declares_first(view) else _charge
    for enemy in foes_in_order(view, unit, measured=not declares_first(view)):
        yield target(asked, unit, enemy)


def _announced(asked: Asked, unit: Unit, enemy: Unit) -> Target:
    """A charge by its form alone, as far as it goes: the first way to an enemy that may be declared (BS-7.7-02), one on
    which nothing can be seen to stand before all others."""
    announced = [_declared(asked, unit, enemy, way) for way in ways_at(asked.view, unit, enemy)]
    return min(announced, key=lambda one: (bool(one.reasons), bool(one.bars)))


def _declared(asked: Asked, unit: Unit, enemy: Unit, way: Path) -> Target:
    form, plot = PathDrawn(way), plotted(asked.view, unit, way, "charge")
    bars = seen_in_the_way(plot, legs_of(plot, walked(plot)))
    return Target(enemy.id, tuple(asked.against(unit, CHARGE, form)), None, CHARGE, form, bars=bars)


def _charge(asked: Asked, unit: Unit, enemy: Unit) -> Target:
    view = asked.view
    far, apart = charge_allowance(view, unit).total - unit.own.turn.spent, gap(unit.outline, enemy.outline)
    ways = ways_at(view, unit, enemy)
    unable = tuple(reason for reason in asked.against(unit, CHARGE, PathDrawn(ways[0])) if not reason.measured)
    if unable:
        return Target(enemy.id, unable, None, CHARGE)
    if apart > far:
        text = f"{said(enemy, 'are')} {show_inches(apart)} away, a charge goes {show_inches(far)}"
        return out_of_reach(enemy, CHARGE, text, "BS-7.14-01")
    for way in ways:
        found = _reaching(asked, unit, enemy, way)
        if found is not None:
            return found
    return out_of_reach(enemy, CHARGE, f"no straight way leads to {enemy.name}", "BS-7.14-03")


def _reaching(asked: Asked, unit: Unit, enemy: Unit, way: Path) -> Target | None:
    """The charge along a way, if it is one and meets this enemy."""
    order = legal(asked.view, unit, way)
    if order is None or not isinstance(order.form, PathDrawn):
        return None
    plot = plotted(asked.view, unit, order.form.path, "charge")
    walker = walked(plot)
    if walker.met is None or walker.met.id != enemy.id or asked.against(unit, CHARGE, order.form):
        return None
    arrival = arrive(plot, walker)
    assert arrival is not None
    risks = under_fire(plot, walker)
    fought = odds_of(arrival, risks)
    beside = (*risks, *((fought.taken,) if fought.taken is not None else ()))
    return Target(enemy.id, (), fought.dealt, CHARGE, order.form, beside)


def ways_at(view: Battle, unit: Unit, enemy: Unit) -> list[Path]:
    """As far as a charge goes: straight on where that leads to an enemy, else after a wheel towards him."""
    far = Advance(max(1, charge_allowance(view, unit).total - unit.own.turn.spent))
    straight: list[Path] = [(far,)] if _straight_ahead(view, unit) == enemy.id else []
    angle = no_more(towards(unit, enemy), _WIDEST)
    if abs(angle) < _FINE:
        return straight or [(far,)]
    side: Wheel = Wheel("right" if angle > 0 else "left", abs(angle))
    turned: list[Path] = [(replace(side, angle=round(part * side.angle)), far) for part in _WHEELS]
    return [*straight, *turned]


def _straight_ahead(view: Battle, unit: Unit) -> str:
    """Whom a unit would run into if it went straight on for ever; "" for nobody."""
    ways = (
        (advance_gap(unit.outline, *unit.pose.forward, other.outline, _FAR), other.id) for other in others(view, unit)
    )
    return min(((far, other) for far, other in ways if far is not None), default=(0.0, ""))[1]


# ---------------------------------------------------------------- friends


def _hosts(asked: Asked, unit: Unit) -> Iterator[Target]:
    """The units a commander could join (BS-9.2-01)."""
    for host in troops(asked.view, unit.side):
        if host.on_table and host.figures and not is_individual(host) and not host.of and host.id != unit.host:
            yield named(asked, unit, JOIN, host)


def _attempts(asked: Asked, commander: Unit) -> Iterator[Target]:
    """Units for whom a commander could make an attempt, with what for (BS-6.0-01)."""
    for unit in troops(asked.view, commander.side):
        if not alive(unit) or not unit.on_table:
            continue
        for action in purposes(unit):
            if action in asked.actions:
                yield named(asked, commander, action, unit)


def _roles(asked: Asked, one: Unit) -> Iterator[Target]:
    """Units of which an individual could be part, or take command (BS-9.0-02)."""
    for action, target in roles.actions(asked.view, one):
        if target:
            yield Target(target, (), None, action, Aimed(target))


# ---------------------------------------------------------------- hand to hand


def _melee(view: Battle, unit: Unit) -> Iterator[Target]:
    """Those it fights, and what they do to it."""
    for foe in foes_of(view, unit):
        fought = exchange(view, unit, foe)
        if fought.dealt is not None or fought.taken is not None:
            taken = (fought.taken,) if fought.taken is not None else ()
            yield Target(foe.id, (), fought.dealt, MELEE, beside=taken)


def foes_of(view: Battle, unit: Unit) -> Iterator[Unit]:
    """Enemies in contact; of a skirmish unit the first of its figures stands for it."""
    seen: set[str] = set()
    for foe in opponents(view, unit):
        if alive(foe) and (foe.of or foe.id) not in seen and not (is_individual(unit) and is_individual(foe)):
            seen.add(foe.of or foe.id)
            yield foe
