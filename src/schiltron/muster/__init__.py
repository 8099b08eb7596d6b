"""Before the battle: army lists, points, scenarios."""

from schiltron.muster.army import Army, ListedUnit, check
from schiltron.muster.books import quartermaster, rulesets
from schiltron.muster.even_field import even_field
from schiltron.muster.fault import Fault, MusterFault
from schiltron.muster.library import load_army, load_list, load_scenario, ready_armies, ready_scenarios
from schiltron.muster.preparing import check_scenario, prepare, switched
from schiltron.muster.scenario import Scenario

__all__ = [
    "Army",
    "Fault",
    "ListedUnit",
    "MusterFault",
    "Scenario",
    "check",
    "check_scenario",
    "even_field",
    "load_army",
    "load_list",
    "load_scenario",
    "prepare",
    "quartermaster",
    "ready_armies",
    "ready_scenarios",
    "rulesets",
    "switched",
]
