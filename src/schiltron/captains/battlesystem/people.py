"""Commanders belong with troops, and troops need commanders."""

from __future__ import annotations

from typing import Final

from schiltron.battle.decision import FINISH, Aimed, Answer, Commanded
from schiltron.battle.field import in_melee, standing_with
from schiltron.captains.battlesystem.situation import Situation
from schiltron.rulesets.battlesystem.command.roles import LEAD, SUCCEED, actions
from schiltron.rulesets.battlesystem.field import is_commander, is_mob, is_regular, is_routed
from schiltron.rulesets.battlesystem.movement.individuals import JOIN, judge_join
from schiltron.rulesets.battlesystem.state import Battle, Unit
from schiltron.table.outline import gap

STRONG: Final = 8
"""Figures of a unit with which a commander is safe."""


def find_company(situation: Situation, actors: tuple[str, ...]) -> Commanded | None:
    """An order for a commander who stands alone: to join troops in good order nearby."""
    battle = situation.battle
    for actor in actors:
        he = battle.units[actor]
        if not is_commander(he) or he.host or in_melee(battle, he):
            continue
        hosts = [one for one in situation.friends() if _is_safe(situation, one)]
        here = standing_with(battle, he)
        for host in sorted(hosts, key=lambda one: (one.figures < STRONG, gap(here.outline, one.outline), one.id)):
            if not judge_join(battle, he, host.id):
                return Commanded(actor, JOIN, Aimed(host.id))
    return None


def _is_safe(situation: Situation, unit: Unit) -> bool:
    return (is_regular(unit) or is_mob(unit)) and not is_routed(unit) and not in_melee(situation.battle, unit)


def role(view: Battle, actors: tuple[str, ...]) -> Answer:
    """Whoever can takes over a unit or an army that nobody leads (BS-9.3-03)."""
    for actor in actors:
        for action, target in actions(view, view.units[actor]):
            if action in (SUCCEED, LEAD):
                return Commanded(actor, action, Aimed(target) if target else None)
    return FINISH
