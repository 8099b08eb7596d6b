"""The army commander: his place is with footmen, near and safe."""

from __future__ import annotations

from typing import Final

from schiltron.battle.decision import Aimed, Commanded
from schiltron.battle.field import in_melee, standing_with
from schiltron.captains.chainmail.situation import Situation
from schiltron.rulesets.chainmail.field import is_commander, is_engine, is_fleeing
from schiltron.rulesets.chainmail.movement.commanders import JOIN, judge_join
from schiltron.rulesets.chainmail.state import Battle, Unit
from schiltron.table.outline import gap

STRONG: Final = 10
"""Figures of a unit that does not leave the table after a volley or two."""


def find_company(situation: Situation, actors: tuple[str, ...]) -> Commanded | None:
    """An order for a commander who stands alone or rides in the first line: to join footmen in good order nearby."""
    battle = situation.battle
    for actor in actors:
        unit = battle.units[actor]
        if not is_commander(unit) or (unit.host and not battle.units[unit.host].own.profile.mounted):
            continue
        here = standing_with(battle, unit)
        hosts = [one for one in situation.friends() if one.id != here.id and _is_safe(battle, one)]
        for host in sorted(hosts, key=lambda one: (one.own.profile.mounted, gap(here.outline, one.outline), one.id)):
            if (not unit.host or not host.own.profile.mounted) and not judge_join(battle, unit, host.id):
                return Commanded(actor, JOIN, Aimed(host.id))
    return None


def _is_safe(battle: Battle, unit: Unit) -> bool:
    """Whom a commander may trust himself to: no engine, no small body, no peasants or hired men, nobody in trouble.

    He shares the fate of a unit that fails a check (CM-HIST-33).
    """
    line = unit.own.profile
    trusty = not is_engine(unit) and not line.peasants and not line.mercenary and unit.figures >= STRONG
    return trusty and not is_fleeing(unit) and not in_melee(battle, unit)
