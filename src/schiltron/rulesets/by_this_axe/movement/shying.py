"""Creatures that need not be fought where they are come upon: the evasive back off (TA-FANT-A01), those who fly keep
out of reach of those who cannot (TA-FANT-A11)."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from schiltron.battle.play import option_choice
from schiltron.battle.play.agenda import Step, rolls
from schiltron.battle.state.chance import AtLeast, Pool, Roll, Thrown
from schiltron.battle.state.decision import Choose, Chosen, Option
from schiltron.battle.state.effects import Grant, Moment, OnUnit, Until
from schiltron.battle.state.event import Formed, Ruled
from schiltron.battle.state.field import in_melee
from schiltron.battle.words.grammar import Note, does
from schiltron.rulesets.by_this_axe.abilities import EVASIVE, has
from schiltron.rulesets.by_this_axe.field import alive, can_fly, is_character, is_out_of_reach, is_routed
from schiltron.rulesets.by_this_axe.movement.charging import away_from
from schiltron.rulesets.by_this_axe.movement.contact import fronts_touched, join_battle, make_contact
from schiltron.rulesets.by_this_axe.state import Battle, Scene, Unit
from schiltron.table.lengths import inches


class Met(Step, frozen=True, tag="by_this_axe.met"):
    """A unit has come upon another, who may be none to be caught. `beside` is the one it has lined up with, where this
    is a further enemy along the same front."""

    charger: str
    target: str
    beside: str = ""


class Evade(Step, frozen=True, tag="by_this_axe.evade"):
    """An evasive creature tries to avoid the combat."""

    met: Met


ALOFT: Final = "aloft"
"""What an effect grants who keeps away."""
STAND, RISE = "stand", "rise"
EVADES: Final = 4
"""The printed faces are the high ones, a 6 among them (TA-FANT-A01)."""
BACK: Final = inches(2)


def meet(scene: Scene, charger: str, target: str) -> None:
    """Contact, at once with who cannot help it."""
    one, other = scene.unit(charger), scene.unit(target)
    if _may_rise(scene.battle, one, other) or evades(other):
        scene.now(Met(charger, target))
    else:
        make_contact(scene, charger, target, _further)


def _further(scene: Scene, charger: str, target: str, beside: str) -> bool:
    """Whether a further enemy along the front may still get away; he is asked, or rolls, next."""
    one, other = scene.unit(charger), scene.unit(target)
    shy = _may_rise(scene.battle, one, other) or evades(other)
    if shy:
        scene.now(Met(charger, target, beside))
    return shy


def nobody_shies(_scene: Scene, _charger: str, _further: str, _beside: str) -> bool:
    """What is taken for granted where a charge is only thought of."""
    return False


def ways_out(battle: Battle, charger: Unit, unit: Unit) -> list[Note]:
    """How a unit may yet get out of a contact, in words, each with its rule."""
    found = []
    if _may_rise(battle, charger, unit):
        found.append(Note("they may keep out of reach", ("TA-FANT-A11",)))
    if evades(unit) and not in_melee(battle, unit):
        found.append(Note("they may back off, on 4 to 6", ("TA-FANT-A01",)))
    return found


# ---------------------------------------------------------------- out of reach


def _may_rise(battle: Battle, charger: Unit, unit: Unit) -> bool:
    """Who flies, fights nobody yet and has not charged keeps away from who does not fly; who has done so this turn is
    away already."""
    return (
        can_fly(battle, unit)
        and not can_fly(battle, charger)
        and alive(unit)
        and not is_routed(unit)
        and not in_melee(battle, unit)
        and not unit.own.turn.charged
    )


def _ask_met(battle: Battle, step: Met) -> tuple[Choose, ...] | None:
    unit, charger = battle.units[step.target], battle.units[step.charger]
    if not _may_rise(battle, charger, unit) or is_out_of_reach(battle, unit):
        return None
    them = "him" if is_character(charger) else "them"
    return (
        Choose(
            seat=unit.controller,
            prompt=f"{charger.name} {does('come', one=is_character(charger))} upon {unit.name}: keep out of reach?",
            waits=f"{unit.name} to stand, or to keep out of reach",
            rules=("TA-FANT-A11",),
            options=(
                Option(STAND, f"Stand and fight {them}"),
                Option(RISE, "Keep out of reach, and strike nobody this turn"),
            ),
            default=Chosen((STAND,)),
        ),
    )


def _take_met(scene: Scene, step: Met, answers: tuple[Chosen, ...]) -> None:
    if option_choice.chosen(answers) == RISE:
        over = Until(Moment(scene.battle.turn + 1))
        scene.begin(ALOFT, OnUnit(step.target), ends=(over,), grants=(Grant(ALOFT, rule="TA-FANT-A11"),))
        _stays_away(scene, step)
    else:
        _stands(scene, step)


def _do_met(scene: Scene, step: Met) -> None:
    """Nobody is asked: he keeps out of reach already, or only tries to get away."""
    unit, charger = scene.unit(step.target), scene.unit(step.charger)
    if is_out_of_reach(scene.battle, unit) and not can_fly(scene.battle, charger):
        _stays_away(scene, step)
    else:
        _stands(scene, step)


def _stays_away(scene: Scene, step: Met) -> None:
    unit, charger = scene.unit(step.target), scene.unit(step.charger)
    keeps = does("keep", one=is_character(unit))
    scene.tell(Ruled(what=f"{unit.name} {keeps} out of reach of {charger.name}", rules=("TA-FANT-A11",)))
    _goes_for_others(scene, step)


def _goes_for_others(scene: Scene, step: Met) -> None:
    """Who is left standing before one that got away has yet come upon others along his front."""
    touched = fronts_touched(scene.battle, scene.unit(step.charger)) if not step.beside else []
    others = [one.id for one in touched if one.id != step.target and not is_out_of_reach(scene.battle, one)]
    if others:
        meet(scene, step.charger, others[0])


def _stands(scene: Scene, step: Met) -> None:
    if evades(scene.unit(step.target)):
        scene.now(Evade(step))
    else:
        _locked(scene, step)


def _locked(scene: Scene, step: Met) -> None:
    if step.beside:
        join_battle(scene, step.charger, step.target)
    else:
        make_contact(scene, step.charger, step.target, _further)


# ---------------------------------------------------------------- backing off


def evades(unit: Unit) -> bool:
    return has(unit.own.profile, EVASIVE) and alive(unit) and not is_routed(unit)


def _ask_evade(battle: Battle, step: Evade) -> Roll | None:
    """Who is fought already, or finds no room behind him, is caught."""
    unit, charger = battle.units[step.met.target], battle.units[step.met.charger]
    if in_melee(battle, unit) or away_from(battle, unit, charger, BACK) == unit.pose:
        return None
    tries = does("try", one=is_character(unit))
    pool = Pool(1, 6, AtLeast(EVADES), unit.name, unit.side)
    return Roll(f"{unit.name} {tries} to avoid combat with {charger.name}, on 4 to 6", (pool,), ("TA-FANT-A01",))


def _roll_evade(scene: Scene, step: Evade, pools: tuple[Thrown, ...]) -> None:
    """The one roll where high numbers succeed. Who comes upon him stays where he is."""
    if not pools[0].hits:
        _locked(scene, step.met)
        return
    unit, charger = scene.unit(step.met.target), scene.unit(step.met.charger)
    pose = away_from(scene.battle, unit, charger, BACK)
    scene.change(replace(unit, place=unit.place_at(pose)))
    scene.tell(Formed(unit=unit.id, pose=pose, body=unit.body, why="evade", rules=("TA-FANT-A01",)))
    _goes_for_others(scene, step.met)


def _do_evade(scene: Scene, step: Evade) -> None:
    _locked(scene, step.met)


def _suggest(view: Battle, step: Met, _decision: Choose) -> tuple[Chosen, ...]:
    """Out of reach of many, and of who is stronger; a fight with few first."""
    unit, charger = view.units[step.target], view.units[step.charger]
    weaker = charger.figures <= unit.figures and charger.own.profile.fc < unit.own.profile.fc
    ways = (Chosen((STAND,)), Chosen((RISE,)))
    return ways if weaker else ways[::-1]


MET = option_choice.chooses(Met, ask=_ask_met, take=_take_met, do=_do_met, suggest=_suggest)
EVADE = rolls(Evade, ask=_ask_evade, roll=_roll_evade, do=_do_evade)
