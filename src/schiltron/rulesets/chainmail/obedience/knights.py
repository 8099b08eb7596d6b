"""Knights do not take orders well: CM-HIST-04 to CM-HIST-06.

Knights who saw others go at the enemy do so even if the die has held them: they charge whoever is in reach, or move
toward the nearest.
"""

from __future__ import annotations

from typing import Final

from schiltron.battle.play.agenda import Step, rolls
from schiltron.battle.state.chance import Pool, Roll, SumOf, Thrown
from schiltron.battle.state.decision import PathDrawn
from schiltron.battle.state.event import Checked, Declared
from schiltron.battle.state.field import enemies, friends
from schiltron.battle.state.tally import Tally, Term
from schiltron.battle.words.grammar import does
from schiltron.rulesets.chainmail.field import is_commander
from schiltron.rulesets.chainmail.fire.sighting import in_view
from schiltron.rulesets.chainmail.law import LAW
from schiltron.rulesets.chainmail.movement.advancing import nearer
from schiltron.rulesets.chainmail.movement.phase import order_of
from schiltron.rulesets.chainmail.obedience.compulsion import at_large, charge_at, march_to, set_out, stand
from schiltron.rulesets.chainmail.state import HELD, Battle, Scene, Unit, with_turn
from schiltron.rulesets.chainmail.steps import Compulsions, Walk
from schiltron.rulesets.chainmail.troop_traits.bonuses import required_roll_terms
from schiltron.rulesets.chainmail.walking.rates import charge_move, normal_move
from schiltron.rulesets.chainmail.walking.walk import walk
from schiltron.table.outline import gap


class Obedience(Step, frozen=True, tag="chainmail.obedience"):
    """Knights with an enemy in charge reach show whether they can be held (CM-HIST-04, CM-HIST-05)."""

    unit: str


OBEDIENCE: Final = "obedience"
HOLDS: Final = 6
"""What the obedience die must show to hold them (CM-HIST-04)."""
_PRECEDENCE: Final = {str(row["target"]): int(row["precedence"]) for row in LAW.sheet("CM-T-knight-targets").records()}
_DIE: Final = 6
_CHARGE: Final = ("CM-HIST-04", "CM-HIST-06")
_INCITED: Final = ("CM-HIST-05", "CM-HIST-06")

# ---------------------------------------------------------------- whom they would charge


def precedence(knights: Unit, enemy: Unit) -> int:
    """Where an enemy stands in their order, the first being the best (CM-HIST-06)."""
    return _PRECEDENCE[_kind(knights, enemy)]


def _kind(knights: Unit, enemy: Unit) -> str:
    line = enemy.own.profile
    if line.mounted:
        return "other_knights" if line.knights else "any_other_mounted_troops"
    if line.arms == "pike":
        return "pike_armed_troops"
    shoots = line.missile not in ("", "thrown") and not line.engine
    fired = enemy.id in (*knights.own.turn.fired_on_by, *knights.own.past.under_fire)
    if line.engine == "wagon" or (shoots and fired):
        return "baggage_or_missile_troops_firing_upon_them"
    if line.fights_as == "armored_foot":
        return "armored_foot"
    if shoots:
        return "missile_armed_troops"
    if line.engine:
        return "artillery_or_siege_equipment"
    heavy = line.fights_as == "heavy_foot" and not line.levies
    return "heavy_foot" if heavy else "light_foot_peasants_or_levies"


def in_reach(battle: Battle, knights: Unit) -> list[Unit]:
    """Enemies no farther off than a charge move, in order of precedence; among equals the nearest."""
    reach = charge_move(battle, knights).total
    near = [one for one in enemies(battle, knights) if one.figures and knights.outline.near(one.outline, reach)]
    found = [(precedence(knights, one), gap(knights.outline, one.outline), one.turn_in_line, one) for one in near]
    return [one for _, apart, _, one in sorted(found, key=lambda each: each[:3]) if apart <= reach]


def their_charge(battle: Battle, knights: Unit) -> Walk | None:
    """The charge they would make: at the first of those in reach to whom a charge leads."""
    charges = (charge_at(battle, knights, enemy) for enemy in in_reach(battle, knights))
    return next((order for order in charges if order is not None), None)


# ---------------------------------------------------------------- what they see others do


def incited(battle: Battle, knights: Unit) -> bool:
    """Whether they can see other friendly troops move toward the enemy or attack (CM-HIST-05)."""
    return any(
        friend.figures
        and not is_commander(friend)
        and goes_at_them(battle, friend)
        and in_view(battle, knights, friend)
        for friend in friends(battle, knights)
    )


