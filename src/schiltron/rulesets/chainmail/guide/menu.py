"""The orders a unit may be given, each with its key and cost: the legs of a move, formations, charges, fire.

Every leg is asked of the door, after whatever is plotted already.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final, Literal

from msgspec.structs import replace

from schiltron.battle.guide.answers import MenuEntry, Pointing, Way
from schiltron.battle.guide.menu_lines import (
    STEP,
    Line,
    Tried,
    ahead_or_reformed,
    aimed_entry,
    along_entry,
    facings,
    keys_of,
    no_more_legs,
    path_entry,
    tried_at_the_door,
    turns,
    wheels,
)
from schiltron.battle.state.decision import Move
from schiltron.battle.state.manoeuvre import Advance, FormHedgehog, FormUp, Manoeuvre, Path, Wheel
from schiltron.rulesets.chainmail.artillery.breath import BREATHE, LENGTH, breath_of, unable
from schiltron.rulesets.chainmail.artillery.phase import FIRE
from schiltron.rulesets.chainmail.artillery.pointing import may_fire as may_point
from schiltron.rulesets.chainmail.fantasy.archery import arrows_left
from schiltron.rulesets.chainmail.fantasy.unseen import APPEAR, SHOWS, VANISH, vanishes
from schiltron.rulesets.chainmail.field import INVISIBLE, goes_as_person
from schiltron.rulesets.chainmail.fire.declaring import SHOOT
from schiltron.rulesets.chainmail.fire.marksmen import ENCHANTED
from schiltron.rulesets.chainmail.guide.plotting import Plot, going_on, plotted, walked
from schiltron.rulesets.chainmail.guide.shots import pointing
from schiltron.rulesets.chainmail.guide.targets import targets
from schiltron.rulesets.chainmail.man_to_man.stances import AT_HORSES, PARRY, RULE_OF, SET_HORSES
from schiltron.rulesets.chainmail.melee.challenges import RULES as CHALLENGE_RULES
from schiltron.rulesets.chainmail.melee.challenges import SINGLE_OUT, Challenges
from schiltron.rulesets.chainmail.melee.joining import JOIN as COMMIT
from schiltron.rulesets.chainmail.melee.joining import JoinMelees
from schiltron.rulesets.chainmail.movement.commanders import JOIN, leaving_rule, rules_of
from schiltron.rulesets.chainmail.movement.trial_moves import CHARGE, FIRE_FIRST, MOVE, SPLIT, may_split
from schiltron.rulesets.chainmail.state import Asked, Unit
from schiltron.rulesets.chainmail.steps import Action, Stances
from schiltron.rulesets.chainmail.walking.charges import charge_faults
from schiltron.rulesets.chainmail.walking.flying import flies
from schiltron.rulesets.chainmail.walking.walk import LONGEST_PATH
from schiltron.rulesets.chainmail.weather.fires import SET_FIRE, cover_at_hand
from schiltron.rulesets.chainmail.written.movers import IF_CHARGED
from schiltron.table.terrain import name_of

_LINES: Final = (
    Line("advance", "Advance", "W", "CM-MOVE-01", icon="icon-advance"),
    *turns("CM-FORM-04"),
    *wheels("CM-MOVE-01"),
    *facings("CM-FORM-04"),
)
_DRILL: Final = (
    Line("formation", "Formation", "G", "CM-FORM-01", icon="icon-formation"),
    Line("open_order", "Open order", "O", "CM-TERR-05", (FormUp("open"),), "icon-open-order", "seldom"),
    Line("close_order", "Close order", "K", "CM-FORM-01", (FormUp("close"),), "icon-formation", "seldom"),
    Line("square", "Square", "U", "CM-FORM-02", (FormUp("square"),), "icon-hedgehog", "seldom"),
    Line("hedgehog", "Hedgehog", "H", "CM-MELEE-49", (FormHedgehog(),), "icon-hedgehog"),
    Line("schiltron", "Schiltron", "I", "CM-HIST-23", (FormUp("schiltron"),), "icon-hedgehog", "seldom"),
)
_STANCES: Final = (
    (PARRY, "Parry", "P", RULE_OF[PARRY]),
    (AT_HORSES, "Strike at horses", "N", RULE_OF[AT_HORSES]),
    (SET_HORSES, "Set horses at", "Z", RULE_OF[SET_HORSES]),
)
_FLYING: Final = (
    Line("rise", "Rise", "L", "CM-FANT-GEN-12", (FormUp("rise"),), "icon-advance"),
    Line("sink", "Sink", "0", "CM-FANT-GEN-12", (FormUp("sink"),), "icon-about", "seldom"),
    Line("land", "Land", "9", "CM-FANT-GEN-12", (FormUp("land"),), "icon-about"),
)
_VEILS: Final = (
    Line("vanish", "Become invisible", "1", SHOWS, (FormUp(VANISH),), "icon-about"),
    Line("appear", "Show yourselves", "1", SHOWS, (FormUp(APPEAR),), "icon-about"),
)
KEYS: Final = (
    *keys_of(*_LINES, *_DRILL, *_FLYING, _VEILS[0]),
    ("C", "charge, or single out a figure"),
    ("X", "charge if charged"),
    ("J", "join a unit, or the melee"),
    ("S", "split the move to fire"),
    ("V", "fire first"),
    ("B", "set fire to cover"),
    ("P", "parry"),
    ("N", "strike at horses"),
    ("Z", "set the horses at men on foot"),
    ("Y", "loose an enchanted arrow"),
)


def menu(asked: Asked, unit_id: str, path: Path) -> tuple[MenuEntry, ...]:
    """The menu of a unit the decision asks about."""
    unit, actions = asked.view.units[unit_id], asked.actions
    if isinstance(asked.decision, Move):
        return tuple(_moves(asked, unit, path))
    if isinstance(asked.step, JoinMelees):
        return (_aiming(asked, unit, COMMIT, "Join the melee", "J", "CM-MELEE-36"),)
    if isinstance(asked.step, Challenges):
        return (_aiming(asked, unit, SINGLE_OUT, "Single out", "C", CHALLENGE_RULES[0]),)
    if isinstance(asked.step, Stances):
        return tuple(_aiming(asked, unit, *line) for line in _STANCES)
    found: list[MenuEntry] = []
    if MOVE in actions:
        found += _moves(asked, unit, path)
    if CHARGE in actions:
        found.append(_charge(asked, unit, path))
    if SPLIT in actions and may_split(unit):
        found.append(along_entry(asked, unit, path, SPLIT, "Split move", "S", "CM-MISSILE-15"))
    if FIRE_FIRST in actions and may_split(unit):
        found.append(_aiming(asked, unit, FIRE_FIRST, "Fire first", "V", "CM-MISSILE-15"))
    if IF_CHARGED in actions and unit.own.profile.mounted and not goes_as_person(unit):
        found.append(_aiming(asked, unit, IF_CHARGED, "Charge if charged", "X", "CM-TURN-14"))
    if JOIN in actions and goes_as_person(unit):
        found.append(_aiming(asked, unit, JOIN, "Join", "J", rules_of(unit)[-1], "icon-hand"))
    if SET_FIRE in actions and not goes_as_person(unit):
        found.append(_set_fire(asked, unit))
    if SHOOT in actions:
        found.append(_aiming(asked, unit, SHOOT, "Shoot", "T", "CM-MISSILE-01"))
    if ENCHANTED in actions and arrows_left(unit) > 0:
        found.append(_aiming(asked, unit, ENCHANTED, "Enchanted arrow", "Y", "CM-FANT-MAGIC-02"))
    if BREATHE in actions and breath_of(unit) is not None:
        found.append(_breath(asked, unit))
    if FIRE in actions:
        found.append(_fire(asked, unit))
    return tuple(found)


# ---------------------------------------------------------------- moving


def _moves(asked: Asked, unit: Unit, path: Path) -> Iterator[MenuEntry]:
    """Who stands alone has no ranks to be drilled in."""
    walker = walked(_plot(asked, unit, path, MOVE))
    legs_of = ahead_or_reformed(walker.left, walker.body)
    veil = _VEILS[INVISIBLE in unit.marks :][:1] if vanishes(unit) else ()
    drill = _DRILL if unit.original > 1 else ()
    for line in (*_LINES, *drill, *(_FLYING if flies(unit) else ()), *veil):
        entry = path_entry(MOVE, line, line.legs or legs_of[line.name], partial(_tried, asked, unit, path, MOVE))
        if line.name == "advance":
            entry = _farther(asked, unit, path, entry)
            entry = replace(entry, label="Leave", rule=leaving_rule(unit)) if unit.host else entry
        yield _priced(asked, unit, path, entry)


def _plot(asked: Asked, unit: Unit, path: Path, action: Action) -> Plot:
    if isinstance(asked.decision, Move):
        return going_on(asked.view, unit, path)
    return plotted(asked.view, unit, path, action)


def _tried(asked: Asked, unit: Unit, path: Path, action: Literal["move", "charge"], leg: Manoeuvre) -> Tried:
    """The leg, or as much of it as can be made; or everything against it."""
    if len(path) >= LONGEST_PATH:
        return no_more_legs(LONGEST_PATH, "CM-MOVE-01")
    cut_short = isinstance(leg, Advance | Wheel)
    legs = (lambda longer: walked(_plot(asked, unit, longer, action)).legs) if cut_short else None
    return tried_at_the_door(asked, unit, action, path, leg, legs)


def _farther(asked: Asked, unit: Unit, path: Path, entry: MenuEntry) -> MenuEntry:
    """Where a move is at its end, going on onto an enemy is a charge (CM-MELEE-11)."""
    if entry.legs or len(path) >= LONGEST_PATH or CHARGE not in asked.actions:
        return entry
    left = walked(plotted(asked.view, unit, path, CHARGE)).left
    made = _tried(asked, unit, path, CHARGE, Advance(max(left, STEP)))
    if isinstance(made, list):
        return entry
    return replace(entry, action=CHARGE, legs=(made,), reasons=(), rule="CM-MELEE-11")


def _priced(asked: Asked, unit: Unit, path: Path, entry: MenuEntry) -> MenuEntry:
    """What the first leg takes of the move; what takes more than is left of it is begun (CM-FORM-01)."""
    if not entry.legs:
        return entry
    action: Literal["move", "charge"] = CHARGE if entry.action == CHARGE else MOVE
    walker = walked(_plot(asked, unit, (*path, entry.legs[0]), action))
    begun = f"Begin: {entry.label.lower()}" if walker.forming is not None else entry.label
    return replace(entry, cost=walker.legs[-1].cost if walker.legs else 0, label=begun)


# ---------------------------------------------------------------- charging, aiming


def _charge(asked: Asked, unit: Unit, path: Path) -> MenuEntry:
    """Straight at an enemy; or along what is plotted, if that ends in contact."""
    if path:
        entry = along_entry(asked, unit, path, CHARGE, "Charge", "C", "CM-MELEE-11")
    else:
        entry = _aiming(asked, unit, CHARGE, "Charge", "C", "CM-MELEE-11")
        entry = replace(entry, reasons=tuple(charge_faults(asked.view, unit)) or entry.reasons)
    return replace(entry, icon="mark-charging", shown="always")


def _set_fire(asked: Asked, unit: Unit) -> MenuEntry:
    """The cover near a unit, which takes neither a way nor a target: it is the nearest that burns (CM-WEATHER-04)."""
    against = tuple(asked.against(unit, SET_FIRE, None))
    cover = " and ".join(name_of(piece) for piece in cover_at_hand(asked.view, unit)) if not against else ""
    label = f"Set fire to {cover}" if cover else "Set fire"
    return MenuEntry(SET_FIRE, label, "B", "CM-WEATHER-04", "none", name=SET_FIRE, reasons=against)


def _breath(asked: Asked, unit: Unit) -> MenuEntry:
    """Along any bearing; it always reaches as far (CM-FANT-DRAGON-07)."""
    against = tuple(unable(asked.view, unit))
    ways = Pointing(round(unit.outline.x), round(unit.outline.y), (Way("breath", LENGTH, LENGTH),))
    return MenuEntry(
        BREATHE,
        "Breathe",
        "T",
        "CM-FANT-DRAGON-07",
        "point",
        name=BREATHE,
        reasons=against,
        pointing=ways,
        icon="icon-aim",
    )


def _fire(asked: Asked, unit: Unit) -> MenuEntry:
    against = tuple(may_point(asked.view, unit))
    ways = pointing(asked.view, unit)
    return MenuEntry(
        FIRE, "Fire", "T", "CM-TURN-05", "point", name=FIRE, reasons=against, pointing=ways, icon="icon-aim"
    )


def _aiming(asked: Asked, unit: Unit, action: str, label: str, key: str, rule: str, icon: str = "") -> MenuEntry:
    return aimed_entry(targets(asked.view, asked, unit.id, ()), action, label, key, rule, icon)
