"""The orders a unit may be given, each with its key: moves and charges (rules MOVE, CMD), joining a unit, a shot.

Every leg is tried with the walk that judges orders, after whatever is plotted already.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final, Literal

from msgspec.structs import replace

from schiltron.battle.guide.answers import MenuEntry
from schiltron.battle.guide.menu_lines import (
    STEP,
    Line,
    Tried,
    ahead_or_reformed,
    facings,
    no_more_legs,
    path_entry,
    turns,
    wheels,
)
from schiltron.battle.state.field import enemies, friends
from schiltron.battle.state.illegal import Reason
from schiltron.battle.state.manoeuvre import Advance, Manoeuvre, Path, Wheel
from schiltron.rulesets.by_this_axe.attacks.fire import SHOOT
from schiltron.rulesets.by_this_axe.attacks.shooting import holds_fire, may_shoot
from schiltron.rulesets.by_this_axe.field import is_character, ordered
from schiltron.rulesets.by_this_axe.guide.plotting import Plot, plotted, walked
from schiltron.rulesets.by_this_axe.movement.characters import JOIN, judge_join
from schiltron.rulesets.by_this_axe.movement.charging import (
    CHARGE,
    bound_to_charge,
    judge_order,
    judge_path,
    judge_straight,
)
from schiltron.rulesets.by_this_axe.movement.phase import LONGEST_PATH
from schiltron.rulesets.by_this_axe.movement.trial_moves import MOVE
from schiltron.rulesets.by_this_axe.state import Asked, Battle, Unit

_LINES: Final = (
    Line("advance", "Advance", "W", "TA-MOVE-04", icon="icon-advance"),
    *turns("TA-MOVE-13"),
    *wheels("TA-MOVE-13"),
    *facings("TA-MOVE-13"),
    Line("formation", "Formation", "G", "TA-UNIT-06", icon="icon-formation"),
)
_UNDER_ORDERS: Final = "TA-CMD-13"
"""With order cards this is the rule about turning and forming."""
KEYS: Final = (("C", "charge"), ("J", "join a unit"))


def menu(asked: Asked, unit_id: str, path: Path) -> tuple[MenuEntry, ...]:
    """The menu of a unit the decision asks about."""
    view, unit, actions = asked.view, asked.view.units[unit_id], asked.actions
    found: list[MenuEntry] = []
    if MOVE in actions:
        found += _moves(view, unit, path)
    if CHARGE in actions:
        found.append(_charge(view, unit, path))
    if JOIN in actions and is_character(unit):
        found.append(_join(view, unit))
    if SHOOT in actions:
        against = (*may_shoot(view, unit), *holds_fire(view, unit))
        found.append(MenuEntry(SHOOT, "Shoot", "T", "TA-RANGED-01", "target", name="shoot", reasons=against))
    return tuple(found)


# ---------------------------------------------------------------- moving


def _moves(view: Battle, unit: Unit, path: Path) -> Iterator[MenuEntry]:
    plot = plotted(view, unit, path, "move")
    walker = walked(plot)
    legs_of = ahead_or_reformed(walker.left, walker.body)
    for line in _lines(view, unit):
        entry = path_entry(MOVE, line, line.legs or legs_of[line.name], partial(_tried, plot, len(path)))
        yield _into_contact(view, unit, path, entry) if line.name == "advance" else entry


def _lines(view: Battle, unit: Unit) -> Iterator[Line]:
    """Whoever sets out from among a unit leaves it (TA-CHAR-11); with order cards other rules speak of turning."""
    for line in _LINES:
        if line.name == "advance":
            yield line._replace(label="Leave", rule="TA-CHAR-11") if unit.host else line
        elif view.own.options.command == "cards" and not is_character(unit):
            manoeuvre = ordered(view, unit, "maneuver") is not None and line.name != "formation"
            yield line._replace(rule="TA-CMD-22" if manoeuvre else _UNDER_ORDERS)
        else:
            yield line


def _tried(plot: Plot, legs: int, leg: Manoeuvre) -> Tried:
    """A leg after so many others."""
    if legs >= LONGEST_PATH:
        return no_more_legs(LONGEST_PATH, "TA-MOVE-04")
    bound = bound_to_charge(plot.battle, plot.unit)
    if bound:
        return bound
    before = plot.step.path
    longer = plot._replace(step=replace(plot.step, path=(*before, leg)))
    walker = walked(longer)
    if not walker.reasons:
        return leg
    if isinstance(leg, Advance | Wheel) and len(walker.legs) == len(before) + 1:
        made = walker.legs[-1].manoeuvre
        if not walked(plot._replace(step=replace(plot.step, path=(*before, made)))).reasons:
            return made
    return walker.reasons


def _into_contact(view: Battle, unit: Unit, path: Path, entry: MenuEntry) -> MenuEntry:
    """Where an advance can go no farther than up to an enemy, going on is a charge (TA-MOVE-12)."""
    if entry.legs or len(path) >= LONGEST_PATH or judge_order(view, unit):
        return entry
    plot = plotted(view, unit, path, CHARGE)
    left = walked(plot).left
    walker = walked(plot._replace(step=replace(plot.step, path=(*path, Advance(max(left, STEP))))))
    if walker.met is None or not walker.legs or judge_path(plot.battle, plot.unit, (*path, walker.legs[-1].manoeuvre)):
        return entry
    return replace(entry, action=CHARGE, legs=(walker.legs[-1].manoeuvre,), reasons=(), rule="TA-MOVE-12")


# ---------------------------------------------------------------- charging and joining


def _charge(view: Battle, unit: Unit, path: Path) -> MenuEntry:
    """Straight at an enemy; or along what is plotted, if that ends in contact."""
    rule = "TA-CMD-12" if view.own.options.command == "cards" else "TA-MOVE-12"
    plot = plotted(view, unit, path, CHARGE)
    against = judge_order(view, unit)
    if not against:
        against = judge_path(plot.battle, plot.unit, path) if path else _nobody_to_charge(plot)
    form: Literal["path", "target"] = "path" if path else "target"
    return MenuEntry(
        CHARGE, "Charge", "C", rule, form, name="charge", reasons=tuple(against), icon="mark-charging", shown="always"
    )


def _nobody_to_charge(plot: Plot) -> list[Reason]:
    battle, unit = plot.battle, plot.unit
    if any(not judge_straight(battle, unit, foe.id) for foe in enemies(battle, unit)):
        return []
    return [Reason("no enemy is within a straight charge", ("TA-MOVE-12",), measured=True)]


def _join(view: Battle, unit: Unit) -> MenuEntry:
    hosts = [one.id for one in friends(view, unit) if not is_character(one)]
    against: list[Reason] = []
    if all(judge_join(view, unit, host) for host in hosts):
        against = [Reason("there is no unit within his move that he could join", ("TA-CHAR-11",), measured=True)]
    return MenuEntry(JOIN, "Join", "J", "TA-CHAR-11", "target", name="join", reasons=tuple(against), icon="icon-hand")
