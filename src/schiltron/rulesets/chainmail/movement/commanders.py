"""The army commander on his own, joining units and leaving them (CM-HIST-32 to CM-HIST-36)."""

from __future__ import annotations

from typing import Final

from schiltron.battle.movement.escorts import afoot, go_with, set_out, short_of, way_to
from schiltron.battle.state.field import friendly, touching
from schiltron.battle.state.illegal import Reason
from schiltron.rulesets.chainmail.fantasy.magicians import stirred
from schiltron.rulesets.chainmail.fantasy.riding import against_mounting
from schiltron.rulesets.chainmail.fantasy.unseen import show_to_attack, vanishes
from schiltron.rulesets.chainmail.field import alive, goes_as_person, has_trait, is_commander, is_joined
from schiltron.rulesets.chainmail.morale.commander import joined, left
from schiltron.rulesets.chainmail.state import Battle, Scene, Unit, with_turn
from schiltron.rulesets.chainmail.steps import Walk
from schiltron.rulesets.chainmail.walking.walk import walk

JOIN: Final = "join"
_RULES: Final = ("CM-HIST-32", "CM-HIST-35")


def rules_of(unit: Unit) -> tuple[str, ...]:
    """By what a figure joins a unit: as the army commander or as a hero (CM-FANT-HERO-06)."""
    return _RULES if is_commander(unit) else ("CM-FANT-HERO-06",)


def leaving_rule(unit: Unit) -> str:
    """By what he leaves one."""
    return "CM-HIST-36" if is_commander(unit) else "CM-FANT-HERO-06"


def judge_join(view: Battle, unit: Unit, host_id: str) -> list[Reason]:
    """He goes to a unit of his side within his own move, whether or not it is in hand."""
    host = view.units.get(host_id)
    if host is None or not friendly(view, unit, host) or goes_as_person(host) or not host.on_table or not alive(host):
        return [Reason("he joins a unit of his side on the table", rules_of(unit))]
    carries = has_trait(host, "carries")
    against = list(against_mounting(view, unit, host)) if carries else []
    if against:
        return against
    if unit.own.profile.nature is not None and not carries and not is_joined(host.own.profile):
        return [Reason(f"{host.name} fight alone", rules_of(unit))]
    if host.id == unit.host:
        return [Reason(f"he is with {host.name} already", rules_of(unit))]
    there = afoot(view, unit)
    path = way_to(there.units[unit.id], host)
    walker = walk(there, Walk(unit.id, path, JOIN, host_id))
    return short_of(walker, host, rules_of(unit))


def leave(scene: Scene, unit: Unit) -> str:
    """Put the commander on his own; the unit he left."""
    host = set_out(scene, unit, (leaving_rule(unit),))
    if host and is_commander(unit):
        left(scene, unit.id, host)
    return host


def attach(scene: Scene, unit_id: str, host: str) -> None:
    unit = scene.unit(unit_id)
    go_with(scene, with_turn(unit, moved=True), host, rules_of(unit))
    if not vanishes(unit):
        show_to_attack(scene, host)
    stirred(scene, unit_id)
    if is_commander(unit):
        joined(scene, unit_id, host)


def reached(battle: Battle, unit: Unit, host_id: str) -> bool:
    host = battle.units[host_id]
    return host.on_table and alive(host) and touching(battle, unit, host)
