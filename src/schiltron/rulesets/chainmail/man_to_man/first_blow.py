"""Who strikes first: CM-MTM-05 to CM-MTM-08, CM-MTM-16, CM-MTM-19 and CM-MTM-21."""

from __future__ import annotations

from typing import Final, NamedTuple

from schiltron.battle.state.battle import Engagement
from schiltron.battle.state.tally import Term
from schiltron.battle.state.unit import Upon
from schiltron.rulesets.chainmail.field import all_round
from schiltron.rulesets.chainmail.man_to_man.arms import Kit, class_of
from schiltron.rulesets.chainmail.man_to_man.parrying import LIGHT, LIGHTEST
from schiltron.rulesets.chainmail.melee.contact import charging, pairing
from schiltron.rulesets.chainmail.state import Battle, Unit, men_of
from schiltron.rulesets.chainmail.terrain import DITCH

_LONGER: Final = 2
"""So many classes make a weapon the longer one, or the quicker (CM-MTM-05, CM-MTM-06)."""
_HELD_OUT: Final = ("pike", "spear", "mounted_lance")
"""What strikes first in a charge, however quick the other is (CM-MTM-21)."""


class Meeting(NamedTuple):
    """How two units met, and in which round of it they are. `led` is who struck first in the last round, `above` who
    fights from above ("": neither)."""

    attacker: str
    defender: str
    round: int
    rear: bool
    left: bool
    charging: bool
    led: str
    above: str

    def other(self, key: str) -> str:
        return self.defender if key == self.attacker else self.attacker

    @property
    def silenced(self) -> str:
        """Who strikes no blow, since it was taken in the rear (CM-MTM-07)."""
        return self.defender if self.rear and self.round == 1 else ""


def meeting(battle: Battle, one: Unit, other: Unit) -> Meeting:
    """How two units in contact met."""
    met = pairing(battle, one, other)
    attacker, defender = battle.units[met.attacker], battle.units[met.defender]
    edge = "front" if all_round(defender) else met.edge
    return Meeting(
        attacker=attacker.id,
        defender=defender.id,
        round=_round(battle, met),
        rear=edge == "rear",
        left=edge == "left",
        charging=charging(battle, attacker, defender),
        led=_led(attacker, defender),
        above=_above(battle, attacker, defender),
    )


def _round(battle: Battle, met: Engagement) -> int:
    return battle.turn - met.since + 1


def _led(attacker: Unit, defender: Unit) -> str:
    if attacker.id in men_of(defender).led:
        return defender.id
    return attacker.id


def _above(battle: Battle, one: Unit, other: Unit) -> str:
    high, low = _height(battle, one), _height(battle, other)
    return "" if high == low else one.id if high > low else other.id


def _height(battle: Battle, unit: Unit) -> int:
    """A storey of a work above the ground; below it, who stands in a ditch before its rampart (CM-MTM-05)."""
    if isinstance(unit.level, Upon):
        return unit.level.storey
    if battle.board is None:
        return 0
    ditches = [piece for piece in battle.board.features if piece.kind == DITCH]
    places = unit.places[: unit.figures]
    inside = sum(1 for figure in places if any(piece.contains(figure.x, figure.y) for piece in ditches))
    return -1 if ditches and 2 * inside > len(places) else 0


def first(met: Meeting, attacker: Kit, defender: Kit, parrying: tuple[str, ...]) -> tuple[str, Term]:
    """Which of two men strikes first, and why; `parrying` are those of the two units that would rather parry."""
    return _at_first(met, attacker, defender, parrying) if met.round == 1 else _later(met, attacker, defender, parrying)


def _at_first(met: Meeting, attacker: Kit, defender: Kit, parrying: tuple[str, ...]) -> tuple[str, Term]:
    """In the first round the attacker, with exceptions (CM-MTM-05)."""
    lower = class_of(attacker.weapon) - class_of(defender.weapon)
    if met.rear:
        return met.attacker, Term("from the rear", 0, "CM-MTM-07")
    if met.left:
        return met.attacker, Term("from the left flank", 0, "CM-MTM-08")
    if met.above == met.defender:
        return met.defender, Term("from above", 0, "CM-MTM-05")
    if -lower >= _LONGER:
        return met.defender, Term("the longer weapon", 0, "CM-MTM-05")
    if met.charging and attacker.weapon in _HELD_OUT and lower > 0:
        return met.attacker, Term(f"a charge with the {attacker.weapon.replace('_', ' ')}", 0, "CM-MTM-21")
    if lower >= LIGHTEST:
        return met.defender, Term("much the quicker weapon", 0, "CM-MTM-19")
    if lower >= LIGHT and met.defender not in parrying:
        return met.defender, Term("the quicker weapon", 0, "CM-MTM-16")
    return met.attacker, Term("attacks", 0, "CM-MTM-05")


def _later(met: Meeting, attacker: Kit, defender: Kit, parrying: tuple[str, ...]) -> tuple[str, Term]:
    """In later rounds who struck first before, with exceptions (CM-MTM-06)."""
    kits = {met.attacker: attacker, met.defender: defender}
    before = met.attacker if met.rear and met.round == 2 else met.led
    other = met.other(before)
    if met.rear and met.round == 2:
        return met.attacker, Term("came from the rear", 0, "CM-MTM-07")
    if met.above:
        return met.above, Term("from above", 0, "CM-MTM-06")
    lower = class_of(kits[before].weapon) - class_of(kits[other].weapon)
    if LIGHT <= -lower < LIGHTEST and before in parrying:
        return other, Term("the other parries", 0, "CM-MTM-16")
    gives_way = LIGHT <= lower < LIGHTEST and other in parrying
    if lower >= _LONGER and not gives_way:
        return other, Term("the quicker weapon", 0, "CM-MTM-06")
    return before, Term("struck first before", 0, "CM-MTM-06")
