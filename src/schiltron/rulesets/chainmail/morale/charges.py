"""Standing a charge: CM-MORALE-07 to CM-MORALE-15, CM-MTM-34; attacks on unrallied units: CM-MELEE-28, CM-MELEE-29."""

from __future__ import annotations

from typing import Final

from schiltron.battle.play.agenda import rolls
from schiltron.battle.state.chance import Roll, Thrown
from schiltron.battle.state.field import in_melee, opponents
from schiltron.battle.state.tally import Term
from schiltron.rulesets.chainmail.field import alive, fearless, has_pole_arms, is_fleeing, is_swiss, unrallied
from schiltron.rulesets.chainmail.law import LAW
from schiltron.rulesets.chainmail.losses import OVERRUN, remove
from schiltron.rulesets.chainmail.man_to_man.nerve import stands_its_ground
from schiltron.rulesets.chainmail.melee.classes import formed_in_mass
from schiltron.rulesets.chainmail.melee.edges import edge_against, struck_from
from schiltron.rulesets.chainmail.morale.checks import Check, loss_score, nerve
from schiltron.rulesets.chainmail.morale.flight import flee
from schiltron.rulesets.chainmail.morale.rally import attacked_roll, attacked_told, rally
from schiltron.rulesets.chainmail.scale import man_to_man
from schiltron.rulesets.chainmail.state import CAUGHT, Battle, Scene, Unit, with_turn
from schiltron.rulesets.chainmail.steps import StandCharge
from schiltron.rulesets.chainmail.troop_traits.kinds import are_peasants
from schiltron.table.facing import Arc

_PIKES: Final = ("CM-MORALE-07", "CM-MORALE-08", "CM-MORALE-10")
_CAVALRY: Final = ("CM-MORALE-11", "CM-MORALE-12")
_FROM: Final[dict[Arc, int]] = {"flank": -1, "rear": -2}  # CM-MORALE-14


# ---------------------------------------------------------------- which check is due


def check_due(battle: Battle, unit: Unit, charger: Unit) -> Check | None:
    """What a unit must show to stand a charge; None where it need show nothing (CM-MORALE-13).

    A charge that it has stood, been beaten by and driven back from may be carried on and reach it again: it is the same
    charge. Of peasants who dice for themselves their own dice take its place (CM-HIST-11).
    """
    if charger.id in unit.own.turn.stood_against or are_peasants(battle, unit) or fearless(unit):
        return None
    if charger.own.profile.mounted:
        return _cavalry_charge(battle, unit, charger)
    if not formed_in_mass(charger) or is_swiss(unit):
        return None
    if unit.own.formation == "schiltron":
        return Check("charged by pikes", loss_score(unit), (), ("CM-HIST-23",), certain=True)
    return Check("charged by pikes", loss_score(unit), nerve(battle, unit), _PIKES)


def _cavalry_charge(battle: Battle, unit: Unit, charger: Unit) -> Check | None:
    """The score for its class against the chargers' class (CM-MORALE-11); man to man only of a small group
    (CM-MTM-34)."""
    if man_to_man(battle.own.options) and stands_its_ground(battle, unit, charger, struck_from(unit, charger)):
        return None
    scores = LAW.sheet("CM-T-cavalry-charge").row(unit.own.profile.stands)
    score = int(scores[f"vs_{charger.own.profile.fights_as}"])
    arc = struck_from(unit, charger)
    if _pikes_towards(unit, charger, arc):
        return Check("charged by horse", score, (), ("CM-MORALE-15",), certain=True)
    terms = list(nerve(battle, unit))
    if arc != "front":
        terms.append(Term(f"charged in the {arc}", _FROM[arc], "CM-MORALE-14"))
    if is_charging(battle, unit):
        terms.append(Term("charging too", 2 if unit.own.profile.mounted else 1, "CM-MORALE-13"))
    return Check("charged by horse", score, tuple(terms), _CAVALRY)


