"""The orders a unit may be given, each with its key and cost: moves (cases 7.7 to 7.14), formations, shots, attempts.

Every leg and every order is asked of the door, after whatever is plotted already.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from msgspec.structs import replace

from schiltron.battle.guide.answers import MenuEntry
from schiltron.battle.guide.menu_lines import (
    STEP,
    Line,
    Tried,
    ahead_or_reformed,
    aimed_entry,
    along_entry,
    keys_of,
    no_more_legs,
    path_entry,
    tried_at_the_door,
    turns,
    wheels,
)
from schiltron.battle.state.decision import Move, PathDrawn
from schiltron.battle.state.field import in_melee
from schiltron.battle.state.manoeuvre import Advance, Expand, Face, FormUp, Manoeuvre, Oblique, Path, Turn, Wheel, Wrap
from schiltron.rulesets.battlesystem.command import roles
from schiltron.rulesets.battlesystem.command.rallying import ACTIONS as ATTEMPTS
from schiltron.rulesets.battlesystem.field import fellows, is_individual, is_mob, is_regular
from schiltron.rulesets.battlesystem.guide.plotting import declares_first, plotted, walked
from schiltron.rulesets.battlesystem.guide.shots import firing
from schiltron.rulesets.battlesystem.guide.targets import may_charge, targets
from schiltron.rulesets.battlesystem.missiles.limits import may_shoot, may_split
from schiltron.rulesets.battlesystem.missiles.volleys import SHOOT
from schiltron.rulesets.battlesystem.movement.engaged import FLEE, WITHDRAW, WRAP
from schiltron.rulesets.battlesystem.movement.individuals import JOIN, LEAVE
from schiltron.rulesets.battlesystem.movement.together import TOGETHER
from schiltron.rulesets.battlesystem.movement.trial_moves import CHARGE, MARCH, MOVE, SPLIT
from schiltron.rulesets.battlesystem.movement.walk import LONGEST_PATH
from schiltron.rulesets.battlesystem.state import Asked, Unit
from schiltron.rulesets.battlesystem.steps import Action
from schiltron.table.lengths import HALF_TURN, degrees

_SIDES: Final = ((1, 1), (1, 0), (0, 1))
_ENDS: Final = tuple((n * left, n * right) for n in (3, 2, 1) for left, right in _SIDES)

_AHEAD: Final = Line("advance", "Advance", "W", "BS-7.0-01", icon="icon-advance")
_ALONE: Final = (
    _AHEAD,
    *turns("BS-7.9-01"),
    Line("about", "About", "R", "BS-7.9-01", (Turn(HALF_TURN),), "icon-about"),
)
_RANKS: Final = (
    _AHEAD,
    *wheels("BS-7.9-03"),
    Line("oblique_left", "Oblique left", "A", "BS-7.9-02", icon="icon-oblique"),
    Line("oblique_right", "Oblique right", "D", "BS-7.9-02", icon="icon-oblique"),
    Line("face", "Face", "F", "BS-7.9-04", (Face("left"), Face("right")), "icon-face"),
    Line("about", "About", "R", "BS-7.9-04", (Face("rear"),), "icon-about"),
    Line("formation", "Frontage", "G", "BS-7.10-01", icon="icon-formation"),
    Line("close_order", "Closed ranks", "K", "BS-7.2-01", (FormUp("close"),), "icon-formation", "seldom"),
    Line("open_order", "Open ranks", "O", "BS-7.3-01", (FormUp("open"),), "icon-open-order", "seldom"),
    Line("skirmish_order", "Skirmish order", "U", "BS-7.4-01", (FormUp("skirmish"),), "icon-open-order", "seldom"),
    Line(
        "shield_wall",
        "Shield wall",
        "I",
        "BS-11.6-01",
        (FormUp("shield_wall"), FormUp("shield_ring")),
        "icon-hedgehog",
        "seldom",
    ),
    Line(
        "set_spears",
        "Set spears",
        "Y",
        "BS-11.7-01",
        (FormUp("set_spears"), FormUp("set_ring")),
        "figure-spearmen",
        "seldom",
    ),
    Line("square", "Face outward", "H", "BS-7.9-04", (FormUp("square"), FormUp("flanks")), "icon-hedgehog", "seldom"),
)
_MOB: Final = (_AHEAD, *wheels("BS-7.9-03"))
_WRAPS: Final = (
    Line("wrap", "Wrap", "P", "BS-7.11-01", tuple(Wrap(*ends) for ends in _ENDS), "icon-hedgehog"),
    Line("expand", "Expand", "X", "BS-7.11-02", tuple(Expand(*ends) for ends in _ENDS), "icon-formation"),
)
_CHARGE: Final = (CHARGE, "Charge", "C", "BS-7.14-01")
_ATTEMPTS: Final = {
    "rally": ("Rally", "R", "BS-6.2-01", "figure-standard", ""),
    "bring_back": ("Bring back", "B", "BS-6.5-01", "figure-standard", "bring {} back"),
    "order_forward": ("Order: forward", "W", "BS-2.10-06", "", "order {} forward"),
    "order_charge": ("Order: charge", "C", "BS-2.10-06", "", "order {} to charge"),
    "order_forced_march": ("Order: forced march", "V", "BS-2.10-06", "", "order {} to force the march"),
    "order_wheel": ("Order: wheel", "Q", "BS-2.10-06", "", "order {} to wheel"),
}
_ROLES: Final = {
    roles.HERO: ("Become a hero", "H", "BS-9.0-02"),
    roles.MEMBER: ("Become a member", "J", "BS-9.1-01"),
    roles.LEAD: ("Take command", "K", "BS-9.3-03"),
    roles.SUCCEED: ("Succeed", "U", "BS-9.3-03"),
}
KEYS: Final = (
    *keys_of(*_RANKS, *_WRAPS),
    ("C", "charge"),
    ("V", "forced march"),
    ("S", "split the move to fire"),
    ("N", "all together"),
    ("J", "join a unit"),
    ("Z", "leave it"),
    ("B", "in contact: withdraw"),
    ("Y", "in contact: flee"),
)


def menu(asked: Asked, unit_id: str, path: Path) -> tuple[MenuEntry, ...]:
    """The menu of a unit the decision asks about."""
    unit, actions = asked.view.units[unit_id], asked.actions
    if isinstance(asked.decision, Move):
        return tuple(_moves(asked, unit, path, MOVE))
    if SHOOT in actions:
        return (_shoot(asked, unit),)
    if any(action in actions for action in ATTEMPTS):
        return tuple(_attempts(asked, unit))
    if any(action in actions for action in roles.ACTIONS):
        return tuple(_roles(asked, unit))
    if in_melee(asked.view, unit):
        return tuple(_engaged(asked, unit))
    return tuple(_marching(asked, unit, path))


# ---------------------------------------------------------------- moving


def _marching(asked: Asked, unit: Unit, path: Path) -> Iterator[MenuEntry]:
    yield from _moves(asked, unit, path, MOVE)
    if may_charge(unit):
        yield _charge(asked, unit, path)
    yield along_entry(asked, unit, path, MARCH, "Forced march", "V", "BS-7.13-01")
    if may_split(unit):
        yield along_entry(asked, unit, path, SPLIT, "Split move", "S", "BS-10.5-01")
    if unit.of and len(fellows(asked.view, unit)) > 1:
        yield along_entry(asked, unit, path, TOGETHER, "All together", "N", "BS-2.9-05")
    if is_individual(unit) and not path:
        yield replace(_aiming(asked, unit, JOIN, "Join", "J", "BS-9.2-01"), icon="icon-hand")
        if unit.host:
            yield _plain(asked, unit, LEAVE, "Leave", "Z", "BS-9.2-01")


def _moves(asked: Asked, unit: Unit, path: Path, action: Action) -> Iterator[MenuEntry]:
    walker = walked(plotted(asked.view, unit, path, action))
    slant = tuple(Oblique(degrees(angle), max(walker.left, STEP)) for angle in (45, 30, 15))
    legs_of = ahead_or_reformed(walker.left, walker.body) | {
        "oblique_left": tuple(replace(leg, angle=-leg.angle) for leg in slant),
        "oblique_right": slant,
    }
    for line in _lines(unit):
        entry = path_entry(action, line, line.legs or legs_of[line.name], partial(_tried, asked, unit, path, action))
        yield _priced(asked, unit, path, entry)


def _lines(unit: Unit) -> tuple[Line, ...]:
    if is_mob(unit):
        return _MOB
    return _RANKS if is_regular(unit) else _ALONE


def _tried(asked: Asked, unit: Unit, path: Path, action: Action, leg: Manoeuvre) -> Tried:
    """The leg, or as much of it as can be made; or everything against it. Where nothing is measured yet, only its form
    can be wrong (BS-7.7-02)."""
    if len(path) >= LONGEST_PATH:
        return no_more_legs(LONGEST_PATH, "BS-7.7-01")
    cut_short = isinstance(leg, Advance | Oblique | Wheel) and not declares_first(asked.view)
    legs = (lambda longer: walked(plotted(asked.view, unit, longer, action)).legs) if cut_short else None
    return tried_at_the_door(asked, unit, action, path, leg, legs)


def _priced(asked: Asked, unit: Unit, path: Path, entry: MenuEntry) -> MenuEntry:
    """What the first leg takes of the move."""
    if not entry.legs:
        return entry
    legs = walked(plotted(asked.view, unit, (*path, entry.legs[0]), "move")).legs
    return replace(entry, cost=legs[-1].cost) if len(legs) == len(path) + 1 else entry


# ---------------------------------------------------------------- charging, and other kinds of moves


def _charge(asked: Asked, unit: Unit, path: Path) -> MenuEntry:
    """Straight at an enemy; or along what is plotted, if that ends in contact."""
    told = along_entry(asked, unit, path, *_CHARGE) if path else _aiming(asked, unit, *_CHARGE)
    return replace(told, icon="mark-charging", shown="always")


def _engaged(asked: Asked, unit: Unit) -> Iterator[MenuEntry]:
    """What is left to who is in contact (BS-7.8-02)."""
    for line in _WRAPS if is_regular(unit) else ():
        yield path_entry(WRAP, line, line.legs, partial(_wrapped, asked, unit))
    yield replace(_plain(asked, unit, WITHDRAW, "Withdraw", "B", "BS-7.12-01"), icon="icon-turn-back")
    yield replace(_plain(asked, unit, FLEE, "Flee", "Y", "BS-8.8-02"), icon="mark-routed")


def _wrapped(asked: Asked, unit: Unit, leg: Manoeuvre) -> Tried:
    return asked.against(unit, WRAP, PathDrawn((leg,))) or leg


# ---------------------------------------------------------------- without a path


def _shoot(asked: Asked, unit: Unit) -> MenuEntry:
    entry = _aiming(asked, unit, SHOOT, "Shoot", "T", "BS-10.0-01")
    unable = tuple(may_shoot(asked.view, unit))
    return replace(entry, reasons=unable or entry.reasons, firing=firing(unit))


def _attempts(asked: Asked, commander: Unit) -> Iterator[MenuEntry]:
    for action in asked.actions:
        label, key, rule, icon, phrase = _ATTEMPTS[action]
        yield replace(_aiming(asked, commander, action, label, key, rule), icon=icon, phrase=phrase)


def _roles(asked: Asked, one: Unit) -> Iterator[MenuEntry]:
    able = dict(roles.actions(asked.view, one))
    for action in asked.actions:
        label, key, rule = _ROLES[action]
        if action in able and not able[action]:
            yield _plain(asked, one, action, label, key, rule)
        elif action in able:
            yield _aiming(asked, one, action, label, key, rule)


def _plain(asked: Asked, unit: Unit, action: str, label: str, key: str, rule: str) -> MenuEntry:
    """Something that needs neither a way nor anybody."""
    against = tuple(asked.against(unit, action, None))
    return MenuEntry(action, label, key, rule, "none", name=action, reasons=against)


def _aiming(asked: Asked, unit: Unit, action: str, label: str, key: str, rule: str) -> MenuEntry:
    return aimed_entry(targets(asked.view, asked, unit.id, ()), action, label, key, rule)
