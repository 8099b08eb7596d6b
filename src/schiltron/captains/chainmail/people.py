"""The army commander: his place is with footmen, near and safe."""

from __future__ import annotations

from typing import Final

from schiltron.battle.state.decision import Aimed, Commanded
from schiltron.battle.state.field import in_melee, standing_with
from schiltron.captains.chainmail.expectations import can_charge
from schiltron.captains.chainmail.situation import Situation
from schiltron.rulesets.chainmail.field import is_commander, is_engine, is_fleeing
from schiltron.rulesets.chainmail.movement.commanders import JOIN, judge_join
from schiltron.rulesets.chainmail.state import Battle, Unit
from schiltron.table.outline import gap

STRONG: Final = 10
"""Figures of a unit that does not leave the table after a volley or two."""
NONE: Final = (False, False)
"""No risk that could be avoided."""


def find_company(situation: Situation, actors: tuple[str, ...]) -> Commanded | None:
    """An order for a commander who stands alone, rides in the first line or is about to be charged: to join footmen in
    good order nearby."""
    battle = situation.battle
    for actor in actors:
        unit = battle.units[actor]
        if not is_commander(unit):
            continue
        here = standing_with(battle, unit)
        now = _risk(situation, here) if unit.host else None
        if now == NONE:
            continue
        hosts = [one for one in situation.friends() if one.id != here.id and _is_safe(battle, one)]
        for host in sorted(
            hosts, key=lambda one: (_risk(situation, one), gap(here.outline, one.outline), one.turn_in_line)
        ):
            if (now is None or _risk(situation, host) < now) and not judge_join(battle, unit, host.id):
                return Commanded(actor, JOIN, Aimed(host.id))
    return None


def _risk(situation: Situation, host: Unit) -> tuple[bool, bool]:
    """What speaks against being with a unit: horse goes into the first line, and what can be charged soon may be."""
    here = host.outline
    return host.own.profile.mounted, any(can_charge(foe, here, gap(here, foe.outline)) for foe in situation.foes)


def _is_safe(battle: Battle, unit: Unit) -> bool:
    """Whom a commander may trust himself to: no engine, no small body, no peasants or hired men, nobody in trouble.

    He shares the fate of a unit that fails a check (CM-HIST-33).
    """
    line = unit.own.profile
    trusty = not is_engine(unit) and not line.peasants and not line.mercenary and unit.figures >= STRONG
    return trusty and not is_fleeing(unit) and not in_melee(battle, unit)
