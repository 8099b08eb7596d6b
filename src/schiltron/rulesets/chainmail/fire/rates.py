"""Rate of fire: CM-MISSILE-06 to CM-MISSILE-14, CM-MISSILE-31 and CM-GUN-03.

What a unit has done this turn is in its counters: `spent` and `moved`, `charged`, `shots`. Whichever of moving and
firing comes first binds the other: see `has_fired`.
"""

from __future__ import annotations

from typing import Final

from schiltron.battle.state.effects import OnUnit
from schiltron.battle.state.field import in_melee
from schiltron.battle.state.illegal import Reason
from schiltron.battle.state.tally import Tally, Term
from schiltron.battle.words.grammar import counted, does
from schiltron.rulesets.chainmail.fantasy.light import is_blind
from schiltron.rulesets.chainmail.fantasy.prowess import stunned
from schiltron.rulesets.chainmail.fantasy.unseen import reveal
from schiltron.rulesets.chainmail.field import is_engine, is_fleeing, reorganizing
from schiltron.rulesets.chainmail.fire.marksmen import MarkedShot, spend
from schiltron.rulesets.chainmail.fire.volleys import Fire
from schiltron.rulesets.chainmail.fire.weapons import Rated, weapon_of
from schiltron.rulesets.chainmail.law import LAW
from schiltron.rulesets.chainmail.state import (
    CLIMBING,
    GUARDING,
    STUNNED,
    UNLOADED,
    Battle,
    Scene,
    Unit,
    with_past,
    with_turn,
)
from schiltron.rulesets.chainmail.walking.rates import normal_move
from schiltron.table.lengths import TOLERANCE

_RATES: Final = {str(row["troop"]): row for row in LAW.sheet("CM-T-rate-of-fire").records()}
_EACH_TURN: Final[dict[Rated, tuple[str, str, str]]] = {
    "archers": ("CM-MISSILE-07", "CM-MISSILE-08", "CM-MISSILE-09"),
    "longbowmen": ("CM-MISSILE-07", "CM-MISSILE-08", "CM-MISSILE-09"),
    "crossbowmen": ("CM-MISSILE-06", "CM-MISSILE-08", "CM-MISSILE-09"),
    "heavy_crossbowmen": ("CM-MISSILE-11", "CM-MISSILE-12", "CM-MISSILE-13"),
    "arquebusiers": ("CM-GUN-03", "CM-GUN-03", "CM-GUN-03"),
    "throwing_axes_and_spears": ("CM-MISSILE-31", "CM-MISSILE-31", "CM-MISSILE-31"),
}
"""The rules for those who stood, moved up to half, and moved more."""

# ---------------------------------------------------------------- what the turn has seen


def has_moved(unit: Unit) -> bool:
    return unit.own.turn.moved or unit.own.turn.spent > 0


def has_fired(unit: Unit) -> bool:
    """Whether a unit has fired this turn.

    One that gave pass-through fire has promised to stand: it may not move this turn (CM-MISSILE-17). Horse archers fire
    in the middle of a split-move and go on with it.
    """
    return unit.own.turn.shots > 0


def over_half(battle: Battle, unit: Unit) -> bool:
    """Whether a unit has used more than half of its normal move."""
    return has_moved(unit) and 2 * unit.own.turn.spent > normal_move(battle, unit).total + 2 * TOLERANCE


def must_win_die(battle: Battle, unit: Unit) -> bool:
    """Whether a unit may fire only if it beats the opponent's die (CM-MISSILE-09, CM-MISSILE-13)."""
    return not unit.own.turn.charged and over_half(battle, unit)


def is_slow(unit: Unit) -> bool:
    """Whether a unit's weapon has to be reloaded for a turn after it was fired (CM-MISSILE-11, CM-GUN-03)."""
    weapon = weapon_of(unit)
    return weapon is not None and int(_RATES[weapon.rated]["fires_every_n_turns"]) > 1


def _slow_rule(unit: Unit) -> str:
    return "CM-GUN-03" if unit.own.profile.missile == "arquebus" else "CM-MISSILE-11"


def die_bonus(unit: Unit) -> int:
    """What is added to a unit's missile fire dice (CM-MISSILE-14)."""
    weapon = weapon_of(unit)
    return int(_RATES[weapon.rated]["die_bonus"]) if weapon is not None else 0


# ---------------------------------------------------------------- how often


def shots(battle: Battle, unit: Unit) -> Tally:
    """How often a unit may still fire this turn, if it wins the die for it where one is due."""
    weapon = weapon_of(unit)
    if weapon is None:
        return Tally("shots", ())
    rate = _RATES[weapon.rated]
    stood, moved, ran = _EACH_TURN[weapon.rated]
    if unit.own.turn.charged:
        terms = [Term("charged", 0, "CM-MISSILE-10")]
    elif must_win_die(battle, unit):
        terms = [Term("moved more than half its move, if it wins a die roll", _number(rate["moved_over_half"]), ran)]
    elif has_moved(unit):
        terms = [Term("moved up to half its move", _number(rate["moved_up_to_half"]), moved)]
    else:
        terms = [Term("stationary", _number(rate["stationary_and_not_meleed"]), stood)]
    if has_fired(unit):
        terms.append(Term("fired already", -min(unit.own.turn.shots, terms[0].value), stood))
    return Tally("shots", tuple(terms))


