"""Commanders belong with troops, and troops need commanders."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from schiltron.battle.movement.escorts import way_to
from schiltron.battle.state.decision import FINISH, Aimed, Answer, Commanded
from schiltron.battle.state.field import in_melee, standing_with, touching, troops
from schiltron.battle.state.unit import Aboard
from schiltron.captains.battlesystem.objectives import Stakes
from schiltron.captains.battlesystem.rallying import NEED
from schiltron.captains.battlesystem.situation import Situation
from schiltron.captains.battlesystem.tried_moves import Trial, tried
from schiltron.rulesets.battlesystem.command.rallying import purposes
from schiltron.rulesets.battlesystem.command.roles import HERO, LEAD, MEMBER, SUCCEED, actions
from schiltron.rulesets.battlesystem.field import alive, is_commander, is_individual, is_mob, is_regular, is_routed
from schiltron.rulesets.battlesystem.in_command import covers, entitled, own_commander
from schiltron.rulesets.battlesystem.movement.individuals import JOIN, judge_join
from schiltron.rulesets.battlesystem.movement.trial_moves import MOVE
from schiltron.rulesets.battlesystem.outlook import heeds
from schiltron.rulesets.battlesystem.state import Battle, Unit
from schiltron.table.outline import gap

STRONG: Final = 8
"""Figures of a unit with which a commander is safe."""
ALONE: Final = 1.0
"""What it costs a commander to stand by himself, in the measure of what is at stake."""
WORTH_GOING: Final = 0.4
"""How much better a place must be for one who is with troops already."""
NEAR: Final = 2
"""Moves within which a hero goes to those who need him."""
SUCCESSION: Final = 1000.0
"""A deputy's call comes before all others."""
HURT: Final = 0.5
"""A hero who has so much of his hit points left, or less, looks for shelter in the ranks."""

# ---------------------------------------------------------------- commanders


def find_company(situation: Situation, actors: tuple[str, ...]) -> Commanded | None:
    """An order for a commander who had better be elsewhere: with troops in good order, near those who need him."""
    battle = situation.battle
    for actor in actors:
        he = battle.units[actor]
        if not is_commander(he) or in_melee(battle, he) or (he.host and he.own.command.rank == "unit"):
            continue
        needy = _needy(situation, he)
        least = _post(situation, he, he.host, needy) + (WORTH_GOING if he.host else 0.0)
        if max((need for need, _ in needy), default=0.0) <= least:
            continue
        for host in _hosts(situation, he, needy):
            if _post(situation, he, host.id, needy) > least and not judge_join(battle, he, host.id):
                return Commanded(actor, JOIN, Aimed(host.id))
    return None


def _needy(situation: Situation, he: Unit) -> list[tuple[float, Unit]]:
    """Units that wait for a word of a Brigade or Army Commander, and how much it would bring (BS-6.1-01)."""
    battle, found = situation.battle, []
    if he.own.command.rank == "unit":
        return []
    for unit in troops(battle, situation.side):
        waits = alive(unit) and unit.own.command.order != "charge"
        need = max((NEED.get(one, 0.0) for one in purposes(unit)), default=0.0) if waits else 0.0
        if need and not in_melee(battle, unit) and any(one.id == he.id for one in entitled(battle, unit)):
            found.append((need * heeds(battle, he, unit) * situation.stakes.worth(battle, unit), unit))
    return found


def _post(situation: Situation, he: Unit, host: str, needy: list[tuple[float, Unit]]) -> float:
    """What it is worth to have a commander with a unit: whom he reaches from there, and that he is safe."""
    battle = situation.battle
    there = battle.with_unit(replace(he, place=Aboard(host))) if host else battle
    reached = max((need for need, unit in needy if covers(there, there.units[he.id], unit)), default=0.0)
    company = battle.units[host].figures if host else 0
    return reached + ALONE * (min(company, STRONG) / STRONG - 1)


def _hosts(situation: Situation, he: Unit, needy: list[tuple[float, Unit]]) -> list[Unit]:
    """Troops in good order, the best place first."""
    here = standing_with(situation.battle, he)
    hosts = [one for one in situation.friends() if _is_safe(situation, one) and one.id != he.host]
    return sorted(
        hosts, key=lambda one: (-_post(situation, he, one.id, needy), gap(here.outline, one.outline), one.turn_in_line)
    )