def is_charging(battle: Battle, unit: Unit) -> bool:
    """Whether a unit charges this turn and nobody has stopped it yet (CM-MORALE-13)."""
    return unit.own.turn.charged and not in_melee(battle, unit)


def _pikes_towards(unit: Unit, charger: Unit, arc: Arc) -> bool:
    """Swiss or Landsknechte whose weapons point at the chargers, or a schiltron (CM-MORALE-15, CM-HIST-23).

    A plain square points them to its front only (CM-FORM-02).
    """
    towards = arc == "front" and (unit.own.formation != "square" or edge_against(unit, charger)[0] == "front")
    return towards and has_pole_arms(unit) and (is_swiss(unit) or unit.own.formation == "schiltron")


# ---------------------------------------------------------------- the step


def _concerned(battle: Battle, step: StandCharge) -> bool:
    unit, charger = battle.units[step.unit], battle.units[step.charger]
    return alive(unit) and unit.on_table and alive(charger) and charger.on_table


def _run_down(unit: Unit, charger: Unit) -> bool:
    """Reached by the very pikemen from whose charge it flees (CM-MORALE-09)."""
    return unit.own.morale.flight is not None and unit.own.morale.flight.pikes == charger.id


def _rules_of(unit: Unit) -> tuple[str, ...]:
    return ("CM-MELEE-28", "CM-MELEE-29", *(() if is_fleeing(unit) else ("CM-HIST-03",)))


def _ask(battle: Battle, step: StandCharge) -> Roll | None:
    if not _concerned(battle, step):
        return None
    unit, charger = battle.units[step.unit], battle.units[step.charger]
    if unrallied(unit):
        if _run_down(unit, charger) or unit.own.turn.ordered == CAUGHT:
            return None
        return attacked_roll(battle, unit, _rules_of(unit))
    check = check_due(battle, unit, charger)
    return check.roll(unit) if check is not None else None


def _do(scene: Scene, step: StandCharge) -> None:
    """Where no dice fall: nobody to check, a check that cannot fail or be passed, or the end of who ran from pikes."""
    if not _concerned(scene.battle, step):
        return
    unit, charger = scene.unit(step.unit), scene.unit(step.charger)
    if _run_down(unit, charger):
        remove(scene, unit.id, OVERRUN, ("CM-MORALE-09",), by=charger.id)
    elif not unrallied(unit):
        _judge(scene, unit, charger, dice=None)


def _roll(scene: Scene, step: StandCharge, pools: tuple[Thrown, ...]) -> None:
    unit, charger = scene.unit(step.unit), scene.unit(step.charger)
    if unrallied(unit):
        _attacked(scene, unit, charger, rallied=bool(pools[0].hits))
    else:
        _judge(scene, unit, charger, dice=pools[0].total)


def _attacked(scene: Scene, unit: Unit, charger: Unit, *, rallied: bool) -> None:
    """It rallies at once and fights, or will be struck without striking back and then go on (CM-MELEE-28, -29)."""
    rules = _rules_of(unit)
    scene.tell(attacked_told(scene.battle, unit, rules, rallied=rallied))
    if rallied:
        rally(scene, unit.id, rules, towards=charger.id)
    else:
        scene.change(with_turn(unit, ordered=CAUGHT))


def _judge(scene: Scene, unit: Unit, charger: Unit, *, dice: int | None) -> None:
    check = check_due(scene.battle, unit, charger)
    if check is None:
        return
    told = check.told(unit, dice)
    scene.tell(told)
    if told.passed:
        scene.change(with_turn(unit, stood_against=(*unit.own.turn.stood_against, charger.id)))
        return
    foes = (charger.id, *(one.id for one in opponents(scene.battle, unit) if one.id != charger.id))
    pikes = "" if charger.own.profile.mounted else charger.id
    flee(scene, unit.id, "retreat", rules=check.rules, foes=foes, pikes=pikes)


STAND_CHARGE: Final = rolls(StandCharge, ask=_ask, roll=_roll, do=_do)