def _number(cell: object) -> int:
    return int(str(cell).partition("_")[0])


def may_fire(battle: Battle, unit: Unit) -> list[Reason]:
    """Everything that keeps a unit from firing now at whomever, and however often."""
    found = unable(battle, unit)
    if found:
        return found
    if unit.has(UNLOADED):
        found.append(Reason(f"{_said(unit, 'have')} to reload first", (_slow_rule(unit),)))
    if unit.own.hire.temper:
        found.append(Reason(_said(unit, "do not obey"), ("CM-HIST-17", "CM-HIST-18")))
    left = shots(battle, unit)
    if unit.own.turn.charged:
        found.append(Reason(_said(unit, "have charged this turn"), ("CM-MISSILE-10",)))
    elif left.total <= 0:
        often = counted(unit.own.turn.shots, "time")
        text = (
            f"{_said(unit, 'have')} fired {'once' if unit.own.turn.shots == 1 else often} and may not again this turn"
        )
        found.append(Reason(text, left.rules))
    return found


def unable(battle: Battle, unit: Unit) -> list[Reason]:
    """What keeps a unit from using missiles at all, whatever the rate of fire."""
    if not unit.on_table or not unit.bodies:
        return [Reason(f"{unit.name} {does('are', one=_one(unit))} not on the table", ("CM-MISSILE-01",))]
    found = []
    if stunned(battle, unit) >= unit.figures:
        found.append(Reason(_said(unit, "are paralysed"), ("CM-FANT-WRAITH-05",)))
    if weapon_of(unit) is None or is_engine(unit):
        found.append(Reason(f"{_said(unit, 'have')} no missiles", ("CM-MISSILE-01",)))
    if unit.has(STUNNED) or unit.has(CLIMBING):
        rule = "CM-SIEGE-21" if unit.has(STUNNED) else "CM-SIEGE-17"
        found.append(Reason(_said(unit, "lie stunned" if unit.has(STUNNED) else "are on a ladder"), (rule,)))
    if in_melee(battle, unit):
        found.append(Reason(_said(unit, "are in melee"), ("CM-MISSILE-07", "CM-MELEE-34")))
    if is_fleeing(unit):
        found.append(Reason(_said(unit, "have not rallied"), ("CM-MELEE-27",)))
    if unit.has(GUARDING):
        found.append(Reason(_said(unit, "guard prisoners"), ("CM-MELEE-42",)))
    if reorganizing(unit):
        found.append(Reason(_said(unit, "separate and reorganize"), ("CM-HIST-02",)))
    if is_blind(battle, unit):
        found.append(Reason(f"{unit.name} cannot see in the dark", ("CM-FANT-GEN-10", "CM-FANT-SPELL-09")))
    return found


def _said(unit: Unit, phrase: str) -> str:
    return f"{unit.name} {does(phrase, one=_one(unit))}"


def _one(unit: Unit) -> bool:
    return unit.original == 1


# ---------------------------------------------------------------- loosed and loaded


def loose(scene: Scene, fire: Fire) -> None:
    """What firing writes: the shot is used up, a slow weapon is unloaded, the target knows who fires at it."""
    unit = scene.unit(fire.unit)
    fired = with_turn(unit, shots=unit.own.turn.shots + 1)
    scene.change(with_past(fired, last_shot=scene.battle.turn))
    reveal(scene, unit.id)
    if is_slow(unit):
        scene.begin(UNLOADED, OnUnit(unit.id), mark=UNLOADED, rules=(_slow_rule(unit),))
    if isinstance(fire, MarkedShot):
        spend(scene, fire)
    target = scene.unit(fire.target)
    if unit.id not in target.own.turn.fired_on_by:
        scene.change(with_turn(target, fired_on_by=(*target.own.turn.fired_on_by, unit.id)))


def reloads(battle: Battle, unit: Unit) -> bool:
    """Whether an unloaded unit spends this turn reloading: it has not fired, and has not moved more than half.

    Nor can men who fight or flee.
    """
    idle = unit.figures > 0 and unit.has(UNLOADED) and not has_fired(unit) and not unit.own.turn.charged
    return idle and not over_half(battle, unit) and not unable(battle, unit)


def reload(scene: Scene) -> None:
    """Everyone who has a turn for it reloads (CM-MISSILE-11, CM-MISSILE-12, CM-GUN-03)."""
    for unit in list(scene.battle.units.values()):
        if reloads(scene.battle, unit) and (effect := scene.battle.effects.of_kind(unit.id, UNLOADED)) is not None:
            scene.lift(effect, (_slow_rule(unit), "CM-MISSILE-12"))