def _is_safe(situation: Situation, unit: Unit) -> bool:
    return (is_regular(unit) or is_mob(unit)) and not is_routed(unit) and not in_melee(situation.battle, unit)


# ---------------------------------------------------------------- heroes


def wanted_by(situation: Situation, he: Unit) -> Unit | None:
    """The unit nearby that a hero goes to: one that nobody leads (BS-9.3-03), or shelter if he is hurt (BS-9.1-04)."""
    if he.own.command.rank != "hero" or he.host:
        return None
    far = NEAR * situation.body(situation.battle, he).move
    near = [one for one in situation.friends() if _is_safe(situation, one) and gap(he.outline, one.outline) <= far]
    orphans = [one for one in near if is_orphan(situation.battle, one)]
    shelters = [one for one in near if is_shelter(he, one)] if is_hurt(he) else []
    return min(orphans or shelters, key=lambda one: (gap(he.outline, one.outline), one.turn_in_line), default=None)


def in_turn(situation: Situation, order: list[str]) -> list[str]:
    """The same order, except that an individual who goes to lead units moves before them, and one who seeks shelter
    after them."""

    def turn(key: str) -> int:
        he = situation.battle.units[key]
        unit = wanted_by(situation, he)
        return 0 if unit is None else -1 if is_orphan(situation.battle, unit) else 1

    return sorted(order, key=turn)


def awaits(situation: Situation, unit: Unit) -> bool:
    """Whether a unit that nobody leads stands for the hero beside it, since no enemy is near."""
    battle = situation.battle
    if not is_orphan(battle, unit):
        return False
    heroes = (one for one in situation.friends() if one.own.command.rank == "hero" and one.id != unit.id)
    beside = any(touching(battle, one, unit) for one in heroes)
    return beside and not any(gap(unit.outline, foe.outline) <= foe.charge for foe in situation.foes)


def is_orphan(battle: Battle, unit: Unit) -> bool:
    return is_regular(unit) and own_commander(battle, unit) is None


def is_hurt(he: Unit) -> bool:
    person = he.own.profile.person
    return person is not None and he.own.hit_points <= HURT * person.hit_points


def is_shelter(he: Unit, unit: Unit) -> bool:
    """Whether he is safe in its ranks, and it can still shoot with him (BS-10.1-01)."""
    armed = unit.own.profile.missile is None or he.own.profile.missile is not None
    return unit.figures >= STRONG and armed and is_regular(unit) and not is_routed(unit)


def go_to(situation: Situation, he: Unit, unit: Unit) -> Trial | None:
    """Straight to a unit, as far as he comes; None where he stands by it or cannot go."""
    path = way_to(he, unit)
    trial = tried(situation.battle, he, MOVE, path) if path else None
    return trial if trial is not None and not trial.met else None


# ---------------------------------------------------------------- roles


def role(view: Battle, actors: tuple[str, ...]) -> Answer:
    """An individual who can takes over a unit or an army without a leader, the greatest first (BS-9.3-03). One with
    nobody left to lead fights on as a hero, and a wounded one goes into the ranks (BS-9.0-02)."""
    stakes = Stakes(view)
    best: tuple[float, str, str, str] = 0.0, "", "", ""
    for actor in actors:
        for action, target in actions(view, view.units[actor]):
            best = max(best, (_call(view, stakes, view.units[actor], action, target), actor, action, target))
    worth, actor, action, target = best
    return Commanded(actor, action, Aimed(target) if target else None) if worth > 0 else FINISH


def _call(view: Battle, stakes: Stakes, he: Unit, action: str, target: str) -> float:
    """What a change of roles is worth; nothing if it is not wanted."""
    unit = view.units.get(target)
    if action == SUCCEED:
        return SUCCESSION
    if action == LEAD and unit is not None:
        return stakes.worth(view, unit)
    if action == MEMBER and unit is not None and is_hurt(he) and is_shelter(he, unit):
        return stakes.each(he)
    return stakes.each(he) if action == HERO and is_commander(he) and not leads(view, he) else 0.0


def leads(view: Battle, he: Unit) -> bool:
    """Whether a commander has anybody left to command."""
    others = [one for one in troops(view, he.side) if alive(one) and not is_individual(one)]
    if he.own.command.rank != "unit":
        return bool(others)
    return any(own_commander(view, one) == he for one in others)
