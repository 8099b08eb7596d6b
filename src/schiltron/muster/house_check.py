"""House rules by themselves, looked at as an army list and a scenario would that took them in."""

from __future__ import annotations

from schiltron.muster.army import Army
from schiltron.muster.fault import Fault, MusterFault
from schiltron.muster.house_file import HouseFile
from schiltron.muster.house_troops import house_of
from schiltron.muster.own_ground import with_own_ground
from schiltron.muster.scenario import Scenario, SideEntry
from schiltron.rulesets import NAMES


def house_faults(rules: HouseFile) -> tuple[Fault, ...]:
    """Everything that keeps them from being taken in."""
    if rules.ruleset not in NAMES:
        wrong = f"there is no ruleset {rules.ruleset!r}"
        return (Fault("", "ruleset", wrong, f"one of {', '.join(NAMES)}"),)
    found: list[Fault] = []
    brings = Army(
        rules.ruleset,
        rules.name,
        (),
        troops=rules.troops,
        items=rules.items,
        creatures=rules.creatures,
        spells=rules.spells,
    )
    try:
        house_of(brings)
    except MusterFault as fault:
        found += fault.faults
    sides = {"red": SideEntry(), "blue": SideEntry()}
    return (*found, *with_own_ground(Scenario("house", rules.name, rules.ruleset, sides, kinds=rules.kinds))[1])
