"""What nobody who watches likes to see is rare: backs turned on the enemy, marches to and fro, horse halted in bowshot,
a general who rides off on his own."""

from __future__ import annotations

from collections import Counter
from math import hypot
from typing import Any, Final

import pytest

from schiltron.battle.state.battle import AnyBattle
from schiltron.battle.state.field import hostile, troops
from schiltron.battle.state.unit import Unit
from schiltron.captains.battlesystem.situation import range_of
from schiltron.rulesets.battlesystem.movement import rates as battlesystem_rates
from schiltron.rulesets.book_of_war.field import troop
from schiltron.rulesets.by_this_axe.attacks.shooting import reach
from schiltron.rulesets.by_this_axe.field import alive, is_character, is_general
from schiltron.rulesets.by_this_axe.movement.walk import normal_rate
from schiltron.rulesets.chainmail.fire import weapons
from schiltron.rulesets.chainmail.walking import rates as chainmail_rates
from schiltron.table.lengths import inches
from schiltron.table.outline import gap
from tests.captains.contests import opening
from tests.captains.watched import Seen, foes_of, in_contact, nearest, watched

MARCHES: Final = ("move", "charge", "split")
SCENARIOS: Final = {
    "book_of_war": ("open-field", "hill-and-woods", "stream-crossing"),
    "by_this_axe": ("ashmere-causeway", "lily-field", "walled-orchard"),
    "chainmail": ("beacon-ridge", "ground-by-cards", "lances-and-pikes"),
    "battlesystem": ("crossroads", "drowned-abbey"),
}
SEEDS: Final = 2
_PACE: Final[Any] = {
    "book_of_war": lambda _, unit: troop(unit).move,
    "by_this_axe": normal_rate,
    "chainmail": lambda battle, unit: chainmail_rates.charge_move(battle, unit).total,
    "battlesystem": lambda battle, unit: battlesystem_rates.charge_allowance(battle, unit).total,
}


def shoots(battle: AnyBattle, unit: Unit[Any]) -> int:
    if battle.ruleset == "by_this_axe":
        return reach(battle, unit)
    if battle.ruleset == "battlesystem":
        return range_of(battle, unit)
    if battle.ruleset == "chainmail":
        return weapons.reach(unit).total if unit.own.profile.missile not in ("", "thrown") else 0
    missile = troop(unit).missile
    return missile.reach if missile is not None else 0


def mounted(battle: AnyBattle, unit: Unit[Any]) -> bool:
    return bool(troop(unit).mounted if battle.ruleset == "book_of_war" else unit.own.profile.mounted)


def turns_its_back(seen: Seen) -> bool:
    """Out of contact, and with its back to the nearest enemy."""
    foe = nearest(seen.after, seen.moved)
    if not in_contact(seen.before, seen.unit) or in_contact(seen.after, seen.moved) or foe is None:
        return False
    ahead_x, ahead_y = seen.moved.pose.forward
    here, there = seen.moved.outline, foe.outline
    return ahead_x * (there.x - here.x) + ahead_y * (there.y - here.y) < 0


def halts_in_bowshot(seen: Seen) -> bool:
    """Horse that rode into the range of arrows and can neither shoot nor charge from there."""
    unit = seen.moved
    if not mounted(seen.after, unit) or shoots(seen.after, unit) or in_contact(seen.after, unit):
        return False
    pace = _PACE[seen.after.ruleset](seen.after, unit)
    foes = foes_of(seen.after, unit)
    under_fire = any(gap(unit.outline, foe.outline) <= shoots(seen.after, foe) for foe in foes)
    before = any(gap(seen.unit.outline, foe.outline) <= shoots(seen.after, foe) for foe in foes)
    return under_fire and not before and all(gap(unit.outline, foe.outline) > pace for foe in foes)


def goes_back(seen: Seen, last: Seen | None) -> bool:
    """Back the way it came last turn, and neither then nor now into contact."""
    if last is None or last.before.turn < seen.before.turn - 1:
        return False
    if any(in_contact(battle, unit) for one in (last, seen) for battle, unit in _ends(one)):
        return False
    (ax, ay), (bx, by) = last.shift, seen.shift
    far = hypot(ax, ay), hypot(bx, by)
    return min(far) > inches(1) and ax * bx + ay * by < -0.5 * far[0] * far[1]


def _ends(seen: Seen) -> tuple[tuple[AnyBattle, Unit[Any]], tuple[AnyBattle, Unit[Any]]]:
    return (seen.before, seen.unit), (seen.after, seen.moved)


def counted(battle: AnyBattle, seed: int) -> Counter[str]:
    found: Counter[str] = Counter()
    last: dict[str, Seen] = {}
    for seen in watched(battle, {side.id: "captain" for side in battle.sides}, seed):
        unit = seen.command.actor
        if seen.command.action not in MARCHES or (battle.ruleset == "by_this_axe" and is_character(seen.unit)):
            continue
        found["moves"] += 1
        found["backs"] += turns_its_back(seen)
        found["halts"] += halts_in_bowshot(seen)
        found["to and fro"] += goes_back(seen, last.get(unit))
        last[unit] = seen
    return found


@pytest.mark.parametrize("book", SCENARIOS)
def test_odd_moves_are_rare(book: str) -> None:
    """Of many more games it is less than half of this."""
    found: Counter[str] = Counter()
    for scenario in SCENARIOS[book]:
        for seed in range(SEEDS):
            found += counted(opening(f"{book}/{scenario}"), seed)
    assert found["moves"] > 100
    assert found["backs"] <= 0.01 * found["moves"], found
    assert found["halts"] <= 0.04 * found["moves"], found
    assert found["to and fro"] <= 0.04 * found["moves"], found


def test_a_general_does_not_ride_off_for_good() -> None:
    """By This Axe: at the end of the battle he is with a unit, or one of his own is not far."""
    lost = 0
    for seed in range(4):
        last: Seen | None = None
        for seen in watched(opening("by_this_axe/ashmere-causeway"), {"red": "captain", "blue": "captain"}, seed):
            last = seen
        assert last is not None
        for side in ("red", "blue"):
            lost += _alone(last.after, _general_of(last.after, side))
    assert lost <= 1


def _general_of(battle: AnyBattle, side: str) -> Unit[Any] | None:
    return next((unit for unit in troops(battle, side) if is_general(unit) and alive(unit)), None)


def _alone(battle: AnyBattle, general: Unit[Any] | None) -> bool:
    if general is None or general.host or not general.on_table:
        return False
    friends = [
        one
        for one in battle.units.values()
        if one.on_table and one.figures and not is_character(one) and not hostile(battle, general, one)
    ]
    return bool(friends) and all(gap(general.outline, one.outline) > inches(12) for one in friends)
