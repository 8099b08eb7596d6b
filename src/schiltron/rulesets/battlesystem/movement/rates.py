"""How far a unit may move this round (cases 7.0, 7.13, 7.14 and 11.6), and fractions of that distance."""

from __future__ import annotations

import re
from fractions import Fraction
from functools import lru_cache
from typing import Final

from schiltron.battle.state.tally import Tally, Term, scaled
from schiltron.rulesets.battlesystem.ground.manner import move_rate
from schiltron.rulesets.battlesystem.law import LAW
from schiltron.rulesets.battlesystem.missiles.limits import movement_left
from schiltron.rulesets.battlesystem.state import Battle, Unit
from schiltron.rulesets.battlesystem.steps import Action
from schiltron.table.lengths import Mil, inches

_AMOUNTS: Final = {str(row["action"]): str(row["amount"]) for row in LAW.sheet("BS-T-manoeuvre-costs").records()}
_MV: Final = re.compile(r"(?:(\d+) )?(\d+/\d+|\d+) MV")
_INCHES: Final = re.compile(r"(\d+) in\b")
_WHOLE: Final = 1000
_SPLIT: Final = Fraction(1, 2)
RINGS: Final = {
    "shield_ring": "BS-11.6-03",
    "set_ring": "BS-11.7-04",
    "all_round": "BS-7.9-04",
    "flanks": "BS-7.9-04",
}
"""Those that look several ways and cannot move, and the rule by which."""


@lru_cache(maxsize=64)
def share(action: str) -> Fraction:
    """The part of MV that something takes or gives, by the table of allowances and costs."""
    found = _MV.search(_AMOUNTS[action])
    assert found is not None, f"{action} is no part of MV"
    return int(found[1] or 0) + Fraction(found[2])


@lru_cache(maxsize=64)
def flat(action: str) -> Mil:
    """The inches that something takes or gives, by the same table."""
    found = _INCHES.search(_AMOUNTS[action])
    assert found is not None, f"{action} is no length"
    return inches(int(found[1]))


def part_of(rate: Mil, part: Fraction) -> Mil:
    return round(rate * part)


# ---------------------------------------------------------------- allowances


def move_allowance(battle: Battle, unit: Unit) -> Tally:
    """A normal move in thousandths of an inch; what it has spent of it this round is counted apart (own.turn.spent)."""
    terms = [_rate(battle, unit)]
    _after_shots(battle, unit, terms)
    if unit.own.stance == "shield_wall":
        most = part_of(terms[0].value, share("move_in_front_shield_wall"))
        _no_more_than(most, terms, "in a shield wall", "BS-11.6-04")
    _held(battle, unit, terms)
    return Tally("move", tuple(terms), measure="thousandths")


def charge_allowance(battle: Battle, unit: Unit) -> Tally:
    """The charge range: one and a half times MV. A shield wall is given up for it (BS-11.6-01)."""
    rate = _rate(battle, unit)
    terms = [rate, _more(rate.value, "a charge", "charge", "BS-7.14-01")]
    _held(battle, unit, terms)
    return Tally("charge", tuple(terms), measure="thousandths")


def march_allowance(battle: Battle, unit: Unit) -> Tally:
    """A forced march: one and a half times MV; who has shot goes no farther than that leaves him."""
    rate = _rate(battle, unit)
    terms = [rate, _more(rate.value, "a forced march", "forced_march", "BS-7.13-01")]
    _after_shots(battle, unit, terms)
    if unit.own.stance == "shield_wall":
        most = part_of(rate.value, share("move_in_front_shield_wall"))
        _no_more_than(most, terms, "in a shield wall", "BS-11.6-04")
    _held(battle, unit, terms)
    return Tally("forced march", tuple(terms), measure="thousandths")


def split_allowance(battle: Battle, unit: Unit) -> Tally:
    """What mounted archers may spend before they shoot in the middle of their move: half of MV (BS-10.5-01)."""
    whole = move_allowance(battle, unit)
    terms = list(whole.terms)
    _no_more_than(part_of(terms[0].value, _SPLIT), terms, "before shooting", "BS-10.5-01")
    return Tally("move before shooting", tuple(terms), measure="thousandths")


def is_charge(unit: Unit, action: Action) -> bool:
    """Whether a move of this kind is a charge: ordered, compelled, or what a mob has been told."""
    return action in ("charge", "compelled") or (action == "obey" and unit.own.command.order == "charge")


def is_march(unit: Unit, action: Action) -> bool:
    """Whether a move of this kind is a forced march, ordered or what a mob has been told."""
    return action == "force_march" or (action == "obey" and unit.own.command.order == "force_march")


def allowance(battle: Battle, unit: Unit, action: Action) -> Tally:
    """What an order of this kind may spend in all."""
    if action == "split":
        return split_allowance(battle, unit)
    if is_charge(unit, action):
        return charge_allowance(battle, unit)
    if is_march(unit, action):
        return march_allowance(battle, unit)
    return move_allowance(battle, unit)


@lru_cache(maxsize=256)
def _more(rate: Mil, label: str, action: str, rule: str) -> Term:
    """What something adds to MV, by the table of allowances and costs."""
    return scaled((Term("MV", rate),), label, share(action), rule, round)


def _rate(battle: Battle, unit: Unit) -> Term:
    engine = unit.own.profile.engine
    rule = "BS-7.0-01" if not engine else "BS-10.9-05" if engine == "ballista" else "BS-10.9-04"
    return Term("MV", move_rate(battle, unit), rule)


def _after_shots(battle: Battle, unit: Unit, terms: list[Term]) -> None:
    """Shooting takes a part of the move of the same round (BS-10.4-02)."""
    left = movement_left(battle, unit)
    if unit.own.turn.shots or left < _WHOLE:
        _no_more_than(part_of(terms[0].value, Fraction(left, _WHOLE)), terms, "after shooting", "BS-10.4-02")


def _held(battle: Battle, unit: Unit, terms: list[Term]) -> None:
    """What keeps a unit where it is."""
    own = unit.own
    if own.stance in RINGS:
        _no_more_than(0, terms, "a unit that faces several ways does not move", RINGS[own.stance])
    if own.profile.engine and own.wounded:
        _no_more_than(0, terms, "the crew is wounded", "BS-10.10-03")
    if own.morale.rallied_in and own.morale.rallied_in == battle.turn:
        _no_more_than(0, terms, "has just rallied", "BS-6.3-02")


def _no_more_than(most: Mil, terms: list[Term], label: str, rule: str) -> None:
    so_far = sum(term.value for term in terms)
    if so_far > most:
        terms.append(Term(label, most - so_far, rule))