def goes_at_them(battle: Battle, unit: Unit) -> bool:
    """Whether a unit attacks or moves toward the enemy, as far as can be seen or as its written order says."""
    if unit.own.turn.advanced or unit.own.turn.charged:
        return True
    if any(one.touching and one.attacker == unit.id for one in battle.engagements):
        return True
    orders = [one.order for one in battle.own.written if one.unit == unit.id]
    return any(
        order.action == "charge" or nearer(battle, unit, walk(battle, order_of(unit.id, order)).standing)
        for order in orders
        if isinstance(order.form, PathDrawn) and order.form.path
    )


# ---------------------------------------------------------------- the step


def _terms(battle: Battle, unit: Unit) -> tuple[Term, ...]:
    return tuple(required_roll_terms(battle, unit, 1, "other"))


def _need(battle: Battle, unit: Unit) -> int:
    return HOLDS - sum(term.value for term in _terms(battle, unit))


def _ask(battle: Battle, step: Obedience) -> Roll | None:
    """A die, once a turn, where there is anything to hold them from and nothing else decides."""
    unit = battle.units[step.unit]
    if not at_large(battle, unit) or unit.own.turn.ordered == HELD or _need(battle, unit) <= 1:
        return None
    if incited(battle, unit) or their_charge(battle, unit) is None:
        return None
    sees = does("see", one=unit.original == 1)
    return Roll(
        purpose=f"{unit.name} {sees} the enemy: {_need(battle, unit)} or more holds them",
        pools=(Pool(1, _DIE, SumOf(), OBEDIENCE, whose=unit.side),),
        rules=_CHARGE,
    )


def _roll(scene: Scene, step: Obedience, pools: tuple[Thrown, ...]) -> None:
    unit = scene.unit(step.unit)
    die, terms = pools[0].total, _terms(scene.battle, unit)
    holds = die >= _need(scene.battle, unit)
    tally = Tally(OBEDIENCE, (Term("d6", die, "CM-HIST-04"), *terms))
    rules = tuple(dict.fromkeys((*_CHARGE, *tally.rules)))
    scene.tell(Checked(unit=unit.id, why=OBEDIENCE, tally=tally, need=HOLDS, passed=holds, rules=rules))
    if holds:
        scene.change(with_turn(unit, ordered=HELD))
    else:
        order = their_charge(scene.battle, unit)
        assert order is not None, "the die was thrown because they can charge"
        _charge(scene, order, _CHARGE)


def _do(scene: Scene, step: Obedience) -> None:
    """Where no die falls: they follow the example of others, or there is nothing to hold them from."""
    unit = scene.unit(step.unit)
    if not at_large(scene.battle, unit) or not incited(scene.battle, unit):
        return
    order = their_charge(scene.battle, unit)
    if order is not None:
        _charge(scene, order, _INCITED)
    else:
        _go_towards(scene, unit)


def _charge(scene: Scene, order: Walk, rules: tuple[str, ...]) -> None:
    """Others may see it and follow, so it is seen anew whom a rule moves."""
    scene.tell(Declared(unit=order.unit, action="charge", target=order.target, rules=rules))
    at_once = scene.battle.own.options.turn_system == "move_counter_move"
    again = Compulsions(scene.unit(order.unit).side if at_once else "", again=True)
    if not at_once:
        scene.now(again)
    set_out(scene, order, "charge regardless of orders", rules, then=again)


def _go_towards(scene: Scene, unit: Unit) -> None:
    """They cannot charge, or nobody is in reach, and move toward the nearest enemy instead (CM-HIST-05).

    With nobody near and no way they wait for one to open, and take orders meanwhile.
    """
    battle = scene.battle
    foes = [one for one in enemies(battle, unit) if one.figures]
    foe = min(foes, key=lambda one: (gap(unit.outline, one.outline), one.turn_in_line), default=None)
    if foe is None:
        return
    order = march_to(battle, unit, (foe.outline.x, foe.outline.y), normal_move(battle, unit).total, attack=True)
    if order is not None:
        set_out(scene, order, "move towards the enemy", ("CM-HIST-05",))
    elif in_reach(battle, unit):
        stand(scene, unit.id, "find no way towards the enemy", ("CM-HIST-05",))


OBEDIENCE_DIE: Final = rolls(Obedience, ask=_ask, roll=_roll, do=_do)
