"""How two units met: who attacked whom, from where and when (CM-MELEE-25, CM-MELEE-26, and FORM)."""

from __future__ import annotations

from typing import Final

from schiltron.battle.state.battle import Engagement
from schiltron.rulesets.chainmail.field import all_round
from schiltron.rulesets.chainmail.state import Battle, Unit
from schiltron.table.contact import Edge
from schiltron.table.facing import Arc

_ARC_OF: Final[dict[Edge, Arc]] = {"front": "front", "left": "flank", "right": "flank", "rear": "rear"}


def pairing(battle: Battle, one: Unit, other: Unit) -> Engagement:
    return next(each for each in battle.engagements if each.touching and each.joins(one.id, other.id))


def first_round(battle: Battle, one: Unit, other: Unit) -> bool:
    return pairing(battle, one, other).since == battle.turn


def newly_engaged(battle: Battle, unit: Unit) -> bool:
    """Whether it is a unit's own first round: it came into melee this turn with all whom it fights."""
    mine = (one for one in battle.engagements if one.touching and unit.id in (one.attacker, one.defender))
    return all(one.since == battle.turn for one in mine)


def came_onto(battle: Battle, unit: Unit, foe: Unit) -> bool:
    """Whether a unit is the one that attacked."""
    return pairing(battle, unit, foe).attacker == unit.id


def arc_onto(battle: Battle, unit: Unit, foe: Unit) -> Arc:
    """From where a unit strikes a foe. Whoever was come upon strikes at the front of those who came.

    Who is changing formation is flanked from wherever he is struck (CM-FORM-03). From the second round on those taken
    in the rear have turned, and are flanked only while others hold their front (CM-MELEE-26).
    """
    engagement = pairing(battle, unit, foe)
    arc = _ARC_OF[engagement.edge] if engagement.attacker == unit.id and not all_round(foe) else "front"
    if arc == "rear" and engagement.since != battle.turn:
        arc = "flank" if _held_in_front(battle, foe, unit) else "front"
    return "flank" if arc == "front" and changing_formation(foe) else arc


def weapons_at(battle: Battle, unit: Unit, foe: Unit) -> bool:
    """Whether the weapons of a unit point at a foe: to its front, of a hedgehog and a schiltron all round.

    A plain square has no flank or rear, but does not set its weapons to all four sides (CM-FORM-02, CM-MELEE-49).
    """
    if arc_onto(battle, foe, unit) != "front":
        return False
    engagement = pairing(battle, unit, foe)
    return unit.own.formation != "square" or engagement.attacker == unit.id or engagement.edge == "front"


def changing_formation(unit: Unit) -> bool:
    """Caught by a melee with a change of formation or facing begun and not paid in full (CM-FORM-01, CM-FORM-03)."""
    return unit.own.forming is not None


def _held_in_front(battle: Battle, unit: Unit, but_for: Unit) -> bool:
    """Whether others than one enemy are in contact with the front of a unit."""
    return any(
        one.touching
        and not one.joins(unit.id, but_for.id)
        and (one.attacker == unit.id or (one.defender == unit.id and one.edge == "front"))
        for one in battle.engagements
    )


def charging(battle: Battle, unit: Unit, foe: Unit) -> bool:
    """Whether it is the first round after a unit's own charge: it came on, or both came on at once."""
    if not unit.own.turn.charged or not first_round(battle, unit, foe):
        return False
    if came_onto(battle, unit, foe):
        return True
    at_once = battle.own.options.turn_system == "simultaneous"
    return at_once and foe.own.turn.charged and pairing(battle, unit, foe).edge == "front"
